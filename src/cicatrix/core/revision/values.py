"""Values in a statement: times, dates, money, measures, versions, identifiers, each in one form and of one kind.

"1000 mg" is "one gram"; "April 9th" is "9 April"; 5:30 is "half past five". Values of the same kind can be compared:
equal, they say the same; different, they never make a duplicate.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.text import content_stems, stem

LOOSE: Final = "number"
"""The kind of a figure without a unit; it may be a count, a port, a time of day."""


@dataclass(frozen=True, slots=True)
class Value:
    """``key``: the one form. ``noun``: the stem that is counted ("seat"). Offsets are code points of the text."""

    kind: str
    key: str
    written: str
    start: int
    end: int
    noun: str = ""


_MONTHS: Final = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin"
    "|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre"
    "|octubre|noviembre|diciembre"
)
_MONTH_NUMBER: Final = {
    "jan": 1, "ene": 1, "feb": 2, "fév": 2, "mar": 3, "mär": 3, "apr": 4, "avr": 4, "abr": 4, "may": 5, "mai": 5,
    "jun": 6, "juin": 6, "jul": 7, "juil": 7, "aug": 8, "aoû": 8, "ago": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11,
    "dec": 12, "dez": 12, "déc": 12, "dic": 12,
}  # fmt: skip
_WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday mondays mon montag montags lundi lunes",
            "tuesday tuesdays tue tues dienstag dienstags mardi martes",
            "wednesday wednesdays wed mittwoch mittwochs mercredi miércoles",
            "thursday thursdays thu thurs donnerstag donnerstags jeudi jueves",
            "friday fridays fri freitag freitags vendredi viernes",
            "saturday saturdays sat samstag samstags samedi sábado",
            "sunday sundays sun sonntag sonntags dimanche domingo",
        )
    )
    for name in names.split()
}
_UNITS: Final = {
    alias: (kind, factor)
    for kind, lines in {
        "mass": {"mg milligram milligrams milligramme": 1, "g gram grams gramme grammes": 1000, "kg kilo kilos": 10**6},
        "volume": {"ml millilitre millilitres": 1, "cl": 10, "l litre litres liter liters": 1000},
        "length": {
            "mm": 1,
            "cm": 10,
            "m metre metres meter meters": 1000,
            "km kilometre kilometres kilometer kilometers k": 10**6,
            "mile miles": 1609344,
        },
        "bytes": {
            "kb kib": 2**10, "mb mib megabyte megabytes": 2**20, "gb gib gigabyte gigabytes": 2**30,
            "tb tib terabyte terabytes": 2**40,
        },
        "duration": {
            "ms millisecond milliseconds": 1,
            "s sec secs second seconds": 1000,
            "min mins minute minutes": 60_000,
            "h hr hrs hour hours stunden heures horas": 3_600_000,
            "day days tage jours días": 86_400_000,
            "week weeks wochen semaines semanas": 7 * 86_400_000,
            "month months": 30 * 86_400_000,
            "year years jahre ans años": 365 * 86_400_000,
        },
        "percent": {"% percent pct prozent": 1},
        "money": {"€ eur euro euros $ usd dollar dollars £ gbp pound pounds quid": 1},
        "degree": {"° °c degrees celsius": 1},
    }.items()
    for aliases, factor in lines.items()
    for alias in aliases.split()
}  # fmt: skip
_CURRENCY: Final = {
    "€": "eur",
    "$": "usd",
    "£": "gbp",
    "¥": "jpy",
    "eu": "eur",
    "us": "usd",
    "do": "usd",
    "gb": "gbp",
    "po": "gbp",
    "qu": "gbp",
}
_DAY: Final = r"(?:\d{1,2})(?:st|nd|rd|th)?\.?"
_RANGE: Final = rf"(?P<d1>{_DAY})(?:\s?(?:-|–|to|through|until|till|bis|au|al)\s?(?:the )?(?P<d2>{_DAY}))?"
_RANGE2: Final = _RANGE.replace("d1", "e1").replace("d2", "e2")
_WRITTEN: Final = (
    r"(?P<iso>\b\d{4}-\d{2}-\d{2}\b)"
    rf"|(?<![\w.])(?:{_RANGE} (?:of )?(?P<m1>{_MONTHS})\b\.?|(?P<m2>{_MONTHS})\.? {_RANGE2}\b(?![:.]\d|\s?%))"
    r"(?:,? (?P<year1>(?:19|20)\d\d)\b)?"
    r"|(?P<clock>\b\d{1,2}(?::|\.(?=\d\d\s?[ap]m\b))\d{2}(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?[ap]\.?m\b"
    r"|(?:(?<=\bat )|(?<=\bum )|(?<=\bà )|(?<=\blas ))\d{1,2}(?:\s?(?:o'clock|uhr|h))?(?![\w:/%-]|\.\d"
    r"|\s?(?:percent|%|km|euro)))"
    r"|(?P<version>\bv\d+(?:\.\d+)*(?:-\w+)?\b|\b\d+\.\d+\.\d+(?:[.-]\w+)*\b)"
    r"|(?P<sign>[€$£¥])\s?(?P<sum>\d[\d.,]*\d|\d)\s?(?P<thousand>[km]\b)?"
    r"|(?P<phone>\+?\d[\d]{2,}(?:[ -]\d{2,}){1,4}\b)"
    r"|(?P<id>\b(?:[A-Za-z]+[-_]?\d[\w-]*|0x[0-9A-Fa-f]+|[A-Za-z]+(?:-[A-Za-z]+)*-\d+)\b)"
    r"|(?P<number>(?<![a-z0-9_.])\d+(?:[.,]\d+)*)(?P<kilo>[km]\b)?(?:[ -]?(?P<unit>[€$£%°]c?|[a-zß-ÿ]+)(?![\w]))?"
    r"|(?P<year>\b(?:19|20)\d\d\b)"
    rf"|(?P<month>\b(?:{_MONTHS})\b)"
    r"|(?P<weekday>\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag"
    r"|sonntag)s?\b|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes"
    r"|domingo)\b)"
)
_PATTERN: Final = regex(_WRITTEN, re.IGNORECASE)
_MARKED: Final = regex(
    r"(?P<email>[\w.+-]+@[\w-]*(?:\.[\w-]+)*\w?)"
    r"|(?P<url>https?://\S+|#[\w-]{2,}|\b[\w-]+(?:\.[\w-]+)+/\S*)"
    rf"|{_WRITTEN}",
    re.IGNORECASE,
)
"""The same with what has a mark of its own in it: @, / or #."""
_IN: Final = regex(r"\b(?:in|since|by|for|until|till|to|of|during|on|from|next|this|der|en|im|ab|not)\s$", re.I)


