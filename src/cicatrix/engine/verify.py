"""Verify: hash the whole ledger again and compare it with everything that was derived from it.

The log is read once, in order, page by page. A page that is beyond doubt is taken whole; any other is looked at entry
by entry, and the first one that is not what it should be is named. There the reading stops, since nothing after it can
be trusted. A missing body counts as erased only when a sealed erasure names its entry.

What this proves has a limit, and the state says so: whoever can write the file can rewrite an UNSIGNED log from some
entry to its end, head included.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

from cicatrix.core import decisions
from cicatrix.core.entries import (
    GENESIS,
    HEADER_VERSION,
    Header,
    chain_hash,
    commitment,
    kind_of,
    leaf_hash,
    read_header,
)
from cicatrix.core.episodes import JsonObject
from cicatrix.core.erasures import DESTROYED, Gone, named_by
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import TILE, Frontier, TreeNode
from cicatrix.core.page import SoundPage, read_page
from cicatrix.core.projection import Fold, SealedBody, VersionRow, read_body
from cicatrix.core.stamps import is_stamp
from cicatrix.engine.context import Context
from cicatrix.engine.derivation import Derivation
from cicatrix.engine.reports import BadEntry, VerifyReport
from cicatrix.errors import CicatrixError, NotFound, VerificationFailed
from cicatrix.ports import LedgerReader, LedgerStore, SealedEntry

STATE = "UNSIGNED"
T = TypeVar("T")

_ALL = 2**62  # beyond every sequence: rows outside the log are looked for as well

_CLAIMS = frozenset({Kind.RULE, Kind.MEMORY})
_DERIVED = _CLAIMS | decisions.KINDS
_CHECKED = (
    "headers and leaves",
    "chain",
    "tree root",
    "bodies against their commitments",
    "erasures",
    "versions and counters, made anew",
    "evidence and trust",
    "verdicts and permits",
)
_CHECKED_DEEP = ("pseudonyms", "database file with its indexes")


class _Bad(Exception):
    """Found the first bad entry."""

    def __init__(self, seq: int, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.entry = BadEntry(seq, kind or "unknown", reason)


def verify(ctx: Context, deep: bool = False) -> VerifyReport:
    """Verify a context's namespace. ``deep`` also looks at people's keys and has the database check its whole file."""
    return verify_namespace(ctx.store, ctx.namespace, deep=deep)


def verify_namespace(store: LedgerStore, namespace: str, *, deep: bool = False) -> VerifyReport:
    """Verify one namespace of a store. Damage is reported, never raised; a file that cannot be opened at all is.

    Raises NotFound for a namespace of which there is nothing, in a file that holds others: a name that was mistyped.
    """
    audit = _Audit(namespace, deep)
    bad: BadEntry | None = None
    try:
        with store.reader(namespace) as reader:
            audit.run(reader)
        if not audit.entries:
            _check_name(store, namespace)
        damage = store.damage() if deep else None
        if damage is not None:
            raise _Bad(0, "file", f"the database file is damaged: {damage}")
    except _Bad as found:
        bad = found.entry
    except VerificationFailed as error:
        bad = BadEntry(audit.next_seq, "unknown", f"it cannot be read: {error.message}")
    checked = _CHECKED + (_CHECKED_DEEP if deep else ())
    if audit.unreadable_quotes:
        checked += (f"{audit.unreadable_quotes} quotes of erased episodes could not be compared",)
    return VerifyReport(
        ok=bad is None,
        entries=audit.entries,
        state=STATE,
        root=audit.tree.root().hex(),
        first_bad=bad,
        erased=audit.gone.count,
        checked=checked,
    )


class _Audit:
    """One pass over the log: what has been established so far."""

    def __init__(self, namespace: str, deep: bool) -> None:
        self._namespace = namespace
        self._deep = deep
        self._fold = Fold()
        self._nodes: dict[tuple[int, int], bytes] = {}  # stored and not compared yet
        self._seen: set[str] = set()  # pseudonyms (deep)
        self._chain = GENESIS
        self._at = ""
        self._kind = "unknown"  # of the entry before
        self.tree = Frontier()
        self.gone = Gone()
        self._decisions = decisions.Decisions()
        self.unreadable_quotes = 0

    @property
    def entries(self) -> int:
        return self.tree.size

    @property
    def next_seq(self) -> int:
        return self.tree.size + 1

    def run(self, reader: LedgerReader) -> None:
        """Raises _Bad for the first bad entry, VerificationFailed for what cannot be read."""
        try:
            self._run(reader)
        except _Bad as found:
            destroyed = self._destroyed(reader, found.entry.seq)
            if destroyed is None:
                raise
            raise destroyed from None

    def _run(self, reader: LedgerReader) -> None:
        self._derivation = Derivation(reader)
        self._nodes = {(node.level, node.index): node.hash for node in reader.nodes()}
        rows, entries = _Ahead(reader.projected()), _Ahead(reader.entries(-_ALL, _ALL))
        row, entry = rows.first(), entries.first()
        while entry is not None:
            page = entries.look(TILE)
            held = rows.look(len(page))
            sound = read_page(self._namespace, self.entries, self._chain, self._at, page, held, _DERIVED)
            if sound is not None and self.entries % TILE == 0:
                self._take_page(page, held, sound)
                rows.skip(len(page))
                entries.skip(len(page))
                row, entry = rows.first(), entries.first()
                continue
            for _ in page:
                assert entry is not None
                self._take(entry, row)
                rows.skip(1)
                entries.skip(1)
                row, entry = rows.first(), entries.first()
        if row is not None:
            raise _Bad(row.seq, row.entry, f"a version of {row.handle} is stored for it, but there is no such entry")
        self._end(reader)
        destroyed = self.gone.destroyed()
        if destroyed is not None:
            raise _Bad(*destroyed, DESTROYED)
        fallen = self._derivation.fallen()
        if fallen is not None:
            raise _Bad(*fallen)
        unspent = self._decisions.unspent()
        if unspent is not None:
            raise _Bad(unspent[0], Kind.VERDICT, unspent[1])

    def _take_page(self, page: list[SealedEntry], rows: list[VersionRow], sound: SoundPage) -> None:
        """Take entries of which each is what was sealed: what is left are versions, evidence and the tree."""
        before = self.tree.size, self.tree.peaks
        taken = 0
        try:
            for row in rows:
                self._project(row)
                if row.seq in sound.nouns:
                    self._derive(row, sound.nouns[row.seq])
                taken += 1
            for node in self.tree.extend(sound.leaves):
                self._compare_node(node, rows[-1].seq, rows[-1].entry)
        except BaseException:
            self.tree = Frontier(*before)
            self.tree.extend(sound.leaves[: min(taken, len(page) - 1)])
            raise
        if self.gone.unnamed or self._deep:
            for entry in page:
                self.gone.follow(entry.header)
                if self._deep:
                    self._seen.update(_pseudonyms_in(entry.header))
        self._chain, self._at, self._kind = sound.chain, rows[-1].at, rows[-1].entry

    def _take(self, entry: SealedEntry, row: VersionRow | None) -> None:
        """Take one entry and the version that it began."""
        if row is not None and row.seq < entry.seq:
            raise _Bad(row.seq, row.entry, f"a version of {row.handle} is stored for it, but there is no such entry")
        header = self._header(entry)
        kind = header.kind
        if row is None or row.seq != entry.seq:
            raise _Bad(entry.seq, kind, "the version that it began is missing")
        if row.entry != kind or row.at != header.at:
            raise _Bad(entry.seq, kind, "the version that it began is stored with another kind or time")
        body = _body(entry, kind, header.commit, row)
        self._project(row)
        self.gone.follow(entry.header)
        if self._deep:
            self._seen.update((header.actor, *header.subjects))
        if body is None:
            self.gone.miss(entry.seq, kind)
            self._derivation.forget(row.handle, row.kind)
            self._decisions.forget(row.handle)
        elif body.kind in _DERIVED:
            self._derive(row, body.body)
        # The kept nodes that this entry completes. Proofs are made from them.
        for node in Frontier(self.tree.size, self.tree.peaks).extend([entry.leaf]):
            self._compare_node(node, entry.seq, kind)
        self._chain = chain_hash(self._chain, entry.leaf)
        self.tree.add(entry.leaf)
        self._at, self._kind = header.at, kind

    def _project(self, row: VersionRow) -> None:
        wrong = self._fold.add(row)
        if wrong is not None:
            raise _Bad(wrong[0], row.entry, wrong[1])

    def _derive(self, row: VersionRow, noun: JsonObject) -> None:
        reason = self._derivation.fault(row.seq, row.entry, noun) if row.kind in _CLAIMS else None
        if reason is None and row.kind in decisions.KINDS:
            reason = self._decisions.fault(row.seq, row.entry, row.handle, noun)
        if reason is not None:
            raise _Bad(row.seq, row.entry, reason)
        self.unreadable_quotes = self._derivation.unreadable

    def _destroyed(self, reader: LedgerReader, bad: int) -> _Bad | None:
        """Words that are missing before a bad entry, and that no erasure after it claims to have taken either."""
        if self.gone.destroyed() is None:
            return None
        try:
            for entry in reader.entries(bad, _ALL):
                self.gone.erase(named_by(entry.header))
        except VerificationFailed:
            return None  # what cannot be read may hold the erasure
        first = self.gone.destroyed()
        return _Bad(*first, DESTROYED) if first is not None and first[0] < bad else None

    def _header(self, entry: SealedEntry) -> Header:
        """The header, proven to be the next one of this log."""
        seq = entry.seq
        if seq != self.next_seq:
            raise _Bad(self.next_seq, "unknown", f"it is missing: the entry after #{self.entries} is #{seq}")
        if leaf_hash(entry.header) != entry.leaf:
            raise _Bad(seq, kind_of(entry.header), "its header does not hash to its leaf: one of them was changed")
        try:
            header = read_header(entry.header)
            canonical = header.canonical()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise _Bad(seq, "unknown", "its header cannot be read") from None
        if canonical != entry.header or header.v != HEADER_VERSION:
            raise _Bad(seq, header.kind, "its header is not written in the canonical form")
        if header.prev != self._chain.hex():
            if seq == 1:
                raise _Bad(1, header.kind, "it does not begin the chain: something stood before it")
            raise _Bad(seq - 1, self._kind, f"it was replaced: #{seq} follows another entry than this one")
        if (header.ns, header.seq) != (self._namespace, seq):
            raise _Bad(seq, header.kind, f"its header belongs to #{header.seq} of {header.ns}")
        if not is_stamp(header.at) or header.at < self._at:
            raise _Bad(seq, header.kind, f"its time {header.at} is no time at or after the entry before")
        if not all(1 <= parent < seq for parent in header.parents):
            raise _Bad(seq, header.kind, "it rests on an entry that does not come before it")
        return header

    def _compare_node(self, node: TreeNode, seq: int, kind: str) -> None:
        if self._nodes.pop((node.level, node.index), None) != node.hash:
            reason = f"node {node.index} of level {node.level}, which it completes, is stored otherwise or missing"
            raise _Bad(seq, kind, reason)

    def _end(self, reader: LedgerReader) -> None:
        """The head, what is left over, and the projection as a whole."""
        head, last = reader.head(), self.entries
        if head.seq > last:
            raise _Bad(last + 1, "unknown", f"it is missing: the head says that the ledger reaches to #{head.seq}")
        if head.seq < last:
            raise _Bad(head.seq + 1, "unknown", f"it stands beyond the head, which is at #{head.seq}")
        if (head.chain, head.at) != (self._chain, self._at):
            raise _Bad(last, self._kind, "it is not the entry that the head names: it was replaced, or the head was")
        if head.root != self.tree.root():
            raise _Bad(last, self._kind, "the stored tree is not the tree over the entries up to it")
        if self._nodes:
            level, index = min(self._nodes)
            raise _Bad(last, self._kind, f"node {index} of level {level} is stored, but no entry completes it")
        stray = next(reader.strays(), None)
        if stray is not None:
            raise _Bad(stray, "unknown", "a body is stored for it, but there is no such entry")
        wrong = self._fold.finish()
        if wrong is not None:
            raise _Bad(wrong[0], "unknown", wrong[1])
        if self._fold.counters() != reader.counters():
            raise _Bad(last, self._kind, "the stored counters are not those that the entries make")
        if self._deep:
            self._compare_pseudonyms(reader)

    def _compare_pseudonyms(self, reader: LedgerReader) -> None:
        """A person's key is made for the first entry that names them, so their pseudonym stands in the ledger."""
        for name, pseudonym in reader.pseudonyms().items():
            if pseudonym not in self._seen:
                reason = f"the key of {name!r} makes a pseudonym that no entry bears: it was changed, or added"
                raise _Bad(self.entries, "people", reason)


