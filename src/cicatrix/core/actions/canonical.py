"""From an action to its calls: batches and nested calls taken apart, each read by the grammar it is written in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.arguments import Gathered, from_json, gather, thing_of
from cicatrix.core.actions.call import Call, Canonical, Doubt, Source, Thing, Unknown
from cicatrix.core.actions.digest import digest_of
from cicatrix.core.actions.line import PASSING
from cicatrix.core.actions.proven import beside_state
from cicatrix.core.actions.tools import read_name
from cicatrix.core.actions.unicode import clean
from cicatrix.core.actions.words import folded, split, split_name
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.reading.grammar import table

_SHELLS: Final = table("bash sh shell zsh fish terminal exec console cmd powershell ssh command")
_LINES: Final = ("command", "cmd", "script", "line", "commands", "shell", "input", "code")
_ARGVS: Final = ("argv", "args", "arguments", "params")
"""Fields that hold the words after a program's name."""

_DATABASES: Final = table("sql query database db postgre postgres postgresql mysql sqlite bigquery snowflake warehouse")
_STATEMENTS: Final = ("sql", "query", "statement", "command", "queries", "statements", "q")
_PLACES: Final = ("database", "db", "dbname", "schema", "dataset", "catalog", "warehouse", "connection")
_SQL_WORDS: Final = table(
    "select insert update delete drop truncate alter create grant revoke merge replace with copy call begin",
    "explain set show describe vacuum rename exec execute comment lock use start commit rollback declare",
)
_FIRST: Final = regex(r"[A-Za-z]+")
_NAMES: Final = ("name", "tool", "tool_name", "function", "action", "method", "recipient_name")
_ARGS: Final = ("args", "arguments", "params", "parameters", "input", "kwargs")
_EDITS: Final = table("edit set write move")
_NESTED: Final = 6
"""Levels down to which calls inside calls are looked for; what lies deeper is unknown."""


def canonical(action: Action, lexicon: Lexicon) -> Canonical:
    """All calls of an action, and the form that is shown and hashed. Never raises."""
    if action.text and not action.name:
        from cicatrix.core.actions.requests import read_request

        calls = read_request(action.text, lexicon)
        return _whole(_by(action, calls), asks=bool(calls), text=action.text)
    return _whole(_by(action, _calls(action.name, action.resource, action.args, action.context, lexicon, 0)))


def _by(action: Action, calls: Iterable[Call]) -> tuple[Call, ...]:
    """The calls with who acts, where the caller proves it."""
    principal = action.context.get("principal")
    if not isinstance(principal, str) or not principal:
        return tuple(calls)
    return tuple(replace(call, principal=principal) for call in calls)


def _whole(calls: tuple[Call, ...], asks: bool = True, text: str = "") -> Canonical:
    form: JsonObject = {"calls": [_form(call) for call in calls]}
    if text:
        form["text"] = folded(clean(text).text)
    return Canonical(calls, form, digest_of(form), asks=asks)


def _form(call: Call) -> JsonValue:
    """What is shown and hashed of a call: everything that says what would be done, nothing of how it was written."""
    form: JsonObject = {"does": [*sorted(call.verbs)], "values": dict(call.values)}
    if call.tool:
        form["tool"] = call.tool
    if call.argv:
        form["argv"] = [*call.argv]
    wrappers: list[JsonValue] = [wrapper for wrapper in call.wrappers if wrapper not in PASSING]
    if wrappers:
        form["wrappers"] = wrappers
    if call.things:
        # Sorted: the order of an object's keys says nothing, and that of a line's words stands in argv.
        form["things"] = [*sorted(_shown(thing) for thing in call.things if thing.role not in ("field", "tool"))]
    if call.unknown:
        form["unknown"] = [*sorted({f"{unknown.doubt}: {unknown.what}" for unknown in call.unknown})]
    return form


def _shown(thing: Thing) -> str:
    said = thing.literal or " ".join(thing.words)
    return f"{thing.kind or thing.role}: {said}"


def _calls(
    name: str, resource: str, args: JsonObject, context: JsonObject, lexicon: Lexicon, depth: int
) -> Iterator[Call]:
    lines = _shell_lines(name, args)
    if lines:
        from cicatrix.core.actions.commands import read_line

        host = next(
            (str(args[key]) for key in ("host", "hostname", "server", "target") if isinstance(args.get(key), str)), ""
        )
        for line in lines:
            yield from read_line(line, lexicon, context, host)
        return
    statements = _statements(name, args)
    if statements:
        from cicatrix.core.actions.statements import read_statements

        database = next((str(args[key]) for key in _PLACES if isinstance(args.get(key), str)), "")
        for statement in statements:
            yield from read_statements(statement, lexicon, database)
        return
    nested = [*_nested_calls(args, 0)]
    if depth < _NESTED:
        for inner_name, inner_args in nested:
            yield from _calls(inner_name, "", inner_args, context, lexicon, depth + 1)
    if not nested or not _is_envelope(name):
        deep = (Unknown(Doubt.UNPARSED, "calls nested too deeply"),) if nested and depth >= _NESTED else ()
        yield _tool_call(name, resource, args, context, lexicon, deep)


