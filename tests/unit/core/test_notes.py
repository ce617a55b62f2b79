"""Signed notes: the example of the format, one spelling for each note, keys and rotations."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.notes import (
    Checkpoint,
    Note,
    NoteSignature,
    Rotation,
    VerifierKey,
    log_origin,
    read_checkpoint,
    read_key,
    read_note,
    read_rotation,
    signature_of,
)

KEY = VerifierKey("cicatrix/acme/support/0011223344556677", bytes(range(32)))
POINT = Checkpoint(KEY.name, 58, bytes(range(32)))
ENCODED = base64.b64encode(b"\x01" + KEY.public).decode()
OTHER_TYPE = base64.b64encode(b"\x02" + KEY.public).decode()
NOTE = Note(POINT.text(), (signature_of(KEY, bytes(64)),))

names = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zs", "Zl", "Zp"), blacklist_characters="+"), min_size=1
)


def test_a_log_is_named_after_what_it_begins_with() -> None:
    assert log_origin("acme/support", bytes.fromhex("0f3c" + "00" * 30)) == "cicatrix/acme/support/0f3c000000000000"


def test_a_checkpoint_is_three_lines_and_a_signature() -> None:
    lines = str(NOTE).split("\n")
    assert lines[:4] == [KEY.name, "58", base64.b64encode(POINT.root).decode(), ""]
    assert lines[4].startswith(f"\u2014 {KEY.name} ")
    assert base64.b64decode(lines[4].split(" ")[2]) == KEY.id + bytes(64)
    assert read_checkpoint(read_note(str(NOTE).encode())) == POINT


def test_a_key_says_whose_it_is() -> None:
    """The id is the beginning of SHA-256(name, line feed, 0x01, key), as the format asks."""
    import hashlib

    expected = hashlib.sha256(KEY.name.encode() + b"\n\x01" + KEY.public).digest()[:4]
    assert KEY.id == expected
    assert str(KEY) == f"{KEY.name}+{expected.hex()}+{ENCODED}"


@given(names, st.binary(min_size=32, max_size=32))
def test_keys_are_read_as_they_are_written(name: str, public: bytes) -> None:
    key = VerifierKey(name, public)
    assert read_key(str(key)) == key


@given(
    st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1), min_size=1, max_size=4),
    st.lists(
        st.tuples(names, st.binary(min_size=4, max_size=4), st.binary(min_size=64, max_size=64)), min_size=1, max_size=3
    ),
)
def test_notes_are_read_as_they_are_written(lines: list[str], made: list[tuple[str, bytes, bytes]]) -> None:
    note = Note("".join(line + "\n" for line in lines), tuple(NoteSignature(*item) for item in made))
    assert read_note(str(note).encode()) == note


def test_a_text_may_hold_empty_lines() -> None:
    note = Note("one\n\nthree\n", NOTE.signatures)
    assert read_note(str(note).encode()) == note


@pytest.mark.parametrize(
    "broken",
    [
        str(NOTE)[:-1],
        str(NOTE) + "\n",
        str(NOTE).replace("\n\n", "\n"),
        str(NOTE).replace("\u2014 ", "- "),
        str(NOTE).replace("58", "5\t8"),
        POINT.text() + "\n",
        str(NOTE).replace("AAA=\n", "AAB=\n"),
        str(NOTE)[:-2] + "B\n",
        "",
    ],
)
def test_what_is_no_note(broken: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_note(broken.encode())


@pytest.mark.parametrize("size", ["058", "-1", "", "5 8", "5.8", "\u0665"])
def test_a_size_has_one_spelling(size: str) -> None:
    text = POINT.text().replace("58", size)
    with pytest.raises(ValueError, match=r"size|lines"):
        read_checkpoint(Note(text, NOTE.signatures))


def test_an_extension_line_is_no_checkpoint_of_ours() -> None:
    with pytest.raises(ValueError, match="three lines"):
        read_checkpoint(Note(POINT.text() + "more\n", NOTE.signatures))


@pytest.mark.parametrize(
    "text",
    [
        "no key",
        str(KEY).replace(KEY.id.hex(), "00000000"),
        str(KEY).replace("cicatrix", "cica trix"),
        "+" + str(KEY).partition("+")[2],
        str(KEY) + "A",
        str(KEY)[:-4],
        f"{KEY.name}+{KEY.id.hex()}+{OTHER_TYPE}",
    ],
)
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_key(text)


def test_a_rotation_is_never_taken_for_a_checkpoint() -> None:
    rotation = Rotation(POINT, VerifierKey(KEY.name, bytes(32)))
    note = Note(rotation.text(), (signature_of(KEY, bytes(64)), signature_of(rotation.new, bytes(64))))
    assert read_rotation(read_note(str(note).encode())) == rotation
    with pytest.raises(ValueError, match="three lines"):
        read_checkpoint(note)
    with pytest.raises(ValueError, match="hands no key on"):
        read_rotation(NOTE)


def test_signatures_are_found_by_name_and_id() -> None:
    other = VerifierKey(KEY.name, bytes(32))
    note = Note(POINT.text(), (signature_of(KEY, b"a" * 64), signature_of(other, b"b" * 64)))
    assert note.by(KEY) == (b"a" * 64,)
    assert note.by(VerifierKey("another", KEY.public)) == ()
