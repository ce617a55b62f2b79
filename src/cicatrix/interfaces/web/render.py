"""Templates: everything is escaped, an unknown name is an error, and control characters are made visible."""

from __future__ import annotations

from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from cicatrix.interfaces.web.links import glyph_of, linked, url_of
from cicatrix.interfaces.web.views.words import keeps_layout

_PICTURES: Final = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"} | {0x7F: 0x2421}
"""C0 controls to their pictures: ``␀`` for NUL, which HTML cannot hold."""


def visible(text: str) -> str:
    """The text with control characters shown instead of sent; a carriage return before a line feed is dropped."""
    return text.replace("\r\n", "\n").translate(_PICTURES)


def layout(text: str) -> str:
    """The class of an element whose spaces have to be kept."""
    return " kept" if keeps_layout(text) else ""


def make_environment() -> Environment:
    """Templates are read from the installed package, wherever it lies."""
    environment = Environment(
        loader=PackageLoader("cicatrix.interfaces.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(url=url_of, glyph=glyph_of, linked=linked, visible=visible, layout=layout)
    return environment
