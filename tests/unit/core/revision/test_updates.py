"""Words of an end, a change, a correction, beside what they are about."""

from __future__ import annotations

import pytest
from tests.unit.core.revision.judging import judged

from cicatrix.core.revision.procedure import judge
from cicatrix.core.revision.verdicts import Statement, Verdict


@pytest.mark.parametrize(
    ("old", "new", "rule", "verdict"),
    [
        ("The outage started at 14:10", "It started at 13:52, not 14:10", "denied_value", Verdict.REPLACES),
        ("Checkout runs 4 replicas", "We cut checkout from 4 to 2 replicas", "denied_value", Verdict.REPLACES),
        ("The frontend uses webpack", "Webpack is out, the frontend uses Vite", "denied_value", Verdict.REPLACES),
        ("The depot is in Bonn", "The depot moved from Bonn to Kiel", "denied_value", Verdict.REPLACES),
        ("My dentist is Dr. Falk", "Dr. Falk has retired, so Dr. Lind is my dentist", "denied_value", Verdict.REPLACES),
        (
            "The demo is on Tuesday",
            "They can't do Tuesday, so we show the demo on Friday",
            "denied_value",
            Verdict.REPLACES,
        ),
        ("The cap is 10 hours", "The cap was raised, 15 hours are fine", "changed_value", Verdict.REPLACES),
        ("We meet on Monday", "From now on we gather on Friday", "changed_value", Verdict.UNCERTAIN),
        ("Deploys are frozen", "They lifted the deploy freeze", "ended", Verdict.REPLACES),
        ("I work at Acme", "I left Acme", "ended", Verdict.REPLACES),
        ("Halm supplies the paper", "Halm went bankrupt", "ended", Verdict.UNCERTAIN),
        ("The Oslo deal is on track", "It got the chop, the deal", "ended", Verdict.UNCERTAIN),
        ("Pemberton is no longer a customer", "Pemberton signed again", "resumed", Verdict.UNCERTAIN),
        ("I am married to Tomas", "Correction: his name is Thomas", "corrected", Verdict.REPLACES),
        ("I dislike thrillers", "Correction: I like thrillers a lot", "corrected", Verdict.REPLACES),
        ("I ordered a lamp", "Oops, it is a desk lamp", "corrected", Verdict.UNCERTAIN),
        ("I live in Leeds", "We moved to York", "changed", Verdict.REPLACES),
        ("The chat is open to all", "From today the chat takes members", "changed", Verdict.UNCERTAIN),
        ("Sign mails by name", "FINAL: just sign as Agent", "changed", Verdict.REPLACES),
        ("Sign mails by name", "Use the full name instead", "changed", Verdict.UNCERTAIN),
        ("Halden's renewal is due on 30 June", "For Halden the renewal day: 30 May", "other_value", Verdict.UNCERTAIN),
    ],
)
def test_rules(old: str, new: str, rule: str, verdict: Verdict) -> None:
    found = judged(old, new)
    assert (found.signals["rule"], found.verdict) == (rule, verdict)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I work at the zoo", "I left my keys in the zoo"),
        ("I've stopped smoking", "I don't smoke any more"),  # both tell of the end
        ("The author of Endymion is John Keats", "John Keats died in Rome"),  # an end that changes nothing
        ("I work in the Hamburg office", "Somebody in the Munich office resigned"),
        ("New modules must have logging", "For logging in new modules use structlog"),  # its own word is no cue
        ("A man is holding a frog", "A man has dropped a frog"),
        ("The kids have swimming on Wednesdays", "The kids have music on Thursdays now"),
        ("We fly from 3 to 9 May", "From 3 to 9 May we fly"),
        ("Ballet is my favourite", "We teach all kinds of dances, from ballet to hip-hop"),
        ("I like jazz", "We play everything from jazz to polka"),
    ],
)
def test_what_ends_nothing(old: str, new: str) -> None:
    assert judged(old, new).verdict is not Verdict.REPLACES


def test_the_cue_and_the_values_are_among_the_signals() -> None:
    signals = judged("The cap is 10 hours", "The cap was raised, 15 hours are fine").signals
    assert (signals["cue"], signals["old_value"], signals["new_value"]) == ("raised", "10 hours", "15 hours")


