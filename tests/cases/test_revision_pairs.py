"""Failures that users of other memory systems reported, on what a new statement means for an old one: pair by pair."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import always, judged, verdict

from cicatrix.core.revision.procedure import judge
from cicatrix.core.revision.verdicts import Statement, Verdict

KEPT = (Verdict.DISTINCT, Verdict.REFINES, Verdict.DUPLICATE)


def test_c035_a_taste_turned_round_replaces_pair() -> None:
    assert verdict("I love Chinese food", "I hate Chinese food") is Verdict.REPLACES


def test_c036_a_correction_to_the_opposite_replaces_pair() -> None:
    old, new = "Dislikes thriller movies", "Correction: I am a big fan of thriller movies"
    assert verdict(old, new) is Verdict.REPLACES


def test_c038_what_somebody_administers_ends_no_employment_pair() -> None:
    old = Statement("Noor works at Acme as compliance lead", subject="Noor", attribute="employer", value="Acme")
    new = Statement("Noor administers Acme's source-control organisation", subject="Noor")
    assert judge(old, new, likeness=None, attributes={"employer": "one"}).verdict is Verdict.DISTINCT
    assert judge(old, new, likeness=always(850_000), attributes={"employer": "one"}).verdict is not Verdict.REPLACES


def test_c039_a_second_period_is_another_pair() -> None:
    old = Statement("Alex is assigned to Payments", valid_from="2026-01-01", valid_to="2026-03-01")
    new = Statement("Alex is assigned to Payments", valid_from="2026-06-01")
    assert judge(old, new, likeness=None, attributes={}).verdict is Verdict.DISTINCT


@pytest.mark.parametrize(
    "new",
    [
        "Do not forget to configure the async runtime for the worker pool",
        "The worker pool cannot start without the async runtime",
        "Not only the web tier: use the async runtime for the worker pool",
        "The async runtime for the worker pool should not be skipped",
    ],
)
@pytest.mark.parametrize("likeness", [None, 850_000])
def test_c042_a_negation_that_denies_nothing_ends_nothing_pair(new: str, likeness: int | None) -> None:
    old = "Use the async runtime for the worker pool"
    found = verdict(old, new, likeness=None if likeness is None else always(likeness))
    assert found is not Verdict.REPLACES
    assert likeness is not None or found in KEPT


@pytest.mark.parametrize("old", ["The reranker is a cross-encoder", "Hybrid retrieval fuses two lists"])
def test_c045_an_unrelated_note_is_no_conflict_pair(old: str) -> None:
    assert verdict(old, "Tomatoes ripen in August") is Verdict.DISTINCT


def test_c047_a_new_name_replaces_the_old_pair() -> None:
    assert verdict("Hi, I'm Alice", "Please call me Bob from now on") is Verdict.REPLACES


def test_c048_a_correction_of_a_name_and_a_second_relation_pair() -> None:
    correction = "His name is actually Thomas, he just goes by Tom - please correct that"
    assert verdict("Married to Tomas", correction) is Verdict.REPLACES
    assert verdict("Married to Tomas", "I also have a sister, Vera") is Verdict.DISTINCT


def test_c049_a_convention_changed_twice_pair() -> None:
    first, second, last = (
        "Sign messages 'by AI (model)'",
        "Use the concrete model name instead",
        "FINAL: just sign as 'Agent'",
    )
    assert verdict(first, second) is Verdict.UNCERTAIN  # of what, the turn before has to say
    assert verdict(first, last) is Verdict.REPLACES


def test_c051_another_ship_date_replaces_pair() -> None:
    assert verdict("v1 ships 1 July", "v1 ships 15 August") is Verdict.REPLACES


def test_c052_a_narrower_order_refines_pair() -> None:
    assert verdict("Always use symlinks for config", "On Linux use symlinks for config") is Verdict.REFINES


def test_c056_a_move_replaces_and_two_events_stand_pair() -> None:
    assert verdict("User lives in Leeds", "I live in York now") is Verdict.REPLACES
    assert verdict("I was hired in 2020", "I was promoted in 2023") is Verdict.DISTINCT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Project deadline is October 15th", "Project deadline is October 16th"),
        ("Staging runs v2.3.1", "Staging runs v2.3.2"),
        ("Budget is $12,000", "Budget is $120,000"),
    ],
)
@pytest.mark.parametrize("likeness", [None, 990_000])
def test_c061_one_digit_makes_no_duplicate_pair(old: str, new: str, likeness: int | None) -> None:
    assert verdict(old, new, likeness=None if likeness is None else always(likeness)) is Verdict.REPLACES


def test_c063_the_same_port_in_other_words_is_a_duplicate_pair() -> None:
    old, new = "The backend runs on port 8090", "Backend is at localhost:8090"
    assert verdict(old, new) is Verdict.DUPLICATE
    assert verdict(old, new, likeness=always(900_000)) is Verdict.DUPLICATE


@pytest.mark.parametrize("new", ["same content here", "same content here ", "Same content here"])
def test_c064_identical_words_are_a_duplicate_pair(new: str) -> None:
    assert judged("same content here", new).reason == "the same words"


def test_values_of_two_people_stand_apart_pair() -> None:
    old, new = "Lena's favourite colour is purple", "Omar's favourite colour is cyan"
    for likeness in (None, always(960_000)):
        assert verdict(old, new, likeness=likeness) is Verdict.DISTINCT


def test_a_switch_replaces_what_it_switched_from_pair() -> None:
    old, new = "Use tool X for builds", "Switched from X to Z for builds because X was slow"
    assert verdict(old, new) is Verdict.REPLACES
