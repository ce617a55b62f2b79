from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.verdicts import Ruling


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        ("npm publish", Ruling.DENY),
        ("$X publish --access public", Ruling.REQUIRE_APPROVAL),
        ("n$X publish", Ruling.REQUIRE_APPROVAL),
        ("$X install", Ruling.NO_OPINION),
        ("echo npm publish", Ruling.NO_OPINION),
        ("sudo npm publish", Ruling.DENY),
    ],
)
def test_a_program_that_is_computed_may_be_the_one_that_a_rule_names(line: str, ruling: Ruling) -> None:
    lexicon = Lexicon.default()
    rules = PolicySet([Enforced("PB-01", compile_rule("Never run npm publish.", lexicon=lexicon))], lexicon)
    call = canonical(Action("bash", args={"command": line}), lexicon)
    assert rules.judge(call, now=datetime(2026, 11, 30, tzinfo=UTC), zone=UTC).ruling is ruling
