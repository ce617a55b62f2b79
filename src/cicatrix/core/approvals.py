"""Approvals: a person's permit for one exact call, once, until it expires."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from cicatrix.core.canonical import canonical_json
from cicatrix.core.codec import encode
from cicatrix.core.episodes import JsonValue
from cicatrix.core.policies.policy import Policy


class ApprovalState(StrEnum):
    PENDING = "pending"
    GRANTED = "granted"
    REFUSED = "refused"
    SPENT = "spent"
    EXPIRED = "expired"
    VOID = "void"  # the rules that asked for it have changed


_OFFICES: Final = """
    accounting accounts audit board compliance controlling customer director engineering finance head human i it legal
    management manager marketing operations payroll people platform privacy procurement product purchasing quality
    release research resources safety sales security somebody someone staff support team treasury you
"""
_ROLES: Final = frozenset(_OFFICES.split())
"""Words with a capital that are an office's and nobody's name."""
OPEN = frozenset({ApprovalState.PENDING, ApprovalState.GRANTED})


@dataclass(frozen=True, slots=True)
class Approval:
    """``ap-n``. It is for the call with this ``digest`` and for what ``rules`` said when they asked (``bound``): other
    arguments are another approval, and rules that say something else since void it. ``until`` ends the request while it
    is pending, the permit once it is granted; UTC. That it has run out is seen, not sealed: nobody sits and waits."""

    id: str
    digest: str
    verdict: str  # gd-n that asked
    canonical: JsonValue
    rules: tuple[str, ...]
    root: str
    asked_by: str  # principal
    bound: str = ""
    state: ApprovalState = ApprovalState.PENDING
    until: str = ""
    by: str = ""  # who decided
    reason: str = ""
    episode: str | None = None  # the decision, as an experience
    spent_on: str | None = None  # gd-n
    approver: str = ""  # who may grant it, in the words of the rule
    seq: int = 0

    def at(self, now: str) -> Approval:
        """As it stands at a moment (UTC stamp): a request or a permit that has run out is expired."""
        if self.state in OPEN and self.until <= now:
            return replace(self, state=ApprovalState.EXPIRED)
        return self


def approval_key(digest: str, principal: str) -> str:
    """What finds the approval of a call again, asked for by the same principal."""
    return hashlib.sha256(f"{digest}\x00{same_name(principal)}".encode()).hexdigest()


def bound_to(rules: Iterable[tuple[str, Policy]]) -> str:
    """What rules say, by handle: a rule that only gains evidence stays the same, one that asks for more does not."""
    said = sorted((handle, said_by(policy)) for handle, policy in rules)
    return hashlib.sha256(canonical_json(said)).hexdigest()


def said_by(policy: Policy) -> str:
    return hashlib.sha256(canonical_json(encode(policy))).hexdigest()


def same_name(name: str) -> str:
    """Two spellings of one principal come to the same: who asks may not approve under a name that looks alike."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def named_people(approver: str) -> tuple[str, ...]:
    """The persons by name in "Petra", "Jonas or Petra Weiss"; empty for a role ("a manager", "the CTO", "Finance").

    Whether a capital letter is a name or a department cannot be seen, so departments are listed.
    """
    found = tuple(part.strip() for part in re.split(r",| or | and ", approver) if part.strip())
    named = all(all(_is_name(word) for word in part.split()) and not _role(part) for part in found)
    return found if named else ()


def _is_name(word: str) -> bool:
    return word.istitle() and word.replace("-", "").isalpha()


def _role(part: str) -> bool:
    return bool(_ROLES & set(part.casefold().split()))
