"""English clauses that ask for somebody's yes: "ask me before …", "needs approval by …", "goes past me first"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Effect
from cicatrix.core.policies.sentence import little
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.saying import say
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find

_YES: Final = (
    "approval|approvals|signatures|yes|ok|okay|sign-off|signoff|consent|permission|authorisation|authorization|confirmation|go-ahead"
    "|agreement|blessing|nod|clearance|say-so|thumbs-up"
)
_ASKING: Final = (
    "ask|consult|call|ping|tell|phone|message|contact",
    "check|clear|confirm|talk|speak with|to|it with?",
    "show|run|bring me|us",
    "i|we want|need|like|have to see",
    "show|run|bring it|them past|to me|us",
    "get|obtain|have|await|seek * " + _YES,
)
_NEEDING: Final = (
    "needs|need|requires|require|wants|takes|needing * review|check|clearance|signature|vetting|" + _YES,
    "must|have|has|need|needs to? be approved|okayed|authorised|authorized|cleared|signed off? by|with|first?",
    "must|have|has|need|needs to? be? agreed|discussed|coordinated|confirmed with",
    "review|signature|signatures|" + _YES + " is|are needed|required|necessary for",
    "are|is approved|okayed|authorised|authorized|cleared|signed off? by",
    "go|goes|run|runs|come|comes|pass|passes past|by|through|via me|us",
    "past|by|through|via me first",
    "only with|after|on * " + _YES,
    "only when|if i|we|someone|somebody|user|the user? explicitly? ask|asks|say|says|tell|tells|agree|agrees so|you?",
)
"""What says that a thing needs a yes; the words before it say which."""


def read(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """Takes a clause that asks for a yes; False if it asks for none."""
    tokens = clause.tokens
    for pattern in _ASKING:
        found = find(tokens[:6], pattern)
        if found and found[0] == 0:
            return _asked(clause, found[1], draft, lexicon)
    for pattern in _NEEDING:
        if found := find(tokens, pattern):
            return _needs(clause, found, draft, lexicon)
    through = find(tokens, "go|goes|run|runs|have through|past|via")
    if through and through[0] and tokens[through[1] : through[1] + 1] and tokens[through[1]].is_name:
        return _needs(clause, (through[0], through[1]), draft, lexicon)
    call = find(tokens, "is|are * call|decision|business")
    if call and any(token.owner for token in tokens[call[0] : call[1]]):
        return _needs(clause, call, draft, lexicon)
    told = find(tokens, "has|have|must|needs|need to? sign|approve|agree|confirm|clear|authorise|authorize off?")
    if told and told[0] and tokens[told[0] - 1].is_name and (draft.targets or draft.verbs or draft.conditions):
        who = [token for token in tokens[: told[0]] if token.is_name]
        draft.by = " ".join(token.text for token in who)
        draft.strengthen(Effect.REQUIRE_APPROVAL)
        clause.take(tokens, "by")
        return True
    alone = find(tokens, "without")
    if alone and find(tokens[: alone[0]], "never|no|not|nothing|don't") and _is_person(tokens[alone[1] :]):
        clause.take([token for token in tokens[: alone[0]] if token.fold in ("nothing", "not")], "effect")
        return _needs(clause, alone, draft, lexicon)
    without = find(tokens, f"without * {_YES}") or find(tokens, "without asking|consulting|checking|telling with?")
    negated = find(tokens, "never|no|not|nothing|don't|cannot|can't|only|mustn't|nobody") is not None
    if without and (negated or draft.effect is not Effect.NONE):
        return _needs(clause, without, draft, lexicon, negated=True)
    return False


def _is_person(tokens: Sequence[Token]) -> bool:
    """ "… without Ms. Roth"."""
    named = [token for token in tokens if token.kind == "word"]
    return bool(named) and len(named) <= 3 and all(token.is_name for token in named)


def _asked(clause: Sentence, place: int, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Ask me before you …", "check with Tomas first", "show me every letter before it leaves"."""
    tokens = clause.tokens
    mark = find(tokens, "before|prior|ahead|first")
    topic = bool(draft.verbs or draft.targets or draft.conditions)
    if mark is None and topic and len(tokens) <= place + 4 and not find(tokens, "instead"):
        mark = (len(tokens), len(tokens))  # "Deleting more than 50 photos: check with Lea."
    if mark is None:
        return False
    who = tokens[place : mark[0]]
    shown = tokens[0].fold in ("show", "run", "bring", "i", "we")
    if shown and who:
        _when_shown(clause, mark[0], draft, lexicon)
    name = " ".join(
        token.text for token in who if token.kind != "mark" and token.fold not in ("first", "again", "with")
    )
    inside = [token.text.removesuffix("'s") for token in tokens[:place] if token.owner]
    draft.by = draft.by or ("" if shown else name) or " ".join(inside) or "me"
    draft.strengthen(Effect.REQUIRE_APPROVAL)
    clause.take(tokens[: place if shown else mark[1]], "by")
    clause.take(tokens[mark[0] : mark[1]], "by")
    clause.take([token for token in clause.rest() if token.fold in ("you", "your", "it", "they", "to", "we")], "by")
    say(clause, draft, lexicon, "verb" if not shown else "noun")
    return True


