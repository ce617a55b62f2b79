"""The ledger itself: look at it, sign it, prove parts of it; and ``keys signing``, which it is signed with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cicatrix.errors import StateConflict, StoreError, UsageError
from cicatrix.interfaces.cli.app import command, group
from cicatrix.interfaces.cli.commands.options import By, Reason
from cicatrix.interfaces.cli.session import session_of

ledger = group("ledger", "The ledger: look at entries, sign it, prove parts of it.")
keys = group("keys", "Keys that this memory is signed with.")
signing = group("signing", "The key that signs the ledger's checkpoints.", under=keys)

Sequence = Annotated[int | None, typer.Argument(metavar="[SEQ]", help="The entry: 42.", min=1)]


@command("show", "cicatrix ledger show", "cicatrix ledger show 42", under=ledger)
def ledger_show(ctx: typer.Context, seq: Sequence = None) -> None:
    """The ledger as a whole, or one entry letter for letter.

    What is shown was not verified: `cicatrix verify` hashes everything again.
    """
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        if seq is None:
            found = proofs.overview(memory)
            call.out.data(found, lambda sheet: proofs.show_overview(sheet, found))
        else:
            entry = proofs.entry(memory, seq)
            call.out.data(entry, lambda sheet: proofs.show_entry(sheet, entry))


@command(
    "checkpoint",
    "cicatrix ledger checkpoint",
    "cicatrix ledger checkpoint --anchor docs/agent      and commit it beside the playbook",
    under=ledger,
)
def ledger_checkpoint(
    ctx: typer.Context,
    anchor: Annotated[
        Path | None, typer.Option("--anchor", metavar="DIR", help="A folder in a git repository to commit it in.")
    ] = None,
) -> None:
    """Sign the ledger as it is now.

    Everything since the last checkpoint is hashed again first; nothing is signed that is not what was sealed. The first
    checkpoint makes the signing key.
    """
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        report = memory.checkpoint(anchor=anchor)
    call.out.data(proofs.signed(report), lambda sheet: proofs.show_signed(sheet, report))


@command(
    "proof",
    "cicatrix ledger proof 42 --out entry-42.json",
    "cicatrix ledger proof --from 1000      that the ledger of 1,000 entries is the beginning of today's",
    under=ledger,
)
def ledger_proof(
    ctx: typer.Context,
    seq: Sequence = None,
    start: Annotated[
        int | None, typer.Option("--from", metavar="SIZE", help="Prove growth from so many entries.", min=1)
    ] = None,
    end: Annotated[
        int | None, typer.Option("--to", metavar="SIZE", help="To so many. Else to the last checkpoint, or all.", min=1)
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it there.")] = None,
) -> None:
    """A proof that somebody checks without the ledger: `cicatrix_verify.py proof FILE`."""
    from cicatrix.engine.proof import written

    call = session_of(ctx)
    if (seq is None) == (start is None):
        raise UsageError("One thing is proven at a time.", hint="Name an entry, or a size: --from 1000.")
    with call.open(writes=False) as memory:
        proof = memory.prove(seq) if seq is not None else memory.prove_growth(start or 1, end)
    text = written(proof)
    if out is None:
        call.out.data(proof, lambda sheet: sheet.verbatim(text))
        return
    try:
        if out.is_file() and out.read_bytes()[:1] not in (b"{", b""):
            raise StateConflict(f"{out} is there already, and is no proof.", hint="Name another file.")
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{out} cannot be written: {error.strerror}.") from error
    call.out.data({"file": str(out), **proof}, lambda sheet: sheet.line(f"Proof in {out}"))


@command("show", "cicatrix keys signing show", under=signing)
def signing_show(ctx: typer.Context) -> None:
    """The public keys of this ledger; give the last one to whoever will check it."""
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=False) as memory:
        report = memory.signing_keys()
    call.out.data(proofs.keys(report), lambda sheet: proofs.show_keys(sheet, report))


@command("rotate", 'cicatrix keys signing rotate --reason "Every year"', under=signing)
def signing_rotate(ctx: typer.Context, by: By = None, reason: Reason = "") -> None:
    """Hand the signing key on to a new one.

    An entry that both keys sign; then the old private key is destroyed.
    """
    from cicatrix.interfaces.cli import proofs

    call = session_of(ctx)
    with call.open(writes=True) as memory:
        done = memory.rotate_signing_key(by=call.speaker(by), reason=reason)
    call.out.data(proofs.rotated(done), lambda sheet: proofs.show_rotated(sheet, done))
