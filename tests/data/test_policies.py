"""Corrections in everyday words, each of which a person would call a rule: does the distiller read it whole?"""

from __future__ import annotations

import json
from pathlib import Path

from cicatrix import Memory
from cicatrix.core.memories import Status

AT_LEAST = 0.95
"""Share of corrections that give at least one active rule. Seen when this was written: 61 of 61."""


def test_corrections_in_everyday_words_become_rules(memory: Memory, data: Path) -> None:
    lines = (data / "policies" / "policies-dev.jsonl").read_text(encoding="utf-8").splitlines()
    corrections = [json.loads(line)["rule"] for line in lines]
    missed, cut = [], []
    for correction in corrections:
        told = memory.record(task="Do it", correction=correction, correction_by="dana")
        if not any(rule.status is Status.ACTIVE for rule in told.rules):
            missed.append(correction)
        elif sum(len(rule.text) for rule in told.rules) < 0.6 * len(correction):
            cut.append(correction)
    assert len(missed) <= (1 - AT_LEAST) * len(corrections), missed
    assert cut == []
