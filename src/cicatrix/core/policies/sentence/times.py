"""When a rule holds: days, hours and dates of a sentence, as a window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from cicatrix.core.policies.policy import Window
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading.grammar import table

_DAYS: Final = {
    word: number
    for number, words in enumerate(
        (
            "monday mon montag lunes lundi",
            "tuesday tue dienstag martes mardi",
            "wednesday wed mittwoch miercoles mercredi",
            "thursday thu donnerstag jueves jeudi",
            "friday fri freitag viernes vendredi",
            "saturday sat samstag sonnabend sabado samedi",
            "sunday sun sonntag domingo dimanche",
        )
    )
    for base in words.split()
    for word in (base, f"{base}s", f"{base}e", f"{base}en")
}
_GROUPS: Final = {
    **dict.fromkeys(table("weekend weekends wochenende wochenenden week-end week-ends"), (5, 6)),
    **dict.fromkeys(table("weekday weekdays workday workdays werktag werktags werktagen"), (0, 1, 2, 3, 4)),
}
MONTHS: Final = {
    word: number
    for number, words in enumerate(
        (
            "january jan januar enero janvier",
            "february feb februar febrero fevrier",
            "march mar marz marzo mars",
            "april apr abril avril",
            "may mai mayo",
            "june jun juni junio juin",
            "july jul juli julio juillet",
            "august aug agosto aout",
            "september sept sep septiembre septembre",
            "october oct oktober octubre octobre",
            "november nov noviembre novembre",
            "december dec dezember diciembre decembre",
        ),
        1,
    )
    for word in words.split()
}
_SPOKEN: Final = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "mittag": "12:00", "mitternacht": "00:00",
                  "mediodia": "12:00", "medianoche": "00:00", "midi": "12:00", "minuit": "00:00"}  # fmt: skip
_PARTS: Final = {
    "night": ("22:00", "06:00"), "nights": ("22:00", "06:00"), "overnight": ("22:00", "06:00"),
    "nachts": ("22:00", "06:00"), "morning": ("06:00", "12:00"), "mornings": ("06:00", "12:00"),
    "afternoon": ("12:00", "18:00"), "afternoons": ("12:00", "18:00"), "evening": ("18:00", "22:00"),
    "evenings": ("18:00", "22:00"),
}  # fmt: skip
_AFTER: Final = frozenset(["after", "from", "past", "since", "nach", "ab", "despues", "desde", "apres"])
_BEFORE: Final = frozenset(["before", "until", "till", "vor", "bis", "antes", "hasta", "avant", "jusqu'"])
_BETWEEN: Final = frozenset(["between", "from", "zwischen", "von", "entre", "de"])
_TO: Final = frozenset(["and", "to", "until", "till", "-", "–", "und", "bis", "y", "a", "et", "hasta"])
_UNTIL: Final = frozenset(["until", "till", "through", "bis", "hasta", "jusqu'", "before", "vor", "avant"])
_SINCE: Final = frozenset(["from", "since", "after", "starting", "ab", "desde", "apres", "as"])
_LEAD: Final = table(
    "on at in during every each am an bei los las el le les the a o'clock uhr h of zum von als each al",
    "de la den de",
)
_ZONES: Final = {"utc": "UTC", "gmt": "UTC", "cet": "Europe/Paris", "cest": "Europe/Paris"}


def read(sentence: Sentence) -> tuple[Window, ...]:
    """Takes what tells when; one window with all that was said, empty if nothing was."""
    tokens = sentence.tokens
    days: list[int] = []
    span: dict[str, str] = {}
    for place, token in enumerate(tokens):
        if token.read or (token.kind not in ("word", "clock", "number")):
            continue
        if (named := _days(token.fold)) and not token.owner:
            days += _day_range(sentence, place, named)
    _hours(sentence, span)
    _dates(sentence, span)
    for place, token in enumerate(tokens):
        if not token.read and token.fold in _ZONES and place and tokens[place - 1].read == "window":
            span["zone"] = _ZONES[token.fold]
            sentence.take([token], "window")
    if not days and not span:
        return ()
    clock = {key: span.get(key, "") for key in ("start", "end", "since", "until", "zone")}
    window = Window(tuple(sorted({*days})), **clock)
    first = next(place for place, token in enumerate(tokens) if token.read == "window")
    led = [
        token for token in tokens[max(0, first - 2) : first] if token.fold in ("outside", "of", "ausserhalb", "fuera")
    ]
    if led and led[0].fold != "of":
        sentence.take(led, "window")
        return outside(window)
    return (window,)


def outside(window: Window) -> tuple[Window, ...]:
    """The windows of all other times."""
    found: list[Window] = []
    if window.days:
        found.append(replace(window, days=tuple(day for day in range(7) if day not in window.days), start="", end=""))
    if window.start or window.end:
        found.append(replace(window, days=(), start=window.end, end=window.start))
    return tuple(found)


def _days(word: str) -> tuple[int, ...]:
    if word in _DAYS:
        return (_DAYS[word],)
    return _GROUPS.get(word, ())


def _day_range(sentence: Sentence, place: int, named: tuple[int, ...]) -> tuple[int, ...]:
    """A day, or "Monday to Friday" as a whole; the words that lead to it are read with it."""
    tokens = sentence.tokens
    if place + 2 < len(tokens) and tokens[place + 1].fold in ("to", "-", "–", "bis", "through", "a"):
        last = _days(tokens[place + 2].fold)
        if last:
            sentence.take([*_before(tokens, place), *tokens[place : place + 3]], "window")
            return tuple((named[0] + step) % 7 for step in range((last[0] - named[0]) % 7 + 1))
    sentence.take([*_before(tokens, place), tokens[place]], "window")
    return named


def _before(tokens: Sequence[Token], place: int) -> list[Token]:
    """The words that lead to a time: "on", "every", "at the"."""
    taken: list[Token] = []
    while place and tokens[place - 1].fold in _LEAD | {"only"} and not tokens[place - 1].read and len(taken) < 3:
        if tokens[place - 1].fold == "only":
            break
        place -= 1
        taken.insert(0, tokens[place])
    return taken


def _hours(sentence: Sentence, span: dict[str, str]) -> None:
    tokens = sentence.tokens
    clocks = [(place, hour) for place in range(len(tokens)) if (hour := _clock(tokens, place))]
    for index, (place, hour) in enumerate(clocks):
        if tokens[place].read:
            continue
        lead = _before(tokens, place)
        ahead = place - len(lead) - 1
        word = tokens[ahead].fold if ahead >= 0 else ""
        later = clocks[index + 1] if index + 1 < len(clocks) else None
        if later and 0 < later[0] - place <= 3 and any(token.fold in _TO for token in tokens[place + 1 : later[0]]):
            span["start"], span["end"] = hour, later[1]
            opening = [tokens[ahead]] if word in _BETWEEN else []
            sentence.take([*opening, *lead, *tokens[place : later[0] + 1]], "window")
        elif word in _AFTER or word in _BEFORE:
            span["start" if word in _AFTER else "end"] = hour
            sentence.take([tokens[ahead], *lead, tokens[place]], "window")
        else:
            continue
        last = later[0] if later and tokens[later[0]].read else place
        if last + 1 < len(tokens) and tokens[last + 1].fold in ("uhr", "h", "o'clock", "heures", "horas"):
            sentence.take([tokens[last + 1]], "window")
    _bare_range(sentence, span)
    for place, token in enumerate(tokens):
        if not token.read and token.fold in _PARTS and not span.get("start"):
            follows = place + 1 < len(tokens) and tokens[place + 1].kind == "word" and not tokens[place + 1].read
            by_day = place and tokens[place - 1].read == "window"
            led = place and tokens[place - 1].fold in _LEAD - {"a"}
            if (by_day or led or token.fold in ("overnight", "nachts")) and not (follows and token.fold == "evening"):
                span["start"], span["end"] = _PARTS[token.fold]
                sentence.take([*_before(tokens, place), token], "window")


def _bare_range(sentence: Sentence, span: dict[str, str]) -> None:
    """ "During business hours (9 to 17)", "11 to 16h": two plain hours, where the words before are about a time."""
    tokens = sentence.tokens
    told = find(tokens, "hours|day|night|time|morning|afternoon|during|window")
    if span.get("start") or told is None:
        return
    for place in range(told[1], len(tokens) - 2):
        first, joint, last = tokens[place : place + 3]
        hours = [re.fullmatch(r"(\d{1,2})(?::(\d\d))?\s?h?", token.fold) for token in (first, last)]
        if any(token.read for token in (first, last)) or joint.fold not in _TO or not all(hours):
            continue
        ends = [f"{int(hour[1]):02}:{hour[2] or '00'}" for hour in hours if hour]
        if max(ends) > "24:00":
            continue
        span["start"], span["end"] = ends
        opening = max((at for at in range(told[0]) if tokens[at].fold in ("during", "in")), default=told[0])
        sentence.take(
            [token for token in tokens[opening : place + 3] if token.kind != "mark" or token is joint], "window"
        )
        return


def _clock(tokens: Sequence[Token], place: int) -> str:
    """The hour that a token tells, as ``HH:MM``; a bare number only beside "Uhr", or where another hour follows."""
    token = tokens[place]
    if token.fold in _SPOKEN:
        return _SPOKEN[token.fold]
    if token.kind == "number" and token.text.isdigit() and int(token.text) <= 24:
        after = tokens[place + 1].fold if place + 1 < len(tokens) else ""
        before = tokens[place - 1].fold if place else ""
        opens = {"between", "zwischen", "entre"}
        ranged = before in opens or (before in _TO and place > 2 and tokens[place - 3].fold in opens)
        bare = ranged and not tokens[place + 1 : place + 2]
        bare = bare or (ranged and (after in _TO or tokens[place + 1].kind == "mark"))
        return f"{int(token.text):02}:00" if bare or after in ("uhr", "o'clock", "horas", "heures") else ""
    if token.kind != "clock":
        return ""
    digits = "".join(char if char.isdigit() else " " for char in token.text).split()
    hour, minute = int(digits[0]), int(digits[1]) if len(digits) > 1 else 0
    folded = token.fold.replace(".", "")
    if folded.endswith("pm") and hour < 12:
        hour += 12
    if folded.endswith("am") and hour == 12:
        hour = 0
    return f"{hour:02}:{minute:02}" if hour <= 24 and minute < 60 else ""


def _dates(sentence: Sentence, span: dict[str, str]) -> None:
    tokens = sentence.tokens
    for place, token in enumerate(tokens):
        if token.read or token.fold not in _UNTIL | _SINCE:
            continue
        found = _date(tokens, place + 1)
        if found is None:
            continue
        first, last, stop = found
        if token.fold in ("before", "vor", "avant"):
            span["until"] = first.isoformat()
        elif token.fold in _UNTIL:
            span["until"] = (last + timedelta(days=1)).isoformat()
        elif token.fold == "after":
            span["since"] = (last + timedelta(days=1)).isoformat()
        else:
            span["since"] = first.isoformat()
        sentence.take(tokens[place:stop], "window")


_SKIPPED: Final = table("the end of on ende fin de finales am zum la le du el au ' a d' of, the")


def _date(tokens: Sequence[Token], place: int) -> tuple[date, date, int] | None:
    """First and last day of a date or month with a year, and one past its last token; without a year none is read."""
    day = month = year = 0
    iso = tokens[place].text.strip(".,") if place < len(tokens) else ""
    if (when := _iso(iso)) is not None:
        return when, when, place + 1
    while place < len(tokens):
        token = tokens[place]
        digits = token.fold.rstrip("stndrh.,")
        if token.fold in MONTHS and not month:
            month = MONTHS[token.fold]
        elif digits.isdigit() and len(digits) == 4:
            year = int(digits)
            place += 1
            break
        elif digits.isdigit() and int(digits) <= 31 and not day:
            day = int(digits)
        elif token.fold not in _SKIPPED and token.text not in (".", ","):
            break
        place += 1
    if not month or not year:
        return None
    try:
        first = date(year, month, day or 1)
    except ValueError:
        return None
    last = first if day else (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    return first, last, place


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
