"""Failure reports of other memory systems in which one tenant saw another. A namespace is equal, or it is another."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import TestClock

from cicatrix import Memory
from cicatrix.core.ids import Kind
from cicatrix.core.recall import Grade
from cicatrix.engine.browse import Browser
from cicatrix.errors import CicatrixError, InvalidInput

SECRET = "The PIN hint is the cat."


@contextmanager
def tenant(database: Path, clock: TestClock, namespace: str) -> Iterator[Memory]:
    with Memory.open(database, namespace=namespace, clock=clock, user="dana") as memory:
        yield memory


def texts(memory: Memory, query: str) -> list[str]:
    return [item.text for item in memory.recall(query).items]


def test_c203_a_user_without_memories_gets_nothing_of_the_others(database: Path, clock: TestClock) -> None:
    for user, home in (("test/1", "France"), ("test/2", "the USA")):
        with tenant(database, clock, user) as memory:
            memory.observe(f"I live in {home}.")
    with tenant(database, clock, "test/3") as stranger:
        got = stranger.recall("Where do I live?")
        assert (got.items, got.grade) == ((), Grade.ASK_HUMAN)
        with pytest.raises(TypeError):
            stranger.recall("Where do I live?", user="test/1")  # type: ignore[call-arg]
    with tenant(database, clock, "test/1") as memory:
        assert texts(memory, "Where do I live?") == ["I live in France."]


@pytest.mark.parametrize("names", [("a/b", "a", "a/b/c"), ("team_a", "team/a", "team-a", "team.a")])
def test_c205_c206_names_that_look_alike_are_records_of_their_own(
    database: Path, clock: TestClock, names: tuple[str, ...]
) -> None:
    for number, name in enumerate(names):
        with tenant(database, clock, name) as memory:
            memory.observe(f"The locker code is {number}{number}{number}.")
    for number, name in enumerate(names):
        with tenant(database, clock, name) as memory:
            assert texts(memory, "What is the locker code?") == [f"The locker code is {number}{number}{number}."]
            assert memory.context.store.namespaces() == sorted(names)


@pytest.mark.parametrize("name", ["a/", "/a", "a//b", "", "a b", "A", "a:b", "a\x00b"])
def test_c205_parts_that_are_empty_or_reserved_are_refused(database: Path, clock: TestClock, name: str) -> None:
    with pytest.raises(InvalidInput), tenant(database, clock, name):
        pass


BROWSED: dict[str, Callable[[Browser], object]] = {
    "snapshot": lambda read: list(_within(read)),
    "as_of": lambda read: read.as_of(0).memories(),
    "sequence_at": lambda read: read.sequence_at("2030-01-01"),
    "namespace": lambda read: read.namespace,
    "head": lambda read: read.head(),
    "count": lambda read: [read.count(kind) for kind in Kind],
    "kinds": lambda read: read.kinds(),
    "sequence_of": lambda read: read.sequence_of("M-1"),
    "rule": lambda read: read.rule("PB-01"),
    "rules": lambda read: read.rules(),
    "memories": lambda read: read.memories(),
    "memory": lambda read: read.memory("M-1"),
    "chain": lambda read: [read.chain(noun) for noun in read.memories()],
    "history": lambda read: read.history("M-1"),
    "history_of": lambda read: read.history_of("M-1"),
    "cited": lambda read: [read.cited(noun) for noun in read.memories()],
    "quote": lambda read: [read.quote(span) for noun in read.memories() for span in noun.evidence],
    "episodes": lambda read: read.episodes(),
    "episode": lambda read: read.episode("ep1"),
    "taught_by": lambda read: read.taught_by("ep1"),
    "bodies": lambda read: [read.bodies(kind) for kind in Kind],
    "body": lambda read: read.body("M-1"),
    "entry": lambda read: read.entry(1),
    "erased_by": lambda read: read.erased_by(1),
    "entries": lambda read: read.entries(),
    "signed_log": lambda read: read.signed_log(),
    "root_of": lambda read: read.root_of(0),
    "inclusion": lambda read: read.inclusion(1),
}

READ: dict[str, Callable[[Memory, Path], object]] = {
    "recall": lambda memory, _: memory.recall("PIN hint").items,
    "recall of a past mind": lambda memory, _: memory.at(0).recall("PIN hint"),
    "explain": lambda memory, _: memory.explain("M-1"),
    "explain an episode": lambda memory, _: memory.explain("ep1"),
    "explain an entry": lambda memory, _: memory.explain("#1"),
    "diff": lambda memory, _: memory.diff(0, memory.read().head().seq),
    "mind": lambda memory, _: memory.at(memory.read().head().seq).memories(),
    "playbook": lambda memory, folder: memory.export_playbook(folder).read_text("utf-8"),
    "bundle": lambda memory, folder: (memory.export(folder / "bundle.zip"), _unpacked(folder / "bundle.zip")),
    "backup": lambda memory, folder: (memory.backup(folder / "whole.zip"), _unpacked(folder / "whole.zip")),
    **{f"read().{name}": lambda memory, _, look=look: look(memory.read()) for name, look in BROWSED.items()},  # type: ignore[misc]
}


def _unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _within(read: Browser) -> Iterator[object]:
    with read.snapshot() as still:
        yield still.memories()


@pytest.mark.parametrize("path", READ)
def test_c210_no_way_of_reading_leads_to_another_namespace(
    database: Path, clock: TestClock, tmp_path: Path, path: str
) -> None:
    with tenant(database, clock, "acme/alice") as alice:
        alice.observe(SECRET)
    with tenant(database, clock, "acme/bob") as bob:
        folder = tmp_path / "out"
        folder.mkdir()
        try:
            seen = repr(READ[path](bob, folder))
        except CicatrixError as refused:
            seen = f"{refused.message} {refused.hint}"
        assert "the cat" not in seen


def test_c210_every_way_of_reading_is_listed() -> None:
    public = {name for name in dir(Browser) if not name.startswith("_")}
    public.remove("beside")  # leads to another namespace by its name, as ``recall(also=…)`` does
    assert public == set(BROWSED), "a new way of reading belongs into the table above"


def test_c213_c216_a_session_of_the_same_name_is_another_session(database: Path, clock: TestClock) -> None:
    with tenant(database, clock, "acme/u1") as memory:
        memory.observe("My badge number is 7731.", session="s1")
        assert memory.read().episode("ep1").session == "s1"
    with tenant(database, clock, "acme/u2") as memory:
        assert texts(memory, "badge number") == []
        memory.observe("My badge number is 9900.", session="s1")
        assert texts(memory, "badge number") == ["My badge number is 9900."]


def test_c214_an_import_is_known_only_where_it_was_made(database: Path, clock: TestClock, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    rows = [{"kind": "turn", "role": "user", "text": text} for text in ("I prefer tea.", "I work nights.")]
    log.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    with tenant(database, clock, "acme/bob") as bob:
        bob.observe("I prefer tea.")
        before = bob.verify().entries
    with tenant(database, clock, "acme/alice") as alice:
        first, again = (alice.import_file(log, trust="human", observe=True) for _ in range(2))
        assert (first.imported, len(first.skipped), again.imported, again.already) == (2, 0, 0, 2)
        assert [noun.text for noun in alice.read().memories()] == ["I prefer tea.", "I work nights."]
    with tenant(database, clock, "acme/bob") as bob:
        assert bob.verify().entries == before
