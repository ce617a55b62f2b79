"""Rules that are read in outline: the act, the thing and what is asked for; never in force before a person confirms."""

from __future__ import annotations

import pytest

from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Effect, PolicyStatus
from cicatrix.core.policies.sentence.outline import WHY

WORDS = Lexicon.default()


@pytest.mark.parametrize(
    ("text", "effect", "verb", "thing"),
    [
        ("Lending the big trailer needs four eyes.", Effect.REQUIRE_APPROVAL, "lend", "trailer"),
        ("Hiring drivers? Not without my go-ahead.", Effect.REQUIRE_APPROVAL, "hire", "driver"),
        ("Weigh the crate first, then print the label.", Effect.PRECONDITION, "print", "label"),
    ],
)
def test_an_outline_is_proposed(text: str, effect: Effect, verb: str, thing: str) -> None:
    policy = compile_rule(text, lexicon=WORDS)
    assert (policy.effect, policy.status) == (effect, PolicyStatus.PROPOSED)
    assert verb in policy.verbs
    assert thing in {target.head for target in policy.targets}
    assert WHY in policy.why


def test_what_comes_first_is_kept() -> None:
    policy = compile_rule("Weigh the crate first, then print the label.", lexicon=WORDS)
    assert policy.before is not None
    assert policy.before.verbs == ("measure",)


@pytest.mark.parametrize("text", ["Sound warmer in your letters.", "Our call centre is in Leeds."])
def test_what_asks_for_nothing_has_no_outline(text: str) -> None:
    assert compile_rule(text, lexicon=WORDS).effect is Effect.NONE
