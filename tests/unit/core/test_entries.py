"""Sealing: header bytes, commitments, pseudonyms."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.canonical import canonical_json
from cicatrix.core.entries import (
    Header,
    chain_hash,
    commitment,
    commitments,
    leaf_hash,
    pseudonym,
    read_header,
    scan_header,
)

text = st.text(max_size=30).filter(lambda value: not any(0xD800 <= ord(char) < 0xE000 for char in value))
headers = st.builds(
    Header,
    ns=text,
    seq=st.integers(1, 2**53 - 1),
    prev=text,
    kind=text,
    at=text,
    actor=text,
    origin=text,
    commit=text,
    parents=st.lists(st.integers(1, 2**53 - 1), max_size=5).map(tuple),
    subjects=st.lists(text, max_size=3).map(tuple),
    by=text,
)


def as_object(header: Header) -> dict[str, object]:
    return {name: getattr(header, name) for name in Header.__slots__}


@given(headers)
def test_the_written_template_is_rfc_8785(header: Header) -> None:
    loose = json.loads(json.dumps(as_object(header)))
    assert header.canonical() == canonical_json(loose)


@given(headers)
def test_a_header_reads_back(header: Header) -> None:
    assert read_header(header.canonical()) == header


PLAIN_HEADER = Header(
    "acme/a",
    12,
    "0" * 64,
    "episode",
    "2026-11-30T12:00:00.000000Z",
    "a" * 32,
    "human",
    "f" * 64,
    (1, 7),
    ("b", "c"),
    "x",
)


def scanned(header: Header) -> tuple[str, ...]:
    parents = ",".join(map(str, header.parents))
    return (header.at, header.commit, header.kind, header.ns, parents, header.prev, str(header.seq))


@given(headers)
def test_what_is_scanned_is_what_is_read(header: Header) -> None:
    assert scan_header(header.canonical()) in (None, scanned(header))


@pytest.mark.parametrize("parents", [(), (3,), (1, 2**53 - 1)])
@pytest.mark.parametrize("subjects", [(), ("a",), ("a", "b")])
def test_usual_headers_are_scanned(parents: tuple[int, ...], subjects: tuple[str, ...]) -> None:
    header = replace(PLAIN_HEADER, parents=parents, subjects=subjects)
    assert scan_header(header.canonical()) == scanned(header)


@given(st.integers(0, 400), st.sampled_from(list(b' ,:"\\[]{}0123ae-+.\n\x00\x7f\xff')), st.booleans())
def test_what_is_scanned_is_canonical(place: int, byte: int, insert: bool) -> None:
    """Bytes changed or put in anywhere: what the scan still accepts is what writing it again would give."""
    raw = PLAIN_HEADER.canonical()
    place %= len(raw)
    changed = raw[:place] + bytes([byte]) + raw[place + (not insert) :]
    found = scan_header(changed)
    if found is not None:
        header = read_header(changed)
        assert (header.canonical(), scanned(header)) == (changed, found)


@given(st.binary(max_size=80), st.binary(max_size=200))
def test_a_commitment_is_hmac_sha256(salt: bytes, body: bytes) -> None:
    assert commitment(salt, body) == hmac.digest(salt, body, "sha256")
    if len(salt) <= 64:
        assert commitments([salt, bytes(32)], [body, body]) == [
            hmac.digest(key, body, "sha256").hex() for key in (salt, bytes(32))
        ]


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b'{"v":1}', b"\xff", b'{"parents":1,"subjects":2}'])
def test_what_is_no_header_is_an_ordinary_error(raw: bytes) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        read_header(raw)


def test_the_hashes_are_the_ones_of_the_docstring() -> None:
    assert leaf_hash(b"header") == hashlib.sha256(b"\x00header").digest()
    assert chain_hash(bytes(32), b"leaf") == hashlib.sha256(bytes(32) + b"leaf").digest()
    assert commitment(b"salt", b"body") == hmac.new(b"salt", b"body", hashlib.sha256).digest()


def test_a_pseudonym_names_nobody_and_is_not_shared_between_namespaces() -> None:
    key = bytes(range(32))
    name = pseudonym(key, "acme", "dana")
    assert len(name) == 32
    assert "dana" not in name
    assert name == pseudonym(key, "acme", "dana")
    assert name != pseudonym(key, "acme2", "dana")
    assert name != pseudonym(bytes(32), "acme", "dana")
