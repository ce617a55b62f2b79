"""Real ledgers to export and attack, and the ways to attack them."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from cicatrix import Action, Memory
from cicatrix.core import archive
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus
from cicatrix.core.trust import Origin
from cicatrix.engine import bundle, checkpoint, signing

NS = "acme/support"
START = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    """Moves on by a second each time it is read."""

    fixed = False

    def __init__(self) -> None:
        self._moment = START

    def now(self) -> datetime:
        self._moment += timedelta(seconds=1)
        return self._moment


LESSONS = (
    ("Draft a post about the beta", "Open every post with the reader's pain point."),
    ("Refund order 8812", "Refunds above 200 need a manager's sign-off."),
    ("Answer the angry customer", "Never promise a delivery date in writing."),
    ("Schedule the newsletter", "Send the newsletter on Tuesdays only."),
    ("Restart the billing pod", "Never restart billing pods before the queue is drained."),
    ("Post the launch video", "Never post discount codes on public social media."),
)


def open_memory(folder: Path) -> Memory:
    return Memory.open(folder / "ledger.db", namespace=NS, clock=Clock(), user="dana")


def live(memory: Memory, entries: int, random: Random) -> None:
    """Record, learn, ask and answer until the ledger holds at least so many entries."""
    count = 0
    while memory.read().head().seq < entries:
        count += 1
        task, correction = LESSONS[random.randrange(len(LESSONS))]
        act = random.randrange(8)
        if act < 3:
            memory.record(task=f"{task} ({count})", outcome="It flopped.", correction=correction, correction_by="dana")
        elif act == 3:
            memory.record(kind="turn", role="user", text=f"I am allergic to peanuts, says guest {count} 🥜.")
        elif act == 4:
            memory.record(task=f"{task} ({count})", correction=correction)  # an agent's report
        elif act == 5:
            memory.recall(task)
        elif act == 6:
            memory.recall(f"What is the capital of country {count}?")
        else:
            _decide(memory, random)


def _decide(memory: Memory, random: Random) -> None:
    rules = [rule for rule in memory.read().rules() if rule.status.value in ("candidate", "active")]
    if not rules:
        memory.record(task="Nothing yet", correction=LESSONS[0][1], correction_by="dana")
        return
    rule = rules[random.randrange(len(rules))]
    if rule.status.value == "candidate":
        memory.ratify(rule.id, by="dana", reason="It is right.")
    else:
        memory.suspend(rule.id, by="dana", reason="A pause.")
        memory.resume(rule.id, by="dana")


def act(memory: Memory) -> None:
    """Actions that are stopped, permitted and spent, permitted and void, refused, done."""
    (rule,) = memory.record(
        task="Pay back", correction="Refunds above 200 dollars need approval by a manager.", correction_by="dana"
    ).rules
    written = Policy(Effect.REQUIRE_APPROVAL, PolicyStatus.ACTIVE, "", tools=("refund",), by="a manager")
    memory.policies().promote(rule.id, by="dana", policy=written)
    large = Action("refund", args={"amount": 900.5, "currency": "USD", "note": "für Zoë"})
    asked = memory.check(large).approval
    assert asked is not None
    memory.approve(asked, by="eve", reason="She was charged twice.")
    memory.outcome(memory.check(large).id, "executed", result="paid")
    again = memory.check(large).approval
    assert again is not None
    memory.refuse(again, by="eve")
    memory.outcome(memory.check(Action("refund", args={"amount": 10, "currency": "USD"})).id, "skipped")


def erase(database: Path, seq: int) -> None:
    """Seal an erasure of one entry, and destroy its words."""
    with Memory.open(database, namespace=NS, clock=Clock()) as memory:
        ctx = memory.context
        with ctx.store.writer(NS, now=ctx.clock.now(), durability="full") as writer:
            handle = writer.next_handle(Kind.ERASURE)
            body: JsonObject = {"id": handle}
            writer.append(Draft(EntryKind.ERASURE, Kind.ERASURE, handle, body, "dana", Origin.SYSTEM, parents=(seq,)))
    wipe(database, seq)


def wipe(database: Path, seq: int) -> None:
    """Destroy the words of one entry, by hand."""
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE bodies SET salt = NULL, body = NULL WHERE seq = ?", (seq,))
    connection.close()


def rich_bundle(folder: Path) -> Path:
    """Sixty entries with everything in them: an import that was ratified, a key handed on, three checkpoints up to the
    last entry, an erased turn."""
    random = Random(7)
    with open_memory(folder) as memory:
        log = folder / "chat.jsonl"
        rows = [
            {"kind": "experience", "task": "Greet a guest", "correction": "Always greet guests by name.",
             "correction_by": "eve"},
            {"kind": "document", "title": "Manual", "text": "The manual says: always reboot."},
        ]  # fmt: skip
        log.write_text("".join(json.dumps(row) + "\n" for row in rows))
        memory.import_file(log)
        memory.distill()
        memory.ratify("im-1", by="dana")
        erased = memory.record(kind="turn", role="user", text="My name is Ana and I live in Bonn.").seq
        said = memory.record(task="Plan the week", correction=LESSONS[3][1], correction_by="dana").id
        memory.remember(LESSONS[3][1], type="semantic", evidence=[said])
        live(memory, 25, random)
        checkpoint.checkpoint(memory.context)
        signing.rotate(memory.context, reason="Every year.")
        live(memory, 45, random)
        checkpoint.checkpoint(memory.context)
        live(memory, 60, random)
        act(memory)
    erase(folder / "ledger.db", erased)
    with open_memory(folder) as memory:
        checkpoint.checkpoint(memory.context)
        bundle.export_bundle(memory.context, folder / "ledger.bundle")
    return folder / "ledger.bundle"


# -- attacks ---------------------------------------------------------------------------------------------------------


def unpack(data: bytes) -> dict[str, bytes]:
    return {member.name: data[begin : begin + member.size] for member, begin in archive.members_of(data)}


def repack(members: dict[str, bytes]) -> bytes:
    """An archive of these members whose manifest lists them as they are, with checksums that fit."""
    manifest = json.loads(members["manifest.json"])
    manifest["members"] = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in members.items()
        if name != "manifest.json"
    }
    return archive.pack({**members, "manifest.json": canonical(manifest)})


def canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
