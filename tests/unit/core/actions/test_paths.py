from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.actions.call import Unknown
from cicatrix.core.actions.paths import canonical, holds, is_path, matches

_SEGMENT = st.text(alphabet="abc.-_ XY", min_size=1, max_size=5).filter(lambda segment: segment.strip(".") != "")
_PATH = st.builds(
    lambda root, parts: root + "/".join(parts), st.sampled_from(["", "/", "~/"]), st.lists(_SEGMENT, min_size=1)
)


@pytest.mark.parametrize(
    ("written", "cwd", "path"),
    [
        ("a/../b//c\\d", "", "b/c/d"),
        ("../../x", "", "../../x"),
        ("../x", "/srv/app", "/srv/x"),
        ("/..//etc/./passwd", "", "/etc/passwd"),
        ("%2e%2e/etc", "", "../etc"),
        ("C:\\Users\\x", "", "/c:/Users/x"),
        ("$HOME/x", "/srv", "~/x"),
        ("file:///etc/passwd", "", "/etc/passwd"),
        ("~/a/../../b", "", "~/../b"),
        ("", "", "."),
    ],
)
def test_a_path_has_one_spelling(written: str, cwd: str, path: str) -> None:
    assert canonical(written, cwd) == path


def test_the_home_is_named_whoever_spells_it_out() -> None:
    assert canonical("/home/me/.ssh", "", "/home/me") == canonical("~/.ssh") == "~/.ssh"


@pytest.mark.parametrize("written", ["%252e%252e/x", "a\nb", "a\0b", "%ff", "x" * 5000])
def test_what_cannot_be_read_is_unknown(written: str) -> None:
    assert isinstance(canonical(written), Unknown)


@pytest.mark.parametrize(
    ("pattern", "path", "does"),
    [
        ("~/.ssh/**", "~/.SSH/id_ed25519", True),
        ("app/config.toml", "APP/Config.TOML", True),
        ("app/config.toml", "app/config.toml.md", False),
        ("config.toml", "/srv/app/config.toml", True),
        ("/etc", "/etc/ssl/x", True),
        ("/etc", "/etcetera", False),
        ("**/*.pem", "b.pem", True),
        ("/srv/**/x", "/srv/a/b/x", True),
        ("/srv/*/x", "/srv/a/b/x", False),
        ("migrations/", "db/migrations/1.sql", True),
        ("~/.ssh", "/home/ada/.ssh", True),
        ("~/.ssh", "~ada/.ssh/id", True),
        ("~/.ssh", "/srv/.ssh/id", False),
        ("~", "/home/ada/x", True),
    ],
)
def test_patterns_go_by_segments_and_not_by_case(pattern: str, path: str, does: bool) -> None:
    assert matches(pattern, path) is does


@pytest.mark.parametrize(
    ("path", "pattern", "does"),
    [("/srv", "/srv/data", True), ("/srv/*", "/srv/data", True), ("/", "~/x", False), ("/", "/etc", True),
     ("/etc", "/srv", False), ("~", "~/.ssh", True), (".", "src", True), ("*", "/srv", False),
     ("/srv/d?ta/x", "/srv/data", True),
     ("~/.s*h/id", "~/.ssh", True)],
)  # fmt: skip
def test_what_is_done_to_a_folder_is_done_to_what_it_holds(path: str, pattern: str, does: bool) -> None:
    assert holds(path, pattern) is does


@given(_PATH)
def test_a_canonical_path_is_canonical(path: str) -> None:
    once = canonical(path)
    assert isinstance(once, str)
    assert canonical(once) == once


@given(_PATH, st.data())
def test_detours_lead_to_the_same_place(path: str, data: st.DataObject) -> None:
    plain = canonical(path)
    segments = path.split("/")
    place = data.draw(st.integers(1, len(segments)))
    detour = data.draw(st.sampled_from([["."], [""], ["xx", ".."], [".", "yy", "zz", "..", ".."]]))
    assert canonical("/".join([*segments[:place], *detour, *segments[place:]])) == plain
    assert matches(path, str(plain).upper())


@given(st.text())
def test_any_text_is_a_path_or_unknown(text: str) -> None:
    assert isinstance(canonical(text), str | Unknown)
    assert isinstance(is_path(text), bool)
    assert isinstance(matches(text, "a/b"), bool)
