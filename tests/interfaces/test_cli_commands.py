"""Every command answers with the JSON that was promised, and with something to read."""

from __future__ import annotations

import json
import shlex

import pytest
import typer
from tests.interfaces.cli_runner import Cli, cli, demo_file, empty
from typer.core import TyperGroup

from cicatrix.interfaces.cli import commands  # noqa: F401  hangs every command into the tree
from cicatrix.interfaces.cli.app import app

__all__ = ["cli", "demo_file", "empty"]

VERDICT = {
    *("id", "effect", "actions", "reason", "rules", "unknown", "canonical", "approval", "executed"),
    *("policies", "warning", "digest", "seq", "durability"),
}
ANSWERED = {"id", "text", "citations", "unsupported", "recall", "grade", "verdict", "model", "review"}
SLEPT = {"id", "merged", "forgotten", "refused", "tokens", "insights", "doubts", "passes", "plan", "seq", "durability"}
CALLS = {
    "demo --no-serve": (0, {"episodes", "rules", "recalls", "actions", "verified", "tamper"}),
    "init": (0, {"file", "namespace", "db", "created"}),
    "doctor": (0, {"ok", "findings", "facts"}),
    "config show": (0, {"settings"}),
    "record --task T --action A --correction 'Never deploy on a Friday.' --by dana": (
        0,
        {"id", "seq", "durability", "rules", "refused", "notes"},
    ),
    "observe 'I am allergic to peanuts. Thanks!'": (0, {"episode", "stored", "rejected", "notes", "seq", "durability"}),
    "import rows.jsonl": (
        0,
        {"id", "imported", "already", "skipped", "format", "trust", "dry_run", "seq", "durability"},
    ),
    "episode show ep7": (0, {"id", "kind", "task", "action", "outcome", "correction", "corrector", "origin", "taught"}),
    "episode list": (0, {"episodes", "next_before"}),
    "distill": (0, {"admitted", "joined", "refused", "superseded", "unchanged", "seq", "durability"}),
    "distill --model": (2, set()),  # none is named
    "retry": (0, {"model", "read", "waiting", "admitted", "refused", "failed", "stopped", "usage"}),
    "ask 'Draft a LinkedIn post announcing the beta'": (0, ANSWERED),
    "chat --session s1 -m 'Thanks!'": (0, ANSWERED | {"learnt"}),
    "remember 'Never post discount codes on public social media.' --type procedural --evidence ep7 --by dana": (
        0,
        {"id", "revision", "supersedes", "status", "seq", "durability"},
    ),
    "playbook show": (0, {"rules"}),
    "playbook export out": (0, {"file", "rules"}),
    "playbook lint": (0, {"ok", "findings"}),
    "memory show PB-05": (0, {"id", "text", "status", "tags", "evidence", "policy", "chain"}),
    "memory list": (0, {"memories"}),
    "memory history PB-05": (0, {"id", "versions", "chain"}),
    "inbox": (0, {"approvals", "policies", "questions", "doubts", "candidates", "dead_letters"}),
    "recall 'Draft a LinkedIn post announcing the beta'": (
        0,
        {"id", "grade", "reason", "question", "items", "rejected", "budget", "seq", "durability"},
    ),
    "used rc-1 PB-01": (0, {"recall", "used", "seq", "durability"}),
    "reply q-1 'Thirty days, as the contract says.' --by dana": (0, {"episode", "admitted", "seq", "durability"}),
    "ratify PB-01 --by dana": (0, {"id", "status", "episode", "superseded_by", "seq", "durability"}),
    "suspend PB-05 --by dana": (0, {"id", "status", "episode", "superseded_by", "seq", "durability"}),
    "resume PB-05 --by dana": (1, set()),  # it is not suspended
    "retire PB-05 --by dana": (0, {"id", "status", "episode", "superseded_by", "seq", "durability"}),
    "forget PB-05 --by dana": (0, {"id", "status", "episode", "superseded_by", "seq", "durability"}),
    "forget dl-1 --by dana": (0, {"id", "status", "seq", "durability"}),
    "correct PB-05 'Only in December' --by dana": (
        0,
        {"id", "status", "episode", "superseded_by", "supersedes", "doubts", "seq", "durability"},
    ),
    "review rv-1 distinct --by dana": (1, set()),  # there is no doubt
    "undo PB-05 --by dana": (0, {"undone", "restored", "withdrawn", "left", "seq", "durability"}),
    "explain PB-05 --for rc-2": (0, {"id", "text", "evidence", "history", "used_in", "why_not"}),
    "replay rc-1": (0, {"id", "identical", "outcome", "differences"}),
    "replay --all": (0, {"recalls", "identical", "differs", "erased", "algorithm_changed", "others"}),
    'check send_email --args \'{"to": "ana@example.com"}\'': (0, VERDICT),
    "check --text 'Explain how refunds work'": (0, VERDICT),
    "check": (2, set()),  # neither a call nor a request
    "check bash --args '[]'": (2, set()),
    "outcome gd-2 executed": (0, {"id", "outcome", "episode", "seq", "durability", "warning"}),
    "approve ap-1 --by dana": (1, set()),  # nothing asks for one
    "refuse ap-1 --by dana": (1, set()),
    "policy list": (0, {"policies"}),
    "policy lint": (0, {"ok", "findings"}),
    "policy test": (0, {"ok", "tried", "failed"}),
    "policy explain PB-05": (0, {"id", "text", "status", "policy", "enforced", "read", "facts", "tried"}),
    "policy promote PB-05 --by dana": (1, set()),  # it is in force
    "policy withdraw PB-05 --by dana": (0, {"id", "status", "seq", "durability"}),
    "policy watch PB-05 --by dana": (0, {"id", "status", "seq", "durability"}),
    "hook install": (0, {"file", "changed", "hooks"}),
    "diff 0..": (0, {"added", "changed", "ended"}),
    "at 20": (0, {"mind", "time", "episodes", "rules", "memories"}),
    "at '#20' recall 'Draft a LinkedIn post announcing the beta' --limit 2": (0, {"id", "grade", "items", "mind"}),
    "at 20 playbook": (0, {"rules"}),
    "at 20 memory show PB-01": (0, {"id", "text", "status"}),
    "at 20 verify": (2, set()),  # only the mind is asked
    "at": (2, set()),
    "sleep --dry-run": (0, SLEPT),
    "sleep": (0, SLEPT),
    "verify": (0, {"ok", "entries", "state", "root", "first_bad", "erased"}),
    "ledger show": (0, {"namespace", "origin", "entries", "root", "state", "signed_to", "key", "checkpoints"}),
    "ledger show 7": (0, {"seq", "handle", "kind", "at", "parents", "erased", "header", "leaf", "salt", "body"}),
    "ledger checkpoint": (0, {"size", "root", "origin", "state", "file", "key", "new", "checked", "anchor"}),
    "ledger proof 7 --out proof.json": (0, {"file", "kind", "seq", "size", "root", "hashes", "header", "checkpoint"}),
    "keys signing show": (0, {"origin", "keys", "held"}),
    "keys signing rotate": (1, set()),  # there is none yet
    "export bundle out.bundle": (0, {"file", "entries", "sha256", "state", "signed_to"}),
    "backup out.backup": (0, {"file", "entries", "sha256", "state", "signed_to"}),
    "restore rows.jsonl": (3, set()),  # it is no backup
}
ELSEWHERE = {"serve", "bench", "mcp"}  # test_cli_process.py, the tests of the bench and of the server
PROCESSES = {("hook", "pre-tool-use"), ("hook", "post-tool-use")}  # test_hook.py


