"""Zones by name, such as ``Europe/Berlin``: from the zone database of this machine, or of the ``tzdata`` package.

A stored time carries its offset, never the name, so that no later rule of a country changes what a ledger says.
"""

from __future__ import annotations

from datetime import tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def named_zone(name: str) -> tzinfo | None:
    """The zone of this name; None where nobody here knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # not there, not a name, or a folder of zones
        return None
