"""What a shell knows while it runs a line: variables, functions, files that the line itself wrote, where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cicatrix.core.actions import paths
from cicatrix.core.actions.line import Word
from cicatrix.core.actions.shell.nodes import Node, Sequence

HOLE: Final = "\ue0f0"
"""Stands in a text where something is computed. Whoever writes it into a line himself has made a hole, no more."""


File = Callable[[str], "str | None"]
"""What was written into a file of this name before; None where nothing was."""


class Token(NamedTuple):
    """A word after expansion. ``text`` may hold HOLEs."""

    text: str
    glob: bool = False

    def word(self) -> Word:
        return to_word(self.text, self.glob)


@dataclass(slots=True)
class State:
    """Values are texts, with a HOLE where they are computed; a name that is not here is the caller's business."""

    cwd: str | None = ""
    variables: dict[str, str] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    arrays: dict[str, tuple[str, ...]] = field(default_factory=dict)
    params: tuple[str, ...] | None = ("bash",)  # $0, $1 …; None: nobody knows
    functions: dict[str, Node] = field(default_factory=dict)
    perhaps: set[str] = field(default_factory=set)  # functions that may not be there
    aliases: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def file(self, name: str) -> str | None:
        """What the line itself wrote into a file; None where it did not."""
        return self.files.get(self._place(name)) if self.files else None

    def write(self, name: str, text: str) -> None:
        self.files[self._place(name)] = text

    def _place(self, name: str) -> str:
        place = paths.canonical(name, self.cwd or "")
        return place if isinstance(place, str) else name

    def copy(self) -> State:
        """For a shell of its own: what it sets does not come back. Files do."""
        return State(
            self.cwd,
            dict(self.variables),
            set(self.exported),
            dict(self.arrays),
            self.params,
            dict(self.functions),
            set(self.perhaps),
            dict(self.aliases),
            self.files,
        )

    def child(self, params: tuple[str, ...], env: dict[str, str]) -> State:
        """For another process. A variable that was not exported is there only if the caller had exported it before."""
        inner = self.copy()
        inner.params, inner.arrays = params, {}
        inner.variables = {
            name: value if name in self.exported else value.removesuffix(HOLE) + HOLE
            for name, value in self.variables.items()
        }
        inner.variables |= env
        inner.exported |= env.keys()
        return inner

    def joined(self, other: State) -> None:
        """What is known after a part that may have run, having begun as ``self`` and ended as ``other``."""
        for name in self.variables.keys() | other.variables.keys():
            if self.variables.get(name) != other.variables.get(name):
                self.variables[name] = HOLE
        for name in self.arrays.keys() | other.arrays.keys():
            if self.arrays.get(name) != other.arrays.get(name):
                self.arrays[name] = (HOLE,)
        if self.params != other.params:
            self.params = None
        if self.cwd != other.cwd:
            self.cwd = None
        self.perhaps |= other.perhaps | (self.functions.keys() ^ other.functions.keys())
        for name, body in other.functions.items():
            mine = self.functions.get(name)
            if mine is not body:
                self.functions[name] = body if mine is None else Sequence(((mine, ""), (body, "||")))
        self.aliases |= other.aliases


def to_word(text: str, glob: bool = False) -> Word:
    if HOLE not in text:
        return Word(text, glob=glob)
    return Word(text.replace(HOLE, ""), False, text.partition(HOLE)[0], glob)


def shown(text: str) -> str:
    """A text as it is named to people."""
    return text.replace(HOLE, "…")[:80]


def base(text: str) -> str:
    """The name of a program without its directory, as systems that fold case find it."""
    return (text.replace("\\", "/").rpartition("/")[2] or text).removesuffix(".exe").lower()
