"""Numbers with their units: what stands in a field called ``amount_cents``, in "EUR 5,000", in "9.5 hours"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cicatrix.core.episodes import JsonValue
from cicatrix.core.patterns import regex
from cicatrix.core.reading.grammar import table
from cicatrix.core.text import fold

_NUMBER = regex(r"(?<![\w.,:/-])[-+]?\d(?:[\d.,'\u00a0\u202f_ ]*\d)?(?!\d|[-:/]\d)")
_BESIDE = regex(r"[^\W\d_]+|[$€£¥%₹]")
_SHORT: Final = 64

_CURRENCIES: Final = {
    "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "buck": "USD", "bucks": "USD", "us$": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "欧元": "EUR", "美元": "USD", "元": "CNY", "人民币": "CNY",
    "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "quid": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY",
    "chf": "CHF", "franken": "CHF", "francs": "CHF", "cny": "CNY", "rmb": "CNY", "yuan": "CNY", "sek": "SEK",
    "nok": "NOK", "dkk": "DKK", "pln": "PLN", "czk": "CZK", "huf": "HUF", "cad": "CAD", "aud": "AUD", "nzd": "NZD",
    "inr": "INR", "₹": "INR", "mxn": "MXN", "brl": "BRL", "sgd": "SGD", "hkd": "HKD", "zar": "ZAR", "krw": "KRW",
    "dolares": "USD", "dolar": "USD",
}  # fmt: skip
_MINOR: Final = table("cent cents pence penny minor rappen centimes centavos")
_UNITS: Final[dict[str, dict[float, str]]] = {
    "time": {
        1: "s sec secs second seconds sekunde sekunden segundo segundos seconde secondes 秒",
        60: "min mins minute minutes minuten minuto minutos 分钟",
        3600: "h hr hrs hour hours stunde stunden hora horas heure heures 小时",
        86400: "d day days tag tage tagen dia dias jour jours 天",
        604800: "week weeks wk woche wochen semana semanas semaine semaines 周",
    },
    "length": {
        0.001: "mm",
        0.01: "cm",
        1: "m meter meters metre metres metro metros 米",
        1000: "km kilometer kilometers kilometre kilometres kilometro kilometros 公里",
        1609.344: "mile miles mi",
    },
    "size": {
        1: "byte bytes",
        1e3: "kb kib kilobyte kilobytes",
        1e6: "mb mib megabyte megabytes",
        1e9: "gb gib gigabyte gigabytes gig gigs",
        1e12: "tb tib terabyte terabytes",
    },
    "weight": {
        0.001: "mg",
        1: "g gram grams gramm",
        1000: "kg kilo kilos kilogram kilograms",
        1e6: "ton tons tonne tonnes",
    },
    "share": {1: "% percent percentage pct prozent porcentaje pourcent 百分比"},
}
_SCALES: Final = {
    name: (dimension, factor)
    for dimension, units in _UNITS.items()
    for factor, names in units.items()
    for name in names.split()
}
_MULTIPLES: Final = {
    "k": 1e3,
    "thousand": 1e3,
    "mio": 1e6,
    "million": 1e6,
    "millions": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "万": 1e4,
}


@dataclass(frozen=True, slots=True)
class Measure:
    """``dimension`` is a currency's code, ``time length size weight share``, or "" for a bare number; ``value`` is in
    units, seconds, metres, bytes, grams, per cent."""

    value: float
    dimension: str = ""

    @property
    def is_money(self) -> bool:
        return len(self.dimension) == _CODE and self.dimension.isupper()


_CODE: Final = 3


def measure(value: JsonValue, words: tuple[str, ...] = (), currency: str = "") -> Measure | None:
    """What a field holds. ``words`` are those of its name, which may say the unit; ``currency`` stands beside it.

    None where it is no number, or a text with several.
    """
    if isinstance(value, bool) or value is None or isinstance(value, list | dict):
        return None
    unit = _unit_of(words)
    if isinstance(value, int | float):
        return _scaled(float(value), unit, words, currency)
    if len(value) > _SHORT:
        return None
    found = measures_in(value)
    if len(found) != 1:
        return None
    if found[0].dimension:
        return found[0]
    return _scaled(found[0].value, unit, words, currency)


def measures_in(text: str) -> tuple[Measure, ...]:
    """All numbers of a text with the unit that stands before or after each."""
    found: list[Measure] = []
    for match in _NUMBER.finditer(text):
        value = parse_number(match[0])
        if value is None:
            continue
        before, after = fold(text[: match.start()])[-12:], fold(text[match.end() :])[:24]
        names = [*_BESIDE.findall(after)[:2]] if after[:1].strip() or after[:2].strip() else []
        ahead = [*_BESIDE.findall(before)[-1:]] if before.rstrip() and before.rstrip()[-1] not in ".,;:!?" else []
        if names and names[0] in _MULTIPLES:
            value *= _MULTIPLES[names.pop(0)]
        found.append(_with_unit(value, names[:1], ahead))
    return tuple(found)


def unit(name: str) -> tuple[str, float]:
    """The dimension that a unit measures, and how many base units it is: ``hours`` is (time, 3600), ``USD`` (USD, 1).

    ("", 1) for what is no unit.
    """
    folded = fold(name)
    if folded in _CURRENCIES:
        return _CURRENCIES[folded], 1.0
    return _SCALES.get(folded, ("", 1.0))


def currency_of(text: str) -> str:
    """The code of a currency by its code, name or sign; empty if it is none."""
    return _CURRENCIES.get(fold(text).strip(), "")


def parse_number(text: str) -> float | None:
    """A number as people write it: 5,000 and 5.000 are five thousand, 4,95 and 4.95 are not; None if it is none."""
    digits = re.sub(r"[\s'_\u00a0\u202f]", "", text)
    commas, dots = digits.count(","), digits.count(".")
    if commas and dots:
        mark = "," if digits.rfind(",") > digits.rfind(".") else "."
        digits = digits.replace("," if mark == "." else ".", "").replace(mark, ".")
    elif commas or dots:
        mark = "," if commas else "."
        whole, _, rest = digits.rpartition(mark)
        thousands = len(rest) == 3 and 0 < len(whole.lstrip("+-").split(mark)[0]) <= 3 and not whole.startswith("0")
        digits = digits.replace(mark, "" if commas + dots > 1 or thousands else ".")
    try:
        return float(digits)
    except ValueError:
        return None


def _unit_of(words: tuple[str, ...]) -> str:
    for word in reversed(words):
        if word in _MINOR or word in _SCALES or word in _CURRENCIES:
            return word
    return ""


def _scaled(value: float, name: str, words: tuple[str, ...], currency: str) -> Measure:
    if name in _MINOR or any(word in _MINOR for word in words):
        return Measure(value / 100, currency or "")
    if name in _CURRENCIES:
        return Measure(value, _CURRENCIES[name])
    if name:
        dimension, factor = _SCALES[name]
        return Measure(value * factor, dimension)
    return Measure(value, currency)


def _with_unit(value: float, after: list[str], before: list[str]) -> Measure:
    for name in (*after, *before):
        if name in _CURRENCIES:
            return Measure(value, _CURRENCIES[name])
    for name in after:
        if name in _SCALES:
            dimension, factor = _SCALES[name]
            return Measure(value * factor, dimension)
        if name in _MINOR:
            return Measure(value / 100)
    return Measure(value)
