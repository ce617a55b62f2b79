"""What one sentence of a correction is: a lesson, or one of the things that teach no rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What a sentence was read as. All but LESSON are refusals; :data:`REASONS` says each in words."""

    LESSON = "lesson"
    PRAISE = "praise"
    COMPLAINT = "complaint"
    NARRATION = "narration"
    QUESTION = "question"
    ONE_OFF = "one_off"
    SARCASM = "sarcasm"
    QUOTED = "quoted"
    REPORTED = "reported"
    HYPOTHESIS = "hypothesis"
    FACT = "fact_not_rule"
    PERMISSION = "permission"
    ANAPHORA = "anaphora"
    VAGUE = "too_vague"
    NO_INSTRUCTION = "no_instruction"
    CODE_BLOCK = "code_block"
    LANGUAGE = "language_not_read"
    TOO_LONG = "too_long"


REASONS: dict[Code, str] = {
    Code.PRAISE: "It praises; it does not say what to do.",
    Code.COMPLAINT: "It says that something was bad, not what to do instead.",
    Code.NARRATION: "It tells what happened, not what to do.",
    Code.QUESTION: "It asks; a question is no rule.",
    Code.ONE_OFF: "It asks for a change to this one piece of work and says nothing of the next.",
    Code.SARCASM: "It does not mean what it says.",
    Code.QUOTED: "It quotes somebody else's words.",
    Code.REPORTED: "It reports what somebody else said or wants.",
    Code.HYPOTHESIS: "It wonders; nothing was decided.",
    Code.FACT: "It states a fact. The episode stays recallable, but a fact is no rule.",
    Code.PERMISSION: "It gives leave, and no earlier rule forbids that. The episode stays recallable.",
    Code.ANAPHORA: "It points at something that is not named in it.",
    Code.VAGUE: "It names no act and no thing that could be checked.",
    Code.NO_INSTRUCTION: "No instruction was read in it.",
    Code.CODE_BLOCK: "It is a block of code.",
    Code.LANGUAGE: "It is in a language whose instructions cannot be read yet; it is kept whole.",
    Code.TOO_LONG: "It is too long to be one instruction, or stands too far down in a very long text.",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """``start``: where the words begin that matter, after "Again:" and the like. ``leans``: it points at its neighbour.
    ``dangles``: without that neighbour it says nothing that could be followed."""

    code: Code
    start: int = 0
    leans: bool = False
    dangles: bool = False

    @property
    def is_lesson(self) -> bool:
        return self.code is Code.LESSON
