"""Every page, in light and dark, wide and narrow: accessible, quiet, never sideways, and pictured."""

from __future__ import annotations

from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page
from tests.e2e.conftest import SHOTS, Scheme, Visit, Watched

PAGES: Final = {
    "front": "/",
    "playbook": "/playbook",
    "filtered": "/playbook?status=suspended",
    "rule": "/rules/PB-01",
    "suspended": "/rules/PB-07",
    "retired": "/rules/PB-08",
    "episodes": "/episodes",
    "scar": "/episodes/ep1#correction",
    "tool-call": "/episodes/ep6",
    "turn": "/episodes/ep8",
    "reply": "/episodes/ep17",
    "recalls": "/recalls",
    "recall": "/recalls/rc-1",
    "asked": "/recalls/rc-2",
    "questions": "/questions",
    "question": "/questions/q-1",
    "answered": "/questions/q-2",
    "entry": "/ledger/2",
    "use": "/ledger/39",
}
ERRORS: Final = {"missing": "/rules/PB-99", "nowhere": "/constellation", "unreadable": "/rules/nonsense"}
EMPTY: Final = ("/", "/playbook", "/episodes", "/recalls", "/questions")
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(page: Page) -> list[str]:
    """What axe finds, one line each: rule, element, what is wrong."""
    result = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    return [
        f"{found['id']}: {node['target']} {node.get('failureSummary', '')}"
        for found in result.response["violations"]
        for node in found["nodes"]
    ]


def sideways(page: Page) -> int:
    """Pixels that the page is wider than its window."""
    width = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    assert isinstance(width, int)
    return width


def every_page(window: Watched) -> list[str]:
    """Every page a ledger has, as its lists name them."""
    paths = list(EMPTY)
    for room, key in (
        ("playbook", "rules"),
        ("episodes", "episodes"),
        ("recalls", "recalls"),
        ("questions", "questions"),
    ):
        listed = window.page.request.get(f"{window.base}/{room}.json").json()[key]
        paths += [f"/{'rules' if room == 'playbook' else room}/{item['id']}" for item in listed]
    return paths


def look(window: Watched, path: str, picture: str, *, axe: bool = True) -> object:
    """Open a page, picture it, and say what is wrong with it; None for nothing."""
    page = window.open(path)
    page.screenshot(path=SHOTS / f"{picture}.png", full_page=True)
    if axe and (found := findings(page)):
        return found
    return f"{sideways(page)} px too wide" if sideways(page) > 0 else None


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_quiet_and_never_sideways(visit: Visit, scheme: Scheme, width: int) -> None:
    SHOTS.mkdir(exist_ok=True)
    with visit(scheme=scheme, width=width) as window:
        wrong = {path: look(window, path, f"{name}-{width}-{scheme}") for name, path in PAGES.items()}
    with visit(scheme=scheme, width=width, erring=True) as window:
        wrong |= {path: look(window, path, f"{name}-{width}-{scheme}") for name, path in ERRORS.items()}
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
@pytest.mark.parametrize("story", ["hostile", "empty"])
def test_hostile_and_empty_ledgers_are_shown_whole(visit: Visit, story: str, width: int, scheme: Scheme) -> None:
    """Script in texts is text; no text is too long, in any script."""
    SHOTS.mkdir(exist_ok=True)
    wrong: dict[str, object] = {}
    with visit(story, width=width, scheme=scheme) as window:
        paths = every_page(window)
        assert len(paths) > (20 if story == "hostile" else 4)
        for path in paths:
            picture = f"{story}{path.replace('/', '-')}-{width}-{scheme}"
            wrong[path] = look(window, path, picture, axe=width == 1280)
            assert window.page.evaluate("window.owned") is None
            assert window.page.locator("img, iframe, object, embed").count() == 0
            assert window.page.locator("script").count() == 3
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize("path", EMPTY)
def test_an_empty_page_teaches_the_next_command(visit: Visit, path: str) -> None:
    with visit("empty") as window:
        page = window.open(path)
        assert page.locator(".empty pre").first.inner_text().startswith("cicatrix ")
        assert page.locator(".spine").count() == 0


def test_forced_colours_keep_the_lines(visit: Visit) -> None:
    with visit(forced=True) as window:
        page = window.open("/rules/PB-01")
        assert page.locator("svg.scars .tick").count() == 2
        assert findings(page) == []
        page.screenshot(path=SHOTS / "rule-forced-colours.png", full_page=True)


def test_first_page_is_light(visit: Visit) -> None:
    """HTML, styles, scripts and the icon of the first page, as sent: under 120 KB."""
    with visit() as window:
        sizes: list[int] = []
        window.page.on("response", lambda answer: sizes.append(len(answer.body())))
        window.open("/")
        assert len(sizes) >= 7
        assert sum(sizes) < 120_000
