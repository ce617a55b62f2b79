"""The recipe: integers, bounds, and what may never lift a document."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core import scoring
from cicatrix.core.memories import MemoryType
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.scoring import Ints
from cicatrix.core.vectors import SCALE, quantize

SETTINGS = RecallSettings()


def ints(*values: int) -> Ints:
    return np.array(values, dtype=np.int64)


def test_every_type_of_memory_fades_by_its_half_life() -> None:
    days = {MemoryType.PREFERENCE: 270, MemoryType.SEMANTIC: 180, MemoryType.EPISODIC: 21, MemoryType.PROCEDURAL: 120}
    assert days == scoring.HALF_LIFE_DAYS
    for half_life in days.values():
        hours = ints(0, 24 * half_life, 48 * half_life, 24 * half_life // 2)
        assert scoring.recency(hours, np.full(4, 24 * half_life)).tolist() == [
            ONE,
            ONE // 2,
            ONE // 4,
            round(ONE / math.sqrt(2)),
        ]


def test_a_date_in_the_future_is_no_fresher_than_now() -> None:
    assert scoring.recency(ints(-1, -(10**6)), ints(24, 24)).tolist() == [ONE, ONE]


@given(st.integers(0, 10**8), st.integers(1, 10**4))
def test_recency_follows_the_power_of_two(hours: int, half_life: int) -> None:
    exact = ONE * 2 ** -(math.floor(256 * hours / half_life) / 256)
    assert abs(int(scoring.recency(ints(hours), ints(half_life))[0]) - exact) <= 1


def test_a_rarer_word_weighs_more_and_an_unknown_one_the_most() -> None:
    weights = [scoring.idf(1000, having) for having in (0, 1, 10, 100, 1000)]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == round(1000 * math.log(1 + 1000.5 / 0.5))
    assert scoring.idf(0, 0) > 0
    assert scoring.idf(5, 5) >= 1


@given(st.integers(1, 10**5), st.integers(1, 10**5), st.integers(1, 10**5))
def test_an_impact_is_bm25_and_grows_with_the_frequency(frequency: int, length: int, average: int) -> None:
    norms = scoring.norms(ints(length), ints(average))
    impact = int(scoring.impacts(ints(frequency), norms)[0])
    tf = frequency / 16
    exact = 1000 * tf * 2.2 / (tf + 1.2 * (0.6 + 0.4 * length / average))
    assert impact == pytest.approx(exact, abs=2)
    assert 0 <= impact <= 2200
    assert impact <= int(scoring.impacts(ints(frequency + 1), norms)[0])


def test_what_is_stated_is_full_at_twelve_words() -> None:
    sizes = scoring.statement_sizes(np.arange(20)).tolist()
    assert sizes[0] == 0
    assert sizes == sorted(sizes)
    assert sizes[12] == sizes[19] == ONE


def test_a_cosine_is_a_share_of_a_unit_vector_with_itself() -> None:
    unit = SCALE * SCALE
    assert scoring.cosines(ints(unit, 0, -unit, unit + 900, unit // 2)).tolist() == [ONE, 0, -ONE, ONE, ONE // 2]


@given(st.integers(0, 99), st.lists(st.booleans(), min_size=7, max_size=7))
def test_a_mix_is_the_cosine_of_the_vectors_added_up(seed: int, there: list[bool]) -> None:
    random = np.random.default_rng(seed)
    rows = [np.frombuffer(quantize(random.standard_normal(32)), "<i2").astype(np.int64) for _ in range(7)]
    query = np.frombuffer(quantize(random.standard_normal(32)), "<i2").astype(np.int64)
    present = np.array(there, dtype=np.int64)[:, None]
    dots = np.array([[int(row @ query)] for row in rows])
    among = {(i, j): ints(int(rows[i] @ rows[j])) for j in range(7) for i in range(j)}
    found = int(scoring.mixed_cosines(dots, among, present)[0])
    mixed = np.sum([share * row for share, row, has in zip(scoring.SHARES, rows, there, strict=True) if has], axis=0)
    length = float(np.linalg.norm(mixed))
    assert found == pytest.approx(ONE * float(mixed @ query) / length / SCALE if length else 0, abs=300)


def test_a_mix_of_the_longest_vectors_is_no_more_than_one() -> None:
    unit = SCALE * SCALE
    dots, present = np.full((7, 1), unit), np.ones((7, 1), dtype=np.int64)
    among = {(i, j): ints(unit) for j in range(7) for i in range(j)}
    assert scoring.mixed_cosines(dots, among, present).tolist() == [ONE]
    assert scoring.mixed_cosines(-dots, among, present).tolist() == [-ONE]
    assert scoring.mixed_cosines(dots, among, 0 * present).tolist() == [0]


def test_nearness_is_held_against_the_best() -> None:
    assert scoring.nearness(ints(400_000, 200_000, -5, 900_000), 400_000).tolist() == [ONE, ONE // 2, 0, ONE]
    assert scoring.nearness(ints(0, -1), 0).tolist() == [0, 0]


def test_usage_is_capped() -> None:
    assert scoring.usage(ints(0, 3, 10**6)).tolist() == [0, ONE // 2, ONE * 10**6 // (10**6 + 3)]


def test_the_weights_of_a_claim_are_those_of_the_settings() -> None:
    full = ints(ONE)
    nothing = ints(0)
    assert scoring.claim_score(full, full, full, full, SETTINGS).tolist() == [ONE]
    assert scoring.claim_score(full, nothing, nothing, nothing, SETTINGS).tolist() == [550_000]
    assert scoring.claim_score(nothing, full, full, full, SETTINGS).tolist() == [450_000]


def test_an_episode_equals_a_middling_claim_of_the_same_relevance() -> None:
    for relevance in (0, 300_000, ONE):
        claim = scoring.claim_score(ints(relevance), ints(ONE // 2), ints(ONE // 2), ints(ONE // 2), SETTINGS)
        assert scoring.episode_score(ints(relevance), SETTINGS).tolist() == claim.tolist()


def test_the_floor_is_the_calibrated_one_unless_set() -> None:
    assert scoring.floor(SETTINGS) == scoring.FLOOR
    assert scoring.floor(RecallSettings(floor=1)) == 1
