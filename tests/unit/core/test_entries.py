"""Sealing: header bytes, commitments, pseudonyms."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.canonical import canonical_json
from cicatrix.core.entries import Header, chain_hash, commitment, leaf_hash, pseudonym, read_header

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
