"""What a command does: programs and their subcommands as families, their operands as things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.call import Call, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.deeds import Deed, deed
from cicatrix.core.actions.file_tools import read_copy, read_dd, read_find, read_sed
from cicatrix.core.actions.git import read_git
from cicatrix.core.actions.line import Command, Word
from cicatrix.core.actions.net_tools import read_cloud, read_fetch, read_http, read_pipe
from cicatrix.core.actions.operands import (
    PLAIN,
    Line,
    computed,
    is_dry,
    operands,
    option_things,
    surroundings,
    things_of,
    values_of,
    word_of,
)
from cicatrix.core.actions.shell import parse
from cicatrix.core.actions.tools import read_name, reads
from cicatrix.core.actions.words import folded, split
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.reading.grammar import table

_SUBCOMMANDS: Final = 4
"""Words after an unknown program in which its verb is looked for."""

_TEXTS: Final = table("--message --text --body --title --subject --data --note --comment --description -m --content")


def read_line(line: str, lexicon: Lexicon, context: JsonObject, host: str = "") -> tuple[Call, ...]:
    """The calls of a shell line, nested commands too. ``host`` is where it runs, where a tool says so."""
    given = context.get("cwd")
    shell = parse(line, given if isinstance(given, str) else "")
    branch = context.get("branch")
    seen = Line(lexicon, host, branch if isinstance(branch, str) else "")
    calls = [call for command in shell.commands for call in _calls(command, seen)]
    calls += _run_unread(shell.commands, seen)
    if shell.unknown or not calls:
        hidden = shell.unknown or ((Unknown(Doubt.OPAQUE, "an empty command"),) if not shell.commands else ())
        if hidden:
            calls.append(Call(frozenset(), (), {"/line": line}, unknown=hidden, source=Source.SHELL))
    if shell.written and calls:  # two lines whose commands look the same and are computed are two calls
        calls[0] = replace(calls[0], values={**calls[0].values, "/line": shell.written})
    return tuple(calls)


def _run_unread(commands: Sequence[Command], line: Line) -> Iterator[Call]:
    """A script that is fetched and handed to an interpreter in the same line is run without being read."""
    fetched = [command for command in commands if command.name[:1] in (("curl",), ("wget",))]
    blind = any(
        command.name and command.name[0] in _RUNNERS and any(one.doubt is Doubt.COMPUTED for one in command.unknown)
        for command in commands
    )
    if not fetched or not blind:
        return
    for command in fetched:
        program = command.name[0]
        address = [thing for word in command.operands for thing in things_of(word, "", command)]
        script = Thing(("downloaded", "script"), "", "script", "object", "operand")
        source = Thing((program,), program, "", "source", "operand")
        yield Call(
            frozenset(["run", "download"]),
            (script, source, *address, *surroundings(command, line)),
            {"/run": program},
            argv=(program, "run"),
            source=Source.SHELL,
        )


_RUNNERS: Final = table("bash sh zsh dash ksh fish python python3 perl ruby node php eval source")


def _calls(command: Command, line: Line) -> Iterator[Call]:
    yield from (call for code in command.code if code.language == "sql" for call in _sql(code.text, command, line))
    yield from _redirected(command, line)
    if not command.name and not command.unknown:
        return
    argv = _argv(command)
    base = Call(
        verbs=frozenset(),
        things=tuple(surroundings(command, line)),
        values=values_of(command),
        tool=" ".join(command.name),
        argv=argv,
        wrappers=tuple(wrapper.name for wrapper in command.wrappers),
        words="\n".join(word.text for word in _texts(command)),
        unknown=(*command.unknown, *computed(command), *_programs(command)),
        source=Source.SHELL,
    )
    yield from _read(command, base, line)


def _programs(command: Command) -> Iterator[Unknown]:
    """Code of another language inside the line: what it does, the line does not say."""
    for code in command.code:
        if code.language not in _HARMLESS:
            yield Unknown(Doubt.OPAQUE, f"what a program in {code.language} does")


_HARMLESS: Final = table("sql sed awk jq")


def _read(command: Command, base: Call, line: Line) -> Iterator[Call]:
    """The program's own grammar first, then the table, then the words of its subcommands."""
    program = command.name[0] if command.name else ""
    if program in ("cd", "pushd", "popd"):
        return
    special = _GRAMMARS.get(program)
    if special is not None:
        yield from special(command, base, line)
        return
    known = deed(command.name)
    if known is not None:
        yield _by_table(command, base, known[0], known[1])
        return
    yield _by_words(command, base, line)


def _by_table(command: Command, base: Call, known: Deed, size: int) -> Call:
    names = [*map(word_of, command.name[size:]), *command.operands]
    things = (*operands(names, known.kind, command), *_selected(command, known.kind))
    families = known.families
    looks = known.looks or is_dry(command)
    if looks:
        families = (known.families if known.looks else frozenset()) or frozenset(["query"])
    elif command.name[:2] == ("kubectl", "delete"):
        computed = any(not word.known for word in command.operands)
        families |= {"restart"} if computed or any(thing.kind in _SUPERVISED for thing in things) else frozenset()
    return replace(base, verbs=families, things=(*things, *base.things), reads=looks)


def _selected(command: Command, kind: str) -> Iterator[Thing]:
    """What a label picks out of a cluster: ``-l app=billing`` is billing."""
    if kind == "kube":
        for word in command.values("--selector"):
            for part in word.text.split(","):
                name = part.rpartition("=")[2]
                yield Thing(split(name), folded(name), "", "object", "operand")