@lru_cache(maxsize=4096)
def values(text: str) -> tuple[Value, ...]:
    """The values of a normalised statement, in order."""
    found: list[Value] = []
    pattern = _MARKED if any(mark in text for mark in "@/#") else _PATTERN
    for match in pattern.finditer(text):
        found += _read(match)
    return tuple(found)


def comparable(one: Value, two: Value) -> bool:
    """Whether two values can stand in each other's place: of one kind, or one of them a bare figure."""
    if one.kind == two.kind:
        return one.kind != "count" or one.noun == two.noun or not one.noun or not two.noun
    kinds = {one.kind, two.kind}
    return LOOSE in kinds and bool(
        kinds & {"count", "clock", "phone", "money", "duration", "year", "version", "percent"}
    )


def equal(one: Value, two: Value) -> bool:
    """Whether two values are the same."""
    if one.key == two.key:
        return True
    if {one.kind, two.kind} == {"clock", LOOSE}:
        clock, bare = (one, two) if one.kind == "clock" else (two, one)
        return bare.key.isdigit() and clock.key == str(int(bare.key) % 12 * 60)
    return False


def _read(match: re.Match[str]) -> list[Value]:
    kind = match.lastgroup or ""
    written, start, end = match[0], match.start(), match.end()
    for simple in ("email", "url", "iso"):
        if simple in match.re.groupindex and match[simple]:
            name = "date" if simple == "iso" else simple
            key = written[5:] if simple == "iso" else written.lower().rstrip(".,;:!?")
            years = [Value("year", written[:4], written[:4], start, start + 4)] if simple == "iso" else []
            return [*years, Value(name, key, written, start, end)]
    if match["m1"] or match["m2"]:
        return _dates(match)
    if match["clock"]:
        return [Value("clock", _minutes(match["clock"]), written, start, end)]
    if match["version"]:
        return [Value("version", match["version"].lower().lstrip("v"), written, start, end)]
    if match["sum"]:
        return [Value("money", _amount(match["sum"], match["thousand"]), written, start, end, _CURRENCY[match["sign"]])]
    if match["phone"]:
        return [Value("phone", re.sub(r"\D", "", written), written, start, end)]
    if match["id"]:
        return [Value("id", written.lower(), written, start, end)]
    if match["number"]:
        return [_number(match)]
    if match["month"]:
        low = match["month"].lower()
        if low in ("may", "mar", "mars", "march") and not (
            match["month"][0].isupper() and (start > 0 or low != "may") and _IN.search(match.string[:start])
        ):
            return []
        return [Value("month", f"{_month(low):02}", written, start, end)]
    if kind == "weekday":
        return [Value("weekday", str(_WEEKDAYS[match["weekday"].lower()]), written, start, end)]
    return []


