"""Goes through a line as a shell would, without running anything, and writes down every command it comes to."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cicatrix.core.actions import paths
from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.line import Command, Redirect, Wrapper
from cicatrix.core.actions.shell.expansion import Expander
from cicatrix.core.actions.shell.grammar import read
from cicatrix.core.actions.shell.hidden import lines_in
from cicatrix.core.actions.shell.nodes import (
    Assignment,
    Branches,
    Function,
    Group,
    Loop,
    Node,
    Pipe,
    Redirection,
    Sequence,
    Simple,
)
from cicatrix.core.actions.shell.outputs import output_of
from cicatrix.core.actions.shell.recording import Around, record, unreadable
from cicatrix.core.actions.shell.simple import declares, plain
from cicatrix.core.actions.shell.state import HOLE, State, Token, base, to_word
from cicatrix.core.actions.shell.wrapping import peel
from cicatrix.core.patterns import regex

MAX_STEPS: Final = 4000
"""Nodes that are gone through. A line that needs more is unknown beyond them."""

_WILD: Final = regex(r"[^/]*[*?\[]")
_MAX_VALUE: Final = 20_000  # characters that a variable may hold
_MAX_DEPTH: Final = 10  # lines inside lines, functions inside functions


class TooLong(Exception):
    """The line needs more steps than anybody may ask for."""


class Walker:
    """One line. ``commands`` and ``unknown`` grow while it is walked through."""

    def __init__(self, cwd: str | None) -> None:
        self.state = State(cwd)
        self.commands: list[Command] = []
        self.unknown: list[Unknown] = []
        self.depends = False  # does what runs depend on what happened?
        self._steps = 0
        self._depth = 0
        self._called: set[str] = set()
        self._around = Around(cwd=cwd)

    def line(self, text: str, stdin: str | None = None) -> str | None:
        """Walks through a text of commands; what it writes where that is constant."""
        if self._depth > _MAX_DEPTH:
            raise TooLong
        self._depth += 1
        text = text.replace("\0", "")  # as bash does
        node, broken = read(text, self._depth)
        output = self.node(node, stdin)
        if broken is not None:
            self.unknown.append(Unknown(Doubt.UNPARSED, f"shell that cannot be read: {broken}"))
            self.commands += unreadable(text, self._around, self.state.file)
            output = None
        self._depth -= 1
        return output

    def leftovers(self) -> None:
        """Functions that were written and never called: their commands count, for what calls them may come later."""
        for name, body in list(self.state.functions.items()):
            if name not in self._called:
                self._called.add(name)
                self.state.params = None
                self.node(body, None)

    def node(self, node: Node, stdin: str | None) -> str | None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise TooLong
        if isinstance(node, Simple):
            return self._simple(node, stdin)
        if isinstance(node, Sequence):
            return self._sequence(node, stdin)
        if isinstance(node, Pipe):
            text = stdin
            for part in node.parts:
                text = self._own(part, text)
                text = HOLE if text is None else text
            return None if text == HOLE else text
        if isinstance(node, Function):
            self.state.functions[node.name] = node.body
            return ""
        reads, output = self._redirects(node.redirections)
        stdin = reads if reads is not None else stdin
        if isinstance(node, Group):
            text = self._own(node.body, stdin) if node.own else self.node(node.body, stdin)
        elif isinstance(node, Loop):
            text = self._loop(node, stdin)
        else:
            text = self._branches(node, stdin)
        if output:
            self._emit_redirects(output)
        return self._written(node.redirections, text)

    def _own(self, node: Node, stdin: str | None) -> str | None:
        outer = self.state
        self.state = outer.copy()
        try:
            return self.node(node, stdin)
        finally:
            self.state = outer

    def _substituted(self, node: Node) -> str | None:
        return self._own(node, None)

    def _sequence(self, node: Sequence, stdin: str | None) -> str | None:
        """Beside each way through, what it sets is known; after all of them, only what they agree on."""
        texts: list[str | None] = []
        ways: list[State] = []
        depends = any(operator for _, operator in node.parts)
        for place, (part, operator) in enumerate(node.parts):
            before = "" if operator == "&&" and _is_true(node.parts[place - 1][0]) else operator
            if before == "||":
                self.depends = True
                self.state = _joined(ways)
            texts.append(self.node(part, stdin))
            if depends:
                ways[len(ways) - (not before and place > 0) :] = [self.state.copy()]
        if ways:
            self.state = _joined(ways)
        return None if None in texts else "".join(text for text in texts if text is not None)

    def _branches(self, node: Branches, stdin: str | None) -> str | None:
        self.depends = True
        expander = Expander(self.state, self._substituted)
        for word in node.words:
            expander.words(word)
        for _ in range(2):  # twice, for a part may run again with what another one has set
            after = self.state.copy()
            count = len(self.commands)
            for part in node.parts:
                self.state = self.state.copy()
                self.node(part, stdin)
                after.joined(self.state)
            changed = after.variables != self.state.variables or after.cwd != self.state.cwd
            self.state = after
            self._once(count)
            if not changed:
                break
        return None if node.parts else ""

    def _loop(self, node: Loop, stdin: str | None) -> str | None:
        expander = Expander(self.state, self._substituted)
        tokens = [token for word in node.words or () for token in expander.words(word)]
        values = [_WILD.split(token.text)[0] + HOLE if token.glob else token.text for token in tokens]
        if node.words is None or len(values) > 32:
            values = [HOLE]
        count = len(self.commands)
        for value in [*values, *values[:1]]:  # the first again: with what the body has set
            self.state.variables[node.name] = value
            self.node(node.body, stdin)
        self._once(count)
        return None

    def _once(self, count: int) -> None:
        """Forgets repetitions among the commands since ``count``."""
        self.commands[count:] = dict.fromkeys(self.commands[count:])

    def _simple(self, node: Simple, stdin: str | None) -> str | None:
        expander = Expander(self.state, self._substituted)
        tokens = [token for word in node.words for token in expander.words(word)]
        env = self._assign(node, expander, bool(tokens))
        reads, redirects = self._redirects(node.redirections)
        stdin = reads if reads is not None else stdin
        if not tokens:
            if redirects:
                self._emit_redirects(redirects)
            return ""
        name = base(tokens[0].text)
        body = self.state.functions.get(tokens[0].text)
        if body is not None:
            if tokens[0].text in self.state.perhaps:
                self.run(tokens, stdin, env, redirects)
            return self._function(tokens, body, stdin)
        alias = self.state.aliases.get(tokens[0].text)
        if alias is not None:
            return self.line(" ".join([alias, *(quoted(token.text) for token in tokens[1:])]), stdin)
        text = self.run(tokens, stdin, env, redirects)
        self._builtin(name, tokens, node.assignments, stdin)
        return self._written(node.redirections, text)

    def _assign(self, node: Simple, expander: Expander, runs: bool) -> list[tuple[str, str]]:
        env: list[tuple[str, str]] = []
        for assignment in node.assignments:
            if assignment.value is not None:
                value = expander.text(assignment.value)
                if assignment.adds:
                    value = self.state.variables.get(assignment.name, HOLE) + value
                value = value if len(value) <= _MAX_VALUE else HOLE
                if runs and not declares(node.words[0]):
                    env.append((assignment.name, value))
                else:
                    self.state.variables[assignment.name] = value
                    self.state.arrays.pop(assignment.name, None)
                continue
            items = tuple(token.text for part in assignment.parts for token in expander.words(part))
            if assignment.name in self.state.arrays or assignment.name in self.state.variables:
                items = (HOLE,)  # an element, or something added
            self.state.arrays[assignment.name] = items
            self.state.variables.pop(assignment.name, None)
        return env

    def _function(self, tokens: list[Token], body: Node, stdin: str | None) -> str | None:
        if self._depth > _MAX_DEPTH:
            raise TooLong
        self._called.add(tokens[0].text)
        outer, self.state.params = self.state.params, tuple(token.text for token in tokens)
        self._depth += 1
        text = self.node(body, stdin)
        self._depth -= 1
        self.state.params = outer
        return text

    def _builtin(self, name: str, tokens: list[Token], assigned: tuple[Assignment, ...], stdin: str | None) -> None:
        """What a command changes in the shell itself."""
        state = self.state
        texts = [token.text for token in tokens[1:]]
        words = [text for text in texts if text[:1] != "-"]
        if name in ("cd", "pushd"):
            target = words[0] if words else "~" if not texts else ""
            known = paths.canonical(target, state.cwd or "") if target and HOLE not in target else None
            state.cwd = known if isinstance(known, str) and (state.cwd is not None or known[:1] in "/~") else None
        elif name == "export" or (
            name in ("declare", "typeset") and any("x" in text for text in texts if text[:1] == "-")
        ):
            state.exported |= {word.partition("=")[0] for word in words}
            state.exported |= {one.name for one in assigned}
        elif name == "popd":
            state.cwd = None
        elif name == "unset":
            for word in words:
                state.variables[word] = ""
                state.functions.pop(word, None)
        elif name == "let":
            state.variables |= {word.partition("=")[0]: HOLE for word in words}
        elif name in ("read", "mapfile", "readarray", "getopts"):
            text = (stdin or HOLE).strip("\n")
            for word in words:
                state.variables[word.partition("=")[0]] = text if len(words) == 1 and "\n" not in text else HOLE
        elif name == "printf" and texts[:1] == ["-v"] and len(texts) > 1:
            state.variables[texts[1]] = output_of([tokens[0], *tokens[3:]], None, state.file) or HOLE
        elif name == "set" and texts:
            given = texts[1:] if texts[0] == "--" else words
            state.params = ("bash", *given) if given or texts[0] == "--" else state.params
        elif name == "shift" and state.params:
            count = int(words[0]) if words and words[0].isdigit() else 1
            state.params = (state.params[0], *state.params[1 + count :])
        elif name == "alias":
            for word in words:
                key, equals, value = word.partition("=")
                if equals:
                    state.aliases[key] = value

    def _redirects(self, redirections: list[Redirection]) -> tuple[str | None, list[Redirect]]:
        """What is read from, and the files: input first."""
        expander = Expander(self.state, self._substituted)
        stdin: str | None = None
        found: list[Redirect] = []
        for one in redirections:
            if one.op in ("<<", "<<<"):
                stdin = expander.text(one.target) + ("\n" if one.op == "<<<" else "")
                continue
            tokens = expander.words(one.target)
            text = tokens[0].text if tokens else HOLE
            if one.op in ("<&", ">&") and (text.isdigit() or text.rstrip("-").isdigit() or text == "-"):
                continue
            if one.op in ("<", "<>", "<&"):
                written = self.state.file(text)
                stdin = HOLE if written is None else written
            if one.op != "<" and text in _NOWHERE:
                continue
            mode = "read" if one.op in ("<", "<&") else "append" if one.op in (">>", "&>>") else "write"
            if mode != "read" or self.state.file(text) is None:
                found.append(Redirect(mode, to_word(text, bool(tokens) and tokens[0].glob)))  # type: ignore[arg-type]
        return stdin, found

    def _written(self, redirections: list[Redirection], text: str | None) -> str | None:
        """Keeps what is written into files, as far as it is constant; what remains for the pipe."""
        remains = text
        for one in redirections:
            if one.op not in (">", ">>", ">|", "&>", "&>>"):
                continue
            tokens = Expander(self.state, lambda _: None).words(one.target)
            place = tokens[0].text if tokens else HOLE
            before = (self.state.file(place) or HOLE) if one.op in (">>", "&>>") else ""
            if place not in _NOWHERE:
                self.state.write(place, before + (HOLE if text is None else text))
            remains = ""
        return remains

    def _emit_redirects(self, redirects: list[Redirect]) -> None:
        self.commands.append(
            Command((), wrappers=self._around.wrappers, redirects=tuple(redirects), cwd=self.state.cwd)
        )

    def run(
        self,
        tokens: list[Token],
        stdin: str | None = None,
        env: list[tuple[str, str]] | None = None,
        redirects: list[Redirect] | None = None,
    ) -> str | None:
        """Writes down one command, and what it runs in turn; returns what it writes where that is constant."""
        if self._depth > _MAX_DEPTH:
            raise TooLong
        peeled = peel(tokens, stdin, self.state.file)
        self.unknown += [one for one in peeled.unknown if one.doubt is Doubt.UNPARSED]
        given = None if peeled.reads else stdin
        outer = self._around
        standing = replace(outer, cwd=self.state.cwd)
        inside = standing.within(peeled.wrappers, [*(env or ()), *peeled.env], peeled.cwd, peeled.elsewhere)
        text: str | None = None
        hidden: list[str] = []
        if peeled.words:
            doubts = [one for one in peeled.unknown if one.doubt is not Doubt.UNPARSED]
            recorded = record(peeled.words, inside, self.state.file, given, redirects, doubts)
            self.commands += recorded
            hidden = [line for command in recorded for line in lines_in(command)]
            if all(wrapper.name in _PASSING for wrapper in peeled.wrappers):
                text = output_of(peeled.words, stdin, self.state.file)
            if base(peeled.words[0].text) == "tee":
                for word in peeled.words[1:]:
                    self.state.write(word.text, HOLE if stdin is None else stdin)
        elif redirects:
            self._emit_redirects(redirects)
        self._depth += 1
        self._around = inside
        if (peeled.also or hidden) and not peeled.wrappers:
            self._around = inside.within([Wrapper(base(peeled.words[0].text))], [], "", False)
        for other in peeled.also:
            text = None
            self.run(other)
        for line in hidden:
            self._script(self.state.file(line) or line, ("bash",), False, None)
        for script, params in peeled.lines:
            text = self._script(script, params, peeled.elsewhere, given)
        self._around = outer
        self._depth -= 1
        return text

    def _script(self, script: str, params: tuple[str, ...] | None, elsewhere: bool, stdin: str | None) -> str | None:
        """A line inside the line: without parameters it shares the state (eval), else it is a shell of its own."""
        if params is None:
            return self.line(script, stdin)
        outer = self.state
        self.state = State(params=params) if elsewhere else outer.child(params, dict(self._around.env))
        self.state.cwd = self._around.cwd
        text = self.line(script, stdin)
        self.state = outer
        return text


_NOWHERE: Final = frozenset(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "&1", "&2"])
_PASSING: Final = frozenset(["command", "builtin", "env", "nice", "nohup", "time", "timeout", "stdbuf", "busybox"])


def _is_true(node: Node) -> bool:
    return isinstance(node, Simple) and [plain(word) for word in node.words] in (["true"], [":"])


def _joined(ways: list[State]) -> State:
    """What is known where any of these may have been the way here."""
    state = ways[0].copy()
    for way in ways[1:]:
        state.joined(way)
    return state


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
