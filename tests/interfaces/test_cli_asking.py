"""``ask`` and ``chat`` on the command line, with a real endpoint on loopback and real processes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.endpoint import Body, Endpoint, serving
from tests.interfaces.cli_runner import NAMESPACE, Cli, cli, demo_file, empty, process

__all__ = ["cli", "demo_file", "empty"]

DRAFT = "Draft a LinkedIn post announcing the beta"
POST = "Still planning in spreadsheets? Join our beta. #launch"
KEYS = ("id", "text", "citations", "unsupported", "recall", "grade", "verdict", "model", "review")


def writes(body: Body) -> str:
    """Cites what it is shown, and one thing more."""
    shown = body["messages"][-1]["content"]
    cited = " [PB-01, learnt in ep1, ep14] [PB-99, learnt in ep3]" if "PB-01" in shown else ""
    return POST + cited


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    with serving(writes) as state:
        monkeypatch.setenv("CICATRIX_LLM_BASE_URL", state.address)
        monkeypatch.setenv("CICATRIX_LLM_MODEL", "house-model")
        monkeypatch.setenv("CICATRIX_LLM_API_KEY", "sk-test-not-a-key-0123456789")
        yield state


def test_with_memory_and_without(cli: Cli, endpoint: Endpoint) -> None:
    done = cli("ask", DRAFT, "--both", "--json")
    assert done.code == 0
    shown: dict[str, Any] = done.json
    assert set(KEYS) <= set(shown) & set(shown["without"])
    assert shown["text"] == f"{POST} [PB-01, learnt in ep1, ep14]"
    assert [(each["rule"], each["episodes"], each["valid"]) for each in shown["citations"]] == [
        ("PB-01", ["ep1", "ep14"], True),
        ("PB-99", ["ep3"], False),
    ]
    assert (shown["id"], shown["without"]["id"], shown["model"]) == ("an-1", "an-2", "house-model")
    assert shown["recall"].startswith("rc-")
    assert shown["verdict"].startswith("gd-")
    assert (shown["without"]["text"], shown["without"]["citations"]) == (POST, [])
    assert shown["usage"]["prompt"] > shown["without"]["usage"]["prompt"] > 0
    assert cli("replay", "an-1", "--json").json["identical"]
    assert cli("verify", "--deep", "--json").json["ok"]


def test_a_refusal_leaves_with_4_and_asks_no_model(cli: Cli, endpoint: Endpoint) -> None:
    done = cli("ask", "Post our discount code on Twitter", "--json")
    shown: dict[str, Any] = done.json
    assert done.code == 4
    assert shown["citations"] == [
        {"rule": "PB-05", "episodes": ["ep7"], "valid": True, "reason": None, "trust": None},
    ]
    assert "[PB-05, learnt in ep7]" in shown["text"]
    assert not endpoint.asked


def test_what_memory_does_not_know_leaves_with_6(cli: Cli, endpoint: Endpoint) -> None:
    assert cli("ask", "When does the observatory in Tartu open?").code == 6


def test_on_a_terminal_what_was_struck_stands_below(cli: Cli, endpoint: Endpoint) -> None:
    done = cli("ask", DRAFT)
    assert f"{POST} [PB-01, learnt in ep1, ep14]" in " ".join(done.out.split())
    assert "struck" in done.out
    assert "PB-99 was not put before the model" in done.out


def test_without_a_model_there_is_the_brief(cli: Cli) -> None:
    shown: dict[str, Any] = cli("ask", DRAFT, "--json").json
    assert shown["model"] is None
    assert "[PB-01, learnt in ep1, ep14]" in shown["text"]
    assert "No model" in shown["note"]
    assert cli("ask", DRAFT, "--no-memory").code == 2


@pytest.mark.parametrize("variable", ["CICATRIX_LLM_BASE_URL", "OLLAMA_HOST"])
def test_an_address_alone_is_no_model(cli: Cli, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """It may be there for embeddings, or for another program."""
    monkeypatch.setenv(variable, "http://127.0.0.1:9/v1")
    assert cli("ask", DRAFT, "--json").json["model"] is None
    assert "proposed" not in cli("distill", "--json").json


def test_a_key_for_another_program_sends_no_correction_out(
    cli: Cli, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is named for other programs answers ``ask``, where a person asks; ``distill`` says that it asked nobody."""
    for name in ("BASE_URL", "MODEL", "API_KEY"):
        monkeypatch.delenv(f"CICATRIX_LLM_{name}")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-not-a-key-0123456789")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.address)
    monkeypatch.setenv("CICATRIX_LLM_MODEL_ANSWER", "house-model")
    correction = "Hm. Thirty days is the window."
    assert cli("record", "--task", "Refund", "--correction", correction, "--by", "dana").code == 0
    done: dict[str, Any] = cli("distill", "--json").json
    assert "proposed" not in done
    assert any("cicatrix distill --model" in note for note in done["notes"])
    assert not endpoint.asked
    assert cli("ask", DRAFT, "--json").json["model"] == "house-model"
    asked = len(endpoint.asked)
    refused = cli("distill", "--model", "--json")  # no model is named for this role
    assert (refused.code, len(endpoint.asked)) == (2, asked)
    assert "CICATRIX_LLM_MODEL_DISTILL" in refused.error["hint"]
    monkeypatch.setenv("CICATRIX_LLM_MODEL_DISTILL", "house-model")
    assert "proposed" in cli("distill", "--json").json
    assert len(endpoint.asked) > asked


