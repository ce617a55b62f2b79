"""What a bench answers: figures with the data's hash and the settings that they were taken with."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from cicatrix import __version__
from cicatrix.core import scoring
from cicatrix.core.episodes import JsonObject
from cicatrix.engine.memory import Memory
from cicatrix.errors import InvalidInput, StoreError

Metrics = dict[str, float]


@dataclass(frozen=True, slots=True)
class Item:
    """One measured case."""

    name: str
    facts: JsonObject


@dataclass(frozen=True, slots=True)
class BenchReport:
    """Rates are fractions of 1, times are milliseconds; which, the metric's name says."""

    bench: str
    data_sha256: str  # empty where the data is generated
    settings: JsonObject
    n: int
    metrics: Metrics
    per_category: dict[str, Metrics]
    beside: dict[str, Metrics]  # floors and peers measured in the same run
    beside_per_category: dict[str, dict[str, Metrics]]
    notes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    confusion: dict[str, dict[str, int]] = field(default_factory=dict)  # labels down, verdicts across, counts

    def summary(self) -> JsonObject:
        """The report as JSON. A confusion matrix stands among the metrics."""
        found: JsonObject = asdict(self)
        confusion = found.pop("confusion")
        if confusion:
            found["metrics"] = {**self.metrics, "confusion": confusion}
        return found

    def __str__(self) -> str:
        """The table that a person reads."""
        lines = [f"{self.bench}: n = {self.n}"]
        if self.beside:
            lines.append(_table([("cicatrix", self.metrics), *self.beside.items()]))
        else:
            lines += [f"  {name:<32}{value:>12.3f}" for name, value in self.metrics.items()]
        if self.confusion:
            lines += ["", "labels down, verdicts across", _counts(self.confusion)]
        if self.per_category:
            lines += ["", "by category"]
            names = sorted({*self.per_category, *(name for peer in self.beside_per_category.values() for name in peer)})
            parts: list[tuple[str, Mapping[str, float]]] = []
            for name in names:
                parts.append((name, self.per_category.get(name, {})))
                parts += [(f"{name} {peer}", found.get(name, {})) for peer, found in self.beside_per_category.items()]
            lines.append(_table(parts))
        lines += [f"  {note}" for note in self.notes]
        lines += [f"  wrote {file}" for file in self.files]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Measured:
    """A run: the summary, and every case for whoever wants to look behind a mean."""

    report: BenchReport
    items: tuple[Item, ...]

    def written(self, folder: Path) -> BenchReport:
        """Write ``<bench>.json``, ``<bench>-items.jsonl`` and a chart; return the report that names them."""
        name = self.report.bench
        try:
            folder.mkdir(parents=True, exist_ok=True)
            items = folder / f"{name}-items.jsonl"
            lines = (json.dumps({"item": item.name} | item.facts, ensure_ascii=False) for item in self.items)
            items.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            charts, notes = _draw(self.report, folder)
            summary = folder / f"{name}.json"
            files = (str(summary), str(items), *map(str, charts))
            report = replace(self.report, files=files, notes=(*self.report.notes, *notes))
            text = json.dumps(report.summary(), ensure_ascii=False, indent=2, sort_keys=True)
            summary.write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"The results cannot be written to {folder}: {error.strerror}.") from error
        return report


def read_data(path: Path | None, bench: str) -> tuple[bytes, str]:
    """The bytes of a data file and their SHA-256. Raises InvalidInput when it is not named or cannot be read."""
    if path is None:
        raise InvalidInput(f"The bench {bench} needs data.", hint=f"Name the file: cicatrix bench {bench} --data PATH.")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read: {error.strerror}.", hint="Name the data file itself, not its folder."
        ) from error
    return raw, hashlib.sha256(raw).hexdigest()


def used_settings(memory: Memory) -> JsonObject:
    """What a run can be repeated with: the settings of its recalls, the recipe, and what it ran on."""
    return asdict(memory.context.recall_settings) | {
        "algorithm": scoring.ALGORITHM,
        "cicatrix": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of all does not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def _table(rows: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    """Names down, metrics across, every figure to three places."""
    columns = list(dict.fromkeys(name for _, metrics in rows for name in metrics))
    first = max(len(name) for name, _ in rows)
    widths = [max(len(column), 9) for column in columns]
    lines = [" " * first + "".join(f"  {column:>{width}}" for column, width in zip(columns, widths, strict=True))]
    for name, metrics in rows:
        cells = (f"{metrics[column]:.3f}" if column in metrics else "–" for column in columns)
        cells_text = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{name:<{first}}{cells_text}")
    return "\n".join(lines)


def _counts(rows: Mapping[str, Mapping[str, int]]) -> str:
    columns = list(dict.fromkeys(name for row in rows.values() for name in row))
    first = max(map(len, rows))
    lines = [" " * first + "".join(f"  {column:>9}" for column in columns)]
    lines += [f"{name:<{first}}" + "".join(f"  {row[column]:>9}" for column in columns) for name, row in rows.items()]
    return "\n".join(lines)


def _draw(report: BenchReport, folder: Path) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """A bar chart as SVG and PNG, where matplotlib is installed; else a note that says so."""
    try:
        from cicatrix.bench.chart import draw
    except ImportError:
        return (), ("no chart: install cicatrix[bench] for matplotlib",)
    systems = [("cicatrix", report.metrics), *report.beside.items()]
    return draw(report.bench, f"{report.bench}, n = {report.n}", systems, folder), ()
