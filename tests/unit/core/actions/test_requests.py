"""Which words ask for something to be done, in five languages, and what."""

from __future__ import annotations

import pytest

from cicatrix.core.actions.call import Call
from cicatrix.core.actions.requests import read_request
from cicatrix.core.policies.lexicon import Lexicon


def asked(text: str) -> tuple[Call, ...]:
    return tuple(call for call in read_request(text, Lexicon.default()) if not call.reads)


@pytest.mark.parametrize(
    ("text", "verb", "words"),
    [
        ("Restart the ledger pod", "restart", ("ledger", "pod")),
        ("Could you please reboot the ledger pods?", "restart", ("ledger", "pod")),
        ("Ledger pods: restart them all", "restart", ("ledger", "pod")),
        ("If it hangs, restart the ledger pod.", "restart", ("ledger", "pod")),
        ("Terminate the ledger-pod so that it respawns", "restart", ("ledger", "pod")),
        ("I want the ledger pods restarted", "restart", ("ledger", "pod")),
        ("Clear the cache, then delete the audit table", "delete", ("audit", "table")),
        ("Delete the audit table and tell me how it went", "delete", ("audit", "table")),
        ("Take the release down and roll the site back", "rollback", ("site",)),
        ("Do a restart of the ledger pod", "restart", ("ledger", "pod")),
        ("Bitte lösche die Tabelle audit.", "delete", ("tabelle", "audit")),
        ("Kannst du die audit-Tabelle löschen?", "delete", ("audit", "tabelle")),
        ("Borra la tabla audit", "delete", ("tabla", "audit")),
        ("Peux-tu supprimer la table audit ?", "delete", ("table", "audit")),
        ("请立即重启 ledger pod", "restart", ("ledger", "pod")),
    ],
)
def test_words_that_ask_are_a_call(text: str, verb: str, words: tuple[str, ...]) -> None:
    calls = [call for call in asked(text) if verb in call.verbs]
    assert any(thing.words == words for call in calls for thing in call.things)


@pytest.mark.parametrize(
    "text",
    [
        "Do not delete the audit table",
        "Never restart the ledger pod.",
        "I restarted the ledger pod yesterday.",
        "Should I delete the audit table?",
        "What happens if I drop the audit table?",
        "Explain how one would restart a ledger pod",
        "Remind me not to restart the ledger pod",
        "Translate 'delete the audit table' into German",
        "Why was the ledger pod restarted?",
        "Lösche die Tabelle nicht",
        "Wann wurde die Tabelle gelöscht?",
        "No borres la tabla audit",
        "不要删除 audit 表",
        "为什么重启 ledger pod？",
        "Thanks, that was great.",
        "",
    ],
)
def test_words_that_ask_for_nothing_are_none(text: str) -> None:
    assert asked(text) == ()


def test_every_action_of_a_request_counts() -> None:
    verbs = [
        call.verbs & {"restart", "delete", "send"}
        for call in asked("Restart the cache, delete the audit table and send the report to Ana")
    ]
    assert verbs == [{"restart"}, {"delete"}, {"send"}]


def test_prepositions_give_roles() -> None:
    (call,) = asked("Send the report from Berlin to Ana over WhatsApp")
    roles = {" ".join(thing.words): thing.role for thing in call.things}
    assert roles["ana"] == "recipient"
    assert roles["whatsapp"] == "channel"
