"""From noun phrases to targets and conditions: names, literals, places, channels, kinds of content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.policies.content import DETECTORS
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.lexicon.inflection import singular
from cicatrix.core.policies.policy import Condition, Target
from cicatrix.core.policies.sentence import little
from cicatrix.core.policies.sentence.times import MONTHS
from cicatrix.core.policies.sentence.tokens import Sentence, Token
from cicatrix.core.reading.grammar import table


@dataclass(slots=True)
class Thing:
    """A noun phrase: its tokens, the preposition that leads it, whether it goes on with a list."""

    tokens: list[Token]
    lead: str = ""
    joined: bool = False
    indefinite: bool = False  # "a customer", "any customer"
    closed: bool = False  # a possessor: what follows is another thing
    aside: bool = False  # in brackets


_LITERALS: Final = {"path": "path", "glob": "id", "host": "host", "url": "host", "email": "email", "id": "id",
                    "quoted": "", "code": "", "file": "path", "channel": "", "number": "id", "pair": ""}  # fmt: skip
_SOURCES: Final = table("account table schema bucket branch folder budget fund database warehouse deposit")
"""What something is taken from; "orders from Ilmar" are his, and Ilmar is no source."""

_FILES: Final = table("file datei archivo fichero fichier")
_KINDS: Final = table(
    "column table branch service pod account host channel server team schema user bucket room flag queue topic",
    "database",
    "cluster repo customer supplier member order file folder",
)
"""Nouns that say of what kind a name before or after them is, and that a list shares: "the email or phone column"."""

_BEFORE_NAMES: Final = table(
    "host server branch table column schema namespace room freezer port channel cluster database bucket project region",
    "topic queue gate pod service user account zone environment workspace repo folder warehouse store sku ward",
    "line message",
)
"""Nouns that stand before the name of what they are: "host dione", "namespace core"."""

_HOLDERS: Final = table("account customer address supplier bank recipient client person")
"""Who or what is at a place: an account outside the EU is one of somebody there, and calls name the country alone."""

_ANYBODY: Final = table(
    "customer user member employee person patient candidate guest student tenant donor supplier exhibitor parent"
)
_OF: Final = table("of for de von fur pour para d' del du")
_TITLES: Final = table("dr dr. mr mr. mrs ms ms. prof herr frau sr sra")
_BRANCHES: Final = table("main master trunk develop")
_CONTENT: Final = {
    "code": "code", "voucher": "code", "email": "email", "phone": "phone", "card": "card", "iban": "iban",
    "secret": "key", "birthday": "birth_date", "address": "address", "price": "amount",
    "link": "link", "name": "name", "finding": "words",
}  # fmt: skip
_DEEP: Final = table("under below beneath within in inside unter unterhalb in im bajo dentro sous dans en de")


def targets_of(
    things: list[Thing],
    lexicon: Lexicon,
    sentence: Sentence,
    alternatives: list[Target],
    beside: list[Target],
    conditions: list[Condition],
    *,
    texts: bool,
    sends: bool,
) -> None:
    """Sorts things into ``alternatives`` (any of them), ``beside`` (all of them), ``conditions``; marks them read.

    ``texts``: what is done puts words somewhere, so kinds of content are looked for in them; ``sends``: to somebody.
    """
    things = _told_exactly(things, sentence)
    lists: list[list[Thing]] = []
    for thing in (thing for thing in things if thing.tokens):
        if thing.joined and lists:
            lists[-1].append(thing)
        else:
            lists.append([thing])
    made: list[tuple[list[Target], bool]] = []
    for row in lists:
        lead = row[0].lead
        if lists.index(row) and sentence.language in ("es", "fr") and _is_bare(row, lexicon):
            continue  # "contrat de travail": of what kind, nobody read
        if [token.fold for token in row[0].tokens][-1] in ("hours", "hour") and len(row[0].tokens) > 1 and lead:
            said = " ".join(token.text for token in row[0].tokens)
            conditions.append(Condition("words", value=f"{lead} {said}"))
            sentence.take(row[0].tokens, "conditions")
            continue
        if _names_nobody(row, lexicon):
            for thing in row:
                sentence.take(thing.tokens, "targets")
            continue
        condition = _condition(row, lexicon, texts)
        if condition is not None:
            conditions.append(condition)
            for thing in row:
                sentence.take(thing.tokens, "conditions")
            continue
        _share_head(row)
        targets = [target for thing in row for target in [_target(thing, lexicon, lead, sentence.language)] if target]
        owners = [thing for thing in row if thing.closed]
        for thing in row:
            sentence.take(thing.tokens, "targets")
        if targets:
            made.append((targets, bool(owners)))
    if len(made) > 1:
        made = [entry for entry in made if entry[0] != [Target(head="row")]] or made  # rows of a table are the table's
    if any(target.kind == "path" and target.literal for targets, _ in made for target in targets):
        made = [(targets, owner) for targets, owner in made if targets != [Target(kind="path")]]
    if any(condition.role == "place" for condition in conditions):
        made = [entry for entry in made if not (entry[0][0].head in _HOLDERS and not entry[0][0].mods)] or made
    many = next((place for place, (targets, _) in enumerate(made) if len(targets) > 1), None)
    first = many if many is not None else next((place for place, (_, owner) in enumerate(made) if not owner), 0)
    for place, (targets, _) in enumerate(made):
        if place == first:
            alternatives.extend(targets)
            if sends:
                alternatives.extend(_in_words(target) for target in targets if target.head and not target.literal)
        elif len(targets) == 1:
            beside.extend(targets)
        else:
            words = [" ".join((*target.mods, target.head, target.literal)).strip() for target in targets]
            conditions.append(Condition("in", value=[*words], evaluator="in"))


def _in_words(target: Target) -> Target:
    """What is sent may be named in the message alone."""
    return Target(literal=" ".join((*target.mods, target.head.replace("_", " "))))


def _told_exactly(things: list[Thing], sentence: Sentence) -> list[Thing]:
    """ "Generated files (*.pb.go)": what stands in brackets says exactly what the words before it mean."""
    exact = [thing for thing in things if thing.aside and any(token.kind in _LITERALS for token in thing.tokens)]
    if not exact:
        return things
    place = things.index(exact[0])
    for thing in things[max(0, place - 1) : place]:
        sentence.take(thing.tokens, "targets")
    return [*things[: max(0, place - 1)], *things[place:]]


def _is_bare(row: list[Thing], lexicon: Lexicon) -> bool:
    """A word in "de …" without an article that no table knows."""
    thing = row[0]
    one = len(row) == 1 and len(thing.tokens) == 1 and thing.tokens[0].kind == "word" and not thing.tokens[0].is_name
    return one and thing.lead in ("de", "d'") and not lexicon.knows(thing.tokens[0].fold)


def _names_nobody(row: list[Thing], lexicon: Lexicon) -> bool:
    """ "The account of a customer" is any account."""
    thing = row[0]
    if len(row) == 1 and thing.closed and thing.indefinite and lexicon.head(thing.tokens[-1].fold) in _ANYBODY:
        return True  # "a guest's booking"
    if len(row) > 1 or thing.lead not in _OF or not thing.indefinite:
        return False
    return thing.lead in ("for", "fur", "pour", "para") or lexicon.head(thing.tokens[-1].fold) in _ANYBODY


def _condition(row: list[Thing], lexicon: Lexicon, texts: bool) -> Condition | None:
    """A closed list, a place, or a kind of content that a row of things names."""
    words = [token.fold for token in row[0].tokens]
    phrase = "_".join(words)
    if row[0].lead and len(row) == 1 and len(words) == 2 and words[0] in _TEXT_FIELDS and not lexicon.knows(words[1]):
        return Condition("content", role="content", value=[row[0].tokens[1].text], evaluator="content")
    if row[0].lead in _WITHOUT or (row[0].lead in ("in", "during") and words[-1] in MONTHS):
        said = " ".join(token.text for thing in row for token in thing.tokens)
        return Condition("words", value=f"{row[0].lead} {said}")
    if texts and not row[0].lead and all(token.kind == "quoted" for thing in row for token in thing.tokens):
        return Condition("content", role="content", value=[thing.tokens[0].text for thing in row], evaluator="content")
    named = lexicon.list_named(phrase.removesuffix("_region").removesuffix("_area")) or (
        lexicon.list_named(phrase.removeprefix("public_")) if len(words) > 1 else ""
    )
    if named and len(row) == 1 and row[0].lead:
        where = "place" if named in _REGIONS else "" if named == "public" else "channel"
        kind = "not_in" if row[0].lead in ("outside", "ausserhalb", "fuera", "hors", "beyond") else "in"
        return Condition(kind, role=where, value=[named], evaluator=kind)
    if row[0].lead and all(thing.tokens[0].is_name or len(thing.tokens) == 1 for thing in row):
        places = [lexicon.place("_".join(token.fold for token in thing.tokens)) for thing in row]
        cities = any(lexicon.is_city("_".join(token.fold for token in thing.tokens)) for thing in row)
        if (
            all(places)
            and not cities
            and all(len(thing.tokens[0].fold) > 2 or thing.tokens[0].text.isupper() for thing in row)
            and row[0].lead in _TOWARDS
        ):
            return Condition("in", role="place", value=[*places], evaluator="in")
    if row[0].lead in _OUTSIDE:
        said = " ".join(token.text for thing in row for token in thing.tokens)
        return Condition("words", value=f"{row[0].lead} {said}")
    if texts and not row[0].lead:
        kinds = [_content(thing, lexicon) for thing in row]
        if all(kinds):
            if all(kind in DETECTORS for kind in kinds):
                return Condition("content", role="content", value=[*kinds], evaluator="content")
            return Condition("words", value=" ".join(token.text for thing in row for token in thing.tokens))
    return None


_TEXT_FIELDS: Final = table("message title subject text comment note headline caption label")
"""What holds words: "commits with the message wip"."""

_WITHOUT: Final = table("without ohne sin sans")
_OUTSIDE: Final = table("outside ausserhalb fuera hors beyond")
_REGIONS: Final = frozenset(["eu", "european union", "ue", "eea", "europe", "schengen", "欧盟"])
_TOWARDS: Final = table("to into in nach a en vers outside for from au aux para hacia pour")


def content_of(head: str) -> str:
    """The detector for a kind of content; empty if there is none."""
    kind = _CONTENT.get(head, "")
    return kind if kind in DETECTORS and kind != "email" else ""


def _content(thing: Thing, lexicon: Lexicon) -> str:
    words = [word for token in thing.tokens if (word := singular(token.fold)) not in little.GENERIC]
    words = words or [singular(token.fold) for token in thing.tokens]
    for name in ("_".join(words[-2:]), words[-1]):
        kind = _CONTENT.get(lexicon.head(name))
        if kind == "email" and words[-1] in ("email", "e-mail", "mail"):
            return ""  # an e-mail is a message; an e-mail address is content
        if kind:
            return kind
    return ""


def _share_head(row: list[Thing]) -> None:
    """ "The email or phone column": the last head is that of all."""
    last = row[-1].tokens
    if len(row) < 2 or len(last) < 2 or singular(last[-1].fold) not in _KINDS:
        return
    for thing in row[:-1]:
        if len(thing.tokens) == 1 and thing.tokens[0].kind in ("word", "id", "code", "quoted"):
            thing.tokens.append(last[-1])


def _target(thing: Thing, lexicon: Lexicon, lead: str, language: str) -> Target | None:
    role = "source" if lead in little.FROM else ""
    literals = [token for token in thing.tokens if token.kind in _LITERALS]
    words = [token for token in thing.tokens if token.kind in ("word", "cjk")]
    if role and words and lexicon.head(words[-1].fold) not in _SOURCES:
        role = ""
    plain = [token for token in words if not _says_nothing(token, lexicon)]
    if literals:
        return _literal(literals[0], [singular(token.fold) for token in plain], lexicon, lead, role)
    if not plain:
        return Target(kind="path") if any(singular(token.fold) in _FILES for token in words) else None
    folded = [_folded(token, language, lexicon) for token in plain]
    if any(name in _BRANCHES for name in folded) and (len(folded) == 1 or "branch" in folded):
        return Target(literal=next(name for name in folded if name in _BRANCHES), kind="branch", role=role)
    for size in (3, 2):
        joined = "_".join(folded[-size:])
        if len(folded) >= size and lexicon.knows(joined):
            return Target(head=lexicon.head(joined), mods=tuple(folded[:-size]), role=role)
    if language in ("es", "fr") and len(folded) > 1:
        folded = [*folded[1:], folded[0]]
    if all(token.is_name for token in plain) and (len(plain) > 1 or plain[0].owner) and not lexicon.knows(folded[-1]):
        return Target(mods=tuple(folded), role=role)
    if len(folded) == 2 and folded[0] in _BEFORE_NAMES and not lexicon.knows(folded[1]):
        folded.reverse()  # "host dione"
    return Target(head=lexicon.head(folded[-1]), mods=tuple(folded[:-1]), role=role)


def _folded(token: Token, language: str, lexicon: Lexicon) -> str:
    """The word of a thing, singular; of German the plural that no table knows too."""
    word = singular(token.fold)
    if lexicon.knows(word):
        return word
    if language == "es" and word.endswith(("one", "ade", "ore")) and token.fold.endswith("es"):
        return word.removesuffix("e")
    if language == "de" and token.is_name and len(word) > 7 and word.endswith("en") and not word.endswith("daten"):
        return word.removesuffix("en")
    return word


def _says_nothing(token: Token, lexicon: Lexicon) -> bool:
    forms = {token.fold, singular(token.fold)}
    return bool(forms & (little.GENERIC | _FILES | _TITLES)) or lexicon.head(token.fold) == "trip"


def _literal(token: Token, words: list[str], lexicon: Lexicon, lead: str, role: str) -> Target:
    """A value that is compared whole, by what it is and what stands beside it ("branch release/*")."""
    kind = _LITERALS[token.kind]
    literal = token.text if kind == "path" else token.fold
    if token.kind == "glob" and "." in literal:
        kind = "path"
    heads = [lexicon.head(word) for word in words]
    named = next((head for head in heads if head in ("branch", "table", "column", "host", "schema")), "")
    if named:
        kind = "host" if named == "host" else named
    if kind == "path" and (
        token.text.endswith("/")
        or (lead in _DEEP and "*" not in token.text and "." not in token.text.rsplit("/", 1)[-1])
    ):
        literal = f"{literal.rstrip('/')}/**"
    if token.kind == "id" and literal.endswith("-"):
        literal += "*"
    if token.kind == "number" or (token.kind == "channel"):
        return Target(head=heads[-1] if heads else "", mods=(*words[:-1], literal.lstrip("#@")), role=role)
    if token.kind in ("quoted", "code", "pair") and not kind:
        return (
            Target(mods=tuple(literal.split()), role=role)
            if not heads
            else Target(head=heads[-1], mods=tuple(literal.split()), role=role)
        )
    head = "" if not heads or named or kind in ("path", "host", "email") else heads[-1]
    role = "" if kind in ("email", "id", "") else role
    return Target(head=head if lexicon.knows(head) else "", literal=literal, kind=kind, role=role)
