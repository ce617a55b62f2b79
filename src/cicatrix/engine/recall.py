"""``recall``: what the mind holds on a task, under a budget, with a grade, sealed as ``rc-n`` before it is returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from cicatrix.core import scoring
from cicatrix.core.asking import form
from cicatrix.core.assembly import Assembly, assemble
from cicatrix.core.candidates import SearchResult
from cicatrix.core.codec import decode, encode
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.evidence import quote
from cicatrix.core.holding import about
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.memories import Evidence, Memory, Status
from cicatrix.core.placing import Placed
from cicatrix.core.questions import Question, QuestionState, question_key
from cicatrix.core.recall import ALGORITHM, Item, Recall, RecallSettings, Thresholds, Use
from cicatrix.core.recall_record import RecallRecord, record_of
from cicatrix.core.redaction import redact
from cicatrix.core.router import rule_on
from cicatrix.core.stamps import stamp
from cicatrix.core.trust import Origin
from cicatrix.core.windows import find_windows
from cicatrix.engine import embedding
from cicatrix.engine.context import Context
from cicatrix.engine.past import clock_of, sequence_of
from cicatrix.errors import InvalidInput, InvalidText, NotFound, ReadOnly
from cicatrix.ports import LedgerReader, QueryVector, SearchIndex

MAX_QUERY = 20_000
"""Code points. A longer text is no query; its last paragraph may be one."""


def recall(
    ctx: Context, query: str, *, budget: int | None = None, limit: int | None = None, at: int | str | None = None
) -> Recall:
    """Search, assemble, grade, seal.

    ``budget`` in tokens and ``limit`` in items default to the settings; 0 of either returns no items. ``at`` is a
    sequence or a date: the mind as it was then, read with the clock of that moment; such a recall opens no question.
    Raises InvalidInput (negative numbers, a query too long, a sequence that is not there yet), InvalidText,
    InvalidTime, Busy, ClockBehind. A reader who may not write gets the recall unrecorded, and is told so.
    """
    words = _checked_query(query)
    settings = replace(
        ctx.recall_settings,
        budget=_whole("budget", budget, ctx.recall_settings.budget),
        limit=_whole("limit", limit, None) if limit is not None else ctx.recall_settings.limit,
    )
    with ctx.store.reader(ctx.namespace) as reader:
        mind = None if at is None else sequence_of(reader, at)
        question = embedding.Question(
            words, ctx.index.in_first_person(reader, words, at=mind) if ctx.embedder else None
        )
    vector, degraded = embedding.ask(ctx, question)
    with ctx.store.reader(ctx.namespace) as reader:
        now = clock_of(ctx, reader, mind)
        found, asks = reckon(
            ctx.index, reader, words, mind=mind, now=now, settings=settings, thresholds=Thresholds(), vector=vector
        )
    found = replace(found, degraded=degraded)
    if ctx.read_only or ctx.store.read_only:
        return replace(found, reason_unrecorded="This ledger is open for reading only: the recall was not recorded.")
    try:
        return _seal(ctx, found, asks=asks and mind is None)
    except ReadOnly as refused:
        return replace(found, reason_unrecorded=f"{refused.message} The recall was not recorded.")


def reckon(
    index: SearchIndex,
    reader: LedgerReader,
    query: str,
    *,
    mind: int | None,
    now: datetime,
    settings: RecallSettings,
    thresholds: Thresholds,
    vector: QueryVector | None = None,
) -> tuple[Recall, bool]:
    """A recall without handle or question, and whether it asks a person something.

    Everything that decides is in the arguments and in the ledger up to ``mind``: a replay calls this again.
    """
    windows = find_windows(query, now)
    time = about(query, windows, now)
    result = index.search(reader, time.sought, at=mind, now=now, settings=settings, vector=vector)
    if time.before and not any(each.status == Status.SUPERSEDED and each.above_floor for each in result.candidates):
        time = time.without_before(query)
        result = index.search(reader, query, at=mind, now=now, settings=settings, vector=vector)
    asked = form(time.sought)
    assembly = assemble(result, settings, thresholds, query=time.sought, asked=asked, windows=windows, about=time)
    ruling = rule_on(time.sought, result, assembly, thresholds, asked=asked, windows=windows)
    found = Recall(
        id="",
        query=query,
        grade=ruling.grade,
        reason=ruling.reason,
        items=_items(reader, result, assembly),
        rejected=assembly.rejected,
        rejected_counts=assembly.rejected_counts,
        spent=assembly.spent,
        mind=result.mind,
        now=stamp(now),
        settings=settings,
        algorithm=f"{ALGORITHM} {scoring.ALGORITHM}",
        thresholds=thresholds,
        matched=assembly.matched,
        tags=ruling.tags,
        terms=result.terms,
        unknown=result.unknown,
        statistics=result.statistics,
        asked=embedding.as_recorded(vector),
    )
    return found, ruling.asks


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
                raise NotFound(
                    f"{name} did not return {handle}, so it cannot have been used from it.",
                    hint=f"It returned {', '.join(chosen) or 'nothing'}. Recall again for other memories.",
                )
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


def read_record(reader: LedgerReader, handle: str) -> RecallRecord:
    """The sealed record of a recall. Raises NotFound, also when it was erased."""
    name = canonical_handle(handle)
    version = reader.version(name) if parse_handle(name)[0] is Kind.RECALL else None
    if version is None or version.body is None:
        raise NotFound(f"There is no recall {name} in {reader.namespace}.", hint="Recalls are called rc-1, rc-2, …")
    return decode(RecallRecord, version.body, seq=version.seq)


# -- the items, with their words and evidence -------------------------------------------------------------------------


def _items(reader: LedgerReader, result: SearchResult, assembly: Assembly) -> tuple[Item, ...]:
    episodes: dict[str, Episode | None] = {}
    return tuple(_item(reader, placed, result.mind, episodes) for placed in assembly.placed)


def _item(reader: LedgerReader, placed: Placed, mind: int, episodes: dict[str, Episode | None]) -> Item:
    candidate = placed.candidate
    evidence: tuple[Evidence, ...] = ()
    if candidate.kind is not Kind.EPISODE:
        version = reader.version(candidate.handle, mind)
        if version is not None and version.body is not None:
            evidence = decode(Memory, version.body, seq=version.seq).evidence
    return Item(
        id=candidate.handle,
        type=candidate.type,
        text=placed.text,
        score=candidate.score,
        components=candidate.components,
        tokens=placed.tokens,
        trust=candidate.trust,
        namespace=reader.namespace,
        seq=candidate.seq,
        occurred_at=candidate.occurred_at,
        rescued=placed.rescued,
        excerpt=placed.excerpt.passages if placed.excerpt is not None else (),
        conflicts=placed.conflicts,
        ended=candidate.ended,
        corrected_at=placed.corrected_at,
        evidence=evidence,
        quotes=tuple(_quoted(reader, span, episodes) for span in evidence),
    )


def _quoted(reader: LedgerReader, span: Evidence, episodes: dict[str, Episode | None]) -> str:
    if span.episode not in episodes:
        version = reader.version(span.episode)
        whole = version is not None and version.body is not None
        episodes[span.episode] = decode(Episode, version.body) if whole and version and version.body else None
    episode = episodes[span.episode]
    return (quote(episode, span) or "") if episode is not None else ""


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
                parents=tuple(sorted({item.seq for item in found.items})),
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


def _checked_query(query: str) -> str:
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


def _whole(name: str, given: int | None, default: int | None) -> int:
    value = default if given is None else given
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidInput(f"{name} is {value!r}, not a whole number.", hint=f"Give {name} as 0 or more.")
    if value < 0:
        raise InvalidInput(f"{name} is {value}; it must be 0 or more.", hint=f"Leave {name} out for the default.")
    return value
