"""The playbook as one Markdown file, made for git: rules in order of their handles, one section each, nothing in it
that changes by itself (no time of export, no counters of use), so that a line differs only where a rule does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.memories import Memory

_INLINE: Final = re.compile(r"([\\`*_\[\]<>|~])")
_LINE_START: Final = re.compile(r"^(\s*)([#+=-]|\d+[.)])", re.MULTILINE)
_LINES: Final = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_INVISIBLE: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Quoted:
    """One piece of evidence with its words. ``words`` is None when they were erased."""

    episode: str
    field: str
    words: str | None
    who: str
    occurred_at: str


@dataclass(frozen=True, slots=True)
class PlaybookRule:
    rule: Memory
    evidence: tuple[Quoted, ...]


def render(namespace: str, rules: Sequence[PlaybookRule]) -> str:
    """The whole file, ending with a line feed. The same rules give the same bytes."""
    parts = [
        f"# Playbook of {_escape(namespace)}",
        "Every rule below names, word for word, the experience that taught it.",
    ]
    if not rules:
        parts.append("No rule has been learnt yet.")
    for item in rules:
        parts.extend(_section(item))
    return "\n\n".join(parts) + "\n"


def _section(item: PlaybookRule) -> Iterable[str]:
    rule = item.rule
    yield f"## {rule.id}"
    yield _quote(rule.text)
    yield "\n".join(_facts(rule))
    episodes = len({quoted.episode for quoted in item.evidence})
    learnt = "Learnt in" if episodes == 1 else f"Learnt in {episodes} episodes"
    yield f"{learnt}:\n\n" + "\n".join(_evidence(quoted) for quoted in item.evidence)


def _facts(rule: Memory) -> Iterable[str]:
    yield f"- status: {rule.status.value}"
    yield f"- trust: {rule.trust.value}"
    if rule.tags:
        yield f"- tags: {', '.join(map(_escape, rule.tags))}"
    for name, value in (("valid from", rule.valid_from), ("valid to", rule.valid_to), ("review by", rule.review_by)):
        if value:
            yield f"- {name}: {_escape(value)}"
    for exception in rule.exceptions:
        yield f"- except: {_one_line(exception)}"
    if rule.superseded_by:
        yield f"- superseded by: {rule.superseded_by}"
    if rule.change.reason and rule.change.act not in ("admitted", "joined", "confirmed"):
        yield f"- {rule.change.act} by {_one_line(rule.change.by)}: {_one_line(rule.change.reason)}"


def _evidence(quoted: Quoted) -> str:
    told = f"- **{quoted.episode}**, {quoted.field}"
    if quoted.who:
        told += f" by {_one_line(quoted.who)}"
    if quoted.occurred_at:
        told += f", {_moment(quoted.occurred_at)}"
    words = "*These words were erased.*" if quoted.words is None else _quote(quoted.words)
    return told + "\n" + "\n".join(f"  {line}" for line in words.split("\n"))


def _moment(written: str) -> str:
    """``2026-11-03T10:12:00+01:00`` → ``3 Nov 2026, 10:12 (+01:00)``; anything else as it was written."""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return _one_line(written)
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    zone = "UTC" if not moment.utcoffset() else moment.isoformat()[-6:]
    month = months[4 * (moment.month - 1) :][:3]
    return f"{moment.day} {month} {moment.year}, {moment:%H:%M} ({zone})"


def _quote(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in _escape(text).split("\n"))


def _one_line(text: str) -> str:
    return " ".join(_escape(text).split())


def _escape(text: str) -> str:
    """The words as they are, with everything that Markdown or a terminal would take for something else made plain."""
    lines = _LINES.sub("\n", text)
    shown = _INVISIBLE.sub(lambda found: f"U+{ord(found[0]):04X}", lines)
    return _LINE_START.sub(r"\1\\\2", _INLINE.sub(r"\\\1", shown))
