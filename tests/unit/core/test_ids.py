"""Handles and namespaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.ids import Kind, canonical_handle, check_namespace, format_handle, handle_order, parse_handle
from cicatrix.errors import InvalidInput


@given(st.sampled_from(Kind), st.integers(min_value=1, max_value=10**17))
def test_a_handle_reads_back_as_what_was_written(kind: Kind, number: int) -> None:
    assert parse_handle(format_handle(kind, number)) == (kind, number)


@pytest.mark.parametrize(
    ("typed", "handle"),
    [
        ("pb-1", "PB-01"),
        ("PB-001", "PB-01"),
        ("PB-100", "PB-100"),
        (" ep12 ", "ep12"),
        ("RC-41", "rc-41"),
        ("m-7", "M-7"),
    ],
)
def test_people_may_type_handles_loosely(typed: str, handle: str) -> None:
    assert canonical_handle(typed) == handle


@pytest.mark.parametrize(
    "text", ["", "ep", "ep0", "PB", "xx-1", "ep-1", "1042", "#1042", "ep1.5", "PB-01; drop", "ep１２"]
)
def test_what_is_no_handle_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_handle(text)
    assert "ep12" in caught.value.hint


def test_handles_sort_by_number_not_by_letters() -> None:
    assert sorted(["PB-100", "PB-09", "PB-11"], key=handle_order) == ["PB-09", "PB-11", "PB-100"]


@pytest.mark.parametrize("name", ["northstar", "acme/support", "acme/team-2/eu.west_1", "0"])
def test_namespaces_that_are_fine(name: str) -> None:
    assert check_namespace(name) == name


@pytest.mark.parametrize(
    "name", ["", "Acme", "acme/", "/acme", "a//b", "a b", "../etc", "a/*", "a%", "é", "a" * 201, "a\n"]
)
def test_namespaces_that_could_match_others_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        check_namespace(name)
