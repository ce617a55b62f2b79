"""Excerpts of what is too big: whole passages, in order, with their places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.excerpts import Excerpt, excerpt
from cicatrix.core.shown import shown
from cicatrix.core.text import content_stems, count_tokens
from cicatrix.core.trust import Corrector, Origin

POLICY = (
    "Bookings are made for at most five people. Payment is due at once.\n\n"
    "A basic fare cannot be cancelled after a day. Other fares can be cancelled by their owner at any time!\n\n"
    + "Bags are weighed at the desk. " * 60
    + "\n\nWhoever cancels gets the money back within a week."
)


def episode(kind: EpisodeKind = EpisodeKind.DOCUMENT, **fields: object) -> Episode:
    given = {"id": "ep1", "kind": kind, "actor": "a", "origin": Origin.EXTERNAL, "occurred_at": "", "recorded_at": ""}
    return Episode(**{**given, **fields})  # type: ignore[arg-type]


def cut(noun: Episode, query: str, room: int = 60) -> Excerpt | None:
    text, fields = shown(noun)
    return excerpt(text, fields, dict.fromkeys(content_stems(query), 1000), room=room)


def test_the_passages_that_share_most_in_their_order() -> None:
    noun = episode(title="Fares", text=POLICY)
    got = cut(noun, "Cancel a basic fare")
    assert got is not None
    assert got.text == (
        "Fares\n"
        "… A basic fare cannot be cancelled after a day. Other fares can be cancelled by their owner at any time!"
        " … Whoever cancels gets the money back within a week."
    )
    words = [noun.words(passage.field)[passage.start : passage.end] for passage in got.passages]
    assert words[-1] == "Whoever cancels gets the money back within a week."
    assert words[-2].startswith("A basic fare")


def test_the_best_comes_before_what_would_fit_too() -> None:
    got = cut(episode(text=POLICY), "Cancel a basic fare", room=14)
    assert got is not None
    assert got.text == "… A basic fare cannot be cancelled after a day. …"


def test_nothing_is_made_up_where_nothing_fits_or_nothing_is_shared() -> None:
    assert cut(episode(text=POLICY), "zebra") is None
    assert cut(episode(text="cancel " * 400), "cancel") is None  # no sentence of it fits
    assert cut(episode(text=POLICY), "cancel", room=2) is None


def test_a_label_stands_before_its_passage_and_a_call_is_no_citation() -> None:
    noun = episode(
        EpisodeKind.TOOL_CALL,
        tool="pay",
        arguments={"to": "ana"},
        outcome="It paid. " * 60 + "The invoice was open.",
        correction="Never pay an open invoice twice. " + "Mind this. " * 60,
        corrector=Corrector("dana", "operator"),
    )
    got = cut(noun, "open invoice")
    assert got is not None
    assert got.text == (
        'pay {"to": "ana"}\nOutcome: … The invoice was open.\nCorrection by dana: Never pay an open invoice twice. …'
    )
    assert [passage.field for passage in got.passages] == ["outcome", "correction"]
    assert got.text[got.lines["correction"] :].startswith("Correction by dana")


@given(
    text=st.lists(st.sampled_from(["Ship it now. ", "Never ship on Friday! ", "ok\n", "\n\n", "金曜日は出さない。"])),
    room=st.integers(0, 80),
)
def test_every_passage_is_word_for_word_and_the_room_is_kept(text: list[str], room: int) -> None:
    noun = episode(title="Rules", text="".join(text))
    got = cut(noun, "ship Friday 金曜日", room)
    assert got == cut(noun, "ship Friday 金曜日", room)
    if got is None:
        return
    assert count_tokens(got.text) <= room
    place = 0
    for passage in got.passages:
        assert noun.words(passage.field)[passage.start : passage.end] in got.text
        if passage.field == "text":
            assert passage.start >= place
            place = passage.end
