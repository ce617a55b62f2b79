"""What is indexed: documents as columns and postings, grown one version at a time and never rewritten.

A version that ends stays where it is, with its end noted, so that every earlier mind can still be read. The words
themselves stay in the store: no document is an object here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.index.columns import FOREVER, Chains, Columns, Flag, Places, Postings
from cicatrix.adapters.index.documents import Document, read_version
from cicatrix.core.codec import decode
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.ids import Kind, format_handle, parse_handle
from cicatrix.core.imports import Import
from cicatrix.core.memories import Status
from cicatrix.core.recall import Use
from cicatrix.core.scoring import LENT_BY_NEXT, LENT_BY_PREVIOUS, SIXTEENTH, Ints
from cicatrix.ports import Version

FOLLOWED: Final = (Kind.EPISODE, Kind.RULE, Kind.MEMORY, Kind.USE, Kind.IMPORT, Kind.EMBEDDER)
NAMED: Final = "@"
"""Prefix of the postings of a person: the documents that are by or about them."""
TAG: Final = "#"
"""Prefix of the postings of a rule's tag."""

KINDS: Final = (Kind.EPISODE, Kind.MEMORY, Kind.RULE)
"""What has documents, in the order of ties, as `handle_order` has it."""

IMPORTANT: Final = 700
"""Thousandths from which memories and rules are kept in a list of their own."""

_KIND_PLACES: Final = {kind: place for place, kind in enumerate(KINDS)}
_STATUSES: Final = tuple(Status)
_STATUS_PLACES: Final = {status: place for place, status in enumerate(_STATUSES)}


@dataclass(slots=True)
class Tally:
    """How many documents the active mind has, and how long they are, in sixteenths of a word. Turns, which borrow words
    of each other, are counted apart."""

    turns: int = 0
    turn_length: int = 0
    others: int = 0
    other_length: int = 0

    def count(self, length: int, times: int, *, is_turn: bool) -> None:
        if is_turn:
            self.turns += times
            self.turn_length += times * length
        else:
            self.others += times
            self.other_length += times * length


