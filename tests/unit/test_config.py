"""Settings: which source wins, and what is said when a value is wrong."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cicatrix.config import OPTIONS, FixedClock, SystemClock, load_settings
from cicatrix.core.retention import Fading
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.errors import InvalidInput, InvalidTime, NamespaceMissing


def load(tmp_path: Path, *, project: str = "", user: str = "", **given: str) -> dict[str, tuple[str, str]]:
    settings = settings_of(tmp_path, project=project, user=user, **given)
    return {item.name: (item.value, item.source) for item in settings.values}


def settings_of(tmp_path: Path, *, project: str = "", user: str = "", **given: str):  # type: ignore[no-untyped-def]
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir(exist_ok=True)
    home.mkdir(exist_ok=True)
    if project:
        (folder / "cicatrix.toml").write_text(project)
    if user:
        (home / "config.toml").write_text(user)
    flags = {name: value for name, value in given.items() if not name.startswith("CICATRIX")}
    env = {name: value for name, value in given.items() if name.startswith("CICATRIX")}
    return load_settings(flags, env, folder, home)


def test_flag_beats_environment_beats_project_beats_user_beats_default(tmp_path: Path) -> None:
    layers = {"user": 'namespace = "user"', "project": 'namespace = "project"'}
    assert load(tmp_path)["namespace"] == ("", "default")
    assert load(tmp_path, user=layers["user"])["namespace"] == ("user", "user config")
    assert load(tmp_path, **layers)["namespace"] == ("project", "cicatrix.toml")
    assert load(tmp_path, CICATRIX_NAMESPACE="env", **layers)["namespace"] == ("env", "environment")
    assert load(tmp_path, CICATRIX_NAMESPACE="env", namespace="flag", **layers)["namespace"] == ("flag", "flag")


def test_a_namespace_is_never_guessed(tmp_path: Path) -> None:
    with pytest.raises(NamespaceMissing) as caught:
        _ = settings_of(tmp_path).namespace
    assert "--namespace" in caught.value.hint


def test_a_database_named_in_a_file_lies_beside_that_file(tmp_path: Path) -> None:
    assert settings_of(tmp_path, project='db = "data/agent.db"').db == tmp_path / "project" / "data" / "agent.db"


def test_recall_settings_come_from_the_files(tmp_path: Path) -> None:
    recall = settings_of(tmp_path, project="[recall]\nbudget = 400\nlimit = 5").recall
    assert (recall.budget, recall.limit, recall.weight_recency) == (400, 5, 180)


@pytest.mark.parametrize(
    ("project", "told"),
    [
        ("namespace = ", "TOML"),
        ('colour = "red"', "no setting"),
        ("namespace = true", "string"),
        ('[recall]\nbudgt = "1"', "no setting"),
    ],
)
def test_a_broken_file_is_named_with_what_is_wrong(tmp_path: Path, project: str, told: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        settings_of(tmp_path, project=project)
    assert told in caught.value.message
    assert "cicatrix.toml" in caught.value.message


def test_a_number_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        _ = settings_of(tmp_path, project='[recall]\nbudget = "lots"').recall
    assert "recall.budget" in caught.value.message


def test_the_clock_can_be_set_and_is_then_fixed(tmp_path: Path) -> None:
    clock = settings_of(tmp_path, CICATRIX_NOW="2026-11-30T10:00:00+01:00").clock()
    assert clock == FixedClock(datetime(2026, 11, 30, 9, tzinfo=UTC))
    assert isinstance(settings_of(tmp_path).clock(), SystemClock)
    with pytest.raises(InvalidTime):
        settings_of(tmp_path, now="yesterday-ish").clock()


def test_every_option_says_what_it_means() -> None:
    assert all(option.meaning for option in OPTIONS)


def test_a_namespace_says_which_attributes_hold_one_value(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, project='[attributes]\nresidence = "many"\n"tail length" = "one"')
    assert settings.attributes["residence"] == "many"
    assert settings.attributes["tail length"] == "one"
    assert settings.attributes["employer"] == "one"
    assert [(item.name, item.source) for item in settings.values if item.value == "many"] == [
        ("attributes.residence", "cicatrix.toml")
    ]
    with pytest.raises(InvalidInput, match=r"attributes\.residence"):
        _ = settings_of(tmp_path, project='[attributes]\nresidence = "two"').attributes


def test_how_each_type_fades_comes_from_the_files(tmp_path: Path) -> None:
    assert settings_of(tmp_path).sleep == SleepSettings()
    project = '[sleep]\nmerge = "off"\nepisodic_half_life = 7\nepisodic_keep = "on"\nsemantic_time_to_live = 90'
    sleep = settings_of(tmp_path, project=project).sleep
    assert (sleep.merge, sleep.forget, sleep.insights) == (False, True, True)
    assert sleep.episodic == Fading(half_life=7, grace=30, keep=True)
    assert sleep.semantic == Fading(half_life=180, time_to_live=90)


@pytest.mark.parametrize(
    ("project", "told"), [('merge = "maybe"', "on or off"), ('episodic_grace = "long"', "whole number")]
)
def test_a_setting_of_sleep_that_is_none_is_named(tmp_path: Path, project: str, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        _ = settings_of(tmp_path, project=f"[sleep]\n{project}").sleep
