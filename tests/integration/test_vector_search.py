"""Vectors beside words: what they find, that late ones are found, and that the past stays as it was."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.integration.minds import NS, Mind

from cicatrix.adapters.index import NamespaceIndex
from cicatrix.adapters.index.estimates import Choice
from cicatrix.core.candidates import SearchResult
from cicatrix.core.codec import encode
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.entries import EntryKind
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.vectors import cosine, quantize
from cicatrix.errors import VerificationFailed
from cicatrix.ports import QueryVector

DIMENSION = 32
MODEL = EmbeddingModel("scripted", DIMENSION, "0" * 64, 900_000, 600_000, 400_000)
TOPICS = np.random.default_rng(7).standard_normal((8, DIMENSION))


def vector(topic: int, noise: int = 0, *, share: float = 0.3) -> bytes:
    """A vector near a topic, moved a little by a seed."""
    return quantize(TOPICS[topic] + share * np.random.default_rng(noise).standard_normal(DIMENSION))


class Vectored:
    """A mind whose claims and turns get vectors, at once or later."""

    def __init__(self, path: Path) -> None:
        self.mind = Mind.at(path)
        self.models = 0

    def embedder(self, model: EmbeddingModel = MODEL) -> str:
        return self.mind._seal(Kind.EMBEDDER, EntryKind.EMBEDDER, lambda _handle: encode(model))

    def put(self, embedder: str, *rows: tuple[str, bytes]) -> None:
        with self.mind.store.writer(NS, now=self.mind.now, durability="normal") as writer:
            versions = [(writer.version(handle), stored) for handle, stored in rows]
            writer.put_vectors(embedder, [(version.seq, stored) for version, stored in versions if version])

    def search(
        self,
        query: str,
        asked: QueryVector | None,
        *,
        at: int | None = None,
        index: NamespaceIndex | None = None,
        choice: Choice | None = None,
    ) -> SearchResult:
        with self.mind.store.reader(NS) as reader:
            return (index or self.mind.index).search(
                reader,
                query,
                at=at,
                now=self.mind.now,
                settings=RecallSettings(),
                vector=asked,
                choice=choice or Choice(),
            )


@pytest.fixture
def vectored(database: Path) -> Iterator[Vectored]:
    made = Vectored(database)
    yield made
    made.mind.store.close()


def test_what_shares_no_word_is_found_by_its_vector(vectored: Vectored) -> None:
    em = vectored.embedder()
    near, far = vectored.mind.claim("Enjoys sailing"), vectored.mind.claim("Hates paperwork")
    vectored.put(em, (near, vector(1)), (far, vector(2)))
    query = QueryVector(em, vector(1, 5))
    found = vectored.search("Which boat trips are welcome?", query)
    above = [item for item in found.candidates if item.above_floor]
    assert [item.handle for item in above] == [near]
    assert above[0].components["cosine"] == cosine(vector(1), query.vector)
    assert above[0].components["semantic"] > 0
    assert above[0].coverage == 0
    assert found.statistics["vectors"] == 2
    assert [item.handle for item in vectored.search("Which boat trips are welcome?", None).candidates] == []


def test_a_claim_without_a_vector_keeps_the_weight_of_its_words(vectored: Vectored) -> None:
    em = vectored.embedder()
    without, with_one = vectored.mind.claim("Ship on Tuesday"), vectored.mind.claim("Enjoys sailing")
    vectored.put(em, (with_one, vector(1)))
    found = vectored.search("ship on tuesday", QueryVector(em, vector(1, 3)))
    components = {item.handle: item.components for item in found.candidates}
    assert set(components) == {without, with_one}
    assert "semantic" not in components[without]
    assert components[without]["relevance"] == ONE


def test_a_vector_that_comes_late_is_in_the_very_next_search(vectored: Vectored, database: Path) -> None:
    em = vectored.embedder()
    claim = vectored.mind.claim("Enjoys sailing")
    query = QueryVector(em, vector(1, 5))
    assert vectored.search("boat trips", query).candidates == ()
    other = Vectored(database)
    other.put(em, (claim, vector(1)))
    other.mind.store.close()
    found = vectored.search("boat trips", query)
    assert [item.handle for item in found.candidates] == [claim]
    again = replace(query, known=0)
    assert vectored.search("boat trips", again).candidates == (), "a recall of before is run again as it was"


def test_another_embedder_starts_anew_and_is_never_mixed(vectored: Vectored) -> None:
    first = vectored.embedder()
    claim = vectored.mind.claim("Enjoys sailing")
    vectored.put(first, (claim, vector(1)))
    second = vectored.embedder(replace(MODEL, id="other", dimension=64))
    wide = quantize(np.concatenate([TOPICS[1], TOPICS[2]]))
    assert len(vectored.search("boat", QueryVector(first, vector(1, 2))).candidates) == 1
    assert vectored.search("boat", QueryVector(second, wide)).candidates == ()
    vectored.put(second, (claim, wide))
    assert len(vectored.search("boat", QueryVector(second, wide)).candidates) == 1
    assert len(vectored.search("boat", QueryVector(first, vector(1, 2))).candidates) == 1
    with pytest.raises(VerificationFailed, match="32 dimensions"):
        vectored.search("boat", QueryVector(second, vector(1)))
    vectored.put(second, (vectored.mind.claim("Odd"), vector(1)))
    with pytest.raises(VerificationFailed, match="32 dimensions, not 64"):
        vectored.search("boat", QueryVector(second, wide))


def test_an_embedder_that_stored_nothing_leaves_words_alone(vectored: Vectored) -> None:
    vectored.mind.claim("Ship on Tuesday")
    assert vectored.search("ship", QueryVector("em-1", vector(1))) == vectored.search("ship", None)


def test_neighbouring_turns_lend_their_vectors(vectored: Vectored) -> None:
    em = vectored.embedder()
    turns = [vectored.mind.turn(text, speaker="Ana") for text in ("One.", "Two.", "Three.", "Four.", "Five.")]
    other = vectored.mind.turn("Six.", session="s2")
    stored = [vector(topic) for topic in (1, 2, 3, 4, 5)]
    vectored.put(em, *zip(turns, stored, strict=True), (other, vector(2)))
    query = QueryVector(em, vector(2, 9))
    found = {item.handle: item.components["cosine"] for item in vectored.search("zebra", query).candidates}
    rows = [np.frombuffer(each, "<i2").astype(np.float64) for each in stored]
    asked = np.frombuffer(query.vector, "<i2").astype(np.float64)
    for place, turn in enumerate(turns):
        shares = {0: 16, -1: 8, -2: 4, -3: 2, 1: 4, 2: 2, 3: 1}
        mixed = sum(share * rows[place + step] for step, share in shares.items() if 0 <= place + step < len(rows))
        expected = ONE * float(mixed @ asked) / np.linalg.norm(mixed) / np.linalg.norm(asked)
        if expected > MODEL.floor + 1000:
            assert found[turn] == pytest.approx(expected, abs=200)
        elif expected < MODEL.floor - 1000:
            assert turn not in found
    assert found[other] == cosine(vector(2), query.vector)


def test_turns_are_asked_in_the_first_person_and_claims_as_written(vectored: Vectored) -> None:
    em = vectored.embedder()
    turn, claim = vectored.mind.turn("Off I went."), vectored.mind.claim("Sails")
    vectored.put(em, (turn, vector(1)), (claim, vector(1)))
    query = QueryVector(em, vector(2, 1), first_person=vector(1, 1))
    assert [item.handle for item in vectored.search("boat", query).candidates] == [turn]
    query = QueryVector(em, vector(1, 1), first_person=vector(2, 1))
    assert [item.handle for item in vectored.search("boat", query).candidates] == [claim]


def test_what_ended_is_not_found_by_its_vector(vectored: Vectored) -> None:
    em = vectored.embedder()
    claim = vectored.mind.claim("Enjoys sailing")
    vectored.put(em, (claim, vector(1)))
    before = vectored.mind.head()
    vectored.mind.change(claim, status=Status.SUPERSEDED)
    query = QueryVector(em, vector(1, 5))
    assert vectored.search("boat", query).candidates == ()
    assert [item.handle for item in vectored.search("boat", query, at=before).candidates] == [claim]


def test_a_critical_memory_is_handed_on_with_its_cosine_below_the_floor(vectored: Vectored) -> None:
    em = vectored.embedder()
    claim = vectored.mind.claim("Allergic to nuts", importance=950)
    vectored.put(em, (claim, vector(3)))
    (item,) = vectored.search("Snacks for the trail?", QueryVector(em, vector(1))).candidates
    assert (item.handle, item.above_floor) == (claim, False)
    assert item.components["cosine"] == cosine(vector(3), vector(1))


# -- the past is found as it was ---------------------------------------------------------------------------------------

WORDS = ("ship", "beta", "refund", "ticket", "tea", "almonds", "what")
Act = Callable[[Vectored, list[str], list[str]], object]


def _turn(text: str, speaker: str, session: str) -> Act:
    return lambda it, things, _w: things.append(it.mind.turn(text, speaker=speaker, session=session))


def _claim(text: str, importance: int) -> Act:
    return lambda it, things, _w: things.append(it.mind.claim(text, importance=importance, tags=text.split()[:1]))


def _end(it: Vectored, things: list[str], _waiting: list[str]) -> object:
    claims = [thing for thing in things if thing.startswith("M-")]
    return it.mind.change(claims[len(claims) // 2], text="ship tea") if claims else it.mind.note()


def _embed(topic: int, first: bool) -> Act:
    def act(it: Vectored, things: list[str], done: list[str]) -> object:
        waiting = [thing for thing in things if thing not in done]
        if not waiting:
            return it.mind.note()
        thing = waiting[0 if first else -1]
        done.append(thing)
        it.put("em-1", (thing, vector(topic, len(done), share=1.0)))
        return thing

    return act


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(_turn, texts, st.sampled_from(["Ana", "Ben"]), st.sampled_from(["s1", "s2"])),
    st.builds(_claim, texts, st.sampled_from([500, 900])),
    st.builds(_embed, st.integers(0, 2), st.booleans()),
    st.builds(_embed, st.integers(0, 2), st.booleans()),
    st.just(_end),
)


@pytest.mark.parametrize("exact", [10**9, 2])
@settings(max_examples=15)
@given(st.lists(acts, min_size=4, max_size=30), st.lists(texts, min_size=1, max_size=2))
def test_as_of_is_what_the_index_built_then_would_have_given(
    tmp_path_factory: pytest.TempPathFactory, exact: int, history: list[Act], queries: list[str]
) -> None:
    """Grown step by step, built cold, and looked back on with the vectors there were: one answer, to the byte."""
    choice = Choice(exact, least=3)
    folder = tmp_path_factory.mktemp("past")
    it = Vectored(folder / "cicatrix.db")
    em = it.embedder()
    asked = QueryVector(em, vector(1, 3), first_person=vector(2, 4))
    things: list[str] = []
    embedded: list[str] = []
    then: list[tuple[int, int, list[SearchResult]]] = []
    clock = it.mind.now
    for act in history:
        act(it, things, embedded)
        now, it.mind.now = it.mind.now, clock
        results = [it.search(query, asked, choice=choice) for query in queries]
        then.append((it.mind.head(), results[0].statistics.get("vectors", 0), results))
        it.mind.now = now
    it.mind.now = clock
    rebuilt = NamespaceIndex(NS)
    for seq, known, results in then:
        again = replace(asked, known=known)
        assert [it.search(query, again, at=seq, choice=choice) for query in queries] == results
        assert [it.search(query, again, at=seq, index=rebuilt, choice=choice) for query in queries] == results
    assert repr([it.search(query, asked, index=NamespaceIndex(NS), choice=choice) for query in queries]) == repr(
        results
    )
    it.mind.store.close()
    shutil.rmtree(folder)
