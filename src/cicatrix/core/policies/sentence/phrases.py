"""Acts and things of a clause: "delete the orders table on host build-01"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Target
from cicatrix.core.policies.sentence import acts, little
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
    weak: bool = False  # its verbs are those of a noun that is a thing as well: what says more replaces them


_EXECUTABLES: Final = table(
    "git docker terraform tofu kubectl helm npm npx yarn pnpm pip uv cargo go make apt apt-get yum brew curl",
    "wget sudo su",
    "rm chmod chown dd mkfs psql mysql sqlite3 aws gcloud az systemctl service crontab ssh scp rsync ansible podman nc",
    "ansible-playbook airflow dbt flyway alembic vault gh glab telnet sed awk kill pkill killall shutdown reboot",
)
_PROSE: Final = table("go make service vault su kill reboot shutdown yarn curl apt")
"""Names of commands that are words as well: commands only after "run" or "use"."""

_SENDS: Final = table("send email message post share forward reply disclose publish contact")
_WRITES: Final = table("write add create")
PLACING: Final = ("add", "commit", "create", "edit", "post", "publish", "send", "upload", "write")
"""What brings words into a text."""

_NO_ARGUMENTS: Final = table("command commands ever here itself directly before after")


def read(
    sentence: Sentence, lexicon: Lexicon, form: str = "verb", noun_verbs: Sequence[str] = (), said: Sequence[str] = ()
) -> Phrase:
    """Takes the unread tokens of a clause.

    ``form``: "verb" when it begins with its verb, "passive" when a participle follows its subject, "anywhere" in
    languages whose order is free, "bare" when its verb was read before (``said``), "noun" when at most a noun names
    the act; ``noun_verbs`` stand in where no verb was said.
    """
    phrase = Phrase()
    _currency(sentence, phrase)
    _command(sentence, phrase)
    unknown = ""
    if form == "verb":
        phrase.verbs, unknown = acts.leading(sentence, lexicon)
        if not phrase.verbs and unknown in little.LIGHT:
            phrase.verbs, unknown = _by_light(unknown, sentence, lexicon), ""
    elif form == "passive":
        phrase.verbs, unknown = acts.after_be(sentence, lexicon)
    elif form == "anywhere":
        phrase.verbs = acts.anywhere(sentence, lexicon)
    things = _things(sentence, phrase)
    if form != "bare" and not phrase.verbs and not unknown and not phrase.argv:
        phrase.verbs, phrase.weak = acts.by_noun(things, lexicon, sentence.language)
        phrase.verbs = phrase.verbs or [*noun_verbs]
    done = {*(() if phrase.weak else phrase.verbs), *said}
    texts, sends = bool(done & (_SENDS | _WRITES)), bool(done & _SENDS)
    found = phrase.alternatives, phrase.beside, phrase.conditions
    targets_of(things, lexicon, sentence, *found, texts=texts, sends=sends)
    if unknown:
        phrase.beside.append(Target(mods=(unknown,)))
    return phrase


def _by_light(word: str, sentence: Sentence, lexicon: Lexicon) -> list[str]:
    """What "put", "take", "go" with what follows them mean: an act that a noun names, or to put words somewhere."""
    rest = sentence.rest()
    named = acts.named(rest, lexicon)
    into = any(token.fold in ("into", "in", "on", "onto") for token in rest)
    return named or ([*PLACING] if word in ("put", "set", "place", "add") and into else [])


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
    tokens, small = sentence.tokens, little.of(sentence.language)
    for place, token in enumerate(tokens):
        before = tokens[place - 1].fold if place else ""
        if token.read or before == "from":
            continue
        if token.kind == "code" and (words := token.text.split()) and words[0] in _EXECUTABLES:
            phrase.argv = tuple(words)
            sentence.take([*_lead(tokens, place), token], "argv")
            return
        if token.fold not in _EXECUTABLES or token.kind not in ("word", "id", "code") or token.is_name:
            continue
        if token.fold in _PROSE and before not in ("run", "use", "with", "through", "using"):
            continue
        stop = place + 1
        while stop < len(tokens) and _is_argument(tokens[stop], small):
            stop += 1
        phrase.argv = tuple(token.fold for token in tokens[place:stop])
        sentence.take([*_lead(tokens, place), *tokens[place:stop]], "argv")
        return


def _lead(tokens: Sequence[Token], place: int) -> Sequence[Token]:
    """ "run", "use any": what stands before a command."""
    lead = place
    while lead and tokens[lead - 1].fold in ("run", "use", "using", "any", "a", "execute", "call", "the"):
        lead -= 1
    return tokens[lead:place]


def _is_argument(token: Token, small: little.Little) -> bool:
    if token.read or token.kind == "flag":
        return not token.read
    return (
        token.kind in ("word", "id")
        and token.text.islower()
        and token.fold not in small.function | small.subordinate
        and token.fold not in _NO_ARGUMENTS
    )


def _things(sentence: Sentence, phrase: Phrase) -> list[Thing]:
    """The noun phrases of what is left, each with the preposition that leads it, and whether it continues a list. A
    clause in words ("when the market is open", "during the audit") becomes a condition that a person settles."""
    small = little.of(sentence.language)
    passed = small.adverbs | small.auxiliaries | small.persons | small.pronouns | small.articles
    things: list[Thing] = []
    lead, joined, fresh, indefinite, aside = "", False, True, False, False
    for place, token in enumerate(sentence.tokens):
        if token.read or token.kind == "odd" or token.text == "*":
            fresh = True
            continue
        word = token.fold
        if token.kind == "mark" and word not in ("&", ","):
            fresh, joined, lead = True, False, "" if word in ".;:" else lead
            aside = word == "(" or (aside and word != ")")
        elif word == "that" and things and _follows(sentence, place, small.auxiliaries):
            _in_words(sentence, place, phrase)  # "migrations that have been merged"
            break
        elif word in small.subordinate and not (word == "once" and place and sentence.tokens[place - 1].fold == "at"):
            _in_words(sentence, place, phrase)
            break
        elif word == "&" and things and not fresh:
            continue
        elif word in small.joins:
            joined, fresh = bool(things), True
            lead = things[-1].lead if things else ""
        elif word in small.prepositions and token.kind in ("word", "elided"):
            lead, joined, fresh = word, False, True
        elif word in small.persons and things and not fresh and not things[-1].closed and place > 1:
            _in_words(sentence, place, phrase)  # "processes you did not start"
            break
        elif word in passed and not (token.is_name and token.text.isupper() and len(word) > 1):
            fresh, indefinite = True, word in _INDEFINITE
        elif word in small.relational or _is_adverb(token):
            continue
        elif place and sentence.tokens[place - 1].fold == "this" and word in _HERE:
            sentence.take([token], "lead")
        elif (
            word in ("plain", "clear")
            and place + 1 < len(sentence.tokens)
            and sentence.tokens[place + 1].fold == "text"
        ):
            sentence.take(sentence.tokens[place : place + 2], "lead")
        elif token.kind in ("number", "clock", "sign", "flag"):
            if token.kind == "number" and things and not fresh:
                things[-1].tokens.append(token)  # room 204, freezer 7
        elif fresh or not things or things[-1].closed:
            things.append(Thing([token], lead, joined, indefinite, token.owner, aside))
            lead, fresh, joined, indefinite = "", False, False, False
        else:
            things[-1].tokens.append(token)
            things[-1].closed = token.owner
    return things


_HERE: Final = table("machine computer laptop system repo repository project host box setup")
"""What "this …" says no more of than that it is here."""

_INDEFINITE: Final = table("a an any each every un una cualquier einen eine einem eines einer jeden jedes une chaque")


def _follows(sentence: Sentence, place: int, words: frozenset[str]) -> bool:
    return place + 1 < len(sentence.tokens) and sentence.tokens[place + 1].fold in words


def _is_adverb(token: Token) -> bool:
    return token.kind == "word" and token.fold.endswith("ly") and not token.is_name and token.fold not in _NO_ADVERBS


_NO_ADVERBS: Final = table(
    "nightly daily weekly monthly yearly hourly quarterly early only family supply reply assembly"
)


def _in_words(sentence: Sentence, place: int, phrase: Phrase) -> None:
    rest = [token for token in sentence.tokens[place:] if not token.read]
    said = " ".join(token.text for token in rest)
    sentence.take(rest, "words")
    phrase.conditions.append(Condition("words", value=said))
