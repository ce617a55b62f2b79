"""The record of a recall: handles and whole numbers, written out in full."""

from __future__ import annotations

import json
import re

from cicatrix.core.canonical import canonical_json
from cicatrix.core.codec import decode, encode
from cicatrix.core.memories import Evidence
from cicatrix.core.recall import Grade, Item, Recall, RecallSettings, Rejected, RejectReason, Thresholds
from cicatrix.core.recall_record import RecallRecord, record_of
from cicatrix.core.trust import Origin

ITEM = Item(
    id="PB-01",
    type="procedural",
    text="Ask legal first.",
    score=812_345,
    components={"relevance": 1_000_000},
    tokens=12,
    trust=Origin.HUMAN,
    namespace="acme",
    seq=7,
    occurred_at="2026-11-03",
    rescued=True,
    evidence=(Evidence("ep1", "correction", 0, 16, "ab"),),
    quotes=("Ask legal first.",),
)
RECALL = Recall(
    id="rc-3",
    query="May I promise that?",
    grade=Grade.ACT,
    reason="PB-01 is about promise.",
    items=(ITEM,),
    rejected=(Rejected("ep2", RejectReason.BELOW_FLOOR, 1, {"coverage": 2}, "carries 0 % of the query"),),
    rejected_counts={"below_floor": 61},
    spent=12,
    mind=40,
    now="2026-11-30T12:00:00.000000Z",
    settings=RecallSettings(limit=5),
    algorithm="recall/1",
    namespace="acme",
    thresholds=Thresholds(act_tags=3),
    matched=1,
    tags=("promis",),
    terms=("promis",),
    statistics={"documents": 9},
)


def test_it_comes_back_as_it_was_sealed() -> None:
    record = record_of(RECALL)
    assert decode(RecallRecord, encode(record)) == record
    assert record.ran_with() == (RecallSettings(limit=5), Thresholds(act_tags=3))


def test_no_words_of_what_was_recalled_are_sealed() -> None:
    body = canonical_json(encode(record_of(RECALL))).decode()
    assert "Ask legal" not in body
    assert not re.search(r'[":,\[]-?\d+[.eE]\d+[,}\]]', body), "a recorded number is no whole number"


def test_settings_are_written_out_even_where_they_hold_the_default() -> None:
    body = json.loads(canonical_json(encode(record_of(RECALL))))
    assert body["settings"]["budget"] == 800
    assert body["settings"]["weight_relevance"] == 550
    assert body["thresholds"]["act_text"] == Thresholds().act_text


def test_names_of_another_version_are_left_out() -> None:
    record = record_of(RECALL)
    record.settings["colour"] = 3
    record.thresholds["mood"] = 1
    assert record.ran_with() == (RecallSettings(limit=5), Thresholds(act_tags=3))
