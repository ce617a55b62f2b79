"""The form in which actions are judged: verbs of the lexicon's families, things, values, and what nobody could read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cicatrix.core.episodes import JsonValue


class Source(StrEnum):
    JSON = "json"
    SHELL = "shell"
    SQL = "sql"
    TEXT = "text"


class Doubt(StrEnum):
    """Why something of a call is unknown. The first three deny where a rule could be meant, the others ask."""

    UNPARSED = "unparsed"  # broken shell, SQL, JSON, encoding
    LOOKALIKE = "lookalike"  # letters of two scripts, hidden or bidirectional characters
    MISSING = "missing"  # an argument that a rule looks at is not there
    COMPUTED = "computed"  # a variable, a substitution, a target read from somewhere else
    OPAQUE = "opaque"  # an executable, a script, an alias: what it does, the line does not say
    WORDS = "words"  # a condition or exception in words that nothing evaluates


@dataclass(frozen=True, slots=True)
class Unknown:
    """A part of a call that cannot be known; ``what`` is shown to people, ``pointer`` is where it stands."""

    doubt: Doubt
    what: str
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a call acts on, sends to, or names.

    ``words`` are folded, singular, split at separators and case, in order (``("billing", "pod")``); ``literal`` is the
    canonical form of what must be compared whole: a path, host, branch, table, address, identifier. ``kind`` says
    which (``path host branch table column email id``), or is the noun class of a word (``pod``); empty where unknown.
    ``role`` is the part it plays: ``object recipient channel source place account amount …``; ``pointer`` its place.
    """

    words: tuple[str, ...]
    literal: str = ""
    kind: str = ""
    role: str = "object"
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One thing that would be done. An action is one call or many: a batch, a pipe, a transaction."""

    verbs: frozenset[str]  # families of the lexicon: delete, restart, send; empty: nothing said what is done
    things: tuple[Thing, ...]
    values: dict[str, JsonValue] = field(default_factory=dict)  # JSON pointer → scalar, canonical
    tool: str = ""  # "send_message", "git push"
    argv: tuple[str, ...] = ()  # of a command, wrappers stripped: its words, options as a sorted set after them
    wrappers: tuple[str, ...] = ()  # sudo, env, ssh: rules may speak of them
    words: str = ""  # all free text that would be sent or written, for content detectors
    reads: bool = False  # it only looks
    changed: frozenset[str] = frozenset()  # pointers whose value differs from the state that was proven
    unknown: tuple[Unknown, ...] = ()
    source: Source = Source.JSON
    principal: str = ""  # who acts, as the caller's context says; never what the arguments say


@dataclass(frozen=True, slots=True)
class Canonical:
    """All calls of an action. ``form`` is what is shown and hashed: canonical JSON value; ``digest`` its SHA-256, the
    same for every rewriting that means the same call. ``asks`` is False for words that ask for nothing to be done."""

    calls: tuple[Call, ...]
    form: JsonValue
    digest: str
    unknown: tuple[Unknown, ...] = ()  # of the whole: what could not be split into calls
    asks: bool = True
