"""Observe: a turn of a conversation is sealed, and what its speaker says in it becomes typed memories.

The turn is kept whatever it says. Its statements (:mod:`cicatrix.core.observation`) pass the same admission as
everything else and meet what is known by revision, all in the transaction that seals the turn. Only people are learnt
from: the words of an assistant, a tool or the system are kept as an episode and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from cicatrix.core.admission import Admitted, AlreadyKnown, Claim, Rejected, admit
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import cite
from cicatrix.core.importance import EMPHASIS, importance
from cicatrix.core.memories import Memory
from cicatrix.core.moments import to_utc
from cicatrix.core.observation.findings import REASONS, Finding, Observed, Pass, Passed
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin
from cicatrix.core.voices import ROLES
from cicatrix.engine.claims import EpisodesOf, keep_refusal, seal
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import prefetch, settle, text_of
from cicatrix.engine.record import (
    Notes,
    SkippedRow,
    batches,
    recording_time,
    seal_episode,
    stored_so_far,
    take_row,
    why_refused,
    writing,
)
from cicatrix.engine.reports import Note
from cicatrix.engine.revising import revise
from cicatrix.errors import InvalidInput
from cicatrix.ports import Durability, LedgerWriter

PROPOSER: Final = "observed/1"
"""What made these claims: the reader of :mod:`cicatrix.core.observation`, without a model."""

BATCH: Final = 100
"""Turns of one transaction."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A memory that came of a turn. ``revision``: how it met what was known; ``duplicate`` is an older memory, which
    now cites this turn too. ``doubts``: what waits for a person (``rv-n``)."""

    memory: Memory
    revision: str
    supersedes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Untaught:
    """Words of a turn from which nothing was learnt, and why."""

    text: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Observation:
    """The receipt of one turn."""

    episode: str
    stored: tuple[Learnt, ...]
    rejected: tuple[Untaught, ...]
    seq: int
    durability: Durability
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ManyObserved:
    """The receipt of many turns."""

    observations: tuple[Observation, ...]
    skipped: tuple[SkippedRow, ...]
    notes: tuple[Note, ...]
    seq: int  # head after the last batch
    durability: Durability


def observe(
    ctx: Context,
    text: str,
    *,
    speaker: str = "user",
    session: str | None = None,
    subject: str | None = None,
    occurred_at: str | None = None,
) -> Observation:
    """Seal one turn and learn what its speaker says. ``speaker`` is a role (user, assistant, tool …) or a name;
    ``subject`` is what the first person is called in memories, where that is not the speaker.

    Raises InvalidInput for a turn without words, InvalidText, InvalidTime, ClockBehind, Busy, ReadOnly.
    """
    row: dict[str, object] = {"text": text, "speaker": speaker, "session": session, "occurred_at": occurred_at}
    if subject:
        row["subjects"] = [subject]
    taken = take_row(_turn(row))
    prefetch(ctx, [text_of(taken.episode)])
    with writing(ctx) as writer:
        episode = seal_episode(ctx, writer, taken.episode, recorded_at=recording_time(ctx, writer))
        report = learn_from(ctx, writer, episode, EpisodesOf(writer), subject=subject)
    notes = (*taken.notes, *settle(ctx, after=episode.seq - 1))
    return Observation(report.episode, report.stored, report.rejected, report.seq, report.durability, notes)


def observe_many(
    ctx: Context, rows: Iterable[Mapping[str, object]], *, progress: Callable[[int], None] | None = None
) -> ManyObserved:
    """Seal and read rows of the episode schema, 100 a transaction; a row without ``kind`` is a turn, and without
    ``role`` a person's. A row that is no turn is skipped with its reason. ``progress`` gets the number of rows done.

    Raises ClockBehind, Busy, ReadOnly, StoreError; the hint says how many turns are in.
    """
    done: list[Observation] = []
    skipped: list[SkippedRow] = []
    notes = Notes()
    read = begun = 0
    with stored_so_far(lambda: len(done), advice="Observe the rest again, without those"):
        for batch in batches(enumerate(rows, start=1), BATCH):
            taken: list[Episode] = []
            for line, row in batch:
                try:
                    found = take_row(_turn(row))
                except InvalidInput as error:
                    skipped.append(SkippedRow(line, why_refused(error)))
                    continue
                notes.add(found.notes, f"line {line}")
                taken.append(found.episode)
            if taken:
                prefetch(ctx, map(text_of, taken))
                with writing(ctx) as writer:
                    at, seen = recording_time(ctx, writer), EpisodesOf(writer)
                    for unsealed in taken:
                        episode = seal_episode(ctx, writer, unsealed, recorded_at=at)
                        begun = begun or episode.seq
                        done.append(learn_from(ctx, writer, episode, seen))
            read += len(batch)
            if progress is not None:
                progress(read)
    if begun:
        notes.add(settle(ctx, after=begun - 1), done[0].episode)
    seq = done[-1].seq if done else ctx.store.data_version(ctx.namespace)
    return ManyObserved(tuple(done), tuple(skipped), notes.listed(), seq, "full")


def learn_from(
    ctx: Context, writer: LedgerWriter, episode: Episode, seen: EpisodesOf, *, subject: str | None = None
) -> Observation:
    """Learn from a turn that is sealed in this transaction; for observe and import."""
    episode = seen.add(episode)
    stored: list[Learnt] = []
    rejected: list[Untaught] = []
    for finding in _findings(episode, subject):
        words = episode.text[finding.start : finding.end]
        if isinstance(finding, Passed):
            rejected.append(Untaught(words, finding.why.value, REASONS[finding.why]))
            continue
        became = _store(ctx, writer, _claim(episode, finding), seen)
        if isinstance(became, Learnt):
            stored.append(became)
        else:
            rejected.append(became)
    return Observation(episode.id, tuple(stored), tuple(rejected), writer.head().seq, "full")


def _turn(row: object) -> object:
    """A row as a turn: a speaker that is no role is a person's name."""
    if not isinstance(row, Mapping):
        return row
    kind = row.get("kind") or EpisodeKind.TURN.value
    if kind != EpisodeKind.TURN.value:
        raise InvalidInput(f"A row of kind {kind!r} is no turn.", hint="`cicatrix record --file` takes all kinds.")
    speaker = row.get("speaker") or "user"
    is_role = isinstance(speaker, str) and speaker.casefold() in ROLES
    return {**row, "kind": kind, "speaker": speaker, "role": row.get("role") or (speaker if is_role else "user")}


