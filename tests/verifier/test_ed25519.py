"""The verifier's own Ed25519, against the vectors of RFC 8032, 7.1, and against another implementation."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from verifier.cicatrix_verify import ed25519_holds

VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
        "655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
        "b00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
        "c027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17a"
        "d9bef1177331a704",
    ),
]
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("public", "message", "signature"), VECTORS)
def test_the_vectors_of_the_rfc(public: str, message: str, signature: str) -> None:
    key, text, made = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)
    assert ed25519_holds(key, text, made)
    assert not ed25519_holds(key, text + b"x", made)
    for place in range(0, 64, 7):
        assert not ed25519_holds(key, text, made[:place] + bytes([made[place] ^ 1]) + made[place + 1 :])
    second = (int.from_bytes(made[32:], "little") + ORDER).to_bytes(32, "little")
    assert not ed25519_holds(key, text, made[:32] + second), "a second spelling of the same signature"


@settings(max_examples=20)
@given(seed=st.binary(min_size=32, max_size=32), message=st.binary(max_size=200), flip=st.integers(0, 511))
def test_it_agrees_with_another_implementation(seed: bytes, message: bytes, flip: int) -> None:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public, signature = private.public_key().public_bytes_raw(), private.sign(message)
    assert ed25519_holds(public, message, signature)
    changed = bytearray(signature)
    changed[flip // 8] ^= 1 << flip % 8
    assert not ed25519_holds(public, message, bytes(changed))


@pytest.mark.parametrize(
    "public",
    [
        bytes(32),  # y = 0, of order 4
        (1).to_bytes(32, "little"),  # the neutral element
        (2**255 - 20).to_bytes(32, "little"),  # y = -1, of order 2
        (2**255 - 19).to_bytes(32, "little"),  # y = p: no coordinate
        b"\xff" * 32,
        (2).to_bytes(32, "little"),  # no point of the curve has this y
        b"short",
    ],
)
def test_keys_that_are_none(public: bytes) -> None:
    neutral = (1).to_bytes(32, "little") + bytes(32)
    assert not ed25519_holds(public, b"anything", neutral)
