"""Failures that users of other memory systems reported, on embedders: what they cannot take must not be lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest
from tests.conftest import NAMESPACE, TestClock
from tests.scripted_embedder import ScriptedEmbedder

from cicatrix import Memory
from cicatrix.engine.embedding import CaughtUp
from cicatrix.errors import EmbedderFailed


class Strict(ScriptedEmbedder):
    """Fails altogether, as some servers do, when one text has more words than it reads."""

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:
        if any(self._is_too_long(text) for text in texts):
            raise EmbedderFailed("HTTP 500")
        return super().embed(texts, role=role)


@pytest.mark.parametrize("is_local", [True, False])
def test_c020_c021_what_the_embedder_cannot_take_is_stored_found_by_words_told_and_tried_again(
    database: Path, clock: TestClock, is_local: bool
) -> None:
    embedder = Strict(is_local=is_local, longest=512)
    with Memory.open(database, namespace=NAMESPACE, clock=clock, embedder=embedder) as memory:
        long = "x " * 900 + "My landlord changed, the new one is called Mira."
        receipt = memory.observe(long, speaker="Ana")
        assert receipt.episode == "ep1"
        assert len(receipt.notes) == 1
        assert "the vector waits. HTTP 500" in receipt.notes[0]
        version = memory.read().episode("ep1")
        assert version.text == long, "the whole turn, word for word"
        found = memory.recall("What is the landlord called?")
        assert any("Mira" in item.text for item in found.items)
        embedder.longest = None
        caught = memory.catch_up()
        assert caught.embedded >= 1
        assert memory.catch_up() == CaughtUp("em-1", 0, 0)
        assert any("Mira" in item.text for item in memory.recall("What is the landlord called?").items)


def test_c020_a_failing_look_up_does_not_keep_a_turn_from_teaching(database: Path, clock: TestClock) -> None:
    embedder = Strict(longest=8_192)
    with Memory.open(database, namespace=NAMESPACE, clock=clock, embedder=embedder) as memory:
        receipt = memory.observe(
            "filler sentence. " * 12_000 + "Important: I am allergic to penicillin.", speaker="Ana"
        )
        assert any("penicillin" in learnt.memory.text for learnt in receipt.stored)
        assert receipt.notes != ()
        assert any("penicillin" in item.text for item in memory.recall("What is Ana allergic to?").items)
