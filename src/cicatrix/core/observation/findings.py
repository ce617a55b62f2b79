"""What one sentence of a turn was read as: a statement worth remembering, or a reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cicatrix.core.memories import MemoryType


class Pass(StrEnum):
    """Why nothing was learnt from a sentence. :data:`REASONS` says each in words."""

    QUESTION = "question"
    REQUEST = "request"
    HYPOTHESIS = "hypothesis"
    JOKE = "joke"
    MISTAKEN = "mistaken"
    QUOTED = "quoted"
    SMALL_TALK = "small_talk"
    OPINION = "opinion"
    ANAPHORA = "anaphora"
    LISTENER = "listener"
    GENERALITY = "generality"
    CODE_BLOCK = "code_block"
    LANGUAGE = "language_not_read"
    TOO_LONG = "too_long"
    NO_STATEMENT = "no_statement"
    NOT_A_PERSON = "not_a_person"
    ECHO = "echo"


REASONS: Final[dict[Pass, str]] = {
    Pass.QUESTION: "It asks; a question is no fact.",
    Pass.REQUEST: "It asks for something to be done now and says nothing that lasts.",
    Pass.HYPOTHESIS: "It only supposes; nothing is so yet.",
    Pass.JOKE: "It does not mean what it says.",
    Pass.MISTAKEN: "It tells what was once thought, and that it is not so.",
    Pass.QUOTED: "It quotes somebody else's words.",
    Pass.SMALL_TALK: "It greets, thanks or agrees; there is nothing in it to remember.",
    Pass.OPINION: "It is a passing remark on how something was.",
    Pass.ANAPHORA: "It points at something that is not named in it. The turn stays recallable.",
    Pass.LISTENER: "It speaks of the one who is spoken to, not of the speaker.",
    Pass.GENERALITY: "It is said of people or life at large, of nobody in particular.",
    Pass.CODE_BLOCK: "It is a block of code.",
    Pass.LANGUAGE: "This language cannot be read yet. The turn is kept whole as an episode, which recall finds.",
    Pass.TOO_LONG: "It is too long to be one statement. The turn is kept as an episode, which recall finds.",
    Pass.NO_STATEMENT: "No statement was read in it.",
    Pass.ECHO: "It repeats what memory had recalled; its own words are never learnt again.",
    Pass.NOT_A_PERSON: "Nothing is learnt from what a program says: only people tell facts about themselves.",
}


@dataclass(frozen=True, slots=True)
class Observed:
    """A statement. ``start`` and ``end`` are code points of the turn; between them stands all that it rests on.

    Its text is what stands there, or ``text``: verbatim parts of it with "…" between, where more is said there than
    this statement ("My sister Ana … lives in Rome").
    ``valid_from`` and ``valid_to`` are ISO days, both inside; None where none is named. ``explicit``: the speaker asked
    for it to be remembered.
    """

    start: int
    end: int
    type: MemoryType
    subject: str
    attribute: str = ""
    value: str = ""
    negated: bool = False
    valid_from: str | None = None
    valid_to: str | None = None
    explicit: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Passed:
    """Words from which nothing was learnt."""

    start: int
    end: int
    why: Pass


Finding = Observed | Passed
