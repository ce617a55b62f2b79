"""The page of a difference: what the mind learnt, changed and let go, word by word, and the sentence that caused it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from cicatrix.core.ids import parse_handle
from cicatrix.core.memories import Memory
from cicatrix.engine.browse import Browser
from cicatrix.engine.reports import DiffLine, DiffReport
from cicatrix.errors import NotFound
from cicatrix.interfaces.web.views.claims import STATUS_GLYPHS
from cicatrix.interfaces.web.views.playbook import number
from cicatrix.interfaces.web.views.rule import Change, is_a_persons, word_changes
from cicatrix.interfaces.web.views.seal import sealed_at
from cicatrix.interfaces.web.views.times import When, days_between

SHOWN: Final = 100
"""At most so many lines of a part are shown; the twin has all."""
_QUOTES: Final = 3
_KIN: Final = 0.2
"""The share of their letters that two texts must have in common to be compared word by word."""

PartName = Literal["learnt", "changed", "let go", "passed", "waiting"]
_TITLES: Final[dict[PartName, str]] = {
    "learnt": "Learnt",
    "changed": "Changed",
    "let go": "Let go",
    "passed": "Learnt and let go in between",
    "waiting": "Came, and waits for a person",
}


@dataclass(frozen=True, slots=True)
class Line:
    id: str
    seq: int
    status: str
    glyph: str
    words: tuple[tuple[Change, str], ...]
    instead: str  # the handle of what these words changed, where it is another memory
    quotes: tuple[tuple[str, str], ...]  # (episode, words): the sentences that caused it
    more_quotes: int
    reason: str  # of the engine
    said: str  # of the person who did it, verbatim
    by: str


@dataclass(frozen=True, slots=True)
class Part:
    name: PartName
    title: str
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True)
class DiffPage:
    title: str
    start: int
    end: int
    began: When | None
    ended: When | None
    head: int
    parts: tuple[Part, ...]
    command: str
    report: DiffReport


def diff_page(browser: Browser, report: DiffReport, now: datetime) -> DiffPage:
    began, ended = (sealed_at(browser, seq, now) if seq else None for seq in (report.start, report.end))
    found: tuple[tuple[PartName, Sequence[DiffLine]], ...] = (
        ("learnt", report.added),
        ("changed", report.changed),
        ("let go", report.ended),
        ("passed", report.passed),
        ("waiting", report.waiting),
    )
    after = browser.as_of(max(report.start, report.end))
    return DiffPage(
        title=_title(report, began, ended),
        start=report.start,
        end=report.end,
        began=began,
        ended=ended,
        head=browser.head().seq,
        parts=tuple(
            Part(name, _TITLES[name], tuple(_line(after, name, each) for each in lines[:SHOWN]), len(lines[SHOWN:]))
            for name, lines in found
            if lines
        ),
        command=f"cicatrix diff {report.start}..{report.end} -n {browser.namespace}",
        report=report,
    )


def _title(report: DiffReport, began: When | None, ended: When | None) -> str:
    """ "In four days the mind learnt two things, changed two and let one go."""
    learnt, changed, gone = len(report.added), len(report.changed), len(report.ended)
    days = days_between(began.iso, ended.iso) if began and ended else None
    span = f"In {number(days)} day{'' if days == 1 else 's'} the mind" if days else "The mind"
    if report.start > report.end:
        span = "Going back, the mind"
    if not (learnt or changed or gone):
        return f"{span} stayed as it was."
    parts = [
        f"learnt {number(learnt)} thing{'' if learnt == 1 else 's'}" if learnt else "",
        f"changed {number(changed)}" if changed else "",
        f"let {number(gone)} go" if gone else "",
    ]
    told = [part for part in parts if part]
    return f"{span} {' and '.join(filter(None, (', '.join(told[:-1]), told[-1])))}."


def _line(browser: Browser, name: PartName, line: DiffLine) -> Line:
    noun = _noun(browser, line.id)
    words, instead = _words(browser, name, line, noun)
    persons = noun is not None and is_a_persons(noun)
    told = noun.change.reason if noun is not None and name in ("changed", "let go", "passed") else ""
    return Line(
        id=line.id,
        seq=line.seq,
        status=noun.status.value if noun else line.act,
        glyph=STATUS_GLYPHS[noun.status] if noun else "out",
        words=words,
        instead=instead,
        quotes=tuple((episode, words) for episode, words in line.evidence[:_QUOTES] if words),
        more_quotes=len(line.evidence[_QUOTES:]),
        reason="" if persons else told,
        said=told if persons else "",
        by=noun.change.by if noun is not None and persons and told else "",
    )


def _words(
    browser: Browser, name: PartName, line: DiffLine, noun: Memory | None
) -> tuple[tuple[tuple[Change, str], ...], str]:
    """The words with what came and went marked, and the memory whose words they changed."""
    if name == "let go":
        return (("removed", line.before or line.text),), ""
    if name == "changed":
        return _with_exceptions(browser, line, noun), ""
    if name == "learnt" and noun is not None:
        for handle in sorted(noun.supersedes, key=parse_handle, reverse=True):
            old = _noun(browser, handle)
            if old is not None and noun.change.act != "merged":
                return _instead(old.text, line.text), handle
        return (("added", line.text),), ""
    return (("same", line.text),), ""


def _with_exceptions(browser: Browser, line: DiffLine, noun: Memory | None) -> tuple[tuple[Change, str], ...]:
    changes = word_changes(line.before or "", line.text)
    if noun is None or not noun.exceptions or noun.version < 2:
        return changes
    earlier = [version.noun for version in browser.history(line.id) if version.noun.text == line.before]
    known = earlier[0].exceptions if earlier else ()
    return (*changes, *(("added", f" {words}") for words in noun.exceptions if words not in known))


def _instead(before: str, after: str) -> tuple[tuple[Change, str], ...]:
    """Word by word where the two share enough to be read so; else the one after the other."""
    changes = word_changes(before, after)
    same = sum(len(words) for kind, words in changes if kind == "same")
    kin = 2 * same / max(1, len(before) + len(after)) >= _KIN
    return changes if kin else (("removed", before), ("added", f" {after}"))


def _noun(browser: Browser, handle: str) -> Memory | None:
    try:
        return browser.memory(handle)
    except NotFound:
        return None
