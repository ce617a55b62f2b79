"""Failures that users of other memory systems reported, on beliefs that change: here each is met as a kind."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE

from cicatrix import Memory
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.errors import InvalidInput, StateConflict


def told(memory: Memory, *texts: str) -> None:
    for text in texts:
        memory.observe(text)


def claimed(memory: Memory, text: str, **given: str) -> str:
    """A ready claim with a turn that carries it; the handle of what it became."""
    episode = memory.record(kind="turn", role="user", text=text)
    return memory.remember(text, type="semantic", evidence=[episode.id], **given).id  # type: ignore[arg-type]


def standing(memory: Memory) -> list[Noun]:
    return [noun for noun in memory.read().memories() if noun.status is Status.ACTIVE]


def texts(memory: Memory) -> list[str]:
    return [noun.text for noun in standing(memory)]


def test_c035_a_contradiction_replaces_and_never_only_deletes(memory: Memory) -> None:
    told(memory, "I love Chinese food", "I hate Chinese food")
    assert texts(memory) == ["I hate Chinese food"]
    old = memory.read().memory("M-1")
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, "M-2")


def test_c036_what_takes_the_place_says_what_was_said(memory: Memory) -> None:
    told(memory, "I dislike thriller movies", "Correction: I am a big fan of thriller movies")
    assert texts(memory) == ["Correction: I am a big fan of thriller movies"]
    with pytest.raises(StateConflict, match="says that already"):
        memory.correct("M-2", "correction: I am a big fan of thriller movies", by="dana")


def test_c038_only_the_same_attribute_is_ended(memory: Memory) -> None:
    told(memory, "Noor works at Acme as compliance lead", "Noor administers Acme's source-control organisation")
    assert len(standing(memory)) == 2


def test_c039_a_second_period_is_an_occurrence_of_its_own(memory: Memory) -> None:
    first = claimed(memory, "Alex is assigned to Payments", valid_from="2026-01-01", valid_to="2026-03-01")
    second = claimed(memory, "Alex is assigned to Payments", valid_from="2026-06-01")
    assert first != second
    periods = [(noun.valid_from, noun.valid_to) for noun in standing(memory)]
    assert periods == [("2026-01-01", "2026-03-01"), ("2026-06-01", None)]


def test_c040_an_older_conversation_makes_nothing_current(memory: Memory) -> None:
    memory.observe("Ines works at Initech", occurred_at="2026-02-01T10:00:00Z")
    memory.observe("Ines works at Acme", occurred_at="2024-02-01T10:00:00Z")
    assert texts(memory) == ["Ines works at Initech"]
    history = memory.read().memory("M-2")
    assert (history.status, history.superseded_by) == (Status.SUPERSEDED, "M-1")
    assert (history.valid_to or "") <= "2026-02-01T10:00:00.000000Z"
    assert memory.recall("Where does Ines work?").items[0].text == "Ines works at Initech"


@pytest.mark.parametrize(
    "note",
    [
        "Do not forget to configure the async runtime for the worker pool",
        "The worker pool cannot start without the async runtime",
        "The async runtime is not only for the worker pool",
        "The async runtime of the worker pool should not be skipped",
    ],
)
def test_c042_a_negation_inside_an_addition_ends_nothing(memory: Memory, note: str) -> None:
    claimed(memory, "Use the async runtime for the worker pool")
    before = memory.read().memory("M-1")
    claimed(memory, note)
    assert memory.read().memory("M-1").status is before.status is Status.ACTIVE


def test_c045_what_is_unrelated_raises_no_doubt(memory: Memory) -> None:
    for text in ("The reranker is a cross-encoder", "Hybrid retrieval fuses two lists"):
        claimed(memory, text)
    episode = memory.record(kind="turn", role="user", text="Tomatoes ripen in August")
    report = memory.remember("Tomatoes ripen in August", type="semantic", evidence=[episode.id])
    assert (report.revision, report.supersedes, report.doubts) == ("distinct", (), ())


def test_c047_after_a_rename_one_name_is_current(memory: Memory) -> None:
    told(memory, "Hi, I'm Alice", "Please call me Bob from now on")
    assert [(noun.attribute, noun.value) for noun in standing(memory)] == [("name", "Bob")]
    found = memory.recall("What is my name?").items
    assert found[0].text == "Please call me Bob from now on"
    assert not any("Alice" in item.text for item in found if item.id.startswith("M-"))


def test_c048_a_wrong_value_is_corrected_and_a_further_one_is_added(memory: Memory) -> None:
    told(memory, "I am married to Tomas")
    memory.correct("M-1", "His name is actually Thomas, he just goes by Tom.", by="user")
    told(memory, "I also have a sister, Vera")
    assert texts(memory) == ["His name is actually Thomas, he just goes by Tom.", "I also have a sister, Vera"]
    assert memory.read().memory("M-1").superseded_by == "M-2"


def test_c049_a_correction_of_a_correction_leaves_one_convention(memory: Memory) -> None:
    memory.record(task="Sign a message", correction="Sign messages 'by AI (model)'.", correction_by="dana")
    for number, words in enumerate(
        ("Sign messages with the concrete model name.", "Just sign messages as 'Agent'."), 1
    ):
        memory.correct(f"PB-{number:02d}", words, by="dana")
    rules = memory.read().rules()
    assert [rule.status for rule in rules] == [Status.SUPERSEDED, Status.SUPERSEDED, Status.ACTIVE]
    assert [rule.superseded_by for rule in rules] == ["PB-02", "PB-03", None]
    memory.correct("PB-03", "Sign messages 'by AI (model)'.", by="dana")
    assert [rule.text for rule in memory.read().rules() if rule.status is Status.ACTIVE] == [
        "Sign messages 'by AI (model)'."
    ]


def test_c050_a_correction_by_words_replaces_or_asks_which(memory: Memory) -> None:
    first = claimed(memory, "Stack: FastAPI + PostgreSQL")
    change = memory.correct("stack PostgreSQL", "Stack: FastAPI + MySQL", by="dana")
    assert change.supersedes == (first,)
    assert texts(memory) == ["Stack: FastAPI + MySQL"]
    assert [item.text for item in memory.recall("database stack").items if item.id.startswith("M-")] == [
        "Stack: FastAPI + MySQL"
    ]
    claimed(memory, "The stack of plates is in the galley")
    with pytest.raises(InvalidInput, match="Which one"):
        memory.correct("stack", "Stack: Django", by="dana")


def test_c051_an_edit_passes_the_same_check_as_a_new_claim(memory: Memory) -> None:
    claimed(memory, "The ship date is 1 July")
    claimed(memory, "The launch party is at the harbour")
    change = memory.correct("M-2", "The ship date is 15 August", by="dana")
    assert set(change.supersedes) == {"M-1", "M-2"}
    assert texts(memory) == ["The ship date is 15 August"]


def test_c052_a_wide_rule_is_not_served_once_it_was_narrowed(memory: Memory) -> None:
    memory.record(task="Set up config", correction="Always use symlinks for config.", correction_by="dana")
    memory.correct("PB-01", "On Linux use symlinks for config.", by="dana")
    assert [rule.text for rule in memory.read().rules() if rule.status is Status.ACTIVE] == [
        "On Linux use symlinks for config."
    ]
    assert "PB-01" not in {item.id for item in memory.recall("config symlinks").items}


def test_c054_two_that_replace_each_other_cannot_be(memory: Memory) -> None:
    told(memory, "I live in Leeds", "I live in York")
    with pytest.raises(StateConflict):
        memory.correct("M-1", "I live in York, really", by="dana")  # M-1 is over: only what stands is replaced
    told(memory, "I live in Leeds")
    successors = {noun.id: noun.superseded_by for noun in memory.read().memories()}
    assert successors == {"M-1": "M-2", "M-2": "M-3", "M-3": None}


def test_c056_a_move_is_an_update_and_dated_events_are_none(memory: Memory) -> None:
    told(memory, "I live in Leeds", "I live in York now", "I was hired in 2020", "I was promoted in 2023")
    assert texts(memory) == ["I live in York now", "I was hired in 2020", "I was promoted in 2023"]


def _save(file: str, city: str) -> None:
    with Memory.open(file, namespace=NAMESPACE, user="dana") as memory:
        memory.observe(f"Our office is in {city}")


def test_c057_two_saves_at_once_leave_one_latest(database: Path) -> None:
    with Memory.open(database, namespace=NAMESPACE, user="dana") as memory:
        told(memory, "Our office is in Bonn")
        spawned = multiprocessing.get_context("spawn")
        racers = [spawned.Process(target=_save, args=(str(database), city)) for city in ("Kiel", "Jena")]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join(60)
        assert [racer.exitcode for racer in racers] == [0, 0]
        assert len(standing(memory)) == 1
        assert [link.status for link in memory.read().chain(standing(memory)[0])] == [
            Status.SUPERSEDED,
            Status.SUPERSEDED,
            Status.ACTIVE,
        ]


def test_c063_the_same_fact_in_other_words_is_asked_about_and_made_one(memory: Memory) -> None:
    claimed(memory, "The backend runs on port 8090")
    episode = memory.record(kind="turn", role="user", text="Backend is at localhost:8090")
    report = memory.remember("Backend is at localhost:8090", type="semantic", evidence=[episode.id])
    assert report.revision in ("duplicate", "uncertain")  # never in silence a second memory of its own
    if report.doubts:
        memory.review(report.doubts[0], "duplicate", by="dana")
    assert texts(memory) == ["The backend runs on port 8090"]
    assert set(memory.read().memory("M-1").episodes) == {"ep1", "ep2"}


@pytest.mark.parametrize("by_id", [True, False])
def test_c183_c185_an_edit_changes_the_words_and_keeps_the_rest(memory: Memory, by_id: bool) -> None:
    episode = memory.record(kind="turn", role="user", text="The mast is made of spruce", subjects=["Amsel"])
    memory.remember("The mast is made of spruce", type="semantic", evidence=[episode.id], importance=0.9, pin=True)
    change = memory.correct("M-1" if by_id else "mast spruce", "The mast is made of larch", by="dana")
    new = memory.read().memory(change.superseded_by or "")
    assert (new.importance, new.pinned, new.type.value) == (900, True, "semantic")
    assert memory.read().episode(change.episode or "").subjects == ("Amsel",)
    assert [item.id for item in memory.recall("mast larch").items if item.id.startswith("M-")] == [new.id]
    assert memory.read().memory("M-1").status is Status.SUPERSEDED
    assert not any(item.text.endswith("spruce") for item in memory.recall("What is the mast made of?").items)
