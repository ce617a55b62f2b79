"""ACT, ACT_AND_FLAG or ASK_HUMAN, and a reason that names handles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core import assembly as assembling
from cicatrix.core.asking import Form, form
from cicatrix.core.assembly import Assembly
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.recall import ONE, Grade, RecallSettings, Thresholds
from cicatrix.core.router import Ruling, rule_on
from cicatrix.core.sifting import sift
from cicatrix.core.text import content_stems
from cicatrix.core.trust import Origin
from cicatrix.core.windows import Window, find_windows

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TYPES = {Kind.RULE: "procedural", Kind.MEMORY: "semantic", Kind.EPISODE: "experience"}


def memory(handle: str, text: str, **changes: object) -> Candidate:
    kind, number = parse_handle(handle)
    base = Candidate(
        handle=handle,
        kind=kind,
        type=TYPES[kind],
        seq=number,
        text=text,
        score=0,
        components={},
        coverage=0,
        above_floor=False,
        trust=Origin.HUMAN,
        importance=500,
        occurred_at="2026-11-03T10:00:00+01:00",
        episodes=() if kind is Kind.EPISODE else (f"ep{number}",),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def assemble(
    result: SearchResult,
    settings: RecallSettings,
    thresholds: Thresholds,
    *,
    asked: Form = Form.TASK,
    windows: Sequence[Window] = (),
) -> Assembly:
    """A recall of one namespace."""
    sifted = sift(result, settings, thresholds, asked=asked, windows=windows)
    return assembling.assemble([sifted], settings, thresholds)[0]


def ruling(query: str, *memories: Candidate, **settings: int) -> Ruling:
    """The grade of a query over these memories, with a search that weighs all words alike, and words of time not."""
    thresholds, asked, windows = Thresholds(), form(query), find_windows(query, NOW)
    terms = content_stems(query)
    dated = {stem for window in windows for stem in content_stems(window.text)}
    weighed = [term for term in terms if term not in dated]
    known = {stem for each in memories for stem in (*content_stems(each.text), *each.tags)}
    candidates = []
    for each in memories:
        own = {*content_stems(each.text), *each.tags}
        coverage = sum(term in own for term in weighed) * ONE // max(1, len(weighed))
        met = tuple(tag for tag in each.tags if tag in terms)
        candidates.append(
            replace(
                each, coverage=coverage, score=coverage, above_floor=coverage >= 120_000 or len(met) > 1, tags_met=met
            )
        )
    candidates.sort(key=lambda each: -each.score)
    unknown = tuple(term for term in weighed if term not in known)
    weights = tuple(int(term in weighed) for term in terms)
    result = SearchResult(tuple(candidates), terms, unknown, 9, len(memories), weights)
    assembly = assemble(result, replace(RecallSettings(), **settings), thresholds, asked=asked, windows=windows)
    return rule_on(query, result, assembly, thresholds, asked=asked, windows=windows)


PAIN = memory(
    "PB-01",
    "Open with the reader's pain point, and put the hashtags at the end.",
    tags=("linkedin", "post", "hashtag"),
    episodes=("ep1", "ep14"),
)
CODES = memory("PB-05", "Never post discount codes on public social media.", tags=("discount", "code"))
REFUND = memory("PB-07", "Refunds above 200 euros need a yes from a manager.", tags=("refund", "ticket"))


# -- a task and a question --------------------------------------------------------------------------------------------


def test_a_task_whose_tags_are_met_is_acted_on_however_new_its_object() -> None:
    got = ruling("Draft a LinkedIn post announcing the beta", PAIN, CODES)
    assert got.grade is Grade.ACT
    assert got.reason == "PB-01 (learnt in ep1 and ep14) is about LinkedIn and post."
    assert got.tags == ("linkedin", "post")
    assert not got.asks


def test_a_question_about_a_thing_that_no_memory_speaks_of_asks() -> None:
    got = ruling("What is our refund window for enterprise contracts?", PAIN, REFUND)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == (
        "No memory speaks of window, enterprise and contracts; PB-07 comes nearest and shares only refund."
    )
    assert got.asks


def test_two_tags_do_not_answer_a_question_about_something_else() -> None:
    routed = memory("PB-07", "Refund tickets of enterprise clients go to Priya.", tags=("refund", "enterpris"))
    assert ruling("What is our refund window for enterprise contracts?", routed).grade is Grade.ASK_HUMAN
    assert ruling("Answer the refund request of an enterprise client", routed).grade is Grade.ACT


def test_words_spread_over_several_memories_answer_no_question() -> None:
    spread = (
        memory("M-1", "The refund form"),
        memory("M-2", "The enterprise desk"),
        memory("M-3", "A contract window"),
    )
    got = ruling("What is our refund window for enterprise contracts?", *spread)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason.startswith("No one memory speaks of refund, window, enterprise and contracts together; M-3")


def test_a_question_that_a_rule_answers() -> None:
    got = ruling("Where do the hashtags go?", replace(PAIN, tags=("hashtag", "end")))
    assert got.grade is Grade.ACT_AND_FLAG
    assert ruling("Do hashtags go at the end of a post?", PAIN).grade is Grade.ACT


def test_a_name_that_nothing_speaks_of_asks_even_when_the_rest_is_known() -> None:
    dog = memory("M-1", "The user has a dog that likes long walks in the park")
    got = ruling("Does Heidi like long walks in the park?", dog)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory speaks of Heidi; M-1 comes nearest and shares only long, walks and park."
    assert ruling("Does the dog like long walks in the park?", dog).grade is Grade.ACT_AND_FLAG
    assert ruling("Is the order 4711 about long walks in the park?", dog).grade is Grade.ASK_HUMAN


def test_a_task_that_shares_no_more_than_a_word_in_passing_asks() -> None:
    got = ruling("Restart the payment pods of the billing cluster", memory("ep1", "Tickets go to billing"))
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == (
        "No memory speaks of Restart, payment, pods and cluster; ep1 comes nearest and shares only billing."
    )
    assert ruling("Go to the billing desk", memory("ep1", "Tickets go to billing")).grade is Grade.ACT_AND_FLAG
    known = memory("M-1", "Billing"), memory("M-2", "Restart pods"), memory("M-3", "A cluster and a desk")
    assert ruling("Restart the billing pods of the cluster desk", *known).grade is Grade.ACT_AND_FLAG


def test_light_words_make_no_memory_an_answer() -> None:
    got = ruling("Find a dentist nearby", memory("M-1", "The client could find no button"))
    assert got.grade is Grade.ASK_HUMAN
    assert (
        ruling("What works?", memory("M-1", "It works")).grade is Grade.ACT_AND_FLAG
    )  # there is nothing else to go by


def test_leave_for_a_thing_that_no_memory_speaks_of_asks() -> None:
    assert ruling("Can I post discount codes?", CODES).grade is Grade.ACT
    assert ruling("Can I post discount codes on Mastodon?", CODES).grade is Grade.ASK_HUMAN


# -- nothing, and what looks like something ---------------------------------------------------------------------------


def test_no_word_to_search_for_asks_nobody() -> None:
    got = ruling("???", PAIN)
    assert (got.grade, got.asks) == (Grade.ASK_HUMAN, False)
    assert got.reason == "There is no word in the query that memory could be searched for."


def test_nothing_above_the_floor() -> None:
    got = ruling("Bake a sourdough loaf", PAIN)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory speaks of this: Bake, sourdough and loaf are new to it."
    assert ruling("Bake a loaf").reason == "Nothing has been learnt yet."
    low = ruling("bake loaf sourdough rye spelt oats corn rice post", CODES)
    assert low.reason.startswith("No memory speaks of this: bake, loaf, sourdough and 5 more are new")


def test_known_words_below_the_floor() -> None:
    wordy = memory("M-1", "bake loaf sourdough rye spelt oats corn rice post", above_floor=False)
    query = SearchResult((wordy,), ("bake",), (), 9, 1, weights=(1,))
    assembly = assemble(query, RecallSettings(), Thresholds())
    assert rule_on("bake", query, assembly, Thresholds(), asked=Form.TASK).reason == "No memory speaks of this."


def test_a_lesson_that_ended_is_named_and_not_followed() -> None:
    got = ruling("Draft a LinkedIn post about hashtags", replace(PAIN, status="retired"))
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory that holds speaks of this: PB-01 does not stand."


def test_a_stored_question_is_no_answer() -> None:
    echo = memory("ep1", "ana: Which wording did we pick for the description?", type="turn")
    got = ruling("Which wording did we pick for the description?", echo)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "Memory holds the question (ep1) and no answer."
    answer = memory("ep2", "ben: For the description we pick the task-first wording", type="turn")
    assert ruling("Which wording did we pick for the description?", echo, answer).grade is Grade.ACT_AND_FLAG


def test_a_premise_that_memory_denies_asks() -> None:
    denied = memory("ep4", "We did not move the launch to Friday.")
    got = ruling("Did we move the launch to Friday?", denied)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "By ep4 it is not so: a person should say which holds."
    assert ruling("Did we move the launch to Friday?", memory("ep4", "We moved the launch to Friday.")).grade is (
        Grade.ACT_AND_FLAG
    )


def test_a_rule_that_forbids_denies_no_fact() -> None:
    got = ruling("Did we post discount codes?", CODES)
    assert got.grade is Grade.ACT_AND_FLAG  # what should be done says nothing of what was done
    assert ruling("Do we post discount codes?", CODES).grade is Grade.ACT


@pytest.mark.parametrize(
    ("query", "grade"),
    [
        ("Where are the discount codes?", Grade.ACT_AND_FLAG),
        ("Is a discount code public on social media?", Grade.ACT_AND_FLAG),
        ("Were the discount codes posted?", Grade.ACT_AND_FLAG),
        ("Where should I post discount codes?", Grade.ACT),
        ("Where do we post discount codes?", Grade.ACT),
        ("How to post discount codes?", Grade.ACT),
        ("Are we allowed to post discount codes?", Grade.ACT),
        ("Post discount codes", Grade.ACT),
    ],
)
def test_a_rule_answers_what_to_do_and_not_how_things_are(query: str, grade: Grade) -> None:
    assert ruling(query, CODES).grade is grade


# -- dates ------------------------------------------------------------------------------------------------------------

EIGHTH = memory("M-1", "Newsletter delivered, went out fine", occurred_at="2026-03-08T08:00:00+00:00")
NINTH = memory("M-2", "Newsletter brief went out", occurred_at="2026-03-09T08:00:00+00:00")


def test_a_day_of_which_no_memory_is_asks_and_names_the_other_dates() -> None:
    got = ruling("Did the newsletter go out on March 18?", EIGHTH, NINTH)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory is of March 18; of other dates are M-1 (2026-03-08) and M-2 (2026-03-09)."
    assert ruling("Did the newsletter go out on March 8?", EIGHTH, NINTH).grade is Grade.ACT_AND_FLAG


def test_a_memory_may_speak_of_another_day_than_its_own() -> None:
    plan = memory("ep8", "The newsletter will go out on March 18.", occurred_at="2026-03-08T08:00:00+00:00")
    assert ruling("Did the newsletter go out on March 18?", plan).grade is Grade.ACT_AND_FLAG
    told = memory("ep8", "The newsletter went out yesterday.", occurred_at="2026-03-19T08:00:00+00:00")
    assert ruling("Did the newsletter go out on March 18?", told).grade is Grade.ACT_AND_FLAG
    undated = memory("ep8", "The newsletter went out.", occurred_at="")
    assert ruling("Did the newsletter go out on March 18?", undated).grade is Grade.ASK_HUMAN


# -- what lowers ACT --------------------------------------------------------------------------------------------------


def test_one_tag_is_enough_with_enough_of_the_text() -> None:
    short = memory("PB-03", "Every image needs alt text.", tags=("imag",))
    got = ruling("Give each image its alt text", short)
    assert got.grade is Grade.ACT
    assert got.reason == "PB-03 (learnt in ep3) is about image and shares most of its words."
    got = ruling("Crop the image", short)
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason == "PB-03 touches this, but only by image: check before you act."


def test_a_rule_without_a_tag_met_only_touches() -> None:
    got = ruling("Give the alt text", replace(memory("PB-03", "Every image needs alt text."), episodes=()))
    assert got.reason == "PB-03 touches this: check before you act."


def test_in_a_long_text_tags_are_met_by_chance() -> None:
    letter = "Dear all, about LinkedIn and the post: " + " ".join(f"word{chr(97 + n)}{chr(97 + n)}" for n in range(24))
    assert ruling(letter, replace(PAIN, text="LinkedIn post " * 9)).grade is Grade.ACT
    assert ruling(letter, replace(PAIN, text="Open with LinkedIn and the reader's pain")).grade is not Grade.ACT


def test_rules_that_contradict_are_both_named() -> None:
    other = memory("PB-09", "Never put the hashtags at the end.", tags=("linkedin", "post"))
    got = ruling("Draft a LinkedIn post with hashtags at the end", PAIN, other)
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason.startswith("PB-01 and PB-09 cannot both be followed")


def test_the_best_that_did_not_fit_is_named() -> None:
    big = memory("PB-01", "Draft a LinkedIn post. " + "Open with the pain point. " * 200, tags=("linkedin", "post"))
    also = memory("PB-02", "Never ship a LinkedIn post. " * 200, tags=("linkedin", "post"))
    got = ruling("Draft a LinkedIn post", big, memory("M-1", "A LinkedIn note"), budget=900)
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason.startswith("PB-01 concerns this and was left out: it needs ")
    assert got.reason.endswith("tokens, the budget is 900.")
    two = ruling("Draft a LinkedIn post", big, also, memory("M-1", "A LinkedIn note"), budget=900)
    assert two.reason.endswith(", and 1 more that matters.")


def test_nothing_let_in() -> None:
    got = ruling("Draft a LinkedIn post", PAIN, limit=0)
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason == "1 memory speaks of this and was not let in: the budget or the limit is too small."
    two = ruling("Draft a LinkedIn post", PAIN, memory("ep3", "A LinkedIn post"), limit=0)
    assert two.reason.startswith("2 memories speak of this and none was")


def test_experience_without_a_rule() -> None:
    one, two = memory("ep3", "Draft of a LinkedIn post"), memory("ep4", "Another LinkedIn draft")
    assert ruling("Draft a LinkedIn post", one).reason == "No rule covers this; ep3 comes nearest."
    assert ruling("Draft a LinkedIn post", one, two).reason.startswith("No rule covers this; ep3 and ep4 come nearest")


def test_words_from_outside_alone() -> None:
    got = ruling("Draft a LinkedIn post", memory("ep3", "Draft of a LinkedIn post", trust=Origin.EXTERNAL))
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason == "Only outside words speak of this, and nobody has vouched for them: ep3."


# -- rescue -----------------------------------------------------------------------------------------------------------


def test_a_rescued_memory_is_named_and_raises_no_grade() -> None:
    allergy = memory("M-1", "Severe reaction to almonds", importance=980)
    got = ruling("Can I eat marzipan?", allergy, memory("M-2", "A note about travel"))
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory speaks of this: eat and marzipan are new to it. For safety, mind M-1."


def test_a_rescued_rule_is_no_reason_to_act() -> None:
    rule = memory(
        "PB-01", "Never serve almonds.", importance=980, tags=("eat", "marzipan"), tags_met=("eat", "marzipan")
    )
    result = SearchResult((rule, memory("ep2", "x", above_floor=True)), ("eat", "marzipan"), (), 9, 2, (1, 1))
    assembly = assemble(result, RecallSettings(), Thresholds())
    got = rule_on("eat marzipan", result, assembly, Thresholds(), asked=Form.TASK)
    assert got.grade is Grade.ACT_AND_FLAG
    assert got.reason.endswith("For safety, mind PB-01.")


# -- properties -------------------------------------------------------------------------------------------------------

WORDS = (
    "draft",
    "LinkedIn",
    "post",
    "refund",
    "never",
    "codes",
    "Heidi",
    "image",
    "what",
    "is",
    "did",
    "on March 18",
    "?",
)


@given(
    query=st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    texts=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), max_size=5),
    status=st.sampled_from(("active", "retired", "suspended")),
)
def test_act_always_names_a_rule_that_stands_and_was_placed(query: str, texts: list[str], status: str) -> None:
    rules = [memory(f"PB-{n:02d}", text, tags=("post", "codes"), status=status) for n, text in enumerate(texts, 1)]
    got = ruling(query, *rules)
    assert got.reason.endswith(".")
    if got.grade is Grade.ACT:
        assert status == "active"
        assert "PB-" in got.reason
    assert got.asks <= (got.grade is Grade.ASK_HUMAN)


@pytest.mark.parametrize("grade", list(Grade))
def test_the_grades_are_the_three_words_of_the_glossary(grade: Grade) -> None:
    assert grade.value == grade.name


def test_one_word_for_whom_it_is_done_covers_no_task() -> None:
    privacy = memory("ep1", "The team must delete such data within a month, says GDPR.")
    got = ruling("Order pizza for the team", privacy)
    assert got.grade is Grade.ASK_HUMAN
    assert got.reason == "No memory speaks of Order and pizza; ep1 comes nearest and shares only team."
    assert ruling("Bake sourdough for the depot", memory("ep1", "The depot closes at noon.")).grade is (
        Grade.ACT_AND_FLAG
    )
