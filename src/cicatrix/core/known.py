"""What a namespace holds already, arranged so that a claim finds those that could say the same.

Retired and forgotten memories are in it too: they are their own tombstones. A lesson that a person took back is not
learnt again from the episodes that taught it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from typing import Final

from cicatrix.core.evidence import place as place_of
from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Evidence, Memory, MemoryType, Status
from cicatrix.core.reading.permission import relaxes, telling
from cicatrix.core.reading.signature import Signature, sense
from cicatrix.core.support import LIGHT, needed, says_the_same
from cicatrix.core.text import fold

LIVE: Final = frozenset([Status.CANDIDATE, Status.SHADOW, Status.ACTIVE, Status.SUSPENDED])
TAKEN_BACK: Final = frozenset([Status.RETIRED, Status.FORGOTTEN])

_Frame = tuple[frozenset[str], frozenset[str]]
_NOWHERE: Final = ""
"""The place of a word that follows none."""


class Known:
    """The newest version of every memory and rule. Grows while claims are admitted."""

    def __init__(self, memories: Iterable[Memory] = ()) -> None:
        self._memories: dict[str, Memory] = {}
        self._cited: dict[str, set[Evidence]] = {}
        self._by_words: defaultdict[tuple[MemoryType, str], set[str]] = defaultdict(set)
        self._shelves: defaultdict[_Frame, _Shelf] = defaultdict(_Shelf)
        self._by_topic: defaultdict[str, set[str]] | None = None  # made when the first permission asks
        self._learnt_from: defaultdict[tuple[str, str], set[tuple[int, int]]] = defaultdict(set)
        for memory in memories:
            self.put(memory)

    def put(self, memory: Memory) -> None:
        """Add a memory, or put its new version in the place of the old."""
        old = self._memories.get(memory.id)
        self._memories[memory.id] = memory
        if memory.is_rule:
            for span in memory.evidence:
                self._learnt_from[span.episode, span.field].add((span.start, span.end))
        if memory.id in self._cited:
            self._cited[memory.id].update(memory.evidence)
        if old is not None and old.text == memory.text:
            return
        if old is not None:
            self._by_words[_words(old)].discard(old.id)
            if old.is_rule:
                self._shelf(sense(old.text)).remove(old.id)
        self._by_words[_words(memory)].add(memory.id)
        if memory.is_rule:
            said = sense(memory.text)
            self._shelf(said).add(memory.id, said)
            self._file_topic(memory)

    def __iter__(self) -> Iterator[Memory]:
        return iter(list(self._memories.values()))

    def get(self, handle: str) -> Memory | None:
        return self._memories.get(handle)

    def cited(self, handle: str) -> Set[Evidence]:
        """The evidence of a memory, and what :meth:`note` added to it."""
        return self._cited_by(handle)

    def is_learnt(self, span: Evidence) -> bool:
        """Whether a rule rests on these words, or on longer ones around them."""
        held = self._learnt_from.get((span.episode, span.field), ())
        return any(start <= span.start and span.end <= end for start, end in held)

    def note(self, handle: str, spans: Iterable[Evidence]) -> None:
        """Evidence that a memory will cite when its new version is made."""
        self._cited_by(handle).update(spans)

    def in_the_same_words(self, text: str, type: MemoryType) -> list[Memory]:
        """Memories with this very text (case, spacing and end marks aside), oldest handle first."""
        return self._sorted(self._by_words.get((type, _plain(text)), ()))

    def saying_the_same(self, text: str) -> list[Memory]:
        """Rules that a quote with these words says again, oldest handle first."""
        found = {memory.id for memory in self.in_the_same_words(text, MemoryType.PROCEDURAL)}
        given = sense(text)
        for name in self._shelf(given).likely(given) - found:
            if not says_the_same(self._memories[name].text, text).lack:
                found.add(name)
        return self._sorted(found)

    def relaxed_by(self, text: str, span: Evidence) -> Memory | None:
        """The live rule that a permission touches most, of those that were taught before it; the oldest of equals."""
        if self._by_topic is None:
            self._by_topic = defaultdict(set)
            for memory in self._memories.values():
                self._file_topic(memory)
        shared = Counter(name for term in telling(sense(text)) for name in self._by_topic.get(term, ()))
        best: Memory | None = None
        for memory in self._sorted(name for name, count in shared.items() if count > 1):
            before = memory.status in LIVE and bool(memory.evidence) and place_of(memory.evidence[0]) < place_of(span)
            if before and (best is None or shared[memory.id] > shared[best.id]) and relaxes(text, memory.text):
                best = memory
        return best

    def _file_topic(self, memory: Memory) -> None:
        if self._by_topic is not None and memory.is_rule:
            for term in telling(sense(memory.text)):
                self._by_topic[term].add(memory.id)

    def looked_at(self, text: str) -> set[str]:
        """The rules that a quote meets, of all that are held: a few of them are compared with it."""
        given = sense(text)
        return self._shelf(given).met(given, _words_in_places(given))

    def _cited_by(self, handle: str) -> set[Evidence]:
        if handle not in self._cited:
            self._cited[handle] = set(self._memories[handle].evidence)
        return self._cited[handle]

    def _shelf(self, said: Signature) -> _Shelf:
        return self._shelves[said.numbers, said.markers]

    def _sorted(self, names: Iterable[str]) -> list[Memory]:
        return [self._memories[name] for name in sorted(names, key=handle_order)]


class _Shelf:
    """Rules with the same numbers and conditions, filed so that a quote meets few that it does not say again.

    Each rule has a pivot, its rarest telling stem. A quote that says the rule again either has the pivot, or has no
    word of its own in the place where the pivot stands (it would speak of something else). In the second case it
    carries ``needed(n)`` of the ``n - 1`` other stems, so of any ``n - needed(n)`` of them at least one. Filed under
    stem and place, a thousand rules that differ in one word are told apart without a look at each.
    """

    def __init__(self) -> None:
        self._said: dict[str, tuple[Signature, dict[str, frozenset[str]]]] = {}
        self._counts: Counter[str] = Counter()
        self._by_pivot: defaultdict[str, list[str]] = defaultdict(list)
        self._by_stem: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._by_word: defaultdict[tuple[str, str], list[str]] = defaultdict(list)  # place of the pivot, any stem
        self._filed: dict[str, list[list[str]]] = {}

    def add(self, name: str, said: Signature) -> None:
        rarest = sorted(said.stems, key=self._count)
        self._counts.update(said.stems)
        self._said[name] = said, _words_in_places(said)
        self._filed[name] = list(self._files(said, rarest))
        for file in self._filed[name]:
            file.append(name)

    def remove(self, name: str) -> None:
        self._counts.subtract(self._said.pop(name)[0].stems)
        for file in self._filed.pop(name):
            file.remove(name)

    def likely(self, given: Signature) -> set[str]:
        """The rules that share enough stems and no differing name with a quote, and could say the same."""
        words = _words_in_places(given)
        return {name for name in self.met(given, words) if _could_say(*self._said[name], given, words)}

    def met(self, given: Signature, words: dict[str, frozenset[str]]) -> set[str]:
        """The rules that stand where a quote with these words in these places looks."""
        found: set[str] = set()
        for term in given.stems:
            found.update(self._by_pivot.get(term, ()))
            for place, names in self._by_stem.get(term, {}).items():
                if place not in words:
                    found.update(names)
        for place, terms in words.items():
            found.update(self._by_word.get((place, min(terms, key=self._count)), ()))
        return found

    def _count(self, term: str) -> tuple[int, str]:
        return self._counts[term], term

    def _files(self, said: Signature, rarest: list[str]) -> Iterator[list[str]]:
        pivot = next((term for term in rarest if term not in LIGHT), None)
        if pivot is None:
            for term in rarest[: len(rarest) - needed(len(rarest)) + 1]:
                yield self._by_pivot[term]
            return
        yield self._by_pivot[pivot]
        place = min(said.slots.get(pivot) or (_NOWHERE,))
        others = [term for term in rarest if term != pivot]
        for term in others[: len(rarest) - needed(len(rarest))]:
            yield self._by_stem[term][place]
        for term in said.stems:
            yield self._by_word[place, term]


def _could_say(
    said: Signature, places: dict[str, frozenset[str]], given: Signature, words: dict[str, frozenset[str]]
) -> bool:
    """Whether enough is shared, no name differs, and no place holds one word here and another there: what
    :func:`~.support.says_the_same` asks too, in the order in which it is cheap."""
    if len(said.stems & given.stems) < needed(len(said.stems)):
        return False
    if not (said.names <= given.stems and given.names <= said.stems):
        return False
    return not any(
        not mine <= given.stems and not words[place] <= said.stems for place, mine in places.items() if place in words
    )


def _words_in_places(said: Signature) -> dict[str, frozenset[str]]:
    """Place → the telling stems of a text that stand in it."""
    words: defaultdict[str, set[str]] = defaultdict(set)
    for term in said.stems - LIGHT:
        for place in said.slots.get(term) or (_NOWHERE,):
            words[place].add(term)
    return {place: frozenset(terms) for place, terms in words.items()}


def _words(memory: Memory) -> tuple[MemoryType, str]:
    return memory.type, _plain(memory.text)


def _plain(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .!。！")
