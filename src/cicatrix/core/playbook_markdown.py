"""The playbook as one Markdown file, made for git: rules in order of their handles, one section each, nothing in it
that changes by itself (no time of export, no counters of use), so that a line differs only where a rule does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.core.memories import Memory, Status

_INLINE: Final = re.compile(
    r"([\\`*\[\]]|~(?=~)|(?<=~)~|<(?=[A-Za-z/!?])|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;))"  # in a word, _ is itself
)
_LINE_START: Final = re.compile(r"^(\s*)([#+=>|-]|\d+[.)])", re.MULTILINE)
_INDENTED: Final = re.compile(r"^(?:    |\t)", re.MULTILINE)
_TICKS: Final = re.compile("`+")
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
    tags: tuple[str, ...] = ()  # the rule's tags as words, where they are known as words


_PARTS: Final = (
    ("", frozenset({Status.ACTIVE})),
    ("Waiting for a person: these do not hold yet", frozenset({Status.CANDIDATE, Status.SHADOW, Status.QUARANTINED})),
    ("Set aside for now: these do not hold", frozenset({Status.SUSPENDED})),
    ("Over: these hold no more", frozenset({Status.RETIRED, Status.SUPERSEDED, Status.MERGED, Status.FORGOTTEN})),
)
"""The parts of the file. Whoever reads only to the first of these headings reads what is in force."""


def render(namespace: str, rules: Sequence[PlaybookRule]) -> str:
    """The whole file, ending with a line feed: the rules in force, then those that do not hold. The same rules give the
    same bytes."""
    parts = [
        f"# Playbook of {_escape(namespace)}",
        "Every rule below names, word for word, the experience that taught it.",
    ]
    if not rules:
        parts.append("No rule has been learnt yet.")
    for title, statuses in _PARTS:
        chosen = [item for item in rules if item.rule.status in statuses]
        if not title and rules and not chosen:
            parts.append("No rule is in force.")
        if title and chosen:
            parts.append(f"# {title}")
        for item in chosen:
            parts.extend(_section(item))
    return "\n\n".join(parts) + "\n"


def _section(item: PlaybookRule) -> Iterable[str]:
    rule = item.rule
    yield f"## {rule.id}"
    yield _quote(rule.text)
    yield "\n".join(_facts(rule, item.tags or rule.tags))
    episodes = len({quoted.episode for quoted in item.evidence})
    learnt = "Learnt in" if episodes == 1 else f"Learnt in {episodes} episodes"
    yield f"{learnt}:\n\n" + "\n".join(_evidence(quoted) for quoted in item.evidence)


def _facts(rule: Memory, tags: Sequence[str]) -> Iterable[str]:
    yield f"- status: {rule.status.value}"
    yield f"- trust: {rule.trust.value}"
    if tags:
        yield f"- tags: {', '.join(map(_escape, tags))}"
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
    """The words letter for letter, also for whoever reads the file as it is: what Markdown would take for markup is not
    escaped but fenced."""
    shown = _shown(text)
    if _escape(text) == shown and not _INDENTED.search(shown):
        return "\n".join(f"> {line}".rstrip() for line in shown.split("\n"))
    fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(shown)), default=0))
    return "\n".join(f"> {line}".rstrip() for line in (f"{fence}text", *shown.split("\n"), fence))


def _one_line(text: str) -> str:
    return " ".join(_escape(text).split())


def _escape(text: str) -> str:
    """The words as they are, with everything that Markdown or a terminal would take for something else made plain."""
    return _LINE_START.sub(r"\1\\\2", _INLINE.sub(r"\\\1", _shown(text)))


def _shown(text: str) -> str:
    """The words with one kind of line end, and with letters that cannot be seen made visible."""
    return _INVISIBLE.sub(lambda found: f"U+{ord(found[0]):04X}", _LINES.sub("\n", text))
