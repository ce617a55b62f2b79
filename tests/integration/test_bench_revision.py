"""The bench of labelled pairs: both layouts, its figures, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.errors import InvalidInput

EVERYDAY = (
    ("duplicate", "The gate code is 5518", "5518 opens the gate"),
    ("replaces", "I live in Leeds", "I moved to York"),
    ("replaces", "My aunt paints", "Water boils"),  # nothing tells that it is one: missed
    ("refines", "I have a dog", "My dog is a whippet called Juno"),
    ("distinct", "I like tea", "I like coffee"),
    ("distinct", "Our office is in Bonn", "Our office is in Kiel"),  # labelled wrongly: wrongful
)
TABLE = """\
pair_ID\tsentence_A\tsentence_B\tentailment_AB\tentailment_BA
1\tA man is singing\tA man is not singing\tA_contradicts_B\tB_contradicts_A
2\tA man is singing a song\tA dog sleeps\tA_contradicts_B\tB_neutral_A
3\tA man is singing\tA man is singing\tA_entails_B\tB_entails_A
4\tA man is singing loudly at home\tA man is singing at home\tA_entails_B\tB_neutral_A
5\tA man is singing\tA dog sleeps\tA_neutral_B\tB_neutral_A
"""


def everyday(folder: Path) -> Path:
    rows = [
        {
            "id": f"e{number}",
            "domain": "home",
            "label": label,
            "old": {"text": old},
            "new": {"text": new, "speaker": "user"},
        }
        for number, (label, old, new) in enumerate(EVERYDAY)
    ]
    path = folder / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    return path


def test_everyday_pairs(tmp_path: Path) -> None:
    report = bench.run("revision", everyday(tmp_path), tmp_path / "out")
    assert report.n == 6
    assert report.metrics["wrongful"] == 0.25
    assert report.metrics["missed"] == report.metrics["missed_any"] == 0.5
    assert report.metrics["replaced"] == 0.5
    assert report.metrics["uncertain"] == 0
    assert report.metrics["false_duplicates"] == 0
    assert report.confusion["distinct"] == {
        "duplicate": 0,
        "replaces": 1,
        "refines": 0,
        "distinct": 1,
        "uncertain": 0,
    }
    assert report.summary()["metrics"]["confusion"] == report.confusion  # type: ignore[index, call-overload]
    assert set(report.beside) == {"similarity", "negation"}
    assert report.per_category["home"]["n"] == 6
    assert any(note.startswith("replaces: ") and "one_slot 1" in note for note in report.notes)
    assert "labels down, verdicts across" in str(report)
    items = [json.loads(line) for line in (tmp_path / "out" / "revision-items.jsonl").read_text("utf-8").splitlines()]
    assert [item["item"] for item in items] == [f"e{number}" for number in range(6)]
    assert items[1]["signals"]["class"] == "residence"


def test_captions(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(TABLE, encoding="utf-8")
    report = bench.run("revision", path, None)
    assert report.metrics["missed"] == 0
    assert report.metrics["missed_any"] == 0.5
    assert report.metrics["wrongful"] == 0
    assert report.confusion["replaces"]["replaces"] == 1
    assert report.confusion["replaces, one way"]["distinct"] == 1
    assert report.confusion["refines"]["refines"] == 1
    assert report.beside["negation"]["missed"] == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a,b\n1,2\n", "neither SICK's table nor JSON Lines"),
        (b'{"label": "replaces"}\n', "Line 1 is no labelled pair"),
        (b'{"label": "other", "old": {"text": "a"}, "new": {"text": "b"}}\n', "Line 1 is no labelled pair"),
        (b"\xff\xfe", "no UTF-8"),
    ],
)
def test_other_data_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "data"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=message):
        bench.run("revision", path, None)
