"""The benches on small data of our own: the figures are what they say, and what was repaired is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.bench import ledger, scale, speed
from cicatrix.bench.bm25 import PlainBM25
from cicatrix.bench.generated import GeneratedEmbedder, floats
from cicatrix.bench.locomo import Outcome
from cicatrix.bench.peers import PEERS
from cicatrix.bench.report import percentile
from cicatrix.core.episodes import JsonObject
from cicatrix.core.vectors import cosine, quantize
from cicatrix.errors import InvalidInput

METRICS = ("recall@5", "recall@10", "recall@20", "mrr", "all@10", "recall_in_800_tokens")


def dialogue() -> JsonObject:
    """Two people, two sessions, three questions; one names its evidence oddly and one has none."""
    return {
        "sample_id": "garden-1",
        "conversation": {
            "speaker_a": "Mira",
            "speaker_b": "Jonas",
            "session_1_date_time": "9:15 am on 3 April, 2024",
            "session_1": [
                {"speaker": "Mira", "dia_id": "D1:1", "text": "I built a greenhouse behind the shed."},
                {"speaker": "Jonas", "dia_id": "D1:2", "text": "What will you grow in it?"},
                {"speaker": "Mira", "dia_id": "D1:3", "text": "Tomatoes first, then lemons."},
            ],
            "session_2_date_time": "6:40 pm on 11 May, 2024",
            "session_2": [
                {"speaker": "Jonas", "dia_id": "D2:1", "text": "My bicycle was stolen on Sunday."},
                {"speaker": "Mira", "dia_id": "D2:2", "text": "Oh no! Borrow mine.", "blip_caption": "a red bicycle"},
            ],
        },
        "qa": [
            {"question": "What did Mira build?", "answer": "a greenhouse", "evidence": ["D1:1"], "category": 4},
            {"question": "Whose bicycle was stolen?", "evidence": ["D2:1; D2:02", "D9:9"], "category": 1},
            {"question": "What colour is the moon?", "evidence": [], "category": 5},
        ],
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "dialogues.json"
    file.write_text(json.dumps([dialogue()]), encoding="utf-8")
    return file


def test_recall_is_measured_and_written_down(data: Path, tmp_path: Path) -> None:
    report = bench.run("locomo", data, tmp_path / "out")
    assert report.n == 2
    assert tuple(report.metrics) == METRICS
    assert report.metrics["recall@10"] == report.beside["bm25"]["recall@10"] == 1.0
    assert {name: found["n"] for name, found in report.per_category.items()} == {
        "1": 1.0,
        "4": 1.0,
        "weights checked on": 2.0,
    }
    assert "malformed evidence ids, read by pattern: 1" in report.notes
    assert "questions without evidence, left out: 1" in report.notes
    summary = json.loads((tmp_path / "out" / "locomo.json").read_text(encoding="utf-8"))
    assert summary["data_sha256"] == report.data_sha256
    assert len(summary["data_sha256"]) == 64
    assert summary["settings"]["budget"] == 800
    assert "items" not in summary
    items = [json.loads(line) for line in (tmp_path / "out" / "locomo-items.jsonl").read_text("utf-8").splitlines()]
    assert [item["evidence"] for item in items] == [["D1:1"], ["D2:1", "D2:2"]]
    assert all(Path(file).stat().st_size > 0 for file in report.files)
    assert "recall@10" in str(report)
    assert "bm25" in str(report)


def test_an_outcome_is_scored_by_the_official_formula() -> None:
    figures = Outcome((0, 7, 12, None), (True, False, False, True)).metrics()
    assert figures == {
        "recall@5": 0.25,
        "recall@10": 0.5,
        "recall@20": 0.75,
        "mrr": 1.0,
        "all@10": 0.0,
        "recall_in_800_tokens": 0.5,
    }
    assert Outcome((None,), (False,)).metrics()["mrr"] == 0.0
    assert Outcome((3,), (True,)).metrics()["mrr"] == 0.25


def test_plain_bm25_prefers_the_rare_word_and_the_short_text() -> None:
    plain = PlainBM25(["the cat sat", "a cat sat on the long and winding garden wall", "dogs run", "a lemon and a cat"])
    assert plain.rank("cat") == [0, 3, 1]
    assert plain.rank("lemon cats")[0] == 3
    assert plain.rank("the of") == []
    assert PlainBM25([]).rank("cat") == []


def test_speed_prints_search_apart_from_recall(tmp_path: Path) -> None:
    report = speed.run(None, 3, sizes=(30,)).report
    for peer in PEERS:  # measured beside ours, or the notes say what would have to be installed
        if peer in report.beside:
            theirs = report.beside[peer]["vector_search_p50_ms_30"]
            assert report.metrics[f"vector_search_p50_ms_30_{peer}_ratio"] == pytest.approx(
                theirs / report.metrics["vector_search_p50_ms_30"]
            )
        else:
            assert any(note.startswith(f"{peer} is not measured") and "pip install" in note for note in report.notes)
    for name in (
        "search_p50_ms_30",
        "recall_p50_ms_30",
        "index_build_ms_30",
        "add_p50_ms_30",
        "turns_search_p50_ms_30",
    ):
        assert report.metrics[name] > 0
        assert name in str(report)
    assert report.metrics["search_p50_ms_30"] <= report.metrics["search_p99_ms_30"]


def test_the_generated_embedder_is_the_same_for_all_and_knows_shared_words() -> None:
    made = GeneratedEmbedder().embed(["red boat", "red kite", "old mill", " "], role="passage")
    red, kite, mill, nothing = made
    assert (red, kite, mill) == (*GeneratedEmbedder().embed(["red boat", "red kite", "old mill"], role="query"),)
    assert nothing is None
    assert red
    assert kite
    assert mill
    assert cosine(red, kite) > 300_000 > cosine(red, mill)
    assert quantize(floats("red boat")) == red


def test_the_ledger_is_measured_beside_bare_sqlite(tmp_path: Path) -> None:
    measured = ledger.run(None, 3, entries=600, batches=3, singles=5, appends=4)
    metrics = measured.report.metrics
    assert all(value > 0 for name, value in metrics.items() if name != "single_append_ms_more_than_bare")
    assert metrics["batch_of_100_over_bare"] == metrics["batch_of_100_ms"] / metrics["batch_of_100_ms_bare"]
    assert {"hash_and_tree_us", "threads_16_separate_per_second", "verify_peak_mb", "proof_ms"} <= metrics.keys()
    assert len(measured.items) == 3 + 5
    assert "batch_of_100_over_bare" in str(measured.written(tmp_path))


def test_scale_is_measured_at_each_size() -> None:
    measured = scale.run(None, 3, entries=(60, 5000), queries=6)
    for size in (60, 5000):
        found = {name.removesuffix(f"_{size}"): value for name, value in measured.report.metrics.items()}
        assert found["overlap@20"] >= 0.999
        assert {"hybrid_p50_ms", "words_p50_ms", "index_build_s", "index_mb", "add_worst_ms"} <= set(found)
        assert all(value > 0 for name, value in found.items() if name.endswith("_ms"))
    assert len(measured.items) == 2 * 4 * 6


@pytest.mark.parametrize(("name", "entries"), [("speed", [10]), ("ledger", [0]), ("ledger", [1, 2]), ("scale", [9, 0])])
def test_entries_are_for_what_has_a_size(name: str, entries: list[int]) -> None:
    with pytest.raises(InvalidInput, match="--entries"):
        bench.run(name, None, None, entries=entries)


def test_the_same_seed_asks_the_same() -> None:
    one, other, third = (speed._Words(seed) for seed in (5, 5, 6))
    texts = [[words.text() for _ in range(5)] + [words.query()] for words in (one, other, third)]
    assert texts[0] == texts[1] != texts[2]


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([], 0.5) == 0.0
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([3.0, 1.0, 2.0], 0.99) == 3.0


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("nonsense", "[]", "no bench 'nonsense'"),
        ("locomo", None, "cannot be read"),
        ("locomo", "{", "no JSON"),
        ("locomo", "[1]", "no conversation with questions"),
    ],
)
def test_what_cannot_be_measured_is_said(tmp_path: Path, name: str, content: str | None, said: str) -> None:
    file = tmp_path / "data.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidInput, match=said):
        bench.run(name, file, None)


def test_data_and_embedder_must_be_there() -> None:
    with pytest.raises(InvalidInput, match="needs data"):
        bench.run("locomo", None, None)
    with pytest.raises(InvalidInput, match="words alone"):
        bench.run("ledger", None, None, embedder="local")
