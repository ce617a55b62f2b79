"""Who is meant: a question about one person is not answered by the same thing of another.

"When is Omar on holiday?" finds Lena's "I am on holiday in August". The names that a question writes are looked for in
a memory's words and in who said them; what is said in the first person is the speaker's, and what somebody says of
another ("Mila's lesson", "my sister") is not about the one who says it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cicatrix.core.candidates import Candidate
from cicatrix.core.text import content_stems, fold

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_CLAUSE: Final = re.compile(r"[,;.!?\n]+")
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll)\b")
_LABEL: Final = re.compile(r"\A[^\n:]{1,60}: ")
_OTHERS: Final = re.compile(
    r"\b[A-Z][^\W\d_]+['’]s\b|\b[Mm]y (?:[a-z]+ )?(?:sister|brother|wife|husband|partner|son|daughter|mother|father"
    r"|mum|mom|dad|parents|child|children|kids|friend|boss|manager|colleague|neighbour|neighbor|aunt|uncle|cousin|cat|dog"
    r"|grandmother|grandfather|grandma|grandpa|team)\b"
)
_PLACE: Final = re.compile(r"\b(?:in|at|near|around|through|throughout|outside|inside) (?:the )?([A-Z][^\W\d_]+)")
"""Nobody is in a person: of "What did I do in Lisbon?" nobody is called Lisbon."""
_NO_NAMES: Final = frozenset(
    word
    for line in (
        "i monday tuesday wednesday thursday friday saturday sunday",
        "january february march april may june july august september october november december",
    )
    for word in line.split()
)


def names_in(question: str) -> tuple[str, ...]:
    """The names that a question writes with a capital inside it, folded, without their possessive; none where most
    words have one.
    """
    words = _WORD.findall(question)
    capital = [word for word in words[1:] if word[0].isupper() and not word.isupper()]
    if words[:1] and _POSSESSIVE.search(words[0]) and words[0][0].isupper() and len(words) > 1:
        capital.insert(0, words[0])
    if len(words) > 3 and len(capital) * 2 > len(words):
        return ()
    names = (fold(_POSSESSIVE.sub("", word)) for word in capital)
    return tuple(dict.fromkeys(name for name in names if name not in _NO_NAMES and content_stems(name)))


def people_in(question: str, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """The names of a question; those alone who speak in these memories, where there are such: of "Where in Rome is
    Omar?" it is Omar.
    """
    places = {fold(place) for place in _PLACE.findall(question)}
    names = tuple(name for name in names_in(question) if name not in places)
    speakers = {part for candidate in candidates for part in fold(candidate.speaker).split()} if names else set()
    return tuple(name for name in names if name in speakers) or names


def is_about(question: str, names: Sequence[str], candidate: Candidate) -> bool:
    """Whether what a memory says is said of one of the names, as far as its wording tells."""
    speaker = set(fold(candidate.speaker).split())
    if not names or not speaker:
        return not names or _mentions(candidate.text, names) or bool({*candidate.tags} & _stems(names))
    said = _LABEL.sub("", candidate.text)
    clauses = [clause for clause in _CLAUSE.split(said) if clause.strip()]
    asked = set(content_stems(question)) - _stems(names)
    nearest = max(clauses, key=lambda clause: len(asked.intersection(content_stems(clause))), default=said)
    own = _FIRST_PERSON.search(fold(nearest)) is not None
    if speaker.intersection(names):
        return own or _OTHERS.search(nearest) is None or _mentions(nearest, names)
    return any(_mentions(clause, names) and (not own or asked & {*content_stems(clause)}) for clause in clauses)


def _stems(names: Sequence[str]) -> set[str]:
    return {stem for name in names for stem in content_stems(name)}


def _mentions(text: str, names: Sequence[str]) -> bool:
    return not _stems(names).isdisjoint(content_stems(text))
