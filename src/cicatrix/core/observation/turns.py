"""A turn, sentence by sentence: what each of them says of whom, or why nothing is learnt from it.

The text of a statement is a verbatim span: a sentence, or the clause of it that says it. A sentence that points back
("She also wants weekly reports.") takes the sentence before it into its span, where that names somebody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from cicatrix.core.importance import VITAL_ATTRIBUTES
from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.clauses import cut
from cicatrix.core.observation.findings import Finding, Observed, Pass, Passed
from cicatrix.core.observation.foreign import language_of, statement
from cicatrix.core.observation.leads import after_cue, after_greeting, after_request, before_aside
from cicatrix.core.observation.passing import passing
from cicatrix.core.observation.sentence import read_clause
from cicatrix.core.observation.statements import Telling
from cicatrix.core.observation.switching import in_its_place
from cicatrix.core.observation.vital import doubted, vital
from cicatrix.core.reading.languages import language
from cicatrix.core.reading.sentences import Span, split

MAX_LENGTH: Final = 1_000
"""Code points of a sentence that is read."""

_SAMPLE: Final = 2_000
_STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_POINTS_BACK: Final = re.compile(r"(?:also |and |but )?(?:(?P<of>his|her|their)|he|she|they)\b", re.I)
_INTRODUCES: Final = re.compile(
    r"\b(?:called|named) ([A-Z]\w+)|\b(?:name is|is|friend|sister|brother|daughter|son|wife"
    r"|husband),? ([A-Z][a-z]+)\b"
)
_SOMEBODY: Final = "Somebodyx"
"""Stands for whom a pronoun means while its sentence is read."""
_STARTS: Final = re.compile(
    r"(?<=[a-z0-9,] )(?=(?:My|Our|The|We|I'm|I've|I am|I have|I live|I work|I like|I love|I hate|Please|Remember"
    r"|Important)\b)"
)


def read_turn(text: str, *, speaker: str, said: date) -> tuple[Finding, ...]:
    """All that a person's turn says, in order. ``speaker``: what the first person is called; ``said``: the day in the
    speaker's zone. Words that say nothing twice are named once."""
    findings: list[Finding] = []
    passed: set[tuple[str, Pass]] = set()
    for finding in _Reader(text, speaker, said).read():
        if isinstance(finding, Passed):
            seen = text[finding.start : finding.end], finding.why
            if seen in passed:
                continue
            passed.add(seen)
        findings.append(finding)
    return tuple(findings)


@dataclass(frozen=True, slots=True)
class _Named:
    """The sentence before, where it names somebody that a pronoun can mean."""

    start: int
    end: int
    subject: str
    words: str  # that name them there


