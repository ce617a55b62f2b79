"""Nouns become bodies and come back whole."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.codec import decode, encode
from cicatrix.core.episodes import Episode, EpisodeKind, Redaction, Source
from cicatrix.core.memories import Change, Evidence, Memory, MemoryType, Status
from cicatrix.core.trust import Corrector, Origin

words = st.text(max_size=20)
spans = st.builds(Evidence, episode=words, field=words, start=st.integers(0, 9), end=st.integers(0, 9), sha256=words)
episodes = st.builds(
    Episode,
    id=words,
    kind=st.sampled_from(EpisodeKind),
    actor=words,
    origin=st.sampled_from(Origin),
    occurred_at=words,
    recorded_at=words,
    session=st.none() | words,
    correction=words,
    corrector=st.none() | st.builds(Corrector, name=words, role=st.sampled_from(["operator", "end_user", "agent"])),
    arguments=st.dictionaries(words, st.none() | st.booleans() | st.integers() | words | st.lists(words), max_size=3),
    subjects=st.lists(words, max_size=3).map(tuple),
    redactions=st.lists(
        st.builds(Redaction, field=words, start=st.integers(), end=st.integers(), kind=words), max_size=2
    ).map(tuple),
    source=st.none() | st.builds(Source, import_id=words, where=words, key=words),
)
memories = st.builds(
    Memory,
    id=words,
    type=st.sampled_from(MemoryType),
    text=words,
    status=st.sampled_from(Status),
    trust=st.sampled_from(Origin),
    evidence=st.lists(spans, max_size=3).map(tuple),
    change=st.builds(Change, act=words, by=words, reason=words),
    importance=st.integers(0, 1000),
    pinned=st.booleans(),
    tags=st.lists(words, max_size=3).map(tuple),
    superseded_by=st.none() | words,
)


@given(episodes)
def test_episodes_round_trip_through_json(episode: Episode) -> None:
    assert decode(Episode, json.loads(json.dumps(encode(episode)))) == episode


@given(memories, st.integers(1, 10**9))
def test_memories_round_trip_and_learn_where_they_stand(memory: Memory, seq: int) -> None:
    body = json.loads(json.dumps(encode(memory)))
    found = decode(Memory, body, seq=seq)
    assert found.seq == seq
    assert encode(found) == body


def test_defaults_are_not_written_and_unknown_keys_do_not_hurt() -> None:
    span = Evidence("ep1", "correction", 0, 4, "aa")
    body = encode(span)
    assert body == {"episode": "ep1", "field": "correction", "start": 0, "end": 4, "sha256": "aa"}
    assert decode(Evidence, {**body, "added_later": 1}) == span
