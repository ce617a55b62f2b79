"""Backup and restore. A backup is a bundle of the whole ledger; restored, every header, salt and body is the same byte
for byte, so roots and checkpoints still hold, and all projections are made anew.

Two kinds of keys are in no backup. Signing keys, because whoever holds one can rewrite the past. The keys behind
pseudonyms, because an erasure that destroyed one must not be undone by an old copy: after a restore a person's new
entries bear another pseudonym, while the old ones keep theirs. Vectors are in none either: they are made again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from cicatrix.core.bundle_reading import BundledEntry, BundleReader
from cicatrix.core.notes import log_origin
from cicatrix.engine.bundle import BundleReport, export_bundle
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import count_waiting
from cicatrix.engine.signing import key_chain, read_signed
from cicatrix.engine.verify import verify_namespace
from cicatrix.errors import InvalidInput, Refused, StateConflict, VerificationFailed
from cicatrix.ports import LedgerWriter, SealedEntry


@dataclass(frozen=True, slots=True)
class RestoreReport:
    namespace: str
    origin: str
    entries: int
    erased: int
    checkpoints: int
    root: str
    waiting: int = 0  # texts whose vectors have to be made again: no backup holds them


def backup(ctx: Context, path: Path) -> BundleReport:
    """Write the whole ledger of the namespace into a file, once it verifies: what does not could not be restored.

    Raises Refused for an empty one, VerificationFailed with the first bad entry, StoreError.
    """
    bad = verify_namespace(ctx.store, ctx.namespace).first_bad
    if bad is not None:
        raise VerificationFailed(
            f"No backup was made of a ledger that does not verify: entry #{bad.seq} ({bad.kind}): {bad.reason}.",
            hint="Keep the last backup. `cicatrix export bundle FILE` writes this ledger down as it is, for evidence.",
        )
    return export_bundle(ctx, path)


def restore(ctx: Context, path: Path) -> RestoreReport:
    """Take a backup over into the namespace it came from, which must be empty here. All of it, or nothing.

    Raises InvalidInput when the file cannot be read, VerificationFailed when it is not what was sealed, Refused for a
    bundle of a part or of another namespace, StateConflict when there are entries already.
    """
    bundle = read_bundle(path)
    if bundle.namespace != ctx.namespace:
        raise Refused(
            f"{path} is a ledger of {bundle.namespace}, and a ledger's name is sealed in each of its entries.",
            hint=f"Restore it with --namespace {bundle.namespace}; `cicatrix import` brings its episodes in anew.",
        )
    if not bundle.is_whole:
        raise Refused(f"{path} holds a part of a ledger only.", hint="Restore from a backup, or a bundle of all of it.")
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="full") as writer:
        if writer.head().seq:
            raise StateConflict(
                f"{ctx.namespace} holds {writer.head().seq} entries already.",
                hint="Restore into a new database: --db FILE.",
            )
        report = _take_over(ctx, writer, bundle, path)
    for key in bundle.keys()[:1]:
        ctx.checkpoints.keep_first_key(ctx.namespace, key)
    for name, note in bundle.checkpoints():
        ctx.checkpoints.keep(ctx.namespace, int(Path(name).stem), note)
    found = verify_namespace(ctx.store, ctx.namespace, deep=True)
    if found.first_bad is not None:
        bad = found.first_bad
        raise VerificationFailed(f"What was restored does not verify: entry #{bad.seq} ({bad.kind}): {bad.reason}.")
    return replace(report, waiting=count_waiting(ctx)) if ctx.embedder is not None else report


def read_bundle(path: Path) -> BundleReader:
    """Raises InvalidInput, VerificationFailed."""
    try:
        return BundleReader(path.read_bytes(), str(path))
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", hint="Name a backup that exists.") from None


def _take_over(ctx: Context, writer: LedgerWriter, bundle: BundleReader, path: Path) -> RestoreReport:
    notes = bundle.checkpoints()
    sizes = {int(Path(name).stem) for name, _ in notes}
    roots: dict[int, bytes] = {}
    erased = 0
    for entry in bundle.entries():
        writer.adopt(entry.header, _sealed(entry), entry.handle, entry.key)
        erased += entry.body is None
        if entry.header.seq in sizes:
            roots[entry.header.seq] = writer.head().root
    head = writer.head()
    first = next(writer.entries(1, 2), None)
    if first is None or (head.seq, head.root.hex()) != (bundle.entries_stated, bundle.root):
        raise VerificationFailed(f"{path} states another root than its entries have.")
    origin = log_origin(ctx.namespace, first.leaf)
    chain = key_chain(ctx, writer, origin, next(iter(bundle.keys()), None))
    for name, note in notes:
        point = read_signed(ctx, chain, origin, note, name)
        if roots.get(point.size) != point.root:
            raise VerificationFailed(f"{name} in {path} is a checkpoint of another history.")
    return RestoreReport(ctx.namespace, origin, head.seq, erased, len(notes), head.root.hex())


def _sealed(entry: BundledEntry) -> SealedEntry:
    return SealedEntry(entry.header.seq, entry.raw, b"", entry.salt, entry.body)
