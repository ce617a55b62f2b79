"""Checkpoints on real files: what is signed, what is refused, keys, and the git anchor."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.contract.drafts import destroy, erase

from cicatrix import Memory
from cicatrix.config import FixedClock
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import Kind
from cicatrix.core.notes import (
    Checkpoint,
    Note,
    Rotation,
    VerifierKey,
    read_checkpoint,
    read_key,
    read_note,
    signature_of,
)
from cicatrix.core.trust import Origin
from cicatrix.engine.signing import key_chain
from cicatrix.errors import ClockBehind, InvalidInput, NotFound, ReadOnly, Refused, StoreError, VerificationFailed

NS = "acme/support"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def ledger(database: Path, home: Path) -> Iterator[Memory]:
    with Memory.open(database, namespace=NS, user="dana") as memory:
        grow(memory, 5)
        yield memory


def grow(memory: Memory, count: int) -> None:
    for number in range(count):
        memory.record(task=f"Task {number}", outcome="Done.")


def change(database: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(database) as connection:
        assert connection.execute(statement, values).rowcount >= 1
    connection.close()


# -- signing -----------------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_a_note_beside_the_database(ledger: Memory, database: Path) -> None:
    report = ledger.checkpoint()
    path = Path(report.file)
    assert path == database.with_name("cicatrix.db.checkpoints") / "acme~support" / "000000000005.note"
    note = read_note(path.read_bytes())
    point = read_checkpoint(note)
    assert (point.origin, point.size, point.root.hex()) == (report.origin, 5, ledger.read().head().root.hex())
    assert ledger.context.keys.holds(report.key, note.text, note.by(report.key)[0])
    assert (report.state, report.new, report.checked) == ("SIGNED", True, 5)


def test_nothing_new_is_not_signed_again(ledger: Memory) -> None:
    first = ledger.checkpoint()
    again = ledger.checkpoint()
    assert (again.new, again.checked, again.file) == (False, 0, first.file)
    grow(ledger, 2)
    later = ledger.checkpoint()
    assert (later.new, later.checked, later.size, later.key) == (True, 2, 7, first.key)


def test_an_empty_ledger_has_nothing_to_sign(database: Path, home: Path) -> None:
    with Memory.open(database, namespace=NS) as memory, pytest.raises(Refused, match="no entries"):
        memory.checkpoint()
    assert not home.exists()


def test_a_file_that_may_only_be_read_is_not_signed(ledger: Memory, database: Path) -> None:
    with Memory.open(database, namespace=NS, read_only=True) as memory, pytest.raises(ReadOnly):
        memory.checkpoint()


def test_verify_says_how_far_the_proof_goes(ledger: Memory) -> None:
    assert ledger.verify().state == "UNSIGNED"
    ledger.checkpoint()
    grow(ledger, 2)
    report = ledger.verify(deep=True)
    assert (report.ok, report.state, report.signed_to, report.entries) == (True, "SIGNED", 5, 7)


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [6, 8])
def test_a_body_that_rotted_is_not_signed_and_the_entry_is_named(ledger: Memory, database: Path, seq: int) -> None:
    ledger.checkpoint()
    grow(ledger, 3)
    change(database, "UPDATE bodies SET body = CAST(replace(body, 'Done', 'Dune') AS BLOB) WHERE seq = ?", seq)
    with pytest.raises(VerificationFailed, match=rf"#{seq} \(episode\) is bad: its body is not the one"):
        ledger.checkpoint()
    assert len(ledger.signed_log().checkpoints) == 1


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE bodies SET salt = NULL WHERE seq = 4", "body is not the one"),
        ("UPDATE entries SET leaf = zeroblob(32) WHERE seq = 4", "does not hash to its leaf"),
        ("UPDATE entries SET header = x'7b7d' WHERE seq = 4", "header cannot be read"),
        ("DELETE FROM entries WHERE seq = 4", "#4 .* is missing"),
        ("DELETE FROM entries WHERE seq = 5", "stored head"),
        ("UPDATE head SET chain = zeroblob(32)", "stored head"),
    ],
)
def test_what_is_not_what_was_sealed_is_not_signed(ledger: Memory, database: Path, statement: str, reason: str) -> None:
    change(database, statement)
    with pytest.raises(VerificationFailed, match=reason):
        ledger.checkpoint()
    assert ledger.signed_log().checkpoints == ()


def test_an_erased_body_is_signed_like_any_other(ledger: Memory, database: Path) -> None:
    erase(database, 3)
    assert ledger.checkpoint().size == 6


@pytest.mark.parametrize("signed_before", [True, False])
def test_words_that_were_destroyed_are_not_signed_over(ledger: Memory, database: Path, signed_before: bool) -> None:
    """Not even those that a checkpoint covers already, whose bodies are not hashed again."""
    if signed_before:
        ledger.checkpoint()
    destroy(database, 3)
    grow(ledger, 1)
    with pytest.raises(VerificationFailed, match=r"#3 \(episode\) is bad: corrupt: its words were destroyed without"):
        ledger.checkpoint()


def rewrite(database: Path, to: int) -> None:
    """Take a ledger back to an earlier sequence, as its owner can, and tell it otherwise."""
    with Memory.open(database, namespace=NS) as memory:
        bodies = [f"Task {number}" for number in range(to)]
    for path in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        path.unlink(missing_ok=True)
    with Memory.open(database, namespace=NS) as memory:
        for body in bodies:
            memory.record(task=body, outcome="It was never so.")


def test_a_ledger_that_is_another_one_is_not_signed_over(ledger: Memory, database: Path) -> None:
    ledger.checkpoint()
    ledger.close()
    rewrite(database, 8)
    with Memory.open(database, namespace=NS) as memory:
        with pytest.raises(VerificationFailed, match="another log"):
            memory.checkpoint()
        report = memory.verify()
        assert (report.ok, report.state) == (False, "UNSIGNED")


def test_a_ledger_that_was_cut_back_is_not_signed_over(ledger: Memory, database: Path, tmp_path: Path) -> None:
    ledger.backup(tmp_path / "old")
    grow(ledger, 3)
    ledger.checkpoint()
    ledger.close()
    for path in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        path.unlink(missing_ok=True)
    with Memory.open(database, namespace=NS) as memory:
        memory.restore(tmp_path / "old")
        with pytest.raises(VerificationFailed, match="cut off"):
            memory.checkpoint()
        report = memory.verify()
        assert (report.ok, report.first_bad is not None and report.first_bad.kind) == (False, "checkpoint")
        grow(memory, 6)
        with pytest.raises(VerificationFailed, match="not the one that was signed"):
            memory.checkpoint()


def test_a_note_that_was_tampered_with_is_told(ledger: Memory) -> None:
    path = Path(ledger.checkpoint().file)
    good = path.read_bytes()
    for bad in (good.replace(b"\n5\n", b"\n4\n"), b"hello", good[:-1]):
        path.write_bytes(bad)
        with pytest.raises(VerificationFailed):
            ledger.checkpoint()
        assert ledger.verify().ok is False
    path.write_bytes(good)
    assert ledger.verify().ok is True


# -- keys --------------------------------------------------------------------------------------------------------------


def test_the_key_is_a_file_that_only_its_owner_can_read(ledger: Memory, home: Path, database: Path) -> None:
    assert ledger.signing_keys().keys == ()
    key = ledger.checkpoint().key
    (path,) = (home / "keys").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "keys").stat().st_mode) == 0o700
    line = path.read_text()
    assert line.startswith(f"PRIVATE+KEY+{key.name}+{key.id.hex()}+")
    ledger.context.store.close()
    secret = line.strip().split("+", 4)[4].encode()
    for file in (database, *database.with_name("cicatrix.db.checkpoints").rglob("*.*")):
        assert secret not in file.read_bytes()


def test_a_key_that_others_can_read_does_not_sign(ledger: Memory, home: Path) -> None:
    ledger.checkpoint()
    grow(ledger, 1)
    (path,) = (home / "keys").iterdir()
    path.chmod(0o640)
    with pytest.raises(StoreError, match="read by others"):
        ledger.checkpoint()


@pytest.mark.parametrize("content", [b"", b"hello\n", b"PRIVATE+KEY+x+y+AAAA\n", b"\xff\xfe"])
def test_a_damaged_key_is_told(ledger: Memory, home: Path, content: bytes) -> None:
    ledger.checkpoint()
    (path,) = (home / "keys").iterdir()
    path.write_bytes(content)
    grow(ledger, 1)
    with pytest.raises(StoreError, match=r"no signing key|cannot be read"):
        ledger.checkpoint()


def test_without_the_key_the_ledger_is_verified_but_not_signed(
    ledger: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database: Path
) -> None:
    key = ledger.checkpoint().key
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "elsewhere"))
    with Memory.open(database, namespace=NS) as memory:
        assert memory.verify().state == "SIGNED"
        assert (memory.signing_keys().held, memory.signing_keys().keys) == (False, ((key, 0),))
        grow(memory, 1)
        for act in (memory.checkpoint, memory.rotate_signing_key):
            with pytest.raises(NotFound, match="private half"):
                act()
    assert not (tmp_path / "elsewhere" / "keys").exists()


def test_a_rotation_is_an_entry_that_both_keys_sign(ledger: Memory, home: Path) -> None:
    with pytest.raises(Refused, match="no signing key yet"):
        ledger.rotate_signing_key()
    old = ledger.checkpoint().key
    done = ledger.rotate_signing_key(by="dana", reason="Every year.")
    assert (done.id, done.old, done.seq) == ("sk-1", old, 6)
    assert [path.name.split(".")[-2] for path in (home / "keys").iterdir()] == [done.new.id.hex()], "the old is gone"
    noun = ledger.read().body("sk-1")
    note = read_note(str(noun["note"]).encode())
    assert all(ledger.context.keys.holds(key, note.text, note.by(key)[0]) for key in (done.old, done.new))
    later = ledger.checkpoint()
    assert later.key == done.new
    assert ledger.signing_keys().keys == ((old, 0), (done.new, 6))
    report = ledger.verify()
    assert (report.ok, report.state, report.key) == (True, "SIGNED", str(done.new))
    second = ledger.rotate_signing_key()
    ledger.checkpoint()
    assert [since for _, since in ledger.signing_keys().keys] == [0, 6, 7]
    assert second.id == "sk-2"


def test_a_rotation_that_was_cut_short_is_finished(ledger: Memory, home: Path) -> None:
    ledger.checkpoint()
    (old,) = (home / "keys").iterdir()
    content = old.read_bytes()
    done = ledger.rotate_signing_key()
    old.write_bytes(content)  # as if the power had failed before it was destroyed
    old.chmod(0o600)
    assert ledger.checkpoint().key == done.new
    assert not old.exists()


def test_what_a_rotation_leaves_that_failed(ledger: Memory, home: Path, database: Path) -> None:
    ledger.checkpoint()
    before = sorted((home / "keys").iterdir())
    change(database, "UPDATE head SET at = '9999-12-31T00:00:00.000000Z'")
    clock = FixedClock(datetime(2026, 1, 1, tzinfo=UTC))
    with Memory.open(database, namespace=NS, clock=clock) as memory, pytest.raises(ClockBehind):
        memory.rotate_signing_key()
    assert sorted((home / "keys").iterdir()) == before, "the new key went again, the old one stayed"


def test_a_key_that_cannot_sign_does_not_keep_anybody_from_verifying(ledger: Memory, home: Path) -> None:
    ledger.checkpoint()
    (path,) = (home / "keys").iterdir()
    path.chmod(0o644)
    assert ledger.verify().state == "SIGNED"
    assert ledger.signing_keys().held is False


def test_a_rotation_that_the_old_key_did_not_sign_is_told(ledger: Memory) -> None:
    old = ledger.checkpoint().key
    keys, head = ledger.context.keys, ledger.read().head()
    thief = keys.make(old.name)
    text = Rotation(Checkpoint(old.name, head.seq, head.root), thief).text()
    alone = Note(text, (signature_of(thief, keys.sign(thief, text)),))
    forged = Note(text, (signature_of(old, bytes(64)), *alone.signatures))
    for note in (alone, forged):
        with pytest.raises(VerificationFailed, match="without the signature of the one before"):
            hand_on(ledger, old, thief, note)


def hand_on(memory: Memory, old: VerifierKey, new: VerifierKey, note: Note) -> None:
    """Seal a rotation that nobody checked, look at the keys, and take it back."""
    ctx = memory.context
    with ctx.store.writer(NS, now=ctx.clock.now(), durability="full") as writer:
        handle = writer.next_handle(Kind.SIGNING_KEY)
        body: JsonObject = {"id": handle, "old": str(old), "new": str(new), "note": str(note), "by": "eve"}
        writer.append(Draft(EntryKind.KEY_ROTATED, Kind.SIGNING_KEY, handle, body, "eve", Origin.SYSTEM))
        key_chain(ctx, writer, old.name)


def test_the_rotation_itself_says_which_key_was_before(ledger: Memory, database: Path) -> None:
    ledger.checkpoint()
    done = ledger.rotate_signing_key()
    first = database.with_name("cicatrix.db.checkpoints") / "acme~support" / "first.key"
    first.write_text(f"{done.new}\n")
    assert ledger.verify().ok
    assert read_key(str(ledger.read().body("sk-1")["old"])) == done.old


def test_a_ledger_that_claims_another_key_than_the_one_held_here_is_told(ledger: Memory, database: Path) -> None:
    key = ledger.checkpoint().key
    folder = database.with_name("cicatrix.db.checkpoints") / "acme~support"
    thief = ledger.context.keys.make(key.name)
    ledger.context.keys.drop(thief)
    (folder / "first.key").write_text(f"{thief}\n")
    with pytest.raises(VerificationFailed, match="the key that is held here"):
        ledger.checkpoint()


def test_a_lost_folder_of_checkpoints_begins_anew_under_the_same_key(ledger: Memory, database: Path) -> None:
    import shutil

    key = ledger.checkpoint().key
    shutil.rmtree(database.with_name("cicatrix.db.checkpoints"))
    assert ledger.verify().state == "UNSIGNED"
    assert ledger.checkpoint().key == key


def test_each_namespace_has_a_key_of_its_own(ledger: Memory, database: Path) -> None:
    first = ledger.checkpoint()
    with Memory.open(database, namespace="acme/support/eu") as other:
        grow(other, 1)
        second = other.checkpoint()
    assert first.key != second.key
    assert first.origin != second.origin
    assert ledger.verify().state == "SIGNED"


# -- the anchor --------------------------------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", folder, *words], capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}
    )
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository" / "agent"
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "..")
    git(folder, "config", "user.name", "Dana")
    git(folder, "config", "user.email", "dana@example.org")
    return folder


def test_one_commit_holds_the_note_and_the_playbook(ledger: Memory, repository: Path) -> None:
    ledger.record(task="Ship", correction="Never ship on a Friday.", correction_by="dana")
    report = ledger.checkpoint(anchor=repository)
    assert report.state == "ANCHORED"
    assert report.anchor == git(repository, "rev-parse", "HEAD").strip()
    assert git(repository, "show", "--name-only", "--format=").split() == ["agent/CHECKPOINT", "agent/PLAYBOOK.md"]
    assert (repository / "CHECKPOINT").read_bytes() == Path(report.file).read_bytes()
    assert "Never ship on a Friday." in (repository / "PLAYBOOK.md").read_text()
    again = ledger.checkpoint(anchor=repository)
    assert (again.new, again.anchor) == (False, report.anchor), "nothing new, no new commit"
    verified = ledger.verify(anchor=repository)
    assert (verified.ok, verified.state, verified.anchored_to) == (True, "ANCHORED", report.size)


def test_what_else_is_staged_or_changed_stays_as_it_is(ledger: Memory, repository: Path) -> None:
    (repository / "kept").write_text("one")
    git(repository, "add", "kept")
    git(repository, "commit", "--quiet", "-m", "First")
    (repository / "staged").write_text("two")
    git(repository, "add", "staged")
    (repository / "kept").write_text("changed")
    ledger.checkpoint(anchor=repository)
    assert git(repository, "status", "--porcelain").splitlines() == [" M agent/kept", "A  agent/staged"]


def test_a_history_rewritten_with_the_right_key_is_told_by_the_anchor(
    ledger: Memory, database: Path, repository: Path, tmp_path: Path
) -> None:
    import shutil

    ledger.checkpoint(anchor=repository)
    ledger.backup(tmp_path / "early")
    grow(ledger, 5)
    anchored = ledger.checkpoint(anchor=repository)
    ledger.close()
    shutil.rmtree(database.with_name("cicatrix.db.checkpoints"))
    for path in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        path.unlink(missing_ok=True)
    with Memory.open(database, namespace=NS) as memory:
        memory.restore(tmp_path / "early")
        grow(memory, 9)
        signed = memory.checkpoint()
        assert signed.key == anchored.key, "the right key"
        assert memory.verify().state == "SIGNED", "alone, nothing tells"
        report = memory.verify(anchor=repository)
        assert report.ok is False
        assert report.first_bad is not None
        assert report.first_bad.seq == 6, "up to #5 it is what was anchored, and not up to #10"
        assert "was rewritten since: at #10" in report.first_bad.reason
        assert (report.state, report.signed_to) == ("UNSIGNED", 0)
        with pytest.raises(VerificationFailed, match="rewritten since"):
            memory.checkpoint(anchor=repository)
        assert git(repository, "rev-list", "--count", "HEAD").strip() == "2"


def test_every_anchored_checkpoint_is_compared_not_the_last_only(ledger: Memory, repository: Path) -> None:
    sizes = []
    for _ in range(3):
        sizes.append(ledger.checkpoint(anchor=repository).size)
        grow(ledger, 2)
    assert ledger.verify(anchor=repository).anchored_to == sizes[-1]
    git(repository, "rm", "--quiet", "CHECKPOINT")
    git(repository, "commit", "--quiet", "-m", "Away with it")
    assert ledger.verify(anchor=repository).anchored_to == sizes[-1], "the history still holds them"


def test_a_folder_that_is_no_anchor_is_told(ledger: Memory, repository: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    for folder in (tmp_path / "plain", tmp_path / "gone"):
        with pytest.raises(InvalidInput, match=r"no git repository|no folder"):
            ledger.checkpoint(anchor=folder)
    assert ledger.signed_log().checkpoints == (), "nothing was signed before that was looked at"
    with pytest.raises(Refused, match="ever committed"):
        ledger.verify(anchor=repository)


def test_what_git_says_against_it_is_passed_on(ledger: Memory, repository: Path) -> None:
    hook = repository.parent / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not on a Friday >&2\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(StoreError, match="not on a Friday"):
        ledger.checkpoint(anchor=repository)
    assert len(ledger.signed_log().checkpoints) == 1, "the checkpoint itself is kept"
    hook.unlink()
    assert ledger.checkpoint(anchor=repository).state == "ANCHORED"


def test_the_anchor_of_another_ledger_is_left_alone(ledger: Memory, repository: Path, tmp_path: Path) -> None:
    ledger.checkpoint(anchor=repository)
    with Memory.open(tmp_path / "other.db", namespace="acme/sales") as other:
        grow(other, 1)
        with pytest.raises(VerificationFailed, match="another log"):
            other.checkpoint(anchor=repository)


def test_a_hook_of_another_repository_does_not_lead_astray(
    ledger: Memory, repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nowhere" / "index"))
    assert ledger.checkpoint(anchor=repository).state == "ANCHORED"
