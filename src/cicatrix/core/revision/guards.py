"""Guards: what forbids that a new statement ends an old one, whatever the signals say."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision import tables
from cicatrix.core.revision.cues import CueKind, cues
from cicatrix.core.revision.occasions import other_occasion, other_scope
from cicatrix.core.revision.pair import ONE, Pair, Unit, matched, units
from cicatrix.core.revision.standing import Standing, asserted, clauses, sentences
from cicatrix.core.revision.subjects import different, names_in
from cicatrix.core.revision.verbs import finite_places, is_finite
from cicatrix.core.revision.wording import Word, words

_ADDS: Final = regex(
    r"\b(?:another|a (?:second|third|fourth|further)|also|as well|in addition|additionally|besides)\b|\btoo(?:[.,!]|$)",
    re.IGNORECASE,
)
_FORMER: Final = regex(r"^(?:the|my|our) (?:last|previous|first|old|former) ", re.IGNORECASE)
_OTHER_ONE: Final = regex(
    r"^(?i:my|our|his|her|their|\S+'s) (?:very )?(?:(?P<which>old|former|previous|first|last|earlier|original|next) "
    r"(?!name|day|language|choice|priority)|(?P<ex>ex)-)(?P<noun>[a-z]+)(?: [a-z]+)? (?:was|were|is|are) "
    r"(?:called |named |an? |the |in |at |on |from |(?=[A-Z\d]))"
)
"""One of several in turn, and what it was: "my old car was a Fiat"."""
_STATES: Final = frozenset(("is", "are", "was", "were", "am", "be", "been", "has", "have", "had"))
_FIRST_PERSON: Final = regex(r"\b(?:i|me|my|mine|we|us|our|ours)\b", re.IGNORECASE)
_SAYS: Final = {
    Standing.QUESTION: "the new one asks and asserts nothing",
    Standing.SUPPOSED: "the new one supposes and asserts nothing",
    Standing.PLANNED: "the new one tells a plan",
    Standing.QUOTED: "the new one gives somebody else's words",
    Standing.PAST: "the new one tells of earlier times",
    Standing.EXCEPTION: "the new one tells an exception",
}


def not_asserted(pair: Pair) -> str:
    """Why the new statement asserts nothing about the old one's topic, or nothing."""
    parts = clauses(pair.new_text)
    told = [clause for clause in parts if clause.standing is not Standing.ASSERTED]
    if not told:
        return ""
    if not asserted(pair.new_text):
        return _SAYS[told[0].standing]
    about = {clause.standing: _met(pair, clause.text) for clause in told}
    most = max(about, key=lambda standing: about[standing])
    exception = Standing.EXCEPTION in about
    if exception and about[Standing.EXCEPTION] >= 0 and not _has_cue(pair, CueKind.CHANGED):
        return _SAYS[Standing.EXCEPTION]
    asserted_share = _met(pair, pair.said)
    if asserted_share and _has_cue(pair, CueKind.ENDED):
        return ""
    return _SAYS[most] if about[most] > asserted_share else ""


def another_subject(pair: Pair) -> str:
    """Why the two speak of different subjects, or nothing."""
    reason = different(pair.old, pair.new)
    if reason:
        return reason
    modifier = _other_modifier(pair) or _other_in_turn(pair)
    if modifier:
        return modifier
    one, two = _head_names(pair.old_text), _head_names(pair.said)
    mentioned_old = one & (names_in(pair.said) | {word.low for word in words(pair.said)})
    mentioned_new = two & (names_in(pair.old_text) | {word.low for word in words(pair.old_text)})
    if one - mentioned_old and two - mentioned_new and (not mentioned_old or len(one) > 1):
        return f"another subject: {' '.join(sorted(one - mentioned_old))} / {' '.join(sorted(two - mentioned_new))}"
    return ""


def another_time(pair: Pair) -> str:
    """Why the two tell of different events or hold under different conditions, or nothing."""
    if _has_cue(pair, CueKind.CORRECTED):
        return ""
    return other_occasion(pair) or other_scope(pair)


def doubts(pair: Pair) -> str:
    """Why an end that the rules have found is not sure, or nothing."""
    if _has_cue(pair, CueKind.CORRECTED):
        return ""
    if _ADDS.search(pair.said):
        return "the new one speaks of one more"
    if _FORMER.search(pair.old_text):
        return "the old one speaks of an earlier one"
    other = _other_object(pair)
    if other:
        return other
    if pair.old_subject.who == "self" and not _FIRST_PERSON.search(pair.new_text):
        head = _head(pair.said)
        met = {match.new.stem for match in pair.shared}
        if head and not any(word.stem in met for word in head):
            return f"the new one speaks of {' '.join(word.low for word in head)}"
    return ""


