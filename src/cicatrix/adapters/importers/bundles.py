"""Another ledger's bundle: its episodes are recorded anew, and each says which entry of which log it comes from.

Only episodes are brought in. What the other agent concluded from them is not: here they teach anew, if a person
vouches for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cicatrix.core.archive import begins_like_one
from cicatrix.core.bundle_reading import BundledEntry, BundleReader
from cicatrix.core.episodes import TEXT_FIELDS, JsonObject
from cicatrix.core.ids import Kind
from cicatrix.errors import InvalidInput
from cicatrix.ports import Importer, ImportRow, ImportSkip

_TITLE: Final = b"# A Cicatrix bundle"
_HEAD: Final = 200  # bytes in which it stands
_AS_THEY_ARE: Final = (
    "kind",
    "actor",
    "session",
    "role",
    "speaker",
    "arguments",
    "subjects",
    "recorded_by",
    *TEXT_FIELDS,
)


def sniff(_path: Path, head: bytes) -> bool:
    """By its first member, which is the same in every bundle."""
    return begins_like_one(head[:_HEAD], _TITLE)


def read(path: Path) -> Iterator[ImportRow | ImportSkip]:
    """Raises VerificationFailed for a bundle that is not whole, InvalidInput for a file that cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(f"{path} cannot be read: {reason}.", hint="Name a bundle that exists.") from None
    if not sniff(path, data[:_HEAD]):
        raise InvalidInput(f"{path.name} is no bundle: an archive that `cicatrix export bundle` made.")
    bundle = BundleReader(data, path.name)
    for entry in bundle.entries():
        if entry.kind != Kind.EPISODE:
            continue
        where = f"{bundle.origin} #{entry.header.seq}, {entry.handle}"
        if entry.noun is None:
            yield ImportSkip(where, "its words were erased")
        else:
            yield ImportRow(_fields(entry, entry.noun), where, f"{bundle.origin}#{entry.header.seq}")


def _fields(entry: BundledEntry, noun: JsonObject) -> JsonObject:
    """The episode in the episode schema. A reply's question is a handle of the other ledger and stays there."""
    fields: JsonObject = {name: noun[name] for name in _AS_THEY_ARE if name in noun}
    corrector = noun.get("corrector")
    if isinstance(corrector, dict) and corrector.get("role") != "agent":
        fields["correction_by"] = corrector.get("name")
    fields["occurred_at"] = noun.get("occurred_at") or entry.header.at
    return fields


IMPORTER = Importer("bundle", sniff, read)
