"""What is known already, and how a claim finds it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.teaching import Mind, corrected

from cicatrix.core.known import Known
from cicatrix.core.memories import MemoryType
from cicatrix.core.support import says_the_same


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


WORDS = st.sampled_from(["post", "codes", "invoices", "twitter", "Oslo", "never", "before", "200", "charts", "labels"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=7).map(" ".join), min_size=1, max_size=12)


@given(TEXTS, st.data())
def test_no_rule_is_missed_that_a_look_at_all_would_find(texts: list[str], data: st.DataObject) -> None:
    rule = rules().rules["PB-01"]
    known = Known(replace(rule, id=f"PB-{number:02d}", text=text) for number, text in enumerate(texts, 1))
    asked = data.draw(TEXTS)
    for text in asked:
        found = {rule.text for rule in known.saying_the_same(text)}
        assert found == {one for one in texts if not says_the_same(one, text).lack or one.lower() == text.lower()}
