#!/usr/bin/env python3
"""Check a Cicatrix bundle or proof without Cicatrix: one file, the Python standard library, nothing else.

    python cicatrix_verify.py BUNDLE [--key KEY] [--checkpoint NOTE] [--json]
    python cicatrix_verify.py proof FILE [--key KEY] [--json]

Leaves with 0 when everything holds, 3 when something does not, 2 when the call is wrong. Needs Python 3.9 or newer.

What is checked of a bundle, in this order; the word in brackets is the category under which a fault is reported:

  not-a-bundle   the file is no bundle at all
  zip            every byte of the archive stands where the one allowed encoding puts it
  checksum       each member has the checksum that the archive states
  members        the members are those that a bundle has, and no others
  manifest       the manifest is the one that the members, the entries and the checkpoints make
  encoding       each line is written in the one canonical way
  header         each header is canonical, in sequence, in time, and rests on earlier entries only
  commitment     each body is the one that its header commits to, and can be read
  chain          each entry follows the one before it
  tree           the Merkle root over all entries is the one that is stated (RFC 9162)
  key            each key was handed on by the one before it; with --key: it is the one that you trust
  signature      each checkpoint and each handing on of a key is signed (C2SP signed notes, Ed25519 of RFC 8032)
  consistency    each checkpoint, and each one that you kept elsewhere (--checkpoint), is a beginning of this log
  proof          the stored proofs prove what they say
  erasure        words that are not there were taken by an erasure, whose own header names the entry
  derivation     each memory cites words that were recorded before it, letter for letter, and is trusted no more than
                 they are; none that is in force cites words that were erased
  decision       each verdict of the gate says no less than the rules that it names, which held then; each permit was
                 asked for, granted by somebody else, and spent once, on the call that it is for
  derived        the readable lists of rules, memories, recalls, verdicts and approvals say what the entries say
  readme         the explanation in the bundle is the one that belongs to its format

What this cannot show. An UNSIGNED log can be rewritten by whoever holds it. A SIGNED one can be rewritten by whoever
holds its key. Give a checkpoint that was kept elsewhere, out of their reach, to rule that out: --checkpoint.
That a key belongs to somebody has to be learnt from them: --key. Which thing an erased entry was about is the
exporter's word: its commitment binds the destroyed words only.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import functools
import hashlib
import hmac
import json
import mmap
import re
import struct
import sys
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Callable, NamedTuple, Union

FORMAT = "cicatrix-bundle/2"
PROOF_FORMAT = "cicatrix-proof/1"
ROTATION_FORMAT = "cicatrix-key-rotation/1"
README_SHA256 = "7608c19e46ee08e3a8e49991cc040795413f48f64b49f5c6d74c79067fe58931"

FIXED_MEMBERS = (
    "README.md",
    "approvals.jsonl",
    "entries.jsonl",
    "keys.txt",
    "manifest.json",
    "memories.jsonl",
    "proofs.jsonl",
    "recalls.jsonl",
    "rules.jsonl",
    "verdicts.jsonl",
)
CHECKPOINT_NAME = re.compile(r"checkpoints/([0-9]{12})\.note", re.ASCII)
GENESIS = bytes(32)

OK, FAILED, WRONG_CALL = 0, 3, 2

Json = Any
Raw = Union[bytes, "mmap.mmap"]


class Fault(Exception):
    """Something does not hold."""

    def __init__(self, category: str, message: str, seq: int | None = None, kind: str | None = None) -> None:
        super().__init__(message)
        self.category = category
        self.message = message
        self.seq = seq
        self.kind = kind

    def as_json(self) -> dict[str, Json]:
        return {"category": self.category, "message": self.message, "seq": self.seq, "kind": self.kind}


# -- the one way to write JSON ---------------------------------------------------------------------------------------


def canonical(value: Json) -> bytes:
    """RFC 8785 for what bundles hold: objects with ASCII keys, arrays, texts, whole numbers, null."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def read_json(raw: bytes) -> Json:
    """Raises ValueError for whatever is no JSON, however it fails to be."""
    try:
        return json.loads(raw.decode())
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def is_canonical(value: Json, raw: bytes) -> bool:
    try:
        return canonical(value) == raw
    except (ValueError, RecursionError):  # a lone surrogate; an integer or a nest that no reader has to take
        return False


def same(value: Json, other: Json) -> bool:
    """Whether two values are written alike: to Python, true, 1 and 1.0 are equal."""
    return canonical(value) == canonical(other)


def read_canonical(raw: bytes, what: str, category: str = "encoding") -> dict[str, Json]:
    """An object, written canonically. Raises Fault."""
    try:
        value = read_json(raw)
    except ValueError:
        raise Fault(category, what + " is no JSON") from None
    if not isinstance(value, dict) or not is_canonical(value, raw):
        raise Fault(category, what + " is not written in the one canonical way")
    return value


def is_whole(value: Json, least: int = 0) -> bool:
    return type(value) is int and value >= least


def is_hex(value: Json, size: int) -> bool:
    return isinstance(value, str) and len(value) == 2 * size and re.fullmatch(r"[0-9a-f]*", value, re.ASCII) is not None


