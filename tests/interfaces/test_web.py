"""The page over HTTP, without a browser: who is answered, under which headers, in which shapes."""

from __future__ import annotations

import html
import json
import shlex
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.e2e import stories
from tests.interfaces.web_site import BASE, Site

from cicatrix import Memory
from cicatrix.core.episodes import JsonObject
from cicatrix.errors import Busy, UsageError
from cicatrix.interfaces.web import serve
from cicatrix.interfaces.web.guard import CSP, hostname


@pytest.fixture(scope="module")
def northstar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path = tmp_path_factory.mktemp("northstar") / "cicatrix.db"
    stories.northstar(path)
    with Memory.open(path, namespace="northstar", clock=stories.Clock(), user="dana") as memory:
        yield Site(memory)


@pytest.fixture
def site(memory: Memory) -> Site:
    """The page of an empty memory that a test may write to."""
    return Site(memory)


# -- who is answered ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.2:5054", "", "[::2]:1", "a@b:c"])
def test_a_foreign_name_is_refused(northstar: Site, host: str) -> None:
    """A web site whose own name points at this machine must not read the page (DNS rebinding)."""
    answer = northstar.get("/playbook", host=host)
    assert answer.status_code == 421
    assert answer.json()["error"]["code"] == "host_refused"
    assert answer.headers["content-security-policy"] == CSP


@pytest.mark.parametrize("host", ["127.0.0.1:5054", "localhost", "LOCALHOST:80", "[::1]:5054", "localhost.:5054"])
def test_loopback_names_are_answered(northstar: Site, host: str) -> None:
    assert northstar.get("/playbook", host=host).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_site_writes_nothing(northstar: Site, headers: dict[str, str]) -> None:
    before = northstar.memory.read().head().seq
    answer = northstar.ask("POST", "/recalls", headers=headers, body=b"task=Draft+a+post")
    assert answer.status_code == 403
    assert northstar.memory.read().head().seq == before


def test_reading_writes_nothing(northstar: Site) -> None:
    before = northstar.memory.read().head().seq
    for path in ("/", "/?task=Draft+a+post", "/playbook", "/rules/PB-01", "/episodes/ep1", "/recalls/rc-1.json"):
        assert northstar.get(path).status_code == 200
    assert northstar.memory.read().head().seq == before


@pytest.mark.parametrize(
    "path", ["/", "/rules/PB-99", "/nowhere", "/rules/PB-01.json", "/static/edition.css", "/nowhere.json"]
)
def test_every_answer_carries_the_headers(northstar: Site, path: str) -> None:
    headers = northstar.get(path).headers
    assert headers["content-security-policy"] == CSP
    assert "'unsafe" not in CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "private, no-cache"


def test_nothing_inline_and_nothing_from_elsewhere(northstar: Site) -> None:
    for path in (
        "/",
        "/playbook",
        "/rules/PB-01",
        "/episodes/ep1",
        "/recalls/rc-1",
        "/questions",
        "/ledger",
        "/ledger/1",
        "/help",
    ):
        text = northstar.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
        assert text.count("<script") == text.count("<script src=") == 3


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_the_rule_page_shows_who_taught_it_word_for_word(northstar: Site) -> None:
    text = northstar.get("/rules/PB-01").text
    assert "Nobody stops scrolling for our news. " in text
    assert 'href="/episodes/ep1#correction"' in text
    assert 'href="/episodes/ep14#correction"' in text
    assert 'data-scar="n1 n2"' in text
    assert "characters 38 to 104" in text
    assert 'href="/recalls/rc-1"' in text


def test_the_episode_page_tells_what_taught_nothing_and_why(northstar: Site) -> None:
    text = northstar.get("/episodes/ep14").text
    assert "Nobody cares that we are proud." in text
    assert "It says that something was bad, not what to do instead." in text


