"""Coroutines of tests, run in a thread of their own: a browser test of the same process may have a loop in this one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def finished(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What the coroutine returns that ``make`` begins."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(make())).result()
