"""The hook before a harness's tools: a verdict where there is one, a deny whenever there is none. Real processes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from cicatrix import Memory
from cicatrix.interfaces.cli.help import SECTIONS
from cicatrix.interfaces.hook.harness import read
from cicatrix.interfaces.hook.install import commands
from cicatrix.interfaces.hook.speaking import ASKS, DECIDES, PARTS

NAMESPACE = "acme/dev"
PUSH = "git push --force origin main"


def call(command: str, *, use: str = "tu-1", session: str = "s-1", **more: object) -> bytes:
    said: dict[str, object] = {
        "hook_event_name": "PreToolUse",
        "session_id": session,
        "tool_use_id": use,
        "tool_name": "Bash",
        "tool_input": {"command": command},
        **more,
    }
    return json.dumps(said).encode()


def hook(
    folder: Path, given: bytes, *options: str, name: str = "pre-tool-use", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    scope = ("--db", "cicatrix.db", "-n", NAMESPACE) if not options or options[0] != "bare" else options[1:]
    more = options if not options or options[0] != "bare" else ()
    return subprocess.run(
        [sys.executable, "-m", "cicatrix", *scope, "hook", name, *more],
        cwd=folder,
        input=given,
        capture_output=True,
        env=os.environ | dict(env or {}),
        timeout=60,
        check=False,
    )


def denied(done: subprocess.CompletedProcess[bytes]) -> str:
    """The reason of a deny, said as the harness reads it."""
    assert done.returncode == 0, done
    said = json.loads(done.stdout)
    assert set(said) == {"hookSpecificOutput"}
    decision = said["hookSpecificOutput"]
    assert decision["hookEventName"] == "PreToolUse"
    assert decision["permissionDecision"] == "deny"
    reason = decision["permissionDecisionReason"]
    assert isinstance(reason, str)
    return reason


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with one lesson: never force-push to main."""
    with Memory.open(tmp_path / "cicatrix.db", namespace=NAMESPACE, user="dana") as memory:
        done = memory.record(
            task="Publish the fix",
            action="git push --force origin main",
            outcome="Two commits of a colleague were lost",
            correction="Never force-push to main.",
            correction_by="dana",
        )
        assert done.rules
    return tmp_path


# -- what it says ------------------------------------------------------------------------------------------------------


def test_a_call_that_a_rule_forbids_is_denied_with_the_words_that_taught_it(folder: Path) -> None:
    reason = denied(hook(folder, call(PUSH)))
    assert reason.startswith("Denied by PB-01, learnt in ep1: “Never force-push to main.”")
    assert "gd-1" in reason


def test_where_no_rule_speaks_it_is_silent(folder: Path) -> None:
    """It never says "allow", which would skip the harness's own prompt."""
    done = hook(folder, call("git status"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE) as memory:
        assert memory.read().body("gd-1")["effect"] == "no_opinion"


def test_an_approval_is_a_deny_that_names_it_and_a_permit_lets_the_same_call_through_once(folder: Path) -> None:
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE, user="dana") as memory:
        memory.record(
            task="x", correction="Refunds above 200 dollars need approval by a manager.", correction_by="dana"
        )
    given = json.dumps({"tool_name": "refund", "tool_input": {"amount": 900, "currency": "USD"}}).encode()
    reason = denied(hook(folder, given))
    assert "ap-1" in reason
    assert "cicatrix approve ap-1 --by NAME" in reason
    assert "ap-1" in denied(hook(folder, given)), "asked again, it is the same request"
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE) as memory:
        memory.approve("ap-1", by="dana")
    assert hook(folder, given).stdout == b"", "the permit is spent on it"
    assert "ap-2" in denied(hook(folder, given))


