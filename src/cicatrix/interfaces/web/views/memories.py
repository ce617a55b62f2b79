"""The memories as a list, by type: what is so, what is preferred, what happened; what stands before what is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from cicatrix.core.ids import parse_handle
from cicatrix.core.memories import Memory, MemoryType, Status
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.belief import held
from cicatrix.interfaces.web.views.claims import STATUS_GLYPHS, is_ended
from cicatrix.interfaces.web.views.playbook import number
from cicatrix.interfaces.web.views.usage import Usage, usages

PER_PAGE: Final = 50
_SUBJECTS_OFFERED: Final = 200
_TYPES: Final = {
    MemoryType.SEMANTIC: ("What is so", "semantic"),
    MemoryType.PREFERENCE: ("What is preferred", "preference"),
    MemoryType.EPISODIC: ("What happened", "episodic"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filter of an address; empty for everything."""

    status: str = ""
    type: str = ""
    subject: str = ""
    page: int = 1

    def takes(self, noun: Memory) -> bool:
        return (
            self.status in ("", noun.status.value)
            and self.type in ("", noun.type.value)
            and (not self.subject or self.subject == noun.subject)
        )

    def address(self, page: int) -> str:
        query = {"status": self.status, "type": self.type, "subject": self.subject, "page": page if page > 1 else ""}
        return "/memories" + (f"?{urlencode(filled)}" if (filled := {k: v for k, v in query.items() if v}) else "")


@dataclass(frozen=True, slots=True)
class MemoryLine:
    id: str
    text: str
    status: str
    glyph: str
    ended: bool
    quiet: bool  # not recalled at present
    subject: str
    tells: str  # "employer: Halden Robotics"; empty where code made nothing out
    held: str
    replaced_by: str
    replaces: tuple[str, ...]
    episodes: tuple[str, ...]
    more_episodes: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    type: str
    total: int  # on all pages
    lines: tuple[MemoryLine, ...]


@dataclass(frozen=True, slots=True)
class MemoriesPage:
    title: str
    groups: tuple[Group, ...]
    total: int  # all memories, whatever their status
    matching: int
    statuses: tuple[tuple[str, int], ...]
    types: tuple[tuple[str, int], ...]
    subjects: tuple[tuple[str, int], ...]
    wanted: Wanted
    shown: tuple[Memory, ...]
    earlier: str  # addresses of the neighbouring pages, empty for none
    later: str
    namespace: str


def memories_page(browser: Browser, now: datetime, wanted: Wanted) -> MemoriesPage:
    """An unknown status, type or subject matches nothing, and the page says so."""
    memories = browser.memories()
    matching = sorted((noun for noun in memories if wanted.takes(noun)), key=_order)
    start = PER_PAGE * (wanted.page - 1)
    shown = tuple(matching[start : start + PER_PAGE])
    used = usages(browser, [noun.id for noun in shown], now)
    totals = Counter(noun.type for noun in matching)
    return MemoriesPage(
        title=_title(memories),
        groups=tuple(
            Group(
                title,
                name,
                totals[kind],
                tuple(_line(noun, used[noun.id], now) for noun in shown if noun.type is kind),
            )
            for kind, (title, name) in _TYPES.items()
            if any(noun.type is kind for noun in shown)
        ),
        total=len(memories),
        matching=len(matching),
        statuses=_counted(noun.status.value for noun in memories),
        types=_counted(noun.type.value for noun in memories),
        subjects=_counted(noun.subject for noun in memories if noun.subject)[:_SUBJECTS_OFFERED],
        wanted=wanted,
        shown=shown,
        earlier=wanted.address(wanted.page - 1) if wanted.page > 1 else "",
        later=wanted.address(wanted.page + 1) if start + PER_PAGE < len(matching) else "",
        namespace=browser.namespace,
    )


def _order(noun: Memory) -> tuple[int, bool, int]:
    """By type, what stands before what is over, the newest first."""
    return list(_TYPES).index(noun.type), is_ended(noun), -parse_handle(noun.id)[1]


def _counted(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(values).most_common())


def _title(memories: Sequence[Memory]) -> str:
    """What it comes to, in one sentence of the engine."""
    if not memories:
        return "Nothing is remembered here yet."
    standing = sum(noun.status is Status.ACTIVE for noun in memories)
    over = sum(is_ended(noun) for noun in memories)
    verb = "stands" if standing == 1 else "stand"
    told = f"{number(standing).capitalize()} {'memory' if standing == 1 else 'memories'} {verb}"
    return f"{told}, {number(over)} {'is' if over == 1 else 'are'} over and stay to be read." if over else f"{told}."


def _line(noun: Memory, usage: Usage, now: datetime) -> MemoryLine:
    attribute = noun.attribute.replace(":", ", ").replace("_", " ")
    value = f"{'not ' if noun.negated else ''}{noun.value}"
    return MemoryLine(
        id=noun.id,
        text=noun.text,
        status=noun.status.value,
        glyph=STATUS_GLYPHS[noun.status],
        ended=is_ended(noun),
        quiet=noun.status is not Status.ACTIVE,
        subject=noun.subject,
        tells=f"{attribute}: {value}" if attribute and noun.value else "",
        held=held(noun, now),
        replaced_by=noun.superseded_by or "",
        replaces=tuple(sorted(noun.supersedes, key=parse_handle)),
        episodes=noun.episodes[:4],
        more_episodes=max(0, len(noun.episodes) - 4),
        usage=usage,
    )
