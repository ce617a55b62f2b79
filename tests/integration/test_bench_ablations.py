"""Each mechanism that is missing breaks what it guards and nothing else, as the table said beforehand."""

from __future__ import annotations

import pytest

from cicatrix import bench
from cicatrix.adapters.embedders.local import is_installed
from cicatrix.bench.ablations import Mechanism, mechanisms, unexpected


def test_what_falls_and_what_holds_is_compared_with_what_was_said() -> None:
    one = Mechanism("one", lambda setup: setup, frozenset({"a"}))
    whole = {"a": 1.0, "b": 1.0, "c": 1.0}
    assert unexpected({"everything there": whole, "one": {"a": 0.0, "b": 1.0, "c": 1.0}}, (one,)) == []
    assert unexpected({"everything there": whole, "one": {"a": 1.0, "b": 1.0, "c": 0.9}}, (one,)) == [
        ("one", "a"),
        ("one", "c"),
    ]
    assert unexpected({"everything there": whole | {"c": 0.9}, "one": {"a": 0.5, "b": 1.0, "c": 1.0}}, (one,)) == [
        ("everything there", "c")
    ]


def test_every_mechanism_guards_something_of_its_own() -> None:
    guarded = [each.breaks for each in mechanisms(embedded=True)]
    assert all(guarded)
    assert sum(map(len, guarded)) == len(frozenset().union(*guarded))


@pytest.mark.slow
def test_the_table_is_as_said() -> None:
    report = bench.run("ablations", None, None, embedder="local" if is_installed() else "none")
    assert [note for note in report.notes if note.startswith("not as said")] == []
    assert report.metrics["mechanisms"] == report.metrics["as_said"] >= 8
    assert report.metrics["whole_holds"] == 1
