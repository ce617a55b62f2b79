"""Safety links: hazards that share no word with the question."""

from __future__ import annotations

import pytest

from cicatrix.core.safety import linked_hazards
from cicatrix.core.text import content_stems


@pytest.mark.parametrize(
    ("question", "memory"),
    [
        ("Can I eat marzipan?", "Severe reaction to almonds"),
        ("good trail snack for Saturday?", "Allergic to peanuts"),
        ("Which pills help against the headache?", "No penicillin, ever"),
        ("Book a table at the Thai restaurant", "Celiac disease"),
        ("a cake for the team", "She is vegan"),
        ("Plan a dive for us", "Has asthma"),
    ],
)
def test_an_occasion_is_linked_to_its_hazards(question: str, memory: str) -> None:
    assert linked_hazards(content_stems(question)) & set(content_stems(memory))


@pytest.mark.parametrize(
    "question", ["Draft a LinkedIn post announcing the beta", "Refund a ticket", "Fix the login", ""]
)
def test_other_questions_are_linked_to_nothing(question: str) -> None:
    assert linked_hazards(content_stems(question)) == frozenset()
