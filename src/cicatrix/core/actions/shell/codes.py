"""What is inside a command and is no shell: SQL, Python; and what the line does not say of what it does."""

from __future__ import annotations

from typing import Final

from cicatrix.core.actions.shell.options import Parsed
from cicatrix.core.actions.shell.state import HOLE, File, shown

_CODE: Final = {  # options whose value is a program of another language
    "psql": ("sql", ("--command",)), "mysql": ("sql", ("--execute", "--init-command")), "sqlite3": ("sql", ("-cmd",)),
    "cqlsh": ("sql", ("--execute",)), "clickhouse-client": ("sql", ("--query",)), "sqlcmd": ("sql", ("-Q", "-q")),
    "duckdb": ("sql", ("-c", "-s", "-cmd")), "mongosh": ("mongo", ("--eval",)), "mongo": ("mongo", ("--eval",)),
    "python": ("python", ("-c",)), "perl": ("perl", ("-e", "-E")), "ruby": ("ruby", ("-e",)),
    "node": ("node", ("--eval", "--print")), "php": ("php", ("-r",)), "lua": ("lua", ("-e",)),
    "osascript": ("applescript", ("-e",)),
}  # fmt: skip
_SQL_STDIN: Final = frozenset(["psql", "mysql", "sqlite3", "duckdb", "clickhouse-client", "sqlcmd", "cqlsh"])
_SQL_OPERAND: Final = {"sqlite3": 1, "duckdb": 1, "bq query": 0}
_INTERPRETERS: Final = frozenset(["python", "perl", "ruby", "node", "php", "lua", "osascript", "awk", "sed"])
_RUNNERS: Final = frozenset(["make", "just", "rake", "ant", "gradle", "gradlew", "mvn", "task", "tox", "nox", "invoke"])


def code_of(name: str, parsed: Parsed, texts: list[str], stdin: str | None, file: File) -> list[tuple[str, str]]:
    """The programs of other languages that a command holds: language and text."""
    found: list[tuple[str, str]] = []
    language, options = _CODE.get(name, ("", ()))
    found += [(language, value) for option, value in parsed.options if option in options and value is not None]
    operands = [texts[place] for place in parsed.operands]
    skip = _SQL_OPERAND.get(" ".join(parsed.name))
    if skip is not None:
        found += [("sql", text) for text in operands[skip:]]
    if name in _SQL_STDIN:
        files_read = [
            value for option, value in parsed.options if option in ("--file", "-i", "-init", "--queries-file")
        ]
        found += [("sql", file(value or "") or HOLE) for value in files_read]
        if not found and stdin is not None:
            found.append(("sql", stdin))
    elif name in ("awk", "sed") and operands and not parsed.has("--file", "--expression"):
        found.append((name, operands[0]))
    elif name in _INTERPRETERS and not found and not parsed.has("-m") and stdin is not None and operands in ([], ["-"]):
        found.append((name, stdin))
    return found


def opaque(name: str, parsed: Parsed, path: str, texts: list[str]) -> str:
    """Why the line does not say what this command does; empty where it does."""
    operands = [texts[place] for place in parsed.operands if texts[place] != "-"]
    if path and not path.startswith(_SYSTEM) and "/" in path:
        return f"the program {shown(path)}"
    if name in ("source", ".") and operands:
        return f"the script {shown(operands[0])}"
    if (
        name in _INTERPRETERS - {"awk", "sed"}
        and operands
        and not any(option in ("-c", "-e", "-E", "-r") for option, _ in parsed.options)
    ):
        return f"the script {shown(operands[0])}"
    if name == "awk" and any("system" in text or "|" in text for text in operands[:1]):
        return "what a program in awk runs"
    if name in _RUNNERS and not parsed.has("--version", "--help"):
        return f"what {' '.join([name, *operands[:1]])} runs"
    if (
        name in ("npm", "yarn", "bun", "deno", "composer")
        and len(parsed.name) > 1
        and parsed.name[1] in ("run", "run-script", "start", "test", "exec")
    ):
        return f"the script {' '.join(operands[:1]) or parsed.name[1]} of {name}"
    if name == "git" and len(parsed.name) > 1 and parsed.name[1] not in _GIT:
        return f"the alias git {parsed.name[1]}"
    if name == "git" and any(option == "-c" and "alias." in (value or "") for option, value in parsed.options):
        return "an alias that is made on the spot"
    return ""


_SYSTEM: Final = ("/usr/", "/bin/", "/sbin/", "/opt/homebrew/bin/", "/snap/bin/")
_GIT: Final = frozenset(
    """
    add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-ref-format
    checkout cherry cherry-pick clean clone column commit commit-graph config count-objects credential daemon
    describe diff diff-files diff-index diff-tree difftool fast-export fast-import fetch filter-branch
    filter-repo for-each-ref format-patch fsck gc grep gui hash-object help index-pack init interpret-trailers
    lfs log ls-files ls-remote ls-tree maintenance merge merge-base merge-file merge-tree mergetool mv name-rev
    notes pack-objects pack-refs prune pull push range-diff read-tree rebase reflog remote repack replace
    request-pull rerere reset restore rev-list rev-parse revert rm send-email shortlog show show-branch show-ref
    sparse-checkout stage stash status stripspace submodule subtree switch symbolic-ref tag unpack-objects
    update-index update-ref update-server-info var verify-commit verify-pack verify-tag version whatchanged
    worktree write-tree --version --help
    """.split()  # noqa: SIM905
)
