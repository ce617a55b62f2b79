"""Limits in a sentence: "above 200 dollars", "more than 10,000 rows", "shorter than 6 hours"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cicatrix.core.policies.lexicon.inflection import singular
from cicatrix.core.policies.policy import Condition
from cicatrix.core.policies.sentence.tokens import Sentence, Token
from cicatrix.core.reading.grammar import table

_OPERATORS: Final[dict[str, tuple[str, ...]]] = {
    "gt": (
        "above", "over", "beyond", "exceeding", "exceed", "exceeds", "past", "more than",
        "north of", "greater than", "bigger than",
        "larger than", "higher than", "longer than", "older than", "heavier than", "in excess of", "upwards of", "uber",
        "mehr als", "grosser als", "hoher als", "langer als", "alter als", "von mehr als", "mas de", "mas del",
        "por encima de",
        "superiores a", "superior a", "mayores de", "mas grandes que", "plus de", "au-dessus de", "superieur a",
        "superieurs a", "superieures a", "superieure a", "que supere", "que superen", "depassant",
    ),
    "ge": ("at least", "from", "starting at", "no less than", "mindestens", "ab", "a partir de", "al menos",
           "au moins"),
    "lt": (
        "below", "under", "less than", "fewer than", "smaller than", "shorter than", "lower than", "younger than",
        "cheaper than", "unter", "weniger als", "kleiner als", "kurzer als", "junger als", "menos de", "por debajo de",
        "menores de", "inferiores a", "moins de", "au-dessous de", "inferieur a", "inferieurs a",
    ),
    "le": ("at most", "up to", "no more than", "not more than", "hochstens", "bis zu", "hasta", "como maximo",
           "au plus"),
}  # fmt: skip
_PHRASES: Final = sorted(
    ((phrase.split(), op) for op, phrases in _OPERATORS.items() for phrase in phrases), key=lambda entry: -len(entry[0])
)
CURRENCIES: Final = {
    alias: code
    for code, aliases in {
        "EUR": "€ eur euro euros", "USD": "$ usd dollar dollars bucks dolares", "GBP": "£ gbp pound pounds libras",
        "CHF": "chf franc francs franken", "JPY": "jpy yen", "CNY": "¥ cny rmb yuan 元 人民币", "SEK": "sek",
        "NOK": "nok", "DKK": "dkk", "PLN": "pln zloty", "CAD": "cad", "AUD": "aud", "INR": "inr rupees rupee",
    }.items()
    for alias in aliases.split()
}  # fmt: skip
_UNITS: Final = {
    alias: unit
    for unit, aliases in {
        "percent": "% percent percentage pct prozent por_ciento pour_cent",
        "second": "second seconds sec s sekunde sekunden",
        "minute": "minute minutes min mins minuten minutos",
        "hour": "hour hours hr hrs h stunde stunden hora horas heure heures",
        "day": "day days tag tage tagen dia dias jour jours",
        "week": "week weeks woche wochen semana semanas semaine semaines",
        "month": "month months monat monate monaten mes meses mois",
        "year": "year years jahr jahre jahren ano anos an ans annee annees",
        "km": "km kilometre kilometres kilometer kilometers",
        "metre": "m metre metres meter meters",
        "mile": "mile miles",
        "kg": "kg kilo kilos kilogram kilograms",
        "mb": "mb mib megabyte megabytes",
        "gb": "gb gib gigabyte gigabytes",
        "tb": "tb tib terabyte terabytes",
        "degree": "° degree degrees celsius grad",
    }.items()
    for alias in aliases.split()
}
_ROLES: Final = {"km": "distance", "metre": "distance", "mile": "distance", "kg": "weight", "percent": "percent",
                 "mb": "size", "gb": "size", "tb": "size", "degree": "temperature"}  # fmt: skip
_TIMES: Final = table("second minute hour day week month year")
_ATTRIBUTES: Final = table("vcpu cpu core gpu thread page word character letter seat bed room floor star replica")
"""Units that a field of their own tells; how many there are of the rest, a count says."""

_LEADING: Final = table(
    "of for von de worth with value in longer d' group groups party parties batch batches that which cost",
    "costs costing priced totalling weighing is are",
)
"""What stands before a limit and says no more: "groups of more than 80 people"."""

_PERSONS: Final = table(
    "customer client user member patient employee person child guest applicant pupil student anyone"
)
_AGE: Final = table("older younger age aged old alter junger")
_OR_MORE: Final = re.compile(r"^(?:or|and|oder|und|o|et|ou) (?:more|above|up|over|mehr|mas|plus|daruber|superior)$")
_SPOKEN: Final = (
    "one", "two dos zwei deux", "three tres drei trois", "four vier", "five funf", "six sechs", "seven sieben",
    "eight acht", "nine neun", "ten zehn diez dix",
)  # fmt: skip
_NUMBERS: Final = {word: value for value, words in enumerate(_SPOKEN, 1) for word in words.split()}
_NO_COUNT: Final = table(
    "of in on at by per a an the and or for from to without unless must may can is are has have be"
)


def read(sentence: Sentence) -> tuple[Condition, ...]:
    """Takes every limit: its words, its number and its unit. Without a comparing word a number is none."""
    found: list[Condition] = []
    tokens = sentence.tokens
    for place in range(len(tokens)):
        phrase = _phrase_at(tokens, place)
        if phrase is None:
            continue
        op, after = phrase
        condition = _limit(sentence, place, after, op)
        if condition is not None:
            found.append(condition)
    return tuple(found)


def number(written: str) -> int | float | None:
    """``5,000`` and ``5.000`` are five thousand, ``6.90`` and ``6,9`` are not; None for what is no number."""
    plain = re.sub(r"[€$£¥\s ']", "", written).rstrip(".,")
    plain = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", plain) if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain) else plain
    plain = re.sub(r",(?=\d{3}\.)", "", plain)
    plain = plain.replace(",", ".")
    size = {"k": 1_000, "m": 1_000_000}.get(plain[-1:].lower(), 1)
    try:
        value = float(plain.rstrip("kKmM") if size > 1 else plain) * size
    except ValueError:
        return None
    return int(value) if value.is_integer() else value


def seconds(value: float, unit: str) -> int:
    """A span of time in seconds; 0 for a unit that is no time."""
    size = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2592000, "year": 31536000}
    return int(value * size.get(unit, 0))


def unit_of(word: str) -> str:
    """The unit or currency that a folded word names; empty if none."""
    return CURRENCIES.get(word) or _UNITS.get(word, "")


def _phrase_at(tokens: Sequence[Token], place: int) -> tuple[str, int] | None:
    for words, op in _PHRASES:
        after = place + len(words)
        row = tokens[place:after]
        if [token.fold for token in row] == words and not any(token.read for token in row):
            return op, after
    return None


def _limit(sentence: Sentence, start: int, place: int, op: str) -> Condition | None:
    tokens = sentence.tokens
    while place < len(tokens) and tokens[place].fold in ("the", "of", "about", "a", "als", "de", "la", "usd", "eur"):
        if tokens[place].fold in CURRENCIES:
            break
        place += 1
    unit = ""
    if place < len(tokens) and tokens[place].fold in CURRENCIES and tokens[place].kind != "number":
        unit = CURRENCIES[tokens[place].fold]
        place += 1
    if place >= len(tokens) or tokens[place].read:
        return None
    token = tokens[place]
    value = number(token.text) if token.kind == "number" else _NUMBERS.get(token.fold)
    if value is None:
        return None
    sign = re.match(r"[€$£¥]", token.text)
    unit = CURRENCIES[sign[0]] if sign else unit
    stop = place + 1
    if not unit and stop < len(tokens):
        word = tokens[stop].fold
        if unit_of(word) or (tokens[stop].kind == "word" and word not in _NO_COUNT and not tokens[stop].read):
            unit = unit_of(word) or singular(word)
            stop += 1
    elif unit and stop < len(tokens) and unit_of(tokens[stop].fold) == unit:
        stop += 1
    if unit == "US" or (stop < len(tokens) and unit == "us" and unit_of(tokens[stop].fold)):
        unit = unit_of(tokens[stop].fold)
        stop += 1
    elif unit in ("percent",) and stop < len(tokens) and tokens[stop].fold in ("cent", "ciento"):
        stop += 1
    rest = " ".join(token.fold for token in tokens[stop : stop + 2])
    if _OR_MORE.match(rest):
        op = "ge" if op == "gt" else op
        stop += 2
    lead = start
    while lead and tokens[lead - 1].fold in _LEADING:
        lead -= 1
    words = {token.fold for token in tokens[start:place]}
    if not unit and start and singular(tokens[start - 1].fold) in _PERSONS:
        words.add("age")  # "customers under 18"
    after = [token.fold for token in tokens[stop : stop + 2]]
    if len(after) == 2 and after[0] in ("a", "an", "per", "pro", "por", "par", "each") and not tokens[stop].read:
        stop += 2  # "180 euros a night"
    sentence.take(tokens[lead:stop], "condition")
    return _condition(op, value, unit, words)


def _condition(op: str, value: float, unit: str, words: set[str]) -> Condition:
    if unit in CURRENCIES.values():
        return Condition("number", role="amount", op=op, value=value, unit=unit, evaluator="number")
    if words & _AGE and (unit in _TIMES or not unit):
        return Condition("number", role="age", op=op, value=value, unit=unit or "year", evaluator="number")
    if unit in _TIMES:
        return Condition("number", role="duration", op=op, value=value, unit=unit, evaluator="number")
    if unit in _ROLES:
        return Condition("number", role=_ROLES[unit], op=op, value=value, unit=unit, evaluator="number")
    if not unit:
        return Condition("number", role="amount", op=op, value=value, evaluator="number")
    role = unit if unit in _ATTRIBUTES else "count"
    return Condition("count", role=role, op=op, value=value, unit=unit, evaluator="count")
