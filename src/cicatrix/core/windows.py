"""Time windows in words: "in May", "on March 18", "last week", "past 7 days".

A window is a set of whole days, each counted as its proleptic Gregorian ordinal (``date.toordinal``) in the zone in
which the episode happened. A month without a year is that month of every year: a question rarely says which.
English words and ISO dates only; other languages find no window, and then nothing is filtered by time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, date, datetime, timedelta
from typing import Final, Literal

from cicatrix.errors import InvalidInput

Precision = Literal["day", "month", "span"]
Range = tuple[int, int]
"""First day and the day after the last, as ordinals."""

_MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
_MONTH_NUMBER: Final = {
    name[:3]: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple of": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
}  # fmt: skip
_COUNT: Final = rf"\d{{1,4}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}"
_UNIT_DAYS: Final = {"day": 1, "week": 7, "fortnight": 14}
_MENTION: Final = "in|of|during|since|until|till|by|from|last|this|next|early|mid|late|through|throughout|before|after"

_MENTIONED = re.compile(rf"\b(?:on|{_MENTION}) $", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_ISO_MONTH = re.compile(r"\b((?:19|20)\d\d)-(0[1-9]|1[0-2])\b(?!-\d)")
_DAY = re.compile(
    rf"\b(?:(?P<month>{_MONTHS})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month2>{_MONTHS})\b)(?:,? (?P<year>\d{{4}})\b)?",
    re.IGNORECASE,
)
_MONTH_YEAR = re.compile(rf"\b(?P<month>{_MONTHS})\.?,? (?:of )?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_MONTH = re.compile(rf"\b(?:(?P<mention>{_MENTION})[ -])?(?P<month>{_MONTHS})\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:in|during|since|of|throughout) ((?:19|20)\d\d)\b(?!-\d)", re.IGNORECASE)
_PAST = re.compile(
    rf"\b(?:past|last|previous)\s+(?:(?P<count>{_COUNT})\s+)?(?P<unit>day|week|fortnight|month|quarter|year)s?\b",
    re.IGNORECASE,
)
_AGO = re.compile(rf"\b(?P<count>{_COUNT})\s+(?P<unit>day|week|month|year)s?\s+ago\b", re.IGNORECASE)
_THIS = re.compile(r"\b(?:this|current)\s+(?P<unit>week|month|year)\b", re.IGNORECASE)
_NEAR = re.compile(r"\b(?P<word>today|tonight|this morning|yesterday|last night|last weekend)\b", re.IGNORECASE)
_WEEKDAY = re.compile(rf"\b(?P<mention>on|last|since)\s+(?P<name>{'|'.join(_WEEKDAYS)})\b", re.IGNORECASE)
_SINCE = re.compile(r"^\s*(?:since|after|from)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Window:
    """Whole days that a text names. ``ranges`` are ordered and disjoint."""

    text: str
    ranges: tuple[Range, ...]
    precision: Precision
    looks_back: bool = False  # from now: "last week", "three days ago"; not "today" or "on Friday", which may lie ahead

    def contains(self, day: int) -> bool:
        """Whether the day with this ordinal lies inside."""
        place = bisect_right(self.ranges, (day, 1 << 60)) - 1
        return place >= 0 and day < self.ranges[place][1]


def find_windows(question: str, now: datetime) -> tuple[Window, ...]:
    """The windows a question names, in no particular order; empty when it names none. Never raises."""
    found: list[Window] = []
    taken: list[tuple[int, int]] = []
    for span, window in _all_windows(question, now.date()):
        if all(span[1] <= start or end <= span[0] for start, end in taken):
            taken.append(span)
            found.append(window)
    return tuple(found)


def parse_window(text: str, now: datetime) -> Window:
    """The window that was asked for by name (``since=last week``): from its first day up to and including today.

    Raises InvalidInput when the text names none: an unreadable window must never mean "no filter".
    """
    windows = find_windows(text, now) or find_windows(f"in {text.strip()}", now)
    if len(windows) != 1 or not windows[0].ranges:
        raise InvalidInput(
            f"{text!r} names no time window.",
            hint="Write a date (2026-07-18), a month (May 2026), or words like 'last week' or 'past 7 days'.",
        )
    today = now.date().toordinal()
    past = [start for start, _ in windows[0].ranges if start <= today]
    if not past:
        raise InvalidInput(
            f"{text!r} lies in the future.", hint="A window looks back from now; nothing was recorded after it."
        )
    return Window(text, ((past[-1], today + 1),), "span")


def _all_windows(text: str, today: date) -> Iterator[tuple[tuple[int, int], Window]]:
    """Every reading with its place in the text, the most exact first, so that a part of it is not read again."""
    for match in _ISO.finditer(text):
        yield from _window(match, _named_day(int(match[1]), int(match[2]), int(match[3]), today), "day")
    for match in _ISO_MONTH.finditer(text):
        yield from _window(match, _months(int(match[1]), int(match[2]), today), "month")
    for match in _DAY.finditer(text):
        if match["month"] == "may" and not _MENTIONED.search(text, 0, match.start()):
            continue  # "may 2 people come?"
        month = _month_number(match["month"] or match["month2"])
        year = int(match["year"]) if match["year"] else None
        yield from _window(match, _named_day(year, month, int(match["day"] or match["day2"]), today), "day")
    for match in _MONTH_YEAR.finditer(text):
        yield from _window(match, _months(int(match["year"]), _month_number(match["month"]), today), "month")
    for match in _MONTH.finditer(text):
        if match["mention"] or _is_named(match["month"]):
            yield from _window(match, _months(None, _month_number(match["month"]), today), "month")
    for match in _YEAR.finditer(text):
        year = int(match[1])
        yield from _window(match, ((date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal() + 1),), "span")
    yield from _relative_windows(text, today)


def _relative_windows(text: str, today: date) -> Iterator[tuple[tuple[int, int], Window]]:
    day = today.toordinal()
    for match in _PAST.finditer(text):
        unit = match["unit"].lower()
        if match["count"]:
            yield from _window(match, ((_back(today, _count(match["count"]), unit), day + 1),), "span", looks_back=True)
        else:
            yield from _window(match, (_previous(today, unit),), "span", looks_back=True)
    for match in _AGO.finditer(text):
        unit = match["unit"].lower()
        point = _back(today, _count(match["count"]), unit)
        slack = {"day": 0, "week": 3, "month": 15, "year": 183}[unit]
        yield from _window(match, ((point - slack, point + slack + 1),), "span" if slack else "day", looks_back=True)
    for match in _THIS.finditer(text):
        yield from _window(match, (_current(today, match["unit"].lower()),), "span")
    for match in _NEAR.finditer(text):
        word = match["word"].lower()
        if word == "last weekend":
            saturday = day - (today.weekday() + 2) % 7 if today.weekday() < 5 else day - today.weekday() - 2
            yield from _window(match, ((saturday, saturday + 2),), "span", looks_back=True)
        else:
            start = day - 1 if word in ("yesterday", "last night") else day
            yield from _window(match, ((start, start + 1),), "day", looks_back=start < day)
    for match in _WEEKDAY.finditer(text):
        back = (today.weekday() - _WEEKDAYS.index(match["name"].lower())) % 7 or 7
        looks_back = match["mention"].lower() != "on"
        yield from _window(match, ((day - back, day - back + 1),), "day", looks_back=looks_back)


def _window(
    match: re.Match[str], ranges: tuple[Range, ...], precision: Precision, *, looks_back: bool = False
) -> Iterator[tuple[tuple[int, int], Window]]:
    if ranges:
        yield match.span(), Window(match[0], ranges, precision, looks_back)


def _named_day(year: int | None, month: int, day: int, today: date) -> tuple[Range, ...]:
    """That day, of every year when none is named. Empty for a day that no calendar has."""
    years = (year,) if year else range(1970, today.year + 3)
    days = []
    for each in years:
        try:
            days.append(date(each, month, day).toordinal())
        except ValueError:  # 30 February, or 29 February of this year
            continue
    return tuple((start, start + 1) for start in days)


def _months(year: int | None, month: int, today: date) -> tuple[Range, ...]:
    years = (year,) if year else range(1970, min(today.year + 3, MAXYEAR))
    return tuple((date(each, month, 1).toordinal(), _month_end(each, month)) for each in years)


def _month_end(year: int, month: int) -> int:
    return (date(year, month, 28) + timedelta(days=4)).replace(day=1).toordinal()


def _month_number(name: str) -> int:
    return _MONTH_NUMBER[name[:3].lower()]


def _is_named(month: str) -> bool:
    """A bare month counts when it can be nothing else: written with a capital, and no everyday word or short form."""
    return month[0].isupper() and month.lower() not in ("may", "march", "mar", "jan", "jun", "dec", "august")


def _count(words: str) -> int:
    words = re.sub(r"\s+", " ", words.lower())
    return int(words) if words.isdigit() else _NUMBERS[words]


def _back(today: date, count: int, unit: str) -> int:
    """The day that lies so many units before today; years and months keep the day of the month where there is one."""
    if unit in _UNIT_DAYS:
        return max(1, today.toordinal() - count * _UNIT_DAYS[unit])
    months = count * {"month": 1, "quarter": 3, "year": 12}[unit]
    index = today.year * 12 + today.month - 1 - months
    year, month = divmod(max(index, 12), 12)
    last = _month_end(year, month + 1) - 1
    return min(date(year, month + 1, 1).toordinal() + today.day - 1, last)


def _current(today: date, unit: str) -> Range:
    if unit == "week":
        monday = today.toordinal() - today.weekday()
        return monday, monday + 7
    if unit == "month":
        return today.replace(day=1).toordinal(), _month_end(today.year, today.month)
    return date(today.year, 1, 1).toordinal(), date(today.year, 12, 31).toordinal() + 1


def _previous(today: date, unit: str) -> Range:
    """The calendar unit before the current one: last week is Monday to Sunday."""
    if unit == "day":
        return today.toordinal() - 1, today.toordinal()
    if unit == "fortnight":
        return today.toordinal() - 14, today.toordinal() + 1
    if unit == "quarter":
        first = date(today.year, (today.month - 1) // 3 * 3 + 1, 1)
        return _back(first, 3, "month"), first.toordinal()
    start, _ = _current(today, unit)
    return _current(date.fromordinal(start - 1), unit)
