"""Attributes: how many values each holds, what a namespace says of it, and who stands in whose place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cicatrix.core.attributes import HOLDS, Attributes, are_unlike, contend
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.trust import Origin
from cicatrix.errors import InvalidInput


def test_a_namespace_changes_the_table_and_adds_to_it() -> None:
    table = Attributes({"residence": "many", "shoe size": "one"})
    assert table["residence"] == "many"
    assert table["shoe size"] == "one"
    assert table["employer"] == "one"
    assert Attributes()["residence"] == "one"
    assert len(table) == len(list(table)) == len(HOLDS) + 1


def test_a_thing_behind_a_colon_goes_by_what_stands_before_it() -> None:
    assert Attributes()["favourite:tea"] == "one"
    assert Attributes({"favourite:tea": "many"})["favourite:tea"] == "many"


def test_what_is_not_listed_is_unknown() -> None:
    assert Attributes().get("shoe size") is None
    with pytest.raises(KeyError):
        Attributes()["shoe size"]


def test_a_value_other_than_one_and_many_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"attributes\.residence"):
        Attributes({"residence": "two"})


LEEDS = Memory(
    id="M-1",
    type=MemoryType.SEMANTIC,
    text="I live in Leeds.",
    status=Status.ACTIVE,
    trust=Origin.HUMAN,
    evidence=(),
    change=Change("admitted", "dana"),
    subject="user",
    attribute="residence",
    value="Leeds",
)
YORK = replace(LEEDS, id="M-2", value="York")


def test_two_values_of_what_holds_one_contend() -> None:
    assert contend(LEEDS, YORK, Attributes())
    assert contend(YORK, LEEDS, Attributes())


@pytest.mark.parametrize(
    "other",
    [
        replace(YORK, subject="Jonas"),
        replace(YORK, attribute="birthplace"),
        replace(YORK, attribute=""),
        replace(YORK, value="leeds"),
        replace(YORK, value=""),
        replace(YORK, negated=True),
    ],
    ids=["another subject", "unlisted", "none", "the same value", "no value", "a denial"],
)
def test_others_do_not(other: Memory) -> None:
    assert not contend(LEEDS, other, Attributes())


def test_values_of_two_periods_do_not() -> None:
    before = replace(LEEDS, valid_from="2020-01-01", valid_to="2021-01-01")
    assert not contend(before, replace(YORK, valid_from="2022-01-01"), Attributes())


def test_where_many_may_be_nothing_contends() -> None:
    assert not contend(LEEDS, YORK, Attributes({"residence": "many"}))


def test_attributes_that_say_nothing_of_each_other() -> None:
    assert are_unlike("age", "residence")
    assert are_unlike("favourite:tea", "phone")
    assert not are_unlike("job", "employer")
    assert not are_unlike("favourite:tea", "favourite:food")
    assert not are_unlike("age", "locker number")  # of what is not listed nobody knows
