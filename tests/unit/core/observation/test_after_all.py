"""What was thought not to be so and is: health that is told in a roundabout way is not lost."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import WEDNESDAY

from cicatrix.core.observation.findings import Observed
from cicatrix.core.observation.turns import read_turn


def _told(text: str) -> list[tuple[str, str, bool, str]]:
    found = read_turn(text, speaker="user", said=WEDNESDAY)
    vital = [one for one in found if isinstance(one, Observed) and one.attribute in ("allergy", "condition")]
    return [(one.attribute, one.value, one.negated, text[one.start : one.end]) for one in vital]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I thought I wasn't allergic to nuts, but the test was positive.", "allergy", "nuts"),
        ("I was sure I was not allergic to bees and then the doctor confirmed it.", "allergy", "bees"),
        ("I always believed I wasn't lactose intolerant, the test said otherwise.", "allergy", "lactose"),
        ("I didn't think I had asthma, but the doctor confirmed it.", "condition", "asthma"),
        ("I never thought I was allergic to cats, but it turns out I am.", "allergy", "cats"),
        ("I assumed I wasn't allergic to kiwis. The test came back positive.", "allergy", "kiwis"),
        ("I thought I wasn't allergic to wasps. I was wrong.", "allergy", "wasps"),
    ],
)
def test_it_is_learnt_with_all_its_words(text: str, attribute: str, value: str) -> None:
    assert _told(text) == [(attribute, value, False, text)]


@pytest.mark.parametrize(
    "text",
    [
        "I thought I wasn't allergic to nuts.",
        "I thought I wasn't allergic to nuts. We had cake.",
        "I thought I wasn't allergic to nuts, and I was right.",
        "I thought I was allergic to nuts, but the test was negative.",
        "I didn't think I had asthma, and the test was not positive.",
    ],
)
def test_nothing_is_made_of_what_did_not_come_out_so(text: str) -> None:
    assert _told(text) == []
