"""Commands that run other commands: what they run, and where.

The name of what was undone stays with the command inside, because a rule may speak of it ("never use sudo"). What runs
lines instead of words (``bash -c``, ``ssh``, ``eval``) gives them back as text, to be read in turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.line import Option, Wrapper
from cicatrix.core.actions.shell.options import Parsed, parse
from cicatrix.core.actions.shell.programs import same
from cicatrix.core.actions.shell.state import HOLE, File, Token, base, shown, to_word
from cicatrix.core.patterns import regex

_MAX_WRAPPERS: Final = 16
_SET: Final = regex(r"[A-Za-z_]\w*=")

# How many operands stand before the command that is run.
_RUNS: Final = {
    "sudo": 0, "doas": 0, "env": 0, "nice": 0, "ionice": 0, "nohup": 0, "setsid": 0, "stdbuf": 0, "timeout": 1,
    "time": 0, "command": 0, "builtin": 0, "exec": 0, "chroot": 1, "unshare": 0, "nsenter": 0, "systemd-run": 0,
    "flock": 1, "strace": 0, "ltrace": 0, "busybox": 0, "taskset": 1, "chrt": 1, "runuser": 0, "setarch": 1,
    "prlimit": 0, "xvfb-run": 0, "gosu": 1, "su-exec": 1, "caffeinate": 0, "proxychains": 0, "proxychains4": 0,
    "torsocks": 0, "unbuffer": 0, "firejail": 0, "dbus-run-session": 0, "npx": 0, "bunx": 0, "faketime": 1,
    "watch": 0, "xargs": 0, "linux64": 0, "linux32": 0, "pkexec": 0, "fakeroot": 0, "eatmydata": 0, "chpst": 0,
    "poetry run": 0, "pipenv run": 0, "uv run": 0, "bundle exec": 0, "doppler run": 0, "direnv exec": 1,
    "npm exec": 0, "docker exec": 1, "docker run": 1, "docker compose exec": 1, "docker compose run": 1,
    "docker container exec": 1, "kubectl exec": 1, "kubectl run": 1, "kubectl debug": 1, "lxc exec": 1, "ssh": 1,
    "su": 1, "eval": 0, "tmux new-session": 0, "tmux new": 0, "tmux send-keys": 0, "tmux send": 0, "tmux new-window": 0,
    "tmux neww": 0, "tmux respawn-pane": 0, "tmux split-window": 0, "tmux run-shell": 0, "screen": 0,
    "ip netns exec": 1,
}  # fmt: skip
_ELSEWHERE: Final = frozenset(["docker", "kubectl", "ssh", "lxc", "chroot", "nsenter", "gcloud", "vagrant"])
_SHELLS: Final = frozenset(
    ["ssh", "su", "runuser", "chroot", "nsenter", "unshare", "lxc", "gosu"]
)  # run a shell if told nothing
_ANYWHERE: Final = frozenset(["su", "runuser", "script", "sg", "vagrant", "gcloud"])  # options after operands too
_KEYS: Final = frozenset(["Enter", "C-m", "C-j", "KPEnter"])
_JOINED: Final = frozenset(["eval", "ssh", "watch", "tmux"])  # the words after it are one line, joined by spaces
_LINE: Final = {  # an option whose value is a line
    "su": ("--command", "--session-command"), "runuser": ("--command",), "script": ("--command",), "sg": ("-c",),
    "flock": ("--command",), "vagrant": ("--command",), "gcloud": ("--command",), "npx": ("--call",),
    "doppler": ("--command",), "env": ("--split-string",),
}  # fmt: skip
_FIND_RUNS: Final = frozenset(["-exec", "-execdir", "-ok", "-okdir"])


@dataclass(slots=True)
class Peeled:
    """``words`` is the innermost command, ``lines`` the texts that are run as shell, each with its parameters; ``also``
    are further commands, of find and parallel."""

    words: list[Token]
    wrappers: list[Wrapper] = field(default_factory=list)
    env: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, tuple[str, ...] | None]] = field(default_factory=list)
    also: list[list[Token]] = field(default_factory=list)
    cwd: str = ""  # a directory that a wrapper enters
    elsewhere: bool = False  # another machine, container or root
    reads: bool = False  # its input has been read as commands, or as their words
    unknown: list[Unknown] = field(default_factory=list)


def peel(words: list[Token], stdin: str | None, file: File) -> Peeled:
    """Undoes what wraps a command. ``stdin`` is what it reads where that is constant, None where it is not piped, and a
    HOLE where it is computed."""
    peeled = Peeled(words)
    for _ in range(_MAX_WRAPPERS):
        if not peeled.words or not _undo(peeled, stdin, file):
            return peeled
    peeled.unknown.append(Unknown(Doubt.UNPARSED, f"more than {_MAX_WRAPPERS} commands that run one another"))
    return peeled


def _undo(peeled: Peeled, stdin: str | None, file: File) -> bool:
    """Takes one wrapper off; False where none is left, or where what is inside is in ``lines`` and ``also``."""
    words = peeled.words
    called = base(words[0].text)
    name = same(called).split(" ")[0]
    texts = [token.text for token in words[1:]]
    if name == "bash":
        return _shell(peeled, texts, stdin, file)
    if name == "find":
        return _find(peeled, texts)
    if name == "parallel":
        return _parallel(peeled, texts)
    if name in ("at", "crontab"):
        return _given(peeled, Wrapper(name), stdin) if stdin is not None and texts != ["-l"] else False
    if name in ("source", ".", "trap"):
        return _shared(peeled, name, texts, file)
    if "/" in words[0].text and (written := file(words[0].text)) is not None:
        return _lines(peeled, Wrapper("bash"), [(written, (words[0].text, *texts))])
    parsed = parse(called, texts, first=True)
    path = " ".join(parsed.name)
    if name in _LINE:
        whole = parse(called, texts) if name in _ANYWHERE else parsed
        line = next((value for option in _LINE[name] if (value := whole.value(option)) is not None), None)
        if name == "flock" and texts[parsed.rest + 1 : parsed.rest + 2] in (["-c"], ["--command"]):
            line = "".join(texts[parsed.rest + 2 : parsed.rest + 3])
        if line is not None and name == "env":
            parsed.options = [option for option in parsed.options if option[0] != "--split-string"]
            peeled.words = [words[0], *(Token(word) for word in line.split()), *words[1 + parsed.rest :]]
            return True
        if line is not None:
            peeled.elsewhere = peeled.elsewhere or name in _ELSEWHERE
            return _lines(peeled, Wrapper(path, None, _options(whole)), [(line, ("bash",))])
    if path not in _RUNS or (name == "command" and parsed.has("-v", "-V")):
        return False
    return _inner(peeled, path, parsed, texts, stdin)


def _inner(peeled: Peeled, path: str, parsed: Parsed, texts: list[str], stdin: str | None) -> bool:
    """What is run by a program that takes the command as its last words."""
    name = parsed.name[0]
    begin = parsed.rest
    if name in ("env", "sudo"):
        while begin < len(texts) and _SET.match(texts[begin]):
            key, _, value = texts[begin].partition("=")
            peeled.env.append((key, value))
            begin += 1
    if name == "su" and texts[begin : begin + 1] == ["-"]:
        begin += 1
    target = ""
    if name == "kubectl" and "--" in texts:
        begin = texts.index("--") + 1
        operands = parse(name, texts[: begin - 1])
        parsed.options = operands.options
        target = texts[operands.operands[0]] if operands.operands else ""
    elif _RUNS[path]:
        target = texts[begin] if begin < len(texts) else ""
        begin += 1
    wrapper = Wrapper(name if name in _JOINED else path, to_word(target) if target else None, _options(parsed))
    peeled.elsewhere = peeled.elsewhere or name in _ELSEWHERE
    inner = peeled.words[1 + begin :]
    if not inner:
        if name == "xargs":
            inner = [Token("echo")]
        elif stdin is not None and (name in _SHELLS or parsed.has("--shell", "--login", "-s")):
            return _given(peeled, wrapper, stdin)
        else:
            return False
    if name in _JOINED:
        line = " ".join(token.text for token in inner if not (name == "tmux" and token.text in _KEYS))
        return _lines(peeled, wrapper, [(line, None if name == "eval" else ("bash",))])
    peeled.wrappers.append(wrapper)
    peeled.cwd = parsed.value("--chdir", "--workdir", "--working-directory") or peeled.cwd
    if name == "xargs":
        inner = _xargs(peeled, parsed, inner, stdin)
    entry = parsed.value("--entrypoint")
    peeled.words = [Token(entry), *inner] if entry else inner
    return True


def _options(parsed: Parsed) -> tuple[Option, ...]:
    return tuple(Option(option, None if value is None else to_word(value)) for option, value in parsed.options)


def _lines(peeled: Peeled, wrapper: Wrapper, lines: list[tuple[str, tuple[str, ...] | None]]) -> bool:
    """Nothing is left but lines of shell."""
    peeled.wrappers.append(wrapper)
    peeled.lines += lines
    peeled.words = []
    return False


def _given(peeled: Peeled, wrapper: Wrapper, stdin: str) -> bool:
    """What is written into the command is run by it."""
    peeled.reads = True
    if not stdin.replace(HOLE, "").strip():
        peeled.unknown.append(Unknown(Doubt.COMPUTED, f"what {wrapper.name} is given to run"))
        return False
    return _lines(peeled, wrapper, [(stdin, ("bash",))])


def _shared(peeled: Peeled, name: str, texts: list[str], file: File) -> bool:
    """What runs in the same shell: a script that the line has written, a trap."""
    script = (texts[0] if name == "trap" else file(texts[0])) if texts else None
    if script is None or (name == "trap" and script[:1] in ("-", "")):
        return False
    return _lines(peeled, Wrapper(name), [(script, None)])


def _shell(peeled: Peeled, texts: list[str], stdin: str | None, file: File) -> bool:
    """bash and its kin: a line, a script, or what is piped into it."""
    words: list[str] = []
    takes = False
    for place, text in enumerate(texts):
        if takes:
            takes = False
        elif text[:1] in ("-", "+") and len(text) > 1 and text != "--":
            words.append(text)
            takes = (text[-1:] in ("o", "O") and not text.startswith("--")) or text in ("--rcfile", "--init-file")
            continue
        else:
            operands = texts[place + (text == "--") :]
            break
    else:
        operands = []
    command = any("c" in word[1:] for word in words if not word.startswith("--") and word[0] == "-")
    script: str | None
    if command:
        if not operands:
            return False
        script, params = operands[0], tuple(operands[1:]) or ("bash",)
    elif operands and not any("s" in word[1:] for word in words if not word.startswith("--")):
        name = operands[0]
        if name in ("-", "/dev/stdin"):
            script = stdin
        elif (written := file(name)) is not None:
            script = written
        else:
            peeled.unknown.append(Unknown(Doubt.OPAQUE, f"the script {shown(name)}"))
            return False
        params = tuple(operands)
    else:
        script, params = stdin, ("bash", *operands)
    if script is None:
        return False  # an interactive shell
    if script.replace(HOLE, "").strip() == "" and HOLE in script:
        peeled.unknown.append(Unknown(Doubt.COMPUTED, "commands that are computed, and then run"))
        return False
    peeled.reads = not command
    return _lines(peeled, Wrapper("bash"), [(script, params)])


def _xargs(peeled: Peeled, parsed: Parsed, inner: list[Token], stdin: str | None) -> list[Token]:
    """What stands in the input becomes words of the command; where it is not constant, one word that nobody knows."""
    peeled.reads = True
    text = HOLE if stdin is None or parsed.has("--arg-file") else stdin
    mark = parsed.value("--replace", "-i")
    if mark is None and parsed.has("--replace", "-i"):
        mark = "{}"
    delimiter = parsed.value("--delimiter")
    items = text.split("\0") if parsed.has("--null") else text.split(delimiter) if delimiter else text.split()
    given = [item for item in items if item.strip("\n")]
    if mark:
        lines = (given if parsed.has("--null") else [line for line in text.split("\n") if line]) or [HOLE]
        found = [[Token(token.text.replace(mark, line), token.glob) for token in inner] for line in lines[:64]]
        peeled.also += found[1:]
        return found[0]
    return [*inner, *(Token(item) for item in given[:256])]


def _find(peeled: Peeled, texts: list[str]) -> bool:
    """What find runs on what it finds, which lies somewhere under where it begins."""
    size = next(
        (place for place, text in enumerate(texts) if text[:1] in ("-", "(", "!") and len(text) > 0), len(texts)
    )
    leading = texts[:size]
    if texts and texts[0] in ("-L", "-H", "-P"):
        size = next((place for place, text in enumerate(texts) if place and text[:1] in ("-", "(", "!")), len(texts))
        leading = texts[1:size]
    found = [f"{root.rstrip('/')}/{HOLE}" for root in leading] or [f"./{HOLE}"]
    place = size
    while place < len(texts):
        if texts[place] in _FIND_RUNS:
            end = next((at for at in range(place + 1, len(texts)) if texts[at] in (";", "+")), len(texts))
            inner = texts[place + 1 : end]
            for one in found[:8]:
                peeled.also.append([Token(text.replace("{}", one)) for text in inner])
            place = end
        elif texts[place] == "-delete":
            peeled.also.append([Token("rm"), *(Token(one) for one in found)])
        place += 1
    return False


def _parallel(peeled: Peeled, texts: list[str]) -> bool:
    parsed = parse("parallel", texts, first=True)
    inner = texts[parsed.rest :]
    place = next((at for at, text in enumerate(inner) if text.startswith(":::")), len(inner))
    command, given = inner[:place], [text for text in inner[place + 1 :] if not text.startswith(":::")] or [HOLE]
    if not command:
        return False
    text = " ".join(command)
    lines = [text.replace("{}", one) if "{}" in text else f"{text} {one}" for one in given[:64]]
    return _lines(peeled, Wrapper("parallel"), [(line, ("bash",)) for line in lines])
