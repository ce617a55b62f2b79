"""``correct``: a person says that a memory or rule is wrong, and what is right. The words are their own evidence.

A memory is replaced by what the person says, and the same revision as for everything else looks for others that it
ends. A rule is replaced by a whole instruction; a fragment ("Only on weekdays") narrows it and is kept beside it, word
for word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cicatrix.core.admission import MAX_CLAIM, Admitted, Claim, admit
from cicatrix.core.codec import decode
from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import Episode
from cicatrix.core.evidence import cite
from cicatrix.core.ids import Kind, canonical_handle, handle_order, parse_handle
from cicatrix.core.intake import take
from cicatrix.core.known import LIVE, Known
from cicatrix.core.memories import Change, Memory, Status
from cicatrix.core.reading import english
from cicatrix.core.redaction import redact
from cicatrix.core.rules import read
from cicatrix.core.text import content_stems, fold
from cicatrix.core.trust import lowest
from cicatrix.core.values import check_name, check_text
from cicatrix.engine.claims import DURABILITY, EpisodesOf, claims, seal
from cicatrix.engine.context import Context
from cicatrix.engine.record import recording_time, seal_episode, writing
from cicatrix.engine.remember import read_claim
from cicatrix.engine.reports import StateChange
from cicatrix.engine.revising import revise, supersede
from cicatrix.engine.rule_revising import RulesMeet
from cicatrix.errors import Ambiguous, InvalidInput, NotFound, PersonMissing, Refused, StateConflict
from cicatrix.ports import LedgerReader, LedgerWriter

_LIMITING: Final = re.compile(r"(?:only|except|unless|until|but|not (?:for|on|in|at|when|if|to|with)|even)\b", re.I)
_NAMED: Final = 5
"""Memories that an ambiguous query names."""


def correct(ctx: Context, target: str, text: str, *, by: str | None = None, reason: str = "") -> StateChange:
    """Correct a memory or rule: ``target`` is its handle, or words that only one of them has.

    Raises PersonMissing where nobody is named, NotFound, Ambiguous when several have the words, StateConflict for what
    is over or says it already, Refused for words that are no claim.
    """
    person = check_name(by or ctx.person or "", "by") if by or ctx.person else ""
    if not person:
        raise PersonMissing("Nobody is named, and to correct takes a person.")
    words, _ = redact(check_text(text, "text", limit=MAX_CLAIM).strip(), "text")
    why, _ = redact(check_text(reason, "reason", limit=2_000), "reason")
    if not words:
        raise InvalidInput("The correction is empty.", hint='Say what is right: cicatrix correct M-7 "Lives in York".')
    with writing(ctx) as writer:
        old = _target(ctx, writer, target)
        if fold(words) == fold(old.text):
            raise StateConflict(f"{old.id} says that already, word for word.")
        episodes = EpisodesOf(writer)
        episode = _said(ctx, writer, old, words, person, episodes)
        if old.is_rule:
            return _correct_rule(ctx, writer, old, episode, episodes, person, why)
        return _correct_memory(ctx, writer, old, episode, episodes, person, why)


# -- which one ---------------------------------------------------------------------------------------------------------


def _target(ctx: Context, reader: LedgerReader, target: str) -> Memory:
    """What a handle or a few words mean."""
    try:
        handle = canonical_handle(target)
    except InvalidInput:
        return _by_words(ctx, reader, target)
    version = reader.version(handle)
    if parse_handle(handle)[0] not in (Kind.MEMORY, Kind.RULE):
        raise InvalidInput(f"{handle} cannot be corrected: only memories and rules can.")
    if version is None or version.body is None:
        raise NotFound(f"There is no {handle} in {ctx.namespace}.")
    found = decode(Memory, version.body, seq=version.seq)
    if found.status not in LIVE:
        newer = f" by {found.superseded_by}" if found.superseded_by else ""
        hint = f"Correct {found.superseded_by} instead." if found.superseded_by else None
        raise StateConflict(f"{handle} is {found.status.value}{newer}, so there is nothing to correct.", hint=hint)
    return found


def _by_words(ctx: Context, reader: LedgerReader, words: str) -> Memory:
    """The one live memory or rule that has all of these words."""
    sought = set(content_stems(words))
    if not sought:
        raise InvalidInput(f"{words!r} has no word to look for.", hint="Name a memory by its handle or by its words.")
    found = [
        memory
        for memory in claims(reader)
        if memory.status in LIVE and sought <= {*content_stems(memory.text), *content_stems(memory.subject)}
    ]
    if not found:
        raise NotFound(
            f"No memory or rule of {ctx.namespace} has all of the words {words!r}.",
            hint="Use fewer words, or name it by its handle: `cicatrix memory list` and `playbook show` list them.",
        )
    if len(found) > 1:
        found.sort(key=lambda memory: handle_order(memory.id))
        named = "; ".join(f"{memory.id} “{memory.text}”" for memory in found[:_NAMED])
        more = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        raise Ambiguous(f"Which one? {words!r} is in {len(found)} of them: {named}{more}.")
    return found[0]


def _said(ctx: Context, writer: LedgerWriter, old: Memory, words: str, person: str, episodes: EpisodesOf) -> Episode:
    """The correction as an episode. It speaks of whom the corrected thing speaks of."""
    subjects = sorted({name for cited in old.episodes if cited in episodes for name in episodes[cited].subjects})
    given: dict[str, object] = {"actor": person, "subjects": subjects}
    if old.is_rule:
        given |= {"kind": "experience", "task": f"Correction of {old.id}", "correction": words, "correction_by": person}
    else:
        given |= {"kind": "turn", "role": "user", "speaker": person, "text": words}
    taken = take(given)
    return episodes.add(seal_episode(ctx, writer, taken.episode, recorded_at=recording_time(ctx, writer)))


# -- a memory ----------------------------------------------------------------------------------------------------------


def _correct_memory(
    ctx: Context,
    writer: LedgerWriter,
    old: Memory,
    episode: Episode,
    episodes: Mapping[str, Episode],
    person: str,
    why: str,
) -> StateChange:
    claim = Claim(
        episode.text,
        old.type,
        (cite(episode, "text", 0, len(episode.text)),),
        proposer=f"person:{person}",
        subject=old.subject,
        speaker=old.speaker,
        pinned=old.pinned,
        attribute=old.attribute,
    )
    read = read_claim(episode.text, speaker=old.speaker or "user", said=episode.occurred_at)
    if read is not None:
        claim = replace(
            claim,
            subject=old.subject if read.attribute == old.attribute else read.subject,
            attribute=read.attribute,
            value=read.value,
            negated=read.negated,
            valid_from=read.valid_from,
            valid_to=read.valid_to,
        )
    new = _admitted(claim, episodes, person, why)
    new = replace(new, tags=_still_told(old, new), importance=max(old.importance, new.importance))
    revised = revise(ctx, writer, new, episodes, by=person, instead_of=(old.id,))
    return StateChange(
        old.id,
        Status.SUPERSEDED,
        revised.seq,
        DURABILITY,
        episode.id,
        revised.id,
        supersedes=revised.supersedes,
        doubts=revised.doubts,
    )


def _still_told(old: Memory, new: Memory) -> tuple[str, ...]:
    """A correction often leaves out what it is about ("It is Thomas, not Tomas"): it is found by those words too."""
    if _restates(new.text, old.text):
        return ()
    said = set(content_stems(new.text))
    return tuple(dict.fromkeys(stem for stem in (*old.tags, *content_stems(old.text)) if stem not in said))


def _admitted(claim: Claim, episodes: Mapping[str, Episode], person: str, why: str) -> Memory:
    """The corrected claim, admitted on the person's own words. Whether another says it already, revision finds out."""
    verdict = admit(claim, episodes, Known(), by=person)
    if not isinstance(verdict, Admitted):
        reason = verdict.reason if hasattr(verdict, "reason") else ""
        raise Refused(f"{reason} Nothing was changed.", hint="Say what is right, as a plain statement.")
    return replace(verdict.memory, change=Change("admitted", person, why))