def unbase64(text: str) -> bytes:
    """Raises ValueError for anything but the one standard encoding."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("it is not base64") from None
    if base64.b64encode(raw).decode() != text:
        raise ValueError("it is not the standard base64 of its bytes")
    return raw


# -- the archive -----------------------------------------------------------------------------------------------------

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_DATE = (1 << 5) | 1  # 1980-01-01, the zero of this format
_VERSION = 20
_UNIX_FILE = 0o100644 << 16


def local_header(name: bytes, crc: int, size: int) -> bytes:
    return _LOCAL.pack(b"PK\x03\x04", _VERSION, 0, 0, 0, _DATE, crc, size, size, len(name), 0) + name


def central_header(name: bytes, crc: int, size: int, offset: int) -> bytes:
    made_by = (3 << 8) | _VERSION
    fixed = _CENTRAL.pack(
        b"PK\x01\x02", made_by, _VERSION, 0, 0, 0, _DATE, crc, size, size, len(name), 0, 0, 0, 0, _UNIX_FILE, offset
    )
    return fixed + name


class Member(NamedTuple):
    start: int
    end: int


def read_archive(data: Raw) -> tuple[dict[str, Member], Fault | None]:
    """The members, and the first byte that is not where it has to be. Raises Fault when no members can be found."""
    if len(data) < _END.size or data[:4] != b"PK\x03\x04":
        raise Fault("not-a-bundle", "it does not begin like a bundle")
    members: dict[str, Member] = {}
    directory: list[bytes] = []
    fault: Fault | None = None
    view = memoryview(data)
    try:
        at = 0
        while data[at : at + 4] == b"PK\x03\x04":
            if len(data) - at < _LOCAL.size:
                raise Fault("zip", f"the archive is cut off at byte {len(data)}")
            fields = _LOCAL.unpack(data[at : at + _LOCAL.size])
            crc, size, name_size = fields[6], fields[8], fields[9]
            start = at + _LOCAL.size + name_size + fields[10]
            end = start + size
            if end > len(data):
                raise Fault("zip", f"the archive is cut off within a member, at byte {len(data)}")
            name = data[at + _LOCAL.size : at + _LOCAL.size + name_size]
            actual = zlib.crc32(view[start:end])
            text = name.decode("ascii", "replace")
            if fault is None and data[at:start] != local_header(name, crc, size):
                fault = Fault("zip", f"the head of member {text}, at byte {at}, is not in the one allowed encoding")
            if fault is None and crc != actual:
                fault = Fault("checksum", f"the checksum of member {text} is not that of its bytes")
            if fault is None and text in members:
                fault = Fault("members", f"member {text} stands in the archive twice")
            directory.append(central_header(name, crc, size, at))
            members.setdefault(text, Member(start, end))
            at = end
        tail = b"".join(directory)
        tail += _END.pack(b"PK\x05\x06", 0, 0, len(directory), len(directory), len(tail), at, 0)
        if fault is None and data[at : len(data)] != tail:
            found = data[at : len(data)]
            same = next((i for i, (a, b) in enumerate(zip(found, tail)) if a != b), min(len(found), len(tail)))
            fault = Fault(
                "zip", "the directory of the archive is not the one of its members, from byte %s" % (at + same)
            )
        return members, fault
    finally:
        view.release()


# -- hashes and the tree (RFC 9162) ----------------------------------------------------------------------------------


def leaf_hash(header: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + header).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A growing tree: the roots of its complete parts, largest first."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        filled = self.size
        while filled & 1:
            leaf = node_hash(self._peaks.pop(), leaf)
            filled >>= 1
        self._peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        if not self._peaks:
            return hashlib.sha256(b"").digest()
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = node_hash(peak, root)
        return root


def proves_inclusion(leaf: bytes, index: int, size: int, hashes: Sequence[bytes], root: bytes) -> bool:
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    node, last, current = index, size - 1, leaf
    for sibling in hashes:
        if last == 0:
            return False
        if node & 1 or node == last:
            current = node_hash(sibling, current)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            current = node_hash(current, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and current == root


def proves_consistency(old: int, new: int, old_root: bytes, new_root: bytes, hashes: Sequence[bytes]) -> bool:
    """RFC 9162, 2.1.4.2."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not hashes and old_root == new_root
    node, last = old - 1, new - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    path = list(hashes)
    if node:
        if not path:
            return False
        inner = outer = path.pop(0)
    else:
        inner = outer = old_root
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            inner, outer = node_hash(sibling, inner), node_hash(sibling, outer)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            outer = node_hash(outer, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and inner == old_root and outer == new_root


# -- Ed25519 (RFC 8032, 5.1) -----------------------------------------------------------------------------------------

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_I = pow(2, (_P - 1) // 4, _P)  # a square root of -1

Point = tuple[int, int, int, int]  # x = X/Z, y = Y/Z, xy = T/Z
_ZERO: Point = (0, 1, 1, 0)


def _add(a: Point, b: Point) -> Point:
    m = (a[1] - a[0]) * (b[1] - b[0]) % _P
    n = (a[1] + a[0]) * (b[1] + b[0]) % _P
    o = 2 * a[3] * b[3] * _D % _P
    q = 2 * a[2] * b[2] % _P
    e, f, g, h = n - m, q - o, q + o, n + m
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _double(a: Point) -> Point:
    m, n = a[0] * a[0] % _P, a[1] * a[1] % _P
    h = m + n
    e = h - (a[0] + a[1]) * (a[0] + a[1])
    g = m - n
    f = 2 * a[2] * a[2] + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % _P == 0 and (a[1] * b[2] - b[1] * a[2]) % _P == 0


def _decode_point(raw: bytes) -> Point | None:
    number = int.from_bytes(raw, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x - u) % _P:
        x = x * _I % _P
        if (v * x * x - u) % _P:
            return None
    if x == 0 and sign:
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _encode_point(a: Point) -> bytes:
    inverse = pow(a[2], _P - 2, _P)
    x, y = a[0] * inverse % _P, a[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _decode_point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))


@functools.lru_cache(maxsize=256)
def ed25519_holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is this key's on the message. Keys of small order sign anything: they are none."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key = _decode_point(public)
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or scalar >= _L or _same(_double(_double(_double(key))), _ZERO):
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % _L
    # scalar * base - challenge * key, both at once, bit by bit from the top
    minus = (_P - key[0], key[1], key[2], _P - key[3])
    assert _BASE is not None
    table = (_ZERO, _BASE, minus, _add(_BASE, minus))
    result = _ZERO
    for bit in range(max(scalar.bit_length(), challenge.bit_length()) - 1, -1, -1):
        result = _double(result)
        chosen = (scalar >> bit & 1) | (challenge >> bit & 1) << 1
        if chosen:
            result = _add(result, table[chosen])
    return _encode_point(result) == signature[:32]


# -- signed notes and keys (C2SP) ------------------------------------------------------------------------------------


class Key(NamedTuple):
    """``name+id+base64(0x01, public key)``: whom the name and the id stand for."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n\x01" + self.public).digest()[:4]

    def __str__(self) -> str:
        return "{}+{}+{}".format(self.name, self.id.hex(), base64.b64encode(b"\x01" + self.public).decode())


def read_key(text: str) -> Key:
    """Raises ValueError."""
    parts = text.split("+", 2)
    if len(parts) != 3 or not parts[0] or re.search(r"\s", parts[0]):
        raise ValueError("a key is written NAME+ID+BASE64")
    raw = unbase64(parts[2])
    if len(raw) != 33 or raw[0] != 1:
        raise ValueError("it is no Ed25519 key")
    key = Key(parts[0], raw[1:])
    if parts[1] != key.id.hex():
        raise ValueError("its id is not that of its name and bytes")
    return key


class Note(NamedTuple):
    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]  # name, key id, signature

    def signed_by(self, key: Key) -> bool:
        """Whether this key signed it, and each signature that claims to be the key's is."""
        made = [signature for name, key_id, signature in self.signatures if (name, key_id) == (key.name, key.id)]
        return bool(made) and all(ed25519_holds(key.public, self.text.encode(), signature) for signature in made)


_SIGNATURE = re.compile("\u2014 ([^\\s+]+) ([A-Za-z0-9+/=]+)")


def read_note(raw: bytes) -> Note:
    """Raises ValueError for what is no signed note."""
    text = raw.decode()
    if re.search("[\x00-\x09\x0b-\x1f]", text):
        raise ValueError("it holds control characters")
    body, blank, tail = text.rpartition("\n\n")
    if not blank or not tail.endswith("\n"):
        raise ValueError("it has no signatures")
    signatures = []
    for line in tail[:-1].split("\n"):
        match = _SIGNATURE.fullmatch(line)
        if match is None:
            raise ValueError("a signature line is malformed")
        signature = unbase64(match.group(2))
        if len(signature) != 68:
            raise ValueError("a signature has the wrong length")
        signatures.append((match.group(1), signature[:4], signature[4:]))
    return Note(body + "\n", tuple(signatures))


class Checkpoint(NamedTuple):
    origin: str
    size: int
    root: bytes
    note: Note


def read_checkpoint(raw: bytes) -> Checkpoint:
    """Raises ValueError."""
    note = read_note(raw)
    lines = note.text[:-1].split("\n")
    if len(lines) != 3 or not lines[0]:
        raise ValueError("it does not have the three lines origin, size and root")
    if re.fullmatch("[1-9][0-9]{0,17}", lines[1], re.ASCII) is None:
        raise ValueError("its size is no number")
    root = unbase64(lines[2])
    if len(root) != 32:
        raise ValueError("its root is no hash")
    return Checkpoint(lines[0], int(lines[1]), root, note)


# -- entries ---------------------------------------------------------------------------------------------------------

_HEADER_TEXTS = ("actor", "at", "by", "commit", "kind", "ns", "origin", "prev")
_HEADER_FIELDS = frozenset((*_HEADER_TEXTS, "parents", "schema", "seq", "subjects", "v"))
_HANDLE = re.compile(r"([A-Za-z]{1,2}-?)(0?[1-9][0-9]{0,17})", re.ASCII)
_KIND_OF = {
    "ep": "episode",
    "PB-": "rule",
    "M-": "memory",
    "rc-": "recall",
    "q-": "question",
    "us-": "use",
    "im-": "import",
    "dl-": "dead_letter",
    "ts-": "tombstone",
    "sk-": "signing_key",
    "er-": "erasure",
    "rv-": "doubt",
    "sl-": "sleep",
    "em-": "embedder",
    "gd-": "verdict",
    "ap-": "approval",
    "an-": "answer",
    "tn-": "turn",
    "pr-": "proposal",
}
_ABOUT = {
    "episode": "episode",
    "recall": "recall",
    "used": "use",
    "import": "import",
    "key.rotated": "signing_key",
    "erasure": "erasure",
    "policy.read": "rule",
    "policy.decided": "rule",
    "verdict": "verdict",
    "outcome": "verdict",
    "approval.asked": "approval",
    "approval.granted": "approval",
    "approval.refused": "approval",
    "approval.spent": "approval",
    "approval.voided": "approval",
    "answer": "answer",
    "turn": "turn",
    "proposal": "proposal",
}
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z", re.ASCII)


class Header(NamedTuple):
    kind: str
    at: str
    prev: str
    commit: str
    parents: list[int]


def read_header(raw: bytes, namespace: str, seq: int, not_before: str) -> Header:
    """Raises Fault."""
    try:
        data = read_json(raw)
    except ValueError:
        raise Fault("header", "its header is no JSON") from None
    if not isinstance(data, dict) or data.keys() != _HEADER_FIELDS:
        raise Fault("header", "its header has other fields than a header")
    texts = [data[name] for name in _HEADER_TEXTS]
    lists = isinstance(data["subjects"], list) and isinstance(data["parents"], list)
    if not lists or not all(isinstance(text, str) for text in texts + data["subjects"]):
        raise Fault("header", "a field of its header has the wrong type")
    if not all(is_whole(number, 1) for number in [data["seq"], data["schema"], data["v"]] + data["parents"]):
        raise Fault("header", "a number of its header is none")
    if not is_canonical(data, raw) or data["v"] != 1:
        raise Fault("header", "its header is not written in the one canonical way")
    if data["ns"] != namespace or data["seq"] != seq:
        raise Fault("header", "its header belongs to #{} of {}".format(data["seq"], data["ns"]))
    if not is_hex(data["prev"], 32) or not is_hex(data["commit"], 32):
        raise Fault("header", "a hash in its header is none")
    at = data["at"]
    if not is_moment(at) or at < not_before:
        raise Fault("header", f"its time {at} is no time at or after the entry before")
    if any(parent >= seq for parent in data["parents"]):
        raise Fault("header", "it rests on an entry that does not come before it")
    return Header(data["kind"], at, data["prev"], data["commit"], data["parents"])


@functools.lru_cache(maxsize=16)
def is_moment(text: str) -> bool:
    if _AT.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text[:-1])
    except ValueError:
        return False
    return True


