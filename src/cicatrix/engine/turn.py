"""``turn``: one exchange of a conversation, from the message to the checked answer, sealed as ``tn-n``.

Memory is asked before the message is recorded: a question would find itself otherwise, and nothing would ever be
unknown. A named speaker's "I" is asked for by the name, under which memories of that person are filed. What the message
then teaches is put beside what was recalled, and what it ends is taken out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cicatrix.core import brief
from cicatrix.core.actions.action import Action
from cicatrix.core.answers import Answer, Put
from cicatrix.core.chat import Message
from cicatrix.core.codec import decode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import RECALLABLE, Memory
from cicatrix.core.recall import Recall
from cicatrix.core.text import count_tokens
from cicatrix.core.third_person import in_third_person
from cicatrix.core.values import check_name
from cicatrix.core.verdicts import Verdict
from cicatrix.engine import answering
from cicatrix.engine.check import check
from cicatrix.engine.context import Context
from cicatrix.engine.observe import Observation, observe
from cicatrix.engine.recall import checked_query, recall
from cicatrix.errors import InvalidInput, ModelFailed

HISTORY: Final = 1_200
"""Tokens of what was said before in the same session that are put before the model; the oldest go first."""
_LOOKED_AT: Final = 50
"""The last turns of the namespace among which those of a session are sought."""


def turn(
    ctx: Context, session: str, message: str, *, speaker: str = "user", on_text: answering.OnText | None = None
) -> Answer:
    """Recall, record the message and learn from it, judge what it asks to be done, answer, check, seal.

    A new ``session`` begins with nothing said, and still knows what was learnt in others. ``on_text`` gets the answer
    while it comes. What the message taught stands whatever becomes of the answer: where the model fails, the error says
    where the message is kept. Raises what ``observe``, ``recall`` and ``ask`` raise.
    """
    words = checked_query(message)
    if not check_name(session, "session"):
        raise InvalidInput("The session has no name.", hint="Name the conversation: session='s1'.")
    if not words.strip():
        raise InvalidInput("The message is empty.", hint="Say something.")
    said_before = _said_before(ctx, session)
    found = recall(ctx, in_third_person(words, speaker), opens=False)
    heard = observe(ctx, words, speaker=speaker, session=session)
    verdict = check(ctx, Action(text=words, context={"session": session}))
    learnt = [each.memory for each in heard.stored if each.memory.status in RECALLABLE]
    ended = tuple(dict.fromkeys(handle for each in heard.stored for handle in each.supersedes))
    new = {memory.id: memory for memory in learnt}
    kept = replace(found, items=tuple(item for item in found.items if item.id not in {*ended, *new}))
    answer = Answer(
        "",
        words,
        "",
        recall=found.id or None,
        grade=found.grade,
        verdict=verdict.id or None,
        effect=verdict.effect,
        put=(*answering.put_of(kept), *(Put(memory.id, memory.seq) for memory in new.values())),
        session=session,
        episode=heard.episode,
        learnt=tuple(new),
        ended=ended,
    )
    try:
        answer = _answered(ctx, answer, kept, new, verdict, said_before, on_text)
    except ModelFailed as failed:
        failed.hint = f"The message is kept as {heard.episode}. {failed.hint}"
        raise
    return answering.sealed(ctx, answer, Kind.TURN, (found.seq, verdict.seq, _seq_of(ctx, heard)))


def _answered(
    ctx: Context,
    answer: Answer,
    kept: Recall,
    new: dict[str, Memory],
    verdict: Verdict,
    before: list[Message],
    on_text: answering.OnText | None,
) -> Answer:
    if verdict.effect in answering.REFUSED:
        text, cited = answering.refusal(verdict), answering.of_rules(verdict)
        return replace(answer, text=text, citations=cited, note=answering.NOT_ASKED)
    block = kept.brief() + "".join(_line(memory) for memory in new.values())
    model = ctx.model
    if model is None:
        return replace(answer, text=block, note=answering.NO_MODEL)
    parts = [("memory", block), ("verdict", answering.told_to_model(verdict)), ("task", answer.task)]
    above = answering.preface(verdict)
    return answering.spoken(ctx, model, answer, "answer-1", parts, before=before, above=above, on_text=on_text)


def _line(memory: Memory) -> str:
    return brief.line(memory.id, memory.told, trust=memory.trust, episodes=memory.episodes, occurred_at="")


def _seq_of(ctx: Context, heard: Observation) -> int:
    with ctx.store.reader(ctx.namespace) as reader:
        version = reader.version(heard.episode)
        return version.seq if version is not None else 0


def _said_before(ctx: Context, session: str) -> list[Message]:
    """The last exchanges of a session that fit, oldest first."""
    said: list[Message] = []
    left = HISTORY
    with ctx.store.reader(ctx.namespace) as reader:
        for version in reader.latest(Kind.TURN, limit=_LOOKED_AT):
            if version.body is None or version.body.get("session") != session:
                continue
            past = decode(Answer, version.body)
            left -= count_tokens(past.task) + count_tokens(past.text)
            if left < 0:
                break
            said += [Message("assistant", past.text), Message("user", past.task)]
    return said[::-1]
