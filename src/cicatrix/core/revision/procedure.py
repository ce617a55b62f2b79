"""The procedure: one new statement against one old one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from cicatrix.core.revision.verdicts import Judged, Statement, Verdict

Likeness = Callable[[str, str], int | None]
"""The cosine of two texts in millionths; None where no embedder is there."""

Holds = Literal["one", "many"]


def judge(old: Statement, new: Statement, *, likeness: Likeness | None, attributes: Mapping[str, Holds]) -> Judged:
    """What ``new`` means for ``old``, which was said before it. ``attributes``: which hold one value in this namespace.

    Pure: the same two statements and the same cosines give the same verdict.
    """
    if old.text.strip().casefold() == new.text.strip().casefold():
        return Judged(Verdict.DUPLICATE, "the same words")
    return Judged(Verdict.DISTINCT, "no evidence that one speaks of the other")
