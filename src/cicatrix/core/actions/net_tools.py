"""Programs that speak to services elsewhere: curl and wget, and the command lines of clouds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cicatrix.core.actions import urls
from cicatrix.core.actions.arguments import thing_of
from cicatrix.core.actions.call import Call, Thing, Unknown
from cicatrix.core.actions.line import Command
from cicatrix.core.actions.operands import PLAIN, Line, is_dry, option_things, things_of
from cicatrix.core.actions.tools import read_name
from cicatrix.core.actions.words import folded, split


def read_fetch(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    """curl and wget: the method says what is done, the address to what."""
    method = next((word.text.lower() for word in command.values("--request", "--method")), "")
    body = command.values("--data", "--data-raw", "--data-binary", "--data-urlencode", "--form", "--json",
                          "--post-data", "--upload-file", "--post-file", "--body-data")  # fmt: skip
    addresses = [*command.operands, *command.values("--url")]
    things: list[Thing] = []
    for word in addresses:
        known = word.text if word.known else word.prefix
        text = known if "://" in known else f"http://{known}"
        if not word.known and "/" not in text.partition("://")[2]:
            continue  # the host itself is computed
        things += [replace(thing_of(text), pointer="operand"), *_segments(text)]
    method = method or ("post" if body and not command.has("--get") else "get")
    found = _METHODS.get(method, ["query", "download"])
    found = found if not any(word.text.startswith("@") for word in body) else [*found, "upload", "send"]
    yield replace(
        base,
        verbs=frozenset(found),
        things=(*things, *base.things),
        words="\n".join([base.words, *(word.text for word in body)]).strip(),
        reads=method in ("get", "head", "options") and not command.values("--output", "--output-document"),
    )
    for word in body:
        if word.text.startswith("@") and word.text not in ("@-", "@"):
            sent = tuple(things_of(replace(word, text=word.text[1:], prefix=word.prefix[1:]), "path", command))
            yield replace(base, verbs=frozenset(["read", "send", "upload"]), things=(*sent, *things, *base.things))
    for word in command.values("--output", "--output-document", "--directory-prefix"):
        if word.text not in ("-", ""):
            written = tuple(things_of(word, "path", command))
            yield replace(base, verbs=frozenset(["write", "download", "create"]), things=(*written, *base.things))


def read_http(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    """httpie: a method in capitals, an address, then what is sent."""
    method = next((word.text.lower() for word in command.operands[:1] if word.text.isupper()), "")
    rest = command.operands[1 if method else 0 :]
    address, sent = rest[:1], [word for word in rest[1:] if "==" not in word.text]
    method = method or ("post" if sent or command.stdin is not None else "get")
    things = [replace(thing_of(word.text if "://" in word.text else f"http://{word.text}"), pointer="operand")
              for word in address if word.known]  # fmt: skip
    files = [word.text.rpartition("@")[2] for word in sent if "@" in word.text]
    things += [thing for name in files for thing in things_of(replace(sent[0], text=name), "path", command)]
    yield replace(
        base,
        verbs=frozenset(_METHODS.get(method, ["query", "download"])) | ({"read"} if files else frozenset()),
        things=(*things, *base.things),
        words="\n".join([base.words, *(word.text for word in sent)]).strip(),
        reads=method in ("get", "head", "options"),
    )


def read_pipe(command: Command, base: Call, _line: Line) -> Iterator[Call]:
    """nc and its like: what is read from a file or a pipe goes to a host."""
    host = [replace(thing_of(f"http://{word.text}"), pointer="operand") for word in command.operands[:1] if word.known]
    sent = [
        thing for one in command.redirects if one.mode == "read" for thing in things_of(one.target, "path", command)
    ]
    yield replace(base, verbs=frozenset(["connect", "send", "upload"]), things=(*host, *sent, *base.things))


_METHODS: Final = {
    "delete": ["delete"],
    "put": ["edit", "write", "upload"],
    "patch": ["edit"],
    "post": ["send", "create", "upload"],
}


def _segments(address: str) -> list[Thing]:
    known = urls.canonical(address)
    if isinstance(known, Unknown):
        return []
    path = known.partition("://")[2].partition("/")[2].partition("?")[0]
    return [Thing(split(segment), folded(segment), "", "object", "operand") for segment in path.split("/") if segment]


def read_cloud(command: Command, base: Call, line: Line) -> Iterator[Call]:
    """aws, gcloud, az: a service, then a verb with its noun."""
    lexicon = line.lexicon
    words = [*command.name[1:], *(word.text for word in command.operands if word.known and PLAIN.fullmatch(word.text))]
    verbs: frozenset[str] = frozenset()
    nouns: list[str] = []
    looks = False
    for text in words[:6]:
        named = read_name(text, lexicon)
        if (
            not verbs
            and not looks
            and (named.verbs or named.reads)
            and not (len(split(text)) == 1 and lexicon.knows(text))
        ):
            verbs, looks = named.verbs, named.reads
            nouns += named.words
        else:
            nouns += split(text)
    if command.name[1:3] == ("s3", "rb"):
        verbs = frozenset(["delete"])
    looks = looks or is_dry(command)
    kind = next((lexicon.head(word) for word in reversed(nouns) if lexicon.knows(word)), "")
    things = [Thing(tuple(nouns), "", kind, "tool")] if nouns else []
    things += [thing for word in command.operands for thing in things_of(word, "", command)]
    things += option_things(command, lexicon)
    if any(text.startswith("terminate") for text in words):
        verbs |= {"stop", "delete"}
    if command.name[1:2] == ("s3",) and command.has("--delete"):
        verbs |= {"delete"}
    found = frozenset(["query"]) if looks else verbs
    yield replace(base, verbs=found, things=(*things, *base.things), reads=looks)
