"""Commands of bash: lists, pipelines, compounds, redirections, here-documents.

A grammar of our own. The gate must read every line as bash does, and must know when it does not: a general grammar that
mends what it cannot read would mend it into something else than what runs.
"""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.shell.nodes import (
    Branches,
    Broken,
    Function,
    Group,
    Loop,
    Node,
    Pipe,
    Raw,
    Sequence,
    Simple,
)
from cicatrix.core.actions.shell.simple import SimpleReader, plain
from cicatrix.core.patterns import regex

_OPERATOR: Final = regex(r"&&|\|\||\|&|;;&|;;|;&|[;&|\n)]")
_RESERVED: Final = regex(
    r"(?:if|then|elif|else|fi|while|until|do|done|for|select|case|esac|in|function|\{|\}|!|\[\[|time|coproc)"
    r"(?=[\s;&|()<>]|\\\n|$)"
)
_CLOSING: Final = frozenset(["then", "elif", "else", "fi", "do", "done", "esac", "}"])


class Grammar(SimpleReader):
    """Reads a text of bash into nodes. Raises Broken."""

    def __init__(self, text: str, depth: int = 0) -> None:
        super().__init__(text, depth)
        self._closed = ""
        self.read: list[Node] = []  # whole commands of the top level, kept where what follows is broken

    def whole(self) -> Node:
        """The whole text."""
        self._lists("", self.read)
        if self.at < len(self.text):
            raise self.broken(f"{self.text[self.at]!r} where a command should be")
        return Sequence(tuple((node, "") for node in self.read))

    def program(self, text: str) -> Node:
        return Grammar(text, self.depth).whole()

    def commands(self, closing: str) -> Node:
        waiting, self.waiting = self.waiting, []
        found: list[Node] = []
        self._lists(closing, found)
        self.bodies()
        self.waiting = waiting
        if not self.text.startswith(closing, self.at):
            raise self.broken(f"{closing!r} is missing")
        self.at += len(closing)
        return Sequence(tuple((node, "") for node in found))

    def _lists(self, closing: str, found: list[Node]) -> None:
        """Commands until ``closing``, a word that closes, or the end; none of these is read."""
        while True:
            self.space(lines=True)
            if self.at >= len(self.text) or self._closes(closing):
                return
            found.append(self._and_or())
            self.space()
            operator = _OPERATOR.match(self.text, self.at)
            if operator is None:
                if self.at < len(self.text) and not self._closes(closing):
                    raise self.broken(f"{self.text[self.at]!r} after a command")
            elif operator[0] in (";", "&", "\n"):
                self.at = operator.end()
                if operator[0] == "\n":
                    self.bodies()
            elif not self._closes(closing):
                return

    def _closes(self, closing: str) -> bool:
        if closing and self.text.startswith(closing, self.at):
            return True
        return (
            self._reserved() in _CLOSING or self.text.startswith(";;", self.at) or self.text.startswith(";&", self.at)
        )

    def _reserved(self) -> str:
        match = _RESERVED.match(self.text, self.at)
        return match[0] if match is not None else ""

    def _and_or(self) -> Node:
        parts: list[tuple[Node, str]] = [(self._pipeline(), "")]
        while True:
            self.space()
            operator = self.text[self.at : self.at + 2]
            if operator not in ("&&", "||"):
                return parts[0][0] if len(parts) == 1 else Sequence(tuple(parts))
            self.at += 2
            self.space(lines=True)
            parts.append((self._pipeline(), operator))

    def _pipeline(self) -> Node:
        while self._reserved() in ("!", "time", "coproc"):
            word = self._reserved()
            self.at += len(word)
            self.space()
            if word == "time" and self.text.startswith("-p", self.at):
                self.at += 2
                self.space()
        parts = [self.command()]
        while True:
            self.space()
            if not self.text.startswith("|", self.at) or self.text.startswith("||", self.at):
                return parts[0] if len(parts) == 1 else Pipe(tuple(parts))
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.space(lines=True)
            parts.append(self.command())

    def command(self) -> Node:
        self.deeper()
        node = self._compound()
        if node is None:
            node = self.simple()
        elif not isinstance(node, Function | Simple):
            self.redirections(node.redirections)  # type: ignore[union-attr]
        self.depth -= 1
        return node

    def _compound(self) -> Node | None:
        if self.text.startswith("((", self.at):
            inside = self.balanced(self.at + 2)
            if inside is not None:
                return Branches((), (self.inner(inside),))
        if self.text.startswith("(", self.at):
            self.at += 1
            return Group(self.commands(")"), own=True)
        word = self._reserved()
        if word in ("", "time", "!", "in"):
            return None
        self.at += len(word)
        if word == "{":
            body = self.commands("}")
            return Group(body, own=False)
        if word == "if":
            return self._branches("fi")
        if word in ("while", "until"):
            condition = self._up_to("do")
            return Branches((condition, self._up_to("done")))
        if word in ("for", "select"):
            return self._for()
        if word == "case":
            return self._case()
        if word == "function":
            self.space()
            name = self.word()
            self.space()
            if self.text.startswith("()", self.at):
                self.at += 2
            self.space(lines=True)
            return Function(plain(name), self.command())
        if word == "[[":
            return self._test()
        raise self.broken(f"{word!r} where a command should be")

    def _up_to(self, *closing: str) -> Node:
        found: list[Node] = []
        self._lists("", found)
        word = self._reserved()
        if word not in closing:
            raise self.broken(f"{closing[0]!r} is missing")
        self.at += len(word)
        self._closed = word
        return Sequence(tuple((node, "") for node in found))

    def _branches(self, end: str) -> Node:
        parts: list[Node] = []
        while True:
            parts.append(self._up_to("then", "elif", "else", end))
            if self._closed == end:
                return Branches(tuple(parts))

    def _for(self) -> Node:
        self.space()
        if self.text.startswith("((", self.at):
            inside = self.balanced(self.at + 2)
            if inside is None:
                raise self.broken("a loop that is not closed")
            name, words = "", None
            extra: Raw = self.inner(inside)
        else:
            name, words, extra = plain(self.word()), None, ()
            self.space(lines=True)
            if self._reserved() == "in":
                self.at += 2
                words = self._words()
        self.space()
        if self.text.startswith(";", self.at):
            self.at += 1
        self.space(lines=True)
        if self._reserved() == "{":
            self.at += 1
            body = self.commands("}")
        elif self._reserved() == "do":
            self.at += 2
            body = self._up_to("done")
        else:
            raise self.broken("'do' is missing")
        if extra:
            return Branches((body,), (extra,))
        return Loop(name, words, body)

    def _words(self) -> tuple[Raw, ...]:
        words: list[Raw] = []
        while True:
            self.space()
            word = self.word()
            if not word:
                return tuple(words)
            words.append(word)

    def _case(self) -> Node:
        self.space()
        subject = self.word()
        self.space(lines=True)
        if self._reserved() != "in":
            raise self.broken("'in' is missing")
        self.at += 2
        parts: list[Node] = []
        while True:
            self.space(lines=True)
            if self._reserved() == "esac":
                self.at += 4
                return Branches(tuple(parts), (subject,))
            if self.text.startswith("(", self.at):
                self.at += 1
            while True:
                self.space()
                if not self.word():
                    raise self.broken("a case without a pattern")
                self.space()
                if not self.text.startswith("|", self.at):
                    break
                self.at += 1
            if not self.text.startswith(")", self.at):
                raise self.broken("')' is missing")
            self.at += 1
            found: list[Node] = []
            self._lists("", found)
            parts.append(Sequence(tuple((node, "") for node in found)))
            ending = next((mark for mark in (";;&", ";;", ";&") if self.text.startswith(mark, self.at)), "")
            self.at += len(ending)
            self.space(lines=True)
            if not ending and self._reserved() != "esac":
                raise self.broken("';;' is missing")

    def _test(self) -> Node:
        """``[[ … ]]``: what it compares is nothing to us, what it substitutes is run."""
        words: list[Raw] = []
        while True:
            self.space(lines=True)
            if self.text.startswith("]]", self.at):
                self.at += 2
                return Branches((), tuple(words))
            word = self.word()
            if word:
                words.append(word)
            elif self.at < len(self.text):
                self.at += 1  # operators of the test: && || ( ) < >
            else:
                raise self.broken("']]' is missing")


def read(text: str, depth: int = 0) -> tuple[Node, Broken | None]:
    """The commands of a text, and why it ends before its end."""
    grammar = Grammar(text, depth)
    try:
        return grammar.whole(), None
    except Broken as broken:
        return Sequence(tuple((node, "") for node in grammar.read)), broken
