"""The playbook as a list: every rule with who taught it, how far it is trusted, when it was last used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from cicatrix.core.memories import Memory, Status
from cicatrix.engine.browse import Browser, Cited
from cicatrix.interfaces.web.views.claims import STATUS_GLYPHS, is_ended, tag_words
from cicatrix.interfaces.web.views.usage import Usage, usages

PER_PAGE: Final = 50
_TAGS_OFFERED: Final = 200
_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass(frozen=True, slots=True)
class RuleLine:
    id: str
    text: str
    status: str
    glyph: str
    ended: bool
    quiet: bool  # not recalled at present
    episodes: tuple[str, ...]
    more_episodes: int
    evidence: int
    trust: str
    tags: tuple[tuple[str, str], ...]  # stem, word
    usage: Usage


@dataclass(frozen=True, slots=True)
class PlaybookPage:
    title: str
    lines: tuple[RuleLine, ...]
    total: int  # all rules, whatever their status
    matching: int
    statuses: tuple[tuple[str, int], ...]
    tags: tuple[tuple[str, int], ...]
    status: str  # the filter, empty for none
    tag: str
    earlier: str  # addresses of the neighbouring pages, empty for none
    later: str
    namespace: str


def playbook_page(browser: Browser, now: datetime, *, status: str = "", tag: str = "", page: int = 1) -> PlaybookPage:
    """Rules in order of their number. An unknown status or tag matches nothing, and the page says so."""
    rules = browser.rules()
    matching = [rule for rule in rules if status in ("", rule.status.value) and (not tag or tag in rule.tags)]
    start = PER_PAGE * (page - 1)
    shown = matching[start : start + PER_PAGE]
    used = usages(browser, [rule.id for rule in shown], now)
    lines = tuple(_line(rule, browser.cited(rule), used[rule.id]) for rule in shown)
    statuses = Counter(rule.status.value for rule in rules)
    return PlaybookPage(
        title=_title(rules),
        lines=lines,
        total=len(rules),
        matching=len(matching),
        statuses=tuple((item.value, statuses[item.value]) for item in Status if statuses[item.value]),
        tags=tuple(Counter(name for rule in rules for name in rule.tags).most_common(_TAGS_OFFERED)),
        status=status,
        tag=tag,
        earlier=_address(status, tag, page - 1) if page > 1 else "",
        later=_address(status, tag, page + 1) if start + PER_PAGE < len(matching) else "",
        namespace=browser.namespace,
    )


def _address(status: str, tag: str, page: int) -> str:
    query = {name: value for name, value in (("status", status), ("tag", tag), ("page", page)) if value}
    return f"/playbook?{urlencode(query)}"


def _title(rules: list[Memory]) -> str:
    """What the playbook comes to, in one sentence of the engine."""
    episodes = len({name for rule in rules for name in rule.episodes})
    if not rules:
        return "No rule has been learnt here yet."
    lessons = "One rule" if len(rules) == 1 else f"{number(len(rules)).capitalize()} rules"
    return f"{lessons}, learnt from {number(episodes)} episode{'' if episodes == 1 else 's'}."


def number(count: int) -> str:
    """Numbers up to twelve in words, others in figures."""
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def _line(rule: Memory, cited: Sequence[Cited], usage: Usage) -> RuleLine:
    return RuleLine(
        id=rule.id,
        text=rule.text,
        status=rule.status.value,
        glyph=STATUS_GLYPHS[rule.status],
        ended=is_ended(rule),
        quiet=rule.status is not Status.ACTIVE,
        episodes=rule.episodes[:4],
        more_episodes=max(0, len(rule.episodes) - 4),
        evidence=len(rule.evidence),
        trust=rule.trust.value,
        tags=tag_words(rule, cited)[:8],
        usage=usage,
    )
