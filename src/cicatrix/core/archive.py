"""The archive of a bundle: a zip file with one spelling.

Members stand in order of their names, stored without compression, dated 1980-01-01, without comments, extra fields
or data descriptors; so the same members are the same bytes everywhere, and a reader can demand each of them.
Layout: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16. Archives of 4 GiB and more would need another layout.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Final

from cicatrix.errors import InvalidInput

LARGEST: Final = 2**32 - 1
MOST: Final = 2**16 - 1

_LOCAL: Final = struct.Struct("<4s5H3I2H")
_CENTRAL: Final = struct.Struct("<4s6H3I5H2I")
_END: Final = struct.Struct("<4s4H2IH")
_NEEDS: Final = 20  # version 2.0
_MADE_BY: Final = 3 << 8 | _NEEDS  # Unix, so that the mode below means something
_MODE: Final = 0o100644 << 16
_DATE: Final = 1 << 5 | 1  # 1980-01-01, where zip's calendar begins


@dataclass(frozen=True, slots=True)
class Member:
    """Where a member stands: ``offset`` of its head, and its data's checksum and size in bytes."""

    name: str
    crc: int
    size: int
    offset: int

    def head(self) -> bytes:
        name = self.name.encode("ascii")
        return _LOCAL.pack(b"PK\3\4", _NEEDS, 0, 0, 0, _DATE, self.crc, self.size, self.size, len(name), 0) + name

    def listed(self) -> bytes:
        name = self.name.encode("ascii")
        fixed = _CENTRAL.pack(
            b"PK\1\2", _MADE_BY, _NEEDS, 0, 0, 0, _DATE, self.crc, self.size, self.size, len(name), 0, 0, 0, 0, _MODE,
            self.offset,
        )  # fmt: skip
        return fixed + name


def head_size(name: str) -> int:
    """Bytes that stand before the data of a member."""
    return _LOCAL.size + len(name)


def directory(members: list[Member]) -> bytes:
    """What closes the archive. Raises InvalidInput when it has grown beyond what this layout can say."""
    listed = b"".join(member.listed() for member in members)
    last = members[-1]
    start = last.offset + head_size(last.name) + last.size
    if start + len(listed) > LARGEST or len(members) > MOST:
        raise InvalidInput(
            f"The archive would hold {start:,} bytes; it ends at 4 GiB.",
            hint="Export a part of the ledger: --from and --to.",
        )
    return listed + _END.pack(b"PK\5\6", 0, 0, len(members), len(members), len(listed), start, 0)


def begins_like_one(head: bytes, first: bytes) -> bool:
    """Whether a file's first bytes are those of an archive whose first member begins with ``first``."""
    return head.startswith(b"PK\3\4") and first in head


def pack(contents: dict[str, bytes]) -> bytes:
    """A whole small archive in memory."""
    members: list[Member] = []
    parts: list[bytes] = []
    at = 0
    for name in sorted(contents):
        data = contents[name]
        member = Member(name, zlib.crc32(data), len(data), at)
        members.append(member)
        parts += [member.head(), data]
        at += head_size(name) + len(data)
    return b"".join(parts) + directory(members)


def members_of(data: bytes | memoryview) -> list[tuple[Member, int]]:
    """The members of an archive and where the data of each begins. Raises ValueError when any byte stands elsewhere
    than :func:`pack` would put it."""
    view = memoryview(data)
    found: list[tuple[Member, int]] = []
    at = 0
    while bytes(view[at : at + 4]) == b"PK\3\4":
        if len(view) - at < _LOCAL.size:
            raise ValueError("the archive is cut off")
        fields = _LOCAL.unpack(view[at : at + _LOCAL.size])
        size, name_size = fields[8], fields[9]
        begin = at + _LOCAL.size + name_size
        name = bytes(view[at + _LOCAL.size : begin])
        if not name.isascii() or begin + size > len(view):
            raise ValueError("the archive is cut off, or no archive of this kind")
        member = Member(name.decode("ascii"), zlib.crc32(view[begin : begin + size]), size, at)
        if view[at:begin] != member.head():
            raise ValueError(f"the head of member {member.name} is not in the one allowed encoding")
        found.append((member, begin))
        at = begin + size
    names = [member.name for member, _ in found]
    if not found or names != sorted(set(names)):
        raise ValueError("its members are not in order" if found else "it is no archive")
    if view[at:] != directory([member for member, _ in found]):
        raise ValueError("its directory is not the one of its members")
    return found
