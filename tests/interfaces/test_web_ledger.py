"""The pages of the ledger over HTTP: what each entry says, how far the proof goes, and that a stranger can check it."""

from __future__ import annotations

import hashlib
import html
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.drafts import destroy, erase
from tests.e2e import stories
from tests.interfaces.web_site import Site

from cicatrix import Memory
from cicatrix.core.ids import Kind
from cicatrix.core.merkle import inclusion_proof, tree_root
from cicatrix.errors import VerificationFailed
from cicatrix.interfaces.web.views.proof_path import proof_path

VERIFIER = Path(__file__).parents[2] / "verifier" / "cicatrix_verify.py"
SIGNED = 49
LAST = 50


@pytest.fixture(scope="module")
def northstar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path = tmp_path_factory.mktemp("northstar") / "cicatrix.db"
    stories.northstar(path)
    with opened(path) as memory:
        yield Site(memory)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cicatrix.db"
    stories.northstar(path)
    return path


def opened(path: Path) -> Memory:
    return Memory.open(path, namespace="northstar", clock=stories.Clock(), user="dana")


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute(statement).rowcount == 1
        raw.commit()


# -- the list ----------------------------------------------------------------------------------------------------------


def test_entries_stand_newest_first_a_page_at_a_time(northstar: Site) -> None:
    seen: list[int] = []
    path = "/ledger.json?from=45"
    while path:
        page = northstar.get(path).json()
        seen += [line["seq"] for line in page["entries"]]
        path = page["next"].replace("/ledger?", "/ledger.json?") if page["next"] else ""
    assert seen == list(range(45, 0, -1))
    assert page["total"] == LAST
    assert northstar.get("/ledger.json?from=%23999").json()["entries"][0]["seq"] == LAST


def test_a_long_ledger_has_pages(memory: Memory) -> None:
    memory.record_many(
        {"kind": "turn", "role": "user", "speaker": "ana", "text": f"word{n}", "actor": "ana"} for n in range(120)
    )
    site = Site(memory)
    seen: list[int] = []
    path = "/ledger.json?kind=episode"
    pages = 0
    while path:
        page = site.get(path).json()
        seen += [line["seq"] for line in page["entries"]]
        path = page["next"].replace("/ledger?", "/ledger.json?") if page["next"] else ""
        pages += 1
    assert seen == list(range(120, 0, -1))
    assert pages == 3
    text = site.get("/ledger?from=70").text
    assert 'href="/ledger?from=20">Older' in text
    assert 'href="/ledger">Newest' in text


@pytest.mark.parametrize("kind", list(Kind))
def test_the_filter_keeps_every_entry_of_a_kind_and_no_other(northstar: Site, kind: Kind) -> None:
    """Those that were ended since are entries too."""
    prefixes = {
        line["handle"].rstrip("0123456789") for line in northstar.get(f"/ledger.json?kind={kind}").json()["entries"]
    }
    assert len(prefixes) <= 1
    listed = [
        line for line in northstar.get("/ledger.json").json()["entries"] if line["handle"].startswith(tuple(prefixes))
    ]
    found = northstar.get(f"/ledger.json?kind={kind}").json()["entries"]
    assert found == (listed if prefixes else [])
    if kind is Kind.RULE:
        assert [line["seq"] for line in found if line["handle"] == "PB-01"] == [30, 2]


@pytest.mark.parametrize(
    ("seq", "sentence", "words"),
    [
        (1, "ep1 was recorded and corrected", "Nobody stops scrolling for our news."),
        (2, "PB-01 was learnt from ep1", "Open with the reader's pain point"),
        (3, "dl-1 was not learnt: it says that something was bad", "Nobody stops scrolling for our news."),
        (30, "PB-01 gained evidence from ep14", "Open with the reader's pain point"),
        (39, "us-1: PB-01 of what rc-1 found was used", None),
        (40, "rc-2 found 1 memory and was graded ASK_HUMAN", "What is our refund window"),
        (41, "q-1 asks a person what rc-2 could not answer", "What is our refund window"),
        (43, "PB-07 was suspended", "Only while the fair is on."),
        (44, "PB-08 was retired", "Sundays work well now."),
        (48, "q-2 was answered in ep17", "How many parking spaces"),
    ],
)
def test_each_entry_says_in_a_sentence_what_it_began(
    northstar: Site, seq: int, sentence: str, words: str | None
) -> None:
    line = northstar.get(f"/ledger.json?from={seq}").json()["entries"][0]
    assert line["summary"].startswith(sentence)
    assert (line["words"] or "").startswith(words or "")
    assert bool(line["words"]) == bool(words)


