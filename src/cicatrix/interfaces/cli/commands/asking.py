"""Answers: one task, or a conversation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cicatrix.core.recall import Grade
from cicatrix.core.verdicts import Ruling
from cicatrix.errors import InvalidInput
from cicatrix.interfaces.cli.app import command
from cicatrix.interfaces.cli.session import session_of

if TYPE_CHECKING:
    from cicatrix.core.answers import Answer
    from cicatrix.engine.memory import Memory
    from cicatrix.interfaces.cli.session import Session
    from cicatrix.interfaces.cli.sheet import Sheet

DENIED, APPROVAL, ASK_HUMAN = 4, 5, 6


@command(
    "ask",
    'cicatrix ask "Draft a LinkedIn post announcing the beta"',
    'cicatrix ask "Draft a LinkedIn post announcing the beta" --both    with memory and without',
    'cicatrix ask "Post our discount code on Twitter" --json            refused, with the rule and its episode',
)
def ask(
    ctx: typer.Context,
    task: Annotated[str, typer.Argument(help="What is to be done, or answered.")],
    no_memory: Annotated[bool, typer.Option("--no-memory", help="Give the model the task alone.")] = False,
    both: Annotated[bool, typer.Option("--both", help="Ask with memory and without, for comparison.")] = False,
) -> int:
    """Let a model do a task with what memory holds on it.

    Every citation of the answer is checked against what the model was shown; what does not hold is struck and told. A
    request that the gate denies is refused with the rule and the episode, and no model is asked. Without a model the
    answer is the brief.

    Leaves with 4 for a refusal, 5 where a person has to permit it, 6 where memory cannot tell.
    """
    from cicatrix.interfaces import answer_shapes
    from cicatrix.interfaces.cli import answers

    call = session_of(ctx)
    if no_memory and both:
        raise InvalidInput("--no-memory and --both exclude each other.", hint="--both asks without memory too.")
    with call.open(writes=True) as memory:
        first = memory.ask(task, memory=not no_memory)
        alone = memory.ask(task, memory=False) if both else None
    payload = answer_shapes.answer(first)
    if alone is not None:
        payload["without"] = answer_shapes.answer(alone)

    def write(sheet: Sheet) -> None:
        for each in filter(None, (first, alone)):
            answers.answer(sheet, each)

    call.out.data(payload, write)
    return _exit_code(first)


def _exit_code(answer: Answer) -> int:
    if answer.effect in (Ruling.DENY, Ruling.UNMET_PRECONDITION):
        return DENIED
    if answer.effect is Ruling.REQUIRE_APPROVAL:
        return APPROVAL
    return ASK_HUMAN if answer.grade is Grade.ASK_HUMAN else 0


@command(
    "chat",
    "cicatrix chat --session monday                            a conversation; an empty line ends it",
    'cicatrix chat --session s2 --message "What should I cook?" --json',
)
def chat(
    ctx: typer.Context,
    session: Annotated[str, typer.Option(metavar="NAME", help="Which conversation. A new one begins empty.")],
    message: Annotated[
        str | None, typer.Option("--message", "-m", metavar="TEXT", help="Say this one thing. Else: a line at a time.")
    ] = None,
    speaker: Annotated[str, typer.Option(metavar="WHO", help="Whose words they are: a role, or a name.")] = "user",
) -> None:
    """Talk with a model that remembers.

    What is said is learnt from; what is recalled and what the gate says stands before the model; its citations are
    checked while it speaks. Each exchange is one record, which can be replayed.

    Messages come from the terminal, or one a line from standard input; with --json each answer is one line.
    """
    call = session_of(ctx)
    with call.open(writes=True) as memory:
        if message is not None:
            _exchange(call, memory, session, message, speaker)
            return
        while (line := _next_line(call)).strip():
            _exchange(call, memory, session, line.strip(), speaker)


def _next_line(call: Session) -> str:
    if call.at_terminal and not call.out.quiet:
        sys.stderr.write("› ")
        sys.stderr.flush()
    return sys.stdin.readline()


def _exchange(call: Session, memory: Memory, session: str, message: str, speaker: str) -> None:
    from cicatrix.interfaces import answer_shapes
    from cicatrix.interfaces.cli import answers
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.cli.text import visible

    pieces: list[str] = []

    def say(words: str) -> None:
        pieces.append(words)
        sys.stdout.write(visible(words))
        sys.stdout.flush()

    noun = memory.turn(session, message, speaker=speaker, on_text=None if call.out.json else say)
    if call.out.json:
        call.out.write_json(answer_shapes.turn(noun))
        return
    sheet = Sheet(sys.stdout, scope=call.scope())
    if pieces:
        sys.stdout.write("\n")
    if "".join(pieces).strip() != noun.text.strip():  # refused, without a model, or something was struck at the end
        answers.words(sheet, noun.text)
    answers.found(sheet, noun)
