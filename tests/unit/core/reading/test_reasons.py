"""The point of a rule: its reasons are no part of what another episode has to say again."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.teaching import Mind, corrected

from cicatrix.core.reading.reasons import point

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "fixtures" / "lesson_pairs.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{pair['other'][:40]}" for pair in PAIRS])
def test_the_same_lesson_joins_and_another_stands_by_itself(pair: dict[str, object]) -> None:
    mind = Mind()
    mind.learn(corrected(1, str(pair["one"])))
    mind.learn(corrected(2, str(pair["other"])))
    together = [rule for rule in mind.rules.values() if rule.episodes == ("ep1", "ep2")]
    assert len(together) == (1 if pair["same"] else 0)
    assert not pair["same"] or len(mind.rules) == 1


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Do not deploy on Fridays, we have nobody on call over the weekend.", "Do not deploy on Fridays"),
        ("Keep replies short because people read on phones.", "Keep replies short"),
        ("Since the auditors look at it, never delete an entry.", "never delete an entry."),
        ("Never discount below cost (finance checks this weekly).", "Never discount below cost"),
        ("Don't share dates because they slip, unless legal agrees.", "Don't share dates, unless legal agrees."),
        ("Stelle nie Kunden durch, das nervt die Kollegen.", "Stelle nie Kunden durch"),
        ("Nunca envíes facturas sin número, contabilidad las rechaza.", "Nunca envíes facturas sin número"),
        ("Ne publiez jamais le dimanche, on n'a personne.", "Ne publiez jamais le dimanche"),
    ],
)
def test_a_reason_is_left_out(text: str, kept: str) -> None:
    assert point(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "Refunds go to Ana, Bert handles exchanges.",  # another instruction, by its name
        "Send invoices by mail, customers over 60 like paper.",  # a figure may be a condition
        "Don't log tickets as they arrive, batch them.",  # a time
        "Since Monday, use the new template.",
        "As a rule, never post before noon.",
        "Never use red, and never use green either.",
        "Never restart pods, drain them.",
        "Ruf nie Kunden an, die gekündigt haben.",  # says which
        "Nobody answered, which was bad.",  # nothing left that instructs
        "Хорошо, потому что так надо.",
    ],
)
def test_what_is_no_reason_stays(text: str) -> None:
    assert point(text) == text


@pytest.mark.parametrize("unit", ["because ", "never, ", "don't do it, we ", "as we ", "since it (", "it is; "])
def test_the_point_is_found_in_linear_time(unit: str) -> None:
    begun = time.process_time()
    point("Never post codes " + unit * (1900 // len(unit)))
    assert time.process_time() - begun < 2


@given(st.text(max_size=200))
def test_a_point_is_made_of_the_words_of_its_text(text: str) -> None:
    assert set(point(text).split()) <= set(text.split()) | set(text.rstrip(")").split()) or point(text) in text
