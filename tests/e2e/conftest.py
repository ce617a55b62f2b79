"""A real browser on a real server: nothing is mocked, and anything a console, a page or a network says is a failure."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request
from tests.e2e import stories

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "artefacts"
DEBIAN_CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]

Scheme = Literal["light", "dark"]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Debian's Chromium where it is installed, else the browser that Playwright brings."""
    args: dict[str, object] = {"args": QUIET}
    if DEBIAN_CHROMIUM.exists():
        args["executable_path"] = str(DEBIAN_CHROMIUM)
    return args


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The address of each story, without a slash at the end."""
    running: dict[str, subprocess.Popen[str]] = {}
    found: dict[str, str] = {}
    for tell in (stories.northstar, stories.ana, stories.gate, stories.hostile, stories.empty):
        name = tell.__name__
        path = tmp_path_factory.mktemp(name) / "cicatrix.db"
        tell(path)
        command = [sys.executable, "-m", "tests.e2e.serve_story", str(path), name]
        running[name] = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        for name, process in running.items():
            assert process.stdout is not None
            found[name] = process.stdout.readline().strip().rstrip("/")
            assert found[name].startswith("http://127.0.0.1:"), f"{name} did not start"
        yield found
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait(timeout=10)
            assert process.stdout is not None
            process.stdout.close()


@dataclass(slots=True)
class Watched:
    """A page, and everything that went wrong on it."""

    page: Page
    base: str
    script: bool
    faults: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Go there, and wait until it is drawn. The status is not looked at: an error page is a page."""
        self.page.goto(self.base + path)
        if self.script:
            self.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        return self.page


Visit = Callable[..., AbstractContextManager[Watched]]


@pytest.fixture
def visit(browser: Browser, sites: dict[str, str]) -> Visit:
    """Open a window on a story; when it closes, nothing may have gone wrong.

    A status of 400 or above is told on the console by the browser; pages that are meant to answer so say ``erring``.
    """

    @contextmanager
    def window(
        story: str = "northstar",
        *,
        scheme: Scheme = "light",
        width: int = 1280,
        script: bool = True,
        erring: bool = False,
        forced: bool = False,
    ) -> Iterator[Watched]:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            java_script_enabled=script,
            reduced_motion="reduce",
            forced_colors="active" if forced else "none",
        )
        context.set_default_timeout(10_000)
        page = context.new_page()
        watched = Watched(page, sites[story], script)
        page.on("console", lambda said: _note(watched, said, erring))
        page.on("pageerror", lambda error: watched.faults.append(f"page error: {error}"))
        page.on("dialog", lambda dialog: watched.faults.append(f"dialog: {dialog.message}"))
        page.on("requestfailed", lambda request: _fail(watched, request))
        page.on(
            "request",
            lambda request: None if request.url.startswith(watched.base) else watched.faults.append(request.url),
        )
        try:
            yield watched
            assert watched.faults == []
        finally:
            context.close()

    return window


def _fail(watched: Watched, request: Request) -> None:
    if request.failure != "net::ERR_ABORTED":  # what was still on its way when the test went on to another page
        watched.faults.append(f"failed: {request.url}: {request.failure}")


def _note(watched: Watched, said: ConsoleMessage, erring: bool) -> None:
    if erring and "the server responded with a status of 4" in said.text:
        return
    if said.type in ("error", "warning"):
        watched.faults.append(f"{watched.page.url}: {said.type}: {said.text}")