# -- the state ---------------------------------------------------------------------------------------------------------


def test_the_state_is_told_on_every_page_and_never_better_than_it_is(northstar: Site) -> None:
    for path in ("/", "/playbook", "/ledger", "/ledger/1", "/help"):
        assert f"signed to #{SIGNED}, 1 after it unsigned" in northstar.get(path).text, path
    ledger = northstar.get("/ledger.json").json()
    assert (ledger["state"], ledger["signed_to"], ledger["fault"]) == ("SIGNED", SIGNED, None)
    assert [point["size"] for point in ledger["checkpoints"]] == [SIGNED]
    assert northstar.get("/ledger/49.json").json()["state"] == "SIGNED"
    assert northstar.get("/ledger/50.json").json()["state"] == "UNSIGNED"
    assert 'aria-current="step"><h3>' in northstar.get("/ledger").text
    assert not re.search(r'aria-current="step">(<[^>]*>)*\s*[Aa]nchored', northstar.get("/ledger").text)


def test_an_unsigned_ledger_says_so_and_how_to_sign_it(site_unsigned: Site) -> None:
    text = site_unsigned.get("/ledger").text
    assert "<strong>Unsigned.</strong>" in text
    assert "cicatrix ledger checkpoint -n acme/support" in text
    assert ", unsigned" in re.sub(r"<[^>]+>", "", site_unsigned.get("/").text)
    assert site_unsigned.get("/ledger.json").json()["state"] == "UNSIGNED"


@pytest.fixture
def site_unsigned(memory: Memory) -> Site:
    memory.record(task="Write a post")
    return Site(memory)


def test_a_checkpoint_with_a_wrong_signature_is_told_everywhere(file: Path) -> None:
    (note,) = file.with_name("cicatrix.db.checkpoints").rglob("*.note")
    raw = bytearray(note.read_bytes())
    raw[-10] ^= 1
    note.chmod(0o644)
    note.write_bytes(raw)
    with opened(file) as memory:
        site = Site(memory)
        assert "a checkpoint does not hold" in site.get("/playbook").text
        ledger = site.get("/ledger.json").json()
        assert (ledger["state"], ledger["checkpoints"]) == ("FAILED", [])
        assert ledger["fault"]
        entry = site.get("/ledger/2.json").json()
        assert (entry["state"], entry["proof"]) == ("FAILED", None)
        assert "Not proven." in site.get("/ledger/2").text


def test_a_rewritten_ledger_is_told(file: Path) -> None:
    change(file, "UPDATE entries SET leaf = zeroblob(32) WHERE seq = 7")
    with opened(file) as memory:
        site = Site(memory)
        ledger = site.get("/ledger.json?from=7").json()
        assert ledger["state"] == "FAILED"
        assert "rewritten" in ledger["fault"]
        assert ledger["entries"][0]["fault"] == "its header does not hash to its leaf"
        assert "something was changed" in site.get("/ledger").text
        assert "is not what the header hashes to" in site.get("/ledger/7").text
        assert site.get("/ledger/8.json").json()["state"] == "FAILED"


def test_changed_words_are_not_shown_as_a_persons(file: Path) -> None:
    change(file, "UPDATE bodies SET body = CAST(replace(CAST(body AS TEXT), 'pain', 'gain') AS BLOB) WHERE seq = 2")
    with opened(file) as memory:
        site = Site(memory)
        assert site.get("/ledger.json?from=2").json()["entries"][0]["fault"].startswith("its words are not the ones")
        text = site.get("/ledger/2").text
        assert "does not match the commitment" in text
        assert "It prints FAILED" in text
        assert '<p class="mt said"' not in text
        assert '<p class="mt said"' in site.get("/ledger/1").text


