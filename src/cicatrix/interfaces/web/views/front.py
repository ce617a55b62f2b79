"""The front page: a box for the next task, what the memory comes to, and its deepest scar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory, Status
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.claims import Note, marked, notes_of
from cicatrix.interfaces.web.views.lists import RecallLine, recalls_page
from cicatrix.interfaces.web.views.words import Piece

_NEWEST: Final = 3
_LOOKED_AT: Final = 50


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
    memories = browser.count(Kind.MEMORY)
    episodes, recalls = browser.count(Kind.EPISODE), browser.count(Kind.RECALL)
    return FrontPage(
        task=task,
        tally=(
            (episodes, "episode" if episodes == 1 else "episodes", "/episodes"),
            (len(active), "active rule" if len(active) == 1 else "active rules", "/playbook?status=active"),
            (memories, "memory" if memories == 1 else "memories", "/memories"),
            (recalls, "recall" if recalls == 1 else "recalls", "/recalls"),
        ),
        rule=deepest,
        statement=marked(deepest.text, notes) if deepest else (),
        notes=notes,
        newest=_newest(browser),
        recalls=recalls_page(browser, now, limit=5).lines,
        namespace=browser.namespace,
    )


def _newest(browser: Browser) -> tuple[Memory, ...]:
    """Of the memories that changed last those that stand."""
    versions = browser.bodies(Kind.MEMORY, limit=_LOOKED_AT)
    found = (decode(Memory, each.body, seq=each.seq) for each in versions if each.body is not None)
    return tuple(islice((noun for noun in found if noun.status is Status.ACTIVE), _NEWEST))
