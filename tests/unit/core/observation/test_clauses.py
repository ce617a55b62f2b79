"""Where a sentence is cut."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.clauses import cut


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("I like tea but I hate coffee.", ["I like tea", "I hate coffee."]),
        ("I live in Turku; my sister lives in Vaasa.", ["I live in Turku", "my sister lives in Vaasa."]),
        ("I'm vegan, what can I eat?", ["I'm vegan", "what can I eat?"]),
        ("If it rains, I stay and I read.", ["If it rains, I stay and I read."]),
        ("No meat for me, I'm vegan.", ["No meat for me", "I'm vegan."]),
        ("I'm not allergic to nuts, my sister is.", ["I'm not allergic to nuts, my sister is."]),
        ("I like tea, but my wife doesn't.", ["I like tea, but my wife doesn't."]),
        ("I like tea and coffee.", ["I like tea and coffee."]),
        ("Jonas dislikes football, but his father plays.", ["Jonas dislikes football, but his father plays."]),
        ("I know that he sings and I dance.", ["I know that he sings and I dance."]),
        ("Yes and I agree.", ["Yes and I agree."]),
        ("People sing and I dance.", ["People sing and I dance."]),
    ],
)
def test_cut(sentence: str, parts: list[str]) -> None:
    assert [sentence[first:last] for first, last in cut(sentence)] == parts
