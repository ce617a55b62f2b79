"""What pages are computed from: marks in words, times, the ledger line, links in sentences."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.interfaces.web.links import linked, url_of
from cicatrix.interfaces.web.render import visible
from cicatrix.interfaces.web.views.ledger_line import STITCHES, ledger_line
from cicatrix.interfaces.web.views.rule import word_changes
from cicatrix.interfaces.web.views.times import days_between, when
from cicatrix.interfaces.web.views.words import (
    Mark,
    Piece,
    carried,
    clip,
    excerpt,
    keeps_layout,
    pieces,
    siglum,
    words_of,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TEXTS = st.text(max_size=80)
MARKS = st.lists(
    st.tuples(st.integers(-5, 90), st.integers(-5, 90)).map(lambda ends: Mark(min(ends), max(ends), "a", "n1")),
    max_size=5,
)


@given(TEXTS, MARKS)
def test_pieces_are_the_text_and_nothing_but_the_text(text: str, marks: list[Mark]) -> None:
    found = pieces(text, marks)
    assert "".join(piece.text for piece in found) == text
    place = 0
    for piece in found:
        inside = any(mark.start <= place and place + len(piece.text) <= mark.end for mark in marks)
        assert piece.cited == (inside and bool(piece.text))
        place += len(piece.text)


@given(TEXTS, MARKS)
def test_every_mark_with_words_closes_once(text: str, marks: list[Mark]) -> None:
    closed = [mark for piece in pieces(text, marks) for mark in piece.closes]
    shown = [mark for mark in marks if mark.start < mark.end and mark.start < len(text) and mark.end > 0]
    assert len(closed) == len(shown if text else [])


def test_overlapping_marks_close_where_they_end_and_the_shortest_leads_on() -> None:
    long, short = Mark(0, 9, "a", "n1", "/a"), Mark(4, 7, "b", "n2", "/b")
    found = pieces("abcdefghij", [long, short])
    assert found == (
        Piece("abcd", True, (), url="/a"),
        Piece("efg", True, (short,), url="/b"),
        Piece("hi", True, (long,), url="/a"),
        Piece("j"),
    )


@given(st.text(min_size=600, max_size=900), st.integers(0, 500), st.integers(1, 90))
def test_an_excerpt_keeps_what_is_cited_and_says_where_it_cut(text: str, start: int, length: int) -> None:
    found = excerpt(text, [Mark(start, start + length, "", "")], limit=500)
    assert "".join(piece.text for piece in found if piece.cited) == text[start : start + length]
    assert any(piece.gap for piece in found)
    assert all(piece.text in text for piece in found)


def test_an_excerpt_joins_windows_that_meet() -> None:
    text = "word " * 400
    found = excerpt(text, [Mark(500, 510, "", ""), Mark(520, 530, "", ""), Mark(1500, 1505, "", "")], limit=100)
    assert sum(piece.gap for piece in found) == 3


@given(TEXTS, st.integers(2, 40))
def test_a_clipped_text_is_one_short_line(text: str, limit: int) -> None:
    line = clip(text, limit)
    assert len(line) <= limit
    assert "\n" not in line
    if len(" ".join(text.split())) <= limit and len(text) <= limit * 4:
        assert line == " ".join(text.split())


@pytest.mark.parametrize(
    ("statement", "words", "part"),
    [
        (
            "If a ticket mentions a lawyer, call.",
            "If a ticket mentions a lawyer, call.",
            "If a ticket mentions a lawyer, call.",
        ),
        ("Tickets go to billing, whatever else.", "Again: tickets go to billing.", "Tickets go to billing,"),
        ("Always put the price first.", "Prices first", "price first."),
        ("Write short lines, never poems.", "No poems, please", "poems."),
        ("绝不要发布", "nothing shared", "绝不要发布"),
    ],
)
def test_the_part_of_a_statement_that_a_quote_carries(statement: str, words: str, part: str) -> None:
    start, end = carried(statement, words)
    assert statement[start:end] == part


@given(st.text(min_size=1, max_size=60), st.text(max_size=60))
def test_the_carried_part_is_never_empty(statement: str, words: str) -> None:
    start, end = carried(statement, words)
    assert 0 <= start < end <= len(statement)


def test_sigla_go_on_after_z() -> None:
    assert [siglum(number) for number in (0, 1, 25, 26, 27, 701, 702)] == ["a", "b", "z", "aa", "ab", "zz", "aaa"]


def test_tags_are_shown_as_the_words_people_used() -> None:
    assert words_of(["linkedin", "invoic", "reader", "nowher"], "Invoices go out. The reader's LinkedIn post.") == (
        "LinkedIn",
        "invoices",
        "reader",
        "nowher",
    )


def test_layout_is_kept_only_where_it_means_something() -> None:
    assert keeps_layout("Do this:\n    if x:\n        return")
    assert keeps_layout("a\tb")
    assert not keeps_layout("One line.\nAnother  one.")


@pytest.mark.parametrize(
    ("text", "full", "ago"),
    [
        ("2026-11-30T11:59:40+00:00", "30 Nov 2026, 11:59 UTC", "just now"),
        ("2026-11-30T12:58:00+01:00", "30 Nov 2026, 12:58 +01:00", "2 minutes ago"),
        ("2026-11-30T11:00:00Z", "30 Nov 2026, 11:00 UTC", "1 hour ago"),
        ("2026-11-27T11:00:00-05:30", "27 Nov 2026, 11:00 -05:30", "2 days ago"),
        ("2026-09-01T00:00:00+00:00", "1 Sep 2026, 00:00 UTC", "3 months ago"),
        ("1999-01-01T00:00:00+00:00", "1 Jan 1999, 00:00 UTC", "27 years ago"),
        ("0001-01-01T00:00:00+00:00", "1 Jan 1, 00:00 UTC", "2027 years ago"),
        ("2027-12-31T00:00:00+00:00", "31 Dec 2027, 00:00 UTC", "in 1 year"),
        ("2026-11-30T12:00:30+00:00", "30 Nov 2026, 12:00 UTC", "just now"),
    ],
)
def test_times_for_people(text: str, full: str, ago: str) -> None:
    moment = when(text, NOW)
    assert moment is not None
    assert (moment.full, moment.ago) == (full, ago)


def test_a_time_that_cannot_be_read_is_not_shown() -> None:
    assert when("", NOW) is None
    assert when("yesterday", NOW) is None
    assert days_between("2026-11-01T00:00:00+00:00", "2026-11-21T12:00:00+01:00") == 20
    assert days_between("", "2026-11-21T12:00:00+01:00") is None
    assert days_between("2026-11-01", "2026-11-21T12:00:00+01:00") is None


def test_a_short_ledger_shows_each_entry_by_kind() -> None:
    line = ledger_line(4, ["episode", "memory.admitted", "recall", "used"], [(2, "PB-01", "/rules/PB-01")])
    assert [(tick.x, tick.up, tick.down) for tick in line.ticks] == [
        (12.5, 3, 0),
        (37.5, 6, 0),
        (62.5, 0, 3),
        (87.5, 0, 3),
    ]
    assert [(mark.x, mark.label, mark.url) for mark in line.marks] == [(37.5, "PB-01", "/rules/PB-01")]
    assert line.label == "The ledger, #1 to #4. This page rests on PB-01 at #2"


@pytest.mark.parametrize("head", [STITCHES + 1, 999, 12_345, 1_000_000, 10**12])
def test_a_long_ledger_is_a_ruler(head: int) -> None:
    line = ledger_line(head, (), [])
    assert 30 <= len(line.ticks) <= 100
    assert {tick.up for tick in line.ticks} == {3, 6}


@given(st.integers(1, 5000), st.lists(st.integers(-10, 6000), max_size=30))
def test_labels_never_collide_and_every_entry_of_the_page_has_a_stitch(head: int, seqs: list[int]) -> None:
    line = ledger_line(head, (), [(seq, f"ep{seq}", "/") for seq in seqs])
    assert [mark.seq for mark in line.marks] == sorted({seq for seq in seqs if 1 <= seq <= head})
    written = [mark.x for mark in line.marks if mark.label]
    assert all(right - left >= 5 for left, right in pairwise(written))
    narrow = [mark.x for mark in line.marks if mark.label and not mark.wide_only]
    assert all(right - left >= 16 for left, right in pairwise(narrow))
    assert all(0 <= mark.x <= 100 for mark in line.marks)


def test_an_empty_ledger_has_no_line() -> None:
    assert ledger_line(0, (), [(1, "ep1", "/")]).marks == ()


def test_handles_and_code_in_sentences_become_links_and_all_else_is_escaped() -> None:
    assert linked("PB-01 (learnt in ep1) at #7: run `a <b>`") == (
        '<a class="h" href="/rules/PB-01">PB-01</a> (learnt in <a class="h" href="/episodes/ep1">ep1</a>) at '
        '<a class="h" href="/ledger/7">#7</a>: run <code>a &lt;b&gt;</code>'
    )
    assert linked("<b>PB-01x step1 xep1 PB-00 ##7 /ep1</b>") == "&lt;b&gt;PB-01x step1 xep1 PB-00 ##7 /ep1&lt;/b&gt;"


@given(st.text())
def test_a_linked_sentence_holds_no_markup_of_its_own(text: str) -> None:
    html = str(linked(text))
    for known in ("</a>", "</code>", "<code>"):
        html = html.replace(known, "")
    assert all(part.startswith('a class="h" href="/') for part in html.split("<")[1:])


def test_kinds_without_pages_are_found_through_the_finder() -> None:
    assert url_of("us-1") == "/find?id=us-1"
    assert url_of("q-1") == "/questions/q-1"


@given(st.text())
def test_visible_text_holds_no_control_characters(text: str) -> None:
    assert not any(ord(char) < 32 and char not in "\n\t" for char in visible(text))
    assert visible("a\r\nb\x00c\x7f") == "a\nb␀c␡"


@given(TEXTS, TEXTS)
def test_word_changes_give_back_both_texts(before: str, after: str) -> None:
    changes = word_changes(before, after)
    assert "".join(text for kind, text in changes if kind != "removed") == after
    if "".join(text for kind, text in changes if kind == "same") == "":
        assert "".join(text for kind, text in changes if kind == "removed") == before
