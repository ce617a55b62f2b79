"""How the gate works in a namespace: the choices of a person."""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.verdicts import GateMode


@dataclass(frozen=True, slots=True)
class GateSettings:
    """``zone`` is the name of the time zone in which windows are read ("Europe/Berlin"); ``lexicon`` the file with what
    the users of this namespace add to the lexicon; "" for none."""

    mode: GateMode = GateMode.ENFORCE
    strict: bool = False  # ask about calls that no rule speaks of, where their class is one that harms
    zone: str = "UTC"
    approval_minutes: int = 15
    lexicon: str = ""
