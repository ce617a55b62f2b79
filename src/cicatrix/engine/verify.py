"""Verify: hash the whole ledger again and compare it with everything that was derived from it.

The log is read once, in order, in pages; the first entry that is not what it should be is named and the reading stops,
since nothing after it can be trusted. What this proves has a limit, and the state says so: whoever can write the file
can rewrite an UNSIGNED log from some entry to its end, head included.
"""

from __future__ import annotations

import hmac

from cicatrix.core.entries import GENESIS, HEADER_VERSION, Header, chain_hash, commitment, leaf_hash, read_header
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import Frontier
from cicatrix.core.projection import Fold, SealedBody, VersionRow, read_body
from cicatrix.core.stamps import is_stamp
from cicatrix.engine.context import Context
from cicatrix.engine.derivation import Derivation
from cicatrix.engine.reports import BadEntry, VerifyReport
from cicatrix.errors import VerificationFailed
from cicatrix.ports import LedgerReader, LedgerStore, SealedEntry

STATE = "UNSIGNED"
_ALL = 2**62  # beyond every sequence: rows outside the log are looked for as well

_CHECKED = ("headers and leaves", "chain", "tree root", "bodies against their commitments", "versions", "evidence")
_CHECKED_DEEP = ("versions and counters made anew from the ledger", "database file")


class _Bad(Exception):
    """Found the first bad entry."""

    def __init__(self, seq: int, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.entry = BadEntry(seq, kind or "unknown", reason)


def verify(ctx: Context, deep: bool = False) -> VerifyReport:
    """Verify a context's namespace. ``deep`` also makes the projection anew and has the database check its file."""
    return verify_namespace(ctx.store, ctx.namespace, deep=deep)


def verify_namespace(store: LedgerStore, namespace: str, *, deep: bool = False) -> VerifyReport:
    """Verify one namespace of a store. Damage is reported, never raised; a file that cannot be opened at all is."""
    audit = _Audit(namespace, deep)
    bad: BadEntry | None = None
    try:
        with store.reader(namespace) as reader:
            audit.run(reader)
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
        erased=audit.erased,
        checked=checked,
    )


class _Audit:
    """One pass over the log: what has been established so far."""

    def __init__(self, namespace: str, deep: bool) -> None:
        self._namespace = namespace
        self._fold = Fold() if deep else None
        self._chain = GENESIS
        self._at = ""
        self._kind = "unknown"  # of the entry before
        self.tree = Frontier()
        self.erased = 0
        self.unreadable_quotes = 0

    @property
    def entries(self) -> int:
        return self.tree.size

    @property
    def next_seq(self) -> int:
        return self.tree.size + 1

    def run(self, reader: LedgerReader) -> None:
        derivation = Derivation(reader)
        rows = reader.projected()
        row = next(rows, None)
        for entry in reader.entries(-_ALL, _ALL):
            if row is not None and row.seq < entry.seq:
                raise _Bad(
                    row.seq, row.entry, f"a version of {row.handle} is stored for it, but there is no such entry"
                )
            header = self._header(entry)
            if row is None or row.seq != entry.seq:
                raise _Bad(entry.seq, header.kind, "the version that it began is missing")
            body = self._body(entry, header, row)
            self._version(row)
            if body is None:
                self.erased += 1
            elif body.kind in (Kind.RULE, Kind.MEMORY):
                reason = derivation.fault(entry.seq, body.body)
                if reason is not None:
                    raise _Bad(entry.seq, header.kind, reason)
            self._chain = chain_hash(self._chain, entry.leaf)
            self.tree.add(entry.leaf)
            self._at, self._kind = header.at, header.kind
            self.unreadable_quotes = derivation.unreadable
            row = next(rows, None)
        if row is not None:
            raise _Bad(row.seq, row.entry, f"a version of {row.handle} is stored for it, but there is no such entry")
        self._end(reader)

    def _header(self, entry: SealedEntry) -> Header:
        seq = entry.seq
        if seq != self.next_seq:
            raise _Bad(self.next_seq, "unknown", f"it is missing: the entry after #{self.entries} is #{seq}")
        if leaf_hash(entry.header) != entry.leaf:
            raise _Bad(seq, _kind_of(entry.header), "its header does not hash to its leaf: one of them was changed")
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

    def _body(self, entry: SealedEntry, header: Header, row: VersionRow) -> SealedBody | None:
        """The words of an entry, proven; None when they were erased."""
        if (row.entry, row.at) != (header.kind, header.at):
            raise _Bad(entry.seq, header.kind, "the version that it began is stored with another kind or time")
        if entry.salt is None and entry.body is None:
            return None
        if entry.salt is None or entry.body is None:
            raise _Bad(entry.seq, header.kind, "half of its body is gone: an erasure takes the salt and the words")
        if not hmac.compare_digest(commitment(entry.salt, entry.body).hex(), header.commit):
            raise _Bad(entry.seq, header.kind, "its body is not the one that was sealed: the words were changed")
        try:
            body = read_body(entry.body)
        except ValueError as error:
            raise _Bad(entry.seq, header.kind, f"its body cannot be read: {error}") from None
        if (row.handle, row.kind, row.key) != (body.handle, body.kind, body.key):
            raise _Bad(
                entry.seq, header.kind, f"it is about {body.handle}, but its version is stored as {row.handle}'s"
            )
        return body

    def _version(self, row: VersionRow) -> None:
        wrong = self._fold.add(row) if self._fold else None
        if wrong is not None:
            raise _Bad(wrong[0], row.entry, wrong[1])

    def _end(self, reader: LedgerReader) -> None:
        """The head, and (deep) the projection as a whole."""
        head, last = reader.head(), self.entries
        if head.seq > last:
            raise _Bad(last + 1, "unknown", f"it is missing: the head says that the ledger reaches to #{head.seq}")
        if head.seq < last:
            raise _Bad(head.seq + 1, "unknown", f"it stands beyond the head, which is at #{head.seq}")
        if (head.chain, head.at) != (self._chain, self._at):
            raise _Bad(last, self._kind, "it is not the entry that the head names: it was replaced, or the head was")
        if head.root != self.tree.root():
            raise _Bad(last, self._kind, "the stored tree is not the tree over the entries up to it")
        if self._fold is None:
            return
        wrong = self._fold.finish()
        if wrong is not None:
            raise _Bad(wrong[0], "unknown", wrong[1])
        if self._fold.counters() != reader.counters():
            raise _Bad(last, self._kind, "the stored counters are not those that the entries make")


def _kind_of(header: bytes) -> str:
    """What a damaged header still says of itself."""
    try:
        return read_header(header).kind
    except (ValueError, KeyError, TypeError, RecursionError):
        return "unknown"
