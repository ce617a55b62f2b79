"""What waits for a person: open questions, candidate rules, dead letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cicatrix.core.codec import decode
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.questions import Question, QuestionState
from cicatrix.interfaces import shapes
from cicatrix.interfaces.cli.text import counted, shortened

if TYPE_CHECKING:
    from cicatrix.engine.browse import Browser
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.ports import Version

_PAGE = 500


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
        waiting = (version for version in _all(read, Kind.DEAD_LETTER) if not (version.body or {}).get("dismissed_by"))
        letters = tuple(
            {**(version.body or {}), "id": version.handle, "seq": version.seq, "at": version.at}
            for version in islice(waiting, limit)
        )
        if only_dead_letters:
            return Inbox((), (), letters)
        asked = (
            decode(Question, version.body, seq=version.seq)
            for version in _all(read, Kind.QUESTION)
            if version.body is not None
        )
        questions = tuple(islice((item for item in asked if item.state is QuestionState.OPEN), limit))
        claims = [noun for noun in read.rules() + read.memories() if noun.status is Status.CANDIDATE]
        candidates = tuple(
            (noun, tuple((span.episode, read.quote(span)) for span in noun.evidence)) for noun in claims[-limit:][::-1]
        )
        return Inbox(questions, candidates, letters)


def _all(read: Browser, kind: Kind) -> Iterator[Version]:
    """Everything of a kind, newest first, a page at a time: what is done lies between what waits."""
    before: int | None = None
    while page := read.bodies(kind, before=before, limit=_PAGE):
        yield from page
        before = page[-1].seq


def show(sheet: Sheet, inbox: Inbox) -> None:
    if not (inbox.questions or inbox.candidates or inbox.dead_letters):
        sheet.line("Nothing waits for you.")
        return
    if inbox.questions:
        sheet.head(counted(len(inbox.questions), "question"))
        for question in inbox.questions:
            sheet.entry(question.id, question.query, (f"\n{question.reason}", "meta"))
        _next(sheet, f'reply {inbox.questions[0].id} "…" --by NAME')
    if inbox.candidates:
        sheet.head(counted(len(inbox.candidates), "candidate"), "rules that nobody stands behind yet")
        for noun, quotes in inbox.candidates:
            sheet.entry(noun.id, noun.text, aside=f"{noun.trust.value}, {', '.join(noun.episodes)}")
            for episode, words in quotes:
                if words != noun.text:
                    sheet.quote(episode, words)
        first = inbox.candidates[0][0].id
        _next(sheet, f"ratify {first} --by NAME", f"retire {first} --by NAME")
    if inbox.dead_letters:
        sheet.head(counted(len(inbox.dead_letters), "dead letter"), "what was not learnt")
        for reason, letters in _by_reason(inbox.dead_letters).items():
            sheet.line((reason, "meta"))
            for letter in letters:
                sheet.entry(str(letter["id"]), shortened(str(letter.get("text", "")), 160), indent=4)
        _next(sheet, f"explain {inbox.dead_letters[0]['id']}", f"forget {inbox.dead_letters[0]['id']} --by NAME")
    sheet.blank()


def _by_reason(letters: Sequence[JsonObject]) -> dict[str, list[JsonObject]]:
    """The letters under the reason that they share, in the order in which the reasons come."""
    found: dict[str, list[JsonObject]] = {}
    for letter in letters:
        found.setdefault(str(letter.get("reason", "")), []).append(letter)
    return found


def _next(sheet: Sheet, *calls: str) -> None:
    for call in calls:
        sheet.line((f"→ {sheet.call(call)}", "meta"))
