"""Insights: what keeps ending the same way, as candidates for rules.

Experiences that nobody corrected, whose outcome tells of a failure, are held against each other: like task, like
outcome. Where three end alike, the outcome in its own words is proposed as a rule, with all of them as evidence. It is
never more than a candidate: why it keeps happening, and what to do, a person says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from cicatrix.core.admission import Claim
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import cite
from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Evidence, MemoryType
from cicatrix.core.reading.sentences import split
from cicatrix.core.support import LIGHT, says_the_same
from cicatrix.core.text import content_stems, stem
from cicatrix.core.wording import WORD

LEAST: Final = 3
"""Experiences that must end alike: twice is chance."""

ALIKE: Final = 500
"""Thousandths of the smaller one's content stems that two tasks have to share."""

PROPOSER: Final = "insight/1"

_COMMON: Final = 200  # a word in more outcomes than this brings no two together
_NEAR: Final = 3  # words before a failure or a success in which a negation turns it round


def _stems(*lines: str) -> frozenset[str]:
    return frozenset(stem(word) for line in lines for word in line.split())


_FAILURES: Final = _stems(
    "fail failed failure error reject rejected refuse refused deny denied bounce bounced crash crashed break broke",
    "broken timeout lose lost miss missed missing late overdue delay delayed complain complained complaint angry",
    "unhappy stuck wrong mistake incorrect invalid corrupt duplicate duplicated overcharged penalty escalated",
    "revert reverted rollback block blocked cancel cancelled leak leaked outage incident spam unsubscribe",
    "unsubscribed churned churn downtime exceed exceeded overbooked refund refunded useless",
)
_TIMED_OUT: Final = re.compile(r"\btim(?:ed?|ing) out\b", re.IGNORECASE)
_SUCCESS: Final = _stems("work deliver arrive succeed success pass finish ship accept load start answer")
"""Words that tell of a failure where a negation stands before them."""
_NEGATION: Final = re.compile(r"(?:no|not|never|without|nobody|nothing|neither|cannot|\w+n['’]t)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ending:
    """The sentence of an outcome that tells of a failure, and where it stands."""

    episode: Episode
    evidence: Evidence
    text: str


def ending(episode: Episode) -> Ending | None:
    """How an experience ended badly; None where it ended well, was corrected, or does not say."""
    if episode.kind is not EpisodeKind.EXPERIENCE or episode.correction or not episode.task:
        return None
    asked = frozenset(content_stems(episode.task))
    for span in split(episode.outcome):
        sentence = span.of(episode.outcome)
        if _tells_of_failure(sentence, asked):
            return Ending(episode, cite(episode, "outcome", span.start, span.end), sentence)
    return None


def propose(endings: Iterable[Ending]) -> list[Claim]:
    """A claim for each group of endings that keep coming, in order of their first episode.

    Its text is the wording that most of the group say again; they are its evidence, and how many ended alike stands in
    the group. Cited is the whole group: admission strikes what does not say the same.
    """
    ordered = sorted(endings, key=lambda each: handle_order(each.episode.id))
    together = _together(ordered)
    taken: set[int] = set()
    claims: list[Claim] = []
    for spot in range(len(ordered)):
        group = [spot]
        for other in range(spot + 1, len(ordered)):
            if other not in taken and all((member, other) in together for member in group):
                group.append(other)
        if spot not in taken and len(group) >= LEAST:
            taken.update(group)
            claims.append(_claim([ordered[member] for member in group]))
    return claims


def _together(ordered: Sequence[Ending]) -> set[tuple[int, int]]:
    """The pairs that are of like tasks and end alike."""
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for spot, each in enumerate(ordered):
        for word in _telling(each.text):
            by_word[word].append(spot)
    pairs = {pair for spots in by_word.values() if len(spots) <= _COMMON for pair in combinations(spots, 2)}
    return {
        (one, other)
        for one, other in pairs
        if _alike(_telling(ordered[one].episode.task), _telling(ordered[other].episode.task))
        and _alike(_telling(ordered[one].text), _telling(ordered[other].text), least=2)
    }


def _alike(one: frozenset[str], other: frozenset[str], least: int = 1) -> bool:
    """Whether they share enough of the smaller one, and ``least`` words."""
    shared = len(one & other)
    return shared >= least and shared * 1000 >= ALIKE * min(len(one), len(other))


def _claim(group: Sequence[Ending]) -> Claim:
    said = [sum(not says_the_same(each.text, other.text).lack for other in group) for each in group]
    typical = group[said.index(max(said))]
    return Claim(typical.text, MemoryType.PROCEDURAL, tuple(each.evidence for each in group), PROPOSER)


def _tells_of_failure(sentence: str, asked: frozenset[str]) -> bool:
    """Whether something went wrong. What was ``asked`` for is no failure: a refund refunded, an order cancelled."""
    if _TIMED_OUT.search(sentence):
        return True
    words = WORD.findall(sentence)
    for spot, word in enumerate(words):
        turned = any(_NEGATION.fullmatch(before) for before in words[max(0, spot - _NEAR) : spot])
        telling = stem(word)
        if telling in (_SUCCESS if turned else _FAILURES) and (turned or telling not in asked):
            return True
    return False


def _telling(text: str) -> frozenset[str]:
    return frozenset(content_stems(text)) - LIGHT
