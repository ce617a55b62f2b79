"""Actions that are asked for in plain words: each becomes a call, with the things that its clause names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.arguments import thing_of
from cicatrix.core.actions.asked import SUBORDINATE, Asked, acts_asked
from cicatrix.core.actions.call import Call, Source, Thing
from cicatrix.core.actions.unicode import clean
from cicatrix.core.actions.words import folded, split
from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.sentence import tokens as sentence
from cicatrix.core.policies.sentence.tokens import Token
from cicatrix.core.reading import sentences
from cicatrix.core.reading.grammar import table

_ROLES: Final = {
    "to": "recipient", "an": "recipient", "for": "recipient", "a": "", "fur": "recipient", "para": "recipient",
    "pour": "recipient", "on": "channel", "in": "place", "at": "place", "over": "channel", "via": "channel",
    "by": "channel", "through": "channel", "per": "channel", "auf": "channel", "uber": "channel", "por": "channel",
    "sur": "channel", "from": "source", "von": "source", "aus": "source", "desde": "source", "depuis": "source",
    "nach": "place", "hacia": "place", "vers": "place", "into": "object", "onto": "object", "under": "place",
    "with": "object", "mit": "object", "con": "object",
}  # fmt: skip
_BREAKS: Final = table(
    "the a an this that these those my your our their his her its all any every each some both of as so and or but",
    "der die das den dem des ein eine einen einem einer und oder von zum zur im am alle el la los las un una de",
    "del al y o todos todas le les du des d' l' et ou tous toutes now please again jetzt bitte ahora maintenant who",
    "which today tomorrow tonight next last week month year about monday tuesday wednesday thursday friday saturday",
    "sunday it them him her me us es ihn sie lo nous vous i we you he she they out up down off back only not",
)
_PRONOUNS: Final = table("it them this that these those they all both everything ihn sie es lo los las le les")
_NUMBERS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "twenty": "20", "thirty": "30", "forty": "40",
    "fifty": "50", "hundred": "100", "thousand": "1000", "dozen": "12",
}  # fmt: skip


def read_request(text: str, lexicon: Lexicon) -> tuple[Call, ...]:
    """Every action that the words ask for; none where they ask for nothing to be done."""
    cleaned = clean(text, "text")
    calls: list[Call] = []
    topic: tuple[Thing, ...] = ()
    for span in sentences.split(cleaned.text):
        cut = sentence.cut(cleaned.text, span.start, span.end).tokens
        found = acts_asked(cut, lexicon)
        here = _topic(cut, found, lexicon)
        for asked in found:
            things = tuple(_things(asked, lexicon))
            if not things or _is_pronoun(asked):
                things = (*things, *(here or topic))
            calls.append(_call(asked, things, span.of(cleaned.text), cleaned.text))
            topic = things
        if not found and (named := tuple(_phrases(cut, lexicon))):
            topic = named
    return tuple(replace(call, unknown=cleaned.unknown) for call in calls)


def _call(asked: Asked, things: tuple[Thing, ...], said: str, text: str) -> Call:
    families = frozenset(["query"]) if asked.looks and not asked.families else asked.families
    if _OFF.search(said):
        families |= {"discount"}
    if families & {"delete", "stop"} and any(thing.kind == "pod" or "pod" in thing.words for thing in things):
        families |= {"restart"}
    return Call(
        verbs=families,
        things=things,
        values={"/text": _with_figures(said)},
        words=text,
        reads=asked.looks,
        source=Source.TEXT,
    )


_OFF = regex(r"(?i)\d\s?(?:%|percent|per cent)\s+off\b")


def _with_figures(said: str) -> str:
    return " ".join(_NUMBERS.get(word.lower().strip(",."), word) for word in said.replace("-", " - ").split()).replace(
        " - ", "-"
    )


def _is_pronoun(asked: Asked) -> bool:
    after = asked.tokens[asked.act.stop : asked.act.stop + 1]
    return bool(after) and after[0].fold in _PRONOUNS


def _things(asked: Asked, lexicon: Lexicon) -> Iterator[Thing]:
    """What the clause names beside its verb."""
    if asked.cjk != (-1, -1):
        yield from _chinese_things(asked, lexicon)
        return
    act = asked.act
    named = act.start and (act.noun or lexicon.knows(asked.tokens[act.start].fold))
    places = {act.particle} if named else {*range(act.start, act.stop), act.particle}
    left = [token for place, token in enumerate(asked.tokens) if place not in places]
    yield from _phrases(left, lexicon)


def _topic(tokens: Sequence[Token], found: Sequence[Asked], lexicon: Lexicon) -> tuple[Thing, ...]:
    """What stands before the first clause that asks for something: "Billing pods: restart them all"."""
    if not found:
        return ()
    start = next((place for place, token in enumerate(tokens) if token is found[0].tokens[0]), 0)
    return tuple(_phrases(tokens[:start], lexicon))


def _phrases(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Thing]:
    """Rows of words between prepositions, articles and marks, each a thing in the role that its preposition gives."""
    row: list[Token] = []
    role = "object"
    for place, token in enumerate(tokens):
        name = token.fold
        if name in SUBORDINATE and place and name not in _ROLES:
            break
        if token.kind in ("path", "host", "url", "email", "id", "glob", "file", "channel", "quoted", "code", "flag"):
            if token.kind in ("id", "quoted") and row:
                row.append(token)
                continue
            yield from _phrase(row, role, lexicon)
            row = []
            yield from _literal(token, role)
            continue
        breaks = token.kind == "mark" or name in _BREAKS or name in _ROLES
        if breaks:
            yield from _phrase(row, role, lexicon)
            row = []
            role = _ROLES.get(name) or ("object" if token.kind == "mark" and name != "&" else role)
            continue
        row.append(token)
    yield from _phrase(row, role, lexicon)


def _phrase(row: Sequence[Token], role: str, lexicon: Lexicon) -> Iterator[Thing]:
    if not row:
        return
    words = tuple(word for token in row for word in _words(token))
    if not words:
        return
    if lexicon.place(words[0]) or lexicon.place("_".join(words[:2])):
        role = "place"
    kind = lexicon.head(words[-1]) if lexicon.knows(words[-1]) else ""
    if not kind and len(row) > 1 and all(token.is_name for token in row):
        kind = "person"
    yield Thing(words, " ".join(token.fold for token in row), kind, role, "/text")
    for token in row:
        if token.kind in ("id", "number") and len(row) > 1:
            yield Thing(_words(token), folded(token.text), "", role, "/text")


def _words(token: Token) -> tuple[str, ...]:
    return (token.fold,) if token.kind == "number" else split(token.fold)


def _literal(token: Token, role: str) -> Iterator[Thing]:
    kind = {"path": "path", "file": "path", "host": "host"}.get(token.kind, "")
    yield replace(thing_of(token.text, role=role, kind=kind), pointer="/text")
    schema, dot, name = token.fold.partition(".")
    if token.kind == "host" and dot and "." not in name and name not in _ENDINGS:
        yield Thing(split(name), token.fold, "table", role, "/text")
        yield Thing(split(schema), schema, "schema", role, "/text")


_ENDINGS: Final = table("com org net io dev app example test ai co de fr es uk eu us cn info local internal cloud")
"""Of hosts; other names with one dot may be a table in its schema."""


def _chinese_things(asked: Asked, lexicon: Lexicon) -> Iterator[Thing]:
    start, stop = asked.cjk
    row: list[str] = []
    for place, token in enumerate(asked.tokens):
        if token.kind == "cjk":
            said = token.fold
            if place == asked.act.start:
                said = f"{said[:start]} {said[stop:]}"
            for first, last, name in lexicon.nouns_within(said):
                yield Thing((said[first:last],), said[first:last], name, "object", "/text")
            if said.strip():
                yield Thing((said.replace(" ", ""),), said, "", "object", "/text")
            if row:
                yield _row(row, lexicon)
                row = []
        elif token.kind == "mark":
            if row:
                yield _row(row, lexicon)
                row = []
        elif token.kind in ("path", "host", "url", "email"):
            yield from _literal(token, "object")
        else:
            row.append(token.text)
    if row:
        yield _row(row, lexicon)


def _row(row: Sequence[str], lexicon: Lexicon) -> Thing:
    words = tuple(word for text in row for word in split(text))
    kind = lexicon.head(words[-1]) if words and lexicon.knows(words[-1]) else ""
    return Thing(words, folded(" ".join(row)), kind, "object", "/text")
