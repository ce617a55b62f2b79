"""Approvals: a person's permit for one exact call, once, until it expires."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cicatrix.core.episodes import JsonValue


class ApprovalState(StrEnum):
    PENDING = "pending"
    GRANTED = "granted"
    REFUSED = "refused"
    SPENT = "spent"
    EXPIRED = "expired"
    VOID = "void"  # the rules that asked for it have changed


@dataclass(frozen=True, slots=True)
class Approval:
    """``ap-n``. ``digest`` is the canonical call's with the rules' versions: other arguments or a changed rule are
    another approval. ``until`` ends the request while it is pending, the permit once it is granted; UTC."""

    id: str
    digest: str
    verdict: str  # gd-n that asked
    canonical: JsonValue
    rules: tuple[str, ...]
    root: str
    asked_by: str  # principal
    state: ApprovalState = ApprovalState.PENDING
    until: str = ""
    by: str = ""  # who decided
    reason: str = ""
    episode: str | None = None  # the decision, as an experience
    spent_on: str | None = None  # gd-n
    approver: str = ""  # who may grant it, in the words of the rule
    seq: int = 0
