"""Acts and things of a clause: "delete the orders table on host build-01"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Target
from cicatrix.core.policies.sentence import little
from cicatrix.core.policies.sentence.limits import CURRENCIES
from cicatrix.core.policies.sentence.things import Thing, targets_of
from cicatrix.core.policies.sentence.tokens import Sentence, Token
from cicatrix.core.reading.grammar import table


@dataclass(slots=True)
class Phrase:
    """What a clause says. ``alternatives`` are things of which any is meant, ``beside`` further things, all of them."""

    verbs: list[str] = field(default_factory=list)
    alternatives: list[Target] = field(default_factory=list)
    beside: list[Target] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    argv: tuple[str, ...] = ()
    points_back: bool = False  # "them", "it"

    @property
    def is_empty(self) -> bool:
        return not (self.verbs or self.alternatives or self.beside or self.argv or self.conditions)


EXECUTABLES: Final = table(
    "git docker terraform tofu kubectl helm npm npx yarn pnpm pip uv cargo go make apt apt-get yum brew curl",
    "wget sudo su",
    "rm chmod chown dd mkfs psql mysql sqlite3 aws gcloud az systemctl service crontab ssh scp rsync ansible",
    "ansible-playbook airflow dbt flyway alembic vault gh glab podman nc telnet sed awk kill pkill killall",
    "shutdown reboot",
)
_WORDS_OF_PROSE: Final = table("go make service vault su kill reboot shutdown yarn curl apt")
_MESSAGES: Final = table("send email message post share forward reply disclose publish contact write add put")


def read(sentence: Sentence, lexicon: Lexicon, form: str = "verb", noun_verbs: Sequence[str] = ()) -> Phrase:
    """Takes the unread tokens of a clause.

    ``form``: "verb" when it begins with its verb, "passive" when a participle follows its subject, "anywhere" in
    languages whose order is free, "bare" when its verb was read before, "noun" when at most a noun names the act;
    ``noun_verbs`` stand in where no verb was said.
    """
    phrase = Phrase()
    _currency(sentence, phrase)
    _command(sentence, phrase)
    if form == "verb":
        _leading_verbs(sentence, lexicon, phrase)
    elif form in ("passive", "clause"):
        _participle(sentence, lexicon, phrase)
    elif form == "anywhere":
        _verbs_anywhere(sentence, lexicon, phrase)
    things = _things(sentence)
    if form == "noun" or (form in ("verb", "anywhere") and not phrase.verbs):
        _noun_act(things, lexicon, phrase)
    if not phrase.verbs and not phrase.argv:
        phrase.verbs += noun_verbs
    targets_of(things, lexicon, sentence, phrase.alternatives, phrase.beside, phrase.conditions, messages(phrase.verbs))
    phrase.points_back = any(
        token.fold in little.PRONOUNS and not token.read and token.kind == "word" for token in sentence.tokens
    )
    return phrase


def messages(verbs: Sequence[str]) -> bool:
    """Whether what is done puts words before somebody."""
    return any(verb in _MESSAGES for verb in verbs)


def _currency(sentence: Sentence, phrase: Phrase) -> None:
    """ "US dollar payments", "payments in euros"."""
    for place, token in enumerate(sentence.tokens):
        if token.read or token.fold not in CURRENCIES or token.kind not in ("word", "sign"):
            continue
        before = sentence.tokens[place - 1] if place else None
        taken = [before, token] if before and before.fold in ("us", "in", "canadian", "australian") else [token]
        sentence.take(taken, "conditions")
        phrase.conditions.append(
            Condition("equals", role="currency", op="eq", value=CURRENCIES[token.fold], evaluator="equals")
        )


def _command(sentence: Sentence, phrase: Phrase) -> None:
    """A command by name, with the words that belong to it: ``terraform apply``, ``git stash drop``."""
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        if token.read:
            continue
        if token.kind == "code" and (words := token.text.split()) and words[0] in EXECUTABLES:
            phrase.argv = tuple(words)
            sentence.take([token], "argv")
            return
        if token.fold not in EXECUTABLES or token.kind not in ("word", "id", "code"):
            continue
        if token.fold in _WORDS_OF_PROSE and not (
            place and tokens[place - 1].fold in ("run", "use", "with", "through")
        ):
            continue
        stop = place + 1
        while stop < len(tokens) and _is_argument(tokens[stop]):
            stop += 1
        phrase.argv = tuple(token.fold for token in tokens[place:stop])
        lead = place
        while lead and tokens[lead - 1].fold in {"run", "use", "using", "any", "a", "execute", "call", "the"}:
            lead -= 1
        sentence.take(tokens[lead:stop], "argv")
        return


def _is_argument(token: Token) -> bool:
    if token.read or token.kind == "flag":
        return not token.read
    return (
        token.kind in ("word", "id")
        and token.text.islower()
        and token.fold not in little.PREPOSITIONS | little.JOINS | little.AUXILIARIES | little.ARTICLES | little.ADVERBS
        and token.fold not in little.SUBORDINATE
        and token.fold
        not in ("command", "commands", "ever", "here", "itself", "yourself", "directly", "before", "after")
    )


def _leading_verbs(sentence: Sentence, lexicon: Lexicon, phrase: Phrase) -> None:
    """The verb at the beginning, with those that are joined to it: "open, print or change them"."""
    tokens = sentence.rest()
    place = 0
    while place < len(tokens) and (
        tokens[place].fold in little.ADVERBS | little.PERSONS | {"to", "ever", "-", ","}
        or tokens[place].fold in ("are", "be", "is", "not", "never")
    ):
        place += 1
    joined = True
    while place < len(tokens) and joined:
        taken = _verb_at(tokens, place, sentence, lexicon, phrase)
        if taken is None:
            return
        place = taken
        joined = place < len(tokens) - 1 and tokens[place].fold in (
            "or",
            "and",
            ",",
            "oder",
            "y",
            "o",
            "ou",
            "et",
            "nor",
        )
        while (
            joined
            and place < len(tokens)
            and tokens[place].fold in ("or", "and", ",", "oder", "y", "o", "ou", "et", "nor")
        ):
            place += 1
        if joined and not (place < len(tokens) and lexicon.acts(tokens[place].fold)):
            return


def _verb_at(tokens: list[Token], place: int, sentence: Sentence, lexicon: Lexicon, phrase: Phrase) -> int | None:
    words = [token.fold for token in tokens]
    acts = [act for act in lexicon.find_acts(words[place : place + 8]) if act.start == 0]
    token = tokens[place]
    if not acts or token.kind != "word":
        if token.kind == "word" and not phrase.verbs and _is_unknown_verb(tokens, place):
            phrase.beside.append(Target(mods=(base(token.fold),)))
            sentence.take([token], "verbs")
            return place + 1
        return None
    act = acts[0]
    taken = tokens[place : place + act.stop]
    if act.particle >= 0:
        taken = [*taken, tokens[place + act.particle]]
    rest = [word for word in words[place + act.stop :] if word not in little.ARTICLES]
    if token.fold in little.LIGHT and act.particle < 0 and act.stop == 1 and _names_act(rest, lexicon):
        sentence.take(taken, "verbs")
        return place + act.stop
    phrase.verbs += [family for family in sorted(act.families) if family not in phrase.verbs]
    sentence.take(taken, "verbs")
    return place + act.stop


def _is_unknown_verb(tokens: list[Token], place: int) -> bool:
    word = tokens[place].fold
    return place + 1 < len(tokens) and word not in little.ARTICLES | little.PREPOSITIONS | little.AUXILIARIES


def base(word: str) -> str:
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word


def _names_act(rest: list[str], lexicon: Lexicon) -> bool:
    """Whether a noun among the next words names the act: "give the pod a restart"."""
    return any(
        (named := lexicon.families(word)) and not (lexicon.knows(word) and not named - lexicon.acts(word))
        for word in rest[:4]
        if word not in little.PREPOSITIONS
    )


def _participle(sentence: Sentence, lexicon: Lexicon, phrase: Phrase) -> None:
    """The verbs after "be", "get", "are": all acts there that are no nouns of things."""
    tokens = sentence.rest()
    auxiliary = max((place for place, token in enumerate(tokens) if token.read == "" and token.fold in _BE), default=-1)
    after = tokens[auxiliary + 1 :] if auxiliary >= 0 else tokens
    for act in lexicon.find_acts([token.fold for token in after]):
        if act.noun or any(token.fold in little.PREPOSITIONS for token in after[: act.start]):
            continue
        phrase.verbs += [family for family in sorted(act.families) if family not in phrase.verbs]
        taken = after[act.start : act.stop]
        sentence.take(taken if act.particle < 0 else [*taken, after[act.particle]], "verbs")
    if not phrase.verbs and after and after[0].kind == "word":
        phrase.beside.append(Target(mods=(base(after[0].fold),)))
        sentence.take(after[:1], "verbs")


def _verbs_anywhere(sentence: Sentence, lexicon: Lexicon, phrase: Phrase) -> None:
    """The verbs of a clause whose order is free. A German noun has a capital, others follow an article."""
    tokens = sentence.rest()
    for act in lexicon.find_acts([token.fold for token in tokens]):
        token = tokens[act.start]
        before = tokens[act.start - 1].fold if act.start else ""
        is_thing = act.noun or lexicon.knows(token.fold) or before in little.ARTICLES | little.PREPOSITIONS
        if sentence.language == "de":
            infinitive = token.fold.endswith("en") and before in ("dem", "beim", "vorm", "zum", "das")
            is_thing = (token.is_name and act.start > 0 and not infinitive) or (act.start == 0 and act.noun)
        if is_thing or token.kind != "word" or token.fold in little.AUXILIARIES:
            continue
        taken = tokens[act.start : act.stop]
        if act.particle >= 0:
            taken = [*taken, tokens[act.particle]]
        if (
            token.fold in little.LIGHT
            and act.stop == 1
            and _names_act([t.fold for t in tokens if t is not token], lexicon)
        ):
            sentence.take(taken, "verbs")
            continue
        phrase.verbs += [family for family in sorted(act.families) if family not in phrase.verbs]
        sentence.take(taken, "verbs")


_BE: Final = table(
    "be get gets are is being been getting werden wird ser sean sea etre est sont es son se to never stays stay remain"
)


def _noun_act(things: list[Thing], lexicon: Lexicon, phrase: Phrase) -> None:
    """The act that the first thing names: "production deploys", "exports of …", "payments from …"."""
    for thing in things:
        for token in reversed(thing.tokens):
            families = lexicon.families(token.fold) if token.kind == "word" else frozenset()
            if not families or (thing.lead and phrase.verbs):
                continue
            if thing.lead and lexicon.knows(token.fold):
                continue
            phrase.verbs += [family for family in sorted(families) if family not in phrase.verbs]
            if not lexicon.knows(token.fold):
                thing.tokens.remove(token)
                token.read = token.read or "verbs"
            return


_PASSED: Final = (
    little.ARTICLES | little.ADVERBS | little.AUXILIARIES | little.PERSONS | little.PRONOUNS | little.RELATIONAL
)


def _things(sentence: Sentence) -> list[Thing]:
    """The noun phrases of what is left, each with the preposition that leads it, and whether it continues a list."""
    things: list[Thing] = []
    lead, joined, fresh = "", False, True
    for token in sentence.tokens:
        if token.read:
            fresh = True if token.read == "verbs" else fresh
            continue
        word = token.fold
        if token.kind == "mark" and word not in ("&", ","):
            fresh, joined, lead = True, False, "" if word in ".;:" else lead
        elif word in little.SUBORDINATE:
            break
        elif word in little.JOINS and not (word == "&" and things and things[-1].tokens and not fresh):
            joined, fresh = bool(things), True
        elif word == "&":
            continue
        elif word in little.PREPOSITIONS and token.kind in ("word", "elided"):
            lead, joined, fresh = word, False, True
        elif word in _PASSED or (token.kind == "word" and word.endswith("ly") and not token.is_name):
            continue
        elif token.kind in ("number", "clock", "sign", "flag"):
            if token.kind == "number" and things and not fresh:
                things[-1].tokens.append(token)  # room 204, freezer 7
            continue
        elif fresh or not things or things[-1].closed:
            things.append(Thing([token], lead, joined, closed=token.owner))
            fresh, joined = False, False
        else:
            things[-1].tokens.append(token)
            things[-1].closed = token.owner
    return things
