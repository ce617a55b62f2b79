"""The ways people go between beliefs: along a chain, into the past by slider, from a doubt to the command that settles
it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import SHOTS, Visit
from tests.e2e.stories import Ana


def test_one_click_along_the_chain(visit: Visit) -> None:
    with visit("ana") as window:
        page = window.open(f"/memories/{Ana.NEW_HOME}")
        page.locator(".chain").get_by_role("link", name=Ana.OLD_HOME, exact=True).click()
        expect(page).to_have_url(re.compile(rf"/memories/{Ana.OLD_HOME}$"))
        expect(page.get_by_role("heading", level=1)).to_contain_text("Leeds")
        expect(page.locator(".chain [aria-current]")).to_contain_text("this one")


def test_lines_run_from_a_merge_to_each_of_its_members(visit: Visit) -> None:
    with visit("ana") as window:
        page = window.open("/sleep/sl-1")
        expect(page.locator("svg.scars .tick")).to_have_count(3)
        page = window.open(f"/diff/18..{Ana.LAST}")
        ended = page.locator("svg.scars .scar.ended")
        expect(ended).to_have_count(page.locator("section.ended").count())


@pytest.mark.parametrize("script", [True, False])
def test_the_slider_leads_back_in_time(visit: Visit, script: bool) -> None:
    with visit("ana", script=script) as window:
        page = window.open("/memories/M-1")
        page.get_by_role("link", name="As it was").click()
        slider = page.get_by_role("slider")
        slider.focus()
        page.keyboard.press("Home")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        if script:
            expect(page.locator("output")).to_have_text("#4")
        else:
            expect(page.locator("output")).to_be_hidden()
        page.get_by_role("button", name="Go there").click()
        expect(page).to_have_url(re.compile(r"/at/4/memories/M-1$"))
        expect(page.get_by_role("complementary", name="A page of the past")).to_contain_text("As it was after #4")
        expect(page.locator(".folio .badge").first).to_have_text("active")
        page.get_by_label("Or a date or entry").fill("2026-06-05")
        page.get_by_role("button", name="Go there").click()
        expect(page).to_have_url(re.compile(rf"/at/{Ana.JOB_CHANGED}/memories/M-1$"))
        expect(page.locator(".folio .badge").first).to_have_text("superseded")
        page.get_by_role("link", name="Back to now").click()
        expect(page).to_have_url(re.compile(r":\d+/memories/M-1$"))


def test_links_in_the_past_stay_in_it(visit: Visit) -> None:
    with visit("ana") as window:
        page = window.open(f"/at/{Ana.BEFORE_THE_TRIP}/memories?status=active")
        page.get_by_role("link", name="I work at Ostro Maps now.").click()
        expect(page).to_have_url(re.compile(rf"/at/{Ana.BEFORE_THE_TRIP}/memories/{Ana.NEW_JOB}$"))
        page.get_by_role("link", name="What changed since").click()
        expect(page).to_have_url(re.compile(rf"/diff/{Ana.BEFORE_THE_TRIP}\.\.{Ana.LAST}$"))


def test_a_difference_can_be_asked_by_dates(visit: Visit) -> None:
    with visit("ana") as window:
        page = window.open("/diff")
        page.get_by_role("textbox", name="From").fill("2026-05-20")
        page.get_by_role("textbox", name="To", exact=True).fill("2026-06-30")
        page.get_by_role("button", name="Compare").click()
        expect(page).to_have_url(re.compile(rf"/diff/16\.\.{Ana.MOVED}$"))
        expect(page.get_by_role("region", name=Ana.NEW_JOB)).to_contain_text("Ostro Maps")


def test_on_paper_two_texts_stand_side_by_side_without_controls(visit: Visit) -> None:
    with visit("ana") as window:
        page = window.open(f"/at/31/memories/{Ana.LIBRARY}")
        page.emulate_media(media="print")
        expect(page.locator(".past form")).to_be_hidden()
        expect(page.locator(".past")).to_contain_text("As it was after #31")
        page.screenshot(path=SHOTS / "past-print.png", full_page=True)
        page = window.open("/inbox")
        page.emulate_media(media="print")
        older, newer = (side.bounding_box() for side in page.locator(".side").all())
        assert older
        assert newer
        assert newer["x"] > older["x"] + older["width"]
        page.screenshot(path=SHOTS / "inbox-print.png", full_page=True)
