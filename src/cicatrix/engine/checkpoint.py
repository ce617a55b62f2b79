"""Checkpoint: sign what the log is now, after looking that it still is what it was.

A signature makes a statement that cannot be taken back. So each body since the last checkpoint is hashed again, and the
log must still begin with every state that was signed before; else nothing is signed, and the bad entry is named. Before
the note is written, everything it covers is on disk.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from cicatrix import __version__
from cicatrix.core.entries import GENESIS, chain_hash, commitment, kind_of, leaf_hash, read_header
from cicatrix.core.erasures import DESTROYED, Gone
from cicatrix.core.merkle import Frontier
from cicatrix.core.notes import Checkpoint, Note, VerifierKey, signature_of
from cicatrix.core.playbook_markdown import render
from cicatrix.engine import playbook
from cicatrix.engine.context import Context
from cicatrix.engine.signing import SignedLog, read_signed, signed_log
from cicatrix.errors import ReadOnly, Refused, VerificationFailed
from cicatrix.ports import LedgerReader, SealedEntry

State = Literal["UNSIGNED", "SIGNED", "ANCHORED"]

ANCHORED_NOTE: Final = "CHECKPOINT"
"""The file beside PLAYBOOK.md in which an anchor keeps the note; its history holds all of them."""


@dataclass(frozen=True, slots=True)
class CheckpointReport:
    """What was signed. ``new``: False when the log had not grown since the last checkpoint."""

    size: int
    root: str
    origin: str
    state: State
    file: str
    key: VerifierKey
    new: bool
    checked: int  # bodies hashed again for it
    anchor: str | None = None  # the commit


def checkpoint(ctx: Context, *, anchor: Path | None = None) -> CheckpointReport:
    """Sign the log as it is, and with ``anchor`` commit the note beside the playbook in that git repository.

    The first checkpoint of a log makes its key. Raises Refused for an empty log, VerificationFailed when the log is not
    what it was, NotFound without the private key, InvalidInput for a folder that is no repository, StoreError.
    """
    if ctx.store.read_only:
        raise ReadOnly("A checkpoint is not made of a file that may only be read.", hint="Sign where it is written.")
    place = ctx.anchor(anchor) if anchor is not None else None
    with ctx.store.reader(ctx.namespace) as reader:
        log = signed_log(ctx, reader)
        if not log.origin:
            raise Refused(f"{ctx.namespace} has no entries: there is nothing to sign.", hint="Record something first.")
        if place is not None and anchor is not None and place.all(ANCHORED_NOTE):
            found = _compare(ctx, reader, log, anchor)
            if found.rewritten:
                raise VerificationFailed(found.rewritten)
        since = log.last.checkpoint.size if log.last else 0
        size, root = audit(reader, log, since)
    if log.last is not None and size == since:
        key, file, new, note = _key(ctx, log), log.last.file, False, log.last.note
    else:
        ctx.checkpoints.settle()
        key = _key(ctx, log)
        text = Checkpoint(log.origin, size, root).text()
        note = str(Note(text, (signature_of(key, ctx.keys.sign(key, text)),))).encode()
        file, new = str(ctx.checkpoints.keep(ctx.namespace, size, note)), True
    commit = None
    if place is not None:
        rules = render(ctx.namespace, playbook.show(ctx, at=size))
        files = {ANCHORED_NOTE: note, playbook.FILE: rules.encode()}
        held = place.all(ANCHORED_NOTE)
        commit = place.keep(files, f"Checkpoint of {ctx.namespace} at #{size}\n\nMade by cicatrix {__version__}.")
        commit = commit or (held[0][0] if held else None)
    state: State = "ANCHORED" if commit is not None else "SIGNED"
    return CheckpointReport(size, root.hex(), log.origin, state, file, key, new, size - since, commit)


def audit(reader: LedgerReader, log: SignedLog, since: int) -> tuple[int, bytes]:
    """Hash every entry after ``since`` again and compare the log with each of its checkpoints.

    Returns its size and root. Raises VerificationFailed with the entry that is not what was sealed.
    """
    signed = {found.checkpoint.size: found for found in log.checkpoints}
    tree, chain, gone = Frontier(), GENESIS, Gone()
    for entry in reader.entries():
        if entry.seq != tree.size + 1:
            raise _bad(tree.size + 1, "it is missing")
        if entry.seq > since:
            _rehash(entry, chain)
        gone.follow(entry.header)
        if entry.body is None and entry.salt is None:
            gone.miss(entry.seq, kind_of(entry.header))
        tree.add(entry.leaf)
        chain = chain_hash(chain, entry.leaf)
        found = signed.pop(tree.size, None)
        if found is not None and found.checkpoint.root != tree.root():
            raise VerificationFailed(
                f"The log is not the one that was signed: entries up to #{tree.size} were rewritten after {found.file}."
            )
    if signed:
        raise VerificationFailed(f"The log was cut off: {min(signed.items())[1].file} covers more than it has.")
    destroyed = gone.destroyed()
    if destroyed is not None:
        raise _bad(destroyed[0], DESTROYED, destroyed[1])
    head = reader.head()
    if (head.seq, head.root, head.chain) != (tree.size, tree.root(), chain):
        raise VerificationFailed("The stored head is not that of the entries.", hint="`cicatrix verify` says more.")
    return tree.size, tree.root()


def roots_at(reader: LedgerReader, sizes: Iterable[int]) -> Mapping[int, bytes]:
    """The roots that the log had at these sizes; those it never had are left out."""
    wanted, tree = set(sizes), Frontier()
    found: dict[int, bytes] = {}
    for entry in reader.entries(1, max(wanted, default=0) + 1):
        tree.add(entry.leaf)
        if tree.size in wanted:
            found[tree.size] = tree.root()
    return found


@dataclass(frozen=True, slots=True)
class Anchored:
    """How far the log is the one whose checkpoints were committed in a repository."""

    size: int  # of the longest of them that agrees, before the first that does not
    commit: str
    rewritten: str = ""  # what the first that does not agree tells


def anchored(ctx: Context, folder: Path) -> Anchored:
    """Compare the log with every checkpoint that was ever committed in a repository. Raises Refused when there is none,
    VerificationFailed when one is not signed with a key of this ledger.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        return _compare(ctx, reader, signed_log(ctx, reader), folder)


