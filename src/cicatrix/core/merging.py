"""The words of a merged memory: the verbatim parts of its members in order of time, what is said twice said once.

Nothing is reworded. A clause that another one carries whole is left out; so is a phrase that every member repeats
("for the Lisbon trip"), once it was said. :func:`loss` then looks whether a number, a name, a date, a negation or any
other telling word of a member is missing, and a merge that would lose one is not made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.reading import grammar
from cicatrix.core.reading.sentences import split
from cicatrix.core.reading.signature import signature
from cicatrix.core.support import carries
from cicatrix.core.text import content_stems, stem

CAP: Final = 1_000
"""Code points of a merged memory. Longer, and it would fill a recall's budget with what was not asked for."""

_CLAUSE: Final = re.compile(r"\s*;\s+|(?<=,) (?=(?:and|but) )")
_LABEL: Final = re.compile(r"[^:;,.!?\d]{1,60}: ")
_WORD: Final = re.compile(r"[^\W_]+(?:[-'’./:][^\W_]+)*")
_FIGURE: Final = re.compile(r"[^\s,;]*\d[^\s,;]*")
_LETTER: Final = re.compile(r"(?<![\w'’.])(?!I\b|A\b)[A-Z](?![\w'’])")
_MAY: Final = re.compile(r"(?<=\d )May\b|(?<=[a-z] )May\b|\bMay(?= \d)")
_PERSONS: Final = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "I": "i|me|my|mine|myself|we|us|our|ours",
        "you": "you|your|yours",
        "he": "he|him|his",
        "she": "she|her|hers",
        "they": "they|them|their|theirs",
    }.items()
}
_MARKS: Final = ".,:;!?()\"'“”"
_LEADS: Final = grammar.table("for in on at from to during about as regarding with by")
_STOPS: Final = grammar.table(
    "i we you he she it they there my our his her their its is are was were has have had will"
)
_INNER: Final = grammar.table("the a an this that my our your his her their its to of and next upcoming")
_MONTHS: Final = frozenset(map(stem, grammar.MONTHS | grammar.DAYS))


@dataclass(frozen=True, slots=True)
class _Clause:
    """``part`` and ``place`` say where it stood, both counted from 0; ``glue`` is what parts it there from the clause
    before."""

    text: str
    part: int
    place: int
    glue: str


def union(texts: Sequence[str]) -> str:
    """The merged words of at least one text, oldest first. Deterministic; verbatim but for marks between clauses."""
    kept = _said_once([clause for part, text in enumerate(texts) for clause in _clauses(text, part)])
    short = _joined(_without_repeated_phrases(kept, texts))
    return short if not loss(short, texts) else _joined(kept)


def loss(text: str, members: Sequence[str]) -> str:
    """What a member says and a merged text does not, in words; empty when nothing is lost."""
    lost = next(filter(None, (_missing(text, member) for member in members)), "")
    if lost:
        return lost
    signs = [signature(member).signed for member in members]
    for term, stands in sorted(signature(text).signed.items()):
        said = frozenset[bool]().union(*(each.get(term, frozenset()) for each in signs))
        if not stands <= said:
            return f"{term} would come under another's negation" if said else f"{term} is said by none of them"
    return ""


def contains(larger: str, smaller: str) -> bool:
    """Whether one text plainly says all of another: its words, figures, names and signs, the telling ones in order."""
    if not content_stems(smaller):
        return smaller in larger
    if carries(smaller, larger).lack or _missing(larger, smaller):
        return False
    rest = iter(_telling(larger))
    return all(term in rest for term in _telling(smaller))


def _missing(text: str, member: str) -> str:
    merged, said = signature(text), signature(member)
    for figure in _FIGURE.findall(member):
        if figure.strip(_MARKS) not in text:
            return f"the figure {figure.strip(_MARKS)} would be lost"
    missing = sorted((said.stems | said.names) - merged.stems) or sorted(unseen(member) - unseen(text))
    if missing:
        return f"the word {missing[0]} would be lost"
    for term in sorted(said.signed):
        if not said.signed[term] <= merged.signed.get(term, frozenset()):
            return f"{term} would lose its negation" if True in said.signed[term] else f"{term} would be negated"
    persons = [name for name, words in _PERSONS.items() if words.search(member) and not words.search(text)]
    if persons:
        return f"whom it speaks of would be lost: {persons[0]}"
    if not said.markers <= merged.markers:
        return f"the condition {min(said.markers - merged.markers)} would be lost"
    return ""


def clauses(text: str) -> list[str]:
    """A text in the pieces that are compared and joined, verbatim."""
    return [clause.text for clause in _clauses(text, 0)]


def _clauses(text: str, part: int) -> Iterator[_Clause]:
    """Sentences, cut at semicolons and before "and" and "but" after a comma."""
    end = number = 0
    for sentence in split(text):
        start = sentence.start
        for cut in [*_CLAUSE.finditer(text, sentence.start, sentence.end), None]:
            stop = cut.start() if cut is not None else sentence.end
            if _WORD.search(text, start, stop):
                yield _Clause(text[start:stop], part, number, text[end:start])
                end, number = stop, number + 1
            start = cut.end() if cut is not None else stop


