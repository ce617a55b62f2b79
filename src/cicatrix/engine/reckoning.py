"""A recall as it follows from what is in the ledgers, and from nothing else: what is sealed, and what is run again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from cicatrix.core import scoring
from cicatrix.core.asking import Form, form
from cicatrix.core.assembly import Assembly, assemble
from cicatrix.core.candidates import Candidate, SearchResult
from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode
from cicatrix.core.evidence import quote
from cicatrix.core.holding import about
from cicatrix.core.ids import Kind
from cicatrix.core.links import STEPS, following, start, with_links
from cicatrix.core.memories import Evidence, Memory, Status
from cicatrix.core.placing import Placed
from cicatrix.core.recall import ALGORITHM, Beside, Item, Recall, RecallSettings, Thresholds
from cicatrix.core.router import overall, rule_on
from cicatrix.core.sifting import Sifted, sift
from cicatrix.core.stamps import stamp
from cicatrix.core.windows import Window, find_windows
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import as_recorded
from cicatrix.ports import LedgerReader, QueryVector, SearchIndex


@dataclass(frozen=True, slots=True)
class Reading:
    """One namespace as a recall reads it: its mind at a sequence, None for what the reader's snapshot holds."""

    index: SearchIndex
    reader: LedgerReader
    mind: int | None
    vector: QueryVector | None = None


@contextmanager
def opened(contexts: Sequence[Context]) -> Iterator[list[LedgerReader]]:
    """A reader of each namespace, in order."""
    with ExitStack() as stack:
        yield [stack.enter_context(each.store.reader(each.namespace)) for each in contexts]


def reckon(
    readings: Sequence[Reading],
    query: str,
    *,
    now: datetime,
    settings: RecallSettings,
    thresholds: Thresholds,
) -> tuple[Recall, bool]:
    """A recall without handle or question, and whether it asks a person something.

    Everything that decides is in the arguments and in the ledgers up to the minds that are read: a replay calls this
    again. The first of ``readings`` is the recall's own namespace.
    """
    windows = find_windows(query, now)
    parts = [
        _sifted(reading, query, windows, now, settings, thresholds, is_own=not place)
        for place, reading in enumerate(readings)
    ]
    assemblies = assemble([part.sifted for part in parts], settings, thresholds)
    rulings = [
        rule_on(part.sought, part.sifted.result, assembly, thresholds, asked=part.asked, windows=windows)
        for part, assembly in zip(parts, assemblies, strict=True)
    ]
    names = [reading.reader.namespace for reading in readings]
    ruling = overall(names, rulings, assemblies)
    result, own = parts[0].sifted.result, assemblies[0]
    found = Recall(
        id="",
        query=query,
        grade=ruling.grade,
        reason=ruling.reason,
        items=tuple(
            item
            for reading, part, assembly in zip(readings, parts, assemblies, strict=True)
            for item in _items(reading.reader, part.sifted.result, assembly)
        ),
        rejected=own.rejected,
        rejected_counts=own.rejected_counts,
        spent=sum(assembly.spent for assembly in assemblies),
        mind=result.mind,
        now=stamp(now),
        settings=settings,
        algorithm=f"{ALGORITHM} {scoring.ALGORITHM}",
        thresholds=thresholds,
        matched=own.matched,
        tags=rulings[0].tags,
        terms=result.terms,
        unknown=result.unknown,
        statistics=result.statistics,
        asked=as_recorded(readings[0].vector),
        namespace=names[0],
        beside=tuple(
            Beside(
                namespace=name,
                grade=verdict.grade,
                reason=verdict.reason,
                rejected=assembly.rejected,
                rejected_counts=assembly.rejected_counts,
                spent=assembly.spent,
                mind=part.sifted.result.mind,
                matched=assembly.matched,
                tags=verdict.tags,
                terms=part.sifted.result.terms,
                unknown=part.sifted.result.unknown,
                statistics=part.sifted.result.statistics,
                asked=as_recorded(reading.vector),
            )
            for name, reading, part, assembly, verdict in list(
                zip(names, readings, parts, assemblies, rulings, strict=True)
            )[1:]
        ),
    )
    return found, ruling.asks


@dataclass(frozen=True, slots=True)
class _Part:
    """What one namespace was asked, in words and form, and what it holds on that."""

    sought: str
    asked: Form
    sifted: Sifted


def _sifted(
    reading: Reading,
    query: str,
    windows: Sequence[Window],
    now: datetime,
    settings: RecallSettings,
    thresholds: Thresholds,
    *,
    is_own: bool,
) -> _Part:
    time = about(query, windows, now)

    def search(words: str, vector: QueryVector | None = reading.vector) -> SearchResult:
        return reading.index.search(reading.reader, words, at=reading.mind, now=now, settings=settings, vector=vector)

    result = search(time.sought)
    if time.before and not any(each.status == Status.SUPERSEDED and each.above_floor for each in result.candidates):
        time = time.without_before(query)
        result = search(query)
    asked = form(time.sought)
    sifter = partial(
        sift, settings=settings, thresholds=thresholds, query=time.sought, asked=asked, windows=windows, about=time
    )
    sifted = sifter(result)
    linked = _linked(sifted, time.sought, asked, search)
    if linked:
        result = with_links(result, linked)
    if not is_own:
        elsewhere = reading.reader.namespace
        result = replace(result, candidates=tuple(replace(each, namespace=elsewhere) for each in result.candidates))
    return _Part(time.sought, asked, sifter(result) if linked or not is_own else sifted)


def _linked(
    sifted: Sifted, query: str, asked: Form, search: Callable[[str, QueryVector | None], SearchResult]
) -> list[Candidate]:
    """The memories that a question is followed to, from the best one on."""
    first = start(sifted, query, asked)
    near = [first] if first is not None else []
    seen = {each.handle for each in near}
    found: list[Candidate] = []
    for step in range(1, STEPS + 1):
        further = [each for one in near for each in following(one, search(one.text, None).candidates, step)]
        near = list({each.handle: each for each in further if each.handle not in seen}.values())
        seen.update(each.handle for each in near)
        found += (each for each in near if each.handle not in sifted.standing)
    return found


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
