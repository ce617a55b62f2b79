"""What waits for a person: open questions, doubts, candidates, dead letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cicatrix.core.codec import decode
from cicatrix.core.doubts import Doubt
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
_WAITS = frozenset({Status.CANDIDATE, Status.QUARANTINED})
_DOUBTED = _WAITS | {Status.ACTIVE}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A doubt with the two memories that it is about."""

    doubt: Doubt
    new: Noun
    old: Noun


@dataclass(frozen=True, slots=True)
class Inbox:
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
            "questions": [shapes.plain(question) for question in self.questions],
            "doubts": [shapes.doubt(waiting.doubt, waiting.new, waiting.old) for waiting in self.doubts],
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
            return Inbox((), (), (), letters)
        asked = (
            decode(Question, version.body, seq=version.seq)
            for version in _all(read, Kind.QUESTION)
            if version.body is not None
        )
        questions = tuple(islice((item for item in asked if item.state is QuestionState.OPEN), limit))
        nouns = {noun.id: noun for noun in read.rules() + read.memories()}
        doubts = tuple(islice(_doubts(read, nouns), limit))
        asked_of = {waiting.doubt.new for waiting in doubts}
        claims = [noun for noun in nouns.values() if noun.status in _WAITS and noun.id not in asked_of]
        candidates = tuple(
            (noun, tuple((span.episode, read.quote(span)) for span in noun.evidence)) for noun in claims[-limit:][::-1]
        )
        return Inbox(questions, doubts, candidates, letters)


def _doubts(read: Browser, nouns: dict[str, Noun]) -> Iterator[Waiting]:
    """The open doubts that there is still something to decide about."""
    for version in _all(read, Kind.DOUBT):
        doubt = decode(Doubt, version.body or {}, seq=version.seq) if version.body is not None else None
        new, old = (nouns.get(doubt.new), nouns.get(doubt.old)) if doubt is not None and doubt.is_open else (None, None)
        if doubt and new and old and new.status in _DOUBTED and old.status is Status.ACTIVE:
            yield Waiting(doubt, new, old)


def _all(read: Browser, kind: Kind) -> Iterator[Version]:
    """Everything of a kind, newest first, a page at a time: what is done lies between what waits."""
    before: int | None = None
    while page := read.bodies(kind, before=before, limit=_PAGE):
        yield from page
        before = page[-1].seq


def show(sheet: Sheet, inbox: Inbox) -> None:
    if not (inbox.questions or inbox.doubts or inbox.candidates or inbox.dead_letters):
        sheet.line("Nothing waits for you.")
        return
    if inbox.questions:
        sheet.head(counted(len(inbox.questions), "question"))
        for question in inbox.questions:
            sheet.entry(question.id, question.query, (f"\n{question.reason}", "meta"))
        _next(sheet, f'reply {inbox.questions[0].id} "…" --by NAME')
    if inbox.doubts:
        sheet.head(counted(len(inbox.doubts), "doubt"), "what is the newer one for the older one?")
        for waiting in inbox.doubts:
            sheet.entry(waiting.doubt.id, (waiting.doubt.reason, "meta"))
            for what, noun in (("newer", waiting.new), ("older", waiting.old)):
                aside = "waits" if noun.status in _WAITS else ""
                sheet.entry(f"{what} {noun.id}", noun.text, aside=aside, indent=4)
        _next(sheet, f"review {inbox.doubts[0].doubt.id} replaces|duplicate|refines|distinct --by NAME")
    if inbox.candidates:
        sheet.head(counted(len(inbox.candidates), "candidate"), "what nobody stands behind yet")
        for noun, quotes in inbox.candidates:
            sheet.entry(noun.id, noun.text, aside=f"{noun.trust.value}, {', '.join(noun.episodes)}")
            for episode, words in quotes:
                if words != noun.text:
                    sheet.quote(episode, words)
        first = inbox.candidates[0][0].id
        _next(sheet, f"ratify {first} --by NAME", f"{_end(first)} {first} --by NAME")
    if inbox.dead_letters:
        sheet.head(counted(len(inbox.dead_letters), "dead letter"), "what was not learnt")
        for reason, letters in _by_reason(inbox.dead_letters).items():
            sheet.line((reason, "meta"))
            for letter in letters:
                sheet.entry(str(letter["id"]), shortened(str(letter.get("text", "")), 160), indent=4)
        _next(sheet, f"explain {inbox.dead_letters[0]['id']}", f"forget {inbox.dead_letters[0]['id']} --by NAME")
    sheet.blank()


def _end(handle: str) -> str:
    return "retire" if handle.startswith("PB") else "forget"


def _by_reason(letters: Sequence[JsonObject]) -> dict[str, list[JsonObject]]:
    """The letters under the reason that they share, in the order in which the reasons come."""
    found: dict[str, list[JsonObject]] = {}
    for letter in letters:
        found.setdefault(str(letter.get("reason", "")), []).append(letter)
    return found


def _next(sheet: Sheet, *calls: str) -> None:
    for call in calls:
        sheet.line((f"→ {sheet.call(call)}", "meta"))
