"""How far the proof of a ledger goes, as its checkpoints say: UNSIGNED or SIGNED. Whether it is ANCHORED only the place
outside can tell that remembers its checkpoints, so no page claims it.

Signatures are checked, and each checkpoint's root is compared with the kept nodes of the tree. Neither hashes the
entries again: that is ``cicatrix verify``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from cicatrix.engine.browse import Browser
from cicatrix.engine.signing import Signed, SignedLog
from cicatrix.errors import CicatrixError, VerificationFailed
from cicatrix.interfaces.web.views.times import When, when

SHOWN: Final = 12
"""The newest checkpoints that a page lists; it says how many there are."""

SealName = Literal["EMPTY", "UNSIGNED", "SIGNED", "FAILED"]


@dataclass(frozen=True, slots=True)
class Seal:
    """``problem``: why a checkpoint does not hold, with the state FAILED; else empty."""

    name: SealName
    entries: int
    signed_to: int = 0
    problem: str = ""

    @property
    def after(self) -> int:
        """Entries after the last checkpoint: unsigned."""
        return self.entries - self.signed_to

    @property
    def in_short(self) -> str:
        """For the foot of every page: after ``Ledger to #42, ``."""
        match self.name:
            case "SIGNED":
                rest = f", {self.after:,} after it unsigned" if self.after else ""
                return f"signed to #{self.signed_to}{rest}"
            case "FAILED":
                return "and a checkpoint does not hold"
            case _:
                return "unsigned"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    size: int
    root: str
    reaches: When | None  # when the last entry that it covers was sealed
    file: str
    key: str  # the id of the key that signed it
    fault: str  # why it does not hold; empty when it does


def seal(browser: Browser) -> Seal:
    """The state of the whole ledger, by its last checkpoint."""
    head = browser.head()
    if not head.seq:
        return Seal("EMPTY", 0)
    try:
        last = browser.signed_log().last
    except CicatrixError as error:
        return Seal("FAILED", head.seq, problem=error.message)
    if last is None:
        return Seal("UNSIGNED", head.seq)
    fault = _fault(browser, last, head.seq)
    return Seal("FAILED" if fault else "SIGNED", head.seq, 0 if fault else last.checkpoint.size, fault)


def checkpoints(browser: Browser, now: datetime) -> tuple[tuple[Checkpoint, ...], int]:
    """The newest checkpoints, newest first, each compared with the ledger; and how many there are."""
    try:
        log = browser.signed_log()
    except CicatrixError:
        return (), 0
    newest = log.checkpoints[: -SHOWN - 1 : -1]
    return tuple(_checkpoint(browser, log, found, now) for found in newest), len(log.checkpoints)


def sealed_at(browser: Browser, seq: int, now: datetime) -> When | None:
    """When an entry was sealed; None where damage keeps it from being read."""
    try:
        return when(browser.entry(seq).header.at, now)
    except VerificationFailed:
        return None


def _checkpoint(browser: Browser, log: SignedLog, found: Signed, now: datetime) -> Checkpoint:
    size, head = found.checkpoint.size, browser.head().seq
    key = log.chain.at(size)
    reaches = sealed_at(browser, size, now) if size <= head else None
    return Checkpoint(
        size=size,
        root=found.checkpoint.root.hex(),
        reaches=reaches,
        file=found.file,
        key=key.id.hex() if key else "",
        fault=_fault(browser, found, head),
    )


def _fault(browser: Browser, found: Signed, head: int) -> str:
    size = found.checkpoint.size
    if size > head:
        return f"The checkpoint covers {size} entries and the ledger has {head}: it was cut off."
    try:
        root = browser.root_of(size)
    except VerificationFailed as error:
        return error.message
    if root != found.checkpoint.root:
        return f"The ledger is not the one that was signed: something up to #{size} was rewritten."
    return ""
