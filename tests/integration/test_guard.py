"""``@memory.guard``: a function runs only where no rule stops the call, and what became of it is sealed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from tests.loops import finished

from cicatrix import Memory
from cicatrix.errors import ActionDenied, ApprovalNeeded, InvalidInput, PreconditionUnmet


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "guard.db", namespace="shop", user="dana") as opened:
        for words in (
            "Never post discount codes on public social media.",
            "Refunds above 200 dollars need approval by a manager.",
            "Never restart billing pods directly. Drain traffic at the gateway first.",
        ):
            opened.record(task="Look after the shop", correction=words, correction_by="dana")
        yield opened


def test_a_denied_call_does_not_run_and_says_which_words_forbid_it(memory: Memory) -> None:
    ran = list[str]()

    @memory.guard
    def post_message(channel: str, text: str) -> int:
        """Post it."""
        ran.append(channel)
        return len(text)

    with pytest.raises(ActionDenied) as stopped:
        post_message("twitter", text="Use BETA20 for 20 % off")
    assert ran == []
    error = stopped.value
    assert error.rules == ("PB-01",)
    assert error.quote == "learnt in ep1: “Never post discount codes on public social media.”"
    assert "Never post discount codes" in str(error)
    assert error.verdict == "gd-1"
    assert (error.exit_code, error.http_status) == (4, 403)
    assert post_message("customer:4471", "Your parcel has left") == 20
    assert ran == ["customer:4471"]
    assert (post_message.__name__, post_message.__doc__) == ("post_message", "Post it.")


def test_what_ran_is_sealed_with_its_outcome(memory: Memory) -> None:
    @memory.guard(name="ship", session="s1")
    def ship_it(order: int, on: date = date(2026, 11, 30)) -> str:
        if order < 0:
            raise ValueError("no such order")
        return "shipped"

    assert ship_it(4471) == "shipped"
    with pytest.raises(ValueError, match="no such order"):
        ship_it(-1)
    good, bad = (memory.read().body(handle) for handle in ("gd-1", "gd-2"))
    assert (good["outcome"], good["executed"], bad["outcome"]) == ("executed", True, "failed")
    episode = memory.read().episode(str(good["episode"]))
    assert (episode.tool, episode.recorded_by, episode.session) == ("ship", "guard", "s1")
    assert episode.arguments == {"order": 4471, "on": "2026-11-30"}


def test_an_approval_lets_the_same_call_run_once(memory: Memory) -> None:
    @memory.guard
    def refund(amount: int, currency: str = "USD") -> str:
        return f"{amount} {currency}"

    assert refund(120) == "120 USD"
    with pytest.raises(ApprovalNeeded) as asked:
        refund(900)
    assert asked.value.approval == "ap-1"
    assert asked.value.exit_code == 5
    memory.approve("ap-1", by="dana")
    with pytest.raises(ApprovalNeeded):
        refund(901)
    assert refund(amount=900) == "900 USD"
    with pytest.raises(ApprovalNeeded):
        refund(900)


def test_a_guarded_call_is_evidence_for_what_has_to_come_after_it(memory: Memory) -> None:
    @memory.guard(resource="target")
    def restart(target: str) -> str:
        return f"restarted {target}"

    @memory.guard(resource="target")
    def drain(target: str) -> str:
        return f"drained {target}"

    with pytest.raises(PreconditionUnmet):
        restart("pod/billing")
    assert drain("gateway/billing") == "drained gateway/billing"
    assert restart("pod/billing") == "restarted pod/billing"


def test_a_coroutine_is_guarded_too(memory: Memory) -> None:
    @memory.guard
    async def post_message(channel: str, text: str) -> int:
        await asyncio.sleep(0)
        return len(text)

    assert finished(lambda: post_message("customer:1", "Hello")) == 5
    with pytest.raises(ActionDenied, match="discount codes"):
        finished(lambda: post_message("twitter", "Use BETA20 for 20 % off"))
    assert memory.read().body("gd-1")["outcome"] == "executed"


def test_a_coroutine_that_is_cancelled_has_failed(memory: Memory) -> None:
    started = asyncio.Event()

    @memory.guard
    async def wait_for(order: int) -> None:
        started.set()
        await asyncio.Event().wait()

    async def give_up() -> None:
        task = asyncio.create_task(wait_for(7))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    finished(give_up)
    assert memory.read().body("gd-1")["outcome"] == "failed"


def test_arguments_that_are_no_json_are_named_as_a_call_would(memory: Memory) -> None:
    @dataclass
    class Order:
        number: int
        lines: tuple[str, ...]

    class Client:
        @memory.guard
        def send(self, order: Order, to: set[str], *, via: object) -> None:
            pass

    client = Client()

    class Line:
        pass

    Client.send(client, Order(7, ("tea",)), {"b", "a"}, via=Line())
    given = memory.read().body("gd-1")["given"]
    assert isinstance(given, dict)
    assert given["args"] == {"order": {"number": 7, "lines": ["tea"]}, "to": ["a", "b"], "via": "<Line>"}


def test_an_argument_that_holds_itself_is_refused_before_anything_runs(memory: Memory) -> None:
    @memory.guard
    def send(body: list[object]) -> None:
        raise AssertionError("it must not run")

    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(InvalidInput, match="holds itself"):
        send(loop)


def test_a_generator_cannot_be_guarded(memory: Memory) -> None:
    def lines() -> Iterator[str]:
        yield "one"

    async def more() -> AsyncIterator[str]:
        yield "one"

    for function in (lines, more):
        with pytest.raises(InvalidInput, match="generator"):
            memory.guard(function)


def test_a_resource_has_to_be_a_parameter(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="has no parameter 'target'"):
        memory.guard(resource="target")(print_nothing)


def test_a_gate_that_cannot_seal_lets_nothing_run(memory: Memory) -> None:
    ran = list[int]()

    @memory.guard
    def count(number: int) -> None:
        ran.append(number)

    memory.close()
    with pytest.raises(ActionDenied, match="policy unavailable"):
        count(1)
    assert ran == []


def test_an_outcome_that_cannot_be_sealed_warns_and_hides_nothing(memory: Memory) -> None:
    @memory.guard
    def close_shop() -> str:
        memory.close()
        return "closed"

    with pytest.warns(RuntimeWarning, match="could not be sealed"):
        assert close_shop() == "closed"


def print_nothing() -> None:
    pass
