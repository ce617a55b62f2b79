"""``cicatrix hook pre-tool-use``: one verdict on one call, and a deny whenever there is none.

The harness lets a call run when this command fails, is too slow or says something else. So a deny is what is left over:
an exception of any kind, a signal, a deadline that passes while the file is held, a memory that cannot be opened. It is
said as JSON with exit code 0, and as exit code 2 where not even that can be written.

What a deny takes is loaded before anything can go wrong.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from cicatrix.core.verdicts import Verdict
    from cicatrix.interfaces.hook.harness import ToolCall
    from cicatrix.interfaces.hook.opening import Here

DEADLINE: Final = 10.0
"""Seconds until a verdict that has not come is a deny; the harness would wait longer, and then let the call run."""
BLOCKED: Final = 2
"""The exit code that stops a call; what stands on standard error is shown to the model."""
_INPUT_LIMIT: Final = 16 * 1024 * 1024
_ANSWERING: Final = threading.Lock()
"""Whoever takes it answers; it is never given back."""


def guard(arguments: Sequence[str]) -> NoReturn:
    """Judge the call on standard input and leave the process."""
    watch = threading.Timer(_deadline(arguments), _too_late)
    watch.daemon = True
    watch.start()
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, _stop)
        said = _judge(arguments)
    except BaseException as error:  # the harness takes anything but a deny for a yes
        said = denial(no_verdict(error))
    _leave(said)


def denial(reason: str) -> str:
    """The answer that stops a call, as one line of JSON in ASCII: no locale can break it."""
    decision = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    return json.dumps({"hookSpecificOutput": decision}) + "\n"


def no_verdict(error: BaseException) -> str:
    """Why there is no verdict, and what to do, for the model and whoever reads over its shoulder."""
    message = getattr(error, "message", "") or f"{type(error).__name__}: {error}".removesuffix(": ")
    hint = getattr(error, "hint", "") or "Run `cicatrix doctor`."
    stop = "" if message.endswith((".", "!", "?")) else "."
    return f"Denied, for there is no verdict: {message}{stop} {hint} Nothing was done; a person has to mend this."


def _judge(arguments: Sequence[str]) -> str:
    """The answer to the harness; empty where it is to decide by itself."""
    from cicatrix.core.told import STOPS, told
    from cicatrix.errors import InvalidInput
    from cicatrix.interfaces.cli.flags import split
    from cicatrix.interfaces.hook.harness import read
    from cicatrix.interfaces.hook.opening import open_here

    flags = split(arguments)
    _understood(flags.rest)
    raw = sys.stdin.buffer.read(_INPUT_LIMIT + 1)
    if len(raw) > _INPUT_LIMIT:
        raise InvalidInput(f"the call holds more than {_INPUT_LIMIT:,} bytes.", hint="Write it in smaller parts.")
    call = read(raw)
    with open_here(flags) as here:
        verdict = here.memory.check(call.action())
        if verdict.effect in STOPS:
            return denial(told(verdict, scope=here.scope))
        return _beyond_an_agent(here, call, verdict)


def _beyond_an_agent(here: Here, call: ToolCall, verdict: Verdict) -> str:
    """A deny for what no rule forbids and only a person may do: decide what the gate asked a person, or take the gate
    away."""
    from cicatrix.core.actions.canonical import canonical
    from cicatrix.interfaces.hook.own import changed
    from cicatrix.interfaces.hook.speaking import as_a_person

    calls = canonical(call.action(), here.memory.context.lexicon()).calls
    line = call.arguments.get("command")
    given = line if isinstance(line, str) else ""
    command = as_a_person(calls, given) if "cicatrix" in given else ""
    file = "" if command else changed(calls, given, here.own, call.cwd)
    if not command and not file:
        return ""
    here.memory.outcome(verdict.id, "skipped")
    what = (
        f"`{command}` is a person's word, and whoever asks cannot say it."
        if command
        else f"the gate itself stands on {file}, and whoever it stops cannot change that."
    )
    return denial(
        f"Denied: {what} Tell the person what you want to do and why; a person does it in a terminal of his own. "
        f"({verdict.id})"
    )


def _deadline(arguments: Sequence[str]) -> float:
    """``--deadline SECONDS``, for a harness that waits less long; one that is no number is told of later."""
    for name, value in pairwise(word for given in arguments for word in given.split("=", 1)):
        if name == "--deadline" and _is_seconds(value):
            return float(value)
    return DEADLINE


def _is_seconds(value: str) -> bool:
    return value.isascii() and value.isdecimal() and int(value) > 0


def _understood(words: Sequence[str]) -> None:
    """Raises UsageError for an option that means nothing here: a gate that was set up wrongly says so."""
    from cicatrix.errors import UsageError

    left = [word for given in words for word in given.split("=", 1)][2:]  # behind: hook pre-tool-use
    if not left or (len(left) == 2 and left[0] == "--deadline" and _is_seconds(left[1])):
        return
    raise UsageError(
        f"the hook does not know `{' '.join(left)}`.",
        hint="It takes --deadline SECONDS, a whole number from 1; `cicatrix hook install` writes a command that works.",
    )


def _too_late() -> None:
    _leave(
        denial(no_verdict(TimeoutError("the verdict took too long, perhaps because another process holds the file")))
    )


def _stop(number: int, _frame: object) -> None:
    """A signal asks this process to end. It is answered here: an exception could be lost in whatever it interrupts."""
    if _ANSWERING.acquire(blocking=False):
        _answer(denial(no_verdict(InterruptedError(f"this process was asked to end (signal {number})"))))


def _leave(said: str) -> NoReturn:
    """Answer once, whoever comes first, and end without waiting for anything."""
    _ANSWERING.acquire()
    _answer(said)


def _answer(said: str) -> NoReturn:
    code = 0
    try:
        data = said.encode("ascii")
        while data:
            data = data[os.write(1, data) :]
    except BaseException as error:
        code = BLOCKED
        with contextlib.suppress(BaseException):
            os.write(2, f"cicatrix: the answer could not be written ({error}), so the call is denied.\n".encode())
    os._exit(code)