def _asked_for(tokens: Sequence[Token]) -> list[Token]:
    """Who is to be asked: the name, or the article with its noun, that follows "without asking"."""
    small = little.of("en")
    stop = next((at for at, token in enumerate(tokens) if token.kind != "word" or token.fold in _STOPS), len(tokens))
    words = list(tokens[:stop])
    if words and (words[0].is_name or words[0].fold in small.articles | small.persons):
        return words[:4]
    return []


_STOPS: Final = frozenset(["first", "before", "about", "if", "whether", "for", "in", "on"])


def _when_shown(clause: Sentence, place: int, draft: Draft, lexicon: Lexicon) -> None:
    """ "… before it leaves the house", "before anything is sent out": what is done after it was shown."""
    after = clause.tokens[place:]
    acts = lexicon.find_acts([token.fold for token in after])
    if draft.general and (acts or find(after, "leaves|leave|goes|go|out")):
        draft.verbs, draft.general = [], False
    for act in acts:
        draft.verbs += [verb for verb in sorted(act.families) if verb not in draft.verbs]
    if not acts and find(after, "leaves|leave|goes|go|out"):
        draft.verbs.append("send")
    clause.take(after, "by")


def _needs(clause: Sentence, found: tuple[int, int], draft: Draft, lexicon: Lexicon, *, negated: bool = False) -> bool:
    """ "Refunds above 200 need approval by a manager": the subject, or an order before it, is what needs it."""
    tokens = clause.tokens
    clause.take(tokens[found[0] : found[1]], "by")
    who: list[Token] = []
    place = found[1]
    if tokens[place - 1].fold in ("by", "with", "first", "through", "past", "via", "without"):
        place -= 1
    while place < len(tokens) and tokens[place].fold in (
        "by",
        "from",
        "of",
        "through",
        "with",
        "past",
        "via",
        "without",
    ):
        clause.take([tokens[place]], "by")
        place += 1
        while (
            place < len(tokens)
            and tokens[place].kind in ("word", "id")
            and tokens[place].fold not in ("first", "before")
        ):
            who.append(tokens[place])
            place += 1
    if not who and tokens[place - 1].fold in ("asking", "consulting", "telling", "with"):
        who = _asked_for(tokens[place:])
    clause.take(who, "by")
    inside = [token.text for token in tokens[found[0] : found[1]] if token.owner or (token.is_name and found[0])]
    draft.by = draft.by or " ".join(token.text for token in who) or " ".join(inside).removesuffix("'s") or "me"
    later = find(clause.rest(), "before")
    if later and later[1] < len(clause.rest()) and clause.rest()[later[1]].fold in ("you", "it", "they", "we"):
        own = [verb for token in tokens[: found[0]] for verb in sorted(lexicon.named(token.fold))]
        _when_shown(clause, tokens.index(clause.rest()[later[0]]), draft, lexicon)
        draft.verbs = [*dict.fromkeys((*own, *draft.verbs))]  # the refund needs the yes, not the promise alone
    clause.take([token for token in tokens if token.fold in ("first", "always", "before", "beforehand")], "by")
    draft.effect = Effect.REQUIRE_APPROVAL
    if negated or find(tokens[:2], "never|don't|do|no|not|nothing|nobody"):
        head = find(tokens[:4], "never|don't|do|nothing|nobody|no not?")
        if head:
            clause.take(tokens[head[0] : head[1]], "effect")
            form = "verb" if tokens[head[0]].fold in ("never", "don't", "do") else "noun"
            say(clause, draft, lexicon, form if head[0] == 0 else "passive")
            return True
    rest = clause.rest()
    imperative = (
        bool(rest) and rest[0].kind == "word" and bool(lexicon.acts(rest[0].fold)) and not lexicon.knows(rest[0].fold)
    )
    gerund = bool(rest) and rest[0].fold.endswith("ing") and bool(lexicon.acts(rest[0].fold))
    form = "verb" if gerund or (imperative and not rest[0].fold.endswith("s")) else "noun"
    if find(rest, "be|get|gets|are|is"):
        form = "passive"
    say(clause, draft, lexicon, form)
    return True
