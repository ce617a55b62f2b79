"""Commands by which an agent would speak as a person: to permit its own call, to end the rule that stops it.

An agent that has a shell has its owner's name for ``--by``. So the hook denies what only a person decides; the person
types it in a terminal of his own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cicatrix.core.actions.call import Call

_DECIDING: Final = """
approve refuse ratify review reply correct undo suspend resume retire forget keys restore outcome
"""
_ASKING: Final = """
check mcp record observe import distill remember sleep playbook memory inbox episode recall used explain replay
diff at verify ledger export backup serve demo bench init doctor config ask chat retry
"""
DECIDES: Final = frozenset(_DECIDING.split())
"""``outcome`` is among them because it is evidence: behind a hook, what became of a call is the hook's to say."""
PARTS: Final = {
    "policy": frozenset({"promote", "withdraw", "watch"}),
    "hook": frozenset({"install", "post-tool-use"}),
}
ASKS: Final = frozenset(_ASKING.split())
"""Commands whose further words are no commands."""
_VOUCHING: Final = ("--by", "--recorded-by")
"""Options that give a name to what is said."""


def as_a_person(calls: Iterable[Call], given: str) -> str:
    """The command that takes a person's word, as it stands in the calls of a shell line; empty where there is none.
    ``given`` is the line as it was written."""
    for call in calls:
        if not call.argv or not _is_cicatrix(call.argv[0], given):
            continue
        words = call.argv[1:]
        named = next((word for word in words if word in DECIDES or word in PARTS or word in ASKS), "")
        part = next((word for word in words if word in PARTS.get(named, ())), "")
        vouching = next((word for word in _VOUCHING if word in words), "")
        if "--trust" in words and "external" not in words:
            vouching = "--trust human"
        if named in DECIDES or part or vouching:
            return " ".join(word for word in ("cicatrix", named, part or vouching) if word)
    return ""


def program_of(call: Call) -> str:
    """The name of the program that a call runs; empty for a tool that is none."""
    return call.argv[0].rpartition("/")[2] if call.argv else ""


def _is_cicatrix(program: str, given: str) -> bool:
    """The command itself, or an interpreter of a line that names the package."""
    return program == "cicatrix" or (program.startswith("python") and "cicatrix" in given)
