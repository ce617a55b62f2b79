"""What has been read of a rule so far, clause after clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from cicatrix.core.policies.policy import Before, Condition, Effect, Except, Target, Window
from cicatrix.core.policies.sentence.phrases import Phrase
from cicatrix.core.policies.sentence.tokens import Sentence


@dataclass(slots=True)
class Draft:
    effect: Effect = Effect.NONE
    verbs: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    all_of: list[Target] = field(default_factory=list)
    argv: tuple[str, ...] = ()
    conditions: list[Condition] = field(default_factory=list)
    exceptions: list[Except] = field(default_factory=list)
    windows: tuple[Window, ...] = ()
    before: Before | None = None
    by: str = ""
    why: list[str] = field(default_factory=list)
    told: Sentence | None = None  # the clause before, while nothing was ordered
    context: Phrase | None = None  # what was told before anything was ordered
    general: bool = False  # verbs that stand in, because none was said: what says one replaces them

    def take(self, phrase: Phrase, *, general: bool = False) -> None:
        """Joins what a clause says to what others said; things that a later clause names again are not narrowed."""
        general = general or phrase.weak
        if phrase.verbs and (not self.verbs or (self.general and not general)):
            self.verbs, self.general = [*phrase.verbs], general
        elif phrase.verbs and not general:
            self.verbs += [verb for verb in phrase.verbs if verb not in self.verbs]
        exact = [target for target in phrase.alternatives + phrase.beside if target.literal and target.kind]
        if exact and self.targets and self.effect is Effect.DENY and not any(target.kind for target in self.targets):
            self.targets = exact  # said again, exactly: "no alcohol to Norway: no order with a WINE- article"
        elif not self.targets:
            self.targets += phrase.alternatives
        else:
            self.all_of += [target for target in phrase.alternatives if target not in self.targets]
        self.all_of += [target for target in phrase.beside if target not in self.all_of]
        self.conditions += [condition for condition in phrase.conditions if condition not in self.conditions]
        self.argv = self.argv or phrase.argv

    def strengthen(self, effect: Effect) -> None:
        """A rule that forbids goes on forbidding, unless a way is told: then that is the rule."""
        order = (Effect.NONE, Effect.DENY, Effect.REQUIRE_APPROVAL, Effect.PRECONDITION)
        if order.index(effect) > order.index(self.effect):
            self.effect = effect