class _Reader:
    def __init__(self, text: str, speaker: str, said: date) -> None:
        self._text = text
        self._flat = text.translate(_STRAIGHT)
        self._speaker, self._said = speaker, said
        self._whole = language(text[:_SAMPLE])
        self._named: _Named | None = None
        self._doubted: Span | None = None

    def read(self) -> Iterator[Finding]:
        for span in split(self._text):
            if span.code:
                yield Passed(span.start, span.end, Pass.CODE_BLOCK)
                continue
            for part in _short(self._flat, span):
                if part.end - part.start > MAX_LENGTH:
                    yield Passed(part.start, part.end, Pass.TOO_LONG)
                    continue
                found = list(self._sentence(part))
                yield from found
                self._named = self._names(part, found)

    def _sentence(self, span: Span) -> Iterator[Finding]:
        words = span.of(self._flat)
        name = language_of(words, self._whole)
        if name != "en":
            yield self._foreign(span, name)
            return
        before, self._doubted = self._doubted, span if doubted(words) else None
        if before is not None and (proved := self._proved(before, span)) is not None:
            yield proved
            return
        why = passing(words)
        if why is not None and why is not Pass.JOKE:
            yield Passed(span.start, span.end, why)
            return
        yield from self._statements(span, words, why)

    def _statements(self, span: Span, words: str, joke: Pass | None) -> Iterator[Finding]:
        """The statements of a sentence; of a joke only what somebody's health hangs on."""
        found = [] if joke else self._clauses(span, words)
        told = [one for one in found if isinstance(one, Observed)]
        if not any(one.attribute in VITAL_ATTRIBUTES for one in told):
            hidden = vital(words, speaker=self._speaker, said=self._said)
            if hidden is not None:  # what a doctor said of it is the same statement
                found = [one for one in found if isinstance(one, Passed) or one.attribute != "said"]
                told = [one for one in found if isinstance(one, Observed)]
                told.append(replace(hidden, start=span.start, end=span.end))
        if told and told[0] in found:
            yield from found
            yield from told[len([one for one in found if isinstance(one, Observed)]) :]
        elif told:
            yield from told
        else:
            first = found[0] if found else None
            yield Passed(span.start, span.end, joke or (first.why if isinstance(first, Passed) else Pass.NO_STATEMENT))

    def _proved(self, before: Span, span: Span) -> Observed | None:
        """What the sentence before was sure is not so, and this one says is: "… The test came back positive." """
        found = vital(self._flat[before.start : span.end], speaker=self._speaker, said=self._said)
        return found and replace(found, start=before.start, end=span.end)

    def _clauses(self, span: Span, words: str) -> list[Finding]:
        asked = after_request(words)
        start = after_greeting(words, asked or 0)
        findings: list[Finding] = []
        for first, last in cut(words[start:]):
            place = Span(
                span.start + start + first,
                span.start + start + first + before_aside(words[start + first : start + last]),
            )
            found = self._clause(place, explicit=asked is not None)
            findings += [in_its_place(findings[-1] if findings else None, found[0], place.of(self._flat)), *found[1:]]
        return findings

    def _foreign(self, span: Span, name: str) -> Finding:
        found = statement(span.of(self._text), name)
        if isinstance(found, Pass):
            return Passed(span.start, span.end, found)
        subject = self._speaker if found.own else ""
        return Observed(span.start, span.end, MemoryType.SEMANTIC, subject, negated=found.negated)

    def _clause(self, span: Span, *, explicit: bool) -> list[Finding]:
        words = span.of(self._flat)
        skip = after_cue(words)
        found = read_clause(words[skip:], Telling(self._speaker, self._said, words), explicit=explicit)
        if found is Pass.ANAPHORA and self._named is not None:
            leaning = self._leaning(self._named, span, words)
            return [leaning or Passed(span.start, span.end, found)]
        if isinstance(found, Pass):
            return [Passed(span.start, span.end, found)]
        first = span.start + skip
        findings: list[Finding] = [replace(one, start=first + one.start, end=first + one.end) for one in found]
        findings[0] = replace(findings[0], start=span.start)  # "Actually, …" belongs to what it says
        return findings

    def _leaning(self, named: _Named, span: Span, words: str) -> Finding | None:
        """A sentence that points back, read as said of the one who is named before it; its span holds both."""
        pointing = _POINTS_BACK.match(words)
        if pointing is None or span.end - named.start > MAX_LENGTH:
            return None
        said = _SOMEBODY + "'s" * (pointing["of"] is not None) + words[pointing.end() :]
        found = read_clause(said, Telling(self._speaker, self._said, words))
        if isinstance(found, Pass) or found[0].subject != _SOMEBODY:
            return None
        text = f"{named.words} … {span.of(self._text)}"
        return replace(found[0], start=named.start, end=span.end, subject=named.subject, text=text)

    def _names(self, span: Span, found: list[Finding]) -> _Named | None:
        """Whom a pronoun of the next sentence means."""
        words = span.of(self._flat)
        for one in found:
            if isinstance(one, Observed) and one.subject != self._speaker:
                return _Named(span.start, span.end, one.subject, _naming(words, one.subject))
            if isinstance(one, Observed) and (introduced := _INTRODUCES.search(words)):
                name = introduced[1] or introduced[2]
                return _Named(span.start, span.end, name, name)
        return None


def _naming(words: str, subject: str) -> str:
    """The words of a sentence that name its subject: "Ruth", or "my neighbour" for "user's neighbour"."""
    if subject in words:
        return subject
    noun = subject.partition("'s ")[2]
    owned = re.search(rf"\b(?:my|our) {re.escape(noun)}\b", words, re.I) if noun else None
    return owned[0] if owned else words


def _short(text: str, span: Span) -> Iterator[Span]:
    """A text without full stops, cut where a new statement plainly begins; an ordinary sentence stays whole."""
    if span.end - span.start <= MAX_LENGTH:
        yield span
        return
    start = span.start
    for found in _STARTS.finditer(text, span.start, span.end):
        if found.start() > start:
            yield Span(start, found.start() - 1)
            start = found.start()
    yield Span(start, span.end)
