"""Signing: the keys of a log, the checkpoints that were made with them, and handing a key on."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.notes import (
    Checkpoint,
    Note,
    Rotation,
    VerifierKey,
    log_origin,
    read_checkpoint,
    read_key,
    read_note,
    read_rotation,
    signature_of,
)
from cicatrix.core.redaction import redact
from cicatrix.core.signing import KeyChain, KeyRotation
from cicatrix.core.trust import Origin
from cicatrix.core.values import check_name, check_text
from cicatrix.engine.context import Context
from cicatrix.errors import Refused, StateConflict, VerificationFailed
from cicatrix.ports import Durability, LedgerReader

DURABILITY: Durability = "full"


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint with its note and the file it lies in. Its signature holds; whether its root does is not said."""

    checkpoint: Checkpoint
    note: bytes
    file: str


@dataclass(frozen=True, slots=True)
class SignedLog:
    """What is known of a log's signing. ``origin`` is empty for a log without entries."""

    origin: str
    chain: KeyChain
    checkpoints: tuple[Signed, ...]  # smallest first

    @property
    def last(self) -> Signed | None:
        return self.checkpoints[-1] if self.checkpoints else None


@dataclass(frozen=True, slots=True)
class KeyReport:
    """The answer to ``keys signing show``."""

    origin: str
    keys: tuple[tuple[VerifierKey, int], ...]  # each with the sequence from which it held; 0: from the beginning
    held: bool  # whether the private half of the last one is here


@dataclass(frozen=True, slots=True)
class Rotated:
    id: str
    old: VerifierKey
    new: VerifierKey
    seq: int
    durability: Durability


def signed_log(ctx: Context, reader: LedgerReader) -> SignedLog:
    """The keys and checkpoints of a log, each signature checked. Raises VerificationFailed for one that is wrong."""
    first = next(reader.entries(1, 2), None)
    if first is None:
        return SignedLog("", KeyChain(), ())
    origin = log_origin(ctx.namespace, first.leaf)
    chain = key_chain(ctx, reader, origin)
    found = [_checked(ctx, chain, origin, file, raw) for file, raw in ctx.checkpoints.notes(ctx.namespace)]
    return SignedLog(origin, chain, tuple(sorted(found, key=lambda signed: signed.checkpoint.size)))


def key_chain(ctx: Context, reader: LedgerReader, origin: str, first: str | None = None) -> KeyChain:
    """The keys of a log, each handing on checked. ``first``: the key it began with, where another place than the folder
    of checkpoints knows it. Raises VerificationFailed."""
    rotations: list[KeyRotation] = []
    for version in reader.versions((Kind.SIGNING_KEY,)):
        if version.body is None:
            raise VerificationFailed(f"#{version.seq} hands the signing key on, and its body is gone.")
        rotations.append(decode(KeyRotation, version.body, seq=version.seq))
    held = ctx.keys.held(origin)
    first = rotations[0].old if rotations else first or ctx.checkpoints.first_key(ctx.namespace)
    if first is None:
        return KeyChain(held[:1])
    try:
        keys = [read_key(first)]
        for rotation in rotations:
            keys.append(_handed_on(ctx, rotation, keys[-1]))
    except ValueError as error:
        raise VerificationFailed(f"A signing key of {origin} cannot be read: {error}.") from None
    for key in keys:
        if key.name != origin:
            raise VerificationFailed(
                f"The checkpoints beside the database are of another log, {key.name}; this one is {origin}.",
                hint="Was this ledger put in the place of another? Then keep the folder of checkpoints elsewhere.",
            )
    if held and not set(held) & set(keys):
        raise VerificationFailed(
            f"{origin} claims to be signed by {keys[0].id.hex()}, but the key that is held here is {held[0].id.hex()}."
        )
    return KeyChain(tuple(keys), tuple(rotation.seq for rotation in rotations))


