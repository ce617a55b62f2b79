"""Simple commands: assignments, words, redirections, here-documents."""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.shell.nodes import Assignment, Function, Literal, Node, Raw, Redirection, Simple
from cicatrix.core.actions.shell.words import Scanner
from cicatrix.core.patterns import regex

_BLANK: Final = regex(r"(?:[ \t]|\\\n)*")
_COMMENT: Final = regex(r"#[^\n]*")
_REDIRECTION: Final = regex(r"(?:\d+|\{\w+\})?(<<<|<<-?|<>|<&|>>|>\||>&|<(?!\()|>(?!\())|(&>>|&>)")
_ASSIGNMENT: Final = regex(r"([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=")
_FUNCTION: Final = regex(r"([^\s;&|()<>\\'\"`$={}]+)[ \t]*\([ \t]*\)")
_DECLARING: Final = frozenset(["export", "declare", "typeset", "local", "readonly"])


class SimpleReader(Scanner):
    """Reads commands without grammar inside; what stands around them is the grammar's."""

    def __init__(self, text: str, depth: int = 0) -> None:
        super().__init__(text, depth)
        self.waiting: list[tuple[Redirection, str, bool, bool]] = []  # here-documents whose bodies come after the line

    def command(self) -> Node:
        """The command that begins here. The grammar's."""
        raise NotImplementedError

    def space(self, lines: bool = False) -> None:
        while True:
            match = _BLANK.match(self.text, self.at)
            assert match is not None
            self.at = match.end()
            char = self.text[self.at : self.at + 1]
            if char == "#":
                comment = _COMMENT.match(self.text, self.at)
                assert comment is not None
                self.at = comment.end()
            elif char == "\n" and lines:
                self.at += 1
                self.bodies()
            else:
                return

    def simple(self) -> Node:
        function = _FUNCTION.match(self.text, self.at)
        if function is not None:
            self.at = function.end()
            self.space(lines=True)
            return Function(function[1], self.command())
        start = self.at
        words: list[Raw] = []
        assignments: list[Assignment] = []
        redirections: list[Redirection] = []
        while True:
            self.space() if self.at == start or self.text[self.at - 1] in " \t\n" else self._blank()
            if self._redirection(redirections):
                continue
            if not words or declares(words[0]):
                assignment = self._assignment()
                if assignment is not None:
                    assignments.append(assignment)
                    continue
            word = self.word()
            if not word:
                break
            words.append(word)
        if self.at == start:
            raise self.broken(f"{self.text[self.at : self.at + 1]!r} where a command should be")
        return Simple(tuple(words), tuple(assignments), redirections)

    def _blank(self) -> None:
        match = _BLANK.match(self.text, self.at)
        assert match is not None
        if match.end() > self.at:
            self.at = match.end()
            self.space()

    def _assignment(self) -> Assignment | None:
        match = _ASSIGNMENT.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        if self.text.startswith("(", self.at):
            self.at += 1
            parts: list[Raw] = []
            while True:
                self.space(lines=True)
                word = self.word()
                if not word:
                    break
                parts.append(word)
            if not self.text.startswith(")", self.at):
                raise self.broken("an array that does not end")
            self.at += 1
            return Assignment(match[1], None, tuple(parts))
        value = self.word()
        return Assignment(match[1], None if match[2] else value, (value,), bool(match[3]))

    def redirections(self, found: list[Redirection]) -> None:
        while True:
            self.space()
            if not self._redirection(found):
                return

    def _redirection(self, found: list[Redirection]) -> bool:
        match = _REDIRECTION.match(self.text, self.at)
        if match is None:
            return False
        op = match[1] or match[2]
        self.at = match.end()
        self.space()
        word = self.word()
        if not word:
            raise self.broken("a redirection to nothing")
        redirection = Redirection("<<" if op == "<<-" else op, () if op in ("<<", "<<-") else word)
        if op in ("<<", "<<-"):
            end = "".join(part.text if isinstance(part, Literal) else "" for part in word)
            quoted = any(isinstance(part, Literal) and part.quoted for part in word)
            self.waiting.append((redirection, end, quoted, op == "<<-"))
        found.append(redirection)
        return True

    def bodies(self) -> None:
        """Reads the bodies of here-documents, which begin here."""
        waiting, self.waiting = self.waiting, []
        for redirection, end, quoted, tabs in waiting:
            lines: list[str] = []
            while self.at < len(self.text):
                close = self.text.find("\n", self.at)
                close = len(self.text) if close < 0 else close
                line = self.text[self.at : close]
                self.at = min(close + 1, len(self.text))
                line = line.lstrip("\t") if tabs else line
                if line == end:
                    break
                lines.append(f"{line}\n")
            body = "".join(lines)
            redirection.target = (Literal(body, quoted=True),) if quoted else self.inner(body)


def declares(word: Raw) -> bool:
    """Is it a command whose operands are assignments?"""
    return plain(word) in _DECLARING


def plain(word: Raw) -> str:
    """The text of a word that is a name."""
    return "".join(part.text if isinstance(part, Literal) else "$" for part in word)
