"""Embedding: which words of a thing become its vector, when that happens, and what is told when it cannot.

A vector is stored in the transaction that seals its words. It is made before that begins (``prefetch``), so that nobody
waits for it with the file locked; inside, only a local embedder is asked for what is still missing. Where there is no
vector, nothing else is lost: the words are stored, are found as words, and wait for ``catch_up``.

The model in use is an entry of the ledger, ``em-n``, sealed before its first vector. Another model is another ``em-n``,
for which everything waits: vectors of two models are never compared.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cicatrix.core.asking import PLAIN_ADVICE, asks_for_advice
from cicatrix.core.codec import decode, encode
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.entries import Draft, Embedded, EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.ids import Kind
from cicatrix.core.memories import Memory
from cicatrix.core.recall import Asked
from cicatrix.core.trust import Origin
from cicatrix.core.vectors import apart, cosine
from cicatrix.engine.cached_embedder import CachedEmbedder
from cicatrix.engine.context import Context
from cicatrix.errors import EmbedderFailed
from cicatrix.ports import LedgerReader, LedgerWriter, QueryVector, Version

if TYPE_CHECKING:
    from cicatrix.core.revision.procedure import Likeness

BATCH: Final = 64
"""Texts of one call to an embedder, and of one transaction that stores what came late."""

RECENT: Final = 1_000
"""Entries that the next write looks back over for words without a vector; older ones are for sleep and doctor."""

Noun = Episode | Memory


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What ``catch_up`` came to. ``waiting`` counts what is still found by its words alone, ``reason`` says why."""

    embedder: str | None  # em-n
    embedded: int
    waiting: int
    reason: str = ""


def text_of(noun: Noun) -> str:
    """The words that are embedded: of a turn without its speaker, who is scored apart; of the rest what was done and
    said, in reading order."""
    if isinstance(noun, Memory):
        return noun.text
    fields = (noun.title, noun.task, noun.tool, noun.resource, noun.action, noun.text, noun.result, noun.outcome)
    return "\n".join(text for text in (*fields, noun.correction) if text.strip())


def likeness(ctx: Context) -> Likeness | None:
    """How alike two texts are, as a cosine in millionths; None without an embedder. For revision and its callers.

    The function gives None for a text that could not be embedded. Vectors are kept, so asking again costs nothing. It
    may be called inside a transaction: a served embedder is not asked then and the answer is None, unless ``prefetch``
    was called for both texts before the transaction began.
    """
    embedder = ctx.embedder
    if embedder is None:
        return None

    def alike(one: str, two: str) -> int | None:
        first, second = _made(embedder, one), _made(embedder, two)
        return None if first is None or second is None else cosine(first, second)

    return alike


def recollect(ctx: Context, reader: LedgerReader, memories: Iterable[Memory]) -> None:
    """Take up the stored vectors of memories, so that ``likeness`` need not make them again."""
    embedder = ctx.embedder
    handle = handle_of(reader, embedder.model) if embedder is not None else None
    if embedder is None or handle is None:
        return
    for memory in memories:
        if embedder.known(memory.text, role="passage") is None:
            vector = reader.vector(handle, memory.seq)
            if vector is not None:
                embedder.keep(memory.text, vector, role="passage")


def prefetch(ctx: Context, texts: Iterable[str]) -> None:
    """Make the vectors of texts that are about to be sealed or compared, outside of any transaction. A failure is kept
    for ``settle`` to tell."""
    if ctx.embedder is None:
        return
    wanted = [text for text in dict.fromkeys(texts) if text.strip() and not ctx.embedder.known(text, role="passage")]
    try:
        for start in range(0, len(wanted), BATCH):
            ctx.embedder.embed(wanted[start : start + BATCH], role="passage")
    except EmbedderFailed:
        return


def embedded(ctx: Context, writer: LedgerWriter, noun: Noun) -> Embedded | None:
    """The vector to store with a noun that is about to be sealed in this transaction; None where it has to wait."""
    if ctx.embedder is None:
        return None
    vector = _made(ctx.embedder, text_of(noun))
    return None if vector is None else Embedded(_current(ctx, ctx.embedder, writer), vector)


def handle_of(reader: LedgerReader, model: EmbeddingModel) -> str | None:
    """The ``em-n`` under which this model's vectors are stored; None where none was stored yet."""
    version = reader.find(Kind.EMBEDDER, _key(model))
    return version.handle if version is not None else None


