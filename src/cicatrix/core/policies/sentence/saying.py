"""Reads what a clause speaks of into the draft of a policy."""

from __future__ import annotations

from collections.abc import Sequence

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.sentence import limits, phrases, times
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence, find


def say(clause: Sentence, draft: Draft, lexicon: Lexicon, form: str, general: Sequence[str] = ("use",)) -> None:
    """Reads limits, times, acts and things of a clause into the draft."""
    leaving = find(clause.tokens, "leave|leaves|leaving the|our|this house|building|company|desk|premises")
    if leaving:
        clause.take(clause.tokens[leaving[0] : leaving[1]], "verbs")
        if not draft.verbs or draft.general:
            draft.verbs, draft.general, general, form = ["send"], False, (), "bare"
    conditions = limits.read(clause)
    draft.windows = draft.windows or times.read(clause)
    phrase = phrases.read(clause, lexicon, form, general, draft.verbs)
    draft.take(phrase, general=tuple(phrase.verbs) == tuple(general))
    draft.conditions += [condition for condition in conditions if condition not in draft.conditions]
