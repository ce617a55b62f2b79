"""Time travel: ``at`` asks the mind as it was."""

from __future__ import annotations

from typing import Annotated

import typer

from cicatrix.errors import UsageError
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.session import session_of

_ASKED = {
    ("recall",): ("recall",),
    ("playbook",): ("playbook", "show"),
    ("playbook", "show"): ("playbook", "show"),
    ("memory", "list"): ("memory", "list"),
    ("memory", "show"): ("memory", "show"),
}
"""What can be asked of a past mind, and the command that answers."""


@command(
    "at",
    "cicatrix at 900                                     what it held",
    'cicatrix at 900 recall "What did we promise Ana?"',
    "cicatrix at 2026-05-01 playbook                     the end of that day, in UTC",
    "cicatrix at 900 memory list --status active",
    hands_on=True,
)
def at(
    ctx: typer.Context,
    moment: Annotated[str, typer.Argument(metavar="SEQ|DATE", help="When: 900, '#900', 2026-05-01.")],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[COMMAND...]", help="recall, playbook, memory list, memory show.")
    ] = None,
) -> int | None:
    """The mind as it was then: what it held, or what it answers.

    Without a command it says how much it held. A recall from a past mind is recorded as one, and opens no question.
    """
    from cicatrix.interfaces import shapes
    from cicatrix.interfaces.cli import show
    from cicatrix.interfaces.cli.text import sequence_or_date

    call = session_of(ctx)
    if words:
        length = next((size for size in (2, 1) if tuple(words[:size]) in _ASKED), 0)
        if not length:
            raise UsageError(
                f"{' '.join(words[:2])} cannot be asked of a past mind.",
                hint="Ask `recall`, `playbook`, `memory list` or `memory show`; `cicatrix diff A..B` compares two.",
            )
        asked = [*_ASKED[tuple(words[:length])], "--at", moment, *words[length:]]
        tree = ctx.find_root().command
        code = tree.main(asked, prog_name="cicatrix", standalone_mode=False, obj=call)
        return code if isinstance(code, int) else 0
    when = sequence_or_date(moment)
    assert when is not None
    with call.open(writes=False) as memory:
        mind = memory.at(when)
        call.out.data(shapes.mind(mind), lambda sheet: show.mind(sheet, mind))
    return 0
