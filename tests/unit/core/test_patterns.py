from __future__ import annotations

import gc
import pkgutil
import re
from importlib import import_module

import pytest

import cicatrix.core
from cicatrix.core.patterns import Waiting, regex

PUBLIC = [name for name in dir(re.compile("x")) if not name.startswith("_")]


def test_a_waiting_expression_answers_as_a_compiled_one() -> None:
    waiting, compiled = regex(r"\b(?P<what>re\w+)", re.IGNORECASE), re.compile(r"\b(?P<what>re\w+)", re.IGNORECASE)
    text = "Refund first, then record; never forget."
    assert waiting.findall(text) == compiled.findall(text) == ["Refund", "record"]
    assert waiting.sub("x", text) == compiled.sub("x", text)
    assert waiting.split(text) == compiled.split(text)
    assert [found["what"] for found in waiting.finditer(text)] == ["Refund", "record"]
    assert (waiting.match(text, 1), waiting.fullmatch(text)) == (None, None)
    assert (waiting.pattern, waiting.flags, waiting.groups) == (compiled.pattern, compiled.flags, compiled.groups)


@pytest.mark.parametrize("name", PUBLIC)
def test_whatever_is_asked_first_is_answered(name: str) -> None:
    first = getattr(regex("a(b)"), name)
    assert callable(first) == callable(getattr(re.compile("a(b)"), name))


def test_it_is_compiled_when_it_is_used_and_once() -> None:
    waiting = regex("(")
    with pytest.raises(re.error):
        waiting.search("(")
    good = regex("a+")
    assert good.search is good.search
    assert "search" in vars(good)


def test_what_a_compiled_one_does_not_know_a_waiting_one_does_not_either() -> None:
    for name in ("no_such_thing", "__no_such__"):
        with pytest.raises(AttributeError, match=name):
            getattr(regex("a"), name)


def test_every_expression_that_waits_in_the_core_compiles() -> None:
    """What ``re.compile`` would have refused on import must not wait for the person who first needs it."""
    for module in pkgutil.walk_packages(cicatrix.core.__path__, "cicatrix.core."):
        import_module(module.name)
    kept = [each for each in gc.get_objects() if type(each) is Waiting and each._source != "("]
    assert len(kept) > 150
    for waiting in kept:
        re.compile(waiting._source, waiting._flags)
