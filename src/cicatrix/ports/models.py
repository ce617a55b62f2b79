"""Models: messages in, words out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cicatrix.core.chat import Message, ModelRole, Reply, Schema


class Model(Protocol):
    """Whoever answers messages, each role perhaps with a model of its own. Safe to share between threads."""

    def named(self, role: ModelRole) -> str:
        """The name of the model that plays a role, as entries keep it."""
        ...

    def chat(
        self,
        messages: Sequence[Message],
        *,
        role: ModelRole,
        schema: Schema | None = None,
        on_text: Callable[[str], None] | None = None,
        logprobs: int = 0,
        most: int = 0,
    ) -> Reply:
        """One reply. ``schema`` is asked of an endpoint that can hold a model to it; whoever calls checks the reply all
        the same. ``on_text`` is called with each piece of the words as they come. ``logprobs``: so many alternatives
        for each of the reply's tokens. ``most``: tokens that the reply may have; 0: what the role usually takes.

        Raises ModelFailed where no whole reply was had, BudgetSpent before or after a call that the limits do not
        allow. What a failed call cost is counted all the same.
        """
        ...