def show_keys(ctx: Context) -> KeyReport:
    """The keys of a log and whether it can be signed here."""
    with ctx.store.reader(ctx.namespace) as reader:
        log = signed_log(ctx, reader)
    held = ctx.keys.held(log.origin) if log.origin else ()
    return KeyReport(
        log.origin,
        tuple(zip(log.chain.keys, (0, *log.chain.since), strict=True)) if log.chain.keys else (),
        log.chain.current in held,
    )


def rotate(ctx: Context, *, by: str | None = None, reason: str = "") -> Rotated:
    """Hand the signing key on to a new one, in an entry that both sign; then destroy the old private half.

    Raises Refused for a log that was never signed, NotFound when the key in force is not held here.
    """
    person = check_name(by or ctx.user, "by")
    why, _ = redact(check_text(reason, "reason", limit=2_000), "reason")
    with ctx.store.reader(ctx.namespace) as reader:
        log = signed_log(ctx, reader)
    old = log.chain.current
    if old is None:
        raise Refused(
            f"{ctx.namespace} has no signing key yet.", hint="`cicatrix ledger checkpoint` makes the first one."
        )
    ctx.keys.sign(old, "")  # raises before anything is made when the key is not here
    new = ctx.keys.make(log.origin)
    try:
        with ctx.store.writer(
            ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
        ) as writer:
            if key_chain(ctx, writer, log.origin) != log.chain:
                raise StateConflict(
                    "The key was handed on by somebody else meanwhile.", hint="Look: keys signing show."
                )
            head = writer.head()
            text = Rotation(Checkpoint(log.origin, head.seq, head.root), new).text()
            note = Note(text, tuple(signature_of(key, ctx.keys.sign(key, text)) for key in (old, new)))
            noun = KeyRotation(writer.next_handle(Kind.SIGNING_KEY), str(old), str(new), str(note), person, why)
            seq = writer.append(
                Draft(
                    EntryKind.KEY_ROTATED, Kind.SIGNING_KEY, noun.id, encode(noun), actor=person, origin=Origin.SYSTEM
                )
            )
    except BaseException:
        ctx.keys.drop(new)
        raise
    ctx.keys.drop(old)
    return Rotated(noun.id, old, new, seq, DURABILITY)


def is_signed_by(ctx: Context, key: VerifierKey, note: Note) -> bool:
    """Whether the note carries this key's signature, and no wrong one in its name."""
    made = note.by(key)
    return bool(made) and all(ctx.keys.holds(key, note.text, signature) for signature in made)


def read_signed(ctx: Context, chain: KeyChain, origin: str, raw: bytes, name: str) -> Checkpoint:
    """A checkpoint of this log, signed by the key that held at its size. Raises VerificationFailed."""
    try:
        note = read_note(raw)
        checkpoint = read_checkpoint(note)
    except ValueError as error:
        raise VerificationFailed(f"{name} is no checkpoint: {error}.") from None
    if checkpoint.origin != origin:
        raise VerificationFailed(f"{name} is a checkpoint of another log, {checkpoint.origin}.")
    key = chain.at(checkpoint.size)
    if key is None or not is_signed_by(ctx, key, note):
        raise VerificationFailed(f"{name} is not signed by the key of this log.")
    return checkpoint


def _checked(ctx: Context, chain: KeyChain, origin: str, file: str, raw: bytes) -> Signed:
    return Signed(read_signed(ctx, chain, origin, raw, file), raw, file)


def _handed_on(ctx: Context, rotation: KeyRotation, current: VerifierKey) -> VerifierKey:
    note = read_note(rotation.note.encode())
    handed = read_rotation(note)
    old, new = read_key(rotation.old), handed.new
    fits = old == current and str(new) == rotation.new and handed.at.size == rotation.seq - 1
    if not fits or not all(is_signed_by(ctx, key, note) for key in (old, new)):
        raise VerificationFailed(
            f"#{rotation.seq} hands the signing key on without the signature of the one before it."
        )
    return new
