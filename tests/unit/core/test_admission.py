"""Admission: the one door to memory, and what may pass it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.teaching import by_id, corrected, said, span

from cicatrix.core.admission import (
    MAX_CLAIM,
    Admitted,
    AlreadyKnown,
    Claim,
    Joined,
    RefusalCode,
    Rejected,
    Verdict,
    admit,
)
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import cite, quote
from cicatrix.core.known import Known
from cicatrix.core.memories import Evidence, Memory, MemoryType, Status
from cicatrix.core.trust import Corrector, Origin, Role, lowest

RULE = "Never post discount codes on public social media."
PROCEDURAL, SEMANTIC = MemoryType.PROCEDURAL, MemoryType.SEMANTIC


def judge(text: str, *cited: tuple[Episode, str], type: MemoryType = PROCEDURAL, known: Known | None = None) -> Verdict:
    """Propose a text with quotes of episodes."""
    episodes = by_id(*(episode for episode, _ in cited))
    evidence = tuple(span(episode, words) for episode, words in cited)
    return admit(Claim(text, type, evidence, "test"), episodes, known or Known())


def admitted(verdict: Verdict, handle: str = "PB-01") -> Memory:
    assert isinstance(verdict, Admitted)
    return replace(verdict.memory, id=handle)


def rejected(verdict: Verdict) -> Rejected:
    assert isinstance(verdict, Rejected)
    return verdict


def test_an_operators_correction_makes_an_active_rule() -> None:
    episode = corrected(7, f"{RULE} We paid.", task="Promote the beta")
    rule = admitted(judge(RULE, (episode, RULE)))
    assert (rule.text, rule.status, rule.trust) == (RULE, Status.ACTIVE, Origin.HUMAN)
    assert (rule.importance, rule.episodes, rule.proposer) == (650, ("ep7",), "test")
    assert {"promot", "beta", "discount", "code"} <= set(rule.tags)
    assert quote(episode, rule.evidence[0]) == RULE


@pytest.mark.parametrize(
    ("role", "origin", "trust"),
    [
        ("agent", Origin.AGENT, Origin.AGENT),
        ("operator", Origin.EXTERNAL, Origin.EXTERNAL),
        ("agent", Origin.EXTERNAL, Origin.EXTERNAL),
    ],
)
def test_a_report_or_a_log_that_nobody_vouches_for_makes_a_candidate(role: Role, origin: Origin, trust: Origin) -> None:
    rule = admitted(judge(RULE, (corrected(1, RULE, role=role, origin=origin), RULE)))
    assert (rule.status, rule.trust) == (Status.CANDIDATE, trust)


@pytest.mark.parametrize("kind", [EpisodeKind.DOCUMENT, EpisodeKind.TOOL_CALL])
@pytest.mark.parametrize("origin", [Origin.EXTERNAL, Origin.TOOL])
def test_a_page_that_says_the_editor_said_so_never_makes_an_active_rule(kind: EpisodeKind, origin: Origin) -> None:
    page = said(1, f"As the editor said: {RULE}", origin=origin, kind=kind)
    rule = admitted(judge(RULE, (page, RULE)))
    assert (rule.status, rule.trust) == (Status.CANDIDATE, origin)


def test_an_end_users_words_never_make_a_rule_for_others() -> None:
    assert rejected(judge(RULE, (said(1, RULE), RULE))).code is RefusalCode.END_USER
    complaint = corrected(2, RULE, role="end_user")
    assert rejected(judge(RULE, (complaint, RULE))).code is RefusalCode.END_USER
    mixed = judge(RULE, (corrected(3, RULE), RULE), (said(1, RULE), RULE))
    assert rejected(mixed).code is RefusalCode.END_USER


def test_an_end_users_words_are_facts_about_that_user() -> None:
    turn = said(1, "I'm allergic to peanuts")
    fact = admitted(judge("The user is allergic to peanuts", (turn, turn.text), type=SEMANTIC), "M-1")
    assert (fact.status, fact.trust, fact.tags) == (Status.ACTIVE, Origin.HUMAN, ())


def test_a_named_persons_reply_teaches() -> None:
    reply = replace(said(1, RULE, kind=EpisodeKind.REPLY), corrector=Corrector("dana", "operator"))
    assert admitted(judge(RULE, (reply, RULE))).status is Status.ACTIVE


def test_trust_is_the_lowest_origin_of_the_evidence() -> None:
    rule = admitted(judge(RULE, (corrected(1, RULE), RULE), (corrected(2, RULE, role="agent"), RULE)))
    assert (rule.trust, rule.status, rule.episodes) == (Origin.AGENT, Status.CANDIDATE, ("ep1", "ep2"))


def test_a_citation_that_does_not_hold_is_struck() -> None:
    good, other = corrected(1, RULE), corrected(2, "Hashtags go last.")
    verdict = judge(RULE, (good, RULE), (other, "Hashtags go last."))
    assert isinstance(verdict, Admitted)
    assert verdict.memory.episodes == ("ep1",)
    assert [(struck.evidence.episode, struck.code) for struck in verdict.struck] == [("ep2", RefusalCode.UNSUPPORTED)]


def test_another_episode_may_say_it_in_other_words_but_one_says_all_of_it() -> None:
    again = corrected(2, "Again: no discount codes on public media!")
    both = admitted(judge(RULE, (corrected(1, RULE), RULE), (again, "no discount codes on public media!")))
    assert both.episodes == ("ep1", "ep2")
    alone = rejected(judge(RULE, (again, "no discount codes on public media!")))
    assert (alone.code, alone.struck[0].evidence.episode) == (RefusalCode.UNSUPPORTED, "ep2")
    assert "all of it" in alone.reason


def test_no_provenance_no_memory() -> None:
    episode = corrected(1, RULE)
    held = span(episode, RULE)
    cases: list[tuple[Evidence, RefusalCode]] = [
        (replace(held, episode="ep9"), RefusalCode.UNKNOWN_EPISODE),
        (replace(held, start=1), RefusalCode.NOT_VERBATIM),
        (replace(held, sha256="0" * 64), RefusalCode.NOT_VERBATIM),
        (replace(held, field="task"), RefusalCode.NOT_VERBATIM),
        (cite(episode, "correction", 0, 5), RefusalCode.UNSUPPORTED),
    ]
    for evidence, code in cases:
        verdict = rejected(admit(Claim(RULE, PROCEDURAL, (evidence,), "test"), by_id(episode), Known()))
        assert verdict.code is code
        assert verdict.reason.endswith(".")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", RefusalCode.EMPTY),
        (" \n", RefusalCode.EMPTY),
        ("x" * (MAX_CLAIM + 1), RefusalCode.TOO_LONG),
        ("Be brief.", RefusalCode.NO_EVIDENCE),
    ],
)
def test_a_claim_has_words_and_names_an_episode(text: str, code: RefusalCode) -> None:
    assert rejected(admit(Claim(text, PROCEDURAL, (), "test"), {}, Known())).code is code


def test_a_question_is_no_memory() -> None:
    episode = corrected(1, "Should we post codes?")
    assert rejected(judge("Should we post codes?", (episode, "Should we post codes?"))).code is RefusalCode.QUESTION


@pytest.mark.parametrize(
    ("text", "said_words"),
    [
        ("The refund window is 14 days", "The refund window is 30 days"),
        ("Invoices go to Ravi", "Invoices go to Dana"),
        ("Post codes on Twitter", "Never post codes on Twitter"),
        ("Never post codes on Twitter or LinkedIn", "Never post codes on Twitter"),
    ],
)
def test_numbers_names_and_polarity_must_be_in_the_quote(text: str, said_words: str) -> None:
    assert rejected(judge(text, (corrected(1, said_words), said_words))).code is RefusalCode.UNSUPPORTED


def known_rule(status: Status = Status.ACTIVE, **changes: object) -> tuple[Known, Memory]:
    rule = replace(admitted(judge(RULE, (corrected(1, RULE), RULE))), status=status, **changes)  # type: ignore[arg-type]
    return Known([rule]), rule


def again(known: Known, episode: Episode, words: str = RULE) -> Verdict:
    first = corrected(1, RULE)
    return admit(Claim(words, PROCEDURAL, (span(episode, words),), "test"), by_id(first, episode), known)


def test_a_second_episode_joins() -> None:
    known, rule = known_rule()
    verdict = again(known, corrected(2, "No discount codes on public media."), "No discount codes on public media.")
    assert isinstance(verdict, Joined)
    joined = verdict.memory
    assert (joined.id, joined.text, joined.version, joined.status) == (rule.id, RULE, 2, Status.ACTIVE)
    assert (joined.episodes, joined.importance) == (("ep1", "ep2"), rule.importance + 50)
    assert (joined.change.act, joined.change.reason) == ("joined", "ep2 says the same.")


def test_an_importance_that_a_person_gave_stays() -> None:
    known, _ = known_rule(importance=990)
    verdict = again(known, corrected(2, RULE))
    assert isinstance(verdict, Joined)
    assert verdict.memory.importance == 990


def test_the_same_evidence_changes_nothing() -> None:
    known, rule = known_rule()
    verdict = again(known, corrected(1, RULE))
    assert isinstance(verdict, AlreadyKnown)
    assert verdict.memory is rule


def test_an_echo_of_lower_origin_cannot_drag_a_rule_down() -> None:
    known, _ = known_rule()
    for echo in (corrected(2, RULE, role="agent"), corrected(2, RULE, origin=Origin.EXTERNAL)):
        verdict = again(known, echo)
        assert isinstance(verdict, AlreadyKnown)
        assert "lower origin" in verdict.reason


def test_a_suspended_rule_gains_evidence_and_stays_suspended() -> None:
    known, _ = known_rule(Status.SUSPENDED)
    verdict = again(known, corrected(2, RULE))
    assert isinstance(verdict, Joined)
    assert verdict.memory.status is Status.SUSPENDED


def test_a_ratified_rule_stays_ratified() -> None:
    known, _ = known_rule(trust=Origin.RATIFIED)
    verdict = again(known, corrected(2, RULE))
    assert isinstance(verdict, Joined)
    assert verdict.memory.trust is Origin.RATIFIED


def test_a_candidate_stands_on_an_operators_words_as_soon_as_there_are_some() -> None:
    report = corrected(1, "Never post discount codes on our public social media.", role="agent")
    candidate = admitted(judge(report.correction, (report, report.correction)))
    assert candidate.status is Status.CANDIDATE
    verdict = again(Known([candidate]), corrected(2, RULE))
    assert isinstance(verdict, Joined)
    raised = verdict.memory
    assert (raised.id, raised.status, raised.trust) == (candidate.id, Status.ACTIVE, Origin.HUMAN)
    assert (raised.text, raised.episodes, raised.version) == (RULE, ("ep2",), 2)
    assert raised.change.act == "confirmed"


@pytest.mark.parametrize("status", [Status.RETIRED, Status.FORGOTTEN])
def test_a_lesson_that_was_taken_back_is_not_learnt_again_from_the_same_episode(status: Status) -> None:
    known, rule = known_rule(status)
    verdict = again(known, corrected(1, RULE))
    assert isinstance(verdict, AlreadyKnown)
    assert rule.id in verdict.reason
    assert status.value in verdict.reason


@pytest.mark.parametrize("status", [Status.RETIRED, Status.FORGOTTEN])
def test_said_again_in_a_new_episode_it_waits_for_a_person(status: Status) -> None:
    known, rule = known_rule(status)
    verdict = again(known, corrected(2, RULE))
    new = admitted(verdict, "PB-02")
    assert new.status is Status.CANDIDATE
    assert rule.id in new.change.reason


def test_a_superseded_rule_stands_in_nobodys_way() -> None:
    known, _ = known_rule(Status.SUPERSEDED)
    assert admitted(again(known, corrected(2, RULE)), "PB-02").status is Status.ACTIVE


def test_facts_meet_only_facts_in_the_same_words() -> None:
    turn = said(1, "Our office is in Porto.")
    fact = admitted(judge("Our office is in Porto.", (turn, turn.text), type=SEMANTIC), "M-1")
    known = Known([fact])
    assert isinstance(judge("our office is in Porto", (turn, turn.text), type=SEMANTIC, known=known), AlreadyKnown)
    assert isinstance(
        judge("Our office is in Porto.", (turn, turn.text), type=MemoryType.PREFERENCE, known=known), Admitted
    )
    later = said(2, "Our office is in Porto.")
    assert isinstance(judge("Our office is in Porto.", (later, later.text), type=SEMANTIC, known=known), Joined)
    gone = Known([replace(fact, status=Status.FORGOTTEN)])
    back = judge("Our office is in Porto.", (later, later.text), type=SEMANTIC, known=gone)
    assert admitted(back, "M-2").status is Status.QUARANTINED


def test_a_given_importance_and_a_pin_are_kept() -> None:
    episode = corrected(1, RULE)
    claim = Claim(RULE, PROCEDURAL, (span(episode, RULE),), "test", importance=900, pinned=True)
    rule = admitted(admit(claim, by_id(episode), Known()))
    assert (rule.importance, rule.pinned) == (900, True)


ORIGINS = st.sampled_from(["operator", "agent", "external"])


@given(st.lists(ORIGINS, min_size=1, max_size=5))
def test_trust_never_rises_above_the_evidence(makers: list[str]) -> None:
    episodes = [
        corrected(
            number,
            RULE,
            role="agent" if maker == "agent" else "operator",
            origin=Origin.EXTERNAL if maker == "external" else Origin.AGENT,
        )
        for number, maker in enumerate(makers, 1)
    ]
    rule = admitted(judge(RULE, *((episode, RULE) for episode in episodes)))
    assert rule.trust is lowest(episode.origin_of("correction") for episode in episodes)
    assert (rule.status is Status.ACTIVE) == (set(makers) == {"operator"})
