"""``recall``: what the mind holds on a task, under a budget, with a grade, sealed as ``rc-n`` before it is returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.ids import Kind, canonical_handle, check_namespace, parse_handle
from cicatrix.core.questions import Question, QuestionState, question_key
from cicatrix.core.recall import Recall, Thresholds, Use
from cicatrix.core.recall_record import RecallRecord, record_of
from cicatrix.core.redaction import redact
from cicatrix.core.trust import Origin
from cicatrix.engine import embedding
from cicatrix.engine.context import Context
from cicatrix.engine.past import clock_of, is_date, sequence_of
from cicatrix.engine.reckoning import Reading, opened, reckon
from cicatrix.errors import InvalidInput, InvalidText, NotFound, ReadOnly
from cicatrix.ports import LedgerReader

MAX_QUERY = 20_000
"""Code points. A longer text is no query; its last paragraph may be one."""


def recall(
    ctx: Context,
    query: str,
    *,
    budget: int | None = None,
    limit: int | None = None,
    at: int | str | None = None,
    also: Sequence[str] = (),
    opens: bool = True,
) -> Recall:
    """Search, assemble, grade, seal.

    ``budget`` in tokens and ``limit`` in items default to the settings; 0 of either returns no items. ``at`` is a
    sequence or a date: the mind as it was then, read with the clock of that moment; such a recall opens no question.
    ``also`` names further namespaces of the same store, the nearest first: each is searched and graded for itself, all
    share one budget, and the recall is sealed here. A sequence is one of this namespace; the others are read as they
    were at its time. With ``opens`` False no question is opened: where somebody is there to be asked.
    Raises InvalidInput (negative numbers, a query too long, a sequence that is not there yet, a namespace named twice),
    InvalidText, InvalidTime, NotFound (a namespace that holds nothing), Busy, ClockBehind. A reader who may not write
    gets the recall unrecorded, and is told so.
    """
    words = checked_query(query)
    settings = replace(
        ctx.recall_settings,
        budget=_whole("budget", budget, ctx.recall_settings.budget),
        limit=_whole("limit", limit, None) if limit is not None else ctx.recall_settings.limit,
    )
    contexts = [ctx, *(ctx.beside(name) for name in _further(ctx, also))]
    with opened(contexts) as readers:
        minds = _minds(ctx, readers, at)
        questions = [
            embedding.Question(words, each.index.in_first_person(reader, words, at=mind) if each.embedder else None)
            for each, reader, mind in zip(contexts, readers, minds, strict=True)
        ]
    asked = [embedding.ask(each, question) for each, question in zip(contexts, questions, strict=True)]
    with opened(contexts) as readers:
        found, asks = reckon(
            [
                Reading(each.index, reader, mind, vector)
                for each, reader, mind, (vector, _) in zip(contexts, readers, minds, asked, strict=True)
            ],
            words,
            now=max(clock_of(ctx, reader, mind) for reader, mind in zip(readers, minds, strict=True)),
            settings=settings,
            thresholds=Thresholds(),
        )
    found = replace(found, degraded=next((why for _, why in asked if why), ""))
    if ctx.read_only or ctx.store.read_only:
        return replace(found, reason_unrecorded="This ledger is open for reading only: the recall was not recorded.")
    try:
        return _seal(ctx, found, asks=asks and opens and at is None)
    except ReadOnly as refused:
        return replace(found, reason_unrecorded=f"{refused.message} The recall was not recorded.")


def used(ctx: Context, recall_id: str, handles: Sequence[str]) -> int:
    """The caller acted on, or cited, these items of that recall. Returns the sequence of the sealed report.

    Reporting the same again seals nothing. Raises NotFound for an unknown recall or a handle that it did not return.
    """
    if isinstance(handles, str):
        handles = [handles]
    name = canonical_handle(recall_id)
    wanted = [canonical_handle(handle) for handle in handles]
    if not wanted:
        raise InvalidInput("No item was named as used.", hint=f"Name items of the recall: cicatrix used {name} PB-01")
    now = ctx.clock.now()
    with ctx.store.writer(ctx.namespace, now=now, durability="normal", strict_now=ctx.clock.fixed) as writer:
        record = read_record(writer, name)
        chosen = [item.handle for item in record.chosen]
        for handle in wanted:
            if handle not in chosen:
                raise _not_returned(record, handle)
        before = writer.find(Kind.USE, name)
        known: tuple[str, ...] = ()
        if before is not None and before.body is not None:
            known = decode(Use, before.body).handles
        union = tuple(dict.fromkeys((*known, *wanted)))
        if before is not None and union == known:
            return before.seq
        use = Use(before.handle if before is not None else writer.next_handle(Kind.USE), name, union)
        return writer.append(
            Draft(
                entry=EntryKind.USED,
                kind=Kind.USE,
                handle=use.id,
                body=encode(use),
                actor=ctx.user,
                origin=Origin.AGENT,
                parents=(record.seq,),
                key=name,
            )
        )


def _not_returned(record: RecallRecord, handle: str) -> NotFound:
    chosen = ", ".join(item.handle for item in record.chosen) or "nothing"
    for part in record.beside:
        if any(item.handle == handle for item in part.chosen):
            elsewhere = part.came_to.namespace
            return NotFound(
                f"{record.id} has {handle} from {elsewhere}, which was only read: no use is counted there.",
                hint=f"Of its own it returned {chosen}. Recall in {elsewhere} to report what was used of it.",
            )
    return NotFound(
        f"{record.id} did not return {handle}, so it cannot have been used from it.",
        hint=f"It returned {chosen}. Recall again for other memories.",
    )


def read_record(reader: LedgerReader, handle: str) -> RecallRecord:
    """The sealed record of a recall. Raises NotFound, also when it was erased."""
    name = canonical_handle(handle)
    version = reader.version(name) if parse_handle(name)[0] is Kind.RECALL else None
    if version is None or version.body is None:
        raise NotFound(f"There is no recall {name} in {reader.namespace}.", hint="Recalls are called rc-1, rc-2, …")
    return decode(RecallRecord, version.body, seq=version.seq)


# -- sealing ----------------------------------------------------------------------------------------------------------


def _seal(ctx: Context, found: Recall, *, asks: bool) -> Recall:
    """Seal the recall, and the question it asks where that is not open already, in one transaction."""
    now = ctx.clock.now()
    with ctx.store.writer(ctx.namespace, now=now, durability="normal", strict_now=ctx.clock.fixed) as writer:
        name = writer.next_handle(Kind.RECALL)
        open_question = _open_question(writer, found.query) if asks else None
        new_question = writer.next_handle(Kind.QUESTION) if asks and open_question is None else None
        sealed = replace(found, id=name, question=open_question or new_question)
        seq = writer.append(
            Draft(
                entry=EntryKind.RECALL,
                kind=Kind.RECALL,
                handle=name,
                body=encode(record_of(sealed)),
                actor=ctx.user,
                origin=Origin.AGENT,
                parents=tuple(sorted({item.seq for item in found.items_of(ctx.namespace)})),
            )
        )
        if new_question is not None:
            question = Question(new_question, found.query, found.reason, recall=name)
            writer.append(
                Draft(
                    entry=EntryKind.QUESTION,
                    kind=Kind.QUESTION,
                    handle=question.id,
                    body=encode(question),
                    actor=ctx.user,
                    origin=Origin.AGENT,
                    parents=(seq,),
                    key=question_key(found.query),
                )
            )
    return replace(sealed, seq=seq)


def _open_question(reader: LedgerReader, query: str) -> str | None:
    """The open question in the same words, if somebody has asked already."""
    version = reader.find(Kind.QUESTION, question_key(query))
    if version is None or version.body is None:
        return None
    return version.handle if decode(Question, version.body).state is QuestionState.OPEN else None


# -- checking what was given ------------------------------------------------------------------------------------------


def checked_query(query: str) -> str:
    """The query as it may be sealed: valid Unicode, not too long, secrets replaced."""
    if not isinstance(query, str):
        raise InvalidInput(f"The query is a {type(query).__name__}, not text.")
    if len(query) > MAX_QUERY:
        raise InvalidInput(
            f"The query has {len(query)} characters; {MAX_QUERY} are allowed.",
            hint="Ask with the sentence that says what is to be done; record long texts as episodes.",
        )
    try:
        query.encode()
    except UnicodeEncodeError as error:
        raise InvalidText(f"The query has a lone surrogate at position {error.start}.") from None
    return redact(query, "query")[0]


def _further(ctx: Context, also: Sequence[str]) -> list[str]:
    """The namespaces to be read beside this one, by their names. Raises InvalidInput, NotFound."""
    names = [check_namespace(name) for name in ([also] if isinstance(also, str) else also)]
    for place, name in enumerate(names):
        if name == ctx.namespace or name in names[:place]:
            raise InvalidInput(f"{name} is read already.", hint="Name each further namespace once, by its whole name.")
        with ctx.store.reader(name) as reader:
            if not reader.head().seq:
                raise NotFound(
                    f"There is no namespace {name} here: nothing was ever recorded in it.",
                    hint="A namespace is read by its whole name; a part of it names nothing.",
                )
    return names


def _minds(ctx: Context, readers: Sequence[LedgerReader], at: int | str | None) -> list[int | None]:
    """Which mind of each namespace is read: one moment for all of them."""
    if at is None:
        return [None for _ in readers]
    own, further = sequence_of(readers[0], at), readers[1:]
    if is_date(at):
        return [own, *(sequence_of(reader, at) for reader in further)]
    moment = clock_of(ctx, readers[0], own)
    return [own, *(reader.sequence_at(moment) if own else 0 for reader in further)]


def _whole(name: str, given: int | None, default: int | None) -> int:
    value = default if given is None else given
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput(f"{name} is {value!r}, not a whole number.", hint=f"Give {name} as 0 or more.")
    if value < 0:
        raise InvalidInput(f"{name} is {value}; it must be 0 or more.", hint=f"Leave {name} out for the default.")
    return value
