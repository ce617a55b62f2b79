"""Runs of an agent on tasks, in the layout of tau-bench: a list of ``{task_id, trial, traj, info, reward}``.

``traj`` is a chat (chat.py says what becomes of its messages). ``session`` is ``task-0/trial-1@3f2a9c01``: the last
digits are of the run itself, so that two agents' runs of one task are not mixed into one conversation.
``source.where`` is ``task 0, trial 1, message 5``.

Not read: ``info`` and ``reward``, the bench's own verdict and gold. The agent never saw them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from cicatrix.adapters.importers.chat import ChatReader
from cicatrix.adapters.importers.files import read_whole
from cicatrix.core.episodes import JsonValue
from cicatrix.errors import InvalidInput
from cicatrix.ports import Importer, ImportRow, ImportSkip


def sniff(_path: Path, head: bytes) -> bool:
    return b'"traj"' in head and b'"task_id"' in head


def read(path: Path) -> Iterator[ImportRow | ImportSkip]:
    """Raises InvalidInput when the file holds no run."""
    whole = read_whole(path)
    runs = whole if isinstance(whole, list) else [whole]
    if not any(isinstance(run, dict) and "traj" in run for run in runs):
        raise InvalidInput(f"{path.name} holds no run with a traj.", hint="See the formats of `import`.")
    reader = ChatReader()
    for place, run in enumerate(runs, start=1):
        messages = run.get("traj") if isinstance(run, dict) else None
        if not isinstance(run, dict) or not isinstance(messages, list):
            yield ImportSkip(f"run {place}", "it has no traj, or one that is no list")
            continue
        task, trial = run.get("task_id", place), run.get("trial", 0)
        yield from reader.rows(
            messages, f"task-{task}/trial-{trial}@{fingerprint(messages)}", f"task {task}, trial {trial}"
        )


def fingerprint(messages: list[JsonValue]) -> str:
    """Eight hex digits of a conversation's SHA-256."""
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()[:8]


IMPORTER = Importer("tau-bench", sniff, read)
