"""Tampering, shown on a copy: change one byte behind the ledger's back, and see who notices."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix.errors import CicatrixError

if TYPE_CHECKING:
    from cicatrix.engine.memory import Memory


@dataclass(frozen=True, slots=True)
class Detected:
    """What was changed (``target``), and what verification said (``seq``, ``kind``, ``reason``)."""

    target: int
    changed: str  # the words around the byte, before and after
    found: bool
    seq: int | None
    kind: str
    reason: str


def show_detection(memory: Memory, path: Path, target: int) -> Detected:
    """Copy the database at ``path``, change one byte of the body of entry ``target`` in the copy, verify the copy.

    The database itself is only read.
    """
    from cicatrix.bootstrap import open_context
    from cicatrix.engine.memory import Memory as Opened

    context = memory.context
    with tempfile.TemporaryDirectory(prefix="cicatrix-demo-") as folder:
        copy = Path(folder) / "copy.db"
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target_file:
            source.backup(target_file)
        changed = _flip_a_byte(copy, context.namespace, target)
        try:
            with Opened(open_context(copy, context.namespace, read_only=True)) as tampered:
                report = tampered.verify()
        except CicatrixError as error:
            return Detected(target, changed, True, None, error.code, error.message)
    bad = report.first_bad
    if report.ok or bad is None:
        return Detected(target, changed, False, None, "", "")
    return Detected(target, changed, bad.seq == target, bad.seq, bad.kind, bad.reason)


def _flip_a_byte(copy: Path, namespace: str, seq: int) -> str:
    """Change the lowest bit of the byte in the middle of a stored body: one letter becomes another."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        (body,) = file.execute("SELECT body FROM bodies WHERE ns = ? AND seq = ?", (namespace, seq)).fetchone()
        place = len(body) // 2
        forged = body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]
        file.execute("UPDATE bodies SET body = ? WHERE ns = ? AND seq = ?", (forged, namespace, seq))
    return f"byte {place} of the body: 0x{body[place]:02x} became 0x{forged[place]:02x}"
