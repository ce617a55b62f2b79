"""The router's word on a recall: ACT, ACT_AND_FLAG or ASK_HUMAN, and why, in a sentence that names handles.

From the top, the first that holds decides:

====================================================================  ==============
small talk, nothing searchable, or nothing above the floor            ASK_HUMAN
a question about a thing that no memory speaks of                     ASK_HUMAN
a yes/no whose premise a memory denies                                ASK_HUMAN
a question about a day or period of which no memory is                ASK_HUMAN
two active rules that cannot both be followed                         ACT_AND_FLAG
the best, or a hard constraint, did not fit the budget                ACT_AND_FLAG
two tags of one active rule met, or one tag and enough of its text,
or one tag and a limit for the number in the query; but not in a
question after how things are, and not after what to do               ACT
anything else above the floor                                         ACT_AND_FLAG
====================================================================  ==============

Rescued memories are shown whatever the grade and never raise it. The thresholds stand in
:class:`cicatrix.core.recall.Thresholds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cicatrix.core.asking import Form, asks_what_to_do
from cicatrix.core.assembly import Assembly
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.grasp import Grasp, is_rule
from cicatrix.core.ids import Kind
from cicatrix.core.lack import lack
from cicatrix.core.quantities import compared
from cicatrix.core.recall import ONE, Grade, Thresholds
from cicatrix.core.replies import answer_to
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin
from cicatrix.core.windows import Window
from cicatrix.core.wording import listed, words_of


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
    *,
    asked: Form,
    windows: Sequence[Window] = (),
) -> Ruling:
    """The grade of a recall. ``asked`` is the form of the query, ``windows`` are the times that it names."""
    if asked is Form.SMALL_TALK:
        return Ruling(Grade.ASK_HUMAN, "This is small talk: it asks nothing of memory.")
    if not result.terms:
        return Ruling(Grade.ASK_HUMAN, "There is no word in the query that memory could be searched for.")
    tags = tuple(dict.fromkeys(tag for candidate in _rules(assembly.standing) for tag in candidate.tags_met))
    missing = lack(query, result, assembly.standing, thresholds, asked=asked, windows=windows)
    if missing:
        return Ruling(Grade.ASK_HUMAN, missing + _rescue_note(assembly), tags, asks=True)
    flaw = _conflict(assembly) or _missing(assembly)
    followed = _followed(query, result, assembly, thresholds, asked)
    if flaw or not followed:
        reason = flaw or _only_near(query, result, assembly)
        return Ruling(Grade.ACT_AND_FLAG, reason + _rescue_note(assembly), tags)
    return Ruling(Grade.ACT, followed + _rescue_note(assembly), tags)


def overall(names: Sequence[str], rulings: Sequence[Ruling], assemblies: Sequence[Assembly]) -> Ruling:
    """The grade of a recall over several namespaces, each of which was ruled on for itself.

    A person is asked where every namespace asks. ACT takes that no namespace which holds something on this disagrees.
    """
    if len(rulings) == 1:
        return rulings[0]
    reason = " ".join(f"{name}: {each.grade.value}. {each.reason}" for name, each in zip(names, rulings, strict=True))
    tags = tuple(dict.fromkeys(tag for each in rulings for tag in each.tags))
    if all(each.grade is Grade.ASK_HUMAN for each in rulings):
        return Ruling(Grade.ASK_HUMAN, reason, tags, asks=any(each.asks for each in rulings))
    speaking = [each for each, assembly in zip(rulings, assemblies, strict=True) if assembly.standing]
    acts = all(each.grade is Grade.ACT for each in speaking)
    return Ruling(Grade.ACT if acts else Grade.ACT_AND_FLAG, reason, tags)


def _conflict(assembly: Assembly) -> str:
    """Also where one of the two did not fit: the one that did would be followed against the other."""
    for one, other in assembly.conflicts[:1]:
        return f"{one} and {other} cannot both be followed: a person should settle which one holds."
    return ""


def _missing(assembly: Assembly) -> str:
    if not assembly.missing:
        return ""
    first, more = assembly.missing[0], len(assembly.missing) - 1
    also = f", and {more} more that matter{'s' if more == 1 else ''}" if more else ""
    return f"{first.id} concerns this and was left out: it {first.detail}{also}."


def _followed(query: str, result: SearchResult, assembly: Assembly, thresholds: Thresholds, asked: Form) -> str:
    """The sentence that says which rules to act on; empty when none is met well enough.

    A rule says what to do, and no more: a question after how things are ("where is the server room?") is not answered
    by one, though it may help. Leave is only given by a rule that has most of what it is asked for, or a limit for its
    number and no strange name.
    """
    if asked.wants_fact and not asks_what_to_do(query):
        return ""
    grasp = Grasp(query, result)
    met: list[str] = []
    for rule in _rules(item.candidate for item in assembly.placed if not item.rescued):
        limits = [quantity.written for quantity in compared(query, rule.text)] if grasp.governs(rule) else []
        if asked is Form.LEAVE and not (
            grasp.carried(rule) >= thresholds.question_coverage or (limits and not grasp.unknown_names(rule))
        ):
            continue
        about = f"is about {listed(words_of(query, rule.tags_met))}"
        if limits:
            about += f" and sets a limit for {listed(limits)}"
        learnt = f"{rule.handle} (learnt in {listed(rule.episodes)})" if rule.episodes else rule.handle
        if grasp.points(rule) >= thresholds.act_tags and len(result.terms) <= thresholds.act_terms:
            met.append(f"{learnt} {about}")
        elif rule.tags_met and _text_share(rule, result.terms) >= thresholds.act_text:
            met.append(f"{learnt} {about} and shares most of its words")
    return f"{'; '.join(met)}." if met else ""


def _only_near(query: str, result: SearchResult, assembly: Assembly) -> str:
    near = [item.candidate for item in assembly.placed if not item.rescued]
    if not near:
        count = len(assembly.standing)
        speak = "memory speaks of this and was not" if count == 1 else "memories speak of this and none was"
        return f"{count} {speak} let in: the budget or the limit is too small."
    if near[0].ended:
        return f"What was before: {near[0].handle}, {near[0].ended}."
    told = [candidate.handle for candidate in near if candidate.tells]
    if told:
        told += [each.handle for each in assembly.standing if each.tells and each.handle not in told]
        return f"{listed(told)} tell this." if len(told) > 1 else f"{told[0]} tells this, and nothing else that holds."
    if near[0].is_heir:
        was = [each.handle for each in result.candidates if each.superseded_by == near[0].handle]
        return f"{near[0].handle} holds now, in the place of {listed(was) or 'what was before'}."
    reply = answer_to(query, near)
    if reply is not None:
        return f"{reply.speaker} answered this in {reply.handle}."
    rules, others = _rules(near), [candidate for candidate in near if candidate.kind is not Kind.RULE]
    if rules and near[0] is rules[0]:
        tags = [tag for rule in rules for tag in rule.tags_met]
        only = f", but only by {listed(words_of(query, tags))}" if tags else ""
        touch = "touches" if len(rules) == 1 else "touch"
        return f"{listed(rule.handle for rule in rules)} {touch} this{only}: check before you act."
    handles = listed(candidate.handle for candidate in others)
    if all(candidate.trust is Origin.EXTERNAL for candidate in others):
        return f"Only outside words speak of this, and nobody has vouched for them: {handles}."
    return f"No rule covers this; {handles} {'comes' if len(others) == 1 else 'come'} nearest."


def _rescue_note(assembly: Assembly) -> str:
    if not assembly.rescued:
        return ""
    return f" For safety, mind {listed(candidate.handle for candidate in assembly.rescued)}."


def _rules(candidates: Iterable[Candidate]) -> list[Candidate]:
    return list(filter(is_rule, candidates))


def _text_share(candidate: Candidate, terms: Sequence[str]) -> int:
    """The share of a rule's own stems that the query names, in millionths."""
    stems = content_stems(candidate.text)
    return sum(stem in terms for stem in stems) * ONE // len(stems) if stems else 0
