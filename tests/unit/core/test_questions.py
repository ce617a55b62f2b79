"""Questions in the same words are one question."""

from __future__ import annotations

import pytest

from cicatrix.core.questions import question_key


@pytest.mark.parametrize(
    "same",
    [
        "what is our refund window",
        "  What  is our refund window? ",
        "WHAT IS OUR REFUND WINDOW?!",
        "What is our refund\nwindow…",
    ],
)
def test_case_spacing_and_end_marks_do_not_count(same: str) -> None:
    assert question_key(same) == question_key("What is our refund window?")


@pytest.mark.parametrize("other", ["What is our refund windows?", "What was our refund window?", ""])
def test_other_words_are_another_question(other: str) -> None:
    assert question_key(other) != question_key("What is our refund window?")
