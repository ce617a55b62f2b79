"""The citations of a reply, checked against what was put before the model.

A model cites what it was shown, and sometimes what it was not. Each citation is read out of the words; those of
something that was not shown, or of episodes that did not teach it, are struck. What stands is written in one form:
``[PB-03, learnt in ep12, ep19]``. This looks at each pair of brackets by itself, so that a stream can be checked while
it comes (:class:`Stream`). What a sentence says is compared with what it cites when all of it is there (:func:`check`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core import brief
from cicatrix.core.ids import Kind, format_handle, parse_handle
from cicatrix.core.reading.sentences import split
from cicatrix.core.supporting import Material, faults
from cicatrix.core.trust import Origin

_LONGEST: Final = 400
"""Code points between brackets; what is longer is no citation."""
_OPEN, _CLOSE = r"\[(【（", r"\])】）"
_GROUP: Final = re.compile(rf"([ \t]*)[{_OPEN}]([^{_OPEN}{_CLOSE}]{{1,{_LONGEST}}})[{_CLOSE}]")
_HANDLE: Final = re.compile(r"(?<![\w-])(PB-|M-|ep)0*([1-9][0-9]{0,17})(?![\w-])", re.ASCII | re.IGNORECASE)
_BARE: Final = re.compile(r"(?<![\w-])PB-0*[1-9][0-9]{0,17}(?![\w-])", re.ASCII)
_HALF: Final = re.compile(r"(?:[ \t]+|[\w-]{1,60})\Z")
"""What may go on in the next piece: a word, or the blanks before a bracket."""
_KINDS: Final = {"pb-": Kind.RULE, "m-": Kind.MEMORY, "ep": Kind.EPISODE}


@dataclass(frozen=True, slots=True)
class Shown:
    """What was put before the model. ``episodes`` taught it; an episode itself has none."""

    id: str
    text: str
    trust: Origin
    episodes: tuple[str, ...] = ()
    occurred_at: str = ""

    @property
    def is_rule(self) -> bool:
        return parse_handle(self.id)[0] is Kind.RULE

    @property
    def cited(self) -> str:
        return brief.citation(self.id, self.episodes, "" if self.episodes else self.occurred_at)


@dataclass(frozen=True, slots=True)
class Citation:
    """One thing that a reply cites, with the episodes that it names. Not ``valid``: ``reason`` says why, and the words
    are struck."""

    rule: str
    episodes: tuple[str, ...]
    valid: bool
    reason: str = ""
    trust: Origin | None = None


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A sentence that follows a rule without citing it, turns one round, or rests on words nobody stands behind."""

    text: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A reply as it may be handed on, and what was found in it."""

    text: str
    citations: tuple[Citation, ...] = ()
    unsupported: tuple[Unsupported, ...] = ()

    @property
    def struck(self) -> tuple[Citation, ...]:
        return tuple(cited for cited in self.citations if not cited.valid)

    @property
    def used(self) -> tuple[str, ...]:
        """The handles that are validly cited, each once."""
        return tuple(dict.fromkeys(cited.rule for cited in self.citations if cited.valid))


@dataclass(frozen=True, slots=True)
class _Cited:
    """A citation with the place, in the words without any, at which it stands."""

    citation: Citation
    place: int


def check(reply: str, shown: Sequence[Shown], asked: str) -> Checked:
    """Strike what does not hold, mark what is not carried. ``asked`` are the words that were asked: what they say, a
    reply may repeat."""
    known = {each.id: each for each in shown}
    words, found = _taken_apart(reply, known)
    materials = [Material(each.id, each.text, each.trust, each.is_rule) for each in shown]
    unsupported: list[Unsupported] = []
    turned: dict[int, str] = {}
    start = 0
    spans = split(words)
    for number, span in enumerate(spans):
        end = spans[number + 1].start if number + 1 < len(spans) else len(words) + 1
        here = [place for place, cited in enumerate(found) if start <= cited.place < end or cited.place == span.end]
        start = end
        cited = {found[place].citation.rule for place in here if found[place].citation.valid}
        for fault in faults(span.of(words), materials, cited, asked):
            unsupported.append(Unsupported(span.of(words), fault.id, fault.reason))
            if fault.is_turned:
                turned |= {place: fault.reason for place in here if found[place].citation.rule == fault.id}
    for place, reason in turned.items():
        cited_so = found[place]
        found[place] = replace(cited_so, citation=replace(cited_so.citation, valid=False, reason=reason))
    return Checked(_put_together(words, found, known), tuple(each.citation for each in found), tuple(unsupported))


class Stream:
    """A reply that comes in pieces: hands on what is checked, keeps back what may still become a citation."""

    def __init__(self, shown: Sequence[Shown]) -> None:
        self._known = {each.id: each for each in shown}
        self._kept = ""

    def feed(self, piece: str) -> str:
        """What can be handed on now."""
        self._kept += piece
        opened = max(map(self._kept.rfind, "[(【（"))
        closed = max(map(self._kept.rfind, "])】）"))
        cut = opened if opened > closed and len(self._kept) - opened <= _LONGEST + 1 else len(self._kept)
        half = _HALF.search(self._kept, 0, cut)
        return self._hand_on(half.start() if half else cut)

    def end(self) -> str:
        """What was kept back."""
        return self._hand_on(len(self._kept))

    def _hand_on(self, cut: int) -> str:
        now, self._kept = self._kept[:cut], self._kept[cut:]
        words, found = _taken_apart(now, self._known)
        return _put_together(words, found, self._known)


def _taken_apart(reply: str, known: Mapping[str, Shown]) -> tuple[str, list[_Cited]]:
    """The words without their citations, and these. A rule that is named in the words stays there if it was shown."""
    words: list[str] = []
    found: list[_Cited] = []
    size = place = 0
    for group in _GROUP.finditer(reply):
        read = list(_read(group[2], known))
        if not read:
            continue
        before = _named(reply[place : group.start()], known, found, size)
        words.append(before)
        size += len(before)
        found += (_Cited(citation, size) for citation in read)
        place = group.end()
    words.append(_named(reply[place:], known, found, size))
    return "".join(words), found


def _named(words: str, known: Mapping[str, Shown], found: list[_Cited], before: int) -> str:
    """Rules that the words name outside brackets: those that were not shown are taken out."""
    kept: list[str] = []
    place = size = 0
    for match in _BARE.finditer(words):
        kept.append(words[place : match.start()])
        size += len(kept[-1])
        handle = _handle(match[0])
        valid = handle in known
        found.append(_Cited(_judged(handle, (), known)[0], before + size))
        kept.append(handle if valid else "(a rule that is not there)")
        size += len(kept[-1])
        place = match.end()
    return "".join([*kept, words[place:]])


def _read(group: str, known: Mapping[str, Shown]) -> Iterator[Citation]:
    """The citations between two brackets: each rule or memory with the episodes after it."""
    head = ""
    episodes: list[str] = []
    for match in _HANDLE.finditer(group):
        handle = _handle(match[0])
        if _KINDS[match[1].lower()] is not Kind.EPISODE:
            if head:
                yield from _judged(head, tuple(episodes), known)
            head, episodes = handle, []
        elif head:
            episodes.append(handle)
        else:
            yield from _judged(handle, (), known)
    if head:
        yield from _judged(head, tuple(episodes), known)


def _judged(handle: str, episodes: tuple[str, ...], known: Mapping[str, Shown]) -> list[Citation]:
    """One citation; two where only some of the episodes that it names taught it."""
    thing = known.get(handle)
    if thing is None:
        return [Citation(handle, episodes, False, f"{handle} was not put before the model")]
    wrong = tuple(dict.fromkeys(name for name in episodes if name not in thing.episodes))
    right = tuple(dict.fromkeys(name for name in episodes if name in thing.episodes))
    judged: list[Citation] = []
    if right or not episodes:
        judged.append(Citation(handle, right or thing.episodes, True, trust=thing.trust))
    if wrong:
        judged.append(Citation(handle, wrong, False, f"{', '.join(wrong)} did not teach {handle}"))
    return judged


def _put_together(words: str, found: Sequence[_Cited], known: Mapping[str, Shown]) -> str:
    """The words with the citations that hold, in the house's form."""
    parts: list[str] = []
    place = 0
    for cited in found:
        named = cited.citation.rule in _BARE.findall(words[cited.place : cited.place + len(cited.citation.rule)])
        if not cited.citation.valid or named:
            continue
        parts.append(words[place : cited.place])
        thing = known[cited.citation.rule]
        parts.append(f" {brief.citation(thing.id, cited.citation.episodes, thing.occurred_at)}")
        place = cited.place
    return "".join([*parts, words[place:]])


def _handle(text: str) -> str:
    match = _HANDLE.fullmatch(text)
    assert match is not None
    return format_handle(_KINDS[match[1].lower()], int(match[2]))
