"""The gate on the page: verdicts, approvals with their buttons, policies that were read in part, the playground."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import httpx
import pytest
from tests.interfaces.web_site import BASE, Site

from cicatrix import Action, Memory

CALL = Action("post_message", args={"channel": "twitter", "text": "Use BETA20 for 20 % off"})
REFUND = Action("refund", args={"order": 8812, "amount": 900, "currency": "USD"}, context={"session": "s14"})


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Memory.open(tmp_path / "gate.db", namespace="shop", user="dana") as memory:
        for words in (
            "Never post discount codes on public social media.",
            "Refunds above 200 dollars need approval by a manager.",
        ):
            memory.record(task="Look after the shop", correction=words, correction_by="dana")
        assert (memory.check(CALL).id, memory.check(REFUND).approval) == ("gd-1", "ap-1")
        yield Site(memory)


def sent(site: Site, path: str, **fields: str) -> httpx.Response:
    """A form of the page's own."""
    headers = {"origin": BASE, "content-type": "application/x-www-form-urlencoded"}
    return site.ask("POST", path, headers=headers, body=urlencode(fields).encode())


# -- verdicts ----------------------------------------------------------------------------------------------------------


def test_a_verdict_leads_in_one_click_to_the_words_that_taught_its_rule(site: Site) -> None:
    page = site.get("/actions/gd-1").text
    assert "Denied" in page
    assert 'href="/episodes/ep1#correction"' in page
    assert 'href="/rules/PB-01"' in page
    assert "Never post discount codes on public social media." in page
    assert "executed: false" in page
    assert "Said to the model" in page
    assert "One other rule in force speaks of something else." in page


def test_verdicts_are_listed_newest_first(site: Site) -> None:
    page = site.get("/actions").text
    assert page.index("/actions/gd-2") < page.index("/actions/gd-1")
    assert "Two actions, judged before anything was done." in page
    assert 'href="/playground"' in page
    listed = site.get("/actions.json").json()
    assert [line["id"] for line in listed["actions"]] == ["gd-2", "gd-1"]
    assert [line["outcome"] for line in listed["actions"]] == ["stopped", "stopped"]


def test_a_ledger_without_verdicts_says_how_to_ask(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "new.db", namespace="new") as memory:
        page = Site(memory).get("/actions").text
    assert "No action has been judged here yet." in page
    assert "cicatrix hook install -n new" in page


def test_the_twin_of_a_verdict_is_the_one_of_every_interface(site: Site) -> None:
    twin = site.get("/actions/gd-1.json").json()
    assert (twin["id"], twin["effect"], twin["rules"][0]["id"]) == ("gd-1", "deny", "PB-01")
    assert twin["told"].startswith("Denied by PB-01")


def test_what_is_no_verdict_is_led_elsewhere_or_not_found(site: Site) -> None:
    assert site.get("/actions/GD-1").status_code == 308
    assert site.get("/actions/ep1").headers["location"] == "/episodes/ep1"
    assert site.get("/actions/gd-77").status_code == 404
    assert site.get("/approvals/ap-77").status_code == 404
    assert site.get("/find?id=ap-1").headers["location"] == "/approvals/ap-1"
    assert site.get("/approvals/ap-1").headers["location"] == "/actions/gd-2#approval"


def test_a_verdict_is_the_same_when_it_is_looked_at_as_it_was(site: Site) -> None:
    seq = site.memory.read().sequence_of("gd-2")
    sent(site, "/approvals/ap-1", decision="approve", reason="")
    page = site.get(f"/at/{seq}/actions/gd-2").text
    assert "granted" not in page
    assert "<form" not in page.split("<main")[1].split("</main>")[0]


def test_words_of_others_are_escaped_wherever_a_verdict_shows_them(site: Site) -> None:
    nasty = '<script>alert("x")</script>'
    verdict = site.memory.check(Action(nasty, resource=nasty, args={nasty: nasty}, context={"session": nasty}))
    for path in (f"/actions/{verdict.id}", "/actions", f"/playground?action={quote(nasty)}"):
        assert "<script>alert" not in site.get(path).text


# -- approvals ---------------------------------------------------------------------------------------------------------


def test_the_inbox_asks_about_a_call_and_a_person_permits_it(site: Site) -> None:
    inbox = site.get("/inbox").text
    assert "One question waits for your answer." in inbox
    assert 'action="/approvals/ap-1"' in inbox
    assert "the rule names" in inbox
    done = sent(site, "/approvals/ap-1", decision="approve", reason="The parcel was lost.")
    assert (done.status_code, done.headers["location"]) == (303, "/actions/gd-2#approval")
    page = site.get("/actions/gd-2").text
    assert "granted, and not used yet" in page
    assert "The parcel was lost." in page
    assert 'action="/approvals/ap-1"' not in site.get("/inbox").text
    assert site.memory.check(REFUND).effect.value == "allow"
    assert "granted and spent" in site.get("/actions/gd-2").text


