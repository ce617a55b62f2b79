"""Remember: a ready claim that somebody proposes, through the same admission as everything else."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cicatrix.core.admission import MAX_CLAIM, Admitted, AlreadyKnown, Claim, Joined, Rejected, admit
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import TEXT_FIELDS, Episode
from cicatrix.core.evidence import citable, cite, find
from cicatrix.core.ids import Kind, canonical_handle
from cicatrix.core.known import LIVE, Known
from cicatrix.core.memories import Change, Evidence, Memory, MemoryType, Status
from cicatrix.core.moments import read_moment, to_utc
from cicatrix.core.observation.findings import Observed
from cicatrix.core.reading.sentences import split
from cicatrix.core.redaction import redact
from cicatrix.core.support import carries
from cicatrix.core.tags import named
from cicatrix.core.values import check_name, check_text
from cicatrix.engine.claims import DURABILITY, EpisodesOf, claims, keep_refusal, seal
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import prefetch, settle
from cicatrix.engine.reports import Refusal
from cicatrix.engine.revising import revise
from cicatrix.engine.rule_revising import RulesMeet
from cicatrix.errors import InvalidInput, NoProvenance, NotFound, StateConflict
from cicatrix.ports import Durability, LedgerWriter


@dataclass(frozen=True, slots=True)
class Remembered:
    """The receipt of a claim. ``revision`` is the verdict (engine/revising.py), or ``joined``: known already in these
    words, and now better founded. ``doubts`` wait for a person; ``notes`` say what is degraded."""

    id: str
    revision: str
    supersedes: tuple[str, ...]
    status: Status
    seq: int
    durability: Durability
    reason: str = ""
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def remember(
    ctx: Context,
    text: str,
    *,
    type: str,
    evidence: Sequence[str],
    importance: float | None = None,
    pin: bool = False,
    by: str | None = None,
    subject: str = "",
    tags: Sequence[str] = (),
    valid_from: str | None = None,
    valid_to: str | None = None,
) -> Remembered:
    """Propose a claim. ``evidence`` names episodes (``ep4``) or fields of them (``ep4#correction``); code finds the
    words in them that carry the claim. ``tags`` are further names of what it is about: "k8s". ``importance``: 0..1,
    None lets code set it. ``valid_from`` and ``valid_to``:
    since and until when it is so, a day or a moment in ISO 8601.

    Raises NoProvenance when no episode carries it (kept as a dead letter), NotFound for an unknown episode,
    StateConflict for a lesson that a person took back.
    """
    words, _ = redact(check_text(text, "text", limit=MAX_CLAIM), "text")
    kind, weight, person = _type(type), _thousandths(importance), check_name(by or ctx.user, "by")
    times = [_time(valid_from, "valid_from"), _time(valid_to, "valid_to")]
    prefetch(ctx, [words])
    head = ctx.store.data_version(ctx.namespace)
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        episodes = EpisodesOf(writer)
        spans = tuple(dict.fromkeys(span for name in evidence for span in _spans(episodes, name, words)))
        is_rule = kind is MemoryType.PROCEDURAL
        known = Known(claims(writer, (Kind.RULE,))) if is_rule else ctx.beliefs.known(writer)
        claim = Claim(
            words,
            kind,
            spans,
            proposer=f"person:{person}",
            importance=weight,
            subject=check_text(subject, "subject", limit=200).strip(),
            pinned=pin,
            tags=named([check_text(tag, "tags", limit=MAX_TAG) for tag in tags]),
            valid_from=times[0],
            valid_to=times[1],
        )
        if not is_rule:
            claim = _read(claim, episodes)
        verdict = admit(claim, episodes, known, by=person)
        if isinstance(verdict, AlreadyKnown):
            memory = verdict.memory
            if memory.status in LIVE and pin and not memory.pinned:
                memory = _pinned(ctx, writer, memory, episodes, person)
                return Remembered(memory.id, "joined", (), memory.status, memory.seq, DURABILITY, "It is pinned now.")
            if memory.status in LIVE:
                return Remembered(memory.id, "duplicate", (), memory.status, memory.seq, DURABILITY, verdict.reason)
            raise StateConflict(verdict.reason, hint="Record what was learnt since as a new episode and cite that.")
        if isinstance(verdict, Rejected):
            refusal = keep_refusal(ctx, writer, words, verdict.code, verdict.reason, spans, claim.proposer)
        else:
            remembered = _store(ctx, writer, verdict, episodes, person)
    if isinstance(verdict, Rejected):
        raise _no_provenance(refusal)
    return replace(remembered, notes=settle(ctx, after=head))


def _pinned(ctx: Context, writer: LedgerWriter, memory: Memory, episodes: Mapping[str, Episode], by: str) -> Memory:
    """What is known already, pinned by a person who remembers it again."""
    change = Change("pinned", by, "A person wants it in every block.")
    return seal(
        ctx,
        writer,
        replace(memory, pinned=True, version=memory.version + 1, change=change),
        episodes,
        EntryKind.MEMORY_JOINED,
    )


def _read(claim: Claim, episodes: Mapping[str, Episode]) -> Claim:
    """The claim with whom it speaks of and what it says of them, where its words say so and the proposer does not."""
    cited = [episodes[span.episode] for span in claim.evidence]
    said = max((episode.occurred_at for episode in cited), key=to_utc, default="")
    speaker = next((episode.speaker for episode in cited if episode.speaker), "") or "user"
    read = read_claim(claim.text, speaker=speaker, said=said) if said else None
    if read is None:
        return claim
    return replace(
        claim,
        subject=claim.subject or read.subject,
        speaker=speaker,
        attribute=read.attribute,
        value=read.value,
        negated=read.negated,
        valid_from=claim.valid_from or read.valid_from,
        valid_to=claim.valid_to or read.valid_to,
    )


def read_claim(text: str, *, speaker: str, said: str) -> Observed | None:
    """What a claim says of whom, where it is one plain statement. ``speaker``: what its first person is called;
    ``said``: when it was said, ISO 8601."""
    from cicatrix.core.observation.turns import read_turn  # its tables are heavy, and few calls need them

    day = datetime.fromisoformat(said).date()
    read = [finding for finding in read_turn(text, speaker=speaker, said=day) if isinstance(finding, Observed)]
    return read[0] if len(read) == 1 and read[0].attribute else None


def _store(
    ctx: Context, writer: LedgerWriter, verdict: Admitted | Joined, episodes: EpisodesOf, person: str
) -> Remembered:
    memory, struck = verdict.memory, [item.reason for item in verdict.struck]
    if isinstance(verdict, Joined):
        seq = seal(ctx, writer, memory, episodes, EntryKind.MEMORY_JOINED).seq
        reason = " ".join(filter(None, (memory.change.reason, *struck)))
        return Remembered(memory.id, "joined", (), memory.status, seq, DURABILITY, reason)
    if memory.is_rule:
        rules = RulesMeet(ctx, writer, episodes, claims(writer, (Kind.RULE,)))
        rule = rules.seal(replace(memory, id=writer.next_handle(memory.kind)))
        reason = " ".join(filter(None, (rule.change.reason, *struck)))
        verdict_given = rule.revision.verdict if rule.revision is not None else "distinct"
        return Remembered(
            rule.id, verdict_given, rule.supersedes, rule.status, rule.seq, DURABILITY, reason, tuple(rules.doubts)
        )
    revised = revise(ctx, writer, memory, episodes, by=person)
    reason = " ".join(filter(None, (revised.reason, *struck)))
    return Remembered(
        revised.id,
        revised.revision,
        revised.supersedes,
        revised.memory.status,
        revised.seq,
        DURABILITY,
        reason,
        revised.doubts,
    )


def _no_provenance(refusal: Refusal) -> NoProvenance:
    return NoProvenance(
        f"{refusal.reason} The claim was kept as {refusal.dead_letter}.",
        hint="Cite an episode whose words carry the whole claim: --evidence ep4. No provenance, no memory.",
    )


def _spans(episodes: Mapping[str, Episode], name: str, words: str) -> Iterator[Evidence]:
    """The words of one named episode that carry the claim best: letter for letter if they are there, else the shortest
    of its sentences, neighbours and fields that carries all of it, else the sentence that carries most."""
    handle, _, field = name.partition("#")
    handle = canonical_handle(handle)
    if field and field not in TEXT_FIELDS:
        raise InvalidInput(f"{field!r} is no field that can be cited.", hint=f"Fields: {', '.join(TEXT_FIELDS)}.")
    episode = episodes.get(handle)
    if episode is None:
        raise NotFound(f"There is no {handle} to cite in this namespace.")
    verbatim = find(episode, words)
    if verbatim is not None and field in ("", verbatim.field):
        yield verbatim
        return
    best: tuple[tuple[bool, int, int], Evidence] | None = None
    for place in (field,) if field else citable(episode):
        for start, end in _windows(episode.words(place)):
            found = carries(words, episode.words(place)[start:end])
            order = (not found.lack, found.share, start - end)
            if best is None or order > best[0]:
                best = (order, cite(episode, place, start, end))
    if best is not None:
        yield best[1]


_WINDOW = 3
MAX_TAG = 80
"""Code points of a tag: it is a name, and no sentence."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Sentences, then two and three neighbours together."""
    sentences = split(text)
    for length in range(1, _WINDOW + 1):
        for first in range(len(sentences) - length + 1):
            yield sentences[first].start, sentences[first + length - 1].end


def _type(name: str) -> MemoryType:
    try:
        return MemoryType(name)
    except ValueError:
        raise InvalidInput(
            f"{name!r} is no type of memory.", hint=f"Types: {', '.join(item.value for item in MemoryType)}."
        ) from None


def _time(text: str | None, field: str) -> str | None:
    """A day as it is given, a moment in ISO 8601 with a zone. Raises InvalidTime."""
    if text is None:
        return None
    moment = read_moment(text, field=field).text
    return text if _DAY.fullmatch(text) else moment


def _thousandths(importance: float | None) -> int | None:
    if importance is None:
        return None
    if isinstance(importance, bool) or not math.isfinite(importance) or not 0 <= importance <= 1:
        raise InvalidInput(f"An importance of {importance} cannot be: it lies between 0 and 1.")
    return round(importance * 1000)
