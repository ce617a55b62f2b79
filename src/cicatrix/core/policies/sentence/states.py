"""English clauses that close a thing: "is frozen", "is off limits for refunds", "keep it read-only", "leave it"."""

from __future__ import annotations

from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Effect
from cicatrix.core.policies.sentence import limits, phrases, times
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.saying import say
from cicatrix.core.policies.sentence.tokens import Sentence, find

_CLOSED: Final[dict[str, tuple[str, ...]]] = {
    "frozen": ("edit", "delete"),
    "read-only": ("edit", "write", "delete"),
    "fixed": ("edit",),
    "final": ("edit",),
    "locked": ("edit", "delete"),
    "untouchable": ("edit", "delete"),
    "sacred": ("edit", "delete"),
    "closed": ("edit",),
    "out": ("use",),
    "off-limits": (),
    "banned": (),
    "forbidden": (),
    "prohibited": (),
    "taboo": (),
    "disallowed": (),
    "blocked": (),
    "blacklisted": ("use",),
}


def read(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "X is frozen", "X is off limits for refunds", "X is read-only for you", "X are not allowed"."""
    tokens = clause.tokens
    found = find(tokens, "is|are|stay|stays|remain|remains|gets * off limits|the? list|table?")
    if found:
        span = tokens[found[0] : found[1]]
        clause.take(
            [
                token
                for token in span
                if token.fold in ("is", "are", "stay", "stays", "off", "limits", "the", "list", "table")
            ],
            "effect",
        )
        verbs: tuple[str, ...] = ("use",)
    elif found := find(tokens, "is|are out of bounds|order|service|limits"):
        clause.take(tokens[found[0] : found[1]], "effect")
        verbs = ("use",)
    elif found := find(tokens, "is|are|stay|stays|remain|remains strictly|currently|still? " + "|".join(_CLOSED)):
        verbs = _CLOSED[tokens[found[1] - 1].fold]
        clause.take(tokens[found[0] : found[1]], "effect")
    elif found := find(tokens, "not|no longer? allowed|permitted|ok|okay|acceptable"):
        clause.take(tokens[max(0, found[0] - 1) : found[1]], "effect")
        verbs = ()
    else:
        return False
    if find(tokens[: found[0]], "no|not|nothing|nobody|never"):
        return False
    draft.strengthen(Effect.DENY)
    after = [token for token in tokens[found[1] :] if not token.read]
    clause.take([token for token in after if token.fold == "you"], "effect")
    if after and after[0].fold in ("for", "to") and len(after) > 1 and (families := lexicon.families(after[1].fold)):
        draft.verbs, draft.general = sorted(families), False
        clause.take(after[:2], "verbs")
        say(clause, draft, lexicon, "bare", ())
        return True
    conditions = limits.read(clause)
    draft.windows = draft.windows or times.read(clause)
    phrase = phrases.read(clause, lexicon, "noun" if not verbs or verbs == ("use",) else "bare", verbs or ("use",))
    if not draft.verbs or draft.general:
        draft.take(phrase, general=tuple(phrase.verbs) in (("use",), ("edit",)))
        if not draft.verbs:
            draft.verbs += [*verbs]
    else:
        draft.take(phrase)
    draft.conditions += conditions
    return True


def _kept(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Keep the archive bucket read-only", "treat /srv/legal as frozen"."""
    tokens = clause.tokens
    if not find(tokens[:1], "keep|treat|consider|leave|hold"):
        return False
    state = find(tokens, "as? " + "|".join(_CLOSED))
    if state is None:
        return False
    clause.take([tokens[0], *tokens[state[0] : state[1]]], "effect")
    draft.strengthen(Effect.DENY)
    draft.verbs = draft.verbs or [*(_CLOSED[tokens[state[1] - 1].fold] or ("use",))]
    say(clause, draft, lexicon, "bare", ())
    return True


def left_alone(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Leave X alone", "keep your hands off X", "stay away from X", "leave that to them"."""
    tokens = clause.tokens
    if _kept(clause, draft, lexicon):
        return True
    if find(tokens[:1], "leave") and find(tokens, "to them|him|her|me|us|it"):
        clause.take(tokens, "way_out")
        draft.strengthen(Effect.DENY)
        if draft.context is not None:
            draft.verbs, draft.targets, draft.all_of = [], [], []
            draft.take(draft.context)
        return True
    found = (
        (find(tokens[:1], "leave") and find(tokens, "alone|untouched|be|as"))
        or find(tokens[:6], "hands off")
        or find(tokens[:4], "stay|keep away|out|clear|off from|of?")
        or find(tokens[:6], "keep * out|off|away of|from")
    )
    stays = find(tokens, "stay|stays|remain|remains where|as it|they is|are")
    if not found and not stays:
        return False
    lead = tokens[: 1 if tokens[0].fold == "leave" else found[1] if found else 0]
    clause.take(lead, "effect")
    if found:
        clause.take(tokens[found[0] : found[1]], "effect")
    if stays:
        clause.take(tokens[stays[0] : stays[1]], "effect")
    clause.take([token for token in clause.rest() if token.fold in ("your", "please", "keep")], "effect")
    draft.strengthen(Effect.DENY)
    draft.verbs = draft.verbs or ["touch"]
    say(clause, draft, lexicon, "bare", ())
    return True
