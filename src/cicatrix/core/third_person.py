"""What somebody asks about themselves, as another would ask it: "Where do I live?" of Ana is "Where does Ana live?".

Memories of a person who is known by name are filed under the name; "I" alone finds those of nobody in particular.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.asking import asks_for_advice, form
from cicatrix.core.patterns import regex
from cicatrix.core.voices import ROLES

_TURNS: Final = tuple(
    (regex(rf"\b{said}\b"), put)
    for said, put in (
        (r"([Dd])o I", r"\1oes {0}"),
        (r"([Dd])on['’]t I", r"\1oesn't {0}"),
        (r"([Hh])ave I", r"\1as {0}"),
        (r"([Hh])aven['’]t I", r"\1asn't {0}"),
        (r"[Aa]m I", "is {0}"),
        (r"I['’]m|I am", "{0} is"),
        (r"I['’]ve|I have", "{0} has"),
        (r"I['’]d", "{0} would"),
        (r"I['’]ll", "{0} will"),
        (r"I", "{0}"),
        (r"(?i:my|mine)", "{0}'s"),
        (r"(?i:me|myself)", "{0}"),
    )
)

_SEEKS_COUNSEL: Final = regex(r"\b(?:should|shall|can|could|may|must|ought) I\b|^\W*(?:so )?how (?:do|would) I\b", re.I)
"""What is asked so is what to do, and the speaker is no part of it."""


def in_third_person(words: str, speaker: str) -> str:
    """The words as they are where the speaker is no name but a role, or where they ask for no fact."""
    if not speaker or speaker.casefold() in ROLES or not form(words).wants_fact:
        return words
    if _SEEKS_COUNSEL.search(words) or asks_for_advice(words):
        return words
    name = speaker.replace("\\", "")
    for said, put in _TURNS:
        words = said.sub(put.format(name), words)
    return words