def test_a_header_that_cannot_be_read_is_an_error_with_words(file: Path) -> None:
    change(file, "UPDATE entries SET header = CAST('nothing' AS BLOB) WHERE seq = 7")
    with opened(file) as memory:
        site = Site(memory)
        answer = site.get("/ledger/7")
        assert answer.status_code == VerificationFailed.http_status
        assert "The header of #7 cannot be read" in answer.text
        assert "its header cannot be read" in site.get("/ledger?from=7").text
        assert site.get("/playbook").status_code == 200


def test_erased_words_are_a_black_bar_and_the_proof_stays(file: Path) -> None:
    erasure = erase(file, 1, namespace="northstar")
    with opened(file) as memory:
        site = Site(memory)
        entry = site.get("/ledger/1.json").json()
        assert (entry["erased"], entry["body"], entry["salt"], entry["state"]) == (True, None, None, "SIGNED")
        assert (entry["erased_by"], entry["fault"]) == (erasure, None)
        text = site.get("/ledger/1").text
        assert '<span class="redacted">erased</span>' in text
        assert 'href="/episodes/ep1"' not in text  # whose page is gone
        assert "scrolling" not in text
        assert f'href="/ledger/{erasure}"' in text
        assert "Not as it was sealed" not in text
        assert_checks(site, 1)
        gone = site.get("/episodes/ep1")
        assert gone.status_code == 410
        assert f'href="/ledger/{erasure}"' in gone.text
        assert site.get("/episodes/ep1.json").json()["state"] == "erased"


def test_words_destroyed_around_the_ledger_are_told_from_erased_ones(file: Path) -> None:
    destroy(file, 1, namespace="northstar")
    with opened(file) as memory:
        site = Site(memory)
        entry = site.get("/ledger/1.json").json()
        assert (entry["erased"], entry["erased_by"]) == (True, None)
        assert entry["fault"] == "its words were destroyed without an erasure"
        for page in ("/ledger/1", "/ledger?from=1"):
            text = site.get(page).text
            assert "Not as it was sealed" in text
            assert '<span class="redacted">destroyed</span>' in text
        gone = site.get("/episodes/ep1")
        assert gone.status_code == 410
        assert "No erasure in the ledger names this episode" in gone.text
        told = site.get("/episodes/ep1.json").json()
        assert (told["state"], told["erased_by"]) == ("destroyed", None)


# -- the proof ---------------------------------------------------------------------------------------------------------


