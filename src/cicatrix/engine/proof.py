"""Proofs that stand alone: that an entry is in the log, that one state of the log is the beginning of another.

Each is one JSON file that the offline verifier checks without the ledger: ``cicatrix_verify.py proof FILE``. Where a
checkpoint covers the entry, the proof ends at its root and brings the signed note along.
"""

from __future__ import annotations

import json
from typing import Final

from cicatrix.core.entries import leaf_hash
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.merkle import (
    consistency_ranges,
    inclusion_ranges,
    verify_consistency,
    verify_inclusion,
)
from cicatrix.engine.context import Context
from cicatrix.engine.signing import Signed, SignedLog, signed_log
from cicatrix.errors import InvalidInput, NotFound, VerificationFailed

FORMAT: Final = "cicatrix-proof/1"


def inclusion(ctx: Context, seq: int) -> JsonObject:
    """That entry ``seq`` is in the log: in the last signed state if that covers it, else in the log as it is.

    Raises NotFound for a sequence that is not there, VerificationFailed when the ledger cannot prove it.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        head, log = reader.head(), signed_log(ctx, reader)
        if not 1 <= seq <= head.seq:
            raise NotFound(f"There is no #{seq}: the ledger reaches from #1 to #{head.seq}.")
        entry = next(reader.entries(seq, seq + 1), None)
        if entry is None:
            raise VerificationFailed(f"Entry #{seq} is missing.", hint="`cicatrix verify` says more.")
        signed = log.last if log.last is not None and seq <= log.last.checkpoint.size <= head.seq else None
        size, root = (signed.checkpoint.size, signed.checkpoint.root) if signed else (head.seq, head.root)
        hashes = [reader.range_root(start, end) for start, end in inclusion_ranges(seq - 1, size)]
    if not verify_inclusion(leaf_hash(entry.header), seq - 1, size, hashes, root):
        raise VerificationFailed(f"#{seq} is not in the log of {size} entries.", hint="`cicatrix verify` says more.")
    erased = entry.salt is None or entry.body is None
    return _proof(
        "inclusion",
        log,
        hashes,
        {
            "seq": seq,
            "size": size,
            "root": root.hex(),
            "header": entry.header.decode(),
            "body": None if erased or entry.body is None else entry.body.decode(),
            "salt": None if erased or entry.salt is None else entry.salt.hex(),
        },
        {"checkpoint": signed},
    )


def consistency(ctx: Context, old: int, new: int | None = None) -> JsonObject:
    """That the log of ``old`` entries is the beginning of the one of ``new`` (None: of the last checkpoint that is
    longer, else of all there are). Raises InvalidInput for sizes that the log never had, VerificationFailed."""
    with ctx.store.reader(ctx.namespace) as reader:
        head, log = reader.head(), signed_log(ctx, reader)
        if new is None:
            new = log.last.checkpoint.size if log.last and old < log.last.checkpoint.size <= head.seq else head.seq
        if not 1 <= old <= new <= head.seq:
            raise InvalidInput(
                f"No proof leads from {old} to {new} entries: the ledger has {head.seq}.",
                hint="Name a smaller size first: --from 100 leads to the last checkpoint, or to now.",
            )
        ends = [next((s for s in log.checkpoints if s.checkpoint.size == size), None) for size in (old, new)]
        roots = [
            signed.checkpoint.root if signed else reader.range_root(0, size)
            for signed, size in zip(ends, (old, new), strict=True)
        ]
        ranges = consistency_ranges(0, old, new) if old < new else []
        hashes = [reader.range_root(low, high) for low, high in ranges]
    if not verify_consistency(old, new, roots[0], roots[1], hashes):
        raise VerificationFailed(
            f"The log of {new} entries does not begin with the one of {old} that was signed.",
            hint="`cicatrix verify` says more.",
        )
    return _proof(
        "consistency",
        log,
        hashes,
        {"old_size": old, "old_root": roots[0].hex(), "new_size": new, "new_root": roots[1].hex()},
        {"old_checkpoint": ends[0], "new_checkpoint": ends[1]},
    )


def written(proof: JsonObject) -> str:
    """A proof as its file holds it: the one spelling that the verifier takes."""
    return json.dumps(proof, ensure_ascii=False, sort_keys=True, indent=2) + "\n"


def _proof(
    kind: str, log: SignedLog, hashes: list[bytes], what: JsonObject, checkpoints: dict[str, Signed | None]
) -> JsonObject:
    notes: JsonObject = {name: signed.note.decode() if signed else None for name, signed in checkpoints.items()}
    keys = dict.fromkeys(str(log.chain.at(found.checkpoint.size)) for found in checkpoints.values() if found)
    return {
        "format": FORMAT,
        "kind": kind,
        "origin": log.origin,
        "hashes": list[JsonValue]([hashed.hex() for hashed in hashes]),
        "keys": list[JsonValue](keys),
        **what,
        **notes,
    }
