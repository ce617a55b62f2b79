"""Reading a bundle back, for a restore or an import: strictly, and only what was sealed.

This is not the offline verifier, which shares no code with the engine: here each entry is looked at once more before
it is taken over.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from cicatrix.core.archive import members_of
from cicatrix.core.bundle import ENTRIES, FORMAT, KEYS, MANIFEST
from cicatrix.core.canonical import canonical_json
from cicatrix.core.entries import HEADER_VERSION, EntryKind, Header, commitment, read_header, scan_header
from cicatrix.core.episodes import JsonObject
from cicatrix.core.erasures import DESTROYED, named_by
from cicatrix.core.ids import parse_handle
from cicatrix.core.projection import read_body
from cicatrix.core.stamps import is_stamp
from cicatrix.errors import CicatrixError, VerificationFailed

_HELD = {"body", "header", "salt", "seq"}
_MAYBE = EntryKind.ERASURE.encode()  # stands in the line of each erasure, and in some others
_ERASED = {"erased", "header", "seq"}


@dataclass(frozen=True, slots=True)
class BundledEntry:
    """An entry of a bundle. ``salt`` and ``body`` are None where it was erased; ``noun`` then too."""

    header: Header
    raw: bytes
    salt: bytes | None
    body: bytes | None
    handle: str
    kind: str
    key: str | None
    noun: JsonObject | None


class BundleReader:
    """A bundle in memory. Raises VerificationFailed from whichever call meets what is wrong."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        try:
            found = members_of(data)
        except (ValueError, CicatrixError) as error:
            raise self._broken(f"{error}") from None
        view = memoryview(data)
        self._members = {member.name: view[begin : begin + member.size] for member, begin in found}
        self._manifest = self._read_manifest()

    @property
    def namespace(self) -> str:
        return str(self._manifest.get("namespace"))

    @property
    def origin(self) -> str:
        return str(self._manifest.get("origin"))

    @property
    def root(self) -> str:
        return str(self._manifest.get("root"))

    @property
    def entries_stated(self) -> int:
        count = self._manifest.get("entries")
        return count if isinstance(count, int) else 0

    @property
    def is_whole(self) -> bool:
        """Whether no entry is withheld."""
        return self._manifest.get("withheld") == 0

    def checkpoints(self) -> list[tuple[str, bytes]]:
        """The notes by name, smallest log first."""
        return [(name, bytes(data)) for name, data in self._members.items() if name.startswith("checkpoints/")]

    def keys(self) -> list[str]:
        return bytes(self._member(KEYS)).decode("utf-8", "replace").splitlines()

    def entries(self) -> Iterator[BundledEntry]:
        """The entries in order, each against its commitment; those that are withheld are left out."""
        lines = bytes(self._member(ENTRIES)).split(b"\n")[:-1]
        before = ""
        erased = frozenset(seq for line in lines if _MAYBE in line for seq in _erased_by(line))
        for number, line in enumerate(lines, 1):
            try:
                entry = self._entry(json.loads(line.decode()), number, before)
                if entry is not None and entry.body is None and number not in erased:
                    raise ValueError(DESTROYED)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CicatrixError) as error:
                reason = error.message if isinstance(error, CicatrixError) else str(error)
                raise self._broken(f"entry #{number} is not what was sealed: {reason}") from None
            if entry is not None:
                before = entry.header.at
                yield entry

    def _entry(self, line: JsonObject, seq: int, before: str) -> BundledEntry | None:
        if line.keys() == {"leaf", "seq"}:
            return None
        if line.keys() not in (_HELD, _ERASED) or not isinstance(line["header"], str):
            raise ValueError("its line is not that of an entry")
        raw = line["header"].encode()
        header = read_header(raw)
        canonical = scan_header(raw) is not None or (header.canonical() == raw and header.v == HEADER_VERSION)
        if not canonical or (header.ns, header.seq) != (self.namespace, seq):
            raise ValueError("its header is another's, or not in the canonical form")
        if header.at != before and (not is_stamp(header.at) or header.at < before):
            raise ValueError("its time is none at or after the entry before")
        if not all(1 <= parent < seq for parent in header.parents):
            raise ValueError("it rests on an entry that does not come before it")
        if "erased" in line:
            return self._erased(line, raw, header)
        salt, body = bytes.fromhex(str(line["salt"])), str(line["body"]).encode()
        if commitment(salt, body).hex() != header.commit:
            raise ValueError("its words were changed")
        said = read_body(body)
        _check_handle(said.handle, said.kind)
        return BundledEntry(header, raw, salt, body, said.handle, said.kind, said.key, said.body)

    def _erased(self, line: JsonObject, raw: bytes, header: Header) -> BundledEntry:
        about = line["erased"]
        if not isinstance(about, dict) or not all(isinstance(about.get(name), str) for name in ("handle", "kind")):
            raise ValueError("it does not say what was erased")
        handle, kind = str(about["handle"]), str(about["kind"])
        _check_handle(handle, kind)
        return BundledEntry(header, raw, None, None, handle, kind, None, None)

    def _read_manifest(self) -> JsonObject:
        raw = bytes(self._member(MANIFEST))
        try:
            manifest = json.loads(raw)
            stated = {name: (item["bytes"], item["sha256"]) for name, item in manifest["members"].items()}
            canonical = canonical_json(manifest) == raw
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CicatrixError):
            raise self._broken("its manifest cannot be read") from None
        if manifest.get("format") != FORMAT:
            raise self._broken(f"its format is {manifest.get('format')}, and {FORMAT} is read here")
        actual = {
            name: (len(data), hashlib.sha256(data).hexdigest())
            for name, data in self._members.items()
            if name != MANIFEST
        }
        if not canonical or stated != actual:
            raise self._broken("its members are not those that the manifest lists")
        return dict(manifest)

    def _member(self, name: str) -> memoryview:
        if name not in self._members:
            raise self._broken(f"member {name} is missing")
        return self._members[name]

    def _broken(self, reason: str) -> VerificationFailed:
        return VerificationFailed(
            f"{self._name} is no whole bundle: {reason}.", hint="`cicatrix verify --bundle FILE` says more."
        )


def _erased_by(line: bytes) -> tuple[int, ...]:
    """What an erasure names. A line that cannot be read is met again, in its place."""
    try:
        return named_by(json.loads(line)["header"].encode())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def _check_handle(handle: str, kind: str) -> None:
    if parse_handle(handle)[0] != kind:
        raise ValueError(f"{handle} is no handle of a {kind}")
