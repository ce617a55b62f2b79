"""From scored candidates to what is placed, and why the rest is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core import assembly as assembling
from cicatrix.core.asking import Form
from cicatrix.core.assembly import KEPT_REJECTED, Assembly, is_hard
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.grasp import is_rule
from cicatrix.core.holding import About, about
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.recall import RecallSettings, RejectReason, Thresholds
from cicatrix.core.shown import Field
from cicatrix.core.sifting import sift
from cicatrix.core.trust import Origin
from cicatrix.core.windows import Window, find_windows

SETTINGS = RecallSettings()


def candidate(handle: str, text: str = "Ask legal before you promise anything.", **changes: object) -> Candidate:
    kind = parse_handle(handle)[0]
    types = {Kind.RULE: "procedural", Kind.MEMORY: "semantic", Kind.EPISODE: "experience"}
    base = Candidate(
        handle=handle,
        kind=kind,
        type=types[kind],
        seq=parse_handle(handle)[1],
        text=text,
        score=500_000,
        components={"relevance": 500_000},
        coverage=600_000,
        above_floor=True,
        trust=Origin.HUMAN,
        importance=500,
        occurred_at="2026-11-03T10:00:00+01:00",
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def found(*candidates: Candidate, terms: tuple[str, ...] = ("legal", "promis")) -> SearchResult:
    return SearchResult(candidates, terms, (), mind=9, considered=len(candidates))


def assemble(
    result: SearchResult,
    settings: RecallSettings,
    thresholds: Thresholds,
    *,
    asked: Form = Form.TASK,
    windows: Sequence[Window] = (),
    about: About | None = None,
) -> Assembly:
    """A recall of one namespace."""
    sifted = sift(result, settings, thresholds, asked=asked, windows=windows, about=about)
    return assembling.assemble([sifted], settings, thresholds)[0]


def assembled(
    *candidates: Candidate, terms: tuple[str, ...] = ("legal", "promis"), about: About | None = None, **settings: int
) -> Assembly:
    return assemble(found(*candidates, terms=terms), replace(SETTINGS, **settings), Thresholds(), about=about)


def reasons(assembly: Assembly) -> dict[str, tuple[str, str]]:
    return {loss.id: (loss.reason.value, loss.detail) for loss in assembly.rejected}


def placed(assembly: Assembly) -> list[str]:
    return [item.candidate.handle for item in assembly.placed]


def test_what_passes_the_floor_is_placed_in_order() -> None:
    got = assembled(candidate("PB-02"), candidate("ep3"), candidate("M-1"))
    assert placed(got) == ["PB-02", "ep3", "M-1"]
    assert got.rejected == ()
    assert got.spent == sum(item.tokens for item in got.placed) > 0


def test_a_query_without_words_finds_nothing_not_even_what_is_critical() -> None:
    got = assembled(candidate("M-1", importance=990), terms=())
    assert got == Assembly((), (), (), (), {}, 0)


def test_below_the_floor_with_its_figures() -> None:
    got = assembled(candidate("ep3", above_floor=False, coverage=93_000, components={"lexical": 1, "coverage": 93_000}))
    assert placed(got) == []
    assert reasons(got) == {"ep3": ("below_floor", "carries 9 % of the query")}
    assert got.rejected[0].components == {"coverage": 93_000}
    assert got.standing == ()


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ("retired", "retired"),
        ("superseded", "superseded"),
        ("forgotten", "forgotten"),
        ("merged", "merged"),
        ("suspended", "not_active"),
        ("candidate", "not_active"),
        ("shadow", "not_active"),
        ("quarantined", "not_active"),
    ],
)
def test_a_memory_that_does_not_stand_is_never_shown(status: str, reason: str) -> None:
    got = assembled(candidate("PB-01", status=status, importance=990))
    assert placed(got) == []
    assert reasons(got) == {"PB-01": (reason, f"is {status}")}


def test_an_episode_stands_as_the_memory_it_taught() -> None:
    got = assembled(candidate("ep3", lessons=(("PB-01", "active"),)), candidate("PB-01", episodes=("ep3",)))
    assert placed(got) == ["PB-01"]
    assert reasons(got) == {"ep3": ("shown_as_memory", "stands as PB-01")}


def test_an_episode_whose_memory_is_not_found_appears_itself() -> None:
    assert placed(assembled(candidate("ep3", lessons=(("PB-01", "active"),)))) == ["ep3"]
    low = candidate("PB-01", above_floor=False, coverage=0)
    assert placed(assembled(candidate("ep3", lessons=(("PB-01", "active"),)), low)) == ["ep3"]


def test_the_episode_of_merged_words_stands_as_the_memory_that_has_them() -> None:
    lessons = (("M-1", "merged"), ("M-4", "active"))
    got = assembled(candidate("ep3", lessons=lessons), candidate("M-4", episodes=("ep3",)))
    assert placed(got) == ["M-4"]
    assert placed(assembled(candidate("ep3", lessons=lessons))) == ["ep3"]


@pytest.mark.parametrize("status", ["retired", "superseded", "forgotten"])
def test_an_ended_lesson_does_not_come_back_through_its_episode(status: str) -> None:
    got = assembled(candidate("ep3", lessons=(("PB-01", status), ("PB-02", "active"))))
    assert placed(got) == []
    assert reasons(got) == {"ep3": (status, f"taught PB-01, which is {status}")}


# -- what is over --------------------------------------------------------------------------------------------------

NOW = datetime(2026, 8, 12, tzinfo=UTC)


def asking(query: str) -> About:
    return about(query, find_windows(query, NOW), NOW)


def test_what_is_over_is_not_shown_as_true_now_nor_through_its_episode() -> None:
    away = candidate("M-1", valid_from="2026-07-19", valid_to="2026-07-25", episodes=("ep3",))
    got = assembled(away, candidate("ep3", lessons=(("M-1", "active"),)), about=asking("Plan my training week"))
    assert placed(got) == []
    assert reasons(got) == {
        "M-1": ("expired", "is over since 2026-07-25"),
        "ep3": ("expired", "taught M-1, which is over since 2026-07-25"),
    }


@pytest.mark.parametrize("query", ["When was I away?", "Where am I in July?", "What was it before?"])
def test_what_is_over_is_shown_with_its_label_where_it_is_asked_for(query: str) -> None:
    away = candidate("M-1", valid_from="2026-07-19", valid_to="2026-07-25", episodes=("ep3",))
    got = assembled(away, candidate("ep3", lessons=(("M-1", "active"),)), about=asking(query))
    assert [item.candidate.ended for item in got.placed] == ["over since 2026-07-25"]
    assert "[M-1, ep3; over since 2026-07-25]" in got.placed[0].line


def test_what_ends_today_still_holds() -> None:
    assert placed(assembled(candidate("M-1", valid_to="2026-08-12"), about=asking("And now?"))) == ["M-1"]


def test_what_was_before_comes_first_where_it_is_asked_for_and_is_never_acted_on() -> None:
    old = candidate("PB-01", status="superseded", superseded_by="PB-02", valid_to="2026-08-01T09:00:00Z")
    got = assembled(candidate("PB-02"), old, about=asking("What was my previous limit?"))
    assert [(item.candidate.handle, item.candidate.ended) for item in got.placed] == [
        ("PB-01", "replaced by PB-02 on 2026-08-01"),
        ("PB-02", ""),
    ]
    assert not is_rule(got.placed[0].candidate)
    now = assembled(candidate("PB-02"), old, about=asking("What is my limit?"))
    assert reasons(now) == {"PB-01": ("superseded", "is replaced by PB-02 on 2026-08-01")}


def test_a_suspended_lesson_rests_with_its_episode() -> None:
    got = assembled(candidate("ep3", lessons=(("PB-01", "suspended"),)))
    assert reasons(got) == {"ep3": ("not_active", "taught PB-01, which is suspended")}


def test_a_lesson_that_waits_for_a_person_does_not_hide_its_episode() -> None:
    assert placed(assembled(candidate("ep3", lessons=(("PB-01", "candidate"),)))) == ["ep3"]


def test_a_critical_memory_is_rescued_by_a_safety_link_before_thirty_better_ones() -> None:
    notes = [candidate(f"M-{number}", f"Snack note {number} about trails") for number in range(2, 32)]
    allergy = candidate("M-1", "Allergic to peanuts", importance=950, above_floor=False, coverage=0, score=0)
    terms = ("good", "trail", "snack", "saturday")
    got = assembled(*notes, allergy, terms=terms, budget=120)
    assert placed(got)[0] == "M-1"
    assert [item.candidate.handle for item in got.placed if item.rescued] == ["M-1"]
    assert [each.handle for each in got.rescued] == ["M-1"]
    assert got.spent <= 120
    plain = assembled(*notes, replace(allergy, importance=840), terms=terms, budget=120)
    assert "M-1" not in placed(plain)  # the guard: without the rescue it is gone


def test_a_critical_memory_is_rescued_by_a_few_words_of_its_own() -> None:
    low = candidate("PB-01", "Never mail a customer.", importance=900, above_floor=False, coverage=50_000)
    assert [item.rescued for item in assembled(low).placed] == [True]
    assert placed(assembled(replace(low, coverage=49_999))) == []


def test_an_episode_is_never_rescued() -> None:
    assert placed(assembled(candidate("ep1", importance=999, above_floor=False))) == []


def test_rescued_memories_come_in_order_of_importance() -> None:
    low = [
        candidate("M-1", importance=860, above_floor=False),
        candidate("M-2", importance=990, above_floor=False),
    ]
    assert placed(assembled(*low)) == ["M-2", "M-1"]


def test_the_best_that_is_too_big_is_missing_loudly_and_noise_follows() -> None:
    big = candidate("M-1", "vault migration " * 700)
    got = assembled(big, candidate("M-2", "vault noise"), budget=900)
    assert placed(got) == ["M-2"]
    assert [loss.id for loss in got.missing] == ["M-1"]
    assert "the budget is 900" in got.missing[0].detail
    assert reasons(got)["M-1"][0] == "over_budget"


def test_a_lesser_one_that_does_not_fit_is_no_alarm() -> None:
    got = assembled(candidate("M-1"), candidate("M-2", "note " * 4000))
    assert got.missing == ()
    assert reasons(got)["M-2"][0] == "over_budget"


@pytest.mark.parametrize(
    "loud",
    [
        candidate("PB-02", "Never " + "post " * 4000),
        candidate("PB-02", "Post " * 4000, tags_met=("post", "code")),
        candidate("PB-02", "Post " * 4000, importance=850),
    ],
)
def test_a_rule_that_matters_and_does_not_fit_is_missing_at_any_rank(loud: Candidate) -> None:
    assert [loss.id for loss in assembled(candidate("M-1"), loud).missing] == ["PB-02"]


def test_a_limit_leaves_nothing_missing() -> None:
    got = assembled(candidate("M-1"), candidate("M-2", "Legal promises nothing."), limit=1)
    assert placed(got) == ["M-1"]
    assert reasons(got) == {"M-2": ("over_limit", "comes after the limit of 1")}
    assert got.missing == ()


def test_external_words_keep_to_a_quarter_beside_better_trusted_ones() -> None:
    outside = [candidate(f"ep{number}", f"{number} " * 80, trust=Origin.EXTERNAL) for number in range(1, 9)]
    alone = assembled(*outside)
    beside = assembled(*outside, candidate("PB-01"))
    assert len(placed(alone)) == 8
    assert "PB-01" in placed(beside)
    assert sum(item.tokens for item in beside.placed if item.candidate.trust is Origin.EXTERNAL) <= 200
    assert beside.rejected_counts["untrusted_share"] > 0


def test_only_the_best_fifty_of_the_rest_are_kept_and_all_are_counted() -> None:
    rest = [candidate(f"ep{number}", above_floor=False) for number in range(1, 81)]
    got = assembled(*rest)
    assert [loss.id for loss in got.rejected] == [f"ep{number}" for number in range(1, KEPT_REJECTED + 1)]
    assert got.rejected_counts == {"below_floor": 80}


def test_hard_constraints() -> None:
    assert is_hard(candidate("PB-01", "Never post codes."), SETTINGS)
    assert is_hard(candidate("PB-01", importance=850), SETTINGS)
    assert not is_hard(candidate("PB-01"), SETTINGS)
    assert not is_hard(candidate("M-1", "Never eats fish."), SETTINGS)
    assert is_hard(candidate("M-1", "Vegan.", components={"relevance": 1, "bound": 400_000}), SETTINGS)


candidates = st.lists(
    st.builds(
        lambda kind, **changes: (kind, changes),
        st.sampled_from(("PB-{:02d}", "M-{}", "ep{}")),
        text=st.sampled_from(("Never post codes.", "Ask legal. " * 9, "Long " * 300, "Allergic to peanuts")),
        score=st.integers(0, 1_000_000),
        coverage=st.integers(0, 1_000_000),
        above_floor=st.booleans(),
        trust=st.sampled_from(Origin),
        importance=st.integers(0, 1000),
        status=st.sampled_from(("active", "active", "retired", "suspended", "candidate")),
    ),
    max_size=12,
).map(lambda drawn: [candidate(kind.format(place), **changes) for place, (kind, changes) in enumerate(drawn, 1)])


@given(drawn=candidates, budget=st.integers(0, 900), limit=st.none() | st.integers(0, 5))
def test_every_candidate_is_placed_or_rejected_once(drawn: list[Candidate], budget: int, limit: int | None) -> None:
    settings = replace(SETTINGS, budget=budget, limit=limit)
    got = assemble(found(*drawn, terms=("snack",)), settings, Thresholds())
    assert sorted([*placed(got), *(loss.id for loss in got.rejected)]) == sorted(each.handle for each in drawn)
    assert sum(got.rejected_counts.values()) == len(got.rejected)
    assert got.spent == sum(item.tokens for item in got.placed) <= budget
    for item in got.placed:
        assert item.candidate.kind is Kind.EPISODE or item.candidate.status == "active"
        assert item.candidate.above_floor or item.rescued
    for loss in got.missing:
        assert loss.reason is RejectReason.OVER_BUDGET
    assert got == assemble(found(*drawn, terms=("snack",)), settings, Thresholds())


def test_a_question_of_fact_may_want_the_episode_beside_its_lesson() -> None:
    rule = candidate("PB-01", episodes=("ep3",), coverage=300_000)
    episode = candidate("ep3", lessons=(("PB-01", "active"),), coverage=600_000)
    asked = {form: assemble(found(episode, rule), SETTINGS, Thresholds(), asked=form) for form in Form}
    assert {form: placed(got) for form, got in asked.items()} == {
        Form.TASK: ["PB-01"],
        Form.LEAVE: ["PB-01"],
        Form.QUESTION: ["ep3", "PB-01"],
        Form.YES_NO: ["ep3", "PB-01"],
        Form.SMALL_TALK: [],
    }
    no_more = replace(episode, coverage=300_000)
    assert placed(assemble(found(no_more, rule), SETTINGS, Thresholds(), asked=Form.QUESTION)) == ["PB-01"]
    for status in ("retired", "suspended"):
        mixed = replace(episode, lessons=(("PB-01", "active"), ("PB-02", status)))
        got = assemble(found(mixed, rule), SETTINGS, Thresholds(), asked=Form.QUESTION)
        assert (placed(got), reasons(got)) == (["PB-01"], {"ep3": ("shown_as_memory", "stands as PB-01")})


def _windows(text: str) -> tuple[Window, ...]:
    return find_windows(text, datetime(2026, 7, 21, tzinfo=UTC))


def test_words_that_look_back_leave_out_episodes_of_other_times() -> None:
    old = candidate("ep1", occurred_at="2023-01-01T09:00:00+00:00")
    new = candidate("ep2", occurred_at="2026-07-18T09:00:00+00:00")
    rule = candidate("PB-01")
    for words in ("last week", "in the past 7 days", "the last seven days"):
        got = assemble(found(old, new, rule), SETTINGS, Thresholds(), windows=_windows(words))
        assert placed(got) == ["ep2", "PB-01"], words
        assert reasons(got) == {"ep1": ("out_of_window", "is of 2023-01-01")}
    for words in ("today", "on Monday", "in July 2026", "on 18 July"):
        got = assemble(found(old, new, rule), SETTINGS, Thresholds(), windows=_windows(words))
        assert placed(got) == ["ep1", "ep2", "PB-01"], words


def test_where_nothing_is_of_the_time_that_is_named_nothing_is_left_out() -> None:
    old = candidate("ep1", occurred_at="2023-01-01T09:00:00+00:00")
    assert placed(assemble(found(old), SETTINGS, Thresholds(), windows=_windows("last week"))) == ["ep1"]


# -- the same words twice ---------------------------------------------------------------------------------------------


def turn(
    handle: str, text: str = "Ana: The invoice number goes into the subject line.", **changes: object
) -> Candidate:
    return replace(candidate(handle, text, speaker="Ana"), type="turn", **changes)  # type: ignore[arg-type]


def test_the_same_words_stand_once_and_the_others_are_named() -> None:
    got = assembled(turn("ep4"), turn("ep9"), turn("ep2"), candidate("M-1"), candidate("M-2"))
    assert placed(got) == ["ep4", "M-1"]
    assert reasons(got) == {
        "ep9": ("same_text", "says word for word what ep4 says"),
        "ep2": ("same_text", "says word for word what ep4 says"),
        "M-2": ("same_text", "says word for word what M-1 says"),
    }
    assert got.rejected_counts == {"same_text": 3}
    assert [each.handle for each in got.standing] == ["ep4", "M-1"]


@pytest.mark.parametrize(
    "other",
    [
        turn("ep9", speaker="Ben"),
        turn("ep9", trust=Origin.EXTERNAL),
        turn("ep9", "Ana: The invoice number goes into the subject line!"),
        candidate("M-1", "Ana: The invoice number goes into the subject line.", speaker="Ana"),
    ],
)
def test_another_speaker_origin_kind_or_wording_is_no_repeat(other: Candidate) -> None:
    assert placed(assembled(turn("ep4"), other)) == ["ep4", other.handle]


def test_a_short_turn_says_something_else_after_other_words() -> None:
    assert placed(assembled(turn("ep4", "Ana: Yes, please do."), turn("ep9", "Ana: Yes, please do."))) == ["ep4", "ep9"]


def test_where_a_time_is_asked_for_nothing_is_a_repeat() -> None:
    windows = find_windows("in May", datetime(2026, 11, 30, tzinfo=UTC))
    got = assemble(found(turn("ep4"), turn("ep9")), SETTINGS, Thresholds(), windows=windows)
    assert placed(got) == ["ep4", "ep9"]


def _turn(handle: str, sentences: int) -> Candidate:
    """Every third sentence is about what is asked."""
    said = ("Ask legal before promise", "Lunch was good on day", "It rained on day")
    text = "ana: " + " ".join(f"{said[number % 3]} {number}." for number in range(sentences))
    return candidate(handle, text, type="turn", fields=(Field("text", 0, 5, len(text)),))


def _weighed(*candidates: Candidate) -> SearchResult:
    return replace(found(*candidates), weights=(1000, 1000))


def test_what_is_too_big_for_its_share_is_cut_and_what_came_too_late_is_not() -> None:
    full = candidate("M-1", "mind " * 550, importance=990, above_floor=False)
    late, big = _turn("ep1", 18), _turn("ep2", 80)
    got = assemble(_weighed(late, full), SETTINGS, Thresholds())
    assert placed(got) == ["M-1"]
    assert reasons(got)["ep1"][0] == "over_budget"
    roomy = replace(SETTINGS, budget=1100)
    cut = assemble(_weighed(big, full), roomy, Thresholds())
    assert placed(cut) == ["M-1", "ep2"]
    (item,) = [item for item in cut.placed if item.excerpt is not None]
    assert item.candidate.handle == "ep2"
    assert item.tokens <= 330
    third = assemble(_weighed(_turn("ep2", 130), _turn("ep3", 131), _turn("ep4", 132)), SETTINGS, Thresholds())
    assert [item.candidate.handle for item in third.placed if item.excerpt is not None] == ["ep2", "ep3"]


def test_a_critical_memory_has_its_place_whatever_its_rank() -> None:
    """Past the floor as below it: an allergy is not left to the race for the budget."""
    notes = [candidate(f"M-{number}", f"The trail snack number {number} was sweet.") for number in range(2, 12)]
    allergy = candidate("M-1", "I'm allergic to peanuts.", importance=850, score=1)
    tight = assembled(*notes, allergy, terms=("trail", "snack"), budget=60)
    assert placed(tight)[0] == "M-1"
    assert placed(assembled(*notes, allergy, terms=("trail", "snack"), budget=60, rescue_importance=1001))[0] == "M-2"


def test_what_repeats_a_replaced_memory_is_left_out_beside_its_heir() -> None:
    old = candidate("M-1", "I work at Acme.", status="superseded", superseded_by="M-2", valid_to="2026-12-01")
    got = assembled(candidate("M-2", "I work at Initech."), old, candidate("ep2", "Acme is a fine place."))
    assert placed(got) == ["M-2"]
    assert reasons(got)["ep2"] == ("superseded", "repeats what M-1 said, which M-2 replaced")
