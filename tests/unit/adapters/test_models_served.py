"""A served model, behind a real endpoint and a proxy that breaks what it passes on."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.endpoint import FAULTS, Body, Endpoint, Proxy, breaking, serving

from cicatrix.adapters.models.choice import STUDIO_MODELS, choose, chosen
from cicatrix.adapters.models.meter import DayFile, Limits, Meter
from cicatrix.adapters.models.patience import Patience
from cicatrix.adapters.models.served import ServedModel
from cicatrix.adapters.services import MODEL_STUDIO, OPENAI
from cicatrix.config import load_settings
from cicatrix.core.chat import Message, ModelRole, Reply, Schema
from cicatrix.core.text import count_tokens
from cicatrix.errors import BudgetSpent, InvalidInput, ModelFailed

KEY = "sk-test-not-a-key-0123456789"
WORDS = "Refunds above 200 need a sign-off. [PB-01, learnt in ep1]"
ASKED = [Message("system", "Answer."), Message("user", "How are refunds handled?")]
SCHEMA = Schema("facts", {"type": "object", "properties": {}, "required": []})


@dataclass
class Pauses:
    """Takes the place of sleeping."""

    taken: list[float] = field(default_factory=list)

    def patience(self, **given: Any) -> Patience:
        return Patience(sleep=self.taken.append, random=random.Random(7), now=lambda: NOW, **given)


NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving(lambda _: WORDS) as state:
        yield state


@pytest.fixture
def proxy(endpoint: Endpoint) -> Iterator[Proxy]:
    with breaking(endpoint) as state:
        yield state


def model_at(
    address: str,
    *,
    limits: Limits | None = None,
    meter: Meter | None = None,
    timeout: float = 10,
    patience: Patience | None = None,
    **given: Any,
) -> ServedModel:
    env = {"CICATRIX_LLM_BASE_URL": address, "CICATRIX_LLM_API_KEY": KEY, "CICATRIX_LLM_MODEL": "house-model"}
    found = chosen(load_settings({}, env, Path("/nowhere")), env)
    assert found is not None
    return ServedModel(
        found, meter or Meter(limits or Limits()), timeout=timeout, patience=patience or Pauses().patience(), **given
    )


def ask(model: ServedModel, **given: Any) -> Reply:
    return model.chat(ASKED, role=ModelRole.ANSWER, **given)


# -- what is asked, and what comes back -------------------------------------------------------------------------------


def test_a_reply_comes_with_what_it_took(endpoint: Endpoint) -> None:
    reply = ask(model_at(endpoint.address))
    assert (reply.text, reply.model, reply.is_whole) == (WORDS, "house-model", True)
    assert (reply.usage.prompt, reply.usage.completion, reply.usage.estimated) == (5, len(WORDS.split()), False)
    assert endpoint.asked[0]["messages"][1] == {"role": "user", "content": "How are refunds handled?"}
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"


def test_a_streamed_reply_is_the_same(endpoint: Endpoint) -> None:
    pieces: list[str] = []
    model = model_at(endpoint.address)
    reply = ask(model, on_text=pieces.append)
    assert len(pieces) > 3
    assert "".join(pieces) == reply.text == WORDS
    assert reply.usage == ask(model).usage


def test_what_a_server_does_not_count_is_estimated(endpoint: Endpoint) -> None:
    endpoint.counts = False
    for given in ({}, {"on_text": lambda _: None}):
        usage = ask(model_at(endpoint.address), **given).usage
        assert usage.estimated
        assert usage.prompt > 0
        assert usage.completion >= count_tokens(WORDS)


def test_a_schema_and_chances_are_asked_for(endpoint: Endpoint) -> None:
    reply = ask(model_at(endpoint.address), schema=SCHEMA, logprobs=3)
    assert endpoint.asked[0]["response_format"]["json_schema"]["schema"] == SCHEMA.body
    assert endpoint.asked[0]["top_logprobs"] == 3
    assert reply.chances[0].alternatives == ((WORDS, -0.1),)


def test_a_server_that_takes_no_schema_is_asked_without_once_and_for_all() -> None:
    def answer(body: Body) -> str | tuple[int, Body]:
        return (400, {"error": {"message": "response_format is not supported"}}) if "response_format" in body else WORDS

    with serving(answer) as endpoint:
        model = model_at(endpoint.address)
        for _ in range(3):
            assert ask(model, schema=SCHEMA).text == WORDS
        assert ["response_format" in body for body in endpoint.asked] == [True, False, False, False]


def test_a_request_that_is_refused_either_way_is_an_error_at_once() -> None:
    pauses = Pauses()
    with serving(lambda _: (400, {"error": {"message": "no such model"}})) as endpoint:
        with pytest.raises(ModelFailed, match=r"answered 400: .*no such model"):
            ask(model_at(endpoint.address, patience=pauses.patience()))
        assert len(endpoint.asked) == 2
        assert not pauses.taken


def test_half_a_surrogate_becomes_a_sign() -> None:
    with serving(lambda _: "a\ud83db \ud83d\ude00") as endpoint:
        assert ask(model_at(endpoint.address)).text == "a\ufffdb \U0001f600"


def test_a_reply_that_was_cut_says_so() -> None:
    def cut(body: Body) -> tuple[int, Body]:
        message = {"role": "assistant", "content": "Ref"}
        return 200, {"choices": [{"index": 0, "finish_reason": "length", "message": message}], "usage": None}

    with serving(cut) as endpoint:
        assert not ask(model_at(endpoint.address)).is_whole


# -- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_mended_or_told_and_always_counted(
    endpoint: Endpoint, proxy: Proxy, fault: str, streams: bool
) -> None:
    """A fault before a good reply, with another one before that, and until patience ends: it ends in the reply or in an
    error that says what happened, and nothing is spent that is not counted."""
    meter = Meter(Limits())
    model = model_at(proxy.address, meter=meter, timeout=WAITS.get(fault, 5), patience=Pauses().patience(tries=3))
    for faults in ([fault], ["500", fault], [fault] * 3):
        proxy.faults = list[str | None](faults)
        pieces: list[str] = []
        before = meter.spent
        reply, failed = tried(model, **({"on_text": pieces.append} if streams else {}))
        if reply is not None:
            assert reply.text == WORDS
            assert reply.usage.total == meter.spent - before
            assert not streams or "".join(pieces) == WORDS
            assert len(faults) < 3
        else:
            assert failed is not None
            assert failed.message.startswith("127.0.0.1:")
            assert failed.tokens == meter.spent - before
            assert len(faults) == 3 or fault == "429 for long" or pieces
    assert proxy.injected.count(fault) >= 3


WAITS = {"late": 0.1, "drip": 0.1}
"""Seconds, for faults that nothing but a clock can tell."""


def tried(model: ServedModel, **given: Any) -> tuple[Reply | None, ModelFailed | None]:
    try:
        return ask(model, **given), None
    except ModelFailed as failed:
        return None, failed


def test_after_words_were_handed_on_nothing_is_asked_again(endpoint: Endpoint, proxy: Proxy) -> None:
    proxy.faults = ["cut"]
    pieces: list[str] = []
    with pytest.raises(ModelFailed, match="broke off") as failed:
        ask(model_at(proxy.address), on_text=pieces.append)
    assert WORDS.startswith("".join(pieces))
    assert pieces
    assert len(endpoint.asked) == 1
    assert failed.value.tokens > 0


def test_a_stream_without_an_end_is_broken_off(proxy: Proxy) -> None:
    proxy.faults = ["endless"]
    pieces: list[str] = []
    with pytest.raises(ModelFailed, match="does not end"):
        ask(model_at(proxy.address), on_text=pieces.append, most=50)
    assert count_tokens("".join(pieces)) < 2 * 50 + 220


def test_a_server_says_how_long_to_wait(proxy: Proxy) -> None:
    pauses = Pauses()
    proxy.faults = ["429", "500", "429"]
    assert ask(model_at(proxy.address, patience=pauses.patience())).text == WORDS
    assert pauses.taken[0] == pauses.taken[2] == 1.0
    assert 0.5 <= pauses.taken[1] <= 1.5


def test_a_pause_that_is_too_long_is_an_error_now(endpoint: Endpoint, proxy: Proxy) -> None:
    pauses = Pauses()
    proxy.faults = ["429 for long"]
    with pytest.raises(ModelFailed, match="answered 429"):
        ask(model_at(proxy.address, patience=pauses.patience()))
    assert not pauses.taken


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:05 GMT"}, 5.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "31"}, None),
    ],
)
def test_pauses_are_read_as_they_are_written(headers: dict[str, str], seconds: float | None) -> None:
    assert Pauses().patience().pause(1, headers) == seconds


@pytest.mark.parametrize("odd", ["soon", "nan", "inf", "-1", ""])
def test_a_pause_that_is_none_is_ours_to_choose(odd: str) -> None:
    pause = Pauses().patience().pause(2, {"retry-after": odd})
    assert pause is not None
    assert 0.5 <= pause <= 1.5


def test_whoever_takes_the_words_may_fail(endpoint: Endpoint) -> None:
    meter = Meter(Limits())

    def take(_: str) -> None:
        raise ValueError("the terminal is gone")

    with pytest.raises(ValueError, match="terminal"):
        ask(model_at(endpoint.address, meter=meter), on_text=take)
    assert 0 < meter.spent < 200
    assert len(endpoint.asked) == 1


def test_a_key_that_a_server_repeats_is_not_told() -> None:
    with serving(lambda _: (401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})) as endpoint:
        model = model_at(endpoint.address)
        with pytest.raises(ModelFailed) as failed:
            ask(model)
        assert KEY not in failed.value.message
        assert failed.value.__cause__ is None
        assert KEY not in repr(model._chosen)


# -- limits -----------------------------------------------------------------------------------------------------------


def test_a_call_may_take_so_much(endpoint: Endpoint) -> None:
    ask(model_at(endpoint.address, limits=Limits(per_call=100)))
    assert endpoint.asked[0]["max_tokens"] < 100
    with pytest.raises(BudgetSpent, match="The prompt has about"):
        ask(model_at(endpoint.address, limits=Limits(per_call=10)))
    assert len(endpoint.asked) == 1


def test_a_run_may_take_so_much(endpoint: Endpoint) -> None:
    model = model_at(endpoint.address, limits=Limits(per_run=200))
    with pytest.raises(BudgetSpent, match="This run has spent") as stopped:
        [ask(model, most=60) for _ in range(50)]
    assert 2 <= len(endpoint.asked) < 20
    assert stopped.value.exit_code == 7
    assert model._meter.spent <= 200


def test_failed_calls_use_up_a_run(endpoint: Endpoint, proxy: Proxy) -> None:
    model = model_at(proxy.address, limits=Limits(per_run=200), patience=Pauses().patience(tries=100))
    proxy.faults = list[str | None](["500"] * 90)
    with pytest.raises(BudgetSpent, match="This run has spent"):
        ask(model, most=60)
    assert model._meter.spent <= 200
    assert len(proxy.injected) < 20


def test_a_day_is_shared_and_ends(tmp_path: Path) -> None:
    days = [NOW]
    meters = [Meter(Limits(per_day=1_000), DayFile(tmp_path / "usage", lambda: days[-1])) for _ in range(2)]
    meters[0].reserve(600)
    with pytest.raises(BudgetSpent, match="Today 600 of 1,000"):
        meters[1].reserve(401)
    meters[1].reserve(400)
    days.append(datetime(2026, 12, 1, tzinfo=UTC))
    meters[1].reserve(1_000)


def test_many_at_a_time_never_pass_a_limit(tmp_path: Path) -> None:
    meter = Meter(Limits(per_run=500, per_day=300), DayFile(tmp_path / "usage"))
    allowed: list[int] = []

    def spend() -> None:
        for _ in range(20):
            try:
                meter.reserve(10)
            except BudgetSpent:
                continue
            allowed.append(10)

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 0 < sum(allowed) <= 300
    assert meter.spent == sum(allowed)


def test_so_many_requests_at_a_time(endpoint: Endpoint) -> None:
    inside, most, gate = [0], [0], threading.Lock()
    both = threading.Barrier(2)

    def answer(body: Body) -> str:
        with gate:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        both.wait(timeout=10)
        with gate:
            inside[0] -= 1
        return WORDS

    endpoint.answer = answer
    model = model_at(endpoint.address, parallel=2)
    threads = [threading.Thread(target=ask, args=(model,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [2]
    assert len(endpoint.asked) == 6


# -- which model ------------------------------------------------------------------------------------------------------


def of(env: dict[str, str], toml: str = "", folder: Path | None = None) -> Any:
    if folder is not None:
        (folder / "cicatrix.toml").write_text(toml)
    return chosen(load_settings({}, env, folder or Path("/nowhere"), Path("/nowhere")), env)


def test_one_key_alone_selects_a_service_with_all_its_models() -> None:
    found = of({"DASHSCOPE_API_KEY": "k"})
    assert (found.base_url, found.key_from, dict(found.models)) == (MODEL_STUDIO, "DASHSCOPE_API_KEY", STUDIO_MODELS)
    assert found.model(ModelRole.ANSWER) == "qwen3.7-plus"
    assert found.model(ModelRole.VISION) == "qwen3-vl-plus"
    assert of({}) is None


@pytest.mark.parametrize(
    ("env", "address", "key"),
    [
        ({"OPENAI_API_KEY": "o"}, OPENAI, "OPENAI_API_KEY"),
        (
            {"OPENAI_API_KEY": "o", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"},
            "http://127.0.0.1:1/v1",
            "OPENAI_API_KEY",
        ),
        ({"CICATRIX_LLM_API_KEY": "c", "OPENAI_API_KEY": "o"}, OPENAI, "CICATRIX_LLM_API_KEY"),
        ({"CICATRIX_LLM_BASE_URL": "http://127.0.0.1:1/v1/", "OPENAI_API_KEY": "o"}, "http://127.0.0.1:1/v1", ""),
        ({"CICATRIX_LLM_BASE_URL": MODEL_STUDIO, "DASHSCOPE_API_KEY": "d"}, MODEL_STUDIO, "DASHSCOPE_API_KEY"),
        ({"DASHSCOPE_API_KEY": "d", "OPENAI_API_KEY": "o"}, MODEL_STUDIO, "DASHSCOPE_API_KEY"),
        ({"OLLAMA_HOST": "0.0.0.0"}, "http://127.0.0.1:11434/v1", ""),
        ({"OLLAMA_HOST": "localhost:5000"}, "http://localhost:5000/v1", ""),
    ],
)
def test_a_key_goes_where_it_belongs(env: dict[str, str], address: str, key: str) -> None:
    found = of(env)
    assert (found.base_url, found.key_from) == (address, key)


def test_a_role_may_have_a_model_of_its_own(tmp_path: Path) -> None:
    env = {"DASHSCOPE_API_KEY": "d", "CICATRIX_LLM_MODEL_ANSWER": "large"}
    found = of(env, '[llm]\nmodel = "small"\nmodel_review = "strict"\n', tmp_path)
    assert [found.model(role) for role in ModelRole] == ["small", "small", "large", "strict", "small"]
    assert found.models_from[ModelRole.ANSWER] == "CICATRIX_LLM_MODEL_ANSWER"


def test_a_role_without_a_model_is_an_error_that_names_the_variable() -> None:
    with pytest.raises(InvalidInput, match="answer") as missing:
        of({"OLLAMA_HOST": "localhost"}).model(ModelRole.ANSWER)
    assert "CICATRIX_LLM_MODEL_ANSWER" in missing.value.hint


def test_the_limits_come_from_the_settings(endpoint: Endpoint, tmp_path: Path) -> None:
    env = {
        "CICATRIX_LLM_BASE_URL": endpoint.address,
        "CICATRIX_LLM_MODEL": "m",
        "CICATRIX_HOME": str(tmp_path),
        "CICATRIX_BUDGET_TOKENS_PER_DAY": "2500",
    }
    model = choose(load_settings({}, env, tmp_path), env)
    assert model is not None
    with pytest.raises(BudgetSpent, match="Today"):
        [ask(model) for _ in range(80)]
    counted = sum(map(int, next((tmp_path / "usage").iterdir()).read_text().split()))
    assert counted == model._meter.spent <= 2500
    env["CICATRIX_BUDGET_TOKENS_PER_DAY"] = "lots"
    with pytest.raises(InvalidInput, match="budget"):
        choose(load_settings({}, env, tmp_path), env)
