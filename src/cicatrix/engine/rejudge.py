"""A recorded verdict, judged again: by the rules and the evidence of its time, with its clock, zone and strictness."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.codec import decode
from cicatrix.core.moments import to_utc
from cicatrix.core.policies.judgement import Judgement
from cicatrix.core.stamps import stamp
from cicatrix.core.verdicts import GateMode, Ruling, Verdict
from cicatrix.engine.check import UNAVAILABLE, algorithm, judge
from cicatrix.engine.context import Context
from cicatrix.engine.enforced import Rules
from cicatrix.engine.evidence import done_in, vouched_since
from cicatrix.engine.reports import ReplayReport
from cicatrix.errors import NotFound


def rejudge(ctx: Context, name: str) -> ReplayReport:
    """Judge again; nothing is sealed. The outcomes are those of a recall that is run again; ``erased`` too where the
    action held a secret, which was taken out before it was sealed. Raises NotFound."""
    with ctx.store.reader(ctx.namespace) as reader:
        versions = reader.history(name)
        if not versions:
            raise NotFound(f"There is no verdict {name} in {ctx.namespace}.")
        given = versions[0]
        if given.body is None:
            return ReplayReport(name, False, "erased", (f"the words of {name} itself were erased",))
        verdict = decode(Verdict, given.body, seq=given.seq)
        if verdict.reason.startswith(UNAVAILABLE):
            why = f"it could not be judged then, and that was its reason: {verdict.reason}"
            return ReplayReport(name, False, "algorithm_changed", (why,))
        asked = canonical(decode(Action, verdict.given), ctx.lexicon())
        moment = to_utc(verdict.now)
        then = Rules.of(reader, verdict.mind).standing(ctx.lexicon())
        since = stamp(moment - timedelta(seconds=then.oldest))
        evidence = sorted(
            (done_in(episode, ctx.lexicon()) for episode in vouched_since(reader, since, before=verdict.mind + 1)),
            key=lambda done: done.at,
            reverse=True,
        )
        judgement, would = judge(then, asked, moment, verdict.zone, evidence, verdict.strict)
        erased = [rule.id for rule in verdict.rules if rule.id not in then.rules]
    differences = tuple(_differences(verdict, asked.digest, then.root, judgement, would))
    if not differences:
        return ReplayReport(name, True, "identical", ())
    if verdict.algorithm != algorithm(ctx):
        return ReplayReport(name, False, "algorithm_changed", differences)
    if asked.digest != verdict.digest and "[redacted:" in str(verdict.given):
        why = "the action held a secret, which was taken out before it was sealed"
        return ReplayReport(name, False, "erased", (why,))
    if erased:
        return ReplayReport(name, False, "erased", (*(f"{rule} was erased" for rule in erased), *differences))
    return ReplayReport(name, False, "differs", differences)


def _differences(verdict: Verdict, digest: str, root: str, judgement: Judgement, would: Ruling | None) -> Iterator[str]:
    expected = judgement.ruling
    if verdict.mode is GateMode.SHADOW and expected is not Ruling.NO_ACTION:
        would, expected = would or expected, Ruling.NO_OPINION
    recorded = Ruling.REQUIRE_APPROVAL if verdict.effect is Ruling.ALLOW else verdict.effect
    rules = tuple((rule.id, rule.version, rule.ruling) for rule in verdict.rules)
    again = tuple((rule.id, rule.version, rule.ruling) for rule in judgement.matched)
    for what, before, now in (
        ("canonical call", verdict.digest, digest),
        ("rules in force", verdict.root, root),
        ("effect", recorded.value, expected.value),
        ("would", verdict.would, would),
        ("rules that spoke", rules, again),
        ("evidence", verdict.evidence, judgement.evidence),
    ):
        if before != now:
            yield f"{what}: recorded {before!r}, now {now!r}"
