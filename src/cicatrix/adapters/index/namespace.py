"""The index of one namespace: follows the ledger, and finds what shares something with a query.

A search reads the mind at a sequence ``s``: the documents begun up to ``s`` and not ended by then. They are numbered in
order of sequence, so that the past is a prefix of every array, and searching a past mind gives what this index would
have given then, byte for byte.

Where an embedder is there, its vectors are kept beside the columns, and followed as they come: some come after their
words. They are read when the first question comes as a vector.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from threading import Lock
from typing import Final

import numpy as np

from cicatrix.adapters.index.contents import FOLLOWED, Contents
from cicatrix.adapters.index.estimates import Choice, Standings
from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.query import in_first_person
from cicatrix.adapters.index.search import Search, Workspace
from cicatrix.adapters.index.told import Telling
from cicatrix.adapters.index.vectors import Nearness, Vectors
from cicatrix.adapters.index.words import Scratch
from cicatrix.core.candidates import SearchResult
from cicatrix.core.entries import read_header
from cicatrix.core.ids import Kind
from cicatrix.core.recall import RecallSettings
from cicatrix.ports import Head, LedgerReader, QueryVector

_NOWHERE: Final = Head(0, b"", b"", "")
_MINDS_KEPT: Final = 4
_CHOICE: Final = Choice()


class NamespaceIndex:
    """Search in one namespace. Safe to share between threads: one works at a time, for about a millisecond."""

    _head: Head
    _contents: Contents
    _minds: dict[int, Mind]
    _vectors: Vectors | None
    _scratch: Scratch | None
    _standings: Standings
    _telling: Telling

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace
        self._lock = Lock()
        self._clear()

    def search(
        self,
        reader: LedgerReader,
        query: str,
        *,
        at: int | None,
        now: datetime,
        settings: RecallSettings,
        vector: QueryVector | None = None,
        choice: Choice = _CHOICE,
    ) -> SearchResult:
        """Catch up with the reader's snapshot, then score the mind at ``at`` (None: the snapshot's head). Of how large
        a mind not every row is scored, ``choice`` says.

        Raises VerificationFailed for a stored vector, or a query's, of another dimension than its embedder's.
        """
        with self._lock:
            head = self._follow(reader)
            seq = head.seq if at is None else min(at, head.seq)
            mind = self._mind(seq)
            nearness = self._nearness(reader, mind, seq, vector) if vector is not None else None
            work = Workspace(self._take_scratch(mind), self._standings, self._telling)
            found = Search(reader, mind, seq, now, settings, work, nearness, choice).run(query)
            self._scratch = work.scratch
            return found

    def in_first_person(self, reader: LedgerReader, query: str, *, at: int | None) -> str | None:
        """As the port says: names are those of people who have words in the mind at ``at``, or of whom it speaks."""
        with self._lock:
            head = self._follow(reader)
            return in_first_person(query, self._mind(head.seq if at is None else min(at, head.seq)).knows)

    def sync(self, reader: LedgerReader, embedder: str | None = None) -> int:
        """Index what the reader's snapshot holds and this index does not, with the vectors of an embedder where one is
        named. Returns the sequence it now stands at."""
        with self._lock:
            self._follow(reader)
            if embedder is not None:
                self._follow_vectors(reader, embedder)
            return self._head.seq

    def clear(self) -> None:
        """Forget everything; the next search builds anew. For whoever destroys words: none may linger here."""
        with self._lock:
            self._clear()

    def _clear(self) -> None:
        self._head = _NOWHERE
        self._contents = Contents()
        self._minds = {}
        self._vectors = None
        self._scratch = None
        self._standings = Standings()
        self._telling = Telling()

    def _follow(self, reader: LedgerReader) -> Head:
        """The head of the reader's snapshot, up to which everything is indexed afterwards."""
        head = reader.head()
        if self._head.seq and not self._continues(reader, head):
            self._clear()
        if head.seq > self._head.seq:
            try:
                self._take_in(reader)
            except BaseException:
                self._clear()  # half of them are taken in: none may be taken in twice
                raise
            self._head = head
        return head

    def _take_in(self, reader: LedgerReader) -> None:
        for version in reader.changes(self._head.seq, (*FOLLOWED, Kind.ERASURE)):
            if version.kind is not Kind.ERASURE:
                self._contents.apply(version)
            elif self._head.seq:
                self._clear()  # words that are gone from the ledger may not linger here
                self._take_in(reader)
                return
        self._contents.postings.settle()

    def _continues(self, reader: LedgerReader, head: Head) -> bool:
        """Whether the snapshot is of the history that was indexed: the file may have been put back from a backup."""
        if head.seq < self._head.seq:
            return True  # another thread is ahead of this snapshot
        if head.seq == self._head.seq:
            return head.chain == self._head.chain
        following = next(iter(reader.entries(self._head.seq + 1, self._head.seq + 2)), None)
        return following is not None and read_header(following.header).prev == self._head.chain.hex()

    def _mind(self, seq: int) -> Mind:
        """The present is at hand. Between two changes all past minds are the same; the last few asked for are kept."""
        place = bisect_right(self._contents.changes, seq)
        if place == len(self._contents.changes):
            return Mind(self._contents, seq)
        mind = self._minds.pop(place, None) or Mind(self._contents, seq)
        self._minds[place] = mind
        if len(self._minds) > _MINDS_KEPT:
            self._minds.pop(next(iter(self._minds)))
        return mind

    def _take_scratch(self, mind: Mind) -> Scratch:
        """Kept only when a search ends well: one that fails may leave sums in it."""
        scratch, self._scratch = self._scratch, None
        if scratch is None or len(scratch.reach) < mind.size:
            scratch = Scratch(mind.size + mind.size // 4)
        return scratch

    def _nearness(self, reader: LedgerReader, mind: Mind, seq: int, asked: QueryVector) -> Nearness | None:
        """None where the mind has no vector of this embedder. Its floor is the one that held then."""
        floor = self._contents.floor_at(asked.embedder, seq)
        if floor is None:
            return None
        vectors = self._follow_vectors(reader, asked.embedder)
        nearness = Nearness(vectors, mind, asked, floor)
        return nearness if nearness.count else None

    def _follow_vectors(self, reader: LedgerReader, embedder: str) -> Vectors:
        """The vectors of an embedder, with those that arrived since."""
        vectors = self._vectors
        if vectors is None or vectors.embedder != embedder:
            vectors = self._vectors = Vectors(embedder)
        if reader.last_arrival(embedder) > vectors.last:
            begin = self._contents.columns.begin.first(self._contents.size)
            for arrival, seq, stored in reader.arrivals(embedder, after=vectors.last):
                place = int(np.searchsorted(begin, seq))
                if place < len(begin) and begin[place] == seq:
                    vectors.put(place, stored)
                vectors.last = arrival
            vectors.settle(Mind(self._contents, self._head.seq))
        return vectors
