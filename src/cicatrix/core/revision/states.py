"""States that wait for something, and states in which it has come: an order that is late and one that is here.

Only the order of the two tells of a change: what waited has come. "Paid" beside "overdue" is another state of the same
invoice; which of many states it is in, words alone do not always tell, so this is evidence beside an identifier, and
otherwise a question.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision.pair import Pair
from cicatrix.core.revision.verdicts import Judged, Verdict

_WAITS: Final = regex(
    r"\b(?:(?:a?waiting|looking|applied|saving(?: up)?) for|awaiting|pending|overdue|unpaid|outstanding|late"
    r"|delayed|missing"
    r"|stuck|on (?:its|the) way|on order|in transit|not yet|still open|is open|unresolved|broken|down|in the "
    r"(?:garage|shop)"
    r"|(?:for|under|being) repairs?\w*|under review|in progress|blocked|ill|sick|in hospital|on (?:sick |parental "
    r")?leave"
    r"|on holiday|away until|pregnant|expecting|about to|has not|have not|is not ready|crashes|down with)\b",
    re.IGNORECASE,
)
_CAME: Final = regex(
    r"\b(?:arrived|came (?:through|in|back)|turned up|delivered|received|paid|settled|fixed|repaired|resolved"
    r"|approved|granted"
    r"|complete|completed|finished|released|found|(?:is|are|am) (?:here|back|ready|better|well|fine)|got back|back "
    r"(?:at|home)"
    r"|recovered|discharged|born|picked (?:\w+ ){0,3}up|(?:runs|works|running|working) (?:again|like new|fine)|up again"
    r"|signed for|brought it|landed|installed|sorted|cleared|good as new|passed)\b",
    re.IGNORECASE,
)


def arrived(pair: Pair) -> Judged | None:
    """What the old statement waits for has come."""
    waits, came = _WAITS.search(pair.old_text), _CAME.search(pair.said)
    if waits is None or came is None or _CAME.search(pair.old_text) or _WAITS.search(pair.said):
        return None
    numbered = any(match.old.value is not None and len(match.old.value.key) > 2 for match in pair.shared)
    if not (numbered or pair.entities or pair.topic):
        return None
    verdict = Verdict.REPLACES if numbered and pair.topic else Verdict.UNCERTAIN
    return Judged(verdict, f"{waits[0].lower()}, then {came[0].lower()}", {"cue": came[0]})
