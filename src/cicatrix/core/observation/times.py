"""Days that a statement names, counted from the day on which it was said.

Unlike a question, a statement knows whether it looks ahead: "on Friday" is the next one in a plan and the last one in a
report. A month or day without a year is the nearest in the direction of the verb. Weeks run from Monday to Sunday.
English words and ISO dates only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, Literal

from cicatrix.core.windows import Window, find_windows

Direction = Literal["back", "ahead", "near"]

_MONTH: Final = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun"
    "|jul|aug|sept|sep|oct|nov|dec)"
)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYNAME: Final = f"(?:{'|'.join(_WEEKDAYS)}|mon|tues?|wed|thu(?:rs)?|fri|sat|sun)"
_NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_COUNT: Final = rf"(?P<count>\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_ORDINAL: Final = "(?:st|nd|rd|th)?"
_TO: Final = r"\s?(?:-|–|—|to|until|till|through|and)\s?"

_DAYS_OF_MONTH: Final = re.compile(
    rf"\b(?P<first>\d{{1,2}}){_ORDINAL}{_TO}(?:the )?(?P<last>\d{{1,2}}){_ORDINAL} (?:of )?(?P<month>{_MONTH})\b"
    rf"(?:,? (?P<year>\d{{4}}))?"
    rf"|\b(?P<month2>{_MONTH}) (?P<first2>\d{{1,2}}){_ORDINAL}{_TO}(?P<last2>\d{{1,2}}){_ORDINAL}\b(?:,?"
    rf" (?P<year2>\d{{4}}))?",
    re.I,
)
_NEAR: Final = re.compile(
    r"\b(?P<word>the day after tomorrow|the day before yesterday|tomorrow|tonight|today|this (?:morning|afternoon"
    r"|evening)|yesterday|(?:this|next|the coming) weekend|next (?:week|month|year)|this (?:week|month|year))\b",
    re.I,
)
_DAY: Final = re.compile(
    rf"\b(?:(?P<mention>next|this|coming|on|last|until|till|by|since|from)\s+)?(?P<name>{_DAYNAME})\b(?!s\b)", re.I
)
_IN: Final = re.compile(rf"\bin {_COUNT} (?P<unit>day|week|month|year)s?(?:['’] time)?\b", re.I)
_FOR: Final = re.compile(
    rf"\bfor (?:the next |another |the coming )?{_COUNT} (?P<unit>day|week|month)s?\b(?! (?:ago|now)\b)", re.I
)
_SINCE: Final = re.compile(
    r"\b(?:since|starting|beginning|effective|as of|as from)(?: (?:on|in|from|the|early|late|mid))*[ -]$"
    r"|\bfrom (?:the )?$",
    re.I,
)
_ONWARDS: Final = re.compile(r"^ (?:on|onwards?)\b", re.I)
_UNTIL: Final = re.compile(r"\b(?:until|till|through|up to|by)(?: (?:the end of|early|late|mid|the|on))*[ -]$", re.I)
_SINCE_YEAR: Final = re.compile(r"\b(?:since|as of|until|till) (?P<year>(?:19|20)\d\d)\b(?!-\d)", re.I)
_TILL_GAP: Final = re.compile(r"\s*(?:-|–|—|to|until|till|through|and)\s*(?:the )?", re.I)


@dataclass(frozen=True, slots=True)
class Stretch:
    """From the first to the last day, both inside. None: open on that side."""

    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class _Point:
    start: int
    end: int
    first: date
    last: date


def stretch(text: str, said: date, direction: Direction) -> Stretch | None:
    """The days that a statement names, None where it names none. Never raises."""
    points = sorted(_apart(_points(text, said, direction)), key=lambda point: point.start)
    if not points:
        return _lasting(text, said, direction)
    one = points[0]
    if len(points) > 1 and _TILL_GAP.fullmatch(text[one.end : points[1].start]):
        last = points[1].last
        return Stretch(one.first, last if last >= one.first else _years_on(last, 1))
    before, after = text[: one.start], text[one.end :]
    if _UNTIL.search(before):
        return Stretch(None, one.last)
    ahead = direction == "ahead" or _ONWARDS.match(after) is not None  # "a letter from March" has no such end
    is_span = _DAYS_OF_MONTH.fullmatch(text[one.start : one.end]) is not None
    if _SINCE.search(before) and not is_span and (ahead or not re.search(r"\bfrom (?:the )?$", before, re.I)):
        return Stretch(one.first, None)
    return Stretch(one.first, one.last)


def month_day(text: str) -> bool:
    """Whether a text holds a day of the calendar: "3 May", "2026-05-03"."""
    return any(
        window.precision == "day" and not window.looks_back for window in find_windows(text, datetime(2000, 6, 1))
    )


def _apart(points: Iterator[_Point]) -> list[_Point]:
    """The points that do not overlap with one that was found before."""
    taken: list[_Point] = []
    for point in points:
        if all(point.end <= other.start or other.end <= point.start for other in taken):
            taken.append(point)
    return taken


def _points(text: str, said: date, direction: Direction) -> Iterator[_Point]:
    """Every reading with its place, the most exact first."""
    for found in _DAYS_OF_MONTH.finditer(text):
        month = _MONTHS.index((found["month"] or found["month2"])[:3].lower()) + 1
        first, last = int(found["first"] or found["first2"]), int(found["last"] or found["last2"])
        year = found["year"] or found["year2"]
        days = _nearest([_day(each, month, first, last) for each in _years(year, said)], said, direction)
        if days:
            yield _Point(*found.span(), *days)
    for found in _SINCE_YEAR.finditer(text):
        year = int(found["year"])
        yield _Point(found.start("year"), found.end(), date(year, 1, 1), date(year, 12, 31))
    for found in _NEAR.finditer(text):
        yield _Point(*found.span(), *_near(found["word"].lower(), said))
    for found in _IN.finditer(text):
        if direction != "back":
            day = _later(said, _count(found["count"]), found["unit"].lower())
            yield _Point(*found.span(), day, day)
    for found in _DAY.finditer(text):
        yield from _weekday(found, said, direction)
    for window in find_windows(text, datetime.combine(said, time())):
        days = _nearest([_dates(first, end) for first, end in window.ranges], said, direction)
        if days:
            yield _at(text, window, days)


def _at(text: str, window: Window, days: tuple[date, date]) -> _Point:
    """A window begins with its preposition: "in May", "since 2019"; here it starts at the time itself."""
    start = text.find(window.text)
    lead = re.match(r"(?:in|of|during|since|until|till|by|from|throughout|through|before|after)[ -]", window.text, re.I)
    return _Point(start + (lead.end() if lead else 0), start + len(window.text), *days)


def _weekday(found: re.Match[str], said: date, direction: Direction) -> Iterator[_Point]:
    name = found["name"].lower()
    if len(name) <= 4 and (not found["mention"] or not found["name"][0].isupper()):
        return  # "sat", "sun", "wed" are words of their own
    mention = (found["mention"] or "").lower()
    day = next(place for place, whole in enumerate(_WEEKDAYS) if whole.startswith(name[:3]))
    back = (said.weekday() - day) % 7
    if mention in ("last", "since") or (direction == "back" and mention not in ("next", "this", "coming")):
        point = said - timedelta(days=back or 7)
    elif mention == "next":
        point = said + timedelta(days=7 - said.weekday() + day)
    else:
        point = said + timedelta(days=(-back) % 7)
    yield _Point(found.start("name"), found.end(), point, point)


def _near(word: str, said: date) -> tuple[date, date]:
    monday = said - timedelta(days=said.weekday())
    shift = {
        "the day after tomorrow": 2,
        "tomorrow": 1,
        "yesterday": -1,
        "the day before yesterday": -2,
    }.get(word, 0)
    if word.endswith("weekend"):
        saturday = monday + timedelta(days=12 if word.startswith("next") else 5)
        return saturday, saturday + timedelta(days=1)
    if word.endswith("week"):
        start = monday + timedelta(days=7 * word.startswith("next"))
        return start, start + timedelta(days=6)
    if word.endswith("month"):
        start = _later(said.replace(day=1), int(word.startswith("next")), "month")
        return start, _later(start, 1, "month") - timedelta(days=1)
    if word.endswith("year"):
        year = said.year + word.startswith("next")
        return date(year, 1, 1), date(year, 12, 31)
    day = said + timedelta(days=shift)
    return day, day


def _lasting(text: str, said: date, direction: Direction) -> Stretch | None:
    """ "for the next two weeks": from today."""
    found = _FOR.search(text)
    if found is None or direction == "back":
        return None
    return Stretch(said, _later(said, _count(found["count"]), found["unit"].lower()))


def _nearest(ranges: list[tuple[date, date] | None], said: date, direction: Direction) -> tuple[date, date] | None:
    """Of the same days of several years, those that the verb means."""
    known = [days for days in ranges if days is not None]
    if direction == "back":
        known = [days for days in known if days[0] <= said] or known
    elif direction == "ahead":
        known = [days for days in known if days[1] >= said] or known
    return min(known, key=lambda days: _distance(days, said), default=None)


def _distance(days: tuple[date, date], said: date) -> int:
    return max((days[0] - said).days, (said - days[1]).days, 0)


def _dates(first: int, end: int) -> tuple[date, date] | None:
    return (date.fromordinal(first), date.fromordinal(end - 1)) if 0 < first < end <= date.max.toordinal() else None


def _years(named: str | None, said: date) -> range:
    return range(int(named), int(named) + 1) if named else range(max(1, said.year - 1), min(9999, said.year + 2))


def _day(year: int, month: int, first: int, last: int) -> tuple[date, date] | None:
    try:
        return date(year, month, first), date(year, month, last)
    except ValueError:  # no such day
        return None


def _years_on(day: date, years: int) -> date:
    return _later(day, 12 * years, "month")


def _later(day: date, count: int, unit: str) -> date:
    """So many units later; the day of the month is kept where there is one."""
    try:
        if unit in ("day", "week"):
            return day + timedelta(days=count * (7 if unit == "week" else 1))
        index = day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1)
        year, month = divmod(index, 12)
        following = date(year + (month == 11), (month + 1) % 12 + 1, 1)
        return following - timedelta(days=max(1, (following - timedelta(days=1)).day - day.day + 1))
    except (ValueError, OverflowError):
        return day


def _count(words: str) -> int:
    return int(words) if words.isdigit() else _NUMBERS[words.lower()]
