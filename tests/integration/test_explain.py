"""Where a thing comes from, what became of it, and where it fell out of a recall, in figures."""

from __future__ import annotations

import pytest

from cicatrix import Memory
from cicatrix.engine.explain import UsedIn
from cicatrix.errors import InvalidInput, NotFound

QUERY = "Draft a LinkedIn post with a discount code"


@pytest.fixture
def taught(memory: Memory) -> Memory:
    corrections = (
        ("Write a LinkedIn post.", "Open with the reader's pain point, and put the hashtags at the end."),
        ("Promote the spring sale.", "Never post discount codes on public social media."),
        ("Answer the ticket.", "Refunds above 200 euros need a yes from a manager."),
    )
    for task, correction in corrections:
        memory.record(task=task, outcome="Bad.", correction=correction, correction_by="dana")
    return memory


def test_a_rule_names_its_evidence_and_its_history(taught: Memory) -> None:
    taught.suspend("PB-01", by="ravi", reason="too strict")
    got = taught.explain("pb-1")
    assert (got.id, got.kind) == ("PB-01", "rule")
    assert got.text == "Open with the reader's pain point, and put the hashtags at the end."
    (cited,) = got.evidence
    assert (cited.episode, cited.field, cited.quote) == ("ep1", "correction", got.text)
    assert (cited.start, cited.end) == (0, len(got.text))
    first, last = got.history
    assert (first.act, first.status) == ("admitted", "active")
    assert (last.act, last.by, last.reason, last.status) == ("suspended", "ravi", "too strict", "suspended")
    assert first.seq < last.seq
    assert got.why_not is None


def test_three_marks_never_one(taught: Memory) -> None:
    taught.recall(QUERY, limit=1)
    second = taught.recall(QUERY)
    taught.used(second.id, ["PB-02"])
    taught.recall("Refunds of 900 euros")
    assert [(use.recall, use.injected, use.cited) for use in taught.explain("PB-02").used_in] == [
        ("rc-2", True, True),
        ("rc-1", True, False),
    ]
    (found,) = [use for use in taught.explain("ep2").used_in if use.recall == "rc-2"]
    assert found == UsedIn("rc-2", second.seq, retrieved=True, injected=False, cited=False)
    got = taught.explain("PB-03")
    assert (got.recalls_read, got.recalls) == (3, 3)


def test_why_not_in_figures(taught: Memory) -> None:
    taught.record(task="A note on the tax office", outcome="Fine.")
    taught.recall(QUERY)
    taught.recall(QUERY, limit=1)
    taught.recall(QUERY, budget=30)
    taught.recall("???")
    assert why(taught, "PB-02", "rc-1").startswith("rc-1 did return PB-02: item 1 of 2, score 0.")
    assert why(taught, "ep1", "rc-1") == "ep1 was left out of rc-1 as shown_as_memory: it stands as PB-01."
    assert why(taught, "ep4", "rc-1") == "ep4 was no candidate of rc-1: it shares no word with the query."
    assert why(taught, "PB-01", "rc-2") == "PB-01 was left out of rc-2 as over_limit: it comes after the limit of 1."
    assert why(taught, "PB-01", "rc-3").startswith("PB-01 was left out of rc-3 as over_budget: it needs ")
    assert why(taught, "PB-01", "rc-4").startswith("rc-4 had no candidates: there is no word")


def test_what_was_not_there_or_did_not_stand(taught: Memory) -> None:
    taught.suspend("PB-01", by="dana")
    taught.recall(QUERY)
    taught.recall("Water the plants")
    later = taught.record(task="Late", outcome="Bad.", correction="Never post late on LinkedIn.", correction_by="dana")
    assert why(taught, "PB-01", "rc-1") == "PB-01 was left out of rc-1 as not_active: it is suspended."
    assert why(taught, "PB-01", "rc-2").startswith("PB-01 was no candidate of rc-2: it was suspended @")
    assert why(taught, "PB-04", "rc-1").startswith("PB-04 was not there yet: it was sealed as #")
    assert later.rules[0].id == "PB-04"


def test_below_the_floor(taught: Memory) -> None:
    taught.recall("Bake brown bread with rye, spelt, oats, malt, honey, butter and a manager")
    got = why(taught, "PB-03", "rc-1")
    assert got.startswith("PB-03 was left out of rc-1 as below_floor: it carries ")
    assert got.endswith(" of the query (10 % are needed).")


def test_what_was_only_counted_is_searched_again(taught: Memory) -> None:
    for number in range(60):
        taught.record(task=f"Write a post, number {number}", outcome="Fine.")
    got = taught.recall(QUERY, budget=60)
    assert sum(got.rejected_counts.values()) > 50
    reasons = {why(taught, f"ep{number}", "rc-1").split(":")[0] for number in range(4, 64)}
    assert len(reasons) > 1
    assert all("ep" in reason for reason in reasons)


def test_episodes_recalls_and_questions(taught: Memory) -> None:
    taught.recall("What is the capital of France?")
    taught.reply("q-1", "Paris.", by="dana")
    episode = taught.explain("ep1")
    assert episode.kind == "episode"
    assert episode.text.startswith("task: Write a LinkedIn post.\noutcome: Bad.\ncorrection: Open with")
    assert taught.explain("rc-1").text.startswith("What is the capital of France?\nASK_HUMAN: No memory speaks of this")
    asked = taught.explain("q-1")
    assert asked.text == "What is the capital of France?"
    assert [step.status for step in asked.history] == ["open", "answered"]
    assert asked.history[-1].by == "dana"


def test_unknown_things(taught: Memory) -> None:
    taught.recall(QUERY)
    with pytest.raises(NotFound, match="no PB-99"):
        taught.explain("PB-99")
    with pytest.raises(NotFound, match="no recall rc-7"):
        taught.explain("PB-01", for_="rc-7")
    with pytest.raises(InvalidInput, match="nothing that a recall returns"):
        taught.explain("rc-1", for_="rc-1")


def why(memory: Memory, handle: str, recall: str) -> str:
    reason = memory.explain(handle, for_=recall).why_not
    assert reason is not None
    return reason