def test_a_model_that_is_not_there_is_told_before_anything_is_sealed(
    empty: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = ("-n", "shop", "--json")
    empty("record", "-n", "shop", "--task", "Refund", "--correction", "Thirty days is the window.", "--by", "dana")
    sealed = empty("ledger", "show", *home).json["entries"]
    assert empty("distill", "--model", *home).code == 2
    assert empty("ledger", "show", *home).json["entries"] == sealed
    monkeypatch.setenv("CICATRIX_LLM_MODEL", "house-model")
    done = empty("distill", *home)
    assert "CICATRIX_LLM_MODEL names house-model" in str(done.json["notes"])
    assert "proposed" not in done.json


def test_a_limit_of_tokens_stops_with_7(cli: Cli, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_BUDGET_TOKENS_PER_DAY", "100")
    done = cli("ask", DRAFT, "--json")
    assert done.code == 7
    assert done.error["code"] == "budget_spent"
    assert not endpoint.asked


def test_the_settings_say_who_is_asked_and_show_no_key(cli: Cli, endpoint: Endpoint) -> None:
    done = cli("config", "show", "--json")
    shown: dict[str, Any] = done.json["models"]  # type: ignore[assignment]
    assert (shown["base_url"], shown["where"]) == (endpoint.address, "CICATRIX_LLM_BASE_URL")
    assert shown["key_from"] == "CICATRIX_LLM_API_KEY"
    assert shown["roles"]["answer"] == {"model": "house-model", "where": "CICATRIX_LLM_MODEL"}
    assert "sk-test" not in done.out + cli("config", "show").out


def test_a_conversation_over_two_processes(tmp_path: Path, demo_file: Path) -> None:
    """A new session starts empty and still knows; each exchange is a line of JSON."""

    def answer(body: Body) -> str:
        return "Almonds [M-1, ep17]." if "peanuts. [M-1" in body["messages"][-1]["content"] else "Noted."

    shutil.copy(demo_file, tmp_path / "cicatrix.db")
    with serving(answer) as endpoint:
        env = {
            "CICATRIX_NAMESPACE": NAMESPACE,
            "CICATRIX_LLM_BASE_URL": endpoint.address,
            "CICATRIX_LLM_MODEL": "m",
            "CICATRIX_HOME": str(tmp_path / "home"),
        }
        first = process("chat", "--session", "s1", "--json", cwd=tmp_path, stdin=b"I'm allergic to peanuts.\n", env=env)
        said = "Are peanuts in it?\nThanks!\n"
        second = process("chat", "--session", "s2", "--json", cwd=tmp_path, stdin=said.encode(), env=env)
        spoken = process("chat", "--session", "s3", "-m", "Any peanuts?", cwd=tmp_path, env=env)
    assert (first.code, second.code, spoken.code) == (0, 0, 0)
    assert json.loads(first.out)["learnt"] == ["M-1"]
    turns = [json.loads(line) for line in second.out.splitlines()]
    assert [turn["id"] for turn in turns] == ["tn-2", "tn-3"]
    assert turns[0]["text"] == "Almonds [M-1, ep17]."
    assert spoken.out.startswith("Almonds [M-1, ep17].")
    asked = [len(body["messages"]) for body in endpoint.asked]
    assert asked == [2, 2, 4, 2]
    replayed = process("replay", "tn-2", "--json", cwd=tmp_path, env=env)
    assert json.loads(replayed.out)["identical"]
    process("export", "bundle", "out.zip", cwd=tmp_path, env=env)
    checked = process("verify", "--bundle", "out.zip", "--json", cwd=tmp_path, env=env)
    assert json.loads(checked.out)["ok"], checked.out


def test_distill_lets_the_model_read_the_rest_and_retry_asks_again(empty: Cli, endpoint: Endpoint) -> None:
    quote = "For enterprise customers the refund window is thirty days"
    good = json.dumps({"rules": [{"text": f"{quote}.", "quote": quote}]})
    empty("record", "-n", "shop", "--task", "Refund", "--correction", f"Hm. {quote}.", "--by", "dana")
    assert "proposed" not in empty("distill", "-n", "shop", "--no-model", "--json").json
    endpoint.answer = lambda _: '{"answers": [1]}'
    failed: dict[str, Any] = empty("distill", "-n", "shop", "--json").json["proposed"]  # type: ignore[assignment]
    assert (failed["read"], failed["admitted"]) == (1, [])
    (letter,) = failed["failed"]
    assert letter in empty("inbox", "-n", "shop", "--dead-letters").out
    assert empty("retry", "-n", "shop", letter, "--json").json["failed"]
    endpoint.answer = lambda _: good
    done: dict[str, Any] = empty("retry", "-n", "shop", "--json").json
    assert [(rule["id"], rule["status"], rule["text"]) for rule in done["admitted"]] == [
        ("PB-01", "candidate", f"{quote}.")
    ]
    assert letter not in empty("inbox", "-n", "shop", "--dead-letters").out
    assert "response_format" in endpoint.asked[0]
    assert "Nothing is left" in empty("retry", "-n", "shop").out
    assert empty("verify", "-n", "shop", "--deep", "--json").json["ok"]
