"""The stories that the scenarios tell: our own, in several tellings each, so that no single wording is tuned to."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

UNRELATED: Final = 13
"""Turns between a fact and the question about it."""

BEGINNING: Final = 20
"""Messages of a conversation that the questions about it are asked after."""


@dataclass(frozen=True, slots=True)
class Turn:
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """A fact, what comes in between, and a question whose answer has to be found."""

    name: str
    fact: str
    noise: tuple[str, ...]
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Changed:
    """Somebody has a new employer: nothing may name the old one as if it were true, and it stays known as history."""

    name: str
    told: tuple[Turn, ...]
    news: tuple[Turn, ...]
    question: str
    new: str
    old: str
    before: str  # the question for the old one


@dataclass(frozen=True, slots=True)
class Asked:
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """``holds`` must stand in what is remembered of it, ``over`` must not; ``asked`` is about its beginning."""

    name: str
    told: tuple[Turn, ...]
    holds: tuple[str, ...]
    over: tuple[str, ...]
    asked: tuple[Asked, ...]

    @property
    def beginning(self) -> tuple[Turn, ...]:
        return self.told[:BEGINNING]


@dataclass(frozen=True, slots=True)
class Fragments:
    """Three memories of one thing."""

    name: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Critical:
    """What somebody's health hangs on, among notes that are more like the question."""

    name: str
    fact: str
    crowd: tuple[str, ...]
    questions: tuple[str, ...]
    word: str


@dataclass(frozen=True, slots=True)
class Stories:
    recalled: tuple[Recalled, ...]
    changed: tuple[Changed, ...]
    conversations: tuple[Conversation, ...]
    fragments: tuple[Fragments, ...]
    critical: tuple[Critical, ...]


@cache
def stories() -> Stories:
    """All of them, as they stand beside this file."""
    told = tomllib.loads(read("stories.toml"))
    talks = tomllib.loads(read("conversations.toml"))["conversation"]
    noise, crowd = told["noise"], tuple(told["crowd"])
    return Stories(
        tuple(
            Recalled(each["name"], each["fact"], _from(noise, 3 * place), each["question"], each["answer"])
            for place, each in enumerate(told["recalled"])
        ),
        tuple(
            Changed(
                each["name"],
                turns(each["told"]),
                turns(each["news"]),
                each["question"],
                each["new"],
                each["old"],
                each["before"],
            )
            for each in told["changed"]
        ),
        tuple(
            Conversation(
                each["name"],
                turns(each["told"].strip().splitlines()),
                tuple(each["holds"]),
                tuple(each["over"]),
                tuple(Asked(**asked) for asked in each["asked"]),
            )
            for each in talks
        ),
        tuple(Fragments(each["name"], tuple(each["told"])) for each in told["fragments"]),
        tuple(
            Critical(each["name"], each["fact"], crowd, tuple(each["questions"]), each["word"])
            for each in told["critical"]
        ),
    )


def turns(lines: Sequence[str]) -> tuple[Turn, ...]:
    """``speaker: text``, one turn a line."""
    return tuple(Turn(*line.split(": ", 1)) for line in lines)


def read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _from(noise: Sequence[str], start: int) -> tuple[str, ...]:
    return tuple(noise[(start + place) % len(noise)] for place in range(UNRELATED))
