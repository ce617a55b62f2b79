"""A disk that loses its power: what of the writes since the last sync is there afterwards is up to chance.

The model. A write, a truncation and a change of the folder are *pending* until a sync of that file (or of the folder)
that began after they had returned has returned itself; then they are there for ever. At a power loss, of what is
pending anything may have reached the disk: nothing, everything, whole writes in any choice, or single sectors of 512 or
4,096 bytes, each in any of the states that it had since the last sync. The length of a file may run ahead of its
content, and then the hole reads as zeros. Removals and creations may be lost too, in the order in which they were made
or in any.

Not in the model: bits that rot later, disks that lie about a sync, a sector that holds neither its old nor its new
bytes, and file systems that show other files' old blocks in a hole.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from tests.crash.syscalls import Call

Fate = Literal["nothing", "everything", "first", "last", "writes", "pages", "sectors"]
"""What survives of the pending changes: the ``first`` or the ``last`` of them, a choice of whole ``writes``, or of
``pages`` (4,096 bytes) or ``sectors`` (512) of theirs."""

FATES: Final[tuple[Fate, ...]] = ("nothing", "everything", "first", "last", "writes", "pages", "sectors")
_GRAIN: Final[dict[Fate, int]] = {"pages": 4096, "sectors": 512}


@dataclass(frozen=True, slots=True)
class _Change:
    """A write of ``data`` at ``place``, or (no data) a truncation to ``place``."""

    end: int
    place: int
    data: bytes | None

    def apply(self, content: bytearray) -> None:
        if self.data is None:
            del content[self.place :]
            content.extend(bytes(self.place - len(content)))
            return
        if len(content) < self.place:
            content.extend(bytes(self.place - len(content)))
        content[self.place : self.place + len(self.data)] = self.data

    def pieces(self, grain: int) -> Iterable[_Change]:
        """Cut at the bounds of sectors."""
        if self.data is None:
            return [self]
        start, stop = self.place, self.place + len(self.data)
        bounds = [start, *range((start // grain + 1) * grain, stop, grain), stop]
        return [
            _Change(self.end, low, self.data[low - start : high - start]) for low, high in itertools.pairwise(bounds)
        ]


@dataclass(slots=True)
class _File:
    synced: bytearray = field(default_factory=bytearray)
    pending: list[_Change] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A change of the folder: a name that stands for a file, or (None) for none any more."""

    end: int
    name: str
    file: _File | None


class Platter:
    """The disk under one folder. Feed it calls in their order; ask at any moment what a power loss could leave."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._now: dict[str, _File] = {}  # as the running programs see the folder
        self._synced: dict[str, _File] = {}
        self._pending: list[_Entry] = []

    @property
    def pending(self) -> int:
        """How many changes a power loss could undo."""
        files = {id(file): file for file in (*self._now.values(), *self._synced.values())}
        return len(self._pending) + sum(len(file.pending) for file in files.values())

    def feed(self, call: Call) -> None:
        path = Path(call.path)
        if path == self._folder and call.name in ("fsync", "fdatasync"):
            self._sync_folder(call.start)
        if path.parent != self._folder or path.name.endswith("-shm"):
            return  # the shared memory of the log is made anew whenever the file is opened by the first process
        if call.name == "openat":
            if call.creates and path.name not in self._now:
                self._now[path.name] = _File()
                self._pending.append(_Entry(call.end, path.name, self._now[path.name]))
        elif call.name == "unlink":
            del self._now[path.name]
            self._pending.append(_Entry(call.end, path.name, None))
        elif call.name == "pwrite64":
            self._now[path.name].pending.append(_Change(call.end, call.number, call.data))
        elif call.name == "ftruncate":
            self._now[path.name].pending.append(_Change(call.end, call.number, None))
        elif call.name in ("fsync", "fdatasync"):
            file = self._now[path.name]
            for change in file.pending:
                if change.end < call.start:
                    change.apply(file.synced)
            file.pending = [change for change in file.pending if change.end >= call.start]

    def _sync_folder(self, start: int) -> None:
        _apply((entry for entry in self._pending if entry.end < start), self._synced)
        self._pending = [entry for entry in self._pending if entry.end >= start]

    def after_power_loss(self, fate: Fate, dice: random.Random) -> dict[str, bytes]:
        """Names and contents that may be found when the power is back."""
        names = dict(self._synced)
        _apply(_survivors(self._pending, fate, dice), names)
        return {name: _content(file, fate, dice) for name, file in names.items()}


def _apply(entries: Iterable[_Entry], names: dict[str, _File]) -> None:
    for entry in entries:
        if entry.file is None:
            names.pop(entry.name, None)
        else:
            names[entry.name] = entry.file


def _survivors(entries: list[_Entry], fate: Fate, dice: random.Random) -> list[_Entry]:
    if fate == "nothing":
        return []
    if fate == "everything":
        return entries
    if dice.random() < 0.5:  # a journal of the file system keeps the order
        return entries[: dice.randint(0, len(entries))]
    return [entry for entry in entries if dice.random() < 0.5]


def _content(file: _File, fate: Fate, dice: random.Random) -> bytes:
    content = bytearray(file.synced)
    changes = file.pending
    cut = dice.randint(0, len(changes))
    kept: Iterable[_Change]
    if fate == "nothing":
        kept = []
    elif fate == "everything":
        kept = changes
    elif fate == "first":
        kept = changes[:cut]
    elif fate == "last":
        kept = changes[cut:]
    else:
        grain, share = _GRAIN.get(fate), dice.choice((0.1, 0.5, 0.9))
        pieces = changes if grain is None else [piece for change in changes for piece in change.pieces(grain)]
        kept = [piece for piece in pieces if dice.random() < share]
    for change in kept:
        change.apply(content)
    if fate not in ("nothing", "everything") and dice.random() < 0.5:
        length = max([len(content), *(change.place + len(change.data or b"") for change in changes)])
        content.extend(bytes(length - len(content)))
    return bytes(content)
