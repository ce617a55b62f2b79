"""The gate in a browser: a verdict while one types, a permit by a click, both without script too."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.e2e.conftest import Visit

DENIED = '{"name": "post_message", "args": {"channel": "twitter", "text": "Use BETA20 for 20 % off"}}'


def test_the_verdict_follows_what_is_typed_and_nothing_is_sealed(visit: Visit) -> None:
    with visit("gate") as window:
        page = window.open("/playground")
        before = page.request.get(f"{window.base}/ledger.json").json()["total"]
        field = page.get_by_label(re.compile("A request in words"))
        field.fill("Post the discount code BETA20 on Twitter")
        expect(page.locator(".verdict")).to_have_text("Denied")
        expect(page.get_by_role("status")).to_contain_text("Denied")
        expect(page.locator("svg.scars > g.scar")).to_have_count(1)
        field.fill("Explain how discount codes work")
        expect(page.locator(".verdict")).to_have_text(re.compile("No"))
        field.fill(DENIED)
        expect(page.locator(".verdict")).to_have_text("Denied")
        field.fill("{")
        expect(page.locator("#ruling")).to_contain_text("This is no JSON yet")
        assert page.request.get(f"{window.base}/ledger.json").json()["total"] == before
        expect(page).to_have_url(re.compile("/playground$"))


def test_one_click_from_a_verdict_to_the_correction(visit: Visit) -> None:
    with visit("gate") as window:
        page = window.open("/actions")
        page.get_by_role("link", name=re.compile("post_message")).click()
        expect(page).to_have_url(re.compile(r"/actions/gd-1$"))
        page.get_by_role("link", name=re.compile("ep1, correction")).first.click()
        expect(page.locator("#correction")).to_be_in_viewport()


def test_a_call_is_judged_without_script(visit: Visit) -> None:
    with visit("gate", script=False) as window:
        page = window.open("/playground")
        page.get_by_label(re.compile("A request in words")).fill(DENIED)
        page.get_by_role("button", name="Judge it").click()
        expect(page.locator(".verdict")).to_have_text("Denied")


def test_a_person_refuses_a_call_with_the_keyboard_alone(visit: Visit) -> None:
    with visit("gate") as window:
        page = window.open("/inbox")
        page.get_by_label(re.compile("Why")).first.focus()
        page.keyboard.type("Ask again after the audit.")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Refuse").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(r"/actions/gd-\d+#approval$"))
        expect(page.locator("#approval")).to_contain_text("refused")
        expect(page.locator("#approval")).to_contain_text("Ask again after the audit.")
