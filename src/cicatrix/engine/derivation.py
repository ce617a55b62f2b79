"""Derivation: does a memory still stand on the words that it cites, and is it trusted no more than they are?"""

from __future__ import annotations

from dataclasses import dataclass

from cicatrix.core.codec import decode
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode, JsonObject
from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Evidence, Memory, Status
from cicatrix.core.trust import Origin, lowest, rank
from cicatrix.core.voices import vouched
from cicatrix.ports import LedgerReader

_IN_FORCE = frozenset({Status.ACTIVE, Status.CANDIDATE, Status.SHADOW, Status.SUSPENDED})
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError)
"""What reading a noun raises when a body has other fields or types than the noun: it may come from anywhere."""


@dataclass(frozen=True, slots=True)
class _Cited:
    """A quote that was found where its evidence says, and who stands behind the words."""

    origin: Origin
    import_id: str | None = None
    vouched: Origin = Origin.EXTERNAL
    """Who stands behind them once a person has vouched for the import."""


class Derivation:
    """Checks the evidence of memories against the episodes of one reader. An episode never changes, so each quote is
    compared once, however many versions of a rule go on citing it."""

    def __init__(self, reader: LedgerReader) -> None:
        self._reader = reader
        self._proven: dict[Evidence, _Cited] = {}
        self._ratified: set[str] = set()
        self._vouched: set[str] = set()
        self._in_force: dict[str, tuple[int, str, Memory]] = {}
        self._erased: set[str] = set()
        self.unreadable = 0
        """Quotes of episodes that were erased since: their words cannot be compared any more."""

    def forget(self, handle: str, kind: str) -> None:
        """The words of a version are gone: an episode that nothing in force may cite now, or a memory's own."""
        if kind == Kind.EPISODE:
            self._erased.add(handle)
        else:
            self._in_force.pop(handle, None)

    def fallen(self) -> tuple[int, str, str] | None:
        """After the last entry: the first memory in force that cites words which are gone, as its sequence, the kind
        of its entry, and the reason."""
        if not self._erased:
            return None
        for seq, entry, memory in sorted(self._in_force.values(), key=lambda held: held[0]):
            gone = next((episode for episode in memory.episodes if episode in self._erased), None)
            if gone is not None:
                return seq, entry, f"{memory.id} is {memory.status} and cites {gone}, whose words were erased"
        return None

    def fault(self, seq: int, entry: str, body: JsonObject) -> str | None:
        """What is wrong with the memory that an entry of the kind ``entry`` sealed as ``seq``, in words; None when it
        stands."""
        try:
            memory = decode(Memory, body, seq=seq)
            if not memory.evidence:
                return "it is a memory without evidence"
            for evidence in memory.evidence:
                if evidence not in self._proven:
                    fault = self._quote_fault(seq, evidence)
                    if fault is not None:
                        return fault
            if memory.status in _IN_FORCE:
                self._in_force[memory.id] = seq, entry, memory
            else:
                self._in_force.pop(memory.id, None)
            return self._trust_fault(seq, entry, memory)
        except _MALFORMED:
            return "its body is not that of a memory"

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
        cited = _Cited(episode.origin_of(evidence.field))
        if episode.source is not None and episode.origin is Origin.EXTERNAL:
            behind = vouched(episode).origin_of(evidence.field)
            cited = _Cited(cited.origin, episode.source.import_id, behind)
        self._proven[evidence] = cited
        return None

    def _trust_fault(self, seq: int, entry: str, memory: Memory) -> str | None:
        """Trust is the lowest origin among the evidence; only a person's ratification raises it, and it lasts."""
        if memory.trust is Origin.RATIFIED and (entry == EntryKind.MEMORY_RATIFIED or memory.id in self._ratified):
            self._ratified.add(memory.id)
            return None
        cited = [self._proven.get(evidence) for evidence in memory.evidence]
        origins = [self._origin(seq, found) for found in cited if found is not None]
        if len(origins) < len(cited):  # some words are erased, and who said them went with them
            return None
        if rank(memory.trust) > rank(lowest(origins)):
            return f"it is trusted as {memory.trust}, but the words that it cites are {lowest(origins)}"
        return None

    def _origin(self, seq: int, cited: _Cited) -> Origin:
        if cited.import_id is None:
            return cited.origin
        if cited.import_id not in self._vouched:
            version = self._reader.version(cited.import_id, at=seq - 1)
            if version is None or version.body is None or version.body.get("trust") != "human":
                return cited.origin
            self._vouched.add(cited.import_id)
        return cited.vouched
