"""What is known already, and how a claim finds it."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.core.teaching import Mind, corrected

from cicatrix.core.memories import MemoryType


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
