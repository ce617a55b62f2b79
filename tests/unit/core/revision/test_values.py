"""Values of one kind in one form."""

from __future__ import annotations

import pytest

from cicatrix.core.revision.values import comparable, equal, values
from cicatrix.core.revision.wording import plain


def read(text: str) -> list[tuple[str, str]]:
    return [(value.kind, value.key) for value in values(plain(text))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1000 mg of it", "one gram of it"),
        ("1.5 km long", "1500 metres long"),
        ("2048 MiB", "2 GiB"),
        ("15 percent off", "15% off"),
        ("$240", "two hundred and forty dollars"),
        ("€900", "900 euros"),
        ("1.100 € warm", "1,100 euros"),
        ("two weeks", "14 days"),
        ("on April 9th", "on 9 April"),
        ("June 3rd through 7th", "3 to 7 June"),
        ("2026-05-04", "4 May 2026"),
        ("at 5:30 pm", "at 17:30"),
        ("at 3", "at 15:00"),
        ("v2.3.1", "2.3.1"),
        ("seven people", "7 people"),
        ("on Fridays", "on Friday"),
        ("64k", "64,000 dollars"),
    ],
)
def test_two_ways_of_writing_one_value(one: str, other: str) -> None:
    pairs = list(zip(values(plain(one)), values(plain(other)), strict=True))
    assert pairs
    assert all(equal(a, b) for a, b in pairs if "year" not in (a.kind, b.kind))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("write to ana@fennel.example or https://fennel.example/x, channel #ops", ["email", "url", "url"]),
        ("call 07700 900142", ["phone"]),
        ("ticket QX-40718 on mon-2", ["id", "id"]),
        ("since 2019", ["year"]),
        ("in May, I may go", ["month"]),
        ("in March we march", ["month"]),
        ("PostgreSQL 16", ["number"]),
        ("40 seats", ["count"]),
        ("release 4.2", ["version"]),
        ("um 9 Uhr am Montag", ["clock", "weekday"]),
        ("nothing here", []),
        ("版本号是2.4", ["version"]),
    ],
)
def test_kinds(text: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in read(text)] == kinds


def test_what_can_stand_in_each_others_place() -> None:
    seats, chairs, bare, clock = (values(text)[0] for text in ("40 seats", "40 chairs", "on 40", "at 10:00"))
    ten, money = values("is 10")[0], values("$10")[0]
    assert not comparable(seats, chairs)
    assert comparable(seats, bare)
    assert comparable(clock, ten)
    assert equal(clock, ten)
    assert not comparable(clock, money)
    assert not equal(seats, values("41 seats")[0])


def test_decimals_are_exact() -> None:
    assert read("77.5 kg") == [("mass", "77500000")]
    assert read("0.25 mg") == [("mass", "0.25")]