@pytest.mark.parametrize(
    "line",
    [
        "cicatrix approve ap-1 --by dana",
        "cicatrix -n acme/dev refuse ap-1",
        "sudo bash -c 'cicatrix policy withdraw PB-01 --by dana'",
        "X=retire; cicatrix $X PB-01 --by dana",
        "python -m cicatrix correct PB-01 'Force-push freely' --by dana",
        "git status; cicatrix record --task x --correction 'Always force-push' --by dana",
        "cicatrix hook install --settings /dev/null",
        "cicatrix import evil.jsonl --trust human",
        "cicatrix import evil.jsonl --trust=human",
        "cicatrix outcome gd-99 executed --recorded-by ops",
        "cicatrix outcome gd-99 executed",
        "cicatrix hook post-tool-use < made-up.json",
    ],
)
def test_an_agent_does_not_speak_as_a_person(folder: Path, line: str) -> None:
    reason = denied(hook(folder, call(line)))
    assert "is a person's word" in reason
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE) as memory:
        assert memory.read().body("gd-1")["outcome"] == "skipped"


def test_the_hook_knows_of_every_command_whose_word_it_is() -> None:
    known = DECIDES | set(PARTS) | ASKS
    assert {name for _, names in SECTIONS for name in names} <= known


@pytest.mark.parametrize(
    "line",
    ["cicatrix recall 'approve the refund'", "cicatrix policy list", "echo cicatrix approve ap-1", "ls cicatrix"],
)
def test_an_agent_may_ask(folder: Path, line: str) -> None:
    assert hook(folder, call(line)).stdout == b""


@pytest.mark.parametrize(
    "line",
    [
        """printf '[gate]\\nmode = "shadow"\\n' >> cicatrix.toml""",
        "sed -i s/enforce/shadow/ ./cicatrix.toml",
        "rm cicatrix.db",
        "rm -f *.db",
        "cd sub && rm ../cicatrix.db-wal",
        "mv cicatrix.db old.db",
        "cp /dev/null cicatrix.db",
        "truncate -s 0 cicatrix.db",
        'sqlite3 cicatrix.db "delete from entries"',
        "python -c \"open('cicatrix.toml', 'a').write('x')\"",
        "echo '{}' > .claude/settings.json",
        "rm -rf .claude",
        "rm -rf .",
    ],
)
def test_an_agent_does_not_change_what_the_gate_stands_on(folder: Path, line: str) -> None:
    reason = denied(hook(folder, call(line, cwd=str(folder))))
    assert "the gate itself stands on" in reason
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE) as memory:
        assert memory.read().body("gd-1")["outcome"] == "skipped"


@pytest.mark.parametrize("name", [".claude/settings.json", ".claude/settings.local.json", "cicatrix.toml"])
@pytest.mark.parametrize("tool", ["Write", "Edit"])
def test_nor_does_it_by_a_tool_that_writes_files(folder: Path, tool: str, name: str) -> None:
    given = {"tool_name": tool, "cwd": str(folder), "tool_input": {"file_path": str(folder / name), "content": "{}"}}
    assert "the gate itself stands on" in denied(hook(folder, json.dumps(given).encode()))


@pytest.mark.parametrize(
    "line",
    [
        "cat cicatrix.toml",
        "ls -l cicatrix.db",
        "cp cicatrix.db /srv/copy.db",
        "rm -rf build",
        "echo x > settings.json",
        "find . -name '*.pyc' -delete",
        "git add cicatrix.toml",
        "python -c 'print(1)'",
    ],
)
def test_what_leaves_the_gate_alone_is_nobodys_business(folder: Path, line: str) -> None:
    assert hook(folder, call(line, cwd=str(folder))).stdout == b""


@pytest.mark.parametrize("options", [["--deadline", "0"], ["--deadline", "soon"], ["--bogus"], ["--deadline"]])
def test_a_hook_that_is_set_up_wrongly_says_so(folder: Path, options: list[str]) -> None:
    assert "the hook does not know" in denied(hook(folder, call("git status"), *options))


