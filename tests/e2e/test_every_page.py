"""Every page, in light and dark, wide and narrow: accessible, quiet, never sideways, and pictured."""

from __future__ import annotations

from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page
from tests.e2e.conftest import ROOT, SHOTS, Scheme, Visit, Watched
from tests.e2e.stories import Ana

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
    "ledger": "/ledger",
    "ledger-filtered": "/ledger?kind=rule&from=40",
    "entry": "/ledger/30",
    "use": "/ledger/39",
    "unsigned": "/ledger/50",
    "help": "/help",
}
BELIEFS: Final = {
    "memories": "/memories",
    "memories-filtered": "/memories?status=superseded&subject=ana",
    "memory": f"/memories/{Ana.NEW_HOME}",
    "memory-doubted": f"/memories/{Ana.LIBRARY}",
    "memory-merged": "/memories/M-19",
    "memory-ended": f"/memories/{Ana.OLD_JOB}",
    "memory-recall": "/recalls/rc-1",
    "inbox": "/inbox",
    "doubt": f"/doubts/{Ana.DOUBT}",
    "doubt-lapsed": f"/doubts/{Ana.LAPSED}",
    "sleep": "/sleep",
    "night": "/sleep/sl-1",
    "plan": "/sleep/plan",
    "diff": f"/diff/18..{Ana.LAST}",
    "diff-nothing": "/diff/5..5",
    "past": f"/at/{Ana.BEFORE_THE_TRIP}/memories",
    "past-memory": f"/at/{Ana.BEFORE_THE_TRIP}/memories/{Ana.OLD_JOB}",
    "past-playbook": f"/at/{Ana.LAST}/playbook",
    "night-entry": f"/ledger/{Ana.NIGHT}",
}
"""Of the story of Ana."""
GATE: Final = {
    "actions": "/actions",
    "denied": "/actions/gd-1",
    "permitted": "/actions/gd-3",
    "unmet": "/actions/gd-4",
    "no-opinion": "/actions/gd-5",
    "request": "/actions/gd-6",
    "hostile-action": "/actions/gd-7",
    "asks": "/actions/gd-8",
    "gate-inbox": "/inbox",
    "policy": "/rules/PB-01",
    "policy-waits": "/rules/PB-04",
    "policy-advice": "/rules/PB-05",
    "playground": "/playground",
    "playground-denied": "/playground?action=Post+the+discount+code+BETA20+on+Twitter",
    "playground-unread": "/playground?action=%7B",
    "past-actions": "/at/12/actions",
}
ERRORS: Final = {"missing": "/rules/PB-99", "nowhere": "/constellation", "unreadable": "/rules/nonsense"}
EMPTY: Final = (
    "/",
    "/playbook",
    "/memories",
    "/episodes",
    "/recalls",
    "/actions",
    "/inbox",
    "/questions",
    "/sleep",
    "/diff",
    "/ledger",
)
STYLES: Final = ROOT / "src" / "cicatrix" / "interfaces" / "web" / "static"
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS: Final = ["color-contrast", "link-in-text-block"]
"""What axe judges by colour: all that another colour scheme can change."""
AXE: Final = Axe().axe_script


def findings(page: Page, *, only: list[str] | None = None) -> list[str]:
    """What axe finds, one line each: rule, element, what is wrong."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "async only => (await axe.run(document, {runOnly: only, resultTypes: ['violations']})).violations",
        {"type": "rule", "values": only} if only else RULES,
    )
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}" for rule in found for node in rule["nodes"]
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
        ("memories", "memories"),
        ("episodes", "episodes"),
        ("recalls", "recalls"),
        ("questions", "questions"),
    ):
        listed = window.page.request.get(f"{window.base}/{room}.json").json()[key]
        paths += [f"/{'rules' if room == 'playbook' else room}/{item['id']}" for item in listed]
    total = window.page.request.get(f"{window.base}/ledger.json").json()["total"]
    return paths + [f"/ledger/{seq}" for seq in (1, 3, 6, 8, total) if 1 <= seq <= total]


def look(window: Watched, path: str, picture: str, *, axe: bool = True) -> object:
    """Open a page, picture it, and say what is wrong with it; None for nothing."""
    page = window.open(path)
    page.screenshot(path=SHOTS / f"{picture}.png", full_page=True)
    if axe and (found := findings(page)):
        return found
    return f"{sideways(page)} px too wide" if sideways(page) > 0 else None


def look_again_in_the_dark(window: Watched, picture: str) -> object:
    """The page that is open, in the other scheme: only colours change, so only they are judged."""
    page = window.page
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=SHOTS / f"{picture}.png", full_page=True)
    found = findings(page, only=COLOURS)
    page.emulate_media(color_scheme="light")
    return found or None


@pytest.mark.parametrize("width", [1280, 320])
def test_pages_are_accessible_quiet_and_never_sideways(visit: Visit, width: int) -> None:
    """Each page is loaded once for a width and looked at in light and in dark."""
    SHOTS.mkdir(exist_ok=True)
    wrong: dict[str, object] = {}
    for story, pages, erring in (
        ("northstar", PAGES, False),
        ("ana", BELIEFS, False),
        ("gate", GATE, False),
        ("northstar", ERRORS, True),
    ):
        with visit(story, width=width, erring=erring) as window:
            for name, path in pages.items():
                wrong[path] = look(window, path, f"{name}-{width}-light")
                wrong[f"{path} in the dark"] = look_again_in_the_dark(window, f"{name}-{width}-dark")
    assert {path: found for path, found in wrong.items() if found} == {}


def test_a_scheme_changes_nothing_but_colours() -> None:
    """What the looks in the dark rest on: style sheets tell the schemes apart by ``light-dark()`` alone, in tokens."""
    for sheet in STYLES.glob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert "prefers-color-scheme" not in text, sheet
        for line in text.splitlines():
            assert "light-dark(" not in line or line.lstrip().startswith(("--", "/*")), line


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
