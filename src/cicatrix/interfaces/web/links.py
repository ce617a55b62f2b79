"""Where each handle's page is, and how handles inside the engine's sentences become links."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.errors import InvalidInput

_ROOMS: Final = {
    Kind.EPISODE: "/episodes/",
    Kind.RULE: "/rules/",
    Kind.MEMORY: "/memories/",
    Kind.RECALL: "/recalls/",
    Kind.QUESTION: "/questions/",
    Kind.DOUBT: "/doubts/",
    Kind.SLEEP: "/sleep/",
    Kind.VERDICT: "/actions/",
    Kind.APPROVAL: "/approvals/",
}
GLYPHS: Final = {
    Kind.EPISODE: "episode",
    Kind.RULE: "rule",
    Kind.MEMORY: "memory",
    Kind.RECALL: "recall",
    Kind.QUESTION: "question",
    Kind.USE: "cited",
    Kind.IMPORT: "entry",
    Kind.DEAD_LETTER: "dead",
    Kind.TOMBSTONE: "ended",
    Kind.SIGNING_KEY: "entry",
    Kind.ERASURE: "entry",
    Kind.DOUBT: "question",
    Kind.SLEEP: "sleep",
    Kind.EMBEDDER: "entry",
    Kind.VERDICT: "action",
    Kind.APPROVAL: "approval",
    Kind.ANSWER: "entry",
    Kind.TURN: "entry",
    Kind.PROPOSAL: "entry",
}
_ID: Final = re.compile(
    r"`[^`\n]+`|(?<![\w#/-])"
    r"(?:(?:ep|PB-|M-|rc-|q-|us-|im-|dl-|ts-|sk-|er-|rv-|sl-|em-|gd-|ap-)[0-9]{1,18}|#[0-9]{1,18})(?![\w-])",
    re.ASCII,
)


def url_of(handle: str) -> str:
    """The page of a handle; of a kind without pages, the finder, which leads to the entry that sealed it."""
    kind, _ = parse_handle(handle)
    return f"{_ROOMS[kind]}{handle}" if kind in _ROOMS else f"/find?id={handle}"


def glyph_of(handle: str) -> str:
    return GLYPHS[parse_handle(handle)[0]]


def linked(sentence: str) -> Markup:
    """A sentence of the engine as HTML: handles and ``#sequences`` are links, what stands in backticks is code."""
    parts: list[Markup] = []
    place = 0
    for found in _ID.finditer(sentence):
        parts.append(escape(sentence[place : found.start()]))
        parts.append(_link(found[0]))
        place = found.end()
    parts.append(escape(sentence[place:]))
    return Markup("").join(parts)


def _link(name: str) -> Markup:
    if name.startswith("`"):
        return Markup("<code>{}</code>").format(name[1:-1])
    if name.startswith("#"):
        return Markup('<a class="h" href="/ledger/{}">{}</a>').format(int(name[1:]), name)
    try:
        return Markup('<a class="h" href="{}">{}</a>').format(url_of(canonical_handle(name)), name)
    except InvalidInput:  # PB-00 looks like a handle and is none
        return escape(name)
