"""Vectors beside words: in one transaction with them, missing without harm, made up for, and never of two models."""

from __future__ import annotations

import threading
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scripted_embedder import ScriptedEmbedder, vector_of

from cicatrix import Memory
from cicatrix.core.codec import decode
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.ids import Kind
from cicatrix.core.trust import Origin
from cicatrix.core.vectors import ONE, cosine
from cicatrix.engine.cached_embedder import PAUSE, CachedEmbedder
from cicatrix.engine.embedding import RECENT, CaughtUp, catch_up, likeness, prefetch, recollect, text_of
from cicatrix.errors import EmbedderFailed, InvalidInput
from cicatrix.ports import LedgerReader

NS = "acme/support"
RULE = {"task": "Ship", "correction": "Never ship on a Friday.", "correction_by": "dana"}


@pytest.fixture
def embedder() -> ScriptedEmbedder:
    return ScriptedEmbedder()


@pytest.fixture
def open_with(database: Path) -> Iterator[Callable[[ScriptedEmbedder], Memory]]:
    """Opens the same file, with one embedder or another."""
    opened: list[Memory] = []

    def open_with(embedder: ScriptedEmbedder) -> Memory:
        opened.append(Memory.open(database, namespace=NS, user="dana", embedder=embedder))
        return opened[-1]

    yield open_with
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_with: Callable[[ScriptedEmbedder], Memory], embedder: ScriptedEmbedder) -> Memory:
    return open_with(embedder)


@contextmanager
def reading(memory: Memory) -> Iterator[LedgerReader]:
    with memory.context.store.reader(NS) as reader:
        yield reader


def stored(memory: Memory, embedder: str = "em-1") -> dict[str, bytes]:
    """Handle → vector of the version that holds now."""
    with reading(memory) as reader:
        vectors = dict(reader.vectors(embedder))
        versions = reader.versions((Kind.EPISODE, Kind.MEMORY, Kind.RULE))
        return {version.handle: vectors[version.seq] for version in versions if version.seq in vectors}


# -- in one transaction -----------------------------------------------------------------------------------------------


def test_what_is_recorded_and_learnt_has_its_vector_at_once(memory: Memory, embedder: ScriptedEmbedder) -> None:
    receipt = memory.record(**RULE)
    assert receipt.notes == ()
    assert stored(memory) == {
        "ep1": vector_of("Ship\nNever ship on a Friday."),
        "PB-01": vector_of("Never ship on a Friday."),
    }
    with reading(memory) as reader:
        version = reader.version("em-1")
        assert version is not None
        assert version.seq == 1, "sealed before the first vector"
        assert version.body is not None
        assert decode(EmbeddingModel, version.body) == embedder.model
        assert reader.count(Kind.EMBEDDER) == 1
    memory.record(task="Greet")
    with reading(memory) as reader:
        assert reader.count(Kind.EMBEDDER) == 1
    assert memory.verify(deep=True).ok


def test_without_an_embedder_nothing_of_it_is_sealed(database: Path) -> None:
    with Memory.open(database, namespace=NS) as memory:
        assert memory.record(task="Greet").notes == ()
        assert memory.context.embedder is None
        assert catch_up(memory.context) == CaughtUp(None, 0, 0)
        with reading(memory) as reader:
            assert (reader.head().seq, reader.count(Kind.EMBEDDER)) == (1, 0)


def test_a_transaction_that_fails_takes_its_embedder_back(memory: Memory) -> None:
    with pytest.raises(InvalidInput):
        memory.record(task="Greet", kind="nonsense")
    memory.record_many([{"task": "Greet"}])
    with reading(memory) as reader:
        assert reader.version("em-1") is not None
        assert reader.vector_count("em-1") == 1


def test_each_text_is_embedded_once(memory: Memory, embedder: ScriptedEmbedder) -> None:
    memory.record_many([{"kind": "turn", "role": "user", "text": f"Turn {number % 3}"} for number in range(9)])
    memory.record(kind="turn", role="user", text="Turn 1", session="other")
    assert sorted(embedder.asked) == ["Turn 0", "Turn 1", "Turn 2"]
    assert len(stored(memory)) == 10


