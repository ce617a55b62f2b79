"""What is said to a model and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cicatrix.core.episodes import JsonObject


class ModelRole(StrEnum):
    """What a model is asked for; each role may have a model of its own."""

    DISTILL = "distill"  # facts and rules out of words
    ARBITER = "arbiter"  # what a new memory is for an older one
    ANSWER = "answer"
    REVIEW = "review"
    VISION = "vision"


@dataclass(frozen=True, slots=True)
class Message:
    role: str  # system, user, assistant
    text: str


@dataclass(frozen=True, slots=True)
class Schema:
    """A JSON schema that a reply should keep. ``body`` uses type, properties, required, items, enum; see
    :mod:`cicatrix.core.json_reply`, which checks it."""

    name: str
    body: JsonObject


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the endpoint counted them, else as they are estimated. Failed attempts are in it."""

    prompt: int = 0
    completion: int = 0
    calls: int = 0  # requests that were sent
    estimated: bool = False  # whether any of it is

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.calls + other.calls,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class TokenChance:
    """One token of a reply, and the likeliest tokens in its place with the natural logarithm of their probability."""

    token: str
    alternatives: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    model: str
    usage: Usage
    is_whole: bool = True  # False: it was cut where it had as many tokens as it may have
    chances: tuple[TokenChance, ...] = ()
