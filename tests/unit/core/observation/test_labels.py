"""The attributes that labels name."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.labels import known_label, labelled


@pytest.mark.parametrize(
    ("noun", "attribute"),
    [
        ("phone number", "phone"),
        ("New E-mail address", "email"),
        ("favorite  tea", "favourite:tea"),
        ("all-time favourite book", "favourite:book"),
        ("favorite color", "favourite:colour"),
        ("favourite colour", "favourite:colour"),
        ("color scheme", "colour scheme"),
        ("date of birth", "birthday"),
        ("locker number", "locker number"),
    ],
)
def test_a_label_names_its_attribute(noun: str, attribute: str) -> None:
    assert labelled(noun) == attribute


def test_what_names_anything_is_no_known_label() -> None:
    assert known_label("locker number") == ""
    assert known_label("mobile number") == "phone"
