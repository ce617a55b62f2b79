"""Which embedder the settings mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from cicatrix.adapters.services import MODEL_STUDIO, OPENAI
from cicatrix.errors import InvalidInput
from cicatrix.ports import Embedder

if TYPE_CHECKING:
    from cicatrix.adapters.embedders.local import LocalEmbedder

CHOICES: Final = ("auto", "none", "local", "openai")


def choose(name: str, *, base_url: str, model: str, dimensions: str, env: Mapping[str, str]) -> Embedder | None:
    """The embedder of a name; None for ``none``, and for ``auto`` where nothing is installed. Words leave this machine
    only with ``openai``: a key in the environment alone sends nothing.

    Keys are read from the environment only. Raises InvalidInput for a name that is none, and for ``openai`` without an
    address or a key.
    """
    if name == "openai":
        return _served(base_url, model, dimensions, env)
    if name == "local" or (name == "auto" and _is_installed()):
        return shared_local()
    if name in CHOICES:
        return None
    raise InvalidInput(f"There is no embedder {name!r}.", hint=f"It is one of {', '.join(CHOICES)}.")


def _is_installed() -> bool:
    from cicatrix.adapters.embedders.local import is_installed

    return is_installed()


@cache
def shared_local() -> LocalEmbedder:
    """One for the whole process, whatever it opens: the loaded model is large."""
    from cicatrix.adapters.embedders.local import LocalEmbedder

    return LocalEmbedder()


def _served(base_url: str, model: str, dimensions: str, env: Mapping[str, str]) -> Embedder:
    from cicatrix.adapters.embedders.served import ServedEmbedder

    key = env.get("CICATRIX_LLM_API_KEY") or ""
    address = base_url or env.get("OPENAI_BASE_URL") or ""
    if not address and not key and env.get("DASHSCOPE_API_KEY"):
        address, key, model = MODEL_STUDIO, env["DASHSCOPE_API_KEY"], model or "text-embedding-v4"
    key = key or env.get("OPENAI_API_KEY") or ""
    if not address and not key:
        raise InvalidInput(
            "The embedder is set to openai, and neither an address nor a key is there.",
            hint='Set CICATRIX_LLM_BASE_URL, CICATRIX_LLM_API_KEY or DASHSCOPE_API_KEY; or embedder = "none".',
        )
    if dimensions and not dimensions.isdecimal():
        raise InvalidInput(f"embed.dimensions is {dimensions!r}, not a whole number.", hint="Leave it out, or mend it.")
    return ServedEmbedder(
        base_url=address or OPENAI,
        api_key=key,
        model=model or "text-embedding-3-small",
        dimension=int(dimensions or 0),
    )
