"""Entries: what the ledger holds and how it is sealed.

An entry is a *header*, which is hashed and can never change, and a *body*, which can be destroyed. The header names no
person: actor and subjects are pseudonyms, and the body stands in it only as a salted commitment::

    commit = HMAC-SHA256(salt, body)           salt: 32 fresh random bytes, stored beside the body
    leaf   = SHA-256(0x00 || header)           RFC 6962 leaf hash
    chain  = SHA-256(prev || leaf)             the next entry's ``prev``; 32 zero bytes before #1
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from enum import StrEnum
from json.encoder import encode_basestring

from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.trust import Origin

HEADER_VERSION = 1
GENESIS = bytes(32)


class EntryKind(StrEnum):
    EPISODE = "episode"
    MEMORY_ADMITTED = "memory.admitted"
    MEMORY_JOINED = "memory.joined"  # another episode says the same
    MEMORY_CORRECTED = "memory.corrected"
    MEMORY_RATIFIED = "memory.ratified"
    MEMORY_SUPERSEDED = "memory.superseded"
    MEMORY_SUSPENDED = "memory.suspended"
    MEMORY_RESUMED = "memory.resumed"
    MEMORY_ENDED = "memory.ended"  # retired or forgotten
    TOMBSTONE = "tombstone"
    RECALL = "recall"
    USED = "used"
    QUESTION = "question"
    QUESTION_ANSWERED = "question.answered"
    IMPORT = "import"
    IMPORT_RATIFIED = "import.ratified"
    DEAD_LETTER = "dead_letter"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a use case wants sealed: the complete new version of the thing ``handle``.

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
        """RFC 8785 bytes. The field set is fixed and ASCII, so the order is written down instead of sorted."""
        text = encode_basestring
        parents = ",".join(map(str, self.parents))
        subjects = ",".join(map(text, self.subjects))
        return (
            f'{{"actor":{text(self.actor)},"at":{text(self.at)},"by":{text(self.by)},"commit":{text(self.commit)},'
            f'"kind":{text(self.kind)},"ns":{text(self.ns)},"origin":{text(self.origin)},"parents":[{parents}],'
            f'"prev":{text(self.prev)},"schema":{self.schema},"seq":{self.seq},"subjects":[{subjects}],"v":{self.v}}}'
        ).encode()


_TEXTS = ("ns", "prev", "kind", "at", "actor", "origin", "commit", "by")
_NUMBERS = ("seq", "schema", "v")


def read_header(raw: bytes) -> Header:
    """Parse stored header bytes. Raises ValueError, KeyError or TypeError when they are no header."""
    data = json.loads(raw)
    parents, subjects = tuple(data["parents"]), tuple(data["subjects"])
    texts, numbers = [*map(data.get, _TEXTS), *subjects], [*map(data.get, _NUMBERS), *parents]
    if not (all(isinstance(text, str) for text in texts) and all(type(number) is int for number in numbers)):
        raise ValueError("a field of the header has the wrong type")
    return Header(**data | {"parents": parents, "subjects": subjects})


def commitment(salt: bytes, body: bytes) -> bytes:
    return hmac.digest(salt, body, "sha256")


def leaf_hash(header: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + header).digest()


def chain_hash(prev: bytes, leaf: bytes) -> bytes:
    return hashlib.sha256(prev + leaf).digest()


def pseudonym(key: bytes, namespace: str, name: str) -> str:
    """What a header shows instead of a name: 16 bytes of HMAC under that person's key, in hex."""
    return hmac.digest(key, f"{namespace}\x00{name}".encode(), "sha256")[:16].hex()
