"""Tags: the stems by which a new task is recognised as a rule's business.

They come from the rule's own words and from what the tasks of its episodes were about: "Write a LinkedIn post about the
autumn webinar" gives *linkedin* and *post*, the kind of work, and not the webinar, which is that day's topic. What
stands out is decided by word tables and not by counting the ledger, so that distilling early, late or in parts
gives the same tags.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from cicatrix.core.reading import grammar
from cicatrix.core.reading.function_words import untelling_stems
from cicatrix.core.reading.languages import language
from cicatrix.core.reading.reasons import point
from cicatrix.core.text import content_stems, stem

MAX_TAGS: Final = 10

_TOPIC: Final = re.compile(
    r"\b(?:about|announcing|regarding|concerning|titled|called|saying|named|who|which|that|because|over)\b|[:“\"(]|"
    r"\bon the (?:subject|topic) of\b",
    re.I,
)
_CLIENT: Final = re.compile(r"\b(?:for|of|with|from|by|on) (?:the )?(?:[A-Z][a-z]+ )+[A-Z][a-z]+\b")
"""Who a piece of work is for ("for Harbour Foods"): a name of several words would meet a new task with two tags."""

_COMMON: Final = frozenset(stem(word) for word in grammar.LIGHT | grammar.VAGUE | grammar.ROUTINE | grammar.MONTHS)


def tags(text: str, tasks: Sequence[str]) -> tuple[str, ...]:
    """At most :data:`MAX_TAGS` stems: what sentence and tasks share, then what the tasks share, then the rest."""
    own = _telling(point(text))
    asked = [_telling(_kind_of_work(task)) for task in tasks]
    counts = Counter(term for terms in asked for term in terms)
    common = [term for term in counts if counts[term] * 2 > len(tasks)]
    both = [term for term in own if term in counts]
    return tuple(dict.fromkeys([*both, *common, *own]))[:MAX_TAGS]


def named(names: Sequence[str]) -> tuple[str, ...]:
    """Further names of what a memory is about, each as the stems of its words, so that a dead letter meets "dead
    letters". A name without a word that can be searched is left out."""
    return tuple(dict.fromkeys(" ".join(stems) for name in names if (stems := content_stems(name))))


def met(tags: Sequence[str], stems: Sequence[str]) -> tuple[str, ...]:
    """The tags of which a text with these stems has every word."""
    own = frozenset(stems)
    return tuple(tag for tag in tags if own.issuperset(tag.split()))


def _telling(text: str) -> tuple[str, ...]:
    small = untelling_stems(language(text))
    return tuple(term for term in content_stems(text) if _stands_out(term) and term not in small)


def _stands_out(term: str) -> bool:
    return term not in _COMMON and not term.replace(".", "").replace(",", "").isdigit()


def _kind_of_work(task: str) -> str:
    """The part of a task that says what kind of work it is, without the topic of that day."""
    task = _CLIENT.sub("", task) or task
    topic = _TOPIC.search(task)
    if topic is None:
        return task
    kind = task[: topic.start()]
    return kind if any(_stands_out(term) for term in content_stems(kind)) else task
