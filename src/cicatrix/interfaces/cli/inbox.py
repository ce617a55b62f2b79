"""What waits for a person: open questions, candidate rules, dead letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.questions import Question, QuestionState
from cicatrix.interfaces import shapes

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Inbox:
    questions: tuple[Question, ...]
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
            "questions": [shapes.plain(question) for question in self.questions],
            "candidates": candidates,
            "dead_letters": list(self.dead_letters),
        }


def gather(memory: Memory, *, limit: int, only_dead_letters: bool) -> Inbox:
    """At most ``limit`` of each kind, newest first."""
    with memory.read().snapshot() as read:
        letters = tuple(
            {**(version.body or {}), "id": version.handle, "seq": version.seq, "at": version.at}
            for version in read.bodies(Kind.DEAD_LETTER, limit=limit)
        )
        if only_dead_letters:
            return Inbox((), (), letters)
        questions = (
            decode(Question, version.body, seq=version.seq)
            for version in read.bodies(Kind.QUESTION, limit=limit)
            if version.body is not None
        )
        waiting = [noun for noun in read.rules() + read.memories() if noun.status is Status.CANDIDATE]
        candidates = tuple(
            (noun, tuple((span.episode, read.quote(span)) for span in noun.evidence)) for noun in waiting[-limit:][::-1]
        )
        return Inbox(
            tuple(question for question in questions if question.state is QuestionState.OPEN), candidates, letters
        )


def show(sheet: Sheet, inbox: Inbox) -> None:
    if not (inbox.questions or inbox.candidates or inbox.dead_letters):
        sheet.line("Nothing waits for you.")
        return
    if inbox.questions:
        sheet.head("Questions", "answer with: cicatrix reply q-1 “…”")
        for question in inbox.questions:
            sheet.entry(question.id, question.query, (f"\n{question.reason}", "meta"))
    if inbox.candidates:
        sheet.head("Candidates", "confirm with: cicatrix ratify PB-14")
        for noun, quotes in inbox.candidates:
            sheet.entry(noun.id, noun.text, aside=noun.trust.value)
            for episode, words in quotes:
                sheet.quote(episode, words)
    if inbox.dead_letters:
        sheet.head("Dead letters", "refused, and kept with the reason")
        for letter in inbox.dead_letters:
            sheet.entry(str(letter["id"]), str(letter.get("text", "")), (f"\n{letter.get('reason', '')}", "meta"))
    sheet.blank()