def settle(ctx: Context, after: int) -> tuple[str, ...]:
    """At the end of a write: make up for what a served embedder was not asked for inside the transaction, and for what
    failed in the last ``RECENT`` entries. Returns what to tell in the receipt of a write that began after sequence
    ``after``: nothing where each of its texts has its vector."""
    if ctx.embedder is None or (ctx.embedder.is_local and not ctx.embedder.is_behind):
        return ()
    if ctx.embedder.failure is None:  # else it failed just now, and would again
        _store_late(ctx, ctx.embedder, after=max(0, after - RECENT), most=BATCH)
    ctx.embedder.is_behind = ctx.embedder.failure is not None
    waiting = count_waiting(ctx, after=after)
    return (degraded(ctx.embedder, waiting),) if waiting else ()


def degraded(embedder: CachedEmbedder, waiting: int) -> str:
    """What a receipt says of texts without a vector."""
    texts = "1 text is found by its words" if waiting == 1 else f"{waiting:,} texts are found by their words"
    why = embedder.failure.message if embedder.failure is not None else "The embedder could not take it."
    return f"{texts}; the vector waits. {why}"


def count_waiting(ctx: Context, *, after: int = 0) -> int:
    """How many things wait for a vector of the model in use. Raises InvalidInput without an embedder."""
    assert ctx.embedder is not None
    with ctx.store.reader(ctx.namespace) as reader:
        waiting = 0
        for page in _waiting(reader, handle_of(reader, ctx.embedder.model) or "", after):
            waiting += len(page)
        return waiting


def catch_up(ctx: Context, *, progress: Callable[[int], None] | None = None) -> CaughtUp:
    """Make the vectors that wait: what failed, what came with a restore, everything when the model is another.

    It ends where the embedder fails; what is done by then is stored. ``progress`` is called with how many are done.
    Raises Busy, ReadOnly, StoreError, ClockBehind.
    """
    if ctx.embedder is None:
        return CaughtUp(None, 0, 0)
    ctx.embedder.forgive()
    done = _store_late(ctx, ctx.embedder, after=0, most=None, progress=progress)
    with ctx.store.reader(ctx.namespace) as reader:
        handle = handle_of(reader, ctx.embedder.model)
    waiting = count_waiting(ctx)
    return CaughtUp(handle, done, waiting, degraded(ctx.embedder, waiting) if waiting else "")


def damaged(ctx: Context) -> list[int]:
    """The versions whose stored vector is none of the model in use: bytes on the disk were changed. They are found by
    reading all vectors; what is changed and still looks like one is not."""
    if ctx.embedder is None:
        return []
    with ctx.store.reader(ctx.namespace) as reader:
        handle = handle_of(reader, ctx.embedder.model)
        size = 2 * ctx.embedder.model.dimension
        return [seq for seq, vector in reader.vectors(handle) if len(vector) != size] if handle is not None else []


def mend(ctx: Context, *, progress: Callable[[int], None] | None = None) -> CaughtUp:
    """``catch_up``, after damaged vectors were destroyed, so that they are made again."""
    broken = damaged(ctx)
    if broken and ctx.embedder is not None:
        with ctx.store.writer(
            ctx.namespace, now=ctx.clock.now(), durability="full", strict_now=ctx.clock.fixed
        ) as writer:
            writer.drop_vectors(broken)
            handle = handle_of(writer, ctx.embedder.model)
            assert handle is not None, "it has vectors"
            _seal(ctx, writer, handle, ctx.embedder.model)
    return catch_up(ctx, progress=progress)


# -- questions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A query, and the same as the one whom it names would put it (``SearchIndex.in_first_person``)."""

    text: str
    first_person: str | None = None


def ask(ctx: Context, question: Question) -> tuple[QueryVector | None, str]:
    """The query as a vector, and why there is none, in words for the reply; both empty where there is no embedder, or
    nothing was ever embedded. A wish for advice is asked without what all such wishes have in common. To be called
    outside of any transaction."""
    if ctx.embedder is None:
        return None, ""
    with ctx.store.reader(ctx.namespace) as reader:
        handle = handle_of(reader, ctx.embedder.model)
    if handle is None:
        return None, ""
    wanted = [text for text in (question.text, question.first_person) if text]
    plain = [PLAIN_ADVICE] if asks_for_advice(question.text) else []
    try:
        made = ctx.embedder.embed([*wanted, *plain], role="query")
    except EmbedderFailed as failure:
        return None, f"Searched by words alone. {failure.message}"
    asked, asking = made[: len(wanted)], made[-1] if plain else None
    if not asked or asked[0] is None:
        return None, ""
    vectors = [apart(vector, asking) if vector and asking else vector for vector in asked]
    return QueryVector(handle, vectors[0] or asked[0], vectors[1] if len(vectors) > 1 else None), ""


