"""Whom or what a clause speaks of, and where its predicate begins.

The first person is the speaker; "my sister Ana" is Ana and "my sister" the speaker's sister, never the speaker; "the
deadline for Atlas" says something of Atlas. Pronouns name nobody: their clause needs its neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from cicatrix.core.observation.heads import base, is_past
from cicatrix.core.observation.labels import known_label
from cicatrix.core.reading import grammar
from cicatrix.core.text import stem

Kind = Literal["self", "own", "other", "pronoun", "listener", "people", "there"]


@dataclass(frozen=True, slots=True)
class Subject:
    """``name``: as a memory records it. ``noun``: what the speaker or ``name`` has: "favourite colour", "owner".
    ``predicate``: the rest of the clause, from its verb or the adverb before it. ``many``: the speaker with others."""

    kind: Kind
    name: str
    predicate: str
    noun: str = ""
    many: bool = False


_SELF: Final = re.compile(
    r"(?:i|(?P<many>we|(?:my|me) (?:\w+ ){1,2}and i|(?-i:[A-Z])\w+ and i))\b(?=['’ ])(?! all (?!the\b))", re.I
)
_SPELT_OUT: Final = {"im": "am", "ive": "have", "iam": "am"}
_SHORT: Final = re.compile(r"(im|ive|iam)\b(?= \w)", re.I)
_PRONOUN: Final = re.compile(
    r"(?:he|she|they|it|this|that|these|those|his|her|hers|their|its|one|both|neither)\b", re.I
)
_LISTENER: Final = re.compile(r"(?:you|your|yours|u|ur)\b", re.I)
_PEOPLE: Final = re.compile(
    r"(?:people|(?:every(?:one|body)|some(?:one|body)|no ?(?:one|body)|any(?:one|body))(?! (?:on|in|at|from) (?:our"
    r"|the|my)\b)|even|some|several|such|lots|a lot|a few|other|so|too|not|more|one|two|three|four|five|six|ten"
    r"|(?:every|some|any|no)thing|sometimes|any|most|many|all|life|things?|whatever|whoever|what|who|which|how|why"
    r"|where|when|each|if|as|for|with|to|in|on|at|by|of|from|especially|together)\b",
    re.I,
)
_GERUND: Final = re.compile(
    r"[A-Za-z]+ing (?!(?:service|system|server|team|room|list|job|department|site|page)\b)[a-z]"
)
_ANYTHING: Final = re.compile(
    r"\b(?:things?|stuff|lot'?s?|times?|moments?|way|part|days?|rest|feeling)$"
    r"|^(?:Things?|Stuff|[Ll]ast \w+|[Tt]his \w+|[Nn]ext \w+)$"
)
_BROKEN: Final = re.compile(
    r"^\w+ly,|[—]|\s[–-]|,(?! (?-i:[A-Z]))|\b(?:i|i've|i'm|we|you|it|they|he|she|who|what)\b", re.I
)
"""In a phrase that should name somebody: then it is no name but half a sentence."""
_THERE: Final = re.compile(r"(?:there|here)(?=['’ ])", re.I)
_OWN: Final = re.compile(r"(?:my|our)\s+", re.I)
_THE: Final = re.compile(r"(?:the|a|an)\s+", re.I)
_RELATIVE: Final = re.compile(r"(?<=\w) (?:that |which |who |whom )?(?:i|we|they) \w+$", re.I)
_APPOSITION: Final = re.compile(r",\s+[^,]{2,60},$")
_TOKEN: Final = re.compile(r"[^\W_][^\s,;:!?()\"“”]*|[,;:!?()\"“”]")
_NAME: Final = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+)*"
_NAMED: Final = re.compile(rf"^(?P<noun>[^A-Z]+?),? (?P<name>{_NAME})$")
_POSSESSED: Final = re.compile(r"^(?P<owner>.+?)['’]s? (?P<noun>(?!s\b).+)$")
_DAY: Final = re.compile(r"(?:today|yesterday|tomorrow|tonight|(?:this|last|next) \w+|\w+day)", re.I)
_OF: Final = re.compile(r"^(?P<noun>(?![A-Z])[^\W\d_]+(?: [^\W\d_]+)?) (?:of|for|on) (?:the |our |my )?(?P<owner>.+)$")

KIN: Final[dict[str, str]] = {
    noun: attribute
    for attribute, nouns in {
        "spouse": "wife husband spouse",
        "partner": "partner boyfriend girlfriend fiance fiancee fiancé fiancée",
        "child": "son daughter boy girl kid child baby kids children sons daughters stepson stepdaughter toddler twins",
        "sibling": "brother sister sibling brothers sisters siblings twin",
        "parent": "mother father mum mom dad parent parents stepmother stepfather mama papa",
        "relative": "aunt uncle cousin nephew niece grandmother grandfather grandma grandpa granny grandparents"
        " family "
        "mother-in-law father-in-law sister-in-law brother-in-law godson goddaughter grandson granddaughter cousins",
        "friend": "friend friends mate buddy bestie",
        "colleague": "colleague coworker co-worker teammate intern assistant colleagues coworkers",
        "boss": "boss",
        "manager": "manager supervisor",
        "pet": "dog cat puppy kitten pet hamster parrot rabbit horse dogs cats pets pup tortoise goldfish",
        "contact": "doctor dentist therapist lawyer landlord landlady neighbour neighbor mentor teacher tutor"
        " trainer coach accountant client customer roommate flatmate housemate babysitter nanny gp physio ex",
    }.items()
    for noun in nouns.split()
}
"""Persons and animals that somebody has, and the attribute that their name fills."""

_FINITE: Final = grammar.table(
    "is are was were am isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did don't doesn't"
    " didn't",
    "will won't would wouldn't can can't cannot could couldn't may might must mustn't should shouldn't shall went came",
    "ain't used",
)
_VERBS: Final = grammar.VERBS | grammar.table(
    "like love hate need want live own drink eat live enjoy dislike cost mean belong contain include consist happen"
    " seem",
    "sound listen fail crash break arrive leave expire last occur grow sleep study graduate marry swim ride cook"
    " dance sing",
    "play collect hate fear miss owe deserve support cost sit lie hang depend differ suffer react breathe visit"
    " travel fly",
    "commute earn retire celebrate die bark purr win lose use host listen feel look sound seem taste smell launch"
    " chair",
    "kick land undercut brown head become stay live marry graduate rebrand churn renew sign rain snow bring earn"
    " employ",
    "react swim emerge evolve",
)
_VERB_STEMS: Final = frozenset(map(stem, _VERBS))
_BEFORE_VERB: Final = grammar.table(
    "always never usually also still often now currently really just only already no longer rarely seldom sometimes",
    "recently absolutely strongly both finally mostly generally normally actually definitely",
)
_DEGREES: Final = grammar.table("super so very really pretty totally quite too")
_SPEAKERS: Final = frozenset(["i", "we", "they", "you"])
_NO_VERB_AFTER: Final = grammar.DETERMINERS | grammar.SLOTS | grammar.table("of very and or most more new old")
_AFTER_COMPARISON: Final = grammar.table("a an this that these those it him her them just the yesterday")
_OBJECTS: Final = grammar.DETERMINERS | grammar.SLOTS | grammar.table("up off out down away")
_PLURALS: Final = grammar.table("people kids children parents men women police staff folks friends")
_FAR: Final = 10  # words of a subject, at most


_NO_SUBJECT: Final = re.compile(r"\w+n't", re.I)
"""What an order or a left-out subject begins with: "Don't quit!", "haven't talked for days"."""


def read_subject(clause: str, speaker: str) -> Subject | None:
    """Whom a clause speaks of; None where it has no subject with a finite verb behind it."""
    if short := _SHORT.match(clause):  # as it is typed: "im vegan"
        return Subject("self", speaker, _SPELT_OUT[short[1].casefold()] + clause[short.end() :])
    if found := _SELF.match(clause):
        return Subject("self", speaker, clause[found.end() :].lstrip(), many=found["many"] is not None)
    if found := _THERE.match(clause):
        return Subject("there", "", clause[found.end() :].lstrip())
    if found := _LISTENER.match(clause):
        return Subject("listener", "", clause[found.end() :].lstrip())
    if found := _PRONOUN.match(clause):
        return Subject("pronoun", "", clause[found.end() :].lstrip())
    own = _OWN.match(clause)
    the = _THE.match(clause)
    if not own and _PEOPLE.match(clause):
        return Subject("people", "", "")
    start = own.end() if own else the.end() if the else 0
    place = _verb_place(clause, start)
    if place is None:
        return None
    phrase = clause[start:place].strip()
    if phrase.endswith(","):  # "my sister, a doctor, works"
        phrase = _APPOSITION.sub("", phrase)
    predicate = clause[place:].lstrip()
    if not phrase or _NO_SUBJECT.fullmatch(phrase):
        return None
    phrase = _RELATIVE.sub("", phrase)
    if _BROKEN.search(phrase):
        return None
    if _ANYTHING.search(phrase) or (not own and not the and _GERUND.match(phrase) and not re.search(r"\d", predicate)):
        return Subject("people", "", "")
    if own and not (own[0].lower().startswith("our") and _is_common(phrase)):
        return _owned(phrase, predicate, speaker)
    return _other(phrase, predicate)


def _is_common(phrase: str) -> bool:
    """Whether "our …" is a thing of the house, such as "our retro", and no kin, favourite or label of the speaker."""
    named = _NAMED.match(phrase)
    noun = _last_noun(named["noun"] if named else phrase)
    return noun not in KIN and "'s" not in phrase and not known_label(phrase)


def possessor(speaker: str, noun: str) -> str:
    """The name of somebody that the speaker has: "user's sister"."""
    return f"{speaker}'s {noun}"


def _owned(phrase: str, predicate: str, speaker: str) -> Subject:
    named = _NAMED.match(phrase)
    kin = _last_noun(named["noun"] if named else phrase)
    if named and kin in KIN:
        return Subject("other", named["name"], predicate)
    possessed = _POSSESSED.match(phrase)
    owner = _NAMED.match(possessed["owner"]) if possessed else None
    if possessed and _last_noun(owner["noun"] if owner else possessed["owner"]) in KIN and possessed["noun"] != "name":
        name = owner["name"] if owner else possessor(speaker, possessed["owner"].lower())
        return Subject("other", name, predicate, possessed["noun"].lower())
    if kin in KIN:
        return Subject("other", possessor(speaker, phrase.lower()), predicate)
    return Subject("own", speaker, predicate, phrase)


def _other(phrase: str, predicate: str) -> Subject:
    named = re.match(_NAME, phrase)
    if named and phrase[named.end() :].startswith((", who", " and ")):
        return Subject("other", phrase, predicate)
    possessed = _POSSESSED.match(phrase)
    if possessed and _DAY.fullmatch(possessed["owner"]):  # "today's outage"
        return Subject("other", possessed["noun"], predicate)
    if possessed:
        return Subject("other", possessed["owner"], predicate, possessed["noun"])
    of = _OF.match(phrase)
    if of and re.match(r"(?:is|are|will be|['’]s)\b", predicate):
        return Subject("other", of["owner"], predicate, of["noun"])
    return Subject("other", phrase, predicate)


def _last_noun(phrase: str) -> str:
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", phrase.split(" of ")[0])
    noun = words[-1].casefold() if words else ""
    return noun if noun in KIN else noun.rpartition("-")[2]  # "ex-husband", "half-sister"


def _verb_place(clause: str, start: int) -> int | None:
    """Where the predicate begins: at its finite verb, or at the adverbs before it."""
    tokens = list(_tokens(clause, start))
    for place, (at, word) in enumerate(tokens[: _FAR + 1]):
        if word in ';:!?()"“”':
            return None
        if place and word == "May":  # the month; the verb is written small
            continue
        plain = word.replace("’", "'").casefold().rstrip(".")
        if place == 0:
            if start == 0 and _is_predicate(plain):
                return None
            if plain.endswith("'s") and _is_is(tokens, place):
                return at + len(word.rstrip(".")) - 2
            continue
        before = tokens[place - 1][1].casefold()
        following = tokens[place + 1][1].casefold() if place + 1 < len(tokens) else ""
        if before in _SPEAKERS or word == "May":  # "the neighbour I told you about", "the trip in May"
            continue
        if plain.endswith("'s") and _is_is(tokens, place):
            return at + len(word) - 2
        named = start == 0 and all(word[:1].isupper() for _, word in tokens[:place])
        if _is_finite(plain, before, following) or (named and place < 3 and _is_unknown_verb(plain, tokens, place)):
            first = place
            while first > 1 and tokens[first - 1][1].casefold() in _BEFORE_VERB:
                first -= 1
            return tokens[first][0]
    return None


def _tokens(clause: str, start: int) -> Iterator[tuple[int, str]]:
    for found in _TOKEN.finditer(clause, start):
        yield found.start(), found[0]


def _is_is(tokens: list[tuple[int, str]], place: int) -> bool:
    """Whether "'s" is "is": no verb follows that would make it a possessive ("Ana's going", not "Ana's owner is")."""
    for at in range(place + 1, min(place + 6, len(tokens))):
        word = tokens[at][1].casefold()
        if not word[0].isalnum():
            break
        if at > place + 1 and _is_finite(word, tokens[at - 1][1].casefold(), ""):
            return False
    return place + 1 < len(tokens)


def _is_finite(word: str, before: str, following: str) -> bool:
    if word in _FINITE:
        return True
    if before in _NO_VERB_AFTER or not word.isalpha():
        return False
    if word == "like" and following in _AFTER_COMPARISON:
        return False
    if before in _BEFORE_VERB and word.endswith("s") and len(word) > 3:
        return True
    if word.endswith("s") and not word.endswith("ss") and _singular(word) in _VERBS:
        return following not in _FINITE and not (
            following in _VERBS and following not in grammar.DETERMINERS | grammar.SLOTS
        )
    if is_past(word):
        return following not in _FINITE
    plural = (before.endswith("s") and not before.endswith(("ss", "us", "'s"))) or before in _PLURALS
    return plural and word in _VERBS


def _is_predicate(word: str) -> bool:
    """Whether a clause begins with its verb: "Got promoted", "Finished the report"; then nobody is named."""
    return word in grammar.PAST | _BEFORE_VERB | _DEGREES or (word.endswith("ed") and base(word) in _VERB_STEMS)


def _is_unknown_verb(word: str, tokens: list[tuple[int, str]], place: int) -> bool:
    """Whether a word behind a name can only be its verb: "Quentin chairs the committee", "Anneke covers Iberia"."""
    if (
        place + 1 >= len(tokens)
        or word in grammar.NOT_VERBS
        or not word.endswith("s")
        or word.endswith(("ss", "'s", "us"))
        or len(word) < 4
    ):
        return False
    following = tokens[place + 1][1]
    return following.casefold() in _OBJECTS or following[:1].isupper() or following[:1].isdigit()


def _singular(word: str) -> str:
    """The base of a third person: ``runs`` → run, ``teaches`` → teach, ``carries`` → carry."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ches", "shes", "sses", "xes", "zzes", "oes"):
        if word.endswith(ending):
            return word[:-2]
    return word[:-1]
