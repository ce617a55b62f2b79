"""``cicatrix doctor``: look at everything that a memory stands on, and say what is wrong and what to do."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import stat
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix import __version__
from cicatrix.engine.embedding import count_waiting, damaged, handle_of, mend
from cicatrix.engine.reports import Finding
from cicatrix.errors import CicatrixError, EmbedderFailed, NamespaceMissing
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.engine.context import Context
    from cicatrix.interfaces.cli.session import Session

_LOW_DISK = 200 * 1024 * 1024  # bytes
_LARGE_WAL = 64 * 1024 * 1024
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Examination:
    facts: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]


def examine(call: Session) -> Examination:
    """Each part is looked at by itself, so that one that fails hides none of the others."""
    facts: list[tuple[str, str]] = [
        ("cicatrix", __version__),
        ("python", f"{platform.python_version()} ({sys.executable})"),
        ("sqlite", sqlite3.sqlite_version),
        ("clock", datetime.now(UTC).isoformat(timespec="seconds")),
    ]
    findings: list[Finding] = []
    try:
        path = call.settings.db
    except CicatrixError as error:
        return Examination(tuple(facts), (_from_error("settings", error),))
    facts.append(("database", str(path)))
    _look_at_folder(path.parent, facts, findings)
    if path.exists():
        _look_at_file(path, facts, findings)
        _look_at_ledger(call, facts, findings)
    else:
        findings.append(
            Finding(
                "no_database", "note", f"There is no database at {path} yet.", "Writing makes it, or: cicatrix demo"
            )
        )
    return Examination(tuple(facts), tuple(findings))


def make_vectors(call: Session) -> None:
    """Embed what waits, and say how much that was."""
    with call.open(writes=True) as memory:
        caught = mend(memory.context)
    if caught.embedder is None:
        call.out.note("There is no embedder, so no vector was made.")
    else:
        call.out.note(f"{counted(caught.embedded, 'vector')} made for {caught.embedder}.")


def _look_at_folder(folder: Path, facts: list[tuple[str, str]], findings: list[Finding]) -> None:
    if not folder.is_dir():
        findings.append(
            Finding("no_folder", "error", f"The folder {folder} is missing.", "Make it, or name another --db.")
        )
        return
    if not os.access(folder, os.W_OK):
        findings.append(
            Finding(
                "folder_read_only", "warning", f"{folder} cannot be written.", "SQLite keeps its log beside the file."
            )
        )
    free = shutil.disk_usage(folder).free
    facts.append(("disk free", f"{free // _MEGABYTE:,} MB"))
    if free < _LOW_DISK:
        findings.append(
            Finding("disk_low", "error", f"Only {free // _MEGABYTE:,} MB are free.", "Make room before the next write.")
        )


def _look_at_file(path: Path, facts: list[tuple[str, str]], findings: list[Finding]) -> None:
    found = path.stat()
    facts.append(("size", f"{found.st_size / _MEGABYTE:,.1f} MB"))
    facts.append(("permissions", stat.filemode(found.st_mode)))
    mode = stat.filemode(found.st_mode)
    mend = f"chmod 600 {path}"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        findings.append(Finding("file_open_to_others", "warning", f"Other users may write {path.name} ({mode}).", mend))
    elif found.st_mode & (stat.S_IRGRP | stat.S_IROTH):
        told = f"Other users may read {path.name} ({mode}); a new one is made for its owner alone."
        findings.append(Finding("file_readable", "note", told, mend))
    if not os.access(path, os.W_OK):
        findings.append(
            Finding("file_read_only", "warning", f"{path.name} cannot be written.", "Recalls work, and go unrecorded.")
        )
    log = path.with_name(path.name + "-wal")
    size = log.stat().st_size if log.exists() else 0
    facts.append(("write-ahead log", f"{size / _MEGABYTE:,.1f} MB"))
    if size > _LARGE_WAL:
        findings.append(
            Finding("wal_large", "warning", f"{log.name} has grown large.", "A reader may hold it; close what is open.")
        )


def _look_at_ledger(call: Session, facts: list[tuple[str, str]], findings: list[Finding]) -> None:
    try:
        with call.open(writes=False) as memory:
            head = memory.read().head()
            report = memory.verify()
            _look_at_embedder(memory.context, facts, findings)
            findings += (found for found in memory.policies().lint() if found.level != "note")
    except NamespaceMissing as error:
        findings.append(Finding("namespace_missing", "warning", error.message, error.hint))
        return
    except CicatrixError as error:
        findings.append(_from_error("ledger", error))
        return
    facts.append(("namespace", call.namespace))
    facts.append(("ledger", f"{counted(report.entries, 'entry', 'entries')}, {report.state}"))
    if not report.ok:
        bad = report.first_bad
        told = f"entry #{bad.seq} ({bad.kind}): {bad.reason}" if bad else "it does not verify"
        findings.append(
            Finding(
                "ledger_broken", "error", f"The ledger is not what was sealed: {told}", "Do not write to this file."
            )
        )
    if head.seq and head.at > datetime.now(UTC).isoformat().replace("+00:00", "Z"):
        findings.append(
            Finding(
                "clock_behind",
                "warning",
                f"The clock runs behind the last entry ({head.at}).",
                "Set the clock; until then new entries take the last entry's time.",
            )
        )


def _look_at_embedder(ctx: Context, facts: list[tuple[str, str]], findings: list[Finding]) -> None:
    """Which model makes vectors, whether it answers, and what waits for it."""
    if ctx.embedder is None:
        facts.append(("embedder", "none: recall goes by words"))
        return
    model = ctx.embedder.model
    with ctx.store.reader(ctx.namespace) as reader:
        handle = handle_of(reader, model)
        count = reader.vector_count(handle) if handle is not None else 0
    place = "on this machine" if ctx.embedder.is_local else "served"
    facts.append(("embedder", f"{model.id}, {place}, {counted(count, 'vector')} of {model.dimension} numbers"))
    try:
        ctx.embedder.embed(["Does it answer?"], role="query")
    except EmbedderFailed as error:
        findings.append(Finding("embedder_failed", "warning", error.message, error.hint))
    broken = damaged(ctx)
    if broken:
        told = f"{counted(len(broken), 'vector')} of {model.id} cannot be read: bytes in the file were changed."
        findings.append(Finding("vectors_damaged", "error", told, "Make them again: cicatrix doctor --mend"))
    waiting = count_waiting(ctx)
    if waiting:
        told = f"{counted(waiting, 'text')} without a vector of {model.id}: found by words alone."
        findings.append(Finding("vectors_wait", "warning", told, "Make them: cicatrix doctor --mend"))


def _from_error(id: str, error: CicatrixError) -> Finding:
    return Finding(f"{id}_{error.code}", "error", error.message, error.hint)
