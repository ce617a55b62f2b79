"""What a text holds, by its form and by a word beside it."""

from __future__ import annotations

import pytest

from cicatrix.core.policies import content


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Use BETA20", True),
        ("Tideline is in beta. Use BETA20 for 20 % off", True),
        ("Save now and redeem “SPRING15” at the till", True),
        ("Your code is TIDE-2026", True),
        ("We use HTTP2 now", False),
        ("The code freeze begins on Monday", False),
        ("Use port 443", False),
    ],
)
def test_a_code_is_told_by_its_form_and_by_what_is_to_be_done_with_it(text: str, holds: bool) -> None:
    assert content._DETECTORS["code"](text) is holds
