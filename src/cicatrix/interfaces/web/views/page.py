"""What stands around every page: its title, the ways on, the ledger line, its address as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from typing import Final

from cicatrix.core.stamps import stamp
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.waiting import open_approvals, open_doubts, open_questions
from cicatrix.interfaces.web.links import url_of
from cicatrix.interfaces.web.views.ledger_line import STITCHES, LedgerLine, ledger_line
from cicatrix.interfaces.web.views.past import Past, looks_back
from cicatrix.interfaces.web.views.seal import Seal, seal, sealed_at
from cicatrix.ports import Head

ROOMS: Final = (
    ("Playbook", "/playbook"),
    ("Memories", "/memories"),
    ("Episodes", "/episodes"),
    ("Recalls", "/recalls"),
    ("Actions", "/actions"),
    ("Inbox", "/inbox"),
    ("Sleep", "/sleep"),
    ("Diff", "/diff"),
    ("Ledger", "/ledger"),
)
_COUNTED: Final = 99
_LOOKED_AT: Final = 200
"""The navigation counts calls, questions and doubts that wait up to so many, among so many of the newest."""


@dataclass(frozen=True, slots=True)
class Way:
    """One link of the navigation. ``waiting`` is a count worth a look, empty for none."""

    name: str
    url: str
    current: bool
    waiting: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    nav: tuple[Way, ...]
    line: LedgerLine
    namespace: str
    head: Head
    seal: Seal
    twin: str  # the address of the same page as JSON; empty for none
    past: Past | None  # the mind that the page shows, where it is not the one of now
    looks_back: str  # where the slider begins; empty where there is nothing to go back to


def frame(
    seen: Browser,
    browser: Browser,
    now: datetime,
    title: str,
    *,
    today: datetime,
    room: str = "",
    own: Iterable[str | int] = (),
    twin: str = "",
    past: Past | None = None,
    path: str = "/",
) -> Page:
    """Build the frame. ``own`` are the handles and sequences that this page rests on, the most important first, as
    ``seen``; what stands around them is the ledger of today."""
    head = browser.head()
    first = sealed_at(browser, 1, now) if head.seq else None
    line = ledger_line(
        head.seq,
        browser.kinds() if head.seq <= STITCHES else (),
        _stitches(seen, own),
        first_day=first.day if first else "",
        then=past.seq if past else 0,
    )
    waiting = _waiting(browser, today)
    nav = tuple(Way(name, url, name == room, waiting if name == "Inbox" else "") for name, url in ROOMS)
    back = "" if past else looks_back(path, head.seq)
    return Page(title, nav, line, browser.namespace, head, seal(browser), twin, past, back)


def _stitches(browser: Browser, own: Iterable[str | int]) -> list[tuple[int, str, str]]:
    """(sequence, label, url). A handle stands where it was last sealed; one that is gone has no stitch."""
    found = []
    for item in own:
        if isinstance(item, int):
            found.append((item, f"#{item}", f"/ledger/{item}"))
        elif seq := browser.sequence_of(item):
            found.append((seq, item, url_of(item)))
    return found


def _waiting(browser: Browser, today: datetime) -> str:
    """How many calls, questions and doubts wait for an answer."""
    asked = chain(
        open_approvals(browser, stamp(today), _LOOKED_AT),
        open_questions(browser, _LOOKED_AT),
        open_doubts(browser, _LOOKED_AT),
    )
    count = sum(1 for _ in islice(asked, _COUNTED + 1))
    return f"{_COUNTED}+" if count > _COUNTED else str(count or "")
