"""Admission: the one door to memory. No provenance, no memory, whoever proposes.

A claim names its evidence as verbatim spans. Code checks that each episode exists, that each span is there letter for
letter, and that it carries the claim: one quote carries all of it, others at least :data:`~.support.JOIN_SHARE` with
the same numbers, names, conditions and polarity. What does not is struck; a claim with nothing left is refused. Trust
is the lowest origin of what is left, and trust with the speaker's role decides what a rule may become: an operator's
own words make it active, an agent's report or an outside text makes a candidate that waits for a person, and an end
user's words make no rule for others at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from cicatrix.core.clocks import apart
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import place, quote
from cicatrix.core.importance import importance
from cicatrix.core.known import LIVE, TAKEN_BACK, Known
from cicatrix.core.memories import Change, Evidence, Memory, MemoryType, Status
from cicatrix.core.moments import to_utc
from cicatrix.core.retention import FADED
from cicatrix.core.stamps import stamp
from cicatrix.core.support import carries, says_the_same
from cicatrix.core.tags import tags
from cicatrix.core.text import fold
from cicatrix.core.trust import Origin, Role, lowest, may_teach_rules, rank

MAX_CLAIM: Final = 2_000
"""Code points. A memory is a claim, not a document; a document is recalled as the episode it is."""

MAX_NAMED: Final = 5
"""Episodes that the reason of a version names; its evidence has them all."""


class RefusalCode(StrEnum):
    EMPTY = "empty"
    TOO_LONG = "too_long"
    NO_EVIDENCE = "no_evidence"
    UNKNOWN_EPISODE = "unknown_episode"
    NOT_VERBATIM = "not_verbatim"
    UNSUPPORTED = "unsupported"
    END_USER = "end_user_rule"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a proposer wants remembered. ``importance`` in thousandths, None to let code set it."""

    text: str
    type: MemoryType
    evidence: tuple[Evidence, ...]
    proposer: str
    importance: int | None = None
    subject: str = ""
    speaker: str = ""
    pinned: bool = False
    tags: tuple[str, ...] = ()  # further names of what it is about, as `core.tags.named` makes them; of a rule, ignored
    attribute: str = ""
    value: str = ""
    negated: bool = False
    said_at: str = ""
    valid_from: str | None = None
    valid_to: str | None = None


@dataclass(frozen=True, slots=True)
class Struck:
    """A citation that does not hold, and why."""

    evidence: Evidence
    code: RefusalCode
    reason: str