class Contents:
    """Grows with :meth:`apply`; minds are read out of it. Not safe to share: its owner holds a lock."""

    def __init__(self) -> None:
        self.size = 1  # slot 0 is nobody
        self.columns = Columns()
        self.postings = Postings()
        self.tally = Tally()
        self.changes = array("q")  # sequences of all versions applied, ascending
        self.gone = array("i")  # documents that do not count any more, or never did
        self.asking = array("i")  # documents that only ask
        self.succeeded = array("i")  # versions of memories and rules in the place of which another came
        self.important = array("i")  # memories and rules that a recall may have to rescue
        self.pinned = array("i")  # memories that a person pinned
        self.changed: set[int] = set()  # documents whose standing changed after they came; whoever keeps it empties it
        self.longest = 0  # terms of the longest document
        self.has_neighbours = False
        self._standing: dict[Kind, Places] = {kind: Places() for kind in KINDS}  # number → its version that stands
        self._last_turn: dict[str, tuple[int, bool, str]] = {}  # session → its last turn, whether it asks, who speaks
        self._lessons = Chains()  # number of an episode → memories and rules that cite it
        self._used: defaultdict[str, list[int]] = defaultdict(list)  # handle → sequences of its uses
        self._reported: defaultdict[str, set[str]] = defaultdict(set)  # report → the handles it has named
        self._floors: defaultdict[str, list[tuple[int, int | None]]] = defaultdict(list)  # embedder → since when, what
        self._vouched: dict[str, int] = {}  # import → the sequence since which a person vouches for it

    # -- growing ---------------------------------------------------------------------------------------------------

    def apply(self, version: Version) -> None:
        """Take in the next version, in order of sequence."""
        if version.kind is Kind.USE:
            self._apply_use(version)
        elif version.kind is Kind.IMPORT:
            if version.body is not None and decode(Import, version.body).trust == "human":
                self._vouched.setdefault(version.handle, version.seq)
        elif version.kind is Kind.EMBEDDER:
            floor = decode(EmbeddingModel, version.body).floor if version.body is not None else None
            self._floors[version.handle].append((version.seq, floor))
        else:
            _, number = parse_handle(version.handle)
            self._end(version.kind, number, version.seq)
            document = read_version(version, number)
            if document is not None:
                self._add(document)
        self.changes.append(version.seq)

    def _apply_use(self, version: Version) -> None:
        """A report is sealed anew when it grows: only the handles that it had not named count."""
        if version.body is None:
            return
        named = set(decode(Use, version.body).handles)
        for handle in named - self._reported[version.handle]:
            insort(self._used[handle], version.seq)
            kind, number = parse_handle(handle)
            standing = self._standing[kind][number] if kind in self._standing else 0
            if standing:
                self.columns.uses[standing] = len(self._used[handle])
                self.changed.add(standing)
        self._reported[version.handle] |= named

    def _end(self, kind: Kind, number: int, seq: int) -> None:
        place = self._standing[kind][number]
        if not place:
            return
        self._standing[kind][number] = 0
        self.columns.end[place] = seq
        self.columns.standing[place] = False
        self.changed.add(place)
        if self.columns.counted[place]:
            self._count(place, -1)
            self.columns.counted[place] = False
            self.gone.append(place)

    def _add(self, document: Document) -> None:
        place, columns = self.size, self.columns
        previous, flags = self._link(document, place)
        length = len(document.terms)
        counted = bool(flags & Flag.COUNTED)
        columns.begin.append(document.seq)
        columns.born.append(document.born)
        columns.counted.append(counted)
        columns.day.append(document.day)
        columns.end.append(FOREVER)
        columns.flags.append(flags)
        columns.half_life.append(max(1, document.half_life))
        columns.importance.append(document.importance)
        columns.kind.append(_KIND_PLACES[document.kind])
        columns.length.append(length)
        columns.measure.append(SIXTEENTH * length)
        columns.next.append(0)
        columns.number.append(document.number)
        columns.previous.append(previous)
        columns.questions.append(document.questions)
        columns.standing.append(True)
        columns.statement.append(document.statement)
        columns.successor.append(document.successor)
        columns.status.append(_STATUS_PLACES[document.status])
        columns.tokens.append(document.tokens)
        if document.inherited_uses and document.handle not in self._used:
            self._used[document.handle] = [document.seq] * document.inherited_uses
        columns.uses.append(len(self._used.get(document.handle, ())))
        self.size += 1
        self.longest = max(self.longest, length)
        if previous:
            self._lend(place, previous)
        if counted:
            self._count(place, 1)
        else:
            self.gone.append(place)
        if flags & Flag.CLAIM and document.importance >= IMPORTANT:
            self.important.append(place)
        if flags & Flag.PINNED:
            self.pinned.append(place)
        if flags & Flag.ONLY_ASKS:
            self.asking.append(place)
        if document.successor:
            self.succeeded.append(place)
        self._post(document, place)
        self._standing[document.kind][document.number] = place

    def _post(self, document: Document, place: int) -> None:
        terms: Iterable[str] = document.terms
        if document.names or document.tags or document.marks:
            names = [f"{NAMED}{name}" for name in document.names]
            tags = [f"{TAG}{tag}" for tag in document.tags]
            terms = chain(terms, dict.fromkeys((*names, *tags, *document.marks)))
        self.postings.add(place, terms)
        for episode in document.episodes:
            self._lessons.add(parse_handle(episode)[1], place)

    def _link(self, document: Document, place: int) -> tuple[int, int]:
        """Put a turn after the last one of its session. Returns that one, 0 where there is none, and the flags."""
        if not document.is_turn or document.session is None:
            return 0, document.flags
        previous, asks, speaker = self._last_turn.get(document.session, (0, False, ""))
        self._last_turn[document.session] = (place, document.asks, document.speaker)
        answers = asks and speaker != document.speaker
        return previous, document.flags | Flag.ASKED_BEFORE if answers else document.flags

    def _lend(self, place: int, previous: int) -> None:
        """A turn and the three before it lend each other their words: measure them, and what they count for, anew."""
        columns = self.columns
        self.has_neighbours = True
        alone = not columns.previous[previous]  # until now the one before it had no neighbour, and counted as such
        if alone and columns.counted[previous]:
            self._count(previous, -1)
        columns.next[previous] = place
        if alone and columns.counted[previous]:
            self._count(previous, 1)
        near, own = previous, columns.length[place]
        for by_previous, by_next in zip(LENT_BY_PREVIOUS, LENT_BY_NEXT, strict=True):
            if not near:
                break
            columns.measure[place] += by_previous * columns.length[near]
            columns.measure[near] += by_next * own
            if columns.counted[near]:
                self.tally.turn_length += by_next * own
            near = columns.previous[near]

    def _count(self, place: int, times: int) -> None:
        columns = self.columns
        is_turn = bool(columns.previous[place] or columns.next[place])
        self.tally.count(columns.measure[place], times, is_turn=is_turn)

    # -- reading ---------------------------------------------------------------------------------------------------

    def handle(self, place: int) -> str:
        return format_handle(KINDS[self.columns.kind[place]], self.columns.number[place])

    def standing_at(self, kind: int, number: int, seq: int, size: int) -> int:
        """The version of a thing that stands in the mind at a sequence; 0 for none. ``kind`` is a place in KINDS."""
        place = self._standing[KINDS[kind]][number]
        if place and self.columns.begin[place] <= seq:
            return place
        columns = self.columns
        same = (columns.number.first(size) == number) & (columns.kind.first(size) == kind)
        found = np.flatnonzero(same & (columns.end.first(size) > seq))
        return int(found[0]) if len(found) else 0

    def having(self, documents: NDArray[np.int32]) -> int:
        """How many of these documents, ascending, count in the active mind as it is now."""
        if not self.gone:
            return len(documents)
        if 8 * len(self.gone) >= len(documents):
            return int(np.count_nonzero(self.columns.counted.first(self.size)[documents]))
        gone = np.frombuffer(self.gone, np.int32)
        found = np.searchsorted(documents, gone)
        return len(documents) - int(np.count_nonzero(documents[np.minimum(found, len(documents) - 1)] == gone))

    def uses_at(self, seq: int, size: int) -> Ints:
        """Uses up to a sequence, of every version of what was ever used."""
        uses = np.zeros(size, dtype=np.int64)
        numbers = np.array([parse_handle(handle)[1] for handle in self._used], dtype=np.int64)
        for place in np.flatnonzero(np.isin(self.columns.number.first(size), numbers)).tolist():
            uses[place] = bisect_right(self._used.get(self.handle(place), ()), seq)
        return uses

    def lessons_at(self, episodes: Iterable[int], seq: int) -> dict[int, tuple[tuple[str, str], ...]]:
        """The memories and rules that cite each episode, named by its number, in the mind at a sequence, with their
        status."""
        citing = {episode: self._lessons.get(episode) for episode in episodes}
        places = np.array([*chain.from_iterable(citing.values())], dtype=np.int64)
        columns = self.columns
        places = places[(columns.begin.at(places) <= seq) & (columns.end.at(places) > seq)]
        read = (column.at(places).tolist() for column in (columns.kind, columns.number, columns.status))
        told = {
            place: (format_handle(KINDS[kind], number), _STATUSES[status].value)
            for place, kind, number, status in zip(places.tolist(), *read, strict=True)
        }
        return {episode: tuple(told[place] for place in by if place in told) for episode, by in citing.items()}

    def floor_at(self, embedder: str, seq: int) -> int | None:
        """The cosine from which vectors of an embedder speak for a memory, in millionths, as it held at a sequence, or
        as it was first said; None where nothing says it."""
        floors = self._floors.get(embedder, ())
        return next((floor for since, floor in reversed(floors) if since <= seq), floors[0][1] if floors else None)

    def is_vouched(self, import_id: str | None, seq: int) -> bool:
        """Whether a person vouched for an import by then."""
        return import_id is not None and self._vouched.get(import_id, FOREVER) <= seq
