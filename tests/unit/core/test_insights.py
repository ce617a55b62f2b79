"""What keeps ending badly."""

from __future__ import annotations

import pytest

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import quote
from cicatrix.core.insights import LEAST, Ending, ending, propose
from cicatrix.core.trust import Origin


def episode(number: int, task: str, outcome: str, correction: str = "") -> Episode:
    return Episode(
        id=f"ep{number}",
        kind=EpisodeKind.EXPERIENCE,
        actor="agent",
        origin=Origin.AGENT,
        occurred_at="2026-05-01T09:00:00Z",
        recorded_at="2026-05-01T09:00:00Z",
        task=task,
        outcome=outcome,
        correction=correction,
    )


PARCELS = [
    episode(1, "Ship a parcel to Norway", "Dispatched. The carrier rejected the parcel: no phone number on the label."),
    episode(2, "Ship the parcel for Ben", "The carrier rejected the parcel, the label had no phone number."),
    episode(3, "Ship a parcel to Chile", "The parcel was rejected: the label was without a phone number."),
]


@pytest.mark.parametrize(
    ("task", "outcome", "told"),
    [
        ("Ship it", "Sent on Monday. The carrier rejected it.", "The carrier rejected it."),
        ("Deploy", "The migration timed out.", "The migration timed out."),
        ("Deploy", "It did not finish.", "It did not finish."),
        ("Deploy", "It finished. No errors were found.", None),
        ("Deploy", "All went well.", None),
        ("Refund order 8", "Refunded 30 euros.", None),
        ("Sell order 8", "Refunded 30 euros.", "Refunded 30 euros."),
        ("", "It failed.", None),
        ("Deploy", "", None),
    ],
)
def test_an_ending_is_a_sentence_that_tells_of_a_failure(task: str, outcome: str, told: str | None) -> None:
    found = ending(episode(1, task, outcome))
    assert (found.text if found is not None else None) == told
    if found is not None:
        assert quote(found.episode, found.evidence) == told


def test_what_was_corrected_teaches_by_its_correction() -> None:
    assert ending(episode(1, "Deploy", "It failed.", correction="Never deploy on Friday.")) is None
    turn = Episode("ep1", EpisodeKind.TURN, "ana", Origin.HUMAN, "2026-05-01T09:00:00Z", "", task="x", outcome="failed")
    assert ending(turn) is None


def endings(*episodes: Episode) -> list[Ending]:
    return [found for each in episodes if (found := ending(each)) is not None]


def test_three_that_end_alike_are_proposed_in_their_own_words() -> None:
    (claim,) = propose(endings(*PARCELS))
    assert [span.episode for span in claim.evidence] == ["ep1", "ep2", "ep3"]
    assert claim.text in {found.text for found in map(ending, PARCELS) if found is not None}
    assert propose(endings(*reversed(PARCELS))) == [claim]


@pytest.mark.parametrize(
    "third",
    [
        episode(3, "Ship a parcel to Chile", "Delivered."),
        episode(3, "Ship a parcel to Chile", "The parcel was late: snow on the pass."),
        episode(3, "Write the spring newsletter", "The carrier rejected the parcel: no phone number on the label."),
    ],
)
def test_two_are_chance_and_other_tasks_or_ends_do_not_count(third: Episode) -> None:
    assert LEAST == 3
    assert propose(endings(*PARCELS[:2], third)) == []


def test_two_groups_at_once() -> None:
    deploys = [episode(number, "Deploy billing", "The billing migration timed out.") for number in (4, 5, 6, 7)]
    found = propose(endings(*PARCELS, *deploys))
    assert [[span.episode for span in claim.evidence] for claim in found] == [
        ["ep1", "ep2", "ep3"],
        ["ep4", "ep5", "ep6", "ep7"],
    ]