class Body(NamedTuple):
    handle: str
    kind: str
    noun: dict[str, Json]


def read_body(raw: bytes) -> Body:
    """Raises Fault."""
    try:
        data = read_json(raw)
    except ValueError as error:
        raise Fault("commitment", f"its body cannot be read: {error}") from None
    if not isinstance(data, dict) or data.keys() != {"body", "handle", "key", "kind"}:
        raise Fault("commitment", "its body is no object of body, handle, key and kind")
    check_about(data["handle"], data["kind"], data["key"], "commitment")
    if not isinstance(data["body"], dict):
        raise Fault("commitment", "its body has no content")
    return Body(data["handle"], data["kind"], data["body"])


def check_about(handle: Json, kind: Json, key: Json, category: str) -> None:
    """Whether a handle names a thing of this kind. Raises Fault."""
    match = _HANDLE.fullmatch(handle) if isinstance(handle, str) else None
    if match is None or not isinstance(kind, str) or not (key is None or isinstance(key, str)):
        raise Fault(category, "it does not say what it is about")
    prefix, number = match.groups()
    padded = f"{int(number):02d}" if prefix == "PB-" else str(int(number))
    known = prefix in _KIND_OF or kind in _KIND_OF.values()  # a later version may have kinds that are not known here
    if number != padded or (known and _KIND_OF.get(prefix) != kind):
        raise Fault(category, f"{handle} is no handle of a {kind}")


# -- derivation ------------------------------------------------------------------------------------------------------

_RANK = {"external": 0, "tool": 1, "agent": 2, "human": 3, "ratified": 4, "system": 5}
_SPOKEN = {
    "user": "human",
    "human": "human",
    "end_user": "human",
    "customer": "human",
    "tool": "tool",
    "function": "tool",
}
_CITABLE = ("task", "action", "outcome", "correction", "text", "title", "tool", "resource", "result")
_IN_FORCE = ("active", "candidate", "shadow", "suspended")


class Claim(NamedTuple):
    """A memory or rule as one entry sealed it."""

    seq: int
    kind: str
    entry: str
    noun: dict[str, Json]


class Derivation:
    """Remembers what was recorded where, and checks each memory against it. Episodes are read again when cited."""

    def __init__(self, body_at: Callable[[int], Body | None]) -> None:
        self._body_at = body_at  # by sequence; None when the words are erased or withheld
        self.episodes: dict[str, int] = {}
        self.something_withheld = False
        self._imports: dict[str, bool] = {}
        self._trust: dict[str, Json] = {}
        self.erased: set[str] = set()
        self.claims: dict[str, Claim] = {}
        self.unreadable = 0

    def forget(self, seq: int, handle: str, kind: str) -> None:
        """An erased entry."""
        self.erased.add(handle)
        if kind == "episode":
            if handle in self.episodes:
                raise Fault("derivation", f"{handle} was recorded before, and an episode is recorded once")
            self.episodes[handle] = seq
        else:
            self.claims.pop(handle, None)

    def add(self, seq: int, entry: str, body: Body) -> None:
        """Raises Fault, without the entry's name."""
        if body.kind == "episode":
            if body.handle in self.episodes:
                raise Fault("derivation", f"{body.handle} was recorded before, and an episode is recorded once")
            self.episodes[body.handle] = seq
        elif body.kind == "import":
            self._imports[body.handle] = body.noun.get("trust") == "human"
        elif body.kind in ("rule", "memory"):
            self._claim(seq, entry, body)

    def _claim(self, seq: int, entry: str, body: Body) -> None:
        noun = body.noun
        spans = noun.get("evidence")
        if not isinstance(spans, list) or not spans:
            raise Fault("derivation", f"{body.handle} is a memory without evidence")
        trust = noun.get("trust")
        if (
            not isinstance(trust, str)
            or trust not in _RANK
            or not all(isinstance(noun.get(name), str) for name in ("text", "status"))
        ):
            raise Fault("derivation", "its body is not that of a memory")
        origins = [self._origin(span, seq) for span in spans]
        known = [origin for origin in origins if origin is not None]
        if len(known) == len(origins):
            lowest = min(known, key=lambda origin: _RANK[origin])
            ratified = trust == "ratified" and (
                entry == "memory.ratified" or self._trust.get(body.handle) == "ratified"
            )
            if not ratified and _RANK[trust] > _RANK[lowest]:
                raise Fault("derivation", f"{body.handle} is trusted as {trust}, but its evidence is {lowest}")
        self._trust[body.handle] = trust
        self.claims[body.handle] = Claim(seq, body.kind, entry, noun)

    def _origin(self, span: Json, seq: int) -> str | None:
        """Who stands behind a cited span; None when its words are not here."""
        fields = ("episode", "field", "start", "end", "sha256")
        if not isinstance(span, dict) or set(span) != set(fields):
            raise Fault("derivation", "a piece of its evidence is none")
        handle, name, _start, _end, _digest = (span[field] for field in fields)
        recorded = self.episodes.get(handle) if isinstance(handle, str) else None
        if recorded is None or recorded >= seq:
            if isinstance(handle, str) and self.something_withheld:  # it may stand there
                self.unreadable += 1
                return None
            raise Fault("derivation", f"it cites {handle}, which no entry before it recorded")
        body = self._body_at(recorded)
        if body is None:
            self.unreadable += 1
            return None
        if quote_of(body.noun, span) is None:
            raise Fault("derivation", f"the words that it cites do not stand in the {name} of {handle}")
        return self._origin_of(body.noun, name)

    def _origin_of(self, episode: dict[str, Json], field: str) -> str:
        origin = episode.get("origin")
        source = episode.get("source")
        corrector = episode.get("corrector")
        if origin == "external" and isinstance(source, dict) and self._imports.get(str(source.get("import_id"))):
            origin = _spoken(episode, corrector is not None)
        if not isinstance(origin, str) or origin not in _RANK:
            raise Fault("derivation", "it cites an episode whose origin is unknown")
        if field == "correction":
            if origin == "external":
                return "external"
            return "human" if isinstance(corrector, dict) and corrector.get("role") != "agent" else "agent"
        if field == "result":
            return min((origin, "tool"), key=lambda name: _RANK[name])
        return origin

    def finish(self) -> None:
        """What is in force must not rest on words that were erased. Raises Fault."""
        for handle, claim in sorted(self.claims.items(), key=lambda item: item[1].seq):
            if claim.noun["status"] not in _IN_FORCE:
                continue
            gone = [span["episode"] for span in claim.noun["evidence"] if span["episode"] in self.erased]
            if gone:
                message = "{} is {} and cites {}, whose words were erased".format(handle, claim.noun["status"], gone[0])
                raise Fault("derivation", message, claim.seq, claim.entry)


_RULINGS = ("deny", "unmet_precondition", "require_approval", "allow", "no_opinion", "no_action")  # the worst first
_LIVE = ("candidate", "shadow", "active", "suspended")
_ENDS = ".!?…。！？"
_APPROVAL_STEPS = {
    "approval.granted": ("granted", ("pending",)),
    "approval.refused": ("refused", ("pending",)),
    "approval.spent": ("spent", ("granted",)),
    "approval.voided": ("void", ("pending", "granted")),
}


