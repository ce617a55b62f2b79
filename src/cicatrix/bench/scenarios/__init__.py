"""Five scenarios that the idea began with, each told in several ways of our own, by calls that anybody makes.

1. *noise*: a fact is recalled after 13 unrelated turns, in another session
2. *change*: a new employer replaces the old one; no answer names him as if he were true, and he is known as history
3. *shrink*: what is active is at least 94 % smaller in tokens than a conversation of 32 messages; three fragments of
   together 93 to 103 tokens become one memory of 74 at most
4. *prompt*: the answers stand in a prompt of at most 182 tokens where the conversation so far needs 480 to 544
5. *critical*: an allergy is in every answer that it concerns, at a likeness at which nothing else is recalled

A scenario holds where every telling of it does. Tokens are the product's own estimate (core/text.py), which counts four
Latin characters a token. With an embedder all is told twice, once with words alone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, mean, used_settings
from cicatrix.bench.scenarios import plays
from cicatrix.bench.scenarios.plays import Told
from cicatrix.bench.scenarios.stage import Setup, Stage, embedder_named
from cicatrix.bench.scenarios.stories import stories
from cicatrix.core.sleep import COUNTER

Play = Callable[[Stage], Told]


@dataclass(frozen=True, slots=True)
class Telling:
    """One story that can be played: of which scenario, under which name."""

    scenario: str
    part: str  # the claim of the scenario that it is about
    name: str
    play: Play


FIGURES: Final = {
    "noise": "the lowest place of the fact in an answer, from 1",
    "change": "how many items of an answer that were told before name the old employer",
    "shrink": "the least share of a conversation's tokens that is saved",
    "fragments": "tokens of the longest merged memory",
    "prompt": "tokens of the longest prompt",
    "critical": "the highest cosine of an allergy with a question; 0 without an embedder",
}
"""What stands under ``figure``: of all tellings the one that is furthest from the claim."""


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing is random here
    """Tell all stories. Raises InvalidInput for an embedder that is not there."""
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        words = play_all(Stage(Path(folder), Setup()), tellings())
        settings = used_settings(Stage(Path(folder), Setup()).open()) | {"embedder": embedder, "counter": COUNTER}
        told = words
        if embedder != "none":
            place = Path(folder) / "vectors"
            place.mkdir()
            told = play_all(Stage(place, Setup(embedder_named(embedder, place))), tellings())
    report = BenchReport(
        bench="scenarios",
        data_sha256="",
        settings=settings,
        n=len(told),
        metrics=_held(told),
        per_category=by_part(told),
        beside={} if told is words else {"words alone": _held(words)},
        beside_per_category={} if told is words else {"(words alone)": by_part(words)},
        notes=(f"tokens: {COUNTER}", *(f"figure of {part}: {meaning}" for part, meaning in FIGURES.items())),
    )
    return Measured(report, tuple(_items(told, embedder) + (_items(words, "none") if told is not words else [])))


def tellings() -> tuple[Telling, ...]:
    """Every telling of every scenario."""
    told = stories()
    return (
        *(Telling("noise", "noise", each.name, partial(plays.recalled, story=each)) for each in told.recalled),
        *(Telling("change", "change", each.name, partial(plays.changed, story=each)) for each in told.changed),
        *(Telling("shrink", "shrink", each.name, partial(plays.shrunk, story=each)) for each in told.conversations),
        *(Telling("shrink", "fragments", each.name, partial(plays.merged, story=each)) for each in told.fragments),
        *(Telling("prompt", "prompt", each.name, partial(plays.prompted, story=each)) for each in told.conversations),
        *(Telling("critical", "critical", each.name, partial(plays.minded, story=each)) for each in told.critical),
    )


Played = Sequence[tuple[Telling, Told]]


def play_all(stage: Stage, told: Sequence[Telling]) -> Played:
    """Play these in order on one stage."""
    return [(each, each.play(stage)) for each in told]


def by_part(played: Played) -> dict[str, Metrics]:
    """By claim: the share of tellings in which it held, the worst figure, and what the plain way comes to."""
    found: dict[str, Metrics] = {}
    for part in dict.fromkeys(each.part for each, _ in played):
        told = [come for each, come in played if each.part == part]
        worst = min if part == "shrink" else max
        found[part] = {"tellings": len(told), "held": mean([come.held for come in told])}
        found[part]["figure"] = worst(come.figure for come in told)
        plain = [come.plain for come in told if come.plain is not None]
        if plain:
            found[part]["plain"] = mean(plain)
    return found


def _held(played: Played) -> Metrics:
    scenarios = list(dict.fromkeys(each.scenario for each, _ in played))
    held = [all(come.held for each, come in played if each.scenario == name) for name in scenarios]
    return {"scenarios": len(scenarios), "held": sum(held), "tellings_held": mean([come.held for _, come in played])}


def _items(played: Played, embedder: str) -> list[Item]:
    return [
        Item(
            f"{each.part}: {each.name}",
            {"embedder": embedder, "figure": come.figure, "held": come.held, "plain": come.plain, **come.facts},
        )
        for each, come in played
    ]


__all__ = ["Played", "Telling", "by_part", "play_all", "run", "tellings"]
