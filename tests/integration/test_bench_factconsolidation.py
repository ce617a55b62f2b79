"""The bench on facts of our own: what counts as right, as wrongly ended, as stale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.bench.factconsolidation import updates
from cicatrix.errors import InvalidInput

FACTS = (
    "The harbour master of Lindau is Ruth Abel.",
    "The ferry Amsel was built in the town of Bregenz.",
    "The harbour master of Bregenz is Timo Kern.",
    "The harbour master of Lindau is Ada Vogt.",
    "Ruth Abel lives in the town of Lochau.",
)


def sample(source: str, asked: list[tuple[str, str]]) -> dict[str, object]:
    return {
        "context": "Facts:\n" + "\n".join(f"{place}. {fact}" for place, fact in enumerate(FACTS)),
        "questions": [question for question, _ in asked],
        "answers": [[gold] for _, gold in asked],
        "metadata": {"source": source},
    }


def test_the_newest_fact_answers_and_nothing_else_ends(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    single = [
        ("Who is the harbour master of Lindau?", "Ada Vogt"),
        ("Who is the harbour master of Bregenz?", "Timo Kern"),
    ]
    double = [("In which town does the former harbour master of Lindau live?", "Lochau")]
    file.write_text(json.dumps([sample("own_sh_1", single), sample("own_mh_1", double)]), encoding="utf-8")
    report = bench.run("factconsolidation", file, tmp_path / "out")
    assert report.n == 3
    assert report.metrics["accuracy"] == 1
    assert report.metrics["wrongly_ended"] == 0
    assert report.metrics["stale_active"] == 0
    assert 0 <= report.metrics["accuracy_multi_hop"] <= 1
    assert report.beside["bm25"]["accuracy"] <= 1
    assert any("1 updated by a later one, of which 0 still stand" in note for note in report.notes)
    rows = [json.loads(line) for line in (tmp_path / "out" / "factconsolidation-items.jsonl").read_text().splitlines()]
    assert [row["right"] for row in rows if row.get("set") == "own_sh_1"] == [True, True]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The harbour master of Lindau is Ruth Abel.", "The harbour master of Lindau is Ada Vogt.", True),
        ("The harbour master of Lindau is Ruth Abel.", "The harbour master of Bregenz is Timo Kern.", False),
        ("Ada Vogt lives in the town of Bregenz.", "Timo Kern lives in the town of Bregenz.", False),
        ("Ada Vogt is a sailor.", "Ada Vogt is a sailor.", False),
    ],
)
def test_an_update_has_the_same_beginning_and_another_end(old: str, new: str, expected: bool) -> None:
    assert updates(old, new) is expected


@pytest.mark.parametrize("content", ["{", "[{}]", '[{"context": "1. A fact.", "questions": ["?"], "answers": []}]'])
def test_what_is_no_such_set_is_said_to_be_none(tmp_path: Path, content: str) -> None:
    file = tmp_path / "facts.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidInput):
        bench.run("factconsolidation", file, None)
