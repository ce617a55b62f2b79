"""The commands that we read out of a line, held against those that bash runs.

Lines are made at random of words and constructs, and run by a real bash in which no program exists: bash hands each
command that it does not find to a function, which writes down its words. Whatever bash ran must have been read, or the
reading must have said that something is unknown.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.call import Doubt
from cicatrix.core.actions.line import Command, Word
from cicatrix.core.actions.shell import parse

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="needs bash, to run what it reads")

_WORDS = [
    "ab", "c", "'a b'", '"a b"', "\\ ", "$'\\x61b'", "$X", '"$X"', "${X}", "{a,b}", "{1..3}", "$(echo p q)",
    "^", "%", "@", '"$(echo p q)"', "`echo r`", "${Y:-z}", "${X:-z}", "${X%c}", "-f", "--x", "=", "x=1", "#", "a#b",
    "$((1+2))",
    "+",
    '""', "''", "$@", '"$@"', "\\\n", "[", "!", "{", "}", "if", "done", "$Y", "${X:1:2}", "${#X}", "$", "]",
    "$'it\\'s'",
    '"\\$X"', '"a\\"b"', '\\"', "\\'", ":", "{a", "{a,{b,c}}x", "é", '"`echo s`"', '$(echo "a  b")',
    "${X//a/b}", "${X,,}",
]  # fmt: skip
_WORD = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=3).map("".join)
_SIMPLE = st.builds(
    lambda before, name, words, after: " ".join([*before, name, *words, *after]),
    st.sampled_from([[], [], [], ["A=1"], ["X=q"], ["!"], ['B="1 2"']]),
    st.sampled_from(["cmda", "cmdb", 'cmd"c"', "c\\md", "$C", "eval", "echo", "c$Z"]),
    st.lists(_WORD, max_size=3),
    st.sampled_from([[], [], [], ["> f"], ["2>&1"], ['<<< "x y"'], ["&> g"], ["2> /dev/null"], [">f", "last"]]),
)
_LINE = st.recursive(
    _SIMPLE,
    lambda inner: st.one_of(
        st.builds("{}{}{}".format, inner, st.sampled_from([" ; ", " && ", " || ", "\n", ";"]), inner),
        inner.map("( {} )".format),
        inner.map("{{ {}; }}".format),
        st.builds("if {}; then {}; else {}; fi".format, inner, inner, inner),
        st.builds("for i in {} {}; do {} $i; done".format, _WORD, _WORD, inner),
        st.builds("case {} in ab|c) {};; *) {};; esac".format, _WORD, inner, inner),
        st.builds("fn() {{ {}; }}; fn {}".format, inner, _WORD),
        st.builds("cmda <<EOF ; cmdb\n{}\n$(cmdc)\nEOF\n".format, _WORD),
        inner.map(lambda line: "bash -c '" + line.replace("'", "'\\''") + "'"),
        inner.map(lambda line: "eval '" + line.replace("'", "'\\''") + "'"),
    ),
    max_leaves=4,
)
_NOISE = st.lists(
    st.sampled_from(
        [*" \n;&()<>'\"\\`$#{}ab=-*?!~[]", "$(", "${", "cmda ", "cmdb ", "<<", "&&", "||", "$'", "if ", "then ", "fi",
         "for ", "in ", "do ", "done", "\\\n", "X=", "$X", "case ", "esac", ";;", "[[ ", " ]]", "((", "))", "eval ",
         "echo "]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to run in, and beside it one with bash alone for programs."""
    room = tmp_path_factory.mktemp("bash")
    (room / "bin").mkdir()
    (room / "cwd").mkdir()
    (room / "bin" / "bash").symlink_to(str(BASH))
    return room


_WRITE = 'local words="$(printf "%s\\037" "$@")"; printf "%s\\036" "$words" >> "$LOG";'


def run(line: str, room: Path) -> list[tuple[str, ...]] | None:
    """The commands that bash runs, by their words; None where it takes too long."""
    log = room / "log"
    log.write_bytes(b"")
    for left in (room / "cwd").iterdir():
        left.unlink()
    environment = {
        "PATH": str(room / "bin"),
        "FUNCNEST": "10",
        "LOG": str(log),
        "BASH_FUNC_command_not_found_handle%%": "() { " + _WRITE + " }",
    }
    try:
        subprocess.run(
            [str(BASH), "--norc", "-c", line], cwd=room / "cwd", env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=5, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    records = log.read_bytes().decode(errors="replace").split("\x1e")[:-1]
    return [tuple(record.split("\x1f")[:-1]) for record in records if record]


def _fits(command: Command, words: tuple[str, ...]) -> bool:
    """May these words be that command, as far as it is known?"""
    program = " ".join(command.name)
    if program != words[0].lower().rpartition("/")[2] and not command.unknown:
        return False
    given = [_unmarked(word) for word in command.operands]
    values = [option.value for option in command.options if option.value is not None]
    flags = [option.name + (f"={option.value.text}" if option.value is not None else "") for option in command.options]
    whole = all(word.known and not word.glob for word in (*command.operands, *values)) and not command.unknown
    known = [text for text, word in zip(given, command.operands, strict=True) if word.known and not word.glob]
    rest = [word for word in words[1:] if word != "--"]
    heads = {flag.partition("=")[0] for flag in flags} | set(flags)
    operands = [word for word in rest if word not in heads and word not in flags]
    return sorted(operands) == sorted(word for word in known if word not in heads) if whole else True


def _unmarked(word: Word) -> str:
    return word.text[2:] if word.text.startswith("./~") else word.text


def check(line: str, room: Path) -> None:
    ran = run(line, room)
    shell = parse(line)
    if ran is None or any(one.doubt is Doubt.UNPARSED for one in shell.unknown):
        return  # what cannot be read denies wherever a rule could be meant
    for words in ran:
        assert any(_fits(command, words) for command in shell.commands), (line, words, shell.commands)


@given(_LINE)
def test_what_bash_runs_was_read(room: Path, line: str) -> None:
    check(f"X=abc; C=cmdz; {line}", room)


@given(_NOISE)
def test_what_bash_makes_of_noise_was_read(room: Path, line: str) -> None:
    check(line, room)
    check(f"cmda {line}", room)


def test_a_reading_that_misses_a_command_would_be_found(room: Path) -> None:
    assert run("cmda 'x y' $(cmdb) || true; A=1 c\\mdc >f", room) == [("cmdb",), ("cmda", "x y"), ("cmdc",)]
    with pytest.raises(AssertionError):
        assert any(_fits(command, ("cmdc", "z")) for command in parse("cmdc x").commands)
