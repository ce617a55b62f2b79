"""What pages of rules and memories share: evidence as notes, statuses and trust in words, where a thing was used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.memories import Memory, Status
from cicatrix.core.retention import FADED
from cicatrix.core.trust import Origin
from cicatrix.engine.browse import Cited
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.views.times import When, when
from cicatrix.interfaces.web.views.words import Mark, Piece, carried, clip, excerpt, pieces, siglum, words_of

NOTE_LIMIT: Final = 520
"""Code points of a correction shown whole in the margin; a longer one is cut around what it is cited for."""

STATUS_GLYPHS: Final = {
    Status.CANDIDATE: "none",
    Status.SHADOW: "none",
    Status.ACTIVE: "act",
    Status.SUSPENDED: "flag",
    Status.RETIRED: "ended",
    Status.SUPERSEDED: "ended",
    Status.MERGED: "ended",
    Status.FORGOTTEN: "ended",
    Status.QUARANTINED: "out",
}
STATUS_WORDS: Final = {
    Status.CANDIDATE: "waiting for a person to confirm it; not recalled",
    Status.SHADOW: "watched, not recalled yet",
    Status.ACTIVE: "recalled where it concerns a task",
    Status.SUSPENDED: "not recalled until somebody resumes it",
    Status.RETIRED: "taken back by a person; it stays here to be read",
    Status.SUPERSEDED: "replaced by a newer one",
    Status.MERGED: "living on in what it was merged into",
    Status.FORGOTTEN: "never recalled again",
    Status.QUARANTINED: "set aside: it waits for a person, or lost what it stood on",
}
TRUST_WORDS: Final = {
    Origin.SYSTEM: "system, written by the engine itself",
    Origin.RATIFIED: "ratified, a person confirmed it",
    Origin.HUMAN: "human, the lowest origin among its evidence",
    Origin.AGENT: "agent, as it rests on what an agent reported",
    Origin.TOOL: "tool, as it rests on what a tool returned",
    Origin.EXTERNAL: "external, nobody here stands behind its words",
}
_ACTS_OF_THE_ENGINE: Final = frozenset({"joined", "confirmed", "superseded", "narrowed", "merged", FADED})
_ENGINE: Final = frozenset({"distill", "observe", "sleep"})
"""What the engine does, and the names under which it does it."""
ENDED: Final = frozenset({Status.RETIRED, Status.SUPERSEDED, Status.MERGED, Status.FORGOTTEN})


@dataclass(frozen=True, slots=True)
class Note:
    """One episode's words in the margin, with all the spans of it that teach this claim."""

    id: str
    siglum: str
    episode: str
    field: str
    pieces: tuple[Piece, ...]  # empty: the words were destroyed
    quotes: tuple[str, ...]
    places: str  # "characters 37 to 90"
    who: str
    what: str  # the role behind the name
    at: When | None
    outcome: str  # what had happened, clipped
    whole: int  # length of the whole text when only a part is shown, else 0


def notes_of(statement: str, cited: Sequence[Cited], now: datetime) -> tuple[Note, ...]:
    """One note for each (episode, field); sigla a, b, c in the order in which their lines leave the statement."""
    groups: dict[tuple[str, str], list[Cited]] = {}
    for item in cited:
        groups.setdefault((item.span.episode, item.span.field), []).append(item)
    ordered = sorted(groups.values(), key=lambda items: carried(statement, _quotes(items))[1])
    return tuple(_note(number, items, now) for number, items in enumerate(ordered))


def marked(statement: str, notes: Sequence[Note]) -> tuple[Piece, ...]:
    """The statement with a mark for each note: the part of it that the note's quotes carry, leading to the words."""
    marks = [
        Mark(*carried(statement, " ".join(note.quotes)), note.siglum, note.id, f"{url_of(note.episode)}#{note.field}")
        for note in notes
        if note.quotes
    ]
    return pieces(statement, marks)


def _quotes(items: Sequence[Cited]) -> str:
    return " ".join(item.quote for item in items if item.quote is not None)


def _note(number: int, items: Sequence[Cited], now: datetime) -> Note:
    first = items[0]
    name, part, episode = first.span.episode, first.span.field, first.episode
    text = episode.words(part) if episode else ""
    marks = [Mark(item.span.start, item.span.end, "", "") for item in items if item.quote is not None]
    who, what = speaker_of(episode, part) if episode else ("", "")
    return Note(
        id=f"n{number + 1}",
        siglum=siglum(number),
        episode=name,
        field=part,
        pieces=excerpt(text, marks, limit=NOTE_LIMIT) if marks else (),
        quotes=tuple(item.quote for item in items if item.quote is not None),
        places="characters " + ", ".join(f"{item.span.start + 1} to {item.span.end}" for item in items),
        who=who,
        what=what,
        at=when(episode.occurred_at, now) if episode else None,
        outcome=clip(episode.outcome, 110) if episode and part == "correction" else "",
        whole=len(text) if len(text) > NOTE_LIMIT else 0,
    )


def speaker_of(episode: Episode, part: str) -> tuple[str, str]:
    """Whose words a field holds, and in what role; as the engine stamped it, never as the text claims."""
    if part == "correction":
        if episode.corrector is None:
            return episode.actor, "reported, not confirmed by a person"
        return episode.corrector.name, episode.corrector.role.replace("_", " ")
    if episode.kind is EpisodeKind.TURN:
        return episode.speaker or episode.actor, episode.role
    return episode.actor, episode.origin.value


def tag_words(noun: Memory, cited: Sequence[Cited]) -> tuple[tuple[str, str], ...]:
    """(stem, word) for each tag: the word as it stands in the statement or in a task, for people to read."""
    tasks = [item.episode.task for item in cited if item.episode]
    return tuple(zip(noun.tags, words_of(noun.tags, noun.text, *tasks), strict=True))


def is_the_engines(act: str, by: str) -> bool:
    """Whether the reason of a change is a sentence of the engine, which never stands in a person's voice."""
    return by in _ENGINE or act in _ACTS_OF_THE_ENGINE


def is_ended(noun: Memory) -> bool:
    return noun.status in ENDED
