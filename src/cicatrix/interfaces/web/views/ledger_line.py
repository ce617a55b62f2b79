"""The line under every page's head: the whole ledger from #1 to now, with the page's own entries as stitches.

Places come from the sequences alone. A ledger of up to :data:`STITCHES` entries shows each of them; of a longer one the
line is a ruler, with a tick at every round number of entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

STITCHES: Final = 240
_RULER: Final = 100
"""At most this many ticks on a ruler."""
_WIDE, _NARROW = 5.0, 16.0
"""Labels nearer than this to one that is written already, in per cent of the line, are left out (on narrow pages)."""
_UP: Final = {"memory": 6, "episode": 3}


@dataclass(frozen=True, slots=True)
class Tick:
    x: float  # per cent of the line
    up: int  # pixels above it: rules and memories stand higher than episodes
    down: int  # pixels below it: recalls and questions


@dataclass(frozen=True, slots=True)
class Stitch:
    """An entry this page rests on. ``label`` is empty where there is no room to write it."""

    x: float
    seq: int
    label: str
    url: str
    anchor: str  # start | middle | end
    wide_only: bool


@dataclass(frozen=True, slots=True)
class LedgerLine:
    head: int  # 0: an empty ledger has no line
    ticks: tuple[Tick, ...]
    marks: tuple[Stitch, ...]
    first_day: str
    label: str
    then: int = 0  # the sequence that a page of the past shows; 0: now
    then_at: float = 100.0


def ledger_line(
    head: int, kinds: Sequence[str], own: Iterable[tuple[int, str, str]], *, first_day: str = "", then: int = 0
) -> LedgerLine:
    """Draw the line.

    ``kinds`` are the kinds of the entries #1 … in order, or empty when there are more than :data:`STITCHES`.
    ``own`` are (sequence, label, url) of the page's entries, the most important first.
    """
    stitches = [item for item in own if 1 <= item[0] <= head]
    ticks = _each(head, kinds) if kinds else _ruler(head)
    named = dict.fromkeys((seq, label) for seq, label, _ in sorted(stitches))
    names = ", ".join(label if label == f"#{seq}" else f"{label} at #{seq}" for seq, label in named)
    label = f"The ledger, #1 to #{head}" + (f". This page rests on {names}" if names else "")
    then_at = _place(then, head) if then else 100.0
    return LedgerLine(head, ticks, _label(head, stitches), first_day, label, then, then_at)


def _place(seq: int, head: int) -> float:
    return round(100 * (seq - 0.5) / head, 2)


def _each(head: int, kinds: Sequence[str]) -> tuple[Tick, ...]:
    ticks = []
    for seq, kind in enumerate(kinds, start=1):
        up = _UP.get(kind.split(".")[0], 0)
        ticks.append(Tick(_place(seq, head), up, 0 if up else 3))
    return tuple(ticks)


def _ruler(head: int) -> tuple[Tick, ...]:
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(step for step in steps if head / step <= _RULER)
    return tuple(Tick(_place(seq, head), 3 if seq % (10 * step) else 6, 0) for seq in range(step, head + 1, step))


def _label(head: int, stitches: Iterable[tuple[int, str, str]]) -> tuple[Stitch, ...]:
    """Place the marks; write the labels that fit, in order of importance."""
    written: list[tuple[float, bool]] = []
    marks: dict[int, Stitch] = {}
    for seq, label, url in stitches:
        if seq in marks:
            continue
        x = _place(seq, head)
        crowded = any(abs(x - other) < _WIDE for other, _ in written)
        narrow = any(abs(x - other) < _NARROW for other, wide_only in written if not wide_only)
        anchor = "start" if x < 4 else "end" if x > 96 else "middle"
        marks[seq] = Stitch(x, seq, "" if crowded else label, url, anchor, narrow)
        if not crowded:
            written.append((x, narrow))
    return tuple(marks[seq] for seq in sorted(marks))
