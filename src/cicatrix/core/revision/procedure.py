"""The procedure: one new statement against one old one.

The rules are asked in order; the first that has an answer decides, and says why. Guards come first: they forbid that a
statement of somebody else, of another day, or one that asserts nothing ends anything. Similarity comes last, and never
does more than ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal

from cicatrix.core.attributes import are_unlike
from cicatrix.core.revision import ages, endings, extents, guards, opposites, sameness, slots, states, updates
from cicatrix.core.revision.occasions import disjoint_periods
from cicatrix.core.revision.pair import Likeness, Pair, compare
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict
from cicatrix.core.revision.wording import same_words

Holds = Literal["one", "many"]

_RULES: Final[tuple[Callable[[Pair], Judged | None], ...]] = (
    extents.narrowed,
    ages.grew_older,
    opposites.opposite_polarity,
    slots.one_slot,
    updates.denied_value,
    updates.changed_value,
    updates.retracted,
    updates.ended,
    updates.resumed,
    updates.corrected,
    opposites.opposite_words,
    sameness.same,
    sameness.liked,
    sameness.same_value,
    states.arrived,
    updates.ended_too,
    updates.changed,
    opposites.unclear_polarity,
    slots.another_holder,
    slots.unclear_slot,
    updates.no_longer_only,
    updates.other_value,
    sameness.conditioned,
    sameness.adds,
    sameness.elaborates,
    sameness.similar,
)


_GUESSES: Final = frozenset(("similar", "other_value", "unclear_slot", "changed_value", "unclear_polarity"))
"""Rules whose question rests on likeness, on a value of one kind or on a word of a change alone."""


def judge(old: Statement, new: Statement, *, likeness: Likeness | None, attributes: Mapping[str, Holds]) -> Judged:
    """What ``new`` means for ``old``, which was said before it. ``attributes``: which hold one value in this namespace.

    Pure: the same two statements and the same cosines give the same verdict.
    """
    pair = compare(old, new, likeness)
    judged = (
        _ask(_identical, pair)
        or _ask(endings.ended_by_event, pair)
        or _ask(_guarded, pair)
        or slots.known_attribute(pair, attributes)
        or (_ask(endings.another_employer, pair) if attributes.get("employer") == "one" else None)
        or next((found for rule in _RULES if (found := _ask(rule, pair)) is not None), None)
        or Judged(Verdict.DISTINCT, "no evidence that one speaks of the other", {"rule": "none"})
    )
    if judged.verdict is Verdict.REPLACES:
        judged = _weakened(pair, judged)
    elif judged.verdict is Verdict.UNCERTAIN and judged.signals["rule"] in _GUESSES and _tell_apart(pair):
        apart = f"{old.attribute} / {new.attribute}"
        judged = replace(judged, verdict=Verdict.DISTINCT, reason=f"two attributes: {apart} ({judged.reason})")
    return replace(judged, signals=_signals(pair) | judged.signals)


def _tell_apart(pair: Pair) -> bool:
    """Whether observation has read attributes that have nothing to do with each other."""
    return are_unlike(pair.old.attribute, pair.new.attribute)


def _ask(rule: Callable[[Pair], Judged | None], pair: Pair) -> Judged | None:
    """What a rule says, with its name among the signals."""
    judged = rule(pair)
    named: dict[str, int | str] = {"rule": rule.__name__.strip("_")}
    return None if judged is None else replace(judged, signals=named | judged.signals)


def _identical(pair: Pair) -> Judged | None:
    if not same_words(pair.old.text, pair.new.text) and not same_words(pair.old_text, pair.new_text):
        return None
    if disjoint_periods(pair):
        return Judged(Verdict.DISTINCT, "the same words, another period")
    reason = guards.another_subject(pair) or guards.another_time(pair)
    return Judged(Verdict.DISTINCT, reason) if reason else Judged(Verdict.DUPLICATE, "the same words")


def _guarded(pair: Pair) -> Judged | None:
    if disjoint_periods(pair):
        return Judged(Verdict.DISTINCT, "another period")
    another = guards.another_subject(pair)
    if another and slots.another_holder(pair):
        return None
    reason = guards.not_asserted(pair) or another or guards.another_time(pair)
    return Judged(Verdict.DISTINCT, reason) if reason else None


def _weakened(pair: Pair, judged: Judged) -> Judged:
    """An end that the rules have found, as far as nothing speaks against it."""
    if guards.said_earlier(pair):
        return replace(judged, verdict=Verdict.DISTINCT, reason=f"said earlier, so it ends nothing ({judged.reason})")
    doubt = guards.doubts(pair)
    return replace(judged, verdict=Verdict.UNCERTAIN, reason=f"{doubt} ({judged.reason})") if doubt else judged


def _signals(pair: Pair) -> dict[str, int | str]:
    """What every verdict was reached with."""
    found: dict[str, int | str] = {
        "old_share": pair.old_share,
        "new_share": pair.new_share,
        "topic_share": pair.topic_share,
    }
    if pair.likeness is not None:
        found["likeness"] = pair.likeness
    if pair.old_subject.who:
        found["subject"] = pair.old_subject.who
    return found


__all__ = ["Holds", "Likeness", "judge"]
