from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.actions.urls import canonical, host_matches, host_of


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("HTTP://EXAMPLE.com:80/a/%7euser/../b?x#f", "http://example.com/a/b?x"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://0x7f.0.0.1/", "http://127.0.0.1/"),
        ("http://0177.1/", "http://127.0.0.1/"),
        ("https://bücher.de", "https://xn--bcher-kva.de/"),
        ("https://example.com./x", "https://example.com/x"),
        ("http:\\\\evil.com\\x", "http://evil.com/x"),
        ("git@github.com:a/b.git", "ssh://git@github.com/a/b.git"),
        ("http://a.com/%61%2f", "http://a.com/a%2f"),
    ],
)
def test_a_url_has_one_spelling(written: str, url: str) -> None:
    assert canonical(written) == url


def test_a_user_before_the_host_is_a_disguise() -> None:
    read = canonical("https://good.com@evil.com/")
    assert isinstance(read, Unknown)
    assert read.doubt is Doubt.LOOKALIKE


@pytest.mark.parametrize(
    ("text", "host"),
    [("https://a.b.c:8443/x", "a.b.c"), ("user@host:dir/f", "host"), ("ops@EXAMPLE.com", "example.com"),
     ("localhost:80", "localhost"), ("http:\\\\evil.com\\x", "evil.com"), ("0x7f.1", "127.0.0.1")],
)  # fmt: skip
def test_the_host_of_whatever_names_one(text: str, host: str) -> None:
    assert host_of(text) == host


def test_a_pattern_is_a_host_and_what_lies_below() -> None:
    assert host_matches("example.com", "example.com")
    assert host_matches("example.com", "a.example.com")
    assert host_matches("*.example.com", "a.example.com")
    assert not host_matches("*.example.com", "example.com")
    assert not host_matches("example.com", "badexample.com")
    assert not host_matches("example.com", "example.com.evil.org")


@given(st.text())
def test_any_text_is_a_url_or_unknown(text: str) -> None:
    for read in (canonical(text), canonical(f"http://{text}"), host_of(text)):
        assert isinstance(read, str | Unknown)


@given(st.from_regex(r"https?://[a-z]{1,8}(\.[a-z]{1,5}){1,3}(:[0-9]{1,4})?(/[a-z.%]{0,6}){0,3}", fullmatch=True))
def test_a_canonical_url_is_canonical(url: str) -> None:
    once = canonical(url)
    if isinstance(once, str):
        assert canonical(once) == once
