"""The words of a command as things: files, resources of a cluster, options, and where it all happens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.actions import paths, urls
from cicatrix.core.actions.arguments import gather, thing_of
from cicatrix.core.actions.call import Doubt, Thing, Unknown
from cicatrix.core.actions.line import PASSING, Command, Word
from cicatrix.core.actions.words import folded, split
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.lexicon.lexicon import Lexicon

PLAIN = re.compile(r"[a-z][a-z-]*")
"""A word that may be a subcommand, or a part of a name that says something."""

_DRY: Final = ("--dry-run", "--simulate", "--check-only", "--what-if", "--noop", "--whatif")
_PLACES: Final = {
    "--context": "environment", "--kube-context": "environment", "--kubeconfig": "environment",
    "--namespace": "environment", "--cluster": "environment", "--profile": "environment", "--project": "environment",
    "--workspace": "environment", "--env": "environment", "--environment": "environment", "--host": "host",
    "--server": "host", "-chdir": "path", "--dbname": "database", "--database": "database",
}  # fmt: skip


@dataclass(slots=True)
class Line:
    """What commands of one line say to those after them."""

    lexicon: Lexicon
    host: str = ""
    branch: str = ""


def word_of(text: str) -> Word:
    return Word(text)


def operands(words: Iterable[Word], kind: str, command: Command) -> Iterator[Thing]:
    if kind == "kube":
        yield from _kube(list(words))
        return
    for word in words:
        yield from things_of(word, kind, command)


def _kube(words: Sequence[Word]) -> Iterator[Thing]:
    """``pod/name`` or ``pod name name``, ``deploy,svc``; a type alone speaks of all that there are."""
    first = words[0].text if words else ""
    if first and "/" not in first:
        for kind in first.split(","):
            known = _KUBE.get(kind, kind.removesuffix("s"))
            if len(words) == 1:
                yield Thing((known,), "", known, "object", "operand")
            for word in words[1:]:
                if not word.known:
                    continue
                yield Thing(split(word.text), folded(word.text), known, "object", "operand")
        return
    for word in words:
        if not word.known:
            continue
        kind, _, name = word.text.partition("/")
        known = _KUBE.get(kind, kind.removesuffix("s"))
        yield Thing(split(name), folded(name), known, "object", "operand")


_KUBE: Final = {
    "po": "pod", "pods": "pod", "deploy": "deployment", "deployments": "deployment", "sts": "statefulset",
    "ds": "daemonset", "rs": "replicaset", "svc": "service", "services": "service", "cm": "configmap",
    "configmaps": "configmap", "ns": "namespace", "no": "node", "pv": "volume", "pvc": "pvc", "ing": "ingress",
    "ingresses": "ingress",    "cj": "cronjob", "secrets": "secret", "jobs": "job", "nodes": "node", "hpa": "hpa",
}  # fmt: skip


def things_of(word: Word, kind: str, command: Command) -> Iterator[Thing]:
    text = word.text if word.known else word.prefix
    if not text:
        return
    if kind == "path" or (not kind and paths.is_path(text) and "://" not in text):
        path = paths.canonical(text, command.cwd or "", "")
        literal = text if isinstance(path, Unknown) else path
        yield Thing(split(text), literal, "path", "object", "operand")
        if command.cwd and not literal.startswith(("/", "~")):
            yield Thing(split(command.cwd), command.cwd, "path", "place", "cwd")
        return
    yield replace(thing_of(text, kind=kind), pointer="operand")


def option_things(command: Command, lexicon: Lexicon) -> list[Thing]:
    """Options as arguments: ``--sku KX-100`` is a field, and so is ``--force``."""
    given: JsonObject = {}
    for option in command.options:
        if option.name in _PLACES or option.name in _DRY or any(code.text == option.value for code in command.code):
            continue
        name = option.name.lstrip("-")
        value: JsonValue = True if option.value is None else option.value.text
        before = given.get(name)
        given[name] = [*before, value] if isinstance(before, list) else [before, value] if name in given else value
    return gather(given, lexicon, root="/-").things


def surroundings(command: Command, line: Line) -> Iterator[Thing]:
    """Where it runs: hosts, containers, clusters, namespaces, the folder."""
    if line.host:
        yield Thing(split(line.host), folded(line.host), "host", "place", "host")
    for wrapper in command.wrappers:
        if wrapper.target is not None and wrapper.target.text:
            text = wrapper.target.text.rpartition("@")[2]
            kind = "host" if wrapper.name in ("ssh", "mosh", "sshpass") else "container"
            yield Thing(split(text), folded(text), kind, "place", "wrapper")
    for option in command.options:
        kind = _PLACES.get(option.name, "")
        if kind and option.value is not None and option.value.text:
            text = option.value.text
            yield Thing(split(text.rpartition("/")[2].removesuffix(".yaml")), folded(text), kind, "place", option.name)
    for name, value in command.env:
        if name in (
            "KUBECONFIG",
            "AWS_PROFILE",
            "ENV",
            "ENVIRONMENT",
            "RAILS_ENV",
            "NODE_ENV",
            "TF_WORKSPACE",
            "STAGE",
        ):
            text = value.text.rpartition("/")[2].removesuffix(".yaml")
            yield Thing(split(text), folded(text), "environment", "place", name)
    if command.cwd:
        yield Thing(split(command.cwd), command.cwd, "path", "place", "cwd")


def computed(command: Command) -> Iterator[Unknown]:
    """Operands that a variable or a substitution gives, except of what only prints; addresses that are a disguise."""
    for word in command.operands:
        if not word.known and command.name[:1] not in _PRINTING:
            yield Unknown(Doubt.COMPUTED, f"{word.prefix}…: a part of it is computed", "operand")
        address = urls.canonical(word.text) if "://" in word.text else ""
        if isinstance(address, Unknown) and address.doubt is Doubt.LOOKALIKE:
            yield replace(address, pointer="operand")


_PRINTING: Final = frozenset([("echo",), ("printf",), ("test",), ("[",), ("sleep",), ("exit",), ("true",), (":",)])


def is_dry(command: Command) -> bool:
    for option in command.options:
        if option.name in _DRY:
            return option.value is None or option.value.text not in ("none", "false")
    return command.name[:1] == ("make",) and command.has("-n", "--dry-run")


def values_of(command: Command) -> dict[str, JsonValue]:
    """Everything of the command that is no word of its name, for the digest and for conditions."""
    values: dict[str, JsonValue] = {}
    for place, word in enumerate(command.operands):
        values[f"/{place}"] = word.text if word.known else f"{word.prefix}…"
    for option in command.options:
        pointer = f"/{option.name}"
        while pointer in values:
            pointer += "'"
        values[pointer] = True if option.value is None else option.value.text
    values |= {f"/env/{name}": value.text for name, value in command.env}
    values |= {f"/{redirect.mode}/{place}": redirect.target.text for place, redirect in enumerate(command.redirects)}
    for place, wrapper in enumerate(one for one in command.wrappers if one.name not in PASSING):
        values[f"/in/{place}"] = " ".join([wrapper.name, wrapper.target.text if wrapper.target else ""]).strip()
        values |= {
            f"/in/{place}/{option.name}": option.value.text if option.value else True for option in wrapper.options
        }
    if command.stdin is not None:
        values["/stdin"] = command.stdin.text
    if command.cwd is None or command.cwd:
        values["/cwd"] = command.cwd
    values |= {f"/code/{place}": code.text.text for place, code in enumerate(command.code)}
    return values
