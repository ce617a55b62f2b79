"""Revision end to end: what becomes of a memory that meets an older one, on a real file, by the public calls."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE, TestClock

from cicatrix import Memory
from cicatrix.core.entries import EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.trust import Origin
from cicatrix.engine.claims import EpisodesOf, claims, seal
from cicatrix.errors import InvalidInput, NotFound, PersonMissing, StateConflict

DAYS = [f"2026-0{month}-01T10:00:00Z" for month in range(1, 10)]


def said(memory: Memory, text: str, at: str | None = None) -> str:
    """Tell one statement; the handle of the memory that it became or joined."""
    (learnt,) = memory.observe(text, occurred_at=at).stored
    return learnt.memory.id


def standing(memory: Memory) -> list[str]:
    return [noun.text for noun in memory.read().memories() if noun.status is Status.ACTIVE]


def noun(memory: Memory, handle: str) -> Noun:
    return memory.read().memory(handle)


# -- what a new statement does -----------------------------------------------------------------------------------------


def test_a_new_value_ends_the_old_one_and_both_are_linked(memory: Memory) -> None:
    old, new = said(memory, "I live in Leeds.", DAYS[0]), said(memory, "I live in York now.", DAYS[1])
    assert noun(memory, old).status is Status.SUPERSEDED
    assert noun(memory, old).superseded_by == new
    assert noun(memory, new).supersedes == (old,)
    assert (noun(memory, old).valid_to or "").startswith("2026-02-01T10:00")
    assert noun(memory, new).revision is not None
    assert [found.noun.status for found in memory.read().history(old)] == [Status.ACTIVE, Status.SUPERSEDED]


def test_back_again_is_a_third_memory_and_the_only_one_that_stands(memory: Memory) -> None:
    for place, city in enumerate(("Leeds", "York", "Leeds")):
        said(memory, f"I live in {city}.", DAYS[place])
    assert standing(memory) == ["I live in Leeds."]
    chain = [link.id for link in memory.read().chain(noun(memory, "M-2"))]
    assert chain == ["M-1", "M-2", "M-3"]


def test_an_older_conversation_arrives_as_history(memory: Memory) -> None:
    current = said(memory, "I work at Initech.", DAYS[5])
    earlier = said(memory, "I work at Acme.", DAYS[0])
    assert standing(memory) == ["I work at Initech."]
    assert noun(memory, earlier).superseded_by == current
    assert (noun(memory, earlier).valid_to or "") <= noun(memory, current).said_at
    assert noun(memory, current).supersedes == ()


def test_what_came_in_between_takes_its_place_in_the_line(memory: Memory) -> None:
    first, last = said(memory, "I live in Leeds.", DAYS[0]), said(memory, "I live in York.", DAYS[6])
    between = said(memory, "I live in Bonn.", DAYS[3])
    assert [link.id for link in memory.read().chain(noun(memory, last))] == [first, between, last]
    assert (noun(memory, first).valid_to or "").startswith(DAYS[3][:10])
    assert (noun(memory, between).valid_to or "").startswith(DAYS[6][:10])
    assert memory.undo(between, by="dana").restored == (first,)
    assert noun(memory, first).superseded_by == last


def test_a_correction_orders_by_when_it_was_said(memory: Memory) -> None:
    said(memory, "I live in Leeds.", DAYS[4])
    said(memory, "I moved to Bonn on 2 January 2026.", DAYS[5])
    assert standing(memory) == ["I live in Leeds."]  # a change of state that lies before what is current
    said(memory, "Correction: I have lived in York since 2 January 2026.", DAYS[6])
    assert standing(memory) == ["Correction: I have lived in York since 2 January 2026."]


def test_said_again_it_joins_and_is_later(memory: Memory) -> None:
    first = said(memory, "I live in Leeds.", DAYS[0])
    assert said(memory, "I live in Leeds.", DAYS[4]) == first
    said(memory, "I live in York.", DAYS[2])  # in between, told afterwards
    assert standing(memory) == ["I live in Leeds."]
    assert len(noun(memory, first).evidence) == 2


def test_the_same_in_other_words_joins_the_older_one(memory: Memory) -> None:
    first = said(memory, "I work at Acme.", DAYS[0])
    (learnt,) = memory.observe("I am employed at Acme.", occurred_at=DAYS[3]).stored
    assert (learnt.revision, learnt.memory.id) == ("duplicate", first)
    joined = noun(memory, first)
    assert joined.text == "I work at Acme."
    assert joined.episodes == ("ep1", "ep2")
    assert joined.said_at.startswith(DAYS[3][:10])
    assert joined.revision is not None
    assert len(memory.read().memories()) == 1
    assert memory.undo(first, by="dana").restored == (first,)
    assert noun(memory, first).episodes == ("ep1",)


def test_words_of_lower_origin_add_nothing_to_what_says_the_same(memory: Memory) -> None:
    first = said(memory, "I love hiking.")
    page = memory.record(kind="document", title="A page", text="I really love hiking!")
    report = memory.remember("I really love hiking!", type="preference", evidence=[page.id], subject="user")
    assert (report.id, report.revision) == (first, "duplicate")
    assert noun(memory, first).trust is Origin.HUMAN
    assert noun(memory, first).episodes == ("ep1",)


def test_what_a_correction_says_already_takes_the_place(memory: Memory) -> None:
    kept, wrong = said(memory, "I love hiking."), said(memory, "My sister lives in Malta.")
    change = memory.correct(wrong, "I really love hiking!", by="dana")
    assert change.superseded_by == kept
    assert noun(memory, wrong).superseded_by == kept
    assert standing(memory) == ["I love hiking."]
    memory.undo(wrong, by="dana")
    assert standing(memory) == ["I love hiking.", "My sister lives in Malta."]


def test_a_namespace_says_what_holds_many(database: Path, clock: TestClock) -> None:
    from cicatrix.bootstrap import open_context
    from cicatrix.core.attributes import Attributes

    context = open_context(database, NAMESPACE, clock=clock, user="dana", attributes=Attributes({"residence": "many"}))
    with Memory(context) as memory:
        said(memory, "I live in Leeds.")
        said(memory, "I live in York.")
        assert standing(memory) == ["I live in Leeds.", "I live in York."]


def test_words_of_lower_origin_end_nothing_and_wait_aside(memory: Memory) -> None:
    said(memory, "The office is in Bonn.")
    page = memory.record(kind="document", title="A page", text="The office is in Kiel.")
    report = memory.remember("The office is in Kiel.", type="semantic", evidence=[page.id])
    assert report.revision == "uncertain"
    assert report.status is Status.QUARANTINED
    assert len(report.doubts) == 1
    assert standing(memory) == ["The office is in Bonn."]
    memory.review(report.doubts[0], "replaces", by="dana")
    assert standing(memory) == ["The office is in Kiel."]
    assert noun(memory, report.id).trust is Origin.EXTERNAL


def test_what_happened_stays_so_whatever_is_said_later(memory: Memory) -> None:
    said(memory, "Last week I started guitar lessons.", DAYS[0])
    said(memory, "I quit the guitar lessons.", DAYS[1])
    said(memory, "I love helping the community.", DAYS[2])
    said(memory, "Last year I helped renovate a community center back home.", DAYS[3])
    assert len(standing(memory)) == 4
    assert memory.read().count(Kind.DOUBT) == 0


def test_two_periods_of_one_thing_both_stand(memory: Memory) -> None:
    episode = memory.record(kind="turn", role="user", text="Alex is assigned to Payments")
    handles = [
        memory.remember(
            "Alex is assigned to Payments", type="semantic", evidence=[episode.id], valid_from=since, valid_to=until
        ).id
        for since, until in (("2026-01-01", "2026-03-01"), ("2026-06-01", None))
    ]
    assert len(set(handles)) == 2
    assert {noun(memory, handle).status for handle in handles} == {Status.ACTIVE}


def _save(file: str, city: str, barrier: multiprocessing.synchronize.Barrier) -> None:
    with Memory.open(file, namespace=NAMESPACE, user="dana") as memory:
        barrier.wait()
        memory.observe(f"Our office is in {city}.")


def test_two_processes_at_once_leave_one_current_value(database: Path) -> None:
    with Memory.open(database, namespace=NAMESPACE, user="dana") as memory:
        said(memory, "Our office is in Bonn.")
        spawned = multiprocessing.get_context("spawn")
        barrier = spawned.Barrier(2)
        racers = [spawned.Process(target=_save, args=(str(database), city, barrier)) for city in ("Kiel", "Jena")]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join(60)
        assert [racer.exitcode for racer in racers] == [0, 0]
        assert len(standing(memory)) == 1
        assert len(memory.read().chain(noun(memory, "M-1"))) == 3
        assert said(memory, "Our office is in Ulm.") == "M-4"  # this process sees what the others wrote
        assert standing(memory) == ["Our office is in Ulm."]


def _seal_and_fail(memory: Memory) -> None:
    ctx = memory.context
    with ctx.store.writer(NAMESPACE, now=ctx.clock.now(), durability="full") as writer:
        held = next(claims(writer, (Kind.MEMORY,)))
        ghost = replace(held, id=writer.next_handle(Kind.MEMORY), text="I live in Rome.", value="Rome")
        seal(ctx, writer, ghost, EpisodesOf(writer), EntryKind.MEMORY_ADMITTED)
        assert ctx.beliefs.get(writer, ghost.id) is not None
        raise RuntimeError


def test_a_transaction_that_failed_leaves_nothing_in_what_is_believed(memory: Memory) -> None:
    said(memory, "I live in Leeds.")
    ctx = memory.context
    with pytest.raises(RuntimeError):
        _seal_and_fail(memory)
    said(memory, "I live in York.")
    with ctx.store.reader(NAMESPACE) as reader:
        assert ctx.beliefs.get(reader, "M-2") == noun(memory, "M-2")
        assert noun(memory, "M-2").text == "I live in York."


# -- correct -----------------------------------------------------------------------------------------------------------


def test_a_correction_is_its_own_evidence_and_takes_the_place(memory: Memory) -> None:
    old = said(memory, "I live in Leeds.")
    change = memory.correct(old, "I live in York.", by="ravi", reason="He moved.")
    assert (change.id, change.status, change.supersedes) == (old, "superseded", (old,))
    new = noun(memory, change.superseded_by or "")
    assert (new.text, new.value, new.subject, new.status) == ("I live in York.", "York", "user", Status.ACTIVE)
    assert new.episodes == (change.episode,)
    assert memory.read().episode(change.episode or "").speaker == "ravi"
    assert memory.verify(deep=True).ok


def test_a_correction_that_leaves_out_its_topic_is_found_by_it(memory: Memory) -> None:
    old = said(memory, "I am married to Tomas.")
    memory.correct(old, "It is Thomas, he just goes by Tom.", by="dana")
    found = memory.recall("Who is the user married to?").items
    assert found[0].text == "It is Thomas, he just goes by Tom."


def test_by_words_it_asks_which_where_several_have_them(memory: Memory) -> None:
    said(memory, "The backup runs on port 8090.")
    said(memory, "The gateway runs on port 9000.")
    with pytest.raises(InvalidInput, match=r"Which one\?.*M-1.*M-2") as caught:
        memory.correct("runs port", "The gateway runs on port 9001.", by="dana")
    assert caught.value.code == "ambiguous"
    with pytest.raises(NotFound):
        memory.correct("harbour", "It is closed.", by="dana")
    with pytest.raises(InvalidInput, match="no word"):
        memory.correct("the of", "It is closed.", by="dana")
    assert memory.correct("gateway port", "The gateway runs on port 9001.", by="dana").id == "M-2"


def test_what_a_correction_cannot_be(memory: Memory) -> None:
    old = said(memory, "I live in Leeds.")
    with Memory.open(memory.context.store.path, namespace=NAMESPACE) as nobody, pytest.raises(PersonMissing):  # type: ignore[attr-defined]
        nobody.correct(old, "I live in York.")
    for text, error in ((" ", "empty"), ("i live in leeds.", "already")):
        with pytest.raises((InvalidInput, StateConflict), match=error):
            memory.correct(old, text, by="dana")
    memory.correct(old, "I live in York.", by="dana")
    with pytest.raises(StateConflict, match="superseded by M-2"):
        memory.correct(old, "I live in Bonn.", by="dana")
    with pytest.raises(InvalidInput, match="only memories and rules"):
        memory.correct("ep1", "I live in Bonn.", by="dana")
    with pytest.raises(NotFound):
        memory.correct("M-99", "I live in Bonn.", by="dana")


def test_a_correction_ends_what_else_it_contradicts(memory: Memory) -> None:
    first = said(memory, "The deadline is 1 July.")
    second = said(memory, "My sister lives in Malta.")
    change = memory.correct(second, "The deadline is 15 August.", by="dana")
    assert set(change.supersedes) == {first, second}
    assert standing(memory) == ["The deadline is 15 August."]


def test_a_rule_is_replaced_by_a_whole_instruction_and_narrowed_by_a_fragment(memory: Memory) -> None:
    memory.record(task="Post", correction="Post the tide table at noon.", correction_by="dana")
    change = memory.correct("PB-01", "Only on weekdays", by="dana")
    narrowed = memory.read().rule("PB-01")
    assert (change.status, change.superseded_by) == ("active", None)
    assert narrowed.exceptions == ("Only on weekdays",)
    assert "Only on weekdays" in memory.recall("Post the tide table").brief()
    change = memory.correct("PB-01", "Never post the tide table at noon.", by="dana")
    assert change.superseded_by == "PB-02"
    assert memory.read().rule("PB-01").status is Status.SUPERSEDED
    assert memory.distill().refused == ()  # what a person corrected is no unread lesson
    assert memory.verify(deep=True).ok


# -- review ------------------------------------------------------------------------------------------------------------


def doubted(memory: Memory) -> str:
    """Two memories of which code is not sure."""
    said(memory, "The backup runs on port 8090.")
    page = memory.record(kind="document", title="A page", text="The backup runs on port 8091.")
    (doubt,) = memory.remember("The backup runs on port 8091.", type="semantic", evidence=[page.id]).doubts
    return doubt


@pytest.mark.parametrize(
    ("verdict", "new", "old"),
    [("replaces", Status.ACTIVE, Status.SUPERSEDED), ("duplicate", Status.MERGED, Status.ACTIVE)],
)
def test_a_person_settles_a_doubt_and_takes_it_back(memory: Memory, verdict: str, new: Status, old: Status) -> None:
    doubt = doubted(memory)
    before = [noun(memory, handle).status for handle in ("M-2", "M-1")]
    report = memory.review(doubt, verdict, by="dana", reason="I looked.")
    assert (report.new_status, report.old_status) == (new, old)
    with pytest.raises(StateConflict, match="settled by dana"):
        memory.review(doubt, verdict, by="dana")
    assert set(memory.undo(doubt, by="dana").restored) == {doubt, "M-1", "M-2"}
    assert [noun(memory, handle).status for handle in ("M-2", "M-1")] == before
    assert memory.review(doubt, verdict, by="dana").new_status == new


def test_both_may_stand_only_where_both_can(memory: Memory) -> None:
    doubt = doubted(memory)
    if memory.context.attributes.get(noun(memory, "M-1").attribute) == "one":
        with pytest.raises(StateConflict, match="one value at a time"):
            memory.review(doubt, "distinct", by="dana")
    memory.forget("M-1", by="dana")
    memory.review(doubt, "distinct", by="dana")
    assert standing(memory) == ["The backup runs on port 8091."]


def test_a_wrong_verdict_is_overruled_and_both_stand(memory: Memory) -> None:
    said(memory, "I love Chinese food.", DAYS[0])
    said(memory, "I hate Chinese food.", DAYS[1])
    assert standing(memory) == ["I hate Chinese food."]
    report = memory.review("M-2", "distinct", by="dana")
    assert report.restored == ("M-1",)
    assert len(standing(memory)) == 2
    assert noun(memory, "M-2").supersedes == ()
    with pytest.raises(StateConflict):
        memory.review("M-2", "distinct", by="dana")
    memory.undo("M-2", by="dana")
    assert standing(memory) == ["I hate Chinese food."]


def test_overruled_or_not_there_is_one_current_value(memory: Memory) -> None:
    said(memory, "Jonas lives in Leeds.")
    memory.correct("M-1", "The hotel in Lisbon is near the harbour.", by="dana")
    said(memory, "Jonas lives in Bonn.")
    with pytest.raises(StateConflict, match="M-1 cannot stand beside M-3"):
        memory.review("M-2", "refines", by="dana")
    assert [noun.id for noun in memory.read().memories() if noun.status is Status.ACTIVE] == ["M-2", "M-3"]


def test_what_cannot_be_reviewed(memory: Memory) -> None:
    said(memory, "I live in Leeds.")
    for target, verdict, error in (
        ("M-1", "distinct", StateConflict),
        ("M-1", "wrong", InvalidInput),
        ("PB-01", "distinct", InvalidInput),
        ("rv-1", "distinct", NotFound),
        ("M-9", "distinct", NotFound),
    ):
        with pytest.raises(error):
            memory.review(target, verdict, by="dana")


# -- undo --------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_revision(memory: Memory) -> None:
    said(memory, "I live in Leeds.", DAYS[0])
    said(memory, "I live in York.", DAYS[1])
    for target in ("M-1", "M-2"):  # either of the two names the act
        done = memory.undo(target, by="dana", reason="He only visits.")
        assert (done.restored, done.withdrawn) == (("M-1",), ("M-2",))
        assert standing(memory) == ["I live in Leeds."]
        assert noun(memory, "M-1").valid_to is None
        if target == "M-1":
            said(memory, "I live in Bonn.", DAYS[2])
            memory.undo("M-3", by="dana")
            break
    assert memory.verify(deep=True).ok


def test_undo_refuses_what_later_acts_build_on(memory: Memory) -> None:
    for place, city in enumerate(("Leeds", "York", "Bonn")):
        said(memory, f"I live in {city}.", DAYS[place])
    first = next(found.seq for found in memory.read().history("M-2"))
    with pytest.raises(StateConflict, match="M-2 has changed since"):
        memory.undo(first, by="dana")
    memory.undo("M-3", by="dana")
    with pytest.raises(StateConflict, match="is an undo"):
        memory.undo("M-2", by="dana")


def test_undo_refuses_a_second_current_value(memory: Memory) -> None:
    said(memory, "I live in Leeds.", DAYS[0])
    memory.forget("M-1", by="dana")
    said(memory, "I live in York.", DAYS[1])
    with pytest.raises(StateConflict, match="M-2 has taken the place of M-1"):
        memory.undo("M-1", by="dana")
    assert standing(memory) == ["I live in York."]


def test_undo_of_what_people_decide_about_rules(memory: Memory) -> None:
    memory.record(task="Post", correction="Post the tide table at noon.", correction_by="dana")
    memory.suspend("PB-01", by="dana")
    assert memory.undo("PB-01", by="dana").restored == ("PB-01",)
    assert memory.read().rule("PB-01").status is Status.ACTIVE
    memory.correct("PB-01", "Except in winter", by="dana")
    memory.undo("PB-01", by="dana")
    assert memory.read().rule("PB-01").exceptions == ()


def test_undo_says_what_it_cannot_take_back(memory: Memory) -> None:
    said(memory, "I live in Leeds.")
    for target, error in (("ep1", InvalidInput), ("1", InvalidInput), ("#999", NotFound), ("M-9", NotFound)):
        with pytest.raises(error):
            memory.undo(target, by="dana")


def test_a_dismissed_dead_letter_is_open_again(memory: Memory) -> None:
    memory.record(task="Post", correction="Hm, that went badly.", correction_by="dana")
    memory.forget("dl-1", by="dana")
    assert memory.undo("dl-1", by="dana").restored == ("dl-1",)
    assert not memory.read().body("dl-1").get("dismissed_by")
