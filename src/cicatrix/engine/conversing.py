"""The part of the façade that speaks: answers and conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from cicatrix.core.answers import Answer
    from cicatrix.engine.context import Context


class Conversing:
    """What ``Memory`` says in whole sentences, with a model or without."""

    _ctx: Context

    def ask(self, task: str, *, memory: bool = True, on_text: Callable[[str], None] | None = None) -> Answer:
        """A task with what is remembered of it and what the gate says; every citation is checked. Sealed as ``an-n``.
        Without ``memory`` the same model gets the task alone. Without a model the answer is the brief."""
        return engine.ask.ask(self._ctx, task, memory=memory, on_text=on_text)

    def turn(
        self, session: str, message: str, *, speaker: str = "user", on_text: Callable[[str], None] | None = None
    ) -> Answer:
        """One exchange of a conversation: learnt from, answered, checked, sealed as ``tn-n``."""
        return engine.turn.turn(self._ctx, session, message, speaker=speaker, on_text=on_text)
