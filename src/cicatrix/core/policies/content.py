"""What a text holds: codes, addresses, numbers of cards and accounts, keys, days of birth. By form and by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.text import fold

_CODE = regex(
    r"(?<![\w-])(?=[A-Z0-9-]*[A-Z])(?=[A-Z0-9-]*\d)[A-Z0-9]{2,}(?:-[A-Z0-9]+)*(?![\w-])|(?<!\w)[A-Z]{5,}\d*(?!\w)"
)
_CODE_CUE = regex(
    r"\b(?:code|coupon|voucher|promo|discount|gutschein|rabatt|cupon|descuento|remise)|% off|折扣|优惠|\boff\b|\d\s?%"
    r"|(?:^|[.!?:;,–—-]\s*|\band )(?:use|apply|enter|redeem|claim|nutzt?|nimm|usa|utilisez)\s[\"“'’]?[a-z]+\d+\b"
)
_EMAIL = regex(r"[^\s@<>,;:]+@[^\s@<>,;]+\.[a-z]{2,}", 2)
_PHONE = regex(
    r"(?<![\w.,-])(?:\+|00)\d[\d\s()./-]{6,}\d(?![\w-])|(?<![\w.,-])\(?0\d{1,5}\)?[\s/-]\d[\d\s-]{4,}\d(?![\w-])"
    r"|(?<![\w.,-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])"
)
_CARD = regex(r"(?<![\w-])(?:\d[ -]?){12,18}\d(?![\w-])")
_IBAN = regex(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?!\w)")
_IP = regex(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])")
_SSN = regex(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_KEY = regex(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|(?<!\w)(?:sk|pk|ghp|gho|xox[abp]|AKIA|AIza|glpat|eyJ)[-_A-Za-z0-9]{12,}"
    r"|(?i:\b(?:api[ _-]?key|secret|token|password|passwd|passwort|kennwort|contrasena|mot de passe)\b"
    r"\s*(?:is|ist|es|est|[:=])\s*\S{4,})"
)
_MONTHS: Final = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|januar|februar|maerz|marz|mai|juni|juli|oktober|dezember"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|octubre|diciembre|janvier|fevrier|mars|avril|juin|juillet|aout"
)
_DATE: Final = (
    r"(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19|20)\d\d-\d\d-\d\d"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:{_MONTHS})\.?\s?(?:de\s)?(?:19|20)\d\d"
    rf"|(?:{_MONTHS})\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d)"
)
_BIRTH = regex(
    rf"\b(?:born|birth|birthday|dob|d\.o\.b|geboren|geburts\w*|geb\.|nacid[oa]|nacimiento|nee?\b|naissance|出生|生日)\D{{0,24}}{_DATE}"
)
_STREET = regex(
    r"\b\d{1,5}[a-z]?\s(?:[a-z'.-]+\s){0,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|square|way|place|quay|"
    r"boulevard|blvd|terrace|close|row|rue|calle|avenida|platz|weg|allee)\b|\b[a-z-]+(?:strasse|straße|str\.|weg|platz|gasse|allee)\s\d+"
    r"|\b(?:rue|calle|avenida|via|plaza)\s[a-z' -]{3,30},?\s\d+|\d+\s?号"
)
_AMOUNT = regex(
    r"(?:[$€£¥]|\b(?:usd|eur|gbp|chf)\b)\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:[$€£¥]|(?:usd|eur|gbp|chf|dollars?|euros?|pounds?)\b)|\b\d{1,3}(?:[,.]\d{3})+\b"
)
_LINK = regex(r"https?://|www\.\w", 2)


def _luhn(text: str) -> bool:
    digits = [int(character) for character in text if character.isdigit()]
    doubled = [digit * 2 - 9 if digit > 4 else digit * 2 for digit in digits[-2::-2]]
    return (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    turned = plain[4:] + plain[:4]
    return 15 <= len(plain) <= 34 and int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


_DETECTORS: Final[dict[str, Callable[[str], bool]]] = {
    "code": lambda text: bool(_CODE.search(text)) and bool(_CODE_CUE.search(fold(text))),
    "email": lambda text: bool(_EMAIL.search(text)),
    "phone": lambda text: bool(_PHONE.search(text)),
    "card": lambda text: any(_luhn(found[0]) for found in _CARD.finditer(text)),
    "iban": lambda text: any(_is_iban(found[0]) for found in _IBAN.finditer(text)),
    "ip": lambda text: bool(_IP.search(text)),
    "ssn": lambda text: bool(_SSN.search(text)),
    "key": lambda text: bool(_KEY.search(text)),
    "birth_date": lambda text: bool(_BIRTH.search(fold(text))),
    "address": lambda text: bool(_STREET.search(fold(text))),
    "amount": lambda text: bool(_AMOUNT.search(fold(text))),
    "link": lambda text: bool(_LINK.search(text)),
}
DETECTORS: Final = frozenset(_DETECTORS)
"""What is found in a text by its form. Forms, no proof: a code is capitals with a word such as *code* beside it."""

_NAMES: Final = {
    "code": "discount code|promo code|access code|voucher|coupon|rabattcode|gutschein|codigo de descuento|code promo"
    "|折扣码|优惠码",
    "email": "email address|e-mail address|mail address|correo electronico|邮箱",
    "phone": "phone number|telephone number|mobile number|telefonnummer|numero de telefono|电话号码",
    "card": "card number|credit card|card details|kreditkarte|tarjeta|卡号",
    "iban": "iban|bank details|account number|bankverbindung|kontonummer|账号",
    "ip": "ip address",
    "ssn": "social security number|ssn",
    "key": "api key|password|secret|token|private key|credential|passwort|contrasena|mot de passe|密码|密钥",
    "birth_date": "date of birth|birth date|birthday|dob|geburtsdatum|fecha de nacimiento|date de naissance|生日",
    "address": "home address|street address|private address|adresse|privatadresse|direccion|住址",
    "amount": "price|amount|preis|precio|prix|价格",
    "link": "link|url",
}
"""How people name such things, folded, for requests that speak of them: "add her date of birth"."""


def holds(detector: str, text: str, *, named: bool = False) -> bool | None:
    """Whether a text holds what a detector finds; with ``named`` also whether it only names it ("her date of birth").

    None for a detector that there is not.
    """
    if detector not in _DETECTORS:
        return None
    if _DETECTORS[detector](text):
        return True
    return named and any(name in fold(text) for name in _NAMES[detector].split("|"))
