"""Log formats that can be imported, in the order in which an unknown file is tried.

A new format is a file here with an ``IMPORTER`` and a line in this list.
"""

from __future__ import annotations

from cicatrix.adapters.importers import bundles, dialogues, episodes, messages, trajectories
from cicatrix.ports import Importer

IMPORTERS: tuple[Importer, ...] = (
    bundles.IMPORTER,
    trajectories.IMPORTER,
    dialogues.IMPORTER,
    messages.IMPORTER,
    episodes.IMPORTER,
)
