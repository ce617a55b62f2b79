"""The ledger as a list: entries newest first, each with what it says; then how far the proof of them goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from cicatrix.core.ids import Kind
from cicatrix.engine.browse import Browser, EntryLine
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web.links import GLYPHS
from cicatrix.interfaces.web.views.seal import Checkpoint, Seal, checkpoints, seal
from cicatrix.interfaces.web.views.sound import fault_of
from cicatrix.interfaces.web.views.summary import Summary, kind_name, kind_plural, summary
from cicatrix.interfaces.web.views.times import When, when

PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Stitch:
    """One entry on the line."""

    seq: int
    handle: str | None
    kind: str  # as people call it
    entry: str  # as the header calls it
    glyph: str
    at: When | None
    summary: Summary
    leaf: str
    fault: str  # what is wrong with it as it is stored; empty when nothing is


@dataclass(frozen=True, slots=True)
class LedgerPage:
    title: str
    lines: tuple[Stitch, ...]
    total: int
    kind: str  # the filter; empty for all
    kinds: tuple[tuple[str, str], ...]  # value, name
    start: int  # the entry that the page was asked to begin with; 0: the newest
    older: str
    newest: str
    seal: Seal
    checkpoints: tuple[Checkpoint, ...]
    checkpoint_count: int
    namespace: str


def ledger_page(browser: Browser, now: datetime, *, start: int | None = None, kind: str = "") -> LedgerPage:
    """Raises InvalidInput for a kind that is none."""
    wanted = _kind(kind)
    lines = browser.entries(before=start + 1 if start else None, kind=wanted, limit=PER_PAGE + 1)
    shown, more = lines[:PER_PAGE], lines[PER_PAGE:]
    total = browser.head().seq
    points, count = checkpoints(browser, now)
    state = seal(browser)
    return LedgerPage(
        title=_title(state),
        lines=tuple(stitch(browser, line, now) for line in shown),
        total=total,
        kind=wanted.value if wanted else "",
        kinds=tuple((each.value, kind_plural(each)) for each in Kind),
        start=start or 0,
        older=_address(more[0].seq, wanted) if more else "",
        newest=_address(0, wanted) if start and start < total else "",
        seal=state,
        checkpoints=points,
        checkpoint_count=count,
        namespace=browser.namespace,
    )


def stitch(browser: Browser, line: EntryLine, now: datetime) -> Stitch:
    version = line.version
    return Stitch(
        seq=line.seq,
        handle=version.handle if version else None,
        kind=kind_name(version.kind) if version else "unknown",
        entry=version.entry if version else "",
        glyph=GLYPHS.get(version.kind, "entry") if version else "none",
        at=when(version.at, now) if version else None,
        summary=summary(version, line.seq),
        leaf=line.sealed.leaf.hex(),
        fault=fault_of(browser, line.sealed),
    )


def _title(state: Seal) -> str:
    if not state.entries:
        return "Nothing is sealed here yet."
    count = "One entry" if state.entries == 1 else f"{state.entries:,} entries on one line"
    if state.name == "FAILED":
        return f"{count}, and something was changed."
    return f"{count}, sealed." if state.entries == 1 else f"{count}, each sealed to the one before it."


def _kind(text: str) -> Kind | None:
    if not text:
        return None
    try:
        return Kind(text)
    except ValueError:
        raise InvalidInput(f"{text!r} is no kind of entry.", hint=f"One of: {', '.join(Kind)}.") from None


def _address(start: int, kind: Kind | None) -> str:
    query = {**({"from": start} if start else {}), **({"kind": kind.value} if kind else {})}
    return f"/ledger?{urlencode(query)}" if query else "/ledger"
