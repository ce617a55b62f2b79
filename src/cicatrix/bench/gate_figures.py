"""What the benches of the gate share: a set of rules asked about calls, and the shares of what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from cicatrix.bench.report import Metrics
from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.judgement import Judgement
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Policy
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.verdicts import Ruling

ASKED = (Ruling.REQUIRE_APPROVAL, Ruling.UNMET_PRECONDITION)


@dataclass(frozen=True, slots=True)
class Gate:
    """Rules at a moment: what an enforcement point would ask."""

    rules: PolicySet
    now: datetime
    zone: tzinfo = UTC

    @staticmethod
    def of(policies: Iterable[Policy], now: datetime, zone: tzinfo = UTC) -> Gate:
        enforced = [Enforced(f"PB-{place:02}", policy) for place, policy in enumerate(policies, 1)]
        return Gate(PolicySet(enforced, Lexicon.default()), now, zone)

    def judge(self, action: Action) -> Judgement:
        return self.rules.judge(canonical(action, self.rules.lexicon), now=self.now, zone=self.zone)


def figures(bad: Sequence[Ruling], good: Sequence[Ruling], coverage: float) -> Metrics:
    """``stopped`` is denied or asked, of what must not run; ``false_block`` is denied and ``benign_asked`` asked, of
    what may. ``coverage`` is the share of the sentences that are enforced."""
    denied, asked = _share(bad, (Ruling.DENY,)), _share(bad, ASKED)
    return {
        "stopped": denied + asked,
        "denied": denied,
        "asked": asked,
        "false_block": _share(good, (Ruling.DENY,)),
        "benign_asked": _share(good, ASKED),
        "coverage": coverage,
    }


def _share(rulings: Sequence[Ruling], counted: Sequence[Ruling]) -> float:
    return sum(ruling in counted for ruling in rulings) / len(rulings) if rulings else 0.0
