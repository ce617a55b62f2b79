"""Why memory cannot answer: what makes the router ask a person.

A task is covered by the tags of a rule, or by a memory that shares more with it than a word in passing. A question is
only answered by one memory that carries enough of it: words that no memory speaks of weigh the most, so that "the
refund window of enterprise contracts" is not answered by a rule on refunds. A name that nothing speaks of is enough to
ask.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cicatrix.core.asking import Form, asks_what_happened, presumes_its_subject
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.dating import is_of_any
from cicatrix.core.grasp import LIGHT, Grasp, is_rule, stems_of
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE
from cicatrix.core.persons import is_about, people_in
from cicatrix.core.polarity import denies, prohibits
from cicatrix.core.quantities import quantities
from cicatrix.core.recall import Thresholds
from cicatrix.core.replies import is_no_answer, question_of
from cicatrix.core.text import content_stems
from cicatrix.core.windows import Window
from cicatrix.core.wording import listed, words_of

_PASSING: Final = 3  # words of a task from which one of them says too little
_EVERY: Final = re.compile(r"\b(?:every|each|all|any)\s+([^\W\d_]+(?:\s+[^\W\d_]+)?)", re.IGNORECASE)


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
    if any(each.tells or ("attribute" in each.components and each.ended) for each in standing):
        return ""
    if denying := [each.handle for each in standing if each.denies]:
        return f"{listed(denying)} only say{'' if len(denying) > 1 else 's'} what is not so."
    if asked is Form.TASK:
        return _strange_task(Grasp(query, result), standing, thresholds)
    grasp = Grasp(query, result, LIGHT.union(*(content_stems(window.text) for window in windows)))
    if asked is Form.LEAVE and _is_governed(grasp, standing, thresholds):
        return ""
    evidence = [each for each in standing if not _is_question(each) and not is_no_answer(each)]
    if not evidence:
        return f"Memory holds the question ({listed(each.handle for each in standing)}) and no answer."
    answers = [candidate for candidate in evidence if not _answers_another(grasp, candidate)]
    best = grasp.best(answers or evidence)
    unknown = grasp.unknown(best)
    names = grasp.unknown_names(best)
    if names or not answers or grasp.carried(best) < thresholds.question_coverage:
        return _unanswered(grasp, best, names or words_of(query, unknown) if unknown else [])
    people = people_in(query, evidence) if asked.wants_fact else ()
    near = (candidate for candidate in answers if grasp.carried(candidate) >= thresholds.question_coverage)
    if people and not any(each.is_heir or is_about(query, people, each) for each in near):
        return f"No memory says this of {listed(words_of(query, _stems(people)))}; {best.handle} comes nearest."
    if asked.wants_fact and windows and not any(is_of_any(candidate, windows) for candidate in evidence):
        times = listed(window.text for window in windows)
        dated = listed(f"{each.handle} ({each.occurred_at[:10]})" for each in evidence)
        return f"No memory is of {times}; of other dates {'are' if len(evidence) > 1 else 'is'} {dated}."
    if asked is Form.YES_NO:
        denying = [each.handle for each in evidence if _denies(grasp, each, thresholds)]
        if denying:
            return f"By {listed(denying)} it is not so: a person should say which holds."
    return ""


def _nothing(query: str, result: SearchResult, windows: Sequence[Window]) -> str:
    if not result.considered:
        return "Nothing has been learnt yet."
    ended = [each.handle for each in result.candidates if each.above_floor and each.status not in RECALLABLE]
    if ended:
        return f"No memory that holds speaks of this: {listed(ended)} {'do' if len(ended) > 1 else 'does'} not stand."
    if windows:
        return f"No memory of {listed(window.text for window in windows)} speaks of this."
    unknown = [stem for stem in result.unknown if stem not in LIGHT] or result.unknown
    if not unknown:
        return "No memory speaks of this."
    unknown = words_of(query, unknown)
    return f"No memory speaks of this: {listed(unknown)} {'are' if len(unknown) > 1 else 'is'} new to it."


def _strange_task(grasp: Grasp, standing: Sequence[Candidate], thresholds: Thresholds) -> str:
    """A task of which memory knows no more than a word in passing.

    The tags of a rule are more than that, and one of them is enough where the rule forbids something or speaks of
    every such thing: whoever acts should have seen it.
    """
    for rule in filter(is_rule, standing):
        if grasp.points(rule) >= thresholds.act_tags or (rule.tags_met and prohibits(rule.text)) or _is_of_every(rule):
            return ""
    best = grasp.best(standing)
    counted = {stem for quantity in quantities(grasp.query) for stem in quantity.stems}
    unknown = [stem for stem in grasp.unknown(best) if stem not in counted]  # how many is not what a task is about
    if not unknown or (grasp.carried(best) >= thresholds.task_coverage and not _in_passing(grasp, standing)):
        return ""
    return _unanswered(grasp, best, words_of(grasp.query, unknown))


def _in_passing(grasp: Grasp, standing: Sequence[Candidate]) -> bool:
    """Whether of a task of three words and more nobody has more than one, and no rule is about that one."""
    asked = [term for term in grasp.result.terms if term not in grasp.light]
    if len(asked) < _PASSING:
        return False
    for each in standing:
        shared = [term for term in asked if term in stems_of(each)]
        if each.tags_met or len(shared) + len(grasp.excused(each)) > 1 or not grasp.is_common(shared):
            return False
    return True


def _is_of_every(rule: Candidate) -> bool:
    """Whether a tag that the query names is one of which the rule says "every", "each", "all" or "any"."""
    return any(not set(rule.tags_met).isdisjoint(content_stems(match[1])) for match in _EVERY.finditer(rule.text))


def _is_governed(grasp: Grasp, standing: Sequence[Candidate], thresholds: Thresholds) -> bool:
    """Whether a rule rules on what somebody asks leave for, though it has not all of the words.

    One of its tags and a limit for the number that is asked about, or two tags; but a name that nothing speaks of may
    then be what the answer turns on.
    """
    return any(
        grasp.governs(rule) or (len(rule.tags_met) >= thresholds.act_tags and not grasp.unknown_names(rule))
        for rule in filter(is_rule, standing)
    )


def _answers_another(grasp: Grasp, candidate: Candidate) -> bool:
    """Whether a reply was given to another question: each has a word that the other lacks in its place."""
    replied = question_of(candidate)
    if not replied:
        return False
    question = set(content_stems(replied)) - grasp.light
    asked = set(grasp.result.terms) - grasp.light - grasp.excused(candidate)
    return bool(question - asked) and bool(asked - set(content_stems(candidate.text)))


def _unanswered(grasp: Grasp, best: Candidate, missing: Sequence[str]) -> str:
    stems = stems_of(best)
    words = words_of(grasp.query, [term for term in grasp.result.terms if term in stems])
    shared = [word for word in words if word not in missing]
    nearest = f"{best.handle} comes nearest" + (f" and shares only {listed(shared)}" if shared else "")
    if missing:
        return f"No memory speaks of {listed(missing)}; {nearest}."
    asked = words_of(grasp.query, grasp.result.terms)
    if set(asked) == set(shared):
        return f"No memory answers this; {best.handle} comes nearest."
    return f"No one memory speaks of {listed(asked)} together; {nearest}."


def _stems(names: Sequence[str]) -> list[str]:
    return [stem for name in names for stem in content_stems(name)]


def _denies(grasp: Grasp, candidate: Candidate, thresholds: Thresholds) -> bool:
    """Whether what a yes/no question rests on is not so; only what was said or happened denies a fact, and no rule.

    A plain no is an answer: "Insurance is not refundable." denies nothing that "Is insurance refundable?" rests on.
    """
    if candidate.kind is Kind.RULE or grasp.carried(candidate) < thresholds.question_coverage:
        return False
    if not denies(grasp.query, candidate.text):
        return False
    if asks_what_happened(grasp.query):
        return True
    return presumes_its_subject(grasp.query) and not stems_of(candidate).issuperset(grasp.result.terms)


def _is_question(candidate: Candidate) -> bool:
    """A stored question is no evidence, however exactly it repeats the query."""
    return candidate.type == "turn" and candidate.text.rstrip(" \"')]").endswith(("?", "？", "؟"))
