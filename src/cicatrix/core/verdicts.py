"""Verdicts: the gate's word on an action, sealed before it is returned."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum

from cicatrix.core.episodes import JsonObject, JsonValue


class Ruling(StrEnum):
    """The worst of all calls counts, in this order."""

    DENY = "deny"
    UNMET_PRECONDITION = "unmet_precondition"
    REQUIRE_APPROVAL = "require_approval"
    ALLOW = "allow"  # a person's approval of this very call
    NO_OPINION = "no_opinion"  # no rule speaks of it: the harness decides as it did before
    NO_ACTION = "no_action"  # words that ask for nothing to be done


class GateMode(StrEnum):
    ENFORCE = "enforce"
    SHADOW = "shadow"  # judged and recorded, and nothing is stopped


@dataclass(frozen=True, slots=True)
class Matched:
    """A rule that spoke: what it says of the call, the words that taught it, and what of the call it could not know."""

    id: str
    ruling: Ruling
    episodes: tuple[str, ...]
    quote: str
    reason: str = ""
    version: int = 0  # sequence of the rule's version that was asked
    unknown: tuple[str, ...] = ()
    shadow: bool = False  # it only watches


@dataclass(frozen=True, slots=True)
class Verdict:
    """``gd-n``. ``effect`` is what counts; ``would`` what enforcing would have said, where the gate only watched."""

    id: str
    effect: Ruling
    reason: str
    rules: tuple[Matched, ...]
    canonical: JsonValue
    digest: str
    actions: int  # calls that were judged
    policies: int  # active policies at hand
    root: str  # hash of the set of rules that was asked
    mind: int  # sequence up to which rules and evidence were read
    name: str = ""  # the tool as it was named, or the request's words
    given: JsonObject = field(default_factory=dict)  # the action as it came, secrets taken out
    unknown: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()  # episodes that met a precondition
    approval: str | None = None  # ap-n that is asked for, or was spent
    principal: str = ""
    session: str | None = None
    mode: GateMode = GateMode.ENFORCE
    strict: bool = False
    would: Ruling | None = None
    executed: bool = False  # a verdict is no deed; the outcome says whether it was done
    outcome: str = ""  # executed, failed, skipped, as the caller told it
    episode: str | None = None  # the call that was made, as an experience
    warning: str = ""  # "no policy is active here"
    now: str = ""  # the moment for windows and ages, UTC
    zone: str = ""  # in which windows were read
    algorithm: str = ""  # how it was judged, and with which words: "gate/1 en/1"
    seq: int = 0

    @property
    def call(self) -> str:
        """The action on one line, for people: ``refund order 4471 {"amount":900}``, or the request's words."""
        args = self.given.get("args")
        written = json.dumps(args, ensure_ascii=False, separators=(",", ":")) if args else ""
        resource = self.given.get("resource")
        return " ".join(part for part in (self.name, resource if isinstance(resource, str) else "", written) if part)