def as_recorded(vector: QueryVector | None) -> Asked | None:
    """How a recall keeps the vector it was searched with."""
    if vector is None:
        return None
    first_person = b64encode(vector.first_person).decode() if vector.first_person is not None else ""
    return Asked(vector.embedder, b64encode(vector.vector).decode(), first_person)


def as_searched(asked: Asked | None, statistics: Mapping[str, int]) -> QueryVector | None:
    """The vector to search with again, among as many vectors as there were then."""
    if asked is None:
        return None
    first_person = b64decode(asked.first_person) if asked.first_person else None
    return QueryVector(asked.embedder, b64decode(asked.vector), first_person, statistics.get("vectors", 0))


# -- inside -----------------------------------------------------------------------------------------------------------


def _made(embedder: CachedEmbedder, text: str) -> bytes | None:
    """The vector of a text, inside a transaction: a local embedder makes it, a served one must have made it before."""
    known = embedder.known(text, role="passage")
    if known is not None or not embedder.is_local or not text.strip():
        return known
    try:
        return embedder.embed([text], role="passage")[0]
    except EmbedderFailed:
        return None


def _current(ctx: Context, embedder: CachedEmbedder, writer: LedgerWriter) -> str:
    """The ``em-n`` of the model in use. It is sealed now when this is its first vector, when its thresholds are new,
    and when its vectors are made again, which a replay has to know."""
    handle = embedder.handles.get(writer)
    if handle is None:
        model = embedder.model
        version = writer.find(Kind.EMBEDDER, _key(model))
        handle = version.handle if version is not None else writer.next_handle(Kind.EMBEDDER)
        known = decode(EmbeddingModel, version.body) if version is not None and version.body is not None else None
        if known != model or not writer.last_arrival(handle):
            _seal(ctx, writer, handle, model)
        embedder.handles[writer] = handle
    return handle


def _seal(ctx: Context, writer: LedgerWriter, handle: str, model: EmbeddingModel) -> None:
    body = encode(model)
    writer.append(Draft(EntryKind.EMBEDDER, Kind.EMBEDDER, handle, body, ctx.user, Origin.SYSTEM, key=_key(model)))


def _key(model: EmbeddingModel) -> str:
    return f"{model.id}:{model.dimension}:{model.sha256}"


def _waiting(reader: LedgerReader, handle: str, after: int) -> Iterable[list[Version]]:
    """Pages of things without a vector, begun after a sequence."""
    while page := reader.unembedded(handle, limit=BATCH, after=after):
        yield page
        after = page[-1].seq


def _store_late(
    ctx: Context,
    embedder: CachedEmbedder,
    *,
    after: int,
    most: int | None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Embed what waits and store it, a batch at a time, the embedder asked outside of the transaction."""
    done = 0
    while most is None or done < most:
        with ctx.store.reader(ctx.namespace) as reader:
            page = reader.unembedded(handle_of(reader, embedder.model) or "", limit=BATCH, after=after)
        if not page:
            break
        after = page[-1].seq
        try:
            made = embedder.embed([_text(version) for version in page], role="passage")
        except EmbedderFailed:
            break
        rows = [(version.seq, vector) for version, vector in zip(page, made, strict=True) if vector is not None]
        if rows:
            _put(ctx, embedder, rows)
        done += len(rows)
        if progress is not None:
            progress(done)
        if most is not None and len(page) < BATCH:
            break
    return done


def _put(ctx: Context, embedder: CachedEmbedder, rows: Sequence[tuple[int, bytes]]) -> None:
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability="normal", strict_now=ctx.clock.fixed
    ) as writer:
        writer.put_vectors(_current(ctx, embedder, writer), rows)


def _text(version: Version) -> str:
    assert version.body is not None
    if version.kind is Kind.EPISODE:
        return text_of(decode(Episode, version.body))
    return text_of(decode(Memory, version.body))
