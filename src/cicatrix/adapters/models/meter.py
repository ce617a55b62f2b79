"""What may be spent: tokens of a call, of a run of this program, of a day of this user.

A call is paid for before it is sent, with all that it may cost, and the rest is given back. So several at a time do
not pass a limit together, and a program that is killed has spent what it had reserved.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from cicatrix.core.chat import Usage
from cicatrix.errors import BudgetSpent, StoreError


@dataclass(frozen=True, slots=True)
class Limits:
    """Tokens, prompt and reply together; 0 sets no limit."""

    per_call: int = 0
    per_run: int = 0
    per_day: int = 0


class Day(Protocol):
    """What was spent today, by everybody who shares it."""

    def add(self, tokens: int) -> int:
        """Count tokens (negative: give them back), and return the sum."""
        ...


class DayFile:
    """A file a day, one number a line, which several processes append to. The day is UTC's."""

    def __init__(self, folder: Path, today: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._folder = folder
        self._today = today

    def add(self, tokens: int) -> int:
        """Raises StoreError where the file cannot be written: a limit that nobody counts is none."""
        path = self._folder / f"{self._today():%Y-%m-%d}.txt"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(handle, f"{tokens}\n".encode())
            finally:
                os.close(handle)
            return sum(int(line) for line in path.read_bytes().split() if line.lstrip(b"-").isdigit())
        except OSError as error:
            raise StoreError(
                f"What models cost today cannot be counted: {path} {error.strerror}.",
                hint="Mend the folder's permissions, or set budget.tokens_per_day to 0.",
            ) from error


class Meter:
    """Counts one run. Safe to share between threads."""

    def __init__(self, limits: Limits, day: Day | None = None) -> None:
        self._limits = limits
        self._day = day if limits.per_day else None
        self._spent = 0
        self._lock = threading.Lock()

    @property
    def spent(self) -> int:
        """Tokens of this run, with what is reserved."""
        return self._spent

    def room(self, prompt: int, most: int) -> int:
        """How many tokens a reply may have: ``most``, or what the limit of a call leaves.

        Raises BudgetSpent where the prompt alone takes it all.
        """
        limit = self._limits.per_call
        if not limit:
            return most
        if prompt >= limit:
            raise BudgetSpent(
                f"The prompt has about {prompt:,} tokens; a call may have {limit:,} with its reply.",
                hint="Raise CICATRIX_BUDGET_TOKENS_PER_CALL, or give the recall a smaller budget.",
            )
        return min(most, limit - prompt)

    def reserve(self, tokens: int) -> None:
        """Raises BudgetSpent, with nothing reserved, where the run's or the day's limit does not hold them."""
        limits = self._limits
        with self._lock:
            if limits.per_run and self._spent + tokens > limits.per_run:
                raise BudgetSpent(
                    f"This run has spent {self._spent:,} of {limits.per_run:,} tokens; the call may take {tokens:,}.",
                    hint="Raise CICATRIX_BUDGET_TOKENS_PER_RUN if that is meant.",
                )
            self._spent += tokens
        if self._day is None:
            return
        today = self._day.add(tokens)
        if today > limits.per_day:
            self.settle(tokens, Usage())
            raise BudgetSpent(
                f"Today {today - tokens:,} of {limits.per_day:,} tokens are spent; the call may take {tokens:,}.",
                hint="Wait for the next day (UTC), or raise CICATRIX_BUDGET_TOKENS_PER_DAY.",
            )

    def settle(self, reserved: int, used: Usage) -> None:
        """Put what a call took in the place of what was reserved for it."""
        rest = used.total - reserved
        with self._lock:
            self._spent += rest
        if self._day is not None and rest:
            self._day.add(rest)
