"""Replies that answer nothing."""

from __future__ import annotations

import pytest

from cicatrix.core.reading.no_answer import is_no_answer

SHRUGS = """
no idea
No idea, sorry.
I don't know
I don’t know.
I really don't know, ask somebody else
Hmm, not sure.
Honestly? No clue!
dunno
idk
I have absolutely no idea.
Sorry, I can't say.
Ask someone else.
Please ask somebody else
You'll have to ask someone else.
Good question. I do not know that either.
n/a
TBD
who knows
Not my call.
That's not for me to decide.
keine Ahnung
Das weiß ich leider nicht.
Ich weiß es nicht.
No lo sé.
Ni idea
Je ne sais pas.
Aucune idée
不知道。
わかりません。
"""

ANSWERS = """
30 days.
Not sure, but never on a Friday.
Ask legal first
Ask Dana, she owns the contracts.
Always ask somebody else to review it.
No.
Yes
No refunds after 30 days.
I don't know the customer, so check the order first.
I don't know, probably 30 days.
Don't know who? Ask the desk.
Never say "no idea" to a customer.
Say that we don't know yet.
The answer is unknown to the public; say 14 days.
Pass it to billing.
Later than 5 pm is too late.
Keine Ahnung haben ist kein Grund, frag den Einkauf.
"""


@pytest.mark.parametrize("text", SHRUGS.strip().splitlines())
def test_a_shrug_is_no_answer(text: str) -> None:
    assert is_no_answer(text)


@pytest.mark.parametrize("text", ANSWERS.strip().splitlines())
def test_what_says_anything_is_an_answer(text: str) -> None:
    assert not is_no_answer(text)


def test_a_long_reply_is_read_as_an_answer_and_an_empty_one_is_none_of_this() -> None:
    assert not is_no_answer("no idea " * 100)
    assert not is_no_answer("")
    assert not is_no_answer("…")