def test_many_threads_share_one_embedder_entry(memory: Memory) -> None:
    def record(number: int) -> None:
        memory.record(task=f"Task {number}")

    threads = [threading.Thread(target=record, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(memory) as reader:
        assert (reader.count(Kind.EMBEDDER), reader.vector_count("em-1")) == (1, 8)
    assert memory.verify(deep=True).ok


# -- which words ------------------------------------------------------------------------------------------------------


def episode(kind: EpisodeKind, **fields: object) -> Episode:
    moment = "2026-11-30T12:00:00Z"
    return Episode("ep1", kind, "agent", Origin.AGENT, moment, moment, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("noun", "text"),
    [
        (episode(EpisodeKind.TURN, speaker="Ana", role="user", text="I paint."), "I paint."),
        (
            episode(
                EpisodeKind.EXPERIENCE, task="Ship", action="Shipped", outcome="Late", correction="Not on Fridays."
            ),
            "Ship\nShipped\nLate\nNot on Fridays.",
        ),
        (episode(EpisodeKind.TOOL_CALL, tool="mail", resource="ana", result="sent", outcome=" "), "mail\nana\nsent"),
        (episode(EpisodeKind.DOCUMENT, title="Manual", text="Reboot."), "Manual\nReboot."),
        (episode(EpisodeKind.REPLY, task="Where to?", text="Lisbon."), "Where to?\nLisbon."),
    ],
)
def test_the_words_of_an_episode(noun: Episode, text: str) -> None:
    assert text_of(noun) == text


# -- what fails -------------------------------------------------------------------------------------------------------


def test_a_failing_embedder_loses_nothing_and_is_told(memory: Memory, embedder: ScriptedEmbedder) -> None:
    embedder.down = True
    receipt = memory.record(**RULE)
    assert receipt.notes == ("2 texts are found by their words; the vector waits. The scripted embedder is down.",)
    assert [rule.id for rule in receipt.rules] == ["PB-01"]
    assert stored(memory) == {}
    assert memory.recall("Ship it on Friday").items[0].id == "PB-01"
    embedder.down = False
    assert memory.record(task="Greet").notes == ()
    assert stored(memory).keys() == {"ep1", "PB-01", "ep2"}, "the next write made up for it"


def test_a_text_that_is_not_taken_waits_alone(memory: Memory, embedder: ScriptedEmbedder) -> None:
    embedder.longest = 3
    report = memory.record_many([{"task": "Greet"}, {"task": "One two three four"}, {"task": "Ship"}])
    assert report.recorded == 3
    assert stored(memory).keys() == {"ep1", "ep3"}
    caught = catch_up(memory.context)
    assert (caught.embedder, caught.embedded, caught.waiting) == ("em-1", 0, 1)
    assert "could not take" in caught.reason
    embedder.longest = None
    assert catch_up(memory.context) == CaughtUp("em-1", 1, 0)


def test_an_import_goes_on_without_vectors_and_they_come_later(
    memory: Memory, embedder: ScriptedEmbedder, tmp_path: Path
) -> None:
    log = tmp_path / "chat.jsonl"
    log.write_text("".join(f'{{"kind": "turn", "role": "user", "text": "Line {n}"}}\n' for n in range(130)))
    embedder.down = True
    report = memory.import_file(log)
    assert (report.imported, len(report.notes)) == (130, 1)
    assert report.notes[0].text.startswith("130 texts are found by their words")
    embedder.down = False
    again = memory.import_file(log)
    assert (again.imported, again.already, again.notes) == (0, 130, ())
    assert len(stored(memory)) == 130


def test_the_next_write_looks_back_over_recent_entries_only(memory: Memory, embedder: ScriptedEmbedder) -> None:
    embedder.down = True
    memory.record(task="Long ago")
    memory.context.embedder.is_behind = False  # type: ignore[union-attr]  # as in a process that knows nothing of it
    embedder.down = False
    memory.record_many([{"task": f"Task {number}"} for number in range(RECENT)])
    embedder.down = True
    memory.record(task="Lately")
    embedder.down = False
    memory.record(task="Now")
    waiting = {f"ep{number}" for number in range(1, RECENT + 4)} - stored(memory).keys()
    assert waiting == {"ep1"}
    assert catch_up(memory.context).embedded == 1


# -- a served embedder ------------------------------------------------------------------------------------------------


def test_a_served_embedder_is_never_asked_inside_a_transaction(
    open_with: Callable[[ScriptedEmbedder], Memory],
) -> None:
    opened: list[Memory] = []

    class Served(ScriptedEmbedder):
        def before(self) -> None:
            with opened[0].context.store.writer(NS, now=opened[0].context.clock.now(), durability="normal"):
                """A thread that is inside a transaction is refused another."""

    embedder = Served(is_local=False)
    memory = open_with(embedder)
    opened.append(memory)
    receipt = memory.record(**RULE)
    assert receipt.notes == ()
    assert stored(memory).keys() == {"ep1", "PB-01"}, "what was not known before came right after"
    memory.record_many([{"task": "Greet", "correction": "Greet by name.", "correction_by": "dana"}])
    memory.distill()
    memory.recall("Greet Ana")
    assert len(stored(memory)) == 4
    embedder.down = True
    assert memory.record(**{**RULE, "task": "Send"}).notes != ()


def test_a_served_embedder_that_failed_is_left_alone_for_a_while(embedder: ScriptedEmbedder) -> None:
    now = [100.0]
    embedder.is_local, embedder.down = False, True
    cached = CachedEmbedder(embedder, monotonic=lambda: now[0])
    for _ in range(3):
        with pytest.raises(EmbedderFailed, match="is down"):
            cached.embed(["one"], role="passage")
    assert len(embedder.calls) == 1
    embedder.down = False
    now[0] += PAUSE
    assert cached.embed(["one"], role="passage") == [vector_of("one")]
    assert cached.failure is None


def test_one_text_that_an_embedder_chokes_on_costs_no_other_its_vector(embedder: ScriptedEmbedder) -> None:
    class Choking(ScriptedEmbedder):
        def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:
            if "two words" in texts:
                raise EmbedderFailed("It chokes.")
            return super().embed(texts, role=role)

    cached = CachedEmbedder(Choking())
    assert cached.embed(["two words", "one", "three"], role="passage") == [None, vector_of("one"), vector_of("three")]
    assert cached.is_behind
    with pytest.raises(EmbedderFailed, match="chokes"):
        cached.embed(["two words"], role="passage")


def test_only_so_many_vectors_are_kept(embedder: ScriptedEmbedder) -> None:
    cached = CachedEmbedder(embedder, kept=2)
    cached.embed(["one", "two"], role="passage")
    assert cached.known("one", role="passage") == vector_of("one")
    cached.embed(["three"], role="passage")
    assert cached.known("two", role="passage") is None, "the one that was not asked for the longest time goes"
    assert cached.known("one", role="passage") is not None
    assert cached.known("one", role="query") is None


# -- another model ----------------------------------------------------------------------------------------------------


def test_another_model_embeds_everything_anew_and_mixes_nothing(
    memory: Memory, open_with: Callable[[ScriptedEmbedder], Memory]
) -> None:
    memory.record(**RULE)
    before = stored(memory)
    other = open_with(ScriptedEmbedder("other"))
    other.record(task="Greet")
    assert stored(other, "em-2") == {"ep2": vector_of("Greet", "other")}
    assert catch_up(other.context) == CaughtUp("em-2", 2, 0)
    assert stored(other, "em-2").keys() == {"ep1", "PB-01", "ep2"}
    assert stored(other, "em-1") == before
    asked = other.recall("Ship").asked
    assert asked is not None
    assert asked.embedder == "em-2"
    first = open_with(ScriptedEmbedder())
    assert catch_up(first.context) == CaughtUp("em-1", 1, 0), "going back takes the old vectors up again"


def test_after_a_restore_vectors_wait_and_are_made_again(memory: Memory, tmp_path: Path) -> None:
    memory.record(**RULE)
    memory.record(task="Greet")
    before = stored(memory)
    memory.recall("Ship the release")
    memory.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NS, embedder=ScriptedEmbedder()) as restored:
        assert restored.restore(tmp_path / "backup").waiting == 3
        assert stored(restored) == {}
        assert restored.recall("Ship the release").items[0].id == "PB-01"
        assert catch_up(restored.context).embedded == 3
        assert stored(restored) == before
        assert restored.replay("rc-1").identical
        with reading(restored) as reader:
            assert len(reader.history("em-1")) == 2, "that they were made again is sealed"
        assert restored.verify(deep=True).ok


def test_a_replay_with_vectors_that_were_made_again_is_no_defect(
    memory: Memory, open_with: Callable[[ScriptedEmbedder], Memory], embedder: ScriptedEmbedder, tmp_path: Path
) -> None:
    embedder.down = True
    memory.record(kind="turn", role="user", text="The harbour of Porto.")
    memory.record(kind="turn", role="user", text="A harbour far from there.")
    later = open_with(ScriptedEmbedder())
    later.record(kind="turn", role="user", text="We sail past it.")
    rc = later.recall("harbour of Porto")
    assert catch_up(later.context).embedded == 2
    later.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NS, embedder=ScriptedEmbedder()) as restored:
        restored.restore(tmp_path / "backup")
        assert restored.replay(rc.id).outcome in ("identical", "algorithm_changed")
        catch_up(restored.context)  # in the order of the versions, so another comes first now
        again = restored.replay(rc.id)
        assert again.outcome == "algorithm_changed"
        assert "made again" in again.differences[0]


