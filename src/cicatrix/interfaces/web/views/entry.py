"""The page of one sealed entry: what it began, its header letter by letter, its body, and how to check both."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.entries import chain_hash, leaf_hash
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.engine.browse import Browser
from cicatrix.interfaces.web.views.proving import Proving, commands, proving
from cicatrix.interfaces.web.views.sound import BodyState, body_state, fault_of
from cicatrix.interfaces.web.views.summary import Summary, summary
from cicatrix.interfaces.web.views.times import When, when

_LONG: Final = 1_500
"""A body of more characters is folded away."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    seq: int
    handle: str | None
    summary: Summary
    ended: int  # the entry that ended what this one began; 0: it is current, or nothing was begun
    kind: str
    origin: str
    at: When | None
    at_iso: str
    header: str
    leaf: str
    leaf_now: str  # reckoned while this page was made
    chain: str
    fault: str  # what is wrong with it as it is stored; empty when nothing is
    body: BodyState
    erasure: int | None  # the entry that took its words
    content: str  # the body letter by letter; empty once erased
    long: bool
    parents: tuple[int, ...]
    before: int
    after: int
    one_line: str  # checks the leaf with nothing but a shell
    commands: str
    proving: Proving
    salt: str | None


def entry_page(browser: Browser, seq: int, now: datetime) -> EntryPage:
    """Raises NotFound, VerificationFailed when the header cannot be read."""
    view = browser.entry(seq)
    sealed, header, version = view.sealed, view.header, view.version
    text = sealed.header.decode("utf-8", errors="replace")
    content = sealed.body.decode("utf-8", errors="replace") if sealed.body is not None else ""
    return EntryPage(
        seq=seq,
        handle=view.handle,
        summary=summary(version, seq),
        ended=(version.end or 0) if version else 0,
        kind=header.kind,
        origin=header.origin,
        at=when(header.at, now),
        at_iso=header.at,
        header=text,
        leaf=sealed.leaf.hex(),
        leaf_now=leaf_hash(sealed.header).hex(),
        chain=_chain(header.prev, sealed.leaf),
        fault=fault_of(browser, sealed),
        body=body_state(sealed, header.commit),
        erasure=browser.erased_by(seq) if sealed.body is None else None,
        content=content,
        long=len(content) > _LONG,
        parents=header.parents,
        before=seq - 1,
        after=seq + 1 if seq < browser.head().seq else 0,
        one_line=f"printf '\\0%s' {shlex.quote(text)} | sha256sum",
        commands=commands(browser.namespace, seq),
        proving=proving(browser, seq, header.kind, leaf_hash(sealed.header)),
        salt=sealed.salt.hex() if sealed.salt is not None else None,
    )


def header_of(view: EntryPage) -> JsonObject:
    found: JsonObject = json.loads(view.header)
    return found


def content_of(view: EntryPage) -> JsonValue:
    """The body as it was sealed, None once erased; its letters where they are no JSON any more."""
    if not view.content:
        return None
    try:
        found: JsonValue = json.loads(view.content)
    except ValueError:
        return view.content
    return found


def _chain(prev: str, leaf: bytes) -> str:
    """Empty for a header that names no hash before it."""
    try:
        return chain_hash(bytes.fromhex(prev), leaf).hex()
    except ValueError:
        return ""
