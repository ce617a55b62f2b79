"""What is said in passing of oneself: how one feels about things, that one had a good time, words that name nothing.

It is true when it is said and teaches nothing afterwards; the turn stays recallable.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.frames import Frame
from cicatrix.core.observation.heads import Head
from cicatrix.core.text import content_stems

_MOOD: Final = re.compile(
    r"(?:(?:so|really|very|much|more|even|super|pretty|quite|truly|just|also|now|still|totally|absolutely|always|a bit"
    r"|a little|kind of|all)\s+)*(?:determined|motivated|impressed|over the moon|on cloud nine|a mix of|mixed|happier"
    r"|hopeful|optimistic|eager|amazed|in awe|speechless|relieved|overjoyed|ecstatic|elated|blown away|humbled"
    r"|confident|energi[sz]ed|encouraged|refreshed|fulfilled|emotional|nostalgic|ready|here for)\b(?! (?:in|at) [A-Z])",
    re.I,
)
"""How somebody feels, which is not how he is."""

_VAGUE: Final = (
    "time times thing things something everything way lot lots ton tons bit day days moment moments experience fun "
    "blast great good nice similar amazing awesome best better bad hard tough rough wonderful lovely fantastic "
    "incredible perfect special big little new part news share whole chance feeling vibe talk chat reason "
    "difference mess try break rest boost progress stuff kind sort luck idea ideas together agree total totally really "
    "much many"
)
"""Words that tell of no particular thing."""

_SPELLS: Final = "hour hours minute minutes while week weekend night evening morning"
"""How long, or when, something pleasant lasted; who works nights tells more."""
_SPENT: Final = frozenset(("be", "have", "get", "spend", "talk", "chat"))


def is_remark(head: Head, found: Frame) -> bool:
    """Whether a predicate of the speaker is no more than a remark."""
    if found.attribute not in ("", "has") or found.type is MemoryType.PREFERENCE:
        return False
    if head.verb == "be" and not found.attribute and _MOOD.match(head.rest):
        return True
    return says_nothing(head)


def says_nothing(head: Head) -> bool:
    """Whether all that is said behind a verb are words that name nothing: "a great time", "so much to it"."""
    stems = content_stems(head.rest)
    if not stems or re.search(r"[A-Z\d]", head.rest):
        return False
    return _vague(spells=head.verb in _SPENT).issuperset(stems)


@cache
def _vague(*, spells: bool) -> frozenset[str]:
    return frozenset(content_stems(f"{_VAGUE} {_SPELLS}" if spells else _VAGUE))
