"""English clauses that forbid: "never …", "X must not be …", "X is frozen", "only Freya may …", "no X on Fridays"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Effect, Target
from cicatrix.core.policies.sentence import acts, limits, little, phrases, times
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.saying import say
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading.grammar import table

_CLOSED: Final[dict[str, tuple[str, ...]]] = {
    "frozen": ("edit", "delete"),
    "read-only": ("edit", "write", "delete"),
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


def _is_forbidding(span: Sequence[Token], after: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether "is not …" forbids: "are not refunded" does, "is not always best" does not."""
    if not find(span, "is|are|aren't|isn't|will|does|do") or not after or find(span, "to|be"):
        return True
    if find(after[:1], "allowed|permitted|ok|okay|acceptable|possible|fine|for"):
        return True
    return bool(lexicon.acts(after[0].fold))


_PLACED: Final = table("appear show occur turn figure stand end leave")


def read(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    tokens = clause.tokens
    words = [token.fold for token in tokens]
    if not words:
        return False
    return (
        _only_person(clause, draft, lexicon)
        or _only_recipient(clause, draft, lexicon)
        or _leave_alone(clause, draft, lexicon)
        or _imperative(clause, draft, lexicon)
        or _state(clause, draft, lexicon)
        or _negated_subject(clause, draft, lexicon)
        or _no_things(clause, draft, lexicon)
    )


def _imperative(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Never V", "don't V", "stop V-ing", "you must not V"."""
    tokens = clause.tokens
    for pattern in (
        "never ever?",
        "don't ever?",
        "do not ever?",
        "not to",
        "avoid|stop",
        "no longer",
        "you|we|agents must|may|can|should|shall|are|will not|never to? ever?",
        "you|we|agents cannot|can't|mustn't|shouldn't|don't|never ever?",
        "you|we|agents do not",
        "you|we|agents no longer",
        "must|may|should not",
    ):
        found = find(tokens[:6], pattern)
        if found and found[0] == 0:
            clause.take(tokens[: found[1]], "effect")
            draft.strengthen(Effect.DENY)
            say(clause, draft, lexicon, "verb", () if draft.verbs else ("use",))
            return True
    for place in range(1, min(len(tokens) - 1, 4)):
        if tokens[place].fold == "no" and lexicon.acts(tokens[place - 1].fold) and tokens[place - 1].kind == "word":
            clause.take([tokens[place]], "effect")
            draft.strengthen(Effect.DENY)
            if place > 1:
                say(clause, draft, lexicon, "passive")
            else:
                say(clause, draft, lexicon, "verb")
            return True
    return False


def _negated_subject(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Files under vendor/ must not be edited", "names must never appear in ads"."""
    tokens = clause.tokens
    for pattern in (
        "must|may|can|should|shall|could|do|does|will|are|is|get|gets not|never ever? to? be|get?",
        "cannot|can't|mustn't|shouldn't|don't|doesn't|aren't|isn't|won't ever? to? be|get?",
        "never be|get|gets?",
        "must|may|can|should no longer|more be?",
    ):
        found = find(tokens, pattern)
        if not found or found[0] == 0:
            continue
        after = [token for token in tokens[found[1] :] if not token.read and token.fold not in ("ever", "always")]
        if not _is_forbidding(tokens[found[0] : found[1]], after, lexicon):
            continue
        clause.take(tokens[found[0] : found[1]], "effect")
        draft.strengthen(Effect.DENY)
        if after and find(after[:3], "allowed|permitted|ok|okay|acceptable|possible|fine"):
            clause.take(after[:1], "effect")
            say(clause, draft, lexicon, "noun")
        elif after and (after[0].fold in _PLACED or find(after[:2], "go|be|put into|in|to|onto")):
            _placed(clause, after, draft, lexicon)
        elif after and lexicon.acts(after[0].fold) and after[0].fold not in ("run", "happen", "go", "take", "start"):
            _after_subject(clause, after, draft, lexicon)
        elif after and after[0].fold in ("run", "happen", "go", "take", "start", "occur"):
            clause.take(after[:1], "verbs")
            say(clause, draft, lexicon, "noun", ("run",))
        else:
            _after_subject(clause, after, draft, lexicon)
        return True
    return False


def _placed(clause: Sentence, after: Sequence[Token], draft: Draft, lexicon: Lexicon) -> None:
    """ "… must never show up in our ads": what must not be written or sent."""
    taken = [token for token in after[:2] if token.fold in _PLACED | {"up", "the", "house", "go", "be", "put"}]
    clause.take(taken, "verbs")
    named = [token for token in clause.tokens if token.kind == "mark" and token.text == "("]
    words = _listed(clause) if named else ()
    if words:
        draft.conditions.append(Condition("content", role="content", value=[*words], evaluator="content"))
        clause.take(clause.tokens[: clause.tokens.index(after[0])], "conditions")
    if not draft.verbs or draft.general:
        draft.verbs, draft.general = [*phrases.PLACING], False
    say(clause, draft, lexicon, "bare", ())


def _listed(clause: Sentence) -> tuple[str, ...]:
    """The names between brackets."""
    inside: list[str] = []
    opened = False
    for token in clause.tokens:
        opened = token.text == "(" or (opened and token.text != ")")
        if opened and token.kind not in ("mark",) and token.fold not in ("and", "or"):
            inside.append(token.text)
    return tuple(inside)


def _after_subject(clause: Sentence, after: Sequence[Token], draft: Draft, lexicon: Lexicon) -> None:
    """The participle first, then the subject as what it is done to."""
    words = [token.fold for token in after]
    taken = False
    for act in lexicon.find_acts(words):
        if act.start and (words[act.start - 1] not in ("or", "and", ",") or not taken):
            break
        if act.particle < 0 and acts.is_light(after[act.start], act, after[act.stop :], lexicon):
            clause.take(after[act.start : act.stop], "verbs")
            draft.verbs += acts.named(after[act.stop :], lexicon)
            taken = True
            continue
        draft_verbs = sorted(act.families)
        if draft.general:
            draft.verbs, draft.general = [], False
        draft.verbs += [verb for verb in draft_verbs if verb not in draft.verbs]
        span = after[act.start : act.stop]
        clause.take(span if act.particle < 0 else [*span, after[act.particle]], "verbs")
        taken = True
    if not taken and after and after[0].fold in little.LIGHT:
        clause.take(after[:1], "verbs")
        draft.verbs += acts.named(after[1:], lexicon)
    elif not taken and after and after[0].kind == "word":
        clause.take(after[:1], "verbs")
        joined = [token for token in after[2:3] if after[1].fold in ("or", "and", ",") and lexicon.acts(token.fold)]
        clause.take(joined, "verbs")
        draft.verbs += [verb for token in joined for verb in sorted(lexicon.acts(token.fold))]
        if not joined:
            draft.all_of.append(Target(mods=(acts.base(after[0].fold),)))
    say(clause, draft, lexicon, "bare", ())


def _state(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
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
    elif found := find(tokens, "not allowed|permitted|ok|okay|acceptable"):
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


def _leave_alone(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Leave X alone", "keep your hands off X", "stay away from X", "leave that to them"."""
    tokens = clause.tokens
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


def _only_person(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Only Freya may cancel rehearsals", "nobody but Hanne changes the roster"."""
    tokens = clause.tokens
    found = find(tokens[:3], "nobody|noone but|except|besides") or find(tokens[:4], "no one but|except|besides")
    end = None
    if found and found[0] == 0:
        end = next((place for place in range(found[1], len(tokens)) if not tokens[place].is_name), None)
    elif tokens[0].fold == "only" and (modal := find(tokens, "may|can|is|are|should|must allowed? to?")):
        found, end = (0, 1), modal[0]
    if found is None or end is None or end == found[1]:
        return False
    who = [token.text for token in tokens[found[1] : end]]
    clause.take(tokens[:end], "conditions")
    clause.take(
        [
            token
            for token in tokens[end : end + 3]
            if token.fold in ("may", "can", "is", "are", "allowed", "to", "should", "must")
        ],
        "effect",
    )
    draft.strengthen(Effect.DENY)
    draft.conditions.append(Condition("not_in", role="principal", value=[" ".join(who).lower()], evaluator="not_in"))
    say(clause, draft, lexicon, "verb")
    return True


def _only_recipient(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Salary figures go to Mira Oduya and nobody else", "goes only to the board"."""
    tokens = clause.tokens
    found = find(tokens, "goes|go|is|are|may|belongs|belong only? go|sent|shared|given? only? to")
    if not found or found[0] == 0:
        return False
    only = (
        find(tokens, "nobody|no-one|noone else")
        or find(tokens, "no one else")
        or find(tokens, "only")
        or find(tokens, "and nowhere else")
    )
    if not only:
        return False
    who = [
        token
        for token in tokens[found[1] :]
        if token.kind in ("word", "email", "id") and token not in tokens[only[0] : only[1]]
    ]
    who = [token for token in who if token.fold not in ("and", "the", "else", "nobody")]
    clause.take(tokens[found[0] :], "conditions")
    draft.strengthen(Effect.DENY)
    draft.conditions.append(
        Condition("not_in", role="recipient", value=[" ".join(token.fold for token in who)], evaluator="not_in")
    )
    draft.verbs = draft.verbs or ["send", "disclose"]
    say(clause, draft, lexicon, "bare", ())
    return True


def _no_things(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "No production deploys", "nothing in the cluster gets deleted", "only refundable fares"."""
    tokens = clause.tokens
    rest = clause.rest()
    if not rest:
        return False
    known = draft.effect is not Effect.NONE
    if rest[0].fold in ("no", "nothing", "none", "nobody") or (known and rest[0].fold == "not"):
        clause.take(rest[:1], "effect")
        draft.strengthen(Effect.DENY)
        passive = find(tokens, "gets|get|is|are|be|must|may|can|should")
        general = () if draft.verbs else ("use",)
        if passive and passive[0] > 1:
            _after_subject(
                clause,
                [t for t in tokens[passive[1] :] if not t.read and t.fold not in ("be", "ever")],
                draft,
                lexicon,
            )
            clause.take([token for token in clause.rest() if token.fold in ("by", "you")], "effect")
        elif known and rest[0].fold in ("not", "nothing"):
            clause.take(rest, "lead")  # "Not pods, not config, nothing."
        else:
            _channel_verbs(clause, draft, lexicon, general)
        return True
    if rest[0].fold == "only" or any(token.read == "window" for token in tokens) or find(rest, "only"):
        only = find(rest, "only")
        if only is None:
            return False
        clause.take(rest[only[0] : only[1]], "effect")
        draft.windows = draft.windows or times.read(clause)
        adjectives = [token for token in rest[only[1] :] if token.kind == "word" and not token.read][:1]
        if adjectives and len([token for token in clause.rest() if token.kind == "word"]) >= 2:
            clause.take(adjectives, "conditions")
            draft.strengthen(Effect.DENY)
            draft.conditions.append(Condition("equals", role=adjectives[0].fold, value=False, evaluator="equals"))
            say(clause, draft, lexicon, "noun")
            return True
    return False


def _channel_verbs(clause: Sentence, draft: Draft, lexicon: Lexicon, general: Sequence[str]) -> None:
    """ "No patient names over WhatsApp" is about sending."""
    listed = any(
        token.fold in lexicon.values(name) for token in clause.tokens for name in ("social_media", "messengers")
    )
    say(clause, draft, lexicon, "noun", ("send",) if listed else general)
