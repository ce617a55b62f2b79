"""The playbook as Markdown: stable, and nothing in a text is taken for markup."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.playbook_markdown import _PARTS, PlaybookRule, Quoted, render
from cicatrix.core.trust import Origin


def rule(text: str, **changes: object) -> Memory:
    plain = Memory(
        id="PB-01",
        type=MemoryType.PROCEDURAL,
        text=text,
        status=Status.ACTIVE,
        trust=Origin.HUMAN,
        evidence=(),
        change=Change("admitted", "distill"),
        tags=("post",),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def page(noun: Memory, words: str | None = "Be brief.", when: str = "2026-11-03T10:12:00Z") -> str:
    return render("acme/support", [PlaybookRule(noun, (Quoted("ep1", "correction", words, "dana", when),))])


def test_a_section() -> None:
    assert page(rule("Be brief.")) == (
        "# Playbook of acme/support\n\n"
        "Every rule below names, word for word, the experience that taught it.\n\n"
        "## PB-01\n\n> Be brief.\n\n- status: active\n- trust: human\n- tags: post\n\n"
        "Learnt in:\n\n- **ep1**, correction by dana, 3 Nov 2026, 10:12 (UTC)\n  > Be brief.\n"
    )


def test_what_else_a_rule_may_carry() -> None:
    shown = page(
        rule(
            "Be brief.",
            status=Status.SUSPENDED,
            tags=(),
            valid_from="2026-11-01",
            valid_to="2027-01-01",
            review_by="2026-12-01",
            exceptions=("on Fridays",),
            superseded_by="PB-09",
            change=Change("suspended", "ravi", "for *now*"),
        ),
        None,
        "some day",
    )
    for line in (
        "- valid from: 2026-11-01",
        "- valid to: 2027-01-01",
        "- review by: 2026-12-01",
        "- except: on Fridays",
        "- superseded by: PB-09",
        "- suspended by ravi: for \\*now\\*",
        "- **ep1**, correction by dana, some day",
        "  *These words were erased.*",
    ):
        assert line in shown.splitlines()
    assert "tags:" not in shown


def test_evidence_without_a_name_or_time() -> None:
    quoted = Quoted("ep1", "text", "Be brief.", "", "")
    assert "- **ep1**, text\n" in render("n", [PlaybookRule(rule("Be brief."), (quoted,))])


def test_markup_in_words_stays_words() -> None:
    shown = page(rule("# Use *no* <script> [links](x) `code` | ~~old~~\n1. one\n- two\n+ three\n=== \x1b[31m\u202e"))
    assert "> ```text\n> # Use *no* <script> [links](x) `code` | ~~old~~\n> 1. one\n> - two\n" in shown
    assert "> + three\n> === U+001B[31mU+202E\n> ```" in shown


@pytest.mark.parametrize(
    "words",
    [
        "Never touch pg_wal.",
        "Use s_client -connect.",
        "Keep 5 < 7 & 3 > 2.",
        "Ask R&D.",
        "_Never_ do it.",
        "Run `rm -r *`.",
    ],
)
def test_the_file_as_it_is_holds_the_words_letter_for_letter(words: str) -> None:
    shown = page(rule(words), words)
    assert f"> {words}\n" in shown
    assert ("```" in shown) == (words[0] == "_" or "`" in words)


def test_a_fence_in_the_words_does_not_end_the_fence() -> None:
    assert "> ````text\n> ```\n> rm\n> ```\n> ````\n" in page(rule("```\nrm\n```"))


def test_what_does_not_hold_stands_apart() -> None:
    states = (Status.CANDIDATE, Status.ACTIVE, Status.RETIRED, Status.SUSPENDED, Status.FORGOTTEN)
    rules = [PlaybookRule(rule("Be brief.", id=f"PB-0{n}", status=status), ()) for n, status in enumerate(states, 1)]
    headings = [line for line in render("n", rules).splitlines() if line.startswith("#")]
    assert [line for line in headings if line.startswith("## ")] == [f"## PB-0{n}" for n in (2, 1, 4, 3, 5)]
    assert headings[:3] == ["# Playbook of n", "## PB-02", "# Waiting for a person: these do not hold yet"]
    assert "No rule is in force." in render("n", rules[:1])
    assert {status for _, group in _PARTS for status in group} == set(Status)


@given(st.text(alphabet=st.characters(codec="utf-8")), st.text(alphabet=st.characters(codec="utf-8")))
def test_no_text_can_leave_its_quote(text: str, words: str) -> None:
    shown = page(rule(text), words)
    assert shown == page(rule(text), words)
    headings = [line for line in shown.splitlines() if line.startswith("#")]
    assert headings == ["# Playbook of acme/support", "## PB-01"]
    body = shown.split("## PB-01\n\n")[1].split("\n\n- status")[0]
    assert all(line.startswith(">") for line in body.split("\n"))
