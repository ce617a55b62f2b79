"""Each mechanism switched off breaks what it guards, and nothing else.

The stories are those of the scenarios and of ``guards.toml``. A mechanism is switched off by a setting, or the memory
is made or called without it; nothing is patched. A row of the table is one mechanism that is missing, a column what is
guarded, a figure the share of tellings that still hold; each mechanism says beforehand which are to fall.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cicatrix.bench.ablations.guards import guards
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, used_settings
from cicatrix.bench.scenarios import Played, by_part, play_all, tellings
from cicatrix.bench.scenarios.stage import Setup, Stage, embedder_named

WHOLE: Final = "everything there"


@dataclass(frozen=True, slots=True)
class Mechanism:
    """``breaks``: what falls without it."""

    name: str
    without: Callable[[Setup], Setup]
    breaks: frozenset[str]


def _set(**recall: int) -> Callable[[Setup], Setup]:
    return lambda setup: replace(setup, recall=replace(setup.recall, **recall))


def _sleep(**sleep: bool) -> Callable[[Setup], Setup]:
    return lambda setup: replace(setup, sleep=replace(setup.sleep, **sleep))  # type: ignore[arg-type]


def _made(**fields: bool | None) -> Callable[[Setup], Setup]:
    return lambda setup: replace(setup, **fields)  # type: ignore[arg-type]


def mechanisms(*, embedded: bool) -> tuple[Mechanism, ...]:
    """All that can be missing. Vectors only where they are there."""
    of_words = (
        Mechanism("rescue floor", _set(rescue_importance=1001), frozenset({"rescued", "critical"})),
        Mechanism("revision", _made(revises=False), frozenset({"change", "shrink"})),
        Mechanism("merging", _sleep(merge=False), frozenset({"fragments"})),
        Mechanism("forgetting", _sleep(forget=False), frozenset({"faded"})),
        Mechanism("relevance floor", _set(floor=1), frozenset({"unknown"})),
        Mechanism("reserved slice", _set(reserved=0), frozenset({"constrained"})),
        Mechanism("neighbours' words", _made(keeps_sessions=False), frozenset({"answered"})),
        Mechanism("usage", _made(reports_use=False), frozenset({"used"})),
    )
    return (*of_words, Mechanism("vectors", _made(embedder=None), frozenset({"meant"}))) if embedded else of_words


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing is random here
    """Play everything once whole and once without each mechanism. Raises InvalidInput for an embedder that is not
    there."""
    with tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder:
        place = Path(folder)
        whole = Setup(embedder_named(embedder, place))
        missing = mechanisms(embedded=whole.embedder is not None)
        setups = {WHOLE: whole} | {each.name: each.without(whole) for each in missing}
        rows = {name: _play(place, number, setup) for number, (name, setup) in enumerate(setups.items())}
        with Stage(place, whole).open() as memory:
            settings = used_settings(memory) | {"embedder": embedder}
    shares: dict[str, Metrics] = {
        name: {part: found["held"] for part, found in by_part(played).items()} for name, played in rows.items()
    }
    guarded = [part for part in shares[WHOLE] if part != "meant" or whole.embedder is not None]
    shares = {name: {part: found[part] for part in guarded} for name, found in shares.items()}
    wrong = list(unexpected(shares, missing))
    report = BenchReport(
        bench="ablations",
        data_sha256="",
        settings=settings,
        n=sum(map(len, rows.values())),
        metrics={
            "mechanisms": len(missing),
            "as_said": len(missing) - len({name for name, _ in wrong} - {WHOLE}),
            "whole_holds": float(all(share == 1 for share in shares[WHOLE].values())),
        },
        per_category={name if name == WHOLE else f"without {name}": found for name, found in shares.items()},
        beside={},
        beside_per_category={},
        notes=tuple(
            [f"{each.name} guards {', '.join(sorted(each.breaks))}" for each in missing]
            + [f"not as said: {name}: {part}" for name, part in wrong]
        ),
    )
    return Measured(report, tuple(_items(rows)))


def unexpected(shares: Mapping[str, Metrics], missing: tuple[Mechanism, ...]) -> list[tuple[str, str]]:
    """Where a row is not what was said beforehand: (mechanism, part). What falls must fall in half its tellings, what
    holds must hold in as many as with everything there."""
    found = [(WHOLE, part) for part, share in shares[WHOLE].items() if share < 1]
    for each in missing:
        for part, share in shares[each.name].items():
            as_said = share <= shares[WHOLE][part] / 2 if part in each.breaks else share >= shares[WHOLE][part]
            if not as_said:
                found.append((each.name, part))
    return found


def _play(folder: Path, number: int, setup: Setup) -> Played:
    place = folder / str(number)
    place.mkdir()
    return play_all(Stage(place, setup), (*tellings(), *guards()))


def _items(rows: Mapping[str, Played]) -> list[Item]:
    return [
        Item(f"{name}: {each.part}: {each.name}", {"figure": come.figure, "held": come.held})
        for name, played in rows.items()
        for each, come in played
    ]


__all__ = ["Mechanism", "mechanisms", "run", "unexpected"]
