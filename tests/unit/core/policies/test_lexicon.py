"""Words of policies: forms and their families, what covers what, classes, lists, roles, and users' own words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.lexicon.inflection import singular
from cicatrix.core.policies.lexicon.lexicon import Act
from cicatrix.errors import InvalidInput

WORDS = Lexicon.default()


@pytest.mark.parametrize(
    ("word", "family"),
    [
        ("deletes", "delete"),
        ("removed", "delete"),
        ("erasing", "delete"),
        ("removal", "delete"),
        ("shipped", "ship"),
        ("copies", "copy"),
        ("sent", "send"),
        ("gelöscht", "delete"),
        ("löscht", "delete"),
        ("freigegeben", "approve"),
        ("zurückgesetzt", "rollback"),
        ("borres", "delete"),
        ("publiques", "publish"),
        ("supprimez", "delete"),
        ("envoyé", "send"),
        ("roll back", "rollback"),
        ("重启", "restart"),
    ],
)
def test_forms_lead_to_their_family(word: str, family: str) -> None:
    assert family in WORDS.families(word)


def test_a_noun_of_an_act_is_no_verb() -> None:
    assert "deploy" in WORDS.families("deployment")
    assert not WORDS.acts("deployment")
    assert not WORDS.families("walnut")


def test_covering_is_directed() -> None:
    assert WORDS.covers("delete", "drop")
    assert not WORDS.covers("drop", "delete")
    assert WORDS.covers("push", "force_push")
    assert not WORDS.covers("force_push", "push")
    assert all(WORDS.covers(family, family) for family in ("delete", "send", "unheard_of"))


def test_a_verb_may_stand_in_two_parts() -> None:
    words = "roll the release back now".split()  # noqa: SIM905 (a sentence)
    assert WORDS.find_acts(words)[0] == Act(0, 1, frozenset({"rollback"}), particle=3)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("Pods", "pod"),
        ("deployments", "pod"),
        ("Tabelle", "table"),
        ("Rechnungen", "invoice"),
        ("factures", "invoice"),
        ("Status", "status"),
        ("walnuts", "walnut"),
    ],
)
def test_nouns_have_classes_and_others_are_their_own(word: str, name: str) -> None:
    assert WORDS.head(word) == name


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("boxes", "box"),
        ("categories", "category"),
        ("photos", "photo"),
        ("vcpus", "vcpu"),
        ("knives", "knife"),
        ("people", "person"),
        ("status", "status"),
        ("address", "address"),
        ("dns", "dns"),
        ("kx101s", "kx101s"),
    ],
)
def test_plurals(many: str, one: str) -> None:
    assert singular(many) == one


@given(st.text("abcdefghijklmnopqrstuvwxyzäöüßñ-_0189 ", max_size=24))
def test_any_word_can_be_asked_about(word: str) -> None:
    assert WORDS.acts(word) <= WORDS.families(word)
    assert WORDS.head(word) == WORDS.head(word)
    assert isinstance(WORDS.role_of(word), str)


def test_places_and_lists() -> None:
    assert WORDS.place("NO") == WORDS.place("Norvège") == WORDS.place("oslo") == "norway"
    assert WORDS.list_named("the EU") == ""
    assert WORDS.list_named("EU") == "eu"
    assert "norway" not in WORDS.values("eu")
    assert "finland" in WORDS.values("EU")
    assert WORDS.list_named("public social media") == "social_media"


@pytest.mark.parametrize(
    ("field", "role"),
    [("amount_cents", "amount"), ("to", "recipient"), ("ship_to", "place"), ("max_rows", "count"), ("colour", "")],
)
def test_fields_have_roles(field: str, role: str) -> None:
    assert WORDS.role_of(field) == role


def test_users_add_words_and_the_version_tells() -> None:
    ours = WORDS.extended(
        {
            "verbs": {"restart": ["Kneip durch"], "lend": ["verborgen"]},
            "covers": {"lend": ["share"]},
            "nouns": {"pod": ["cell"]},
            "lists": {"social_media": ["Chirper"]},
            "roles": {"amount": ["brutto"]},
            "reads": {"words": ["ponder"]},
        }
    )
    assert "restart" in ours.families("kneip durch")
    assert "lend" in ours.families("verborgen")
    assert ours.covers("lend", "share")
    assert ours.covers("lend", "create")
    assert ours.head("cells") == "pod"
    assert "chirper" in ours.values("social_media")
    assert "twitter" in ours.values("social_media")
    assert (ours.role_of("brutto"), ours.is_read("ponder")) == ("amount", True)
    assert ours.version != WORDS.version
    assert ours.version.startswith(WORDS.version)
    assert "chirper" not in WORDS.values("social_media")


def test_a_family_of_ones_own() -> None:
    ours = WORDS.extended({"verbs": {"knit": ["purl"]}})
    assert ours.is_family("knit")
    assert not WORDS.is_family("knit")
    assert ours.families("purls") == {"knit"}


@pytest.mark.parametrize("broken", [{"words": {"a": ["b"]}}, {"verbs": {"a": "b"}}, {"nouns": {"a": [""]}}])
def test_what_is_no_extension_is_refused(broken: dict[str, dict[str, list[str]]]) -> None:
    with pytest.raises(InvalidInput):
        WORDS.extended(broken)