# -- a rule ------------------------------------------------------------------------------------------------------------


def _correct_rule(
    ctx: Context,
    writer: LedgerWriter,
    old: Memory,
    episode: Episode,
    episodes: Mapping[str, Episode],
    person: str,
    why: str,
) -> StateChange:
    span = cite(episode, "correction", 0, len(episode.correction))
    if not _replaces(episode.correction, old.text):
        narrowed = narrow(ctx, writer, old, episode, episodes, person, why)
        return StateChange(old.id, narrowed.status, narrowed.seq, DURABILITY, episode.id)
    claim = Claim(episode.correction, old.type, (span,), proposer=f"person:{person}", pinned=old.pinned)
    new = _admitted(claim, episodes, person, why)
    tags = tuple(dict.fromkeys((*new.tags, *_still_told(old, new))))
    new = replace(new, id=writer.next_handle(Kind.RULE), supersedes=(old.id,), tags=tags)
    rules = RulesMeet(ctx, writer, episodes, (rule for rule in claims(writer, (Kind.RULE,)) if rule.id != old.id))
    new = rules.seal(new)
    seq = supersede(ctx, writer, old, new, episodes, by=person, why="a person corrected it")
    return StateChange(
        old.id,
        Status.SUPERSEDED,
        seq,
        DURABILITY,
        episode.id,
        new.id,
        supersedes=(old.id, *rules.superseded),
        doubts=tuple(rules.doubts),
    )


def narrow(
    ctx: Context,
    writer: LedgerWriter,
    old: Memory,
    episode: Episode,
    episodes: Mapping[str, Episode],
    person: str,
    why: str = "",
) -> Memory:
    """A rule with the correction of an episode beside its words, word for word."""
    narrowed = replace(
        old,
        version=old.version + 1,
        exceptions=(*old.exceptions, episode.correction),
        evidence=(*old.evidence, cite(episode, "correction", 0, len(episode.correction))),
        trust=lowest((old.trust, episode.origin_of("correction"))),
        change=Change("corrected", person, why or f"{episode.id} narrows it."),
    )
    return seal(ctx, writer, narrowed, episodes, EntryKind.MEMORY_CORRECTED)


def is_limit(words: str) -> bool:
    """Whether words are a condition or exception of something said before: "Only on weekdays"."""
    return _LIMITING.match(words) is not None


def _replaces(words: str, rule: str) -> bool:
    """Whether words stand in the place of a rule: they say again what it is about, or are an instruction by themselves.
    What is neither is a condition or exception of it."""
    if _restates(words, rule):
        return True
    return not is_limit(words) and not english.leans(words) and any(piece.is_lesson for piece in read(words))


def _restates(words: str, old: str) -> bool:
    """Whether words have at least half of the content words of what they correct."""
    before = content_stems(old)
    return 2 * len(set(content_stems(words)).intersection(before)) >= len(before)
