"""The index against a real ledger: what it finds, and that the past is found as it was."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.integration.minds import NS, Mind

from cicatrix.adapters.index import NamespaceIndex
from cicatrix.adapters.sqlite import SqliteStore
from cicatrix.core.candidates import SearchResult
from cicatrix.core.codec import encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import EpisodeKind, Source
from cicatrix.core.ids import Kind
from cicatrix.core.imports import Import
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.trust import Origin
from cicatrix.errors import VerificationFailed


@pytest.fixture
def mind(database: Path) -> Iterator[Mind]:
    made = Mind.at(database)
    yield made
    made.store.close()


# -- the past is found as it was ---------------------------------------------------------------------------------------

WORDS = ("ship", "beta", "refund", "ticket", "Ana", "tea", "almonds", "May", "what")
Act = Callable[[Mind, list[str], list[str]], object]


def _change(status: Status | None, text: str | None) -> Act:
    def act(mind: Mind, claims: list[str], _uses: list[str]) -> object:
        return mind.change(claims[len(claims) // 2], status=status, text=text) if claims else mind.note()

    return act


def _use(again: bool) -> Act:
    def act(mind: Mind, claims: list[str], uses: list[str]) -> object:
        if not claims:
            return mind.note()
        if again and uses:
            return mind.use(uses[-1], "rc-1", claims[0], claims[-1])
        uses.append(mind.use(None, "rc-1", claims[-1]))
        return None

    return act


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
acts: st.SearchStrategy[Act] = st.one_of(
    st.tuples(texts, st.sampled_from(["Ana", "Ben"]), st.sampled_from(["s1", "s2"]), st.booleans()).map(
        lambda it: lambda mind, _c, _u: mind.turn(it[0] + ("?" if it[3] else "."), speaker=it[1], session=it[2])
    ),
    st.tuples(texts, st.sampled_from(list(MemoryType)), st.sampled_from([100, 500, 900])).map(
        lambda it: (
            lambda mind, claims, _u: claims.append(
                mind.claim(it[0], type=it[1], importance=it[2], tags=it[0].lower().split()[:2], speaker="Ana")
            )
        )
    ),
    texts.map(lambda text: lambda mind, _c, _u: mind.episode(EpisodeKind.EXPERIENCE, task=text, correction="Never.")),
    st.sampled_from([Status.SUPERSEDED, Status.SUSPENDED, Status.ACTIVE]).map(lambda status: _change(status, None)),
    texts.map(lambda text: _change(None, text)),
    st.booleans().map(_use),
    st.just(lambda mind, _c, _u: mind.note()),
)


@settings(max_examples=25)
@given(st.lists(acts, min_size=1, max_size=25), st.lists(texts, min_size=1, max_size=3))
def test_as_of_is_what_the_index_built_then_would_have_given(
    tmp_path_factory: pytest.TempPathFactory, history: list[Act], queries: list[str]
) -> None:
    """Incremental, rebuilt, and looked back on: one answer, to the byte."""
    folder = tmp_path_factory.mktemp("past")
    mind = Mind.at(folder / "cicatrix.db")
    claims: list[str] = []
    uses: list[str] = []
    then: dict[int, list[SearchResult]] = {}
    clock = mind.now
    for act in history:
        act(mind, claims, uses)
        now, mind.now = mind.now, clock
        then[mind.head()] = [mind.search(query) for query in queries]
        mind.now = now
    mind.now = clock
    rebuilt = NamespaceIndex(NS)
    for seq, results in then.items():
        assert [mind.search(query, at=seq) for query in queries] == results
        assert [mind.search(query, at=seq, index=rebuilt) for query in queries] == results
    assert repr([mind.search(query, index=NamespaceIndex(NS)) for query in queries]) == repr(results)
    mind.store.close()
    shutil.rmtree(folder)


def test_an_older_snapshot_is_searched_as_it_stands(mind: Mind) -> None:
    mind.claim("Ship on Tuesday")
    with mind.store.reader(NS) as old:
        now = mind.now
        before = mind.index.search(old, "ship", at=None, now=now, settings=RecallSettings())
        mind.claim("Ship on Friday")
        assert len(mind.found("ship")) == 2
        assert mind.index.search(old, "ship", at=None, now=now, settings=RecallSettings()) == before


def test_another_history_under_the_same_name_is_indexed_anew(tmp_path: Path) -> None:
    first, second = Mind.at(tmp_path / "a.db"), Mind.at(tmp_path / "b.db")
    first.claim("Ship on Tuesday")
    second.claim("Ship never")
    second.claim("Eat lunch")
    assert first.found("ship") == ["M-1"]
    assert [item.text for item in second.search("ship", index=first.index).candidates] == ["Ship never"]
    third = Mind.at(tmp_path / "c.db")
    third.claim("Sail")
    third.claim("Ship at noon")
    assert [item.text for item in third.search("ship", index=first.index).candidates] == ["Ship at noon"]
    for each in (first, second, third):
        each.store.close()


def test_cleared_it_builds_itself_again(mind: Mind) -> None:
    mind.claim("Ship on Tuesday")
    before = mind.search("ship")
    mind.index.clear()
    assert mind.search("ship") == before


def test_words_that_an_erasure_took_do_not_linger(mind: Mind, database: Path) -> None:
    """Another process destroys them; this one has them in memory until it reads of it."""
    gone, kept = mind.claim("Ship on Tuesday"), mind.claim("Ship on Friday")
    assert set(mind.found("ship")) == {gone, kept}
    with sqlite3.connect(database) as raw:
        raw.execute("UPDATE bodies SET salt = NULL, body = NULL WHERE seq = 1")
    raw.close()
    with mind.store.writer(NS, now=mind.now, durability="full") as writer:
        handle = writer.next_handle(Kind.ERASURE)
        writer.append(Draft(EntryKind.ERASURE, Kind.ERASURE, handle, {}, "ana", Origin.HUMAN, parents=(1,)))
    found = mind.search("ship")
    assert ([item.handle for item in found.candidates], found.considered) == ([kept], 1)
    assert repr(found) == repr(mind.search("ship", index=NamespaceIndex(NS)))


def test_what_failed_to_be_read_is_not_taken_in_twice(mind: Mind, database: Path) -> None:
    mind.claim("Ship on Tuesday")
    damaged = mind.claim("Ship on Friday")
    with sqlite3.connect(database) as raw:
        (body,) = raw.execute("SELECT body FROM bodies WHERE seq = 2").fetchone()
        raw.execute("UPDATE bodies SET body = x'78' WHERE seq = 2")
    for _ in range(2):
        with pytest.raises(VerificationFailed):
            mind.search("ship")
    raw.execute("UPDATE bodies SET body = ? WHERE seq = 2", (body,))
    raw.commit()
    raw.close()
    assert mind.search("ship").considered == 2
    assert damaged in mind.found("ship")


def test_threads_search_while_others_write(mind: Mind) -> None:
    mind.claim("Ship zero")
    failures: list[BaseException] = []
    done = threading.Event()

    def search() -> None:
        try:
            while not done.is_set():
                result = mind.search("ship it", at=None)
                assert result.considered >= 1
                assert result == mind.search("ship it", at=result.mind)
        except BaseException as error:
            failures.append(error)

    now = mind.now
    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for number in range(40):
            mind.claim(f"Ship number {number}")
            mind.now = now
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert failures == []
    assert mind.search("ship").considered == 41


# -- relevance ---------------------------------------------------------------------------------------------------------


def test_neighbouring_turns_lend_their_words_within_a_session(mind: Mind) -> None:
    mind.turn("Did you see the lighthouse exhibition?", speaker="Ben")
    answer = mind.turn("Yes, it moved me to tears.", speaker="Ana")
    mind.turn("It moved me as well, said nobody.", speaker="Ana", session="s2")
    assert set(mind.found("lighthouse exhibition")) == {"ep1", answer}
    borrowed = next(item for item in mind.search("lighthouse exhibition").candidates if item.handle == answer)
    assert borrowed.coverage == 0
    assert borrowed.components["reach"] == ONE


def test_a_word_is_lent_however_often_it_is_repeated(mind: Mind) -> None:
    mind.turn("tea " * 32)
    after = mind.turn("Off I went.")
    assert after in mind.found("tea")


def test_the_turn_of_the_one_who_is_named_ranks_first_and_the_other_stays(mind: Mind) -> None:
    mind.turn("I adopted a puppy.", speaker="Ben", session="s1")
    mind.turn("I adopted a puppy.", speaker="Ana", session="s2")
    assert mind.found("When did Ana adopt a puppy?") == ["ep2", "ep1"]
    assert mind.found("when did ben adopt a puppy") == ["ep1", "ep2"]
    assert mind.search("Did Ana adopt a puppy?").candidates[0].components["speaker"] > 0


def test_asked_about_a_person_alone_all_that_is_theirs_is_meant(mind: Mind) -> None:
    mind.turn("The sea was cold.", speaker="Ana", session="s1")
    mind.turn("I like trains.", speaker="Ben", session="s2")
    assert mind.found("What do you know about Ana?") == ["ep1"]


def test_a_verb_that_is_somebodys_name_stays_a_verb(mind: Mind) -> None:
    mind.turn("Good morning.", speaker="Will", session="s1")
    mind.turn("The parcel arrives on Monday.", speaker="Ana", session="s2")
    assert mind.found("when will the parcel arrive") == ["ep2"]


def test_a_name_in_small_letters_among_capitals_is_a_word(mind: Mind) -> None:
    mind.turn("Good morning.", speaker="Mark", session="s1")
    assert mind.search("Ana, please mark the parcel").unknown == ("ana", "mark", "parcel")
    assert mind.search("Ana, please ask Mark").unknown == ("ana", "ask")


def test_the_day_that_is_named_comes_first(mind: Mind) -> None:
    mind.turn("We painted the boat.", session="s1", at="2024-05-02T10:00:00Z")
    mind.turn("We painted the boat.", session="s2", at="2024-06-09T10:00:00Z")
    mind.turn("We painted the boat.", session="s3", at="2024-06-12T10:00:00Z")
    assert mind.found("When was the boat painted, in May?")[0] == "ep1"
    assert mind.found("Who painted the boat on June 12, 2024?")[0] == "ep3"


def test_a_day_answers_to_its_date_without_a_word(mind: Mind) -> None:
    mind.turn("Off to the dentist.", session="s1", at="2026-11-29T10:00:00Z")
    mind.turn("Lunch was good.", session="s2", at="2026-11-20T10:00:00Z")
    assert mind.found("What was on yesterday?") == ["ep1"]


def test_the_tags_of_a_rule_are_searched_and_named(mind: Mind) -> None:
    rule = mind.claim("Open with the pain point", type=MemoryType.PROCEDURAL, tags=("linkedin", "post"))
    found = mind.search("Draft a LinkedIn post").candidates[0]
    assert (found.handle, found.tags_met) == (rule, ("linkedin", "post"))
    assert found.components["tags"] > 0


def test_importance_recency_and_usage_alone_select_nothing(mind: Mind) -> None:
    used = mind.claim("Prefers tabs", importance=1000)
    mind.use(None, "rc-1", used)
    result = mind.search("Which colour has the harbour?")
    assert [(item.handle, item.above_floor, item.score) for item in result.candidates] == [(used, False, 0)]
    assert result.statistics["above_floor"] == 0


def test_usage_counts_reports_and_not_their_repetition(mind: Mind) -> None:
    claim = mind.claim("Ship on Tuesday")
    report = mind.use(None, "rc-1", claim)
    mind.use(report, "rc-1", claim, "M-9")
    assert mind.search("ship").candidates[0].components["usage"] == ONE // 4
    mind.use(None, "rc-2", claim)
    assert mind.search("ship").candidates[0].components["usage"] == 2 * ONE // 5


def test_a_past_mind_that_was_asked_before_learns_nothing_new(mind: Mind) -> None:
    claim = mind.claim("Ship on Tuesday")
    before = mind.search("ship")
    mind.use(None, "rc-1", claim)
    mind.now = mind.now.replace(minute=1)
    assert mind.search("ship").candidates[0].components["usage"] > 0
    assert mind.search("ship", at=1) == before


def test_parts_add_up_to_relevance_and_weights_to_the_score(mind: Mind) -> None:
    mind.turn("Did you ship the beta in May?", speaker="Ben")
    mind.turn("I shipped the beta on Tuesday with Ana's help.", speaker="Ana")
    mind.claim("The beta ships on Tuesdays", tags=("beta", "ship"), type=MemoryType.PROCEDURAL)
    whole = {"coverage", "cosine", "reach", "relevance", "recency", "importance", "usage", "safety"}
    above = [item for item in mind.search("When did Ana ship the beta?").candidates if item.above_floor]
    assert {item.kind for item in above} == {Kind.RULE, Kind.EPISODE}
    for item in above:
        parts = [value for name, value in item.components.items() if name not in whole]
        assert sum(parts) == pytest.approx(item.components["relevance"], abs=len(parts))
        if item.kind is Kind.RULE:
            weighted = 550 * item.components["relevance"] + 180 * item.components["recency"]
            weighted += 170 * item.components["importance"] + 100 * item.components["usage"]
            assert item.score == weighted // 1000
        assert 0 <= item.score <= ONE


# -- what stands -------------------------------------------------------------------------------------------------------


def test_what_ended_is_known_and_marked_and_sets_no_statistics(mind: Mind) -> None:
    old = mind.claim("Ship on Monday")
    mind.change(old, status=Status.SUPERSEDED)
    result = mind.search("ship")
    assert [(item.handle, item.status) for item in result.candidates] == [(old, "superseded")]
    assert (result.considered, result.unknown) == (0, ("ship",))
    assert mind.found("ship", at=1) == [old]


def test_an_episode_names_the_lessons_that_cite_it(mind: Mind) -> None:
    taught = mind.episode(EpisodeKind.EXPERIENCE, task="Ship the beta", correction="Never on Friday.")
    rule = mind.claim("Never ship on Friday", type=MemoryType.PROCEDURAL, evidence=[taught])
    by_handle = {item.handle: item for item in mind.search("ship").candidates}
    assert by_handle[taught].lessons == ((rule, "active"),)
    assert by_handle[rule].episodes == (taught,)
    assert mind.search("ship", at=1).candidates[0].lessons == ()
    mind.change(rule, status=Status.RETIRED)
    assert {item.handle: item for item in mind.search("ship").candidates}[taught].lessons == ((rule, "retired"),)


def test_an_import_that_a_person_vouches_for_is_trusted_from_then_on(mind: Mind) -> None:
    mind.episode(
        EpisodeKind.TURN,
        text="Ship it",
        role="user",
        origin=Origin.EXTERNAL,
        source=Source(import_id="im-1", where="1", key="1"),
    )
    noun = Import("im-1", "log", "", "episodes", "human", "dana")
    with mind.store.writer(NS, now=mind.now, durability="full") as writer:
        assert writer.next_handle(Kind.IMPORT) == "im-1"
        writer.append(Draft(EntryKind.IMPORT_RATIFIED, Kind.IMPORT, "im-1", encode(noun), "dana", Origin.HUMAN))
    assert mind.search("ship", at=1).candidates[0].trust is Origin.EXTERNAL
    assert mind.search("ship").candidates[0].trust is Origin.HUMAN


def test_every_kind_of_episode_is_found_by_its_words_and_shown_whole(mind: Mind) -> None:
    mind.episode(EpisodeKind.EXPERIENCE, task="Draft a zebra post", outcome="It flopped", correction="No stripes.")
    mind.episode(
        EpisodeKind.TOOL_CALL, tool="send_mail", resource="inbox", arguments={"to": "yak@farm.org"}, result="x" * 1000
    )
    mind.episode(EpisodeKind.REPLY, text="Ask the walrus first", speaker="Dana")
    mind.episode(EpisodeKind.DOCUMENT, title="Ibex handbook", text="Feed them daily.")
    shown = {query: mind.search(query).candidates[0].text for query in ("zebra", "yak@farm.org", "walrus", "ibex")}
    assert shown["zebra"] == "Task: Draft a zebra post\nOutcome: It flopped\nCorrection: No stripes."
    assert shown["yak@farm.org"].startswith('send_mail inbox {"to": "yak@farm.org"}\nResult: xxx')
    assert shown["yak@farm.org"].endswith("(700 characters more)")
    assert shown["walrus"] == "Dana: Ask the walrus first"
    assert shown["ibex"] == "Ibex handbook\nFeed them daily."
    assert mind.found("send mail") == ["ep2"]


def test_ties_are_broken_by_kind_and_number(mind: Mind) -> None:
    handles = [mind.claim("Ship on Tuesday") for _ in range(12)]
    mind.now = mind.now.replace(year=2030)
    found = mind.found("ship")
    assert [int(handle[2:]) for handle in found] == sorted(int(handle[2:]) for handle in handles)


def test_a_memory_goes_before_a_rule_of_the_same_score(mind: Mind) -> None:
    clock = mind.now
    rule = mind.claim("Ship on Tuesday", type=MemoryType.PROCEDURAL)
    memory = mind.claim("Ship on Tuesday")
    mind.now = clock
    first, second = mind.search("ship").candidates
    assert first.score == second.score
    assert [first.handle, second.handle] == [memory, rule]


def test_only_what_can_matter_is_handed_on_and_the_rest_is_counted(mind: Mind) -> None:
    with mind.store.writer(NS, now=mind.now, durability="normal") as writer:
        for number in range(300):
            handle = writer.next_handle(Kind.MEMORY)
            text = f"Ship number {number} on Tuesday, as agreed with the port."
            change = Change("admitted", "ana")
            noun = Memory(handle, MemoryType.SEMANTIC, text, Status.ACTIVE, Origin.HUMAN, (), change)
            writer.append(Draft(EntryKind.MEMORY_ADMITTED, Kind.MEMORY, handle, encode(noun), "ana", Origin.HUMAN))
    few = mind.search("ship")
    assert few.statistics["above_floor"] == 300
    assert 2 * 800 / 15 < len(few.candidates) < 200
    many = mind.search("ship", settings=RecallSettings(budget=10**9))
    assert len(many.candidates) == 300
    assert many.candidates[: len(few.candidates)] == few.candidates
    assert len(mind.search("ship", settings=RecallSettings(budget=10**9, limit=5)).candidates) == 30
    assert len(mind.search("ship", settings=RecallSettings(budget=0)).candidates) == 20


def test_an_empty_mind_finds_nothing(mind: Mind) -> None:
    result = mind.search("anything at all")
    assert (result.candidates, result.considered, result.mind) == ((), 0, 0)
    assert result.terms == result.unknown


def test_the_store_is_what_the_index_was_given(database: Path) -> None:
    """A foreign process's commit is in the next search."""
    mind = Mind.at(database)
    mind.claim("Ship on Tuesday")
    assert mind.found("ship") == ["M-1"]
    other = Mind(SqliteStore(database, by="cicatrix/other"))
    other.now = mind.now
    other.claim("Ship on Friday")
    assert set(mind.found("ship")) == {"M-1", "M-2"}
    other.store.close()
    mind.store.close()
