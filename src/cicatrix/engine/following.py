"""Caches that follow a ledger by sequence: each answer is of the ledger's end as one reader or writer sees it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import ClassVar

from cicatrix.core.entries import GENESIS, read_header
from cicatrix.core.ids import Kind
from cicatrix.ports import LedgerReader, Version


class Follower(ABC):
    """Safe to share between threads, which hold ``_lock`` while they follow and read.

    A transaction that was rolled back leaves entries here that the ledger never had: then all is read anew. So it is
    after an erasure, which took words of versions that were read long ago.
    """

    kinds: ClassVar[tuple[Kind, ...]]

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq, self._chain = 0, GENESIS
        self._clear()

    @property
    def is_new(self) -> bool:
        """Whether nothing was read yet."""
        return not self._seq

    @abstractmethod
    def _clear(self) -> None:
        """Forget all that was read."""

    @abstractmethod
    def _load(self, reader: LedgerReader) -> None:
        """Read what holds now, for the first time."""

    @abstractmethod
    def _put(self, version: Version) -> None:
        """Take a version that was begun since, ended or not."""

    def _forget(self) -> None:
        self._seq, self._chain = 0, GENESIS
        self._clear()

    def _follow(self, reader: LedgerReader) -> None:
        head = reader.head()
        if head.seq == self._seq and head.chain == self._chain:
            return
        if not (0 < self._seq < head.seq and self._continues(reader)):
            self._forget()
        else:
            for version in reader.changes(self._seq, (*self.kinds, Kind.ERASURE)):
                if version.kind is Kind.ERASURE:
                    self._forget()
                    break
                self._put(version)
        if not self._seq:
            self._load(reader)
        self._seq, self._chain = head.seq, head.chain

    def _continues(self, reader: LedgerReader) -> bool:
        """Whether the entry after the last one that was read follows on that one."""
        after = next(iter(reader.entries(self._seq + 1, self._seq + 2)), None)
        return after is not None and read_header(after.header).prev == self._chain.hex()
