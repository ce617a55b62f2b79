"""The instructions that models get: one file each, named with its version. A file never changes once it was used: what
is to be said otherwise becomes the next version, for entries name the SHA-256 of what was said."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from cicatrix.core.answers import Prompt
from cicatrix.core.chat import Message

_MARK: Final = re.compile(r"<(?=/?(?:memory|verdict|task|words)\b)", re.I)


@cache
def instructions(name: str) -> tuple[str, Prompt]:
    """The words of a file, and what entries keep of it."""
    raw = files(__name__).joinpath(f"{name}.md").read_bytes()
    return raw.decode(), Prompt(name, hashlib.sha256(raw).hexdigest())


def asked(name: str, parts: Sequence[tuple[str, str]], *, before: Sequence[Message] = ()) -> list[Message]:
    """The messages: the instructions, what was said ``before``, then each part between marks of its name. Marks inside
    the words of a part are no marks any more."""
    said = "\n\n".join(f"<{mark}>\n{_MARK.sub('‹', words).strip()}\n</{mark}>" for mark, words in parts if words)
    return [Message("system", instructions(name)[0]), *before, Message("user", said)]
