"""Ways of writing a line differently so that it does the same, by class. All are seeded, and none looks at the gate."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Callable
from random import Random
from typing import Final

Rewrite = Callable[[str, Random], str]

_UNSAFE: Final = frozenset("|&;<>()$`\\\"'*?[]{}#~!\n")


def _words(line: str) -> list[str]:
    """The words of a line that is one plain command; the line itself where it is more."""
    words = line.split(" ")
    plain = not _UNSAFE & set(line.replace("~/", "")) and all(words) and "=" not in words[0]
    return words if plain else []


def _quotes(line: str, rng: Random) -> str:
    words = _words(line)
    return " ".join(_quoted(word, rng) if rng.random() < 0.7 else word for word in words) or line


def _quoted(word: str, rng: Random) -> str:
    tilde, word = ("~/", word[2:]) if word.startswith("~/") else ("", word)
    cut = rng.randrange(len(word) + 1)
    head, tail = word[:cut], word[cut:]
    style = rng.randrange(5)
    if style == 0:
        return f"{tilde}'{head}'{tail}"
    if style == 1:
        return f'{tilde}{head}"{tail}"'
    if style == 2:
        return tilde + head + "".join(f"\\{char}" for char in tail)
    if style == 3:
        return tilde + "$'" + "".join(f"\\x{ord(char):02x}" for char in word) + "'"
    return f"{tilde}{head}''{tail}"


def _layout(line: str, rng: Random) -> str:
    words = _words(line)
    if words:
        line = words[0] + "".join(rng.choice([" ", "  ", "\t", " \\\n  "]) + word for word in words[1:])
    return rng.choice(
        ["{}", "{} # tidy", "\n\n{}\n", "  {} ;", "true; {}", "{} &", "# first\n{}", "{}\r\n", "cd .;{}"]
    ).format(line)


def _wrapped(line: str, rng: Random) -> str:
    ways = [
        "env A=1 {}",
        "nice -n 5 {}",
        "timeout -k 1 30 {}",
        "nohup {}",
        "command {}",
        "time {}",
        "stdbuf -oL {}",
        "setsid {}",
        "env -i PATH=/bin {}",
        "exec {}",
        "A=1 B=2 {}",
        "ionice -c 3 {}",
        "nice timeout 9 {}",
        "strace -f {}",
        "busybox env {}",
        "flock /tmp/l {}",
    ]
    return rng.choice(ways).format(line) if _words(line) else line


def _interpreted(line: str, rng: Random) -> str:
    quoted, end = shlex.quote(line), "END" if "END" not in line else "FIN"
    ways = [
        f"bash -c {quoted}",
        f"sh -ec {quoted}",
        f"eval {quoted}",
        f"bash <<< {quoted}",
        f"bash <<'{end}'\n{line}\n{end}",
        f"cat <<'END' | sh\n{line}\nEND",
        f"printf '%s\\n' {quoted} | bash",
        f"bash <(echo {quoted})",
        f"zsh -lc {quoted}",
        f"bash -c {shlex.quote(f'eval {quoted}')}",
        f"bash -c 'eval \"$0\"' {quoted}",
    ]
    return rng.choice(ways)


def _encoded(line: str, rng: Random) -> str:
    raw = line.encode()
    reverse = "\n".join(part[::-1] for part in line.split("\n"))
    coded = base64.b64encode(raw).decode()
    octal = "".join(f"\\{byte:03o}" for byte in raw)
    ways = [
        f"echo {coded} | base64 -d | sh",
        f"base64 --decode <<< {coded} | bash",
        f'bash -c "$(echo {coded} | base64 -d)"',
        f"printf '{octal}' | sh",
        f"echo -e '{octal.replace(chr(92), chr(92) + '0')}' | bash",
        f"echo {raw.hex()} | xxd -r -p | sh",
        f"eval $'{''.join(f'{chr(92)}x{byte:02x}' for byte in raw)}'",
        f"echo {shlex.quote(reverse)} | rev | sh",
        f"eval \"$(base64 -d <<< '{coded}')\"",
    ]
    return rng.choice(ways)


def _variables(line: str, rng: Random) -> str:
    words = _words(line)
    if not words:
        return f'L={shlex.quote(line)}; eval "$L"'
    program, rest = words[0], " ".join(words[1:])
    tail = words[-1]
    ways = [
        f"P={program}; $P {rest}",
        f'L={shlex.quote(line)}; eval "$L"',
        f"A={program[:1]}; B={program[1:]}; $A$B {rest}",
        "${IFS}".join(words) if "~" not in line else f"P={program}; ${{P}} {rest}",
        f'{" ".join(words[:-1])} "${{T:={tail}}}"'
        if "~" not in tail and len(words) > 1
        else f'P={program}; "$P" {rest}',
        f'set -- {rest}; {program} "$@"',
        f'C=({line}); "${{C[@]}}"',
        f"{program[:1]}$@{program[1:]} {rest}",
        f"export L={shlex.quote(line)}; bash -c 'eval \"$L\"'",
        f"L={shlex.quote(line)} bash -c 'eval \"$L\"'",
    ]
    return rng.choice(ways)


def _expanded(line: str, rng: Random) -> str:
    words = _words(line)
    if not words or "~" in line:
        return f"$(echo eval) {shlex.quote(line)}"
    program, rest = words[0], " ".join(words[1:])
    ways = [
        f"$(echo {program}) {rest}",
        f"`printf {program}` {rest}",
        f"$(printf '%s%s' {program[:1]} {program[1:]}) {rest}",
        "{" + ",".join(words) + "}" if len(words) > 1 and not any("," in word for word in words) else line,
        f"{' '.join(words[:-1])} $(echo {words[-1]})",
        f"$(echo {line})",
        f'"$(echo {program})" {rest}',
    ]
    return rng.choice(ways)


def _flow(line: str, rng: Random) -> str:
    way = rng.choice(_FLOW)
    return way.replace("LINE", line).replace("TEXT", shlex.quote(line))


_FLOW: Final = (
    "if true; then LINE\nfi",
    "false || LINE",
    "true && LINE",
    "( LINE\n)",
    "{ LINE\n}",
    "for i in 1; do LINE\ndone",
    "while true; do LINE\nbreak; done",
    "f() { LINE\n}; f",
    "case x in x) LINE\n;; esac",
    "until LINE\ndo break; done",
    "! LINE",
    "if false; then :; else LINE\nfi",
    "ls | ( LINE\n)",
    "x=$( LINE\n)",
    "[[ a == b ]] || LINE",
    "trap TEXT EXIT",
    "alias z=TEXT\nz",
    'f() { eval "$1"; }; f TEXT',
)


def _elsewhere(line: str, rng: Random) -> str:
    quoted, end = shlex.quote(line), "END" if "END" not in line else "FIN"
    ways = [
        f"ssh -p 22 ops@box1 {quoted}",
        f"ssh box1 <<'{end}'\n{line}\n{end}",
        f"docker exec -it web sh -c {quoted}",
        f"kubectl exec -n x pod/web -c a -- bash -c {quoted}",
        f"su - app -c {quoted}",
        f"tmux send-keys -t a {quoted} Enter",
        f"echo {quoted} | at now",
        f"docker compose exec web bash -lc {quoted}",
        f"script -qc {quoted} /dev/null",
        f"watch -n 5 {quoted}",
        f"vagrant ssh -c {quoted}",
        f"flock /tmp/l -c {quoted}",
        f"nohup setsid bash -c {quoted} &",
    ]
    return rng.choice(ways)


def _filed(line: str, rng: Random) -> str:
    quoted, end = shlex.quote(line), "END" if "END" not in line else "FIN"
    ways = [
        f"echo {quoted} > x.sh; bash x.sh",
        f"cat > /tmp/x.sh <<'{end}'\n{line}\n{end}\nchmod +x /tmp/x.sh && /tmp/x.sh",
        f"printf '%s\\n' {quoted} > x; source ./x",
        f"echo '#!/bin/sh' > a.sh; echo {quoted} >> a.sh; ./a.sh",
        f"echo {quoted} | tee y.sh >/dev/null; sh y.sh",
    ]
    return rng.choice(ways)


def _spread(line: str, rng: Random) -> str:
    words = _words(line)
    if len(words) < 2 or "~" in line:
        return f"printf '%s\\0' {shlex.quote(line)} | xargs -0 -I% bash -c %"
    head, tail = " ".join(words[:-1]), words[-1]
    ways = [
        f"echo {tail} | xargs {head}",
        f"xargs {head} <<< {tail}",
        f"echo {tail} | xargs -n1 -I@ {head} @",
        f"parallel {head} ::: {tail}",
        f"find . -maxdepth 0 -exec {head} {tail} \\;",
        f"for t in {tail}; do {head} $t; done",
        f"printf '%s\\n' {tail} | while read t; do {head} {tail}; done",
    ]
    return rng.choice(ways)


def _disguised(line: str, rng: Random) -> str:
    doubles = {"a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х", "i": "і", "s": "ѕ"}
    places = [place for place, char in enumerate(line) if char in doubles]
    way = rng.randrange(4)
    if way == 0 and places:
        place = rng.choice(places)
        return line[:place] + doubles[line[place]] + line[place + 1 :]
    letters = [place for place, char in enumerate(line) if char.isalpha()]
    place = rng.choice(letters)
    if way == 1:
        return line[:place] + chr(ord(line[place]) - 0x21 + 0xFF01) + line[place + 1 :]
    return line[:place] + rng.choice(["\u200b", "\u2060", "\u00ad", "\u202e", "\u200d"]) + line[place:]


SHELL: Final[dict[str, Rewrite]] = {
    "quotes": _quotes,
    "layout": _layout,
    "wrappers": _wrapped,
    "interpreters": _interpreted,
    "encodings": _encoded,
    "variables": _variables,
    "expansions": _expanded,
    "control flow": _flow,
    "elsewhere": _elsewhere,
    "files": _filed,
    "arguments": _spread,
}
"""Each leaves what a line does as it is, so that a neighbour stays a neighbour."""

DISGUISES: Final[dict[str, Rewrite]] = {"lookalikes": _disguised}


def paths(path: str, rng: Random) -> str:
    """Another way to the same file."""
    folder, _, name = path.rpartition("/")
    root = "~" if path[0] == "~" else ""
    ways = [
        f"{folder}/./{name}",
        f"{folder}/x/../{name}",
        f"{folder}//{name}",
        f"{folder}/{name[:-1]}?",
        f"{folder}/{name[:2]}*",
        path.upper() if not root else f"~/{path[2:].upper()}",
        f"{folder}/{name}/." if "." not in name else f"{folder}/./{name}",
        f"{folder}/{{{name},{name}}}",
    ]
    if root:
        ways += [f"$HOME/{path[2:]}", f'"${{HOME}}"/{path[2:]}', f"~/docs/../{path[2:]}"]
    else:
        ways += [
            f"/var/..{path}",
            f"/{path}",
            f"/../..{path}",
        ]
    return rng.choice(ways)


def hosts(url: str, rng: Random) -> str:
    """Another spelling of the same address."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    ways = [
        f"{scheme.upper()}://{host.upper()}/{path}",
        f"{scheme}://{host}:443/{path}",
        f"{scheme}://{host}./{path}",
        f"{scheme}://www.{host}/{path}",
        f"{scheme}://{host}/x/../{path}",
        f"{scheme}://acme.example@{host}/{path}",
        f"{host}/{path}",
        f"{scheme}://{host[:3]}%{ord(host[3]):02x}{host[4:]}/{path}",
        f"{scheme}:\\\\\\\\{host}\\\\{path}",
    ]
    return rng.choice(ways)


