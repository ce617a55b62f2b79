"""Which of two memories holds: by when it happened, by when it was said."""

import pytest

from cicatrix.core.clocks import is_later
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.trust import Origin


def memory(said: str, begun: str | None = None) -> Memory:
    return Memory(
        "M-1", MemoryType.SEMANTIC, "x", Status.ACTIVE, Origin.HUMAN, (), Change("admitted", "t"), said_at=said,
        valid_from=begun,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "later"),
    [
        (memory("2026-11-30T09:00:00Z"), memory("2026-11-30T10:00:00Z", "2026-11-23"), True),  # news of last week
        (memory("2026-11-30T09:00:00Z"), memory("2026-11-30T10:00:00Z", "2020-05-01"), False),  # a tale of old times
        (memory("2026-11-30T09:00:00Z", "2026-11-25"), memory("2026-11-30T10:00:00Z", "2026-11-23"), False),
        (memory("2026-11-30T09:00:00Z", "2026-11-20"), memory("2026-11-30T10:00:00Z", "2026-11-23"), True),
        (
            memory("2026-11-30T09:00:00Z"),
            memory("2024-02-01T10:00:00Z", "2024-01-25"),
            False,
        ),  # an older chat, imported
        (memory("2026-11-30T09:00:00Z"), memory("2026-11-30T10:00:00Z", "2026-12-24"), True),  # ahead
        (memory("2026-11-30T09:00:00Z"), memory("2026-11-30T10:00:00Z"), True),
    ],
)
def test_what_holds_of_two(old: Memory, new: Memory, later: bool) -> None:
    assert is_later(new, old) is later


def test_a_correction_goes_by_when_it_was_said() -> None:
    assert is_later(memory("2026-11-30T10:00:00Z", "2020-05-01"), memory("2026-11-30T09:00:00Z"), correction=True)
