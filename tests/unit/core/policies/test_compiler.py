"""Sentences as policies: what was read where, what was not, and when a person has to confirm it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.action import Action
from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Effect, Policy, PolicyStatus, Target, Window

WORDS = Lexicon.default()


def read(text: str, *episodes: Action) -> Policy:
    return compile_rule(text, lexicon=WORDS, episodes=episodes)


def quotes(policy: Policy, name: str) -> list[str]:
    return [policy.text[part.start : part.end] for part in policy.parts if part.name == name]


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Never delete the ledger table.", Effect.DENY),
        ("You must not restart the press on your own.", Effect.DENY),
        ("The loading bay is off limits.", Effect.DENY),
        ("Nobody but Ines signs contracts.", Effect.DENY),
        ("Accept no parcels from Quorn Freight.", Effect.DENY),
        ("Parcels over 30 kg need the approval of the depot lead.", Effect.REQUIRE_APPROVAL),
        ("Before you cancel a tour, call Ines.", Effect.REQUIRE_APPROVAL),
        ("Never issue a permit without my consent.", Effect.REQUIRE_APPROVAL),
        ("New tariffs: run them past me first.", Effect.REQUIRE_APPROVAL),
        ("Seal the crate before you ship it.", Effect.PRECONDITION),
        ("Tours start only after the brakes have been checked.", Effect.PRECONDITION),
        ("First weigh the truck, then open the gate.", Effect.PRECONDITION),
        ("Never start the mixer without checking the lid.", Effect.PRECONDITION),
        ("Keep your notes short.", Effect.NONE),
        ("Prefer the morning train.", Effect.NONE),
        ("The cheapest is not always the best.", Effect.NONE),
        ("Lösche niemals Messdaten.", Effect.DENY),
        ("Rechnungen erst nach meiner Freigabe verschicken.", Effect.REQUIRE_APPROVAL),
        ("Bevor du ein Paket verschickst, wiege es.", Effect.PRECONDITION),
        ("Nunca borres las facturas.", Effect.DENY),
        ("Antes de publicar un anuncio, pregúntame.", Effect.REQUIRE_APPROVAL),
        ("Ne supprime jamais les factures.", Effect.DENY),
        ("Toute commande doit passer par moi.", Effect.REQUIRE_APPROVAL),
        ("不要删除发票。", Effect.DENY),
        ("付款之前，必须先问我。", Effect.REQUIRE_APPROVAL),
        ("发货之前，必须先检查包裹。", Effect.PRECONDITION),
    ],
)
def test_what_kind_of_order_it_is(text: str, effect: Effect) -> None:
    assert read(text).effect is effect


@pytest.mark.parametrize(
    ("text", "effect", "verbs"),
    [
        ("The staging press may be restarted only by Omar.", Effect.DENY, {"restart"}),
        ("Nobody merges into main except Olga.", Effect.DENY, {"merge"}),
        ("Refunds go through Ana.", Effect.REQUIRE_APPROVAL, {"refund"}),
        ("Get the owner's permission before you publish a picture.", Effect.REQUIRE_APPROVAL, {"publish"}),
        ("Without my ok no invoice leaves the house.", Effect.REQUIRE_APPROVAL, {"send"}),
        ("Keep the archive bucket read-only.", Effect.DENY, {"edit", "write", "delete"}),
        ("It is forbidden to restart the press.", Effect.DENY, {"restart"}),
        ("You are not allowed to change salaries.", Effect.DENY, {"edit"}),
        ("Do not create, change or delete users.", Effect.DENY, {"create", "edit", "delete"}),
        ("We no longer ship to Norway.", Effect.DENY, {"ship"}),
        ("No force pushes, anywhere.", Effect.DENY, {"force_push"}),
        ("Leave the archive table alone.", Effect.DENY, {"touch"}),
        ("Salaries go to Ines and nobody else.", Effect.DENY, {"send", "disclose"}),
        ("Take a snapshot of the disk before you resize it.", Effect.PRECONDITION, {"scale"}),
    ],
)
def test_who_may_what_is_closed_and_what_leaves(text: str, effect: Effect, verbs: set[str]) -> None:
    policy = read(text)
    assert (policy.effect, policy.residue) == (effect, ())
    assert verbs <= {*policy.verbs}


@pytest.mark.parametrize(
    ("text", "windows"),
    [
        ("Only deploy between 9 and 17.", (Window(start="17:00", end="09:00"),)),
        ("Deploy only on weekdays.", (Window(days=(5, 6)),)),
        ("Do not deploy outside of 09:00-17:00.", (Window(start="17:00", end="09:00"),)),
        ("Never deploy on Fridays after 15:00.", (Window(days=(4,), start="15:00"),)),
        ("Deploy only Monday to Friday before 16:00.", (Window(days=(5, 6)), Window(start="16:00"))),
    ],
)
def test_only_then_is_never_at_another_time(text: str, windows: tuple[Window, ...]) -> None:
    policy = read(text)
    assert (policy.effect, policy.windows) == (Effect.DENY, windows)


def test_every_part_is_a_quotation() -> None:
    policy = read("Never delete more than 50 photos on Sundays.")
    assert quotes(policy, "verbs") == ["delete"]
    assert quotes(policy, "condition") == ["more than 50 photos"]
    assert quotes(policy, "window") == ["on Sundays"]
    assert policy.windows == (Window(days=(6,)),)


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("Never reopen old tickets.", "old"),
        ("Never close tickets abruptly.", "abruptly"),
        ("Don't print the badge differently.", "differently"),
    ],
)
def test_what_nobody_read_makes_it_a_proposal(text: str, unread: str) -> None:
    policy = read(text)
    assert policy.status is PolicyStatus.PROPOSED
    assert unread in policy.residue
    assert any(unread in why for why in policy.why)


def test_a_clause_in_words_waits_for_a_person() -> None:
    policy = read("Never open the sluice when the river is high.")
    assert policy.status is PolicyStatus.PROPOSED
    assert any("when the river is high" in why for why in policy.why)


def test_the_call_that_taught_it_has_to_be_stopped() -> None:
    own = Action(name="delete_ticket", args={"ticket": 4})
    assert read("Never delete tickets.", own).status is PolicyStatus.ACTIVE
    other = Action(name="play_song", args={"title": "Autumn"})
    proposed = read("Never delete tickets.", other)
    assert proposed.status is PolicyStatus.PROPOSED
    assert "it would not stop the call that taught it" in proposed.why


def test_an_active_policy_carries_calls_of_both_kinds() -> None:
    policy = read("Never delete tickets.")
    assert policy.status is PolicyStatus.ACTIVE
    assert policy.must == ({"name": "delete", "args": {"ticket": "ticket"}},)
    assert {"name": "archive", "args": {"ticket": "ticket"}} in policy.must_not


def test_the_owner_of_nothing_narrows_nothing() -> None:
    assert read("Never close the account of a customer.").all_of == ()
    assert read("Never close the account of Harlow Dental.").all_of != ()


def test_hours_of_appointments_are_conditions_and_others_are_windows() -> None:
    appointment = read("Never book visitors before 9:30.")
    assert (appointment.windows, appointment.conditions[0].kind) == ((), "time")
    assert read("Never restart the press before 9:30.").windows == (Window(end="09:30"),)


def test_an_exception_is_a_case_of_its_own() -> None:
    policy = read("Never touch files under plans/. plans/draft.txt is fine.")
    assert policy.targets == (Target(literal="plans/**", kind="path"),)
    assert policy.exceptions[0].targets == (Target(literal="plans/draft.txt", kind="path"),)


def test_a_command_is_read_by_its_words() -> None:
    policy = read("Never run `helm uninstall`.")
    assert (policy.argv, policy.status) == (("helm", "uninstall"), PolicyStatus.ACTIVE)


@given(st.text(max_size=120))
def test_any_text_is_read_without_failing_and_alike(text: str) -> None:
    policy = read(text)
    assert policy == read(text)
    assert all(0 <= part.start < part.end <= len(text) for part in policy.parts)
    assert policy.status is not PolicyStatus.ACTIVE or not (policy.residue or policy.why)


_PIECES = (
    *("never", "always", "delete", "tickets", "before", "after", "only", "unless", "mira", "first", "ask me", "don't"),
    *("stop", "the", "a", "of", "to", "over 200 euros", "on fridays", "until 2027-01-01", ",", ".", ":", ";", "files"),
    *("under etc/", "and", "or", "nothing", "is", "frozen", "without", "approval", "no", "`rm -rf`", "KX-1", '"x y"'),
)


@given(st.lists(st.sampled_from(_PIECES), max_size=16).map(" ".join))
def test_words_of_orders_in_any_order_are_read_without_failing(text: str) -> None:
    policy = read(text)
    assert policy.status is not PolicyStatus.ACTIVE or policy.verbs or policy.argv
    assert (policy.status is PolicyStatus.ADVICE) is (policy.effect is Effect.NONE)


@given(
    st.sampled_from(["Never delete tickets", "Ask me before you refund shipping"]),
    st.from_regex(r"[bdg][aou]zz[ei]ly", fullmatch=True),
)
def test_one_unread_word_is_enough_to_ask_a_person(text: str, word: str) -> None:
    assert read(f"{text}.").status is PolicyStatus.ACTIVE
    assert read(f"{text} {word}.").status is PolicyStatus.PROPOSED


@pytest.mark.parametrize(
    ("text", "effect", "verbs"),
    [
        ("Rechnungen dürfen nur von Ruth storniert werden.", Effect.DENY, {"cancel"}),
        ("Vor jedem Deployment die Tests laufen lassen.", Effect.PRECONDITION, {"deploy"}),
        ("Starte den Server saturn nie zwischen 8 und 18 Uhr neu.", Effect.DENY, {"restart"}),
        ("Bitte keine Mails an die Presse.", Effect.DENY, {"email", "send"}),
        ("Solo Marta puede cerrar cuentas.", Effect.DENY, {"close"}),
        ("No hagas despliegues los viernes.", Effect.DENY, {"deploy"}),
        ("Pregunta a Luis antes de comprar licencias.", Effect.REQUIRE_APPROVAL, {"buy"}),
        ("Está prohibido compartir contraseñas.", Effect.DENY, {"share"}),
        ("Avant de modifier une table, fais une sauvegarde.", Effect.PRECONDITION, {"edit"}),
        ("Pas de déploiement le vendredi.", Effect.DENY, {"deploy"}),
        ("禁止在周五部署。", Effect.DENY, {"deploy"}),
        ("退款超过500元需要经理审批。", Effect.REQUIRE_APPROVAL, {"refund"}),
        ("没有我的同意，不要发布任何广告。", Effect.REQUIRE_APPROVAL, {"publish"}),
        ("只有王芳可以删除用户。", Effect.DENY, {"delete"}),
    ],
)
def test_other_languages(text: str, effect: Effect, verbs: set[str]) -> None:
    policy = read(text)
    assert policy.effect is effect
    assert verbs <= {*policy.verbs}
