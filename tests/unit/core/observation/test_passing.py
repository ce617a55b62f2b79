"""What a sentence certainly is not."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.findings import Pass
from cicatrix.core.observation.passing import passing, passing_clause


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("I'm rich, lol", Pass.JOKE),
        ("Yeah right, I love taxes", Pass.JOKE),
        ("I eat nails, haha.", Pass.JOKE),
        ("> I prefer tabs", Pass.QUOTED),
        ('He wrote: "I live in Paris."', Pass.QUOTED),
        ('"I am the king" is a line', Pass.QUOTED),
        ("- I prefer tabs [M-3, learnt in ep2]", Pass.ECHO),
        ('My dog is called "Rex"', None),
        ("I live in Paris", None),
        ("My sister said 'I live in Paris now' as a joke.", Pass.QUOTED),
        ('Bo replied "I hate tea" and left.', Pass.QUOTED),
        ("My brother jokingly said he lives in Rome.", Pass.JOKE),
        ("I thought I was allergic to peanuts but the test was negative.", Pass.MISTAKEN),
        ("We used to believe the office opens at 8, but it doesn't.", Pass.MISTAKEN),
        ("I thought I wasn't allergic to nuts but the test was positive.", None),
        ("I thought I was allergic to nuts but not to figs, and I'm allergic to both.", None),
        ("I thought I was allergic to nuts but it is worse.", None),
    ],
)
def test_sentence(sentence: str, why: Pass | None) -> None:
    assert passing(sentence) is why


@pytest.mark.parametrize(
    ("clause", "why"),
    [
        ("is it open?", Pass.QUESTION),
        ("any idea when it opens", Pass.QUESTION),
        ("what about Bo", Pass.QUESTION),
        ("Maybe I go", Pass.HYPOTHESIS),
        ("I might go", Pass.HYPOTHESIS),
        ("I wish I had a garden", Pass.HYPOTHESIS),
        ("I'm thinking about a dog", Pass.HYPOTHESIS),
        ("In my novel I rule", Pass.HYPOTHESIS),
        ("Sounds great", Pass.SMALL_TALK),
        ("I agree", Pass.SMALL_TALK),
        ("That's awesome", Pass.SMALL_TALK),
        ("I'm so proud of them", Pass.SMALL_TALK),
        ("I think it rains", Pass.OPINION),
        ("We can make a difference", Pass.OPINION),
        ("I must go", Pass.OPINION),
        ("I must take a pill every day", None),
        ("I live in Paris", None),
    ],
)
def test_clause(clause: str, why: Pass | None) -> None:
    assert passing_clause(clause) is why
