"""What has to be done first: "back up a table before you alter it", "only after the contract has been uploaded"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Before, Effect
from cicatrix.core.policies.sentence import limits, little, phrases
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.saying import say
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading.grammar import table

ASKING: Final = table("ask consult call ping tell phone talk speak")
_CHECKING: Final = table("check clear confirm")
LASTING: Final = table(
    "approve sign upload check record submit reject hire admit accept issue create add install publish subscribe"
)
MOMENT: Final = 900
LASTS: Final = 86_400
"""Seconds: what a traffic drain is good for, and what a review is."""

_WHOLE: Final = table("suite test tests linter lint build pipeline ci typecheck code formatter checks changes branch")
"""What is run for everything at hand, and so names nothing of the call that it is for."""

_LOOKED_UP: Final = table(
    "status balance availability price rate stock calendar schedule history log logs weather limit"
)
"""What is checked by looking it up."""

_TAKEN: Final = table("taken made done performed carried")
_ROLES: Final = table(
    "manager engineer partner assessor doctor lawyer legal team boss lead officer owner customer client nurse head",
    "supervisor accountant controller committee board council finance security department colleague reviewer editor",
)


def read(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """Takes a clause that says what has to come first; False if it says no such thing."""
    tokens = clause.tokens
    return (
        _age(clause, draft)
        or _passed(clause, draft)
        or _before_first(clause, draft, lexicon)
        or _first_then(clause, draft, lexicon)
        or _only_after(clause, draft, lexicon)
        or _without(clause, draft, lexicon)
        or _before(clause, draft, lexicon)
        or (bool(tokens) and _afterwards(clause, draft, lexicon))
    )


def _age(clause: Sentence, draft: Draft) -> bool:
    """ "A rate older than 24 hours doesn't count"."""
    if draft.before is None or not find(clause.tokens, "older than"):
        return False
    found = limits.read(clause)
    if not found or not isinstance(found[0].value, int | float):
        return False
    clause.take(clause.rest(), "before")
    draft.before = replace(draft.before, max_age=limits.seconds(found[0].value, found[0].unit))
    return True


def _passed(clause: Sentence, draft: Draft) -> bool:
    """ "… and only push if it passed": a good outcome, which is asked for anyway."""
    if draft.before is None or not find(
        clause.tokens, "if|when|once it|they|all * passed|succeeded|worked|green|pass|passes"
    ):
        return False
    clause.take(clause.rest(), "before")
    return True


def _before_first(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Before you alter a table, back it up"."""
    tokens = clause.tokens
    if not tokens or tokens[0].fold not in ("before", "prior"):
        return False
    comma = next((place for place, token in enumerate(tokens) if token.text in ",:"), None)
    if comma is None or comma + 1 >= len(tokens):
        return False
    clause.take(tokens[:1], "effect")
    return _settle(clause, tokens[1:comma], tokens[comma + 1 :], draft, lexicon)


