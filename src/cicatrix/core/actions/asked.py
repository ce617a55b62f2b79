"""Which clauses of a request ask for something to be done, and with which verb.

A question, an explanation, a report, what is negated, quoted or only thought of asks for nothing; a polite question
("could you restart …?"), a topic ("Billing pods: restart them all") and a condition ("if it is stuck, restart it") do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cicatrix.core.actions.tools import reads
from cicatrix.core.policies.lexicon.lexicon import Act, Lexicon
from cicatrix.core.policies.sentence.tokens import Token
from cicatrix.core.reading.grammar import table

_POLITE: Final = table(
    "please kindly just now then also so ok okay hey hi hello and but well next first finally afterwards quickly",
    "immediately simply again always bitte mal doch jetzt dann danach und sofort por favor ahora luego y despues",
    "entonces s'il te plait vous plait maintenant puis ensuite et veuillez merci once asap directly go ahead",
)
"""Words that may stand before an imperative."""

_ASKS: Final = tuple(
    """can you|could you|would you|will you|can we|could we|you should|you must|you need to|you have to|you can|you may
    i want you to|i need you to|i would like you to|i'd like you to|make sure to|make sure you|be sure to|feel free to
    let's|let us|we need to|we should|we have to|we must|i need to|i want to|i'd like to|try to|remember to
    don't forget to|do not forget to|kannst du|konntest du|konnen sie|konnten sie|du sollst|sie sollen
    ich mochte dass du|puedes|podrias|puede|podria|quiero que|necesito que|hay que|tienes que|peux-tu|pourrais-tu
    pouvez-vous|pourriez-vous|tu peux|il faut|je veux que|je voudrais que|merci de""".replace("\n    ", "|").split("|")
)
"""Words by which somebody is asked to do what follows."""

_QUESTIONS: Final = table(
    "how what when why which who whom whose where is are was were do does did has have had should would could may",
    "might wie was wann warum welche welcher welches wer wo wieso ist sind war waren hat haben darf soll",
    "como que cual cuales cuando cuanto cuantos cuanta cuantas donde quien por",
    "comment quel quelle quels quand pourquoi combien qui ou est-ce",
)
_EXPLAINS: Final = table(
    "explain describe discuss summarize summarise imagine suppose assume consider wonder think compare clarify",
    "erklare erklar beschreibe erinnere explica explicame cuentame recuerda recuerdame explique explique-moi decris",
    "decrivez rappelle translate ubersetze traduce traduis",
)
_TO_ME: Final = table("tell remind ask let")
"""Verbs that ask for words where they are followed by *me*: "tell me why it broke"."""

_NEGATIONS: Final = table(
    "not don't do'nt never cannot can't mustn't shouldn't won't without avoid stop no nor refrain",
    "nicht nie niemals kein keine keinen keiner ohne no nunca jamas sin tampoco ne n' jamais pas sans aucun aucune",
)
_LATE: Final = table("nicht pas")
"""Negations that stand behind the verb, far from it even."""

_SUBJECTS: Final = table(
    "i we he she they it who that this someone somebody anyone anybody nobody ich wir er sie es jemand yo nosotros",
    "ella ellos alguien je j' nous il elle ils elles quelqu'un",
)
SUBORDINATE: Final = table(
    "before after until while because since that when whenever if unless once so bevor nachdem weil dass wenn falls",
    "sobald damit antes despues porque mientras cuando si hasta avant apres parce quand lorsque pendant",
)
"""Words that open a clause which says when or why, and asks for nothing itself."""

_CJK_NEGATED: Final = ("不要", "别", "不能", "勿", "不用", "不必", "禁止", "不准", "不许", "无需")
_CJK_ASKS: Final = ("为什么", "怎么", "如何", "什么", "多少", "是否", "吗", "哪", "几", "解释", "说明一下", "介绍")


@dataclass(frozen=True, slots=True)
class Asked:
    """One act that is asked for; ``tokens`` is its clause, ``act`` where the verb stands in it."""

    tokens: tuple[Token, ...]
    act: Act
    families: frozenset[str]
    looks: bool
    cjk: tuple[int, int] = (-1, -1)  # of a verb inside a run without spaces: place of the token; the act says no more


def acts_asked(tokens: Sequence[Token], lexicon: Lexicon) -> list[Asked]:
    """The acts that one sentence asks for, in order; what follows a verb without one of its own belongs to it."""
    asks_back = bool(tokens) and tokens[-1].fold in ("?", "？")
    if any(token.kind == "cjk" for token in tokens):
        found = [*_chinese(tokens, lexicon, asks_back)]
        if found or not any(token.kind == "word" for token in tokens):
            return found
    asked: list[Asked] = []
    for clause, is_topic in _clauses(tokens, lexicon):
        here = () if is_topic else tuple(_imperatives(clause, lexicon, asks_back, clause[0] is tokens[0]))
        if here:
            asked += here
        elif asked and not is_topic and clause[0].fold not in _CLOSED:
            asked[-1] = replace(asked[-1], tokens=(*asked[-1].tokens, _COMMA, *clause))
    return asked


_COMMA: Final = Token(",", ",", "mark", 0, 0)


def _clauses(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[tuple[tuple[Token, ...], bool]]:
    """Cut at marks, and at an *and* or a *then* that a verb follows; a clause before a colon is a topic."""
    clause: list[Token] = []
    for place, token in enumerate(tokens):
        ends = token.kind == "mark" and token.fold in ",;:?…—–，；：。！？、()"
        joins = token.fold in _JOINS and place + 1 < len(tokens) and _begins_act(tokens[place + 1 :], lexicon)
        if (ends or joins) and clause:
            yield tuple(clause), token.fold in ":："
            clause = []
        elif not ends and not joins:
            clause.append(token)
    if clause:
        yield tuple(clause), False


_JOINS: Final = table("and then und dann y luego et puis or")
_CLOSED: Final = _SUBJECTS | SUBORDINATE | _NEGATIONS | _QUESTIONS | _EXPLAINS | _TO_ME


def _begins_act(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    words = [token.fold for token in tokens[:4]]
    while words and words[0] in _POLITE:
        words = words[1:]
    if not words:
        return False
    acts = lexicon.find_acts(words)
    return (bool(acts) and acts[0].start == 0 and not acts[0].noun) or words[0] in _NEGATIONS or words[0] in _EXPLAINS


def _imperatives(clause: tuple[Token, ...], lexicon: Lexicon, asks_back: bool, first: bool) -> Iterator[Asked]:
    words = [token.fold for token in clause]
    start = _opening(words)
    asked = start < 0 or _is_wanted(words)
    rest = words[abs(start) :]
    if not rest or _is_closed(rest, asked):
        return
    acts = [act for act in lexicon.find_acts(rest) if act.noun or not rest[act.start].endswith("ing")]
    act = _act_of(clause, rest, acts, asked or words[0] == "bitte")
    looks = reads(rest[:2], lexicon) and not _gets_something(rest)
    if act is None and (looks or (first and _may_be_order(clause[abs(start) :], lexicon))):
        act = Act(0, 1, (lexicon.families(rest[0]) or frozenset(["query"])) if looks else frozenset())
    if act is None or (asks_back and not asked and act.start):
        return
    families = act.families
    if rest[act.start] in _LIGHT or rest[0] in _LIGHT:
        families = families.union(*(other.families for other in acts))
    if _gets_something(rest):
        families = frozenset(["book"])
    yield Asked(clause[abs(start) :], act, families, looks and act.start == 0)


def _is_closed(words: Sequence[str], asked: bool) -> bool:
    """Whether the clause explains, negates, reports or asks back."""
    if words[0] in _EXPLAINS or any(word in _NEGATIONS for word in words[:3]) or any(word in _LATE for word in words):
        return True
    if words[0] == "do" and words[1:2] in (["a"], ["an"], ["the"]):
        return False
    if words[0] in _TO_ME and len(words) > 1 and words[1] in ("me", "us", "myself"):
        return True
    return not asked and (words[0] in _QUESTIONS or words[0] in SUBORDINATE or words[0] in _SUBJECTS)


def _act_of(clause: Sequence[Token], words: Sequence[str], acts: Sequence[Act], asked: bool) -> Act | None:
    """The act that the clause orders: at its beginning, anywhere where somebody is asked, at its end in German."""
    for act in acts:
        if act.start == 0 and (not act.noun or len(acts) == 1) and not _is_past(words[0]):
            return act
    if asked or words[0] in _LIGHT:
        fitting = [act for act in acts if words[act.start] not in _EXPLAINS]
        return next((act for act in fitting if not act.noun), fitting[0] if fitting else None)
    return acts[-1] if _is_final(clause, acts, words) else None


def _is_past(word: str) -> bool:
    """Somebody tells what was done or is done: "restarted the pod", "deletes old rows"."""
    if word.endswith("ed") and len(word) > len("need") and word not in ("embed", "proceed", "exceed"):
        return True
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "os", "as", "es")) and len(word) > len("gas")


def _may_be_order(clause: Sequence[Token], lexicon: Lexicon) -> bool:
    """A verb that the lexicon does not know, "point the domain at the new host": something is to be done."""
    first = clause[0]
    if first.kind != "word" or len(clause) < _ORDER or lexicon.knows(first.fold) or _is_past(first.fold):
        return False
    return first.fold not in _NO_VERBS and not first.fold.endswith(("ing", "ly", "tion", "ness"))


_ORDER: Final = 3
_NO_VERBS: Final = table(
    "the a an my your our their his her its all any every each some both no there here yes thanks thank in on at to",
    "for from with about regarding der die das ein eine el la los las un una le les des du l' d' mit fur con para pour",
    "avec if only never always everything nothing today tomorrow yesterday dear hello sorry great good",
)


def _opening(words: Sequence[str]) -> int:
    """How many words come before the verb may; negative after words that ask somebody to do it."""
    place = 0
    asked = False
    while place < len(words):
        here = " ".join(words[place : place + 5])
        phrase = next((phrase for phrase in _ASKS if f"{here} ".startswith(f"{phrase} ")), "")
        if phrase:
            asked = True
            place += len(phrase.split())
        elif words[place] in _POLITE and place + 1 < len(words):
            place += 1
        else:
            break
    return -place if asked else place


def _is_wanted(words: Sequence[str]) -> bool:
    """ "I want the pods restarted", "the pods need to be restarted": somebody wants it done."""
    said = " ".join(words)
    return any(f" {mark} " in f" {said} " for mark in _WANTED)


_STEM: Final = 4
_WANTED: Final = (
    "i want", "i need", "i'd like", "i would like", "need to be", "needs to be", "has to be", "have to be", "must be",
    "should be", "needs a", "need a", "is to be", "are to be", "soll", "sollen", "muss", "mussen",
)  # fmt: skip


def _is_final(clause: Sequence[Token], acts: Sequence[Act], words: Sequence[str]) -> bool:
    """German puts the verb last: "die Tabelle orders löschen"."""
    if not acts or acts[-1].stop != len(words) or acts[-1].noun or len(words) < 2:
        return False
    last = words[-1]
    return (
        last.endswith(("en", "ern", "eln")) and words[0] not in _SUBJECTS and clause[0].kind == "word" and len(last) > 4
    )


_LIGHT: Final = table(
    "do make give put run perform issue trigger start create place apply submit carry take add initiate execute get",
    "mach mache fuhre gib stell haz realiza da pon fais effectue enregistre passe lance",
)


def _gets_something(words: Sequence[str]) -> bool:
    """To get somebody a seat is to book one."""
    return words[0] in ("get", "take", "find") and any(word in _SEATS for word in words)


_SEATS: Final = table("seat ticket flight room table appointment")


def _chinese(tokens: Sequence[Token], lexicon: Lexicon, asks_back: bool) -> Iterator[Asked]:
    whole = "".join(token.fold for token in tokens if token.kind == "cjk")
    if any(mark in whole for mark in _CJK_ASKS) or (asks_back and "请" not in whole):
        return
    for place, token in enumerate(tokens):
        if token.kind != "cjk":
            continue
        acts = lexicon.acts_within(token.fold)
        for start, stop in dict.fromkeys((start, stop) for start, stop, _ in acts):
            if any(mark in token.fold[max(0, start - 3) : start] for mark in _CJK_NEGATED):
                continue
            families = frozenset(family for first, last, family in acts if (first, last) == (start, stop))
            looks = families <= {"query", "read", "check"}
            yield Asked(tuple(tokens), Act(place, place + 1, families), families, looks, (start, stop))
