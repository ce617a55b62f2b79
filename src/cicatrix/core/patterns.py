"""Regular expressions that are compiled when they are first asked something.

A table of what people write runs to hundreds of them, and one call needs few: compiling all would take longer than the
call itself.
"""

from __future__ import annotations

import re
from typing import cast


class Waiting:
    """Stands for ``re.compile(source, flags)``. Its first use compiles it, and from then on it is as quick as that."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        self.__dict__ |= {known: getattr(compiled, known) for known in dir(compiled) if not known.startswith("_")}
        if name not in self.__dict__:
            raise AttributeError(name)
        return cast(object, self.__dict__[name])


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """Like ``re.compile``, but later: a broken ``source`` raises ``re.error`` when it is first used."""
    return cast("re.Pattern[str]", Waiting(source, flags))


__all__ = ["Waiting", "regex"]