def test_what_is_corrected_in_one_session_stops_the_same_call_in_the_next(tmp_path: Path) -> None:
    """From an empty folder: the harness is set up, the agent does it, a person corrects it, the agent tries again."""
    assert _cli(tmp_path, "init").returncode == 0
    assert _install(tmp_path).returncode == 0
    hooks = json.loads((tmp_path / ".claude" / "settings.json").read_text(encoding="utf-8"))["hooks"]
    before, after = (hooks[event][0]["hooks"][0]["command"] for event in ("PreToolUse", "PostToolUse"))

    def run(command: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["sh", "-c", command], cwd=tmp_path, input=given, capture_output=True, check=False)

    one = "helm upgrade billing ./chart --namespace production"
    first = run(before, call(one, session="one", use="tu-1"))
    assert (first.returncode, first.stdout) == (0, b"")
    answer = {"stdout": "Release billing has been upgraded."}
    assert run(after, call(one, session="one", use="tu-1", tool_response=answer)).returncode == 0

    words = "Never run helm upgrade for billing. Open a release ticket instead."
    told = _cli(tmp_path, "record", "--task", "Ship billing", "--action", one, "--correction", words, "--by", "ravi")
    assert told.returncode == 0, told.stderr

    second = run(before, call(one, session="two", use="tu-2"))
    reason = denied(second)
    assert "ravi" not in reason
    assert "Never run helm upgrade for billing." in reason
    assert run(before, call("helm list", session="two", use="tu-3")).stdout == b""
    shown = json.loads(_cli(tmp_path, "--json", "verify").stdout)
    assert shown["ok"] is True


def test_a_verdict_loads_nothing_that_it_does_not_take(folder: Path) -> None:
    """A harness waits for it before every call."""
    scope = ["--db", "cicatrix.db", "-n", NAMESPACE]
    command = [sys.executable, "-X", "importtime", "-m", "cicatrix", *scope, "hook", "pre-tool-use"]
    done = subprocess.run(command, cwd=folder, input=call(PUSH), capture_output=True, timeout=60, check=False)
    assert "Never force-push to main." in denied(done)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines() if "|" in line}
    heavy = {"numpy", "typer", "click", "rich", "pydantic", "fastapi", "uvicorn", "jinja2", "openai", "onnxruntime"}
    assert loaded & (heavy | {"cryptography", "subprocess", "tempfile", "asyncio", "sqlglot", "tree_sitter"}) == set()
    unused = ("cicatrix.core.observation", "cicatrix.core.revision", "cicatrix.core.rules", "cicatrix.adapters.index")
    compiles = ("cicatrix.core.policies.compiler", "cicatrix.core.policies.sentence", "cicatrix.engine.compiling")
    assert [name for name in loaded if name.startswith((*unused, *compiles))] == []


# -- whatever goes wrong is a deny -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"garbage",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b'{"tool_input": {}}',
        b'{"tool_name": "", "tool_input": {}}',
        b'{"tool_name": 7, "tool_input": {}}',
        b'{"tool_name": "Bash", "tool_input": "git push"}',
        b'{"tool_name": "Bash", "tool_input": {"command": NaN}}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_call_is_denied(folder: Path, given: bytes) -> None:
    reason = denied(hook(folder, given))
    assert "there is no verdict" in reason
    assert "standard input" in reason


def test_a_missing_database_denies_and_none_is_made(tmp_path: Path) -> None:
    reason = denied(hook(tmp_path, call("git status")))
    assert "There is no database" in reason
    assert list(tmp_path.iterdir()) == []


def test_a_namespace_that_is_not_named_denies(folder: Path) -> None:
    env = {"CICATRIX_NAMESPACE": "", "CICATRIX_HOME": str(folder / "home")}
    assert "No namespace is named" in denied(hook(folder, call("git status"), "bare", env=env))


def test_a_namespace_that_the_file_does_not_hold_denies(folder: Path) -> None:
    reason = denied(hook(folder, call("git status"), "bare", "--db", "cicatrix.db", "-n", "acme/dve"))
    assert "acme/dev" in reason


def test_a_file_that_is_no_ledger_denies(tmp_path: Path) -> None:
    (tmp_path / "cicatrix.db").write_bytes(b"not a database, and long enough to be looked at" * 40)
    assert "there is no verdict" in denied(hook(tmp_path, call("git status")))


def test_broken_settings_deny(folder: Path) -> None:
    (folder / "cicatrix.toml").write_text("namespace = [", encoding="utf-8")
    assert "no valid TOML" in denied(hook(folder, call("git status")))


