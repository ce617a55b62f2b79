"""What ``ask`` and ``turn`` share: what is put before a model, what becomes of its reply, how the record is sealed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core import citing
from cicatrix.core.answers import Answer, Put
from cicatrix.core.chat import Message, ModelRole
from cicatrix.core.citing import Citation, Shown
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import TEXT_FIELDS, Episode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory
from cicatrix.core.recall import Recall
from cicatrix.core.redaction import redact
from cicatrix.core.thoughts import Spoken, strip_thoughts
from cicatrix.core.told import OPENING, quoted, why
from cicatrix.core.trust import Origin
from cicatrix.core.verdicts import Matched, Ruling, Verdict
from cicatrix.engine import recall as recalling
from cicatrix.engine.context import Context
from cicatrix.engine.prompts import asked, instructions
from cicatrix.errors import ModelFailed
from cicatrix.ports import LedgerReader, Model

REFUSED: Final = frozenset({Ruling.DENY, Ruling.UNMET_PRECONDITION})
"""Rulings after which no model is asked: the answer is the refusal."""

NO_MODEL: Final = "No model is named: this is what memory holds. `cicatrix config show` says what would name one."
NOT_ASKED: Final = "The gate stops this request; no model was asked."

OnText = Callable[[str], None]


def put_of(found: Recall) -> tuple[Put, ...]:
    """What a recall puts before a model."""
    return tuple(Put(item.id, item.seq) for item in found.items_of(found.namespace))


def shown(reader: LedgerReader, put: Sequence[Put]) -> tuple[tuple[Shown, ...], tuple[str, ...]]:
    """The words that were put before a model, read from the ledger; and the handles whose words were erased."""
    things: list[Shown] = []
    lost: list[str] = []
    for each in put:
        version = reader.version(each.handle, each.begun)
        if version is None or version.body is None:
            lost.append(each.handle)
        elif version.kind is Kind.EPISODE:
            episode = decode(Episode, version.body)
            words = "\n".join(filter(None, map(episode.words, TEXT_FIELDS)))
            things.append(Shown(episode.id, words, episode.origin, (), episode.occurred_at))
        else:
            claim = decode(Memory, version.body)
            things.append(Shown(claim.id, claim.told, claim.trust, claim.episodes))
    return tuple(things), tuple(lost)


# -- what the gate says of it ------------------------------------------------------------------------------------------


def speaking(verdict: Verdict) -> list[Matched]:
    """The rules whose word the verdict is."""
    return [rule for rule in verdict.rules if rule.ruling is verdict.effect and not rule.shadow]


def refusal(verdict: Verdict) -> str:
    """The answer to a request that the gate stops: the ruling, and each rule with the words that taught it."""
    lines = [f"{OPENING[verdict.effect]}: this is not done."]
    lines += [f"“{rule.quote}” {_cited(rule)}" for rule in speaking(verdict)]
    return "\n".join(filter(None, [*lines, why(verdict)]))


def preface(verdict: Verdict) -> str:
    """What stands above an answer to a request that a person has to permit; empty for all others."""
    if verdict.effect is not Ruling.REQUIRE_APPROVAL:
        return ""
    by = " ".join(f"“{rule.quote}” {_cited(rule)}" for rule in speaking(verdict))
    waits = f" ({verdict.approval})" if verdict.approval else ""
    return f"{OPENING[verdict.effect]}{waits}: {by or verdict.reason}\n\n"


def of_rules(verdict: Verdict) -> tuple[Citation, ...]:
    return tuple(Citation(rule.id, rule.episodes, True) for rule in speaking(verdict))


def told_to_model(verdict: Verdict) -> str:
    """The verdict as a model gets it; empty where the gate has nothing to say."""
    rules = [f"- {rule.id}, {quoted(rule)}" for rule in verdict.rules if not rule.shadow]
    if not rules and verdict.effect in (Ruling.NO_ACTION, Ruling.NO_OPINION):
        return ""
    return "\n".join([f"{OPENING[verdict.effect]}. {verdict.reason}", *rules])


def _cited(rule: Matched) -> str:
    return f"[{rule.id}, learnt in {', '.join(rule.episodes)}]" if rule.episodes else f"[{rule.id}]"


# -- asking a model ----------------------------------------------------------------------------------------------------


def spoken(
    ctx: Context,
    model: Model,
    answer: Answer,
    prompt: str,
    parts: Sequence[tuple[str, str]],
    *,
    before: Sequence[Message] = (),
    above: str = "",
    on_text: OnText | None = None,
) -> Answer:
    """The answer with a model's reply, checked. ``above`` stands over it. ``on_text`` gets what is handed on while it
    comes: without citations of what was not shown; what else is struck, the whole tells.

    Raises ModelFailed, BudgetSpent.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        things, _ = shown(reader, answer.put)
    take, flush = _streaming(things, above, on_text)
    reply = model.chat(asked(prompt, parts, before=before), role=ModelRole.ANSWER, on_text=take)
    flush()
    said = redact(strip_thoughts(reply.text).strip(), "reply")[0]
    if not said:
        raise ModelFailed(f"{reply.model} said nothing.", tokens=reply.usage.total)
    checked = citing.check(said, things, answer.task)
    return replace(
        answer,
        text=above + checked.text,
        reply=said,
        citations=checked.citations,
        unsupported=checked.unsupported,
        model=reply.model,
        prompt=instructions(prompt)[1],
        usage=reply.usage,
        is_whole=reply.is_whole,
    )


def _streaming(things: Sequence[Shown], above: str, on_text: OnText | None) -> tuple[OnText | None, Callable[[], None]]:
    """What takes the pieces of a reply, and what hands on the rest at its end."""
    if on_text is None:
        return None, lambda: None
    thoughts, citations = Spoken(), citing.Stream(things)
    hand_on = on_text
    if above:
        hand_on(above)

    def take(piece: str) -> None:
        if words := citations.feed(thoughts.feed(piece)):
            hand_on(words)

    def flush() -> None:
        if words := citations.feed(thoughts.end()) + citations.end():
            hand_on(words)

    return take, flush


# -- the record --------------------------------------------------------------------------------------------------------


def sealed(ctx: Context, answer: Answer, kind: Kind, parents: Iterable[int]) -> Answer:
    """Seal the record, and count as used what it validly cites. A reader who may not write is told so."""
    if ctx.read_only or ctx.store.read_only:
        note = "This ledger is open for reading only: the answer was not recorded."
        return replace(answer, note=" ".join(filter(None, (answer.note, note))))
    rests_on = {seq for seq in (*parents, *(each.begun for each in answer.put)) if seq}
    with ctx.store.writer(ctx.namespace, now=ctx.clock.now(), durability="full", strict_now=ctx.clock.fixed) as writer:
        answer = replace(answer, id=writer.next_handle(kind))
        seq = writer.append(
            Draft(
                entry=EntryKind.ANSWER if kind is Kind.ANSWER else EntryKind.TURN,
                kind=kind,
                handle=answer.id,
                body=encode(answer),
                actor=ctx.user,
                origin=Origin.AGENT,
                parents=tuple(sorted(rests_on)),
            )
        )
    put = {each.handle for each in answer.put}
    cited = [handle for handle in answer.checked.used if handle in put and handle not in answer.learnt]
    if answer.recall and answer.reply and cited:
        recalling.used(ctx, answer.recall, cited)
    return replace(answer, seq=seq)
