"""English clauses that forbid: "never …", "X must not be …", "X is frozen", "only Freya may …", "no X on Fridays"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Effect, Target
from cicatrix.core.policies.sentence import acts, little, phrases, states, times
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.saying import say
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading.grammar import table


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
        or states.left_alone(clause, draft, lexicon)
        or _only_then(clause, draft, lexicon)
        or _imperative(clause, draft, lexicon)
        or states.read(clause, draft, lexicon)
        or _negated_subject(clause, draft, lexicon)
        or _no_things(clause, draft, lexicon)
    )


def _imperative(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Never V", "don't V", "stop V-ing", "you must not V"."""
    tokens = clause.tokens
    for pattern in (
        "it is|it's strictly? forbidden|prohibited to",
        "it is not allowed|permitted|ok|okay to",
        "you|we|agents are not allowed|permitted|supposed|authorised|authorized|meant to",
        "you|we|agents aren't allowed|permitted|supposed to",
        "never ever?",
        "don't ever?",
        "do not ever?",
        "not to",
        "avoid|stop",
        "no longer",
        "under|in no circumstances|circumstance|case|event",
        "at no time|point",
        "you|we|agents must|may|can|should|shall|are|will not|never to? ever?",
        "you|we|agents cannot|can't|mustn't|shouldn't|don't|never ever?",
        "you|we|agents do not",
        "you|we|agents no longer",
        "must|may|should not",
    ):
        found = find(tokens[:8], pattern)
        if found and found[0] == 0:
            clause.take(tokens[: found[1]], "effect")
            draft.strengthen(Effect.DENY)
            _wording(clause, draft)
            say(clause, draft, lexicon, "verb", () if draft.verbs else ("use",))
            return True
    for place in range(1, min(len(tokens) - 1, 4)):
        if (
            tokens[place].fold in ("no", "nothing", "nobody")
            and lexicon.acts(tokens[place - 1].fold)
            and tokens[place - 1].kind == "word"
        ):
            clause.take([tokens[place]], "effect")
            draft.strengthen(Effect.DENY)
            if place > 1:
                say(clause, draft, lexicon, "passive")
            else:
                say(clause, draft, lexicon, "verb")
            return True
    return False


def _wording(clause: Sentence, draft: Draft) -> None:
    """ "Never use the word cheap in our ads"."""
    tokens = clause.tokens
    found = find(tokens, "use|say|write|mention|put the? word|words|phrase|phrases|term|terms|expression")
    if found is None:
        return
    stop = next(
        (at for at in range(found[1], len(tokens)) if tokens[at].fold in ("in", "into", "to", "on")), len(tokens)
    )
    said = [token for token in tokens[found[1] : stop] if token.kind != "mark" and token.fold not in ("or", "and")]
    if said:
        clause.take(tokens[found[0] : stop], "conditions")
        words = [token.text for token in said]
        draft.conditions.append(Condition("content", role="content", value=[*words], evaluator="content"))
        draft.verbs = [*phrases.PLACING]


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
            say(clause, draft, lexicon, "noun", ("run",) if after[0].fold != "go" else ())
        else:
            _after_subject(clause, after, draft, lexicon)
        return True
    return False


def _placed(clause: Sentence, after: Sequence[Token], draft: Draft, lexicon: Lexicon) -> None:
    """ "… must never show up in our ads": what must not be written or sent."""
    if _region(clause, after, draft, lexicon):
        return
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


def _region(clause: Sentence, after: Sequence[Token], draft: Draft, lexicon: Lexicon) -> bool:
    """ "… may not leave the EU": to no other place."""
    words = [token.fold for token in after[1:] if token.fold not in ("the", "region", "area") and token.kind == "word"]
    named = lexicon.list_named("_".join(words)) or lexicon.place("_".join(words))
    if after[0].fold != "leave" or not named:
        return False
    clause.take(after, "conditions")
    draft.conditions.append(Condition("not_in", role="place", value=[named], evaluator="not_in"))
    draft.verbs = ["send", "export", "copy", "move", "upload", "share"]
    say(clause, draft, lexicon, "bare", ())
    return True


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
    after = [token for token in after if token.fold not in little.of("en").articles]
    words = [token.fold for token in after]
    taken = False
    if after and not lexicon.acts(words[0]) and acts.named(after[:1], lexicon):  # "gets a raise"
        clause.take(after[:1], "verbs")
        draft.verbs += acts.named(after[:1], lexicon)
        say(clause, draft, lexicon, "bare", ())
        return
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
        joined = [token for token in after[2:3] if after[1].fold in ("or", "and", ",") and lexicon.acts(token.fold)]
        clause.take(joined, "verbs")
        draft.verbs += [verb for token in joined for verb in sorted(lexicon.acts(token.fold))]
        if joined:
            after[0].kind = "odd"  # "skipped or deleted": half of it was not read
        else:
            clause.take(after[:1], "verbs")
            draft.all_of.append(Target(mods=(acts.base(after[0].fold),)))
    say(clause, draft, lexicon, "bare", ())


