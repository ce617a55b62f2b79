"""Several processes on one file, and writers that are killed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.contract.drafts import NS, assert_sound

from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.ids import Kind
from cicatrix.ports import Version

APPENDER = Path(__file__).with_name("appender.py")
FOREVER = 1_000_000


def start(database: Path, name: str, rounds: int, seed: int, *sizes: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(APPENDER), str(database), name, *map(str, (rounds, seed, *sizes))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def acknowledged(lines: list[str]) -> dict[int, tuple[str, int]]:
    """Sequence → who wrote it, and in which turn, as the writers themselves said."""
    told: dict[int, tuple[str, int]] = {}
    for line in lines:
        first, last, name, turn = line.split()
        for seq in range(int(first), int(last) + 1):
            assert seq not in told, f"#{seq} was given twice"
            told[seq] = (name, int(turn))
    return told


def assert_kept(database: Path, told: dict[int, tuple[str, int]]) -> int:
    """Every acknowledged entry is there, says what its writer said, and the ledger is sound. Returns its length."""
    store = SqliteStore(database, by="cicatrix/test")
    assert_sound(store)
    with store.reader(NS) as reader:
        versions: dict[int, Version] = {version.seq: version for version in reader.changes(0, [Kind.EPISODE])}
        head = reader.head().seq
    store.close()
    assert sorted(versions) == list(range(1, head + 1))
    for seq, (name, turn) in told.items():
        body = versions[seq].body
        assert body is not None
        assert (body["by"], body["turn"]) == (name, turn)
    return head


@pytest.mark.slow
def test_processes_append_to_one_file_at_once(database: Path) -> None:
    """The file itself is made by whoever comes first."""
    writers = [start(database, f"writer-{number}", 60, number) for number in range(3)]
    results = [writer.communicate(timeout=120) for writer in writers]
    assert [(writer.returncode, error) for writer, (_, error) in zip(writers, results, strict=True)] == [(0, "")] * 3
    told = acknowledged([line for output, _ in results for line in output.splitlines()])
    head = assert_kept(database, told)
    assert len(told) == head, "no gap, and nothing that nobody wrote"
    names = {name for name, _ in told.values()}
    assert len(names) == 3


@pytest.mark.slow
def test_four_processes_append_five_hundred_each(database: Path) -> None:
    """2,000 rows, one commit each: no gap, none twice, and nobody was told that the file is busy."""
    writers = [start(database, f"writer-{number}", 500, number, 1) for number in range(4)]
    results = [writer.communicate(timeout=300) for writer in writers]
    assert [(writer.returncode, error) for writer, (_, error) in zip(writers, results, strict=True)] == [(0, "")] * 4
    told = acknowledged([line for output, _ in results for line in output.splitlines()])
    assert len(told) == assert_kept(database, told) == 2_000


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_that_it_acknowledged(database: Path) -> None:
    source = random.Random(20)
    lines: list[str] = []
    for round_ in range(20):
        writer = start(database, f"round-{round_}", FOREVER, round_)
        assert writer.stdout is not None
        assert writer.stderr is not None
        lines += [writer.stdout.readline() for _ in range(source.randrange(1, 25))]
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().splitlines(keepends=True)
        lines += [line for line in rest if line.endswith("\n")]
        assert (writer.wait(), writer.stderr.read()) == (-signal.SIGKILL, "")
        writer.stdout.close()
        writer.stderr.close()
        assert_kept(database, acknowledged(lines))
    assert len(lines) >= 20
