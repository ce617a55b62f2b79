"""Answers and turns: what a model was asked, what it said, what code found in it, as one record that can be run again.

A record keeps the reply as it came and the handles of what was put before the model; the words of these stay where they
stand. So the checks can be made again from the ledger, and an erasure has one place to look.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.chat import Usage
from cicatrix.core.citing import Checked, Citation, Unsupported
from cicatrix.core.recall import Grade
from cicatrix.core.verdicts import Ruling

ALGORITHM: Final = "citing/1"
"""Changes with every change of what is struck or marked in a reply."""


NO_USAGE: Final = Usage()


@dataclass(frozen=True, slots=True)
class Put:
    """Something that was put before the model: its handle, and the sequence that began the version of it."""

    handle: str
    begun: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """Which instructions a model got: their name with its version, and the SHA-256 of their file."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Answer:
    """``an-n``. ``text`` is what was handed on, ``reply`` what the model said; the same where nothing was struck.

    Without a model ``text`` is the brief of the recall, and after a verdict that stops the request it is the refusal:
    ``note`` says so, and ``reply`` is empty.
    """

    id: str
    task: str
    text: str
    memory: bool = True  # False: the same task without what is remembered
    reply: str = ""
    citations: tuple[Citation, ...] = ()
    unsupported: tuple[Unsupported, ...] = ()
    recall: str | None = None
    grade: Grade | None = None
    verdict: str | None = None
    effect: Ruling | None = None
    put: tuple[Put, ...] = ()
    model: str | None = None
    prompt: Prompt | None = None
    usage: Usage = NO_USAGE
    is_whole: bool = True  # False: the reply was cut at its limit
    note: str = ""
    algorithm: str = ALGORITHM
    review: str | None = None
    session: str | None = None  # of a turn
    episode: str | None = None  # of a turn: the message as it was recorded
    learnt: tuple[str, ...] = ()  # of a turn: the memories that its message taught
    ended: tuple[str, ...] = ()  # and those that it ended
    seq: int = 0

    @property
    def struck(self) -> tuple[Citation, ...]:
        return tuple(cited for cited in self.citations if not cited.valid)

    @property
    def checked(self) -> Checked:
        return Checked(self.text, self.citations, self.unsupported)
