"""What the use cases answer with: every call says what was stored, refused, skipped or left out, and why."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.memories import Memory
from cicatrix.ports import Durability


@dataclass(frozen=True, slots=True)
class Refusal:
    """A candidate that was not admitted: its words, the code of the reason, and the reason in a sentence."""

    text: str
    code: str
    reason: str
    episode: str | None = None
    dead_letter: str | None = None
    known: bool = False  # it was refused before, in the same words for the same reason


@dataclass(frozen=True, slots=True)
class DistillReport:
    admitted: tuple[Memory, ...] = ()  # new in this run
    joined: tuple[Memory, ...] = ()  # rules that gained evidence
    refused: tuple[Refusal, ...] = ()
    superseded: tuple[str, ...] = ()  # rules that a later one ended
    doubts: tuple[str, ...] = ()  # rv-n: what one rule is for another, a person decides
    unchanged: int = 0  # lessons that were known already
    episodes: int = 0  # episodes read
    seq: int = 0  # head after the run
    durability: Durability = "full"
    notes: tuple[str, ...] = ()  # what is degraded, and why


@dataclass(frozen=True, slots=True)
class Recorded:
    """The receipt of a recorded episode."""

    id: str
    seq: int
    durability: Durability
    rules: tuple[Memory, ...] = ()  # admitted or joined in the same transaction
    refused: tuple[Refusal, ...] = ()
    superseded: tuple[str, ...] = ()  # rules that a later one ended
    doubts: tuple[str, ...] = ()  # rv-n: what one rule is for another, a person decides
    notes: tuple[str, ...] = ()  # what was read otherwise than it was given, or left out, and why


@dataclass(frozen=True, slots=True)
class Note:
    """Something about rows that were stored: a secret redacted, a key ignored, a zone assumed. Counted once a kind."""

    text: str
    count: int
    where: str  # the first place


@dataclass(frozen=True, slots=True)
class Skipped:
    where: str  # "line 12", "conversation conv-26, D3:4"
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    id: str | None  # im-1; None for a dry run or when nothing was new
    imported: int
    already: int
    skipped: tuple[Skipped, ...]
    format: str
    trust: str  # external | human
    dry_run: bool
    seq: int = 0
    durability: Durability = "full"
    notes: tuple[Note, ...] = ()
    taught: int = 0  # of the imported episodes those with a correction or reply, from which something may be learnt
    learnt: int = 0  # statements remembered from turns that came in, where the import was to observe them
    ended: int = 0  # memories that those statements ended
    waiting: int = 0  # of those statements the ones that a person decides on, each with a doubt


@dataclass(frozen=True, slots=True)
class StateChange:
    """The answer to suspend, resume, retire, forget, correct, ratify."""

    id: str
    status: str
    seq: int
    durability: Durability
    episode: str | None = None
    superseded_by: str | None = None
    supersedes: tuple[str, ...] = ()  # of a correction: all that ended with it
    doubts: tuple[str, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()  # what is done and does not do what it should


@dataclass(frozen=True, slots=True)
class Undone:
    """The answer to undo: which act was taken back, what stands again as it was, what the act had brought and is
    withdrawn, and what of a sleep was left alone, since it changed afterwards."""

    undone: str
    restored: tuple[str, ...]
    withdrawn: tuple[str, ...]
    left: tuple[str, ...]
    seq: int
    durability: Durability


@dataclass(frozen=True, slots=True)
class ReplyReport:
    episode: str
    question: str
    admitted: tuple[Memory, ...]
    refused: tuple[Refusal, ...]
    seq: int
    durability: Durability
    superseded: tuple[str, ...] = ()  # rules that the reply ended
    doubts: tuple[str, ...] = ()
    answered: bool = True  # False: nobody was named, so it is the agent's report and the question stays open
    notes: tuple[str, ...] = ()  # what is degraded, and why


@dataclass(frozen=True, slots=True)
class BadEntry:
    seq: int
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    ok: bool
    entries: int
    state: str  # UNSIGNED < SIGNED < ANCHORED
    root: str  # hex
    first_bad: BadEntry | None
    erased: int
    checked: tuple[str, ...] = ()  # what was checked, in words
    signed_to: int = 0  # size of the last checkpoint that agrees
    anchored_to: int = 0  # size of the longest anchored one
    key: str = ""  # that signed the last checkpoint


@dataclass(frozen=True, slots=True)
class DiffLine:
    id: str
    text: str
    before: str | None
    act: str
    evidence: tuple[tuple[str, str], ...]  # (episode, quote)
    seq: int


@dataclass(frozen=True, slots=True)
class DiffReport:
    start: int
    end: int
    added: tuple[DiffLine, ...]
    changed: tuple[DiffLine, ...]
    ended: tuple[DiffLine, ...]
    passed: tuple[DiffLine, ...] = ()  # learnt and let go in between: in neither mind
    waiting: tuple[DiffLine, ...] = ()  # came in between and still wait for a person


@dataclass(frozen=True, slots=True)
class Finding:
    id: str
    level: str  # error | warning | note
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class ReplayReport:
    id: str
    identical: bool
    outcome: str  # identical | differs | erased | algorithm_changed
    differences: tuple[str, ...]
