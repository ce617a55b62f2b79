"""Every command, by concern. Importing this package hangs them all into the tree."""

from cicatrix.interfaces.cli.commands import (
    carrying,
    experience,
    learning,
    ledger,
    looking,
    observing,
    past,
    proving,
    recalling,
    revising,
    running,
    setting_up,
    sleeping,
    standing,
)

__all__ = [
    "carrying",
    "experience",
    "learning",
    "ledger",
    "looking",
    "observing",
    "past",
    "proving",
    "recalling",
    "revising",
    "running",
    "setting_up",
    "sleeping",
    "standing",
]
