"""Whether a stored entry still is what was sealed, as far as the entry alone can tell."""

from __future__ import annotations

import hmac
from typing import Literal

from cicatrix.core.entries import commitment, leaf_hash, read_header
from cicatrix.ports import SealedEntry

BodyState = Literal["holds", "differs", "erased"]


def body_state(sealed: SealedEntry, commit: str) -> BodyState:
    """The body beside the commitment in its header."""
    if sealed.body is None or sealed.salt is None:
        return "erased"
    holds = hmac.compare_digest(commitment(sealed.salt, sealed.body).hex().encode(), commit.encode())
    return "holds" if holds else "differs"


def fault_of(sealed: SealedEntry) -> str:
    """What is wrong with an entry, in words; empty when nothing is."""
    try:
        header = read_header(sealed.header)
    except (ValueError, KeyError, TypeError, RecursionError):
        return "its header cannot be read"
    if leaf_hash(sealed.header) != sealed.leaf:
        return "its header does not hash to its leaf"
    return "its words are not the ones that were sealed" if body_state(sealed, header.commit) == "differs" else ""