@dataclass(frozen=True, slots=True)
class Admitted:
    """New. ``memory`` has no handle yet (``id`` is empty)."""

    memory: Memory
    struck: tuple[Struck, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Known already, and now better founded: ``memory`` is the new version."""

    memory: Memory
    struck: tuple[Struck, ...] = ()


@dataclass(frozen=True, slots=True)
class Seconded:
    """A live rule or memory says it already; ``fresh`` is the evidence that is new to it. :func:`seconded` makes
    its new version, of one of these or of many at once."""

    memory: Memory
    fresh: tuple[Evidence, ...]
    trust: Origin
    struck: tuple[Struck, ...] = ()


@dataclass(frozen=True, slots=True)
class AlreadyKnown:
    """Nothing changes: the same evidence, an echo of lower origin, or a lesson that a person took back."""

    memory: Memory
    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    code: RefusalCode
    reason: str
    struck: tuple[Struck, ...] = ()


Judgement = Admitted | Seconded | Joined | AlreadyKnown | Rejected
Verdict = Admitted | Joined | AlreadyKnown | Rejected


def admit(claim: Claim, episodes: Mapping[str, Episode], known: Known, *, by: str = "distill") -> Verdict:
    """Judge one claim, and make the new version of what it joins. ``episodes``: at least those of this namespace that
    the claim, or what it joins, cites."""
    found = judge(claim, episodes, known, by=by)
    if isinstance(found, Seconded):
        return Joined(seconded(found.memory, [found], episodes, by), found.struck)
    return found


def judge(claim: Claim, episodes: Mapping[str, Episode], known: Known, *, by: str = "distill") -> Judgement:
    """Judge one claim; what it seconds is only named, so that a run may gather many before it makes a version."""
    malformed = _malformed(claim)
    if malformed is not None:
        return malformed
    held, struck = _examine(claim, episodes)
    if not held:
        first = struck[0]
        return Rejected(first.code, first.reason, struck)
    roles = [_role(episodes[span.episode], span.field) for span in held]
    if claim.type is MemoryType.PROCEDURAL and "end_user" in roles:
        return Rejected(RefusalCode.END_USER, "An end user's words never make a rule for others.", struck)
    trust = lowest(episodes[span.episode].origin_of(span.field) for span in held)
    new = _draft(claim, held, trust, roles, episodes, by)
    same = known.saying_the_same(claim.text) if new.is_rule else known.in_the_same_words(claim.text, claim.type)
    return _meet(new, same, known, struck, by)


def _malformed(claim: Claim) -> Rejected | None:
    if not claim.text.strip():
        return Rejected(RefusalCode.EMPTY, "The claim has no words.")
    if len(claim.text) > MAX_CLAIM:
        return Rejected(
            RefusalCode.TOO_LONG, f"The claim is {len(claim.text)} characters long, {MAX_CLAIM} are allowed."
        )
    if not claim.evidence:
        return Rejected(RefusalCode.NO_EVIDENCE, "The claim names no episode.")
    if claim.text.rstrip().endswith(("?", "？")):
        return Rejected(RefusalCode.QUESTION, "A question is neither a fact nor a rule.")
    return None


def _examine(claim: Claim, episodes: Mapping[str, Episode]) -> tuple[tuple[Evidence, ...], tuple[Struck, ...]]:
    """The citations that hold, in order of place, and those that were struck."""
    whole: list[Evidence] = []
    partly: list[Evidence] = []
    struck: list[Struck] = []
    for span in dict.fromkeys(claim.evidence):
        episode = episodes.get(span.episode)
        if episode is None:
            struck.append(Struck(span, RefusalCode.UNKNOWN_EPISODE, f"There is no {span.episode} in this namespace."))
            continue
        words = quote(episode, span)
        if words is None:
            reason = f"The words are not in the {span.field} of {span.episode}, letter for letter."
            struck.append(Struck(span, RefusalCode.NOT_VERBATIM, reason))
            continue
        full = carries(claim.text, words)
        if not full.lack:
            whole.append(span)
        elif not says_the_same(claim.text, words).lack:
            partly.append(span)
        else:
            struck.append(Struck(span, RefusalCode.UNSUPPORTED, f"{span.episode} does not carry it: {full.lack}."))
    if whole:
        return tuple(sorted([*whole, *partly], key=place)), tuple(struck)
    for span in partly:
        lack = carries(claim.text, quote(episodes[span.episode], span) or "").lack
        struck.append(Struck(span, RefusalCode.UNSUPPORTED, f"{span.episode} does not carry all of it: {lack}."))
    return (), tuple(struck)


def _draft(
    claim: Claim,
    held: tuple[Evidence, ...],
    trust: Origin,
    roles: Sequence[Role | None],
    episodes: Mapping[str, Episode],
    by: str,
) -> Memory:
    status = Status.ACTIVE
    if claim.type is MemoryType.PROCEDURAL and not all(may_teach_rules(trust, role) for role in roles):
        status = Status.CANDIDATE
    memory = Memory(
        id="",
        type=claim.type,
        text=claim.text,
        status=status,
        trust=trust,
        evidence=held,
        change=Change("admitted", by),
        subject=claim.subject,
        speaker=claim.speaker,
        pinned=claim.pinned,
        tags=claim.tags,
        attribute=claim.attribute,
        value=claim.value,
        negated=claim.negated,
        said_at=claim.said_at,
        valid_from=claim.valid_from,
        valid_to=claim.valid_to,
        proposer=claim.proposer,
        importance=claim.importance or 0,
    )
    return founded(memory, episodes, weigh=claim.importance is None)


def founded(memory: Memory, episodes: Mapping[str, Episode], *, weigh: bool) -> Memory:
    """The memory with the tags that follow from its evidence, and (``weigh``) the importance; a person's own stays."""
    if weigh:
        memory = replace(memory, importance=_weight(memory))
    if memory.is_rule:
        cited = [episodes[name] for name in memory.episodes if name in episodes]
        memory = replace(memory, tags=tags(memory.text, [episode.task for episode in cited if episode.task]))
    return memory


def seconded(memory: Memory, additions: Sequence[Seconded], episodes: Mapping[str, Episode], by: str) -> Memory:
    """The next version of a memory that further episodes say again."""
    fresh = [span for addition in additions for span in addition.fresh]
    joined = replace(
        memory,
        said_at=_last_said(memory, fresh, episodes),
        evidence=tuple(sorted([*memory.evidence, *fresh], key=place)),
        trust=memory.trust
        if memory.trust is Origin.RATIFIED
        else lowest([memory.trust, *(addition.trust for addition in additions)]),
        version=memory.version + 1,
        change=Change("joined", by, _say_the_same([span.episode for span in fresh])),
    )
    weighed_by_code = memory.importance == _weight(memory)
    return founded(joined, episodes, weigh=weighed_by_code)


def _weight(memory: Memory) -> int:
    return importance(
        memory.text, len(memory.episodes), memory.attribute, negated=memory.negated, is_rule=memory.is_rule
    )


def _last_said(memory: Memory, fresh: Sequence[Evidence], episodes: Mapping[str, Episode]) -> str:
    """When it was last said, further episodes counted; of rules that is not kept."""
    if not memory.said_at:
        return ""
    cited = [episodes[span.episode] for span in fresh if span.episode in episodes]
    times = [stamp(to_utc(episode.occurred_at)) for episode in cited if not episode.is_undated]
    return max(memory.said_at, *times) if times else memory.said_at


def _say_the_same(episodes: Sequence[str]) -> str:
    names = list(dict.fromkeys(episodes))
    if len(names) == 1:
        return f"{names[0]} says the same."
    more = len(names) - MAX_NAMED
    listed = ", ".join(names[:MAX_NAMED]) + f" and {more:,} more" * (more > 0)
    return f"{listed} say the same."


def _meet(new: Memory, same: list[Memory], known: Known, struck: tuple[Struck, ...], by: str) -> Judgement:
    """What becomes of a claim beside the memories that say the same: of the same subject, and of the same time."""
    same = [old for old in same if _of_one_subject(old, new) and not apart(old, new)]
    live = [old for old in same if old.status in LIVE]
    over = [old for old in same if old.status not in LIVE]
    if not any(_rests_on_no_more(new, old) for old in live):
        for old in over:
            if _rests_on_no_more(new, old):
                reason = f"{old.id} said the same and was {old.status}; the same episodes teach it no more."
                return AlreadyKnown(old, reason)
    if live:
        return second(new, live[0], known.cited(live[0].id), struck, by)
    for old in over:
        if old.status in TAKEN_BACK and old.change.act != FADED:
            change = Change("admitted", by, f"{old.id} said the same and was {old.status}: a person decides.")
            status = Status.CANDIDATE if new.is_rule else Status.QUARANTINED
            return Admitted(replace(new, status=status, change=change), struck)
    return Admitted(new, struck)


def _rests_on_no_more(new: Memory, old: Memory) -> bool:
    return set(new.episodes) <= set(old.episodes)


def _of_one_subject(one: Memory, other: Memory) -> bool:
    return not one.subject or not other.subject or fold(one.subject) == fold(other.subject)


def second(
    new: Memory, old: Memory, cited: Set[Evidence], struck: tuple[Struck, ...], by: str
) -> Seconded | Joined | AlreadyKnown:
    """What a claim adds to a live memory that says the same and cites ``cited``."""
    fresh = tuple(span for span in new.evidence if span not in cited)
    names = ", ".join(dict.fromkeys(span.episode for span in fresh or new.evidence))
    if old.status is Status.CANDIDATE and rank(new.trust) > rank(old.trust):
        change = Change("confirmed", by, f"{names} says it on better authority: it stands on that from here on.")
        raised = replace(new, id=old.id, version=old.version + 1, change=change, pinned=new.pinned or old.pinned)
        return Joined(raised, struck)
    if not fresh:
        return AlreadyKnown(old, f"{old.id} cites it already.")
    if rank(new.trust) < min(rank(old.trust), rank(Origin.HUMAN)):
        return AlreadyKnown(old, f"{names} echoes {old.id}: words of lower origin add nothing to it.")
    return Seconded(old, fresh, new.trust, struck)


def _role(episode: Episode, field: str) -> Role | None:
    """Who stands behind the words of a field. What a person says in a conversation, an end user says."""
    if field == "correction" or episode.kind is EpisodeKind.REPLY:
        return episode.corrector_role
    if episode.kind is EpisodeKind.TURN and episode.origin in (Origin.HUMAN, Origin.RATIFIED):
        return episode.corrector_role or "end_user"
    return None
