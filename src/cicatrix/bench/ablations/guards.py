"""What the mechanisms are there for that no scenario rests on: one play each, as in the scenarios."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

from cicatrix.bench.scenarios import Telling
from cicatrix.bench.scenarios.plays import Told, active_texts
from cicatrix.bench.scenarios.stage import Stage
from cicatrix.bench.scenarios.stories import Turn

Story = Mapping[str, object]

TIGHT: Final = 150
"""Tokens, in which not all of seven experiences fit."""

TIMES: Final = 3
"""So often the caller acted on it."""

AFTER: Final = 200
"""Days after which nothing is left of what happened once and was never used."""


def constrained(stage: Stage, story: Story) -> Told:
    """A prohibition has its place among experiences that share more with the question."""
    subject = story["subject"]
    with stage.open() as memory:
        memory.record(
            task=str(story["task"]), action="Done.", correction=str(story["correction"]), correction_by="dana"
        )
        for week in range(2, 9):
            memory.record(
                task=f"Report on the {subject}, week {week}.",
                action=f"Counted what the {subject} brought in by week {week}: {week * 37} in all.",
            )
        found = memory.recall(str(story["question"]), budget=TIGHT)
    return _told(any(str(story["word"]) in item.text for item in found.items))


def rescued(stage: Stage, story: Story) -> Told:
    """What somebody's health hangs on is put before a model though it shares nothing with the question but its risk."""
    with stage.open() as memory:
        stage.tell(memory, str(story["vital"]), session="doctor")
        stage.pass_days(30)
        stage.tell(memory, *_texts(story["told"]), session="talk")
        found = memory.recall(str(story["question"]))
    return _told(any(str(story["word"]) in item.text for item in found.items))


def unknown(stage: Stage, story: Story) -> Told:
    """A turn that has only a word of the question is not put before a model."""
    with stage.open() as memory:
        stage.tell(memory, *(Turn("assistant", text) for text in _texts(story["told"])), session="talk")
        found = memory.recall(str(story["question"]))
    return Told(len(found.items), not found.items)


def answered(stage: Stage, story: Story) -> Told:
    """An answer comes first for the words of the question that it answered."""
    with stage.open() as memory:
        stage.tell(memory, Turn("assistant", str(story["asked"])), str(story["answer"]), session="talk")
        stage.tell(memory, *_texts(story["others"]), session="other")
        found = memory.recall(str(story["question"]))
    return _told(bool(found.items) and str(story["word"]) in found.items[0].text)


def meant(stage: Stage, story: Story) -> Told:
    """What says the same in other words is found."""
    with stage.open() as memory:
        stage.tell(memory, *_texts(story["told"]), session="talk")
        found = memory.recall(str(story["question"]))
    return _told(bool(found.items) and str(story["word"]) in found.items[0].text)


def used(stage: Stage, story: Story) -> Told:
    """Of two that are as like the question, the one that was of use comes first: the other was first before."""
    question = str(story["question"])
    with stage.open() as memory:
        stage.tell(memory, *_texts(story["told"]), session="talk")
        last = memory.recall(question).items[-1].id
        for _ in range(TIMES if stage.setup.reports_use else 0):
            memory.used(memory.recall(question).id, [last])
        found = memory.recall(question)
    return _told(found.items[0].id == last)


def faded(stage: Stage, story: Story) -> Told:
    """What happened once and was never used is let go; what is so stays."""
    with stage.open() as memory:
        stage.tell(memory, str(story["passing"]), str(story["lasting"]), session="talk")
        stage.pass_days(AFTER)
        memory.sleep()
        active = active_texts(memory)
    return Told(len(active), active == [story["lasting"]])


PLAYS: Final[Mapping[str, Callable[[Stage, Story], Told]]] = {
    play.__name__: play for play in (rescued, constrained, unknown, answered, meant, used, faded)
}


def guards() -> tuple[Telling, ...]:
    """Every telling of every guard."""
    told = tomllib.loads(files(__package__).joinpath("guards.toml").read_text(encoding="utf-8"))
    return tuple(
        Telling(name, name, str(story["name"]), _of(play, story))
        for name, play in PLAYS.items()
        for story in told[name]
    )


def _of(play: Callable[[Stage, Story], Told], story: Story) -> Callable[[Stage], Told]:
    return lambda stage: play(stage, story)


def _told(held: bool) -> Told:
    return Told(float(held), held)


def _texts(found: object) -> list[str]:
    assert isinstance(found, list)
    return [str(text) for text in found]
