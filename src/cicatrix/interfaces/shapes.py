"""The JSON in which answers leave the house, the same on every interface.

Keys are stable: more may be added, none renamed. Scores are fractions of one; everything else is as the engine says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING

from cicatrix.core.codec import encode
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.recall import ONE, Beside, Item, Recall, Rejected

if TYPE_CHECKING:
    from cicatrix.core.doubts import Doubt
    from cicatrix.core.episodes import Episode
    from cicatrix.core.memories import Evidence, Memory
    from cicatrix.core.policies.policy import Policy
    from cicatrix.engine.browse import MemoryVersion
    from cicatrix.engine.explain import Explanation
    from cicatrix.engine.mind import Mind
    from cicatrix.engine.reports import (
        DiffLine,
        DiffReport,
        DistillReport,
        Finding,
        ImportReport,
        Recorded,
        Refusal,
        ReplyReport,
        StateChange,
        VerifyReport,
    )

Quote = Callable[["Evidence"], str | None]
"""The words of a piece of evidence; None once they were erased."""


def plain(value: object) -> JsonValue:
    """Any noun as JSON: dataclasses become objects of all their fields, enums their values, tuples arrays."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return str(value)


def evidence(spans: Iterable[Evidence], quote: Quote) -> list[JsonValue]:
    return [
        {"episode": span.episode, "field": span.field, "start": span.start, "end": span.end, "quote": quote(span)}
        for span in spans
    ]


def memory(noun: Memory, quote: Quote) -> JsonObject:
    """A rule or memory with its evidence word for word."""
    return {
        "id": noun.id,
        "type": noun.type.value,
        "text": noun.text,
        "status": noun.status.value,
        "trust": noun.trust.value,
        "tags": list(noun.tags),
        "evidence": evidence(noun.evidence, quote),
        "policy": policy(noun.policy),
        "importance": noun.importance / 1000,
        "version": noun.version,
        "subject": noun.subject or None,
        "attribute": noun.attribute or None,
        "value": noun.value or None,
        "negated": noun.negated,
        "speaker": noun.speaker or None,
        "said_at": noun.said_at or None,
        "valid_from": noun.valid_from,
        "valid_to": noun.valid_to,
        "supersedes": list(noun.supersedes),
        "superseded_by": noun.superseded_by,
        "refines": list(noun.refines),
        "exceptions": list(noun.exceptions),
        "revision": plain(noun.revision),
        "proposer": noun.proposer,
        "seq": noun.seq,
    }


_READ = ("verbs", "targets", "conditions", "exceptions", "windows", "parts", "residue", "why", "must", "must_not")
"""Fields of a policy that are there even where they hold nothing."""


def policy(noun: Policy | None) -> JsonObject | None:
    """What a rule stops: all that was read of its words (``parts`` in code points); None for one that was not read."""
    return None if noun is None else {**{name: [] for name in _READ}, **encode(noun)}


def chain(links: Iterable[Memory]) -> list[JsonValue]:
    """What stood in one place, oldest first."""
    return [{"id": link.id, "text": link.text, "status": link.status.value} for link in links]


def memory_version(found: MemoryVersion, quote: Quote) -> JsonObject:
    return {
        **memory(found.noun, quote),
        "act": found.noun.change.act,
        "by": found.noun.change.by,
        "reason": found.noun.change.reason,
        "at": found.at,
        "seq": found.seq,
        "end": found.end,
    }


def doubt(noun: Doubt, new: Memory, old: Memory) -> JsonObject:
    """Two memories of which code cannot say what the newer one is for the older one."""
    return {
        "id": noun.id,
        "new": {"id": new.id, "text": new.text, "status": new.status.value},
        "old": {"id": old.id, "text": old.text, "status": old.status.value},
        "reason": noun.reason,
        "signals": plain(noun.signals),
        "seq": noun.seq,
    }


def refusal(refused: Refusal) -> JsonObject:
    return {
        "text": refused.text,
        "reason": refused.reason,
        "code": refused.code,
        "episode": refused.episode,
        "dead_letter": refused.dead_letter,
        "known": refused.known,
    }


def recorded(report: Recorded, quote: Quote) -> JsonObject:
    return {
        "id": report.id,
        "seq": report.seq,
        "durability": report.durability,
        "rules": [memory(noun, quote) for noun in report.rules],
        "refused": [refusal(item) for item in report.refused],
        "superseded": list(report.superseded),
        "doubts": list(report.doubts),
        "notes": list(report.notes),
    }


def imported(report: ImportReport) -> JsonObject:
    return {
        "id": report.id,
        "imported": report.imported,
        "already": report.already,
        "taught": report.taught,
        "learnt": report.learnt,
        "skipped": plain(report.skipped),
        "notes": plain(report.notes),
        "format": report.format,
        "trust": report.trust,
        "dry_run": report.dry_run,
        "seq": report.seq,
        "durability": report.durability,
    }


def distilled(report: DistillReport, quote: Quote) -> JsonObject:
    return {
        "admitted": [memory(noun, quote) for noun in report.admitted],
        "joined": [memory(noun, quote) for noun in report.joined],
        "refused": [refusal(item) for item in report.refused],
        "superseded": list(report.superseded),
        "doubts": list(report.doubts),
        "unchanged": report.unchanged,
        "episodes": report.episodes,
        "seq": report.seq,
        "durability": report.durability,
        "notes": list(report.notes),
    }


