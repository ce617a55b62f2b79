"""What the gate itself stands on: its ledger, its settings and the harness's. An agent that rewrites them has no gate.

The hook denies calls that change or remove one of these files, as it denies a person's words. Reading them is free.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from cicatrix.core.actions.call import Call, Doubt
from cicatrix.interfaces.hook.speaking import program_of

HARNESS: Final = (Path(".claude") / "settings.json", Path(".claude") / "settings.local.json")
_CHANGES: Final = frozenset({"write", "edit", "replace", "delete", "wipe", "move", "rename", "create"})
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""A database and the files that SQLite keeps beside it."""
_WHOLE_FOLDERS: Final = frozenset({"rm", "mv", "rmdir", "shred"})
"""Programs that take a folder with all that is in it."""
_CLIENTS: Final = frozenset({"sqlite3", "sqlite", "litecli"})


def files(db: Path, settings: Iterable[Path], project: Path) -> frozenset[str]:
    """The files as absolute paths, as they are named and as they lie."""
    found = [Path(f"{db}{ending}") for ending in _BESIDE]
    found += [*settings, *(place / name for place in (project, Path.home()) for name in HARNESS)]
    return frozenset(spelt for file in found for spelt in (os.path.abspath(file), os.path.realpath(file)))


def changed(calls: Iterable[Call], given: str, own: frozenset[str], cwd: str) -> str:
    """The file of ``own`` that a call would change or remove; empty where there is none.

    ``given`` is the line as it was written: a program that is opaque and names such a file counts as changing it.
    """
    for call in calls:
        program = program_of(call)
        places = [thing.literal for thing in call.things if thing.kind == "path" and thing.role != "place"]
        if not call.argv:  # a tool's own arguments, however long a path is
            places += [value for value in call.values.values() if isinstance(value, str) and os.path.isabs(value)]
        if program in _CLIENTS:
            places = list(call.argv[1:])
        elif call.reads or not call.verbs & _CHANGES:
            places = []
        folders = program in _WHOLE_FOLDERS and not call.unknown
        for place in places:
            hit = _hit(place, own, cwd, folders=folders)
            if hit:
                return hit
        if any(unknown.doubt is Doubt.OPAQUE for unknown in call.unknown):
            named = [file for file in sorted(own) if os.path.basename(file) in given and _is_telling(file)]
            if named:
                return named[0]
    return ""


def _is_telling(file: str) -> bool:
    """Whether the bare name says which file is meant: many programs have a ``settings.json``."""
    return not os.path.basename(file).startswith("settings.")


def _hit(place: str, own: frozenset[str], cwd: str, *, folders: bool) -> str:
    named = os.path.abspath(os.path.join(cwd or os.getcwd(), os.path.expanduser(place)))
    for spelt in {named, os.path.realpath(named)}:
        for file in sorted(own):
            inside = folders and file.startswith(spelt.rstrip(os.sep) + os.sep)
            if spelt == file or inside or ("*" in spelt and fnmatchcase(file, spelt)):
                return file
    return ""
