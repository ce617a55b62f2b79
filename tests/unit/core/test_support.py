"""Support: what a quote carries, and when two sentences say the same."""

from __future__ import annotations

import pytest

from cicatrix.core.reading.signature import signature
from cicatrix.core.support import carries, says_the_same


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "Open with the reader's pain, and put the hashtags at the end.",
            "open with the reader’s pain and keep hashtags at the end",
        ),
        (
            "Tickets that mention an invoice go to billing, whatever the subject says.",
            "Tickets that mention an invoice go to billing!",
        ),
        ("Never email customers without sign-off.", "Don't email our customers without sign-off"),
        ("Refunds above 1,000 euros need a manager.", "A manager is needed for refunds above 1000 euros."),
        ("Three hashtags at most.", "At most 3 hashtags, please."),
        ("Journal entries must never be deleted.", "Never delete journal entries."),
        ("Spoilers stay out of patch notes.", "No spoilers in patch notes."),
        ("Ask for consent before you publish photos.", "Never publish photos without asking for consent."),
        ("Sign invoices of more than 500 euros twice.", "Sign invoices over 500 euros twice."),
        ("Never post discount codes on public social media.", "No discount codes on public media!"),
        ("Never deploy the payments service on Fridays.", "No deploys of the payments service on Fridays!"),
    ],
)
def test_the_same_lesson_in_other_words(claim: str, quote: str) -> None:
    assert says_the_same(claim, quote).lack == ""


@pytest.mark.parametrize(
    ("claim", "quote", "lack"),
    [
        ("Never post codes on Twitter", "Never post codes on LinkedIn", "twitter"),
        ("never post codes on twitter", "never post codes on linkedin", "linkedin, not of twitter"),
        ("Never delete the orders table.", "Never delete the users table.", "not of order"),
        ("Refunds above 200 need a manager", "Refunds above 500 need a manager", "number 200"),
        ("Refunds need a manager", "Refunds above 500 need a manager", "number 500"),
        ("Approve refunds above 200", "Reject refunds above 200", "not of approv"),
        ("Post codes on Monday mornings", "Never post codes on Monday mornings", "forbids"),
        ("Use the portal, not email", "Use email, not the portal", "forbids"),
        ("Never deploy to production", "Never deploy to production on fridays", "friday"),
        ("Never email customers without sign-off.", "Don't email customers without sign-off from legal", "legal"),
        ("Never post discount codes.", "Never post discount codes for wholesale customers.", "for less: "),
        ("Never refund tickets.", "Never refund discounted tickets.", "for less: discount"),
        ("Quote prices in euros.", "Quote prices in former euros.", "for less: former"),
        ("Never deploy to production", "Never deploy to production when Ana is away", "ana"),
        ("Never deploy to production", "Never deploy to production before the tests ran", "conditions"),
        ("Answer within a day", "Answer within a day unless it is a holiday", "conditions"),
        ("Write alt text for images before the page goes live", "Images need alt text", "conditions"),
        ("Keep newsletter subject lines short and plain", "Keep lines short", "50 %"),
        ("不要改动配置文件", "改动配置文件", "forbids"),
        ("Invoices above 500 need two signatures", "Invoices below 500 need two signatures", "conditions"),
        ("Keep texts of 40 words or more", "Keep texts of 40 words or less", "conditions"),
        ("Ask legal before you publish photos", "Publish photos before you ask legal", "order"),
        ("Llama al cliente después de pagar", "Llama al cliente antes de pagar", "conditions"),
        ("Jamás llames al cliente tarde", "Llama al cliente tarde", "forbids"),
        ("Rollouts must be announced", "Rollouts must not be announced", "forbids"),
        ("Rename build_01 first", "Rename build_02 first", "name 1 "),
    ],
)  # fmt: skip
def test_another_lesson_in_nearly_the_same_words(claim: str, quote: str, lack: str) -> None:
    assert lack in says_the_same(claim, quote).lack


def test_a_claim_is_carried_whole_or_not_at_all() -> None:
    assert carries("User is allergic to peanuts", "I'm allergic to peanuts, badly").lack == ""
    assert "cashew" in carries("User is allergic to peanuts and cashews", "I'm allergic to peanuts").lack
    assert "forbids" in carries("The user eats meat", "I don't eat meat").lack
    assert "number 14" in carries("The window is 14 days", "The window is 30 days").lack
    assert "ravi" in carries("Send it to Ravi", "Send it to Dana").lack
    assert carries("Send it", "send the parcel").share == 1000


def test_a_claim_of_nothing_but_small_words_counts_only_letter_for_letter() -> None:
    assert carries("to be or not", "to be or not").share == 1000
    assert carries("to be or not", "or not to be").share == 0


def test_a_negation_reaches_to_the_end_of_its_clause() -> None:
    signed = signature("Never open, print or change secrets: use the vault instead.").signed
    assert signed["open"] == signed["chang"] == signed["secret"] == frozenset([True])
    assert signed["vault"] == frozenset([False])


def test_shouting_makes_no_name() -> None:
    assert signature("NEVER use SYNERGY in Berlin").names == {"synergi", "berlin"}
    assert signature("Run git stash. Then check orders_2024 and LinkedIn").names >= {"orders_2024", "linkedin"}
