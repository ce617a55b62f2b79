"""The outline of a rule that was not read word for word: what is done, to what, and what is asked for.

"Comping a whole night is my call" has no word of command that a clause reader knows, but its turn of phrase asks for a
yes, and the rest names an act. Whatever is read like this is proposed, never active: a person says whether it is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.lexicon.inflection import bases
from cicatrix.core.policies.policy import Before, Effect, Target
from cicatrix.core.policies.sentence import limits, little, phrases, times
from cicatrix.core.policies.sentence.before import LASTING, LASTS, MOMENT
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading import standing
from cicatrix.core.reading.grammar import table
from cicatrix.core.reading.standing import Asks

WHY: Final = "it was read in outline only"
_EFFECTS: Final = {Asks.YES: Effect.REQUIRE_APPROVAL, Asks.FIRST: Effect.PRECONDITION, Asks.NO: Effect.DENY}
_ASKING: Final = table(
    "ask check run clear talk speak come tell call consult ping warn know hear see approve confirm want need get have"
    " go goes going want wants needs do does did let lets keep keeps stay stays stop belong please throw call put"
    " mean means cost costs care frag bleiben bleibt parle parles"
)
"""Verbs of asking, of having and of being: they name no act that a call does."""

_OPENS_FIRST: Final = "after|once|until|unless|when|if|nachdem|sobald|wenn|bevor"
_ENDS: Final = ".;:!?,–—-"


def read(sentences: Sequence[Sentence], text: str, draft: Draft, lexicon: Lexicon) -> bool:
    """Fills an empty draft; False where the text asks for nothing, or names no act and no thing."""
    for number, sentence in enumerate(sentences):
        tokens = sentence.tokens
        if not tokens:
            continue
        kind = standing.asks(text[tokens[0].start : tokens[-1].end])
        if kind is None:
            continue
        before = [token for earlier in sentences[max(0, number - 1) : number] for token in earlier.tokens]
        if kind is Asks.FIRST and _first(sentence, draft, lexicon):
            return True
        kind = Asks.NO if kind is Asks.FIRST else kind
        own = _core(tokens, yes=kind is Asks.YES)
        if _fill(Sentence(own, sentence.language), draft, lexicon) or _fill(
            Sentence([*before, *own], sentence.language), draft, lexicon
        ):
            draft.effect = _EFFECTS[kind]
            draft.verbs = draft.verbs or _meant(tokens)
            if kind is Asks.YES:
                draft.by = draft.by or _who(tokens)
            draft.why.append(WHY)
            return True
    return False


def _core(tokens: Sequence[Token], *, yes: bool) -> list[Token]:
    """The clauses that name an act or a thing, without those that only ask."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "mark" and token.text in _ENDS:
            clauses.append([])
        else:
            clauses[-1].append(token)
    clauses = [clause for clause in clauses if clause]
    asking = "so|and? get|ask|run|check|talk|speak|tell|consult"
    told = [clause for clause in clauses if not (yes and find(clause[:3], asking))]
    core = [*(told or clauses)[0]] if clauses else []
    says = find(core, "costs|needs|need|requires|is|are|takes|means|stays")
    return core[: says[0]] if says and says[0] > 1 else core


def _meant(tokens: Sequence[Token]) -> list[str]:
    """What is forbidden where only a state is told: what stays with us is not given away."""
    if find(tokens, "belong|belongs|with us|in-house|in house"):
        return [*phrases.PLACING, "disclose", "share"]
    if find(tokens, "leave|leaves the|our house|building|company|desk"):
        return ["send"]
    if find(tokens, "stay|stays shut|closed"):
        return ["open"]
    if find(tokens, "keep|keeps * off|out|away"):
        return ["add", "assign", "book", "move", "schedule"]
    return []


