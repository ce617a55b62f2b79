"""English orders: which clause forbids, asks for a yes, asks for something before, or makes an exception."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Effect, Except
from cicatrix.core.policies.sentence import approvals, limits, little, phrases, prohibitions, times
from cicatrix.core.policies.sentence import before as first_things
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading.grammar import table

_EXCEPTED: Final = (
    "is|are|stay|stays|remain|remains fine|ok|okay|allowed|exempt|permitted|excepted|unaffected|possible",
    "is|are all right",
    "can|may stay",
    "as much as you like",
    "do what|whatever you|they like|please|want",
    "you may|can * freely|yourself",
    "as you like",
    "doesn't|don't count",
    "stay|stays|remain|remains",
)
_WAYS: Final = table(
    "use write work send save instead put keep go take rather pick switch start push read stick prefer"
)


def read(clauses: Sequence[Sentence], draft: Draft, lexicon: Lexicon) -> None:
    """Reads the clauses of one sentence into the draft, in order."""
    another_way = False
    for place, clause in enumerate(clauses):
        if draft.effect is Effect.NONE and _told(clause, draft, lexicon):
            continue
        if another_way and clause.tokens[0].fold in ("and", "then", "read", "run"):
            clause.take(clause.tokens, "way_out")  # "Save it, read it, then run it."
        _read_clause(clause, draft, lexicon, clauses[place + 1 :])
        another_way = any(token.read == "way_out" for token in clause.tokens)
        if draft.told is not None and draft.effect is not Effect.NONE and not draft.targets:
            _point_back(draft.told, clause, draft, lexicon)
        draft.told = clause if draft.effect is Effect.NONE else None


def _point_back(before: Sentence, clause: Sentence, draft: Draft, lexicon: Lexicon) -> None:
    """ "Airline vouchers expire, so never accept them": what "them" is, the clause before says."""
    pointing = [token for token in clause.rest() if token.fold in ("it", "them", "that", "those", "one", "there")]
    acts = lexicon.find_acts([token.fold for token in before.tokens])
    verbs = [act.start for act in acts if act.start and not lexicon.knows(before.tokens[act.start].fold)]
    auxiliary = find(before.tokens, "is|are|was|were|have|has|do|does|will|can")
    ends = [*verbs[:1], *([auxiliary[0]] if auxiliary else [])]
    if not pointing or not ends:
        return
    subject = Sentence(before.tokens[: min(ends)], before.language, before.parts)
    draft.take(phrases.read(subject, lexicon, "bare", (), draft.verbs))
    clause.take(pointing, "targets")
    before.take(before.rest(), "reason")


def _read_clause(clause: Sentence, draft: Draft, lexicon: Lexicon, following: Sequence[Sentence]) -> None:
    _skip_lead(clause)
    tokens = clause.tokens = clause.rest()
    if not tokens:
        return
    if draft.effect is not Effect.NONE and find(tokens[:4], "i|we don't|do not? care|mind|know|think"):
        clause.take(tokens, "reason")
        return
    if first_things.read(clause, draft, lexicon) or _exception(clause, draft, lexicon):
        return
    if approvals.read(clause, draft, lexicon):
        return
    if prohibitions.read(clause, draft, lexicon):
        return
    if draft.effect is not Effect.NONE and _is_way_out(tokens):
        clause.take(tokens, "way_out")
    elif (draft.effect is not Effect.NONE or draft.context is not None) and _is_reason(tokens):
        clause.take(tokens, "reason")
    elif following and draft.effect is Effect.NONE and tokens and tokens[0].fold in ("if", "when", "whenever"):
        clause.take(tokens[:1], "effect")
        asked = find(
            tokens, "customer|customers|client|someone|somebody|guest|user|they|you asks|ask|wants|want|need|needs for?"
        )
        clause.take(tokens[asked[0] : asked[1]] if asked else [], "effect")
        _topic(clause, draft, lexicon)
    elif following and draft.effect is Effect.NONE and (clause.mark in (":", "：") or _is_topic(tokens)):
        _topic(clause, draft, lexicon)


def _told(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "You closed Harlow Dental's ticket again": what a later "leave that to them" is about."""
    tokens = clause.tokens
    if len(tokens) < 3 or tokens[0].fold != "you" or not tokens[1].fold.endswith(("ed", "t")):
        return False
    if not lexicon.acts(tokens[1].fold) or find(tokens[1:2], "must|can't|don't|cannot"):
        return False
    draft.context = phrases.read(clause, lexicon, "verb")
    clause.take(clause.rest(), "lead")
    return True


