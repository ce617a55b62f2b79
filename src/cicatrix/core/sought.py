"""Which attribute a question asks for, and of whom: "Where do I work?" wants the employer of the user.

Such a question is answered by the memory of that attribute whatever its words: "I started at Acme" shares none with it.
A question is read only where it says nothing else: "Where did I work in Paris?" asks for more than an employer. The
table is small and open, English first; what it does not read is searched by its words, as any query.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cicatrix.core.observation.labels import labelled
from cicatrix.core.patterns import regex
from cicatrix.core.text import fold

SELF: Final = "user"
"""What the first person of a question stands for: the subject of what the user says of himself."""

_WHO: Final = r"(?P<who>i|my [\w' -]+?|(?!(?:we|you|they|it|he|she|this|that|there|one|people|the|a|an)\b)[\w'-]+)"
_NOW: Final = r"(?: (?:now|currently|today|these days|nowadays|at the moment|right now|again|at present))?"
_STILL: Final = r"(?: (?:currently|now|still|actually|usually))?"
_MONTH: Final = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_THEN: Final = (
    rf"(?: (?:back )?(?:in|during|as of) (?:{_MONTH} )?(?:19|20)\d\d| (?:back )?in {_MONTH}"
    r"| (?:last|this) (?:week|month|year|spring|summer|autumn|winter)"
    r"| (?:a|two|three|\d+) (?:week|month|year)s? ago| at (?:the|that) time)"
)
_DO: Final = r"(?:do|does)"
_BE: Final = r"(?:am|is|are|'m|'s)"

_QUESTIONS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (rf"where {_DO} {_WHO}{_STILL} (?:live|reside)", ("residence", "address", "home")),
    (rf"(?:what|which) (?:city|town|country|place) {_DO} {_WHO}{_STILL} live in", ("residence",)),
    (rf"in (?:what|which) (?:city|town|country) {_DO} {_WHO}{_STILL} live", ("residence",)),
    (rf"where {_BE} {_WHO}{_STILL} (?:based|living)", ("residence",)),
    (rf"where {_DO} {_WHO}{_STILL} work", ("employer", "workplace", "job")),
    (rf"where {_BE} {_WHO}{_STILL} (?:working|employed)", ("employer", "workplace", "job")),
    (rf"(?:who|whom|(?:what|which) company) {_DO} {_WHO}{_STILL} work (?:for|at)", ("employer",)),
    (rf"what {_DO} {_WHO}{_STILL} do(?: for (?:a living|work))", ("job", "employer", "role")),
    (rf"what {_DO} {_WHO}{_STILL} work as", ("job", "role")),
    (rf"where {_DO} {_WHO} come from", ("origin",)),
    (rf"where {_BE} {_WHO} from", ("origin",)),
    (rf"how old {_BE} {_WHO}", ("age", "birthday")),
    (rf"when (?:was|were) {_WHO} born", ("birthday",)),
    (rf"who {_BE} {_WHO} married to", ("spouse",)),
    (rf"{_BE} {_WHO}{_STILL} (?:married|single|divorced|engaged)", ("marital_status", "spouse")),
    (rf"what {_BE} {_WHO}{_STILL} (?:allergic|intolerant) to", ("allergy",)),
    (rf"(?:what|which) languages? {_DO} {_WHO} speak", ("speaks",)),
    (rf"{_DO} {_WHO}{_STILL} have (?:any |a )?pets?", ("pet",)),
    (rf"{_DO} {_WHO}{_STILL} have (?:any )?(?:kids|children)", ("child",)),
    (rf"{_DO} {_WHO}{_STILL} have (?:any )?(?:siblings?|brothers|sisters)", ("sibling",)),
    (rf"how {_DO} {_WHO}{_STILL} (?:commute|get to work)", ("commute",)),
    (rf"who am {_WHO}", ("name",)),
    (rf"what {_BE} {_WHO} called", ("name",)),
)
_LABELLED: Final = (
    r"(?P<who>my|(?!(?:what|it|that|this|there|he|she|who|the)'s)[\w-]+'s)(?P<of> [\w-]+'s)? (?P<label>[\w' -]+?)"
)


def _of_then(pattern: str) -> str:
    """The same question of a time that it names."""
    return f"(?:{pattern.replace(_DO, 'did').replace(_BE, '(?:was|were)')}){_THEN}"


def _openings(form: str) -> frozenset[str]:
    """The first words that a question of this form may have: no other is looked at, and most forms never compiled."""
    return frozenset(re.findall("[a-z']+", form.partition(" ")[0]))


_READ: Final = tuple(
    (_openings(form), regex(form), attributes)
    for pattern, attributes in _QUESTIONS
    for form in (f"(?:{pattern}){_NOW}", _of_then(pattern))
)
_LABEL: Final = regex(rf"(?:(?:what|who|when|where)(?:'s| is| are)|(?:tell|remind) me(?: of)?) {_LABELLED}{_NOW}")
_LABEL_THEN: Final = regex(rf"(?:what|who|where) (?:was|were) {_LABELLED}{_THEN}")
_OPENING: Final = regex(
    r"^(?:(?:hi|hey|hello|ok|okay|so|and|please|again)[ ,]+)*"
    r"(?:(?:can|could|would) you |please |do you |just )*(?:tell me |remind me |remember |know |recall )?"
)
_ALSO: Final = {
    "wife": ("spouse", "partner"),
    "husband": ("spouse", "partner"),
    "birthday": ("birthday", "age"),
    "job": ("job", "role", "employer"),
    "employer": ("employer", "workplace"),
    "workplace": ("workplace", "employer"),
}


@dataclass(frozen=True, slots=True)
class Sought:
    """``subject`` folded, as memories name it: "user", "jonas", "user's sister"; any of the ``attributes`` answers."""

    subject: str
    attributes: tuple[str, ...]

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(mark(attribute, self.subject) for attribute in self.attributes)


def mark(attribute: str, subject: str) -> str:
    """How a memory of an attribute of a subject is filed."""
    return f"{attribute}@{fold(subject)}"


def sought(query: str) -> Sought | None:
    """What a question asks for; None where it is no such question, or asks for more. Never raises."""
    plain = " ".join(fold(query).replace("’", "'").split()).strip(" ?!.")
    for text in dict.fromkeys((plain, _OPENING.sub("", plain))):
        first = text.partition(" ")[0]
        for openings, pattern, attributes in _READ:
            found = pattern.fullmatch(text) if first in openings else None
            if found:
                return Sought(_subject(found["who"]), attributes)
        found = _LABEL.fullmatch(text) or _LABEL_THEN.fullmatch(text)
        if found:
            return _labelled(_owner(found["who"]), found["of"], found["label"])
    return None


def _labelled(owner: str, of: str | None, noun: str) -> Sought:
    """ "My phone" is the phone of the user, "my sister's phone" that of his sister, "my sister's name" the sister."""
    if of is None:
        return Sought(owner, _attributes(noun))
    whose = of.strip().removesuffix("'s")
    return Sought(owner, _attributes(whose)) if noun == "name" else Sought(f"{owner}'s {whose}", _attributes(noun))


def _attributes(noun: str) -> tuple[str, ...]:
    label = labelled(noun)
    return _ALSO.get(label, (label,))


def _owner(who: str) -> str:
    return SELF if who == "my" else who.removesuffix("'s")


def _subject(who: str) -> str:
    if who == "i":
        return SELF
    return f"{SELF}'s {who[3:]}" if who.startswith("my ") else who
