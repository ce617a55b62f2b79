"""Which model plays which role, and where it is: out of the settings and the keys of the environment.

A key goes to the service that it is for, and to nobody else. The first of these that is there counts:

1. ``llm.base_url``, with CICATRIX_LLM_API_KEY
2. CICATRIX_LLM_API_KEY alone: OpenAI, or OPENAI_BASE_URL
3. DASHSCOPE_API_KEY: Model Studio's international endpoint, with models for every role
4. OPENAI_API_KEY, OPENAI_BASE_URL: OpenAI, or that address
5. OLLAMA_HOST
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cicatrix.adapters.services import MODEL_STUDIO, OPENAI
from cicatrix.config import Settings, home_folder
from cicatrix.core.chat import ModelRole
from cicatrix.core.episodes import JsonObject
from cicatrix.errors import InvalidInput

if TYPE_CHECKING:
    from cicatrix.adapters.models.served import ServedModel

_FLASH: Final = "qwen3.6-flash"
STUDIO_MODELS: Final = {
    ModelRole.DISTILL: _FLASH,
    ModelRole.ARBITER: _FLASH,
    ModelRole.ANSWER: "qwen3.7-plus",
    ModelRole.REVIEW: _FLASH,
    ModelRole.VISION: "qwen3-vl-plus",
}
OPENAI_MODEL: Final = "gpt-4.1-mini"
_OLLAMA_PORT: Final = 11434


@dataclass(frozen=True, slots=True)
class Chosen:
    """An endpoint and the model of each role. ``key_from`` names the variable whose key is sent; empty for none."""

    base_url: str
    where: str  # what named the endpoint: a variable or a file
    key_from: str
    models: Mapping[ModelRole, str]
    models_from: Mapping[ModelRole, str]
    key: str = field(default="", repr=False)

    def as_json(self) -> JsonObject:
        return {
            "base_url": self.base_url,
            "where": self.where,
            "key_from": self.key_from or None,
            "roles": {
                role.value: {"model": self.models[role], "where": self.models_from[role]}
                for role in ModelRole
                if role in self.models
            },
        }

    def model(self, role: ModelRole) -> str:
        """Raises InvalidInput where none is named."""
        name = self.models.get(role, "")
        if not name:
            raise InvalidInput(
                f"No model is named for {role.value}.",
                hint=f"Set CICATRIX_LLM_MODEL, or CICATRIX_LLM_MODEL_{role.value.upper()} for this role alone.",
            )
        return name


def chosen(settings: Settings, env: Mapping[str, str]) -> Chosen | None:
    """The endpoint that the settings and the environment mean; None where they name none."""
    found = _endpoint(settings, env)
    if found is None:
        return None
    base_url, where, key_from, known = found
    models: dict[ModelRole, str] = {}
    sources: dict[ModelRole, str] = {}
    for role in ModelRole:
        for name in (f"llm.model_{role.value}", "llm.model"):
            item = settings.item(name)
            if item.value:
                models[role], sources[role] = item.value, item.where
                break
        else:
            if role in known:
                models[role], sources[role] = known[role], where
    return Chosen(base_url.rstrip("/"), where, key_from, models, sources, key=env.get(key_from, ""))


def choose(settings: Settings, env: Mapping[str, str]) -> ServedModel | None:
    """The model that the settings mean; None where they name none, for an address alone may be there for embeddings, or
    for other programs. Raises InvalidInput."""
    found = chosen(settings, env)
    if found is None or not found.models:
        return None
    from cicatrix.adapters.models.meter import DayFile, Limits, Meter
    from cicatrix.adapters.models.served import ServedModel

    def whole(name: str) -> int:
        item = settings.item(name)
        if not item.value.isdecimal():
            raise InvalidInput(
                f"{name} is {item.value!r}, not a whole number.", hint=f"Mend it in {item.where}; 0 sets no limit."
            )
        return int(item.value)

    limits = Limits(*(whole(f"budget.tokens_per_{span}") for span in ("call", "run", "day")))
    day = DayFile(Path(home_folder(env)) / "usage")
    return ServedModel(
        found, Meter(limits, day), timeout=max(1, whole("llm.timeout")), parallel=max(1, whole("llm.parallel"))
    )


def _endpoint(settings: Settings, env: Mapping[str, str]) -> tuple[str, str, str, Mapping[ModelRole, str]] | None:
    """Address, what named it, whose key goes there, and the models that are known there."""
    named = settings.item("llm.base_url")
    own = "CICATRIX_LLM_API_KEY"
    at_openai = dict.fromkeys(ModelRole, OPENAI_MODEL)
    if named.value:
        is_studio = urlsplit(named.value).hostname == urlsplit(MODEL_STUDIO).hostname
        key = own if env.get(own) else "DASHSCOPE_API_KEY" if is_studio and env.get("DASHSCOPE_API_KEY") else ""
        return named.value, named.where, key, STUDIO_MODELS if is_studio else {}
    address = env.get("OPENAI_BASE_URL") or ""
    if env.get(own):
        return address or OPENAI, "OPENAI_BASE_URL" if address else own, own, {} if address else at_openai
    if env.get("DASHSCOPE_API_KEY"):
        return MODEL_STUDIO, "DASHSCOPE_API_KEY", "DASHSCOPE_API_KEY", STUDIO_MODELS
    if address or env.get("OPENAI_API_KEY"):
        key = "OPENAI_API_KEY" if env.get("OPENAI_API_KEY") else ""
        return address or OPENAI, "OPENAI_BASE_URL" if address else key, key, {} if address else at_openai
    if env.get("OLLAMA_HOST"):
        return _ollama(env["OLLAMA_HOST"]), "OLLAMA_HOST", "", {}
    return None


def _ollama(host: str) -> str:
    """With or without a scheme and a port, as Ollama itself takes it."""
    parts = urlsplit(host if "://" in host else f"http://{host}")
    try:
        port = parts.port or (_OLLAMA_PORT if parts.scheme == "http" else 443)
    except ValueError:
        raise InvalidInput(f"OLLAMA_HOST is {host!r}, which is no address.", hint="Write host:port.") from None
    name = parts.hostname or "127.0.0.1"
    name = "127.0.0.1" if name == "0.0.0.0" else f"[{name}]" if ":" in name else name  # noqa: S104  where it listens
    return f"{parts.scheme}://{name}:{port}/v1"
