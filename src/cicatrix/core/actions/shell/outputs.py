"""What a command writes, where that is constant: echo, printf, cat, and what decodes. Commands hide in such texts."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Final

from cicatrix.core.actions import paths
from cicatrix.core.actions.shell.state import HOLE, File, Token
from cicatrix.core.actions.shell.words import decoded
from cicatrix.core.patterns import regex

_FORMAT: Final = regex(r"%(?:%|(-?\d+)?([sbdq]))")
_OCTAL: Final = regex(r"\\0([0-7]{1,3})")
_DECODES: Final = ("-d", "-D", "-di", "-id")
_MAX: Final = 100_000


def output_of(tokens: list[Token], stdin: str | None, file: File) -> str | None:
    """The text that a command writes to its output, HOLEs in it; None where nobody can say. ``stdin`` likewise."""
    if not tokens or any(token.glob for token in tokens[1:]):
        return None
    name, words = tokens[0].text.rpartition("/")[2], [token.text for token in tokens[1:]]
    writer = _WRITERS.get(name)
    text = writer(words, stdin, file) if writer is not None else None
    return text if text is None or len(text) <= _MAX else None


def _echo(words: list[str], _stdin: str | None, _file: File) -> str | None:
    end, decode = "\n", False
    while words and words[0][:1] == "-" and len(words[0]) > 1 and not words[0].strip("-neE"):
        end = "" if "n" in words[0] else end
        decode = decode or "e" in words[0]
        words = words[1:]
    text = " ".join(words)
    return (_echoed(text) if decode else text) + end


def _echoed(text: str) -> str:
    """Escapes as ``echo -e`` decodes them: octal numbers begin with 0 there."""
    return decoded(_OCTAL.sub(r"\\\1", text))


def _printf(words: list[str], _stdin: str | None, _file: File) -> str | None:
    if words and words[0] == "--":
        words = words[1:]
    if not words or words[0].startswith("-") or HOLE in words[0]:
        return None
    parts, values = _FORMAT.split(words[0]), words[1:]  # literal, width, kind, literal, …
    if any("%" in literal for literal in parts[::3]):  # a directive that nobody reads here
        return None
    written: list[str] = []
    while True:
        left = len(values)
        for place, literal in enumerate(parts[::3]):
            written.append(decoded(literal))
            if place * 3 + 1 < len(parts):
                written.append(_formatted(parts[place * 3 + 1], parts[place * 3 + 2], values))
        if not values or len(values) == left:
            return "".join(written)


def _formatted(width: str | None, kind: str | None, values: list[str]) -> str:
    """One directive; it takes the first of the values."""
    if kind is None:
        return "%"
    value = values.pop(0) if values else ""
    value = _echoed(value) if kind == "b" else value
    size = int(width or 0)
    return value.ljust(-size) if size < 0 else value.rjust(size)


def _cat(words: list[str], stdin: str | None, file: File) -> str | None:
    texts = [stdin if word == "-" else file(word) for word in words if word == "-" or word[:1] != "-"] or [stdin]
    return None if None in texts else "".join(text for text in texts if text is not None)


def _base64(words: list[str], stdin: str | None, file: File) -> str | None:
    if not any(word in _DECODES or (len(word) > 3 and "--decode".startswith(word)) for word in words):
        return None
    text = _cat([word for word in words if word[:1] != "-"], stdin, file)
    if text is None or HOLE in text:
        return None
    try:
        return base64.b64decode("".join(text.split())).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None


def _openssl(words: list[str], stdin: str | None, file: File) -> str | None:
    known = {"base64", "enc", "-base64", "-d", "-A", "-a"}
    return _base64(["-d"], stdin, file) if "-d" in words and set(words) <= known else None


def _xxd(words: list[str], stdin: str | None, file: File) -> str | None:
    if not {"-r", "-p"} <= {word[:2] for word in words} and "-rp" not in words and "-pr" not in words:
        return None
    text = _cat([word for word in words if word[:1] != "-"], stdin, file)
    try:
        return None if text is None else bytes.fromhex("".join(text.split())).decode()
    except (ValueError, UnicodeDecodeError):
        return None


def _rev(words: list[str], stdin: str | None, file: File) -> str | None:
    text = _cat(words, stdin, file)
    return None if text is None else "\n".join(line[::-1] for line in text.split("\n"))


def _tee(_words: list[str], stdin: str | None, _file: File) -> str | None:
    return stdin


def _seq(words: list[str], _stdin: str | None, _file: File) -> str | None:
    if not 1 <= len(words) <= 2 or not all(word.isdigit() and len(word) < 4 for word in words):
        return None
    first, last = (1, int(words[0])) if len(words) == 1 else (int(words[0]), int(words[1]))
    return "".join(f"{number}\n" for number in range(first, last + 1))


def _place(words: list[str], _stdin: str | None, _file: File) -> str | None:
    """realpath and readlink, as far as no link is on the way."""
    known = paths.canonical(words[-1]) if words and HOLE not in words[-1] else None
    return f"{known}\n" if isinstance(known, str) else None


def _dirname(words: list[str], _stdin: str | None, _file: File) -> str | None:
    return f"{words[0].rstrip('/').rpartition('/')[0] or '.'}\n" if len(words) == 1 and HOLE not in words[0] else None


def _basename(words: list[str], _stdin: str | None, _file: File) -> str | None:
    return f"{words[0].rstrip('/').rpartition('/')[2]}\n" if len(words) == 1 and HOLE not in words[0] else None


def _nothing(_words: list[str], _stdin: str | None, _file: File) -> str | None:
    return ""


_WRITERS: Final[dict[str, Callable[[list[str], str | None, File], str | None]]] = {
    "echo": _echo,
    "printf": _printf,
    "cat": _cat,
    "base64": _base64,
    "openssl": _openssl,
    "xxd": _xxd,
    "rev": _rev,
    "tee": _tee,
    "seq": _seq,
    "dirname": _dirname,
    "basename": _basename,
    "realpath": _place,
    "readlink": _place,
    ":": _nothing,
    "true": _nothing,
    "cd": _nothing,
    "set": _nothing,
    "export": _nothing,
}
