"""Words of bash: quotes, variables, substitutions. A scanner over one text; the grammar of commands builds on it."""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.shell.nodes import (
    Arithmetic,
    Broken,
    Literal,
    Node,
    Part,
    Raw,
    Substitution,
    Variable,
)
from cicatrix.core.patterns import regex

MAX_DEPTH: Final = 24
"""Constructs inside one another. Nobody writes that many; whoever does hides something or wants the stack."""

_PLAIN: Final = regex(r"[^\s;&|()<>\\'\"`$]+")
_IN_QUOTES: Final = regex(r"[^\\\"`$]+")
_NAME: Final = regex(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]|[@*#?$!-]")
_BRACED_NAME: Final = regex(r"(?P<odd>[!#](?=[A-Za-z0-9_@*]))?(?P<name>[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])")
_OPERATOR: Final = regex(r":?[-=+?]|##?|%%?|//?[#%]?|\^\^?|,,?|:|@|\[")
_ODD: Final = {"#": "length", "!": "indirect"}
_ANSI: Final = regex(
    r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))", 16
)  # DOTALL
_ANSI_LETTERS: Final = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


class Scanner:
    """Reads words from ``text`` at ``at``. ``depth`` counts what is open."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.text = text
        self.at = 0
        self.depth = depth

    def commands(self, closing: str) -> Node:
        """The commands up to ``closing``, which is read too. The grammar's."""
        raise NotImplementedError

    def program(self, text: str) -> Node:
        """The commands of another text, such as that of backticks. The grammar's."""
        raise NotImplementedError

    def broken(self, what: str) -> Broken:
        return Broken(what, self.at)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.broken(f"more than {MAX_DEPTH} levels of nesting")

    def word(self) -> Raw:
        """The word that begins here; empty where none does."""
        parts: list[Part] = []
        text, end = self.text, len(self.text)
        while self.at < end:
            plain = _PLAIN.match(text, self.at)
            if plain is not None:
                parts.append(Literal(plain[0]))
                self.at = plain.end()
                continue
            char = text[self.at]
            if char == "\\":
                self._escaped(parts)
            elif char == "'":
                parts.append(Literal(self._until("'"), quoted=True))
            elif char == '"':
                self.at += 1
                parts += self.quoted('"')
            elif char == "`":
                parts.append(self._backticks(False))
            elif char == "$":
                parts += self._dollar(False)
            elif char in "<>" and text.startswith("(", self.at + 1):
                self.at += 2
                self.deeper()
                parts.append(Substitution(self.commands(")"), False, char))
                self.depth -= 1
            else:
                break
        return tuple(parts)

    def quoted(self, closing: str) -> list[Part]:
        """What stands between double quotes, the closing one read too; to the end of the text where ``closing`` is
        empty. There is always a part, since "" is a word."""
        parts: list[Part] = [Literal("", quoted=True)]
        text, end = self.text, len(self.text)
        while self.at < end:
            plain = _IN_QUOTES.match(text, self.at)
            if plain is not None:
                parts.append(Literal(plain[0], quoted=True))
                self.at = plain.end()
                continue
            char = text[self.at]
            if char == '"':
                self.at += 1
                if closing:
                    return parts
                parts.append(Literal('"', quoted=True))
            elif char == "\\":
                after = text[self.at + 1 : self.at + 2]
                if after != "\n":
                    special = after in ("$", "`", "\\") or (after == '"' and bool(closing))
                    parts.append(Literal(after if special else f"\\{after}", quoted=True))
                self.at = min(self.at + 2, end)
            elif char == "`":
                parts.append(self._backticks(True))
            else:
                parts += self._dollar(True)
        if closing:
            raise self.broken("a quotation that does not end")
        return parts

    def _escaped(self, parts: list[Part]) -> None:
        after = self.text[self.at + 1 : self.at + 2]
        if after != "\n":
            parts.append(Literal(after or "\\", quoted=True))
        self.at = min(self.at + 2, len(self.text))

    def _until(self, quote: str) -> str:
        close = self.text.find(quote, self.at + 1)
        if close < 0:
            raise self.broken("a quotation that does not end")
        inner = self.text[self.at + 1 : close]
        self.at = close + 1
        return inner

    def _dollar(self, quoted: bool) -> list[Part]:
        text = self.text
        after = text[self.at + 1 : self.at + 2]
        if after == "(":
            return [self._arithmetic(quoted) if text.startswith("$((", self.at) else self._substitution(quoted)]
        if after == "{":
            self.at += 2
            return [self._braced(quoted)]
        if after == "'" and not quoted:
            self.at += 1
            return [Literal(self._ansi(), quoted=True)]
        if after == '"' and not quoted:
            self.at += 2
            return self.quoted('"')
        if after == "[":
            close = text.find("]", self.at)
            self.at = close + 1 if close > 0 else len(text)
            return [Arithmetic(())]
        name = _NAME.match(text, self.at + 1)
        if name is None:
            self.at += 1
            return [Literal("$", quoted=True)]
        self.at = name.end()
        return [Variable(name[0], quoted=quoted, bare=True)]

    def _substitution(self, quoted: bool) -> Substitution:
        self.at += 2
        self.deeper()
        body = self.commands(")")
        self.depth -= 1
        return Substitution(body, quoted)

    def _arithmetic(self, quoted: bool) -> Part:
        """``$((…))``, or ``$( (…) )`` where no ``))`` ends it."""
        inside = self.balanced(self.at + 3)
        if inside is None:
            return self._substitution(quoted)
        return Arithmetic(self.inner(inside))

    def balanced(self, start: int) -> str | None:
        """The text from ``start`` to the ``))`` that ends it, which is read too; None where there is none."""
        level = 0
        for place in range(start, len(self.text)):
            char = self.text[place]
            if char == "(":
                level += 1
            elif char == ")":
                if level == 0:
                    if not self.text.startswith("))", place):
                        return None
                    self.at = place + 2
                    return self.text[start:place]
                level -= 1
        return None

    def inner(self, text: str) -> Raw:
        """What is expanded inside a text that is no word: arithmetic, the body of a here-document."""
        if "$" not in text and "`" not in text and "\\" not in text:
            return (Literal(text, quoted=True),)
        self.deeper()
        scanner = type(self)(text, self.depth)
        parts = scanner.quoted("")
        self.depth -= 1
        return tuple(parts)

    def _braced(self, quoted: bool) -> Variable:
        name = _BRACED_NAME.match(self.text, self.at)
        if name is None:
            raise self.broken("an expansion without a name")
        self.at = name.end()
        operator = _OPERATOR.match(self.text, self.at)
        op = operator[0] if operator is not None else ""
        self.at += len(op)
        self.deeper()
        arg = self._to_brace(quoted)
        self.depth -= 1
        return Variable(name["name"], "indirect" if name["odd"] and op else _ODD.get(name["odd"], op), arg, quoted)

    def _to_brace(self, quoted: bool) -> Raw:
        parts: list[Part] = []
        text, end = self.text, len(self.text)
        while self.at < end:
            char = text[self.at]
            if char == "}":
                self.at += 1
                return tuple(parts)
            if char == "\\":
                self._escaped(parts)
            elif char == "'" and not quoted:
                parts.append(Literal(self._until("'"), quoted=True))
            elif char == '"':
                self.at += 1
                parts += self.quoted('"')
            elif char == "`":
                parts.append(self._backticks(quoted))
            elif char == "$":
                parts += self._dollar(quoted)
            else:
                parts.append(Literal(char, quoted=quoted))
                self.at += 1
        raise self.broken("an expansion that does not end")

    def _backticks(self, quoted: bool) -> Substitution:
        start = self.at
        self.at += 1
        body: list[str] = []
        while True:
            if self.at >= len(self.text):
                self.at = start
                raise self.broken("backticks that do not end")
            char = self.text[self.at]
            self.at += 1
            if char == "`":
                break
            if char == "\\" and self.text[self.at : self.at + 1] in ("`", "\\", "$", '"' if quoted else "`"):
                char = self.text[self.at]
                self.at += 1
            body.append(char)
        self.deeper()
        inner = self.program("".join(body))
        self.depth -= 1
        return Substitution(inner, quoted)

    def _ansi(self) -> str:
        """``$'…'``: the text, escapes decoded."""
        start, place = self.at + 1, self.at + 1
        while self.text[place : place + 1] not in ("'", ""):
            place += 2 if self.text[place] == "\\" else 1
        if place >= len(self.text):
            raise self.broken("a quotation that does not end")
        self.at = place + 1
        return decoded(self.text[start:place]).partition("\0")[0]


def decoded(text: str) -> str:
    """A text with its backslashes decoded as in ``$'…'``."""

    def one(match: object) -> str:
        hexed, short, long, octal, control, letter = match.groups()  # type: ignore[attr-defined]
        if hexed or short or long or octal:
            number = int(octal, 8) & 0xFF if octal else int(hexed or short or long, 16)
            return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
        if control:
            return chr(ord(control) & 0x1F)
        return _ANSI_LETTERS.get(letter, letter if letter in "\\'\"?" else f"\\{letter}")

    return _ANSI.sub(one, text) if "\\" in text else text
