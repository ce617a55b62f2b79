"""The part of the façade that a model has a part in: answers, conversations, proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from cicatrix.core.answers import Answer
    from cicatrix.engine.context import Context
    from cicatrix.engine.proposing import ProposeReport


class Conversing:
    """What ``Memory`` says in whole sentences, and what a model reads for it."""

    _ctx: Context

    def ask(self, task: str, *, memory: bool = True, on_text: Callable[[str], None] | None = None) -> Answer:
        """A task with what is remembered of it and what the gate says; every citation is checked. Sealed as ``an-n``.
        Without ``memory`` the same model gets the task alone. Without a model the answer is the brief."""
        return engine.ask.ask(self._ctx, task, memory=memory, on_text=on_text)

    def propose(self, *, progress: Callable[[int, int], None] | None = None) -> ProposeReport:
        """A model reads the corrections and turns of which code could not learn everything. What it says passes the
        same admission; its rules wait for a person, and what fails is a dead letter. Doing it again asks nothing."""
        return engine.proposing.propose(self._ctx, progress=progress)

    def retry(self, id: str | None = None) -> ProposeReport:
        """Ask again where a model's reply could not be used: for one dead letter, or for all."""
        return engine.proposing.retry(self._ctx, id)

    def turn(
        self, session: str, message: str, *, speaker: str = "user", on_text: Callable[[str], None] | None = None
    ) -> Answer:
        """One exchange of a conversation: learnt from, answered, checked, sealed as ``tn-n``."""
        return engine.turn.turn(self._ctx, session, message, speaker=speaker, on_text=on_text)