def test_a_file_that_another_process_holds_denies_in_time(folder: Path) -> None:
    with _held(folder / "cicatrix.db"):
        reason = denied(hook(folder, call("git status"), "--deadline", "1"))
    assert "took too long" in reason


def test_a_ledger_that_may_only_be_read_denies(folder: Path) -> None:
    """What cannot be sealed is not allowed."""
    os.chmod(folder / "cicatrix.db", 0o444)
    os.chmod(folder, 0o555)
    try:
        done = hook(folder, call("git status"))
        if os.geteuid() != 0:  # nothing is read-only to root
            assert "policy unavailable" in denied(done) or "there is no verdict" in denied(done)
    finally:
        os.chmod(folder, 0o755)


def test_standard_input_that_never_ends_denies_in_time(folder: Path) -> None:
    command = [sys.executable, "-m", "cicatrix", "hook", "pre-tool-use", "--deadline", "1"]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        answer = process.stdout.read()
        code = process.wait(timeout=30)
        reason = denied(subprocess.CompletedProcess(command, code, answer, b""))
    assert "took too long" in reason


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_ends_it_denies(folder: Path, number: signal.Signals) -> None:
    """The signal comes while it reads its input, in the middle of its work."""
    code = f"""
import os, sys
from cicatrix.interfaces.hook import entry
class Asked:
    @property
    def buffer(self):
        os.kill(os.getpid(), {int(number)})
        return sys.__stdin__.buffer
sys.stdin = Asked()
entry.guard(["hook", "pre-tool-use"])
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        reason = denied(subprocess.CompletedProcess(command, process.wait(timeout=30), process.stdout.read(), b""))
    assert "asked to end" in reason


def test_output_that_nobody_reads_leaves_with_two(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "cicatrix", "--db", "cicatrix.db", "-n", NAMESPACE, "hook", "pre-tool-use"],
        cwd=folder,
        input=call(PUSH),
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 2
    assert b"denied" in done.stderr


@pytest.mark.parametrize(
    "module", ["core/policies/matching.py", "engine/check.py", "interfaces/hook/entry.py", "config.py"]
)
def test_a_module_that_is_broken_denies(folder: Path, tmp_path_factory: pytest.TempPathFactory, module: str) -> None:
    """A copy of the package with one file damaged, as half an upgrade would leave it."""
    place = tmp_path_factory.mktemp("broken")
    source = Path(__file__).parents[2] / "src" / "cicatrix"
    subprocess.run(["cp", "-r", str(source), str(place / "cicatrix")], check=True)
    (place / "cicatrix" / module).write_text("raise RuntimeError('half an upgrade')\n", encoding="utf-8")
    done = hook(folder, call("git status"), env={"PYTHONPATH": str(place)})
    if done.returncode == 2:
        assert b"half an upgrade" in done.stderr
    else:
        assert denied(done)


def test_the_installed_command_denies_where_the_program_is_killed_or_missing(folder: Path) -> None:
    """The shell around it stops the call."""
    command = commands(folder / "cicatrix.db", NAMESPACE)["PreToolUse"]
    program, _, rest = command.partition(" ")
    for instead in ("/no/such/cicatrix", "sh -c 'kill -9 $$'", "false"):
        done = subprocess.run(["sh", "-c", f"{instead} {rest}"], input=call(PUSH), capture_output=True, check=False)
        assert done.returncode == 2, (program, instead)
        assert b"denied" in done.stderr


# -- after the call ----------------------------------------------------------------------------------------------------


def test_the_outcome_of_a_judged_call_belongs_to_its_verdict(folder: Path) -> None:
    assert hook(folder, call("make test", use="tu-7")).stdout == b""
    after = call("make test", use="tu-7", hook_event_name="PostToolUse", tool_response={"stdout": "42 passed"})
    assert hook(folder, after, name="post-tool-use").returncode == 0
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE) as memory:
        verdict = memory.read().body("gd-1")
        assert (verdict["outcome"], verdict["executed"]) == ("executed", True)
        episode = memory.read().episode(str(verdict["episode"]))
    assert (episode.tool, episode.outcome, episode.recorded_by) == ("Bash", "ok", "hook")
    assert "42 passed" in episode.result


def test_what_cannot_be_recorded_is_told_and_stops_nothing(tmp_path: Path) -> None:
    missing = hook(tmp_path, call("make"), name="post-tool-use")
    assert (missing.returncode, missing.stdout) == (1, b"")
    assert b"There is no database" in missing.stderr
    garbage = hook(tmp_path, b"{", name="post-tool-use")
    assert garbage.returncode == 1
    assert b"Traceback" not in missing.stderr + garbage.stderr


def test_a_call_that_nobody_judged_is_recorded_alone(folder: Path) -> None:
    after = call("make test", use="tu-9", tool_response={"stdout": "", "interrupted": True})
    done = hook(folder, after, "--json", name="post-tool-use")
    said = json.loads(done.stdout)
    assert said["outcome"] == "failed"
    with Memory.open(folder / "cicatrix.db", namespace=NAMESPACE) as memory:
        assert memory.read().episode(said["id"]).outcome == "failed"


@pytest.mark.parametrize(
    ("after", "failed"),
    [
        ({"tool_response": {"stdout": "done"}}, False),
        ({"tool_response": "done"}, False),
        ({}, False),
        ({"error": "no such file"}, True),
        ({"tool_response": {"is_error": True}}, True),
        ({"tool_response": {"success": False}}, True),
        ({"tool_response": {"exit_code": 1}}, True),
        ({"tool_response": {"exitCode": 0}}, False),
    ],
)
def test_how_a_tool_says_that_it_failed(after: dict[str, object], failed: bool) -> None:
    said = json.loads(call("make")) | after
    assert read(json.dumps(said).encode()).failed is failed


# -- setting it up -----------------------------------------------------------------------------------------------------


def test_installing_keeps_what_is_there_and_twice_is_once(folder: Path) -> None:
    settings = folder / ".claude" / "settings.json"
    settings.parent.mkdir()
    mine = {"type": "command", "command": "say done"}
    before = {"model": "opus", "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [mine]}], "Stop": []}}
    settings.write_text(json.dumps(before), encoding="utf-8")
    first = json.loads(_install(folder).stdout)
    assert first["changed"] is True
    written = settings.read_text(encoding="utf-8")
    after = json.loads(written)
    assert after["model"] == "opus"
    assert after["hooks"]["Stop"] == []
    assert after["hooks"]["PreToolUse"][0] == {"matcher": "Bash", "hooks": [mine]}
    assert {"PreToolUse", "PostToolUse", "PostToolUseFailure"} <= set(after["hooks"])
    assert json.loads(_install(folder).stdout)["changed"] is False
    assert settings.read_text(encoding="utf-8") == written


def test_printing_writes_nothing(folder: Path) -> None:
    done = _install(folder, "--print")
    command = json.loads(done.stdout)["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    assert str(folder / "cicatrix.db") in command
    assert not (folder / ".claude").exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}'])
def test_settings_that_cannot_be_read_are_left_as_they_are(folder: Path, text: str) -> None:
    settings = folder / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(text, encoding="utf-8")
    done = _install(folder)
    assert done.returncode == 2
    assert settings.read_text(encoding="utf-8") == text


def test_what_is_installed_stops_a_call(folder: Path) -> None:
    """The very command that the settings hold, run as a harness runs it."""
    assert _install(folder).returncode == 0
    settings = json.loads((folder / ".claude" / "settings.json").read_text(encoding="utf-8"))
    command = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    done = subprocess.run(["sh", "-c", command], cwd="/", input=call(PUSH), capture_output=True, check=False)
    assert "Never force-push to main." in denied(done)


def _cli(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "cicatrix", "--db", "cicatrix.db", "-n", NAMESPACE, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)


def _install(folder: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    scope = ("--db", "cicatrix.db", "-n", NAMESPACE, "--json")
    command = [sys.executable, "-m", "cicatrix", *scope, "hook", "install", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Another writer, in the middle of its transaction."""
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.close()
