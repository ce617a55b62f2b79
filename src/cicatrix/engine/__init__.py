"""Use cases, one file each, loaded on first use. ``memory.py`` is the thin façade that people import."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cicatrix.engine import approve as approve
    from cicatrix.engine import ask as ask
    from cicatrix.engine import auditing as auditing
    from cicatrix.engine import backup as backup
    from cicatrix.engine import browse as browse
    from cicatrix.engine import bundle as bundle
    from cicatrix.engine import check as check
    from cicatrix.engine import checkpoint as checkpoint
    from cicatrix.engine import compiling as compiling
    from cicatrix.engine import correct as correct
    from cicatrix.engine import diff as diff
    from cicatrix.engine import distill as distill
    from cicatrix.engine import embedding as embedding
    from cicatrix.engine import explain as explain
    from cicatrix.engine import guard as guard
    from cicatrix.engine import importing as importing
    from cicatrix.engine import mind as mind
    from cicatrix.engine import observe as observe
    from cicatrix.engine import outcome as outcome
    from cicatrix.engine import playbook as playbook
    from cicatrix.engine import policies as policies
    from cicatrix.engine import proof as proof
    from cicatrix.engine import proposing as proposing
    from cicatrix.engine import questions as questions
    from cicatrix.engine import reanswer as reanswer
    from cicatrix.engine import recall as recall
    from cicatrix.engine import record as record
    from cicatrix.engine import rejudge as rejudge
    from cicatrix.engine import remember as remember
    from cicatrix.engine import replay as replay
    from cicatrix.engine import replay_all as replay_all
    from cicatrix.engine import review as review
    from cicatrix.engine import signing as signing
    from cicatrix.engine import sleep as sleep
    from cicatrix.engine import status as status
    from cicatrix.engine import turn as turn
    from cicatrix.engine import undo as undo


def __getattr__(name: str) -> object:
    """A recall need not wait for what only a correction takes: each use case brings its own tables along."""
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