@pytest.mark.parametrize(
    ("old", "new", "rule", "verdict"),
    [
        ("Put no type hints in the code", "Scrap what I said about type hints", "retracted", Verdict.REPLACES),
        (
            "The importer only reads CSV files",
            "The importer reads Excel files too",
            "no_longer_only",
            Verdict.UNCERTAIN,
        ),
        ("I have given up coffee", "I don't drink coffee any more", "ended_too", Verdict.REFINES),
        ("The deployment failed", "The deployment failed since the token had expired", "adds", Verdict.REFINES),
        ("Backups go to S3", "The old backups were deleted from the NAS", "denied_value", Verdict.UNCERTAIN),
        ("The Oslo deal is fine", "Oslo is on ice, they say", "ended", Verdict.UNCERTAIN),
    ],
)
def test_rules_beside_an_end(old: str, new: str, rule: str, verdict: Verdict) -> None:
    found = judged(old, new)
    assert (found.signals["rule"], found.verdict) == (rule, verdict)


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Ich wohne in Kassel.", "Ich bin letzten Monat nach Fulda gezogen.", Verdict.REPLACES),
        ("J'habite à Nantes.", "J'ai déménagé, je vis maintenant à Rennes.", Verdict.REPLACES),
        ("我住在上海。", "我上个月搬到了杭州。", Verdict.REPLACES),
        ("会议是周三。", "会议改到周五了。", Verdict.UNCERTAIN),
        ("Frau Adler ist zuständig.", "Frau Adler ist in Rente.", Verdict.UNCERTAIN),
        ("Mi casa está en Sevilla.", "La clase de piano es el jueves.", Verdict.DISTINCT),
    ],
)
def test_other_languages_have_a_few_cues(old: str, new: str, verdict: Verdict) -> None:
    assert judged(old, new).verdict is verdict


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I play the piano", "I got a new piano"),
        ("I baked bread for the fair", "I ate some bread again"),
        ("I baked bread for the fair", "The new bread was a hit"),
        ("We are hiring two testers", "We hired a new receptionist"),
    ],
)
def test_a_word_of_every_other_sentence_asks_nobody_where_no_attribute_was_read(old: str, new: str) -> None:
    assert judged(old, new).verdict not in (Verdict.UNCERTAIN, Verdict.REPLACES)


def test_the_same_word_asks_where_an_attribute_was_read() -> None:
    old, new = "I play the piano", "I got a new piano"
    known = Statement(old, attribute="plays", value="the piano")
    found = judge(known, Statement(new), likeness=None, attributes={})
    assert (found.verdict, found.signals["rule"]) == (Verdict.UNCERTAIN, "changed")


def test_the_same_word_asks_beside_two_words_of_one_topic() -> None:
    found = judged("The kids love the swimming lessons", "The kids finally started the swimming lessons")
    assert (found.verdict, found.signals["cue"]) == (Verdict.UNCERTAIN, "finally")


def test_a_return_ends_where_somebody_was() -> None:
    assert judged("I am in Marrakesh", "Got home from Marrakesh late").verdict is not Verdict.DISTINCT
    assert judged("I ride my bike to the lake", "I am back from the lake").verdict is not Verdict.REPLACES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds.", "Ich wohne seit 2019 in Leeds."),
        ("I live in Leeds.", "Ich wohne seit einem Jahr in Leeds."),
        ("I live in Leeds.", "J'habite à Leeds depuis 2019."),
        ("I live in Leeds.", "Vivo en Leeds desde 2019."),
        ("Ich wohne in Leeds.", "Ich wohne seit 2019 in Leeds."),
    ],
)
def test_the_same_name_in_another_language_ends_nothing(old: str, new: str) -> None:
    assert judged(old, new).verdict is Verdict.DISTINCT


def test_a_move_told_in_another_language_than_before_is_a_question() -> None:
    assert judged("I live in Leeds.", "Ich bin nach York umgezogen.").verdict is Verdict.UNCERTAIN
    assert judged("I work at Acme.", "Ich arbeite jetzt bei Initech.").verdict is Verdict.UNCERTAIN
