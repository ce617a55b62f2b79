"""Demonstration ledgers: fictional people and teams whose episodes can be loaded, learnt from and asked.

Each pack is a folder here with ``pack.toml`` (title, namespace, people, demo queries) and ``episodes.jsonl`` (rows of
the episode schema, in the order in which they happened). In one that is ``observed``, memories come of its turns.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable

from cicatrix.core.episodes import JsonObject
from cicatrix.errors import NotFound


@dataclass(frozen=True, slots=True)
class DemoQuery:
    """A question for the demo, the grade it should get, and the rule or memory that should come first."""

    query: str
    grade: str
    best: str | None = None


@dataclass(frozen=True, slots=True)
class DemoAction:
    """A call for the demo, the moment at which it is judged, and the effect that it should get, by which rule."""

    name: str
    effect: str
    at: str
    resource: str = ""
    args: JsonObject = field(default_factory=dict)
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """What a pack says about itself. ``people`` maps the name under which somebody speaks to who that is; ``rules`` and
    ``memories`` are those that stand when all is learnt."""

    name: str
    title: str
    namespace: str
    story: str
    episodes: int
    rules: int
    people: dict[str, str]
    demo: tuple[DemoQuery, ...]
    actions: tuple[DemoAction, ...] = ()
    memories: int = 0
    observed: bool = False  # turns are observed, and not only recorded


def names() -> tuple[str, ...]:
    """The packs that are there, in order of their names."""
    return tuple(sorted(item.name for item in files(__name__).iterdir() if item.joinpath("pack.toml").is_file()))


def about(name: str) -> Pack:
    """What a pack says about itself. Raises NotFound."""
    told = tomllib.loads(_folder(name).joinpath("pack.toml").read_text(encoding="utf-8"))
    return Pack(
        name=name,
        title=told["title"],
        namespace=told["namespace"],
        story=told["story"],
        episodes=told["episodes"],
        rules=told["rules"],
        people=dict(told["people"]),
        demo=tuple(DemoQuery(**item) for item in told["demo"]),
        actions=tuple(DemoAction(**item) for item in told.get("action", ())),
        memories=told.get("memories", 0),
        observed=told.get("observed", False),
    )


def load(name: str) -> list[JsonObject]:
    """The rows of a pack, ready for ``Memory.record_many`` and ``observe_many``. Raises NotFound."""
    lines = _folder(name).joinpath("episodes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


def _folder(name: str) -> Traversable:
    if name not in names():
        raise NotFound(f"There is no pack called {name!r}.", hint=f"Packs: {', '.join(names())}.")
    return files(__name__).joinpath(name)
