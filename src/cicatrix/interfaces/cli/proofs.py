"""How proofs look: the ledger and its entries, checkpoints, keys, bundles; as JSON and on a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.interfaces import shapes
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.engine.backup import RestoreReport
    from cicatrix.engine.bundle import BundleReport
    from cicatrix.engine.checkpoint import CheckpointReport
    from cicatrix.engine.memory import Memory
    from cicatrix.engine.signing import KeyReport, Rotated
    from cicatrix.interfaces.cli.sheet import Sheet


# -- the ledger and its entries ----------------------------------------------------------------------------------------


def overview(memory: Memory) -> JsonObject:
    with memory.read().snapshot() as read:
        head, namespace = read.head(), read.namespace
    log = memory.signed_log()
    points: list[JsonValue] = [{"size": found.checkpoint.size, "file": found.file} for found in log.checkpoints]
    return {
        "namespace": namespace,
        "origin": log.origin or None,
        "entries": head.seq,
        "root": head.root.hex(),
        "at": head.at or None,
        "state": "SIGNED" if log.checkpoints else "UNSIGNED",
        "signed_to": log.last.checkpoint.size if log.last else 0,
        "key": str(log.chain.current) if log.checkpoints else None,
        "checkpoints": points,
    }


def show_overview(sheet: Sheet, found: JsonObject) -> None:
    entries, signed = cast(int, found["entries"]), cast(int, found["signed_to"])
    sheet.head(str(found["namespace"]), counted(entries, "entry", "entries"))
    sheet.facts(
        [
            ("root", str(found["root"])),
            ("last", str(found["at"] or "")),
            ("state", state(str(found["state"]), signed, entries)),
            ("log", str(found["origin"] or "")),
            ("key", str(found["key"] or "")),
        ]
    )
    for point in cast(list[JsonObject], found["checkpoints"])[-5:]:
        sheet.line((f"checkpoint of #{point['size']}: {point['file']}", "meta"))
    if entries and not signed:
        sheet.line((f"Next: {sheet.call('ledger checkpoint')}", "meta"))


def state(name: str, signed: int, entries: int) -> str:
    """The rung of the ladder in words; empty parts are left out."""
    if not signed:
        return f"{name}: whoever can write the file can rewrite it"
    rest = entries - signed
    return f"{name} to #{signed}" + (f"; {counted(rest, 'entry', 'entries')} after it unsigned" if rest else "")


def entry(memory: Memory, seq: int) -> JsonObject:
    view = memory.read().entry(seq)
    sealed = view.sealed
    return {
        "seq": seq,
        "handle": view.handle,
        "kind": view.header.kind,
        "at": view.header.at,
        "origin": view.header.origin,
        "parents": list(view.header.parents),
        "erased": sealed.body is None,
        "erased_by": memory.read().erased_by(seq) if sealed.body is None else None,
        "header": json.loads(sealed.header),
        "leaf": sealed.leaf.hex(),
        "salt": sealed.salt.hex() if sealed.salt is not None else None,
        "body": json.loads(sealed.body)["body"] if sealed.body is not None else None,
    }


def show_entry(sheet: Sheet, found: JsonObject) -> None:
    sheet.head(f"#{found['seq']}", f"{found['handle']}, {found['kind']}")
    header = cast(JsonObject, found["header"])
    rests = ", ".join(f"#{parent}" for parent in cast(list[int], found["parents"]))
    sheet.facts(
        [
            ("sealed", str(found["at"])),
            ("origin", str(found["origin"])),
            ("rests on", rests),
            ("leaf", str(found["leaf"])),
            ("follows", str(header["prev"])),
            ("commits to", str(header["commit"])),
            ("by", str(header["by"])),
        ]
    )
    if found["erased"]:
        by = found["erased_by"]
        took = f"erased by #{by}" if by else "destroyed, and no erasure took them: this ledger does not verify"
        sheet.line((f"Its words were {took}; the header still stands.", "meta" if by else "bold"))
    else:
        sheet.verbatim(json.dumps(found["body"], ensure_ascii=False, indent=2, sort_keys=True))
    command = sheet.call(f"ledger proof {found['seq']} --out proof.json")
    sheet.line((f"Check it: {command}", "meta"))


# -- checkpoints and keys ----------------------------------------------------------------------------------------------


def signed(report: CheckpointReport) -> JsonObject:
    return {**shapes.fields_of(report), "key": str(report.key)}


def show_signed(sheet: Sheet, report: CheckpointReport) -> None:
    if report.new:
        again = counted(report.checked, "entry", "entries")
        sheet.line(("● ", "grade"), f"Signed at #{report.size}, after {again} hashed again.")
    else:
        sheet.line(("● ", "grade"), f"Nothing new since the checkpoint of #{report.size}.")
    sheet.facts(
        [
            ("state", report.state),
            ("root", report.root),
            ("note", report.file),
            ("commit", report.anchor or ""),
            ("key", str(report.key)),
        ],
        indent=4,
    )
    if report.anchor is None:
        words = (
            "Whoever holds the key can still rewrite it. Keep the note elsewhere too: --anchor DIR commits it in git."
        )
        sheet.line((words, "meta"), indent=4)


def keys(report: KeyReport) -> JsonObject:
    listed: list[JsonValue] = [{"key": str(key), "id": key.id.hex(), "since": since} for key, since in report.keys]
    return {"origin": report.origin or None, "keys": listed, "held": report.held}


def show_keys(sheet: Sheet, report: KeyReport) -> None:
    if not report.keys:
        sheet.line(f"There is no signing key yet: `{sheet.call('ledger checkpoint')}` makes the first one.")
        return
    sheet.head(report.origin, "")
    for key, since in report.keys:
        sheet.line((str(key), "bold"), (f"   since #{since}" if since else "   from the beginning", "meta"))
    where = "Its private half is here." if report.held else "Its private half is not here: sign where it is kept."
    sheet.line((where, "meta"))


def rotated(done: Rotated) -> JsonObject:
    return {
        "id": done.id,
        "old": str(done.old),
        "new": str(done.new),
        "seq": done.seq,
        "durability": done.durability,
    }


def show_rotated(sheet: Sheet, done: Rotated) -> None:
    sheet.entry(done.id, "hands the signing key on", aside=f"#{done.seq}, on disk")
    sheet.facts([("new", str(done.new)), ("old", f"{done.old}, destroyed")], indent=4)
    command = sheet.call("ledger checkpoint")
    sheet.line((f"Next: {command}, and copy the new key's file to a safe place", "meta"), indent=4)


# -- bundles -----------------------------------------------------------------------------------------------------------


def show_bundle(sheet: Sheet, report: BundleReport) -> None:
    held = counted(report.held, "entry", "entries")
    whole = held if report.held == report.entries else f"{held} of {report.entries:,}"
    sheet.line((whole, "bold"), f" in {report.file}, {report.bytes:,} bytes")
    erased = counted(report.erased, "body", "bodies") + " erased before" if report.erased else ""
    sheet.facts(
        [
            ("sha256", report.sha256),
            ("root", report.root),
            ("state", state(report.state, report.signed_to, report.entries)),
            ("erased", erased),
        ],
        indent=4,
    )
    if report.destroyed:
        gone = counted(report.destroyed, "body is", "bodies are")
        sheet.line((f"{gone} missing though no erasure took them: this bundle does not verify.", "bold"), indent=4)
    sheet.line((f"Check it: cicatrix verify --bundle {report.file}", "meta"), indent=4)


def show_restored(sheet: Sheet, report: RestoreReport) -> None:
    sheet.line(
        (counted(report.entries, "entry", "entries"), "bold"), f" restored into {report.namespace}, and verified"
    )
    erased = counted(report.erased, "body", "bodies") + " erased before" if report.erased else ""
    sheet.facts([("root", report.root), ("checkpoints", str(report.checkpoints)), ("erased", erased)], indent=4)
    if report.waiting:
        mend = sheet.call("doctor --mend")
        sheet.line((f"{counted(report.waiting, 'vector')} to be made again, till then words alone: {mend}", "meta"))


def show_checked(sheet: Sheet, report: JsonObject, text: str) -> None:
    """What the offline verifier said, in its own words."""
    sheet.verbatim(text)
    sheet.line((f"Said by {report['verifier']}, which shares no code with this program.", "meta"))
