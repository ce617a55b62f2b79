"""The page of a thing whose words are gone: taken by an erasure, which the ledger names, or destroyed around it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.engine.browse import Browser
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.web.views.seal import sealed_at
from cicatrix.interfaces.web.views.summary import kind_name
from cicatrix.interfaces.web.views.times import When, when


@dataclass(frozen=True, slots=True)
class Gone:
    id: str
    kind: str  # as people call it
    seq: int  # of the last version whose words are missing
    sealed: When | None
    erasure: int | None  # the entry that took them; None: they were destroyed without one
    erased: When | None
    versions: tuple[int, ...]  # the entries that remain, oldest first
    verify: str


def gone_of(browser: Browser, handle: str, now: datetime) -> Gone | None:
    """None where there never was such a thing, or where its words stand."""
    try:
        versions = browser.history_of(canonical_handle(handle)) if handle else []
    except InvalidInput:
        return None
    if not versions or versions[-1].body is not None:
        return None
    last = versions[-1]
    erasure = browser.erased_by(last.seq)
    return Gone(
        id=last.handle,
        kind=kind_name(Kind(last.kind)),
        seq=last.seq,
        sealed=when(last.at, now),
        erasure=erasure,
        erased=sealed_at(browser, erasure, now) if erasure else None,
        versions=tuple(version.seq for version in versions),
        verify=f"cicatrix verify -n {browser.namespace}",
    )
