"""What people read on a terminal: paper, ink, and one colour.

Three voices, as on the page: a person's words stand in quotation marks and italics, the engine speaks plainly, bytes
and commands are dim. Colour never says anything alone. A sheet knows nothing of Cicatrix but its look, and how
the next call is typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TextIO

from cicatrix.interfaces.cli.text import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

SCAR: Final = "#c8517a"
"""The one colour: the scar line and handles. Readable on black and on white."""

_PLAIN_WIDTH: Final = 100  # where the output is no terminal
_GAP: Final = 3  # columns between a title and what stands at its right
_WIDEST: Final = 110  # lines longer than this are hard to read

Part = str | tuple[str, str]
"""Words, or words with a style: ``bold``, ``dim``, ``italic``, ``scar``."""


class Sheet:
    """A page of output, written line by line."""

    def __init__(self, stream: TextIO, *, scope: str = "") -> None:
        from rich.console import Console
        from rich.theme import Theme

        self._scope = scope
        theme = Theme(
            {"scar": SCAR, "grade": f"bold {SCAR}", "voice": "italic", "meta": "dim", "struck": "strike dim"},
            inherit=True,
        )
        terminal = stream.isatty()
        self.console: Console = Console(
            file=stream,
            theme=theme,
            highlight=False,
            markup=False,
            emoji=False,
            width=None if terminal else _PLAIN_WIDTH,
        )
        if self.console.width > _WIDEST:
            self.console.width = _WIDEST

    def line(self, *parts: Part, indent: int = 2) -> None:
        """One paragraph. Continuation lines keep the indent."""
        self._print(_text(parts), indent)

    def call(self, words: str) -> str:
        """A command as it is typed to be about the same memory as this call."""
        return f"cicatrix {self._scope} {words}" if self._scope else f"cicatrix {words}"

    def blank(self) -> None:
        self.console.print()

    def step(self, number: int, title: str, words: str) -> None:
        """One step of a story: its number, what it is about, what happened."""
        self.line((f"{number}  ", "scar"), (f"{title}   ", "bold"), words)

    def head(self, title: str, aside: str = "") -> None:
        """A heading, with something quiet at the right end of the line where there is room, below it otherwise."""
        from rich.cells import cell_len

        room = self.console.width - 2 - cell_len(visible(title)) - cell_len(visible(aside))
        self.blank()
        if not aside:
            self.line((title, "bold"))
        elif room >= _GAP:
            self.line((title, "bold"), " " * room, (aside, "meta"))
        else:
            self.line((title, "bold"))
            self.line((aside, "meta"))
        self.blank()

    def entry(self, handle: str, *parts: Part, aside: str = "", indent: int = 2) -> None:
        """Something with a handle: the handle in the scar's colour, the words beside it, something quiet at the end."""
        self._columns([(_text([(handle, "scar")]), _text(parts), _text([(aside, "meta")]))], indent)

    def entries(self, rows: Sequence[tuple[str, str, str]], indent: int = 2) -> None:
        """Several of them (handle, words, aside) under each other, in straight columns."""
        self._columns(
            [(_text([(handle, "scar")]), _text([words]), _text([(aside, "meta")])) for handle, words, aside in rows],
            indent,
        )

    def _columns(self, rows: Sequence[tuple[Text, Text, Text]], indent: int) -> None:
        from rich.table import Table

        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, min_width=5)
        grid.add_column(overflow="fold")
        with_asides = any(aside.plain for _, _, aside in rows)  # an empty column would still cost width
        if with_asides:
            grid.add_column(no_wrap=True)
        for row in rows:
            grid.add_row(*(row if with_asides else row[:2]))
        self._print(grid, indent)

    def quote(self, source: str, words: str | None, indent: int = 9) -> None:
        """Evidence, hanging on its scar line. ``None``: the words were erased."""
        from rich.table import Table

        row = Table.grid(padding=(0, 1))
        row.add_column(no_wrap=True)
        row.add_column(overflow="fold")
        said: Sequence[Part] = [("▇▇▇▇ erased", "meta")] if words is None else [(f"“{words}”", "voice")]
        row.add_row(_text([("╰─ ", "scar"), (source, "scar")]), _text(said))
        self._print(row, indent)

    def facts(self, rows: Sequence[tuple[str, str]], *, voice: Sequence[str] = (), indent: int = 2) -> None:
        """Names and values, one pair a line; pairs without a value are left out. ``voice`` names a person's words."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for name, value in rows:
            if value:
                grid.add_row(_text([(name, "meta")]), _text([(value, "voice" if name in voice else "")]))
        self._print(grid, indent)

    def table(self, names: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
        """Columns with hairlines between head and rows; ``right`` names the columns of figures."""
        from rich import box
        from rich.table import Table

        drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="meta", border_style="meta")
        for place, name in enumerate(names):
            drawn.add_column(name, justify="right" if place in right else "left", overflow="fold")
        for row in rows:
            drawn.add_row(*[_text([(cell, "scar")] if place == 0 else [cell]) for place, cell in enumerate(row)])
        self._print(drawn, 2)

    def verbatim(self, text: str) -> None:
        """Words as they are: not wrapped, not styled."""
        self.console.file.write(visible(text) if self.console.is_terminal else text)

    def _print(self, what: RenderableType, indent: int) -> None:
        from rich.padding import Padding

        with self.console.capture() as written:
            self.console.print(Padding(what, (0, 0, 0, indent), expand=False))
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in written.get().splitlines()))


def _text(parts: Sequence[Part]) -> Text:
    from rich.text import Text

    text = Text()
    for part in parts:
        words, style = (part, "") if isinstance(part, str) else part
        text.append(visible(words), style=style)
    return text
