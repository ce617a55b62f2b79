"""Calls that make no sense, a sample. A million of them: scripts/soak noise."""

from __future__ import annotations

from tests.crash.noise import noisy_calls


def test_whatever_is_called_gets_a_ruling() -> None:
    noise = noisy_calls(seed=1, calls=3_000)
    assert noise.wrong == []
    assert {"deny", "no_opinion", "require_approval"} <= set(noise.rulings)
