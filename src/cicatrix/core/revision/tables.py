"""Small tables of English words: opposites, near-synonyms, kinds of things, kin, and words too light to be a topic.

Ours, and open: a pair too few costs a person a question, a pair too many could end a memory, so opposites are strict.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cicatrix.core.reading.grammar import table
from cicatrix.core.text import stem


def _stemmed(*lines: str) -> frozenset[str]:
    return frozenset(stem(word) for line in lines for word in line.split())


_OPPOSITES: Final = (
    "love hate, like dislike, like hate, love dislike, prefer avoid, enjoy hate, enjoy dislike, near far, inside "
    "outside",
    "indoors outdoors, indoor outdoor, up down, in out, on off, start stop, begin stop, begin end, open close, open "
    "closed",
    "enable disable, allow forbid, allow deny, allow block, single married, married divorced, vegetarian meat, "
    "vegan meat",
    "always never, increase decrease, raise lower, buy sell, join leave, hire fire, accept reject, accept decline",
    "agree disagree, approve reject, pass fail, alive dead, empty full, dry wet, hot cold, cold warm, cool hot, big "
    "small",
    "large small, large little, big little, huge tiny, old young, new old, happy sad, sit stand, lie stand, lie sit",
    "sleep awake, asleep awake, run walk, quickly slowly, fast slow, sunny rainy, day night, dress undress, remove add",
    "attach detach, tie untie, lock unlock, put remove, put take, rise fall, ascend descend, push pull, give take",
    "broken working, public private, optional mandatory, required optional, silent noisy, quiet loud, morning evening",
    "left right, employed unemployed, remote office, remote onsite, tabs spaces, light dark, cheap expensive, easy "
    "hard",
    "easy difficult, short long, brief detailed, concise verbose, early late, punctually late, online offline, "
    "manual automatic",
    "sync async, synchronous asynchronous, high low, maximum minimum, above below, over under, deep shallow, thick "
    "thin",
    "heavy light, strong weak, clean dirty, safe dangerous, true false, right wrong, win lose, find lose, arrive leave",
    "arrive depart, enter leave, enter exit, import export, upload download, push pop, encrypt decrypt, include "
    "exclude",
    "expand collapse, show hide, visible hidden, active inactive, busy idle, calm crowded, crowded deserted",
    "smile frown, laugh cry, climb descend, jump lie, dive climb, stop continue, throw catch, lift drop, freeze thaw",
    "fill empty, build destroy, assemble disassemble, connect disconnect, load unload, pack unpack, wrap unwrap",
    "zip unzip, plug unplug, cover uncover, fold unfold, wear remove, appear disappear, speak listen, ask answer",
    "borrow lend, float sink, sell purchase, forget remember, permit forbid, win fail, healthy sick, ill well",
)
_PEOPLE: Final = "man woman boy girl male female husband wife brother sister son daughter mother father lady guy"
_SAME: Final = (
    "kid child children youngster youngsters toddler",
    "man guy gentleman fellow",
    "woman lady",
    "mother mum mom mama mommy",
    "father dad papa daddy",
    "job employer employment position work",
    "flat apartment",
    "house home",
    "car auto automobile",
    "phone mobile cell sim telephone",
    "email mail e-mail",
    "manager boss supervisor",
    "customer client",
    "contract agreement",
    "meeting appointment",
    "deadline due cutoff",
    "buy purchase",
    "leave depart departure",
    "begin start commence kick",
    "end finish expire",
    "quick fast rapid",
    "slow sluggish",
    "repair fix mend",
    "large big huge",
    "small little tiny",
    "doctor physician gp",
    "medicine medication drug pill tablet",
    "allergy allergic",
    "trip journey travel",
    "holiday vacation",
    "shop store",
    "film movie",
    "bike bicycle cycle",
    "sofa couch",
    "autumn fall",
    "lift elevator",
    "invoice bill",
    "price cost rate fee charge pay",
    "delay late behind",
    "freeze frozen freezes",
    "postpone defer reschedule",
    "team crew squad",
    "birthday bday",
    "postgresql postgres",
    "kubernetes k8s",
    "javascript js",
    "typescript ts",
    "production prod",
    "development dev",
    "environment env",
    "configuration config settings",
    "repository repo",
    "documentation docs",
    "library lib package",
    "outage down incident",
    "address addresses",
    "sign signature signed",
    "born birth birthday",
    "smoke cigarette cigarettes smoking",
    "indent indentation indented",
    "teach teaching teacher",
    "talk speak chat",
    "eat consume",
    "lots many several plenty",
    "street road",
    "jump leap",
    "stone rock",
    "picture photo image photograph",
    "near close beside",
    "cut slice chop",
    "cook fry prepare",
    "meat beef chicken pork",
    "hurry rush run",
    "dance dancing",
    "person human people somebody someone",
    "stairs steps staircase",
    "sea ocean",
    "hit strike",
    "look watch view stare",
    "shout yell scream",
    "perform play",
    "employee staff worker",
    "renew renewal",
    "ship shipping shipment deliver delivery",
)
_KINDS: Final = (
    "animal: dog cat horse cow bird fish monkey panda elephant lion tiger rabbit kitten puppy sheep goat",
    "dog: puppy poodle terrier labrador collie retriever whippet beagle",
    "cat: kitten tabby",
    "instrument: guitar piano flute violin drum trumpet keyboard cello saxophone",
    "vegetable: potato onion carrot tomato cucumber pepper broccoli garlic cabbage",
    "fruit: apple banana orange lemon lime mango strawberry pear kiwi",
    "food: vegetable fruit meat bread rice egg potato onion pasta pizza cheese shrimp fish",
    "vehicle: car truck bus van motorcycle bike boat train",
    "person: man woman boy girl child kid player rider biker cyclist athlete singer dancer",
    "child: boy girl baby",
    "shoe: boot sandal sneaker",
    "tree: oak pine birch",
    "database: postgresql mysql sqlite mariadb mongodb",
    "editor: vim emacs vscode helix",
    "sport: football soccer tennis basketball hockey baseball golf rugby swimming",
    "shellfish: shrimp prawn crab lobster mussel",
    "clothes: shirt jacket dress coat hat",
    "weapon: gun rifle pistol knife sword",
    "tool: hammer saw drill",
    "water: lake river sea pool ocean",
)
KIN: Final = table(
    "wife husband sister brother mother father mom mum dad son daughter girlfriend boyfriend partner friend",
    "manager boss colleague dog cat parents grandmother grandfather grandma grandpa gran granny nan aunt uncle",
    "cousin niece nephew flatmate roommate neighbour neighbor fiancé fiancée fiance fiancee spouse kid kids",
    "child children baby twins mate coworker assistant landlord teacher client",
)
COLOURS: Final = table(
    "black white red blue green yellow brown orange grey gray pink purple",
)

CARRIERS: Final = _stemmed(
    "run listen serve sit live find reach available reachable set stand read open port host localhost",
    "number address value figure code where located long last take length",
)
"""Stems that only carry a value to its subject: "runs on port", "is at"."""

FILLERS: Final = _stemmed(
    "please note currently now actually just really still always simply basically sure also own indeed",
    "remember reminder again btw fyi kind sort",
)
"""Stems that add nothing to a statement."""

LIGHT: Final = _stemmed(
    "be have do get use make go come take put give keep want need let thing something anything everything",
    "kind sort way time lot bit please note always currently every each sure actually just really still",
    "also own new now day today tomorrow yesterday week month year people one moment like around say tell",
    "mean know think see look good great fine nice longer anymore any more from off up down in out on",
    "under over will yet",
)
"""Stems too light to say by themselves what a statement is about."""


def _stems(line: str) -> list[str]:
    return [stem(word) for word in line.split()]


@lru_cache(maxsize=1)
def _opposites() -> frozenset[tuple[str, str]]:
    pairs = [_stems(pair) for line in _OPPOSITES for pair in line.split(",")]
    return frozenset((a, b) for one, two in pairs for a, b in ((one, two), (two, one)))


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_SAME):
        for word in _stems(line):
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@lru_cache(maxsize=1)
def _hypernyms() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _KINDS:
        kind, _, members = line.partition(":")
        for word in _stems(members):
            found.setdefault(word, set()).add(stem(kind))
    return {word: frozenset(kinds) for word, kinds in found.items()}


@lru_cache(maxsize=1)
def people() -> frozenset[str]:
    """Stems of words for people, whose opposites ("man", "woman") are other people and contradict nothing."""
    return frozenset(_stems(_PEOPLE))


_PREFIXES: Final = ("un", "in", "im", "dis", "non", "ir", "il")


def opposite(one: str, two: str) -> bool:
    """Whether two stems are opposites: by the table, by a negative prefix, or by -less."""
    if (one, two) in _opposites():
        return True
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    if len(shorter) > 3 and longer.endswith(shorter) and longer[: -len(shorter)] in _PREFIXES:
        return True
    return longer.endswith("less") and shorter in (longer[:-4], f"{longer[:-4]}ful")


@lru_cache(maxsize=65536)
def relation(one: str, two: str, names: bool = False) -> str:
    """How two stems stand to each other: ``same``, ``near``, ``under`` (the first is a kind of the second), ``above``,
    ``opposite``, ``beside`` (two of a kind), or nothing. ``names``: of names other forms are other names."""
    if one == two:
        return "same"
    if opposite(one, two):
        return "opposite"
    if _groups().get(one, frozenset()) & _groups().get(two, frozenset()):
        return "near"
    if not names and _alike(one, two):
        return "near"
    kinds = _hypernyms()
    if two in kinds.get(one, ()):
        return "under"
    if one in kinds.get(two, ()):
        return "above"
    return "beside" if kinds.get(one, frozenset()) & kinds.get(two, frozenset()) else ""


def _alike(one: str, two: str) -> bool:
    """Other forms of a word ("deploy", "deployment"), and slips of the pen ("adress"). Figures are never alike."""
    if one[:1] != two[:1] or not (one.isalpha() and two.isalpha()):
        return False
    shorter, longer = sorted((one, two), key=len)
    if len(shorter) >= 4 and longer.startswith(shorter) and len(longer) - len(shorter) <= 4:
        return True
    if len(shorter) >= 5 and len(longer) - len(shorter) <= 1:
        return _one_slip(shorter, longer)
    return False


def _one_slip(shorter: str, longer: str) -> bool:
    """A letter left out or doubled, or two neighbours swapped; never another letter, which makes another name."""
    if len(shorter) == len(longer):
        places = [place for place, (a, b) in enumerate(zip(shorter, longer, strict=True)) if a != b]
        return len(places) == 2 and places[1] == places[0] + 1 and shorter[places[0]] == longer[places[1]]
    cut = next((place for place, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return 0 < cut < len(shorter) and shorter[cut:] == longer[cut + 1 :]
