"""The services that are known by name: where words go when somebody gives their key and names no other place."""

from __future__ import annotations

from typing import Final

OPENAI: Final = "https://api.openai.com/v1"
MODEL_STUDIO: Final = "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"
