"""Ages: a birthday ends the age before it, whatever the words: "I'm 34" / "I turned 35 today"."""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision.pair import Pair
from cicatrix.core.revision.verdicts import Judged, Verdict

_AGE: Final = regex(
    r"\bI am (?:now )?(\d{1,3})(?: now)?(?=[.,;!]|$)|\b(\d{1,3}) years (?:old|of age)\b|\bage is (?:now )?(\d{1,3})\b"
    r"|\bturned (\d{1,3})(?! (?:percent|degrees|pages|times|of|to)\b)(?![\w%:/-])",
    re.IGNORECASE,
)


def grew_older(pair: Pair) -> Judged | None:
    """A higher age of the same one."""
    old, new = _age(pair.old_text), _age(pair.said)
    if old is None or new is None or new <= old or pair.polarity_differs or not pair.old_subject.who:
        return None
    if pair.old_subject.who != pair.new_subject.who:
        return None
    return Judged(Verdict.REPLACES, f"older now: {old}, then {new}", {"old_value": old, "new_value": new})


def _age(text: str) -> int | None:
    found = _AGE.search(text)
    return None if found is None else int(next(group for group in found.groups() if group))
