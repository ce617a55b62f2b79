"""The router's word on a recall: ACT, ACT_AND_FLAG or ASK_HUMAN, and why, in a sentence that names handles.

From the top, the first that holds decides:

====================================================================  ==============
nothing searchable in the query, or nothing above the floor           ASK_HUMAN
a question about a thing that no memory speaks of                     ASK_HUMAN
a yes/no whose premise a memory denies                                ASK_HUMAN
a question about a day or period of which no memory is                ASK_HUMAN
two active rules that cannot both be followed                         ACT_AND_FLAG
the best, or a hard constraint, did not fit the budget                ACT_AND_FLAG
two tags of one active rule met, or one tag and enough of its text    ACT
anything else above the floor                                         ACT_AND_FLAG
====================================================================  ==============

Rescued memories are shown whatever the grade and never raise it. The thresholds stand in
:class:`cicatrix.core.recall.Thresholds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from cicatrix.core.asking import Form, form
from cicatrix.core.assembly import Assembly
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.dating import is_of_any
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.polarity import contradict, denies
from cicatrix.core.recall import ONE, Grade, Thresholds
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin
from cicatrix.core.windows import Window

_NAMED: Final = 3  # so many handles or words a sentence names before it counts the rest
_WORD: Final = re.compile(r"[^\W_]+(?:[-_.'@/:][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Ruling:
    """``tags`` are those of standing active rules that the query names; ``asks`` is whether a person can be asked:
    false for a query without words.
    """

    grade: Grade
    reason: str
    tags: tuple[str, ...] = ()
    asks: bool = False


def rule_on(
    query: str,
    result: SearchResult,
    assembly: Assembly,
    thresholds: Thresholds,
    windows: Sequence[Window] = (),
) -> Ruling:
    """The grade of a recall. ``windows`` are the times that the query names."""
    if not result.terms:
        return Ruling(Grade.ASK_HUMAN, "There is no word in the query that memory could be searched for.")
    tags = tuple(dict.fromkeys(tag for candidate in _rules(assembly.standing) for tag in candidate.tags_met))
    lack = _lack(query, result, assembly, thresholds, windows)
    if lack:
        return Ruling(Grade.ASK_HUMAN, lack + _rescue_note(assembly), tags, asks=True)
    flaw = _conflict(assembly) or _missing(assembly)
    followed = _followed(result, assembly, thresholds)
    if flaw or not followed:
        reason = flaw or _only_near(assembly)
        return Ruling(Grade.ACT_AND_FLAG, reason + _rescue_note(assembly), tags)
    return Ruling(Grade.ACT, followed + _rescue_note(assembly), tags)


def _lack(
    query: str, result: SearchResult, assembly: Assembly, thresholds: Thresholds, windows: Sequence[Window]
) -> str:
    """Why memory cannot answer; empty when it can."""
    if not assembly.standing:
        return _nothing(query, result)
    asked = form(query)
    if asked is Form.TASK:
        return ""
    evidence = [candidate for candidate in assembly.standing if not _is_question(candidate)]
    best = max(evidence, key=lambda candidate: candidate.coverage, default=None)
    names = _unknown_names(query, result.unknown)
    if best is None:
        return f"Memory holds the question ({_listed(c.handle for c in assembly.standing)}) and no answer."
    if names or best.coverage < thresholds.question_coverage:
        missing = names or _words_of(query, result.unknown or _not_in(best, result.terms))
        shared = _words_of(query, _shared(best, result.terms))
        nearest = (
            f"the nearest, {best.handle}, shares only {_listed(shared)}" if shared else f"{best.handle} is nearest"
        )
        if names or result.unknown:
            return f"The question is about {_listed(missing)}, of which no memory speaks; {nearest}."
        return f"No one memory speaks of {_listed(_words_of(query, result.terms))} together; {nearest}."
    if asked.wants_fact and windows and not any(is_of_any(candidate, windows) for candidate in evidence):
        times = _listed(window.text for window in windows)
        dated = _listed(f"{each.handle} ({each.occurred_at[:10]})" for each in evidence)
        return f"No memory is of {times}; of other dates {'are' if len(evidence) > 1 else 'is'} {dated}."
    if asked is Form.YES_NO:
        denying = [candidate.handle for candidate in evidence if _denies(query, candidate, thresholds)]
        if denying:
            return f"The question takes something for granted that {_listed(denying)} denies."
    return ""


def _nothing(query: str, result: SearchResult) -> str:
    spoken_of = "Nothing has been learnt yet" if not result.considered else "No memory speaks of this"
    ended = [loss.handle for loss in _ended(result) if loss.above_floor]
    if ended:
        return f"{spoken_of} any more: {_listed(ended)} did, and no longer holds."
    unknown = _words_of(query, result.unknown)
    if result.considered and unknown:
        return f"{spoken_of}: {_listed(unknown)} {'is' if len(unknown) == 1 else 'are'} new to it."
    return f"{spoken_of}."


def _ended(result: SearchResult) -> list[Candidate]:
    return [candidate for candidate in result.candidates if candidate.status not in ("active", "")]


def _denies(query: str, candidate: Candidate, thresholds: Thresholds) -> bool:
    """A rule's "never" is no denial of a fact; only what was said or happened is."""
    return (
        candidate.kind is not Kind.RULE
        and candidate.coverage >= thresholds.question_coverage
        and denies(query, candidate.text)
    )