def test_twins_have_the_shapes_of_the_other_interfaces(northstar: Site) -> None:
    rule = northstar.get("/rules/PB-01.json").json()
    assert rule["id"] == "PB-01"
    assert rule["status"] == "active"
    assert rule["policy"]["status"] == "advice"
    assert [(item["episode"], item["field"]) for item in rule["evidence"]] == [
        ("ep1", "correction"),
        ("ep14", "correction"),
    ]
    assert rule["evidence"][0]["quote"] == rule["text"]
    assert rule["marks"] == {"retrieved": 1, "injected": 1, "cited": 1}
    assert [step["act"] for step in rule["history"]] == ["admitted", "joined"]

    recall = northstar.get("/recalls/rc-1.json").json()
    asked = northstar.memory.read().body("rc-1")
    assert recall["grade"] == asked["grade"] == "ACT"
    assert recall["items"][0]["id"] == "PB-01"
    assert recall["items"][0]["text"] == rule["text"]
    assert 0 < recall["items"][0]["score"] <= 1
    assert recall["budget"] == {"limit": 800, "spent": sum(item["tokens"] for item in recall["items"])}

    episode = northstar.get("/episodes/ep1.json").json()
    assert episode["correction"].startswith("Nobody stops scrolling")
    assert episode["taught"] == ["PB-01"]
    assert [rule["id"] for rule in northstar.get("/playbook.json").json()["rules"]] == [
        f"PB-{n:02d}" for n in range(1, 11)
    ]
    assert northstar.get("/playbook.json?status=suspended").json()["matching"] == 1
    assert northstar.get("/questions/q-1.json").json()["state"] == "open"
    assert northstar.get("/questions/q-2.json").json()["state"] == "answered"
    assert northstar.get("/index.json").json()["counts"]["episodes"] == 17


def test_every_page_names_its_twin(northstar: Site) -> None:
    for path in (
        "/",
        "/playbook?status=active",
        "/rules/PB-01",
        "/episodes?before=9",
        "/episodes/ep1",
        "/ledger/1",
        "/ledger?kind=rule&from=20",
    ):
        page = northstar.get(path).text
        twin = page.split('<link rel="alternate" type="application/json" href="')[1].split('"')[0].replace("&amp;", "&")
        assert northstar.get(twin).headers["content-type"] == "application/json", twin


def test_the_leaf_can_be_checked_without_us(northstar: Site) -> None:
    """The command on an entry's page, run by a shell, prints the leaf that stands beside it."""
    entry = northstar.get("/ledger/2.json").json()
    command = f"printf '\\0%s' {shlex.quote(entry['proof']['header'])} | sha256sum"
    assert command in html.unescape(northstar.get("/ledger/2").text)
    printed = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    assert printed.split()[0] == entry["leaf"]


def test_a_changed_body_is_told_on_its_page(tmp_path: Path) -> None:
    path = tmp_path / "cicatrix.db"
    stories.northstar(path)
    with Memory.open(path, namespace="northstar", clock=stories.Clock()) as memory:
        assert "matches the commitment" in Site(memory).get("/ledger/1").text
    with closing(sqlite3.connect(path)) as raw:
        changed = "CAST(replace(CAST(body AS TEXT), 'webinar', 'seminar') AS BLOB)"
        raw.execute(f"UPDATE bodies SET body = {changed} WHERE seq = 1")
        raw.commit()
    with Memory.open(path, namespace="northstar", clock=stories.Clock()) as memory:
        assert "does not match the commitment" in Site(memory).get("/ledger/1").text


def test_hostile_texts_never_become_markup(tmp_path: Path) -> None:
    path = tmp_path / "cicatrix.db"
    stories.hostile(path)
    with Memory.open(path, namespace="hostile", clock=stories.Clock()) as memory:
        site = Site(memory)
        paths = ["/", f"/?task={quote(stories.XSS)}", "/playbook", "/episodes", "/recalls", "/recalls/rc-1"]
        paths += [
            f"/playbook?tag={quote(stories.XSS)}&status={quote(stories.XSS)}",
            f"/rules/{quote(stories.XSS, safe='')}",
        ]
        paths += [f"/episodes/ep{number}" for number in range(1, 14)] + [
            "/rules/PB-01",
            "/rules/PB-02",
            "/ledger",
            "/ledger/1",
        ]
        paths += [f"/find?id={quote(stories.XSS)}", f"/{quote(stories.XSS, safe='')}"]
        for path_of_page in paths:
            text = site.get(path_of_page).text
            assert "<script>" not in text, path_of_page
            assert "<img" not in text, path_of_page
        assert "{{7*7}}" in site.get("/episodes/ep1").text


