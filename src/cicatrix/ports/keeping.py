"""The clock, the keys, and where a ledger's checkpoints are kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cicatrix.core.notes import VerifierKey


class Clock(Protocol):
    def now(self) -> datetime:
        """The current moment, zone-aware, in UTC."""
        ...

    @property
    def fixed(self) -> bool:
        """True when a caller set the time (``--now``): then running behind the ledger is an error, not repaired."""
        ...


class SigningKeys(Protocol):
    """The private halves of signing keys, each in a place of its own that only this user can read."""

    def held(self, origin: str) -> tuple[VerifierKey, ...]:
        """The keys for a log that can sign here: their private half is whole, and nobody else can read it."""
        ...

    def make(self, origin: str) -> VerifierKey:
        """A new key, kept before this returns."""
        ...

    def sign(self, key: VerifierKey, text: str) -> bytes:
        """64 bytes of Ed25519. Raises NotFound when the private half is not here, StoreError when it is damaged or
        others can read it."""
        ...

    def drop(self, key: VerifierKey) -> None:
        """Destroy the private half."""
        ...

    def holds(self, key: VerifierKey, text: str, signature: bytes) -> bool:
        """Whether a signature is this key's on the text. Needs no private half."""
        ...


class CheckpointFolder(Protocol):
    """Where the checkpoints of a database lie: beside it, not in it."""

    def settle(self) -> None:
        """Have everything that was committed to the database on disk when this returns. Raises StoreError."""
        ...

    def notes(self, namespace: str) -> list[tuple[str, bytes]]:
        """The stored notes, smallest log first, each with the name of its file."""
        ...

    def keep(self, namespace: str, size: int, note: bytes) -> Path:
        """Store a note, on disk when this returns. One that is there stays. Raises StoreError."""
        ...

    def first_key(self, namespace: str) -> str | None:
        """The public key with which signing began, as it was kept."""
        ...

    def keep_first_key(self, namespace: str, key: str) -> None: ...


class Anchor(Protocol):
    """A place that remembers what it was given, and that whoever holds the ledger cannot rewrite unseen."""

    def keep(self, files: Mapping[str, bytes], message: str) -> str | None:
        """Store these files in one step. Returns what names the step (a commit), None when nothing was new."""
        ...

    def all(self, name: str) -> list[tuple[str, bytes]]:
        """Every content that a file ever had, newest first, with what names the step."""
        ...
