"""What is known already, and how a claim finds it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.core.teaching import Mind, corrected

from cicatrix.core.known import Known
from cicatrix.core.memories import MemoryType
from cicatrix.core.support import says_the_same

FIXTURES = Path(__file__).parents[2] / "fixtures"


def rules() -> Mind:
    mind = Mind()
    mind.learn(corrected(1, "Never post discount codes on Twitter."), corrected(2, "Label both axes of a chart."))
    return mind


def test_a_rule_is_found_by_what_it_says() -> None:
    known = rules().known
    assert [rule.id for rule in known.saying_the_same("No discount codes on Twitter!")] == ["PB-01"]
    assert known.saying_the_same("Something else entirely.") == []
    assert known.saying_the_same("") == []


def test_a_rule_is_found_by_its_words_whatever_their_case() -> None:
    known = rules().known
    assert [rule.id for rule in known.in_the_same_words(" label BOTH axes\nof a chart", MemoryType.PROCEDURAL)] == [
        "PB-02"
    ]
    assert known.in_the_same_words("Label both axes of a chart.", MemoryType.SEMANTIC) == []


def test_a_new_version_takes_the_place_of_the_old() -> None:
    mind = rules()
    known = mind.known
    old = mind.rules["PB-01"]
    known.put(replace(old, text="Never send invoices by fax."))
    assert known.saying_the_same("No discount codes on Twitter!") == []
    assert [rule.id for rule in known.saying_the_same("No invoices by fax.")] == ["PB-01"]
    found = known.get("PB-01")
    assert found is not None
    assert found.text.endswith("fax.")
    assert known.get("PB-99") is None


WORDS = st.sampled_from(
    "post codes invoices twitter Oslo never before 200 charts labels on in to of Ana make thing".split()  # noqa: SIM905
)
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=8).map(" ".join), min_size=1, max_size=12)


def _looked_at_all(known: Known, texts: list[str], quote: str) -> None:
    found = {rule.text for rule in known.saying_the_same(quote)}
    assert found == {one for one in texts if not says_the_same(one, quote).lack or one.lower() == quote.lower()}


@settings(max_examples=400)
@given(TEXTS, st.data())
def test_no_rule_is_missed_that_a_look_at_all_would_find(texts: list[str], data: st.DataObject) -> None:
    rule = rules().rules["PB-01"]
    known = Known(replace(rule, id=f"PB-{number:02d}", text=text) for number, text in enumerate(texts, 1))
    asked = data.draw(TEXTS)
    for text in [*asked, *texts]:
        _looked_at_all(known, texts, text)


@settings(max_examples=100)
@given(TEXTS, TEXTS, st.data())
def test_nor_after_rules_were_reworded(texts: list[str], others: list[str], data: st.DataObject) -> None:
    rule = rules().rules["PB-01"]
    held = {f"PB-{number:02d}": text for number, text in enumerate(texts, 1)}
    known = Known(replace(rule, id=name, text=text) for name, text in held.items())
    for name, text in zip(held, others, strict=False):
        held[name] = text
        known.put(replace(rule, id=name, text=text))
    for text in data.draw(TEXTS):
        _looked_at_all(known, list(held.values()), text)


PAIRS = [json.loads(line) for line in (FIXTURES / "lesson_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
LESSONS = [text for pair in PAIRS for text in (pair["one"], pair["other"])]


@settings(max_examples=30)
@given(st.permutations(range(len(LESSONS))))
def test_nor_among_lessons_of_people(order: list[int]) -> None:
    """However they were filed: what is rare depends on what came before."""
    rule = rules().rules["PB-01"]
    texts = [LESSONS[place] for place in order[:60]]
    known = Known(replace(rule, id=f"PB-{number:02d}", text=text) for number, text in enumerate(texts, 1))
    for quote in LESSONS:
        found = {item.text for item in known.saying_the_same(quote)} - {quote}
        assert found == {one for one in texts if not says_the_same(one, quote).lack} - {quote}


SCHEMES = [
    "Always check invoice {} twice before it goes to the customer.",
    "Never send the report to Customer{} without a second pair of eyes.",
    "Never put the {} on the upper shelf of the cold store.",
    "{} crates go to the north gate.",
]


def _made_up(number: int) -> str:
    """A word of its own for each number."""
    return "".join("bdfglmnprt"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number + 1000))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lessons_that_differ_in_one_word_are_told_apart_without_a_look_at_each(scheme: str) -> None:
    made_up = "invoice" not in scheme and "Customer" not in scheme
    texts = [scheme.format(_made_up(number) if made_up else number) for number in range(600)]
    rule = rules().rules["PB-01"]
    known = Known(replace(rule, id=f"PB-{number:03d}", text=text) for number, text in enumerate(texts, 1))
    for number in (0, 300, 599):
        assert len(known.looked_at(texts[number])) <= 10
        assert [item.text for item in known.saying_the_same(texts[number])] == [texts[number]]
