"""Finite verbs without a tagger: a list of a few hundred everyday verbs, and where in a sentence one can stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cicatrix.core.lexicon import IRREGULAR
from cicatrix.core.reading.grammar import table
from cicatrix.core.revision.wording import Word

AUXILIARIES: Final = table(
    "is are was were am be been has have had does do did will can must may might should would could shall",
)
_BASES: Final = table(
    "pass pick vote steal tie slip trip rest hope die bake shift hand ask chair settle sit spread split spin swim wake",
    "wind shut shoot set rid rename refuse rely remind rush seem shop slow smell snore solve sound spell stay step "
    "stick suit",
    "swear switch tend thank tidy touch train treat trust twist use vary visit want warn waste watch wave win wipe "
    "wish wonder",
    "worry yell zoom terminate refinance negotiate downsize kick bump cap gather commit enjoy evict adopt outgrow "
    "overflow leak drip crack burst rust squeak beep buzz ring honk",
    "live work reside stay sleep eat drink cook like love hate prefer enjoy want need wish use own drive ride",
    "take bring speak talk study learn teach play watch read write listen run walk swim climb train practise",
    "practice attend visit travel fly commute move relocate start begin end finish stop open close shut last",
    "cost charge pay earn spend save owe buy sell order ship deliver send receive return refund cancel renew",
    "expire extend sign approve reject review manage lead head chair own report answer belong support cover",
    "handle serve help host organise organize plan schedule meet call phone text email write contact reach know",
    "remember forget believe think feel expect hope fear trust doubt mean seem look sound smell taste weigh",
    "measure contain hold keep store put leave lie sit stand hang fit wear carry collect make build create",
    "design develop deploy release merge test compile lint format indent wrap name rename log listen bind",
    "expose export import parse return throw accept allow deny forbid require need depend rely consume produce",
    "publish subscribe poll push pull fetch sync back restore rotate scale limit cap retain purge delete",
    "archive index cache queue retry fail crash hang restart reboot boot monitor alert page notify trigger",
    "invoke call wrap exceed reach include exclude provide offer give get grant revoke assign change switch",
    "migrate upgrade downgrade raise lower increase decrease reduce grow shrink rise fall drop gain lose win",
    "beat lead follow join marry divorce date expect raise adopt feed treat suffer smoke vape quit inject",
    "swallow prescribe diagnose recover heal hurt ache itch swell depart arrive land board leave check book",
    "rent hire lease borrow lend insure park camp hike ski surf sail cycle jog garden paint draw knit sew sing",
    "dance act perform record film shoot edit print scan copy paste type click tap swipe drag scroll search",
    "find sort filter group count sum compute calculate convert translate interpret explain describe summarise",
    "summarize mention state claim argue agree disagree decide choose pick vote elect appoint promote fire",
    "retire resign replace swap exchange trade invest bank deposit withdraw transfer bill invoice quote",
    "discount tax budget fund sponsor donate sponsor pledge own found establish launch close acquire merge",
    "operate employ recruit onboard mentor coach supervise assist advise consult audit inspect verify confirm",
    "deny refuse ignore avoid skip miss delay postpone wait hurry rush hold pause resume continue keep remain",
    "become turn get go come happen occur exist appear vanish disappear break fix repair mend replace clean",
    "wash dry iron fold pack unpack load unload lift carry throw catch kick hit cut chop slice peel boil fry",
    "bake roast grill mix stir pour serve add remove set place lay cover hide show point face cross enter exit",
    "lock unlock sell stock supply ship track map point route direct guide steer park dock moor anchor govern",
    "rule own border touch flow border grow breed plant harvest water feed milk shear ride bark bite lick purr",
    "say tell ask let try see hear have do be sponsor bear die shine rain snow freeze melt burn heat cool warm",
    "light dim charge power plug wire connect disconnect link join attach mount install uninstall configure",
    "enable disable toggle block unblock mute ban flag mark label tag rank rate score grade sell target draft",
    "post share tweet upload download stream broadcast air host premiere debut tour specialise specialize focus",
    "concentrate major graduate enrol enroll register apply qualify certify license",
)
_DETERMINERS: Final = table(
    "a an the my our your his her their its this that these those no every each any some another of in on at",
    "for with from to by and or new old",
)
_PRONOUNS: Final = table(
    "i we you they he she it who which that",
)
_ADVERBS: Final = table(
    "also now usually always never often still only just really actually currently mostly",
)


@lru_cache(maxsize=16384)
def base_of(low: str) -> str:
    """The base form of a listed verb that a word is a form of, or nothing."""
    if low in _BASES:
        return low
    irregular = IRREGULAR.get(low, "")
    if irregular in _BASES:
        return irregular
    for ending, fillers in (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("d", "")):
        if low.endswith(ending) and low[: -len(ending)] + fillers in _BASES:
            return low[: -len(ending)] + fillers
    if low.endswith("ed") and len(low) > 5 and low[-3] == low[-4] and low[:-3] in _BASES:
        return low[:-3]
    return ""


def is_finite(sentence: Sequence[Word], place: int) -> bool:
    """Whether the word at ``place`` can be a finite verb there: an auxiliary, or a form of a listed verb after a "
    "subject."""
    word = sentence[place]
    if place == 0 or word.figure:
        return False
    if word.low in AUXILIARIES:
        return not word.capital
    if word.capital or not base_of(word.low):
        return False
    before = sentence[place - 1]
    while before.low in _ADVERBS and before.place > sentence[0].place:
        before = sentence[before.place - sentence[0].place - 1]
    if before.low in _PRONOUNS:
        return True
    if before.low in _DETERMINERS or before.low in AUXILIARIES:
        return False
    marked = word.low != base_of(word.low)  # "lives", "moved"
    return marked or (before.low.endswith("s") and not before.low.endswith("ss"))


def finite_places(sentence: Sequence[Word]) -> list[int]:
    """Where finite verbs stand."""
    return [place for place in range(len(sentence)) if is_finite(sentence, place)]