def sql(statement: str, rng: Random) -> str:
    """Another way of writing a statement, alone or among others."""
    words = statement.split(" ")
    gaps = [" ", "\n", "\t", " /* x */ ", "/**/", " -- x\n"]
    cased = [word.swapcase() if rng.random() < 0.5 else word for word in words]
    written = cased[0] + "".join(rng.choice(gaps) + word for word in cased[1:])
    ways = [
        "{}",
        "{};",
        "SELECT 1; {};",
        "BEGIN; {}; COMMIT",
        "/* {{}} */ {}",
        "SELECT 'a''; b'; {}",
        "/* x */\n{}",
    ]
    return rng.choice(ways).format(written)


def clients(statement: str, rng: Random) -> str:
    """A line that runs a statement."""
    quoted = shlex.quote(statement)
    ways = [
        f"psql -U app -c {quoted} shop",
        f"psql --command={quoted}",
        f"mysql -u root -psecret -e {quoted} shop",
        f"sqlite3 shop.db {quoted}",
        f"echo {quoted} | psql shop",
        f"psql shop <<'END'\n{statement}\nEND",
        f"docker exec -i db psql -U app -c {quoted}",
        f"kubectl exec -n prod db-0 -c main -- psql -c {quoted}",
        f"psql <<< {quoted}",
        f"echo {quoted} > x.sql && psql -f x.sql",
        f"ssh db1 {shlex.quote(f'psql -c {quoted}')}",
        f"PGPASSWORD=x psql -h db1 -qtAc {quoted}",
        f"docker compose exec -T db mysql -e {quoted}",
    ]
    return rng.choice(ways)


def calls(line: str, statement: bool, rng: Random) -> tuple[str, dict[str, object]]:
    """The same as a call of a tool: name and arguments, in one of the shapes that harnesses use."""
    if statement:
        name = rng.choice(["sql", "run_query", "execute_sql", "postgres_query"])
        args: dict[str, object] = {rng.choice(["query", "sql", "statement"]): line}
    else:
        name = rng.choice(["bash", "Bash", "shell", "run_command", "terminal", "execute_command"])
        args = {rng.choice(["command", "cmd"]): line}
    way = rng.randrange(5)
    if way == 0:
        return "batch", {"calls": [{"name": "note", "args": {"text": "hi"}}, {"name": name, "args": args}]}
    if way == 1:
        return "batch", {"calls": json.dumps([{"name": name, "arguments": args}])}
    if way == 2:
        return "multi_tool_use.parallel", {"tool_uses": [{"recipient_name": f"functions.{name}", "parameters": args}]}
    if way == 3:
        return "call_tool", {"tool": name, "arguments": json.dumps(args)}
    return name, args