def _dates(match: re.Match[str]) -> list[Value]:
    month = _month((match["m1"] or match["m2"]).lower())
    days = [match[name] for name in ("d1", "d2", "e1", "e2") if match[name]]
    numbers = [int(re.sub(r"\D", "", day)) for day in days]
    found = [
        Value("date", f"{month:02}-{day:02}", match[0], match.start(), match.end()) for day in numbers if day <= 31
    ]
    if match["year1"]:
        found.append(Value("year", match["year1"], match["year1"], match.end() - 4, match.end()))
    return found


def _month(name: str) -> int:
    return _MONTH_NUMBER.get(name[:4]) or _MONTH_NUMBER[name[:3]]


def _minutes(text: str) -> str:
    """A time of day in minutes, halves of the day left open: 3 pm and 15:00 and "at 3" are one."""
    figures = [int(part) for part in re.findall(r"\d+", text)]
    return str(figures[0] % 12 * 60 + (figures[1] if len(figures) > 1 else 0))


def _amount(figures: str, thousand: str | None) -> str:
    bare = figures.replace(",", "") if re.search(r",\d{3}(?!\d)", figures) else figures.replace(",", ".")
    bare = bare.replace(".", "") if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", bare) else bare
    factor = {"k": 1000, "m": 10**6}.get((thousand or "").lower(), 1)
    whole, _, part = bare.partition(".")
    return _scaled(whole, part, factor)


def _scaled(whole: str, part: str, factor: int) -> str:
    """A decimal times a whole number, without floats."""
    part = part.replace(".", "").rstrip("0")
    number = int(whole + part) * factor
    if not part:
        return str(number)
    quotient, rest = divmod(number, 10 ** len(part))
    return f"{quotient}.{rest:0{len(part)}}".rstrip("0").rstrip(".")


def _number(match: re.Match[str]) -> Value:
    figures, unit = match["number"], (match["unit"] or "").lower()
    written, start = match[0], match.start()
    named = _UNITS.get(unit)
    end_of_figure = start + len(figures) + len(match["kilo"] or "")
    if match["kilo"] and match["kilo"].lower() == "k":
        return Value("money", _amount(figures, "k"), match.string[start:end_of_figure], start, end_of_figure)
    if named is not None and unit and not (unit in ("m", "k", "s", "h", "l", "g") and " " in written and unit == "s"):
        kind, factor = named
        whole, _, part = _amount(figures, None).partition(".")
        noun = _CURRENCY.get(unit[:2], unit) if kind == "money" else ""
        return Value(kind, _scaled(whole, part, factor), written, start, match.end(), noun)
    key = _amount(figures, None)
    if re.fullmatch(r"(?:19|20)\d\d", figures) and _IN.search(match.string[:start]):
        return Value("year", figures, figures, start, end_of_figure)
    if figures.count(".") == 1 and not unit:
        return Value("version", figures, figures, start, end_of_figure)
    nouns = content_stems(unit) if unit and unit not in _MONTH_NUMBER else ()
    if len(figures) >= 4 and not nouns:
        return Value(LOOSE, key, figures, start, end_of_figure)
    return Value("count" if nouns else LOOSE, key, figures, start, end_of_figure, stem(unit) if nouns else "")
