"""The embedder on the command line: which one is in use, what waits, and what is said when it fails."""

from __future__ import annotations

import sqlite3

import pytest
from tests.interfaces.cli_runner import Cli, empty

from cicatrix.adapters.embedders.local import LocalEmbedder
from cicatrix.core.episodes import JsonObject

__all__ = ["empty"]

RULE = ("record", "--task", "Ship", "--correction", "Never ship on a Friday.", "--by", "dana", "--json")


@pytest.fixture(autouse=True)
def _namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_NAMESPACE", "acme/support")


def facts(shown: JsonObject) -> dict[str, str]:
    found = shown["facts"]
    assert isinstance(found, dict)
    return {name: str(value) for name, value in found.items()}


def findings(shown: JsonObject) -> dict[str, str]:
    listed = shown["findings"]
    assert isinstance(listed, list)
    return {str(item["id"]): str(item["message"]) for item in listed if isinstance(item, dict)}


def test_without_one_recall_goes_by_words_and_nothing_waits(empty: Cli) -> None:
    assert empty(*RULE).json["notes"] == []
    shown = empty("doctor", "--json").json
    assert facts(shown)["embedder"] == "none: recall goes by words"
    assert findings(shown) == {}
    assert "no embedder" in empty("doctor", "--mend").err


def test_the_doctor_counts_what_waits_and_makes_it(empty: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    empty(*RULE)
    monkeypatch.setenv("CICATRIX_EMBEDDER", "local")
    answer = empty("doctor", "--json")
    assert answer.code == 0, "what waits is found by its words"
    assert findings(answer.json) == {
        "vectors_wait": "2 texts without a vector of minilm-l6-v2-int8: found by words alone."
    }
    mended = empty("doctor", "--mend", "--json")
    assert facts(mended.json)["embedder"] == "minilm-l6-v2-int8, on this machine, 2 vectors of 384 numbers"
    assert findings(mended.json) == {}
    assert empty("recall", "Ship the release", "--json").json["degraded"] is None
    assert empty("verify", "--deep").code == 0


def test_a_damaged_vector_is_found_and_made_again(empty: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_EMBEDDER", "local")
    empty(*RULE)
    file = sqlite3.connect(empty.db)
    with file:
        file.execute("UPDATE vectors SET vector = x'0102' WHERE seq = 2")
    file.close()
    answer = empty("doctor", "--json")
    assert (answer.code, set(findings(answer.json))) == (1, {"vectors_damaged"})
    failed = empty("recall", "Ship", "--json")
    assert failed.code == 3
    assert "doctor" in str(failed.error["hint"])
    mended = empty("doctor", "--mend", "--json")
    assert (mended.code, findings(mended.json)) == (0, {})
    assert empty("recall", "Ship", "--json").json["degraded"] is None


def test_an_embedder_that_fails_is_told_everywhere(empty: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_EMBEDDER", "local")
    empty(*RULE)
    monkeypatch.setattr("cicatrix.adapters.embedders.local._LIBRARIES", ("no_such_library",))
    monkeypatch.setattr("cicatrix.adapters.embedders.choice.shared_local", LocalEmbedder)  # none that is loaded already
    notes = empty("record", "--task", "Greet", "--json").json["notes"]
    assert isinstance(notes, list)
    assert "The local embedder is not installed." in str(notes[0])
    assert empty("recall", "Ship", "--json").json["degraded"] == (
        "Searched by words alone. The local embedder is not installed."
    )
    assert "Searched by words alone" in empty("recall", "Ship").out
    shown = empty("doctor", "--json").json
    assert set(findings(shown)) == {"embedder_failed", "vectors_wait"}


def test_a_name_that_is_no_embedder_is_refused(empty: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_EMBEDDER", "word2vec")
    answer = empty(*RULE)
    assert answer.code != 0
    assert "no embedder 'word2vec'" in str(answer.error["message"])


def test_the_file_of_the_project_names_it(empty: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CICATRIX_EMBEDDER")
    (empty.folder / "cicatrix.toml").write_text('embedder = "none"\n\n[embed]\nmodel = "bge-m3"\n')
    listed = empty("config", "show", "--json").json["settings"]
    assert isinstance(listed, list)
    found = {str(item["name"]): (item["value"], item["source"]) for item in listed if isinstance(item, dict)}
    assert found["embedder"] == ("none", "cicatrix.toml")
    assert found["embed.model"] == ("bge-m3", "cicatrix.toml")
    assert found["llm.base_url"] == ("", "default")
