"""Public logs come in whole, once, and can be found again."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from cicatrix import Memory
from cicatrix.core.moments import read_moment, to_utc

LOCOMO = Path("locomo/locomo-dev.json")
TAU = Path("tau-bench/gpt-4o-airline-tasks-0-24.json")


def test_three_dialogues_come_in_whole(memory: Memory, data: Path) -> None:
    samples = json.loads((data / LOCOMO).read_bytes())
    turns = {
        f"{sample['sample_id']} {turn['dia_id']}": (turn, sample["conversation"][f"{session}_date_time"])
        for sample in samples
        for session, listed in sample["conversation"].items()
        if isinstance(listed, list)
        for turn in listed
    }
    report = memory.import_file(data / LOCOMO, trust="human")
    assert (report.format, report.imported, report.skipped, report.already) == ("locomo", len(turns), (), 0)
    assert len(turns) == 419 + 369 + 663

    found = memory.read().episodes(limit=10_000)
    by_place = {episode.source.where: episode for episode in found if episode.source}
    assert by_place.keys() == turns.keys(), "evidence of a question finds its episode"
    for place, (turn, when) in turns.items():
        episode = by_place[place]
        caption = turn.get("blip_caption")
        assert episode.text == (f"{turn['text']} [shares {caption}]" if caption else turn["text"])
        assert (episode.speaker, episode.subjects, episode.occurred_at_given) == (
            turn["speaker"],
            (turn["speaker"],),
            when,
        )
        assert to_utc(episode.occurred_at) == read_moment(when).utc
        assert place.split()[0] == (episode.session or "").split("/")[0]
    assert not [episode.id for episode in found if episode.redactions], "false alarms"

    order = sorted(found, key=lambda episode: episode.seq)
    assert [episode.source.where for episode in order[:3] if episode.source] == [f"conv-26 D1:{n}" for n in (1, 2, 3)]
    before = memory.read().head()
    assert memory.import_file(data / LOCOMO, trust="human").already == len(turns)
    assert memory.read().head() == before


def test_a_hundred_agent_runs_come_in_whole(memory: Memory, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = json.loads((data / TAU).read_bytes())
    messages = [message for run in runs for message in run["traj"]]
    said = Counter(message["role"] for message in messages if message["role"] != "tool" and message["content"])
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    start = time.perf_counter()
    report = memory.import_file(data / TAU, trust="human")
    seconds = time.perf_counter() - start
    with capsys.disabled():
        print(  # noqa: T201 - a measurement
            f"\n{report.imported} episodes of 100 runs imported in {seconds:.2f} s"
        )
    assert report.format == "tau-bench"
    assert (report.skipped, report.notes) == ((), ())

    found = memory.read().episodes(limit=10_000)
    kinds = Counter(f"{episode.kind} {episode.role}".strip() for episode in found)
    assert kinds == {
        "turn user": said["user"],
        "turn assistant": said["assistant"],
        "tool_call": len(calls),
        "document system": len({message["content"] for message in messages if message["role"] == "system"}),
    }
    assert Counter(episode.text for episode in found if episode.role == "user") == Counter(
        message["content"] for message in messages if message["role"] == "user"
    )
    assert Counter(
        (e.tool, json.dumps(e.arguments, sort_keys=True)) for e in found if e.kind == "tool_call"
    ) == Counter(
        (call["function"]["name"], json.dumps(json.loads(call["function"]["arguments"]), sort_keys=True))
        for call in calls
    )
    assert Counter(episode.result for episode in found if episode.kind == "tool_call") == Counter(
        message["content"] for message in messages if message["role"] == "tool"
    )
    assert len({episode.session for episode in found if episode.session}) == len(runs)
    assert not [episode.id for episode in found if episode.redactions], "false alarms"
    assert memory.import_file(data / TAU, trust="human").imported == 0
    assert memory.verify(deep=True).ok
