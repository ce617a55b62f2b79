"""How policies look on a terminal: what was read, the words that were not, and what it says of calls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cicatrix.core.policies.policy import Policy, PolicyStatus
from cicatrix.interfaces import readings
from cicatrix.interfaces.cli.text import counted, shortened

if TYPE_CHECKING:
    from cicatrix.core.memories import Memory
    from cicatrix.core.policies.lexicon import Lexicon
    from cicatrix.engine.policies import Explained, Tried
    from cicatrix.interfaces.cli.sheet import Part, Sheet

_TRIED: Final = {"own": "the episode's own call", "must": "has to stop", "must_not": "has to spare"}


def listed(sheet: Sheet, rules: Sequence[Memory]) -> None:
    if not rules:
        sheet.line(f"No policies here. They are read out of corrections: {sheet.call('record --correction …')}")
        return
    counts = [
        f"{sum(readings.standing(rule) == status.value for rule in rules)} {status.value}" for status in PolicyStatus
    ]
    sheet.head(counted(len(rules), "policy", "policies"), " · ".join(counts))
    for rule in rules:
        entry(sheet, rule)
    sheet.blank()


def entry(sheet: Sheet, rule: Memory) -> None:
    """One rule with what it stops, on two lines."""
    if rule.policy is None:
        sheet.entry(rule.id, (shortened(rule.text), "bold"), aside="not read")
        return
    sheet.entry(rule.id, *sentence(rule.policy), aside=readings.standing(rule))
    said = dict(readings.facts(rule.policy))
    effect = said.pop("effect")
    rest = " · ".join(f"{name} {value}" for name, value in said.items() if name not in ("unread", "confirmed by"))
    sheet.line((f"{effect}{f' · {rest}' if rest else ''}", "meta"), indent=9)
    for why in rule.policy.why:
        sheet.line((why, "meta"), indent=9)


def sentence(policy: Policy) -> list[Part]:
    """The rule's words: those that were not read are struck, and in brackets where nothing can be struck."""
    return [
        (f"[{piece.text}]", "struck") if piece.state == "unread" else (piece.text, "bold" if piece.state else "")
        for piece in readings.pieces(policy)
    ]


def explained(sheet: Sheet, found: Explained) -> None:
    said = readings.STATUSES[found.policy.status]
    sheet.head(f"{found.rule.id}  policy", readings.UNSTOPPED.get(found.rule.status, said))
    sheet.line(*sentence(found.policy))
    sheet.blank()
    sheet.facts(readings.facts(found.policy))
    if found.policy.why:
        sheet.blank()
        for why in found.policy.why:
            sheet.line(f"not in force: {why}")
    if found.tried:
        sheet.blank()
        _tried(sheet, found.tried)
    if found.policy.status is PolicyStatus.PROPOSED:
        sheet.blank()
        sheet.line(("→ ", "meta"), sheet.call(f"policy promote {found.rule.id} --by NAME"))
    sheet.blank()


def waiting(sheet: Sheet, found: Explained) -> None:
    """One that a person is asked about: what was read, the words that were not, the verdict on the episode's own call
    and two near misses."""
    entry(sheet, found.rule)
    near = [one for one in found.tried if one.kind == "must_not"][:2]
    stops = [one for one in found.tried if one.kind != "must_not"]
    own = [one for one in stops if one.kind == "own"] or stops
    _tried(sheet, [*own[:1], *near])


def tested(sheet: Sheet, tried: Sequence[Tried]) -> None:
    failed = sum(not one.ok for one in tried)
    words = "all as they should be" if not failed else f"{failed} NOT AS THEY SHOULD BE"
    sheet.head(counted(len(tried), "call") + " tried", words)
    for rule in dict.fromkeys(one.rule for one in tried):
        sheet.line((rule, "scar"))
        _tried(sheet, [one for one in tried if one.rule == rule])
    sheet.blank()


def _tried(sheet: Sheet, tried: Sequence[Tried]) -> None:
    for one in tried:
        mark = "●" if one.ok else "○"
        words = f"{one.ruling.value.replace('_', ' ')}   {shortened(readings.action(one.action), 70)}"
        sheet.entry(mark, words, aside=_TRIED[one.kind] if one.ok else f"{_TRIED[one.kind]}, and does not", indent=4)


def written(path: Path, lexicon: Lexicon, by: str) -> Policy:
    """The policy in a TOML file, written by a person. Raises InvalidInput for one that is none."""
    from cicatrix.config import read_toml
    from cicatrix.core.policies.written import read_policy
    from cicatrix.errors import InvalidInput

    try:
        table = read_toml(path)
    except FileNotFoundError as error:
        raise InvalidInput(f"There is no file {path}.", hint="Name the TOML file that holds the policy.") from error
    return read_policy(table, lexicon=lexicon, by=by)
