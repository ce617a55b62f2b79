"""Reading a question: its terms, the people it names, the time it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cicatrix.adapters.index.contents import NAMED
from cicatrix.core.domains import domains_of
from cicatrix.core.lexicon import STOP_WORDS
from cicatrix.core.sought import Sought, sought
from cicatrix.core.text import content_stems, fold
from cicatrix.core.windows import Window, find_windows

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_ASKS_TIME: Final = re.compile(r"\b(?:when|how long|how often|what (?:time|day|date|month|year|week))\b", re.IGNORECASE)
_LONGEST_NAME: Final = 4  # words
_SHORTEST_SLIP: Final = 4  # letters
_SHORTEST_NAME: Final = 7
_TALK: Final = frozenset(
    content_stems("know tell say mention remember recall think talk speak discuss describe explain")
)
_HAPPENING: Final = frozenset(content_stems("happen happened occur take place event events do thing things news learn"))


@dataclass(frozen=True, slots=True)
class Query:
    """``terms`` are what is scored; ``stems`` all content stems, as recorded with the recall.

    ``windows`` stand with the terms they are written in.
    """

    stems: tuple[str, ...]
    terms: tuple[str, ...]
    named: tuple[str, ...]  # folded names of people who are known
    windows: tuple[tuple[Window, frozenset[str]], ...]
    asks_time: bool
    sought: Sought | None  # the attribute that it asks for
    domains: tuple[str, ...]  # of life that it concerns
    meant: Mapping[str, str]  # stems that nothing has → those that are meant, but for a slip of the pen
    told: tuple[str, ...]  # its stems without slips of the pen

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that it may name: its stems, and two or three that follow each other."""
        stems = self.told
        spans = [stems[start : start + size] for size in (1, 2, 3) for start in range(len(stems) - size + 1)]
        return tuple(" ".join(span) for span in spans)

    @property
    def is_about_a_time(self) -> bool:
        """Whether it asks what there was at a time, and names nothing else: "What happened in November?"."""
        times = frozenset().union(*(terms for _, terms in self.windows))
        return all(term in times or term in _HAPPENING for term in self.terms)


def read_query(
    text: str, now: datetime, is_known: Callable[[str], bool], meant: Callable[[str], str] = lambda _: ""
) -> Query:
    """Names of people who speak in this mind leave the terms: who is asked about is another thing than what.

    ``is_known`` tells whether the mind has words by or about a folded name; ``meant`` what a stem is a slip of the pen
    for, empty where it is none.
    """
    stems = content_stems(text)
    named, rest = _names(text, is_known)
    terms = content_stems(rest) if named else stems
    if named and _TALK.issuperset(terms):  # "what do you know about Ana": then all that is by or about her is meant
        terms = tuple(f"{NAMED}{name}" for name in named)
    windows = tuple((window, frozenset(content_stems(window.text))) for window in find_windows(text, now))
    asks_time = _ASKS_TIME.search(text) is not None
    slips = dict(_slips(text, meant))
    told = tuple(slips.get(stem, stem) for stem in stems) if slips else stems
    return Query(stems, terms, named, windows, asks_time, sought(text), domains_of(stems), slips, told)


def _slips(text: str, meant: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Stems with what is meant by them, of small words of four letters and more, and of long ones with a capital: a
    short name is itself. A stem that is much shorter than its word is near too many others."""
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isalpha() and len(word) >= (_SHORTEST_SLIP if word.islower() else _SHORTEST_NAME):
            for stem in content_stems(word):
                if len(stem) >= len(word) - 1 and (right := meant(stem)):
                    yield stem, right


def in_first_person(text: str, is_known: Callable[[str], bool]) -> str | None:
    """The question as the one whom it names would put it: "What did Ana paint?", "What did I paint?". None where it
    names nobody who is known, or several. People say "I" of themselves, so this is nearer to their words."""
    places = list(_known_names(text, is_known))
    if len({name for _, _, name in places}) != 1:
        return None
    kept, end = "", 0
    for start, stop, _ in places:
        kept += text[end:start] + ("my" if _POSSESSIVE.search(text[start:stop]) else "I")
        end = stop
    return kept + text[end:]


def _names(text: str, is_known: Callable[[str], bool]) -> tuple[tuple[str, ...], str]:
    """The known names in a text, each once, and the text without them."""
    found: dict[str, None] = {}
    kept: list[str] = []
    end = 0
    for start, stop, name in _known_names(text, is_known):
        found[name] = None
        kept.append(text[end:start])
        end = stop
    kept.append(text[end:])
    return tuple(found), " ".join(kept)


def _known_names(text: str, is_known: Callable[[str], bool]) -> Iterator[tuple[int, int, str]]:
    """Start, end and folded form of each known name in a text; the longest reading of a name wins."""
    words = list(_WORD.finditer(text))
    any_capital = any(char.isupper() for char in text)
    place = 0
    while place < len(words):
        length = _name_at([match[0] for match in words[place : place + _LONGEST_NAME]], any_capital, is_known)
        if length:
            last = words[place + length - 1]
            yield words[place].start(), last.end(), _folded([match[0] for match in words[place : place + length]])
        place += length or 1


def _name_at(words: list[str], any_capital: bool, is_known: Callable[[str], bool]) -> int:
    """How many of the words, from the first on, are a known name; 0 if none. "will" is one only when capitalised."""
    is_written_as_name = words[0][0].isupper() or not any_capital
    if not is_written_as_name or (not words[0][0].isupper() and fold(words[0]) in STOP_WORDS):
        return 0
    return next((size for size in range(len(words), 0, -1) if is_known(_folded(words[:size]))), 0)


def _folded(words: list[str]) -> str:
    return fold(" ".join([*words[:-1], _POSSESSIVE.sub("", words[-1])]))
