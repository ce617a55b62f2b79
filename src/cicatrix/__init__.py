"""Cicatrix: memory that an AI agent can defend.

>>> from cicatrix import Memory
>>> memory = Memory.open("cicatrix.db", namespace="northstar")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.core.actions.action import Action as Action
    from cicatrix.engine.memory import Memory as Memory
    from cicatrix.errors import CicatrixError as CicatrixError

__version__ = "0.1.0"
__all__ = ["Action", "CicatrixError", "Memory", "__version__"]

_HOMES = {
    "Action": "cicatrix.core.actions.action",
    "Memory": "cicatrix.engine.memory",
    "CicatrixError": "cicatrix.errors",
}


def __getattr__(name: str) -> object:
    """Public names load on first use, so that ``import cicatrix`` stays light."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'cicatrix' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