def _first_then(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "First drain the tank, then open the valve"."""
    tokens = clause.tokens
    then = find(tokens, "then")
    if not tokens or tokens[0].fold != "first" or then is None:
        return False
    clause.take([tokens[0], tokens[then[0]]], "effect")
    return _settle(clause, tokens[then[1] :], tokens[1 : then[0]], draft, lexicon)


def _only_after(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "A product only goes live after its photos have been uploaded", "not until", "only once"."""
    tokens = clause.tokens
    only = find(tokens, "only|not|never|no|don't|nothing|cannot|can't|mustn't")
    if only is None:
        return False
    wanted = ("after", "once", "when", "if") if tokens[only[0]].fold == "only" else ("until", "before", "unless")
    place = next((at for at in range(only[1], len(tokens)) if tokens[at].fold in wanted), None)
    if place is None:
        return False
    named = tokens[place].fold == "after" and any(lexicon.named(token.fold) for token in tokens[place + 1 : place + 5])
    if not named and not _is_done(tokens[place + 1 :]):
        return False
    clause.take([tokens[only[0]], tokens[place]], "effect")
    clause.take(
        [token for token in tokens[:place] if token.fold in ("don't", "do", "not", "may", "must", "can")], "effect"
    )
    return _settle(clause, [t for t in tokens[:place] if not t.read], tokens[place + 1 :], draft, lexicon)


def _is_done(tokens: Sequence[Token]) -> bool:
    """Whether it tells of something that was done: "has been", "have confirmed", "is signed"."""
    return find(tokens, "has|have|is|are|was|were|'s been?") is not None and find(tokens, "say|ask|told") is None


def _without(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Never unlock the vault without logging the visitor first"."""
    tokens = clause.tokens
    found = find(tokens, "without")
    if found is None or found[1] >= len(tokens):
        return False
    act = tokens[found[1]].fold
    if not act.endswith("ing") or act in ("asking", "consulting", "telling") or find(tokens[found[1] :], "with me|us"):
        return False
    clause.take([tokens[found[0]]], "effect")
    clause.take(
        [token for token in tokens[: found[0]] if token.fold in ("never", "don't", "do", "not", "no")], "effect"
    )
    return _settle(clause, [t for t in tokens[: found[0]] if not t.read], tokens[found[1] :], draft, lexicon)


def _before(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Read a file before you edit it", "run the tests before every push"."""
    tokens = clause.tokens
    found = find(tokens, "before|prior")
    if found is None or found[0] == 0 or found[1] >= len(tokens):
        return False
    if any(token.kind in ("clock", "number") for token in tokens[found[1] : found[1] + 2]):
        return False
    first = tokens[: found[0]]
    lead = find(first[:4], "you|we need|have|must to?") or find(first[:4], "you|we must|should")
    if lead and lead[0] == 0:
        clause.take(first[: lead[1]], "effect")
        first = first[lead[1] :]
    if _asks(first) or find(first, "never|not|no|don't|cannot|need|needs|requires|only|nothing|nobody"):
        return False
    acts = lexicon.find_acts([token.fold for token in first])
    told = find(first, "must|has|have|should|is|are be|to|been") or find(tokens[found[1] : found[1] + 1], "you|we")
    if not (acts and acts[0].start == 0) and not told:
        return False
    clause.take(tokens[found[0] : found[1]], "effect")
    return _settle(clause, tokens[found[1] :], first, draft, lexicon)


def _afterwards(clause: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Drain traffic at the gateway first." after a rule that forbids."""
    tokens = clause.tokens
    last = [token for token in tokens if token.kind != "mark"][-1:]
    if draft.effect is not Effect.DENY or draft.before is not None or not last:
        return False
    if last[0].fold not in ("first", "beforehand", "before") and tokens[0].fold != "first":
        return False
    first = next((token for token in tokens if token.fold != "first"), tokens[0])
    if _asks(tokens) or not lexicon.acts(first.fold):
        return False
    draft.before = _what(clause, tokens, lexicon, "verb")
    draft.effect = Effect.PRECONDITION
    return True


def _settle(clause: Sentence, main: Sequence[Token], first: Sequence[Token], draft: Draft, lexicon: Lexicon) -> bool:
    """``main`` may be done once ``first`` has been; where ``first`` is to ask somebody, it is a yes that is wanted."""
    first = [token for token in first if token.text not in ",:"]
    if _asks(first):
        who = [
            token
            for token in first[1:]
            if token.kind == "word"
            and token.fold
            not in ("with", "first", "about", "it", "my", "your", "a", "the", "permission", "approval", "consent")
        ]
        draft.by = " ".join(token.text for token in who) or "me"
        draft.strengthen(Effect.REQUIRE_APPROVAL)
        clause.take(first, "by")
    else:
        noun = not _is_done(first) and first[:1] and first[0].fold in little.of("en").articles
        draft.before = _what(clause, first, lexicon, "passive" if _is_done(first) else "noun" if noun else "verb")
        draft.effect = Effect.PRECONDITION
    rest = Sentence(list(main), clause.language, clause.parts)
    say(rest, draft, lexicon, _form(rest, lexicon))
    if not draft.targets and draft.before is not None and any(token.fold in ("it", "them") for token in main):
        draft.targets += draft.before.targets  # "back up a table before you alter it"
        clause.take([token for token in main if token.fold in ("it", "them")], "targets")
    if draft.before is not None:
        draft.before = _bound(draft.before, draft, first)
    return True


def _asks(first: Sequence[Token]) -> bool:
    """Whether what comes first is to ask somebody."""
    if not first or (first[0].fold in ("call", "phone", "ring") and find(first, "back")):
        return False
    checked = first[0].fold in _CHECKING and find(first[:4], "with|me")
    shown = find(first[:2], "show|run|bring|get|tell me|us|it|my|our")
    given = first[0].fold in ("get", "obtain", "have", "wait") and find(
        first, "permission|approval|okay|ok|consent|yes|nod|blessing|go-ahead|sign-off|signoff|clearance|say-so"
    )
    return first[0].fold in ASKING or bool(checked) or bool(shown) or bool(given)


def _form(main: Sentence, lexicon: Lexicon) -> str:
    """Whether the verb leads ("you edit it"), follows its thing ("tickets are issued"), or is a noun ("every push")."""
    words = [token for token in main.tokens if token.kind != "mark" and not token.read]
    if words and words[0].fold in ("you", "we", "i"):
        return "verb"
    acts = lexicon.find_acts([token.fold for token in words])
    if acts and acts[0].start == 0:
        after = words[acts[0].stop :][:1]
        if acts[0].stop > 1 or acts[0].particle >= 0 or (after and after[0].fold in little.of("en").articles):
            return "verb"  # "roll back", "file a motion"
    if words and words[0].fold in ("every", "any", "each", "a", "an", "the", "no", "anything"):
        return "passive" if _has_verb(words, lexicon) else "noun"
    if words and lexicon.acts(words[0].fold) and (not lexicon.knows(words[0].fold) or words[0].fold.endswith("ing")):
        return "verb"
    return "passive" if _has_verb(words, lexicon) else "noun"


def _has_verb(words: Sequence[Token], lexicon: Lexicon) -> bool:
    for place, token in enumerate(words):
        if token.fold in ("is", "are", "be", "gets", "get", "may", "must", "can", "goes", "go", "it", "leaves"):
            return True
        if place and token.fold.endswith("s") and lexicon.acts(token.fold) and not lexicon.knows(token.fold):
            return True
    return False


def _what(clause: Sentence, first: Sequence[Token], lexicon: Lexicon, form: str) -> Before:
    text = " ".join(token.text for token in first if token.kind != "mark")
    person = person_of(first)
    before = Sentence(list(first), clause.language, [])
    by = " ".join(token.text for token in person)
    before.take(person, "before")
    before.take([token for token in before.tokens if token.fold in ("first", "beforehand", "already")], "before")
    phrase = phrases.read(before, lexicon, form)
    clause.take(first, "before")
    named = [family for token in first for family in sorted(lexicon.named(token.fold))]
    if named and any(token.fold in _TAKEN for token in first):
        phrase.verbs = [*dict.fromkeys(named)]  # "a backup has been taken"
    if phrase.weak:
        phrase.verbs = [verb for verb in phrase.verbs if verb not in ("create", "add", "edit")]
    if "check" in phrase.verbs and any(token.fold in _LOOKED_UP for token in first):
        phrase.verbs += ["query", "read"]
    lasting = any(verb in LASTING for verb in phrase.verbs)
    targets = [*phrase.alternatives, *phrase.beside]
    whole = any(token.fold in _WHOLE for token in first)
    return Before(
        kind="tool_call",
        verbs=tuple(phrase.verbs),
        targets=tuple(targets),
        same=not whole,
        max_age=LASTS if lasting else MOMENT,
        by=by,
        text=text,
    )


def person_of(first: Sequence[Token]) -> list[Token]:
    """Who has to have done it: "Jonas has approved it", "the partner has reviewed it"."""
    verb = find(first, "has|have|hat|haben|had")
    if verb is None or find(first[verb[1] : verb[1] + 1], "been") is not None:
        return []
    articles = little.of("en").articles | little.of("de").articles
    subject = [token for token in first[: verb[0]] if token.fold not in articles]
    words = [token.fold for token in subject]
    if subject and subject[0].is_name and first[verb[0]].fold in ("hat", "haben"):
        return [subject[0]]  # "wenn Jonas sie freigegeben hat"
    named = bool(subject) and all(token.is_name for token in subject) and len(subject) <= 3
    return subject if named or any(word in _ROLES for word in words) or words in (["i"], ["we"]) else []


def _bound(before: Before, draft: Draft, first: Sequence[Token]) -> Before:
    """What is to be done first is done to the thing that the call is about, so it need not be named again."""
    own = {target.head for target in draft.targets if target.head}
    pointing = any(token.fold in little.of("en").pronouns | {"its", "their", "his", "her"} for token in first)
    targets = tuple(target for target in before.targets if not (target.head in own and not target.mods))
    return replace(before, targets=targets, same=before.same or pointing)
