"""Sentences that ask for something by their turn of phrase alone, and some that only look like it."""

from __future__ import annotations

import pytest

from cicatrix.core.reading.standing import Asks, asks


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Free parking is the night manager's call.", Asks.YES),
        ("Hiring a second van? Not without our go-ahead.", Asks.YES),
        ("Lending the big lens needs four eyes.", Asks.YES),
        ("If a quote is above 900 euros, run it past Selma.", Asks.YES),
        ("Keine Gutschrift ohne meine Freigabe.", Asks.YES),
        ("Pas de geste commercial sans mon accord.", Asks.YES),
        ("First rinse the vat, then fill it.", Asks.FIRST),
        ("A parcel only leaves once the scale has been read.", Asks.FIRST),
        ("Don't print badges without a name check.", Asks.FIRST),
        ("Blank passwords are a no-go.", Asks.NO),
        ("The door codes stay with us.", Asks.NO),
        ("Die Originale bleiben im Tresor.", Asks.NO),
        ("The report is on the shared drive.", None),
        ("Ours is the blue house behind the station.", None),
        ("Write shorter captions.", None),
    ],
)
def test_what_a_turn_of_phrase_asks_for(sentence: str, kind: Asks | None) -> None:
    assert asks(sentence) is kind