def test_control_characters_are_shown_not_sent(site: Site) -> None:
    site.memory.record(
        task="a\x07b", action="c\x1b[31md", outcome="e", correction="Never ring the \x07 bell.", correction_by="d"
    )
    text = site.get("/episodes/ep1").text
    assert "a␇b" in text
    assert "c␛[31md" in text
    assert not any(ord(char) < 32 and char not in "\n\t" for char in text)


def test_memories_have_pages_like_rules(site: Site) -> None:
    turn: JsonObject = {"kind": "turn", "role": "user", "speaker": "ravi", "actor": "ravi"}
    site.memory.record_many([{**turn, "text": "Tideline opens on 7 December. It is free until March."}])
    kept = site.memory.remember("Tideline opens on 7 December.", type="semantic", evidence=["ep1"])
    page = site.get(f"/memories/{kept.id}").text
    assert 'href="/episodes/ep1#text"' in page
    assert "semantic" in page
    assert f'href="/memories/{kept.id}"' in site.get("/episodes/ep1").text
    assert site.get(f"/memories/{kept.id}.json").json()["evidence"][0]["quote"] == "Tideline opens on 7 December."


def test_what_was_not_learnt_can_be_read_with_the_reason(northstar: Site) -> None:
    """A dead letter has no page of its own: the finder leads to its entry, which shows what it says."""
    entry = northstar.get(northstar.get("/find?id=dl-1").headers["location"]).text
    assert "dl-1</a> was not learnt: it says that something was bad" in entry
    assert "Nobody stops scrolling for our news." in entry


# -- asking ------------------------------------------------------------------------------------------------------------


def test_a_task_is_recalled_recorded_and_led_to(site: Site) -> None:
    site.memory.record(
        task="Write a post", outcome="x", correction="Never post prices in public posts.", correction_by="dana"
    )
    site.memory.distill()
    answer = site.ask("POST", "/recalls", headers={"origin": BASE}, body=b"task=Write+a+public+post+about+prices")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/recalls/rc-1"
    page = site.get("/recalls/rc-1").text
    assert "Write a public post about prices" in page
    assert 'href="/rules/PB-01"' in page


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "No task was written."),
        (b"task=+++", "No task was written."),
        (b"task=%ff%fe", "The form cannot be read."),
        (b"task=" + b"a" * 200_000, "The form holds more than"),
        (b"task=" + b"a" * 30_000, "are allowed"),
        (b"task=" + b"%ED%A0%80", "The form cannot be read."),
    ],
)
def test_a_task_that_cannot_be_asked_is_refused_with_a_reason(site: Site, body: bytes, message: str) -> None:
    answer = site.ask("POST", "/recalls", body=body)
    assert answer.status_code == 400
    assert message in answer.text
    assert site.memory.read().head().seq == 0


def test_a_ledger_that_may_only_be_read_answers_unrecorded(tmp_path: Path) -> None:
    path = tmp_path / "cicatrix.db"
    stories.northstar(path)
    with Memory.open(path, namespace="northstar", clock=stories.Clock(), read_only=True) as memory:
        before = memory.read().head().seq
        answer = Site(memory).ask("POST", "/recalls", body=b"task=Draft+a+LinkedIn+post")
        assert answer.status_code == 200
        assert "not recorded" in answer.text
        assert "PB-01" in answer.text
        assert memory.read().head().seq == before


