"""Stored words on a terminal: they are shown, and never obeyed."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interfaces.cli_runner import Cli, cli, demo_file, empty

from cicatrix import __version__
from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.sheet import Sheet
from cicatrix.interfaces.cli.text import counted, sequence_or_date, sequence_span, shortened, visible

__all__ = ["cli", "demo_file", "empty"]


@given(st.text())
def test_nothing_that_moves_a_cursor_or_turns_text_around_is_sent(text: str) -> None:
    shown = visible(text)
    assert not [
        character
        for character in shown
        if character not in "\t\n"
        and (unicodedata.category(character) == "Cc" or unicodedata.bidirectional(character) in _TURNING)
    ]


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cf", "Cs"])))
def test_ordinary_words_are_shown_as_they_are(text: str) -> None:
    assert visible(text) == text


def test_an_escape_sequence_in_an_episode_is_shown_not_done(empty: Cli) -> None:
    task = "Clear \x1b[2J the screen \x9b31m and \u202e turn \r\x07"
    assert empty("record", "--task", task, "-n", "acme").code == 0
    for command in (("episode", "show", "ep1"), ("episode", "list"), ("recall", task)):
        shown = empty(*command, "-n", "acme").out
        assert "\\x1b[2J" in shown
        assert not set(shown) & {"\x1b", "\x9b", "\u202e", "\r", "\x07"}
    assert empty("episode", "show", "ep1", "-n", "acme", "--json").json["task"] == task


@given(st.text(max_size=300), st.text(max_size=300), st.integers(0, 3))
def test_a_sheet_takes_any_words(title: str, words: str, rows: int) -> None:
    stream = io.StringIO()
    sheet = Sheet(stream)
    sheet.head(title, words)
    sheet.entry(title, words, aside=words)
    sheet.entries([(title, words, "")] * rows)
    sheet.quote(title, words)
    sheet.facts([(title, words)])
    sheet.table(["", "words"], [[title, words]] * rows)
    assert not [line for line in stream.getvalue().split("\n") if line != line.rstrip(" ")]


def test_erased_words_are_a_bar() -> None:
    stream = io.StringIO()
    Sheet(stream).quote("ep1", None)
    assert "▇▇▇▇ erased" in stream.getvalue()


@pytest.mark.parametrize(
    ("text", "read"), [("1042", 1042), ("#7", 7), ("@7", 7), ("2026-11-30", "2026-11-30"), (None, None)]
)
def test_a_sequence_or_a_date(text: str | None, read: int | str | None) -> None:
    assert sequence_or_date(text) == read


@pytest.mark.parametrize(
    ("text", "span"), [("3..9", (3, 9)), ("#3..#9", (3, 9)), ("@3..", (3, 40)), ("..9", (0, 9)), ("..", (0, 40))]
)
def test_a_span_of_the_ledger(text: str, span: tuple[int, int]) -> None:
    assert sequence_span(text, head=40) == span


@pytest.mark.parametrize("text", ["", "3", "3-9", "a..b", "9..3", "3...9"])
def test_what_is_no_span(text: str) -> None:
    with pytest.raises(UsageError):
        sequence_span(text, head=40)


def test_counting_and_shortening() -> None:
    assert [counted(number, "entry", "entries") for number in (0, 1, 1200)] == ["0 entries", "1 entry", "1,200 entries"]
    assert shortened("one\n two", 20) == "one two"
    assert shortened("a" * 30, 10) == "a" * 9 + "…"


_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize("call", ["--help", "recall --help", "ledger show -h"])
def test_help_is_json_where_json_is_asked_for(empty: Cli, call: str) -> None:
    answer = empty("--json", *call.split())
    assert answer.code == 0
    assert str(answer.json["help"]).startswith("Usage: cicatrix")


def test_the_version_is_json_where_json_is_asked_for(empty: Cli) -> None:
    assert empty("--json", "--version").json == {"version": __version__}
    assert empty("--version").out == f"cicatrix {__version__}\n"


def test_a_text_that_looks_like_the_call_for_help_is_a_text(cli: Cli) -> None:
    assert "items" in cli("recall", "--json", "--", "--help").json
