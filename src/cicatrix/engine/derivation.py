"""Derivation: does a memory still stand on the words that it cites?"""

from __future__ import annotations

from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode, JsonObject
from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Evidence, Memory
from cicatrix.ports import LedgerReader

_MALFORMED = (ValueError, KeyError, TypeError, AttributeError)
"""What reading a noun raises when a body has other fields or types than the noun: it may come from anywhere."""


class Derivation:
    """Checks the evidence of memories against the episodes of one reader. An episode never changes, so each quote is
    compared once, however many versions of a rule go on citing it."""

    def __init__(self, reader: LedgerReader) -> None:
        self._reader = reader
        self._proven: set[Evidence] = set()
        self.unreadable = 0
        """Quotes of episodes that were erased since: their words cannot be compared any more."""

    def fault(self, seq: int, body: JsonObject) -> str | None:
        """What is wrong with the evidence of the memory sealed as ``seq``, in words; None when it stands."""
        try:
            memory = decode(Memory, body, seq=seq)
            if not memory.evidence:
                return "it is a memory without evidence"
            for evidence in memory.evidence:
                if evidence not in self._proven:
                    fault = self._quote_fault(seq, evidence)
                    if fault is not None:
                        return fault
        except _MALFORMED:
            return "its body is not that of a memory"
        return None

    def _quote_fault(self, seq: int, evidence: Evidence) -> str | None:
        version = self._reader.version(evidence.episode, at=seq - 1)
        if version is None or version.kind is not Kind.EPISODE:
            return f"it cites {evidence.episode}, which no entry before it recorded"
        if version.body is None:
            self.unreadable += 1
            return None
        try:
            episode = decode(Episode, version.body)
        except _MALFORMED:
            return f"it cites {evidence.episode}, whose body is not that of an episode"
        if quote(episode, evidence) is None:
            return f"the words that it cites do not stand in the {evidence.field} of {evidence.episode}"
        self._proven.add(evidence)
        return None
