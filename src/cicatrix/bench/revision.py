"""What a new statement means for an old one, on pairs that people have labelled.

Two layouts are read: SICK's table of captions, where what each says of the other is labelled in both directions, and
pairs of everyday statements as JSON Lines (``id``, ``old`` and ``new`` with ``text``, ``speaker``, ``at``; ``label``).
Each pair is judged as every write of the product judges it: the same procedure, the same likeness, the attributes of a
new namespace.

==================  ================================================================================================
wrongful            of the pairs that are no contradiction (no update), the share judged *replaces*
missed              of the contradictions (SICK: labelled in both directions), the share judged neither *replaces* nor
                    *uncertain*
missed_any          the same of those labelled in any direction
uncertain           the share of all pairs that would be a question to a person
false_duplicates    how many pairs were judged *duplicate* and are not
replaced            of the contradictions, the share judged *replaces*
==================  ================================================================================================

Beside it stand a rule of similarity (from a cosine of .9 the same, from .7 an update; shared words where no embedder
is) and a rule of negation (half the words shared and one says no: an update; all of them: the same).
"""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cicatrix.bench.opening import open_memory
from cicatrix.bench.report import BenchReport, Item, Measured, Metrics, mean, read_data, used_settings
from cicatrix.core.revision.polarity import is_negative
from cicatrix.core.revision.procedure import Likeness, judge
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict
from cicatrix.core.revision.wording import plain
from cicatrix.core.text import content_stems
from cicatrix.engine.embedding import likeness
from cicatrix.errors import InvalidInput

SAME: Final = 900_000
UPDATE: Final = 700_000
_ONE: Final = 1_000_000
_SICK_COLUMNS: Final = frozenset({"pair_ID", "sentence_A", "sentence_B", "entailment_AB", "entailment_BA"})

Judge = Callable[[Statement, Statement], Judged]


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """``label``: duplicate, replaces, refines or distinct. ``both_ways``: a contradiction whichever is the older."""

    id: str
    old: Statement
    new: Statement
    label: str
    both_ways: bool
    category: str = ""

    @property
    def is_update(self) -> bool:
        return self.label == Verdict.REPLACES


def run(data: Path | None, seed: int, *, embedder: str = "none") -> Measured:  # noqa: ARG001 - nothing is random here
    """Measure the file ``data``. Raises InvalidInput when it is in neither layout."""
    raw, sha256 = read_data(data, "revision")
    pairs = list(_pairs(raw))
    with (
        tempfile.TemporaryDirectory(prefix="cicatrix-bench-") as folder,
        open_memory(Path(folder), "revision", embedder) as memory,
    ):
        alike, attributes = likeness(memory.context), memory.context.attributes
        settings = used_settings(memory) | {"embedder": embedder, "similarity": {"same": SAME, "update": UPDATE}}
        judged = [judge(pair.old, pair.new, likeness=alike, attributes=attributes) for pair in pairs]
        by_similarity = [_by_similarity(pair, alike) for pair in pairs]
    by_negation = [_by_negation(pair) for pair in pairs]
    report = BenchReport(
        bench="revision",
        data_sha256=sha256,
        settings=settings,
        n=len(pairs),
        metrics=_metrics(pairs, [each.verdict for each in judged]),
        per_category=_by_category(pairs, judged),
        beside={"similarity": _metrics(pairs, by_similarity), "negation": _metrics(pairs, by_negation)},
        beside_per_category={},
        notes=tuple(_signals(judged)),
        confusion=_confusion(pairs, judged),
    )
    return Measured(report, tuple(_item(pair, each) for pair, each in zip(pairs, judged, strict=True)))


# -- the data ----------------------------------------------------------------------------------------------------------


def _pairs(raw: bytes) -> Iterator[LabelledPair]:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"The data is no UTF-8: {error}.", hint="Name SICK's table or JSON Lines.") from None
    if text.lstrip().startswith("{"):
        return _everyday(text)
    return _sick(text)