_SUPERVISED: Final = table("pod deployment statefulset daemonset replicaset deploy sts ds rs po")


def _by_words(command: Command, base: Call, line: Line) -> Call:
    """A program that no table knows: its verb is the first of its words that is one."""
    lexicon = line.lexicon
    program = word_of(command.name[0]) if command.name else None
    words = [*map(word_of, command.name[1:]), *command.operands]
    plain: list[str] = []
    script = base.tool in _RUNNERS and bool(words) and PLAIN.fullmatch(words[0].text) is None
    for word in words[1 if script else 0 :][:_SUBCOMMANDS]:
        if not word.known or not PLAIN.fullmatch(word.text):
            break
        plain.append(word.text)
    size, verbs, looks = _verb_of(plain, lexicon)
    if not verbs and program is not None and not looks:
        named = read_name(program.text, lexicon)
        verbs, looks = named.verbs, named.reads and not plain
    opaque = program is None or _is_opaque(command)
    unknown = (
        (Unknown(Doubt.OPAQUE, f"what {command.path or base.tool or 'a computed program'} does"),) if opaque else ()
    )
    rest = [word for place, word in enumerate(words) if place != size - 1]
    things = [thing for word in rest for thing in things_of(word, "", command)]
    things += option_things(command, lexicon)
    nouns = tuple(word for text in plain if text != (plain[size - 1] if size else "") for word in split(text))
    if nouns:
        kind = lexicon.head(nouns[-1]) if lexicon.knows(nouns[-1]) else ""
        things.append(Thing(nouns, "", kind, "tool"))
    looks = looks or is_dry(command)
    return replace(
        base,
        verbs=frozenset(["query"]) if looks and verbs else verbs,
        things=(*things, *base.things),
        reads=looks,
        unknown=(*base.unknown, *unknown),
    )


def _verb_of(words: Sequence[str], lexicon: Lexicon) -> tuple[int, frozenset[str], bool]:
    """Where the verb stands (one past it), its families, and whether it only looks."""
    late: tuple[int, frozenset[str]] = (0, frozenset())
    for place, text in enumerate(words):
        parts = split(text)
        if not parts:
            continue
        if reads(parts, lexicon) and not (place == 0 and len(words) > 1 and lexicon.acts(words[1])):
            return place + 1, lexicon.families(parts[0]) or frozenset(["query"]), True
        named = read_name(text, lexicon)
        if named.verbs and not lexicon.knows(parts[0]):
            return (
                place + 1,
                named.verbs.union(*(lexicon.families(word) for word in words[:place] if _is_light(parts[0]))),
                False,
            )
        if named.verbs and not late[0]:
            late = (place + 1, named.verbs)
    return (*late, False)


def _is_light(word: str) -> bool:
    return word in ("create", "add", "run", "submit", "issue", "new", "make", "start", "place")


def _is_opaque(command: Command) -> bool:
    return bool(
        command.path and "/" in command.path and not command.path.startswith(("/usr/", "/bin/", "/sbin/", "/opt/"))
    )


_GRAMMARS: Final = {
    "git": read_git, "cp": read_copy, "mv": read_copy, "rsync": read_copy, "scp": read_copy, "install": read_copy,
    "sed": read_sed, "dd": read_dd, "find": read_find, "curl": read_fetch, "wget": read_fetch, "aws": read_cloud,
    "http": read_http, "https": read_http, "xh": read_http, "nc": read_pipe, "ncat": read_pipe, "netcat": read_pipe,
    "gcloud": read_cloud, "az": read_cloud, "gsutil": read_cloud,
}  # fmt: skip


def _sql(text: Word, command: Command, line: Line) -> Iterator[Call]:
    from cicatrix.core.actions.statements import read_statements

    where = tuple(surroundings(command, line))
    wrappers = tuple(wrapper.name for wrapper in command.wrappers)
    for call in read_statements(text.text, line.lexicon):
        unknown = call.unknown if text.known else (*call.unknown, Unknown(Doubt.COMPUTED, "a part of the SQL"))
        yield replace(call, things=(*call.things, *where), wrappers=wrappers, unknown=unknown)


def _redirected(command: Command, line: Line) -> Iterator[Call]:
    for redirect in command.redirects:
        things = tuple(things_of(redirect.target, "path", command))
        reading = redirect.mode == "read"
        verbs = frozenset(
            ["read"] if reading else ["write", "edit"] if redirect.mode == "append" else ["write", "replace"]
        )
        if things and things[0].literal in ("/dev/null", "/dev/stderr", "/dev/stdout"):
            continue
        unknown = () if redirect.target.known else (Unknown(Doubt.COMPUTED, "a file that is computed", "operand"),)
        text = command.stdin.text if command.stdin is not None else " ".join(word.text for word in command.operands)
        yield Call(
            verbs,
            (*things, *surroundings(command, line)),
            {"/file": redirect.target.text, "/mode": redirect.mode},
            words=text,
            reads=reading,
            unknown=unknown,
            source=Source.SHELL,
            wrappers=tuple(wrapper.name for wrapper in command.wrappers),
        )


def _texts(command: Command) -> list[Word]:
    words = [*command.values(*_TEXTS)]
    return [*words, *([command.stdin] if command.stdin is not None else [])]


def _argv(command: Command) -> tuple[str, ...]:
    words = [*command.name, *(word.text if word.known else f"{word.prefix}…" for word in command.operands)]
    return (*words, *dict.fromkeys(sorted(option.name for option in command.options)))
