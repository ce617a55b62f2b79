"""``recall --also``: another namespace of the same file, read and never written."""

from __future__ import annotations

from typing import Any

import pytest
from tests.interfaces.cli_runner import Cli, empty

__all__ = ["empty"]


@pytest.fixture
def home(empty: Cli) -> Cli:
    for namespace, correction in (
        ("acme/desk", "Sign every reply with your first name."),
        ("acme/team", "Refunds above 200 euros need a yes from a manager."),
    ):
        answer = empty(
            "record", "-n", namespace, "--task", "Answer the ticket", "--correction", correction, "--by", "dana"
        )
        assert answer.code == 0, answer.err
    return empty


def test_what_comes_from_elsewhere_says_so(home: Cli) -> None:
    asked = ("recall", "Refund 300 euros, with a yes from a manager", "-n", "acme/desk")
    got = home(*asked, "--also", "acme/team", "--json")
    assert got.code == 0, got.err
    shape: Any = got.json
    assert [(item["namespace"], item["id"]) for item in shape["items"]] == [("acme/team", "PB-01")]
    assert [(also["namespace"], also["grade"]) for also in shape["also"]] == [("acme/team", "ACT")]
    told = home(*asked, "--also", "acme/team").out
    assert "tokens · acme/team" in told
    assert "[acme/team PB-01, learnt in ep1]" in home(*asked, "--also", "acme/team", "--brief").out
    assert home("replay", shape["id"], "-n", "acme/desk", "--json").json["identical"] is True


def test_a_namespace_that_is_not_there_is_named(home: Cli) -> None:
    got = home("recall", "Refund 300 euros", "-n", "acme/desk", "--also", "acme/tem", "--json")
    assert got.code == 1
    assert "no namespace acme/tem here" in got.error["message"]
