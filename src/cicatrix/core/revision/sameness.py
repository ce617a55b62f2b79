"""Sameness: whether the new statement says the same, says it more exactly, or only looks like it."""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision import tables
from cicatrix.core.revision.pair import ONE, Pair, conflicts
from cicatrix.core.revision.values import LOOSE, values
from cicatrix.core.revision.verbs import finite_places
from cicatrix.core.revision.verdicts import Judged, Verdict
from cicatrix.core.revision.wording import words

SIMILAR: Final = 800_000
"""The cosine from which two statements may be one; SIMILAR_SELF where the old one speaks of the speaker."""
SIMILAR_SELF: Final = 620_000
ADDS: Final = 750_000
MOST: Final = 700_000

_CONDITION: Final = regex(r"^(?:on|when|whenever|if|for|in|during|unless|while|with|under|as soon as)\b", re.IGNORECASE)
_DEFINITE: Final = regex(r"\b(?:the|that|this|my|our|his|her|their|those|these|'s)(?: \w+)?\s*$", re.IGNORECASE)
_LIKING: Final = frozenset(f"{verb}{s}" for verb in ("like", "love", "enjoy", "adore") for s in ("", "s", "d", "ed"))
_LONG: Final = regex(r"\d{3,}")


def conditioned(pair: Pair) -> Judged | None:
    """The new one opens with a condition that the old one does not have."""
    if (
        _CONDITION.match(pair.said)
        and not _CONDITION.match(pair.old_text)
        and not pair.polarity_differs
        and pair.old_share >= MOST
        and not pair.values_differ
    ):
        return Judged(Verdict.REFINES, "the new one carries a condition")
    return None


def same(pair: Pair) -> Judged | None:
    """All content of both meets, or but for words that add nothing."""
    rest = [
        unit for unit in (*pair.old_only, *pair.new_only) if unit.value is not None or unit.stem not in tables.FILLERS
    ]
    if rest or not 0 < len(pair.matches) == len(pair.shared) or pair.polarity_differs or is_guarded(pair):
        return None
    kinds = [match.relation for match in pair.matches]
    if _crosses(pair) and not (pair.speaks_of_self or not finite_places(words(pair.old_text))):
        return Judged(Verdict.UNCERTAIN, "the same words in another order")
    if "under" not in kinds and "above" not in kinds:
        if pair.likeness is None or pair.alike >= MOST:
            return Judged(Verdict.DUPLICATE, "all content is the same")
        return Judged(Verdict.UNCERTAIN, "the same words, and yet unlike")
    if ("under" in kinds) != ("above" in kinds):
        return Judged(Verdict.REFINES, "a more exact word in one place")
    return Judged(Verdict.UNCERTAIN, "more exact words in both")


def liked(pair: Pair) -> Judged | None:
    """Both like the same, one of them more: "I like tea" / "I love tea"."""
    old, new = pair.old_only, pair.new_only
    if len(old) != 1 or len(new) != 1 or pair.polarity_differs or not pair.shared or is_guarded(pair):
        return None
    if old[0].text in _LIKING and new[0].text in _LIKING:
        return Judged(Verdict.REFINES, f"{old[0].text}, then {new[0].text}")
    return None


def adds(pair: Pair) -> Judged | None:
    """One side has all that the other has, and more."""
    if pair.polarity_differs or is_guarded(pair) or any(match.relation == "beside" for match in pair.matches):
        return None
    extra = pair.old_only or pair.new_only
    if not extra or (pair.old_only and pair.new_only):
        return None
    added = " ".join(unit.text for unit in extra[:4])
    if pair.alike >= ADDS or (pair.topic_share == ONE and len(pair.topic) >= 2):
        return Judged(Verdict.REFINES, f"one adds {added}", {"added": added})
    if pair.alike >= MOST - 100_000 and pair.least_share >= 600_000:
        return Judged(Verdict.UNCERTAIN, f"one adds much: {added}", {"added": added})
    return None


def same_value(pair: Pair) -> Judged | None:
    """A value that both name, on the same topic."""
    if pair.polarity_differs or is_guarded(pair):
        return None
    met = [match.old.value for match in pair.shared if match.old.value is not None]
    if not met or not pair.topic or any(unit.value is not None for unit in pair.old_only):
        return None
    brings = [unit for unit in pair.new_only if unit.value is not None or (unit.capital and unit.place > 0)]
    if pair.topic_share == ONE and not brings and len(pair.new_only) <= 2:
        return Judged(Verdict.DUPLICATE, f"the same {met[0].kind}: {met[0].written}")
    telling = any(value.kind not in ("count", LOOSE) or len(value.key) > 2 for value in met)
    rest = [unit for unit in (*pair.old_only, *pair.new_only) if unit.stem not in tables.CARRIERS | tables.LIGHT]
    if telling and not brings and not rest:
        return Judged(Verdict.DUPLICATE, f"the same {met[0].kind}: {met[0].written}")
    if pair.topic_share >= (300_000 if telling else 600_000):
        return Judged(Verdict.REFINES, f"more about {met[0].written}")
    return None


def elaborates(pair: Pair) -> Judged | None:
    """The new one takes up most of what the old one is about and adds to it."""
    if pair.polarity_differs or is_guarded(pair) or len(pair.new_only) < 2:
        return None
    definite = _DEFINITE.search(pair.said[: pair.topic[0].new.start]) if pair.topic else None
    if pair.topic_share >= 500_000 and (len(pair.topic) >= 2 or definite):
        return Judged(Verdict.REFINES, f"takes up {pair.topic[0].old.text} and adds to it")
    return None


def similar(pair: Pair) -> Judged | None:
    """Alike, and nothing that code can name: never more than a question."""
    alike, guarded = pair.alike, is_guarded(pair)
    if not guarded and alike >= (SIMILAR_SELF if pair.speaks_of_self else SIMILAR):
        return Judged(Verdict.UNCERTAIN, "alike, without evidence")
    if alike >= 900_000:
        return Judged(Verdict.UNCERTAIN, "very much alike, yet a number, a name or a word differs")
    shared = _long_numbers(pair.old_text) & _long_numbers(pair.new_text)
    if shared:
        return Judged(Verdict.UNCERTAIN, f"the same number: {min(shared)}")
    return None


def is_guarded(pair: Pair) -> bool:
    """Whether a number, date, version, name or opposite word differs: such a pair is never a duplicate."""
    if pair.values_differ or conflicts(pair) or any(match.relation == "opposite" for match in pair.matches):
        return True
    one = [unit for unit in pair.old_only if unit.capital and unit.place > 0]
    two = [unit for unit in pair.new_only if unit.capital and unit.place > 0]
    return bool(one and two)


def _crosses(pair: Pair) -> bool:
    """Whether the shared words stand in another order, and no passive explains it."""
    if _passive(pair.old_text) != _passive(pair.said):
        return False
    places = [match.new.place for match in sorted(pair.shared, key=lambda match: match.old.place)]
    total = len(places) * (len(places) - 1) // 2
    inverted = sum(places[i] > places[j] for i in range(len(places)) for j in range(i + 1, len(places)))
    return 10 * inverted >= 3 * total > 0


def _passive(text: str) -> bool:
    lows = {word.low for word in words(text)}
    return "by" in lows and bool(lows & {"is", "are", "was", "were", "being", "been", "be"})


def _long_numbers(text: str) -> set[str]:
    return {found for value in values(text) for found in _LONG.findall(value.written) if value.kind != "year"}
