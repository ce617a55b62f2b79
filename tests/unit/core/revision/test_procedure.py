"""The procedure on pairs of our own, on a thousand generated near misses, and its invariants."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.revision.judging import NO_ATTRIBUTES, always, judged, verdict

from cicatrix.core.revision.procedure import Holds, judge
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict

FIXTURES = Path(__file__).parents[3] / "fixtures"
SEED = 20_261_130


def own_pairs() -> list[tuple[str, str, str, tuple[str, str]]]:
    """Label, old text, new text, the days on which they were said."""
    rows = [json.loads(line) for line in (FIXTURES / "revision_pairs.jsonl").read_text("utf-8").splitlines()]
    return [(row["label"], row["old"], row["new"], tuple(row.get("at", ("2024-03-04", "2024-07-09")))) for row in rows]


def rates(likeness: int | None) -> dict[str, float]:
    embedder = None if likeness is None else always(likeness)
    told = [(label, verdict(old, new, likeness=embedder, at=at)) for label, old, new, at in own_pairs()]
    updates = [found for label, found in told if label == "replaces"]
    others = [(label, found) for label, found in told if label != "replaces"]
    return {
        "wrongful": sum(found is Verdict.REPLACES for _, found in others) / len(others),
        "missed": sum(found not in (Verdict.REPLACES, Verdict.UNCERTAIN) for found in updates) / len(updates),
        "uncertain": sum(found is Verdict.UNCERTAIN for _, found in told) / len(told),
        "replaced": sum(found is Verdict.REPLACES for found in updates) / len(updates),
        "false_duplicates": sum(found is Verdict.DUPLICATE and label != "duplicate" for label, found in told),
    }


def test_everyday_statements_are_judged_within_their_marks() -> None:
    found = rates(None)
    assert found["wrongful"] <= 0.01
    assert found["missed"] <= 0.12
    assert found["uncertain"] <= 0.26
    assert found["replaced"] >= 0.38
    assert found["false_duplicates"] == 0


def test_an_embedder_that_finds_everything_rather_alike_ends_nothing_more() -> None:
    assert rates(640_000)["wrongful"] <= 0.01
    assert rates(640_000)["false_duplicates"] == 0


# -- near misses -------------------------------------------------------------------------------------------------------

FRAMES = (
    "The staging API listens on port {}.",
    "Invoice {} was sent to the customer.",
    "The contract ends on {}.",
    "Staging runs version {}.",
    "{} is our contact at the harbour office.",
    "The backup of {} takes an hour.",
    "My budget for the trip is {} euros.",
    "We meet {} on the second floor.",
    "Please forward the report to {}.",
    "The warehouse holds {} pallets.",
)
MONTHS = ("January", "March", "April", "June", "July", "September", "October", "December")
NAMES = (("Marlin", "Merlin"), ("Jensen", "Jansen"), ("Halden", "Haldon"), ("Meyer", "Mayer"), ("Karin", "Karina"))


def near_misses(seed: int) -> Iterator[tuple[str, str, str]]:
    """Kind and two texts that differ in one digit, date, version, name or negation."""
    draw = random.Random(seed)
    while True:
        frame = draw.choice(FRAMES)
        digits = [str(draw.randrange(1, 10)) for _ in range(draw.randrange(2, 6))]
        changed = digits.copy()
        place = draw.randrange(len(digits))
        changed[place] = str((int(digits[place]) + draw.randrange(1, 9)) % 10 or 9)
        if changed != digits:
            yield "digit", frame.format("".join(digits)), frame.format("".join(changed))
        day, month = draw.randrange(1, 28), draw.choice(MONTHS)
        yield "date", frame.format(f"{day} {month}"), frame.format(f"{day + 1} {month}")
        major, minor = draw.randrange(1, 20), draw.randrange(0, 30)
        yield "version", frame.format(f"v{major}.{minor}"), frame.format(f"v{major}.{minor + 1}")
        one, other = draw.choice(NAMES)
        yield "name", frame.format(one), frame.format(other)
        thing = draw.choice(("alarm", "heating", "archive", "door", "cache", "licence"))
        state = draw.choice(("working", "ready", "open", "insured", "complete", "allowed"))
        yield "negation", f"The {thing} is {state}.", f"The {thing} is not {state}."


@pytest.mark.parametrize("likeness", [None, 995_000])
def test_of_a_thousand_near_misses_none_is_a_duplicate(likeness: int | None) -> None:
    embedder = None if likeness is None else always(likeness)
    found = [
        (kind, old, new, judged(old, new, likeness=embedder).reason)
        for kind, old, new in islice(near_misses(SEED), 1000)
        if verdict(old, new, likeness=embedder) is Verdict.DUPLICATE
    ]
    assert found == []


# -- invariants --------------------------------------------------------------------------------------------------------

TEXTS = st.one_of(st.text(max_size=80), st.sampled_from([text for row in own_pairs() for text in row[1:3]]))


@given(TEXTS, TEXTS, st.one_of(st.none(), st.integers(-1_000_000, 1_000_000)))
def test_any_two_texts_get_a_verdict_with_its_reason_and_whole_numbers(old: str, new: str, cosine: int | None) -> None:
    found = judged(old, new, likeness=None if cosine is None else always(cosine))
    assert found.reason
    assert found.signals["rule"]
    assert all(type(value) in (int, str) for value in found.signals.values())
    assert found == judged(old, new, likeness=None if cosine is None else always(cosine))


@given(st.sampled_from(own_pairs()), st.integers(-1_000_000, 1_000_000))
def test_similarity_alone_never_ends_anything(row: tuple[str, str, str, tuple[str, str]], cosine: int) -> None:
    _, old, new, at = row
    found = judged(old, new, likeness=always(cosine), at=at)
    if found.verdict is Verdict.REPLACES and judged(old, new, at=at).verdict is not Verdict.REPLACES:
        assert found.signals["rule"] == "opposite_polarity"  # it has a negation to name, and the cosine confirms it


@given(st.sampled_from(own_pairs()))
def test_what_was_said_before_ends_nothing(row: tuple[str, str, str, tuple[str, str]]) -> None:
    _, old, new, _ = row
    assert verdict(old, new, at=("2024-07-09", "2024-03-04")) is not Verdict.REPLACES


@given(TEXTS)
def test_a_text_never_ends_itself(text: str) -> None:
    assert verdict(text, text) is Verdict.DUPLICATE


def test_a_verdict_weakened_says_so() -> None:
    old, new = "I live in Leeds.", "I moved to York."
    assert verdict(old, new) is Verdict.REPLACES
    earlier = judged(old, new, at=("2024-05-01", "2023-05-01"))
    assert earlier.verdict is Verdict.DISTINCT
    assert earlier.reason.startswith("said earlier, so it ends nothing")
    more = judged("We meet on Tuesday.", "We meet on Thursday as well now.")
    assert more.verdict is not Verdict.REPLACES


def test_the_same_words_of_another_period_are_two_periods() -> None:
    old = Statement("Alex is assigned to Payments", valid_from="2026-01-01", valid_to="2026-03-01")
    new = Statement("Alex is assigned to Payments", valid_from="2026-06-01")
    found = judge(old, new, likeness=None, attributes=NO_ATTRIBUTES)
    assert (found.verdict, found.reason) == (Verdict.DISTINCT, "the same words, another period")
    other = Statement("Alex works in Payments", valid_from="2026-06-01")
    assert judge(old, other, likeness=None, attributes=NO_ATTRIBUTES).reason == "another period"


def test_what_is_known_of_the_attribute_decides() -> None:
    def judge_values(one: str, two: str, holds: dict[str, Holds], *, negated: bool = False) -> Judged:
        old = Statement(f"Ines works at {one}", subject="Ines", attribute="employer", value=one)
        new = Statement(f"{two} employs Ines", subject="Ines", attribute="employer", value=two, negated=negated)
        return judge(old, new, likeness=None, attributes=holds)

    assert judge_values("Acme", "Initech", {"employer": "one"}).verdict is Verdict.REPLACES
    assert judge_values("Acme", "Initech", {"employer": "many"}).verdict is Verdict.DISTINCT
    assert judge_values("Acme", "Initech", {}).verdict is Verdict.DISTINCT  # nobody knows how many it holds
    assert judge_values("Acme", "acme", {"employer": "one"}).verdict is not Verdict.REPLACES
    assert judge_values("Acme", "Initech", {"employer": "one"}, negated=True).verdict is not Verdict.REPLACES


def test_another_subject_is_never_replaced() -> None:
    old = Statement("Works at Acme", subject="Ines", attribute="employer", value="Acme")
    new = Statement("Works at Initech", subject="Noor", attribute="employer", value="Initech")
    found = judge(old, new, likeness=None, attributes={"employer": "one"})
    assert found.verdict is Verdict.DISTINCT
    assert found.reason == "another subject: Ines / Noor"


def test_attributes_that_are_unlike_raise_no_question() -> None:
    def told(one: str, other: str) -> Judged:
        old = Statement("I am allergic to nuts", attribute=one, value="nuts")
        new = Statement("I speak French", attribute=other, value="French")
        return judge(old, new, likeness=always(850_000), attributes=NO_ATTRIBUTES)

    assert told("allergy", "speaks").verdict is Verdict.DISTINCT
    assert told("allergy", "speaks").reason.startswith("two attributes: allergy / speaks")
    assert told("allergy", "food").verdict is Verdict.UNCERTAIN
    assert told("allergy", "").verdict is Verdict.UNCERTAIN
