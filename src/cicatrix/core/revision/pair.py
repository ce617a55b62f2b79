"""Two statements side by side: which of their words and values meet, what is left over, how alike they are.

Shares and likenesses are whole millionths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.revision import tables
from cicatrix.core.revision.polarity import denegated, is_negative
from cicatrix.core.revision.standing import asserted, fragments
from cicatrix.core.revision.subjects import Subject, subject_of
from cicatrix.core.revision.values import Value, comparable, equal, values
from cicatrix.core.revision.verdicts import Statement
from cicatrix.core.revision.wording import Word, is_unspaced, plain, shared_front, words

ONE: Final = 1_000_000

Likeness = Callable[[str, str], int | None]
"""The cosine of two texts in millionths; None where no embedder is there."""

_MEETS: Final = frozenset(("same", "near", "under", "above"))
_INDEFINITE: Final = frozenset(["a", "an", "some", "somebody", "someone", "several", "many", "people", "nobody", "no"])
_ORDER: Final = ("same", "near", "under", "above", "opposite", "beside")


@dataclass(frozen=True, slots=True)
class Unit:
    """A content word, or a value with all its words."""

    stem: str
    text: str
    place: int  # of its first word
    start: int  # in the text
    value: Value | None = None
    capital: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    old: Unit
    new: Unit
    relation: str


@dataclass(frozen=True, slots=True)
class Pair:
    """What is compared. Texts are normalised; ``said`` is the asserted part of the new one, or all of it."""

    old: Statement
    new: Statement
    old_text: str
    new_text: str
    said: str
    likeness: int | None
    old_subject: Subject
    new_subject: Subject
    old_units: tuple[Unit, ...]
    new_units: tuple[Unit, ...]
    matches: tuple[Match, ...]

    @property
    def shared(self) -> tuple[Match, ...]:
        """The matches that mean the same, or a kind of it."""
        return tuple(match for match in self.matches if match.relation in _MEETS)

    @property
    def old_only(self) -> tuple[Unit, ...]:
        met = {match.old.place for match in self.matches}
        return tuple(unit for unit in self.old_units if unit.place not in met)

    @property
    def new_only(self) -> tuple[Unit, ...]:
        met = {match.new.place for match in self.matches}
        return tuple(unit for unit in self.new_units if unit.place not in met)

    @property
    def old_share(self) -> int:
        """How much of the old statement is in the new one."""
        return _share(len(self.shared), len(self.old_units))

    @property
    def new_share(self) -> int:
        return _share(len(self.shared), len(self.new_units))

    @property
    def least_share(self) -> int:
        return min(self.old_share, self.new_share)

    @property
    def is_covered(self) -> bool:
        """Whether nothing is left over on either side, and nothing is opposed."""
        return len(self.shared) == len(self.old_units) == len(self.new_units)

    @property
    def topic(self) -> tuple[Match, ...]:
        """The shared words that say what both are about: no light words, no values, no names, neither the occasion nor
        the one thing that both speak of."""
        about = {unit.place for unit in self._about}
        return tuple(match for match in self.shared if match.old.place in about)

    @property
    def topic_share(self) -> int:
        """How much of what the old statement is about the new one is about."""
        return _share(len(self.topic), len(self._about))

    @property
    def _about(self) -> list[Unit]:
        behind = shared_front(self.old_text, self.said)
        named = self.old.subject
        is_thing = named == self.new.subject and named.islower() and "'s " not in named
        thing = {word.stem for word in words(plain(named))} if is_thing else set[str]()
        return [
            unit
            for unit in self.old_units
            if unit.start >= behind and unit.stem not in thing and is_topical(unit, self.old_subject)
        ]

    @property
    def entities(self) -> frozenset[str]:
        """The names and identifiers that both mention."""
        named = {match.old.stem for match in self.shared if match.old.value and match.old.value.kind == "id"}
        return frozenset(self.old_subject.names & self.new_subject.names) | named

    @property
    def speaks_of_self(self) -> bool:
        return self.old_subject.who.startswith("self")

    @property
    def values_differ(self) -> bool:
        """Whether each has a value that the other has not."""
        old = any(unit.value is not None for unit in self.old_only)
        return old and any(unit.value is not None for unit in self.new_only)

    @property
    def keeps_names(self) -> bool:
        """Whether the new statement has all names of the old one, and there are some."""
        old, new = (
            {unit.text for unit in side if unit.capital and unit.place > 0 and unit.value is None}
            for side in (self.old_units, self.new_units)
        )
        return bool(old) and old <= new

    @property
    def are_indefinite(self) -> bool:
        """Whether both speak of somebody or something not told before: "a man", "two dogs", "somebody"."""
        return _is_indefinite(self.old_text) and _is_indefinite(self.said)

    @property
    def polarity_differs(self) -> bool:
        """Whether one says no and the other does not."""
        old, new = is_negative(self.old_text), is_negative(self.said)
        if old == new:
            return False
        return is_negative(_nearest(self.old_text, self.new_units)) != is_negative(_nearest(self.said, self.old_units))

    @property
    def alike(self) -> int:
        """The cosine of the two, without what says no where only one does; where no embedder is there, how much of
        their words they share."""
        if self.likeness is None:
            return 9 * (self.old_share + self.new_share) // 20 + (ONE // 10 if self.is_covered else 0)
        return self.likeness


def compare(old: Statement, new: Statement, likeness: Likeness | None) -> Pair:
    """Two statements side by side."""
    old_text, new_text = plain(old.text), plain(new.text)
    said = asserted(new_text) or new_text
    old_units, new_units = units(old_text), units(said)
    return Pair(
        old,
        new,
        old_text,
        new_text,
        said,
        _cosine(old, new, old_text, said, likeness),
        subject_of(old_text, old.speaker, old.subject),
        subject_of(said, new.speaker, new.subject),
        old_units,
        new_units,
        matched(old_units, new_units),
    )


def _cosine(old: Statement, new: Statement, old_text: str, said: str, likeness: Likeness | None) -> int | None:
    """Of the texts as they were said, whose vectors are there; of what is left without a no where one alone has it.

    None for scripts without spaces: to a small embedder all their sentences are alike.
    """
    if likeness is None or is_unspaced(old.text) or is_unspaced(new.text):
        return None
    if is_negative(old_text) == is_negative(said):
        return likeness(old.text, new.text)
    return likeness(denegated(old_text), denegated(said))


@lru_cache(maxsize=4096)
def units(text: str) -> tuple[Unit, ...]:
    """The content words of a normalised text, and its values, in order."""
    found: list[Unit] = []
    read = iter(values(text))
    value = next(read, None)
    for word in words(text):
        while value is not None and word.start >= value.end:
            value = next(read, None)
        if value is not None and value.start <= word.start < value.end:
            if not found or found[-1].value is not value:
                found += _of_value(value, word)
        elif word.content:
            found.append(Unit(word.stem, word.low, word.place, word.start, None, word.capital))
    return tuple(found)


def matched(old: Sequence[Unit], new: Sequence[Unit]) -> tuple[Match, ...]:
    """Pairs of units that stand for each other: the closest relation first, then the nearest place; each unit once."""
    found: list[tuple[int, int, int, int, str]] = []
    for i, one in enumerate(old):
        for j, two in enumerate(new):
            relation = _relation(one, two)
            if relation:
                found.append((_ORDER.index(relation), abs(i * len(new) - j * len(old)), i, j, relation))
    found.sort()
    met_old: set[int] = set()
    met_new: set[int] = set()
    matches: list[Match] = []
    for _, _, i, j, relation in found:
        if i not in met_old and j not in met_new:
            met_old.add(i)
            met_new.add(j)
            matches.append(Match(old[i], new[j], relation))
    return tuple(matches)


def is_topical(unit: Unit, subject: Subject) -> bool:
    """Whether a unit says what a statement is about."""
    named = unit.text in subject.names and (unit.capital or not unit.text.isalpha())
    return unit.value is None and unit.stem not in tables.LIGHT and not named


def conflicts(pair: Pair) -> tuple[tuple[Value, Value], ...]:
    """Values of the old statement that are not in the new one, each with a comparable one that the new one has."""
    old = values(pair.old_text)
    new = values(pair.said)
    free = [value for value in new if not any(equal(value, other) for other in old if comparable(value, other))]
    return tuple((lost, found) for lost in old for found in free if comparable(lost, found) and not equal(lost, found))


def _nearest(text: str, others: Sequence[Unit]) -> str:
    """The part of a text that meets most of the other statement's words; the shortest of several."""
    stems = {unit.stem for unit in others}
    return min(
        fragments(text), key=lambda part: (-len(stems & {unit.stem for unit in units(part)}), len(part)), default=text
    )


def _share(part: int, whole: int) -> int:
    """In millionths, rounded up, so that two thirds of both sides reach a bound of .60."""
    return -(-ONE * part // max(1, whole))


def _is_indefinite(text: str) -> bool:
    first = words(text)[:3]
    there = bool(first) and first[0].low == "there"
    opening = first[2:] if there else first[:1]
    return any(word.low in _INDEFINITE or (word.figure and not word.negates) for word in opening)


def _of_value(value: Value, word: Word) -> list[Unit]:
    return [Unit(f"={value.kind}:{value.key}", value.written, word.place, word.start, value)]


def _relation(one: Unit, two: Unit) -> str:
    if one.value is None and two.value is None:
        return tables.relation(one.stem, two.stem, one.capital and two.capital)
    if one.value is not None and two.value is not None:
        return "same" if equal(one.value, two.value) else ""
    return ""
