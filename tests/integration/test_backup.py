"""Backup and restore, byte for byte; and another ledger's bundle, recorded anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.verifier.ledgers import erase, wipe

from cicatrix import Memory
from cicatrix.errors import InvalidInput, Refused, StateConflict, VerificationFailed
from cicatrix.ports import SealedEntry

NS = "acme/support"


@pytest.fixture
def ledger(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    with Memory.open(database, namespace=NS, user="dana") as memory:
        memory.record(task="Ship", correction="Never ship on a Friday.", correction_by="dana", external_id="one")
        memory.record(kind="turn", role="user", text="I am Ana 🥜.", speaker="ana", subjects=["user:ana"])
        memory.record(kind="document", title="Manual", text="Always reboot.")
        memory.record(task="Greet", correction="Greet guests by name.")
        memory.recall("Ship the release")
        memory.recall("What is the capital of France?")
        memory.reply("q-1", "Paris.", by="dana")
        memory.suspend("PB-01", by="dana", reason="A pause.")
        memory.checkpoint()
        memory.rotate_signing_key(reason="Every year.")
        memory.resume("PB-01", by="dana")
        yield memory


def sealed(memory: Memory) -> list[SealedEntry]:
    with memory.context.store.reader(memory.context.namespace) as reader:
        return list(reader.entries())


def projections(memory: Memory) -> tuple[object, ...]:
    with memory.context.store.reader(memory.context.namespace) as reader:
        return list(reader.projected()), reader.counters(), reader.head(), list(reader.nodes())


def test_a_restored_ledger_is_the_same_byte_for_byte(ledger: Memory, tmp_path: Path) -> None:
    report = ledger.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NS) as restored:
        done = restored.restore(tmp_path / "backup")
        assert (done.entries, done.root, done.checkpoints) == (report.entries, report.root, 1)
        assert sealed(restored) == sealed(ledger)
        assert projections(restored) == projections(ledger)
        verified = restored.verify(deep=True)
        assert (verified.ok, verified.state) == (True, "SIGNED")
        assert restored.backup(tmp_path / "again").sha256 == report.sha256


def test_life_goes_on_after_a_restore(ledger: Memory, tmp_path: Path) -> None:
    ledger.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NS, user="dana") as restored:
        restored.restore(tmp_path / "backup")
        episodes = len(restored.read().episodes())
        assert restored.record(task="Ship", external_id="two").id == f"ep{episodes + 1}"
        assert restored.recall("Ship the release").items[0].id == "PB-01"
        assert restored.replay("rc-1").identical
        assert [rule.id for rule in restored.distill().admitted] == ["PB-02"], "numbers go on where they were"
        assert restored.checkpoint().state == "SIGNED"
        assert restored.verify(deep=True).ok


def test_keys_are_in_no_backup(ledger: Memory, tmp_path: Path, database: Path) -> None:
    ledger.backup(tmp_path / "backup")
    content = (tmp_path / "backup").read_bytes()
    for path in (tmp_path / "home" / "keys").iterdir():
        secret = path.read_text().strip().split("+", 4)[4]
        assert secret.encode() not in content
    with sqlite3.connect(database) as connection:
        people = [key for (key,) in connection.execute("SELECT key FROM people")]
    connection.close()
    assert people
    assert not [key for key in people if key in content or key.hex().encode() in content]


def test_an_erased_entry_stays_erased(ledger: Memory, database: Path, tmp_path: Path) -> None:
    erase(database, 3)
    ledger.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NS) as restored:
        assert restored.restore(tmp_path / "backup").erased == 1
        assert sealed(restored) == sealed(ledger)
        assert restored.verify(deep=True).erased == 1
        with restored.context.store.reader(NS) as reader:
            version = reader.version("ep2")
        assert version is not None
        assert (version.seq, version.body) == (3, None)


def test_no_backup_is_made_of_a_ledger_that_does_not_verify(ledger: Memory, database: Path, tmp_path: Path) -> None:
    """It could not be restored. As evidence it can be exported, and the report says what is wrong with it."""
    wipe(database, 3)
    with pytest.raises(VerificationFailed, match=r"entry #3 \(episode\): corrupt: its words were destroyed without"):
        ledger.backup(tmp_path / "backup")
    assert not (tmp_path / "backup").exists()
    assert ledger.export(tmp_path / "evidence").destroyed == 1
    with Memory.open(tmp_path / "new.db", namespace=NS) as other:
        for take in (other.restore, other.import_file):
            with pytest.raises(VerificationFailed, match="#3 is not what was sealed: corrupt: its words"):
                take(tmp_path / "evidence")
        assert other.read().head().seq == 0
    erase(database, 3)
    assert ledger.export(tmp_path / "sound").destroyed == 0


def test_only_an_empty_namespace_of_the_same_name(ledger: Memory, tmp_path: Path) -> None:
    ledger.backup(tmp_path / "backup")
    with pytest.raises(StateConflict, match="already"):
        ledger.restore(tmp_path / "backup")
    with (
        Memory.open(tmp_path / "new.db", namespace="acme/sales") as other,
        pytest.raises(Refused, match="acme/support"),
    ):
        other.restore(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace="acme/sales") as neighbour:
        neighbour.record(task="Something of its own")
        with Memory.open(tmp_path / "new.db", namespace=NS) as restored:
            assert restored.restore(tmp_path / "backup").entries > 0
        assert neighbour.verify(deep=True).entries == 1


def test_a_part_is_no_backup(ledger: Memory, tmp_path: Path) -> None:
    ledger.export(tmp_path / "part", start=2, end=4)
    with Memory.open(tmp_path / "new.db", namespace=NS) as other, pytest.raises(Refused, match="a part"):
        other.restore(tmp_path / "part")


@pytest.mark.parametrize("place", range(0, 100, 3))
def test_a_damaged_backup_leaves_nothing_behind(ledger: Memory, tmp_path: Path, place: int) -> None:
    ledger.backup(tmp_path / "backup")
    content = bytearray((tmp_path / "backup").read_bytes())
    content[len(content) * place // 100] ^= 1
    (tmp_path / "backup").write_bytes(content)
    with Memory.open(tmp_path / "new.db", namespace=NS) as other:
        with pytest.raises(VerificationFailed, match="no whole bundle"):
            other.restore(tmp_path / "backup")
        assert other.read().head().seq == 0
    assert not (tmp_path / "new.db.checkpoints").exists()


def test_a_backup_that_is_not_there(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "new.db", namespace=NS) as memory, pytest.raises(InvalidInput, match="cannot be read"):
        memory.restore(tmp_path / "gone")


# -- another ledger's bundle -------------------------------------------------------------------------------------------


def test_another_ledgers_episodes_are_recorded_anew_as_external(ledger: Memory, tmp_path: Path) -> None:
    ledger.export(tmp_path / "theirs.bundle")
    episodes = len(ledger.read().episodes())
    with Memory.open(tmp_path / "ours.db", namespace="other/team", user="eve") as ours:
        ours.record(task="Something of our own")
        report = ours.import_file(tmp_path / "theirs.bundle")
        assert (report.imported, report.format, report.skipped) == (episodes, "bundle", ())
        assert ours.import_file(tmp_path / "theirs.bundle").already == episodes
        brought = ours.read().episode("ep2")
        assert (brought.origin.value, brought.task) == ("external", "Ship")
        assert brought.source is not None
        assert brought.source.where == f"{ledger.signed_log().origin} #1, ep1"
        ours.distill()
        assert {rule.status.value for rule in ours.read().rules()} == {"candidate"}, "nobody here vouches for them"
        ours.ratify("im-1", by="eve")
        assert "active" in {rule.status.value for rule in ours.read().rules()}
        assert ours.verify(deep=True).ok


def test_an_erased_episode_is_not_imported_and_a_damaged_bundle_not_at_all(
    ledger: Memory, database: Path, tmp_path: Path
) -> None:
    erase(database, 3)
    ledger.export(tmp_path / "theirs.bundle")
    with Memory.open(tmp_path / "ours.db", namespace="other/team") as ours:
        report = ours.import_file(tmp_path / "theirs.bundle", dry_run=True)
        assert [skip.reason for skip in report.skipped] == ["its words were erased"]
        content = bytearray((tmp_path / "theirs.bundle").read_bytes())
        content[-200] ^= 1
        (tmp_path / "theirs.bundle").write_bytes(content)
        with pytest.raises(VerificationFailed, match="no whole bundle"):
            ours.import_file(tmp_path / "theirs.bundle")
        assert ours.read().head().seq == 0
