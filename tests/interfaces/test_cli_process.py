"""The command line as a real process: streams, signals, pipes, terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.interfaces.cli_runner import NAMESPACE, demo_file, process

from cicatrix import Memory
from cicatrix.engine.record import BATCH
from cicatrix.errors import CicatrixError

__all__ = ["demo_file"]

COLOUR = "\x1b["


@pytest.fixture
def folder(tmp_path: Path, demo_file: Path) -> Path:
    shutil.copy(demo_file, tmp_path / "cicatrix.db")
    return tmp_path


def test_data_goes_to_standard_output_and_the_rest_to_standard_error(tmp_path: Path) -> None:
    answer = process("record", "--task", "x", "-n", "acme", cwd=tmp_path)
    assert answer.code == 0
    assert "ep1" in answer.out
    assert answer.err == "Made a new database: cicatrix.db\n"
    assert process("record", "--task", "y", "-n", "acme", "--db", "other.db", "--quiet", cwd=tmp_path).err == ""


def test_episodes_come_through_a_pipe(tmp_path: Path) -> None:
    rows = b'{"task": "one"}\n{"task": "two"}\n'
    answer = process("record", "--file", "-", "-n", "acme", "--json", cwd=tmp_path, stdin=rows)
    assert answer.json["ids"] == ["ep1", "ep2"]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_early_causes_no_complaint(folder: Path, unbuffered: str) -> None:
    command = [sys.executable, "-m", "cicatrix", "demo", "--no-serve", "--json"]  # more than a buffer holds
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in (0, 1, 141)


def test_a_full_disk_behind_standard_output_is_named(folder: Path) -> None:
    command = [sys.executable, "-m", "cicatrix", "verify", "-n", NAMESPACE]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=folder, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_any_encoding_of_the_terminal_will_do(tmp_path: Path, encoding: str) -> None:
    words = "Größe 你好 🌶 “quoted”"
    env = {"PYTHONIOENCODING": encoding}
    assert process("record", "--task", words, "-n", "acme", cwd=tmp_path).code == 0
    for arguments in (["episode", "show", "ep1"], ["recall", words]):
        plain = process(*arguments, "-n", "acme", cwd=tmp_path, env=env)
        assert plain.code in (0, 6), plain.err
    answer = process("episode", "show", "ep1", "-n", "acme", "--json", cwd=tmp_path, env=env)
    assert answer.json["task"] == words


def test_arguments_that_are_no_unicode_are_refused(tmp_path: Path) -> None:
    command = [sys.executable.encode(), b"-m", b"cicatrix", b"record", b"--task", b"caf\xe9", b"-n", b"acme", b"--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["code"] == "invalid_text"


def test_colour_is_for_terminals_that_want_it(folder: Path) -> None:
    assert COLOUR in on_a_terminal("verify", "-n", NAMESPACE, cwd=folder)
    assert COLOUR + "38" not in on_a_terminal("verify", "-n", NAMESPACE, cwd=folder, NO_COLOR="1")


def test_json_on_a_terminal_is_indented(folder: Path) -> None:
    assert '\n  "ok": true' in on_a_terminal("verify", "-n", NAMESPACE, "--json", cwd=folder).replace("\r\n", "\n")


def test_at_a_terminal_the_local_user_speaks(tmp_path: Path) -> None:
    (tmp_path / "cicatrix.toml").write_text('namespace = "acme"\nuser = "ravi"\n')
    said = on_a_terminal("record", "--correction", "Never deploy on a Friday.", "--json", cwd=tmp_path)
    assert json.loads(said)["rules"], said
    piped = process("record", "--correction", "Never deploy on a Monday.", "--json", cwd=tmp_path)
    assert piped.json["rules"] == [], "off a terminal it is the agent's report"


def test_the_page_is_served_until_somebody_ends_it(folder: Path) -> None:
    with serving(folder) as url, urllib.request.urlopen(f"{url}playbook.json", timeout=10) as reply:
        assert b"PB-01" in reply.read()


def test_a_page_for_the_whole_network_is_refused(folder: Path) -> None:
    answer = process("serve", "--host", "0.0.0.0", "--port", "0", "-n", NAMESPACE, "--json", cwd=folder)
    assert (answer.code, answer.error["code"]) == (2, "usage")


def test_interrupting_is_quiet(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cicatrix", "record", "--file", "-", "-n", "acme"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        first = running.stderr.readline()  # it is up, and waits for rows
        assert b"Made a new database" in first
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()
    assert running.returncode == 130
    assert b"Traceback" not in rest


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """``cicatrix serve`` on a free port; ended as a person ends it, which is no failure."""
    command = [sys.executable, "-m", "cicatrix", "serve", "--port", "0", "-n", NAMESPACE, "--json"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            yield str(json.loads(running.stdout.readline())["url"])
        finally:
            running.send_signal(signal.SIGINT)
            complaints = running.stderr.read()
    assert running.returncode == 0
    assert complaints == b""


def on_a_terminal(*arguments: str, cwd: Path, **env: str) -> str:
    """What a person sees: the process runs on a pseudo-terminal, all streams on it."""
    here, there = pty.openpty()
    command = [sys.executable, "-m", "cicatrix", *arguments]
    wanted = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | env
    with subprocess.Popen(
        command, cwd=cwd, stdin=there, stdout=there, stderr=there, env=wanted, close_fds=True
    ) as running:
        os.close(there)
        seen = b""
        while True:
            try:
                piece = os.read(here, 65536)
            except OSError:  # the other end is closed: the process has ended
                break
            if not piece:
                break
            seen += piece
    os.close(here)
    assert running.returncode == 0, seen
    return re.sub(r"^Made a new database: .*\r\n", "", seen.decode())


def test_ctrl_c_in_a_file_says_how_far_it_is(tmp_path: Path) -> None:
    """The rows come through a pipe that stays open, so the process waits for more when the signal arrives."""
    command = [sys.executable, "-m", "cicatrix", "record", "--file", "-", "-n", "acme"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        running.stdin.write(b'{"task": "x"}\n' * (BATCH + 1))
        running.stdin.flush()
        db = tmp_path / "cicatrix.db"
        while not _entries(db):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        told = running.stderr.read().decode()
        running.stdin.close()
    assert running.returncode == 130
    assert re.search(rf"Stopped: ({BATCH} episodes are in|nothing is in yet)\.", told), told


def _entries(db: Path) -> int:
    try:
        with Memory.open(db, namespace="acme", read_only=True) as memory:
            return memory.read().head().seq
    except CicatrixError:  # it is being made
        return 0
