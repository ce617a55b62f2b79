"""Words that repeat what holds no more.

"I work at Brightwater" ended when its speaker moved on. "Brightwater does good things", which an assistant had
answered, taught nothing, and so nothing ends it; beside the memory that came in the old one's place it would put the
old value before a model as if it were true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cicatrix.core.candidates import Candidate
from cicatrix.core.clocks import compare
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Status
from cicatrix.core.reading.signature import signature
from cicatrix.core.revision.cues import CueKind, cues
from cicatrix.core.revision.wording import plain
from cicatrix.core.text import content_stems


def echoes(
    standing: Mapping[str, Candidate], candidates: Iterable[Candidate], terms: Sequence[str]
) -> dict[str, Candidate]:
    """The standing episodes that only repeat what a memory said before it was replaced by one that stands: each by
    handle, with the memory that it repeats.

    An episode repeats a memory where it is older than its end, taught nothing itself and has a name or figure of it
    that the query does not ask for (``terms``, stems) and that what came in its place does not state too.
    """
    episodes = [each for each in standing.values() if each.kind is Kind.EPISODE and not each.lessons]
    found: dict[str, Candidate] = {}
    over = {each.handle: each for each in candidates if each.kind is Kind.MEMORY and each.status == Status.SUPERSEDED}
    for old in over.values() if episodes else ():
        heir = standing.get(_last(old, over))
        if heir is None:
            continue
        own = _named(old.text) - _stated(heir.text) - frozenset(terms)
        for episode in episodes:
            is_older = compare(episode.occurred_at, old.valid_to or "") <= 0
            if is_older and not own.isdisjoint(content_stems(episode.text)):
                found.setdefault(episode.handle, old)
    return found


def _last(old: Candidate, over: Mapping[str, Candidate]) -> str:
    """The handle at the end of the line in which memories replaced each other."""
    handle, seen = old.superseded_by or "", {old.handle}
    while handle in over and handle not in seen:
        seen.add(handle)
        handle = over[handle].superseded_by or ""
    return handle


def _stated(text: str) -> frozenset[str]:
    """What a memory states; one that says that something is over states none of its names."""
    ends = any(cue.kind in (CueKind.ENDED, CueKind.RETRACTED) for cue in cues(plain(text)))
    return frozenset() if ends else frozenset(content_stems(text))


def _named(text: str) -> frozenset[str]:
    """The stems of names and figures."""
    figures = (stem for stem in content_stems(text) if any(map(str.isdigit, stem)))
    return signature(text).names | frozenset(figures)
