"""The archive with one spelling: other tools read it, and no byte of it can stand elsewhere."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.archive import Member, directory, head_size, members_of, pack
from cicatrix.errors import InvalidInput

names = st.text("abcdefgh/._-0123456789", min_size=1, max_size=20)
contents = st.dictionaries(names, st.binary(max_size=60), min_size=1, max_size=5)


@given(contents)
def test_members_come_back_and_other_tools_agree(members: dict[str, bytes]) -> None:
    data = pack(members)
    found = {member.name: data[begin : begin + member.size] for member, begin in members_of(data)}
    assert found == members
    assert list(found) == sorted(members)
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        assert read.testzip() is None
        assert {info.filename: read.read(info) for info in read.infolist()} == members
        assert {info.date_time for info in read.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@given(contents, st.data())
def test_every_changed_byte_is_refused(members: dict[str, bytes], draw: st.DataObject) -> None:
    data = bytearray(pack(members))
    place = draw.draw(st.integers(0, len(data) - 1))
    data[place] ^= draw.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match=r"\w"):
        members_of(bytes(data))


@given(contents, st.binary(min_size=1, max_size=30))
def test_nothing_may_stand_before_or_behind(members: dict[str, bytes], more: bytes) -> None:
    data = pack(members)
    for bad in (data + more, more + data, data[: -len(more)]):
        if bad != data:
            with pytest.raises(ValueError, match=r"\w"):
                members_of(bad)


def test_an_archive_ends_at_four_gigabytes() -> None:
    with pytest.raises(InvalidInput, match="4 GiB"):
        directory([Member("big", 0, 2**32 - 40, 0)])
    assert head_size("name") == 34
