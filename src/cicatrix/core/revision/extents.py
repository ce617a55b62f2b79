"""Extents: a no to some of what the other statement says, or to more than that.

"I don't like black tea" leaves "I like tea" as true as it was, and "I don't speak French well" tells that French is
spoken. A no to the broader thing may end the narrower one: nobody said so, and a person is asked.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision import tables
from cicatrix.core.revision.cues import CueKind, cues
from cicatrix.core.revision.pair import Pair, Unit
from cicatrix.core.revision.polarity import is_negative
from cicatrix.core.revision.verbs import finite_places
from cicatrix.core.revision.verdicts import Judged, Verdict
from cicatrix.core.revision.wording import Word, words

_DEGREE: Final = regex(
    r"\b(?:well|often|much|very|fluently|regularly|frequently|usually|always|especially|particularly|perfectly"
    r"|completely|entirely|fully|properly|easily|quite|enough|a lot|all the time|every(?:thing| day| week| time)"
    r"|daily|too)\b",
    re.IGNORECASE,
)
_CIRCUMSTANCE: Final = regex(
    r"^\W*(?:(?:with|without|when|if|unless|while|that|which|who)\b|\d|on (?:\w+days|weekends)\b"
    r"|at (?:night|weekends)\b)",
    re.IGNORECASE,
)
_BEHIND: Final = regex(r"^\W*(?:at|in|from|by|of|for|that|which|who|with|without)\b|^ \d", re.IGNORECASE)
_OVER: Final = frozenset(("longer", "more"))  # of "no longer"
_MOST: Final = 2  # words of a modifier: "black", "very old"


def narrowed(pair: Pair) -> Judged | None:
    """One denies what the other affirms, of a narrower thing or in a lower degree; or of a broader one."""
    if not pair.polarity_differs or not pair.shared or pair.are_indefinite or (pair.old_only and pair.new_only):
        return None
    ends = any(cue.kind is CueKind.ENDED for cue in cues(pair.said))
    denies_new = is_negative(pair.said)
    denied, affirmed = (pair.said, pair.old_text) if denies_new else (pair.old_text, pair.said)
    denied_only, affirmed_only = (pair.new_only, pair.old_only) if denies_new else (pair.old_only, pair.new_only)
    degree = _DEGREE.search(denied)
    plainly = not affirmed_only and not ends and not _DEGREE.search(affirmed)
    if degree and plainly and all(_DEGREE.search(unit.text) for unit in denied_only):
        return Judged(Verdict.REFINES, f"a no to the degree: {degree[0].lower()}", {"added": degree[0].lower()})
    if extent := _extent(pair, denied, denied_only, new=denies_new):
        return Judged(Verdict.REFINES, f"a no to a narrower thing: {extent}", {"added": extent})
    extent = _extent(pair, affirmed, affirmed_only, new=not denies_new)
    if extent and not (ends and denies_new):
        return Judged(Verdict.UNCERTAIN, f"a no to a broader thing, without {extent}", {"added": extent})
    return None


def is_modified(pair: Pair) -> bool:
    """Whether a noun behind the verb, which both have, carries another word in front of it on one side alone; of what
    people say of themselves also behind it: "the tea at work"."""
    if pair.are_indefinite:
        return False
    for text, only, new in ((pair.said, pair.new_only, True), (pair.old_text, pair.old_only, False)):
        sentence = words(text)
        verb = _verb(sentence)
        met = _met(pair, new=new)
        for unit in only:
            telling = unit.stem not in tables.FILLERS and unit.text not in _OVER
            if telling and unit.place > verb and _modifies(sentence, unit.place, met):
                return True
        behind = _behind(text, sentence, only[0], met) if only and pair.speaks_of_self else ""
        if _BEHIND.match(behind) and only[0].stem not in tables.LIGHT:
            return True
    return False


def _extent(pair: Pair, text: str, only: tuple[Unit, ...], *, new: bool) -> str:
    """The words that make the object of one statement narrower than that of the other, where nothing else differs."""
    left = [unit for unit in only if unit.stem not in tables.FILLERS and unit.text not in _OVER]
    sentence = words(text)
    verb = _verb(sentence)
    if not left or any(unit.place <= verb for unit in left):
        return ""
    met = _met(pair, new=new)
    if all(_modifies(sentence, unit.place, met) for unit in left):
        return " ".join(unit.text for unit in left)
    behind = _behind(text, sentence, left[0], met)
    return behind.strip(" .!") if _CIRCUMSTANCE.match(behind) else ""


def _verb(sentence: tuple[Word, ...]) -> int:
    """Where the first finite verb stands, or the word that opens a sentence in which none was found."""
    return next(iter(finite_places(sentence)), 0)


def _behind(text: str, sentence: tuple[Word, ...], left: Unit, met: set[int]) -> str:
    """What follows on the last word of the predicate that both have, in front of one that only one has."""
    last = max((place for place in met if place < left.place), default=-1)
    return text[sentence[last].start + len(sentence[last].surface) :] if last >= max(1, _verb(sentence)) else ""


def _met(pair: Pair, *, new: bool) -> set[int]:
    """Where the words that both have stand in one of the two."""
    return {(match.new if new else match.old).place for match in pair.shared}


def _modifies(sentence: tuple[Word, ...], place: int, met: set[int]) -> bool:
    """Whether a word stands right in front of a noun that both have, with at most another word between."""
    return any(
        behind in met and all(sentence[between].content for between in range(place, behind))
        for behind in range(place + 1, min(place + 1 + _MOST, len(sentence)))
    )