class Decisions:
    """Remembers rules, verdicts and approvals as their newest entries sealed them, and holds each new one against them.
    What was erased, or may stand in an entry that was withheld, is not held against what is here."""

    def __init__(self) -> None:
        self.verdicts: dict[str, tuple[int, dict[str, Json]]] = {}
        self.approvals: dict[str, tuple[int, dict[str, Json]]] = {}
        self.something_withheld = False
        self._rules: dict[str, tuple[int, str]] = {}
        self._erased: set[str] = set()
        self._permitted: dict[str, str] = {}

    def forget(self, handle: str) -> None:
        """An erased entry."""
        self._erased.add(handle)
        for known in (self.verdicts, self.approvals, self._rules, self._permitted):
            known.pop(handle, None)

    def add(self, seq: int, entry: str, body: Body) -> None:
        """Raises Fault, without the entry's name."""
        handle, noun = body.handle, body.noun
        if body.kind == "rule":
            self._rules[handle] = (seq, str(noun.get("status")))
            check_policy(handle, noun)
        elif entry == "verdict":
            self._verdict(seq, handle, noun)
        elif entry == "outcome":
            self._outcome(seq, handle, noun)
        elif entry == "approval.asked":
            self._asked(seq, handle, noun)
        elif entry in _APPROVAL_STEPS:
            self._decided(seq, entry, handle, noun)

    def finish(self) -> None:
        """Raises Fault for a verdict that allows by a permit which was not spent with it."""
        for handle, approval in sorted(self._permitted.items(), key=lambda item: self.verdicts[item[0]][0]):
            if not self._is_out_of_sight(approval):
                message = f"{handle} allows by {approval}, which was not spent with it"
                raise Fault("decision", message, self.verdicts[handle][0], "verdict")

    def _is_out_of_sight(self, handle: Json) -> bool:
        return handle in self._erased or self.something_withheld

    def _verdict(self, seq: int, handle: str, noun: dict[str, Json]) -> None:
        if handle in self.verdicts:
            raise Fault("decision", f"{handle} was given before, and a verdict is given once")
        effect, rules = noun.get("effect"), noun.get("rules", [])
        said = (
            [rule.get("ruling") if isinstance(rule, dict) else None for rule in rules]
            if isinstance(rules, list)
            else [0]
        )
        if effect not in _RULINGS or any(ruling not in _RULINGS for ruling in said):
            raise Fault("decision", "its body is not that of a verdict")
        worst = len(_RULINGS)
        for rule in rules:
            self._check_rule(handle, rule)
            if not rule.get("shadow"):
                worst = min(worst, _RULINGS.index(rule["ruling"]))
        permits = (
            effect == "allow" and isinstance(noun.get("approval"), str) and worst >= _RULINGS.index("require_approval")
        )
        if effect == "allow" and not permits:
            raise Fault("decision", f"{handle} allows what a rule that it names stops, or names no permit")
        if not permits and _RULINGS.index(effect) > worst and noun.get("mode", "enforce") == "enforce":
            raise Fault("decision", f"{handle} says {effect}, but a rule that it names says {_RULINGS[worst]}")
        if permits:
            self._permitted[handle] = noun["approval"]
        self.verdicts[handle] = (seq, noun)

    def _check_rule(self, handle: str, rule: dict[str, Json]) -> None:
        name = str(rule.get("id"))
        version, status = self._rules.get(name, (0, ""))
        if version != rule.get("version"):
            if not self._is_out_of_sight(name):
                raise Fault("decision", f"{handle} names a version of {name} that did not hold then")
        elif status != ("shadow" if rule.get("shadow") else "active"):
            raise Fault("decision", f"{handle} names {name}, which was {status} then")

    def _outcome(self, seq: int, handle: str, noun: dict[str, Json]) -> None:
        before = self.verdicts.get(handle, (0, None))[1]
        if before is None:
            if not self._is_out_of_sight(handle):
                raise Fault("decision", f"it tells what became of {handle}, which was never given")
        elif before.get("outcome") or not same(_as_given(before), _as_given(noun)):
            raise Fault("decision", f"it changes {handle}: an outcome says what became of an action, and nothing else")
        self.verdicts[handle] = (seq, noun)

    def _asked(self, seq: int, handle: str, noun: dict[str, Json]) -> None:
        if handle in self.approvals:
            raise Fault("decision", f"{handle} was asked for before")
        self._check_call(handle, noun, noun.get("verdict"), "asked for in")
        self.approvals[handle] = (seq, noun)

    def _decided(self, seq: int, entry: str, handle: str, noun: dict[str, Json]) -> None:
        state, earlier = _APPROVAL_STEPS[entry]
        if noun.get("state") != state:
            raise Fault("decision", f"{handle} is {noun.get('state')} in an entry of kind {entry}")
        before = self.approvals.get(handle, (0, None))[1]
        if before is None:
            if not self._is_out_of_sight(handle):
                raise Fault("decision", f"{handle} was never asked for")
        else:
            if before.get("state", "pending") not in earlier:
                raise Fault("decision", f"{handle} was {before.get('state', 'pending')} and cannot become {state}")
            kept = ("digest", "asked_by", "verdict") + (() if entry == "approval.granted" else ("bound",))
            if any(before.get(name) != noun.get(name) for name in kept):
                raise Fault("decision", f"{handle} is for another call, or for other rules, than was asked")
        if entry == "approval.granted" and _name(noun.get("by")) in ("", _name(noun.get("asked_by"))):
            raise Fault("decision", f"{handle} was granted by whoever asked for it")
        if entry == "approval.spent":
            given = self._check_call(handle, noun, noun.get("spent_on"), "spent on")
            if given is not None and before is not None and str(before.get("until")) <= str(given.get("now", "")):
                raise Fault("decision", f"{handle} was spent after it had run out")
            if given is not None and self._permitted.pop(noun["spent_on"], None) is None:
                raise Fault("decision", f"{handle} was spent on {noun['spent_on']}, which does not allow")
        self.approvals[handle] = (seq, noun)

    def _check_call(self, handle: str, noun: dict[str, Json], verdict: Json, what: str) -> dict[str, Json] | None:
        """The verdict that an approval names, about the same call; None when it is out of sight."""
        given = self.verdicts.get(str(verdict), (0, None))[1]
        if given is None and self._is_out_of_sight(verdict):
            return None
        if given is None or given.get("digest") != noun.get("digest") or given.get("approval") != handle:
            raise Fault("decision", f"{handle} was {what} {verdict}, which is about another call")
        return given


def check_policy(handle: str, noun: dict[str, Json]) -> None:
    """What a rule stops was read from its own words, as they stand, or written for them. Raises Fault."""
    policy, later = noun.get("policy"), noun.get("exceptions", [])
    if policy is None or noun.get("status") not in _LIVE:
        return
    said = [noun.get("text")] + (later if isinstance(later, list) else [None])
    if not isinstance(policy, dict) or not all(isinstance(words, str) for words in said):
        raise Fault("decision", "its body is not that of a rule")
    texts = [str(words) for words in said]
    order = " ".join(words if words[-1:] and words[-1:] in _ENDS else words + "." for words in texts)
    if policy.get("text") != order:
        raise Fault("decision", f"{handle} stops something by other words than its own")


def _as_given(verdict: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in verdict.items() if name not in ("executed", "outcome", "episode")}


def _name(value: Json) -> str:
    return " ".join(unicodedata.normalize("NFKC", str(value or "")).casefold().split())


def _spoken(episode: dict[str, Json], person_named: bool) -> str:
    """Who speaks in an imported episode once a person vouches for its log."""
    kind = episode.get("kind")
    if kind == "turn":
        return _SPOKEN.get(str(episode.get("role", "")).casefold(), "agent")
    if kind == "reply":
        return "human" if person_named else "agent"
    return "external" if kind == "document" else "agent"


def quote_of(episode: dict[str, Json], span: dict[str, Json]) -> str | None:
    """The cited words, if they stand there letter for letter."""
    words = episode.get(span["field"], "") if span["field"] in _CITABLE else None
    start, end = span["start"], span["end"]
    if not isinstance(words, str) or not is_whole(start) or not is_whole(end, 1) or not start < end <= len(words):
        return None
    quote = words[start:end]
    return quote if hashlib.sha256(quote.encode("utf-8", "surrogatepass")).hexdigest() == span["sha256"] else None


