"""Of which class a thing is: by the field it stands in, by a noun of its name, by the role that it plays."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from cicatrix.core.actions.call import Thing
from cicatrix.core.actions.words import is_unspaced
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.reading.grammar import table


def class_of(thing: Thing, lexicon: Lexicon) -> str:
    """The class of a thing by its field, or by the last noun of its name; empty if it has none."""
    if thing.kind:
        return lexicon.head(thing.kind)
    return next((lexicon.head(word) for word in reversed(thing.words) if lexicon.knows(word)), "")


def is_kind(thing: Thing, head: str, lexicon: Lexicon) -> bool:
    """Whether a thing is of a class, or is a field of one."""
    return bool(thing.kind and lexicon.head(thing.kind) == head) or is_of_class(thing, head, lexicon)


_KINDS: Final = {
    "path": table("file folder script document config code directory path"),
    "environment": table("environment env cluster namespace system workspace project account prod staging dev"),
    "host": table("host server machine site website domain page dns"),
    "email": table("email address customer user"),
    "person": table("person employee customer user patient member candidate doctor manager lawyer traveller"),
}
"""Classes that a kind of thing may be of: a file is named by its path."""


_MAKES: Final = {
    "database": table(
        "postgres postgresql mysql mariadb mongo mongodb mongod mysqld redis sqlite oracle mssql clickhouse"
    ),
    "web_server": table("nginx apache apache2 httpd caddy"),
    "queue": table("kafka rabbitmq sqs nats"),
    "cache": table("redis memcached varnish"),
}
"""Makes of a class of things: who restarts postgresql restarts a database."""

MAKES: Final = {word: name for name, words in _MAKES.items() for word in words}


def is_of_class(thing: Thing, head: str, lexicon: Lexicon) -> bool:
    """Whether a thing is one of a class: by the field it stands in, or by a noun of its name."""
    if thing.role == "state":  # it says which record it is, not what is done to it
        return False
    if thing.kind == "text":
        return _is_headline(thing) and _says(thing.words, head, lexicon)
    if (
        thing.kind
        and thing.role != "field"
        and (lexicon.head(thing.kind) == head or head in _KINDS.get(thing.kind, ()))
    ):
        return True
    if head in _MAKES and not _MAKES[head].isdisjoint(thing.words):
        return True
    if is_unspaced(head) or any(map(is_unspaced, thing.words)):
        return any(head in word or any(name == head for *_, name in lexicon.nouns_within(word)) for word in thing.words)
    return thing.role == head or _says(thing.words, head, lexicon)


def _says(words: tuple[str, ...], head: str, lexicon: Lexicon) -> bool:
    if any(lexicon.head(word) == head for word in words):
        return True
    return "_" in head and any(lexicon.head("_".join(pair)) == head for pair in pairwise(words))


def _is_headline(thing: Thing) -> bool:
    """A subject or a title says what a message is; its body mentions much."""
    return thing.pointer.rpartition("/")[2].lower() in ("subject", "title", "headline") and len(thing.words) <= _TITLE


_TITLE: Final = 12
