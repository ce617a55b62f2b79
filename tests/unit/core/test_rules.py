"""Reading corrections: which words make a rule, and why the others do not."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.reading.grammar import table
from cicatrix.core.reading.verdicts import REASONS, Code
from cicatrix.core.rules import MAX_PIECES, read

FIXTURES = Path(__file__).parents[2] / "fixtures"
CORRECTIONS = [
    json.loads(line)
    for name in ("corrections.jsonl", "corrections_second.jsonl")  # by two people, the second without seeing the first
    for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines()
]


def lessons(text: str) -> list[str]:
    return [text[piece.start : piece.end] for piece in read(text) if piece.is_lesson]


def codes(text: str) -> list[Code]:
    return [piece.code for piece in read(text)]


@pytest.mark.parametrize("case", CORRECTIONS, ids=[f"{case['trade']}-{n}" for n, case in enumerate(CORRECTIONS, 1)])
def test_corrections_of_many_trades(case: dict[str, object]) -> None:
    text = str(case["text"])
    assert lessons(text) == case["lessons"]
    assert {text[piece.start : piece.end]: piece.code for piece in read(text) if not piece.is_lesson} == case["others"]


@pytest.mark.parametrize(
    "text",
    [
        "Never restart billing pods directly. Drain traffic at the gateway first.",
        "No patient names over WhatsApp. Use the portal for that.",
        ".env files stay closed: don't open, print or change them. .env.example is fine.",
        "Corvair is off the list. Don't book them for anybody.",
        "Don't post to Chirper any more. LinkedIn and Instagram stay.",
        "You closed Harlow's ticket again. They close their own tickets, leave that to them from now on.",
        "Don't call anything ultimate. Say what it does.",
        "Never A without B, C or D unless E says so.",
    ],
)
def test_sentences_that_lean_on_each_other_make_one_rule(text: str) -> None:
    assert lessons(text) == [text]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Label both axes. Dates are always in UTC.", ["Label both axes.", "Dates are always in UTC."]),
        ("Never post on Sundays. Check every link.", ["Never post on Sundays.", "Check every link."]),
        ("Wash the pan. Dry it. Oil it. Hang it up. Log it.", ["Wash the pan. Dry it. Oil it."]),
        ("Never mail invoices.\n- Use the portal for that.", ["Never mail invoices.", "Use the portal for that."]),
    ],
)
def test_independent_instructions_become_rules_of_their_own(text: str, rules: list[str]) -> None:
    assert lessons(text) == rules


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Again: tickets about invoices go to billing.", "tickets about invoices go to billing."),
        ("As I said, check the links.", "check the links."),
        ("No — put the hashtags last.", "put the hashtags last."),
        ("Please never use capitals.", "never use capitals."),
        ("Same as last time: open with the pain point.", "open with the pain point."),
        ("OK, but next time: name the source.", "name the source."),
        ("Nice work, but never use emojis in headlines.", "never use emojis in headlines."),
        ("You did well; but leave prices out of headlines.", "leave prices out of headlines."),
        ("No discount codes on Twitter.", "No discount codes on Twitter."),
        ("No-code tools need approval by IT.", "No-code tools need approval by IT."),
    ],
)
def test_what_stands_before_an_instruction_is_no_part_of_it(text: str, rule: str) -> None:
    assert lessons(text) == [rule]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Great work!", Code.PRAISE),
        ("Thanks, this reads well.", Code.PRAISE),
        ("This is terrible.", Code.COMPLAINT),
        ("Nobody cares that we are proud.", Code.COMPLAINT),
        ("You never listen.", Code.NARRATION),
        ("I had to apologise for an hour.", Code.NARRATION),
        ("It must have been the cache.", Code.NARRATION),
        ("Why did you do that?", Code.QUESTION),
        ("Can you send it again?", Code.QUESTION),
        ("What did they say", Code.QUESTION),
        ("Redo this one.", Code.ONE_OFF),
        ("Please fix the typo in line 3.", Code.ONE_OFF),
        ("Send it again.", Code.ONE_OFF),
        ("Replace this with a photo.", Code.ONE_OFF),
        ("Send the report to Anna by Friday.", Code.ONE_OFF),
        ("Oh great, another emoji.", Code.SARCASM),
        ("Sure, just delete production, what could go wrong.", Code.SARCASM),
        ("\"Never ship on Mondays.\"", Code.QUOTED),
        ("> never ship on Mondays", Code.QUOTED),
        ("The customer said we should never call.", Code.REPORTED),
        ("A vendor claims that you must reply.", Code.REPORTED),
        ("Maybe we could shorten it.", Code.HYPOTHESIS),
        ("I'd have phoned first.", Code.HYPOTHESIS),
        ("If we had asked, they would have agreed.", Code.HYPOTHESIS),
        ("The refund window is 30 days, not 14.", Code.FACT),
        ("It should be 30 days.", Code.FACT),
        ("Use the other one.", Code.ANAPHORA),
        ("Make it shorter.", Code.ANAPHORA),
        ("This should be in the other folder.", Code.ANAPHORA),
        ("Never do that again.", Code.ANAPHORA),
        ("Don't send it.", Code.ANAPHORA),
        ("Be better.", Code.VAGUE),
        ("Be careful.", Code.VAGUE),
        ("Don't worry about the invoice.", Code.VAGUE),
        ("Slow down.", Code.VAGUE),
        ("Plans, plans.", Code.NO_INSTRUCTION),
        ("No problem.", Code.NO_INSTRUCTION),
        ("```\nrm -rf /\n```", Code.CODE_BLOCK),
        ("Nigdy nie wysyłaj faktur bez podpisu.", Code.LANGUAGE),
        ("Никогда не удаляйте таблицу заказов.", Code.LANGUAGE),
    ],
)  # fmt: skip
def test_what_is_no_lesson_is_named(text: str, code: Code) -> None:
    assert codes(text) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "File them as P0.",
        "Ask her before you publish.",
        "Always send it before 9.",
        "Must be signed by two people.",
        "Those customers never get a discount.",
        "In that case, call the doctor.",
        "Do the same for refunds.",
        "Use that template for refunds.",
        "Only with his approval.",
        "Their invoices always go to Mira.",
        "When it rains, cover it.",
        "Add one to each post.",
        "Mach das nie wieder.",
        "Nunca lo hagas.",
        "Ne fais jamais ça.",
    ],
)
def test_what_only_points_is_no_rule_without_what_it_points_at(text: str) -> None:
    assert codes(text) == [Code.ANAPHORA]


@pytest.mark.parametrize(
    "text",
    [
        "Crash bugs outrank balance bugs. File them as P0.",
        "Invoices above 500 go to Ana. Must be signed by two people.",
        "The invoice template has changed. Never edit it by hand.",
        "Never accept cheques. Do the same for vouchers.",
    ],
)
def test_with_what_it_points_at_it_makes_one_rule(text: str) -> None:
    assert lessons(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Refunds above 200 need a manager.",
        "Make sure that invoices carry the order number.",
        "Give those who booked early a discount.",
        "Put them last, the hashtags.",
        "Before you send it, check the total.",
        "Hashtags go last.",
        "Charts need labels on both axes.",
        "Euros, not dollars.",
        "Customers from the fair get the discount for one year, not forever.",
        "Three bullet points max per slide.",
        "Sign-offs by email only.",
        "Anything with 'urgent' in the subject gets answered within the hour.",
        "Metric units first, imperial in brackets.",
        "We say members, not users.",
        "We fly direct whenever there is a direct flight.",
        "Could you always put the number in the subject line?",
        "I don't want to see capitals in headlines.",
        "You should have asked legal before you printed the name.",
        "You are not allowed to quote clients.",
        "Deglaze the pan with wine.",
        "Blanch all beans for two minutes.",
        "When in doubt ask the editor.",
        "Exports of more than 10,000 rows: ask me first.",
        "Headlines: no question marks.",
        "Readers want short sentences, so write short sentences.",
        "Let's keep titles short.",
        "Double-check every number.",
        "Never guess.",
        "If a customer says the parcel is lost, send a new one.",
        "Nothing goes out on weekends.",
        "Every letter is read by Pascal before it leaves the house.",
        "British spelling, please.",
        "Stop using exclamation marks.",
        "Frag mich, bevor du etwas löschst.",
        "Keine Rabatte ohne Freigabe.",
        "No borres la tabla de pedidos.",
        "Antes de llamar a un proveedor, revisa el contrato.",
        "Utilisez toujours le modèle de lettre.",
        "Pas de devis sans signature.",
        "不要改动配置文件。",
        "本番データベースを絶対に消さないでください。",
        "승인 없이 배포하지 마세요.",
    ],
)
def test_the_forms_in_which_people_instruct(text: str) -> None:
    assert lessons(text) == [text]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Das war peinlich.", Code.COMPLAINT),
        ("Bitte diesen Text noch einmal.", Code.ONE_OFF),
        ("¿Por qué no me preguntaste?", Code.QUESTION),
        ("La reunión fue larga.", Code.NARRATION),
        ("Le rapport était en retard.", Code.NARRATION),
        ("现在重新发送", Code.ONE_OFF),
        ("这样可以吗", Code.QUESTION),
        ("昨日送りました。", Code.NARRATION),
        ("Der Bericht ist lang und gut.", Code.NO_INSTRUCTION),
    ],
)
def test_other_languages_are_told_apart_roughly(text: str, code: Code) -> None:
    assert codes(text) == [code]


def test_a_lead_in_another_language_is_cut_too() -> None:
    assert lessons("Nochmal: Rechnungen immer als PDF schicken.") == ["Rechnungen immer als PDF schicken."]


def test_every_refusal_has_its_reason_in_words() -> None:
    assert set(REASONS) == set(Code) - {Code.LESSON}
    assert all(reason.endswith(".") for reason in REASONS.values())


def test_a_long_correction_is_kept_and_not_read_to_its_end() -> None:
    text = "Check the links. " * (MAX_PIECES + 5)
    pieces = read(text)
    assert len(pieces) == MAX_PIECES + 1
    assert (pieces[-1].code, pieces[-1].sentences, pieces[-1].end) == (Code.TOO_LONG, 5, len(text) - 1)
    assert codes("never " + "word " * 400) == [Code.TOO_LONG]


@pytest.mark.parametrize("unit", ["never ", "don't, ", "is a ", "no: ", "if you ", "would ", '"“', "again ", "a, but "])
def test_reading_takes_linear_time(unit: str) -> None:
    begun = time.process_time()
    read(unit * 200)
    read((unit * (900 // len(unit)) + ". ") * 100)
    assert time.process_time() - begun < 5


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    pieces = read(text)
    assert all(0 <= piece.start < piece.end <= len(text) for piece in pieces)
    assert all(one.end <= other.start for one, other in pairwise(pieces))


WORDS = st.sampled_from(
    sorted(
        table(
            "never please don't post no codes on Twitter . ! ? , : \" - the customer said before after",
            "if you it them should must again not only use first instead 200 was great we say billing nobody",
            "不要 bitte nie ¡",
        )
    )
)


@given(st.lists(WORDS, max_size=30).map(" ".join))
def test_reading_is_total_and_keeps_its_place(text: str) -> None:
    pieces = read(text)
    assert all(text[piece.start : piece.end].strip() == text[piece.start : piece.end] != "" for piece in pieces)
    assert read(text) == pieces
