"""A ledger in which every hash fits, and in which a verdict, a permit or a decision is not what it says."""

from __future__ import annotations

import json

import pytest
from tests.verifier.ledgers import act, open_memory, unpack
from tests.verifier.test_resealed import Line, noun, resealed


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("acts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CICATRIX_HOME", str(folder / "home"))
        with open_memory(folder) as memory:
            act(memory)
            memory.export(folder / "a.bundle")
    return unpack((folder / "a.bundle").read_bytes())


@pytest.fixture(scope="module")
def places(members: dict[str, bytes]) -> dict[str, int]:
    """Where the first entry of a kind stands, and as ``spent verdict`` the verdict that allows."""
    found: dict[str, int] = {}
    for place, line in enumerate(members["entries.jsonl"].splitlines()):
        entry = json.loads(line)
        found.setdefault(json.loads(entry["header"])["kind"], place)
        if json.loads(entry["body"])["body"].get("effect") == "allow":
            found.setdefault("spent verdict", place)
    return found


def test_the_honest_one_holds(members: dict[str, bytes], places: dict[str, int]) -> None:
    assert {
        "policy.decided",
        "verdict",
        "outcome",
        "approval.asked",
        "approval.granted",
        "approval.spent",
    } <= places.keys()
    assert resealed(members, lambda _: None).faults == []


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("policy.decided", {"text": "Another text."}, "stops something by other words than its own"),
        ("policy.decided", {"exceptions": ["Except on Mondays"]}, "stops something by other words than its own"),
        ("policy.decided", {"policy": []}, "is not that of a rule"),
        ("policy.decided", {"status": "suspended"}, "names PB-01, which was suspended then"),
        ("verdict", {"effect": "no_opinion"}, "but a rule that it names says require_approval"),
        ("verdict", {"effect": "whatever"}, "is not that of a verdict"),
        ("verdict", {"rules": "none"}, "is not that of a verdict"),
        ("verdict", {"effect": "allow", "rules": []}, "which was not spent with it"),
        ("approval.asked", {"digest": "00"}, "was asked for in gd-1, which is about another call"),
        ("approval.granted", {"by": "agent"}, "was granted by whoever asked for it"),
        ("approval.granted", {"asked_by": "somebody"}, "is for another call, or for other rules"),
        ("approval.granted", {"state": "spent"}, "is spent in an entry of kind approval.granted"),
        ("approval.granted", {"until": "2026-11-30T12:00:00.000000Z"}, "was spent after it had run out"),
        ("spent verdict", {"approval": None}, "or names no permit"),
        ("spent verdict", {"digest": "00"}, "was spent on gd-2, which is about another call"),
        ("approval.spent", {"spent_on": "gd-1"}, "was spent on gd-1, which does not allow"),
        ("outcome", {"reason": "Because."}, "an outcome says what became of an action"),
    ],
)
def test_a_forged_decision_is_told(
    members: dict[str, bytes], places: dict[str, int], kind: str, change: dict[str, object], told: str
) -> None:
    fault = resealed(members, noun(places[kind], **change)).faults[0]
    assert (fault.category, told in fault.message) == ("decision", True), fault.message


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("approval.granted", "was pending and cannot become spent"),
        ("approval.spent", "allows by ap-1, which was not spent with it"),
        ("approval.asked", "was never asked for"),
    ],
)
def test_a_decision_that_was_cut_out_is_missed(
    members: dict[str, bytes], places: dict[str, int], kind: str, told: str
) -> None:
    """Its entry says something harmless instead: nothing in sequence may be missing."""

    def cut(lines: list[Line]) -> None:
        at = places[kind]
        said = json.loads(lines[at]["body"])
        said |= {"kind": "dead_letter", "handle": "dl-1", "key": None, "body": {"id": "dl-1"}}
        lines[at]["body"] = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        lines[at]["header"]["kind"] = "dead_letter"

    faults = resealed(members, cut).faults
    assert any(told in fault.message for fault in faults), [fault.message for fault in faults]
