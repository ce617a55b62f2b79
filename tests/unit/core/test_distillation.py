"""Distilling: the same rules whenever, in whatever parts and however often it is done."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.teaching import Mind, corrected, said

from cicatrix.core.admission import RefusalCode
from cicatrix.core.dead_letters import DeadLetter, letter_key
from cicatrix.core.distillation import lessons, teaching_field
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import quote
from cicatrix.core.memories import Status
from cicatrix.core.reading.verdicts import Code
from cicatrix.core.trust import Origin
from cicatrix.packs import load

FIRST = "Nobody stops scrolling for our news. Open with the reader's pain point, and put the hashtags at the end."
LATER = "Same as the webinar: open with the reader's pain point and keep the hashtags at the end."


def test_a_correction_becomes_a_rule_and_the_rest_is_named() -> None:
    mind = Mind()
    outcome = mind.learn(corrected(1, FIRST, task="Write a LinkedIn post about the webinar"))
    (rule,) = outcome.admitted.values()
    assert (rule.id, rule.text) == ("PB-01", "Open with the reader's pain point, and put the hashtags at the end.")
    assert rule.tags[:2] == ("linkedin", "post")
    assert [(word.text, word.code) for word in outcome.refused] == [
        ("Nobody stops scrolling for our news.", Code.COMPLAINT)
    ]
    assert (outcome.episodes, outcome.unchanged) == (1, 0)


def test_a_later_episode_joins_and_the_text_stays() -> None:
    mind = Mind()
    mind.learn(corrected(1, FIRST, task="Write a LinkedIn post about the webinar"))
    outcome = mind.learn(corrected(14, LATER, task="Write a LinkedIn post about the harbour"))
    (rule,) = outcome.joined.values()
    assert (rule.text, rule.episodes, rule.version) == (mind.texts()[0], ("ep1", "ep14"), 2)
    assert rule.text.startswith("Open with")
    assert outcome.admitted == {}


def test_doing_it_again_changes_nothing() -> None:
    mind = Mind()
    episodes = [corrected(1, FIRST), corrected(14, LATER)]
    mind.learn(*episodes)
    before = dict(mind.rules)
    outcome = mind.distill(reversed(episodes))
    assert mind.rules == before
    assert (outcome.admitted, outcome.joined, outcome.unchanged) == ({}, {}, 2)


def test_several_that_join_in_one_run_make_one_version() -> None:
    mind = Mind()
    mind.learn(corrected(1, FIRST))
    outcome = mind.learn(corrected(2, LATER), corrected(3, LATER), corrected(4, LATER))
    (rule,) = outcome.joined.values()
    assert (rule.version, rule.episodes) == (2, ("ep1", "ep2", "ep3", "ep4"))
    assert "ep2" in rule.change.reason
    assert "ep4" in rule.change.reason


def test_a_wording_that_stands_by_itself_is_clearer() -> None:
    pointing = "Put them last in every post, the hashtags."
    clear = "Put hashtags last in every post."
    mind = Mind()
    mind.learn(corrected(1, pointing), corrected(2, clear))
    assert mind.texts() == [clear]
    assert mind.rules["PB-01"].episodes == ("ep1", "ep2")
    stored = Mind()
    stored.learn(corrected(1, pointing))
    stored.learn(corrected(2, clear))
    assert stored.texts() == [pointing]


def test_a_clearer_wording_that_some_evidence_does_not_carry_is_not_taken() -> None:
    mind = Mind()
    mind.learn(
        corrected(1, "Put them last in posts, the hashtags."),
        corrected(2, "Put hashtags last in posts about pricing, hiring, partners, events, travel and research."),
    )
    assert mind.texts()[0] == "Put them last in posts, the hashtags."


def test_handles_follow_the_order_of_teaching_and_never_change() -> None:
    mind = Mind()
    outcome = mind.learn(corrected(9, "Dates are always in UTC."), corrected(2, "Label both axes. Never round totals."))
    assert [(rule.id, rule.episodes) for rule in outcome.admitted.values()] == [
        ("PB-01", ("ep2",)),
        ("PB-02", ("ep2",)),
        ("PB-03", ("ep9",)),
    ]


def test_who_teaches() -> None:
    assert teaching_field(corrected(1, "Be brief.")) == "correction"
    assert teaching_field(said(1, "Never be brief.", kind=EpisodeKind.REPLY)) == "text"
    assert teaching_field(said(1, "Never be brief.")) is None
    assert list(lessons(said(1, "Never be brief."))) == []
    assert Mind().learn(said(1, "Never post codes.", origin=Origin.HUMAN)).episodes == 0


def test_what_admission_refuses_is_named_too() -> None:
    mind = Mind()
    outcome = mind.learn(corrected(1, "Never post codes on Twitter.", role="end_user"))
    assert [word.code for word in outcome.refused] == [RefusalCode.END_USER]
    assert mind.rules == {}


def test_a_dead_letter_is_the_same_for_the_same_refusal() -> None:
    mind = Mind()
    first, second = mind.learn(corrected(1, "Great! Great!")).refused
    key = letter_key(first.text, first.code, (first.evidence,))
    assert key == letter_key(first.text, first.code, (first.evidence,))
    assert key != letter_key(second.text, second.code, (second.evidence,))
    assert key != letter_key(first.text, "other", (first.evidence,))
    assert DeadLetter("dl-1", "x", "c", "r", "p", (first.evidence,)).episode == "ep1"
    assert DeadLetter("dl-1", "x", "c", "r", "p").episode is None


CORRECTIONS = st.sampled_from(
    [
        FIRST,
        LATER,
        "Never post codes on Twitter.",
        "never post codes on twitter!",
        "Never post codes on LinkedIn.",
        "No codes on Twitter. Great otherwise.",
        "Refunds above 200 euros need a manager.",
        "Refunds above 500 euros need a manager.",
        "Refunds above 200 euros need a yes from a manager.",
        "Post codes on Twitter on Mondays.",
        "Use the other one. You did it again.",
        "Label both axes. Dates are always in UTC.",
        "Dates are always in UTC, please.",
        "The window is 30 days.",
        "不要改动配置文件。",
    ]
)
MAKERS = st.sampled_from(["operator", "agent", "external", "end_user"])
TAUGHT = st.lists(st.tuples(CORRECTIONS, MAKERS), min_size=1, max_size=9)


def episodes_of(taught: list[tuple[str, str]]) -> list[Episode]:
    return [
        corrected(
            number,
            text,
            task="Write a post about the beta",
            role="operator" if maker == "external" else maker,  # type: ignore[arg-type]
            origin=Origin.EXTERNAL if maker == "external" else Origin.AGENT,
        )
        for number, (text, maker) in enumerate(taught, 1)
    ]


def state(mind: Mind) -> list[tuple[object, ...]]:
    return [
        (rule.id, rule.text, rule.status, rule.trust, rule.evidence, rule.tags, rule.importance)
        for rule in mind.rules.values()
    ]


@given(TAUGHT, st.data())
def test_parts_and_order_of_a_run_make_no_difference(taught: list[tuple[str, str]], data: st.DataObject) -> None:
    episodes = episodes_of(taught)
    whole, parts = Mind(), Mind()
    whole.learn(*data.draw(st.permutations(episodes)))
    rest = episodes
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        parts.learn(*rest[:size])
        rest = rest[size:]
    assert state(whole) == state(parts)


@given(TAUGHT, st.data())
def test_distilling_again_is_a_fixpoint(taught: list[tuple[str, str]], data: st.DataObject) -> None:
    episodes = episodes_of(taught)
    mind = Mind()
    mind.learn(*episodes)
    before = state(mind)
    outcome = mind.distill(data.draw(st.lists(st.sampled_from(episodes))))
    assert (outcome.admitted, outcome.joined) == ({}, {})
    assert state(mind) == before


@given(TAUGHT)
def test_every_rule_has_its_words_letter_for_letter(taught: list[tuple[str, str]]) -> None:
    mind = Mind()
    mind.learn(*episodes_of(taught))
    for rule in mind.rules.values():
        quotes = [quote(mind.episodes[span.episode], span) for span in rule.evidence]
        assert rule.text in quotes
        assert None not in quotes
        if rule.status is Status.ACTIVE:
            roles = [mind.episodes[name].corrector_role for name in rule.episodes]
            assert set(roles) == {"operator"}
            assert rule.trust is Origin.HUMAN


def test_the_northstar_pack_teaches_ten_rules() -> None:
    mind = Mind()
    rows = [(number, row) for number, row in enumerate(load("northstar"), 1) if row.get("correction")]
    mind.learn(*(corrected(number, str(row["correction"]), task=str(row["task"])) for number, row in rows))
    assert len(mind.rules) == 10
    assert mind.rules["PB-01"].episodes == ("ep1", "ep14")
    assert {"linkedin", "post"} <= set(mind.rules["PB-01"].tags)
    assert mind.rules["PB-05"].episodes == ("ep7",)
    assert all(rule.evidence and rule.status is Status.ACTIVE for rule in mind.rules.values())
