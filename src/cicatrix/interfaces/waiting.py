"""What waits for a person, for the command line and the page: approvals, questions, doubts, policies that were read in
part, candidates, dead letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cicatrix.core.approvals import Approval, ApprovalState
from cicatrix.core.codec import decode
from cicatrix.core.doubts import Doubt
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.policies.policy import PolicyStatus
from cicatrix.core.questions import Question, QuestionState
from cicatrix.core.stamps import stamp
from cicatrix.core.verdicts import Verdict
from cicatrix.errors import NotFound
from cicatrix.interfaces import gate_shapes, shapes

if TYPE_CHECKING:
    from cicatrix.engine.browse import Browser
    from cicatrix.engine.memory import Memory
    from cicatrix.engine.policies import Explained
    from cicatrix.ports import Version

_PAGE = 500
WAITS = frozenset({Status.CANDIDATE, Status.QUARANTINED})
_DOUBTED = WAITS | {Status.ACTIVE}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A doubt with the two memories that it is about."""

    doubt: Doubt
    new: Noun
    old: Noun
    at: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call that asks for a permit, with the verdict that asked and the words of the rules."""

    approval: Approval
    verdict: Verdict
    at: str = ""


@dataclass(frozen=True, slots=True)
class Inbox:
    approvals: tuple[Asked, ...]
    policies: tuple[Explained, ...]  # read in part: what was, what was not, and what it says of calls
    questions: tuple[Question, ...]
    doubts: tuple[Waiting, ...]
    candidates: tuple[tuple[Noun, tuple[tuple[str, str | None], ...]], ...]  # with (episode, quote) pairs
    dead_letters: tuple[JsonObject, ...]

    def as_json(self) -> JsonObject:
        candidates: list[JsonValue] = [
            {
                "id": noun.id,
                "text": noun.text,
                "trust": noun.trust.value,
                "evidence": [{"episode": episode, "quote": words} for episode, words in quotes],
            }
            for noun, quotes in self.candidates
        ]
        return {
            "approvals": [
                {**gate_shapes.approval(asked.approval), "asks": gate_shapes.verdict(asked.verdict)}
                for asked in self.approvals
            ],
            "policies": [gate_shapes.policy_explained(found) for found in self.policies],
            "questions": [shapes.plain(question) for question in self.questions],
            "doubts": [shapes.doubt(waiting.doubt, waiting.new, waiting.old) for waiting in self.doubts],
            "candidates": candidates,
            "dead_letters": list(self.dead_letters),
        }


def gather(memory: Memory, read: Browser, *, limit: int, only_dead_letters: bool = False) -> Inbox:
    """At most ``limit`` of each kind, newest first. ``read`` looks at ``memory``."""
    waiting = (version for version in _all(read, Kind.DEAD_LETTER) if not (version.body or {}).get("dismissed_by"))
    letters = tuple(
        {**(version.body or {}), "id": version.handle, "seq": version.seq, "at": version.at}
        for version in islice(waiting, limit)
    )
    if only_dead_letters:
        return Inbox((), (), (), (), (), letters)
    doubts = tuple(islice(open_doubts(read), limit))
    asked_of = {waiting.doubt.new for waiting in doubts}
    nouns = read.rules() + read.memories()
    claims = [noun for noun in nouns if noun.status in WAITS and noun.id not in asked_of]
    candidates = tuple(
        (noun, tuple((span.episode, read.quote(span)) for span in noun.evidence)) for noun in claims[-limit:][::-1]
    )
    now = stamp(memory.context.clock.now())
    return Inbox(
        tuple(islice(open_approvals(read, now), limit)),
        proposed(memory, nouns, limit),
        tuple(islice(open_questions(read), limit)),
        doubts,
        candidates,
        letters,
    )


def open_approvals(read: Browser, now: str, newest: int | None = None) -> Iterator[Asked]:
    """The calls that ask for a permit and have not run out at ``now`` (a UTC stamp), newest first; ``newest`` as in
    :func:`open_questions`."""
    for version in islice(_all(read, Kind.APPROVAL), newest):
        found = decode(Approval, version.body, seq=version.seq).at(now) if version.body is not None else None
        if found is None or found.state is not ApprovalState.PENDING:
            continue
        with suppress(NotFound):
            yield Asked(found, decode(Verdict, read.body(found.verdict)), version.at)


def proposed(memory: Memory, rules: Iterable[Noun], limit: int) -> tuple[Explained, ...]:
    """The active rules whose words were read in part, newest first: they stop nothing until a person says so."""
    policies = memory.policies()
    waiting = [
        rule.id
        for rule in rules
        if rule.status is Status.ACTIVE and rule.policy and rule.policy.status is PolicyStatus.PROPOSED
    ]
    return tuple(policies.explain(handle) for handle in waiting[-limit:][::-1])


def open_questions(read: Browser, newest: int | None = None) -> Iterator[Question]:
    """Newest first; with ``newest`` only so many questions are looked at, open or not."""
    for version in islice(_all(read, Kind.QUESTION), newest):
        question = decode(Question, version.body, seq=version.seq) if version.body is not None else None
        if question is not None and question.state is QuestionState.OPEN:
            yield question


def open_doubts(read: Browser, newest: int | None = None) -> Iterator[Waiting]:
    """The open doubts that there is still something to decide about, newest first; ``newest`` as above."""
    for version in islice(_all(read, Kind.DOUBT), newest):
        doubt = decode(Doubt, version.body, seq=version.seq) if version.body is not None else None
        new, old = (_noun(read, doubt.new), _noun(read, doubt.old)) if doubt and doubt.is_open else (None, None)
        if doubt and new and old and new.status in _DOUBTED and old.status is Status.ACTIVE:
            yield Waiting(doubt, new, old, version.at)


def _noun(read: Browser, handle: str) -> Noun | None:
    try:
        return read.memory(handle)
    except NotFound:
        return None


def _all(read: Browser, kind: Kind) -> Iterator[Version]:
    """Everything of a kind, newest first, a page at a time: what is done lies between what waits."""
    before: int | None = None
    while page := read.bodies(kind, before=before, limit=_PAGE):
        yield from page
        before = page[-1].seq
