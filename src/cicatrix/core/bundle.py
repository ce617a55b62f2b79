"""What a bundle is made of: one ledger, with everything that somebody needs who wants to check it alone.

=====================  ==============================================================================================
member                 holds
=====================  ==============================================================================================
README.md              what the members are and how to check them (core/bundle_readme.py), the same in every bundle
approvals.jsonl        who was asked for a permit, who decided, and what it was spent on: for reading
checkpoints/N.note     each checkpoint, a signed note; N is its size in twelve digits
entries.jsonl          a line an entry, in order: its header and, unless it was erased or withheld, salt and body
keys.txt               the public keys that signed, a line each, in the order in which they were handed on
manifest.json          what the bundle states about itself, and the SHA-256 of every other member
memories.jsonl         the memories as they stand, with the words that they cite: for reading
proofs.jsonl           consistency of each checkpoint with the next, and of the last with the whole
recalls.jsonl          what was asked and how it was graded: for reading
rules.jsonl            the rules as they stand, with the words that they cite: for reading
verdicts.jsonl         what the gate said of which action, by which rules, and what became of it: for reading
=====================  ==============================================================================================

Nothing in it depends on when or by which program it was written: the same ledger gives the same bytes. Headers and
bodies are canonical JSON and stand in the lines as texts, letter for letter, so that people can read them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cicatrix.core.approvals import Approval
from cicatrix.core.canonical import canonical_json
from cicatrix.core.episodes import Episode, JsonObject, JsonValue
from cicatrix.core.evidence import quote
from cicatrix.core.memories import Memory
from cicatrix.core.merkle import consistency_ranges
from cicatrix.core.notes import Checkpoint
from cicatrix.core.policies.policy import Policy
from cicatrix.core.recall_record import RecallRecord
from cicatrix.core.tree import Tree
from cicatrix.core.verdicts import Verdict

FORMAT: Final = "cicatrix-bundle/2"

README: Final = "README.md"
APPROVALS: Final = "approvals.jsonl"
ENTRIES: Final = "entries.jsonl"
KEYS: Final = "keys.txt"
MANIFEST: Final = "manifest.json"
MEMORIES: Final = "memories.jsonl"
PROOFS: Final = "proofs.jsonl"
RECALLS: Final = "recalls.jsonl"
RULES: Final = "rules.jsonl"
VERDICTS: Final = "verdicts.jsonl"


def checkpoint_name(size: int) -> str:
    return f"checkpoints/{size:012d}.note"


# -- lines of entries.jsonl ------------------------------------------------------------------------------------------


def held_line(seq: int, header: bytes, salt: bytes, body: bytes) -> bytes:
    """Raises ValueError for bytes that are no UTF-8, which no sealed entry has."""
    return _line({"body": body.decode(), "header": header.decode(), "salt": salt.hex(), "seq": seq})


def erased_line(seq: int, header: bytes, handle: str, kind: str) -> bytes:
    """The destroyed body said which thing it was about; a restored ledger needs to know. Its key stays behind: it is
    made of the words, and whoever guesses them could tell by it."""
    return _line({"erased": {"handle": handle, "kind": kind}, "header": header.decode(), "seq": seq})


def withheld_line(seq: int, leaf: bytes) -> bytes:
    """An entry outside the range that was asked for: its leaf keeps chain and tree whole."""
    return _line({"leaf": leaf.hex(), "seq": seq})


# -- lines for reading -----------------------------------------------------------------------------------------------


def claim_line(memory: Memory, episodes: Mapping[str, Episode]) -> bytes:
    """A rule or memory with the words that it cites; a quote is null where they were erased or withheld."""
    evidence: list[JsonValue] = []
    for span in memory.evidence:
        episode = episodes.get(span.episode)
        evidence.append(
            {
                "end": span.end,
                "episode": span.episode,
                "field": span.field,
                "quote": quote(episode, span) if episode is not None else None,
                "sha256": span.sha256,
                "start": span.start,
            }
        )
    line: JsonObject = {
        "evidence": evidence,
        "handle": memory.id,
        "seq": memory.seq,
        "status": memory.status.value,
        "text": memory.text,
        "trust": memory.trust.value,
    }
    if memory.is_rule:
        line["policy"] = _stops(memory.policy)
    return _line(line)


def _stops(policy: Policy | None) -> JsonValue:
    """What a rule does to the actions that it speaks of, and whether it is in force; the whole is in the entries."""
    if policy is None:
        return None
    return {"confirmed_by": policy.confirmed_by, "effect": policy.effect.value, "status": policy.status.value}


def verdict_line(verdict: Verdict) -> bytes:
    return _line(
        {
            "action": verdict.name,
            "approval": verdict.approval,
            "effect": verdict.effect.value,
            "handle": verdict.id,
            "outcome": verdict.outcome,
            "reason": verdict.reason,
            "rules": [rule.id for rule in verdict.rules],
            "seq": verdict.seq,
        }
    )


def approval_line(approval: Approval) -> bytes:
    return _line(
        {
            "asked_by": approval.asked_by,
            "by": approval.by,
            "handle": approval.id,
            "seq": approval.seq,
            "spent_on": approval.spent_on,
            "state": approval.state.value,
            "until": approval.until,
            "verdict": approval.verdict,
        }
    )


def recall_line(record: RecallRecord) -> bytes:
    return _line(
        {
            "chosen": [item.handle for item in record.chosen],
            "grade": record.grade.value,
            "handle": record.id,
            "query": record.query,
            "question": record.question,
            "reason": record.reason,
            "seq": record.seq,
        }
    )


def consistency_line(tree: Tree, old: Checkpoint, new: Checkpoint) -> bytes:
    """``tree`` is of the new size or larger."""
    hashes = [tree.root(low, high).hex() for low, high in consistency_ranges(0, old.size, new.size)]
    return _line(
        {
            "hashes": list[JsonValue](hashes),
            "kind": "consistency",
            "new_root": new.root.hex(),
            "new_size": new.size,
            "old_root": old.root.hex(),
            "old_size": old.size,
        }
    )


# -- the manifest ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a bundle states about itself. All of it follows from the other members."""

    namespace: str
    origin: str
    entries: int  # size of the tree
    root: bytes
    start: int  # the range that was asked for: entries outside it are withheld
    end: int
    erased: int
    withheld: int
    checkpoints: int
    signed_to: int  # size of the last checkpoint, 0 without one

    def content(self, members: Mapping[str, tuple[int, str]]) -> bytes:
        """``members``: size in bytes and SHA-256 of every other member, by name."""
        listed: JsonObject = {name: {"bytes": size, "sha256": sha256} for name, (size, sha256) in members.items()}
        return canonical_json(
            {
                "checkpoints": self.checkpoints,
                "entries": self.entries,
                "erased": self.erased,
                "format": FORMAT,
                "from": self.start,
                "members": listed,
                "namespace": self.namespace,
                "origin": self.origin,
                "root": self.root.hex(),
                "signed_to": self.signed_to,
                "to": self.end,
                "withheld": self.withheld,
            }
        )


def _line(value: JsonObject) -> bytes:
    return canonical_json(value) + b"\n"
