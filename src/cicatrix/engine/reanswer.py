"""A recorded answer or turn, checked again: its recall, its verdict, and what code found in the reply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cicatrix import engine
from cicatrix.core import citing
from cicatrix.core.answers import ALGORITHM, Answer
from cicatrix.core.citing import Shown
from cicatrix.core.codec import decode
from cicatrix.core.verdicts import Verdict
from cicatrix.engine import answering
from cicatrix.engine.context import Context
from cicatrix.engine.prompts import instructions
from cicatrix.engine.reports import ReplayReport
from cicatrix.errors import NotFound
from cicatrix.ports import LedgerReader

_WORSE = ("identical", "algorithm_changed", "erased", "differs")


def reanswer(ctx: Context, name: str) -> ReplayReport:
    """No model is asked: its reply is in the record, and everything that was made of it is made again.

    The outcome is the worst of the recall's, the verdict's and the checks'. Raises NotFound.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        version = reader.version(name)
        if version is None:
            raise NotFound(f"There is no record {name} in {ctx.namespace}.")
        if version.body is None:
            return ReplayReport(name, False, "erased", (f"the words of {name} itself were erased",))
        answer = decode(Answer, version.body, seq=version.seq)
        things, lost = answering.shown(reader, answer.put)
        verdict = _verdict(reader, answer)
    outcome, differences = "identical", list(_differences(answer, things, verdict))
    if differences:
        outcome = "differs" if answer.algorithm == ALGORITHM else "algorithm_changed"
    if lost:
        outcome, differences = "erased", [*(f"{handle} was erased" for handle in lost), *differences]
    for handle in filter(None, (answer.recall, answer.verdict)):
        part = engine.replay.replay(ctx, handle)
        if not part.identical:
            outcome = max(outcome, part.outcome, key=_WORSE.index)
            differences += (f"{handle}: {each}" for each in part.differences)
    return ReplayReport(name, outcome == "identical", outcome, tuple(differences))


def _verdict(reader: LedgerReader, answer: Answer) -> Verdict | None:
    """As it was given; what became of the action came later."""
    given = reader.history(answer.verdict)[:1] if answer.verdict else []
    body = given[0].body if given else None
    return decode(Verdict, body) if body is not None else None


def _differences(answer: Answer, things: Sequence[Shown], verdict: Verdict | None) -> Iterator[str]:
    if answer.prompt is not None and instructions(answer.prompt.name)[1] != answer.prompt:
        yield f"the instructions {answer.prompt.name} are not those that the model got"
    if answer.reply:
        checked = citing.check(answer.reply, things, answer.task)
        text = (answering.preface(verdict) if verdict is not None else "") + checked.text
        again: tuple[object, ...] = (text, checked.citations, checked.unsupported)
    elif verdict is not None and verdict.effect in answering.REFUSED:
        again = (answering.refusal(verdict), answering.of_rules(verdict), ())
    else:
        return  # the brief of a recall, which is run again by itself
    for what, before, now in zip(
        ("text", "citations", "unsupported"), (answer.text, answer.citations, answer.unsupported), again, strict=True
    ):
        if before != now:
            yield f"{what}: recorded {before!r}, now {now!r}"