def test_a_refusal_needs_no_reason_and_is_decided_once(site: Site) -> None:
    assert sent(site, "/approvals/ap-1", decision="refuse").status_code == 303
    assert "refused" in site.get("/actions/gd-2").text
    assert sent(site, "/approvals/ap-1", decision="approve").status_code == 409


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/approvals/ap-1", {"decision": "burn"}),
        ("/approvals/ap-1", {}),
        ("/approvals/what", {"decision": "approve"}),
        ("/policies/PB-01", {}),
        ("/policies/ep1", {"decision": "promote"}),
    ],
)
def test_a_form_that_decides_nothing_changes_nothing(site: Site, path: str, fields: dict[str, str]) -> None:
    before = site.memory.read().head().seq
    assert sent(site, path, **fields).status_code == 400
    assert site.memory.read().head().seq == before


def test_a_form_of_another_site_permits_nothing(site: Site) -> None:
    headers = {"origin": "http://evil.example", "content-type": "application/x-www-form-urlencoded"}
    for path in ("/approvals/ap-1", "/policies/PB-01", "/playground"):
        done = site.ask("POST", path, headers=headers, body=b"decision=approve")
        assert done.status_code == 403
    assert site.memory.read().body("ap-1").get("state", "pending") == "pending"


def test_whoever_asked_cannot_permit_it_on_the_page_either(site: Site) -> None:
    asked = site.memory.check(Action("refund", args={"amount": 901, "currency": "USD"}, context={"principal": "Dana"}))
    assert sent(site, f"/approvals/{asked.approval}", decision="approve").status_code == 422


# -- policies ----------------------------------------------------------------------------------------------------------


def test_a_rule_shows_what_it_stops_and_the_inbox_what_waits(site: Site) -> None:
    assert "What it stops" in site.get("/rules/PB-01").text
    site.memory.policies().withdraw("PB-01", by="dana")
    inbox = site.get("/inbox").text
    assert 'action="/policies/PB-01"' in inbox
    assert "Is this what it stops?" in inbox
    assert site.memory.check(CALL, dry_run=True).effect.value == "no_opinion"
    done = sent(site, "/policies/PB-01", decision="promote")
    assert (done.status_code, done.headers["location"]) == (303, "/rules/PB-01")
    assert site.memory.check(CALL, dry_run=True).effect.value == "deny"


# -- the playground ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        '{"name": "post_message", "args": {"channel": "twitter", "text": "Use BETA20 for 20 % off"}}',
        '{"tool_name": "post_message", "tool_input": {"channel": "twitter", "text": "Use BETA20 for 20 % off"}}',
        "Post the discount code BETA20 on Twitter",
    ],
)
def test_what_is_typed_is_judged_and_not_sealed(site: Site, typed: str) -> None:
    before = site.memory.read().head().seq
    for page in (site.get(f"/playground?action={quote(typed)}"), sent(site, "/playground", action=typed)):
        assert page.status_code == 200
        assert "Denied" in page.text
        assert "not sealed" in page.text
        assert 'href="/rules/PB-01"' in page.text
    twin = site.get(f"/playground.json?action={quote(typed)}").json()
    assert (twin["verdict"]["effect"], twin["sealed"]) == ("deny", False)
    assert site.memory.read().head().seq == before


def test_a_command_is_typed_after_a_dollar(site: Site) -> None:
    twin = site.get(f"/playground.json?action={quote('$ git status')}").json()
    assert twin["verdict"]["proposed_tool_call"]["args"] == {"command": "git status"}


@pytest.mark.parametrize("typed", ["{", "[1]{", '{"args": {}}', '{"name": "x", "args": []}', '{"name": 7}'])
def test_what_cannot_be_read_yet_says_so(site: Site, typed: str) -> None:
    page = sent(site, "/playground", action=typed)
    assert page.status_code == 200
    assert ("Not read" in page.text) is typed.startswith("{")


def test_an_approval_that_is_only_tried_asks_nobody(site: Site) -> None:
    typed = '{"name": "refund", "args": {"amount": 700, "currency": "USD"}}'
    assert "Asks a person" in sent(site, "/playground", action=typed).text
    assert site.get("/inbox").text.count('action="/approvals/') == 1
