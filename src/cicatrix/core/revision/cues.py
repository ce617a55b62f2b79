"""Cues: words with which people say that something ended, changed, or was told wrongly.

A cue alone decides nothing; it counts beside what it is about (:mod:`.updates`). A *firm* cue says little else ("no
longer", "got the axe"); the others have many uses ("left", "now") and count only close to their topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex


class CueKind(StrEnum):
    ENDED = "ended"  # what stands beside it is over
    CHANGED = "changed"  # what stands beside it is so from now on
    CORRECTED = "corrected"  # what was said before was wrong
    RETRACTED = "retracted"  # what was said before is taken back


@dataclass(frozen=True, slots=True)
class Cue:
    """Offsets are code points of the normalised text."""

    kind: CueKind
    text: str
    start: int
    end: int
    firm: bool
    foreign: bool = False  # no English: what it is about is told by any shared word


def _any(*alternatives: str) -> re.Pattern[str]:
    return regex(rf"(?<![\w-])(?:{'|'.join(alternatives)})(?![\w-])", re.IGNORECASE)


_GAP: Final = r"(?: [\w'.-]+){0,4}"
_IT: Final = r"(?: it| them| that| this| him| her| us)?"
_GOT: Final = r"(?:get|gets|got|getting|was|were|been|is|are|being)"
_OWN: Final = r"(?:the|my|our|his|her|their|its|this|that|those|these)"

_ENDED_FIRM: Final = _any(
    # said of the state
    r"no longer|any ?more|no more|for good|(?:a )?thing of the past|ancient history|history now|yesterday's news",
    r"(?:is|are|am) (?:now )?(?:no more|gone|dead|history|toast|over (?:and done|now|at last)|behind (?:me|us|him"
    r"|her|them))",
    r"until (?:last|yesterday|recently|this (?:morning|week|month))(?: \w+)?|used to(?! (?:it|this|that|the)\b)",
    r"(?:behind (?:me|us)|in the past|days are (?:over|behind|gone|done)|days of \w+ are over)",
    # ended by somebody
    rf"(?:{_GOT} |get )?rid of|quit(?:s|ting)?|g(?:a|i)v(?:e|en|ing) up(?! the ghost)|(?:have|has|had) had enough "
    rf"of|done with"
    rf"|through with",
    rf"cancel+(?:ed|ing|s)?|call(?:ed|ing)?{_GAP} off|abandon(?:ed|ing)?|abolish(?:ed|es)?|axed|binned|chucked|ditched",
    r"dumped|scrap(?:ped|ping)?|shelved|mothballed|suspended|disbanded|dissolved|withdr[ae]w(?:n|s)?|retract(?:ed)?",
    r"revok(?:ed|es)|repealed|rescinded|overruled|overturned|reversed|outlawed|waived|lifted|scratched|nixed|canned",
    r"retired|resigned|deprecated|discontinued|decommissioned|sunsetted|uninstalled|unsubscribed|disabled"
    r"|delisted",
    rf"(?:turn|switch|shut|close|wound|wind|tak|took|phas|pull|tore|ripped|stripped|backed|weed)\w*{_GAP} (?:off|down"
    rf"|out)(?= |[.,!;]|$)",
    rf"(?:thr(?:ew|own)|t(?:ook|aken|ossed)|put|pushed){_IT}{_GAP} (?:away|out|aside|to bed|to rest|in(?:to)? the "
    rf"(?:corner|bin|bag|skip|sea))",
    rf"broken? (?:up|it off|off)|broke{_GAP} off|split up|dropped out|moved (?:on|out|away)|pulled out|backed out"
    rf"|opted out",
    rf"pull(?:ed|s)? the plug|stepp(?:ed|ing) (?:down|aside|back)|let{_GAP} go|laid off|outsourced|taken in-house"
    rf"|brought in-house|sacked|fired|made redundant"
    rf"|poached",
    rf"pass(?:ed|es){_GAP} on|hand(?:ed|s|ing)?(?: [\w'-]+){{0,6}} (?:over|on|off|back|to)|hand(?:ed|ing) in {_OWN} "
    rf"notice|gave notice",
    rf"(?:kick|quit|drop|beat|broke)\w*(?: {_OWN})? habit|sw(?:ore|orn) off|cut{_GAP} out|went cold turkey|cold turkey",
    r"turned? over a new leaf|on the wagon|clean and sober|(?:stubbed|put) out my last|off the (?:cigarettes|booze"
    r"|meds)",
    r"(?:has|have|had) (?:left|quit|gone|moved|stopped|closed|ended|expired|finished|lapsed)|parted (?:ways|company)",
    rf"left {_OWN} (?:company|job|team|firm|project|role|business|band|club)|walked away|(?:fell|fallen) out with",
    # ended by itself
    r"died|passed away|put to sleep|(?:is|has|was) expired|expired (?:on|last|yesterday|today)|came to an end|ran "
    r"its course",
    r"f(?:e|a)ll(?:en)? (?:through|apart|by the wayside)|c(?:a|o)me (?:off|to nothing|unstuck)|w(?:e|o)nt (?:bust"
    r"|under|bankrupt)",
    r"gone (?:bust|under|bankrupt|sour|off the)|went (?:out of business|off the|away|sour)|heal(?:ed|s) up|fully "
    r"healed|recovered",
    r"cleared up|wore off|gr[eo]wn? out of|outgr[eo]wn?|ran out|lapsed|cured|in remission|wrapped up|washed out"
    r"|rained off",
    r"(?:back|home) from|(?:is|are|am|was|were)(?: \w+)? back (?:at|in|from|to)|ended (?:last|in|on|with|today"
    r"|yesterday)",
    r"did not (?:work(?: out)?|last|pan out|stick|make it|survive|happen)|no such luck|came to nothing|gone with "
    r"the wind",
    # idioms
    rf"{_GOT} the (?:axe|chop|boot|sack|push|bullet|heave-ho)|given the (?:axe|chop|boot|sack|push|elbow)",
    r"bit(?:es|ten)? the dust|g[ai]ve(?:n|s)? up the ghost|cold feet|call(?:ed|ing)? it (?:a day|quits)|kicked the "
    r"bucket",
    r"off the (?:table|cards|market|menu|hook|grid|roster|agenda|radar)|gave birth|had (?:a|her|their|the|my"
    r"|our)(?: \w+)? (?:baby|boy|girl|twins|daughter|son)|double-booked|out of the (?:picture|window|race|running)",
    r"out the window|down the (?:drain|tubes|pan|toilet)|up in (?:smoke|flames)|dead in the water|dead and buried",
    r"a dead (?:duck|letter|end)|(?:put |is |now )?on (?:ice|hold)|the way of the dodo|had (?:its|his|her|their) day",
    rf"ship has sailed|nail in the coffin|hung up {_OWN}|thr(?:ew|own) in the towel|packed (?:it )?in|on the head",
    r"bowed out|jumped ship|flew the nest|bailed(?: out)?|churned|full circle|conked out|(?:packed|given) up|gave way",
    r"broke(?:n)? down|went (?:south|sideways|belly[- ]up)|hit the buffers|ground to a halt|came off the rails"
    r"|curtains for",
    r"wild goose chase|no dice|fizzled out|petered out|died a death|sent packing|shown the door|out on (?:his|her"
    r"|my) ear",
    r"over and done with|water under the bridge|closed (?:the|that) chapter|turned the page|at death's door"
    r"|pushing up",
)
_ENDED: Final = _any(
    r"stop(?:s|ped)?|dropped|sold|lost|closed|finished|ended",
    r"left(?= (?:the|my|our|his|her|their|us|me|it|them|there|in|for|at|last|\w+ing|(?-i:[A-Z])))|removed",
    r"replac(?:ed|es)|supersed(?:ed|es)|delet(?:ed|es|ing)|reject(?:ed|s)|divorced|separated|lift(?:ing|s)",
    r"(?:is|are|was|were) (?:off|closed|over|down)|fixed|resolved|solved|settled|paid up|swap(?:s)?",
    r"return(?:ed)? (?:it|them|the)|expired?|expires|gone (?:away|off)|came (?:down|off)|c[ao]me out|back|burnt? "
    r"down|flooded",
    r"ex-\w+|former(?:ly)?|was (?:put down|sold|closed|replaced|removed|towed|stolen)|stolen|broke|closed",
)
_RETRACTED: Final = _any(
    r"disregard|(?:please )?ignore (?:what|my|the|that|this)(?: \w+)?|forget (?:what|about|my|the|that|it)(?: \w+)?",
    rf"(?:scrap|strike|scratch|undo) (?:that|what|the)|(?:take|took|taking) (?:that|it|this) back|changed {_OWN} "
    rf"minds?",
    r"second thoughts?|thought better of|u-turn|never mind|false alarm|ruled out",
)
_CHANGED_FIRM: Final = _any(
    # from when on
    r"^(?:final|update|edit|new rule|change of plan)(?=\s*[:!-])|nowadays|these days|as of (?!writing)\S+(?: \w+)?"
    r"|from here on(?: in| out)?|going forward|henceforth|in future",
    r"from (?:january|february|march|april|may|june|july|august|september|october|november|december|the \d+\w*)"
    r"|from (?:now|today|tomorrow|next|this|monday|tuesday|wednesday|thursday|friday)(?: on(?:wards?)?| week| month| "
    r"year)?",
    r"(?:effective|starting|beginning|with effect from) (?:today|now|immediately|monday|next|this|from|in|on)(?: \w+)?",
    r"until further notice|for the time being|instead(?! of\b)|by now|since (?:last|then|yesterday|monday|\w+day"
    r"|may|june|march)",
    # what changed, and how
    r"renamed|rebranded|renegotiated|refinanced|re-?negotiated|relocated|migrated|upgraded|downgraded|updated"
    r"|converted|reformat+ed"
    r"|rewritten|rewrote",
    rf"switch(?:ed|ing)?{_GAP} (?:to|from|over|back)|switched|swapped|moved?(?: [\w'-]+){{0,5}} (?:to|into|over|in "
    rf"with|back|forward|off|up)",
    rf"chang(?:ed|ing|es){_GAP} (?:to|from|into)|(?:was|were|has been|have been|been|got|is|are) (?:changed|moved"
    rf"|swapped|replaced)",
    r"(?:had|have|has) to (?:change|move|swap|cancel|drop|switch|postpone|reschedule|push|bring|cut|raise|replace)",
    rf"bump(?:ed|ing)?{_GAP} (?:up|down|to)|raised|lowered|increased|decreased|reduced|doubled|halved|tripled"
    rf"|trimmed|tightened",
    r"loosened|relaxed|(?:cut|drop|scal|shr[aiu]nk|shift|slipp|jump|climb|fell|rose|went|gone|came|put|push"
    r"|br(?:ing|ought))\w*"
    r"(?: [\w'-]+){0,5} (?:back|forward|down to|up to|down|to \d\S*)",
    r"(?:drop|cut|raise|change|bump|set|lower|increase|reduce|move|switch|rename)(?: \S+){1,4} from \S+ to",
    r"(?:down|up|back) (?:to|from)|back on(?! track)|extend(?:ed|s)|postponed|rescheduled|deferred|delayed (?:to"
    r"|until|till|by)",
    r"(?:pushed|put|held|set) back|revert(?:ed|ing)|rolled (?:back|out)|went back|reinstated|restored|reopened"
    r"|resumed|revived",
    r"became|turned into|promoted|t(?:ook|aken|akes|aking) over|stepp(?:ed|ing|s) (?:in|up)|elected|appointed"
    r"|succeeded|inherited",
    r"adopted|went live|went (?:vegan|vegetarian|veggie|solo|remote|freelance|part[- ]time|full[- ]time|digital"
    r"|paperless)",
    r"got (?:married|engaged|divorced|promoted|moved|a new|the new|a job)|tied the knot|call me|goes by|known as"
    r"|rechristened",
    r"in (?:its|his|her|their|my|our) (?:place|stead)|takes? (?:its|his|her|their|the) (?:place|pager|reins|helm)"
    r"|in favou?r of",
    r"com(?:e|es|ing) round to|c(?:o|a)me around to|warmed to|gone off|went off|fell (?:in|out of) love with|grown "
    r"to|can eat",
    r"(?:have|has) (?:decided|agreed|settled|opted|chosen|landed|gone)(?: (?:on|to|for|with))|settled on|opted for"
    r"|ended up",
    r"turns out (?:that )?(?:i|we) (?:can|do|am|are)|outvoted|voted|is back|are back|am back|won back|signed again"
    r"|re-?joined",
    r"transferred|promotion|new (?:one|number|address|job|phone|name|owner|boss|plan|rule|policy|office|place|home"
    r"|car|laptop|card)",
    rf"(?:got|have|has|bought|picked up|treated myself to) (?:an? |the )?(?:new|different|another|second-?hand)"
    rf"|traded{_GAP} (?:in|for)",
)
_CHANGED: Final = _any(
    r"now(?! that\b)|at present|currently|since|finally|at last|again|new(?= \w)|renew(?:ed|s)?|mov(?:ed|ing)"
    r"|chang(?:ed|e|es|ing)",
    r"after (?:all|the|last|this|my|our)|start(?:ed|ing)|beg[au]n|hired|joined|bought|named|passed|merged"
    r"|allow(?:s|ed)",
    r"migrat\w+|upgrad\w+|updat\w+|grew|grown|shrank|final(?=[: ])|decided|married|engaged|graduated",
)
_CORRECTED_FIRM: Final = _any(
    r"correction|correct(?:ing|ed) (?:that|myself|my|it|the)|to correct|oops|whoops|oopsie|typo|erratum|fat fingers?",
    r"(?:sorry|apologies|my bad|my mistake|pardon)(?=[ ,.:!;]|$)|mistaken(?:ly)?|mistook|by mistake|in error|mistyped",
    r"mis(?:read|spoke|typed|took|stated|said|heard|remember\w*|counted|calculated|quoted|spelled|spelt|reported"
    r"|informed|judged)",
    r"(?:i|we) (?:meant|was wrong|were wrong|got (?:it|that|this|the|my)(?: \w+){0,2} wrong|had (?:it|that|the \w+) "
    r"wrong)",
    r"(?:added|counted|told you|gave you|typed|remembered|heard|had it|put|wrote)(?: \w+){0,3} wrong(?:ly)?|wrongly",
    r"(?:a |the )?wrong (?:figure|number|date|time|day|name|value|one|amount|address|order|version|port|line|row"
    r"|column|way|page)",
    r"(?:digits|numbers|letters|names|dates|two|them) (?:were )?(?:swapped|transposed|mixed up|muddled|confused)"
    r"|mixed up|muddled",
    r"(?:i|we) (?:had )?(?:counted|looked at|copied|pasted|read)(?: \w+){0,3} (?:test|wrong|old|twice|double)\w*",
    r"should (?:be|read|say|have (?:been|said|read))|(?:on )?(?:a )?(?:second|closer) (?:look|inspection|count)"
    r"|scratch that",
    r"as i (?:wrongly )?(?:wrote|said|claimed|thought|told you)|(?:having )?(?:double[- ]?)?checked again"
    r"|(?:looked|checked)(?: \w+){0,4} again",
    r"having (?:gone|looked) through|korrektur|verschrieben|vertippt|verlesen|irrtum|je me suis trompée?|me "
    r"equivoqué|corrección",
)
_CORRECTED: Final = _any(r"actually|in fact|really|wrong|confused|falsch|erreur|perdón|rather")
_OTHERS: Final = {
    CueKind.ENDED: regex(
        r"\b(?:nicht mehr|keine? \w+ mehr|aufgehört|gekündigt|abgeschafft|abgeschaltet|vorbei|eingestellt|gestorben"
        r"|abgesagt|entfallen|aufgegeben|verkauft|ausgezogen|fällt aus|in Rente|weg|verlassen|verstorben"
        r"|geschlossen|gestrichen|beendet)\b"
        r"|\b(?:ne \w+ plus(?! que)|n'\w+ plus|plus de|a arrêté|ai arrêté|est parti\w*|sont partis|quitté\w*"
        r"|supprimée?s?|fermée?s?|nous a quittée?s|est mort\w*|terminée?s?"
        r"|annulée?s?)\b"
        r"|\b(?:ya no|dej(?:ó|é|amos) de|falleció|se acabó|se fue|se ha ido|cerrad[oa]|suspendid[oa]|cancelad[oa]"
        r"|murió)\b"
        r"|不再|取消|去世|停用|已经不|やめ|なくなり|亡くな|中止",
        re.IGNORECASE,
    ),
    CueKind.CHANGED: regex(
        r"\b(?:jetzt|ab (?:sofort|heute|morgen|nächste[rnm]?|dem)|inzwischen|geändert|umgezogen|neuerdings"
        r"|stattdessen|verschoben"
        r"|seit|sondern|wandert|gezogen|neue[rns]?|umbenannt|gewechselt|verlegt|erhöht|gesenkt|ersetzt|künftig"
        r"|mittlerweile)\b"
        r"|\b(?:maintenant|désormais|à partir d\w*|changé|renégocié\w*|déménagé|plus que|dorénavant|reportée?"
        r"|nouve(?:au|lle)|avancée?|augmentée?|baissée?|remplacée?|depuis|passe à|finalement)\b"
        r"|\b(?:ahora|desde|a partir de|cambi(?:ó|é|ado|amos)|mud(?:é|ó|amos)|nuev[oa]|en vez de|aplazad[oa]"
        r"|subi(?:ó|do)|baj(?:ó|ado)|desde|al final|sustituid[oa]|mudad[oa])\b"
        r"|改成|改为|换成|现在|改到|推迟|提前|搬到|変更|変わ|引っ越|今は|新しい|移りました|になりました",
        re.IGNORECASE,
    ),
}  # fmt: skip
_TABLE: Final = (
    (CueKind.CORRECTED, _CORRECTED_FIRM, True),
    (CueKind.CORRECTED, _CORRECTED, False),
    (CueKind.RETRACTED, _RETRACTED, True),
    (CueKind.ENDED, _ENDED_FIRM, True),
    (CueKind.ENDED, _OTHERS[CueKind.ENDED], True),
    (CueKind.ENDED, _ENDED, False),
    (CueKind.CHANGED, _CHANGED_FIRM, True),
    (CueKind.CHANGED, _OTHERS[CueKind.CHANGED], True),
    (CueKind.CHANGED, _CHANGED, False),
)


@lru_cache(maxsize=4096)
def cues(text: str) -> tuple[Cue, ...]:
    """The cues of a normalised statement: corrections, endings, changes, the firm ones of each kind first."""
    return tuple(
        Cue(kind, match[0], match.start(), match.end(), firm, pattern is _OTHERS.get(kind))
        for kind, pattern, firm in _TABLE
        for match in pattern.finditer(text)
    )