def _check_name(store: LedgerStore, namespace: str) -> None:
    """Raises NotFound when the file holds other namespaces, but not this one."""
    others = store.namespaces()
    if others:
        raise NotFound(f"There is no namespace {namespace}: the file holds {', '.join(others)}.")


def _pseudonyms_in(header: bytes) -> tuple[str, ...]:
    """Of a canonical header."""
    if header.endswith(_NO_SUBJECTS):
        begin = len(_ACTOR)
        return (header[begin : header.index(b'"', begin)].decode(),)
    read = read_header(header)
    return (read.actor, *read.subjects)


_ACTOR = b'{"actor":"'
_NO_SUBJECTS = f'"subjects":[],"v":{HEADER_VERSION}}}'.encode()


class _Ahead(Generic[T]):
    """Looks ahead in what is read. What stands before damage is given first."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source = source
        self._held: list[T] = []
        self._failure: CicatrixError | None = None

    def look(self, count: int) -> list[T]:
        """The next ones, as many as there are up to ``count`` or to the damage."""
        if len(self._held) < count and self._failure is None:
            try:
                self._held.extend(islice(self._source, count - len(self._held)))
            except CicatrixError as error:
                self._failure = error
        return self._held[:count]

    def first(self) -> T | None:
        """The next one; None after the last. Raises what kept it from being read."""
        found = self.look(1)
        if not found and self._failure is not None:
            raise self._failure
        return found[0] if found else None

    def skip(self, count: int) -> None:
        del self._held[:count]


def _body(entry: SealedEntry, kind: str, commit: str, row: VersionRow) -> SealedBody | None:
    """The words of an entry, proven; None when they are gone."""
    salt, raw = entry.salt, entry.body
    if salt is None and raw is None:
        return None
    if salt is None or raw is None:
        raise _Bad(entry.seq, kind, "half of its body is gone: an erasure takes the salt and the words")
    if commitment(salt, raw).hex() != commit:
        raise _Bad(entry.seq, kind, "its body is not the one that was sealed: the words were changed")
    try:
        body = read_body(raw)
    except ValueError as error:
        raise _Bad(entry.seq, kind, f"its body cannot be read: {error}") from None
    if row.handle != body.handle or row.kind != body.kind or row.key != body.key:
        raise _Bad(entry.seq, kind, f"it is about {body.handle}, but its version is stored as {row.handle}'s")
    return body