def _first(sentence: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """Cuts at "then", or at what opens the clause of what has to be done first."""
    tokens = [token for token in sentence.tokens if not (token.kind == "mark" and token.text in ".!?")]
    then = find(tokens, "then|dann|ensuite|puis|luego|despues")
    opened = find(tokens, _OPENS_FIRST)
    without = find(tokens, "without|ohne|sans|sin a|an|any|the?")
    leading = find(tokens[:1], "before|bevor|avant|antes")
    comma = next((place for place, token in enumerate(tokens) if token.text == ","), len(tokens))
    if then and then[0]:
        colon = max((place for place, token in enumerate(tokens[: then[0]]) if token.text in ":;"), default=-1)
        first, main = tokens[colon + 1 : then[0]], tokens[then[1] :]
    elif leading:
        there = find(tokens, "there has|must to? be")
        place = there[0] if there else comma
        first, main = tokens[place:], tokens[1:place]
    elif opened and opened[0] and tokens[opened[0]].fold != "bevor":
        first, main = tokens[opened[1] :], tokens[: opened[0]]
        first = first[: next((at for at, token in enumerate(first) if token.text == ","), len(first))]
    elif without and without[0]:
        first, main = tokens[without[1] :], tokens[: without[0]]
    else:
        return False
    needed = Draft()
    acted = Sentence([token for token in first if token.fold not in ("first", "erst")], sentence.language)
    if not _fill(acted, needed, lexicon) or not needed.verbs:
        return False
    if not _fill(
        Sentence([t for t in main if t.fold not in ("only", "not", "nur")], sentence.language), draft, lexicon
    ):
        return False
    lasting = any(verb in LASTING for verb in needed.verbs)
    draft.effect = Effect.PRECONDITION
    draft.before = Before(
        verbs=tuple(needed.verbs),
        targets=tuple(target for target in needed.targets if target not in draft.targets),
        same=True,
        max_age=LASTS if lasting else MOMENT,
        text=" ".join(token.text for token in first if token.kind != "mark"),
    )
    sentence.take(sentence.rest(), "before")
    draft.why.append(WHY)
    return True


def _fill(core: Sentence, draft: Draft, lexicon: Lexicon) -> bool:
    """Acts, things, limits and hours of a clause in any order; False where it names neither act nor thing."""
    if not core.tokens:
        return False
    for token in core.tokens:
        token.read = ""
    conditions = limits.read(core)
    windows = times.read(core)
    verbs = _acts(core, lexicon)
    phrase = phrases.read(core, lexicon, "bare" if verbs else "noun", (), verbs)
    verbs = verbs or phrase.verbs
    targets = [target for target in phrase.alternatives if _is_telling(target)]
    beside = [target for target in phrase.beside if _is_telling(target)]
    if not targets:
        targets, beside = beside[:1], beside[1:]
    if not targets and not conditions and not phrase.argv and not verbs:
        return False
    draft.verbs, draft.targets, draft.argv = [*verbs], targets, phrase.argv
    draft.all_of = [target for target in beside if target.literal or lexicon.knows(target.head)][:1]
    draft.conditions = [*conditions, *(one for one in phrase.conditions if one.evaluator)]
    draft.windows = windows
    return True


def _acts(core: Sentence, lexicon: Lexicon) -> list[str]:
    """The families of the first act, with those joined to it; none of asking, of having or of being."""
    tokens = core.tokens
    small = little.of(core.language)
    verbs: list[str] = []
    for act in lexicon.find_acts([token.fold for token in tokens]):
        token = tokens[act.start]
        plain = act.stop - act.start == 1 and act.particle < 0
        if plain and (token.fold in _ASKING or token.fold in small.function | small.pronouns | little.LIGHT):
            continue
        if plain and (act.noun or lexicon.knows(token.fold)) and not token.fold.endswith("ing"):
            continue
        if token.kind != "word" or token.read:
            continue
        joined = act.start and tokens[act.start - 1].fold in small.joins | {","}
        if verbs and not joined:
            break
        verbs += [family for family in sorted(act.families) if family not in verbs]
        taken = tokens[act.start : act.stop]
        core.take([*taken, tokens[act.particle]] if act.particle >= 0 else taken, "verbs")
    core.take([token for token in core.rest() if any(form in _ASKING for form in bases(token.fold))], "verbs")
    return verbs


def _is_telling(target: Target) -> bool:
    """Whether a thing could stand in a call: a value, a name, a noun of the lexicon, or one with words before it."""
    return bool(target.literal or target.mods or (target.head and len(target.head) > 2 and target.head not in _EMPTY))


_EMPTY: Final = table("sort thing way need sake course time lot bit while minute round half people")


def _who(tokens: Sequence[Token]) -> str:
    names = [token.text for token in tokens[1:] if token.is_name and token.text[1:].islower()]
    return " ".join(names[:2]) or "me"
