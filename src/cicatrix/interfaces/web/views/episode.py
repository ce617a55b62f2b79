"""The page of an episode: what was tried, how it ended, and the correction word for word with what it taught."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from cicatrix.core.episodes import TEXT_FIELDS, Episode, EpisodeKind
from cicatrix.core.memories import Memory
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.views.claims import STATUS_GLYPHS, is_ended, speaker_of
from cicatrix.interfaces.web.views.lessons import Silent, silent_pieces
from cicatrix.interfaces.web.views.times import When, when
from cicatrix.interfaces.web.views.words import Mark, Piece, clip, pieces, siglum

Voice = Literal["scar", "said", "shown"]
"""How a field is set: the correction large, what a person said in serif, what an agent or tool did as an exhibit."""

FOLD: Final = 900
"""An action or result longer than this stands folded, so that the correction stays on the first screen."""
LONG: Final = 480
"""A correction longer than this is set smaller."""
_LABELS: Final = {
    "task": "Task",
    "action": "Action",
    "outcome": "Outcome",
    "correction": "Correction",
    "text": "Words",
    "title": "Title",
    "tool": "Tool",
    "resource": "Resource",
    "result": "Result",
}
_OF_A_CALL: Final = ("task", "tool", "resource", "result", "outcome", "correction", "action", "text", "title")
"""The order in which a tool call reads best; other episodes read in the order of the schema."""
_SAID_BY_PEOPLE: Final = frozenset({"human", "ratified"})


@dataclass(frozen=True, slots=True)
class Taught:
    """A rule or memory that stands on spans of this episode."""

    note: str  # id of the note
    sigla: str
    id: str
    text: str
    status: str
    glyph: str
    ended: bool
    together: tuple[str, ...]  # the other episodes it stands on


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    label: str
    by: str
    voice: Voice
    text: str
    pieces: tuple[Piece, ...]
    length: int
    folded: bool
    taught: tuple[Taught, ...]
    silent: tuple[Silent, ...]  # sentences of a correction that taught nothing


@dataclass(frozen=True, slots=True)
class EpisodePage:
    episode: Episode
    title: str  # of the engine, with handles
    happened: When | None
    recorded: When | None
    fields: tuple[Field, ...]
    arguments: str  # JSON, or empty
    taught: tuple[str, ...]
    leaf: str
    entry_kind: str
    verify: str


def episode_page(browser: Browser, handle: str, now: datetime) -> EpisodePage:
    """Raises NotFound."""
    episode = browser.episode(handle)
    lessons = browser.taught_by(episode.id)
    entry = browser.entry(episode.seq)
    taught = tuple(noun.id for noun in lessons)
    return EpisodePage(
        episode=episode,
        title=_title(episode, taught),
        happened=when(episode.occurred_at, now),
        recorded=when(episode.recorded_at, now),
        fields=_fields(episode, lessons),
        arguments=json.dumps(episode.arguments, ensure_ascii=False, indent=2) if episode.arguments else "",
        taught=taught,
        leaf=entry.sealed.leaf.hex(),
        entry_kind=entry.header.kind,
        verify=f"cicatrix verify -n {browser.namespace}",
    )


def _title(episode: Episode, taught: Sequence[str]) -> str:
    rules = " and ".join([", ".join(taught[:-1]), taught[-1]]) if len(taught) > 1 else "".join(taught)
    who, _ = speaker_of(episode, "correction" if episode.correction else "text")
    if episode.correction:
        return (
            f"{who} corrected this, and it taught {rules}." if rules else f"{who} corrected this. No rule came of it."
        )
    openings = {
        EpisodeKind.TURN: f"{who} said this",
        EpisodeKind.REPLY: f"{who} answered {episode.question or 'a question'}",
        EpisodeKind.TOOL_CALL: f"{who} called {episode.tool or 'a tool'}",
        EpisodeKind.DOCUMENT: f"{who} handed in a document",
        EpisodeKind.EXPERIENCE: "Nobody corrected this",
    }
    return f"{openings[episode.kind]}, and it taught {rules}." if rules else f"{openings[episode.kind]}."


def _corrector(episode: Episode) -> str:
    if episode.corrector is None:
        return "reported by the agent; no person stands behind it yet"
    return {
        "operator": "an operator, in their own words",
        "end_user": "an end user: it may teach facts about them, never rules for others",
        "agent": "reported by an agent",
    }[episode.corrector.role]


def _fields(episode: Episode, lessons: Sequence[Memory]) -> tuple[Field, ...]:
    """The fields that hold words, in reading order. Sigla run on through the whole page, so that none stands twice."""
    found: list[Field] = []
    used = 0
    for name in _OF_A_CALL if episode.kind is EpisodeKind.TOOL_CALL else TEXT_FIELDS:
        text = episode.words(name)
        if not text:
            continue
        spans = sorted(
            {
                (span.start, span.end, noun.id)
                for noun in lessons
                for span in noun.evidence
                if span.episode == episode.id and span.field == name
            }
        )
        letters = {span: siglum(used + number) for number, span in enumerate(spans)}
        used += len(spans)
        marks = [
            Mark(start, end, letters[start, end, noun], f"t-{name}-{noun}", url_of(noun)) for start, end, noun in spans
        ]
        voice = _voice(episode, name)
        found.append(
            Field(
                name=name,
                label=_LABELS[name],
                by=clip(_by(episode, name), 90),
                voice=voice,
                text=text,
                pieces=pieces(text, marks),
                length=len(text),
                folded=voice != "scar" and len(text) > FOLD and not marks,
                taught=_taught(episode, name, lessons, letters),
                silent=silent_pieces(episode, name, [(mark.start, mark.end) for mark in marks]),
            )
        )
    return tuple(found)


def _by(episode: Episode, name: str) -> str:
    """Who stands behind a field, in few words."""
    who, role = speaker_of(episode, name)
    if episode.kind is EpisodeKind.EXPERIENCE and name != "correction":
        return {"task": f"given to {who}", "action": f"by {who}", "outcome": f"recorded by {who}"}.get(name, who)
    if name == "correction":
        return f"{who}, {_corrector(episode)}"
    return f"{who}, {role}" if role else who


def _voice(episode: Episode, name: str) -> Voice:
    if name == "correction" or (name == "text" and episode.kind is EpisodeKind.REPLY):
        return "scar"
    if name == "task" or (name == "text" and episode.origin.value in _SAID_BY_PEOPLE):
        return "said"
    return "shown"


def _taught(
    episode: Episode, name: str, lessons: Sequence[Memory], letters: dict[tuple[int, int, str], str]
) -> tuple[Taught, ...]:
    found = []
    for noun in lessons:
        sigla = [letter for (_, _, owner), letter in letters.items() if owner == noun.id]
        if sigla:
            found.append(
                Taught(
                    note=f"t-{name}-{noun.id}",
                    sigla=" ".join(sigla),
                    id=noun.id,
                    text=noun.text,
                    status=noun.status.value,
                    glyph=STATUS_GLYPHS[noun.status],
                    ended=is_ended(noun),
                    together=tuple(other for other in noun.episodes if other != episode.id),
                )
            )
    return tuple(found)
