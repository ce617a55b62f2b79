"""Payment card numbers: the issuers' ranges and lengths, the check digit, and no word before it that says otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.secrets.shapes import SecretKind, Span

_CARD = regex(r"(?<![A-Za-z0-9_.+/#-])[2-6](?:[ -]?[0-9]){12,18}(?![A-Za-z0-9_-])(?!\.[0-9])")
_OTHER_NUMBER = regex(
    r"(?:order|tracking|invoice|parcel|shipment|serial|ticket|reference|booking|imei|isbn|ean|phone|tel|id|ref|no|nr|sku)"
    r"\W{0,3}(?:(?:number|no|nr|id|code|is|was)\W{1,3}){0,2}$",
    re.IGNORECASE,
)
_GROUPS: Final = frozenset({(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3)})
"""How numbers are printed on cards; other groupings are other numbers."""


def payment_cards(text: str) -> Iterator[Span]:
    """Card numbers, whole or in the groups that are printed on cards."""
    for found in _CARD.finditer(text):
        groups = tuple(len(group) for group in re.split("[ -]", found[0]))
        digits = found[0].replace(" ", "").replace("-", "")
        if len(groups) > 1 and groups not in _GROUPS:
            continue
        if not is_issued(digits) or not passes_luhn(digits):
            continue
        if len(groups) == 1 and _OTHER_NUMBER.search(text, max(0, found.start() - 30), found.start()):
            continue
        yield Span(found.start(), found.end(), SecretKind.CREDIT_CARD)


def is_issued(digits: str) -> bool:
    """Whether a scheme issues numbers of this range (ISO/IEC 7812) and length: Visa, Mastercard, Amex and others."""
    size, two, three, four = len(digits), int(digits[:2]), int(digits[:3]), int(digits[:4])
    if digits[0] == "4":
        return size in (13, 16, 19)
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return size == 16
    if two in (34, 37):
        return size == 15
    if two in (36, 38, 39) or 300 <= three <= 305:
        return size == 14
    if four == 6011 or two == 65 or 644 <= three <= 649 or 3528 <= four <= 3589:
        return size in (16, 19)
    return two == 62 and 16 <= size <= 19


def passes_luhn(digits: str) -> bool:
    """The check digit of ISO/IEC 7812-1, annex B."""
    total = 0
    for place, letter in enumerate(reversed(digits)):
        value = int(letter)
        if place % 2:
            value = value * 2 - 9 if value > 4 else value * 2
        total += value
    return total % 10 == 0
