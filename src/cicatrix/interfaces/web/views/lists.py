"""Episodes, recalls and questions, newest first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind
from cicatrix.core.questions import Question, QuestionState
from cicatrix.core.recall_record import RecallRecord
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.playbook import number
from cicatrix.interfaces.web.views.recall import speech
from cicatrix.interfaces.web.views.times import When, when
from cicatrix.interfaces.web.views.usage import GRADE_GLYPHS
from cicatrix.interfaces.web.views.words import clip

PER_PAGE: Final = 50
_LINE: Final = 220


@dataclass(frozen=True, slots=True)
class EpisodeLine:
    id: str
    kind: str
    words: str  # what the episode is about
    correction: str  # clipped; empty for none
    who: str  # the corrector, or the speaker
    taught: tuple[str, ...]
    outcome: str
    at: When | None


@dataclass(frozen=True, slots=True)
class EpisodesPage:
    title: str
    lines: tuple[EpisodeLine, ...]
    total: int
    older: str
    namespace: str


@dataclass(frozen=True, slots=True)
class RecallLine:
    id: str
    query: str
    grade: str
    glyph: str
    elsewhere: int  # items of other namespaces
    chosen: tuple[str, ...]
    more: int
    at: When | None
    seq: int


@dataclass(frozen=True, slots=True)
class RecallsPage:
    title: str
    lines: tuple[RecallLine, ...]
    total: int
    older: str
    namespace: str


@dataclass(frozen=True, slots=True)
class QuestionLine:
    id: str
    query: str
    reason: str
    recall: str
    open: bool
    episode: str | None
    by: str
    at: When | None
    command: str


@dataclass(frozen=True, slots=True)
class QuestionsPage:
    title: str
    open: tuple[QuestionLine, ...]
    answered: tuple[QuestionLine, ...]
    older: str
    namespace: str


def episodes_page(browser: Browser, now: datetime, *, before: int | None = None) -> EpisodesPage:
    episodes = browser.episodes(before=before, limit=PER_PAGE)
    taught: dict[str, list[str]] = {}
    for noun in [*browser.rules(), *browser.memories()]:
        for name in noun.episodes:
            taught.setdefault(name, []).append(noun.id)
    total = browser.count(Kind.EPISODE)
    return EpisodesPage(
        title=f"{number(total).capitalize()} episode{'' if total == 1 else 's'}, word for word."
        if total
        else "Nothing has been experienced here yet.",
        lines=tuple(_episode(item, tuple(taught.get(item.id, ())), now) for item in episodes),
        total=total,
        older=f"/episodes?before={episodes[-1].seq}" if len(episodes) == PER_PAGE else "",
        namespace=browser.namespace,
    )


def _episode(episode: Episode, taught: tuple[str, ...], now: datetime) -> EpisodeLine:
    corrector = episode.corrector.name if episode.corrector else ""
    return EpisodeLine(
        id=episode.id,
        kind=episode.kind.value.replace("_", " "),
        words=clip(speech(episode), _LINE),
        correction=clip(episode.correction, _LINE),
        who=corrector or episode.speaker or episode.actor,
        taught=taught,
        outcome=clip(episode.outcome, 120),
        at=when(episode.occurred_at, now),
    )


def recalls_page(browser: Browser, now: datetime, *, before: int | None = None, limit: int = PER_PAGE) -> RecallsPage:
    versions = browser.bodies(Kind.RECALL, before=before, limit=limit)
    total = browser.count(Kind.RECALL)
    return RecallsPage(
        title=f"{number(total).capitalize()} recall{'' if total == 1 else 's'}, each can be run again."
        if total
        else "Nothing has been asked here yet.",
        lines=tuple(
            _recall(decode(RecallRecord, item.body, seq=item.seq), now) for item in versions if item.body is not None
        ),
        total=total,
        older=f"/recalls?before={versions[-1].seq}" if len(versions) == limit else "",
        namespace=browser.namespace,
    )


def _recall(record: RecallRecord, now: datetime) -> RecallLine:
    handles = tuple(item.handle for item in record.chosen)
    return RecallLine(
        id=record.id,
        query=clip(record.query, _LINE),
        grade=record.grade.value,
        glyph=GRADE_GLYPHS[record.grade.value],
        chosen=handles[:4],
        more=max(0, len(handles) - 4),
        elsewhere=sum(len(part.chosen) for part in record.beside),
        at=when(record.now, now),
        seq=record.seq,
    )


def questions_page(browser: Browser, now: datetime, *, before: int | None = None) -> QuestionsPage:
    versions = browser.bodies(Kind.QUESTION, before=before, limit=PER_PAGE)
    lines = [
        question_line(browser, decode(Question, item.body, seq=item.seq), item.at, now)
        for item in versions
        if item.body is not None
    ]
    waiting = tuple(line for line in lines if line.open)
    titles = {0: "No question waits for a person.", 1: "One question waits for a person."}
    return QuestionsPage(
        title=titles.get(len(waiting), f"{number(len(waiting)).capitalize()} questions wait for a person."),
        open=waiting,
        answered=tuple(line for line in lines if not line.open),
        older=f"/questions?before={versions[-1].seq}" if len(versions) == PER_PAGE else "",
        namespace=browser.namespace,
    )


def question_line(browser: Browser, question: Question, at: str, now: datetime) -> QuestionLine:
    return QuestionLine(
        id=question.id,
        query=question.query,
        reason=question.reason,
        recall=question.recall,
        open=question.state is QuestionState.OPEN,
        episode=question.episode,
        by=question.by,
        at=when(at, now),
        command=f'cicatrix reply {question.id} "…" --by you -n {browser.namespace}',
    )