# -- the bundle ------------------------------------------------------------------------------------------------------


class Report:
    """What was found. ``faults`` is empty when everything holds; the first one is the verdict."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.faults: list[Fault] = []
        self.checked: list[str] = []
        self.namespace = ""
        self.origin = ""
        self.entries = 0
        self.erased: list[int] = []
        self.withheld = 0
        self.unreadable = 0
        self.root = ""
        self.state = "UNSIGNED"
        self.signed_to = 0
        self.kept_to = 0
        self.key = ""
        self.key_is_trusted = False

    @property
    def ok(self) -> bool:
        return not self.faults

    def as_json(self) -> dict[str, Json]:
        entry = next((fault for fault in self.faults if fault.seq is not None), None)
        return {
            "ok": self.ok,
            "what": self.what,
            "category": self.faults[0].category if self.faults else None,
            "faults": [fault.as_json() for fault in self.faults],
            "first_bad": None
            if entry is None
            else {
                "seq": entry.seq,
                "kind": entry.kind or "unknown",
                "reason": entry.message,
                "category": entry.category,
            },
            "namespace": self.namespace,
            "origin": self.origin,
            "entries": self.entries,
            "erased": len(self.erased),
            "erased_entries": self.erased[:1000],
            "withheld": self.withheld,
            "unreadable_quotes": self.unreadable,
            "root": self.root,
            "state": self.state,
            "signed_to": self.signed_to,
            "kept_to": self.kept_to,
            "key": self.key,
            "key_is_trusted": self.key_is_trusted,
            "checked": self.checked,
        }


class Bundle:
    """One check of one bundle. ``run`` stops at the first fault that makes going on pointless."""

    def __init__(self, data: Raw, keys: Sequence[Key], kept: Sequence[Checkpoint], thorough: bool = True) -> None:
        self._data = data
        self._trusted = keys
        self._kept = kept
        self._thorough = thorough
        self._members: dict[str, Member] = {}
        self._lines: list[int] = []  # where the line of each entry begins
        self._key_seqs: list[int] = []  # sequences that handed the key on
        self._keys: list[Key] = []
        self._roots: dict[int, bytes] = {}
        self._recalls: dict[str, tuple[int, dict[str, Json]]] = {}
        self._derivation = Derivation(self._body_at)
        self._decisions = Decisions()
        self._last_kind = "unknown"
        self._gone: dict[int, str] = {}  # entries whose words are not here and that no erasure has named: their kind
        self.report = Report("bundle")

    def run(self) -> Report:
        try:
            self._members, fault = read_archive(self._data)
            if fault is not None:
                self.report.faults.append(fault)
                if not self._thorough or fault.category == "members":
                    return self.report
            self._check()
        except Fault as found:
            self.report.faults.append(found)
        return self.report

    def _check(self) -> None:
        done = self.report.checked.append
        points = self._checkpoint_names()
        done(f"the archive: {len(self._members)} members, each byte in its place")
        manifest = self._manifest()
        self._keys = self._read_keys()
        checkpoints = [self._read_checkpoint(name, size) for size, name in points]
        wanted = {checkpoint.size for checkpoint in checkpoints} | {checkpoint.size for checkpoint in self._kept}
        self._entries(manifest, wanted)
        done(f"{self.report.entries} headers, the chain through them, and each body against its commitment")
        self._check_root(manifest, checkpoints)
        done("the Merkle root over all of them")
        self._check_checkpoints(checkpoints)
        self._check_kept()
        done(f"{len(checkpoints)} checkpoints, {len(self._keys)} keys, {len(self._kept)} checkpoints kept elsewhere")
        self._check_proofs(checkpoints)
        if self._gone:
            seq = min(self._gone)
            raise Fault("erasure", "its words were destroyed, and no erasure names it", seq, self._gone[seq])
        self._derivation.finish()
        self.report.unreadable = self._derivation.unreadable
        done("the evidence and the trust of each memory")
        self._decisions.finish()
        done("the verdicts against the rules that they name, and each permit")
        self._check_lists()
        if hashlib.sha256(self._bytes("README.md")).hexdigest() != README_SHA256:
            raise Fault("readme", "README.md is not the explanation that belongs to this format")
        done("the lists of rules, memories, recalls, verdicts and approvals")
        self._check_manifest(manifest, checkpoints)

    # members

    def _bytes(self, name: str) -> bytes:
        start, end = self._members[name]
        return bytes(self._data[start:end])

    def _checkpoint_names(self) -> list[tuple[int, str]]:
        points: list[tuple[int, str]] = []
        for name in self._members:
            match = CHECKPOINT_NAME.fullmatch(name)
            if match is not None:
                points.append((int(match.group(1)), name))
            elif name not in FIXED_MEMBERS:
                raise Fault("members", f"a bundle has no member {name}")
        missing = [name for name in FIXED_MEMBERS if name not in self._members]
        if missing:
            category = "not-a-bundle" if len(missing) == len(FIXED_MEMBERS) else "members"
            raise Fault(category, f"member {missing[0]} is missing")
        if list(self._members) != sorted(self._members):
            raise Fault("members", "the members are not in order of their names")
        return sorted(points)

    def _manifest(self) -> dict[str, Json]:
        manifest = read_canonical(self._bytes("manifest.json"), "the manifest", "manifest")
        if manifest.get("format") != FORMAT:
            raise Fault(
                "manifest", "it is a bundle of format {}; this program reads {}".format(manifest.get("format"), FORMAT)
            )
        fault: Fault | None = None
        stated = manifest.get("members")
        others = [name for name in self._members if name != "manifest.json"]
        if not isinstance(stated, dict) or sorted(stated) != sorted(others):
            raise Fault("manifest", "the manifest lists other members than there are")
        view = memoryview(self._data)
        try:
            for name in others:
                start, end = self._members[name]
                actual = {"bytes": end - start, "sha256": hashlib.sha256(view[start:end]).hexdigest()}
                if not same(stated[name], actual):
                    fault = fault or Fault("manifest", f"member {name} is not the one that the manifest lists")
        finally:
            view.release()
        if fault is not None:
            if not self._thorough:
                raise fault
            self.report.faults.append(fault)
        self._check_range(manifest)
        return manifest

    def _check_range(self, manifest: dict[str, Json]) -> None:
        texts = [manifest.get("namespace"), manifest.get("origin"), manifest.get("root")]
        numbers = [manifest.get(name) for name in ("from", "to", "entries")]
        if not all(isinstance(text, str) for text in texts) or not all(is_whole(number, 1) for number in numbers):
            raise Fault("manifest", "a field of the manifest has the wrong type")
        if not manifest["from"] <= manifest["to"] <= manifest["entries"]:
            raise Fault("manifest", "the manifest speaks of entries that it does not have")
        self.report.namespace = manifest["namespace"]
        self.report.origin = manifest["origin"]

    def _read_keys(self) -> list[Key]:
        raw = self._bytes("keys.txt")
        try:
            lines = raw.decode().split("\n")
            keys = [read_key(line) for line in lines[:-1]]
        except ValueError as error:
            raise Fault("key", f"keys.txt cannot be read: {error}") from None
        if lines[-1]:
            raise Fault("key", "keys.txt does not end its last line")
        return keys

    def _read_checkpoint(self, name: str, size: int) -> Checkpoint:
        try:
            checkpoint = read_checkpoint(self._bytes(name))
        except ValueError as error:
            raise Fault("signature", f"{name} is no checkpoint: {error}") from None
        if checkpoint.size != size:
            raise Fault("consistency", f"{name} is a checkpoint of {checkpoint.size} entries: an other one's place")
        if checkpoint.origin != self.report.origin:
            raise Fault("consistency", f"{name} is a checkpoint of another log, {checkpoint.origin}")
        return checkpoint

    # entries

    def _entries(self, manifest: dict[str, Json], wanted: set[int]) -> None:
        """Read every line in order. The first bad entry is named and ends the check."""
        start, end = self._members["entries.jsonl"]
        data = self._data
        tree, chain, at = Tree(), GENESIS, ""
        first, last = manifest["from"], manifest["to"]
        seq, before, place = 0, "unknown", start
        while place < end:
            seq += 1
            stop = data.find(b"\n", place, end)
            if stop < 0:
                raise Fault("encoding", f"the line of #{seq} does not end", seq, "unknown")
            kind = "unknown"
            try:
                self._lines.append(place)
                line = read_canonical(data[place:stop], "its line")
                if line.get("seq") != seq or type(line["seq"]) is not int:
                    raise Fault("chain", "it is missing: another entry stands in its place")
                if line.keys() == {"leaf", "seq"}:
                    leaf = self._withheld(line, first <= seq <= last)
                else:
                    leaf, header, body = self._sealed(line, seq, at)
                    kind, at = header.kind, header.at
                    if header.prev != chain.hex():
                        raise self._broken(seq, before, kind)
                    if kind == "key.rotated":
                        if body is None:
                            raise Fault("key", "it handed the key on, and its body is not there")
                        self._rotate(seq, body.noun, tree)
                    elif header.kind == "erasure":
                        for parent in header.parents:
                            self._gone.pop(parent, None)
                    elif not first <= seq <= last:
                        raise Fault("manifest", "it lies outside the range that the manifest states")
            except Fault as fault:
                if fault.seq is None:
                    fault.seq, fault.kind = seq, kind
                raise
            chain = hashlib.sha256(chain + leaf).digest()
            tree.add(leaf)
            before = kind
            if seq in wanted:
                self._roots[seq] = tree.root()
            if seq == 1 and self.report.origin != f"cicatrix/{self.report.namespace}/{leaf.hex()[:16]}":
                raise Fault("manifest", "the log is not named after its first entry", 1, kind)
            place = stop + 1
        self.report.entries = seq
        self.report.root = tree.root().hex()
        self._last_kind = before

    def _broken(self, seq: int, before: str, kind: str) -> Fault:
        if seq == 1:
            return Fault("chain", "it does not begin the chain: something stood before it", 1, kind)
        return Fault("chain", f"it was replaced: #{seq} follows another entry than this one", seq - 1, before)

    def _withheld(self, line: dict[str, Json], asked: bool) -> bytes:
        if asked or not is_hex(line["leaf"], 32):
            raise Fault("encoding", "it is withheld, though it lies in the range that was exported")
        self._derivation.something_withheld = True
        self._decisions.something_withheld = True
        self.report.withheld += 1
        return bytes.fromhex(line["leaf"])

    def _sealed(self, line: dict[str, Json], seq: int, at: str) -> tuple[bytes, Header, Body | None]:
        erased = line.keys() == {"erased", "header", "seq"}
        if not erased and line.keys() != {"body", "header", "salt", "seq"}:
            raise Fault("encoding", "its line has other fields than an entry")
        if not isinstance(line["header"], str):
            raise Fault("encoding", "its header is no text")
        raw = line["header"].encode()
        header = read_header(raw, self.report.namespace, seq, at)
        try:
            body = None if erased else self._held(line, seq, header)
            if erased:
                self._erased(line, seq, header)
        except Fault as fault:
            fault.kind = fault.kind or header.kind
            fault.seq = fault.seq or seq
            raise
        return leaf_hash(raw), header, body

    def _held(self, line: dict[str, Json], seq: int, header: Header) -> Body:
        if not isinstance(line["body"], str) or not is_hex(line["salt"], 32):
            raise Fault("encoding", "its body or salt is none")
        raw = line["body"].encode()
        if hmac.digest(bytes.fromhex(line["salt"]), raw, "sha256").hex() != header.commit:
            raise Fault("commitment", "its body is not the one that was sealed: the words were changed")
        body = read_body(raw)
        if _ABOUT.get(header.kind, body.kind) != body.kind:
            raise Fault("commitment", f"an entry of kind {header.kind} cannot be about a {body.kind}")
        self._derivation.add(seq, header.kind, body)
        self._decisions.add(seq, header.kind, body)
        if body.kind == "recall":
            self._recalls[body.handle] = (seq, body.noun)
        return body

    def _erased(self, line: dict[str, Json], seq: int, header: Header) -> None:
        about = line["erased"]
        if not isinstance(about, dict) or about.keys() != {"handle", "kind"}:
            raise Fault("encoding", "its line does not say what was erased")
        check_about(about["handle"], about["kind"], None, "encoding")
        if _ABOUT.get(header.kind, about["kind"]) != about["kind"]:
            raise Fault("encoding", "an entry of kind {} cannot be about a {}".format(header.kind, about["kind"]))
        self._derivation.forget(seq, about["handle"], about["kind"])
        self._decisions.forget(about["handle"])
        self._recalls.pop(about["handle"], None)
        self.report.erased.append(seq)
        self._gone[seq] = header.kind

    def _body_at(self, seq: int) -> Body | None:
        """The body of an entry that was read already; None when it was erased."""
        start = self._lines[seq - 1]
        line = json.loads(self._data[start : self._data.find(b"\n", start)])
        return read_body(line["body"].encode()) if "body" in line else None

    # keys and checkpoints

    def _rotate(self, seq: int, noun: dict[str, Json], tree: Tree) -> None:
        text = noun.get("note")
        try:
            if not isinstance(text, str):
                raise ValueError("it has no note")
            note = read_note(text.encode())
            lines = note.text[:-1].split("\n")
            if len(lines) != 5 or lines[0] != ROTATION_FORMAT:
                raise ValueError("its note hands no key on")
            new = read_key(lines[4])
        except ValueError as error:
            raise Fault("key", f"it should hand the key on: {error}") from None
        if lines[1] != self.report.origin or new.name != self.report.origin:
            raise Fault("key", "it hands on the key of another log")
        if lines[2] != str(seq - 1) or lines[3] != base64.b64encode(tree.root()).decode():
            raise Fault("key", "it was signed for another place in the log")
        number = len(self._key_seqs)
        if number + 1 >= len(self._keys) or self._keys[number + 1] != new:
            raise Fault("key", "it hands the key on to one that keys.txt does not list in this place")
        for key in (self._keys[number], new):
            if not note.signed_by(key):
                raise Fault("signature", f"it hands the key on without the signature of {key.id.hex()}")
        self._key_seqs.append(seq)

    def _key_at(self, size: int) -> Key:
        """The key in force when the log had this size."""
        return self._keys[sum(1 for seq in self._key_seqs if seq <= size)]

    def _check_checkpoints(self, checkpoints: Sequence[Checkpoint]) -> None:
        expected = len(self._key_seqs) + 1 if checkpoints or self._key_seqs else 0
        if len(self._keys) != expected:
            raise Fault("key", f"keys.txt lists {len(self._keys)} keys; the log used {expected}")
        if any(key.name != self.report.origin for key in self._keys):
            raise Fault("key", "a key does not carry the name of this log")
        if self._keys:
            self.report.key = str(self._keys[-1])
            self.report.key_is_trusted = any(key in self._keys for key in self._trusted)
        if self._trusted and not self.report.key_is_trusted:
            raise Fault("key", "it is not signed by the key that you trust, nor by one that followed it")
        for checkpoint in checkpoints:
            self._check_checkpoint(checkpoint, f"checkpoint of #{checkpoint.size}")
            self.report.state = "SIGNED"
            self.report.signed_to = checkpoint.size

    def _check_checkpoint(self, checkpoint: Checkpoint, name: str) -> None:
        root = self._roots.get(checkpoint.size)
        if root is None:
            raise Fault("consistency", f"the {name} covers more entries than there are: the log was cut off")
        key = self._key_at(checkpoint.size) if self._keys else None
        if key is None or len(checkpoint.note.signatures) != 1 or not checkpoint.note.signed_by(key):
            raise Fault("signature", f"the {name} is not signed by the log's key")
        if root != checkpoint.root:
            raise Fault("consistency", f"the {name} is one of another history: entries up to there were rewritten")

    def _check_kept(self) -> None:
        for checkpoint in self._kept:
            name = f"kept checkpoint of #{checkpoint.size}"
            if checkpoint.origin != self.report.origin:
                raise Fault("consistency", f"the {name} is of another log, {checkpoint.origin}")
            if not self._keys:
                raise Fault("signature", f"the {name} is signed, but this log has no key")
            self._check_checkpoint(checkpoint, name)
            self.report.state = "ANCHORED"
            self.report.kept_to = max(self.report.kept_to, checkpoint.size)

    def _check_root(self, manifest: dict[str, Json], checkpoints: Sequence[Checkpoint]) -> None:
        size = self.report.entries
        if manifest["entries"] != size:
            raise Fault("tree", "the manifest states {} entries, there are {}".format(manifest["entries"], size))
        if manifest["root"] == self.report.root:
            return
        if any((point.size, point.root.hex()) == (size, self.report.root) for point in checkpoints):
            raise Fault("manifest", "the manifest states another root than the signed one")
        # Every entry but the last is held by the one after it.
        raise Fault("tree", "it is not the entry of the root that the manifest states", size, self._last_kind)

    def _check_proofs(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Consistency from each checkpoint to the next and from the last to the whole log, in that order."""
        ends = [(checkpoint.size, checkpoint.root) for checkpoint in checkpoints]
        if ends and ends[-1][0] != self.report.entries:
            ends.append((self.report.entries, bytes.fromhex(self.report.root)))
        lines = list(self._lines_of("proofs.jsonl"))
        if len(lines) != max(0, len(ends) - 1):
            raise Fault("proof", f"there are {len(lines)} proofs for {max(0, len(ends) - 1)} steps")
        for raw, (old, new) in zip(lines, zip(ends, ends[1:])):
            proof = read_canonical(raw, "a proof", "proof")
            stated = {"old_size": old[0], "old_root": old[1].hex(), "new_size": new[0], "new_root": new[1].hex()}
            hashes = proof.pop("hashes", None)
            if not same(proof, dict(stated, kind="consistency")) or not are_hashes(hashes):
                raise Fault("proof", f"the proof from #{old[0]} to #{new[0]} proves something else")
            if not proves_consistency(old[0], new[0], old[1], new[1], [bytes.fromhex(text) for text in hashes]):
                raise Fault("proof", f"the proof from #{old[0]} to #{new[0]} does not prove it")

    # what is derived

    def _check_lists(self) -> None:
        for name, kind in (("rules.jsonl", "rule"), ("memories.jsonl", "memory")):
            claims = {handle: claim for handle, claim in self._derivation.claims.items() if claim.kind == kind}
            self._compare(name, (self._claim_line(handle, claims[handle]) for handle in by_number(claims)))
        lines = (recall_line(handle, *self._recalls[handle]) for handle in by_number(self._recalls))
        self._compare("recalls.jsonl", lines)
        for name, known, line in (
            ("verdicts.jsonl", self._decisions.verdicts, verdict_line),
            ("approvals.jsonl", self._decisions.approvals, approval_line),
        ):
            self._compare(name, (line(handle, *known[handle]) for handle in by_number(known)))

    def _compare(self, name: str, expected: Iterator[dict[str, Json]]) -> None:
        found = self._lines_of(name)
        for number, line in enumerate(expected, 1):
            if not is_canonical(line, next(found, b"")):
                raise Fault("derived", f"line {number} of {name} does not say what the entries say", line["seq"])
        if next(found, None) is not None:
            raise Fault("derived", f"{name} says more than the entries say")

    def _lines_of(self, name: str) -> Iterator[bytes]:
        place, end = self._members[name]
        while place < end:
            stop = self._data.find(b"\n", place, end)
            if stop < 0:
                raise Fault("encoding", f"the last line of {name} does not end")
            yield self._data[place:stop]
            place = stop + 1

    def _claim_line(self, handle: str, claim: Claim) -> dict[str, Json]:
        noun = claim.noun
        evidence = []
        for span in noun["evidence"]:
            recorded = self._derivation.episodes.get(span["episode"])
            body = self._body_at(recorded) if recorded is not None else None
            evidence.append(dict(span, quote=quote_of(body.noun, span) if body is not None else None))
        return {
            "evidence": evidence,
            "handle": handle,
            "seq": claim.seq,
            "status": noun["status"],
            "text": noun["text"],
            "trust": noun["trust"],
            **({"policy": stops(noun.get("policy"))} if claim.kind == "rule" else {}),
        }

    def _check_manifest(self, manifest: dict[str, Json], checkpoints: Sequence[Checkpoint]) -> None:
        expected = {
            "checkpoints": len(checkpoints),
            "entries": self.report.entries,
            "erased": len(self.report.erased),
            "format": FORMAT,
            "from": manifest["from"],
            "members": manifest["members"],
            "namespace": self.report.namespace,
            "origin": self.report.origin,
            "root": self.report.root,
            "signed_to": self.report.signed_to,
            "to": manifest["to"],
            "withheld": self.report.withheld,
        }
        if not same(manifest, expected):
            names = set(manifest) | set(expected)
            wrong = sorted(name for name in names if not same(manifest.get(name), expected.get(name)))
            raise Fault("manifest", "the manifest is wrong in {}".format(", ".join(wrong)))


