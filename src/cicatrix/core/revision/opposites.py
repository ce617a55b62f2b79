"""Opposites: the same statement with and without a no, or with an opposite word in its predicate."""

from __future__ import annotations

from typing import Final

from cicatrix.core.revision import tables
from cicatrix.core.revision.extents import is_modified
from cicatrix.core.revision.pair import Match, Pair
from cicatrix.core.revision.standing import sentences
from cicatrix.core.revision.verbs import finite_places
from cicatrix.core.revision.verdicts import Judged, Verdict
from cicatrix.core.revision.wording import words

SAME_STATEMENT: Final = 800_000
"""The cosine without negation from which two statements are one with a no; and from which they may be."""
MAYBE_SAME: Final = 600_000
MAYBE_BY_WORDS: Final = 400_000
"""The same by shared words, where no embedder is there: other words for the same are not seen."""
HALF: Final = 500_000

_PARTICLES: Final = {"into": "in", "onto": "on"} | {
    word: word
    for word in ("off", "down", "up", "in", "out", "on", "under", "over", "inside", "near", "with", "without")
}
_INDEFINITE: Final = frozenset(("a", "an", "some", "2", "3", "several", "people"))


def opposite_polarity(pair: Pair) -> Judged | None:
    """One says no to what the other says, and all else is the same."""
    if not pair.polarity_differs or pair.alike < MAYBE_SAME or not pair.shared:
        return None
    if _words_opposed(pair):
        return Judged(Verdict.UNCERTAIN, "a negation and an opposite word, which cancel out")
    aligned = not (pair.old_only and pair.new_only) or pair.least_share > HALF + HALF // 2
    if pair.alike >= SAME_STATEMENT and aligned and not pair.values_differ and not is_modified(pair):
        return Judged(Verdict.REPLACES, "the same statement, one with a negation")
    return None


def unclear_polarity(pair: Pair) -> Judged | None:
    """One says no, and what they say is partly the same."""
    bound = MAYBE_SAME if pair.likeness is not None else MAYBE_BY_WORDS
    if pair.polarity_differs and pair.alike >= bound and (pair.least_share >= HALF // 2 or pair.topic):
        return Judged(Verdict.UNCERTAIN, "one has a negation, and they are partly the same")
    return None


def opposite_words(pair: Pair) -> Judged | None:
    """Opposite words in the predicate, and all else the same."""
    if pair.polarity_differs or pair.values_differ:
        return None
    opposed = antonyms(pair)
    rest = len(pair.old_only) + len(pair.new_only)
    if opposed and pair.least_share >= 400_000:
        pair_of_words = f"{opposed[0].old.text} / {opposed[0].new.text}"
        if rest == 0:
            return Judged(Verdict.REPLACES, f"opposite words, the rest the same: {pair_of_words}")
        if rest <= 2:
            return Judged(Verdict.UNCERTAIN, f"opposite words, the rest partly the same: {pair_of_words}")
    if rest == 0 and not opposed and particles_opposed(pair) and pair.least_share >= 600_000:
        first = words(pair.old_text)[0].low
        verdict = Verdict.UNCERTAIN if first in _INDEFINITE else Verdict.REPLACES
        return Judged(verdict, "opposite particles, the rest the same")
    return None


def antonyms(pair: Pair) -> tuple[Match, ...]:
    """Opposite words after the first finite verb of both; people and colours are no opposites."""
    old, new = _predicate(pair.old_text), _predicate(pair.said)
    return tuple(
        match
        for match in pair.matches
        if match.relation == "opposite"
        and match.old.stem not in tables.people()
        and match.old.stem not in tables.COLOURS
        and match.old.place >= old
        and (match.new.place >= new or len(sentences(pair.said)) > 1)
    )


def _words_opposed(pair: Pair) -> bool:
    return bool(antonyms(pair)) or (particles_opposed(pair) and pair.least_share >= 400_000)


def particles_opposed(pair: Pair) -> bool:
    """Whether one has "on" where the other has "off", and neither has both."""
    one, two = _particles(pair.old_text), _particles(pair.said)
    return any(tables.opposite(a, b) or {a, b} == {"with", "without"} for a in one - two for b in two - one)


def _particles(text: str) -> set[str]:
    return {_PARTICLES[word.low] for word in words(text) if word.low in _PARTICLES}


def _predicate(text: str) -> int:
    places = finite_places(words(text))
    return places[0] if places else 0
