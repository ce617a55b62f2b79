from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.canonical import canonical_json
from cicatrix.core.codec import decode, encode
from cicatrix.core.episodes import TEXT_FIELDS, Episode, EpisodeKind, JsonObject, Source
from cicatrix.core.intake import Trust, content_key, take
from cicatrix.core.trust import Corrector, Origin
from cicatrix.core.values import MAX_TEXT
from cicatrix.errors import InvalidInput, InvalidText, InvalidTime

TOKEN = "gh" + "p_" + "aB3dE6gH9j" * 4


def taken(**given: object) -> Episode:
    return take(given).episode


def notes(**given: object) -> tuple[str, ...]:
    return take(given).notes


# -- text comes back as it came --------------------------------------------------------------------------------------

UNICODE = [
    "我们决定用 React，因为团队熟悉它。",
    "👩‍🚀🏳️‍🌈 e\u0301 é \u200d\ufeff",
    "שלום \u202eabc\u202c مرحبا",
    "```python\n\tprint('x')\r\n```\n\n\n",
    "nul \x00 and bell \x07",
    "  leading and trailing  ",
    "\ud7ff\ue000\U0010ffff",
    "ﬁ ﷺ Å Å",
]


@pytest.mark.parametrize("text", UNICODE)
@pytest.mark.parametrize("name", ["task", "action", "outcome", "correction"])
def test_text_is_kept_letter_for_letter(name: str, text: str) -> None:
    episode = taken(**{name: text})
    assert episode.words(name) == text
    assert decode(Episode, encode(episode)) == episode


@given(st.dictionaries(st.sampled_from(TEXT_FIELDS), st.text(alphabet=st.characters(exclude_categories=["Cs"]))))
def test_any_unicode_is_taken_whole_or_refused_as_empty(texts: dict[str, str]) -> None:
    try:
        found = take({**texts, "kind": "experience"})
    except InvalidInput:
        assert not any(texts.get(name, "").strip() for name in ("task", "action", "outcome", "correction"))
        return
    if not found.episode.redactions:
        assert {name: found.episode.words(name) for name in TEXT_FIELDS} == {**dict.fromkeys(TEXT_FIELDS, ""), **texts}
    canonical_json(encode(found.episode))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
OTHER_KEYS = (
    "kind actor session subjects occurred_at zone by correction_by corrector arguments question external_id role "
    "speaker recorded_by origin metadata"
)
KEYS = st.sampled_from([*TEXT_FIELDS, *OTHER_KEYS.split(), ""])


@given(st.dictionaries(KEYS, ANYTHING, max_size=6), st.sampled_from(["caller", "external", "human"]))
def test_whatever_is_given_is_sealed_or_refused_with_a_reason(given: dict[str, object], trust: Trust) -> None:
    try:
        found = take(given, trust=trust)
    except InvalidInput:  # any other error is a failure of intake
        return
    canonical_json(encode(found.episode))
    assert decode(Episode, encode(found.episode)) == found.episode
    assert content_key(found.episode)


def test_the_longest_text_is_kept_whole() -> None:
    text = "filler sentence. " * 12_000 + "Important: I am allergic to penicillin."
    assert taken(kind="turn", role="user", text=text).text == text
    with pytest.raises(InvalidInput, match="outcome has 1,000,001 characters"):
        taken(outcome="x" * (MAX_TEXT + 1))


def test_a_lone_surrogate_is_refused_with_field_and_place() -> None:
    with pytest.raises(InvalidText, match=r"correction holds a lone surrogate, U\+DE00, at character 3"):
        taken(correction="abc\ude00")


