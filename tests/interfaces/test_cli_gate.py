"""The gate on the command line: what it prints, with which code it leaves, what waits for a person."""

from __future__ import annotations

import json

import pytest
from tests.interfaces.cli_runner import Cli, cli, demo_file, empty

__all__ = ["cli", "demo_file", "empty"]

CODE = '{"channel": "twitter", "text": "Use BETA20 for 20 % off"}'
DROP = '{"query": "DROP TABLE audit_2019"}'


def test_a_denied_call_leaves_with_four_and_names_the_words_that_forbid_it(cli: Cli) -> None:
    answer = cli("check", "post_message", "--args", CODE, "--json")
    assert answer.code == 4
    verdict = answer.json
    assert verdict["effect"] == "deny"
    assert verdict["executed"] is False
    assert verdict["proposed_tool_call"] == {"name": "post_message", "args": json.loads(CODE), "executed": False}
    rules = verdict["rules"]
    assert isinstance(rules, list)
    [first, *_] = [rule for rule in rules if isinstance(rule, dict)]
    assert (first["id"], first["episodes"]) == ("PB-05", ["ep7"])
    assert first["quote"] == "Never post discount codes on public social media."
    shown = cli("check", "post_message", "--args", CODE)
    assert shown.code == 4
    assert "╰─ ep7 “Never post discount codes on public social media.”" in shown.out
    assert "not executed" in shown.out


@pytest.fixture
def asked(cli: Cli) -> Cli:
    """A rule that asks a person."""
    words = "Dropping any table needs approval by the data team."
    assert cli("record", "--task", "Tidy up", "--correction", words, "--by", "dana").code == 0
    return cli


def test_an_approval_is_asked_decided_and_spent(asked: Cli) -> None:
    cli = asked
    verdict = cli("check", "sql", "--args", DROP, "--json")
    assert verdict.code == 5
    assert verdict.json["approval"] == "ap-1"
    inbox = cli("inbox", "--json").json["approvals"]
    assert isinstance(inbox, list)
    assert [item["id"] for item in inbox if isinstance(item, dict)] == ["ap-1"]
    told = cli("inbox").out
    assert 'sql(query="DROP TABLE audit_2019")' in told
    assert "approve ap-1 --by NAME" in told
    granted = cli("approve", "ap-1", "--by", "dana", "--json").json
    assert granted["state"] == "granted"
    assert granted["expires"]
    assert str(granted["episode"]).startswith("ep")
    assert cli("check", "sql", "--args", DROP, "--json").json["effect"] == "allow"
    assert cli("check", "sql", "--args", DROP).code == 5, "once"
    assert cli("inbox", "--json").json["approvals"] != []


def test_a_refusal_is_kept_with_its_reason(asked: Cli) -> None:
    cli = asked
    cli("check", "sql", "--args", DROP)
    refused = cli("refuse", "ap-1", "--by", "dana", "--reason", "Not before the audit", "--json")
    assert refused.code == 0
    assert (refused.json["state"], refused.json["expires"]) == ("refused", None)
    again = cli("approve", "ap-1", "--by", "dana")
    assert again.code == 1
    assert "refused by dana" in again.err


def test_whoever_asked_cannot_decide(asked: Cli) -> None:
    cli = asked
    cli("check", "sql", "--args", DROP, "--context", '{"principal": "dana"}')
    assert cli("approve", "ap-1", "--by", "Dana").code == 1


def test_an_approval_takes_a_person(asked: Cli) -> None:
    cli = asked
    cli("check", "sql", "--args", DROP)
    assert cli("approve", "ap-1", "--json").error["code"] == "person_missing"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("note", "--text", "Write a note"),
        ("note", "--args", "{"),
        ("note", "--args", "[1]"),
        ("note", "--context", "7"),
    ],
)
def test_a_check_of_nothing_in_particular_says_how_it_is_written(cli: Cli, arguments: tuple[str, ...]) -> None:
    answer = cli("check", *arguments, "--json")
    assert answer.code == 2
    assert "cicatrix check" in answer.error["hint"] or "object" in answer.error["hint"]


def test_a_request_in_words_is_judged_by_what_it_asks_for(cli: Cli) -> None:
    assert cli("check", "--text", "Post our discount code BETA20 on Twitter").code == 4
    explained = cli("check", "--text", "Explain why we never post discount codes on Twitter", "--json")
    assert explained.code == 0
    assert explained.json["effect"] in ("no_action", "no_opinion")


def test_rules_show_what_they_stop_wherever_they_are_shown(cli: Cli) -> None:
    for call, key in ((("playbook", "show"), "rules"), (("policy", "list"), "policies")):
        listed = cli(*call, "--json").json[key]
        assert isinstance(listed, list)
        policies = {rule["id"]: rule["policy"] for rule in listed if isinstance(rule, dict)}
        policy = policies["PB-05"]
        assert isinstance(policy, dict)
        assert (policy["effect"], policy["status"]) == ("deny", "active")
        assert policies["PB-01"]["status"] == "advice"  # type: ignore[index,call-overload]


def test_a_policy_that_is_withdrawn_stops_nothing_until_a_person_promotes_it(cli: Cli) -> None:
    assert cli("policy", "withdraw", "PB-05", "--by", "dana", "--reason", "It stops too much").code == 0
    assert cli("check", "post_message", "--args", CODE).code == 0
    waiting = cli("inbox", "--json").json["policies"]
    assert isinstance(waiting, list)
    assert "PB-05" in [item["id"] for item in waiting if isinstance(item, dict)]
    assert cli("policy", "promote", "PB-05", "--by", "dana").code == 0
    assert cli("check", "post_message", "--args", CODE).code == 4


def test_a_policy_is_explained_with_what_was_read(cli: Cli) -> None:
    found = cli("policy", "explain", "PB-05", "--json").json
    read = found["read"]
    assert isinstance(read, list)
    assert "".join(str(piece["text"]) for piece in read if isinstance(piece, dict)) == found["text"]
    assert found["enforced"] is True
    assert "denies" in cli("policy", "explain", "PB-05").out


def test_a_person_writes_what_a_rule_stops_where_its_words_say_too_little(cli: Cli) -> None:
    file = cli.folder / "pb-01.toml"
    file.write_text('text = "No post without a pain point."\neffect = "deny"\ntools = ["draft_*"]\n', encoding="utf-8")
    assert cli("check", "draft_post").code == 0
    done = cli("policy", "promote", "PB-01", "--file", str(file), "--by", "dana")
    assert done.code == 0, done.err
    assert cli("check", "draft_post").code == 4
    file.write_text('text = "x"\neffect = "burn"\n', encoding="utf-8")
    assert cli("policy", "promote", "PB-01", "--file", str(file), "--by", "dana").code == 2
    assert cli("policy", "promote", "PB-01", "--file", "no.toml", "--by", "dana").code == 2