# -- questions --------------------------------------------------------------------------------------------------------


def test_a_recall_keeps_its_question_as_a_vector(memory: Memory) -> None:
    memory.record(kind="turn", role="user", speaker="Ana", text="I paint the harbour.")
    memory.record(kind="turn", role="user", speaker="Ben", text="I sail.")
    found = memory.recall("What did Ana paint?")
    assert found.degraded == ""
    assert found.asked is not None
    assert found.asked.embedder == "em-1"
    assert b64decode(found.asked.vector) == vector_of("What did Ana paint?")
    assert b64decode(found.asked.first_person) == vector_of("What did I paint?")
    assert memory.recall("Did Ana meet Ben?").asked.first_person == "", "who would be I?"  # type: ignore[union-attr]
    assert memory.recall("What about the harbour?").asked.first_person == ""  # type: ignore[union-attr]
    assert all(memory.replay(f"rc-{number}").identical for number in (1, 2, 3))


def test_a_question_that_cannot_be_embedded_is_searched_by_words(memory: Memory, embedder: ScriptedEmbedder) -> None:
    memory.record(**RULE)
    embedder.down = True
    found = memory.recall("Ship the release")
    assert (found.items[0].id, found.asked) == ("PB-01", None)
    assert found.degraded == "Searched by words alone. The scripted embedder is down."
    assert memory.replay(found.id).identical
    embedder.down = False
    assert memory.replay(found.id).identical, "as it was searched then"