def by_number(handles: Any) -> list[str]:
    return sorted(handles, key=lambda handle: (int(re.sub(r"[^0-9]", "", handle)), handle))


def recall_line(handle: str, seq: int, noun: dict[str, Json]) -> dict[str, Json]:
    chosen = noun.get("chosen", [])
    items = [item.get("handle") for item in chosen if isinstance(item, dict)] if isinstance(chosen, list) else []
    return {
        "chosen": items,
        "grade": noun.get("grade"),
        "handle": handle,
        "query": noun.get("query"),
        "question": noun.get("question"),
        "reason": noun.get("reason"),
        "seq": seq,
    }


def stops(policy: Json) -> Json:
    """What a rule does to the actions that it speaks of, and whether it is in force."""
    names = ("confirmed_by", "effect", "status")
    return {name: policy.get(name, "") for name in names} if isinstance(policy, dict) else None


def verdict_line(handle: str, seq: int, noun: dict[str, Json]) -> dict[str, Json]:
    rules = noun.get("rules", [])
    return {
        "action": noun.get("name", ""),
        "approval": noun.get("approval"),
        "effect": noun.get("effect"),
        "handle": handle,
        "outcome": noun.get("outcome", ""),
        "reason": noun.get("reason"),
        "rules": [rule.get("id") for rule in rules],
        "seq": seq,
    }


