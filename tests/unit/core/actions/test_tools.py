"""What the name of a tool says: its verb, its nouns, and whether it only looks."""

from __future__ import annotations

import pytest

from cicatrix.core.actions.tools import read_name
from cicatrix.core.policies.lexicon import Lexicon

LEXICON = Lexicon.default()


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("delete_queue", "delete"),
        ("queues.delete", "delete"),
        ("queueDelete", "delete"),
        ("mcp__broker__delete_queue", "delete"),
        ("payments.refund.create", "refund"),
        ("issue_refund", "refund"),
        ("roll_back_release", "rollback"),
        ("tickets.bulk_update", "edit"),
        ("submit_purchase_order", "buy"),
        ("mark_and_delete_rows", "delete"),
        ("draft_announcement", "draft"),
    ],
)
def test_the_verb_stands_anywhere_in_the_name(name: str, verb: str) -> None:
    named = read_name(name, LEXICON)
    assert verb in named.verbs
    assert not named.reads


@pytest.mark.parametrize("name", ["delete_post", "cancel_booking", "orders.cancel", "close_refund"])
def test_a_noun_beside_a_plain_verb_is_no_second_verb(name: str) -> None:
    assert not read_name(name, LEXICON).verbs & {"post", "book", "buy", "refund"}


@pytest.mark.parametrize(
    "name",
    ["get_order", "list_refunds", "calendar.list", "search_flights", "check_passport", "dns.records.list", "findUser"],
)
def test_a_reading_prefix_wins(name: str) -> None:
    assert read_name(name, LEXICON).reads


@pytest.mark.parametrize(
    "name", ["get_or_create_user", "check_out_guest", "mailing_list.delete", "update_list", "log_hours"]
)
def test_a_word_of_reading_elsewhere_does_not(name: str) -> None:
    assert not read_name(name, LEXICON).reads


def test_what_is_left_of_a_name_are_its_nouns() -> None:
    assert read_name("grant_goodwill_credit", LEXICON).words == ("goodwill", "credit")
    assert read_name("", LEXICON).words == ()
