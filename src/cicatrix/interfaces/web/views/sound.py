"""Whether a stored entry still is what was sealed, as far as it and the erasures after it can tell."""

from __future__ import annotations

import hmac
from typing import Literal

from cicatrix.core.entries import commitment, leaf_hash, read_header
from cicatrix.engine.browse import Browser
from cicatrix.ports import SealedEntry

BodyState = Literal["holds", "differs", "erased"]


def body_state(sealed: SealedEntry, commit: str) -> BodyState:
    """The body beside the commitment in its header."""
    if sealed.body is None or sealed.salt is None:
        return "erased"
    holds = hmac.compare_digest(commitment(sealed.salt, sealed.body).hex().encode(), commit.encode())
    return "holds" if holds else "differs"


def fault_of(browser: Browser, sealed: SealedEntry) -> str:
    """What is wrong with an entry, in words; empty when nothing is. Words that an erasure took are no fault."""
    try:
        header = read_header(sealed.header)
    except (ValueError, KeyError, TypeError, RecursionError):
        return "its header cannot be read"
    if leaf_hash(sealed.header) != sealed.leaf:
        return "its header does not hash to its leaf"
    match body_state(sealed, header.commit):
        case "differs":
            return "its words are not the ones that were sealed"
        case "erased" if browser.erased_by(sealed.seq) is None:
            return "its words were destroyed without an erasure"
        case _:
            return ""