# -- what there has to be --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "experience has nothing to record: it needs at least one of task, action, outcome, correction"),
        ({"task": "", "action": None, "outcome": " \n\t"}, "nothing to record"),
        ({"kind": "turn", "role": "user", "text": "   "}, "turn has nothing to record: it needs text"),
        ({"kind": "turn", "task": "no words were said"}, "turn has nothing to record"),
        ({"kind": "tool_call", "arguments": {"a": 1}}, "tool_call has nothing to record: it needs tool"),
        ({"kind": "reply"}, "reply has nothing to record"),
        ({"kind": "document", "title": "Empty"}, "document has nothing to record"),
        ({"kind": "diary", "text": "x"}, "no kind of episode 'diary'"),
        ({"kind": 3}, "kind is a number"),
        ({"task": 3}, "task is a number, and has to be text"),
        ({"task": "x", "session": ["s"]}, "session is a list"),
        ({"task": "x", "subjects": "ana"}, "subjects has to be a list"),
        ({"task": "x", "subjects": [1]}, "subjects/0 is a number"),
        ({"task": "x", "subjects": ["s"] * 101}, "101 subjects"),
        ({"task": "x", "actor": "a\nb"}, "actor holds a control character"),
        ({"task": "x", "arguments": "{}"}, "arguments is text"),
        ({"task": "x", "question": "PB-01"}, "PB-01 is no question"),
        ({"task": "x", "question": "why"}, "is no handle"),
        ({"task": "x", "correction": "y", "by": "a", "correction_by": "b"}, "different people"),
        ({"kind": "document", "text": "x", "correction": "y"}, "A document has no correction"),
        ({3: "x"}, "a key of the episode is a number"),
    ],
)
def test_what_is_refused(given: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        take(given)


def test_a_missing_kind_is_an_experience_and_the_hint_says_what_else_it_could_be() -> None:
    assert taken(task="x").kind is EpisodeKind.EXPERIENCE
    with pytest.raises(InvalidInput) as caught:
        taken(text="hello")
    assert "'turn'" in caught.value.hint


# -- who says it -----------------------------------------------------------------------------------------------------


def test_a_named_corrector_is_an_operator() -> None:
    for key in ("correction_by", "by"):
        episode = taken(task="Post", correction="Never on Sundays.", **{key: "dana"})
        assert episode.corrector == Corrector("dana", "operator")
        assert (episode.origin, episode.corrector_origin) == (Origin.AGENT, Origin.HUMAN)


def test_a_correction_that_nobody_is_named_for_is_the_agents_report() -> None:
    found = take({"task": "Post", "correction": "Dana said: never on Sundays."})
    assert found.episode.corrector is None
    assert found.episode.corrector_origin is Origin.AGENT
    assert found.notes == ("nobody is named for the correction (by): it counts as the agent's report",)


def test_text_cannot_raise_its_own_origin() -> None:
    found = take({"task": "x", "origin": "system", "trust": "human", "outcome": "origin: system, by: dana"})
    assert found.episode.origin is Origin.AGENT
    assert found.episode.corrector is None
    assert found.notes == (
        "origin is stamped by the engine; the one given was left out",
        "trust is stamped by the engine; the one given was left out",
    )


def test_an_end_users_turn_is_human_and_corrects_nothing() -> None:
    episode = taken(kind="turn", speaker="user", text="I am allergic to peanuts")
    assert (episode.origin, episode.role, episode.actor, episode.corrector) == (Origin.HUMAN, "user", "user", None)


def test_whose_turn_and_whose_reply_it_is() -> None:
    assert taken(kind="turn", role="user", speaker="Ana", text="hi").actor == "Ana"
    assert taken(kind="turn", role="user", speaker="Ana", text="hi", actor="kiosk").actor == "kiosk"
    assert taken(kind="reply", text="Ask legal first", by="dana").actor == "dana"
    assert taken(task="x").actor == "agent"


def test_a_role_that_is_unknown_is_noted() -> None:
    assert notes(kind="turn", role="narrator", text="x") == (
        "the role 'narrator' is unknown: it counts as the agent's report",
    )
    assert notes(kind="turn", speaker="Ana", text="x") == ("the turn has no role: it counts as the agent's report",)


@pytest.mark.parametrize("kind", ["experience", "turn", "reply", "document", "tool_call"])
def test_everything_in_an_external_log_is_external(kind: str) -> None:
    given = {"kind": kind, "text": "x", "task": "x", "tool": "x", "role": "user", "by": "dana"}
    assert take(given, trust="external").episode.origin is Origin.EXTERNAL


def test_a_reply_has_its_person_and_question() -> None:
    reply = taken(kind="reply", text="Ask legal first.", by="dana", question="Q-01")
    assert (reply.origin, reply.corrector_role, reply.question) == (Origin.HUMAN, "operator", "q-1")
    assert taken(kind="reply", text="Ask legal first.").origin is Origin.AGENT


# -- nothing is dropped in silence -----------------------------------------------------------------------------------


def test_keys_outside_the_schema_are_named() -> None:
    assert notes(task="x", metadata={"priority": "high"}, mood="good", empty=None, none=[]) == (
        "the key 'metadata' is not in the episode schema and was left out",
        "the key 'mood' is not in the episode schema and was left out",
    )


def test_a_name_without_a_correction_is_named() -> None:
    assert notes(task="x", by="dana") == ("by was left out: there is no correction that it could be of",)


def test_a_zone_without_a_time_is_named() -> None:
    assert notes(task="x", zone="+02:00") == ("zone was left out: there is no time that it could be of",)


def test_what_was_read_otherwise_is_named() -> None:
    assert notes(kind="tool_call", tool="t", result={"ok": True}) == ("result was no text and was kept as its JSON",)
    assert taken(kind="tool_call", tool="t", result=[1, "é"]).result == '[1, "é"]'
    assert "kept as text" in notes(kind="tool_call", tool="t", arguments={"id": 2**60})[0]


def test_times_keep_their_zone_and_their_words() -> None:
    exact = taken(task="x", occurred_at="2025-03-02T09:00:00+05:30")
    assert (exact.occurred_at, exact.occurred_at_given) == ("2025-03-02T09:00:00+05:30", "")
    found = take({"task": "x", "occurred_at": "1:56 pm on 8 May, 2023", "zone": "-04:00"})
    assert found.episode.occurred_at == "2023-05-08T13:56:00-04:00"
    assert found.episode.occurred_at_given == "1:56 pm on 8 May, 2023"
    assert found.notes == ("occurred_at names no zone and was taken as UTC-04:00",)
    with pytest.raises(InvalidTime):
        taken(task="x", occurred_at="soon")


def test_every_field_that_a_caller_fills_is_redacted() -> None:
    fields: JsonObject = dict.fromkeys(TEXT_FIELDS, f"a {TOKEN} b")
    names: JsonObject = dict.fromkeys(
        ("actor", "session", "speaker", "role", "recorded_by", "by", "external_id"), TOKEN
    )
    found = take({**fields, **names, "kind": "turn", "subjects": [TOKEN], "arguments": {TOKEN: [TOKEN]}, TOKEN: "x"})
    assert TOKEN not in repr(found)
    assert {mark.field for mark in found.episode.redactions} == {
        *TEXT_FIELDS,
        *(set(names) - {"by"}),
        "correction_by",
        "subjects/0",
        "arguments/[redacted:github_token]#",
        "arguments/[redacted:github_token]/0",
    }
    assert "a secret in task was redacted: github_token" in found.notes


# -- the same row is the same ----------------------------------------------------------------------------------------


def test_the_key_is_of_the_words_not_of_trust_time_of_record_or_spelling_of_the_time() -> None:
    row = {"task": "Post", "correction": "Never.", "by": "dana", "occurred_at": "2026-11-30T08:00:00Z"}
    key = content_key(take(row).episode)
    assert content_key(take(row, trust="external").episode) == key
    assert content_key(take({**row, "occurred_at": "2026-11-30T08:00:00Z "}).episode) != content_key(
        take({**row, "occurred_at": "2026-11-30T09:00:00Z"}).episode
    )
    sealed = replace(
        take(row).episode, id="ep7", recorded_at="2026-12-01T00:00:00Z", seq=9, source=Source("im-1", "a", "b")
    )
    assert content_key(sealed) == key
    assert content_key(take(row).episode, "elsewhere") != key
    for name, value in {"task": "Posts", "by": "ravi", "session": "s", "occurred_at": None}.items():
        assert content_key(take({**row, name: value}).episode) != key


def test_an_episode_as_it_is_shown_is_known_again() -> None:
    row = {"task": f"Post with {TOKEN}", "correction": "Never.", "by": "dana", "occurred_at": "8 May 2023"}
    first = take(row).episode
    shown = {**encode(replace(first, id="ep3", recorded_at="2026-12-01T00:00:00Z"))}
    again = take(shown)
    assert content_key(again.episode) == content_key(first)
    assert again.episode.corrector == Corrector("dana", "operator")


def test_the_time_of_an_earlier_record_is_no_time_of_the_event() -> None:
    """An episode without a time of its own is shown with the time of its record; its row came without."""
    row = {"kind": "turn", "role": "user", "text": "hello"}
    first = take(row).episode
    at = "2026-12-01T00:00:00.000000Z"
    sealed = replace(first, id="ep3", recorded_at=at, occurred_at=at)
    again = take(encode(sealed))
    assert content_key(sealed) == content_key(first)
    assert again.untimed
    assert content_key(again.episode, untimed=again.untimed) == content_key(first)
    assert not take({**row, "occurred_at": at}).untimed


def test_a_note_is_given_once() -> None:
    assert notes(task=f"{TOKEN} and {TOKEN}") == ("a secret in task was redacted: github_token",)


def test_a_corrector_who_is_no_operator_is_not_taken_over() -> None:
    found = take({"task": "x", "correction": "y", "corrector": {"name": "ana", "role": "end_user"}})
    assert found.episode.corrector is None
    assert any("corrector is stamped" in note for note in found.notes)
