"""``recall --also``: another namespace of the same file, read and never written."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.interfaces.cli_runner import Cli, empty
from tests.interfaces.web_site import Site

from cicatrix import Memory

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


def test_a_past_mind_is_asked_beside_others(home: Cli) -> None:
    asked = ("recall", "Refund 300 euros, with a yes from a manager", "--also", "acme/team", "--json")
    got: Any = home("at", "2", "-n", "acme/desk", *asked).json
    assert [also["reason"] for also in got["also"]] == ["Nothing has been learnt yet."]  # it was said later
    assert got["items"] == []
    assert got["question"] is None


def test_the_page_shows_what_was_read_elsewhere_and_links_none_of_it(home: Cli) -> None:
    said = home("recall", "Refund 300 euros, with a yes from a manager", "-n", "acme/desk", "--also", "acme/team")
    assert said.code == 0, said.err
    with Memory.open(home.db, namespace="acme/desk") as memory:
        site = Site(memory)
        main = site.get("/recalls/rc-1").text.split("<main", 1)[1].split("</main>", 1)[0]
        assert "Refunds above 200 euros need a yes from a manager." in main
        assert "acme/team" in main
        assert 'href="/rules/PB-01"' not in main  # which is another rule here
        twin = site.get("/recalls/rc-1.json").json()
        assert [(item["namespace"], item["id"]) for item in twin["items"]] == [("acme/team", "PB-01")]
        assert [(also["namespace"], also["grade"]) for also in twin["also"]] == [("acme/team", "ACT")]
        assert twin["items"][0]["evidence"][0]["quote"] == "Refunds above 200 euros need a yes from a manager."
        assert "1 from other namespaces" in site.get("/recalls").text
        assert "rc-1 found 1 memory" in re.sub(r"<[^>]+>", "", site.get("/ledger?kind=recall").text)
