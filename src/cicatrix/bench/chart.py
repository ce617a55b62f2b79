"""The chart of a bench: one group of bars a metric, one bar a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure

_COLOURS = ("#a8324a", "#8a8f98", "#c7b299")


def draw(bench: str, title: str, systems: Sequence[tuple[str, Mapping[str, float]]], folder: Path) -> tuple[Path, ...]:
    """Write ``<bench>.svg`` and ``<bench>.png`` and return their paths. The first system names the metrics."""
    names = list(systems[0][1])
    figure = Figure(figsize=(max(6.0, 1.2 * len(names)), 4.0), layout="constrained")
    axes = figure.add_subplot()
    width = 0.8 / len(systems)
    for place, (system, metrics) in enumerate(systems):
        at = [index + (place - (len(systems) - 1) / 2) * width for index in range(len(names))]
        heights = [metrics.get(name, 0.0) for name in names]
        bars = axes.bar(at, heights, width * 0.92, label=system, color=_COLOURS[place % len(_COLOURS)])
        axes.bar_label(bars, fmt="%.2f", fontsize=8)
    axes.set_xticks(range(len(names)), [name.replace("_", "\n", 1) for name in names], fontsize=8)
    axes.set_title(title, loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    if len(systems) > 1:
        axes.legend(frameon=False, fontsize=8)
    svg, png = folder / f"{bench}.svg", folder / f"{bench}.png"
    figure.savefig(svg, metadata={"Date": None})
    figure.savefig(png)
    return svg, png
