"""The table in README.md and the names of the tests say the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
ROW = re.compile(r"^\| (C\d{3}) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


def listed() -> dict[str, str]:
    return dict(ROW.findall((HERE / "README.md").read_text("utf-8")))


def named_by_tests() -> set[str]:
    """The cases that tests here are named after: ``test_c016_c017_…`` holds two."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(number.upper() for number in re.findall(r"(?<=_)c\d{3}(?=_|$)", node.name.lower()))
    return found


def test_every_case_is_listed_once() -> None:
    rows = ROW.findall((HERE / "README.md").read_text("utf-8"))
    assert len(rows) == len(listed()) == 138


def test_a_case_that_does_not_wait_has_a_test_of_its_name() -> None:
    missing = [
        case for case, says in listed().items() if not says.startswith("waits for ") and case not in named_by_tests()
    ]
    assert missing == []


def test_a_test_belongs_to_a_case_that_is_listed_and_does_not_wait() -> None:
    rows = listed()
    assert [case for case in sorted(named_by_tests()) if rows.get(case, "waits").startswith("waits")] == []


def test_a_row_names_the_tests_of_its_own_case() -> None:
    for case, says in listed().items():
        if not says.startswith("waits for "):
            assert re.findall(r"`test_(c\d{3})`", says) == [case.lower()]
