"""A page of the log that is beyond doubt: many entries and the versions that they began, compared column by column.

Comparing columns takes a third of the time of looking at entry by entry, and says less: that all is well, or that
something may not be. What is wrong, and with which entry, is for whoever looks at them one by one.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from hashlib import sha256

from cicatrix.core.entries import BLOCK, commitments, scan_header
from cicatrix.core.episodes import JsonObject
from cicatrix.core.projection import VersionRow, read_body
from cicatrix.core.stamps import is_stamp

Stored = tuple[int, bytes, bytes, bytes | None, bytes | None]
"""An entry as it is stored: sequence, header, leaf, salt, body."""


@dataclass(frozen=True, slots=True)
class SoundPage:
    """Where the log stands after a page, and of its nouns those that were wanted."""

    leaves: Sequence[bytes]
    chain: bytes
    nouns: dict[int, JsonObject]  # by sequence


def read_page(
    namespace: str,
    size: int,
    chain: bytes,
    at: str,
    entries: Sequence[Stored],
    rows: Sequence[VersionRow],
    wanted: Set[str] = frozenset(),
) -> SoundPage | None:
    """Read the next entries of a log, and the rows of their versions. ``size``, ``chain`` and ``at`` say where it
    stands: how many entries it has, and the chain value and the time of the last. ``wanted``: kinds of which the
    nouns are given.

    None when anything about them is not as it was sealed, is missing, erased, or unusual: headers, leaves, chain,
    times, parents, bodies against their commitments, versions against bodies. Whether versions end where they should is
    not looked at.
    """
    if not entries or len(rows) != len(entries):
        return None
    seqs, headers, leaves, salts, bodies = zip(*entries, strict=True)
    _, _, _, begun, _, ats, words = zip(*rows, strict=True)
    expected = tuple(range(size + 1, size + len(entries) + 1))
    if seqs != expected or begun != expected or None in salts or None in bodies or max(map(len, salts)) > BLOCK:
        return None
    scanned = [scan_header(header) for header in headers]
    if None in scanned:
        return None
    times, commits, named, namespaces, parents, prevs, numbers = zip(*scanned, strict=True)
    if not (
        set(namespaces) == {namespace}
        and numbers == tuple(map(str, expected))
        and named == words
        and times == ats
        and _in_order(at, times)
        and all(
            0 < int(parent) < seq for seq, line in zip(seqs, parents, strict=True) if line for parent in line.split(",")
        )
        and leaves == tuple([sha256(b"\x00" + header).digest() for header in headers])
        and commits == tuple(commitments(salts, bodies))
    ):
        return None
    for prev, leaf in zip(prevs, leaves, strict=True):
        if prev != chain.hex():
            return None
        chain = sha256(chain + leaf).digest()
    nouns: dict[int, JsonObject] = {}
    try:
        for row, raw in zip(rows, bodies, strict=True):  # one by one: a page of parsed bodies would leave the cache
            said = read_body(raw)
            if row.handle != said.handle or row.kind != said.kind or row.key != said.key:
                return None
            if row.kind in wanted:
                nouns[row.seq] = said.body
    except ValueError:
        return None
    return SoundPage(leaves, chain, nouns)


def _in_order(at: str, times: Sequence[str]) -> bool:
    """Whether these are times, none of them before ``at`` or the one before it."""
    return times[0] >= at and list(times) == sorted(times) and all(map(is_stamp, set(times)))