def _other_object(pair: Pair) -> str:
    """A thing acted on that another word tells apart: "cut the travel budget" / "raised the training budget"."""
    old, new = words(pair.old_text), words(pair.said)
    verbs = [old[place] for place in finite_places(old)]
    if any(verb.low in _STATES for verb in verbs):
        return ""
    stems_old, stems_new = {word.stem for word in old}, {word.stem for word in new}
    for match in pair.shared:
        mine, theirs = _before(old, match.old.place), _before(new, match.new.place)
        if mine is None or theirs is None or mine.stem in stems_new or theirs.stem in stems_old:
            continue
        if tables.relation(mine.stem, theirs.stem) != "near":
            return f"another {match.old.text}: {mine.low} / {theirs.low}"
    return ""


def _before(sentence: tuple[Word, ...], place: int) -> Word | None:
    """The word that tells a noun apart: a plain content word right in front of it, no verb."""
    word = sentence[place - 1] if place else None
    if word is None or not (word.content or word.low == "may") or word.figure or word.stem in tables.LIGHT:
        return None
    return None if word.place == 0 or is_finite(sentence, word.place) else word


def said_earlier(pair: Pair) -> bool:
    """Whether the new statement was said before the old one: then it makes nothing current."""
    return bool(pair.old.said_at and pair.new.said_at) and pair.new.said_at < pair.old.said_at


def _met(pair: Pair, text: str) -> int:
    """How much of the old statement's content a part of the new one carries, in millionths."""
    shared = [match for match in matched(pair.old_units, units(text)) if match.relation in ("same", "near")]
    return ONE * len(shared) // max(1, len(pair.old_units))


def _has_cue(pair: Pair, kind: CueKind) -> bool:
    return any(cue.kind is kind for cue in cues(pair.said))


def _other_modifier(pair: Pair) -> str:
    """Two things of a kind that a word tells apart: "the red line" / "the blue line", "blood test" / "eye test"."""
    one, two = _head(pair.old_text), _head(pair.said)
    differ = [(a, b) for a, b in zip(one, two, strict=False) if a.stem != b.stem]
    if not 2 <= len(one) == len(two) <= 4 or len(differ) != 1:
        return ""
    mine, theirs = differ[0]
    stems_old, stems_new = {unit.stem for unit in pair.old_units}, {unit.stem for unit in pair.new_units}
    if mine.stem in stems_new or theirs.stem in stems_old or tables.relation(mine.stem, theirs.stem) == "near":
        return ""
    same = next(word.low for word in one if word is not mine)
    return f"another {same}: {mine.low} / {theirs.low}"


def _other_in_turn(pair: Pair) -> str:
    """The one before and the one of now: "my old car was a Fiat" / "my car is a Volvo"."""
    old, new = _OTHER_ONE.match(pair.old_text), _OTHER_ONE.match(pair.said)
    told = old or new
    if told is None or (old and new) or len(sentences(pair.said)) > 1 or _has_cue(pair, CueKind.CHANGED):
        return ""
    other = words(pair.said if old else pair.old_text)
    if not any(word.low == told["noun"] for word in other) or any(_names(match.old) for match in pair.shared):
        return ""
    return f"another {told['noun']}: {told['which'] or told['ex']}"


def _names(unit: Unit) -> bool:
    return unit.value is not None or (unit.capital and unit.place > 0)


@lru_cache(maxsize=4096)
def _head(text: str) -> tuple[Word, ...]:
    """The content words in front of the first finite verb, where they are plain words."""
    sentence = words(text)
    places = finite_places(sentence)
    head = sentence[: places[0]] if places else ()
    content = tuple(word for word in head if (word.content and word.low != "longer") or word.surface == "May")
    return () if any(word.figure or "." in word.low or word.stem in tables.LIGHT for word in content) else content


_JOINED: Final = regex(r"\w[-_]\w")
_FIGURE: Final = regex(r"\d")


@lru_cache(maxsize=4096)
def _head_names(text: str) -> frozenset[str]:
    """Names and numbered things in front of the first finite verb: "Marlin Bakery", "issue 812"."""
    sentence = words(text)
    places = finite_places(sentence)
    head = sentence[: places[0]] if places else ()
    named = names_in(text)
    return frozenset(
        word.low
        for word in head
        if word.low in named or _JOINED.search(word.low) or (_FIGURE.search(word.low) and word.place > 0)
    )