def test_no_command_is_forgotten() -> None:
    tree = typer.main.get_command(app)
    assert isinstance(tree, TyperGroup)
    called = {tuple(shlex.split(call)[:2]) for call in CALLS}
    for name, command in tree.commands.items():
        if isinstance(command, TyperGroup):
            assert {(name, inner) for inner in command.commands} - PROCESSES <= called
        else:
            assert name in ELSEWHERE or name in {first for first, *_ in called}


@pytest.mark.parametrize("call", CALLS)
def test_json_has_the_keys_that_were_promised(cli: Cli, call: str) -> None:
    (cli.folder / "rows.jsonl").write_text('{"task": "Answer ticket 4300", "outcome": "Solved"}\n')
    code, keys = CALLS[call]
    answer = cli(*shlex.split(call), "--json")
    assert answer.code == code, answer.err
    if code:
        assert answer.error["hint"]
        return
    assert set(answer.json) >= keys
    assert answer.err == ""
    assert "Infinity" not in answer.out
    assert "NaN" not in answer.out


@pytest.mark.parametrize("call", [call for call, (code, _) in CALLS.items() if not code])
def test_people_get_words_and_no_markup(cli: Cli, call: str) -> None:
    (cli.folder / "rows.jsonl").write_text('{"task": "Answer ticket 4300", "outcome": "Solved"}\n')
    answer = cli(*shlex.split(call))
    assert answer.code == 0, answer.err
    assert answer.out.strip()
    assert "\x1b" not in answer.out, "no colour where there is no terminal"
    assert not [line for line in answer.out.splitlines() if line != line.rstrip()]
    with pytest.raises(json.JSONDecodeError):
        json.loads(answer.out)


def test_a_rule_shows_the_words_that_taught_it(cli: Cli) -> None:
    rules = cli("playbook", "show", "--json").json["rules"]
    assert isinstance(rules, list)
    first = rules[0]
    assert isinstance(first, dict)
    assert first["id"] == "PB-01"
    assert isinstance(first["evidence"], list)
    cited = [piece["episode"] for piece in first["evidence"] if isinstance(piece, dict)]
    assert cited == ["ep1", "ep14"]
    for piece in first["evidence"]:
        assert isinstance(piece, dict)
        episode = cli("episode", "show", str(piece["episode"]), "--json").json
        assert str(piece["quote"]) in str(episode[str(piece["field"])])


