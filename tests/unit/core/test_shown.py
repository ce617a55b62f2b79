"""Episodes as they are put before a model, and where their fields stand in that."""

from __future__ import annotations

import pytest

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.shown import RESULT_SHOWN, correcting, shown
from cicatrix.core.trust import Corrector, Origin

DANA = Corrector("dana", "operator")


def episode(kind: EpisodeKind, origin: Origin = Origin.AGENT, **fields: object) -> Episode:
    return Episode(id="ep1", kind=kind, actor="a", origin=origin, occurred_at="", recorded_at="", **fields)  # type: ignore[arg-type]


EPISODES = [
    episode(EpisodeKind.EXPERIENCE, task="Post", outcome="It\nflopped", correction="Ask first.", corrector=DANA),
    episode(
        EpisodeKind.TOOL_CALL, tool="pay", arguments={"to": "ana"}, result="paid " * 200, correction="Never twice."
    ),
    episode(EpisodeKind.DOCUMENT, title="Fares", text="One.\n\nTwo."),
    episode(EpisodeKind.TURN, speaker="ana", text="Hello"),
    episode(EpisodeKind.REPLY, task="How long?", text="Thirty days.", corrector=DANA),
    episode(EpisodeKind.TURN),
]


@pytest.mark.parametrize("noun", EPISODES, ids=lambda noun: noun.kind.value)
def test_a_place_in_the_text_is_a_place_in_the_episode(noun: Episode) -> None:
    text, fields = shown(noun)
    for field in fields:
        words = text[field.start : field.end]
        assert field.line <= field.start
        assert not field.line or text[field.line - 1] == "\n"
        if field.name:
            assert noun.words(field.name).startswith(words)
            assert len(words) == min(len(noun.words(field.name)), RESULT_SHOWN)


def test_the_correction_has_the_name_of_who_made_it() -> None:
    assert shown(EPISODES[0]).text == "Task: Post\nOutcome: It\nflopped\nCorrection by dana: Ask first."
    assert shown(EPISODES[1]).text.startswith('pay {"to": "ana"}\nResult: paid')
    assert "(700 characters more)\nCorrection: Never twice." in shown(EPISODES[1]).text


def test_a_person_stands_behind_a_correction_only_where_the_log_is_trusted() -> None:
    assert correcting(EPISODES[0]) == "dana"
    assert correcting(EPISODES[1]) == ""
    outside = episode(EpisodeKind.EXPERIENCE, Origin.EXTERNAL, correction="Ask first.", corrector=DANA)
    assert correcting(outside) == ""
