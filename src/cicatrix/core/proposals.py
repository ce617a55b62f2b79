"""What a model proposes: claims with the words they rest on, judged before admission sees them.

A model only reads what code could not: pieces that were read as a question, a joke, a supposition or somebody else's
words stay what they are. Its quote has to stand in the episode letter for letter, and what it says of one person may
not have been said of another. Everything else is admission's to judge, as of any claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, cast

from cicatrix.core.admission import Claim, RefusalCode
from cicatrix.core.answers import NO_USAGE, Prompt
from cicatrix.core.chat import Schema, Usage
from cicatrix.core.distillation import lessons, teaching_field
from cicatrix.core.episodes import Episode, EpisodeKind, JsonObject, JsonValue
from cicatrix.core.evidence import cite
from cicatrix.core.memories import Evidence, MemoryType
from cicatrix.core.observation.findings import REASONS as PASSED
from cicatrix.core.observation.findings import Pass, Passed
from cicatrix.core.reading.signature import signature
from cicatrix.core.reading.verdicts import REASONS, Code
from cicatrix.core.support import carries
from cicatrix.core.trust import Origin
from cicatrix.core.voices import ROLES

OPEN_CODES: Final = frozenset(
    {
        Code.COMPLAINT,
        Code.NARRATION,
        Code.FACT,
        Code.PERMISSION,
        Code.ANAPHORA,
        Code.VAGUE,
        Code.NO_INSTRUCTION,
        Code.LANGUAGE,
        Code.TOO_LONG,
    }
)
"""What a piece of a correction may have been read as for a model to read it again."""
OPEN_PASSES: Final = frozenset({Pass.ANAPHORA, Pass.LANGUAGE, Pass.TOO_LONG, Pass.NO_STATEMENT})
"""The same for a sentence of a turn."""

MAX_PROPOSED: Final = 20
"""Claims of one reply that are looked at; a correction that holds more is no correction."""

_TEXT: Final[JsonObject] = {"type": "string"}
RULES: Final = Schema(
    "rules",
    {
        "type": "object",
        "properties": {
            "rules": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"text": _TEXT, "quote": _TEXT},
                    "required": ["text", "quote"],
                },
            }
        },
        "required": ["rules"],
    },
)
_TYPES: Final = (MemoryType.PREFERENCE, MemoryType.SEMANTIC, MemoryType.EPISODIC)
FACTS: Final = Schema(
    "facts",
    {
        "type": "object",
        "properties": {
            "facts": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "text": _TEXT,
                        "quote": _TEXT,
                        "type": {"type": "string", "enum": [kind.value for kind in _TYPES]},
                    },
                    "required": ["text", "quote", "type"],
                },
            }
        },
        "required": ["facts"],
    },
)
_CLAUSE: Final = re.compile(
    r"[.;!?\n。！？；]+|,?\s+(?:and|but|while|whereas|und|aber|y|e|et|mais|en|og|och|i)\s+", re.I
)
_NAMED: Final = re.compile(r"\b[A-Z][a-z]+\b|\b(?:my|his|her|our|their|the) (\w+)")
"""Whom and what a clause may speak of: a capital at the beginning of a sentence too, for people are named there."""


class ProposalCode(StrEnum):
    """Why a proposal goes no further, beside the reasons of admission and of the readers."""

    UNUSABLE = "reply_unusable"
    TOO_MANY = "too_many"
    MERGED = "says_it_of_another"


@dataclass(frozen=True, slots=True)
class Task:
    """An episode for a model to read: in which field, with which instructions and schema, and what stays closed."""

    episode: Episode
    field: str
    prompt: str
    schema: Schema
    closed: tuple[tuple[int, int, str, str], ...]  # start, end, code, reason

    @property
    def words(self) -> str:
        return self.episode.words(self.field)

    @property
    def whole(self) -> Evidence:
        return cite(self.episode, self.field, 0, len(self.words))


@dataclass(frozen=True, slots=True)
class Refused:
    text: str
    code: str
    reason: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Proposal:
    """``pr-n``: one reading of an episode by a model. ``failure``: why nothing could be made of its reply; then
    ``retry`` asks again. ``became`` are the rules and memories, ``refused`` the dead letters."""

    id: str
    episode: str
    prompt: Prompt
    model: str
    reply: str = ""
    usage: Usage = NO_USAGE
    became: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    is_cut: bool = False  # of a reply that was cut off, what was whole was taken
    failure: str = ""
    seq: int = 0


def proposal_key(episode: str, prompt: str) -> str:
    """An episode is read once with the same instructions."""
    return f"{episode} {prompt}"


def task_of(episode: Episode) -> Task | None:
    """What a model is to read of an episode; None where code has read all of it that teaches anything."""
    field = teaching_field(episode)
    if field is not None:
        pieces = [(span, code) for span, code in lessons(episode)]
        if not any(code in OPEN_CODES for _, code in pieces):
            return None
        closed = [
            (span.start, span.end, code.value, REASONS[code])
            for span, code in pieces
            if code not in OPEN_CODES and code is not Code.LESSON
        ]
        return Task(episode, field, "distill-1", RULES, tuple(closed))
    if episode.kind is not EpisodeKind.TURN or ROLES.get(episode.role.casefold()) is not Origin.HUMAN:
        return None
    from cicatrix.core.observation.turns import read_turn  # its tables are heavy, and few calls need them

    said = datetime.fromisoformat(episode.occurred_at).date()
    passed = [
        found for found in read_turn(episode.text, speaker=speaker_of(episode), said=said) if isinstance(found, Passed)
    ]
    if not any(found.why in OPEN_PASSES for found in passed):
        return None
    closed = [(found.start, found.end, found.why.value, PASSED[found.why]) for found in passed if _is_closed(found)]
    return Task(episode, "text", "extract-1", FACTS, tuple(closed))


def speaker_of(episode: Episode) -> str:
    """What the first person of a turn is called in memories."""
    return episode.speaker if episode.speaker.casefold() not in ROLES else "user"


def claims_of(task: Task, value: JsonValue, proposer: str) -> Iterator[Claim | Refused]:
    """The claims of a reply that keeps the task's schema; those that go no further, with the reason."""
    assert isinstance(value, dict)
    items = cast("list[dict[str, str]]", value[task.schema.name])
    for item in items[:MAX_PROPOSED]:
        yield _claim(task, item, proposer)
    for item in items[MAX_PROPOSED:]:
        reason = f"The reply proposes {len(items)} claims; {MAX_PROPOSED} are looked at."
        yield Refused(item["text"], ProposalCode.TOO_MANY, reason, task.whole)


