"""Words of a command, told apart: subcommands, options, operands. Options are a set, and each has one name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.actions.shell.programs import Program, program, same

_UNKNOWN: Final = Program()


@dataclass(slots=True)
class Parsed:
    """``name``: the program and its subcommands as the table knows them. ``rest``: where the operands begin that are
    another command, for what runs one."""

    name: list[str]
    options: list[tuple[str, str | None]] = field(default_factory=list)
    operands: list[int] = field(default_factory=list)
    rest: int = 0

    def has(self, *names: str) -> bool:
        return any(option in names for option, _ in self.options)

    def value(self, *names: str) -> str | None:
        return next((value for option, value in reversed(self.options) if option in names and value is not None), None)


def parse(name: str, words: list[str], first: bool = False) -> Parsed:
    """``words`` are those after the program's name. With ``first``, reading ends at the first operand, as it does for
    programs that run another one. Operands are given by their places in ``words``."""
    path = same(name).split(" ")
    known = program(" ".join(path))
    parsed = Parsed(path)
    if known is None:
        known = _UNKNOWN
        joined = False
    else:
        joined = True
    options, levels = known.options, known.levels
    place = 0
    if known.bundle and words and words[0][:1] not in ("-", "") and not first:
        words = [f"-{words[0]}", *words[1:]]
    while place < len(words):
        word = words[place]
        place += 1
        if word == "--":
            parsed.operands += range(place, len(words))
            break
        if len(word) > 1 and word[0] == "-":
            place += _option(word, words[place] if place < len(words) else None, options, known.long, joined, parsed)
        elif levels:
            levels -= 1
            parsed.name.append(word)
            deeper = program(" ".join(parsed.name))
            if deeper is not None:
                options, levels = options | deeper.options, deeper.levels
        elif first:
            place -= 1
            break
        else:
            parsed.operands.append(place - 1)
    parsed.rest = place
    parsed.options = sorted(set(parsed.options), key=lambda option: (option[0], option[1] or ""))
    return parsed


def _option(
    word: str, after: str | None, options: dict[str, tuple[str, bool | None]], long: bool, joined: bool, parsed: Parsed
) -> int:
    """Reads one word of options; returns how many words after it are its value."""
    head, equals, value = word.partition("=")
    if word.startswith("--") or long:
        known = _spelt(head, options, long)
        if known is None:
            parsed.options.append((head, value if equals else _beside(after)))
            return 0
        full, takes = known
        if equals:
            parsed.options.append((full, value))
            return 0
        if takes and after is not None:
            parsed.options.append((full, after))
            return 1
        parsed.options.append((full, None))
        return 0
    if word in options:
        full, takes = options[word]
        parsed.options.append((full, after if takes else None))
        return 1 if takes and after is not None else 0
    if not joined or word[1:].isdigit():
        parsed.options.append((head, value if equals else _beside(after)))
        return 0
    letters = word[1:]
    for place, letter in enumerate(letters):
        full, takes = options.get(f"-{letter}", (f"-{letter}", False))
        rest = letters[place + 1 :]
        if takes or (takes is None and rest):
            value_of = rest.removeprefix("=") if rest else after
            parsed.options.append((full, value_of))
            return 0 if rest or after is None else 1
        parsed.options.append((full, None))
    return 0


def _beside(after: str | None) -> str | None:
    """What may be the value of an option that nobody knows: ``--limit 500``. It stays an operand as well."""
    return after if after and not after.startswith("-") else None


def _spelt(head: str, options: dict[str, tuple[str, bool | None]], long: bool) -> tuple[str, bool | None] | None:
    """The option of this name, or the only one that begins so, as GNU programs read them."""
    if long:
        head = f"-{head.lstrip('-')}"
    if head in options:
        return options[head]
    if long or len(head) < 3:
        return None
    begun = {entry for spelling, entry in options.items() if spelling.startswith(head)}
    return begun.pop() if len(begun) == 1 else None
