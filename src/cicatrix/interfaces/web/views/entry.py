"""The page of one sealed entry: what it began, its header letter by letter, how to check it without this program."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.entries import EntryKind, chain_hash, commitment
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.engine.browse import Browser, EntryView
from cicatrix.interfaces.web.views.times import When, when

_TITLES: Final[dict[str, str]] = {
    EntryKind.EPISODE: "{} was recorded",
    EntryKind.MEMORY_ADMITTED: "{} was learnt",
    EntryKind.MEMORY_JOINED: "{} gained evidence",
    EntryKind.MEMORY_CORRECTED: "{} was corrected",
    EntryKind.MEMORY_RATIFIED: "A person confirmed {}",
    EntryKind.MEMORY_SUPERSEDED: "{} was replaced",
    EntryKind.MEMORY_SUSPENDED: "{} was suspended",
    EntryKind.MEMORY_RESUMED: "{} holds again",
    EntryKind.MEMORY_ENDED: "{} was taken back",
    EntryKind.TOMBSTONE: "{} keeps something from being learnt again",
    EntryKind.RECALL: "{} was asked and graded",
    EntryKind.USED: "{} reports what was used",
    EntryKind.QUESTION: "{} was asked of a person",
    EntryKind.QUESTION_ANSWERED: "{} was answered",
    EntryKind.IMPORT: "{} brought in a log",
    EntryKind.IMPORT_RATIFIED: "A person confirmed {}",
    EntryKind.DEAD_LETTER: "{} was not learnt",
    EntryKind.KEY_ROTATED: "{} hands the signing key on",
}
_WITHOUT_PAGE: Final = frozenset({Kind.USE, Kind.IMPORT, Kind.DEAD_LETTER, Kind.TOMBSTONE, Kind.SIGNING_KEY})


@dataclass(frozen=True, slots=True)
class EntryPage:
    seq: int
    handle: str | None
    title: str  # of the engine, with the handle
    kind: str
    origin: str
    at: When | None
    header: str
    leaf: str
    leaf_now: str  # reckoned while this page was made
    chain: str
    commit: str
    body: str  # holds | differs | destroyed
    content: str  # the body as JSON, of things that have no page of their own; else empty
    parents: tuple[int, ...]
    before: int
    after: int
    command: str


def entry_page(browser: Browser, seq: int, now: datetime) -> EntryPage:
    """Raises NotFound."""
    view = browser.entry(seq)
    sealed, header = view.sealed, view.header
    text = sealed.header.decode("utf-8", errors="replace")
    if sealed.body is None or sealed.salt is None:
        body = "destroyed"
    else:
        body = "holds" if commitment(sealed.salt, sealed.body).hex() == header.commit else "differs"
    return EntryPage(
        seq=seq,
        handle=view.handle,
        title=_TITLES.get(header.kind, "{} changed").format(view.handle or f"#{seq}"),
        kind=header.kind,
        origin=header.origin,
        at=when(header.at, now),
        header=text,
        leaf=sealed.leaf.hex(),
        leaf_now=hashlib.sha256(b"\x00" + sealed.header).hexdigest(),
        chain=chain_hash(bytes.fromhex(header.prev), sealed.leaf).hex(),
        commit=header.commit,
        body=body,
        content=_content(view),
        parents=header.parents,
        before=seq - 1,
        after=seq + 1 if seq < browser.head().seq else 0,
        command=f"printf '\\0%s' {shlex.quote(text)} | sha256sum",
    )


def _content(view: EntryView) -> str:
    if view.handle is None or view.sealed.body is None or parse_handle(view.handle)[0] not in _WITHOUT_PAGE:
        return ""
    return json.dumps(json.loads(view.sealed.body), ensure_ascii=False, indent=2)
