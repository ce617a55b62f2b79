"""The memory that a hook is about: named by its options, the environment, or the project's ``cicatrix.toml``."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cicatrix.bootstrap import open_context
from cicatrix.config import PROJECT_FILE, USER_FILE, home_folder, load_settings
from cicatrix.engine.memory import Memory
from cicatrix.errors import NotFound
from cicatrix.interfaces.cli.flags import Flags
from cicatrix.interfaces.hook import own

PROJECT: Final = "CLAUDE_PROJECT_DIR"
"""Where the harness says which folder a session belongs to; the agent may have walked to another."""


@dataclass(frozen=True, slots=True)
class Here:
    memory: Memory
    scope: str  # the options that a command must repeat
    own: frozenset[str] = frozenset()  # the files that the gate stands on


@contextmanager
def open_here(flags: Flags) -> Iterator[Here]:
    """Raises NotFound for a database that is not there: a gate without its memory is a mistake, and no empty one.
    Raises NamespaceMissing, StoreError, Busy like any opening."""
    given = {**flags.values, "embedder": "none"}  # a model would take longer to load than a verdict may
    project = Path(os.environ.get(PROJECT) or Path.cwd())
    settings = load_settings(given, os.environ, project)
    path, namespace = settings.db, settings.namespace
    if not path.exists():
        raise NotFound(f"There is no database at {path}.", hint="Name it: `cicatrix hook install --db FILE -n NAME`.")
    scope = " ".join(f"{name} {shlex.quote(value)}" for name, value in (("--db", str(path)), ("-n", namespace)))
    clock, user = settings.clock(), settings.user
    with Memory(open_context(path, namespace, clock=clock, user=user, user_speaks=False, embedder=settings)) as memory:
        held = [] if memory.context.store.data_version(namespace) else memory.context.store.namespaces()
        if held:
            raise NotFound(
                f"There is no namespace {namespace} in {path}, which holds {', '.join(held[:5])}.",
                hint=f"Name one that is there: `cicatrix hook install -n {held[0]}`.",
            )
        home = home_folder(os.environ)
        written = [Path(item.where) for item in settings.values if item.source in ("cicatrix.toml", "user config")]
        yield Here(memory, scope, own.files(path, [*written, project / PROJECT_FILE, home / USER_FILE], project))
