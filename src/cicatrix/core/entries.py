"""Entries: what the ledger holds and how it is sealed.

An entry is a *header*, which is hashed and can never change, and a *body*, which can be destroyed. The header names no
person: actor and subjects are pseudonyms, and the body stands in it only as a salted commitment::

    commit = HMAC-SHA256(salt, body)           salt: 32 fresh random bytes, stored beside the body
    leaf   = SHA-256(0x00 || header)           RFC 6962 leaf hash
    chain  = SHA-256(prev || leaf)             the next entry's ``prev``; 32 zero bytes before #1
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from json.encoder import encode_basestring
from typing import NamedTuple

from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.trust import Origin

HEADER_VERSION = 1
GENESIS = bytes(32)
KEY_SIZE = 32
"""Bytes of the secret behind a person's pseudonyms."""
BLOCK = 64
"""Bytes that SHA-256 takes at a time: a longer salt would be hashed before it is used (RFC 2104)."""


class EntryKind(StrEnum):
    EPISODE = "episode"
    MEMORY_ADMITTED = "memory.admitted"
    MEMORY_JOINED = "memory.joined"  # another episode says the same
    MEMORY_CORRECTED = "memory.corrected"
    MEMORY_RATIFIED = "memory.ratified"
    MEMORY_SUPERSEDED = "memory.superseded"
    MEMORY_SUSPENDED = "memory.suspended"
    MEMORY_RESUMED = "memory.resumed"
    MEMORY_MERGED = "memory.merged"  # its words stand in a merged memory now
    MEMORY_RESTORED = "memory.restored"  # what ended it was undone
    MEMORY_REVIEWED = "memory.reviewed"  # a person said what it is for an older one
    MEMORY_ENDED = "memory.ended"  # retired or forgotten
    TOMBSTONE = "tombstone"
    RECALL = "recall"
    USED = "used"
    QUESTION = "question"
    QUESTION_ANSWERED = "question.answered"
    IMPORT = "import"
    IMPORT_RATIFIED = "import.ratified"
    DEAD_LETTER = "dead_letter"
    DEAD_LETTER_DISMISSED = "dead_letter.dismissed"  # a person has seen it and is done with it
    KEY_ROTATED = "key.rotated"  # the signing key handed on
    DOUBT = "doubt"  # an uncertain revision, for a person
    DOUBT_SETTLED = "doubt.settled"
    SLEEP = "sleep"
    SLEEP_UNDONE = "sleep.undone"
    EMBEDDER = "embedder"  # vectors of this model begin here
    POLICY_READ = "policy.read"  # what a rule stops, read from words that were sealed before rules had policies
    POLICY_DECIDED = "policy.decided"  # a person confirmed, changed or withdrew what a rule stops
    VERDICT = "verdict"  # of the gate, on an action
    OUTCOME = "outcome"  # what became of the action
    APPROVAL_ASKED = "approval.asked"
    APPROVAL_GRANTED = "approval.granted"
    APPROVAL_REFUSED = "approval.refused"
    APPROVAL_SPENT = "approval.spent"
    APPROVAL_VOIDED = "approval.voided"
    ANSWER = "answer"  # a model's reply with its checked citations
    TURN = "turn"  # one exchange of a conversation, as one record
    PROPOSAL = "proposal"  # what a model made of an episode, or failed to
    ERASURE = "erasure"  # its parents are the entries whose words it takes


class Embedded(NamedTuple):
    """The words of a version as a vector (core/vectors.py), and the embedder (``em-n``) that made it."""

    embedder: str
    vector: bytes


class Draft(NamedTuple):
    """What a use case wants sealed: the complete new version of the thing ``handle``. One is made for each entry, and a
    frozen dataclass would cost as much as the entry's hashes.

    ``key`` finds the current version again by content (idempotent imports, tombstones); unique is up to the use case.
    """

    entry: EntryKind
    kind: Kind
    handle: str
    body: JsonObject
    actor: str
    origin: Origin
    parents: tuple[int, ...] = ()  # sequences this rests on, each below its own
    subjects: tuple[str, ...] = ()  # people and things it speaks of, in clear; pseudonyms in the header
    key: str | None = None
    vector: Embedded | None = None  # stored beside the words, in the same transaction; no part of what is sealed


@dataclass(frozen=True, slots=True)
class Header:
    """The hashed part. All times UTC, RFC 3339 with microseconds and ``Z``."""

    ns: str
    seq: int
    prev: str  # hex, chain value before this entry
    kind: str
    at: str
    actor: str  # pseudonym, hex
    origin: str
    commit: str  # hex
    parents: tuple[int, ...]
    subjects: tuple[str, ...]  # pseudonyms
    by: str  # engine version, prompt sha256, model name
    schema: int = 1
    v: int = HEADER_VERSION

    def canonical(self) -> bytes:
        """RFC 8785 bytes."""
        frame = frame_header(self.ns, self.kind, self.at, self.actor, self.origin, self.by)
        commit, prev = encode_basestring(self.commit), encode_basestring(self.prev)
        return fill_header(frame, commit, self.parents, prev, self.seq, self.subjects, schema=self.schema, v=self.v)


