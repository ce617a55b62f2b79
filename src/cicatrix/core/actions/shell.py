"""Shell lines, taken apart by a grammar."""

from __future__ import annotations

from cicatrix.core.actions.line import Shell


def parse(line: str, cwd: str | None = "") -> Shell:
    """The commands of a line of bash. Never raises: what cannot be read is in ``unknown``."""
    raise NotImplementedError
