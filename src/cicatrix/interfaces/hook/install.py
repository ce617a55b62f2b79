"""``cicatrix hook install``: both hooks in the harness's settings, beside what stands there.

The command before a call ends in ``|| exit 2``: should Python be missing, the package be broken or the process be
killed, the shell that runs it still stops the call.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.errors import InvalidInput, StoreError

SETTINGS: Final = Path(".claude") / "settings.json"
_WAITS: Final = 60
"""Seconds that the harness waits; the command before a call says no by itself long before."""
_EVENTS: Final = {
    "PreToolUse": "pre-tool-use",
    "PostToolUse": "post-tool-use",
    "PostToolUseFailure": "post-tool-use",
}
_NO_GATE: Final = "Cicatrix could not judge this call, so it is denied. A person has to run: cicatrix doctor"


@dataclass(frozen=True, slots=True)
class Installed:
    file: Path
    settings: JsonObject  # the file as it is then
    changed: bool


def commands(db: Path, namespace: str) -> dict[str, str]:
    """The command line of each event, with nothing left to a search path or to the folder it is called in."""
    beside = Path(sys.executable).with_name("cicatrix")
    program = [str(beside)] if beside.exists() else [sys.executable, "-P", "-m", "cicatrix"]
    scope = ["--db", str(db.absolute()), "--namespace", namespace]
    made: dict[str, str] = {}
    for event, name in _EVENTS.items():
        call = shlex.join([*program, *scope, "hook", name])
        made[event] = f"{call} || {{ echo {shlex.quote(_NO_GATE)} >&2; exit 2; }}" if event == "PreToolUse" else call
    return made


def installed(file: Path, db: Path, namespace: str) -> Installed:
    """The settings with both hooks in them, not written yet. Raises InvalidInput for a file that holds none."""
    before = _read(file)
    settings = cast(JsonObject, json.loads(json.dumps(before)))
    hooks = settings.setdefault("hooks", {})
    if not isinstance(hooks, dict):
        raise _no_settings(file, "its hooks are no object")
    for event, command in commands(db, namespace).items():
        groups = hooks.setdefault(event, [])
        if not isinstance(groups, list):
            raise _no_settings(file, f"its hooks of {event} are no list")
        hook: JsonObject = {"type": "command", "command": command, "timeout": _WAITS}
        ours = [found for group in groups for found in _hooks_of(group) if _is_ours(found, _EVENTS[event])]
        if not ours:
            groups.append({"matcher": "*", "hooks": [hook]})
        for found in ours:
            found.update(hook)
    return Installed(file, settings, settings != before)


def write(done: Installed) -> None:
    """Put the settings in place at once, so that no harness ever reads half of them. Raises StoreError."""
    text = json.dumps(done.settings, indent=2, ensure_ascii=False) + "\n"
    try:
        done.file.parent.mkdir(parents=True, exist_ok=True)
        mode = done.file.stat().st_mode & 0o777 if done.file.exists() else 0o644
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=done.file.parent, prefix=f".{done.file.name}.", delete=False
        ) as new:
            new.write(text)
        os.chmod(new.name, mode)
        os.replace(new.name, done.file)
    except OSError as error:
        raise StoreError(f"{done.file} cannot be written: {error.strerror}.", hint="Check its permissions.") from error


def _read(file: Path) -> JsonObject:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _no_settings(file, f"it cannot be read: {error}") from error
    try:
        found: JsonValue = json.loads(text) if text.strip() else {}
    except ValueError as error:
        raise _no_settings(file, f"it is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise _no_settings(file, "it is no JSON object")
    return found


def _hooks_of(group: JsonValue) -> list[JsonObject]:
    listed = group.get("hooks") if isinstance(group, dict) else None
    return [found for found in listed if isinstance(found, dict)] if isinstance(listed, list) else []


def _is_ours(hook: JsonObject, name: str) -> bool:
    command = hook.get("command")
    return isinstance(command, str) and "cicatrix" in command and f"hook {name}" in command


def _no_settings(file: Path, why: str) -> InvalidInput:
    return InvalidInput(
        f"{file} is left as it is: {why}.", hint="Mend the file, or take what `--print` shows over by hand."
    )