def frame_header(ns: str, kind: str, at: str, actor: str, origin: str, by: str) -> tuple[str, str]:
    """What many headers have in common, as it is written in them: up to the commitment, and from there to the parents.

    The field set is fixed and ASCII, so the order of RFC 8785 is written down here and in ``fill_header`` instead of
    sorted.
    """
    text = encode_basestring
    return (
        f'{{"actor":{text(actor)},"at":{text(at)},"by":{text(by)},"commit":',
        f',"kind":{text(kind)},"ns":{text(ns)},"origin":{text(origin)},"parents":[',
    )


def fill_header(
    frame: tuple[str, str],
    commit: str,
    parents: tuple[int, ...],
    prev: str,
    seq: int,
    subjects: tuple[str, ...],
    *,
    schema: int = 1,
    v: int = HEADER_VERSION,
) -> bytes:
    """The RFC 8785 bytes of a header; ``commit`` and ``prev`` are JSON already, in quotes. Sealing calls this directly:
    a Header object costs more than its bytes."""
    before = ",".join(map(str, parents)) if parents else ""
    about = ",".join(map(encode_basestring, subjects)) if subjects else ""
    return (
        f'{frame[0]}{commit}{frame[1]}{before}],"prev":{prev},"schema":{schema},"seq":{seq},'
        f'"subjects":[{about}],"v":{v}}}'
    ).encode()


_TEXTS = ("ns", "prev", "kind", "at", "actor", "origin", "commit", "by")
_NUMBERS = ("seq", "schema", "v")


def read_header(raw: bytes) -> Header:
    """Parse stored header bytes. Raises ValueError, KeyError or TypeError when they are no header."""
    data = json.loads(raw.decode())
    parents, subjects = tuple(data["parents"]), tuple(data["subjects"])
    texts, numbers = [*map(data.get, _TEXTS), *subjects], [*map(data.get, _NUMBERS), *parents]
    if not (all(isinstance(text, str) for text in texts) and all(type(number) is int for number in numbers)):
        raise ValueError("a field of the header has the wrong type")
    return Header(**data | {"parents": parents, "subjects": subjects})


def kind_of(raw: bytes) -> str:
    """What even a damaged header still says of itself; ``unknown`` where nothing can be read."""
    try:
        return read_header(raw).kind
    except (ValueError, KeyError, TypeError, RecursionError):
        return "unknown"


_PLAIN = r"[ !#-\[\]-~]*"  # ASCII that JSON writes as it is
_NUMBER = r"(?:0|[1-9][0-9]{0,15})"
_CANONICAL = re.compile(
    rf'\{{"actor":"{_PLAIN}","at":"({_PLAIN})","by":"{_PLAIN}","commit":"({_PLAIN})","kind":"({_PLAIN})",'
    rf'"ns":"({_PLAIN})","origin":"{_PLAIN}","parents":\[((?:{_NUMBER}(?:,{_NUMBER})*)?)\],"prev":"({_PLAIN})",'
    rf'"schema":{_NUMBER},"seq":({_NUMBER}),"subjects":\[(?:"{_PLAIN}"(?:,"{_PLAIN}")*)?\],"v":{HEADER_VERSION}\}}'
)


def scan_header(raw: bytes) -> tuple[str, ...] | None:
    """Read stored header bytes that are canonical beyond doubt, in a sixth of ``read_header``'s time.

    Returns at, commit, kind, ns, parents (joined by commas), prev and seq as they are written. None: the header has to
    be read and written again to know.
    """
    match = _CANONICAL.fullmatch(raw.decode("ascii")) if raw.isascii() else None
    return match.groups() if match else None


_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def commitment(salt: bytes, body: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104), written out for salts of up to a block: the library's call costs half as much again."""
    if len(salt) > BLOCK:
        return hmac.digest(salt, body, "sha256")
    key = salt.ljust(BLOCK, b"\x00")
    return sha256(key.translate(_OUTER) + sha256(key.translate(_INNER) + body).digest()).digest()


def commitments(salts: Sequence[bytes], bodies: Sequence[bytes]) -> list[str]:
    """The commitments of many bodies in hex, each under its salt of up to a block."""
    keys = b"".join([salt.ljust(BLOCK, b"\x00") for salt in salts])
    inner, outer = keys.translate(_INNER), keys.translate(_OUTER)
    return [
        sha256(outer[at : at + BLOCK] + sha256(inner[at : at + BLOCK] + body).digest()).hexdigest()
        for at, body in zip(range(0, len(keys), BLOCK), bodies, strict=True)
    ]


def leaf_hash(header: bytes) -> bytes:
    return sha256(b"\x00" + header).digest()


def chain_hash(prev: bytes, leaf: bytes) -> bytes:
    return sha256(prev + leaf).digest()


def pseudonym(key: bytes, namespace: str, name: str) -> str:
    """What a header shows instead of a name: 16 bytes of HMAC under that person's key, in hex."""
    return hmac.digest(key, f"{namespace}\x00{name}".encode(), "sha256")[:16].hex()
