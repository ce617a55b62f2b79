"""Failure reports on merging, forgetting and the cycle of sleep (see README.md beside this file)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from tests.conftest import NAMESPACE, TestClock
from tests.scripted_embedder import ScriptedEmbedder

from cicatrix import Memory
from cicatrix.bootstrap import open_context
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.merging import CAP
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.core.vectors import SCALE, quantize


class Alike(ScriptedEmbedder):
    """Finds every two texts alike: likeness proposes to merge whatever there is. ``pull`` is how much all share."""

    pull = 0.74

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:
        made = super().embed(texts, role=role)
        return [None if vector is None else _pulled(vector, self.pull) for vector in made]


def _pulled(vector: bytes, pull: float) -> bytes:
    own = np.frombuffer(vector, "<i2") / SCALE * (1 - pull**2) ** 0.5
    own[0] = pull
    return quantize(own)


@pytest.fixture
def clock() -> TestClock:
    return TestClock(datetime(2026, 1, 1, 9, tzinfo=UTC))


@pytest.fixture
def alike(tmp_path: Path, clock: TestClock) -> Iterator[Memory]:
    """A memory whose embedder finds everything alike."""
    context = open_context(tmp_path / "m.db", NAMESPACE, clock=clock, user="ana", embedder=Alike())
    with Memory(context) as opened:
        yield opened


def hold(memory: Memory, text: str, *, type: str = "semantic", by: str = "ana") -> str:
    rows = [{"kind": "turn", "role": "user", "speaker": by, "text": text}]
    episode = memory.record_many(rows).ids[0]  # type: ignore[arg-type]
    return memory.remember(text, type=type, evidence=[episode], by=by).id


def active(memory: Memory) -> list[Noun]:
    return [noun for noun in memory.read().memories() if noun.status is Status.ACTIVE]


def test_c112_what_fills_one_slot_of_two_people_is_not_merged(alike: Memory) -> None:
    hold(alike, "Lena's favourite colour is purple")
    hold(alike, "Omar's favourite colour is cyan")
    hold(alike, "Ines's favourite colour is red")
    assert alike.sleep().merged == ()
    assert alike.recall("What is Lena's favourite colour?").items[0].text.endswith("purple")
    assert alike.recall("What is Omar's favourite colour?").items[0].text.endswith("cyan")


def test_c113_a_chain_of_likeness_glues_nothing_and_five_nights_grow_nothing(tmp_path: Path, clock: TestClock) -> None:
    a, b, c = (
        "Eats a healthy vegetarian diet",
        "Healthy habits: sport since high school",
        "Played basketball in high school",
    )
    vectors = {a: [1.0, 0.0, 0.0], b: [0.7, 0.714, 0.0], c: [0.2, 0.784, 0.588]}

    class Chain(ScriptedEmbedder):
        def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:
            return [quantize([*vectors.get(text, [0.0, 0.0, 1.0]), *[0.0] * 29]) for text in texts]

    with Memory(open_context(tmp_path / "m.db", NAMESPACE, clock=clock, user="ana", embedder=Chain())) as memory:
        for text in (a, b, c):
            hold(memory, text)
        lengths = []
        for _ in range(5):
            memory.sleep()
            texts = [noun.text for noun in active(memory)]
            assert not any(a in text and c in text for text in texts)
            lengths.append(max(map(len, texts)))
        assert len(set(lengths)) == 1


def test_c114_a_change_goes_to_revision_and_is_not_blended(alike: Memory, clock: TestClock) -> None:
    first = hold(alike, "Use tool X for builds")
    clock.tick(days=59)
    second = hold(alike, "Switched from X to Z for builds because X was slow")
    hold(alike, "Builds run at night")
    report = alike.sleep()
    assert not any({first, second} <= set(merge.ids) for merge in report.merged)
    texts = [noun.text for noun in active(alike)]
    assert not any("Use tool X" in text and "Switched" in text for text in texts)
    doubts = alike.read().bodies(Kind.DOUBT)
    ended = alike.read().memory(first).status is Status.SUPERSEDED
    assert ended or doubts  # the old one ended, or a person is asked
    found = alike.recall("What is used for builds?")
    assert second in {item.id for item in found.items}
    if ended:
        assert first not in {item.id for item in found.items}
    assert alike.read().history(first)[0].noun.text == "Use tool X for builds"


def test_c115_a_merge_that_would_exceed_the_cap_is_refused_and_cuts_nothing(alike: Memory) -> None:
    letters = "abcdefghijkl"
    notes = [
        f"The harbour survey notes {' '.join(f'{one}{other}quarterly' for other in letters * 10)}." for one in letters
    ]
    assert all(1_200 < len(note) < 2_000 for note in notes)
    names = [hold(alike, note) for note in notes]
    for _ in range(3):
        assert alike.sleep().merged == ()
    assert {noun.id: noun.text for noun in active(alike)} == dict(zip(names, notes, strict=True))
    small = [
        hold(alike, f"The harbour log holds {' '.join(f'{one}{other}note' for other in letters)}.") for one in letters
    ]
    for _ in range(3):
        alike.sleep()
    for noun in active(alike):
        assert len(noun.text) <= max(CAP, 2_000)
    for name, one in zip(small, letters, strict=True):
        noun = alike.read().memory(name)
        while noun.status is Status.MERGED:
            assert noun.superseded_by is not None
            noun = alike.read().memory(noun.superseded_by)
        assert noun.status is Status.ACTIVE
        assert f"{one}anote" in noun.text


def test_c116_a_fact_is_found_at_every_moment(tmp_path: Path, clock: TestClock) -> None:
    embedder = Alike()
    embedder.pull = 0.6  # alike, and not so much that it is asked whether they say the same
    with Memory(open_context(tmp_path / "m.db", NAMESPACE, clock=clock, user="ana", embedder=embedder)) as memory:
        names = [
            hold(memory, text, type="episodic")
            for text in ("Tokyo trip 3-9 May", "Tokyo hotel near Ueno", "Tokyo flight JL44 on 3 May")
        ]
        memory.used(memory.recall("Tokyo hotel").id, [names[1]])
        embedder.down = True
        assert memory.sleep().merged == ()
        assert {noun.id for noun in active(memory)} == set(names)
        assert any("Ueno" in item.text for item in memory.recall("Tokyo hotel").items)
        embedder.down = False
        (merge,) = memory.sleep().merged
        found = memory.recall("Tokyo hotel")
        assert [item.id for item in found.items] == [merge.into]
        assert "Ueno" in found.items[0].text
        assert found.items[0].components["usage"] > 0
        made = memory.read().memory(merge.into)
        assert made.importance == max(memory.read().memory(name).importance for name in names)


def test_c120_every_pass_runs_and_is_counted_in_an_empty_store_too(memory: Memory) -> None:
    assert memory.sleep().id is None
    for place in ("Norway", "Chile", "Peru"):
        memory.record(
            task=f"Ship a parcel to {place}", outcome="The carrier rejected the parcel: no phone number on the label."
        )
    first = memory.sleep()
    assert [one.name for one in first.passes] == ["merge", "doubt", "forget", "insight", "embed"]
    assert {one.name: (one.looked_at, one.changed) for one in first.passes}["insight"] == (3, 1)
    head = memory.read().head()
    second = memory.sleep()
    assert (second.id, memory.read().head()) == (None, head)


def test_c121_rules_are_never_fused_and_every_merge_is_on_record(tmp_path: Path, clock: TestClock) -> None:
    rules = (
        "Never post discount codes on public social media channels of the shop.",
        "Never post customer photos on public social media channels of the shop.",
        "Never post price lists on public social media channels of the shop.",
    )
    context = open_context(tmp_path / "m.db", NAMESPACE, clock=clock, user="ana", embedder=Alike())
    with Memory(context) as memory:
        for rule in rules:
            memory.record(task="Write a post", action="Posted.", correction=rule, correction_by="ana")
        notes = [hold(memory, text) for text in ("Sees old friends", "Walks by the river", "Naps at noon")]
        done = memory.sleep()
        assert [rule.text for rule in memory.read().rules() if rule.status is Status.ACTIVE] == list(rules)
        (merge,) = done.merged
        body = memory.read().body("sl-1")
        assert isinstance(body["merges"], list)
        (kept,) = body["merges"]
        assert isinstance(kept, dict)
        assert isinstance(kept["members"], list)
        assert [part["id"] for part in kept["members"] if isinstance(part, dict)] == notes
        assert (kept["into"], kept["text"], kept["likeness"]) == (merge.into, merge.text, merge.likeness)
        assert memory.undo("sl-1", by="ana").restored == tuple(notes)
    off = replace(context, sleep_settings=SleepSettings(merge=False, forget=False, insights=False))
    with Memory(replace(off, store=open_context(tmp_path / "m.db", NAMESPACE).store)) as memory:
        assert memory.sleep().id is None


def test_c102_the_previous_value_is_found_and_labelled_as_replaced(memory: Memory, clock: TestClock) -> None:
    old = hold(memory, "My phone is 1234")
    clock.tick(days=151)
    corrected = memory.correct(old, "My phone is 4321", by="ana")
    new = corrected.superseded_by
    now = memory.recall("What is my phone number?")
    assert [item.id for item in now.items] == [new]
    before = memory.recall("What was my previous phone number?")
    assert before.items[0].id == old
    assert before.items[0].ended == f"replaced by {new} on 2026-06-01"
    assert f"; replaced by {new} on 2026-06-01]" in before.brief()
    assert memory.replay(before.id).identical
