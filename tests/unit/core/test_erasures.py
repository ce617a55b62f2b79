"""Which words were erased, and which are simply gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cicatrix.core.entries import EntryKind, Header
from cicatrix.core.erasures import Gone, named_by


def header(seq: int, kind: str = EntryKind.ERASURE, parents: tuple[int, ...] = (), actor: str = "a" * 32) -> Header:
    at = "2026-11-30T12:00:00.000000Z"
    return Header("acme", seq, "0" * 64, kind, at, actor, "human", "0" * 64, parents, (), "cicatrix/test")


def test_an_erasure_names_its_parents() -> None:
    assert named_by(header(9, parents=(2, 5)).canonical()) == (2, 5)
    assert named_by(header(9).canonical()) == ()


def test_nothing_comes_before_itself() -> None:
    assert named_by(header(9, parents=(8, 9, 10)).canonical()) == (8,)


@pytest.mark.parametrize("kind", [kind for kind in EntryKind if kind is not EntryKind.ERASURE])
def test_no_other_kind_erases(kind: EntryKind) -> None:
    assert named_by(header(9, kind, parents=(2,)).canonical()) == ()


def test_a_text_that_looks_like_an_erasure_is_none() -> None:
    disguised = header(9, EntryKind.EPISODE, parents=(2,))
    for text in ('"kind":"erasure","ns":', 'x","kind":"erasure","ns":"acme'):
        for changed in (replace(disguised, actor=text), replace(disguised, by=text), replace(disguised, ns=text)):
            assert named_by(changed.canonical()) == ()


def test_the_kind_that_is_read_counts_not_one_that_only_stands_there() -> None:
    twice = b'{"kind":"erasure","ns":"acme",' + header(9, EntryKind.EPISODE, parents=(2,)).canonical()[1:]
    assert named_by(twice) == ()


@pytest.mark.parametrize("raw", [b"", b"{", b'{"kind":"erasure","ns":"acme"}', b'["kind":"erasure","ns":]'])
def test_what_cannot_be_read_erases_nothing(raw: bytes) -> None:
    assert named_by(raw) == ()


def test_the_first_that_no_erasure_named() -> None:
    gone = Gone()
    for seq in (7, 3, 5):
        gone.miss(seq, f"kind {seq}")
    assert (gone.count, gone.destroyed()) == (3, (3, "kind 3"))
    gone.follow(header(8, parents=(3, 4)).canonical())
    assert gone.destroyed() == (5, "kind 5")
    gone.follow(header(9, EntryKind.EPISODE, parents=(5,)).canonical())
    assert gone.destroyed() == (5, "kind 5")
    gone.erase((5, 7))
    assert (gone.count, gone.destroyed()) == (3, None)


def test_an_erasure_before_the_words_were_there_names_nothing() -> None:
    gone = Gone()
    gone.follow(header(2, parents=(1,)).canonical())
    gone.miss(3, "episode")
    assert gone.destroyed() == (3, "episode")
