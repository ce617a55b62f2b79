"""Imports: which log came in, how far it was trusted, and what it brought.

An import is begun by the first transaction that stores one of its episodes and finished by the last; one that was
interrupted stays ``open``, and the same call on the same file goes on with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ImportTrust = Literal["external", "human"]
"""``external``: nobody vouches for the log. ``human``: a person vouches that what people say in it was said by them."""

ImportState = Literal["open", "finished"]


@dataclass(frozen=True, slots=True)
class Import:
    """One imported file. ``counts`` are of the runs so far; episodes name it in ``source.import_id``."""

    id: str
    file: str  # its name, without the folder
    sha256: str  # of its bytes, hex
    format: str
    trust: ImportTrust
    by: str  # who ran it, and with trust "human" who vouches
    state: ImportState = "open"
    imported: int = 0  # episodes it brought
    already: int = 0  # rows that were there before
    skipped: int = 0  # parts of the file that are no episodes
    seq: int = 0  # of the entry that sealed this version