def _is_question(candidate: Candidate) -> bool:
    """A stored question is no evidence, however exactly it repeats the query."""
    return candidate.type == "turn" and candidate.text.rstrip(" \"')]").endswith(("?", "？", "؟"))


def _conflict(assembly: Assembly) -> str:
    for one, other in combinations(_rules([item.candidate for item in assembly.placed]), 2):
        if contradict(one.text, other.text):
            return f"{one.handle} and {other.handle} cannot both be followed: a person should settle which one holds."
    return ""


def _missing(assembly: Assembly) -> str:
    if not assembly.missing:
        return ""
    first, more = assembly.missing[0], len(assembly.missing) - 1
    also = f", and {more} more that matter{'s' if more == 1 else ''}" if more else ""
    return f"{first.id} concerns this and was left out: it {first.detail}{also}."


def _followed(result: SearchResult, assembly: Assembly, thresholds: Thresholds) -> str:
    """The sentence that says which rule to act on; empty when none is met well enough."""
    met: list[str] = []
    for item in assembly.placed:
        candidate = item.candidate
        if candidate.kind is not Kind.RULE or item.rescued or candidate.status != Status.ACTIVE:
            continue
        named = candidate.tags_met
        if len(named) >= thresholds.act_tags:
            met.append(f"{candidate.handle} (its tags {_listed(named)} are named)")
        elif named and _text_share(candidate, result.terms) >= thresholds.act_text:
            met.append(f"{candidate.handle} (its tag {named[0]} and most of its words are named)")
    return f"{_listed(met)} cover{'s' if len(met) == 1 else ''} this." if met else ""


def _only_near(assembly: Assembly) -> str:
    near = [item.candidate for item in assembly.placed if not item.rescued]
    if not near:
        count = len(assembly.standing)
        return f"{count} memories speak of this and none was let in: the budget or the limit is too small."
    rules, others = _rules(near), [candidate for candidate in near if candidate.kind is not Kind.RULE]
    if rules:
        tags = [tag for candidate in rules for tag in candidate.tags_met]
        shared = f" only by {_listed(dict.fromkeys(tags))}" if tags else ""
        touch = "touches" if len(rules) == 1 else "touch"
        return f"{_listed(rule.handle for rule in rules)} {touch} this{shared}; check before you act."
    handles = _listed(candidate.handle for candidate in others)
    if all(candidate.trust is Origin.EXTERNAL for candidate in others):
        return f"Only outside words speak of this ({handles}), and nobody has vouched for them."
    return f"No rule covers this; {handles} {'is' if len(others) == 1 else 'are'} the nearest experience."


def _rescue_note(assembly: Assembly) -> str:
    if not assembly.rescued:
        return ""
    return f" For safety, mind {_listed(candidate.handle for candidate in assembly.rescued)}."


def _rules(candidates: Iterable[Candidate]) -> list[Candidate]:
    return [candidate for candidate in candidates if candidate.kind is Kind.RULE and candidate.status == Status.ACTIVE]


def _text_share(candidate: Candidate, terms: Sequence[str]) -> int:
    """The share of a rule's own stems that the query names, in millionths."""
    stems = content_stems(candidate.text)
    return sum(stem in terms for stem in stems) * ONE // len(stems) if stems else 0


def _shared(candidate: Candidate, terms: Sequence[str]) -> list[str]:
    stems = set(content_stems(candidate.text)) | set(candidate.tags)
    return [term for term in terms if term in stems]


def _not_in(candidate: Candidate, terms: Sequence[str]) -> list[str]:
    shared = set(_shared(candidate, terms))
    return [term for term in terms if term not in shared]


def _unknown_names(query: str, unknown: Sequence[str]) -> list[str]:
    """Words of a question that nothing speaks of and that name one thing: capitalised inside it, or with a figure."""
    found: list[str] = []
    for place, word in enumerate(_WORD.findall(query)):
        is_name = (place > 0 and word[0].isupper()) or any(char.isdigit() for char in word)
        if is_name and any(stem in unknown for stem in content_stems(word)):
            found.append(word)
    return list(dict.fromkeys(found))


def _words_of(query: str, stems: Sequence[str]) -> list[str]:
    """Stems as the query wrote them, so that a person reads words."""
    words = [word for word in _WORD.findall(query) if any(stem in stems for stem in content_stems(word))]
    return list(dict.fromkeys(words)) or list(stems)


def _listed(things: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b, c and 4 more``."""
    named = list(things)
    if len(named) > _NAMED + 1:
        named = [*named[:_NAMED], f"{len(named) - _NAMED} more"]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}" if named else ""
