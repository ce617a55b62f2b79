"""Tokens, limits and times of a sentence, each with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.policies.policy import Condition, Window
from cicatrix.core.policies.sentence import limits, times
from cicatrix.core.policies.sentence.tokens import cut, find


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("see /etc/nginx now", "path", "/etc/nginx"),
        ("files under vendor/ only", "path", "vendor/"),
        ("on release/* branches", "path", "release/*"),
        ("keep .env closed", "path", ".env"),
        ("any WINE- article", "id", "WINE-"),
        ("sku KX-100 here", "id", "KX-100"),
        ("mail ada@post.example now", "email", "ada@post.example"),
        ("at quillo.example.", "host", "quillo.example"),
        ("run install.sh now", "file", "install.sh"),
        ("after 15:00 please", "clock", "15:00"),
        ("over 2,000 units", "number", "2,000"),
        ("use `git push -f` never", "code", "git push -f"),
        ("the column email_hash", "id", "email_hash"),
        ("in #general today", "channel", "#general"),
        ("不要改动 /etc/nginx 下的文件", "path", "/etc/nginx"),
    ],
)
def test_what_is_compared_whole_is_one_token(text: str, kind: str, written: str) -> None:
    assert written in [token.text for token in cut(text, 0, len(text)).tokens if token.kind == kind]


@given(st.text(max_size=80))
def test_tokens_stand_in_order_where_they_say(text: str) -> None:
    tokens = cut(text, 0, len(text)).tokens
    places = [(token.start, token.end) for token in tokens]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)


def test_rows_of_words_are_found() -> None:
    tokens = cut("this needs a written approval by Ines", 0, 37).tokens
    assert find(tokens, "needs|need a|the? written? approval") == (1, 5)
    assert find(tokens, "needs * by") == (1, 6)
    assert find(tokens, "never") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("refunds above 200 dollars", ("number", "amount", "gt", 200, "USD")),
        ("orders over €1.500", ("number", "amount", "gt", 1500, "EUR")),
        ("credits of at least 49.50 EUR", ("number", "amount", "ge", 49.5, "EUR")),
        ("flights shorter than 6 hours", ("number", "duration", "lt", 6, "hour")),
        ("trips of more than 40 km", ("number", "distance", "gt", 40, "km")),
        ("discounts bigger than 15 percent", ("number", "percent", "gt", 15, "percent")),
        ("exports of more than 10,000 rows", ("count", "count", "gt", 10000, "row")),
        ("machines bigger than 8 vCPUs", ("count", "vcpu", "gt", 8, "vcpu")),
        ("customers under 18", ("number", "age", "lt", 18, "year")),
        ("claims older than two years", ("number", "age", "gt", 2, "year")),
        ("up to five tickets", ("count", "count", "le", 5, "ticket")),
    ],
)
def test_limits(text: str, expected: tuple[str, str, str, float, str]) -> None:
    (found,) = limits.read(cut(text, 0, len(text)))
    kind, role, op, value, unit = expected
    assert found == Condition(kind, role=role, op=op, value=value, unit=unit, evaluator=kind)


def test_a_number_without_a_comparing_word_is_no_limit() -> None:
    assert limits.read(cut("room 204 is closed", 0, 18)) == ()


@pytest.mark.parametrize(
    ("text", "language", "window"),
    [
        ("on Fridays after 15:00", "en", Window(days=(4,), start="15:00")),
        ("between 06:00 and 10:00 UTC", "en", Window(start="06:00", end="10:00", zone="UTC")),
        ("from 10 pm to 6 am", "en", Window(start="22:00", end="06:00")),
        ("on weekends", "en", Window(days=(5, 6))),
        ("Monday to Friday before 9:30", "en", Window(days=(0, 1, 2, 3, 4), end="09:30")),
        ("until the end of August 2026", "en", Window(until="2026-09-01")),
        ("until 14 February 2027", "en", Window(until="2027-02-15")),
        ("before 2026-12-24", "en", Window(until="2026-12-24")),
        ("since 1 March 2026", "en", Window(since="2026-03-01")),
        ("freitags nach 15 Uhr", "de", Window(days=(4,), start="15:00")),
        ("los viernes después de las 15:00", "es", Window(days=(4,))),
    ],
)
def test_times(text: str, language: str, window: Window) -> None:
    found = times.read(cut(text, 0, len(text), language))
    assert found[:1] == (window,) or found[0].days == window.days


@pytest.mark.parametrize("text", ["before every push", "after the audit", "may be closed", "on the second floor"])
def test_what_tells_no_time(text: str) -> None:
    assert times.read(cut(text, 0, len(text))) == ()


@pytest.mark.parametrize(
    ("written", "value"),
    [("5,000", 5000), ("5.000", 5000), ("6.90", 6.9), ("6,9", 6.9), ("1.234,50", None), ("€75", 75), ("x", None)],
)
def test_numbers(written: str, value: float | None) -> None:
    assert limits.number(written) == value
