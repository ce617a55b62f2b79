"""The verbs of a clause: at its beginning, after "be", anywhere where the order is free, or named by a noun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.lexicon.inflection import PREFIXES, bases, singular
from cicatrix.core.policies.lexicon.lexicon import Act
from cicatrix.core.policies.sentence import little
from cicatrix.core.policies.sentence.things import Thing
from cicatrix.core.policies.sentence.tokens import Sentence, Token
from cicatrix.core.reading.grammar import table

_BE: Final = table("be get gets are is being been getting never stays stay remain remains")
_JOINTS: Final = table("or and nor , / &")


def leading(sentence: Sentence, lexicon: Lexicon) -> tuple[list[str], str]:
    """Takes the verb at the beginning, with those that are joined to it: "open, print or change them".

    Gives their families, and the word itself where no table knows it.
    """
    tokens = sentence.rest()
    small = little.of(sentence.language)
    skipped = small.adverbs | small.persons | small.auxiliaries | {"to", "ever", "-", ","}
    place = next(
        (at for at, token in enumerate(tokens) if token.fold not in skipped or _is_phrase(tokens, at, lexicon)),
        len(tokens),
    )
    verbs: list[str] = []
    while place < len(tokens):
        act = _at(tokens, place, lexicon)
        if act is None:
            if not verbs and place == len([token for token in tokens if token.kind != "mark"]) - 1:
                sentence.take([tokens[place]], "verbs")  # "don't gush": of nothing
                break
            if verbs or not _is_verb(tokens, place, small):
                break
            sentence.take([tokens[place]], "verbs")
            word = tokens[place].fold
            return [], next((form for form in bases(word) if form in little.LIGHT), base(word))
        taken = _tokens_of(act, tokens, place)
        after = tokens[place + act.stop :]
        noun = _noun(after, lexicon) if is_light(tokens[place], act, after, lexicon) else None
        families = act.families if noun is None else lexicon.named(noun.fold)
        verbs += [family for family in sorted(families) if family not in verbs]
        sentence.take(taken if noun is None else [*taken, noun], "verbs")
        place += act.stop
        following = place
        while following < len(tokens) and tokens[following].fold in _JOINTS:
            following += 1
        if following == place or following >= len(tokens) or not lexicon.acts(tokens[following].fold):
            break
        place = following
    return verbs, ""


def after_be(sentence: Sentence, lexicon: Lexicon) -> tuple[list[str], str]:
    """Takes the participles after the last "be", "get", "are"; as ``leading``."""
    tokens = sentence.rest()
    small = little.of(sentence.language)
    auxiliary = max((place for place, token in enumerate(tokens) if token.fold in _BE), default=-1)
    after = tokens[auxiliary + 1 :] if auxiliary >= 0 else tokens
    verbs: list[str] = []
    for act in lexicon.find_acts([token.fold for token in after]):
        if act.noun or any(token.fold in small.prepositions for token in after[: act.start]):
            continue
        if auxiliary < 0 and (not act.start or (lexicon.knows(after[act.start].fold) and act.stop - act.start == 1)):
            continue  # a subject, not its verb
        if not is_light(after[act.start], act, after[act.stop :], lexicon):
            verbs += [family for family in sorted(act.families) if family not in verbs]
        sentence.take(_tokens_of(act, after, 0), "verbs")
    known = [token for token in after if token.kind == "word" and token.fold not in small.function]
    if not verbs and auxiliary >= 0 and known and known[0].read == "" and known[0].fold.endswith(("ed", "en", "t")):
        sentence.take(known[:1], "verbs")
        return [], base(known[0].fold)
    return verbs, ""


def anywhere(sentence: Sentence, lexicon: Lexicon) -> list[str]:
    """Takes the verbs of a clause whose order is free. A German noun has a capital, others follow an article."""
    tokens = sentence.rest()
    small = little.of(sentence.language)
    verbs = _separable(sentence, tokens, lexicon) if sentence.language == "de" else []
    if verbs:
        return verbs
    for act in lexicon.find_acts([token.fold for token in tokens]):
        token = tokens[act.start]
        before = tokens[act.start - 1].fold if act.start else ""
        if token.fold in small.function | small.pronouns and act.stop - act.start == 1:
            continue
        if act.start and tokens[act.start - 1].read == "verbs" and sentence.language in ("es", "fr"):
            continue  # "comprar licencias": what is bought
        is_thing = act.noun or lexicon.knows(token.fold) or before in small.articles | small.prepositions
        if before in ("de", "d'", "sin", "sans", "antes") and not act.noun and not lexicon.knows(token.fold):
            is_thing = False  # "antes de borrar", "avant de supprimer"
        if sentence.language == "de":
            named = token.fold.endswith("en") and before in ("dem", "beim", "vorm", "zum", "das")
            compound = act.start == 0 and len(tokens) > act.stop and tokens[act.stop].is_name
            is_thing = (token.is_name and act.start > 0 and not named) or (act.start == 0 and act.noun) or compound
        if is_thing or token.kind != "word" or token.fold in small.auxiliaries:
            continue
        if not is_light(token, act, [other for other in tokens if other is not token], lexicon):
            verbs += [family for family in sorted(act.families) if family not in verbs]
        sentence.take(_tokens_of(act, tokens, 0), "verbs")
    sentence.take([token for token in sentence.rest() if token.fold in little.LIGHT and not token.is_name], "verbs")
    return verbs


def _separable(sentence: Sentence, tokens: Sequence[Token], lexicon: Lexicon) -> list[str]:
    """ "Starte den Server nie neu": the verb in two halves."""
    words = [token for token in tokens if token.kind == "word"]
    if len(words) < 2 or words[-1].fold not in PREFIXES:
        return []
    for token in words[:-1]:
        for form in bases(token.fold):
            families = lexicon.acts(words[-1].fold + form)
            if families:
                sentence.take([token, words[-1]], "verbs")
                return sorted(families)
    return []


def by_noun(things: list[Thing], lexicon: Lexicon, language: str) -> tuple[list[str], bool]:
    """The act that a thing names: "production deploys", "exports of …", "payments from …". Its noun goes with it where
    it is no thing besides; whether it is one comes second."""
    for thing in things:
        for place, token in [*enumerate(thing.tokens)][:: -1 if language in ("en", "de") else 1]:
            pair = thing.tokens[max(0, place - 1) : place + 1]
            joined = lexicon.families(f"{pair[0].fold}_{singular(pair[1].fold)}") if len(pair) == 2 else frozenset()
            if joined:  # "force pushes"
                _remove(thing, pair)
                return sorted(joined), False
            families = frozenset() if token.kind != "word" else _act_of(token.fold, lexicon)
            led = bool(thing.lead) and not (thing is things[0] and thing.lead in ("de", "d'"))  # "pas de remboursement"
            if not families or (led and lexicon.knows(token.fold)) or (token.is_name and thing.lead):
                continue
            if not lexicon.knows(token.fold) or "deploy" in families:  # a deployment that is done is no pod
                _remove(thing, [token])
                return sorted(families), False
            sent = ("send",) if families & {"email", "message"} else ()
            return [*dict.fromkeys((*sorted(families), *sent, "create", "add", "edit"))], True
    return [], False


def _act_of(word: str, lexicon: Lexicon) -> frozenset[str]:
    """The act that a noun names; a noun of a thing has to be one of an act as well: an order is, a file is not."""
    described = word.endswith("ed") or word in little.of("en").relational  # "generated files", "new packages"
    return lexicon.named(word) if described or lexicon.knows(word) else lexicon.families(word)


def _remove(thing: Thing, tokens: Sequence[Token]) -> None:
    for token in tokens:
        thing.tokens.remove(token)
        token.read = token.read or "verbs"


def named(tokens: Sequence[Token], lexicon: Lexicon) -> list[str]:
    """The families that the first noun of an act names: "put on repeat prescription" prescribes."""
    noun = _noun(tokens, lexicon)
    return sorted(lexicon.named(noun.fold)) if noun is not None else []


def _noun(tokens: Sequence[Token], lexicon: Lexicon) -> Token | None:
    function = little.of("en").function
    for place, token in enumerate(tokens[:5]):
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        ends = after is None or after.kind == "mark" or after.fold in function
        if token.kind == "word" and lexicon.named(token.fold):
            return token if ends else None  # "give test results" is no test
    return None


def base(word: str) -> str:
    """What a verb that no table knows is compared by."""
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word


def _at(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> Act | None:
    if tokens[place].kind != "word":
        return None
    acts = lexicon.find_acts([token.fold for token in tokens[place : place + 8]])
    return acts[0] if acts and acts[0].start == 0 else None


def _is_phrase(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """ "back up": small words that are a verb together."""
    act = _at(tokens, place, lexicon)
    return act is not None and (act.stop > 1 or act.particle >= 0)


def _tokens_of(act: Act, tokens: Sequence[Token], place: int) -> list[Token]:
    taken = [*tokens[place + act.start : place + act.stop]]
    return [*taken, tokens[place + act.particle]] if act.particle >= 0 else taken


def is_light(token: Token, act: Act, after: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a noun among the next words names what is done: "give the pod a restart"."""
    if act.particle >= 0 or act.stop - act.start > 1 or not _is_light_word(token.fold):
        return False
    if after and after[0].fold in _JOINTS:
        return False  # "create, change or delete"
    return _noun(after, lexicon) is not None


def _is_light_word(word: str) -> bool:
    return word in little.LIGHT or any(form in little.LIGHT for form in bases(word))


def _is_verb(tokens: Sequence[Token], place: int, small: little.Little) -> bool:
    """Whether an unknown word in the place of a verb may be one: something has to follow it."""
    token = tokens[place]
    follows = place + 1 < len(tokens) and tokens[place + 1].kind != "mark"
    return token.kind == "word" and follows and token.fold not in small.function
