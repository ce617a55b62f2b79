"""Questions: what an ASK_HUMAN grade asks a person, and the reply that closes it."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class QuestionState(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class Question:
    """``q-n``. ``recall`` is the one that opened it; later recalls in the same words join it while it is open."""

    id: str
    query: str
    reason: str  # of the grade: what memory lacks
    recall: str
    state: QuestionState = QuestionState.OPEN
    episode: str | None = None  # the reply
    by: str = ""  # who replied
    seq: int = 0


def question_key(query: str) -> str:
    """The same for questions in the same words: Unicode form, case, spacing and end marks do not count."""
    folded = unicodedata.normalize("NFKC", query).casefold()
    return hashlib.sha256(" ".join(folded.split()).strip(" ?!.…？！。").encode()).hexdigest()
