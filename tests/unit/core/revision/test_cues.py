"""Cues of an end, a change, a correction."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.cues import CueKind, cues


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The project got the axe", CueKind.ENDED),
        ("They called the whole thing off", CueKind.ENDED),
        ("She no longer smokes", CueKind.ENDED),
        ("I gave up on it", CueKind.ENDED),
        ("Der Termin fällt aus", CueKind.ENDED),
        ("我取消了", CueKind.ENDED),
        ("From next week it is Thursday", CueKind.CHANGED),
        ("The cap was raised", CueKind.CHANGED),
        ("We switched to Vite", CueKind.CHANGED),
        ("端口改成6432", CueKind.CHANGED),
        ("Désormais c'est lundi", CueKind.CHANGED),
        ("Oops, typo", CueKind.CORRECTED),
        ("I misread the label", CueKind.CORRECTED),
        ("I gave you the wrong figure", CueKind.CORRECTED),
    ],
)
def test_a_firm_cue(text: str, kind: CueKind) -> None:
    assert kind in {cue.kind for cue in cues(text) if cue.firm}


@pytest.mark.parametrize(
    "text",
    ["The left knee is worse", "I put my name down", "The outdoor pool", "We used to it", "Two kids are playing"],
)
def test_what_only_looks_like_a_cue(text: str) -> None:
    assert [cue.text for cue in cues(text) if cue.kind is CueKind.ENDED] == []


def test_a_cue_knows_its_place() -> None:
    text = "Webpack is out, we moved to Vite"
    found = [cue for cue in cues(text) if cue.text == "moved to"]
    assert [(cue.kind, text[cue.start : cue.end]) for cue in found] == [(CueKind.CHANGED, "moved to")]
