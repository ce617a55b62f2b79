"""The part of a demonstration that is about beliefs: what gave way to what, what waits for a person, what a night made
one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cicatrix.core.codec import decode
from cicatrix.core.doubts import Doubt
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.text import count_tokens
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.engine.browse import Browser
    from cicatrix.interfaces.cli.sheet import Sheet

MOST = 12
"""So many memories are listed; the page shows all."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """``replaced``: what ended, with what came in its place. ``merged``: what a night made, with its fragments."""

    active: tuple[Noun, ...]
    replaced: tuple[tuple[Noun, Noun], ...]
    doubts: tuple[Doubt, ...]
    merged: tuple[tuple[Noun, tuple[Noun, ...]], ...]

    @property
    def without_evidence(self) -> int:
        return sum(not noun.evidence for noun in self.active)

    def as_json(self) -> JsonObject:
        return {
            "memories": len(self.active),
            "memories_without_evidence": self.without_evidence,
            "replaced": [{"old": old.id, "new": new.id, "why": old.change.reason} for old, new in self.replaced],
            "doubts": [{"id": doubt.id, "new": doubt.new, "old": doubt.old} for doubt in self.doubts],
            "merged": [{"id": one.id, "of": [part.id for part in parts]} for one, parts in self.merged],
        }


def beliefs_in(read: Browser) -> Beliefs:
    """What is believed now, and how it came to that."""
    nouns = {noun.id: noun for noun in read.memories()}
    parts: dict[str, list[Noun]] = {}
    replaced: list[tuple[Noun, Noun]] = []
    for noun in nouns.values():
        if noun.superseded_by in nouns and noun.status is Status.MERGED:
            parts.setdefault(noun.superseded_by, []).append(noun)
        elif noun.superseded_by in nouns and noun.status is Status.SUPERSEDED:
            replaced.append((noun, nouns[noun.superseded_by]))
    doubts = [decode(Doubt, version.body) for version in read.bodies(Kind.DOUBT) if version.body is not None]
    return Beliefs(
        active=tuple(noun for noun in nouns.values() if noun.status is Status.ACTIVE),
        replaced=tuple(replaced),
        doubts=tuple(doubt for doubt in reversed(doubts) if doubt.is_open),
        merged=tuple((nouns[name], tuple(made_of)) for name, made_of in parts.items()),
    )


def rows(beliefs: Beliefs) -> list[tuple[str, str, str]]:
    """The memories that stand, as lines of a sheet."""
    return [(noun.id, noun.text, f"said in {', '.join(noun.episodes)}") for noun in beliefs.active[:MOST]]


def told_steps(beliefs: Beliefs) -> int:
    """How many steps :func:`tell` tells."""
    return bool(beliefs.replaced) + bool(beliefs.doubts) + bool(beliefs.merged)


def tell(sheet: Sheet, beliefs: Beliefs, number: int) -> None:
    """What changed, what waits, what became one; steps are numbered from ``number``."""
    if beliefs.replaced:
        ends = counted(len(beliefs.replaced), "belief")
        sheet.step(number, "Change", f"{ends} gave way to what was said later; nothing is deleted")
        for old, new in beliefs.replaced:
            sheet.entry(new.id, new.text, aside=f"in the place of {old.id}", indent=6)
            sheet.quote(old.id, old.text, indent=13)
        sheet.blank()
        number += 1
    if beliefs.doubts:
        sheet.step(number, "Doubt", f"{counted(len(beliefs.doubts), 'question')} that code leaves to a person")
        for doubt in beliefs.doubts:
            sheet.entry(doubt.id, f"{doubt.new} and {doubt.old}: {doubt.reason}", indent=6)
        sheet.blank()
        number += 1
    for one, parts in beliefs.merged:
        before = sum(count_tokens(part.text) for part in parts)
        after = count_tokens(one.text)
        sheet.step(number, "Sleep", f"{counted(len(parts), 'fragment')} became one: {before} tokens, now {after}")
        sheet.entry(one.id, one.text, aside=f"of {', '.join(part.id for part in parts)}", indent=6)
        sheet.blank()
