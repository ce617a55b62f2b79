"""``reply``: a person's answer to what an ASK_HUMAN grade asked becomes an episode that the next recall knows."""

from __future__ import annotations

from dataclasses import replace

from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.intake import content_key, take
from cicatrix.core.questions import Question, QuestionState
from cicatrix.core.reading.no_answer import is_no_answer
from cicatrix.core.trust import Origin
from cicatrix.engine.context import Context
from cicatrix.engine.distill import learn
from cicatrix.engine.embedding import settle
from cicatrix.engine.record import has_lesson, recording_time, seal_episode, writing
from cicatrix.engine.reports import DistillReport, ReplyReport
from cicatrix.errors import InvalidInput, NotFound, StateConflict
from cicatrix.ports import LedgerReader, LedgerWriter


def reply(ctx: Context, question: str, text: str, *, by: str | None = None) -> ReplyReport:
    """Seal the reply, close the question and learn what the reply teaches, in one transaction.

    Only a person answers: a reply that names nobody (``by``) is sealed as the agent's report, and the question stays
    open. The question's words stand in the episode's ``task``, so that the same query finds the reply. Replying again
    in the same words by the same person changes nothing. Raises NotFound for an unknown question, StateConflict for one
    that is answered otherwise, InvalidInput for an empty reply and for one that answers nothing ("no idea").
    """
    before = ctx.store.data_version(ctx.namespace)
    report = _sealed(ctx, canonical_handle(question), text, by)
    return replace(report, notes=settle(ctx, after=before))


def _sealed(ctx: Context, name: str, text: str, by: str | None) -> ReplyReport:
    with writing(ctx) as writer:
        asked = _question(writer, name)
        if asked.state is not QuestionState.ANSWERED and is_no_answer(text):
            raise InvalidInput(
                f"“{text.strip()}” answers nothing, so {name} stays open and nothing was recorded.",
                hint="Reply with what should be done, or leave it to somebody who knows.",
            )
        taken = take({"kind": "reply", "text": text, "question": name, "task": asked.query, "by": by or ctx.person})
        if asked.state is QuestionState.ANSWERED:
            return _repeated(writer, asked, taken.episode)
        person = taken.episode.corrector
        if person is None:
            return _reported(ctx, writer, asked, taken.episode)
        episode = seal_episode(
            ctx, writer, taken.episode, recorded_at=recording_time(ctx, writer), parents=(asked.seq,)
        )
        answered = replace(asked, state=QuestionState.ANSWERED, episode=episode.id, by=person.name)
        version = writer.version(name)
        seq = writer.append(
            Draft(
                entry=EntryKind.QUESTION_ANSWERED,
                kind=Kind.QUESTION,
                handle=name,
                body=encode(answered),
                actor=person.name,
                origin=Origin.HUMAN,
                parents=(asked.seq, episode.seq),
                key=version.key if version is not None else None,
            )
        )
        report = learn(ctx, writer, [episode]) if has_lesson(episode) else DistillReport()
    return ReplyReport(
        episode=episode.id,
        question=name,
        admitted=(*report.admitted, *report.joined),
        refused=report.refused,
        superseded=report.superseded,
        doubts=report.doubts,
        seq=seq,
        durability="full",
    )


def _reported(ctx: Context, writer: LedgerWriter, asked: Question, reply: Episode) -> ReplyReport:
    """Nobody stands behind these words: they are kept as what the agent says, once, and answer nothing.

    Without the question's words, by which the same query would find them: an agent does not answer itself.
    """
    reply = replace(reply, task="")
    known = writer.find(Kind.EPISODE, content_key(reply))
    if known is not None:
        return ReplyReport(known.handle, asked.id, (), (), known.seq, "full", answered=False)
    episode = seal_episode(ctx, writer, reply, recorded_at=recording_time(ctx, writer), parents=(asked.seq,))
    return ReplyReport(episode.id, asked.id, (), (), episode.seq, "full", answered=False)


def _question(reader: LedgerReader, name: str) -> Question:
    version = reader.version(name) if parse_handle(name)[0] is Kind.QUESTION else None
    if version is None or version.body is None:
        raise NotFound(
            f"There is no question {name} in {reader.namespace}.",
            hint="Questions are called q-1, q-2, …; `cicatrix inbox` lists the open ones.",
        )
    return decode(Question, version.body, seq=version.seq)


def _repeated(reader: LedgerReader, asked: Question, again: Episode) -> ReplyReport:
    """The receipt of the reply that is there already, if this is the same one."""
    version = reader.version(asked.episode) if asked.episode else None
    stored = decode(Episode, version.body) if version is not None and version.body is not None else None
    if stored is None or (stored.text, stored.corrector) != (again.text, again.corrector):
        raise StateConflict(
            f"{asked.id} was answered in {asked.episode} by {asked.by}.",
            hint=f"If that reply is wrong, record a correction; `cicatrix episode show {asked.episode}` shows it.",
        )
    return ReplyReport(stored.id, asked.id, (), (), asked.seq, "full")
