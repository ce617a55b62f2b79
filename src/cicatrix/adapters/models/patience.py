"""How long an endpoint is waited for: when it is asked again, and when a reply that does not end is given up.

A timeout of a socket is renewed by every byte, so an endpoint that drips for ever never meets it. Here a whole reply
has a time and a size, whatever comes in between.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random
from typing import Any, Final

import httpx2

MAX_BYTES: Final = 8_000_000
"""Of one reply: far more than any that is asked for."""

CONNECT: Final = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Patience:
    """``tries`` of a request in all; the first pause in seconds, doubled each time, with jitter of half of it up or
    down; a server may name a pause up to ``longest``, and where it names a longer one it is not asked again."""

    tries: int = 4
    first: float = 0.5
    longest: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    random: Random = field(default_factory=Random)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def pause(self, tried: int, headers: Mapping[str, str]) -> float | None:
        """Seconds until the next try after ``tried`` tries; None: no more."""
        if tried >= self.tries:
            return None
        told = self._told(headers)
        if told is not None:
            return told if told <= self.longest else None
        pause: float = min(self.longest, self.first * 2 ** (tried - 1))
        return pause * (0.5 + self.random.random())

    def _told(self, headers: Mapping[str, str]) -> float | None:
        """What a server asks for, in seconds: ``retry-after-ms``, ``Retry-After`` in seconds or as a date."""
        for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
            try:
                seconds = float(headers[name]) / unit
            except (KeyError, ValueError):
                continue
            if 0 <= seconds < float("inf"):
                return seconds
        try:
            moment = parsedate_to_datetime(headers["retry-after"])
        except (KeyError, ValueError, TypeError):
            return None
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
        return max(0.0, (moment - self.now()).total_seconds())


class Bounded(httpx2.Client):
    """A client whose replies end: after ``seconds`` and :data:`MAX_BYTES` they are broken off."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            timeout=httpx2.Timeout(seconds, connect=min(seconds, CONNECT)),
            limits=httpx2.Limits(max_keepalive_connections=0),  # a model takes longer than a handshake
            follow_redirects=False,  # a key goes where it was meant to go
        )
        self._seconds = seconds

    def send(
        self,
        request: httpx2.Request,
        *,
        stream: bool = False,
        **given: Any,
    ) -> httpx2.Response:
        ends = time.monotonic() + self._seconds
        response = super().send(request, stream=True, **given)
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _Ending(response.stream, ends)
        if not stream:
            try:
                response.read()
            finally:
                response.close()
        return response


class _Ending(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, ends: float) -> None:
        self._inner = inner
        self._ends = ends

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._inner:
            size += len(part)
            if size > MAX_BYTES:
                raise httpx2.ReadTimeout("the reply has no end")
            if time.monotonic() > self._ends:
                raise httpx2.ReadTimeout("the reply took too long")
            yield part

    def close(self) -> None:
        self._inner.close()
