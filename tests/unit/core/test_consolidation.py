"""The plan of a night: what becomes one, what is let go, what is left alone, and that it is the same every time."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.attributes import HOLDS
from cicatrix.core.cohesion import kept_apart
from cicatrix.core.consolidation import LEAST, MAX_DOUBTS, Measure, Trace, merged, plan
from cicatrix.core.memories import Change, Evidence, Memory, MemoryType, Status
from cicatrix.core.merging import CAP, loss
from cicatrix.core.sleep import Part, Plan
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.core.text import count_tokens
from cicatrix.core.trust import Origin
from cicatrix.core.vectors import quantize

DAY = "2026-06-01"
LISBON = ("Trip to Lisbon 3–9 May", "Lisbon hotel near Alfama", "Lisbon flight TP1234")


def memory(number: int, text: str, **fields: object) -> Memory:
    base = Memory(
        id=f"M-{number}",
        type=MemoryType.SEMANTIC,
        text=text,
        status=Status.ACTIVE,
        trust=Origin.HUMAN,
        evidence=(Evidence(f"ep{number}", "text", 0, len(text), "00"),),
        change=Change("admitted", "ana"),
        said_at=f"2026-05-{number:02d}T00:00:00.000000Z",
        seq=number,
    )
    return replace(base, **fields)  # type: ignore[arg-type]


def trace(memory: Memory, **fields: object) -> Trace:
    return Trace(memory, "2026-05-30T00:00:00.000000Z", **fields)  # type: ignore[arg-type]


def night(*traces: Trace, measure: Measure | None = None, **fields: object) -> Plan:
    given: dict[str, object] = {"settings": SleepSettings(), "attributes": HOLDS, "measure": measure or Measure()}
    return plan(traces, mind=40, day=DAY, **(given | fields))  # type: ignore[arg-type]


def of(*texts: str, **fields: object) -> list[Trace]:
    return [trace(memory(number, text, **fields)) for number, text in enumerate(texts, start=1)]


def ids(found: Plan) -> list[tuple[str, ...]]:
    return [merge.ids for merge in found.merges]


# -- merging -------------------------------------------------------------------------------------------------------


def test_three_fragments_of_one_thing_become_one() -> None:
    found = night(*of(*LISBON), next_handles=lambda number: f"M-{40 + number}")
    (merge,) = found.merges
    assert merge.text == "; ".join(LISBON)
    assert (merge.into, merge.ids, merge.measure) == ("M-40", ("M-1", "M-2", "M-3"), "words in common")
    assert merge.members[0] == Part("M-1", 1)
    assert merge.before == found.tokens_before == sum(map(count_tokens, LISBON))
    assert merge.after == found.tokens_after == count_tokens(merge.text)
    assert merge.likeness == 333_333
    assert found.looked_at == 3
    assert not found.is_empty


def test_two_are_merged_only_where_one_says_all_of_the_other() -> None:
    assert LEAST == 3
    assert night(*of(*LISBON[:2])).is_empty
    found = night(*of("Lives in Lisbon", "Lives in Lisbon near Alfama"))
    assert [merge.text for merge in found.merges] == ["Lives in Lisbon near Alfama"]


def test_members_stand_in_order_of_time_whatever_their_handles() -> None:
    late = trace(memory(1, LISBON[0], said_at="2026-05-20T00:00:00.000000Z"))
    assert ids(night(late, *of("", LISBON[1], LISBON[2])[1:])) == [("M-2", "M-3", "M-1")]
    unsaid = replace(late, memory=replace(late.memory, said_at=""))
    assert unsaid.told == unsaid.touched


@pytest.mark.parametrize(
    "changes",
    [
        {"type": MemoryType.PREFERENCE},
        {"subject": "Omar"},
        {"speaker": "omar"},
        {"trust": Origin.AGENT},
        {"status": Status.SUPERSEDED},
        {"attribute": "residence"},
    ],
)
def test_only_what_is_alike_in_kind_is_merged(changes: dict[str, object]) -> None:
    third = trace(memory(3, LISBON[2], **changes))
    assert night(*of(*LISBON[:2]), third).merges == ()


def test_rules_ratified_words_and_what_waits_for_a_person_stay() -> None:
    assert night(*of(*LISBON, type=MemoryType.PROCEDURAL)) == Plan(40, DAY)
    assert night(*of(*LISBON, trust=Origin.RATIFIED)).merges == ()
    waiting = [replace(each, waits=each.memory.id == "M-2") for each in of(*LISBON)]
    found = night(*waiting)
    assert found.merges == ()
    assert found.looked_at == 3


def test_what_nobody_read_is_about_its_speaker() -> None:
    read = trace(memory(1, LISBON[0], subject="ana", speaker="ana"))
    others = [trace(memory(number, LISBON[number - 1]), speaker="ana") for number in (2, 3)]
    assert ids(night(read, *others)) == [("M-1", "M-2", "M-3")]
    assert night(read, *(replace(each, speaker="omar") for each in others)).merges == ()


def test_a_chain_of_likeness_never_glues_its_ends_together() -> None:
    """C113."""
    chain = of("Eats a healthy vegetarian diet", "Healthy habits: sport since high school", "Basketball in high school")
    assert night(*chain).is_empty
    vectors = [quantize([1.0, 0.0, 0.0]), quantize([0.7, 0.714, 0.0]), quantize([0.2, 0.8, 0.6])]
    with_vectors = [replace(each, vector=vector) for each, vector in zip(chain, vectors, strict=True)]
    assert night(*with_vectors, measure=Measure("em-1", 600_000, 100_000)).is_empty


def test_what_differs_in_one_place_is_left_and_said() -> None:
    found = night(*of("Berlin office lease is 900", "Berlin office lease is 950", "Berlin office lease"))
    assert ids(found) == [("M-1", "M-3")]
    told = [out for out in found.left_out if out.code == "apart"]
    assert [out.ids for out in told] == [("M-1", "M-2")]
    assert told[0].reason.startswith("M-1 and M-2 are alike and stay apart: ")


def test_what_revision_has_to_say_goes_to_a_person_once() -> None:
    texts = ("Uses vim for Python", "Does not use vim for Python any more")
    found = night(*of(*texts))
    assert [(each.new, each.old) for each in found.doubts] == [(Part("M-2", 2), Part("M-1", 1))]
    assert not found.is_empty
    assert night(*of(*texts), doubted=frozenset({"M-1|M-2"})).is_empty


def test_a_night_asks_no_more_than_a_person_answers() -> None:
    many = [text for number in range(12) for text in (f"Uses tool{number} daily", f"Does not use tool{number} daily")]
    assert len(night(*of(*many)).doubts) == MAX_DOUBTS


def test_a_merge_that_was_undone_is_not_made_again() -> None:
    found = night(*of(*LISBON), undone=frozenset({frozenset({"M-1", "M-2", "M-3"})}))
    assert found.is_empty
    assert [(out.code, out.ids) for out in found.left_out] == [("undone", ("M-1", "M-2", "M-3"))]


def test_a_merge_has_a_cap_and_what_does_not_fit_is_said() -> None:
    """C115."""
    survey = "Harbour survey, quay, pier, mooring, dredging, crane, berth, pilot"
    letters = "abcdefghijklmnopqrst"
    long = [f"{survey}, " + " ".join(f"{one}{other}quarterlyreview" for other in letters) for one in letters[:12]]
    found = night(*of(*long))
    assert found.is_empty
    assert {out.code for out in found.left_out} == {"too_long"}
    short = [f"{survey}, " + " ".join(f"{one}{other}quay" for other in letters) for one in letters[:12]]
    found = night(*of(*short))
    assert found.merges
    for merge in found.merges:
        assert len(merge.text) <= CAP
        assert loss(merge.text, [short[int(name[2:]) - 1] for name in merge.ids]) == ""


def test_it_can_be_switched_off() -> None:
    assert night(*of(*LISBON), settings=SleepSettings(merge=False)).is_empty
    old = trace(memory(1, "Saw a heron", type=MemoryType.EPISODIC, said_at="2025-01-01T00:00:00Z"))
    old = replace(old, touched="2025-01-01T00:00:00Z")
    assert [fade.id for fade in night(old).fades] == ["M-1"]
    assert night(old, settings=SleepSettings(forget=False)).is_empty


def test_vectors_decide_what_is_alike_and_words_where_there_are_none() -> None:
    texts = ("Sees old friends", "Walks by the river", "Naps at noon")
    near = quantize([1.0, 0.1]), quantize([1.0, 0.0]), quantize([1.0, -0.1])
    traces = [replace(each, vector=vector) for each, vector in zip(of(*texts), near, strict=True)]
    (merge,) = night(*traces, measure=Measure("em-1", 900_000, 500_000)).merges
    assert merge.measure == "cosine em-1"
    assert 970_000 < merge.likeness < 990_000
    assert night(*of(*texts)).is_empty
    far = quantize([1.0, 0.0, 0.0]), quantize([0.0, 1.0, 0.0]), quantize([0.0, 0.0, 1.0])
    apart = [replace(each, vector=vector) for each, vector in zip(of(*LISBON), far, strict=True)]
    assert night(*apart, measure=Measure("em-1", 900_000, 500_000)).is_empty


def test_where_words_are_shared_half_of_the_way_is_enough() -> None:
    lisbon = quantize([1.0, 0.8, 0.0]), quantize([1.0, -0.4, 0.7]), quantize([1.0, -0.4, -0.7])
    traces = [replace(each, vector=vector) for each, vector in zip(of(*LISBON), lisbon, strict=True)]
    (merge,) = night(*traces, measure=Measure("em-1", 700_000, 100_000)).merges
    assert 400_000 <= merge.likeness < 700_000
    others = [replace(each, memory=replace(each.memory, text=f"Note {each.memory.id}")) for each in traces]
    assert night(*others, measure=Measure("em-1", 700_000, 100_000)).is_empty


# -- the merged memory ---------------------------------------------------------------------------------------------


def test_a_merged_memory_takes_the_highest_the_union_and_the_whole_span() -> None:
    fields = {"type": MemoryType.EPISODIC, "subject": "ana"}
    members = [
        memory(
            1, LISBON[0], valid_from="2026-05-03", valid_to="2026-05-09", attribute="trip", value="Lisbon", **fields
        ),
        memory(2, LISBON[1], importance=700, pinned=True, refines=("M-1", "M-9"), **fields),
        memory(3, LISBON[2], speaker="ana", valid_from="2026-05-01", **fields),
    ]
    (merge,) = night(*(trace(each, speaker="ana") for each in members), next_handles=lambda _: "M-4").merges
    made = merged(members, merge)
    assert (made.id, made.text, made.status, made.trust) == ("M-4", merge.text, Status.ACTIVE, Origin.HUMAN)
    assert made.episodes == ("ep1", "ep2", "ep3")
    assert (made.importance, made.pinned, made.refines) == (700, True, ("M-9",))
    assert (made.valid_from, made.valid_to) == ("2026-05-01", "2026-05-09")
    assert (made.attribute, made.value, made.subject, made.speaker) == ("trip", "Lisbon", "ana", "ana")
    assert made.said_at == members[2].said_at
    assert made.supersedes == ("M-1", "M-2", "M-3")
    assert made.change.reason == "Says what M-1, M-2 and M-3 said."


# -- for any mind --------------------------------------------------------------------------------------------------

_TOPICS = ("Lisbon trip", "Berlin office", "Kestrel launch")
_PARTS = ("hotel Rosa", "flight TP12", "costs 900", "costs 950", "on 3 May", "on 4 May", "not refundable", "with Ines")
_NOTES = st.lists(st.builds("{} {}".format, st.sampled_from(_TOPICS), st.sampled_from(_PARTS)), min_size=1, max_size=9)


@given(_NOTES, st.randoms(use_true_random=False))
def test_every_pair_of_a_merge_holds_together_and_nothing_is_lost(notes: list[str], order: object) -> None:
    traces = of(*notes)
    found = night(*traces)
    shuffled = list(traces)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    assert night(*shuffled).digest == found.digest
    by_id = {each.memory.id: each.memory for each in traces}
    names = [name for merge in found.merges for name in merge.ids]
    assert len(names) == len(set(names))
    for merge in found.merges:
        members = [by_id[name] for name in merge.ids]
        assert loss(merge.text, [member.text for member in members]) == ""
        assert all(kept_apart(one, other, HOLDS) is None for one, other in combinations(members, 2))
        assert merged(members, merge).importance == max(member.importance for member in members)
    assert found.tokens_after <= found.tokens_before + 2 * len(found.merges)


@given(_NOTES)
def test_a_second_night_changes_nothing_more_than_the_first_left(notes: list[str]) -> None:
    traces = of(*notes)
    sizes: list[int] = []
    for number in range(5):
        found = night(*traces, next_handles=lambda count, number=number: f"M-{100 + 10 * number + count}")
        by_id = {each.memory.id: each.memory for each in traces}
        gone = {name for merge in found.merges for name in merge.ids}
        made = [merged([by_id[name] for name in merge.ids], merge) for merge in found.merges]
        traces = [each for each in traces if each.memory.id not in gone]
        traces += [trace(replace(each, seq=int(each.id[2:]))) for each in made]
        sizes.append(sum(len(each.memory.text) for each in traces))
        if number:
            assert sizes[-1] <= sizes[0]
    assert night(*traces).merges == () or sizes[-1] <= sizes[-2]


def test_the_digest_knows_the_plan_and_not_where_it_was_made() -> None:
    found = night(*of(*LISBON))
    assert replace(found, mind=99).digest == found.digest
    assert replace(found, day="2026-06-02").digest != found.digest
    assert len(found.digest) == 64
    assert np.unique([len(found.digest)]).tolist() == [64]
