"""Handles: the short names people use for things (``ep12``, ``PB-03``, ``rc-41``).

A handle is opaque and never reused. ``#1042`` is a sequence number, not a handle: sequences count every entry,
handles count the things of one kind.
"""

from __future__ import annotations

import re
from enum import StrEnum

from cicatrix.errors import InvalidInput


class Kind(StrEnum):
    """What a handle points at. The value is stored; the prefix is written."""

    EPISODE = "episode"
    RULE = "rule"
    MEMORY = "memory"
    RECALL = "recall"
    QUESTION = "question"
    USE = "use"
    IMPORT = "import"
    DEAD_LETTER = "dead_letter"
    TOMBSTONE = "tombstone"
    SIGNING_KEY = "signing_key"
    ERASURE = "erasure"
    DOUBT = "doubt"  # two memories of which code cannot say whether one replaces the other: a person decides
    SLEEP = "sleep"
    EMBEDDER = "embedder"
    VERDICT = "verdict"
    APPROVAL = "approval"
    ANSWER = "answer"
    TURN = "turn"
    PROPOSAL = "proposal"  # what a model made of an episode


_FORMATS: dict[Kind, str] = {
    Kind.EPISODE: "ep{}",
    Kind.RULE: "PB-{:02d}",
    Kind.MEMORY: "M-{}",
    Kind.RECALL: "rc-{}",
    Kind.QUESTION: "q-{}",
    Kind.USE: "us-{}",
    Kind.IMPORT: "im-{}",
    Kind.DEAD_LETTER: "dl-{}",
    Kind.TOMBSTONE: "ts-{}",
    Kind.SIGNING_KEY: "sk-{}",
    Kind.ERASURE: "er-{}",
    Kind.DOUBT: "rv-{}",
    Kind.SLEEP: "sl-{}",
    Kind.EMBEDDER: "em-{}",
    Kind.VERDICT: "gd-{}",
    Kind.APPROVAL: "ap-{}",
    Kind.ANSWER: "an-{}",
    Kind.TURN: "tn-{}",
    Kind.PROPOSAL: "pr-{}",
}
_PREFIXES: dict[str, Kind] = {fmt.split("{")[0].lower(): kind for kind, fmt in _FORMATS.items()}
_HANDLE = re.compile(r"([a-z]{1,2}-?)0*([1-9][0-9]{0,17})", re.ASCII | re.IGNORECASE)
_NAMESPACE = re.compile(r"[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*", re.ASCII)


def format_handle(kind: Kind, number: int) -> str:
    """The handle of the ``number``-th thing of its kind, counted from 1."""
    return _FORMATS[kind].format(number)


def parse_handle(text: str) -> tuple[Kind, int]:
    """Read a handle as people type it (``pb-1`` and ``PB-01`` are the same). Raises InvalidInput."""
    match = _HANDLE.fullmatch(text.strip())
    kind = _PREFIXES.get(match[1].lower()) if match else None
    if match is None or kind is None:
        raise InvalidInput(
            f"{text!r} is no handle.", hint="Handles look like ep12, PB-03, M-7, rc-41, q-1; a sequence is #1042."
        )
    return kind, int(match[2])


def canonical_handle(text: str) -> str:
    """``pb-1`` → ``PB-01``. Raises InvalidInput."""
    return format_handle(*parse_handle(text))


def handle_order(handle: str) -> tuple[str, int]:
    """Sort key: by kind, then by number (``PB-2`` before ``PB-10``)."""
    kind, number = parse_handle(handle)
    return kind.value, number


def check_namespace(name: str) -> str:
    """A namespace is lower-case segments joined by ``/``, at most 200 characters. Raises InvalidInput."""
    if len(name) > 200 or not _NAMESPACE.fullmatch(name):
        raise InvalidInput(
            f"{name!r} is no namespace.",
            hint="Use lower-case letters, digits, '.', '_', '-' in segments joined by '/': acme/support.",
        )
    return name