def _tool_call(
    name: str,
    resource: str,
    args: JsonObject,
    context: JsonObject,
    lexicon: Lexicon,
    unknown: tuple[Unknown, ...],
) -> Call:
    """A tool with arguments."""
    cleaned = clean(name)
    named = read_name(cleaned.text, lexicon)
    found = gather(args, lexicon, edits=bool(named.verbs & _EDITS))
    edits = bool(named.verbs & _EDITS)
    proven = beside_state(named.words, found, context, lexicon, edits=edits)
    things = [*_resource(resource, lexicon, found), *proven.things]
    if proven.words:
        kind = lexicon.head(proven.words[-1]) if lexicon.knows(proven.words[-1]) else ""
        things.insert(0, Thing(proven.words, "", kind, "tool"))
    looks = named.reads or found.reads
    forced = {f"{flag}_{verb}" for flag in found.flags for verb in named.verbs}
    done = named.verbs.union(found.verbs, *map(lexicon.families, forced))
    verbs = (named.verbs if named.reads else frozenset(["query"])) if looks else done
    return Call(
        verbs=frozenset(verbs),
        things=(*things, *_surroundings(context)),
        values=found.values | proven.facts,
        tool=folded(cleaned.text),
        words="\n".join(found.words),
        reads=looks,
        changed=proven.changed,
        unknown=(*unknown, *cleaned.unknown, *found.unknown),
        source=Source.JSON,
    )


def _resource(resource: str, lexicon: Lexicon, found: Gathered) -> tuple[Thing, ...]:
    """``pod/billing`` and ``table:orders`` name a class and a thing of it; anything else is a thing."""
    if not resource:
        return ()
    cleaned = clean(resource, "resource")
    found.unknown.extend(cleaned.unknown)
    for separator in ("/", ":"):
        kind, _, rest = cleaned.text.partition(separator)
        if rest and not rest.startswith("/") and lexicon.knows(kind):
            return (thing_of(rest, kind=lexicon.head(kind), pointer="resource"),)
    return (thing_of(cleaned.text, pointer="resource"),)


def _surroundings(context: JsonObject) -> tuple[Thing, ...]:
    """Where it would be done, as far as the caller proves it."""
    things: list[Thing] = []
    for name in ("branch", "environment", "host"):
        value = context.get(name)
        if isinstance(value, str) and value:
            things.append(Thing(split(value), folded(value), name, "place", f"context/{name}"))
    return tuple(things)


def _shell_lines(name: str, args: JsonObject) -> list[str]:
    words = split_name(name)
    if not words or not (_SHELLS & {*words}):
        return []
    for key in _LINES:
        value = args.get(key)
        if isinstance(value, str):
            return [" ".join([value, _quoted(_argv_beside(args))]).strip()]
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            texts = [str(item) for item in value]
            return texts if key == "commands" else [_quoted(texts)]
    return []


def _argv_beside(args: JsonObject) -> list[str]:
    """The words that stand in a field of their own, after the program's name."""
    lists = (value for name in _ARGVS if isinstance(value := args.get(name), list))
    return [str(item) for item in next(lists, []) if isinstance(item, str | int | float)]


def _quoted(argv: list[str]) -> str:
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in argv)


def _statements(name: str, args: JsonObject) -> list[str]:
    is_database = bool(_DATABASES & {*split_name(name)})
    for key in _STATEMENTS:
        value = args.get(key)
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        found = [text for text in texts if isinstance(text, str) and (key == "sql" or is_database or _is_sql(text))]
        if found and (key == "sql" or is_database) and any(map(_is_sql, found)):
            return found
        if found and key in ("query", "statement") and all(map(_is_sql, found)) and len(found[0].split()) > 2:
            return found
    return []


def _is_sql(text: str) -> bool:
    stripped = text.lstrip(" \t\r\n(;")
    while stripped.startswith(("--", "/*")):
        mark, end = ("--", "\n") if stripped.startswith("--") else ("/*", "*/")
        stripped = stripped[len(mark) :].partition(end)[2].lstrip(" \t\r\n(;")
    first = _FIRST.match(stripped)
    return first is not None and first[0].lower() in _SQL_WORDS


def _nested_calls(value: JsonValue, depth: int) -> Iterator[tuple[str, JsonObject]]:
    """Calls that stand inside arguments: in batches, in envelopes of other tools, in strings of JSON."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        inner = from_json(value)
        if inner is not None:
            yield from _nested_calls(inner, depth + 1)
    elif isinstance(value, list):
        for item in value:
            yield from _nested_calls(item, depth + 1)
    elif isinstance(value, dict):
        call = _as_call(value)
        if call is not None:
            yield call
            return
        for item in value.values():
            yield from _nested_calls(item, depth + 1)


def _as_call(value: JsonObject) -> tuple[str, JsonObject] | None:
    function = value.get("function")
    if isinstance(function, dict):
        return _as_call(function)
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    args = next((value[key] for key in _ARGS if key in value), None)
    if isinstance(args, str):
        args = from_json(args)
    return (str(name), args) if name and isinstance(args, dict) else None


_DEEPEST: Final = 64


def _is_envelope(name: str) -> bool:
    """Whether a tool does nothing itself but call others."""
    words = split_name(name)
    return not words or bool({*words} & _ENVELOPES)


_ENVELOPES: Final = table(
    "batch multi parallel bulk call calls tool execute run invoke dispatch sequence transaction proxy"
)
