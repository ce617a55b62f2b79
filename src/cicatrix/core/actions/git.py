"""git: which branch is pushed to and how, what a checkout throws away, on which branch a commit is made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.call import Call, Doubt, Thing, Unknown
from cicatrix.core.actions.deeds import deed
from cicatrix.core.actions.line import Command, Word
from cicatrix.core.actions.operands import Line, is_dry, things_of
from cicatrix.core.actions.words import folded, split


def read_git(command: Command, base: Call, line: Line) -> Iterator[Call]:
    sub = command.name[1] if len(command.name) > 1 else ""
    operands = list(command.operands)
    texts = [word.text for word in operands]
    known = deed(command.name)
    families = known[0].families if known else frozenset[str]()
    looks = bool(known and known[0].looks) or is_dry(command)
    things: list[Thing] = []
    if sub == "push":
        families, things = _pushed(command, operands, line)
    elif sub in ("checkout", "switch", "restore"):
        families, things = _checked_out(command, operands, line)
    elif sub == "reset" and command.has("--hard", "--merge", "--keep"):
        families |= {"discard", "delete"}
    elif sub in ("branch", "tag"):
        if command.has("-d", "-D", "--delete"):
            families = frozenset(["delete"])
        elif command.has("-m", "-M", "--move"):
            families = frozenset(["rename", "edit"])
        elif command.has("-f", "--force"):
            families |= {"reset", "edit"}
        elif not texts or command.has("-l", "--list", "--contains", "--merged", "--show-current", "-a", "--all"):
            looks = True
        things = [_ref(word, sub) for word in operands]
    elif sub == "commit":
        if command.has("--amend"):
            families |= {"rewrite_history", "edit"}
        things = [thing for word in operands if word.text != "--" for thing in things_of(word, "path", command)]
        if line.branch:
            things.append(Thing(split(line.branch), line.branch, "branch", "place"))
    elif sub in ("rm", "mv", "add", "stage", "clean", "worktree"):
        things = [thing for word in operands for thing in things_of(word, "path", command)]
        if sub in ("add", "stage") and things:  # what is put into the index is in the next commit
            families |= {"commit"}
    elif sub == "stash":
        things = [Thing(("stash",), "", "stash"), *(_ref(word, "stash") for word in operands)]
    else:
        things = [_ref(word, "branch") for word in operands]
        if line.branch and not looks:
            things.append(Thing(split(line.branch), line.branch, "branch", "place"))
    if sub == "remote" and texts[:1] and texts[0] in ("add", "remove", "rm", "set-url", "rename"):
        families, looks = frozenset(["edit", "delete" if texts[0] in ("remove", "rm") else "add"]), False
    if sub == "config" and command.has("--get", "--list", "-l", "--get-all"):
        looks = True
    unknown = base.unknown
    if not known:
        unknown = (*unknown, Unknown(Doubt.OPAQUE, f"git {sub}: an alias may do anything"))
    things.append(Thing(("git",), "", "", "tool"))
    if "force_push" in families and not any(thing.kind == "branch" and thing.literal != "HEAD" for thing in things):
        unknown = (*unknown, Unknown(Doubt.COMPUTED, "the branch that is pushed: the line does not name it"))
    verbs = (families if known and known[0].looks else frozenset(["query"])) if looks else families
    yield replace(base, verbs=verbs, things=(*things, *base.things), reads=looks, unknown=unknown)


def _pushed(command: Command, operands: Sequence[Word], line: Line) -> tuple[frozenset[str], list[Thing]]:
    families = {"push"}
    things = [Thing(split(word.text), folded(word.text), "remote", "remote") for word in operands[:1]]
    if command.has("--force", "-f", "--force-with-lease", "--force-if-includes", "--mirror"):
        families |= {"force_push", "rewrite_history"}
    if command.has("--delete", "-d", "--prune", "--mirror"):
        families.add("delete")
    refs = operands[1:]
    for word in refs:
        text = word.text
        if text.startswith("+"):
            families |= {"force_push", "rewrite_history"}
        source, colon, target = text.lstrip("+").partition(":")
        if colon and not source:
            families.add("delete")
        things.append(_ref(replace(word, text=target if colon else source), "branch"))
    if not refs and line.branch:
        things.append(Thing(split(line.branch), line.branch, "branch"))
    if command.has("--all", "--mirror"):
        things += [Thing((name,), name, "branch") for name in ("main", "master")]
    return frozenset(families), things


def _checked_out(command: Command, operands: Sequence[Word], line: Line) -> tuple[frozenset[str], list[Thing]]:
    """A checkout of files throws changes away; one of a branch says where the next commands work."""
    created = [option.value for option in command.options if option.value and option.name in _NEW_BRANCH]
    files = command.name[1] == "restore" or "--" in {word.text for word in operands}
    texts = [word for word in operands if word.text != "--"]
    if created:
        line.branch = created[-1].text
        return frozenset(["create"]), [_ref(created[-1], "branch")]
    if not files and len(texts) == 1 and not _looks_like_file(texts[0].text):
        line.branch = texts[0].text
        forced = command.has("-f", "--force", "--discard-changes")
        return frozenset(["discard", "checkout"] if forced else ["checkout"]), [_ref(texts[0], "branch")]
    if command.has("--staged", "-S") and not command.has("--worktree", "-W"):
        return frozenset(["reset"]), [thing for word in texts for thing in things_of(word, "path", command)]
    return frozenset(["discard"]), [thing for word in texts for thing in things_of(word, "path", command)]


_NEW_BRANCH: Final = ("-b", "-B", "--create", "--force-create", "--orphan")


def _looks_like_file(text: str) -> bool:
    return (
        text in (".", "*", "Makefile", "Dockerfile")
        or (text.isupper() and text.isalpha() and "HEAD" not in text)
        or text.startswith(("./", "../", ":"))
        or bool(re.search(r"\.[a-z]{1,4}$", text))
    )


def _ref(word: Word, kind: str) -> Thing:
    text = word.text.removeprefix("refs/heads/").removeprefix("heads/").removeprefix("origin/")
    return Thing(split(text), text, kind, "object", "operand")
