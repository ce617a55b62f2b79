"""Why memory cannot answer: what makes the router ask a person.

A task is covered by the tags of a rule, or by a memory that shares more with it than a word in passing. A question is
only answered by one memory that carries enough of it: words that no memory speaks of weigh the most, so that "the
refund window of enterprise contracts" is not answered by a rule on refunds. A name that nothing speaks of is enough to
ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.asking import Form
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.dating import is_of_any
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE
from cicatrix.core.polarity import denies
from cicatrix.core.recall import ONE, Thresholds
from cicatrix.core.text import content_stems
from cicatrix.core.windows import Window
from cicatrix.core.wording import WORD, listed, words_of

_LIGHT: Final = frozenset(
    content_stems(
        "go put make do use need want take give come find work happen mean apply handle keep place look ask tell know "
        "say think like start stop try set get see show help write written be thing things way kind kinds "
        "type long often"
    )
)
"""Words that name no thing: they make no question one about something unknown, and no memory an answer."""


def lack(
    query: str,
    result: SearchResult,
    standing: Sequence[Candidate],
    thresholds: Thresholds,
    *,
    asked: Form,
    windows: Sequence[Window] = (),
) -> str:
    """What memory lacks to answer a query, in a sentence; empty when it lacks nothing.

    ``standing`` are the candidates past the floor, best first; ``asked`` is the form of the query, ``windows`` are the
    times that it names.
    """
    if not standing:
        return _nothing(query, result, windows)
    if asked is Form.TASK:
        return _strange_task(query, result, standing, thresholds)
    light = _LIGHT.union(*(content_stems(window.text) for window in windows))
    evidence = [candidate for candidate in standing if not _is_question(candidate)]
    if not evidence:
        return f"Memory holds the question ({listed(each.handle for each in standing)}) and no answer."
    best = max(evidence, key=lambda candidate: _carried(candidate, result, light))
    unknown = [stem for stem in result.unknown if stem not in light]
    names = _names(query, unknown)
    if names or _carried(best, result, light) < thresholds.question_coverage:
        return _unanswered(query, result, best, names or words_of(query, unknown) if unknown else [])
    if asked.wants_fact and windows and not any(is_of_any(candidate, windows) for candidate in evidence):
        times = listed(window.text for window in windows)
        dated = listed(f"{each.handle} ({each.occurred_at[:10]})" for each in evidence)
        return f"No memory is of {times}; of other dates {'are' if len(evidence) > 1 else 'is'} {dated}."
    if asked is Form.YES_NO:
        denying = [each.handle for each in evidence if _denies(query, each, result, light, thresholds)]
        if denying:
            return f"The question takes for granted what {listed(denying)} {'deny' if len(denying) > 1 else 'denies'}."
    return ""


def _nothing(query: str, result: SearchResult, windows: Sequence[Window]) -> str:
    if not result.considered:
        return "Nothing has been learnt yet."
    ended = [each.handle for each in result.candidates if each.above_floor and each.status not in RECALLABLE]
    if ended:
        return f"No memory that holds speaks of this: {listed(ended)} {'do' if len(ended) > 1 else 'does'} not stand."
    if windows:
        return f"No memory of {listed(window.text for window in windows)} speaks of this."
    unknown = [stem for stem in result.unknown if stem not in _LIGHT] or result.unknown
    if not unknown:
        return "No memory speaks of this."
    unknown = words_of(query, unknown)
    return f"No memory speaks of this: {listed(unknown)} {'are' if len(unknown) > 1 else 'is'} new to it."


def _strange_task(query: str, result: SearchResult, standing: Sequence[Candidate], thresholds: Thresholds) -> str:
    """A task of which memory knows no more than a word in passing; the tags of a rule are more than that."""
    if any(len(candidate.tags_met) >= thresholds.act_tags for candidate in standing):
        return ""
    best = max(standing, key=lambda candidate: _carried(candidate, result))
    unknown = [stem for stem in result.unknown if stem not in _LIGHT]
    if not unknown or _carried(best, result) >= thresholds.task_coverage:
        return ""
    return _unanswered(query, result, best, words_of(query, unknown))


def _unanswered(query: str, result: SearchResult, best: Candidate, missing: Sequence[str]) -> str:
    stems = {*content_stems(best.text), *best.tags}
    shared = words_of(query, [term for term in result.terms if term in stems])
    nearest = f"{best.handle} comes nearest" + (f" and shares only {listed(shared)}" if shared else "")
    if missing:
        return f"No memory speaks of {listed(missing)}; {nearest}."
    return f"No one memory speaks of {listed(words_of(query, result.terms))} together; {nearest}."


def _carried(candidate: Candidate, result: SearchResult, light: frozenset[str] = _LIGHT) -> int:
    """The share of the query that a candidate carries, in millionths, light words left out on both sides.

    Words of time are light too: the date is looked at instead.
    """
    weights = dict(zip(result.terms, result.weights, strict=False))
    passed = {term: weight for term, weight in weights.items() if term in light}
    total = result.statistics.get("query_idf", sum(weights.values()))  # with what a date weighs
    asked = total - sum(passed.values())
    if asked <= 0 or not passed:
        return candidate.coverage
    stems = set(content_stems(candidate.text)) | set(candidate.tags)
    carried = candidate.coverage * total - ONE * sum(weight for term, weight in passed.items() if term in stems)
    return max(0, min(ONE, carried // asked))


def _names(query: str, unknown: Sequence[str]) -> list[str]:
    """Words of a question that nothing speaks of and that name one thing: capitalised inside it, or with a figure."""
    found: list[str] = []
    for place, word in enumerate(WORD.findall(query)):
        is_name = (place > 0 and word[0].isupper()) or any(char.isdigit() for char in word)
        if is_name and any(stem in unknown for stem in content_stems(word)):
            found.append(word)
    return list(dict.fromkeys(found))


def _denies(
    query: str, candidate: Candidate, result: SearchResult, light: frozenset[str], thresholds: Thresholds
) -> bool:
    """A rule's "never" is no denial of a fact; only what was said or happened is."""
    near = candidate.kind is not Kind.RULE and _carried(candidate, result, light) >= thresholds.question_coverage
    return near and denies(query, candidate.text)


def _is_question(candidate: Candidate) -> bool:
    """A stored question is no evidence, however exactly it repeats the query."""
    return candidate.type == "turn" and candidate.text.rstrip(" \"')]").endswith(("?", "？", "؟"))