def assert_checks(site: Site, seq: int) -> None:
    """The file from an entry's page, given to the offline verifier, makes it print what the page says it prints."""
    answer = site.get(f"/ledger/{seq}/proof.json")
    assert answer.headers["content-disposition"] == f'attachment; filename="entry-{seq}.json"'
    path = Path(site.memory.context.store.path).with_name(f"entry-{seq}.json")  # type: ignore[attr-defined]
    path.write_bytes(answer.content)
    done = subprocess.run([sys.executable, "-I", VERIFIER, "proof", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = re.search(r'<pre id="expected">(.*?)</pre>', site.get(f"/ledger/{seq}").text, re.DOTALL)
    assert expected
    assert html.unescape(expected[1]) == done.stdout.rstrip("\n")
    assert site.get(f"/ledger/{seq}.json").json()["proof"] == answer.json()


@pytest.mark.parametrize("seq", [1, 2, 30, SIGNED, LAST])
def test_a_stranger_can_check_an_entry_and_sees_what_the_page_promised(northstar: Site, seq: int) -> None:
    assert_checks(northstar, seq)


def test_a_proof_of_nothing_is_refused(northstar: Site) -> None:
    for path, status in (("/ledger/999/proof.json", 404), ("/ledger/x/proof.json", 400)):
        assert northstar.get(path).status_code == status
        assert northstar.get(path).json()["error"]["message"]


def test_the_drawn_path_is_the_proof(northstar: Site) -> None:
    """Every hash of the proof stands in the drawing, and the last joint is the root."""
    proof = northstar.get("/ledger/30.json").json()["proof"]
    text = northstar.get("/ledger/30").text
    for item in proof["hashes"]:
        assert f">{item[:4]} {item[4:8]}</text>" in text
        assert f'<p class="mono">{item}</p>' in text
    gives = re.findall(r'<p class="meta">gives</p><p class="mono">([0-9a-f]{64})</p>', text)
    assert len(gives) == len(proof["hashes"]) == 6
    assert gives[-1] == proof["root"]
    assert text.count('<line class="mine"') == text.count('<line class="other"') == 6


def test_the_first_and_only_entry_is_its_own_root(memory: Memory) -> None:
    memory.record(task="Write a post")
    site = Site(memory)
    proof = site.get("/ledger/1.json").json()
    assert proof["proof"]["hashes"] == []
    assert proof["proof"]["root"] == proof["leaf"]
    assert 'class="proof"' in site.get("/ledger/1").text


def test_entries_lead_on(northstar: Site) -> None:
    text = northstar.get("/ledger/30").text
    for link in ("/rules/PB-01", "/episodes/ep14", "/ledger/29", "/ledger/31", "/ledger/1", "/ledger?from=30"):
        assert f'href="{link}"' in text, link
    assert 'rel="next"' not in northstar.get(f"/ledger/{LAST}").text
    assert 'rel="prev"' not in northstar.get("/ledger/1").text
    assert northstar.get("/ledger/2.json").json()["ended_by"] == 30


def test_help_explains_the_words(northstar: Site) -> None:
    words = {item["word"] for item in northstar.get("/help.json").json()["words"]}
    assert {"entry", "episode", "rule", "recall", "grade", "checkpoint", "state", "erased"} <= words
    text = northstar.get("/help").text
    for link in set(re.findall(r'<a href="(/[^"#]*)', text)):
        assert northstar.get(html.unescape(link)).status_code == 200, link


# -- what the pages are computed from ----------------------------------------------------------------------------------


@given(st.integers(1, 300).flatmap(lambda size: st.tuples(st.integers(1, size), st.just(size))))
def test_a_path_climbs_from_the_leaf_to_the_root_of_the_tree(place: tuple[int, int]) -> None:
    seq, size = place
    leaves = [hashlib.sha256(str(number).encode()).digest() for number in range(size)]
    path = proof_path(seq, size, leaves[seq - 1], inclusion_proof(leaves, seq - 1))
    assert (path.steps[-1].here if path.steps else leaves[0].hex()) == tree_root(leaves).hex()
    ends = [(path.leaf_x, path.leaf_y), *((step.x, step.y) for step in path.steps)]
    assert [(step.from_x, step.from_y) for step in path.steps] == ends[:-1]
    assert ends[-1] == (path.root_x, path.root_y)
    assert all((step.beside_x < step.from_x) == step.left for step in path.steps)
    covered = sum(_size(step.parts) for step in path.steps)
    assert covered == size - 1


def _size(parts: tuple[str, ...]) -> int:
    numbers = [int(part.split("#")[1]) for part in parts]
    return numbers[-1] - numbers[0] + 1


def test_a_page_of_the_ledger_reads_by_index_alone(file: Path) -> None:
    """However long the ledger: SQLite neither scans nor sorts for the newest entries, of all kinds or of one."""
    asked: list[str] = []
    with opened(file) as memory, memory.context.store.reader("northstar") as reader:
        reader._connection.set_trace_callback(asked.append)  # type: ignore[attr-defined]
        assert len(reader.begun(tuple(Kind), before=40, limit=5)) == 5
        assert [found.seq for found in reader.begun((Kind.RULE,), before=40, limit=2)] == [36, 33]
        reader._connection.set_trace_callback(None)  # type: ignore[attr-defined]
    assert len(asked) == 2
    with closing(sqlite3.connect(file)) as raw:
        for query in asked:
            plan = " | ".join(str(row[3]) for row in raw.execute(f"EXPLAIN QUERY PLAN {query}"))
            newest = plan.split("SCAN v")[0]  # what comes after it touches a page of rows at most
            assert "SEARCH v USING" in newest
            assert "SCAN" not in newest
            assert "TEMP B-TREE" not in newest
