"""The verifier reads notes and keys as strictly as the engine, with code of its own."""

from __future__ import annotations

import base64
from random import Random

import pytest

from cicatrix.core import notes
from verifier import cicatrix_verify as verifier

KEY = notes.VerifierKey("cicatrix/acme/support/0011223344556677", bytes(range(32)))
POINT = notes.Checkpoint(KEY.name, 58, bytes(range(32)))
NOTE = str(notes.Note(POINT.text(), (notes.signature_of(KEY, bytes(range(64))),)))
ROOT = base64.b64encode(POINT.root).decode()


def test_both_read_the_same() -> None:
    read = verifier.read_checkpoint(NOTE.encode())
    assert (read.origin, read.size, read.root) == (POINT.origin, POINT.size, POINT.root)
    assert read.note.signatures == ((KEY.name, KEY.id, bytes(range(64))),)
    key = verifier.read_key(str(KEY))
    assert (key.name, key.public, key.id, str(key)) == (KEY.name, KEY.public, KEY.id, str(KEY))


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (NOTE.replace("58", "5\t8"), "control characters"),
        (NOTE.replace("\n\n", "\n"), "no signatures"),
        (NOTE[:-1], "no signatures"),
        (NOTE.replace("\u2014 ", "- "), "malformed"),
        (NOTE + "x\n", "malformed"),
        (NOTE[:-6] + "\n", "not base64"),
        (NOTE[:-5] + "\n", "wrong length|not base64"),
        (NOTE.replace(ROOT, ROOT[:-2] + "9="), "not the standard base64"),
        (NOTE.replace(ROOT, ROOT[:-4]), "root is no hash"),
        (NOTE.replace("\n58\n", "\n058\n"), "size"),
        (NOTE.replace("\n58\n", "\n0\n"), "size"),
        (NOTE.replace("\n58\n", "\n-1\n"), "size"),
        (NOTE.replace("\n58\n", "\n"), "three lines"),
        (NOTE.replace("\n58\n", "\n58\n58\n"), "three lines"),
    ],
)
def test_what_is_no_checkpoint(broken: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        verifier.read_checkpoint(broken.encode())


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("no key", "NAME"),
        (str(KEY).replace("acme", "ac me"), "NAME"),
        ("+" + str(KEY).partition("+")[2], "NAME"),
        (str(KEY).replace(KEY.id.hex(), "00000000"), "id"),
        (str(KEY)[:-4], "no Ed25519 key"),
        (str(KEY)[:-1], "base64"),
        (f"{KEY.name}+{KEY.id.hex()}+{base64.b64encode(bytes([2]) + KEY.public).decode()}", "no Ed25519 key"),
    ],
)
def test_what_is_no_key(broken: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        verifier.read_key(broken)


def test_both_refuse_the_same() -> None:
    random = Random(8)
    for text, ours, theirs in (
        (NOTE, notes.read_note, verifier.read_note),
        (str(KEY), lambda raw: notes.read_key(raw.decode()), lambda raw: verifier.read_key(raw.decode())),
    ):
        for _ in range(2_000):
            raw = bytearray(text.encode())
            for _ in range(random.randrange(1, 3)):
                place = random.randrange(len(raw))
                raw[place : place + random.randrange(2)] = random.choice(
                    [b"", b"\n", b"A", b"=", b"+", b" ", b"\x00", b"\xff"]
                )
            assert _refuses(ours, bytes(raw)) == _refuses(theirs, bytes(raw)), bytes(raw)


def _refuses(read: object, raw: bytes) -> bool:
    assert callable(read)
    try:
        read(raw)
    except ValueError:
        return True
    return False