def approval_line(handle: str, seq: int, noun: dict[str, Json]) -> dict[str, Json]:
    return {
        "asked_by": noun.get("asked_by"),
        "by": noun.get("by", ""),
        "handle": handle,
        "seq": seq,
        "spent_on": noun.get("spent_on"),
        "state": noun.get("state", "pending"),
        "until": noun.get("until", ""),
        "verdict": noun.get("verdict"),
    }


def are_hashes(value: Json) -> bool:
    return isinstance(value, list) and all(is_hex(item, 32) for item in value)


def verify_bundle(
    data: Raw, keys: Sequence[Key] = (), kept: Sequence[Checkpoint] = (), thorough: bool = True
) -> Report:
    """Check the bytes of a bundle. ``thorough=False`` stops at the first fault of the archive or the manifest."""
    return Bundle(data, keys, kept, thorough).run()


# -- a proof alone ---------------------------------------------------------------------------------------------------


def verify_proof(raw: bytes, keys: Sequence[Key] = ()) -> Report:
    """Check one inclusion or consistency proof."""
    report = Report("proof")
    try:
        _proof(raw, keys, report)
    except Fault as fault:
        report.faults.append(fault)
    return report


def _proof(raw: bytes, trusted: Sequence[Key], report: Report) -> None:
    try:
        proof = read_json(raw)
        same = json.dumps(proof, ensure_ascii=False, sort_keys=True, indent=2).encode() + b"\n" == raw
    except (ValueError, RecursionError):
        raise Fault("not-a-bundle", "it is no proof") from None
    if not isinstance(proof, dict) or proof.get("format") != PROOF_FORMAT:
        raise Fault("not-a-bundle", "it is no proof of format " + PROOF_FORMAT)
    if not same:
        raise Fault("encoding", "the proof is not written in the one canonical way")
    kind = proof.get("kind")
    common = {"format", "kind", "hashes", "keys", "origin"}
    sizes = {
        "inclusion": {"seq", "size", "root", "header", "body", "salt", "checkpoint"},
        "consistency": {"old_size", "old_root", "old_checkpoint", "new_size", "new_root", "new_checkpoint"},
    }
    if kind not in sizes or proof.keys() != common | sizes[kind]:
        raise Fault("proof", "it has other fields than a proof of inclusion or consistency")
    numbers = [name for name in ("seq", "size", "old_size", "new_size") if name in proof]
    roots = [name for name in ("root", "old_root", "new_root") if name in proof]
    if not all(is_whole(proof[name], 1) for name in numbers) or not all(is_hex(proof[name], 32) for name in roots):
        raise Fault("proof", "a number or a root of it is none")
    if not are_hashes(proof["hashes"]) or not isinstance(proof["origin"], str):
        raise Fault("proof", "a hash of it is none")
    report.origin = proof["origin"]
    hashes = [bytes.fromhex(text) for text in proof["hashes"]]
    if kind == "inclusion":
        _inclusion(proof, hashes, report)
        ends = [("checkpoint", proof["size"], proof["root"])]
    else:
        _consistency(proof, hashes, report)
        ends = [("old_checkpoint", proof["old_size"], proof["old_root"]),
                ("new_checkpoint", proof["new_size"], proof["new_root"])]  # fmt: skip
    _signed_ends(proof, ends, trusted, report)


