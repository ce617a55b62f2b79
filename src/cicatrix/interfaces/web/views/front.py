"""The front page: a box for the next task, what the memory comes to, and its deepest scar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory, Status
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.claims import Note, marked, notes_of
from cicatrix.interfaces.web.views.lists import RecallLine, recalls_page
from cicatrix.interfaces.web.views.words import Piece

_NEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class FrontPage:
    task: str  # what the box holds already
    tally: tuple[tuple[int, str, str], ...]  # count, words, address
    rule: Memory | None  # the active one that most episodes taught
    statement: tuple[Piece, ...]
    notes: tuple[Note, ...]
    newest: tuple[Memory, ...]  # what was remembered last and stands
    recalls: tuple[RecallLine, ...]
    namespace: str


def front_page(browser: Browser, now: datetime, *, task: str = "") -> FrontPage:
    rules = browser.rules()
    active = [rule for rule in rules if rule.status is Status.ACTIVE]
    deepest = max(active, key=lambda rule: len(rule.episodes), default=None)
    notes = notes_of(deepest.text, browser.cited(deepest), now)[:3] if deepest else ()
    memories = [noun for noun in browser.memories() if noun.status is Status.ACTIVE]
    standing = len(memories)
    episodes, recalls = browser.count(Kind.EPISODE), browser.count(Kind.RECALL)
    return FrontPage(
        task=task,
        tally=(
            (episodes, "episode" if episodes == 1 else "episodes", "/episodes"),
            (len(active), "active rule" if len(active) == 1 else "active rules", "/playbook?status=active"),
            (standing, "memory that stands" if standing == 1 else "memories that stand", "/memories?status=active"),
            (recalls, "recall" if recalls == 1 else "recalls", "/recalls"),
        ),
        rule=deepest,
        statement=marked(deepest.text, notes) if deepest else (),
        notes=notes,
        newest=tuple(memories[: -_NEWEST - 1 : -1]),
        recalls=recalls_page(browser, now, limit=5).lines,
        namespace=browser.namespace,
    )