def _findings(episode: Episode, subject: str | None) -> tuple[Finding, ...]:
    if ROLES.get(episode.role.casefold()) is not Origin.HUMAN:
        return (Passed(0, len(episode.text), Pass.NOT_A_PERSON),)
    from cicatrix.core.observation.turns import (
        read_turn,  # its tables take a tenth of a second, and few calls need them
    )

    named = episode.speaker if episode.speaker.casefold() not in ROLES else ""
    return read_turn(episode.text, speaker=subject or named or "user", said=_day(episode))


def _day(episode: Episode) -> date:
    """The day on which it was said, in the zone of the turn."""
    return datetime.fromisoformat(episode.occurred_at).date()


def _claim(episode: Episode, found: Observed) -> Claim:
    span = cite(episode, "text", found.start, found.end)
    words = found.text or episode.text[found.start : found.end]
    weight = importance(words, 1, found.attribute, negated=found.negated, is_rule=False)
    return Claim(
        words,
        found.type,
        (span,),
        PROPOSER,
        importance=min(1000, weight + EMPHASIS) if found.explicit else None,
        subject=found.subject,
        speaker=episode.speaker or episode.role,
        attribute=found.attribute,
        value=found.value,
        negated=found.negated,
        said_at=stamp(to_utc(episode.occurred_at)),
        valid_from=found.valid_from,
        valid_to=found.valid_to,
    )


def _store(ctx: Context, writer: LedgerWriter, claim: Claim, seen: EpisodesOf) -> Learnt | Untaught:
    """Admit one claim and let it meet what is known."""
    verdict = admit(claim, seen, ctx.beliefs.known(writer), by="observe")
    if isinstance(verdict, Admitted):
        revised = revise(ctx, writer, verdict.memory, seen, by="observe")
        return Learnt(revised.memory, revised.revision, revised.supersedes, revised.doubts, revised.reason)
    if isinstance(verdict, Rejected):
        keep_refusal(ctx, writer, claim.text, verdict.code, verdict.reason, claim.evidence, claim.proposer)
        return Untaught(claim.text, verdict.code.value, verdict.reason)
    if isinstance(verdict, AlreadyKnown):
        return Learnt(verdict.memory, "duplicate", reason=verdict.reason)
    seal(ctx, writer, verdict.memory, seen, EntryKind.MEMORY_JOINED)
    return Learnt(verdict.memory, "duplicate", reason=verdict.memory.change.reason)
