"""The ways people go: from a sentence to the words that taught it, by mouse, by keyboard, without script, on paper."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import ROOT, SHOTS, Visit

PAIN = "Open with the reader's pain point, and put the hashtags at the end."


def test_one_click_from_the_rule_to_the_correction(visit: Visit) -> None:
    with visit() as window:
        page = window.open("/rules/PB-01")
        page.get_by_role("heading", level=1).get_by_role("link", name=re.compile("Open with")).click()
        expect(page).to_have_url(re.compile(r"/episodes/ep1#correction$"))
        expect(page.locator("blockquote mark")).to_have_text(PAIN)
        expect(page.locator("#correction")).to_be_in_viewport()


def test_one_click_from_the_playbook_and_from_a_recall(visit: Visit) -> None:
    with visit() as window:
        page = window.open("/recalls/rc-1")
        page.get_by_role("link", name=PAIN).click()
        expect(page).to_have_url(re.compile(r"/episodes/ep1#correction$"))
        page = window.open("/playbook")
        page.get_by_role("link", name=PAIN).click()
        expect(page).to_have_url(re.compile(r"/rules/PB-01$"))


def test_the_scar_line_runs_from_the_sentence_to_each_note(visit: Visit) -> None:
    """Its ends are where they should be: at the end of the mark, and just before the note."""
    with visit() as window:
        page = window.open("/rules/PB-01")
        lines = page.locator("svg.scars > g.scar")
        expect(lines).to_have_count(2)
        for number, note in enumerate(("#n1", "#n2")):
            tick = lines.nth(number).locator(".tick").bounding_box()
            beside = page.locator(note).bounding_box()
            assert tick
            assert beside
            assert 0 < beside["x"] - tick["x"] < 8
            assert abs(beside["y"] + 11 - (tick["y"] + tick["height"] / 2)) < 3
        page.locator("#n2").hover()
        expect(lines.nth(1)).to_have_class(re.compile("lit"))
        page.set_viewport_size({"width": 700, "height": 800})
        expect(lines).to_have_count(0)


def test_sigla_lead_to_their_notes(visit: Visit) -> None:
    with visit(width=320) as window:
        page = window.open("/rules/PB-01")
        page.get_by_role("link", name="Note b").click()
        expect(page.locator("#n2")).to_be_in_viewport()
        assert page.locator("#n2").evaluate("note => note.matches(':target')")


def focused(page: Page) -> str:
    name = page.evaluate(
        "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || '').trim()"
    )
    assert isinstance(name, str)
    return " ".join(name.split())


def test_by_keyboard_alone(visit: Visit) -> None:
    """Skip link first; every stop is seen to be focused; the sentence is reached and opened with Enter."""
    with visit() as window:
        page = window.open("/rules/PB-01")
        page.keyboard.press("Tab")
        assert focused(page) == "Skip to content"
        seen: list[str] = []
        for _ in range(40):
            page.keyboard.press("Tab")
            seen.append(focused(page))
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"{seen[-1]} does not show that it is focused"
            if seen[-1] == PAIN:
                break
        rooms = ["Playbook", "Memories", "Episodes", "Recalls", "Actions", "Inbox 1 open", "Sleep", "Diff", "Ledger"]
        assert seen[:11] == ["Cicatrix", *rooms, ""]
        assert seen[-1] == PAIN
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(r"/episodes/ep1#correction$"))


def test_skip_link_leads_to_the_content(visit: Visit) -> None:
    with visit() as window:
        page = window.open("/playbook")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_the_chosen_theme_is_remembered(visit: Visit) -> None:
    with visit(scheme="light") as window:
        page = window.open("/")
        button = page.get_by_role("button", name="Dark")
        assert button.get_attribute("aria-pressed") == "false"
        button.click()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(15, 19, 21)"
        page = window.open("/playbook")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(15, 19, 21)"
        assert page.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_task_is_asked_and_graded(visit: Visit, script: bool) -> None:
    with visit(script=script) as window:
        page = window.open("/")
        page.get_by_label("A task").fill("Write the intro of a LinkedIn post about the Lumen report")
        page.get_by_role("button", name="Recall").click()
        expect(page).to_have_url(re.compile(r"/recalls/rc-\d+$"))
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "Write the intro of a LinkedIn post about the Lumen report"
        )
        expect(page.locator(".grade")).to_contain_text("ACT")
        expect(page.get_by_role("table", name="").first.get_by_role("link", name="PB-01")).to_be_visible()


def test_handles_are_found_as_people_type_them(visit: Visit) -> None:
    with visit() as window:
        page = window.open("/")
        for typed, arrived in (("pb-1", "/rules/PB-01"), ("EP14", "/episodes/ep14"), ("#7", "/ledger/7")):
            page.get_by_role("searchbox").fill(typed)
            page.keyboard.press("Enter")
            expect(page).to_have_url(re.compile(f"{arrived}$"))


def test_filters_and_the_ledger_line_lead_on(visit: Visit) -> None:
    with visit() as window:
        page = window.open("/playbook")
        page.get_by_label("Status").select_option("suspended")
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".entries .row[aria-label]")).to_have_count(1)
        page.locator(".spine a").first.click()
        expect(page).to_have_url(re.compile(r"/rules/PB-07$"))
        expect(page.locator(".history")).to_contain_text("Only while the fair is on.")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_from_the_ledger_to_an_entry_and_to_what_it_began(visit: Visit, script: bool) -> None:
    with visit(script=script) as window:
        page = window.open("/")
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Ledger").click()
        page.get_by_label("Kind").select_option("rule")
        page.get_by_label("From entry").fill("#35")
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".stitch .seq").first).to_have_text("#33")
        page.get_by_role("link", name="#30", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("PB-01 gained evidence from ep14.")
        page.get_by_role("link", name="#29").last.click()
        expect(page).to_have_url(re.compile("/ledger/29$"))
        page.get_by_role("heading", level=1).get_by_role("link", name="ep14").click()
        expect(page).to_have_url(re.compile("/episodes/ep14$"))


def test_a_proof_taken_from_the_page_is_checked_by_the_verifier(visit: Visit, tmp_path: Path) -> None:
    """What a stranger does: take the file, run the one-file verifier, and compare with what the page said."""
    with visit() as window:
        page = window.open("/ledger/30")
        with page.expect_download() as taken:
            page.get_by_role("link", name="take it from here").click()
        assert taken.value.suggested_filename == "entry-30.json"
        taken.value.save_as(tmp_path / "entry-30.json")
        verifier, proof = ROOT / "verifier" / "cicatrix_verify.py", tmp_path / "entry-30.json"
        command = [sys.executable, "-I", str(verifier), "proof", str(proof)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert page.locator("#expected").text_content() == printed.rstrip("\n")


@pytest.mark.parametrize("width", [1280, 320])
def test_the_path_is_drawn_from_the_leaf_to_the_root(visit: Visit, width: int) -> None:
    """Each piece begins where the one before it ended, and no label leaves the page."""
    with visit(width=width) as window:
        page = window.open("/ledger/30")
        lines = page.locator("svg.proof .mine").evaluate_all(
            "all => all.map(line => ['x1', 'y1', 'x2', 'y2'].map(name => line.getAttribute(name)))"
        )
        assert len(lines) == 6
        assert all(below[2:] == above[:2] for below, above in pairwise(lines))
        assert all(int(y1) > int(y2) for _, y1, _, y2 in lines)
        boxes = [text.bounding_box() for text in page.locator("svg.proof text").all() if text.is_visible()]
        assert len(boxes) >= 15  # two of the leaf, two of the root, and at least one for each step, mostly two
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_without_script_all_of_it_can_be_read(visit: Visit) -> None:
    with visit(script=False) as window:
        page = window.open("/rules/PB-01")
        expect(page.locator(".note .said")).to_have_count(2)
        expect(page.locator("svg.scars")).to_have_count(0)
        expect(page.locator("#theme")).to_be_hidden()
        page.get_by_role("link", name="Note a").click()
        expect(page.locator("#n1")).to_be_in_viewport()
        page.screenshot(path=SHOTS / "rule-without-script.png", full_page=True)


def test_every_link_on_the_main_pages_leads_somewhere(visit: Visit) -> None:
    with visit() as window:
        links: set[str] = set()
        rooms = ("/", "/playbook", "/rules/PB-01", "/episodes/ep1", "/recalls/rc-1", "/questions/q-2")
        for path in (*rooms, "/ledger?from=12", "/ledger/30", "/help"):
            page = window.open(path)
            found = page.locator("a[href]").evaluate_all("all => all.map(link => link.getAttribute('href'))")
            links |= {str(link).split("#")[0] for link in found}
        assert len(links) > 40
        for link in sorted(links - {""}):
            assert window.page.request.get(window.base + link).status == 200, link


def test_on_paper_the_notes_stand_beside_the_text(visit: Visit) -> None:
    with visit() as window:
        page = window.open("/rules/PB-01")
        page.emulate_media(media="print")
        expect(page.locator("svg.scars")).to_be_hidden()
        expect(page.locator(".head nav")).to_be_hidden()
        statement, note = page.locator("h1").bounding_box(), page.locator("#n1").bounding_box()
        assert statement
        assert note
        assert note["x"] >= statement["x"] + statement["width"] - 1
        page.screenshot(path=SHOTS / "rule-print.png", full_page=True)
