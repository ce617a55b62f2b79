"""The benches for precision and for standing preferences, on small sets in our own words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cicatrix import bench
from cicatrix.errors import InvalidInput


def _belief(name: str, text: str, **fields: object) -> dict[str, object]:
    return {
        "_id": name,
        "user_id": "ana",
        "type": "preference",
        "canonical_name": name.replace("-", "_"),
        "aliases": [],
        "content": text,
        "scope": ["domain:code"],
        "pinned": False,
        "superseded_by": None,
        "resolved_at": None,
    } | fields


def _case(name: str, query: str, scope: str = "domain:code", **expect: object) -> dict[str, object]:
    return {"caseId": name, "category": "own", "scope": [scope], "query": query, "expect": expect}


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    beliefs = [
        _belief("heron", "Services store their data in Heron.", superseded_by="kestrel", aliases=["heron"]),
        _belief("kestrel", "Services store their data in Kestrel since spring.", pinned=True),
        _belief("cluster", "Services run on the cluster in Dublin.", aliases=["k8s"]),
        _belief("queue-question", "Queue or stream for events is not decided.", pinned=True, type="open_question"),
        _belief("brief", "Answers name one option.", scope=["user:universal"], pinned=True),
        _belief("secret", "Writes everything in Fortran.", user_id="bob", pinned=True),
        _belief("old-question", "Tabs or spaces was open.", resolved_at="2026-01-01T00:00:00Z", type="open_question"),
    ]
    cases = [
        _case(
            "alias",
            "k8s?",
            relevantBeliefs={"shouldOnlyInclude": ["cluster"]},
            pinnedFacts={"mustInclude": ["kestrel"], "mustExclude": ["secret"]},
            openQuestions={"mustInclude": ["queue-question"], "mustExclude": ["old-question"]},
            personaPrelude={"nonEmpty": True, "contains": ["option"]},
        ),
        _case("over", "is heron still in use?", relevantBeliefs={"shouldOnlyInclude": []}),
        _case("wrong", "k8s?", relevantBeliefs={"shouldOnlyInclude": []}),
        _case("elsewhere", "k8s?", scope="domain:garden", relevantBeliefs={"shouldOnlyInclude": ["cluster"]}),
    ]
    (tmp_path / "beliefs.json").write_text(json.dumps(beliefs), "utf-8")
    (tmp_path / "retrieval.json").write_text(json.dumps(cases), "utf-8")
    return tmp_path


def test_cases_pass_by_exact_sets_and_failures_say_why(sets: Path) -> None:
    report = bench.run("precision", sets, None)
    assert report.metrics == {"passed": 0.5}
    assert "failed: wrong: relevantBeliefs has cluster too" in report.notes
    assert "failed: elsewhere: relevantBeliefs lacks cluster" in report.notes
    assert report.per_category["own"]["n"] == 4


def test_preferences_are_asked_for_among_all_others(tmp_path: Path) -> None:
    topics = {
        "food": [("I never eat anything with dairy.", "Which bakery should I try on Sunday?")],
        "cars": [("I avoid cars with a petrol engine.", "What should I lease for a long commute?")],
    }
    for topic, pairs in topics.items():
        rows = [{"preference": told, "question": asked} for told, asked in pairs]
        (tmp_path / f"{topic}.json").write_text(json.dumps(rows), "utf-8")
    report = bench.run("prefeval", tmp_path, None)
    assert report.n == 2
    assert report.metrics == {"surfaced": 1.0, "first_ten": 1.0, "surfaced_in_topic": 1.0}
    assert set(report.beside) == {"bm25"}  # nothing has a vector here
    assert set(report.per_category) == {"cars", "food"}


@pytest.mark.parametrize("name", ["precision", "prefeval"])
def test_what_is_no_such_set_is_said(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        bench.run(name, None, None)
    with pytest.raises(InvalidInput):
        bench.run(name, tmp_path, None)
    (tmp_path / "beliefs.json").write_text("{", "utf-8")
    (tmp_path / "retrieval.json").write_text("[]", "utf-8")
    with pytest.raises(InvalidInput):
        bench.run(name, tmp_path, None)
