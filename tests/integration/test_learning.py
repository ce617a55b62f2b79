"""Learning on a real ledger: distil, remember, what people decide, the playbook and the difference of two minds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.conftest import NAMESPACE, TestClock

from cicatrix import Memory
from cicatrix.core.codec import decode
from cicatrix.core.dead_letters import DeadLetter
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.memories import Status
from cicatrix.core.recall import Grade
from cicatrix.core.trust import Origin
from cicatrix.engine import playbook
from cicatrix.errors import InvalidInput, InvalidText, NoProvenance, NotFound, StateConflict
from cicatrix.packs import about, load

CODES = "Never post discount codes on public social media."
HASHTAGS = "Open with the reader's pain point, and put the hashtags at the end."


def teach(memory: Memory, correction: str, *, by: str | None = "dana", task: str = "Write a LinkedIn post") -> str:
    return memory.record(task=task, action="Published it.", correction=correction, correction_by=by).id


def rule(memory: Memory, handle: str = "PB-01") -> Noun:
    return memory.read().rule(handle)


def letters(memory: Memory) -> list[DeadLetter]:
    found = memory.read().bodies(Kind.DEAD_LETTER)
    return [
        decode(DeadLetter, version.body, seq=version.seq) for version in reversed(found) if version.body is not None
    ]


# -- distilling ----------------------------------------------------------------------------------------------------


def test_an_operators_correction_makes_its_rule_in_the_same_transaction(memory: Memory) -> None:
    told = memory.record(task="Promote the beta", correction=f"{CODES} We paid.", correction_by="dana")
    assert [made.text for made in told.rules] == [CODES]
    assert [(no.code, no.text, no.episode, no.dead_letter) for no in told.refused] == [
        ("narration", "We paid.", "ep1", "dl-1")
    ]
    assert memory.distill().admitted == ()
    assert (rule(memory).status, rule(memory).trust) == (Status.ACTIVE, Origin.HUMAN)


def test_a_correction_that_an_agent_reports_waits(memory: Memory) -> None:
    teach(memory, CODES, by=None)
    memory.distill()
    assert (rule(memory).status, rule(memory).trust) == (Status.CANDIDATE, Origin.AGENT)


def test_distilling_again_seals_nothing(memory: Memory) -> None:
    memory.record_many(load("northstar"))
    first = memory.distill()
    head = memory.read().head()
    again = memory.distill()
    assert (again.admitted, again.joined, again.superseded, again.seq) == ((), (), (), first.seq)
    assert (again.unchanged, len(again.refused), again.episodes) == (12, len(first.refused), first.episodes)
    assert memory.read().head() == head
    assert [no.dead_letter for no in again.refused] == [no.dead_letter for no in first.refused]


def test_the_northstar_pack(memory: Memory) -> None:
    told = about("northstar")
    assert memory.record_many(load("northstar")).recorded == told.episodes
    assert len(memory.distill().admitted) == told.rules
    rules = memory.read().rules()
    assert rules[0].episodes == ("ep1", "ep14")
    assert rules[4].text == CODES
    assert rules[4].episodes == ("ep7",)
    assert all(cited.quote for noun in rules for cited in memory.read().cited(noun))
    assert memory.verify(deep=True).ok


def test_one_by_one_or_all_at_once_gives_the_same_playbook(memory: Memory, tmp_path: Path, clock: TestClock) -> None:
    memory.record_many(load("northstar"))
    memory.distill()
    with Memory.open(tmp_path / "other.db", namespace=NAMESPACE, clock=clock, user="dana") as other:
        for row in load("northstar"):
            other.record(**row)  # type: ignore[arg-type]
        mine, theirs = memory.export_playbook(tmp_path / "mine"), other.export_playbook(tmp_path / "theirs")
        assert mine.read_bytes() == theirs.read_bytes()


def test_refusals_are_kept_with_words_reason_and_place(memory: Memory) -> None:
    teach(memory, "The refund window is 30 days, not 14.")
    (letter,) = letters(memory)
    assert (letter.code, letter.text, letter.episode) == (
        "fact_not_rule",
        "The refund window is 30 days, not 14.",
        "ep1",
    )
    assert "no rule" in letter.reason
    assert memory.recall("How long is the refund window?").items[0].id == "ep1"


# -- remembering ---------------------------------------------------------------------------------------------------


def test_a_ready_claim_in_the_words_of_the_episode(memory: Memory) -> None:
    episode = memory.record(kind="turn", role="user", speaker="ana", text="Hello! I'm allergic to peanuts. Bye.").id
    told = memory.remember(
        "The user is allergic to peanuts", type="semantic", evidence=[episode], importance=0.9, pin=True
    )
    noun = memory.read().memory(told.id)
    assert (told.id, told.revision, told.status, noun.importance, noun.pinned) == (
        "M-1",
        "distinct",
        Status.ACTIVE,
        900,
        True,
    )
    assert memory.read().cited(noun)[0].quote == "I'm allergic to peanuts."
    assert memory.verify(deep=True).ok


def test_words_that_are_there_letter_for_letter_are_cited_as_they_stand(memory: Memory) -> None:
    episode = memory.record(
        kind="turn", role="user", speaker="ana", text="Well, my office is in Porto, not in Lund."
    ).id
    told = memory.remember("my office is in Porto", type="semantic", evidence=[episode])
    assert memory.read().cited(memory.read().memory(told.id))[0].quote == "my office is in Porto"


def test_the_same_words_again_are_a_duplicate(memory: Memory) -> None:
    episode = memory.record(kind="turn", role="user", speaker="ana", text="My office is in Porto.").id
    first = memory.remember("My office is in Porto.", type="semantic", evidence=[episode])
    again = memory.remember("my office is in porto", type="semantic", evidence=[f"{episode}#text"])
    assert (again.id, again.revision, again.seq) == (first.id, "duplicate", first.seq)
    later = memory.record(kind="turn", role="user", speaker="ana", text="My office is in Porto, as before.").id
    joined = memory.remember("My office is in Porto", type="semantic", evidence=[later])
    assert (joined.id, joined.revision) == (first.id, "joined")


def test_words_over_several_sentences_are_found_together(memory: Memory) -> None:
    episode = teach(memory, "Great. Refunds go to finance. They need a second signature. Fine.")
    told = memory.remember("Refunds need a second signature of finance", type="procedural", evidence=[episode])
    assert memory.read().cited(rule(memory, told.id))[0].quote.startswith("Refunds go to finance. They")  # type: ignore[union-attr]


def test_a_proposed_rule_joins_what_is_known(memory: Memory) -> None:
    teach(memory, CODES)
    later = teach(memory, "Thanks.")
    with pytest.raises(NoProvenance, match="dl-"):
        memory.remember(CODES, type="procedural", evidence=[later])
    same = memory.remember(CODES, type="procedural", evidence=["ep1"])
    assert (same.id, same.revision) == ("PB-01", "duplicate")


def test_no_provenance_no_memory_but_a_dead_letter(memory: Memory) -> None:
    teach(memory, HASHTAGS)
    for evidence in ([], ["ep1"]):
        with pytest.raises(NoProvenance) as error:
            memory.remember("Always copy legal on refunds", type="procedural", evidence=evidence)
        assert "dl-" in error.value.message
    before = len(letters(memory))
    with pytest.raises(NoProvenance):
        memory.remember("Always copy legal on refunds", type="procedural", evidence=[])
    assert len(letters(memory)) == before
    assert letters(memory)[-2].code == "no_evidence"
    assert [noun.id for noun in memory.read().rules()] == ["PB-01"]


def test_a_lesson_that_was_taken_back_is_not_remembered_again(memory: Memory) -> None:
    teach(memory, CODES)
    memory.retire("PB-01", by="dana", reason="We sell through coupons now.")
    with pytest.raises(StateConflict, match="PB-01"):
        memory.remember(CODES, type="procedural", evidence=["ep1"])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ({"text": "x", "type": "opinion", "evidence": ["ep1"]}, InvalidInput),
        ({"text": "x", "type": "semantic", "evidence": ["ep9"]}, NotFound),
        ({"text": "x", "type": "semantic", "evidence": ["ep1#actor"]}, InvalidInput),
        ({"text": "x", "type": "semantic", "evidence": ["PB-01"]}, NotFound),
        ({"text": "x", "type": "semantic", "evidence": ["what"]}, InvalidInput),
        ({"text": "x", "type": "semantic", "evidence": ["ep1"], "importance": 1.5}, InvalidInput),
        ({"text": "x", "type": "semantic", "evidence": ["ep1"], "importance": float("nan")}, InvalidInput),
        ({"text": "\ud800", "type": "semantic", "evidence": ["ep1"]}, InvalidText),
        ({"text": "x" * 3000, "type": "semantic", "evidence": ["ep1"]}, InvalidInput),
        ({"text": "x", "type": "semantic", "evidence": ["ep1"], "by": "a\nb"}, InvalidInput),
    ],
)
def test_a_malformed_claim_writes_nothing(memory: Memory, call: dict[str, object], error: type[Exception]) -> None:
    teach(memory, HASHTAGS)
    head = memory.read().head()
    with pytest.raises(error):
        memory.remember(**call)  # type: ignore[arg-type]
    assert memory.read().head() == head


# -- what people decide --------------------------------------------------------------------------------------------


def test_suspend_and_resume(memory: Memory) -> None:
    teach(memory, CODES)
    told = memory.suspend("pb-1", by="ravi", reason="The campaign runs.")
    assert (told.id, told.status) == ("PB-01", "suspended")
    assert "PB-01" not in [item.id for item in memory.recall("Post a discount code on social media").items]
    with pytest.raises(StateConflict, match="suspended"):
        memory.suspend("PB-01")
    assert memory.resume("PB-01").status == "active"
    with pytest.raises(StateConflict):
        memory.resume("PB-01")
    acts = [
        (version.noun.change.act, version.noun.change.by, version.noun.change.reason)
        for version in memory.read().history("PB-01")
    ]
    assert acts[1] == ("suspended", "ravi", "The campaign runs.")
    assert acts[2] == ("resumed", "dana", "")


def test_a_retired_lesson_is_not_learnt_again_and_a_new_episode_makes_a_candidate(memory: Memory) -> None:
    teach(memory, CODES)
    assert memory.retire("PB-01", reason="Over.").status == "retired"
    assert memory.distill().admitted == ()
    teach(memory, CODES)
    new = rule(memory, "PB-02")
    assert new.status is Status.CANDIDATE
    assert "PB-01" in new.change.reason
    assert memory.ratify("PB-02", by="dana").status == "active"
    assert rule(memory, "PB-02").trust is Origin.RATIFIED
    with pytest.raises(StateConflict, match="ratified already"):
        memory.ratify("PB-02")
    assert memory.distill().admitted == ()


def test_forgetting_ends_a_memory_for_good(memory: Memory) -> None:
    episode = memory.record(kind="turn", role="user", speaker="ana", text="My office is in Porto.").id
    memory.remember("My office is in Porto.", type="semantic", evidence=[episode])
    assert memory.forget("M-1", reason="She asked for it.").status == "forgotten"
    with pytest.raises(StateConflict):
        memory.forget("M-1")
    with pytest.raises(InvalidInput, match="only rules"):
        memory.retire("M-1")
    with pytest.raises(StateConflict, match="M-1"):
        memory.remember("My office is in Porto.", type="semantic", evidence=[episode])


def test_decisions_on_what_is_not_there(memory: Memory) -> None:
    for act in (memory.suspend, memory.resume, memory.retire, memory.forget, memory.ratify):
        with pytest.raises(NotFound):
            act("PB-07")
        with pytest.raises(InvalidInput):
            act("ep1")
        with pytest.raises(InvalidInput):
            act("seven")
    with pytest.raises(NotFound):
        memory.ratify("im-1")
    assert memory.read().head().seq == 0


def test_ratifying_an_import_makes_what_people_said_theirs(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    rows = [
        {"kind": "experience", "task": "Promote it", "correction": CODES, "correction_by": "dana"},
        {"kind": "experience", "task": "Promote it", "correction": "Never use capitals in headlines."},
        {"kind": "document", "title": "A page", "text": "Always resume workflow X."},
    ]
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    brought = memory.import_file(log)
    memory.distill()
    assert [(noun.status, noun.trust) for noun in memory.read().rules()] == [(Status.CANDIDATE, Origin.EXTERNAL)] * 2
    told = memory.ratify(str(brought.id), by="dana")
    assert told.status == "ratified"
    first, second = memory.read().rules()
    assert (first.status, first.trust, first.change.act) == (Status.ACTIVE, Origin.HUMAN, "confirmed")
    assert (second.status, second.trust) == (Status.CANDIDATE, Origin.AGENT)
    with pytest.raises(StateConflict):
        memory.ratify(str(brought.id))
    again = memory.import_file(log)
    assert (again.imported, again.already) == (0, 3)
    version = memory.read().bodies(Kind.IMPORT)[0]
    assert version.key is not None  # the import can still be found by the file that it read
    head = memory.read().head()
    memory.distill()
    assert memory.read().head() == head
    assert memory.verify(deep=True).ok


# -- playbook and diff ---------------------------------------------------------------------------------------------


def test_the_playbook_is_one_stable_file(memory: Memory, tmp_path: Path, clock: TestClock) -> None:
    memory.record_many(load("northstar"))
    memory.distill()
    path = memory.export_playbook(tmp_path / "deep" / "folder")
    first = path.read_text(encoding="utf-8")
    assert path.name == "PLAYBOOK.md"
    assert first.count("\n## PB-") == 10
    assert f"## PB-05\n\n> {CODES}\n" in first
    assert "- **ep7**, correction by dana, 11 Nov 2026, 18:02 (+01:00)\n  > Never post" in first
    clock.tick(days=3)
    inode = path.stat().st_ino
    memory.export_playbook(path.parent)
    assert path.read_text(encoding="utf-8") == first
    assert path.stat().st_ino == inode
    memory.suspend("PB-05", by="dana", reason="A campaign\nruns.")
    memory.export_playbook(path.parent)
    changed = path.read_text(encoding="utf-8")
    assert set(changed.splitlines()) - set(first.splitlines()) == {
        "# Set aside for now: these do not hold",
        "- status: suspended",
        "- suspended by dana: A campaign runs.",
    }
    assert [entry.name for entry in path.parent.iterdir()] == ["PLAYBOOK.md"]


def test_a_playbook_without_rules_says_so(memory: Memory, tmp_path: Path) -> None:
    assert "No rule has been learnt yet." in memory.export_playbook(tmp_path).read_text(encoding="utf-8")
    assert memory.lint() == ()


def test_a_folder_that_cannot_be_written_is_an_error_that_says_so(memory: Memory, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    with pytest.raises(Exception, match="could not be written"):
        memory.export_playbook(blocked)


def test_the_playbook_as_it_was(memory: Memory) -> None:
    teach(memory, HASHTAGS)
    then = memory.read().head().seq
    memory.suspend("PB-01")
    assert [item.rule.status for item in playbook.show(memory.context)] == [Status.SUSPENDED]
    assert [item.rule.status for item in playbook.show(memory.context, at=then)] == [Status.ACTIVE]


def test_lint_finds_what_somebody_should_look_at(memory: Memory) -> None:
    teach(memory, "Never post spring discount codes on Twitter.")
    teach(memory, "Post discount codes on Twitter.")
    teach(memory, "Charts need labels on both axes.", by=None)
    teach(memory, "Never post spring discount codes on Twitter before noon.")
    memory.distill()
    found = [(finding.id, finding.level, finding.message) for finding in memory.lint()]
    assert ("PB-02", "warning", "It and PB-01 cannot both be followed.") in found
    assert ("PB-04", "warning", "It waits for a person, at trust agent.") in found
    assert ("PB-03", "note", "It says nearly the same as PB-01.") in found
    assert [handle for handle, _, _ in found if handle == "PB-01"] == []
    assert all(finding.hint for finding in memory.lint())


def test_lint_has_nothing_to_say_about_a_sound_playbook(memory: Memory) -> None:
    memory.record_many(load("northstar"))
    memory.distill()
    assert memory.lint() == ()


def test_lint_minds_tags(memory: Memory) -> None:
    teach(memory, "Never guess.", task="")
    assert "fewer than two tags" in " ".join(finding.message for finding in memory.lint())


def test_the_difference_of_two_minds(memory: Memory) -> None:
    teach(memory, HASHTAGS)
    one = memory.read().head().seq
    teach(memory, CODES)
    teach(memory, "Same as before: open with the reader's pain point and keep the hashtags at the end.")
    two = memory.read().head().seq
    memory.retire("PB-02", by="dana")
    three = memory.read().head().seq
    learnt = memory.diff(one, two)
    assert [(line.id, line.act, line.before) for line in learnt.added] == [("PB-02", "admitted", None)]
    assert [(line.id, line.act, [name for name, _ in line.evidence]) for line in learnt.changed] == [
        ("PB-01", "joined", ["ep1", "ep3"])
    ]
    assert learnt.ended == ()
    gone = memory.diff(two, three)
    assert [(line.id, line.act, line.text, line.evidence) for line in gone.ended] == [
        ("PB-02", "retired", CODES, (("ep2", CODES),))
    ]
    assert (gone.added, gone.changed) == ((), ())
    back = memory.diff(three, two)
    assert [line.id for line in back.added] == ["PB-02"]
    assert [line.id for line in memory.diff(0, three).added] == ["PB-01"]
    assert [(line.id, line.act) for line in memory.diff(one, three).passed] == [("PB-02", "retired")]
    assert [line.id for line in memory.diff(three, one).passed] == ["PB-02"]
    assert (memory.diff(one, two).passed, memory.diff(two, three).passed) == ((), ())
    teach(memory, "Label both axes of a chart.", by=None)
    memory.distill()
    four = memory.read().head().seq
    assert [(line.id, line.text) for line in memory.diff(three, four).waiting] == [
        ("PB-03", "Label both axes of a chart.")
    ]
    assert memory.diff(four, four).waiting == ()
    three = four
    assert [line.id for line in memory.diff(one, 0).ended] == ["PB-01"]
    assert memory.diff(two, two).added == ()
    for start, end in ((0, three + 1), (-1, 1)):
        with pytest.raises(InvalidInput):
            memory.diff(start, end)


def test_a_later_permission_is_flagged_beside_the_rule_that_it_relaxes(memory: Memory) -> None:
    teach(memory, "No deploys after Friday noon, nobody is there to fix it.", task="Deploy release 2.14")
    query = "Deploy release 2.16 this Friday at 15:00"
    assert memory.recall(query).grade is Grade.ACT
    teach(memory, "Friday deploys are fine now in the afternoon.", task="Deploy release 2.15 on Friday")
    assert "PB-01" in rule(memory, "PB-02").change.reason
    got = memory.recall(query)
    assert got.grade is Grade.ACT_AND_FLAG
    assert {"PB-01", "PB-02"} <= {item.id for item in got.items}
    assert "PB-01" in got.reason
    assert "PB-02" in got.reason


def test_progress_of_distilling(memory: Memory) -> None:
    for text in ("Never post discount codes.", "Label both axes of a chart."):
        teach(memory, text)
    memory.record(task="Nothing was taught here")
    seen: list[tuple[int, int]] = []
    memory.distill(progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
