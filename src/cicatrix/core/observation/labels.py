"""The attributes that labels name: "my phone number", "our favourite tea". Questions are read by it too."""

from __future__ import annotations

import re
from typing import Final

_LABELS: Final = tuple(
    (attribute, re.compile(pattern, re.I))
    for attribute, pattern in (
        ("name", r"(?:full |first |last |real |given |legal )?name|surname|nickname"),
        (
            "phone",
            r"(?:new |current |mobile |cell |work |home )*(?:phone|mobile|cell|telephone)(?: number)?|(?:new "
            r"|current )?number",
        ),
        ("email", r"(?:new |work |private |personal )*e-?mail(?: address)?"),
        ("address", r"(?:new |home |postal |shipping |current )*address"),
        ("birthday", r"birthday|b-?day|date of birth|birth date|birthdate"),
        ("age", r"age"),
        ("job", r"(?:new |current |day )*(?:job|occupation|profession|job title|title|role)"),
        ("employer", r"(?:new |current )*(?:employer|company)"),
        ("origin", r"home ?town"),
        ("timezone", r"time ?zone"),
        ("speaks", r"(?:native|first|mother) (?:language|tongue)"),
        ("pronouns", r"pronouns"),
        ("deadline", r"(?:new |final )*(?:deadline|due date)"),
        ("version", r"(?:current |latest |new )*version"),
        ("port", r"port(?: number)?"),
        ("status", r"(?:current )?status"),
        ("owner", r"owner"),
        ("diet", r"diet"),
        ("allergy", r"allerg(?:y|ies)"),
    )
)


_SPELT: Final = {
    "color": "colour",
    "colors": "colours",
    "flavor": "flavour",
    "flavors": "flavours",
    "neighbor": "neighbour",
    "neighborhood": "neighbourhood",
    "favorite": "favourite",
    "theater": "theatre",
    "center": "centre",
    "gray": "grey",
    "jewelry": "jewellery",
    "license": "licence",
    "pajamas": "pyjamas",
}
"""One spelling for words that have two: "favorite color" and "favourite colour" are one attribute."""


def labelled(noun: str) -> str:
    """The attribute that "my …" names: ``phone`` for "phone number", ``favourite:tea`` for "favorite tea"."""
    return known_label(noun) or _spelt(noun)


def _spelt(noun: str) -> str:
    return " ".join(_SPELT.get(word, word) for word in noun.casefold().split())


def known_label(noun: str) -> str:
    """The attribute of a label that is of somebody; empty for a noun that may name anything."""
    plain = _spelt(noun)
    favourite = re.match(r"(?:all[- ]time |very )?favourite (?P<what>.+)", plain)
    if favourite:
        return f"favourite:{favourite['what']}"
    return next((attribute for attribute, pattern in _LABELS if pattern.fullmatch(plain)), "")
