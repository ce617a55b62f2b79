"""Episodes: what was experienced, word for word.

An episode never changes. Its fields hold the stored text, after secrets were redacted; all offsets of evidence
are code points of that text. Times: ``occurred_at`` is when it happened, ISO 8601 with the zone as given, and
``occurred_at_given`` keeps the words of a time that was given otherwise; ``recorded_at`` is when it was sealed, in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from cicatrix.core.trust import Corrector, Origin, Role, lowest

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]


class EpisodeKind(StrEnum):
    EXPERIENCE = "experience"  # task, action, outcome, correction
    TURN = "turn"  # role, speaker, text
    TOOL_CALL = "tool_call"  # tool, resource, arguments, result, outcome
    REPLY = "reply"  # a person's answer to a question
    DOCUMENT = "document"  # title, text


TEXT_FIELDS: Final = ("task", "action", "outcome", "correction", "text", "title", "tool", "resource", "result")
"""Fields that hold words and can be cited as evidence, in reading order."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret that was replaced before hashing: where the placeholder stands and what kind it hides.

    ``field`` is a field of the episode; within arguments a path, ``arguments/headers/0``, with ``#`` at its end when
    the placeholder stands in the key itself (core/redaction.py).
    """

    field: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where an imported episode came from: the import, the place in the file, and a key that makes it idempotent.

    A recorded episode has one only if its caller gave it an id of his own: that is ``where``, without an import.
    """

    import_id: str
    where: str
    key: str


@dataclass(frozen=True, slots=True)
class Episode:
    id: str
    kind: EpisodeKind
    actor: str
    origin: Origin
    occurred_at: str
    recorded_at: str
    occurred_at_given: str = ""
    session: str | None = None
    task: str = ""
    action: str = ""
    outcome: str = ""
    correction: str = ""
    corrector: Corrector | None = None
    role: str = ""  # of a turn, as the log said it: user, assistant, system …
    speaker: str = ""
    text: str = ""
    title: str = ""
    tool: str = ""
    resource: str = ""
    arguments: JsonObject = field(default_factory=dict)
    result: str = ""
    recorded_by: str = ""
    question: str | None = None  # of a reply: the q-n it answers
    subjects: tuple[str, ...] = ()
    redactions: tuple[Redaction, ...] = ()
    source: Source | None = None
    seq: int = 0  # of the entry that sealed it; 0 before sealing

    @property
    def is_undated(self) -> bool:
        """Whether it came in a log that does not say when it happened: then its time is only that of its import."""
        return self.source is not None and bool(self.source.import_id) and self.occurred_at == self.recorded_at

    def words(self, name: str) -> str:
        """The stored text of one citable field; empty for a field this kind does not have."""
        if name not in TEXT_FIELDS:
            return ""
        value = getattr(self, name)
        assert isinstance(value, str)
        return value

    def origin_of(self, name: str) -> Origin:
        """Who stands behind the words of a field: a correction its corrector, a result its tool, the rest the actor."""
        if name == "correction":
            return self.corrector_origin
        if name == "result":
            return lowest((self.origin, Origin.TOOL))
        return self.origin

    @property
    def corrector_origin(self) -> Origin:
        """A correction is worth its corrector, but never more than the log it came in allows."""
        if self.corrector is None or self.origin is Origin.EXTERNAL:
            return Origin.EXTERNAL if self.origin is Origin.EXTERNAL else Origin.AGENT
        return self.corrector.origin

    @property
    def corrector_role(self) -> Role | None:
        return self.corrector.role if self.corrector else None