def test_recall_leaves_with_six_when_a_person_should_be_asked(cli: Cli) -> None:
    answer = cli("recall", "What is our refund window for enterprise contracts?", "--json")
    assert answer.code == 6
    assert answer.json["grade"] == "ASK_HUMAN"
    assert answer.json["question"] == "q-1", "the open question is joined, not asked twice"


def test_a_reply_is_known_the_next_time(cli: Cli) -> None:
    cli("reply", "q-1", "Thirty days for enterprise contracts.", "--by", "dana")
    answer = cli("recall", "What is our refund window for enterprise contracts?", "--json")
    assert answer.code == 0
    items = answer.json["items"]
    assert isinstance(items, list)
    assert "Thirty days" in str(items[0])


def test_brief_is_the_block_and_nothing_else(cli: Cli) -> None:
    answer = cli("recall", "Draft a LinkedIn post announcing the beta", "--brief")
    assert answer.out.startswith("ACT: PB-01 (learnt in ep1 and ep14)")
    assert "\n- Open with the reader's pain point" in answer.out
    assert "[PB-01, learnt in ep1, ep14]" in answer.out


def test_a_suspended_rule_is_not_recalled_until_it_is_resumed(cli: Cli) -> None:
    task = ("recall", "Draft a LinkedIn post announcing the beta", "--json")
    assert cli("suspend", "pb-1", "--by", "dana", "--reason", "Trade fair").code == 0
    assert '"PB-01", "type"' not in cli(*task).out
    assert cli("resume", "PB-01", "--by", "dana").code == 0
    assert '"PB-01", "type"' in cli(*task).out
    history = cli("memory", "history", "PB-01", "--json").json["versions"]
    assert isinstance(history, list)
    assert [step["act"] for step in history if isinstance(step, dict)][-2:] == ["suspended", "resumed"]
    assert "Trade fair" in cli("memory", "history", "PB-01").out


def test_everything_with_a_handle_can_be_explained(cli: Cli) -> None:
    letter = cli("explain", "dl-1", "--json").json
    assert letter["text"] == "Nobody stops scrolling for our news."
    facts = letter["facts"]
    assert isinstance(facts, dict)
    assert facts["said in"] == "ep1"
    assert "not what to do instead" in str(facts["not learnt"])
    assert "PB-01" in cli("explain", "rc-1").out
    assert "taught   PB-05" in cli("explain", "ep7").out
    (cli.folder / "rows.jsonl").write_text('{"task": "Answer ticket 4300", "outcome": "Solved"}\n')
    cli("import", "rows.jsonl")
    brought = cli("explain", "im-1").out
    assert "rows.jsonl" in brought
    assert "1 episodes" not in brought
    assert "1 episode" in brought


def test_a_sequence_is_explained_as_what_it_sealed(cli: Cli) -> None:
    assert cli("explain", "#7", "--json").json["id"] == "ep7"
    assert cli("explain", "#17", "--json").json["id"] == "PB-01"
    answer = cli("explain", "#9999", "--json")
    assert (answer.code, answer.error["code"]) == (1, "not_found")


def test_diff_is_the_difference_between_two_minds(cli: Cli) -> None:
    head = int(str(cli("suspend", "PB-02", "--by", "dana", "--json").json["seq"]))
    changed = cli("diff", f"{head - 1}..{head}", "--json").json
    assert "PB-02" in str(changed["changed"]) + str(changed["ended"])
    assert changed["added"] == []


def test_a_page_of_episodes_leads_to_the_next(cli: Cli) -> None:
    seen: list[str] = []
    before: list[str] = []
    while True:
        page = cli("episode", "list", "--limit", "7", *before, "--json").json
        found = page["episodes"]
        assert isinstance(found, list)
        seen += [str(item["id"]) for item in found if isinstance(item, dict)]
        if page["next_before"] is None:
            break
        before = ["--before", str(page["next_before"])]
    assert seen == [f"ep{number}" for number in range(16, 0, -1)]


def test_a_dead_letter_leaves_the_inbox_and_no_distill_prints_it_again(cli: Cli) -> None:
    waiting = cli("inbox", "--dead-letters", "--json").json["dead_letters"]
    assert isinstance(waiting, list)
    for letter in waiting:
        assert isinstance(letter, dict)
        assert cli("forget", str(letter["id"]), "--by", "dana", "--reason", "Small talk").code == 0
    assert cli("inbox", "--dead-letters").out.strip() == "Nothing waits for you."
    answer = cli("forget", "dl-1", "--by", "dana", "--json")
    assert (answer.code, answer.error["code"]) == (1, "state_conflict")
    told = cli("distill").out
    assert "scrolling" not in told
    assert f"{len(waiting)} refused before" in told
    refused = cli("distill", "--json").json["refused"]
    assert isinstance(refused, list)
    assert [item["known"] for item in refused if isinstance(item, dict)] == [True] * len(waiting)
    assert cli("inbox", "--dead-letters").out.strip() == "Nothing waits for you."
    assert "dismissed by dana" in cli("explain", "dl-1").out
    assert cli("verify", "--deep").code == 0
