"""When a memory is about, beside the time that a question names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cicatrix.core.candidates import Candidate
from cicatrix.core.dating import is_of, is_of_any
from cicatrix.core.ids import Kind
from cicatrix.core.trust import Origin
from cicatrix.core.windows import Window, find_windows

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def told(text: str, occurred_at: str) -> Candidate:
    return Candidate("ep1", Kind.EPISODE, "turn", 1, text, 0, {}, 0, True, Origin.HUMAN, 500, occurred_at)


def window(text: str) -> Window:
    (found,) = find_windows(text, NOW)
    return found


@pytest.mark.parametrize(
    ("asked", "text", "occurred_at", "expected"),
    [
        ("on March 18", "We shipped", "2026-03-18T10:00:00+01:00", True),
        ("on March 18", "We shipped", "2026-03-19T10:00:00+01:00", False),
        ("on March 18", "We shipped", "2026-03-18T23:30:00-08:00", True),  # the day where it happened
        ("on March 18", "We shipped yesterday", "2026-03-19T10:00:00+01:00", True),
        ("on March 18", "We ship on 18 March", "2026-01-02T10:00:00+01:00", True),
        ("in March 2026", "We ship on March 18", "2026-01-02T10:00:00+01:00", True),
        ("on Friday", "Nothing ships on a Friday", "2026-01-02T10:00:00+01:00", True),
        ("last week", "We shipped", "2026-11-25T10:00:00+01:00", True),
        ("last week", "We shipped", "2023-11-25T10:00:00+01:00", False),
        ("last week", "We shipped", "", False),
        ("on March 18", "We ship on 18 March", "not a date", True),
    ],
)
def test_is_of(asked: str, text: str, occurred_at: str, expected: bool) -> None:
    assert is_of(told(text, occurred_at), window(asked)) is expected
    assert is_of_any(told(text, occurred_at), [window("in May 1999"), window(asked)]) is expected
