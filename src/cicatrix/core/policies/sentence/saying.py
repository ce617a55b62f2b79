"""Reads what a clause speaks of into the draft of a policy."""

from __future__ import annotations

from collections.abc import Sequence

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.sentence import limits, phrases, times
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence


def say(clause: Sentence, draft: Draft, lexicon: Lexicon, form: str, general: Sequence[str] = ("use",)) -> None:
    """Reads limits, times, acts and things of a clause into the draft."""
    conditions = limits.read(clause)
    draft.windows = draft.windows or times.read(clause)
    phrase = phrases.read(clause, lexicon, form, general, draft.verbs)
    draft.take(phrase, general=tuple(phrase.verbs) == tuple(general))
    draft.conditions += [condition for condition in conditions if condition not in draft.conditions]
