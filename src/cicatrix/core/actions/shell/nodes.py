"""What a line of bash is made of, before anything is expanded."""

from __future__ import annotations

from dataclasses import dataclass, field


class Broken(Exception):
    """The text is no bash. ``at`` is the offset where reading ended."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(what)
        self.at = at


@dataclass(slots=True)
class Literal:
    """Text that stands for itself; unquoted, its braces, tildes and wildcards count."""

    text: str
    quoted: bool = False


@dataclass(slots=True)
class Variable:
    """``$name`` and ``${name…}``: ``op`` is what follows the name (``:-``, ``#``, ``[`` …), or
    "length" or "indirect"; ``arg`` is its word."""

    name: str
    op: str = ""
    arg: Raw = ()
    quoted: bool = False
    bare: bool = False  # without braces: letters that follow would belong to its name


@dataclass(slots=True)
class Substitution:
    """``$(…)`` and backticks; ``<(…)`` and ``>(…)`` where ``mode`` is not empty."""

    body: Node
    quoted: bool = False
    mode: str = ""


@dataclass(slots=True)
class Arithmetic:
    """``$((…))``: a number that nobody computes here; commands inside run all the same."""

    inner: Raw


Part = Literal | Variable | Substitution | Arithmetic
Raw = tuple[Part, ...]


@dataclass(slots=True)
class Redirection:
    """``op`` is one of ``< > >> >| <> &> &>> >& <& << <<<``; of a here-document, ``target`` is the body."""

    op: str
    target: Raw = ()


@dataclass(slots=True)
class Assignment:
    name: str
    value: Raw | None  # None: an array, an element, or something added
    parts: tuple[Raw, ...] = ()  # words of an array
    adds: bool = False  # name+=value


@dataclass(slots=True)
class Simple:
    words: tuple[Raw, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    redirections: list[Redirection] = field(default_factory=list)


@dataclass(slots=True)
class Pipe:
    parts: tuple[Node, ...]


@dataclass(slots=True)
class Sequence:
    """Commands one after another, each with what stands before it: ``&&``, ``||``, or nothing where it runs anyhow."""

    parts: tuple[tuple[Node, str], ...]


@dataclass(slots=True)
class Group:
    """``( … )`` in a shell of its own, or ``{ … }``."""

    body: Node
    own: bool
    redirections: list[Redirection] = field(default_factory=list)


@dataclass(slots=True)
class Branches:
    """if, case, while, until: parts of which any may run."""

    parts: tuple[Node, ...]
    words: tuple[Raw, ...] = ()
    redirections: list[Redirection] = field(default_factory=list)


@dataclass(slots=True)
class Loop:
    """``for name in words``; ``words`` is None where they are the positional parameters, or numbers."""

    name: str
    words: tuple[Raw, ...] | None
    body: Node
    redirections: list[Redirection] = field(default_factory=list)


@dataclass(slots=True)
class Function:
    name: str
    body: Node


Node = Simple | Pipe | Sequence | Group | Branches | Loop | Function
