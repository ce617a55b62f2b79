"""Origin and trust: the lowest counts, and nothing in a text can raise it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.trust import Corrector, Origin, Role, lowest, may_teach_rules, rank


def test_the_order_is_the_one_of_the_glossary() -> None:
    names = ["system", "ratified", "human", "agent", "tool", "external"]
    assert sorted(Origin, key=rank, reverse=True) == [Origin(name) for name in names]


@given(st.lists(st.sampled_from(Origin), min_size=1))
def test_the_lowest_origin_is_below_or_level_with_all(origins: list[Origin]) -> None:
    assert lowest(origins) in origins
    assert all(rank(lowest(origins)) <= rank(origin) for origin in origins)


@given(st.lists(st.sampled_from(Origin)), st.sampled_from(Origin))
def test_more_evidence_never_raises_trust(origins: list[Origin], more: Origin) -> None:
    assert rank(lowest([*origins, more])) <= rank(lowest(origins or [more]))


def test_nothing_vouches_for_a_claim_without_evidence() -> None:
    assert lowest([]) is Origin.EXTERNAL


@pytest.mark.parametrize(
    ("origin", "role", "may"),
    [
        (Origin.HUMAN, "operator", True),
        (Origin.HUMAN, "end_user", False),
        (Origin.HUMAN, None, False),
        (Origin.AGENT, "agent", False),
        (Origin.AGENT, "operator", False),
        (Origin.TOOL, "operator", False),
        (Origin.EXTERNAL, "operator", False),
        (Origin.RATIFIED, None, True),
        (Origin.SYSTEM, None, True),
    ],
)
def test_who_may_teach_rules(origin: Origin, role: Role | None, may: bool) -> None:
    assert may_teach_rules(origin, role) is may


@pytest.mark.parametrize(("role", "origin"), [("operator", "human"), ("end_user", "human"), ("agent", "agent")])
def test_a_corrections_origin_is_its_correctors(role: Role, origin: str) -> None:
    assert Corrector("dana", role).origin.value == origin
