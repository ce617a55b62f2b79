"""Paths by what they name, not by how they are written; and patterns over their segments.

A path is absolute (``/srv/app``), below the home of whoever runs the call (``~/.ssh``), or relative to where nobody
knows (``app/config.toml``). Home and working directory are the caller's, and written in where known. Links cannot be
followed here: that needs a disk.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.patterns import regex

_MAX: Final = 4096
_ESCAPE: Final = regex("%([0-9a-fA-F]{2})")
_DRIVE: Final = regex(r"(?:[/?\\.]+[/\\])?([A-Za-z]):[/\\]?")
_HOMES: Final = r"(?:~[^/]*|/root|/home/[^/]+|/users/[^/]+)"
_HOME: Final = regex(r"^(?:\$HOME|\$\{HOME\}|%USERPROFILE%|%HOME%)(?=[/\\]|$)", re.IGNORECASE)


def canonical(path: str, cwd: str = "", home: str = "") -> str | Unknown:
    """The path without detours: one kind of slash, no ``.`` and ``..``, percent signs decoded once, ``~`` for the home.

    ``cwd`` and ``home`` are canonical or empty. Unknown where a path holds a line break or NUL, is still encoded after
    being decoded once, or is longer than 4,096 characters.
    """
    if len(path) > _MAX:
        return Unknown(Doubt.UNPARSED, f"a path of {len(path)} characters")
    if path[:5].lower() == "file:":
        path = re.sub(r"^file:(?://(?:localhost)?(?=/))?", "", path, flags=re.IGNORECASE)
    decoded = _decoded(path)
    if isinstance(decoded, Unknown):
        return decoded
    path = _HOME.sub("~", decoded).replace("\\", "/") if not _DRIVE.match(decoded) else _drive(decoded)
    if "\0" in path or "\n" in path or "\r" in path:
        return Unknown(Doubt.UNPARSED, "a path with a line break or NUL")
    if home and (path == home or path.startswith(f"{home}/")):
        path = f"~{path[len(home) :]}"
    elif cwd and not path.startswith(("/", "~")):
        path = f"{cwd}/{path}"
    return _walked(path)


def matches(pattern: str, path: str) -> bool:
    """Does a canonical path lie under a pattern? Compared segment by segment, without regard to case.

    ``*`` and ``?`` stay inside a segment, ``**`` is any number of segments. A pattern without wildcard is a folder and
    all that lies in it. A relative pattern matches at any depth, for nobody knows where the caller stands.
    """
    expression, anchored = _compiled(pattern)
    subject = path.casefold()
    return (expression.match if anchored else expression.search)(subject if anchored else f"/{subject}") is not None


def holds(path: str, pattern: str) -> bool:
    """May what a pattern names lie in this folder, or be meant by this path with wildcards, or hold it? What is done to
    the folder, or to all that the wildcards fit, is done to it as well."""
    outer = path.casefold().split("/")
    inner = _walked(pattern.replace("\\", "/")).casefold().split("/")
    if "" in (outer[0], inner[0]) and outer[0] != inner[0]:
        return False
    if "~" in (outer[0], inner[0]) and outer[0] != inner[0]:
        return False
    if outer in (["", ""], ["."]):
        return True
    for one, other in zip(outer, inner, strict=False):
        if "**" in (one, other):
            return True
        if not (_fits(one, other) or _fits(other, one)):
            return False
    return True


def _fits(pattern: str, segment: str) -> bool:
    return pattern == segment or (any(char in pattern for char in "*?[") and fnmatchcase(segment, pattern))


def is_path(text: str) -> bool:
    """Does a word look like a path, rather than a name, an address, a flag or a URL?"""
    if not text or len(text) > _MAX or "\n" in text or "://" in text or text.startswith("-"):
        return False
    if text[0] in "/~." and len(text) > 1 and not text.startswith(("...", "~=")):
        return "/" in text or text[0] == "~" or text.count(".") < len(text)
    return "/" in text or "\\" in text or _DRIVE.match(text) is not None


def _decoded(path: str) -> str | Unknown:
    if "%" not in path:
        return path
    decoded = bytearray()
    end = 0
    for match in _ESCAPE.finditer(path):
        decoded += path[end : match.start()].encode("utf-8", "surrogatepass") + bytes([int(match[1], 16)])
        end = match.end()
    try:
        text = (decoded + path[end:].encode("utf-8", "surrogatepass")).decode()
    except UnicodeDecodeError:
        return Unknown(Doubt.UNPARSED, "a path whose escapes are no UTF-8")
    if end and _ESCAPE.search(text):
        return Unknown(Doubt.UNPARSED, "a path that is encoded twice")
    return text


def _drive(path: str) -> str:
    match = _DRIVE.match(path)
    assert match is not None
    return f"/{match[1].lower()}:/{path[match.end() :]}".replace("\\", "/")


def _walked(path: str) -> str:
    root = "/" if path.startswith("/") else "~" if path == "~" or path.startswith("~/") else ""
    kept: list[str] = []
    for segment in path[len(root) :].split("/"):
        if segment in ("", "."):
            continue
        if segment != "..":
            kept.append(segment)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif root != "/":
            kept.append("..")
    if root == "~":
        return "/".join(["~", *kept])
    return root + "/".join(kept) or "."


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> tuple[re.Pattern[str], bool]:
    """The expression of a pattern, and whether it begins where the path does."""
    walked = _walked(pattern.replace("\\", "/")).casefold()
    anchored = walked.startswith(("/", "~"))
    if walked == "~" or walked.startswith("~/"):  # whoever's home it is
        return re.compile(
            _HOMES + _compiled(f"/{walked[2:]}")[0].pattern.removeprefix("/" if walked == "~" else ""), re.DOTALL
        ), True
    wild = any(char in walked for char in "*?[")
    parts = ["" if anchored else "(?:^|/)"]
    for place, segment in enumerate(walked.split("/")):
        slash = "/" if place else ""
        if segment == "**":
            parts.append(f"(?:{slash}[^/]+)*" if place else "(?:[^/]+/)*[^/]*")
        else:
            parts.append(slash + _segment(segment))
    tail = "" if walked == "/" else "$" if wild and not walked.endswith("**") else "(?:/|$)"
    return re.compile("".join(parts) + tail, re.DOTALL), anchored


def _segment(segment: str) -> str:
    written = []
    for char in segment:
        written.append("[^/]*" if char == "*" else "[^/]" if char == "?" else re.escape(char))
    return re.sub(r"(?:\[\^/\]\*)+", "[^/]*", "".join(written))
