"""``@memory.guard``: a function of the caller's own that runs only where no rule stops it.

The call is judged with its arguments as they are bound; a stop raises with the rule and the words that taught it, and
the function does not run. What became of a call that ran is sealed, and is evidence for rules that ask for something
first.
"""

from __future__ import annotations

import asyncio
import inspect
import warnings
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from enum import Enum
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast, overload

from cicatrix.core.actions.action import Action
from cicatrix.core.told import STOPS, quoted, spoke, told
from cicatrix.core.verdicts import Ruling, Verdict
from cicatrix.errors import ActionDenied, ApprovalNeeded, InvalidInput, PreconditionUnmet, Stopped

if TYPE_CHECKING:
    from cicatrix.core.episodes import JsonObject, JsonValue
    from cicatrix.engine.memory import Memory

P = ParamSpec("P")
R = TypeVar("R")

RECORDED_BY: Final = "guard"
_STOPPED: Final[dict[Ruling, type[Stopped]]] = {
    Ruling.DENY: ActionDenied,
    Ruling.UNMET_PRECONDITION: PreconditionUnmet,
    Ruling.REQUIRE_APPROVAL: ApprovalNeeded,
}
_DEPTH: Final = 40


class Guard:
    """What ``memory.guard`` is: a decorator, with or without options."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @overload
    def __call__(self, function: Callable[P, R], /) -> Callable[P, R]: ...

    @overload
    def __call__(
        self, /, *, name: str = "", resource: str = "", principal: str = "agent", session: str | None = None
    ) -> Callable[[Callable[P, R]], Callable[P, R]]: ...

    def __call__(
        self,
        function: Callable[P, R] | None = None,
        /,
        *,
        name: str = "",
        resource: str = "",
        principal: str = "agent",
        session: str | None = None,
    ) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
        """Judge every call of a function, sync or async, before it runs.

        ``name`` is the action's, else the function's; ``resource`` names the parameter that says what it is done to.
        Raises ActionDenied, PreconditionUnmet, ApprovalNeeded, and whatever keeps the gate from judging: in each case
        the function has not run. InvalidInput for a generator, which would run after it was judged, or a ``resource``
        that is no parameter.
        """
        context: JsonObject = {"principal": principal, **({"session": session} if session else {})}

        def guarded(inner: Callable[P, R]) -> Callable[P, R]:
            return _guarded(self._memory, inner, name or inner.__name__, resource, context)

        return guarded if function is None else guarded(function)


def _guarded(memory: Memory, function: Callable[P, R], name: str, resource: str, context: JsonObject) -> Callable[P, R]:
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise InvalidInput(f"{name} is a generator: it would run after it was judged.", hint="Guard what it calls.")
    signature = inspect.signature(function)
    if resource and resource not in signature.parameters:
        raise InvalidInput(f"{name} has no parameter {resource!r}.", hint=f"It has {', '.join(signature.parameters)}.")

    def action(*args: P.args, **given: P.kwargs) -> Action:
        bound = signature.bind(*args, **given)
        bound.apply_defaults()
        values = {key: _json(value) for key, value in bound.arguments.items() if key not in ("self", "cls")}
        target = values.get(resource)
        return Action(name, target if isinstance(target, str) else "", values, dict(context))

    if inspect.iscoroutinefunction(function):

        @wraps(function)
        async def waiting(*args: P.args, **given: P.kwargs) -> Any:
            verdict = await asyncio.to_thread(_permitted, memory, action(*args, **given))
            try:
                result = await function(*args, **given)
            except BaseException as error:
                await asyncio.to_thread(_tell, memory, verdict, "failed", type(error).__name__)
                raise
            await asyncio.to_thread(_tell, memory, verdict, "executed")
            return result

        return cast(Callable[P, R], waiting)

    @wraps(function)
    def running(*args: P.args, **given: P.kwargs) -> R:
        verdict = _permitted(memory, action(*args, **given))
        try:
            result = function(*args, **given)
        except BaseException as error:
            _tell(memory, verdict, "failed", type(error).__name__)
            raise
        _tell(memory, verdict, "executed")
        return result

    return running


def _permitted(memory: Memory, action: Action) -> Verdict:
    """The verdict on a call that may run. Raises Stopped for one that may not."""
    verdict = memory.check(action)
    if verdict.effect not in STOPS:
        return verdict
    speaking = spoke(verdict)
    raise _STOPPED[verdict.effect](
        told(verdict),
        verdict=verdict.id,
        rules=tuple(rule.id for rule in speaking),
        quote=quoted(speaking[0]) if speaking else "",
        approval=verdict.approval,
    )


def _tell(memory: Memory, verdict: Verdict, state: str, result: str = "") -> None:
    """Seal what became of a call. It has run, so a failure here warns, and does not hide what the function returned."""
    try:
        memory.outcome(verdict.id, state, result=result, recorded_by=RECORDED_BY)
    except Exception as error:
        warnings.warn(f"{verdict.id} was {state}, and that could not be sealed: {error}", RuntimeWarning, stacklevel=4)


def _json(value: object, depth: int = 0) -> JsonValue:
    """A Python value as a call would name it; what has no such form is named by its type."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value.value if isinstance(value, Enum) else value
    if depth > _DEPTH:
        raise InvalidInput("An argument is nested too deep, or holds itself.", hint="Pass a flatter value.")
    if isinstance(value, Enum):
        return _json(value.value, depth + 1)
    if isinstance(value, Mapping):
        return {str(key): _json(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(item, depth + 1) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_json(item, depth + 1) for item in value), key=repr)
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: _json(getattr(value, item.name), depth + 1) for item in fields(value)}
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    written = str(value)
    return f"<{type(value).__name__}>" if " object at 0x" in written else written
