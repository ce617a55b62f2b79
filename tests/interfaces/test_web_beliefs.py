"""The pages of beliefs that change: memories and their chains, the inbox, nights, differences, and the past."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contract.drafts import erase
from tests.e2e import stories
from tests.e2e.stories import Ana
from tests.interfaces.web_site import Site

from cicatrix import Memory
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.recall_record import Chosen, RecallRecord
from cicatrix.interfaces import shapes
from cicatrix.interfaces.nights import slept
from cicatrix.interfaces.waiting import gather
from cicatrix.interfaces.web.render import make_environment
from cicatrix.interfaces.web.views.belief import sentence_of, signals_of
from cicatrix.interfaces.web.views.past import PAST_ROOMS
from cicatrix.interfaces.web.views.recall import page_of

PAST = Ana.BEFORE_THE_TRIP


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("told") / "cicatrix.db"
    stories.ana(path)
    return path


@pytest.fixture(scope="module")
def site(told: Path) -> Iterator[Site]:
    with Memory.open(told, namespace="ana", clock=stories.Clock(), user="ana") as memory:
        yield Site(memory)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    """The same story in a file that a test may change."""
    path = tmp_path / "cicatrix.db"
    stories.ana(path)
    with Memory.open(path, namespace="ana", clock=stories.Clock(), user="ana") as memory:
        yield Site(memory)


def plain(page: str) -> str:
    """What a reader sees of the main part, on one line."""
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


# -- memories ----------------------------------------------------------------------------------------------------------


def test_memories_are_listed_by_type_what_stands_before_what_is_over(site: Site) -> None:
    text = site.get("/memories").text
    assert text.index("What is so") < text.index("What is preferred") < text.index("What happened")
    semantic = text[text.index("What is so") : text.index("What is preferred")]
    shown = re.findall(r'aria-label="(M-\d+)"', semantic)
    assert shown.index(Ana.NEW_JOB) < shown.index(Ana.OLD_JOB)
    assert shown[:2] == [Ana.MENDED_HOME, "M-12"]
    assert "employer: Halden Robotics" in plain(text)


def test_the_twin_of_the_list_is_what_the_command_line_says(site: Site) -> None:
    read = site.memory.read()
    told = site.get("/memories.json").json()
    assert told["memories"] == json.loads(json.dumps([shapes.memory(noun, read.quote) for noun in read.memories()]))
    assert told["matching"] == len(read.memories())


@pytest.mark.parametrize(
    ("query", "handles"),
    [
        ("status=superseded", {Ana.OLD_JOB, Ana.OLD_HOME, Ana.NEW_HOME}),
        ("type=preference&status=forgotten", {Ana.SHORT_ANSWERS, Ana.LASAGNE}),
        ("subject=Jonna", {"M-4"}),
        ("status=candidate", set()),
    ],
)
def test_the_filter_keeps_what_it_says(site: Site, query: str, handles: set[str]) -> None:
    found = site.get(f"/memories.json?{query}").json()["memories"]
    assert {item["id"] for item in found} == handles
    page = site.get(f"/memories?{query}").text
    assert ("No memory is so." in page) is (not handles)


def test_a_memory_shows_what_stood_in_its_place_and_why(site: Site) -> None:
    page = site.get(f"/memories/{Ana.NEW_HOME}").text
    text = plain(page)
    assert Ana.WORDS[Ana.OLD_HOME] in text
    assert f"{Ana.NEW_HOME} replaces {Ana.OLD_HOME} ." in text
    assert "another value of residence, which holds one" in text
    assert re.search(r"value before Leeds .*value after York", text)
    assert 'data-scar="why"' in page
    assert 'href="/episodes/ep10#text"' in page
    twin = site.get(f"/memories/{Ana.NEW_HOME}.json").json()
    assert [link["id"] for link in twin["chain"]] == [Ana.OLD_HOME, Ana.NEW_HOME, Ana.MENDED_HOME]
    assert twin["revision"]["verdict"] == "replaces"
    assert twin["marks"]["injected"] == 1


def test_a_memory_that_an_event_ended_names_the_event(site: Site) -> None:
    text = plain(site.get(f"/memories/{Ana.OLD_JOB}").text)
    assert f"{Ana.LEFT} replaces it: &#39;left&#39; ends the employer." in text
    assert "In its place" not in site.get(f"/memories/{Ana.NEW_JOB}").text


def test_the_reason_of_the_engine_is_never_in_a_persons_voice(site: Site) -> None:
    def quoted(handle: str) -> list[str]:
        history = site.get(f"/memories/{handle}").text.split("<h2>History</h2>")[1]
        return re.findall(r'<p class="said" dir="auto">“(.*?)”</p>', history)

    assert quoted("M-1") == quoted("M-6") == quoted("M-16") == quoted("M-19") == []
    assert quoted("M-5") == ["That was only for the spring."]
    assert quoted("M-20") == ["The flat was sold."]


def test_a_merged_memory_names_its_members_and_they_name_it(site: Site) -> None:
    text = plain(site.get("/memories/M-19").text)
    assert "Merged from M-16 , M-17 and M-18" in text
    assert "Its words stand in M-19" in plain(site.get("/memories/M-17").text)
    assert "Told more in M-7" in plain(site.get("/memories/M-6").text)


def test_a_memory_in_doubt_leads_to_the_doubt(site: Site) -> None:
    for doubted in (Ana.KITCHEN, Ana.LIBRARY):
        assert f'href="/doubts/{Ana.DOUBT}"' in site.get(f"/memories/{doubted}").text
    assert f'href="/doubts/{Ana.LAPSED}"' not in site.get(f"/memories/{Ana.RAMEN}").text  # nothing is left to decide


def test_signals_are_named_words_before_shares() -> None:
    found = signals_of({"likeness": 570_890, "rule": "known_attribute", "odd_one": "x", "topic_share": 2_000_000})
    assert [(signal.value, signal.share) for signal in found] == [
        ("known attribute", None),
        ("0.57", 57.09),
        ("2.00", 100.0),
        ("x", None),
    ]
    assert found[-1].name == "odd one"
    assert sentence_of("refines", "M-2", "M-1") == "M-2 tells M-1 more exactly"


def test_erased_memories_say_who_took_their_words(own: Site, tmp_path: Path) -> None:
    seqs = [version.seq for version in own.memory.read().history("M-5")]
    erasure = erase(tmp_path / "cicatrix.db", *seqs, namespace="ana")
    page = own.get("/memories/M-5")
    assert page.status_code == 410
    assert f'href="/ledger/{erasure}"' in page.text
    assert "short answers" not in page.text
    assert own.get("/memories/M-5.json").json()["erased_by"] == erasure
    assert own.get("/memories").status_code == 200
    assert own.get(f"/diff/0..{erasure}").status_code == 200


# -- the inbox ---------------------------------------------------------------------------------------------------------


def test_the_inbox_shows_what_the_command_line_shows(site: Site) -> None:
    with site.memory.read().snapshot() as read:
        assert site.get("/inbox.json").json() == json.loads(json.dumps(gather(site.memory, read, limit=50).as_json()))


def test_a_doubt_stands_side_by_side_with_the_command_for_each_verdict(site: Site) -> None:
    for path in ("/inbox", f"/doubts/{Ana.DOUBT}"):
        page = site.get(path).text
        assert page.count('class="side"') == 2
        for verdict in ("replaces", "duplicate", "refines", "distinct"):
            assert f"cicatrix review {Ana.DOUBT} {verdict} --by you -n ana" in page
        assert Ana.WORDS[Ana.LIBRARY] in page
    assert site.get(f"/doubts/{Ana.DOUBT}.json").json()["verdict"] is None
    lapsed = site.get(f"/doubts/{Ana.LAPSED}").text
    assert "nothing to decide any more" in lapsed
    assert "cicatrix review" not in lapsed


def test_each_kind_has_its_evidence_and_its_way_out(site: Site) -> None:
    page = site.get("/inbox").text
    assert "cicatrix reply q-1" in page
    assert "cicatrix ratify PB-01 --by you -n ana" in page
    assert "cicatrix retire PB-01 --by you -n ana" in page
    assert "reported, not confirmed by a person" in page
    assert ">Inbox <span" in page
    assert re.search(r'class="count">2<', page)


def test_a_settled_doubt_says_by_whom_and_leaves_the_inbox(own: Site) -> None:
    own.memory.review(Ana.DOUBT, "distinct", by="ana", reason="One is for reading.")
    text = plain(own.get(f"/doubts/{Ana.DOUBT}").text)
    assert f"{Ana.LIBRARY} speaks of something else than {Ana.KITCHEN}" in text
    assert "One is for reading." in text
    assert Ana.DOUBT not in own.get("/inbox").text.split("<main")[1]
    assert own.get(f"/doubts/{Ana.DOUBT}.json").json()["by"] == "ana"
    assert "was settled" in plain(own.get("/ledger?kind=doubt").text)


def test_dead_letters_stand_under_their_reason(own: Site) -> None:
    own.memory.observe("Maybe I will move to Oslo one day, who knows.", speaker="ana")
    own.memory.record(task="a", action="b", outcome="c", correction="This is dreadful.", correction_by="ana")
    own.memory.distill()
    letters = own.get("/inbox.json").json()["dead_letters"]
    page = own.get("/inbox").text
    assert letters
    for letter in letters:
        assert letter["text"] in page
        assert letter["reason"] in page


# -- nights ------------------------------------------------------------------------------------------------------------


def test_a_night_shows_what_it_merged_and_let_go_and_the_way_back(site: Site) -> None:
    page = site.get("/sleep/sl-1").text
    text = plain(page)
    assert "Three memories became one and three were let go." in text
    assert 'data-scar="p-M-16 p-M-17 p-M-18' in page
    assert "cicatrix undo sl-1 --by you -n ana" in page
    assert "I&#39;m training for the Yorkshire marathon." in page
    twin = site.get("/sleep/sl-1.json").json()
    assert all(out["code"].replace("_", " ") in text for out in twin["refused"])
    assert twin["merged"][0]["from"] == ["M-16", "M-17", "M-18"]
    assert twin["tokens"]["before"] > twin["tokens"]["after"]
    assert site.get("/sleep.json").json()["nights"] == [twin]


def test_a_plan_is_what_a_dry_run_says_and_writes_nothing(memory: Memory) -> None:
    site = Site(memory)
    assert "A night would change nothing now." in site.get("/sleep/plan").text
    for _, words in stories.LISBON:
        episode = memory.record_many([{"kind": "turn", "role": "user", "speaker": "ana", "text": words}]).ids[0]
        memory.remember(words, type="episodic", evidence=[episode], by="ana", subject="ana")
    before = memory.read().head()
    planned = memory.sleep(dry_run=True)
    assert planned.merged
    page = site.get("/sleep/plan").text
    assert site.get("/sleep/plan.json").json() == json.loads(json.dumps(slept(planned)))
    assert f"cicatrix sleep -n {memory.context.namespace}" in page
    assert f'href="/memories/{planned.merged[0].into}"' not in page  # which is not there yet
    assert "As it was" not in page
    assert memory.read().head() == before


def test_a_night_that_was_taken_back_says_so(own: Site) -> None:
    own.memory.undo("sl-1", by="ana", reason="Too early.")
    page = own.get("/sleep/sl-1").text
    assert "Taken back by" in page
    assert "Too early." in page
    assert "cicatrix undo sl-1" not in page
    assert "taken back" in plain(own.get("/sleep").text)


# -- differences -------------------------------------------------------------------------------------------------------


def test_a_difference_is_the_engines_and_shows_words_that_came_and_went(site: Site) -> None:
    head = site.memory.read().head().seq
    assert site.get(f"/diff/{PAST}..{head}.json").json() == json.loads(
        json.dumps(shapes.difference(site.memory.diff(PAST, head)))
    )
    page = site.get(f"/diff/{PAST}..{head}").text
    learnt = page.split(f'aria-label="{Ana.MENDED_HOME}"')[1].split("</section>")[0]
    assert re.search(r"I moved to<del>.*last month.*</del><ins>.*near the station\.</ins>", learnt)
    assert f'in the place of <a class="h" href="/memories/{Ana.NEW_HOME}">' in learnt
    gone = page.split('aria-label="M-5"')[1].split("</section>")[0]
    assert "“That was only for the spring.”" in gone
    assert "<del>I prefer short answers" in gone


def test_differences_are_asked_by_date_and_without_anything(site: Site) -> None:
    assert (
        site.get("/diff?start=2026-06-01&end=2026-06-30").headers["location"] == f"/diff/{Ana.JOB_CHANGED}..{Ana.MOVED}"
    )
    assert site.get("/diff.json?start=2026-06-01&end=30").headers["location"] == f"/diff/{Ana.JOB_CHANGED}..30.json"
    lately = site.get("/diff.json").json()
    assert 0 < lately["from"] < lately["to"] == site.memory.read().head().seq
    assert site.get(f"/diff/{lately['from']}..{lately['to']}.json").json() == lately
    assert site.get("/diff").status_code == 200
    assert site.get("/diff/2026-06-01..2026-06-30").status_code == 200
    assert site.get("/diff/5..5").status_code == 200
    assert "stayed as it was" in site.get("/diff/5..5").text
    for wrong in ("/diff/9", "/diff/3..", "/diff/1..9999", "/diff/x..y"):
        assert site.get(wrong).status_code == 400, wrong


# -- the past ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [1, 4, 19, 30, 41, 50])
def test_a_page_of_the_past_is_the_mind_as_it_was(site: Site, seq: int) -> None:
    mind = site.memory.at(seq)
    listed = site.get(f"/at/{seq}/memories.json").json()["memories"]
    assert [item["id"] for item in listed if item["status"] == "active"] == [noun.id for noun in mind.memories()]
    rules = site.get(f"/at/{seq}/playbook.json").json()["rules"]
    assert [item["id"] for item in rules if item["status"] == "active"] == [rule.id for rule in mind.rules()]
    episodes = site.get(f"/at/{seq}/episodes.json").json()
    assert episodes["total"] == len(episodes["episodes"]) == mind.episodes()
    assert site.get(f"/at/{seq}.json").json() == json.loads(json.dumps(shapes.mind(mind)))


def test_a_memory_of_the_past_has_only_its_past(site: Site) -> None:
    then = site.get(f"/at/4/memories/{Ana.OLD_JOB}.json").json()
    assert then["status"] == "active"
    assert [step["end"] for step in then["history"]] == [None]
    assert [link["id"] for link in then["chain"]] == ["M-1"]
    assert site.get("/at/4/memories/M-10").status_code == 404
    assert "no M-10 in ana at #4" in site.get("/at/4/memories/M-10").text
    assert site.get("/at/4/memories/m-1").headers["location"] == "/at/4/memories/M-1"


def test_the_past_has_a_banner_the_way_back_and_links_that_stay_in_it(site: Site) -> None:
    page = site.get(f"/at/{PAST}/memories?status=active").text
    assert 'href="/memories?status=active">Back to now</a>' in page
    assert f'href="/diff/{PAST}..' in page
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    links = set(re.findall(r' href="(/[^"#]*)', main))
    assert f"/at/{PAST}/memories/{Ana.NEW_JOB}" in links
    assert f"/at/{PAST}/episodes/ep9" in links
    for link in links:
        assert link.startswith((f"/at/{PAST}/", "/ledger", "/doubts", "/inbox")), link
        assert site.get(link).status_code == 200, link
    head = page.split("<main")[0]
    assert 'href="/memories" aria-current="page"' in head  # the head leads to now


def test_a_page_of_the_past_offers_nothing_to_do(site: Site) -> None:
    assert f"cicatrix forget {Ana.NEW_JOB}" in site.get(f"/memories/{Ana.NEW_JOB}").text
    assert f"cicatrix forget {Ana.NEW_JOB}" not in site.get(f"/at/{PAST}/memories/{Ana.NEW_JOB}").text


def test_every_room_of_the_past_is_there_and_has_a_twin(site: Site) -> None:
    for room in PAST_ROOMS:
        for path in (f"/at/50/{room}", f"/at/50/{room}.json") if room != "rules" else (f"/at/{Ana.LAST}/rules/PB-01",):
            assert site.get(path).status_code == 200, path
    assert site.get("/at/50/ledger").status_code == 404


def test_the_slider_leads_to_the_same_page_of_another_mind(site: Site) -> None:
    assert site.get("/at?seq=12&moment=&room=/memories/M-1").headers["location"] == "/at/12/memories/M-1"
    assert (
        site.get("/at?seq=12&moment=2026-06-05&room=/memories").headers["location"] == f"/at/{Ana.JOB_CHANGED}/memories"
    )
    assert site.get("/at/2026-06-05").headers["location"] == f"/at/{Ana.JOB_CHANGED}/playbook"
    assert site.get("/at/2026-06-05/memories").status_code == 200
    assert site.get("/at?seq=12&room=//elsewhere.example").status_code == 400
    assert site.get("/at?seq=12&room=/ledger").status_code == 400
    for wrong in ("/at/0/memories", "/at/9999/memories", "/at/tomorrow-ish/memories", "/at/-3/memories"):
        assert site.get(wrong).status_code == 400, wrong


def test_what_the_pages_say_of_the_past_agrees_with_recalls_and_nights(site: Site) -> None:
    """A thing that came later is in no list of the past; one that changed is listed as it was."""
    assert site.get(f"/at/{Ana.NIGHT}/recalls.json").json() == {"recalls": [], "total": 0, "next": None}
    assert site.get(f"/at/{Ana.NIGHT - 1}/sleep.json").json()["total"] == 0
    assert site.get(f"/at/{Ana.NIGHT}/sleep/sl-1").status_code == 200
    assert [line["state"] for line in site.get("/at/48/questions.json").json()["questions"]] == ["open"]


def test_things_that_changed_since_are_paged_as_they_were(own: Site) -> None:
    seq = own.memory.read().head().seq
    own.memory.reply("q-1", "Bring fruit.", by="ana")
    assert own.get(f"/at/{seq}/questions.json").json()["questions"][0]["state"] == "open"
    assert own.get("/questions.json").json()["questions"][0]["state"] == "answered"
    past = own.memory.read().as_of(seq)
    assert [version.handle for version in past.bodies(Kind.QUESTION, limit=1)] == ["q-1"]
    assert [version.handle for version in past.bodies(Kind.EPISODE, limit=2)] == ["ep21", "ep20"]
    before = past.bodies(Kind.EPISODE, limit=1)[0].seq
    assert [version.handle for version in past.bodies(Kind.EPISODE, before=before, limit=1)] == ["ep20"]


# -- recalls -----------------------------------------------------------------------------------------------------------


RESCUED = Chosen("M-2", 4, 0, {"coverage": 0, "safety": 1_000_000}, 12, rescued=True)
FOUND = Chosen(
    "M-10",
    20,
    724_513,
    {
        "relevance": 800_000,
        "recency": 500_000,
        "importance": 500_000,
        "usage": 0,
        "coverage": 150_000,
        "lexical": 300_000,
        "semantic": 600_000,
        "domain": 100_000,
        "questions": -200_000,
        "statement": 300,
    },
    13,
)


def test_a_recall_names_what_was_rescued_reserved_and_what_relevance_is_made_of(site: Site) -> None:
    with site.memory.read().snapshot() as read:
        record = decode(RecallRecord, read.body("rc-1"), seq=1)
        view = page_of(read, replace(record, chosen=(RESCUED, FOUND), spent=25, matched=1), stories.NOW)
    rescued, found = view.lines
    assert (view.rescued, view.has_meaning, view.reserved) == (1, True, 120)
    assert [block.rescued for block in view.blocks] == [True, False]
    assert [value for _, value in rescued.figures] == ["–"] * 4
    assert (rescued.parts, rescued.made_of) == ((), ())
    assert found.made_of == (("meaning", ".60"), ("words", ".30"), ("its field", ".10"), ("questions", "−.20"))
    widths = {part.name: part.width for part in found.parts}
    assert widths["relevance"] + widths["meaning"] == pytest.approx(44, abs=0.02)
    assert widths["meaning"] == pytest.approx(26.4, abs=0.01)
    assert found.parts[-1].x + found.parts[-1].width == pytest.approx(44 + 9 + 8.5, abs=0.02)
    assert "120 reserved" in site.get("/recalls/rc-1").text


def test_templates_are_all_used() -> None:
    """A template that no page includes is a page that nobody sees."""
    names = set(make_environment().list_templates(extensions=["html", "svg"]))
    web = Path(stories.__file__).parents[2] / "src" / "cicatrix" / "interfaces" / "web"
    sources = [*web.rglob("*.py"), *web.rglob("*.html")]
    used = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert {name for name in names if f'"{name}"' not in used} == set()