def _only_then(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Only deploy between 9:00 and 17:00", "deploy only on weekdays": at no other time."""
    tokens = clause.tokens
    only = find(tokens, "only")
    if only is None or only[0] > 4 or draft.windows:
        return False
    windows = times.read(clause)
    if not windows or windows[0].until or windows[0].since:
        draft.windows = draft.windows or windows
        return False
    clause.take(tokens[only[0] : only[1]], "effect")
    draft.strengthen(Effect.DENY)
    draft.windows = times.outside(windows[0])
    words = clause.rest()
    leads = bool(words) and bool(lexicon.acts(words[0].fold)) and not words[0].fold.endswith("s")
    say(clause, draft, lexicon, "verb" if leads else "passive" if find(words, "is|are|be|may|can") else "noun")
    return True


def _only_person(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Only Freya may cancel rehearsals", "nobody but Hanne changes the roster", "… is restarted only by Omar"."""
    tokens = clause.tokens
    form = "verb"
    found = find(tokens[:4], "nobody|noone but|except|besides") or find(tokens[:4], "no one but|except|besides")
    tail = find(tokens, "except|but|besides") if find(tokens[:2], "nobody") or find(tokens[:2], "no one") else None
    by = find(tokens, "only by") or find(tokens, "by nobody but") or find(tokens, "exclusively by")
    if found and found[0] == 0:
        start, end = found[1], _names(tokens, found[1])
    elif tail is not None:
        clause.take(tokens[: 1 if tokens[0].fold == "nobody" else 2], "effect")
        start, end = tail[1], _names(tokens, tail[1])
        found = tail
    elif by is not None:
        start, end, found, form = by[1], _names(tokens, by[1]), by, "passive"
    elif tokens[0].fold == "only" and (verb := _verb_of_third(tokens, lexicon)):
        found, start, end = (0, 1), 1, verb
    elif tokens[0].fold == "only" and (modal := find(tokens, "may|can|is|are|should|must allowed? to?")):
        found, start, end = (0, 1), 1, modal[0]
    else:
        return False
    if end == start:
        return False
    who = " ".join(token.fold for token in tokens[start:end])
    clause.take(tokens[found[0] : end], "conditions")
    modal_words = ("may", "can", "allowed", "to", "should", "must")
    clause.take([token for token in clause.rest()[:3] if token.fold in modal_words], "effect")
    draft.strengthen(Effect.DENY)
    draft.conditions.append(Condition("not_in", role="principal", value=[who], evaluator="not_in"))
    say(clause, draft, lexicon, form)
    return True


def _verb_of_third(tokens: Sequence[Token], lexicon: Lexicon) -> int:
    """ "Only the press office talks to journalists": where the verb stands; 0 if there is none."""
    if len(tokens) < 4 or tokens[1].fold not in ("the", "our", "a"):
        return 0
    for place in range(2, min(6, len(tokens))):
        word = tokens[place].fold
        if place > 2 and word.endswith("s") and lexicon.acts(word) and not lexicon.knows(word):
            return place
    return 0


def _names(tokens: Sequence[Token], start: int) -> int:
    """One past the last of the names that begin here."""
    return next((place for place in range(start, len(tokens)) if not tokens[place].is_name), len(tokens))


def _only_recipient(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Salary figures go to Mira Oduya and nobody else", "goes only to the board"."""
    tokens = clause.tokens
    inside = find(tokens, "stay|stays|remain|remains|kept inside|within|in|with")
    if inside and inside[0] and not find(tokens, "not|never|no"):
        who = [token for token in tokens[inside[1] :] if token.kind == "word"]
        if who and (who[0].is_name or who[-1].fold in ("team", "department", "company", "group")):
            return _keep_to(clause, inside, who, draft, lexicon)
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
    return _keep_to(clause, found, who, draft, lexicon)


def _keep_to(clause: Sentence, found: tuple[int, int], who: Sequence[Token], draft: Draft, lexicon: Lexicon) -> bool:
    clause.take(clause.tokens[found[0] :], "conditions")
    draft.strengthen(Effect.DENY)
    names = " ".join(token.fold for token in who)
    draft.conditions.append(Condition("not_in", role="recipient", value=[names], evaluator="not_in"))
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
        if passive and passive[0] >= 1:
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
        adjectives = [token for token in adjectives if token.fold not in little.of("en").function]
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
