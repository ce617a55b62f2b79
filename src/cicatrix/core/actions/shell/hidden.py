"""Lines of shell in what is no shell: in code that spawns, in options and variables that name a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cicatrix.core.actions.line import Command
from cicatrix.core.patterns import regex

# In any language: a function that runs a command, and the text it is given; words in a list; and what quotes run it.
_SPAWNS: Final = regex(
    r"""\b(?:system|popen|exec|execSync|spawn|spawnSync|call|run|check_output|check_call|getoutput|shell_exec|passthru"""
    r"""|Popen|do\s+shell\s+script|pipe|execute)\s*\(?\s*(?:(?P<quote>['"`])(?P<text>(?:\\.|(?!(?P=quote)).)*)(?P=quote)"""
    r"""|\[(?P<list>[^\]]*)\]|q[qx]?(?P<open>[({\[|/])(?P<inner>[^)}\]|/]*))""",
    16,
)
_QUOTES: Final = regex(r"""`(?P<a>[^`]+)`|\b(?:qx|%x)\s*[({\[|](?P<b>[^)}\]|]*)""")
_ITEM: Final = regex(r"""(['"])((?:\\.|(?!\1).)*)\1""")
_ESCAPE: Final = regex(r"""\\(['"`\\])""")
_VARIABLES: Final = frozenset(
    [
        "PS4",
        "PROMPT_COMMAND",
        "BASH_ENV",
        "ENV",
        "PAGER",
        "MANPAGER",
        "EDITOR",
        "VISUAL",
        "LESSOPEN",
        "SSH_ASKPASS",
        "GIT_SSH_COMMAND",
        "GIT_PAGER",
        "GIT_EDITOR",
        "GIT_EXTERNAL_DIFF",
        "GIT_SEQUENCE_EDITOR",
        "GIT_PROXY_COMMAND",
        "GIT_ASKPASS",
        "RSYNC_RSH",
    ]
)
_OPTIONS: Final = {
    "ssh": ("-o",),
    "scp": ("-o",),
    "git": ("-c", "--exec", "--upload-pack", "--receive-pack", "--tree-filter", "--index-filter", "--msg-filter"),
    "tar": ("--to-command", "--use-compress-program", "--checkpoint-action"),
    "rsync": ("--rsh", "--rsync-path"),
    "vim": ("-c", "--cmd"),
    "bash": ("--rcfile", "--init-file"),
}
_SETTING: Final = regex(
    r"(?:(?:alias\.[^=]*=!|[\w.-]*(?:pager|editor|command|external|helper|fsmonitor|askpass)[\w.-]*[= ]|exec=|:?!))", 2
)


def lines_in(command: Command) -> Iterator[str]:
    """The lines that a command runs, or that it tells another program to run."""
    for key, value in command.env:
        if key in _VARIABLES and (" " in value.text or "/" in value.text):
            yield value.text
    program = command.name[0] if command.name else ""
    for option in command.options:
        if option.value is None or option.name not in _OPTIONS.get(program, ()):
            continue
        setting = _SETTING.match(option.value.text)
        if setting is not None:
            yield option.value.text[setting.end() :]
        elif option.name not in ("-o", "-c", "--cmd", "--checkpoint-action"):
            yield option.value.text
    for code in command.code:
        if code.language not in ("sql", "sed", "mongo"):
            yield from _spawned(code.text.text, code.language)


def _spawned(text: str, language: str) -> Iterator[str]:
    for match in _SPAWNS.finditer(text):
        if match["list"] is not None:
            yield " ".join(_word(item[2]) for item in _ITEM.finditer(match["list"]))
        else:
            yield _ESCAPE.sub(r"\1", match["text"] if match["text"] is not None else match["inner"])
    if language in ("perl", "ruby", "php"):
        for match in _QUOTES.finditer(text):
            yield match["a"] or match["b"] or ""


def _word(text: str) -> str:
    return "'" + _ESCAPE.sub(r"\1", text).replace("'", "'\\''") + "'"