def _skip_lead(clause: Sentence) -> None:
    while True:
        rest = clause.rest()
        always = find(rest[:2], "always ask|check|get|consult|call|run|back|make")
        if (always and always[0] == 0) or (
            rest and rest[0].fold in ("please", "again", "so", "also", "and", "but", "just", "kindly", ",", "seriously")
        ):
            clause.take(rest[:1], "lead")
            continue
        for pattern in (
            "from now on",
            "in future",
            "in the future",
            "as of now",
            "any more",
            "at all",
            "no exceptions",
            "by hand",
            "full stop",
            "period",
            "for heaven's|god's sake",
        ):
            found = find(rest, pattern)
            if found:
                clause.take(rest[found[0] : found[1]], "lead")
                break
        else:
            return


def _is_way_out(tokens: Sequence[Token]) -> bool:
    """What to do instead: "use …", "ask the head teacher instead", "product price only"."""
    first = tokens[0].fold if tokens else ""
    return first in _WAYS or find(tokens, "only|instead|rather") is not None


def _is_topic(tokens: Sequence[Token]) -> bool:
    """ "For refunds, …", "In production, …"."""
    if find(tokens, "whatever you do|change with|to|about"):
        return True
    return bool(tokens) and tokens[0].fold in little.of("en").prepositions | {
        "until",
        "till",
        "since",
        "during",
        "after",
    }


def _is_reason(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and tokens[0].fold in table(
        "they it we that's there he she i this because since so otherwise plans you those these who which"
    )


def _exception(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "unless …", "except …", "X is fine": a case of its own."""
    tokens = clause.tokens
    if draft.effect is Effect.NONE:
        return False
    openings = ("unless|except|excluding for?", "save for", "other|apart than|from", "with the exception of")
    opening = next((found for pattern in openings if (found := find(tokens[:4], pattern))), None)
    if (
        opening
        and opening[0] <= 1
        and tokens[opening[0]].fold in ("unless", "except", "excluding", "other", "apart", "save")
    ):
        clause.take(tokens[: opening[1]], "exceptions")
        add_exception(clause, draft, lexicon, in_words=tokens[opening[0]].fold == "unless")
        return True
    for pattern in _EXCEPTED:
        found = find(tokens, pattern)
        if found and found[1] >= len(tokens) - 1 and find(tokens, "not|no|never") is None:
            clause.take(tokens[found[0] : found[1]], "exceptions")
            add_exception(clause, draft, lexicon)
            return True
    return False


def add_exception(clause: Sentence, draft: Draft, lexicon: Lexicon, *, in_words: bool = False) -> None:
    """The rest of a clause as a case that the rule does not speak of. A case with a verb of its own that no limit and
    no thing settles is one in words."""
    said = " ".join(token.text for token in clause.tokens)
    conditions = [*limits.read(clause)]
    if conditions and in_words:
        clause.take(clause.rest(), "exceptions")
        draft.exceptions.append(Except(conditions=tuple(conditions), text=said))
        return
    if in_words:
        clause.take(clause.rest(), "exceptions")
        draft.exceptions.append(Except(conditions=(Condition("words", value=said),), text=said))
        return
    phrase = phrases.read(clause, lexicon, "noun")
    clause.take(clause.rest(), "exceptions")
    draft.exceptions.append(
        Except(
            targets=(*phrase.alternatives, *phrase.beside),
            conditions=(*conditions, *phrase.conditions),
            verbs=tuple(phrase.verbs),
            text=said,
        )
    )


def _topic(clause: Sentence, draft: Draft, lexicon: Lexicon) -> None:
    """ "Press releases: …", "Machines bigger than 8 vCPUs: …": what the next clause is about."""
    whatever = find(clause.tokens, "whatever you do|change with|to|about")
    if whatever:
        clause.take(clause.tokens[whatever[0] : whatever[1]], "effect")
    conditions = limits.read(clause)
    draft.windows = draft.windows or times.read(clause)
    phrase = phrases.read(clause, lexicon, "noun", ("touch",) if whatever else ("use",))
    draft.take(phrase, general=tuple(phrase.verbs) == ("use",))
    draft.conditions += conditions
