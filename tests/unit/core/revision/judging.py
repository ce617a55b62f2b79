"""Helpers: a pair of texts judged without an embedder, or with one that finds everything alike."""

from __future__ import annotations

from collections.abc import Mapping

from cicatrix.core.revision.pair import Likeness, Pair, compare
from cicatrix.core.revision.procedure import Holds, judge
from cicatrix.core.revision.verdicts import Judged, Statement, Verdict

NO_ATTRIBUTES: Mapping[str, Holds] = {}


def always(cosine: int) -> Likeness:
    """An embedder to which any two texts are that much alike, in millionths."""
    return lambda _one, _two: cosine


def judged(old: str, new: str, *, likeness: Likeness | None = None, at: tuple[str, str] = ("", "")) -> Judged:
    first, then = Statement(old, said_at=at[0]), Statement(new, said_at=at[1])
    return judge(first, then, likeness=likeness, attributes=NO_ATTRIBUTES)


def verdict(old: str, new: str, *, likeness: Likeness | None = None, at: tuple[str, str] = ("", "")) -> Verdict:
    return judged(old, new, likeness=likeness, at=at).verdict


def pair(old: str, new: str) -> Pair:
    return compare(Statement(old), Statement(new), None)