def _said_once(clauses: Sequence[_Clause]) -> list[_Clause]:
    """Without the clauses that another one contains. The fuller of two stands in the place of the first."""
    kept: list[_Clause] = []
    for clause in clauses:
        if any(contains(other.text, clause.text) for other in kept):
            continue
        inside = [place for place, other in enumerate(kept) if contains(clause.text, other.text)]
        if inside:
            kept[inside[0]] = clause
            kept = [other for place, other in enumerate(kept) if place not in inside[1:]]
        else:
            kept.append(clause)
    return kept


def _without_repeated_phrases(clauses: Sequence[_Clause], texts: Sequence[str]) -> list[_Clause]:
    """Without the phrases that open with a preposition and hold only what every text says, after the first time."""
    common = frozenset.intersection(*(frozenset(content_stems(text)) for text in texts))
    said: list[str] = []
    found: list[_Clause] = []
    for clause in clauses:
        text = clause.text
        for start, end in _phrases(text) if said else ():
            phrase = text[start:end]
            repeated = common.issuperset(content_stems(phrase)) and _dates_stand(phrase, said)
            rest = _trimmed(text[:start], text[end:])
            if repeated and set(content_stems(rest)) - common:
                text = rest
                break
        said.append(clause.text)
        found.append(replace(clause, text=text))
    return found


def _phrases(text: str) -> Iterator[tuple[int, int]]:
    """Spans that open with a preposition and reach to a comma, to a word that opens a statement, or to the end, and
    the label before a colon; the longest first."""
    words = list(_WORD.finditer(text))
    label = _LABEL.match(text)
    spans = [label.span()] if label is not None else []
    for place, word in enumerate(words):
        if word[0].lower() not in _LEADS:
            continue
        end = word.end()
        for follower in words[place + 1 :]:
            if follower[0].lower() in _STOPS - _INNER or "," in text[end : follower.start()]:
                break
            end = follower.end()
        if content_stems(text[word.start() : end]):
            spans.append((word.start(), end))
    return iter(sorted(spans, key=lambda span: (span[0] - span[1], span)))


def _dates_stand(phrase: str, said: Sequence[str]) -> bool:
    """Whether the figures and dates of a phrase stand side by side, in this order, in what was said before: "3 to 9
    May" is not said by "3 May"."""
    figures = [term for term in _telling_stems(phrase) if is_figure(term)]
    if not figures:
        return True
    for text in said:
        run = [term for term in _telling_stems(text) if is_figure(term)]
        if any(run[place : place + len(figures)] == figures for place in range(len(run))):
            return True
    return False


def _trimmed(before: str, after: str) -> str:
    """What is left around a phrase that was taken out."""
    before, after = before.strip(), after.lstrip(" ,")
    return f"{before.rstrip(',')} {after}".strip() if after[:1].isalnum() else f"{before.rstrip(',')}{after}".strip()


def _joined(clauses: Sequence[_Clause]) -> str:
    """The clauses, each after what stood before it where its neighbour is still there, else after a semicolon."""
    text = ""
    for number, clause in enumerate(clauses):
        before = clauses[number - 1] if number else None
        if before is None:
            text = _opened(clause.text)
        elif (before.part, before.place + 1) == (clause.part, clause.place):
            text += clause.glue + clause.text
        elif text[-1] in "!?…。！？":
            text += f" {_opened(clause.text)}"
        else:
            text = f"{text.rstrip(' .;,')}; {_lowered(_opened(clause.text))}"
    return text


def _opened(clause: str) -> str:
    """Without the "and" that joined it to a clause which is not there any more."""
    return re.sub(r"^(?:and|but) ", "", clause)


def _lowered(clause: str) -> str:
    """With a small letter where a capital only marked the beginning of a sentence: in function words, but for "I"."""
    first = _WORD.match(clause)
    small = first is not None and first[0] != "I" and first[0].lower() in _STOPS | _INNER | _LEADS
    return clause[0].lower() + clause[1:] if small else clause


def _telling(text: str) -> list[str]:
    """Names and figures in the order of the text: who does what to whom stands in it."""
    names = signature(text).names | unseen(text)
    return [term for term in _telling_stems(text) if term in names or is_figure(term)]


def _telling_stems(text: str) -> list[str]:
    return [term for word in _WORD.findall(text) for term in (content_stems(word) or unseen(word))]


def unseen(text: str) -> frozenset[str]:
    """What tells and is no stem: single capitals that name something ("tool X", "plan B"), and the month May, which
    reads like a verb."""
    return frozenset(_LETTER.findall(text)) | frozenset(_MAY.findall(text))


def is_figure(term: str) -> bool:
    """Whether a stem holds a digit, or names a month or a day of the week."""
    return any(char.isdigit() for char in term) or term in _MONTHS or term == "May"