def _everyday(text: str) -> Iterator[LabelledPair]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            label = str(Verdict(row["label"]))
            yield LabelledPair(
                str(row.get("id", number)),
                _statement(row["old"]),
                _statement(row["new"]),
                label,
                label == Verdict.REPLACES,
                str(row.get("domain", "")),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput(
                f"Line {number} is no labelled pair: {error}.",
                hint="Each line has old and new, each with a text, and a label.",
            ) from None


def _statement(side: dict[str, str]) -> Statement:
    return Statement(side["text"], speaker=side.get("speaker", ""), said_at=side.get("at", ""))


def _sick(text: str) -> Iterator[LabelledPair]:
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    if not set(rows.fieldnames or ()) >= _SICK_COLUMNS:
        raise InvalidInput(
            "The data is neither SICK's table nor JSON Lines.",
            hint=f"A table has the columns {', '.join(sorted(_SICK_COLUMNS))}, with tabs between.",
        )
    for row in rows:
        ab, ba = row["entailment_AB"], row["entailment_BA"]
        yield LabelledPair(row["pair_ID"], Statement(row["sentence_A"]), Statement(row["sentence_B"]), *_label(ab, ba))


def _label(ab: str, ba: str) -> tuple[str, bool]:
    """Mutual entailment is a duplicate, one-way entailment refines, a contradiction in any direction is an update."""
    contradicts, entails = ["contradicts" in side for side in (ab, ba)], ["entails" in side for side in (ab, ba)]
    if any(contradicts):
        return Verdict.REPLACES, all(contradicts)
    return (Verdict.DUPLICATE if all(entails) else Verdict.REFINES if any(entails) else Verdict.DISTINCT), False


# -- the peers ---------------------------------------------------------------------------------------------------------


def _by_similarity(pair: LabelledPair, alike: Likeness | None) -> Verdict:
    found = alike(pair.old.text, pair.new.text) if alike is not None else None
    cosine = _overlap(pair) if found is None else found
    return Verdict.DUPLICATE if cosine >= SAME else Verdict.REPLACES if cosine >= UPDATE else Verdict.DISTINCT


def _by_negation(pair: LabelledPair) -> Verdict:
    shared = _overlap(pair)
    if is_negative(plain(pair.old.text)) != is_negative(plain(pair.new.text)):
        return Verdict.REPLACES if 2 * shared >= _ONE else Verdict.DISTINCT
    return Verdict.DUPLICATE if shared == _ONE else Verdict.DISTINCT


def _overlap(pair: LabelledPair) -> int:
    """The share of the smaller statement's stems that the other has, in millionths."""
    one, two = set(content_stems(pair.old.text)), set(content_stems(pair.new.text))
    return _ONE * len(one & two) // max(1, min(len(one), len(two)))


# -- the figures -------------------------------------------------------------------------------------------------------


def _metrics(pairs: Sequence[LabelledPair], verdicts: Sequence[Verdict]) -> Metrics:
    told = list(zip(pairs, verdicts, strict=True))
    noticed = (Verdict.REPLACES, Verdict.UNCERTAIN)
    return {
        "wrongful": mean([verdict is Verdict.REPLACES for pair, verdict in told if not pair.is_update]),
        "missed": mean([verdict not in noticed for pair, verdict in told if pair.both_ways]),
        "missed_any": mean([verdict not in noticed for pair, verdict in told if pair.is_update]),
        "uncertain": mean([verdict is Verdict.UNCERTAIN for verdict in verdicts]),
        "false_duplicates": float(
            sum(verdict is Verdict.DUPLICATE and pair.label != Verdict.DUPLICATE for pair, verdict in told)
        ),
        "replaced": mean([verdict is Verdict.REPLACES for pair, verdict in told if pair.both_ways]),
    }


def _by_category(pairs: Sequence[LabelledPair], judged: Sequence[Judged]) -> dict[str, Metrics]:
    found: dict[str, Metrics] = {}
    for category in sorted({pair.category for pair in pairs if pair.category}):
        part = [(pair, each.verdict) for pair, each in zip(pairs, judged, strict=True) if pair.category == category]
        found[category] = _metrics([pair for pair, _ in part], [verdict for _, verdict in part]) | {"n": len(part)}
    return found


def _confusion(pairs: Sequence[LabelledPair], judged: Sequence[Judged]) -> dict[str, dict[str, int]]:
    """Labels down, verdicts across. Contradictions that hold in one direction alone stand in a row of their own."""
    counts = Counter((_row(pair), str(each.verdict)) for pair, each in zip(pairs, judged, strict=True))
    rows = dict.fromkeys(sorted({row for row, _ in counts}))
    return {row: {str(verdict): counts[row, str(verdict)] for verdict in Verdict} for row in rows}


def _row(pair: LabelledPair) -> str:
    return f"{pair.label}, one way" if pair.is_update and not pair.both_ways else str(pair.label)


def _signals(judged: Sequence[Judged]) -> Iterator[str]:
    """Which rule gave each verdict, and how often."""
    for verdict in Verdict:
        counts = Counter(str(each.signals["rule"]) for each in judged if each.verdict is verdict)
        if counts:
            yield f"{verdict}: " + ", ".join(f"{rule} {count}" for rule, count in counts.most_common())


def _item(pair: LabelledPair, judged: Judged) -> Item:
    return Item(
        pair.id,
        {
            "old": pair.old.text,
            "new": pair.new.text,
            "label": str(pair.label),
            "both_ways": pair.both_ways,
            "verdict": str(judged.verdict),
            "reason": judged.reason,
            "signals": dict(judged.signals),
        },
    )


__all__ = ["LabelledPair", "run"]
