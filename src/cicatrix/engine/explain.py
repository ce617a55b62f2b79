"""``explain``: where a thing comes from, what became of it, what it was used in, where it fell out of a recall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cicatrix.core.candidates import Candidate
from cicatrix.core.codec import decode
from cicatrix.core.dead_letters import DeadLetter
from cicatrix.core.doubts import Doubt
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.episodes import TEXT_FIELDS, Episode
from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind, canonical_handle, handle_order, parse_handle
from cicatrix.core.imports import Import
from cicatrix.core.memories import RECALLABLE, Evidence, Memory
from cicatrix.core.moments import to_utc
from cicatrix.core.questions import Question
from cicatrix.core.recall import ONE, Use
from cicatrix.core.recall_record import RecallRecord
from cicatrix.core.sleep import Sleep
from cicatrix.engine import gate_facts
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import as_searched
from cicatrix.engine.recall import read_record
from cicatrix.errors import InvalidInput, NotFound
from cicatrix.ports import LedgerReader, Version

RECALLS_READ = 2_000
"""``used_in`` looks at so many of the newest recalls; an explanation says how many there are."""

_CLAIMS = (Kind.RULE, Kind.MEMORY)


@dataclass(frozen=True, slots=True)
class CitedSpan:
    """One piece of evidence with its words; ``quote`` is None where they were erased."""

    episode: str
    field: str
    start: int
    end: int
    quote: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """One version of the thing: what was done, by whom, when and why, and what it became."""

    seq: int
    at: str
    act: str
    by: str
    reason: str
    status: str


@dataclass(frozen=True, slots=True)
class UsedIn:
    """Three marks, never one: found by search, put before the model, acted on or named in an answer."""

    recall: str
    seq: int
    retrieved: bool
    injected: bool
    cited: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    id: str
    kind: str
    text: str
    evidence: tuple[CitedSpan, ...]
    history: tuple[Step, ...]
    used_in: tuple[UsedIn, ...]  # newest first
    why_not: str | None  # only where a recall was named
    facts: tuple[tuple[str, str], ...] = ()  # what else is known of a thing of this kind, name and words
    recalls_read: int = 0
    recalls: int = 0  # all there are


def explain(ctx: Context, id: str, *, for_: str | None = None) -> Explanation:
    """Explain anything with a handle, or what an entry (``#42``) is about; with ``for_`` also why a recall did or did
    not return it.

    Raises NotFound for an unknown handle, entry or recall.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        name = _sealed_in(reader, id) or canonical_handle(id)
        versions = reader.history(name)
        if not versions:
            raise NotFound(f"There is no {name} in {ctx.namespace}.")
        kind = versions[-1].kind
        used_in, read, total = _used_in(reader, name) if kind in (*_CLAIMS, Kind.EPISODE) else ((), 0, 0)
        return Explanation(
            id=name,
            kind=kind.value,
            text=_text(versions[-1]),
            evidence=_evidence(reader, versions[-1]),
            history=tuple(_step(version) for version in versions),
            used_in=used_in,
            why_not=None if for_ is None else _why_not(ctx, reader, name, versions, canonical_handle(for_)),
            facts=tuple((fact, words) for fact, words in _facts(reader, versions[-1]) if words),
            recalls_read=read,
            recalls=total,
        )


# -- what it is --------------------------------------------------------------------------------------------------------


def _sealed_in(reader: LedgerReader, text: str) -> str | None:
    """The handle of what entry ``#42`` is about; None when the text is no sequence. Raises NotFound."""
    figure = text.strip().removeprefix("#")
    if not text.strip().startswith("#") or not figure.isdecimal():
        return None
    seq = int(figure[:19])
    for version in reader.begun(tuple(Kind), before=min(seq, 2**62) + 1, limit=1):
        if version.seq == seq:
            return version.handle
    raise NotFound(f"There is no entry #{figure} in {reader.namespace}.", hint=f"The last is #{reader.head().seq}.")


def _text(version: Version) -> str:
    if version.body is None:
        return ""
    if version.kind in _CLAIMS:
        return decode(Memory, version.body).text
    if version.kind in gate_facts.KINDS:
        return gate_facts.text_of(version.kind, version.body)
    if version.kind is Kind.EPISODE:
        episode = decode(Episode, version.body)
        return "\n".join(f"{name}: {episode.words(name)}" for name in TEXT_FIELDS if episode.words(name))
    if version.kind is Kind.RECALL:
        record = decode(RecallRecord, version.body)
        return f"{record.query}\n{record.grade.value}: {record.reason}"
    if version.kind is Kind.QUESTION:
        return decode(Question, version.body).query
    if version.kind is Kind.DEAD_LETTER:
        return decode(DeadLetter, version.body).text
    if version.kind is Kind.IMPORT:
        return decode(Import, version.body).file
    if version.kind is Kind.SLEEP:
        night = decode(Sleep, version.body)
        return f"The night of {night.day}: {night.tokens_before:,} → {night.tokens_after:,} tokens of active memory"
    if version.kind is Kind.DOUBT:
        doubt = decode(Doubt, version.body)
        return f"What is {doubt.new} for {doubt.old}?"
    return ""


def _facts(reader: LedgerReader, version: Version) -> Iterator[tuple[str, str]]:
    """What there is to know of a thing beside its words, evidence and history."""
    if version.body is None:
        return
    match version.kind:
        case Kind.VERDICT | Kind.APPROVAL:
            yield from gate_facts.facts_of(version.kind, version.body)
        case Kind.RULE | Kind.MEMORY:
            yield from _standing(decode(Memory, version.body))
        case Kind.DOUBT:
            doubt = decode(Doubt, version.body)
            for what, handle in (("newer", doubt.new), ("older", doubt.old)):
                held = reader.version(handle)
                yield what, f"{handle}  {_text(held) if held is not None else ''}"
            yield "not sure", doubt.reason
            yield "settled", f"{doubt.verdict} by {doubt.by}" if doubt.verdict else ""
        case Kind.SLEEP:
            yield from _slept(decode(Sleep, version.body))
        case Kind.DEAD_LETTER:
            letter = decode(DeadLetter, version.body)
            yield "not learnt", letter.reason
            yield "said in", letter.episode or ""
            yield "proposed by", letter.proposer
            yield "dismissed by", letter.dismissed_by
        case Kind.EMBEDDER:
            model = decode(EmbeddingModel, version.body)
            yield "model", model.id
            yield "numbers", str(model.dimension)
            yield "sha256", model.sha256
            yield "alike from", f"{model.duplicate / ONE:.2f} the same, {model.related / ONE:.2f} the same thing"
        case Kind.IMPORT:
            noun = decode(Import, version.body)
            what = "episode" if noun.imported == 1 else "episodes"
            yield "brought", f"{noun.imported:,} {what}; {noun.already:,} were there, {noun.skipped:,} skipped"
            yield "format", noun.format
            yield "trust", noun.trust
            yield "by", noun.by
            yield "state", noun.state
            yield "sha256", noun.sha256
        case Kind.RECALL:
            record = decode(RecallRecord, version.body)
            yield "given", ", ".join(item.handle for item in record.chosen) or "nothing"
            for part in record.beside:
                named = ", ".join(item.handle for item in part.chosen) or "nothing"
                yield f"given of {part.came_to.namespace}", named
            yield "left out", ", ".join(out.id for out in record.rejected)
            yield "acted on", ", ".join(_uses(reader, version.handle))
        case Kind.QUESTION:
            question = decode(Question, version.body)
            yield "asked in", question.recall
            yield "answered in", question.episode or ""
        case Kind.EPISODE:
            episode = decode(Episode, version.body)
            yield "taught", ", ".join(_taught(reader, version.handle))
            yield "session", episode.session or ""
            yield "imported", f"{episode.source.import_id}, {episode.source.where}" if episode.source else ""
        case _:
            pass


def _standing(noun: Memory) -> Iterator[tuple[str, str]]:
    """Whom a memory speaks of, when it holds, and how it stands to others."""
    about = " ".join(filter(None, (noun.subject, noun.attribute)))
    yield "about", f"{about}: {noun.value}" if noun.value else about
    yield "true from", noun.valid_from or ""
    yield "true until", noun.valid_to or ""
    yield "replaces", ", ".join(noun.supersedes)
    yield "replaced by", noun.superseded_by or ""
    yield "refines", ", ".join(noun.refines)
    yield "later", "; ".join(noun.exceptions)
    yield "stops", gate_facts.stops(noun.policy)
    if noun.revision is not None:
        yield "revision", f"{noun.revision.verdict} {noun.revision.old}: {noun.revision.reason}"


def _slept(night: Sleep) -> Iterator[tuple[str, str]]:
    """What a night did, a line each."""
    for merge in night.merges:
        alike = f"{merge.likeness / ONE:.2f} alike at least, {merge.measure}"
        yield f"{merge.into} from", f"{', '.join(merge.ids)} ({alike})"
    for fade in night.fades:
        yield f"let {fade.id} go", fade.reason
    for found in night.insights:
        yield f"{found.rule} from", f"{', '.join(found.episodes)}, which ended alike"
    for conflict in night.doubts:
        yield f"asked {conflict.doubt}", f"what {conflict.new.id} is for {conflict.old.id}: {conflict.reason}"
    for out in night.left_out:
        yield "left", out.reason
    yield "plan", night.plan
    yield "by", night.by
    yield (
        "undone",
        f"by {night.undone_by}{f': {night.undone_for}' if night.undone_for else ''}" if night.undone_by else "",
    )


def _taught(reader: LedgerReader, episode: str) -> list[str]:
    """The rules and memories that cite an episode, whatever became of them."""
    found = (
        version.handle
        for version in reader.versions(_CLAIMS)
        if version.body is not None and episode in decode(Memory, version.body).episodes
    )
    return sorted(found, key=handle_order)


def _evidence(reader: LedgerReader, version: Version) -> tuple[CitedSpan, ...]:
    cited: tuple[Evidence, ...] = ()
    if version.body is not None and version.kind in _CLAIMS:
        cited = decode(Memory, version.body).evidence
    if version.body is not None and version.kind is Kind.DEAD_LETTER:
        cited = decode(DeadLetter, version.body).evidence
    found: list[CitedSpan] = []
    for span in cited:
        source = reader.version(span.episode)
        words = quote(decode(Episode, source.body), span) if source is not None and source.body is not None else None
        found.append(CitedSpan(span.episode, span.field, span.start, span.end, words))
    return tuple(found)


def _step(version: Version) -> Step:
    act, by, reason, status = version.entry, "", "", ""
    if version.body is None:
        status = "erased"
    elif version.kind in _CLAIMS:
        noun = decode(Memory, version.body)
        act, by, reason, status = noun.change.act, noun.change.by, noun.change.reason, noun.status.value
    elif version.kind in gate_facts.KINDS:
        by, reason, status = gate_facts.step_of(version.kind, version.body)
    elif version.kind is Kind.EPISODE:
        by = decode(Episode, version.body).actor
    elif version.kind is Kind.DOUBT:
        doubt = decode(Doubt, version.body)
        act, by = ("reviewed" if doubt.verdict else "doubted"), doubt.by
        reason, status = doubt.why, doubt.verdict or "open"
    elif version.kind is Kind.QUESTION:
        question = decode(Question, version.body)
        by, reason, status = question.by, question.reason, question.state.value
    elif version.kind is Kind.DEAD_LETTER:
        letter = decode(DeadLetter, version.body)
        by, reason, status = letter.dismissed_by, letter.dismissed_for, "dismissed" if letter.dismissed_by else ""
    return Step(version.seq, version.at, act, by, reason, status)


# -- what it was used in -----------------------------------------------------------------------------------------------


def _used_in(reader: LedgerReader, name: str) -> tuple[tuple[UsedIn, ...], int, int]:
    found: list[UsedIn] = []
    read = 0
    for version in reader.latest(Kind.RECALL, limit=RECALLS_READ):
        read += 1
        if version.body is None:
            continue
        record = decode(RecallRecord, version.body)
        injected = any(item.handle == name for item in record.chosen)
        if injected or any(out.id == name for out in record.rejected):
            cited = injected and name in _uses(reader, version.handle)
            found.append(UsedIn(version.handle, version.seq, True, injected, cited))
    return tuple(found), read, reader.count(Kind.RECALL)


def _uses(reader: LedgerReader, recall: str) -> tuple[str, ...]:
    version = reader.find(Kind.USE, recall)
    return decode(Use, version.body).handles if version is not None and version.body is not None else ()


# -- where it fell out -------------------------------------------------------------------------------------------------


def _why_not(ctx: Context, reader: LedgerReader, name: str, versions: list[Version], recall: str) -> str:
    record = read_record(reader, recall)
    if parse_handle(name)[0] not in (*_CLAIMS, Kind.EPISODE):
        raise InvalidInput(
            f"{name} is nothing that a recall returns.", hint="Recalls return rules (PB), memories (M) and episodes."
        )
    for place, item in enumerate(record.chosen, 1):
        if item.handle == name:
            rescued = ", rescued for safety" if item.rescued else ""
            where = f"item {place} of {len(record.chosen)}, score {item.score / ONE:.2f}{rescued}"
            return f"{recall} did return {name}: {where}."
    for out in record.rejected:
        if out.id == name:
            bar = f" ({_floor(record)})" if out.reason.value == "below_floor" else ""
            return f"{name} was left out of {recall} as {out.reason.value}: it {out.detail}{bar}."
    first = versions[0]
    if first.seq > record.mind:
        return f"{name} was not there yet: it was sealed as #{first.seq}, and {recall} read the mind @{record.mind}."
    return _not_kept(ctx, reader, name, record, recall)


def _not_kept(ctx: Context, reader: LedgerReader, name: str, record: RecallRecord, recall: str) -> str:
    """For what is not among the best that were kept: search again, as a replay would."""
    settings, _ = record.ran_with()
    result = ctx.index.search(
        reader,
        record.query,
        at=record.mind,
        now=to_utc(record.now),
        settings=settings,
        vector=as_searched(record.asked, record.statistics),
    )
    candidate = next((each for each in result.candidates if each.handle == name), None)
    if candidate is not None:
        return f"{name} was left out of {recall}: {_figures(candidate, record)}."
    held = reader.version(name, record.mind)
    if held is not None and held.body is not None and held.kind in _CLAIMS:
        status = decode(Memory, held.body).status
        if status not in RECALLABLE:
            return f"{name} was no candidate of {recall}: it was {status.value} @{record.mind}."
    if not record.terms:
        return f"{recall} had no candidates: there is no word in its query that memory could be searched for."
    return f"{name} was no candidate of {recall}: it shares no word with the query."


def _figures(candidate: Candidate, record: RecallRecord) -> str:
    if candidate.above_floor:
        kept = f"the {len(record.rejected)} best of what was left out"
        return f"it scored {candidate.score / ONE:.2f} and came after {kept}"
    return f"below_floor, it carries {_share(candidate.coverage)} of the query and {_floor(record)}"


def _floor(record: RecallRecord) -> str:
    settings, _ = record.ran_with()
    return f"{_share(record.statistics.get('floor', settings.floor))} are needed"


def _share(millionths: int) -> str:
    return f"{millionths * 1000 // ONE / 10:g} %"
