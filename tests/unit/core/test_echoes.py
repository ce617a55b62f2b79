"""Episodes that repeat what a replaced memory said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cicatrix.core.candidates import Candidate
from cicatrix.core.echoes import echoes
from cicatrix.core.ids import parse_handle
from cicatrix.core.trust import Origin


def told(handle: str, text: str, **changes: object) -> Candidate:
    base = Candidate(
        handle=handle,
        kind=parse_handle(handle)[0],
        type="semantic",
        seq=1,
        text=text,
        score=1,
        components={},
        coverage=1,
        above_floor=True,
        trust=Origin.HUMAN,
        importance=500,
        occurred_at="2026-03-02T09:00:00+00:00",
    )
    return replace(base, **changes)  # type: ignore[arg-type]


OLD = told(
    "M-1",
    "I work at Brightwater.",
    status="superseded",
    superseded_by="M-2",
    valid_to="2026-07-30T09:00:00.000000Z",
)
HEIR = told("M-2", "I work at Halden Maps.")
ECHO = told("ep2", "Brightwater does good things with tide data.")


def found(*standing: Candidate, over: tuple[Candidate, ...] = (OLD,), terms: tuple[str, ...] = ("work",)) -> list[str]:
    return list(echoes({each.handle: each for each in standing}, [*over, *standing], terms))


def test_an_answer_that_names_the_old_value_repeats_it() -> None:
    assert found(HEIR, ECHO) == ["ep2"]


@pytest.mark.parametrize(
    "episode",
    [
        replace(ECHO, text="The tides are high today."),
        replace(ECHO, occurred_at="2026-08-01T09:00:00+00:00"),  # said since, of what was
        replace(ECHO, lessons=(("M-7", "active"),)),
    ],
)
def test_what_says_something_else_or_later_or_taught_something_does_not(episode: Candidate) -> None:
    assert found(HEIR, episode) == []


def test_nothing_repeats_what_is_asked_for_or_has_no_heir_here() -> None:
    assert found(HEIR, ECHO, terms=("brightwat",)) == []
    assert found(ECHO) == []


def test_the_heir_of_the_heir_counts() -> None:
    middle = told("M-2", "I work at Fjord Labs.", status="superseded", superseded_by="M-3", valid_to="2026-08-30")
    assert found(told("M-3", "I work at Halden Maps."), ECHO, over=(OLD, middle)) == ["ep2"]


def test_what_the_heir_states_too_is_no_echo_unless_it_says_that_it_is_over() -> None:
    assert found(replace(HEIR, text="I work at Brightwater in Oslo."), ECHO) == []
    assert found(replace(HEIR, text="I no longer work at Brightwater, I work at Halden Maps."), ECHO) == ["ep2"]


def test_a_figure_is_repeated_like_a_name() -> None:
    old = replace(OLD, text="The gateway listens on port 8080.")
    heir = replace(HEIR, text="The gateway listens on port 8443 now.")
    assert found(heir, replace(ECHO, text="Then open 8080 in the firewall."), over=(old,)) == ["ep2"]
    circle = replace(old, superseded_by="M-1")
    assert found(heir, ECHO, over=(circle,)) == []
