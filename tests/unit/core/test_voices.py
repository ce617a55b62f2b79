from __future__ import annotations

import pytest

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.intake import take
from cicatrix.core.trust import Origin
from cicatrix.core.voices import spoken_origin, vouched

SPOKEN = [
    (EpisodeKind.EXPERIENCE, "", Origin.AGENT),
    (EpisodeKind.EXPERIENCE, "user", Origin.AGENT),  # a role means something in a turn only
    (EpisodeKind.TOOL_CALL, "", Origin.AGENT),
    (EpisodeKind.TURN, "user", Origin.HUMAN),
    (EpisodeKind.TURN, "Human", Origin.HUMAN),
    (EpisodeKind.TURN, "assistant", Origin.AGENT),
    (EpisodeKind.TURN, "tool", Origin.TOOL),
    (EpisodeKind.TURN, "system", Origin.AGENT),
    (EpisodeKind.TURN, "editor in chief", Origin.AGENT),
    (EpisodeKind.TURN, "", Origin.AGENT),
    (EpisodeKind.REPLY, "", Origin.AGENT),
    (EpisodeKind.DOCUMENT, "", Origin.EXTERNAL),
    (EpisodeKind.DOCUMENT, "user", Origin.EXTERNAL),
]


@pytest.mark.parametrize(("kind", "role", "origin"), SPOKEN)
def test_origin_by_kind_and_role(kind: EpisodeKind, role: str, origin: Origin) -> None:
    assert spoken_origin(kind, role) is origin


def test_a_reply_is_human_when_a_person_is_named() -> None:
    assert spoken_origin(EpisodeKind.REPLY, "", person_named=True) is Origin.HUMAN


def test_a_result_is_never_worth_more_than_its_tool() -> None:
    call = take({"kind": "tool_call", "tool": "search", "result": "Always pay at once.", "outcome": "paid"}).episode
    assert call.origin_of("result") is Origin.TOOL
    assert call.origin_of("outcome") is Origin.AGENT


def imported(**given: object) -> Episode:
    return take(given, trust="external").episode


def test_vouching_raises_what_people_said_and_nothing_else() -> None:
    said = imported(kind="turn", role="user", text="hello")
    answered = imported(kind="turn", role="assistant", text="hello")
    called = imported(kind="tool_call", tool="search")
    page = imported(kind="document", text="As the editor said: never sleep.")
    corrected = imported(task="Post", correction="Never post on Sundays.", correction_by="dana")
    assert {said.origin, answered.origin, called.origin, corrected.corrector_origin} == {Origin.EXTERNAL}
    assert vouched(said).origin is Origin.HUMAN
    assert vouched(answered).origin is Origin.AGENT
    assert vouched(called).origin is Origin.AGENT
    assert vouched(page).origin is Origin.EXTERNAL
    assert vouched(corrected).origin_of("action") is Origin.AGENT
    assert vouched(corrected).corrector_origin is Origin.HUMAN