def _compare(ctx: Context, reader: LedgerReader, log: SignedLog, folder: Path) -> Anchored:
    notes = ctx.anchor(folder).all(ANCHORED_NOTE)
    if not notes:
        raise Refused(
            f"No checkpoint was ever committed in {folder}.", hint=f"`cicatrix ledger checkpoint --anchor {folder}`."
        )
    kept = [
        (read_signed(ctx, log.chain, log.origin, raw, f"{ANCHORED_NOTE} of commit {commit[:12]}"), commit)
        for commit, raw in notes
    ]
    roots = roots_at(reader, {point.size for point, _ in kept})
    agreed = Anchored(0, "")
    for point, commit in sorted(kept, key=lambda item: item[0].size):
        if roots.get(point.size) != point.root:
            reason = "was cut off since" if point.size not in roots else "was rewritten since"
            told = f"The log {reason}: at #{point.size} it is not the one that was anchored in commit {commit[:12]}."
            return replace(agreed, rewritten=told)
        agreed = Anchored(point.size, commit)
    return agreed


def _rehash(entry: SealedEntry, chain: bytes) -> None:
    """Raises VerificationFailed when an entry is not what was sealed, or does not follow."""
    try:
        header = read_header(entry.header)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _bad(entry.seq, "its header cannot be read") from None
    if leaf_hash(entry.header) != entry.leaf:
        raise _bad(entry.seq, "its header does not hash to its leaf: one of them was changed", header.kind)
    if header.prev != chain.hex():
        raise _bad(entry.seq, "it does not follow the entry before it: one of them was replaced", header.kind)
    if entry.salt is None and entry.body is None:
        return
    sealed = entry.salt is not None and entry.body is not None
    if not (sealed and hmac.compare_digest(commitment(entry.salt or b"", entry.body or b"").hex(), header.commit)):
        raise _bad(entry.seq, "its body is not the one that was sealed: the words were changed", header.kind)


def _bad(seq: int, reason: str, kind: str = "unknown") -> VerificationFailed:
    return VerificationFailed(f"Nothing was signed. Entry #{seq} ({kind}) is bad: {reason}.")


def _key(ctx: Context, log: SignedLog) -> VerifierKey:
    """The key in force; a new one where there is none yet."""
    key = log.chain.current or ctx.keys.make(log.origin)
    for old in log.chain.keys[:-1]:
        ctx.keys.drop(old)  # a rotation that was cut short after its entry left it
    if not log.chain.since:
        ctx.checkpoints.keep_first_key(ctx.namespace, str(key))
    return key
