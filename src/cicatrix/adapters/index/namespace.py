"""The index of one namespace: follows the ledger, and finds what shares something with a query.

A search reads the mind at a sequence ``s``: the documents begun up to ``s`` and not ended by then. They are numbered in
order of sequence, so that the past is a prefix of every array, and searching a past mind gives what this index would
have given then, byte for byte.

Everything here is words. Where an embedder is there, its vectors will be one more column, and their similarity one more
part of relevance (``_parts`` in search.py), beside the lexical one.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from threading import Lock
from typing import Final

from cicatrix.adapters.index.contents import FOLLOWED, Contents
from cicatrix.adapters.index.mind import Mind
from cicatrix.adapters.index.query import in_first_person
from cicatrix.adapters.index.search import Search
from cicatrix.core.candidates import SearchResult
from cicatrix.core.entries import read_header
from cicatrix.core.recall import RecallSettings
from cicatrix.ports import Head, LedgerReader, QueryVector

_NOWHERE: Final = Head(0, b"", b"", "")
_MINDS_KEPT: Final = 4


class NamespaceIndex:
    """Search in one namespace. Safe to share between threads: one works at a time, for about a millisecond."""

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
        vector: QueryVector | None = None,  # noqa: ARG002 - read once the index holds vectors
    ) -> SearchResult:
        """Catch up with the reader's snapshot, then score the mind at ``at`` (None: the snapshot's head)."""
        with self._lock:
            head = self._follow(reader)
            seq = head.seq if at is None else min(at, head.seq)
            return Search(self._mind(seq), seq, now, settings).run(query)

    def in_first_person(self, reader: LedgerReader, query: str, *, at: int | None) -> str | None:
        """As the port says: names are those of people who have words in the mind at ``at``, or of whom it speaks."""
        with self._lock:
            head = self._follow(reader)
            return in_first_person(query, self._mind(head.seq if at is None else min(at, head.seq)).knows)

    def sync(self, reader: LedgerReader) -> int:
        """Index what the reader's snapshot holds and this index does not. Returns the sequence it now stands at."""
        with self._lock:
            self._follow(reader)
            return self._head.seq

    def clear(self) -> None:
        """Forget everything; the next search builds anew. For whoever destroys words: none may linger here."""
        with self._lock:
            self._clear()

    def _clear(self) -> None:
        self._head = _NOWHERE
        self._contents = Contents()
        self._minds: dict[int, Mind] = {}

    def _follow(self, reader: LedgerReader) -> Head:
        """The head of the reader's snapshot, up to which everything is indexed afterwards."""
        head = reader.head()
        if self._head.seq and not self._continues(reader, head):
            self._clear()
        if head.seq > self._head.seq:
            for version in reader.changes(self._head.seq, FOLLOWED):
                self._contents.apply(version)
            self._head = head
        return head

    def _continues(self, reader: LedgerReader, head: Head) -> bool:
        """Whether the snapshot is of the history that was indexed: the file may have been put back from a backup."""
        if head.seq < self._head.seq:
            return True  # another thread is ahead of this snapshot
        if head.seq == self._head.seq:
            return head.chain == self._head.chain
        following = next(iter(reader.entries(self._head.seq + 1, self._head.seq + 2)), None)
        return following is not None and read_header(following.header).prev == self._head.chain.hex()

    def _mind(self, seq: int) -> Mind:
        """Between two changes all minds are the same; the last few that were asked for are kept."""
        place = bisect_right(self._contents.changes, seq)
        mind = self._minds.pop(place, None) or Mind(self._contents, seq)
        self._minds[place] = mind
        if len(self._minds) > _MINDS_KEPT:
            self._minds.pop(next(iter(self._minds)))
        return mind
