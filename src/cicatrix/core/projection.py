"""From ledger to projection: how an entry becomes a version of a thing, and how to see that it did.

The sealed body is the canonical JSON of ``{"body", "handle", "key", "kind"}``: it says by itself whose version it is.
So the table of versions can be made anew from the ledger, row by row, and any row that says otherwise is found.
"""

from __future__ import annotations

import json
import json.scanner
from dataclasses import dataclass
from json.encoder import encode_basestring
from operator import itemgetter
from typing import Any, Final, NamedTuple

from cicatrix.core.canonical import canonical_text, utf8
from cicatrix.core.entries import Draft
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind, format_handle, parse_handle
from cicatrix.errors import InvalidInput


class SealedBody(NamedTuple):
    """What a body says: the whole noun, and of which thing it is the new version."""

    handle: str
    kind: str
    key: str | None
    body: JsonObject


class VersionRow(NamedTuple):
    """A row of the projection as it is stored, with nothing checked. ``kind`` and ``entry`` may be unknown words."""

    handle: str
    kind: str
    key: str | None
    seq: int
    end: int | None
    at: str
    entry: str


@dataclass(frozen=True, slots=True)
class Counter:
    """Of one kind: the highest number given to a handle, and how many things there are."""

    highest: int
    things: int


def seal_body(draft: Draft) -> bytes:
    """The bytes that are committed to. Raises InvalidText and InvalidInput for what is no JSON value."""
    # The names in their order, written down instead of sorted.
    key = "null" if draft.key is None else encode_basestring(draft.key)
    about = f'"handle":{encode_basestring(draft.handle)},"key":{key},"kind":{encode_basestring(draft.kind)}'
    return utf8(f'{{"body":{canonical_text(draft.body)},{about}}}')


def read_body(raw: bytes) -> SealedBody:
    """Read a sealed body. Raises ValueError when the bytes are none."""
    try:
        data = _parsed(raw)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    try:
        handle, kind, key, body = _FIELDS(data)
    except (KeyError, TypeError, IndexError):
        data = None
    if type(data) is not dict or len(data) != 4:
        raise ValueError("it is no object of body, handle, key and kind")
    if not (type(handle) is str and type(kind) is str and type(body) is dict):
        raise ValueError("a field of it has the wrong type")
    if not (key is None or type(key) is str):
        raise ValueError("its key is no text")
    return tuple.__new__(SealedBody, (handle, kind, key, body))


_FIELDS: Final = itemgetter(*SealedBody._fields)
_SCAN: Final = json.scanner.make_scanner(json.JSONDecoder())  # type: ignore[arg-type]


def _parsed(raw: bytes) -> Any:
    """``json.loads`` for what is an object and nothing else, without its looking for encodings and white space."""
    if raw[:1] == b"{":
        text = raw.decode()
        try:
            data, end = _SCAN(text, 0)
        except StopIteration:
            end = -1  # it is read again, for the reason why it cannot be read
        if end == len(text):
            return data
    return json.loads(raw)


class Fold:
    """Reads version rows in order of sequence and says which of them the entries did not make.

    A version ends where the next one of its handle begins, and nowhere else. Memory: one pair for each version whose
    end is still to come, one integer for each handle that came before one with a smaller number.
    """

    def __init__(self) -> None:
        self._things: dict[str, _Things] = {}
        self._ending: dict[str, tuple[int, int]] = {}  # handle → (begun, said to end)

    def add(self, row: VersionRow) -> tuple[int, str] | None:
        """Take the next row. Returns the sequence of a wrong row and the reason, or None when all is well."""
        handle, kind, _, seq, end, _, _ = row
        things = self._things.get(kind)
        if things is None or handle != things.next:
            try:
                named, number = parse_handle(handle)
            except InvalidInput as error:
                return seq, error.message
            if named != kind:
                return seq, f"{handle} is stored as a {kind}"
            if things is None:
                things = self._things[kind] = _Things(named)
            begun, ended = self._ending.pop(handle, (0, 0))
            if begun and ended != seq:
                return begun, f"its version of {handle} is stored as ended by #{ended}, but #{seq} ended it"
            if not begun and things.has(number):
                return seq, f"the version of {handle} before it is stored as still current"
            things.add(number)
        else:
            things.add_next()
        if end is not None:
            if end <= seq:
                return seq, f"its version of {handle} is stored as ended by #{end}, before it began"
            self._ending[handle] = (seq, end)
        return None

    def finish(self) -> tuple[int, str] | None:
        """After the last row: a version that is said to have ended, though nothing ended it."""
        left = min(((begun, end, handle) for handle, (begun, end) in self._ending.items()), default=None)
        if left is None:
            return None
        begun, end, handle = left
        return begun, f"its version of {handle} is stored as ended by #{end}, but no entry ended it"

    def counters(self) -> dict[str, Counter]:
        return {kind: things.counter() for kind, things in self._things.items()}


class _Things:
    """The numbers of one kind that were seen. Handles are given out in order, so nearly all lie below one number."""

    __slots__ = ("_below", "_beyond", "_kind", "next")

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._below = 0  # this number and all before it
        self._beyond: set[int] = set()
        self.next = format_handle(kind, 1)
        """The handle that is the first not seen of those in order."""

    def has(self, number: int) -> bool:
        return number <= self._below or number in self._beyond

    def add(self, number: int) -> None:
        if number == self._below + 1:
            self.add_next()
        elif not self.has(number):
            self._beyond.add(number)

    def add_next(self) -> None:
        self._below += 1
        while self._below + 1 in self._beyond:
            self._below += 1
            self._beyond.remove(self._below)
        self.next = format_handle(self._kind, self._below + 1)

    def counter(self) -> Counter:
        return Counter(max(self._beyond, default=self._below), self._below + len(self._beyond))
