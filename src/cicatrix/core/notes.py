"""Signed notes (C2SP signed-note): a text, a blank line, and a line for each signature. A checkpoint is such a note.

::

    cicatrix/acme/support/0f3c…      origin: the namespace, and the leaf of the log's first entry
    58                               entries
    CsUYapGGPo4dkMgI…=               root over them, base64

    — cicatrix/acme/support/0f3c… base64(4 bytes of key id, 64 bytes of Ed25519 signature)

The origin is made of what the log begins with, so a copy keeps it and no two logs share it. A key is named after the
log that it signs and written ``name+id+base64(0x01, public key)``; its id is SHA-256(name, LF, 0x01, public key)[:4].
Signing and checking signatures is done elsewhere: here are only the texts.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Final

from cicatrix.core.merkle import HASH_SIZE

ED25519: Final = b"\x01"
KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
ID_SIZE: Final = 4
ROTATION: Final = "cicatrix-key-rotation/1"

_SIGNATURE_LINE: Final = re.compile("\u2014 ([^\\s+]+) ([A-Za-z0-9+/=]+)")
_CONTROL: Final = re.compile("[\x00-\x09\x0b-\x1f]")
_SIZE: Final = re.compile("0|[1-9][0-9]{0,17}", re.ASCII)


def log_origin(namespace: str, first_leaf: bytes) -> str:
    """What a log is called in checkpoints: ``cicatrix/NAMESPACE/`` and 16 hex digits of its first leaf."""
    return f"cicatrix/{namespace}/{first_leaf.hex()[:16]}"


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """The public half of a signing key, and the log it signs."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:ID_SIZE]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_base64(ED25519 + self.public)}"


def read_key(text: str) -> VerifierKey:
    """Read ``name+id+base64``. Raises ValueError with the reason."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    if not name or re.search(r"\s", name):
        raise ValueError("a key is written NAME+ID+BASE64")
    raw = _unbase64(encoded)
    if len(raw) != KEY_SIZE + 1 or raw[:1] != ED25519:
        raise ValueError("it is no Ed25519 key")
    key = VerifierKey(name, raw[1:])
    if key.id.hex() != key_id:
        raise ValueError("its id is not that of its name and bytes")
    return key


@dataclass(frozen=True, slots=True)
class NoteSignature:
    name: str
    key_id: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """``text`` ends with a line feed and is what the signatures are on."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def by(self, key: VerifierKey) -> tuple[bytes, ...]:
        """The signatures that claim to be this key's."""
        return tuple(made.signature for made in self.signatures if (made.name, made.key_id) == (key.name, key.id))

    def __str__(self) -> str:
        lines = (f"\u2014 {made.name} {_base64(made.key_id + made.signature)}\n" for made in self.signatures)
        return f"{self.text}\n{''.join(lines)}"


def signature_of(key: VerifierKey, signature: bytes) -> NoteSignature:
    return NoteSignature(key.name, key.id, signature)


def read_note(raw: bytes) -> Note:
    """Read a signed note, strictly: one spelling for each note. Raises ValueError with the reason."""
    text = raw.decode()
    if _CONTROL.search(text):
        raise ValueError("it holds control characters")
    body, blank, tail = text.rpartition("\n\n")
    if not blank or not tail.endswith("\n"):
        raise ValueError("it has no signatures")
    signatures: list[NoteSignature] = []
    for line in tail[:-1].split("\n"):
        match = _SIGNATURE_LINE.fullmatch(line)
        if match is None:
            raise ValueError("a signature line is malformed")
        made = _unbase64(match[2])
        if len(made) != ID_SIZE + SIGNATURE_SIZE:
            raise ValueError("a signature has the wrong length")
        signatures.append(NoteSignature(match[1], made[:ID_SIZE], made[ID_SIZE:]))
    return Note(body + "\n", tuple(signatures))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a checkpoint says: the log of this name, at this size, has this root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


def read_checkpoint(note: Note) -> Checkpoint:
    """Raises ValueError with the reason."""
    lines = note.text[:-1].split("\n")
    if len(lines) != 3:
        raise ValueError("it does not have the three lines origin, size and root")
    return _checkpoint(*lines)


@dataclass(frozen=True, slots=True)
class Rotation:
    """A signing key handed on: from ``at`` on, the log is signed by ``new``. Both keys sign this text."""

    at: Checkpoint
    new: VerifierKey

    def text(self) -> str:
        return f"{ROTATION}\n{self.at.text()}{self.new}\n"


def read_rotation(note: Note) -> Rotation:
    """Raises ValueError with the reason."""
    lines = note.text[:-1].split("\n")
    if len(lines) != 5 or lines[0] != ROTATION:
        raise ValueError("it hands no key on")
    return Rotation(_checkpoint(*lines[1:4]), read_key(lines[4]))


def _checkpoint(origin: str, size: str, root: str) -> Checkpoint:
    if not origin or not _SIZE.fullmatch(size):
        raise ValueError("its origin or size is none")
    hashed = _unbase64(root)
    if len(hashed) != HASH_SIZE:
        raise ValueError("its root is no hash")
    return Checkpoint(origin, int(size), hashed)


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _unbase64(text: str) -> bytes:
    """Only the standard encoding of the bytes is read, so that nothing has two spellings."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("it is not base64") from None
    if _base64(raw) != text:
        raise ValueError("it is not the standard base64 of its bytes")
    return raw
