"""What use cases keep beside the store from one call to the next: caches, each made when it is first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


class Kept:
    """One of each kind. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[object, object] = {}

    def of(self, make: Callable[[], T]) -> T:
        """The one that this maker made, made now if there is none."""
        with self._lock:
            if make not in self._made:
                self._made[make] = make()
            return cast(T, self._made[make])
