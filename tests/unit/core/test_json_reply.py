"""Reading JSON out of replies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.json_reply import lacks, read_reply

ITEM: JsonObject = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": ITEM}},
    "required": ["facts"],
}
GOOD = '{"facts": [{"text": "The lab opens at 7"}]}'
ONE: JsonValue = {"facts": [{"text": "The lab opens at 7"}]}


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"```json\n{GOOD}\n```\n\nExplanation: one fact was found.",
        f"```\n{GOOD}\n```",
        f"```json\n{GOOD}",
        f"Sure! Here you are:\n{GOOD}\nAnything else?",
        f'<think>Maybe {{"facts": [draft]}} or {{x}}? They said {{tea}}.</think>\n{GOOD}',
        f'<think>{{"facts": [{{"text": "a draft"}}]}}</think>{GOOD}',
        f'I think {{"facts": [{{"text": "a draft"}}]}}</think>\n{GOOD}',
        '[{"text": "The lab opens at 7"}]',
        f"[{GOOD}]",
        f"﻿  {GOOD}",
        f'{{"note": 1}} {GOOD}',
        f"{GOOD}{GOOD}",
        f'{{"fact": "The lab", "seen": 1}}\n{GOOD}',
    ],
)
def test_one_fact_is_found_however_it_is_wrapped(reply: str) -> None:
    read = read_reply(reply, SCHEMA)
    assert (read.value, read.fault, read.cut) == (ONE, "", False)


@pytest.mark.parametrize(
    "reply", ["", "{}", "[]", "```json\n```", "```\nNothing durable here.\n```", "null", "I found nothing."]
)
def test_a_reply_that_says_nothing_is_empty(reply: str) -> None:
    assert read_reply(reply, SCHEMA).empty


@pytest.mark.parametrize("reply", [f"<think>{GOOD}", f"<think>so {GOOD} it is\n```json\n{GOOD}\n```"])
def test_what_was_only_thought_is_never_read(reply: str) -> None:
    read = read_reply(reply, SCHEMA)
    assert read.value is None
    assert read.empty


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ('{"memories": [{"content": "Prefers trains"}]}', "it has no 'facts'"),
        ('{"facts": "The lab opens at 7"}', "it.facts is a text, not array"),
        ('{"facts": [{"text": 7}]}', "it.facts[0].text is a number, not string"),
        ('{"facts": ["The lab opens at 7"]}', "it.facts[0] is a text, not object"),
        ('{"facts": [{"text": "a" "b"}]}', "it holds JSON that cannot be read"),
        ('{"facts": NaN, "x": 1}', "it holds JSON that cannot be read"),
    ],
)
def test_a_reply_of_another_shape_is_refused_with_the_place(reply: str, fault: str) -> None:
    read = read_reply(reply, SCHEMA)
    assert (read.value, read.fault) == (None, fault)


def test_of_a_reply_that_was_cut_off_the_whole_items_are_taken() -> None:
    full = json.dumps({"facts": [{"text": f"fact {number}"} for number in range(5)]})
    seen = set()
    for end in range(1, len(full)):
        read = read_reply(full[:end], SCHEMA)
        if read.value is None:
            continue
        facts: Any = read.value["facts"]  # type: ignore[index,call-overload]
        assert facts == [{"text": f"fact {number}"} for number in range(len(facts))]
        assert read.cut or len(facts) == 5
        seen.add(len(facts))
    assert seen == {1, 2, 3, 4, 5}


@given(st.text(alphabet=st.sampled_from('{}[]",:\\ ab1`<>/think\n'), max_size=200))
def test_nothing_makes_it_fail(reply: str) -> None:
    read = read_reply(reply, SCHEMA)
    assert (read.value is None) or lacks(read.value, SCHEMA) == ""


@pytest.mark.parametrize("reply", ["[" * 100_000, '{"facts": ' * 50_000, "<think>" * 30_000, "```" * 60_000])
def test_the_worst_replies_are_read_in_time(reply: str) -> None:
    assert read_reply(reply, SCHEMA).value is None
