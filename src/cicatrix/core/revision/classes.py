"""Attribute classes in wording: "lives in", "moved to" and "my flat in" all tell where somebody lives.

Two statements of one class speak of the same attribute even where no word is shared. Which attributes hold one value is
a policy of the namespace; the classes here are the ones of which people have one at a time.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex

_PERSON: Final = r"(?:i|we|he|she|they|who)(?: also| now| still| currently| just)?"
_SOMETHING: Final = r"(?:the|my|our|your|his|her|their|all|some|this|that|an?) "
_CLASSES: Final = tuple(
    (name, regex(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE))
    for name, *alternatives in (
        (
            "residence",
            rf"{_PERSON} (?:lived?|resided?|stay|(?:moved|relocated)(?! {_SOMETHING})|am based|are based)",
            r"lives in|living in|based in|resides in|settled in|home is in|flat in|hometown",
            r"(?:moved|moving|relocated) (?:to|into|from)|new (?:flat|apartment|place|house) in",
            r"ich wohne|(?:um)?gezogen|umziehen|j'habite|je vis|déménagé|vivo en|me mud(?:é|o)|nos mudamos",
        ),
        (
            "employment",
            r"work(?:s|ed|ing)? (?:at|for|as)|job|employ(?:er|ed)|joined|hired|promoted|retired|freelanc\w+|intern\w*",
            r"ich arbeite|je travaille|trabajo (?:en|de|para|como)",
            r"i (?:teach|am an? \w+(?:er|or|ist|ian))|career|started (?:at|as)",
        ),
        ("diet", r"vegetarian|vegan|pescatarian|veggie|carnivore|omnivore|meat"),
        (
            "relationship",
            r"single|married|engaged|divorced|dating|broke up|separated|widowed|tied the knot",
            r"boyfriend|girlfriend|fianc\w+",
        ),
        (
            "name",
            r"my name|call me|i am called|go(?:es)? by|first name|last name|surname|nickname|(?-i:I am (?=[A-Z]))",
        ),
        ("phone", r"phone|text me|call me on|reach me on|sim|mobile|number ends"),
        ("email", r"e-?mail|mail address|inbox|write to me at"),
        ("car", r"dr(?:ive|ove|iving) an?|my car|new car"),
        ("commute", r"commute|to work by|(?:take|cycle|bike|drive|walk|train|bus) to (?:work|the office)"),
        ("editor", r"(?:neo)?vim|emacs|vs ?code|my editor|ide|helix|intellij|pycharm|sublime"),
        ("manager", r"manager|boss|reports? to|supervisor"),
        ("doctor", r"(?:is )?my (?:gp|dentist|doctor|therapist|physio)"),
        ("birth", r"born|birthday|bday|birth year|date of birth"),
        ("smoking", r"smok\w+|cigarettes?|vap(?:e|ing)"),
        ("drinking", r"alcohol|teetotal\w*|sober"),
    )
)


_UNSPACED: Final = (
    ("residence", regex(r"住在|搬到|搬去|搬家|住んで|引っ越")),
    ("employment", regex(r"上班|工作|跳槽|勤め|働いて|転職")),
)


@lru_cache(maxsize=4096)
def attribute_classes(text: str) -> frozenset[str]:
    """The classes that the wording of a normalised statement speaks of."""
    found = [name for name, pattern in _CLASSES if pattern.search(text)]
    return frozenset([*found, *(name for name, pattern in _UNSPACED if pattern.search(text))])


def of_other_classes(one: str, other: str) -> bool:
    """Whether two normalised statements speak of attributes, and of none that both have."""
    first, second = attribute_classes(one), attribute_classes(other)
    return bool(first and second) and not first & second