def _claim(task: Task, item: dict[str, str], proposer: str) -> Claim | Refused:
    text, quote = item["text"].strip(), item["quote"].strip()
    start = task.words.find(quote) if quote else -1
    if start < 0:
        reason = f"“{quote}” is not in the {task.field} of {task.episode.id}, letter for letter."
        return Refused(text or quote, RefusalCode.NOT_VERBATIM, reason, task.whole)
    end = start + len(quote)
    span = cite(task.episode, task.field, start, end)
    for closed_start, closed_end, code, reason in task.closed:
        if start < closed_end and closed_start < end:
            return Refused(text, code, reason, span)
    if _joins_people(text, quote):
        reason = "Its words were said of different people or things, and no clause says all of it."
        return Refused(text, ProposalCode.MERGED, reason, span)
    if task.schema is RULES:
        return Claim(text, MemoryType.PROCEDURAL, (span,), proposer)
    return Claim(text, MemoryType(item["type"]), (span,), proposer, speaker=task.episode.speaker or task.episode.role)


def _joins_people(text: str, quote: str) -> bool:
    """Whether a claim takes words from clauses that speak of different ones."""
    if text in quote or carries(text, quote).lack or len(signature(quote).names | set(_NAMED.findall(quote))) < 2:
        return False
    return all(carries(text, clause).lack for clause in _CLAUSE.split(quote) if clause.strip())


def _is_closed(found: Passed) -> bool:
    return found.why not in OPEN_PASSES
