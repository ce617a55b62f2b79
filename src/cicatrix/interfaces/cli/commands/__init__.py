"""Every command, by concern. Importing this package hangs them all into the tree."""

from cicatrix.interfaces.cli.commands import (
    experience,
    learning,
    looking,
    proving,
    recalling,
    running,
    setting_up,
    standing,
)

__all__ = ["experience", "learning", "looking", "proving", "recalling", "running", "setting_up", "standing"]
