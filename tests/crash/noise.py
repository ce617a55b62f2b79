"""Calls that no sane caller sends: lines of shell and SQL, arguments, names and requests, cut up and mixed at random.

Whatever comes, it is read without raising and in bounded time. An exception on the way to a verdict is a deny, and so
no hole; but whoever can cause one can stop an agent.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from cicatrix.bench.evasions import rewriting
from cicatrix.bench.evasions.calls import CASES, EVERYDAY
from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.policies.compiler import compile_rule
from cicatrix.core.policies.lexicon.lexicon import Lexicon
from cicatrix.core.policies.matching import PolicySet
from cicatrix.core.policies.rule_index import Enforced

_NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
_SLOW_S = 1.0
_ODD = [
    *"'\"`\\$#{}()[]<>|&;*?!~=-+@%^:,. \n\t\r\0",
    *["\ud800", "\u202e", "\u200b", "о", "重", "é", "😀", "\ue0f0", "$(", "${", "<<", "EOF"],
]


@dataclass(slots=True)
class Noise:
    calls: int = 0
    rulings: Counter[str] = field(default_factory=Counter)
    slowest_ms: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{count:,} {ruling}" for ruling, count in self.rulings.most_common())
        return f"{self.calls:,} calls: {told}; the slowest took {self.slowest_ms:.0f} ms, {len(self.wrong)} wrong"


def noisy_calls(seed: int, calls: int) -> Noise:
    """Judges so many calls, and says which raised, and which took longer than a second."""
    lexicon, noise, dice = Lexicon.default(), Noise(), random.Random(f"noise/{seed}")
    rules = PolicySet(
        [Enforced(f"PB-{place:02}", compile_rule(case.rule, lexicon=lexicon)) for place, case in enumerate(CASES)],
        lexicon,
    )
    for action in _actions(dice, calls):
        noise.calls += 1
        begun = time.process_time()
        try:
            ruling = rules.judge(canonical(action, lexicon), now=_NOON, zone=UTC, strict=dice.random() < 0.5).ruling
            noise.rulings[ruling] += 1
        except Exception as error:  # it is what we look for
            noise.wrong.append(f"{type(error).__name__}: {error} of {action!r}")
        took = time.process_time() - begun
        noise.slowest_ms = max(noise.slowest_ms, took * 1000)
        if took > _SLOW_S:
            noise.wrong.append(f"{took:.1f} s for {action!r}")
    return noise


def _actions(dice: random.Random, calls: int) -> Iterator[Action]:
    lines = [line for case in CASES for line in (*case.denied, *case.near)] + [*EVERYDAY]
    statements = [statement for case in CASES for statement in (*case.sql, *case.near_sql)]
    ways = [*rewriting.SHELL.values(), *rewriting.DISGUISES.values()]
    for _ in range(calls):
        kind = dice.random()
        if kind < 0.5:
            line = dice.choice(lines)
            for _ in range(dice.randrange(3)):
                line = dice.choice(ways)(line, dice)
            yield Action("bash", args={"command": _broken(line, dice)})
        elif kind < 0.7:
            yield Action("sql", args={"query": _broken(rewriting.sql(dice.choice(statements), dice), dice)})
        elif kind < 0.8:
            yield Action(text=_broken(dice.choice([case.rule for case in CASES]), dice))
        else:
            yield Action(_broken(dice.choice(["send_mail", "rm", "batch", ""]), dice), args=_object(dice, lines, 3))


def _broken(text: str, dice: random.Random) -> str:
    for _ in range(dice.randrange(6)):
        place = dice.randrange(len(text) + 1)
        way = dice.randrange(4)
        if way == 0:
            text = text[:place] + dice.choice(_ODD) * dice.choice([1, 1, 2, 30]) + text[place:]
        elif way == 1:
            text = text[:place] + text[place + dice.randrange(1, 5) :]
        elif way == 2:
            text = text[place:] + text[:place]
        else:
            text = text[:place] + text[max(0, place - dice.randrange(20)) :]
    return text[:5000]


def _object(dice: random.Random, lines: list[str], depth: int) -> JsonObject:
    names = ["command", "query", "args", "name", "calls", "to", "path", "url", "amount", "text", "", "\ud800", "a/b~c"]
    return {_broken(dice.choice(names), dice): _value(dice, lines, depth) for _ in range(dice.randrange(4))}


def _value(dice: random.Random, lines: list[str], depth: int) -> JsonValue:
    way = dice.randrange(8 if depth else 5)
    if way == 0:
        return dice.choice([None, True, False, 0, -1, 10**30, 1e308, float("inf"), float("nan"), -0.0])
    if way < 5:
        return _broken(
            dice.choice([*lines, '{"name": "bash", "args": {"command": "rm x"}}', "http://a@b", "[[[["]), dice
        )
    if way == 5:
        return [_value(dice, lines, depth - 1) for _ in range(dice.randrange(4))]
    return _object(dice, lines, depth - 1)
