"""What is indexed: documents, their columns and postings, grown one version at a time and never rewritten.

A version that ends stays where it is, with its end noted, so that every earlier mind can still be read.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter, defaultdict
from typing import Final

from cicatrix.adapters.index.columns import FOREVER, Columns, Postings
from cicatrix.adapters.index.documents import Document, Told, read_version, told
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.imports import Import
from cicatrix.core.recall import ONE, Use
from cicatrix.ports import Version

FOLLOWED: Final = (Kind.EPISODE, Kind.RULE, Kind.MEMORY, Kind.USE, Kind.IMPORT)
NAMED: Final = "@"
"""Prefix of the postings of a person: the documents that are by or about them."""
TAG: Final = "#"
"""Prefix of the postings of a rule's tag."""

_KIND_ORDER: Final = (Kind.EPISODE, Kind.MEMORY, Kind.RULE)  # as `handle_order` has it


class Contents:
    """Grows with :meth:`apply`; minds are read out of it. Not safe to share: its owner holds a lock."""

    def __init__(self) -> None:
        self.documents: list[Document | None] = [None]  # slot 0 is nobody
        self.columns = Columns()
        self.postings = Postings()
        self._told: dict[int, Told] = {}  # document → how it is put before a model, once it was
        self.changes: list[int] = []  # sequences of all versions applied, ascending
        self._standing: dict[str, int] = {}  # handle → the document that stands for it
        self._last_turn: dict[str, int] = {}  # session → its last turn
        self._lessons: defaultdict[str, list[int]] = defaultdict(list)  # episode → claims that cite it
        self._used: defaultdict[str, list[int]] = defaultdict(list)  # handle → sequences of its uses
        self._reported: defaultdict[str, set[str]] = defaultdict(set)  # report → the handles it has named
        self._vouched: dict[str, int] = {}  # import → the sequence since which a person vouches for it

    # -- growing ---------------------------------------------------------------------------------------------------

    def apply(self, version: Version) -> None:
        """Take in the next version, in order of sequence."""
        if version.kind is Kind.USE:
            self._apply_use(version)
        elif version.kind is Kind.IMPORT:
            if version.body is not None and decode(Import, version.body).trust == "human":
                self._vouched.setdefault(version.handle, version.seq)
        else:
            before = self._standing.pop(version.handle, None)
            if before is not None:
                self.columns.end[before] = version.seq
            document = read_version(version)
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
            standing = self._standing.get(handle)
            if standing is not None:
                self.columns.uses[standing] = len(self._used[handle])
        self._reported[version.handle] |= named

    def _add(self, document: Document) -> None:
        place = len(self.documents)
        previous = self._link(document, place)
        before = self.documents[previous]
        columns = self.columns
        columns.asked_before.append(before is not None and before.asks and before.speaker != document.speaker)
        columns.begin.append(document.seq)
        columns.born.append(document.born)
        columns.counted.append(document.counted)
        columns.day.append(document.day)
        columns.end.append(FOREVER)
        columns.half_life.append(max(1, document.half_life))
        columns.importance.append(document.importance)
        columns.is_claim.append(document.kind is not Kind.EPISODE)
        columns.kind.append(_KIND_ORDER.index(document.kind))
        columns.length.append(len(document.terms))
        columns.next.append(0)
        columns.number.append(document.number)
        columns.only_asks.append(document.questions == ONE)
        columns.previous.append(previous)
        columns.prior.append(document.prior)
        columns.time_words.append(document.time_words)
        columns.uses.append(len(self._used.get(document.handle, ())))
        counted: dict[str, int] = Counter(document.terms)
        for name in document.names:
            counted[f"{NAMED}{name}"] = 1
        for tag in document.tags:
            counted[f"{TAG}{tag}"] = 1
        self.postings.add(place, counted)
        for episode in document.episodes:
            self._lessons[episode].append(place)
        self._standing[document.handle] = place
        self.documents.append(document)

    def _link(self, document: Document, place: int) -> int:
        """Put a turn after the last one of its session, and return that one; 0 where there is none."""
        if not document.is_turn or document.session is None:
            return 0
        previous = self._last_turn.get(document.session, 0)
        if previous:
            self.columns.next[previous] = place
        self._last_turn[document.session] = place
        return previous

    # -- reading ---------------------------------------------------------------------------------------------------

    def told(self, place: int) -> Told:
        """How a document is put before a model."""
        found = self._told.get(place)
        if found is None:
            document = self.documents[place]
            assert document is not None
            found = self._told[place] = told(document)
        return found

    def uses_at(self, seq: int) -> dict[int, int]:
        """Document → uses up to a sequence, for every version of what was ever used."""
        found: dict[int, int] = {}
        for place, document in enumerate(self.documents):
            if document is not None and document.handle in self._used:
                found[place] = bisect_right(self._used[document.handle], seq)
        return found

    def lessons_at(self, episode: str, seq: int) -> tuple[tuple[str, str], ...]:
        """The memories and rules that cite an episode in the mind at a sequence, with their status."""
        begin, end = self.columns.begin, self.columns.end
        found = []
        for place in self._lessons.get(episode, ()):
            document = self.documents[place]
            if document is not None and begin[place] <= seq < end[place]:
                found.append((document.handle, document.status))
        return tuple(found)

    def is_vouched(self, import_id: str | None, seq: int) -> bool:
        """Whether a person vouched for an import by then."""
        return import_id is not None and self._vouched.get(import_id, FOREVER) <= seq
