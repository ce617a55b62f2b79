"""``ask``: a task to a model, with what memory holds on it and what the gate says of it, sealed as ``an-n``."""

from __future__ import annotations

from dataclasses import replace

from cicatrix.core.actions.action import Action
from cicatrix.core.answers import Answer
from cicatrix.core.ids import Kind
from cicatrix.engine import answering
from cicatrix.engine.check import check
from cicatrix.engine.context import Context
from cicatrix.engine.recall import checked_query, recall
from cicatrix.errors import InvalidInput


def ask(ctx: Context, task: str, *, memory: bool = True, on_text: answering.OnText | None = None) -> Answer:
    """Recall, judge what the task asks to be done, ask the model, check what it cites, seal.

    A request that the gate denies is refused with the rule and the words that taught it, and no model is asked. Without
    a model the text is the brief of the recall. Without ``memory`` the same task goes to the same model alone; then a
    model must be there. ``on_text`` gets the answer while it comes.

    Raises InvalidInput (an empty task, settings of the model that are wrong, neither memory nor model), ModelFailed,
    BudgetSpent, and what recall raises. Where the model fails, recall and verdict are sealed, and no answer is.
    """
    words = checked_query(task)
    if not words.strip():
        raise InvalidInput("The task is empty.", hint="Say what is to be done.")
    if not memory:
        return _alone(ctx, words, on_text)
    found = recall(ctx, words)
    verdict = check(ctx, Action(text=words), dry_run=ctx.read_only or ctx.store.read_only)
    answer = Answer(
        "",
        words,
        "",
        recall=found.id or None,
        grade=found.grade,
        verdict=verdict.id or None,
        effect=verdict.effect,
        put=answering.put_of(found),
    )
    if verdict.effect in answering.REFUSED:
        text, cited = answering.refusal(verdict), answering.of_rules(verdict)
        answer = replace(answer, text=text, citations=cited, note=answering.NOT_ASKED)
    elif (model := ctx.model) is None:
        answer = replace(answer, text=found.brief(), note=answering.NO_MODEL)
    else:
        parts = [("memory", found.brief()), ("verdict", answering.told_to_model(verdict)), ("task", words)]
        above = answering.preface(verdict)
        answer = answering.spoken(ctx, model, answer, "answer-1", parts, above=above, on_text=on_text)
    return answering.sealed(ctx, answer, Kind.ANSWER, (found.seq, verdict.seq))


def _alone(ctx: Context, words: str, on_text: answering.OnText | None) -> Answer:
    model = ctx.model
    if model is None:
        raise InvalidInput(
            "Without memory and without a model there is nothing to answer with.",
            hint="Name a model: DASHSCOPE_API_KEY, OPENAI_API_KEY, or CICATRIX_LLM_BASE_URL with CICATRIX_LLM_MODEL.",
        )
    answer = Answer("", words, "", memory=False)
    answer = answering.spoken(ctx, model, answer, "alone-1", [("task", words)], on_text=on_text)
    return answering.sealed(ctx, answer, Kind.ANSWER, ())
