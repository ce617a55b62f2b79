"""From ledger to projection: how an entry becomes a version of a thing, and how to see that it did.

The sealed body is the canonical JSON of ``{"body", "handle", "key", "kind"}``: it says by itself whose version it is.
So the table of versions can be made anew from the ledger, row by row, and any row that says otherwise is found.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from json.encoder import encode_basestring
from typing import Final, NamedTuple

from cicatrix.core.canonical import canonical_text, utf8
from cicatrix.core.entries import Draft
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import parse_handle
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
        body, handle, kind, key = data["body"], data["handle"], data["kind"], data["key"]  # type: ignore[index]
    except (KeyError, TypeError, IndexError):
        data = None
    if type(data) is not dict or len(data) != 4:
        raise ValueError("it is no object of body, handle, key and kind")
    if not (type(handle) is str and type(kind) is str and type(body) is dict):
        raise ValueError("a field of it has the wrong type")
    if not (key is None or type(key) is str):
        raise ValueError("its key is no text")
    return SealedBody(handle, kind, key, body)


_DECODER: Final = json.JSONDecoder()


def _parsed(raw: bytes) -> object:
    """``json.loads`` for what begins with an object at once, without its looking for encodings and white space."""
    if raw[:1] == b"{":
        text = raw.decode()
        data, end = _DECODER.raw_decode(text)
        if end == len(text):
            return data
    return json.loads(raw)


class Fold:
    """Reads version rows in order of sequence and says which of them the entries did not make.

    A version ends where the next one of its handle begins, and nowhere else. Memory: one integer for each thing, one
    pair for each version whose end is still to come.
    """

    def __init__(self) -> None:
        self._seen: dict[str, set[int]] = {}
        self._ending: dict[str, tuple[int, int]] = {}  # handle → (begun, said to end)

    def add(self, row: VersionRow) -> tuple[int, str] | None:
        """Take the next row. Returns the sequence of a wrong row and the reason, or None when all is well."""
        try:
            kind, number = parse_handle(row.handle)
        except InvalidInput as error:
            return row.seq, error.message
        if kind != row.kind:
            return row.seq, f"{row.handle} is stored as a {row.kind}"
        seen = self._seen.setdefault(row.kind, set())
        begun, end = self._ending.pop(row.handle, (0, 0))
        if begun and end != row.seq:
            return begun, f"its version of {row.handle} is stored as ended by #{end}, but #{row.seq} ended it"
        if not begun and number in seen:
            return row.seq, f"the version of {row.handle} before it is stored as still current"
        seen.add(number)
        if row.end is not None:
            if row.end <= row.seq:
                return row.seq, f"its version of {row.handle} is stored as ended by #{row.end}, before it began"
            self._ending[row.handle] = (row.seq, row.end)
        return None

    def finish(self) -> tuple[int, str] | None:
        """After the last row: a version that is said to have ended, though nothing ended it."""
        left = min(((begun, end, handle) for handle, (begun, end) in self._ending.items()), default=None)
        if left is None:
            return None
        begun, end, handle = left
        return begun, f"its version of {handle} is stored as ended by #{end}, but no entry ended it"

    def counters(self) -> dict[str, Counter]:
        return {kind: Counter(max(seen), len(seen)) for kind, seen in self._seen.items() if seen}
