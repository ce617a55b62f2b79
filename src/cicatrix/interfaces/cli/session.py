"""One call of the command line: its options, its settings, its output, and the memory it opens."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix.errors import CicatrixError, InvalidInput, NamespaceMissing, NotFound, PersonMissing
from cicatrix.interfaces.cli.flags import Flags
from cicatrix.interfaces.cli.output import Output
from cicatrix.interfaces.cli.text import listed

if TYPE_CHECKING:
    from typer import Context

    from cicatrix.config import Settings
    from cicatrix.engine.context import Context as EngineContext
    from cicatrix.engine.memory import Memory


class Session:
    """Made once a call, from the global options; commands get it through :func:`session_of`."""

    def __init__(self, flags: Flags) -> None:
        self.flags = flags
        self.out = Output(json=flags.json, quiet=flags.quiet)
        self._fallback_namespace: str | None = None

    @cached_property
    def settings(self) -> Settings:
        """All settings with their sources. Raises InvalidInput for a broken settings file."""
        from cicatrix.config import load_settings

        return load_settings(self.flags.values, os.environ, Path.cwd())

    @property
    def namespace(self) -> str:
        """Raises NamespaceMissing: scope is never guessed."""
        if self._fallback_namespace and not self.settings.get("namespace"):
            return self._fallback_namespace
        try:
            return self.settings.namespace
        except NamespaceMissing as error:
            held = self._held()
            if held:
                error.hint = f"{self.settings.db.name} holds {listed(held)}: add -n {held[0]}. {error.hint}"
            raise

    def _held(self) -> list[str]:
        """The namespaces that the file holds, for a hint; none when it cannot be read."""
        from cicatrix.adapters.sqlite import SqliteStore

        if not self.settings.db.exists():
            return []
        try:
            store = SqliteStore(self.settings.db, by="cicatrix", read_only=True)
        except CicatrixError:
            return []
        with closing(store):
            return store.namespaces()

    def default_namespace(self, name: str) -> None:
        """The demonstration alone brings its own name; every other command must be told."""
        self._fallback_namespace = name

    def scope(self) -> str:
        """The global options that the next call must repeat to be about the same memory, as they are typed."""
        named = {name: value for name, value in self.flags.values.items() if name in ("db", "namespace")}
        if self._fallback_namespace and not self.settings.get("namespace"):
            named["namespace"] = self._fallback_namespace
        flags = (("db", "--db"), ("namespace", "-n"))
        return " ".join(f"{flag} {shlex.quote(named[name])}" for name, flag in flags if name in named)

    def set_namespace(self, name: str) -> None:
        """A namespace that a person named when asked counts like the flag."""
        self.flags.values["namespace"] = name
        self.reload()

    def reload(self) -> None:
        """Read the settings again, after a settings file was written."""
        self.__dict__.pop("settings", None)

    @property
    def at_terminal(self) -> bool:
        """Whether a person sits at the other end."""
        return sys.stdin is not None and sys.stdin.isatty()

    @property
    def may_ask(self) -> bool:
        return self.at_terminal and not self.flags.no_input

    def speaker(self, by: str | None) -> str | None:
        """Whose word this is: the one named, else the local user at a terminal, else nobody's in particular."""
        if by is not None:
            if not by.strip():
                raise InvalidInput("--by is empty.", hint="Name the person whose word this is: --by dana.")
            return by
        return self.settings.user if self.at_terminal else None

    def person(self, by: str | None, act: str) -> str:
        """The same for an act that takes a person. Raises PersonMissing where nobody is named and nobody sits here."""
        named = self.speaker(by)
        if named is None:
            raise PersonMissing(f"Nobody is named, and to {act} takes a person.")
        return named

    @contextmanager
    def open(self, *, writes: bool) -> Iterator[Memory]:
        """The memory this call is about. A writing command makes a missing database; a reading one says it is missing.

        A file that may only be read is opened so, and the engine says what it could not record.
        """
        from cicatrix.bootstrap import open_context
        from cicatrix.engine.memory import Memory

        path, namespace, settings = self.settings.db, self.namespace, self.settings
        missing = not path.exists()
        if missing and not writes:
            raise NotFound(
                f"There is no database at {path}.",
                hint="`cicatrix record`, `import` and `demo` make one; --db names another.",
            )
        context = open_context(
            path,
            namespace,
            clock=settings.clock(),
            read_only=not writes or (not missing and not os.access(path, os.W_OK)),
            user=settings.user,
            user_speaks=self.at_terminal,
            recall_settings=settings.recall,
            sleep_settings=settings.sleep,
            attributes=settings.attributes,
            embedder=settings,
        )
        if missing:
            self.out.note(f"Made a new database: {path}")
        self.out.scope = self.scope()
        with Memory(context) as memory:
            self._look_for(context, writes)
            yield memory

    def _look_for(self, context: EngineContext, writes: bool) -> None:
        """A namespace that the file does not hold, beside others that it does, may be mistyped: reading ends there, and
        writing says that it begins one."""
        name = context.namespace
        held = [] if context.store.data_version(name) else context.store.namespaces()
        if not held or name in held:
            return
        others = listed(held)
        if not writes:
            raise NotFound(
                f"There is no namespace {name} in {self.settings.db}: it holds {others}.",
                hint=f"Name one that is there: -n {held[0]}. Writing to {name} would begin it.",
            )
        self.out.began(f"{name} is new in {self.settings.db.name}, which holds {others}.", name)


def session_of(ctx: Context) -> Session:
    """The session of the call that a command runs in."""
    session = ctx.find_object(Session)
    assert session is not None, "commands run inside a session"
    return session
