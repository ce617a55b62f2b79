"""Dead letters: what was proposed or said and did not become memory, kept with the reason, so that nothing is dropped
in silence and a person can look why."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from cicatrix.core.memories import Evidence


@dataclass(frozen=True, slots=True)
class DeadLetter:
    id: str
    text: str  # the raw words
    code: str
    reason: str
    proposer: str
    evidence: tuple[Evidence, ...] = ()
    dismissed_by: str = ""  # who is done with it; it stays in the ledger and waits for nobody
    dismissed_for: str = ""  # why
    seq: int = 0

    @property
    def episode(self) -> str | None:
        return self.evidence[0].episode if self.evidence else None


def letter_key(text: str, code: str, evidence: tuple[Evidence, ...]) -> str:
    """The same for the same words, refused for the same reason on the same evidence: kept once, however often tried."""
    cited = "\n".join(f"{span.episode}\t{span.field}\t{span.start}\t{span.end}" for span in evidence)
    return hashlib.sha256(f"{code}\n{cited}\n{text}".encode()).hexdigest()
