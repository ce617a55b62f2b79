"""Calls judged against rules: identity, conditions, exceptions, windows, what comes first, and what nobody can know."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject
from cicatrix.core.policies.judgement import Done, Judgement
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.policy import Before, Condition, Effect, Except, Policy, PolicyStatus, Target, Window
from cicatrix.core.policies.rule_index import Enforced, RuleIndex
from cicatrix.core.verdicts import Ruling

LEXICON = Lexicon.default()
NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday


def rule(effect: Effect = Effect.DENY, **said: object) -> Policy:
    return replace(Policy(effect, PolicyStatus.ACTIVE, "what was said"), **said)  # type: ignore[arg-type]


def judge(
    policies: list[Policy] | Policy, action: Action, evidence: tuple[Done, ...] = (), *, strict: bool = False
) -> Judgement:
    held = policies if isinstance(policies, list) else [policies]
    rules = PolicySet([Enforced(f"PB-{place}", one, place) for place, one in enumerate(held, 1)], LEXICON)
    return rules.judge(canonical(action, LEXICON), now=NOW, zone=UTC, evidence=evidence, strict=strict)


def tool(called: str, /, **args: object) -> Action:
    return Action(called, args=args)  # type: ignore[arg-type]


def line(command: str) -> Action:
    return tool("bash", command=command)


PODS = rule(verbs=("restart",), targets=(Target("pod", ("ledger",)),))
TABLE = rule(verbs=("delete",), targets=(Target("table", ("order",)),))
FOLDER = rule(verbs=("edit",), targets=(Target(literal="/etc/web/**", kind="path"),))
SITE = rule(verbs=("query",), targets=(Target(literal="shop.example", kind="host"),))
RELEASES = rule(verbs=("commit",), targets=(Target(literal="release/*", kind="branch"),))
ARTICLES = rule(verbs=("buy",), targets=(Target(literal="ab-*", kind="id"),))
TICKETS = rule(verbs=("close",), targets=(Target("ticket", ("acme",)),))


def closing(organization: str) -> Action:
    return tool("update_ticket", id=1, organization=organization, changes={"status": "closed"})


@pytest.mark.parametrize(
    ("policy", "action", "meant"),
    [
        (PODS, tool("restart_pod", name="ledger-7d9f8b6c5d-x2x4z"), True),
        (PODS, tool("restart_pod", name="ledger-dashboard"), False),
        (PODS, tool("restart_pod", name="search"), False),
        (PODS, tool("restart", deployment="ledger"), True),
        (PODS, tool("restart", queue="ledger"), False),
        (PODS, line("kubectl rollout restart deployment/ledger"), True),
        (PODS, line("kubectl delete pod ledger-0"), True),
        (PODS, line("kubectl scale deployment/ledger --replicas=3"), False),
        (TABLE, line("psql -c 'DELETE FROM orders'"), True),
        (TABLE, line("psql -c 'DELETE FROM orders_archive'"), False),
        (TABLE, tool("delete_queue", name="orders"), False),
        (TABLE, Action(text="Delete the orders table"), True),
        (TABLE, Action(text="Delete the order history"), False),
        (FOLDER, line("sed -i s/a/b/ /etc/web/x"), True),
        (FOLDER, line("sed -i s/a/b/ /etc/webx/x"), False),
        (SITE, line("curl https://a.shop.example/"), True),
        (SITE, line("curl https://myshop.example/"), False),
        (RELEASES, line("git switch release/4 && git commit -m x"), True),
        (RELEASES, line("git switch fix/release && git commit -m x"), False),
        (ARTICLES, tool("create_order", items=[{"sku": "AB-7"}]), True),
        (ARTICLES, tool("create_order", items=[{"sku": "CAB-7"}]), False),
        (rule(argv=("docker", "prune")), line("docker system prune -f"), True),
        (rule(argv=("docker", "prune")), line("docker rm prune-me"), False),
        (rule(argv=("sudo",)), line("sudo ls /root"), True),
        (rule(tools=("send_*",)), tool("send_mail", to="a@b.example"), True),
        (rule(tools=("send_*",)), tool("resend_mail", to="a@b.example"), False),
        (TICKETS, closing("Acme Ltd"), True),
        (TICKETS, closing("Acme Farms"), False),
    ],
)  # fmt: skip
def test_a_rule_speaks_of_its_things(policy: Policy, action: Action, meant: bool) -> None:
    assert (judge(policy, action).ruling is Ruling.DENY) is meant


AMOUNT = Condition("number", "amount", op="gt", value=200, unit="USD")


@pytest.mark.parametrize(
    ("condition", "args", "meant"),
    [
        (AMOUNT, {"amount": 201}, True),
        (AMOUNT, {"amount": 200}, False),
        (AMOUNT, {"amount": "USD 1,200.00"}, True),
        (AMOUNT, {"amount_cents": 15000}, False),
        (AMOUNT, {"amount_cents": 25000, "currency": "USD"}, True),
        (Condition("number", "duration", op="lt", value=6, unit="hours"), {"duration_minutes": 150}, True),
        (Condition("number", "duration", op="lt", value=6, unit="hours"), {"duration_minutes": 480}, False),
        (Condition("in", "channel", value="social_media"), {"channel": "twitter"}, True),
        (Condition("in", "channel", value="social_media"), {"channel": "customer:9"}, False),
        (Condition("in", "channel", value=["chirp"]), {"channels": ["mail", "Chirp"]}, True),
        (Condition("not_in", "recipient", value=["Ana Moll"]), {"to": "ana.moll@x.example"}, False),
        (Condition("not_in", "recipient", value=["Ana Moll"]), {"to": ["ana.moll@x.example", "bo@x.example"]}, True),
        (Condition("not_in", "place", value="eu"), {"destination": {"city": "Tokyo", "country": "JP"}}, True),
        (Condition("not_in", "place", value="eu"), {"destination": {"city": "Anywhere", "country": "PT"}}, False),
        (Condition("equals", "refundable", value=False), {"refundable": False}, True),
        (Condition("equals", "refundable", value=False), {"fare": "non-refundable"}, True),
        (Condition("equals", "refundable", value=False), {"refundable": True}, False),
        (Condition("content", value="iban"), {"text": "Send it to DE89 3704 0044 0532 0130 00"}, True),
        (Condition("content", value="iban"), {"text": "Send it to me"}, False),
        (Condition("content", value=["Rivalco"]), {"body": "Half the price of RIVALCO"}, True),
        (Condition("count", "recipient", op="gt", value=2), {"to": ["a", "b", "c"]}, True),
        (Condition("count", "recipient", op="gt", value=2), {"to": ["a", "b"]}, False),
        (Condition("time", "time", op="lt", value="09:30"), {"start": "2026-06-03T08:45:00+00:00"}, True),
        (Condition("time", "time", op="lt", value="09:30"), {"start": "2026-06-03T09:30:00+00:00"}, False),
        (Condition("age", "date", op="gt", value=30, unit="days"), {"order_date": "2026-04-01"}, True),
        (Condition("age", "date", op="gt", value=30, unit="days"), {"order_date": "2026-05-20"}, False),
        (Condition("exists", "voucher"), {"voucher": "X"}, True),
        (Condition("absent", "voucher"), {"voucher": "X"}, False),
        (Condition("host_in", op="ne", value=["shop.example"]), {"url": "https://evil.example"}, True),
        (Condition("host_in", op="ne", value=["shop.example"]), {"url": "https://www.shop.example/a"}, False),
        (Condition("prefix_path", value="/srv/data"), {"path": "/srv/x/../data/a"}, True),
        (Condition("prefix_path", value="/srv/data"), {"path": "/srv/database"}, False),
        (Condition("subset", "channel", value=["mail", "chat"]), {"channel": ["mail", "chat"]}, True),
        (Condition("subset", "channel", value=["mail", "chat"]), {"channel": ["mail", "wall"]}, False),
    ],
)
def test_conditions_are_settled_by_values(condition: Condition, args: JsonObject, meant: bool) -> None:
    policy = rule(verbs=("send",), conditions=(condition,))
    assert (judge(policy, Action("send_it", args=args)).ruling is Ruling.DENY) is meant


def test_what_is_missing_is_no_excuse_and_what_only_words_say_is_asked() -> None:
    missing = judge(rule(verbs=("send",), conditions=(AMOUNT,)), tool("send_it", to="Ana"))
    assert missing.ruling is Ruling.DENY
    assert missing.matched[0].unknown == ("amount",)
    words = rule(verbs=("send",), conditions=(Condition("words", value="if they are upset"),))
    assert judge(words, tool("send_it", to="Ana")).ruling is Ruling.REQUIRE_APPROVAL
    excused = rule(verbs=("send",), exceptions=(Except(text="unless they asked for it"),))
    assert judge(excused, tool("send_it", to="Ana")).ruling is Ruling.REQUIRE_APPROVAL


def test_a_target_that_is_computed_is_asked_and_one_that_hides_is_denied() -> None:
    assert judge(PODS, line("kubectl get pods -o name | xargs kubectl delete")).ruling is Ruling.REQUIRE_APPROVAL
    assert judge(TABLE, tool("delete_table", table="оrders")).ruling is Ruling.DENY  # a Cyrillic letter


def test_an_exception_excuses_whole_things_alone() -> None:
    policy = rule(verbs=("post",), exceptions=(Except(targets=(Target("mastonet"),)),))
    assert judge(policy, tool("create_post", channels=["mastonet"])).ruling is Ruling.NO_OPINION
    assert judge(policy, tool("create_post", channels=["mastonet", "chirp"])).ruling is Ruling.DENY
    reading = rule(targets=(Target("ledger"),), exceptions=(Except(verbs=("read",)),))
    assert judge(reading, tool("run_and_delete", name="ledger")).ruling is Ruling.DENY


def test_a_window_closes_a_rule() -> None:
    assert judge(replace(PODS, windows=(Window(days=(2,)),)), tool("restart_pod", name="ledger")).ruling is Ruling.DENY
    assert (
        judge(replace(PODS, windows=(Window(days=(4,)),)), tool("restart_pod", name="ledger")).ruling
        is Ruling.NO_OPINION
    )


def test_what_is_arranged_is_judged_at_its_time() -> None:
    policy = rule(verbs=("schedule",), windows=(Window(days=(4,), start="12:00"),))
    assert judge(policy, tool("schedule_talk", start="2026-06-05T15:00:00+00:00")).ruling is Ruling.DENY
    assert judge(policy, tool("schedule_talk", start="2026-06-04T15:00:00+00:00")).ruling is Ruling.NO_OPINION


def test_a_number_alone_says_nothing_of_a_thing() -> None:
    policy = rule(verbs=("publish",), targets=(Target("post", ("blog",)),))
    assert judge(policy, tool("publish_post", post_id=5)).ruling is Ruling.REQUIRE_APPROVAL
    assert judge(policy, tool("publish_post", post_id=5, section="news")).ruling is Ruling.NO_OPINION
    assert judge(policy, tool("publish_post", post_id=5, section="blog")).ruling is Ruling.DENY


def done(name: str, resource: str = "", minutes: int = 3, *, good: bool = True) -> Done:
    calls = canonical(Action(name, resource=resource), LEXICON).calls
    return Done("ep7", calls, NOW - timedelta(minutes=minutes), good)


FIRST = rule(
    Effect.PRECONDITION,
    verbs=("publish",),
    before=Before(verbs=("upload",), targets=(Target("image"),), same=True, max_age=600, text="upload its images"),
)


@pytest.mark.parametrize(
    ("evidence", "met"),
    [
        (done("upload_images", "VX-3"), True),
        (done("upload_images", "VX-4"), False),
        (done("upload_images", "VX-3", good=False), False),
        (done("upload_images", "VX-3", minutes=11), False),
        (done("upload_images", "VX-3", minutes=-1), False),
        (done("upload_price_list", "VX-3"), False),
        (done("delete_images", "VX-3"), False),
    ],
)
def test_what_must_come_first_is_met_by_a_good_recent_call_on_the_same_thing(evidence: Done, met: bool) -> None:
    found = judge(FIRST, tool("publish_product", sku="VX-3"), (evidence,))
    assert found.ruling is (Ruling.NO_OPINION if met else Ruling.UNMET_PRECONDITION)
    assert found.evidence == (("ep7",) if met else ())


def test_the_worst_ruling_counts_and_every_rule_is_told() -> None:
    ask = rule(Effect.REQUIRE_APPROVAL, verbs=("restart",))
    found = judge([ask, PODS, FIRST], tool("batch", calls=[{"name": "restart_pod", "args": {"name": "ledger"}}]))
    assert found.ruling is Ruling.DENY
    assert [matched.id for matched in found.matched] == ["PB-2", "PB-1"]
    assert "what was said" in found.reason


def test_a_shadow_is_told_and_stops_nothing() -> None:
    rules = PolicySet([Enforced("PB-1", PODS, shadow=True)], LEXICON)
    found = rules.judge(canonical(tool("restart_pod", name="ledger"), LEXICON), now=NOW, zone=UTC)
    assert found.ruling is Ruling.NO_OPINION
    assert [(one.ruling, one.shadow) for one in found.matched] == [(Ruling.DENY, True)]


def test_strict_asks_about_what_acts_or_hides() -> None:
    assert judge([], tool("send_mail", to="a"), strict=True).ruling is Ruling.REQUIRE_APPROVAL
    assert judge([], line("./unknown.sh"), strict=True).ruling is Ruling.REQUIRE_APPROVAL
    assert judge([], tool("get_mail", id=1), strict=True).ruling is Ruling.NO_OPINION
    assert judge([], tool("send_mail", to="a")).ruling is Ruling.NO_OPINION


def test_words_that_ask_for_nothing_are_no_action() -> None:
    assert judge([TABLE], Action(text="Should I delete the orders table?")).ruling is Ruling.NO_ACTION


NOUNS = ("ledger", "order", "table", "pod", "payment", "press_release", "report", "ab-1")
VERBS = ("delete", "restart", "send", "pay", "edit", "")
MODS = st.lists(st.sampled_from(["ledger", "order"]), max_size=2).map(tuple)
HEADS = st.sampled_from(["", "pod", "table", "payment", "press_release", "report"])
LITERALS = st.sampled_from(["ab-1", "/srv/**", "orders", "shop.example"])
KINDS = st.sampled_from(["id", "path", "table", "host", ""])
TARGETS = st.one_of(st.builds(Target, HEADS, MODS), st.builds(Target, literal=LITERALS, kind=KINDS))
VALUES = st.sampled_from(
    ["ledger", "ledger-0", "orders", "/srv/x", "https://shop.example", "AB-1", "Press release: new"]
)
RULES = st.lists(
    st.builds(
        lambda verb, targets, all_of, argv: rule(
            verbs=(verb,) if verb else (), targets=tuple(targets), all_of=tuple(all_of), argv=argv
        ),
        st.sampled_from(VERBS),
        st.lists(TARGETS, max_size=2),
        st.lists(TARGETS, max_size=1),
        st.sampled_from([(), (), ("git", "push"), ("rm",)]),
    ),
    max_size=6,
)
ACTIONS = st.one_of(
    st.builds(
        lambda verb, noun, key, value: Action(f"{verb}_{noun}", args={key: value}),
        st.sampled_from(["delete", "restart", "send", "pay", "update", "get"]),
        st.sampled_from(NOUNS),
        st.sampled_from(["name", "service", "table", "path", "url", "to", "subject"]),
        VALUES,
    ),
    st.sampled_from(
        ["rm /srv/x", "git push origin main", "psql -c 'drop table orders'", 'rm "$X"', "kubectl delete pod ledger-0"]
    ).map(line),
    st.sampled_from(["Delete the orders table", "Pay the report", "Restart it", "Send the press release"]).map(
        lambda text: Action(text=text)
    ),
)


@given(RULES, ACTIONS)
def test_the_index_leaves_out_no_rule_that_speaks(policies: list[Policy], action: Action) -> None:
    """Each rule judged alone and unindexed, against all of them through the index."""
    rules = [Enforced(f"PB-{place}", policy) for place, policy in enumerate(policies)]
    index = RuleIndex(rules, LEXICON)
    whole = PolicySet(rules, LEXICON)
    for call, one in product(canonical(action, LEXICON).calls, rules):
        fits = not one.policy.verbs or any(LEXICON.covers(verb, act) for verb in one.policy.verbs for act in call.verbs)
        if fits and whole._is_meant(one.policy, call, NOW, []) is not False:
            assert one in [*index.candidates(call)]
