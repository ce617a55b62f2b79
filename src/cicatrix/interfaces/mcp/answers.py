"""What the tools answer, as the schemas that a client is told. The keys are those of every other interface, fewer of
them: an agent reads each answer whole.
"""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12


class Quoted(TypedDict):
    episode: str
    quote: str | None  # None: erased


class Item(TypedDict):
    id: str
    type: str
    text: str
    evidence: list[Quoted]


class Recalled(TypedDict):
    """``brief`` is the block to work from; ``question`` is open where the grade is ASK_HUMAN."""

    id: str
    grade: str
    reason: str
    question: str | None
    items: list[Item]
    brief: str


class Refused(TypedDict):
    text: str
    reason: str


class Recorded(TypedDict):
    """``rules`` are learnt at once from an operator's words alone; an agent's report of a correction waits."""

    id: str
    seq: int
    rules: list[Item]
    refused: list[Refused]
    notes: list[str]


class Spoke(TypedDict):
    id: str
    effect: str
    episodes: list[str]
    quote: str


class Checked(TypedDict):
    """``effect`` deny, unmet_precondition and require_approval mean: do not make this call. ``told`` says why."""

    id: str
    effect: str
    reason: str
    told: str
    rules: list[Spoke]
    unknown: list[str]
    approval: str | None
    warning: str | None
    executed: bool


class Explained(TypedDict):
    id: str
    kind: str
    text: str
    evidence: list[Quoted]
    facts: dict[str, object]
    why_not: str | None
