"""``cicatrix mcp``: the official client against the real process, over standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from tests.loops import finished

from cicatrix import Memory

NAMESPACE = "shop"
TOOLS = {"recall", "record_episode", "check_action", "explain"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.db"
    with Memory.open(path, namespace=NAMESPACE, user="dana") as memory:
        memory.record(
            task="Promote the beta",
            action="Posted the code on X",
            correction="Never post discount codes on public social media.",
            correction_by="dana",
        )
    return path


def talk(database: Path, say: Callable[[ClientSession], Awaitable[None]], *options: str) -> None:
    """A whole session with the server, in a process of its own."""
    command = ["-m", "cicatrix", "mcp", "--db", str(database), "-n", NAMESPACE, *options]
    env = os.environ | {"CICATRIX_EMBEDDER": "none"}

    async def session() -> None:
        parameters = StdioServerParameters(command=sys.executable, args=command, env=env)
        async with stdio_client(parameters) as streams, ClientSession(*streams) as client:
            await client.initialize()
            await say(client)

    finished(session)


async def called(client: ClientSession, tool: str, /, **arguments: Any) -> dict[str, Any]:
    done = await client.call_tool(tool, arguments)
    assert not done.is_error, done.content
    assert done.structured_content is not None
    return dict(done.structured_content)


def test_it_offers_four_tools_with_schemas_and_says_what_they_do(database: Path) -> None:
    async def say(client: ClientSession) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == TOOLS
        for tool in tools.values():
            assert tool.description
            assert tool.output_schema
            assert tool.annotations is not None
            assert tool.annotations.destructive_hint is not True
        assert tools["explain"].annotations is not None
        assert tools["explain"].annotations.read_only_hint is True
        assert set(tools["check_action"].input_schema["required"]) == {"name"}

    talk(database, say)


def test_a_call_is_checked_and_the_answer_says_which_words_stop_it(database: Path) -> None:
    async def say(client: ClientSession) -> None:
        args = {"channel": "twitter", "text": "Use BETA20 for 20 % off"}
        stopped = await called(client, "check_action", name="post_message", args=args)
        assert stopped["effect"] == "deny"
        assert stopped["rules"] == [
            {
                "id": "PB-01",
                "effect": "deny",
                "episodes": ["ep1"],
                "quote": "Never post discount codes on public social media.",
            }
        ]
        assert "Never post discount codes" in stopped["told"]
        passed = await called(client, "check_action", name="post_message", args={"channel": "team", "text": "Hello"})
        assert passed["effect"] == "no_opinion"

    talk(database, say, "--principal", "writer")
    with Memory.open(database, namespace=NAMESPACE) as memory:
        assert memory.read().body("gd-1")["principal"] == "writer"


def test_who_asks_is_not_what_the_call_says_of_itself(database: Path) -> None:
    async def say(client: ClientSession) -> None:
        await called(client, "check_action", name="note", context={"principal": "dana", "session": "s9"})

    talk(database, say)
    with Memory.open(database, namespace=NAMESPACE) as memory:
        verdict = memory.read().body("gd-1")
    assert verdict.get("principal", "agent") == "agent"
    assert verdict["session"] == "s9"


def test_a_correction_that_an_agent_reports_waits_for_a_person(database: Path) -> None:
    async def say(client: ClientSession) -> None:
        told = {"task": "Refund 8812", "action": "Paid 300", "outcome": "The owner was cross"}
        words = "Refunds above 200 need a manager."
        done = await called(client, "record_episode", **told, correction=words, session="s1")
        assert done["id"] == "ep2"

    talk(database, say)
    with Memory.open(database, namespace=NAMESPACE) as memory:
        assert [rule.status.value for rule in memory.read().rules()] in (["active", "candidate"], ["active"])


def test_it_recalls_and_explains(database: Path) -> None:
    async def say(client: ClientSession) -> None:
        found = await called(client, "recall", query="Post the discount code on social media")
        assert [item["id"] for item in found["items"]] == ["PB-01"]
        assert "PB-01" in found["brief"]
        why = await called(client, "explain", id="PB-01")
        assert why["evidence"][0]["episode"] == "ep1"

    talk(database, say)


def test_an_error_says_what_to_do_next(database: Path) -> None:
    async def say(client: ClientSession) -> None:
        done = await client.call_tool("explain", {"id": "PB-77"})
        assert done.is_error
        assert "There is no PB-77" in str(done.content)

    talk(database, say)


def test_nothing_but_protocol_stands_on_standard_output(database: Path) -> None:
    """Each line is a message, even where the namespace is new and a note is due."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    command = [sys.executable, "-m", "cicatrix", "mcp", "--db", str(database), "-n", "another"]
    done = subprocess.run(
        command, input=json.dumps(hello).encode() + b"\n", capture_output=True, timeout=60, check=False
    )
    lines = done.stdout.decode().splitlines()
    assert lines
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in lines)
    assert json.loads(lines[0])["result"]["serverInfo"]["name"] == "cicatrix"
