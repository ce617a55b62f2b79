"""What somebody might do to a bundle on purpose, and what the verifier says to it."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.verifier.ledgers import NS, canonical, erase, live, open_memory, repack, unpack, wipe

from cicatrix import Memory
from cicatrix.core.codec import encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.evidence import quote_hash
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Change, Evidence, MemoryType, Status
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.trust import Origin
from verifier import cicatrix_verify as verifier

Members = dict[str, bytes]


def lines_of(members: Members) -> list[bytes]:
    return members["entries.jsonl"].split(b"\n")[:-1]


def with_lines(members: Members, lines: list[bytes]) -> Members:
    return {**members, "entries.jsonl": b"".join(line + b"\n" for line in lines)}


def category(data: bytes, **known: object) -> str:
    report = verifier.verify_bundle(data, **known)  # type: ignore[arg-type]
    return report.faults[0].category if report.faults else "OK"


def dropped(members: Members) -> Members:
    return with_lines(members, lines_of(members)[:29] + lines_of(members)[30:])


def doubled(members: Members) -> Members:
    return with_lines(members, lines_of(members)[:30] + lines_of(members)[29:])


def swapped(members: Members) -> Members:
    lines = lines_of(members)
    lines[29], lines[30] = lines[30], lines[29]
    return with_lines(members, lines)


def renumbered(members: Members) -> Members:
    """An entry left out and the lines after it numbered on; the headers still know."""
    lines = [json.loads(line) for line in lines_of(members)]
    del lines[29]
    return with_lines(members, [canonical({**line, "seq": number}) for number, line in enumerate(lines, 1)])


def cut(members: Members) -> Members:
    return with_lines(members, lines_of(members)[:-1])


def without_its_words(members: Members) -> Members:
    """Hidden as if it lay outside the range that was exported."""
    lines = lines_of(members)
    leaf = verifier.leaf_hash(json.loads(lines[29])["header"].encode()).hex()
    lines[29] = canonical({"leaf": leaf, "seq": 30})
    return with_lines(members, lines)


def checkpoint_elsewhere(members: Members) -> Members:
    """An old checkpoint in the place of the last one."""
    names = sorted(name for name in members if name.startswith("checkpoints/"))
    return {**members, names[-1]: members[names[0]]}


def last_checkpoint_gone(members: Members) -> Members:
    names = sorted(name for name in members if name.startswith("checkpoints/"))
    return {name: content for name, content in members.items() if name != names[-1]}


def first_key_only(members: Members) -> Members:
    return {**members, "keys.txt": members["keys.txt"].split(b"\n")[0] + b"\n"}


def keys_swapped(members: Members) -> Members:
    return {**members, "keys.txt": b"".join(line + b"\n" for line in members["keys.txt"].split(b"\n")[-2::-1])}


def a_rule_more(members: Members) -> Members:
    first = members["rules.jsonl"].split(b"\n")[0]
    return {**members, "rules.jsonl": members["rules.jsonl"] + first.replace(b"PB-01", b"PB-99") + b"\n"}


def another_readme(members: Members) -> Members:
    return {**members, "README.md": b"# All is well\n"}


def a_member_more(members: Members) -> Members:
    return {**members, "extra.txt": b"hello"}


def wiped(members: Members) -> Members:
    """Words taken out, as if they had been erased."""
    lines = lines_of(members)
    line = json.loads(lines[29])
    body = json.loads(line["body"])
    about = {"handle": body["handle"], "kind": body["kind"]}
    lines[29] = canonical({"erased": about, "header": line["header"], "seq": 30})
    return with_lines(members, lines)


def a_member_less(members: Members) -> Members:
    return {name: content for name, content in members.items() if name != "proofs.jsonl"}


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        (dropped, {"chain"}),
        (doubled, {"chain"}),
        (swapped, {"chain"}),
        (renumbered, {"header"}),
        (cut, {"consistency", "tree"}),
        (without_its_words, {"encoding"}),
        (wiped, {"erasure"}),
        (checkpoint_elsewhere, {"consistency"}),
        (last_checkpoint_gone, {"proof", "manifest"}),
        (first_key_only, {"key"}),
        (keys_swapped, {"key", "signature"}),
        (a_rule_more, {"derived"}),
        (another_readme, {"readme"}),
        (a_member_more, {"members"}),
        (a_member_less, {"members"}),
    ],
)
def test_what_is_done_to_the_members_is_told(
    data: bytes, attack: Callable[[Members], Members], expected: set[str]
) -> None:
    assert category(repack(attack(unpack(data)))) in expected


@pytest.mark.parametrize("seq", [2, 30, 60])
def test_a_dropped_entry_is_named(data: bytes, seq: int) -> None:
    members = unpack(data)
    lines = lines_of(members)
    found = verifier.verify_bundle(repack(with_lines(members, lines[: seq - 1] + lines[seq:]))).as_json()["first_bad"]
    assert found is not None
    assert found["seq"] == seq


def test_a_bundle_that_was_packed_again_is_told(data: bytes) -> None:
    members = unpack(data)
    for compression, when in (
        (zipfile.ZIP_STORED, (2026, 1, 1, 0, 0, 0)),
        (zipfile.ZIP_DEFLATED, (1980, 1, 1, 0, 0, 0)),
    ):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", compression) as made:
            for name in sorted(members):
                made.writestr(zipfile.ZipInfo(name, when), members[name], compression)
        assert category(file.getvalue()) == "zip"
    assert category(data + b"\n") == "zip"
    assert category(data[:-2] + b"\x04\x00note") == "zip"
    assert category(b"\n" + data) == "not-a-bundle"
    backwards = io.BytesIO()
    with zipfile.ZipFile(backwards, "w") as made:
        for name in sorted(members, reverse=True):
            made.writestr(zipfile.ZipInfo(name), members[name])
    assert category(backwards.getvalue()) in {"zip", "members"}


def test_ordinary_tools_read_a_bundle(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        assert read.testzip() is None
        assert {name: read.read(name) for name in read.namelist()} == unpack(data)


@pytest.mark.parametrize("share", [0, 0.001, 0.1, 0.5, 0.9, 0.99, 0.9999])
def test_a_truncated_bundle_is_told(data: bytes, share: float) -> None:
    assert category(data[: int(len(data) * share)]) in {"not-a-bundle", "zip", "checksum", "members"}


# -- what only something kept elsewhere can tell ---------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    return tmp_path


def grown(folder: Path, entries: int, seed: int) -> Memory:
    memory = open_memory(folder)
    live(memory, entries, Random(seed))
    return memory


def fork(home: Path) -> tuple[Memory, bytes, str]:
    """A ledger of ten entries, signed at twenty, taken back to ten, told otherwise, and signed with the very same key.

    Returns the rewritten ledger, the checkpoint that was kept of the first one, and the key.
    """
    with grown(home, 10, 1) as memory:
        ten = memory.read().head().seq
        memory.context.store.close()
    shutil.copy(home / "ledger.db", home / "ten.db")
    with open_memory(home) as memory:
        live(memory, 20, Random(2))
        signed = memory.checkpoint()
        kept = Path(signed.file).read_bytes()
    shutil.rmtree(home / "ledger.db.checkpoints")
    for name in ("ledger.db", "ledger.db-wal", "ledger.db-shm"):
        (home / name).unlink(missing_ok=True)
    shutil.move(home / "ten.db", home / "ledger.db")
    rewritten = open_memory(home)
    assert rewritten.read().head().seq == ten
    live(rewritten, 25, Random(9))
    return rewritten, kept, str(signed.key)


def test_a_history_rewritten_with_the_right_key_is_told_by_a_kept_checkpoint(home: Path) -> None:
    rewritten, kept, key = fork(home)
    with rewritten:
        signed = rewritten.checkpoint()
        rewritten.export(home / "forked.bundle")
    data = (home / "forked.bundle").read_bytes()
    assert str(signed.key) == key, "the right key"
    assert category(data) == "OK", "alone, nothing tells"
    assert category(data, keys=[verifier.read_key(key)]) == "OK"
    assert category(data, kept=[verifier.read_checkpoint(kept)]) == "consistency"


def test_a_ledger_cut_back_to_an_old_checkpoint_is_told_by_a_kept_one(home: Path) -> None:
    with grown(home, 15, 4) as memory:
        memory.checkpoint()
        memory.export(home / "old.bundle")
        live(memory, 30, Random(5))
        kept = Path(memory.checkpoint().file).read_bytes()
        memory.export(home / "new.bundle")
    old, new = (home / "old.bundle").read_bytes(), (home / "new.bundle").read_bytes()
    assert category(old) == "OK"
    point = verifier.read_checkpoint(kept)
    assert category(old, kept=[point]) == "consistency"
    report = verifier.verify_bundle(new, kept=[point])
    assert (report.faults, report.state, report.kept_to) == ([], "ANCHORED", point.size)


def test_another_key_is_told(data: bytes, home: Path) -> None:
    with grown(home, 5, 1) as memory:
        other = verifier.read_key(str(memory.checkpoint().key))
    assert category(data, keys=[other]) == "key"
    keys = [verifier.read_key(line) for line in unpack(data)["keys.txt"].decode().splitlines()]
    for key in keys:
        report = verifier.verify_bundle(data, keys=[key])
        assert (report.faults, report.key_is_trusted) == ([], True)


def test_a_ledger_signed_anew_under_another_key_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with grown(home, 8, 1) as memory:
        trusted = verifier.read_key(str(memory.checkpoint().key))
    shutil.rmtree(home / "ledger.db.checkpoints")
    monkeypatch.setenv("CICATRIX_HOME", str(home / "thief"))
    with open_memory(home) as memory:
        memory.checkpoint()
        memory.export(home / "stolen.bundle")
    data = (home / "stolen.bundle").read_bytes()
    assert category(data) == "OK"
    assert category(data, keys=[trusted]) == "key"


# -- derivation ------------------------------------------------------------------------------------------------------


def seal(memory: Memory, *, cites: str, words: str, start: int = 0, trust: Origin = Origin.HUMAN) -> None:
    """Put a rule into the ledger that admission would never let through, sealed like any other."""
    span = Evidence(cites, "correction", start, start + len(words), quote_hash(words))
    ctx = memory.context
    with ctx.store.writer(NS, now=ctx.clock.now(), durability="full") as writer:
        handle = writer.next_handle(Kind.RULE)
        noun = Noun(handle, MemoryType.PROCEDURAL, words, Status.ACTIVE, trust, (span,), Change("admitted", "eve"))
        writer.append(Draft(EntryKind.MEMORY_ADMITTED, Kind.RULE, handle, encode(noun), "eve", trust))


@pytest.mark.parametrize(
    ("cites", "words", "trust", "expected"),
    [
        ("ep1", "Never ship on a Friday.", Origin.HUMAN, "OK"),
        ("ep9", "Never ship on a Friday.", Origin.HUMAN, "derivation"),  # nobody recorded it
        ("ep1", "Always ship on a Friday", Origin.HUMAN, "derivation"),  # other words
        ("ep2", "Never ship on a Monday.", Origin.HUMAN, "derivation"),  # an agent's report, raised to a person's word
        ("ep2", "Never ship on a Monday.", Origin.AGENT, "OK"),
        ("ep1", "Never ship on a Friday.", Origin.RATIFIED, "derivation"),  # nobody ratified it
        ("ep1", "Never ship on a Friday.", Origin.SYSTEM, "derivation"),
    ],
)
def test_a_rule_without_a_ground_is_told(home: Path, cites: str, words: str, trust: Origin, expected: str) -> None:
    with open_memory(home) as memory:
        memory.record(task="Ship", correction="Never ship on a Friday.", correction_by="dana")
        memory.record(task="Ship", correction="Never ship on a Monday.")
        seal(memory, cites=cites, words=words, trust=trust)
        memory.record(task="Later")
        last = memory.read().head().seq
        memory.export(home / "a.bundle")
    report = verifier.verify_bundle((home / "a.bundle").read_bytes())
    assert (report.faults[0].category if report.faults else "OK") == expected
    if report.faults:
        assert report.as_json()["first_bad"]["seq"] == last - 1


def test_a_rule_may_not_cite_what_comes_after_it(home: Path) -> None:
    with open_memory(home) as memory:
        seal(memory, cites="ep1", words="Never ship on a Friday.")
        memory.record(task="Ship", outcome="x", correction="Never ship on a Friday.")
        memory.export(home / "a.bundle")
    assert category((home / "a.bundle").read_bytes()) == "derivation"


def test_words_that_were_wiped_by_hand_are_not_taken_for_erased(home: Path) -> None:
    with grown(home, 12, 3) as memory:
        memory.record(kind="turn", role="user", text="My name is Ana.")
    wipe(home / "ledger.db", 13)
    with open_memory(home) as memory:
        memory.export(home / "a.bundle")
        fault = verifier.verify_bundle((home / "a.bundle").read_bytes()).faults[0]
        assert (fault.category, fault.seq) == ("erasure", 13)
    erase(home / "ledger.db", 13)
    with open_memory(home) as memory:
        for start in (None, 2, 14):
            memory.export(home / "a.bundle", start=start)
            assert category((home / "a.bundle").read_bytes()) == "OK"


def test_what_is_in_force_may_not_cite_erased_words(home: Path) -> None:
    with open_memory(home) as memory:
        seq = memory.record(task="Ship", correction="Never ship on a Friday.", correction_by="dana").seq
        rule = memory.read().rules()[0]
    erase(home / "ledger.db", seq)
    with open_memory(home) as memory:
        memory.export(home / "a.bundle")
        report = verifier.verify_bundle((home / "a.bundle").read_bytes())
        assert report.faults[0].category == "derivation"
        assert f"cites {rule.episodes[0]}, whose words were erased" in report.faults[0].message
        memory.retire(rule.id, by="dana")
        memory.export(home / "b.bundle")
    report = verifier.verify_bundle((home / "b.bundle").read_bytes())
    assert (report.faults, report.erased, report.unreadable) == ([], [seq], 2)
