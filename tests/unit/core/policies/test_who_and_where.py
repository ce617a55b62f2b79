"""Who acts is the context's word; a folder that nobody told leaves nothing else open."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.rule_index import Enforced
from cicatrix.core.verdicts import Ruling

_LEXICON = Lexicon.default()
_NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
_STOPPED = (Ruling.DENY, Ruling.REQUIRE_APPROVAL, Ruling.UNMET_PRECONDITION)


def _ruling(rule: str, action: Action) -> Ruling:
    rules = [Enforced("PB-1", compile_rule(rule, lexicon=_LEXICON))]
    return PolicySet(rules, _LEXICON).judge(canonical(action, _LEXICON), now=_NOON, zone=UTC).ruling


def test_the_principal_is_the_contexts() -> None:
    rule = "Only Petra may cancel a group booking."
    assert (
        _ruling(rule, Action("cancel_group_booking", args={"id": 77}, context={"principal": "Petra"})) not in _STOPPED
    )
    assert _ruling(rule, Action("cancel_group_booking", args={"id": 77}, context={"principal": "mo"})) is Ruling.DENY


def test_the_arguments_do_not_say_who_acts() -> None:
    rule = "Only Petra may cancel a group booking."
    action = Action("cancel_group_booking", args={"id": 77, "principal": "Petra"}, context={"principal": "mo"})
    assert _ruling(rule, action) is Ruling.DENY
    assert _ruling(rule, Action("cancel_group_booking", args={"id": 77, "principal": "Petra"})) in _STOPPED


@pytest.mark.parametrize("context", [{}, {"cwd": "/srv/app"}])
def test_without_a_folder_a_command_is_about_no_payment(context: dict[str, str]) -> None:
    rule = "Payments over 5,000 euros need approval by Jonas."
    action = Action("bash", args={"command": "docker compose up -d"}, context={**context})
    assert _ruling(rule, action) is Ruling.NO_OPINION


@pytest.mark.parametrize("name", ["take_backup", "make_backup", "take_snapshot"])
def test_light_verbs_do_what_their_noun_names(name: str) -> None:
    assert "backup" in canonical(Action(name), _LEXICON).calls[0].verbs


def test_a_computed_path_is_no_message() -> None:
    rule = "Card numbers must never appear in a Slack message."
    assert _ruling(rule, Action("bash", args={"command": "ls | xargs rm"})) is Ruling.NO_OPINION
    datos = _ruling("Never delete anything under /datos.", Action("bash", args={"command": "ls | xargs rm"}))
    assert datos is Ruling.REQUIRE_APPROVAL


@pytest.mark.parametrize("line", ["git commit .env", "git add .env && git commit -m wip", "git commit -m wip -- .env"])
def test_a_commit_names_its_paths(line: str) -> None:
    assert _ruling("Never commit .env files.", Action("bash", args={"command": line})) is Ruling.DENY