def state_change(report: StateChange) -> JsonObject:
    return {
        "id": report.id,
        "status": report.status,
        "episode": report.episode,
        "superseded_by": report.superseded_by,
        "supersedes": list(report.supersedes),
        "doubts": list(report.doubts),
        "seq": report.seq,
        "durability": report.durability,
        "notes": list(report.notes),
    }


def reply(report: ReplyReport, quote: Quote) -> JsonObject:
    return {
        "episode": report.episode,
        "question": report.question,
        "answered": report.answered,
        "admitted": [memory(noun, quote) for noun in report.admitted],
        "refused": [refusal(item) for item in report.refused],
        "superseded": list(report.superseded),
        "doubts": list(report.doubts),
        "seq": report.seq,
        "durability": report.durability,
        "notes": list(report.notes),
    }


def _fractions(components: dict[str, int]) -> dict[str, JsonValue]:
    return {name: value / ONE for name, value in components.items()}


def item(chosen: Item) -> JsonObject:
    quotes: Sequence[str | None] = chosen.quotes or (None,) * len(chosen.evidence)
    return {
        "id": chosen.id,
        "type": chosen.type,
        "text": chosen.text,
        "score": chosen.score / ONE,
        "components": _fractions(chosen.components),
        "rescued": chosen.rescued,
        "tokens": chosen.tokens,
        "namespace": chosen.namespace,
        "evidence": [
            {"episode": span.episode, "field": span.field, "start": span.start, "end": span.end, "quote": words or None}
            for span, words in zip(chosen.evidence, quotes, strict=True)
        ],
        "trust": chosen.trust.value,
        "occurred_at": chosen.occurred_at,
        "seq": chosen.seq,
        "excerpt": plain(chosen.excerpt),
        "conflicts": list(chosen.conflicts),
        "ended": chosen.ended or None,
    }


def rejected(left: Rejected) -> JsonObject:
    return {
        "id": left.id,
        "reason": left.reason.value,
        "score": left.score / ONE,
        "components": _fractions(left.components),
        "detail": left.detail,
    }


def beside(part: Beside) -> JsonObject:
    """What one more namespace came to; its items stand among those of the recall."""
    return {
        "namespace": part.namespace,
        "grade": part.grade.value,
        "reason": part.reason,
        "rejected": [rejected(left) for left in part.rejected],
        "rejected_counts": dict(part.rejected_counts),
        "spent": part.spent,
        "matched": part.matched,
        "tags": list(part.tags),
        "unknown": list(part.unknown),
        "mind": part.mind,
    }


def recall(found: Recall) -> JsonObject:
    return {
        "id": found.id,
        "query": found.query,
        "grade": found.grade.value,
        "reason": found.reason,
        "question": found.question,
        "items": [item(chosen) for chosen in found.items],
        "rejected": [rejected(left) for left in found.rejected],
        "rejected_counts": dict(found.rejected_counts),
        "also": [beside(part) for part in found.beside],
        "budget": {"limit": found.settings.budget, "spent": found.spent},
        "brief": found.brief(),
        "matched": found.matched,
        "tags": list(found.tags),
        "unknown": list(found.unknown),
        "mind": found.mind,
        "now": found.now,
        "algorithm": found.algorithm,
        "recorded": not found.reason_unrecorded,
        "reason_unrecorded": found.reason_unrecorded or None,
        "degraded": found.degraded or None,
        "seq": found.seq,
        "durability": "normal" if found.seq else None,
    }


def episode(noun: Episode, taught: Sequence[str]) -> JsonObject:
    """All fields of an episode, word for word, and what it taught."""
    shape = plain(noun)
    assert isinstance(shape, dict)
    return {**shape, "taught": list(taught)}


def verified(report: VerifyReport) -> JsonObject:
    return {
        "ok": report.ok,
        "entries": report.entries,
        "state": report.state,
        "root": report.root,
        "first_bad": plain(report.first_bad),
        "erased": report.erased,
        "signed_to": report.signed_to,
        "anchored_to": report.anchored_to,
        "key": report.key or None,
        "checked": list(report.checked),
    }


def findings(found: Iterable[Finding]) -> JsonObject:
    listed = list(found)
    return {"ok": not any(item.level == "error" for item in listed), "findings": plain(listed)}


def mind(found: Mind) -> JsonObject:
    """What a past mind held, in numbers and handles."""
    return {
        "mind": found.seq,
        "time": found.time,
        "episodes": found.episodes(),
        "rules": [rule.id for rule in found.rules()],
        "memories": [memory.id for memory in found.memories()],
    }


def difference(report: DiffReport) -> JsonObject:
    return {
        "from": report.start,
        "to": report.end,
        "added": [diff_line(line) for line in report.added],
        "changed": [diff_line(line) for line in report.changed],
        "ended": [diff_line(line) for line in report.ended],
        "passed": [diff_line(line) for line in report.passed],
        "waiting": [diff_line(line) for line in report.waiting],
    }


def diff_line(line: DiffLine) -> JsonObject:
    return {
        "id": line.id,
        "text": line.text,
        "before": line.before,
        "act": line.act,
        "evidence": [{"episode": episode, "quote": words} for episode, words in line.evidence],
        "seq": line.seq,
    }


def explained(found: Explanation) -> JsonObject:
    return {**fields_of(found), "facts": dict(found.facts)}


def fields_of(report: object) -> JsonObject:
    """A report whose own fields are its JSON."""
    shape = plain(report)
    assert isinstance(shape, dict)
    return shape
