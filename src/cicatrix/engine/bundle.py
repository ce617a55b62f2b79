"""Export a bundle: the ledger in a file that a stranger can check (core/bundle.py says what is in it).

Entries are written as they are read; nothing but leaves, rules and recalls is held in memory. The file appears whole
under its name, or not at all.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, TypeVar

from cicatrix.core import bundle as parts
from cicatrix.core.approvals import Approval
from cicatrix.core.archive import Member, begins_like_one, directory, head_size
from cicatrix.core.bundle_readme import TEXT
from cicatrix.core.codec import decode
from cicatrix.core.entries import EntryKind, read_header
from cicatrix.core.episodes import Episode
from cicatrix.core.erasures import Gone
from cicatrix.core.ids import Kind, handle_order
from cicatrix.core.memories import Memory
from cicatrix.core.notes import Checkpoint
from cicatrix.core.projection import VersionRow
from cicatrix.core.recall_record import RecallRecord
from cicatrix.core.tree import Tree
from cicatrix.core.verdicts import Verdict
from cicatrix.engine.checkpoint import State
from cicatrix.engine.context import Context
from cicatrix.engine.signing import SignedLog, signed_log
from cicatrix.errors import InvalidInput, Refused, StateConflict, StoreError, VerificationFailed
from cicatrix.ports import LedgerReader, SealedEntry

T = TypeVar("T")

CHUNK = 1 << 20
_HEAD = 200  # bytes in which the first member begins

_ALWAYS = frozenset({EntryKind.KEY_ROTATED, EntryKind.ERASURE})
"""In every bundle, whatever range was asked for: signatures and missing words cannot be judged without them."""


@dataclass(frozen=True, slots=True)
class BundleReport:
    """The file that was written. ``entries``: size of the log; ``held``: how many of them are in it, not withheld."""

    file: str
    sha256: str
    bytes: int
    entries: int
    held: int
    erased: int
    root: str
    state: State
    signed_to: int
    destroyed: int = 0  # bodies that are missing though no erasure took them: the bundle does not verify


def export_bundle(ctx: Context, path: Path, *, start: int | None = None, end: int | None = None) -> BundleReport:
    """Write a bundle of the whole log, or of entries ``start..end`` with only the leaves of the others.

    A bundle that is there is replaced; another file is not, whatever it is. Raises StateConflict for that, Refused for
    an empty log, InvalidInput for a range that is none, VerificationFailed for damage that cannot be exported,
    StoreError when the file cannot be written.
    """
    _check_place(path)
    with ctx.store.reader(ctx.namespace) as reader:
        log = signed_log(ctx, reader)
        if not log.origin:
            raise Refused(
                f"{ctx.namespace} has no entries: there is nothing to export.", hint="Record something first."
            )
        last = reader.head().seq
        first, until = 1 if start is None else start, last if end is None else end
        if not 1 <= first <= until <= last:
            raise InvalidInput(
                f"#{first} to #{until} is no range of this ledger, which reaches from #1 to #{last}.",
                hint="Leave --from and --to out for all of it.",
            )
        export = _Export(ctx, reader, log, first, until)
        try:
            with _appearing(path) as file:
                export.write(file)
            digest, size = _digest(path)
        except OSError as error:
            raise StoreError(
                f"{path} cannot be written: {error.strerror or error}.",
                hint="Make room, or name a folder that you may write to; no half of it was left.",
            ) from error
    manifest = export.manifest
    return BundleReport(
        file=str(path),
        sha256=digest,
        bytes=size,
        entries=manifest.entries,
        held=manifest.entries - manifest.withheld,
        erased=manifest.erased,
        root=manifest.root.hex(),
        state="SIGNED" if manifest.signed_to else "UNSIGNED",
        signed_to=manifest.signed_to,
        destroyed=export.gone.unnamed,
    )


class _Export:
    """One bundle on its way into a file."""

    def __init__(self, ctx: Context, reader: LedgerReader, log: SignedLog, first: int, last: int) -> None:
        self._ctx = ctx
        self._reader = reader
        self._log = log
        self._range = (first, last)
        self._leaves: list[bytes] = []
        self._erased = 0
        self.gone = Gone()
        self._withheld = 0
        self._members: list[Member] = []
        self._hashes: dict[str, tuple[int, str]] = {}
        self.manifest: parts.Manifest

    def write(self, file: BinaryIO) -> None:
        """All members in order of their names, then the directory."""
        self._put(file, parts.README, iter([TEXT.encode()]))
        self._put(file, parts.APPROVALS, map(parts.approval_line, self._standing(Kind.APPROVAL, Approval)))
        for signed in self._log.checkpoints:
            self._put(file, parts.checkpoint_name(signed.checkpoint.size), iter([signed.note]))
        self._put(file, parts.ENTRIES, self._entries())
        tree = Tree(self._leaves)
        chain = self._log.chain
        used = chain.keys if self._log.checkpoints or chain.since else ()
        episodes = _Quotable(self._reader, self._held)
        members = {
            parts.KEYS: [f"{key}\n".encode() for key in used],
            parts.MEMORIES: [parts.claim_line(memory, episodes) for memory in self._standing(Kind.MEMORY, Memory)],
            parts.PROOFS: list(self._proofs(tree)),
            parts.RECALLS: [parts.recall_line(record) for record in self._standing(Kind.RECALL, RecallRecord)],
            parts.RULES: [parts.claim_line(rule, episodes) for rule in self._standing(Kind.RULE, Memory)],
            parts.VERDICTS: [parts.verdict_line(each) for each in self._standing(Kind.VERDICT, Verdict)],
        }
        for name, lines in members.items():
            self._hash(name, lines)
        self.manifest = self._manifest(tree)
        contents = {**members, parts.MANIFEST: [self.manifest.content(self._hashes)]}
        for name in sorted(contents):
            self._put(file, name, iter(contents[name]))
        file.write(directory(self._members))

    def _put(self, file: BinaryIO, name: str, chunks: Iterator[bytes]) -> None:
        """One member. Its head is written last, over the place that was left for it."""
        offset = file.tell()
        file.write(bytes(head_size(name)))
        crc, size, digest = 0, 0, hashlib.sha256()
        for chunk in chunks:
            file.write(chunk)
            crc, size = zlib.crc32(chunk, crc), size + len(chunk)
            digest.update(chunk)
        member = Member(name, crc, size, offset)
        self._members.append(member)
        directory(self._members)  # raises where the archive would grow beyond its layout
        self._hashes[name] = (size, digest.hexdigest())
        file.seek(offset)
        file.write(member.head())
        file.seek(0, os.SEEK_END)

    def _hash(self, name: str, lines: list[bytes]) -> None:
        digest = hashlib.sha256()
        for line in lines:
            digest.update(line)
        self._hashes[name] = (sum(map(len, lines)), digest.hexdigest())

    def _held(self, seq: int) -> bool:
        return self._range[0] <= seq <= self._range[1]

    def _entries(self) -> Iterator[bytes]:
        rows = self._reader.projected()
        for entry in self._reader.entries():
            row = next(rows, None)
            if row is None or row.seq != entry.seq or entry.seq != len(self._leaves) + 1:
                raise VerificationFailed(f"Entry #{entry.seq} cannot be exported: it or its version is missing.")
            self._leaves.append(entry.leaf)
            self.gone.follow(entry.header)
            if self._held(entry.seq) or row.entry in _ALWAYS:
                yield self._line(entry, row)
            else:
                self._withheld += 1
                yield parts.withheld_line(entry.seq, entry.leaf)

    def _line(self, entry: SealedEntry, row: VersionRow) -> bytes:
        try:
            read_header(entry.header)
            if entry.salt is None or entry.body is None:
                self._erased += 1
                self.gone.miss(entry.seq, row.entry)
                return parts.erased_line(entry.seq, entry.header, row.handle, row.kind)
            return parts.held_line(entry.seq, entry.header, entry.salt, entry.body)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise VerificationFailed(
                f"Entry #{entry.seq} ({row.entry}) is damaged and cannot be exported.",
                hint="`cicatrix verify` says more. Restore the last backup that verifies.",
            ) from None

    def _standing(self, kind: Kind, noun: type[T]) -> list[T]:
        """What stands of a kind at the end of the range, in order of handle."""
        found = {
            version.handle: decode(noun, version.body, seq=version.seq)
            for version in self._reader.versions((kind,), at=self._range[1])
            if version.body is not None and self._held(version.seq)
        }
        return [found[handle] for handle in sorted(found, key=handle_order)]

    def _proofs(self, tree: Tree) -> Iterator[bytes]:
        points = [signed.checkpoint for signed in self._log.checkpoints]
        if points and points[-1].size != tree.size:
            points.append(Checkpoint(self._log.origin, tree.size, tree.root()))
        for old, new in pairwise(points):
            if new.size > tree.size:
                raise VerificationFailed(
                    f"The log was cut off: a checkpoint covers #{new.size}, it ends at #{tree.size}."
                )
            yield parts.consistency_line(tree, old, new)

    def _manifest(self, tree: Tree) -> parts.Manifest:
        last = self._log.last
        return parts.Manifest(
            namespace=self._ctx.namespace,
            origin=self._log.origin,
            entries=tree.size,
            root=tree.root(),
            start=self._range[0],
            end=self._range[1],
            erased=self._erased,
            withheld=self._withheld,
            checkpoints=len(self._log.checkpoints),
            signed_to=last.checkpoint.size if last else 0,
        )


class _Quotable(Mapping[str, Episode]):
    """Episodes by handle, read when cited; those that were erased or withheld are not there."""

    def __init__(self, reader: LedgerReader, held: Callable[[int], bool]) -> None:
        self._reader = reader
        self._held = held
        self._seen: dict[str, Episode | None] = {}

    def __getitem__(self, handle: str) -> Episode:
        if handle not in self._seen:
            version = self._reader.version(handle)
            known = version is not None and version.body is not None and self._held(version.seq)
            self._seen[handle] = decode(Episode, version.body) if known and version and version.body else None
        episode = self._seen[handle]
        if episode is None:
            raise KeyError(handle)
        return episode

    def __iter__(self) -> Iterator[str]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)


def _check_place(path: Path) -> None:
    """Raises StateConflict where something lies that is no bundle: it may well be the database."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return  # nothing is there; or it cannot be written either, which is told then
    if head and not begins_like_one(head, TEXT[:20].encode()):
        raise StateConflict(f"{path} is there already, and is no bundle.", hint="Name another file.")


@contextmanager
def _appearing(path: Path) -> Iterator[BinaryIO]:
    """A file that is written beside its place and moved there when the block ends well."""
    descriptor, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _digest(path: Path) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return digest.hexdigest(), size