# -- addresses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "led_to"),
    [
        ("/rules/pb-1", "/rules/PB-01"),
        ("/rules/pb-1.json", "/rules/PB-01.json"),
        ("/rules/ep1", "/episodes/ep1"),
        ("/memories/PB-01", "/rules/PB-01"),
        ("/find?id=pb-1", "/rules/PB-01"),
        ("/find?id=%20EP14%20", "/episodes/ep14"),
        ("/find?id=%237", "/ledger/7"),
        ("/find?id=7", "/ledger/7"),
        ("/find?id=us-1", "/ledger/39"),
    ],
)
def test_what_people_type_leads_to_the_page(northstar: Site, asked: str, led_to: str) -> None:
    answer = northstar.get(asked)
    assert answer.status_code in (303, 308)
    assert answer.headers["location"] == led_to
    assert northstar.get(led_to).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/rules/PB-99", 404),
        ("/rules/nonsense", 400),
        ("/episodes/ep999999999999999999", 404),
        ("/recalls/rc-99", 404),
        ("/questions/q-99", 404),
        ("/ledger/999", 404),
        ("/ledger/0", 400),
        ("/ledger/x", 400),
        ("/ledger/99999999999999999999999", 400),
        ("/ledger?from=x", 400),
        ("/ledger?kind=x", 400),
        ("/episodes?before=x", 400),
        ("/playbook?page=0", 400),
        ("/find?id=", 400),
        ("/find?id=PB-99", 404),
        ("/constellation", 404),
        ("/static/none.css", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
    ],
)
def test_errors_are_pages_and_json_with_the_same_words(northstar: Site, path: str, status: int) -> None:
    answer = northstar.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert '<h1 class="title">' in answer.text
    if "?" not in path and "." not in path:
        twin = northstar.get(f"{path}.json")
        assert twin.status_code == status
        assert set(twin.json()["error"]) == {"code", "message", "hint", "docs"}


def test_other_methods_are_refused_and_head_is_answered(northstar: Site) -> None:
    assert northstar.ask("HEAD", "/playbook").status_code == 200
    for method, path in (("DELETE", "/rules/PB-01"), ("POST", "/playbook"), ("PUT", "/")):
        assert northstar.ask(method, path).status_code == 405


def test_a_defect_is_told_in_words_under_the_same_headers(northstar: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from cicatrix.interfaces.web.routes import beliefs

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(beliefs, "rule_page", broken)
    answer = northstar.get("/rules/PB-01")
    assert answer.status_code == 500
    assert "a defect in Cicatrix" in answer.text
    assert "secret detail" not in answer.text
    assert answer.headers["content-security-policy"] == CSP


def test_pages_of_an_empty_ledger_have_twins_too(site: Site) -> None:
    assert json.loads(site.get("/playbook.json").text) == {"rules": [], "matching": 0, "next": None}
    assert site.get("/episodes.json").json() == {"episodes": [], "total": 0, "next": None}
    assert site.get("/recalls.json").json()["recalls"] == []
    assert site.get("/questions.json").json()["questions"] == []
    ledger = site.get("/ledger.json").json()
    assert (ledger["state"], ledger["entries"], ledger["checkpoints"]) == ("EMPTY", [], [])


def test_long_lists_are_read_a_page_at_a_time(site: Site) -> None:
    site.memory.record_many(
        {"kind": "turn", "role": "user", "speaker": "ana", "text": f"word{n}", "actor": "ana"} for n in range(120)
    )
    seen: list[str] = []
    path = "/episodes.json"
    while path:
        page = site.get(path).json()
        seen += [item["id"] for item in page["episodes"]]
        path = page["next"].replace("/episodes?", "/episodes.json?") if page["next"] else ""
    assert seen == [f"ep{number}" for number in range(120, 0, -1)]


# -- serving -----------------------------------------------------------------------------------------------------------


def test_only_this_machine_is_served(memory: Memory) -> None:
    with pytest.raises(UsageError, match="no login"):
        serve(memory, host="0.0.0.0", port=0)


def test_a_taken_port_is_told_with_a_way_out(memory: Memory) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Busy, match=str(port)) as told:
            serve(memory, port=port)
        assert "--port" in told.value.hint


@pytest.mark.parametrize(
    ("address", "name"), [("//127.0.0.1:1", "127.0.0.1"), ("//[::1]:1", "::1"), ("//", ""), ("//[bad", "")]
)
def test_hostname(address: str, name: str) -> None:
    assert hostname(address) == name