def test_vectors_that_come_late_change_no_replay(
    memory: Memory, open_with: Callable[[ScriptedEmbedder], Memory], embedder: ScriptedEmbedder
) -> None:
    embedder.down = True
    memory.record(kind="turn", role="user", speaker="Ana", text="I paint the harbour of Porto.")
    later = open_with(ScriptedEmbedder())  # a process that knows nothing of it
    later.record(kind="turn", role="user", speaker="Ana", text="I sail past the harbour.")
    first = later.recall("harbour of Porto")
    assert first.statistics["vectors"] == 1
    assert catch_up(later.context).embedded == 1
    second = later.recall("harbour of Porto")
    assert second.statistics["vectors"] == 2
    for opened in (later, open_with(ScriptedEmbedder())):
        assert opened.replay(first.id).identical
        assert opened.replay(second.id).identical


def test_python_and_the_command_line_take_the_same_settings(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CICATRIX_EMBEDDER")
    monkeypatch.chdir(tmp_path)
    for name, there in (("none", False), ("local", True), ("auto", True)):
        (tmp_path / "cicatrix.toml").write_text(f'embedder = "{name}"\n')
        with Memory.open(database, namespace=NS) as memory:
            assert (memory.context.embedder is not None) is there


def test_a_replay_without_the_vectors_is_no_defect(
    memory: Memory, open_with: Callable[[ScriptedEmbedder], Memory], tmp_path: Path
) -> None:
    memory.record(**RULE)
    found = memory.recall("Ship the release")
    memory.backup(tmp_path / "backup")
    with Memory.open(tmp_path / "new.db", namespace=NS) as restored:
        restored.restore(tmp_path / "backup")
        assert restored.replay(found.id).outcome in ("identical", "algorithm_changed")


# -- likeness ---------------------------------------------------------------------------------------------------------


def test_likeness_is_the_cosine_of_two_texts(memory: Memory, embedder: ScriptedEmbedder) -> None:
    alike = likeness(memory.context)
    assert alike is not None
    one, two = "I live in Lisbon", "I live in Porto"
    assert alike(one, two) == cosine(vector_of(one), vector_of(two)) == alike(two, one)
    same = alike(one, one)
    assert same is not None
    assert abs(same - ONE) < 200
    assert embedder.asked == [one, two], "each text is embedded once"
    embedder.down = True
    assert alike(one, "something new") is None


def test_likeness_takes_up_what_is_stored(memory: Memory, open_with: Callable[[ScriptedEmbedder], Memory]) -> None:
    rules = memory.record(**RULE).rules
    embedder = ScriptedEmbedder(is_local=False)
    ctx = open_with(embedder).context
    alike = likeness(ctx)
    assert alike is not None
    with ctx.store.reader(NS) as reader:
        recollect(ctx, reader, rules)
    assert alike(rules[0].text, rules[0].text) is not None
    assert embedder.asked == []


def test_likeness_does_not_ask_a_served_embedder(open_with: Callable[[ScriptedEmbedder], Memory]) -> None:
    embedder = ScriptedEmbedder(is_local=False)
    ctx = open_with(embedder).context
    alike = likeness(ctx)
    assert alike is not None
    assert alike("one", "two") is None
    assert embedder.asked == []
    prefetch(ctx, ["one", "two"])
    assert alike("one", "two") is not None


def test_there_is_no_likeness_without_an_embedder(database: Path) -> None:
    with Memory.open(database, namespace=NS) as memory:
        assert likeness(memory.context) is None


# -- whatever happens -------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from(["record", "rule", "many", "catch up"]), st.booleans()), max_size=7))
def test_every_text_has_its_vector_or_waits(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, bool]]
) -> None:
    embedder = ScriptedEmbedder()
    path = tmp_path_factory.mktemp("embedding") / "ledger.db"
    with Memory.open(path, namespace=NS, user="dana", embedder=embedder) as memory:
        for number, (step, embedder.down) in enumerate(steps):
            match step:
                case "record":
                    memory.record(task=f"Task {number}")
                case "rule":
                    memory.record(task=f"Ship {number}", correction=f"Never ship {number} boxes.", correction_by="dana")
                case "many":
                    memory.record_many([{"task": f"Task {number}.{row}"} for row in range(3)])
                case _:
                    catch_up(memory.context)
            with reading(memory) as reader:
                sealed = sum(1 for _ in reader.changes(0, (Kind.EPISODE, Kind.RULE, Kind.MEMORY)))
                waiting = len(reader.unembedded("em-1", limit=99))
                assert reader.vector_count("em-1") + waiting == sealed
        embedder.down = False
        catch_up(memory.context)
        with reading(memory) as reader:
            assert reader.unembedded("em-1", limit=99) == []
