"""A night on a real ledger: planned, applied, taken back, beside other writers, with and without vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import NAMESPACE, NOON, TestClock
from tests.scripted_embedder import ScriptedEmbedder

from cicatrix import Memory
from cicatrix.bootstrap import open_context
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import MemoryType, Status
from cicatrix.core.retention import FADED, FADING
from cicatrix.core.sleep import Sleep
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.engine import sleep
from cicatrix.errors import StateConflict

LISBON = (
    "I'm planning a trip to Lisbon from 3 to 9 May.",
    "For the Lisbon trip from 3 to 9 May I booked the hotel Rosa near Alfama.",
    "My flight for the trip to Lisbon from 3 to 9 May is TP1234 at 8:15.",
)
MERGED = (
    "I'm planning a trip to Lisbon from 3 to 9 May; I booked the hotel Rosa near Alfama; my flight is TP1234 at 8:15."
)


@pytest.fixture
def opened(database: Path, clock: TestClock) -> Callable[..., Memory]:
    """A memory with the embedder and the settings of sleep that a test wants; without either, words alone."""

    def open_(embedder: ScriptedEmbedder | None = None, **settings: object) -> Memory:
        context = open_context(
            database,
            NAMESPACE,
            clock=clock,
            user="ana",
            sleep_settings=SleepSettings(**settings),  # type: ignore[arg-type]
            embedder=embedder,
        )
        return Memory(context if embedder is not None else replace(context, embedder=None))

    return open_


def tell(memory: Memory, *texts: str, type: str = "episodic", by: str = "ana") -> list[str]:
    """Each text a turn of that person, and remembered word for word."""
    handles = []
    for text in texts:
        rows = [{"kind": "turn", "role": "user", "speaker": by, "text": text}]
        episode = memory.record_many(rows).ids[0]  # type: ignore[arg-type]
        handles.append(memory.remember(text, type=type, evidence=[episode], by=by).id)
    return handles


def standing(memory: Memory) -> dict[str, str]:
    """Everything that is not over: handle → words."""
    return {noun.id: noun.text for noun in memory.read().memories() if noun.status is Status.ACTIVE}


def nights(memory: Memory) -> list[Sleep]:
    found = memory.read().bodies(Kind.SLEEP)
    return [decode(Sleep, version.body, seq=version.seq) for version in found if version.body is not None]


# -- merging -------------------------------------------------------------------------------------------------------


def test_a_dry_run_shows_what_then_happens_and_writes_nothing(opened: Callable[..., Memory]) -> None:
    memory = opened()
    tell(memory, *LISBON)
    before = memory.read().head()
    planned = memory.sleep(dry_run=True)
    assert memory.read().head() == before
    assert (planned.id, planned.dry_run, planned.seq) == (None, True, before.seq)
    again = memory.sleep(dry_run=True)
    assert again == planned
    done = memory.sleep()
    assert (done.id, done.plan, done.mind) == ("sl-1", planned.plan, planned.mind)
    assert (done.merged, done.tokens_before, done.tokens_after) == (
        planned.merged,
        planned.tokens_before,
        planned.tokens_after,
    )
    assert standing(memory) == {"M-4": MERGED}
    assert done.tokens_after < 0.7 * done.tokens_before
    assert memory.verify(deep=True).ok


def test_the_members_end_linked_and_the_merged_memory_has_all_they_had(opened: Callable[..., Memory]) -> None:
    memory = opened()
    names = tell(memory, *LISBON)
    done = memory.sleep()
    read = memory.read()
    made = read.memory("M-4")
    assert made.supersedes == tuple(names)
    assert [cited.quote for cited in read.cited(made)] == list(LISBON)
    assert (made.change.act, made.change.by, made.proposer) == ("merged", "sleep", "sleep/1")
    for name in names:
        member = read.memory(name)
        assert (member.status, member.superseded_by) == (Status.MERGED, "M-4")
        assert member.change.reason == "Its words stand in M-4."
    (night,) = nights(memory)
    assert night.seq == done.seq
    assert {read.memory(name).change.of for name in (*names, "M-4")} == {night.seq}
    assert [(merge.into, merge.ids, merge.measure) for merge in night.merges] == [
        ("M-4", tuple(names), "words in common")
    ]


def test_a_second_night_changes_nothing_and_five_grow_nothing(opened: Callable[..., Memory]) -> None:
    memory = opened()
    tell(memory, *LISBON)
    memory.sleep()
    held, head = standing(memory), memory.read().head()
    for _ in range(5):
        idle = memory.sleep()
        assert (idle.id, idle.merged, idle.forgotten, idle.seq) == (None, (), (), head.seq)
    assert memory.read().head() == head
    assert standing(memory) == held


def test_recall_finds_the_merged_memory_at_once_and_the_past_its_parts(opened: Callable[..., Memory]) -> None:
    memory = opened()
    tell(memory, *LISBON)
    seq = memory.read().head().seq
    memory.sleep()
    found = memory.recall("Where is the hotel Rosa in Lisbon?")
    assert [item.id for item in found.items] == ["M-4"]
    assert {out.reason.value for out in found.rejected} <= {"merged", "shown_as_memory"}
    then = memory.at(seq).recall("Where is the hotel Rosa in Lisbon?")
    assert then.items[0].id == "M-2"
    assert {noun.id for noun in memory.at(seq).memories()} == {"M-1", "M-2", "M-3"}
    assert all(memory.replay(name).identical for name in (found.id, then.id))


def test_uses_go_on_and_being_shown_is_no_use(opened: Callable[..., Memory]) -> None:
    memory = opened()
    tell(memory, *LISBON)
    for _ in range(3):
        memory.recall("Where is the hotel Rosa in Lisbon?")
    used = memory.recall("Where is the hotel Rosa in Lisbon?")
    memory.used(used.id, ["M-2"])
    memory.sleep()
    assert memory.read().memory("M-4").inherited_uses == 1
    after = memory.recall("Where is the hotel Rosa in Lisbon?")
    assert after.items[0].components["usage"] == 250_000  # one use of four
    memory.used(after.id, ["M-4"])
    again = memory.recall("Where is the hotel Rosa in Lisbon?")
    assert again.items[0].components["usage"] == 400_000
    assert memory.replay(again.id).identical


def test_a_night_is_explained(opened: Callable[..., Memory], clock: TestClock) -> None:
    memory = opened()
    tell(memory, *LISBON)
    tell(memory, "Saw a heron by the pond.")
    clock.tick(days=200)
    done = memory.sleep()
    memory.undo("sl-1", by="ana", reason="too early")
    facts = dict(memory.explain("sl-1").facts)
    (merge,) = done.merged
    assert (
        facts[f"{merge.into} from"]
        == f"M-1, M-2, M-3 ({merge.likeness / 1_000_000:.2f} alike at least, {merge.measure})"
    )
    assert facts["let M-4 go"].endswith("nobody used it")
    assert (facts["plan"], facts["undone"]) == (done.plan, "by ana: too early")
    assert memory.explain("sl-1").text.endswith("tokens of active memory")


# -- undo ----------------------------------------------------------------------------------------------------------


def test_one_undo_brings_back_exactly_what_stood(opened: Callable[..., Memory], clock: TestClock) -> None:
    memory = opened()
    tell(memory, *LISBON)
    tell(memory, "Saw a heron by the pond.")
    clock.tick(days=200)
    held = standing(memory)
    done = memory.sleep()
    assert done.forgotten
    assert standing(memory) != held
    undone = memory.undo("sl-1", by="ana")
    assert standing(memory) == held
    assert undone.undone == "sl-1"
    assert [night.undone_by for night in nights(memory)] == ["ana"]
    clock.tick(days=1)
    idle = memory.sleep()  # what was merged is not merged again; what was let go has its grace anew
    assert (idle.id, standing(memory)) == (None, held)
    assert "undone" in {out.code for out in idle.refused}
    assert memory.verify(deep=True).ok


def test_what_was_built_on_a_night_stays_and_is_said(opened: Callable[..., Memory], clock: TestClock) -> None:
    memory = opened()
    tell(memory, *LISBON)
    clock.tick(hours=1)
    memory.sleep()
    memory.forget("M-4", by="ana")
    with pytest.raises(StateConflict, match="all that it did has changed since"):
        memory.undo("sl-1", by="ana")
    tell(
        memory, "Saw a heron by the pond.", *(text.replace("Lisbon", "Oslo").replace("TP12", "SK12") for text in LISBON)
    )
    clock.tick(days=200)
    memory.sleep()
    merged = next(iter(standing(memory)))
    memory.forget(merged, by="ana")
    undone = memory.undo("sl-2", by="ana")
    assert undone.restored == ("M-5",)
    assert len(undone.left) == 1
    assert list(standing(memory)) == ["M-5"]


# -- weak traces ---------------------------------------------------------------------------------------------------


def test_a_weak_trace_is_let_go_and_comes_back_when_it_is_said_again(
    opened: Callable[..., Memory], clock: TestClock
) -> None:
    memory = opened()
    tell(memory, "Saw a heron by the pond.", "Ate figs under the old tree.")
    fig = memory.recall("Which figs did I eat under the tree?")
    memory.used(fig.id, ["M-2"])
    clock.tick(days=29)
    assert memory.sleep().forgotten == ()
    clock.tick(days=60)
    done = memory.sleep()
    assert [(fade.id, fade.reason) for fade in done.forgotten] == [
        ("M-1", "5 % of it is left after 89 days, and nobody used it")
    ]
    gone = memory.read().memory("M-1")
    assert (gone.status, gone.change.act) == (Status.FORGOTTEN, FADED)
    assert [item.id for item in memory.recall("Was there a heron by the pond?").items] == []
    assert tell(memory, "Saw a heron by the pond.") == ["M-3"]
    assert standing(memory) == {"M-2": "Ate figs under the old tree.", "M-3": "Saw a heron by the pond."}


def test_settings_of_a_type_decide(opened: Callable[..., Memory], clock: TestClock) -> None:
    keeping = replace(FADING[MemoryType.EPISODIC], keep=True)
    memory = opened(episodic=keeping)
    tell(memory, "Saw a heron by the pond.")
    clock.tick(days=400)
    assert memory.sleep().forgotten == ()
    memory.close()
    memory = opened(episodic=replace(keeping, keep=False, time_to_live=100))
    assert [fade.reason for fade in memory.sleep(dry_run=True).forgotten] == [
        "it is 400 days old, and what is episodic lives 100"
    ]
    memory.close()
    memory = opened(forget=False, merge=False, insights=False)
    report = memory.sleep()
    assert report.forgotten == ()
    assert {one.name: one.skipped for one in report.passes} == {
        "merge": "switched off in the settings",
        "doubt": "switched off in the settings",
        "forget": "switched off in the settings",
        "insight": "switched off in the settings",
        "embed": "",
    }


# -- beside others -------------------------------------------------------------------------------------------------


def test_what_changed_since_the_plan_was_made_is_left_alone_and_said(
    opened: Callable[..., Memory], clock: TestClock
) -> None:
    memory = opened()
    tell(memory, *LISBON)
    tell(memory, "Saw a heron by the pond.")
    clock.tick(days=200)
    planned = sleep.plan(memory.context)
    other = opened()
    other.forget("M-2", by="ana")
    done = sleep.apply(memory.context, planned)
    assert done.merged == ()
    assert [(out.code, out.ids) for out in done.refused if out.code == "changed"] == [
        ("changed", ("M-1", "M-2", "M-3"))
    ]
    assert [fade.id for fade in done.forgotten] == ["M-4"]
    assert set(standing(memory)) == {"M-1", "M-3"}
    assert done.tokens_after == done.tokens_before - done.forgotten[0].tokens
    assert sleep.apply(memory.context, planned).id is None  # now all of it has changed
    assert memory.verify(deep=True).ok


def test_a_night_beside_a_writer_loses_none_of_its_words(opened: Callable[..., Memory]) -> None:
    memory, other = opened(), opened()
    tell(memory, *LISBON)
    planned = sleep.plan(memory.context)
    tell(other, "Ines joins the trip to Lisbon.")
    done = sleep.apply(memory.context, planned)
    assert [merge.into for merge in done.merged] == ["M-5"]
    assert set(standing(memory)) == {"M-4", "M-5"}


# -- vectors -------------------------------------------------------------------------------------------------------


def test_nothing_is_merged_while_its_words_cannot_be_embedded(opened: Callable[..., Memory]) -> None:
    """C116."""
    embedder = ScriptedEmbedder()
    memory = opened(embedder)
    tell(memory, *LISBON)
    held = standing(memory)
    embedder.down = True
    done = memory.sleep()
    assert (done.id, standing(memory)) == (None, held)
    assert [(out.code, out.ids) for out in done.refused] == [("no_vector", ("M-1", "M-2", "M-3"))]
    assert memory.recall("Where is the hotel Rosa in Lisbon?").items
    embedder.down = False
    done = memory.sleep()
    assert standing(memory) == {"M-4": MERGED}
    assert done.merged[0].measure == "cosine em-1"
    with memory.context.store.reader(NAMESPACE) as reader:
        sequences = [seq for seq, _ in reader.vectors("em-1")]
    assert memory.read().memory("M-4").seq in sequences


def test_a_night_makes_the_vectors_that_wait(opened: Callable[..., Memory]) -> None:
    memory = opened()
    tell(memory, "Saw a heron by the pond.")
    memory.close()
    memory = opened(ScriptedEmbedder())
    report = memory.sleep()
    (embed,) = [one for one in report.passes if one.name == "embed"]
    assert (embed.looked_at, embed.changed, embed.skipped) == (2, 2, "")
    assert memory.sleep(dry_run=True).passes[-1].skipped == "a dry run embeds nothing"


# -- insights ------------------------------------------------------------------------------------------------------

PARCELS: Sequence[tuple[str, str]] = (
    ("Ship a parcel to Norway", "Dispatched. The carrier rejected the parcel: no phone number on the label."),
    ("Ship the parcel for Ben", "The carrier rejected the parcel: the label had no phone number."),
    ("Ship a parcel to Chile", "The carrier rejected the parcel: there was no phone number on the label."),
)


def test_what_keeps_ending_badly_becomes_a_candidate_once(opened: Callable[..., Memory]) -> None:
    """C120: with no memory at all the other passes still run."""
    memory = opened()
    for task, outcome in PARCELS:
        memory.record(task=task, action="Sent it.", outcome=outcome)
    planned = memory.sleep(dry_run=True)
    assert [found.episodes for found in planned.insights] == [("ep1", "ep2", "ep3")]
    done = memory.sleep()
    (found,) = done.insights
    rule = memory.read().rule(found.rule)
    assert (rule.status, rule.proposer, rule.text) == (Status.CANDIDATE, "insight/1", found.text)
    assert rule.change.reason == "ep1, ep2 and ep3 ended alike: a person says what to do."
    assert all(cited.quote for cited in memory.read().cited(rule))
    assert {one.name: (one.looked_at, one.changed) for one in done.passes}["insight"] == (3, 1)
    assert memory.sleep().id is None
    memory.record(
        task="Ship a parcel to Peru", outcome="The carrier rejected the parcel: no phone number on the label."
    )
    assert memory.sleep().id is None
    memory.retire(found.rule, by="ana")
    assert memory.sleep().id is None
    assert memory.verify(deep=True).ok


def test_an_insight_is_withdrawn_with_its_night(opened: Callable[..., Memory]) -> None:
    memory = opened()
    for task, outcome in PARCELS:
        memory.record(task=task, action="Sent it.", outcome=outcome)
    memory.sleep()
    memory.undo("sl-1", by="ana")
    assert [rule.status for rule in memory.read().rules()] == [Status.FORGOTTEN]
    assert memory.sleep().id is None


# -- whatever is told ----------------------------------------------------------------------------------------------

_NOTES = st.lists(
    st.builds(
        "{} {}.".format,
        st.sampled_from(["Lisbon trip", "Berlin office", "Kestrel launch"]),
        st.sampled_from(["hotel Rosa", "flight TP12", "costs 900", "costs 950", "with Ines", "not refundable"]),
    ),
    min_size=3,
    max_size=8,
    unique=True,
)


@settings(max_examples=12)
@given(_NOTES)
def test_undo_restores_exactly_the_active_set(tmp_path_factory: pytest.TempPathFactory, notes: list[str]) -> None:
    clock = TestClock(NOON)
    path = tmp_path_factory.mktemp("sleep") / "cicatrix.db"
    context = replace(open_context(path, NAMESPACE, clock=clock, user="ana"), embedder=None)
    with Memory(context) as memory:
        tell(memory, *notes, type="semantic")
        clock.tick(days=800)
        held = {noun.id: replace(noun, change=noun.change, version=0, seq=0) for noun in active(memory)}
        done = memory.sleep()
        if done.id is None:
            return
        memory.undo(done.id, by="ana")
        now = {noun.id: noun for noun in active(memory)}
        assert now.keys() == held.keys()
        assert all(replace(now[name], change=held[name].change, version=0, seq=0) == held[name] for name in held)
        assert memory.verify(deep=True).ok


def active(memory: Memory) -> list[Noun]:
    return [noun for noun in memory.read().memories() if noun.status is Status.ACTIVE]


# -- a merged memory meets a newer one -----------------------------------------------------------------------------

REBOOKED = "My flight for the trip to Lisbon from 3 to 9 May is TP1300 at 8:15 now."


def test_a_newer_fact_ends_only_the_part_it_speaks_of(opened: Callable[..., Memory], clock: TestClock) -> None:
    memory = opened()
    names = tell(memory, *LISBON)
    clock.tick(days=1)
    memory.sleep()
    clock.tick(days=1)
    (newer,) = tell(memory, REBOOKED)
    read = memory.read()
    assert set(standing(memory)) == {newer, names[0], names[1]}
    assert (read.memory("M-4").superseded_by, read.memory(names[2]).superseded_by) == (newer, newer)
    assert read.memory(names[0]).change.reason == f"It was merged into M-4, and {newer} leaves it alone."
    flight = memory.recall("Which flight do I take to Lisbon?")
    assert flight.items[0].id == newer
    assert "TP1234" not in " ".join(item.text for item in flight.items)
    assert names[1] in {item.id for item in memory.recall("Where is the hotel Rosa?").items}
    assert memory.verify(deep=True).ok
    memory.undo(newer, by="ana")
    assert standing(memory) == {"M-4": MERGED}
    assert {read.memory(name).status for name in names} == {Status.MERGED}


def test_what_a_part_says_already_joins_the_merged_memory(opened: Callable[..., Memory], clock: TestClock) -> None:
    memory = opened()
    tell(memory, *LISBON)
    clock.tick(days=1)
    memory.sleep()
    assert tell(memory, LISBON[1].replace("I booked", "I have booked")) == ["M-4"]
    assert memory.read().memory("M-4").episodes == ("ep1", "ep2", "ep3", "ep4")


def test_a_person_corrects_a_part_of_a_merged_memory(opened: Callable[..., Memory], clock: TestClock) -> None:
    memory = opened()
    names = tell(memory, *LISBON)
    clock.tick(days=1)
    memory.sleep()
    corrected = memory.correct("M-4", "The hotel near Alfama is the Mira.", by="ana")
    assert set(standing(memory)) == {corrected.superseded_by, names[0], names[2]}
    assert memory.read().memory(names[1]).superseded_by == corrected.superseded_by
