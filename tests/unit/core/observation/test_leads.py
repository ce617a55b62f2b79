"""What stands before a statement."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.leads import after_cue, after_greeting, after_heading, after_request, before_aside


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Hi Sam, I live in York", "I live in York"),
        ("Thanks a lot! And so I left", "I left"),
        ("Caroline, I moved", "I moved"),
        ("Actually, I moved", "Actually, I moved"),
        ("So far it works", "So far it works"),
        ("Thanks!", "Thanks!"),
        ("I have good news: I moved", "I moved"),
    ],
)
def test_greeting(text: str, rest: str) -> None:
    assert text[after_greeting(text, 0) :] == rest


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Actually, I moved", "I moved"),
        ("Yesterday I met Bo", "I met Bo"),
        ("Last weekend our city sang", "our city sang"),
        ("Two weeks ago, we met", "we met"),
        ("Due to my knee, I swim", "I swim"),
        ("fyi moved it", "moved it"),
        ("On Saturday I ran into my teacher, Mrs Vale", "I ran into my teacher, Mrs Vale"),
        ("Hopefully, it rains", "Hopefully, it rains"),
    ],
)
def test_cue(text: str, rest: str) -> None:
    assert text[after_cue(text) :] == rest


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Remember: the key is here", "the key is here"),
        ("Please remember that Bo sings", "Bo sings"),
        ("For the record, I paid", "I paid"),
        ("Remember the milk", None),
        ("Remember:", None),
    ],
)
def test_request(text: str, rest: str | None) -> None:
    start = after_request(text)
    assert (None if start is None else text[start:]) == rest


def test_heading() -> None:
    assert after_heading("Budget: 3,000 euros") == len("Budget: ")
    assert after_heading("at 9:30") == 0


@pytest.mark.parametrize(
    ("clause", "own"),
    [
        ("I'm allergic to nuts, as I said.", "I'm allergic to nuts"),
        ("I live in York as you know!", "I live in York"),
        ("I don't drink coffee, remember.", "I don't drink coffee"),
        ("I have much to remember.", "I have much to remember."),
        ("I did as I said I would", "I did as I said I would"),
    ],
)
def test_aside(clause: str, own: str) -> None:
    assert clause[: before_aside(clause)] == own