def _inclusion(proof: dict[str, Json], hashes: Sequence[bytes], report: Report) -> None:
    seq, size = proof["seq"], proof["size"]
    if not isinstance(proof["header"], str):
        raise Fault("header", "its header is no text", seq)
    match = re.fullmatch(r"cicatrix/(.+)/[0-9a-f]{16}", report.origin)
    report.namespace = match.group(1) if match else ""
    try:
        raw = proof["header"].encode()
        header = read_header(raw, report.namespace, seq, "")
        if proof["body"] is None and proof["salt"] is None:
            report.erased.append(seq)
        elif not isinstance(proof["body"], str) or not is_hex(proof["salt"], 32):
            raise Fault("encoding", "its body or salt is none", seq, header.kind)
        else:
            found = hmac.digest(bytes.fromhex(proof["salt"]), proof["body"].encode(), "sha256").hex()
            if found != header.commit:
                raise Fault("commitment", "its body is not the one that was sealed", seq, header.kind)
    except Fault as fault:
        fault.seq = seq
        raise
    if not proves_inclusion(leaf_hash(raw), seq - 1, size, hashes, bytes.fromhex(proof["root"])):
        raise Fault("proof", f"it does not prove that #{seq} is in the tree of {size} entries", seq, header.kind)
    report.entries, report.root = size, proof["root"]
    report.checked.append(f"#{seq}, {header.kind}, is in the tree of {size} entries")
    if report.erased:
        report.checked.append("that its words are missing; whether an erasure took them, only a bundle shows")


def _consistency(proof: dict[str, Json], hashes: Sequence[bytes], report: Report) -> None:
    old, new = proof["old_size"], proof["new_size"]
    roots = bytes.fromhex(proof["old_root"]), bytes.fromhex(proof["new_root"])
    if not proves_consistency(old, new, roots[0], roots[1], hashes):
        raise Fault("proof", f"it does not prove that the log of {new} entries begins with the one of {old}")
    report.entries, report.root = new, proof["new_root"]
    report.checked.append(f"the log of {new} entries begins with the one of {old}")


def _signed_ends(
    proof: dict[str, Json], ends: Sequence[tuple[str, int, str]], trusted: Sequence[Key], report: Report
) -> None:
    """The checkpoints that came with a proof, against its ends and the keys that came along."""
    texts = proof["keys"]
    try:
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise ValueError("they are no list of keys")
        keys = [read_key(text) for text in texts]
    except ValueError as error:
        raise Fault("key", f"its keys cannot be read: {error}") from None
    used: set[Key] = set()
    for name, size, root in ends:
        text = proof[name]
        if text is None:
            continue
        try:
            if not isinstance(text, str):
                raise ValueError("it is no text")
            checkpoint = read_checkpoint(text.encode())
        except ValueError as error:
            raise Fault("signature", f"its checkpoint of #{size} cannot be read: {error}") from None
        if (checkpoint.origin, checkpoint.size, checkpoint.root.hex()) != (report.origin, size, root):
            raise Fault("consistency", f"its checkpoint is not the one of {size} entries")
        signers = [key for key in keys if key.name == report.origin and checkpoint.note.signed_by(key)]
        if not signers or len(checkpoint.note.signatures) != 1:
            raise Fault("signature", f"its checkpoint of #{size} is not signed by a key that came with it")
        used.add(signers[0])
        report.state, report.signed_to, report.key = "SIGNED", size, str(signers[0])
        report.checked.append(f"the checkpoint of {size} entries is signed")
    if set(keys) != used or len(keys) != len(used):
        raise Fault("key", "a key came with it that signed nothing")
    report.key_is_trusted = any(key in used for key in trusted)
    if trusted and not report.key_is_trusted:
        raise Fault("key", "it is not signed by the key that you trust")
    if report.signed_to and ends[-1][1] != report.signed_to:
        report.state = "UNSIGNED"


# -- the command -----------------------------------------------------------------------------------------------------


def printable(text: str) -> str:
    """Nothing that a bundle says may steer the terminal."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)


def describe(report: Report) -> str:
    lines = []
    if report.ok:
        lines.append(f"OK: the {report.what} holds.")
    else:
        lines.append(f"FAILED: the {report.what} does not hold.")
        for fault in report.faults:
            where = "" if fault.seq is None else "#{} ({}): ".format(fault.seq, fault.kind or "unknown")
            lines.append(f"  [{fault.category}] {where}{fault.message}")
    lines.append("")
    lines.append("  log      %s" % (report.origin or "unknown"))
    if report.ok:
        if report.what == "bundle":
            lines.append(f"  entries  {report.entries} ({len(report.erased)} erased, {report.withheld} withheld)")
            if report.unreadable:
                lines.append(f"  quotes   {report.unreadable} could not be compared: their words are not here")
        lines.append(f"  root     {report.root}")
        lines.append(f"  state    {state_in_words(report)}")
        if report.key:
            lines.append(f"  key      {report.key}")
    for text in report.checked:
        lines.append(f"  checked  {text}")
    return "\n".join(printable(line) for line in lines) + "\n"


def state_in_words(report: Report) -> str:
    if report.state == "UNSIGNED":
        return "UNSIGNED: whoever holds the log can rewrite all of it. Compare the root with one kept elsewhere."
    words = "{} to #{}".format(report.state, report.kept_to if report.state == "ANCHORED" else report.signed_to)
    if report.state == "ANCHORED":
        words += ", which agrees with the checkpoint that you kept"
        if report.signed_to:
            words += f"; SIGNED to #{report.signed_to}"
    else:
        words += (
            ": whoever holds the key can rewrite it. Give a checkpoint kept elsewhere (--checkpoint) to rule that out"
        )
    if report.signed_to < report.entries:
        words += "; the %s entries after that are UNSIGNED" % (report.entries - report.signed_to)
    if not report.key_is_trusted:
        words += ". The key came with the file: compare it with one that you were given (--key)"
    return words + "."


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    alone = words[:1] == ["proof"]
    parser = argparse.ArgumentParser(
        prog="cicatrix_verify.py",
        description="Check a Cicatrix %s, offline, trusting nobody." % ("proof" if alone else "bundle"),
        epilog="Leaves with 0 when everything holds, 3 when something does not, 2 when the call is wrong. "
        "`cicatrix_verify.py proof FILE` checks one proof alone.",
    )
    parser.add_argument("file", metavar="FILE", help="the %s" % ("proof" if alone else "bundle"))
    parser.add_argument(
        "--key", action="append", default=[], help="the key that you trust: NAME+ID+BASE64 (repeatable)"
    )
    if not alone:
        parser.add_argument(
            "--checkpoint", action="append", default=[], metavar="NOTE", help="a checkpoint kept elsewhere (repeatable)"
        )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    try:
        given = parser.parse_args(words[1:] if alone else words)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    try:
        keys = [read_key(text.strip()) for text in given.key]
        kept = [read_checkpoint(_read(path)) for path in ([] if alone else given.checkpoint)]
        report = verify_proof(_read(given.file), keys) if alone else _verify_file(given.file, keys, kept)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"cicatrix_verify.py: {printable(str(error))}\n")
        return WRONG_CALL
    if given.json:
        sys.stdout.write(json.dumps(report.as_json()) + "\n")
    else:
        text = describe(report)
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return OK if report.ok else FAILED


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _verify_file(path: str, keys: Sequence[Key], kept: Sequence[Checkpoint]) -> Report:
    with open(path, "rb") as file:
        try:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (ValueError, OSError):  # empty, or no file that can be mapped
            return verify_bundle(file.read(), keys, kept)
        with mapped:
            return verify_bundle(mapped, keys, kept)


if __name__ == "__main__":
    sys.exit(main())
