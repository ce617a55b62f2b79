"""Reading logs: JSON Lines as a stream in which one bad line costs one line, and whole JSON files."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.errors import InvalidInput
from cicatrix.ports import ImportSkip

MAX_LINE: Final = 64 * 2**20
"""Bytes of one line. A longer one is no row but a file without line ends."""


@dataclass(frozen=True, slots=True)
class Line:
    """One object of a JSON Lines file and its number, counted from 1."""

    number: int
    value: JsonObject

    @property
    def where(self) -> str:
        return f"line {self.number}"


def read_lines(path: Path) -> Iterator[Line | ImportSkip]:
    """The objects of a JSON Lines file. A line that is none is skipped and named; blank lines are nothing.

    Lines end with ``\\n`` or ``\\r\\n``; a byte order mark is passed over. Raises InvalidInput for a file that cannot
    be JSON Lines at all: missing, a folder, compressed, UTF-16.
    """
    number = 0
    with _open(path) as file:
        while raw := file.readline(MAX_LINE + 1):
            number += 1
            where = f"line {number}"
            torn = not raw.endswith(b"\n")
            if len(raw) > MAX_LINE:
                while torn and (rest := file.readline(MAX_LINE)):
                    torn = not rest.endswith(b"\n")
                yield ImportSkip(where, f"it is longer than {MAX_LINE // 2**20} MiB")
                continue
            if number == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            if not raw.strip():
                continue
            try:
                value = parse(raw)
            except ValueError as error:
                yield ImportSkip(where, f"the last line is cut off: {error}" if torn else f"it is no JSON: {error}")
                continue
            if isinstance(value, dict):
                yield Line(number, value)
            else:
                yield ImportSkip(where, "it is JSON, but no object")


def read_whole(path: Path) -> JsonValue:
    """A file that is one JSON value. Raises InvalidInput when it is none."""
    with _open(path) as file:
        raw = file.read()
    try:
        return parse(raw.removeprefix(codecs.BOM_UTF8))
    except ValueError as error:
        raise InvalidInput(
            f"{path.name} is no JSON: {error}.", hint="If it was cut off, fetch it again; nothing was imported."
        ) from None


def parse(raw: bytes) -> JsonValue:
    """Strict JSON in UTF-8. Raises ValueError, in words, also for NaN, a key given twice, and nesting without end."""
    try:
        value: JsonValue = _DECODER.decode(raw.decode())
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is no UTF-8") from None
    except json.JSONDecodeError as error:
        what = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
        raise ValueError(f"{what} at character {error.pos}") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def _open(path: Path) -> BinaryIO:
    try:
        file = path.open("rb")
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(f"{path} cannot be read: {reason}.", hint="Name a file that exists.") from None
    start = file.read(4)
    file.seek(0)
    for magic, what in _NO_TEXT:
        if start.startswith(magic):
            file.close()
            raise InvalidInput(f"{path.name} is {what}.", hint="Give it as plain UTF-8 text.")
    return file


_NO_TEXT: Final = (
    (b"\x1f\x8b", "compressed (gzip)"),
    (b"PK\x03\x04", "an archive (zip)"),
    (b"\x28\xb5\x2f\xfd", "compressed (zstd)"),
    (codecs.BOM_UTF16_LE, "in UTF-16"),
    (codecs.BOM_UTF16_BE, "in UTF-16"),
)


def _once(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found: JsonObject = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} is given twice")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
