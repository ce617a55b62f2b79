"""Which recorded tool calls count as done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.deeds import is_vouched, went_well
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.trust import Origin

CALL = Episode("ep1", EpisodeKind.TOOL_CALL, "agent", Origin.AGENT, "", "", tool="drain", recorded_by="hook")


@pytest.mark.parametrize(
    "outcome",
    ["ok", "OK.", "success", "Succeeded in 3 s", "done", "exit 0", "exit code 0", "200", "drained, 0 connections left"],
)
def test_an_outcome_that_says_so_went_well(outcome: str) -> None:
    assert went_well(outcome)


@pytest.mark.parametrize(
    "outcome",
    [
        "", "  ", "failed", "error: no route", "exit 1", "exit code 127", "500", "404 not found", "not drained",
        "timed out", "started", "queued", "ok, but partially", "drained? could not reach the gateway", "skipped",
        "dry run: ok", "perhaps", "I think it worked", "denied", "cancelled",
    ],
)  # fmt: skip
def test_what_is_not_said_is_no_success(outcome: str) -> None:
    assert not went_well(outcome)


@given(st.text(max_size=60))
def test_no_outcome_breaks_it_and_a_failure_in_it_is_one(text: str) -> None:
    went_well(text)
    assert not went_well(f"{text} failed")
    assert not went_well(f"failed {text}")


def test_somebody_else_vouches() -> None:
    assert is_vouched(CALL)
    assert is_vouched(replace(CALL, recorded_by="dana"))
    for nobody in ("", "agent", " AGENT ", "assistant", "llm"):
        assert not is_vouched(replace(CALL, recorded_by=nobody))
    assert not is_vouched(replace(CALL, actor="Robot", recorded_by="robot"))
    assert not is_vouched(replace(CALL, origin=Origin.EXTERNAL))
    assert not is_vouched(replace(CALL, kind=EpisodeKind.EXPERIENCE))
