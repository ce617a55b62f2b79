"""What a disk may hold after a power loss: everything durable, nothing half. Thousands of states: scripts/soak."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.crash.platter import FATES, Platter
from tests.crash.power import cut_off, record_run
from tests.crash.syscalls import MISSING, STRACE, Call

from cicatrix import Memory
from cicatrix.errors import NotALedger

FOLDER = Path("/disk")


def call(name: str, place: int, file: str = "a", *, data: bytes = b"", number: int = 0) -> Call:
    path = str(FOLDER / file) if file else str(FOLDER)
    return Call(name, path, place, place, 3, data, number, creates=name == "openat")


def platter(*calls: Call) -> Platter:
    made = Platter(FOLDER)
    for each in calls:
        made.feed(each)
    return made


def outcomes(disk: Platter) -> set[tuple[tuple[str, bytes], ...]]:
    dice = random.Random(1)
    return {tuple(sorted(disk.after_power_loss(fate, dice).items())) for fate in FATES for _ in range(60)}


def test_what_was_synced_is_there_and_the_rest_may_be() -> None:
    made = [call("openat", 1), call("pwrite64", 2, data=b"old."), call("fsync", 3), call("fsync", 4, "")]
    disk = platter(*made, call("pwrite64", 5, data=b"new.", number=4))
    assert outcomes(disk) == {
        (("a", b"old."),),
        (("a", b"old.new."),),
        (("a", b"old.\0\0\0\0"),),
    }


def test_a_name_is_not_there_for_sure_before_its_folder_is_synced() -> None:
    made = [call("openat", 1), call("pwrite64", 2, data=b"x"), call("fsync", 3)]
    assert outcomes(platter(*made)) == {(), (("a", b"x"),)}
    assert outcomes(platter(*made, call("fsync", 4, ""), call("unlink", 5))) == {(), (("a", b"x"),)}


def test_a_write_is_torn_at_sectors_only() -> None:
    made = [call("openat", 1), call("pwrite64", 2, data=b"-" * 1024), call("fsync", 3), call("fsync", 4, "")]
    disk = platter(*made, call("pwrite64", 5, data=b"+" * 1024))
    halves = {content[0][1] for content in outcomes(disk)}
    assert halves == {b"-" * 1024, b"+" * 1024, b"-" * 512 + b"+" * 512, b"+" * 512 + b"-" * 512}


def test_a_sync_covers_what_returned_before_it_began() -> None:
    disk = platter(call("openat", 1), call("fsync", 2, ""))
    disk.feed(Call("pwrite64", "/disk/a", 3, 6, 3, b"x", 0))  # still under way when the sync begins
    disk.feed(Call("fsync", "/disk/a", 5, 7, 3))
    assert disk.pending == 1


@pytest.mark.slow
@pytest.mark.skipif(STRACE is None, reason=MISSING)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_power_loss_takes_nothing_durable_and_leaves_nothing_half(tmp_path: Path, threads: int) -> None:
    recording = record_run(tmp_path, seed=threads, threads=threads, turns=45 // threads, lives=2)
    figures = cut_off(recording, states=150, dice_seed=0)
    assert figures.wrong == []
    assert figures.states == 150
    assert set(figures.fates) == set(FATES)
    assert figures.promises > 1_000


def journal(pages: int) -> bytes:
    """The head of a rollback journal that was begun on a file of so many pages."""
    fields = (0, 7, pages, 512, 4096)  # records, nonce, pages, sector size, page size
    return (bytes.fromhex("d9d505f920a163d7") + b"".join(n.to_bytes(4, "big") for n in fields)).ljust(512, b"\0")


def test_a_file_whose_making_was_cut_off_is_made_again(database: Path) -> None:
    database.write_bytes(bytes(4096) + b"torn" * 2048)
    database.with_name(database.name + "-journal").write_bytes(journal(0))
    with Memory.open(database, namespace="acme/support") as memory:
        memory.record(task="Begin again", outcome="It does.")
        assert memory.verify(deep=True).ok
    assert [path.name for path in database.parent.iterdir()] == [database.name]


def test_a_file_that_held_something_before_is_never_taken_for_unmade(database: Path) -> None:
    content = b"somebody's letter " * 500
    database.write_bytes(content)
    database.with_name(database.name + "-journal").write_bytes(journal(2))
    with pytest.raises(NotALedger):
        Memory.open(database, namespace="acme/support")
    assert database.read_bytes() == content
