"""Consolidation: which memories become one, and which are let go. Decisions only; the engine seals them.

Merged are memories of one type, subject, speaker and trust that are alike and not kept apart
(:mod:`cicatrix.core.cohesion`), every pair of them, three at least, or two where one says all that the other says. What
is only joined by a chain (a like b, b like c) never ends in one memory. Rules are never merged: two that a person gave
stay two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from itertools import combinations
from typing import Final

from cicatrix.core.attributes import Holds
from cicatrix.core.cohesion import ONE, Apart, in_common, kept_apart, telling
from cicatrix.core.doubts import doubt_key
from cicatrix.core.evidence import place
from cicatrix.core.ids import handle_order
from cicatrix.core.memories import Change, Memory, MemoryType, Status
from cicatrix.core.merging import CAP, contains, loss, union
from cicatrix.core.retention import let_go
from cicatrix.core.revision.procedure import Likeness
from cicatrix.core.revision.verdicts import Verdict
from cicatrix.core.revision.wording import shared_front
from cicatrix.core.sleep import Conflict, Fade, LeftOut, Merge, Part, Plan
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.core.text import count_tokens, fold
from cicatrix.core.trust import Origin
from cicatrix.core.vectors import near_pairs
from cicatrix.core.wording import listed

LEAST: Final = 3
"""Members of a merge, unless one of two contains the other."""

WORDS_RELATED: Final = 250_000
"""Share of the shorter one's words from which two memories are alike where no embedder is, in millionths."""

_COMMON: Final = 50
"""A word that more memories of one subject have brings no two of them together by itself."""

MAX_DOUBTS: Final = 10
"""Questions that one night may raise; the others come another night."""

PROPOSER: Final = "sleep/1"
BY: Final = "sleep"


@dataclass(frozen=True, slots=True)
class Trace:
    """An active memory with what consolidation asks of it."""

    memory: Memory
    touched: str  # when its version was sealed, UTC
    uses: int = 0
    vector: bytes | None = None
    waits: bool = False  # a person is asked about it: until they answer it stays as it is
    speaker: str = ""  # who says what it cites, where that is one

    @property
    def told(self) -> str:
        """When it was last said."""
        return self.memory.said_at or self.touched

    @property
    def by(self) -> str:
        return self.memory.speaker or self.speaker

    @property
    def about(self) -> str:
        """Whom or what it speaks of; where nobody read that, what its speaker speaks of."""
        return self.memory.subject or self.by


@dataclass(frozen=True, slots=True)
class Measure:
    """How likeness is taken: by an embedder's vectors between those that have one, by words in common elsewhere.

    ``related`` and ``floor`` are the embedder's calibrated cosines in millionths. The parts of one thing (its hotel,
    its flight) lie further apart than two wordings of it; what they share is its name. So where two share words, half
    of the way from the floor is enough.
    """

    embedder: str = ""  # em-n
    related: int = ONE
    floor: int = ONE

    @property
    def with_words(self) -> int:
        return (self.related + self.floor) // 2


@dataclass(slots=True)
class _Night:
    """What the groups come to, one after the other."""

    doubted: frozenset[str]
    merges: list[Merge] = field(default_factory=list)
    doubts: list[Conflict] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def plan(
    traces: Sequence[Trace],
    *,
    mind: int,
    day: str,
    settings: SleepSettings,
    attributes: Mapping[str, Holds],
    measure: Measure,
    likeness: Likeness | None = None,
    undone: frozenset[frozenset[str]] = frozenset(),
    doubted: frozenset[str] = frozenset(),
    next_handles: Callable[[int], str] | None = None,
) -> Plan:
    """What a night does to these memories on ``day`` (ISO, UTC).

    ``undone``: sets of members whose merge a person undid, which is not made again; ``doubted``: the keys of
    doubts that were raised before (core/doubts.py). ``next_handles(n)`` is the handle
    of the n-th merged memory, counted from 0. Pure.
    """
    traces = [trace for trace in traces if trace.memory.status is Status.ACTIVE and not trace.memory.is_rule]
    night = _Night(doubted)
    settled = [trace for trace in traces if not trace.waits]
    if settings.merge:
        for group in _groups(settled):
            _merge_group(group, measure, attributes, likeness, undone, night)
    merges = night.merges
    merged = {name for merge in merges for name in merge.ids}
    fades = tuple(_fades([trace for trace in settled if trace.memory.id not in merged], day, settings))
    if next_handles is not None:
        merges = [replace(merge, into=next_handles(number)) for number, merge in enumerate(merges)]
    before = sum(count_tokens(trace.memory.text) for trace in traces)
    freed = sum(merge.before - merge.after for merge in merges) + sum(fade.tokens for fade in fades)
    return Plan(
        mind=mind,
        day=day,
        merges=tuple(merges),
        fades=fades,
        doubts=tuple(night.doubts[:MAX_DOUBTS]),
        left_out=tuple(night.left_out),
        tokens_before=before,
        tokens_after=before - freed,
        looked_at=len(traces),
    )


def merged(members: Sequence[Memory], merge: Merge) -> Memory:
    """The merged memory, without a handle's entry yet: importance is the highest, dates stay, citations, pins and
    links are the union."""
    ids = [member.id for member in members]
    first = members[0]
    ends = [member.valid_to for member in members]
    told = {member.attribute for member in members} - {""}
    attribute = told.pop() if len(told) == 1 else ""  # of parts that tell several, each stands in its own words
    return Memory(
        id=merge.into,
        type=first.type,
        text=merge.text,
        status=Status.ACTIVE,
        trust=first.trust,
        evidence=tuple(sorted({span for member in members for span in member.evidence}, key=place)),
        change=Change("merged", BY, f"Says what {listed(ids)} said."),
        importance=max(member.importance for member in members),
        subject=next((member.subject for member in members if member.subject), ""),
        speaker=next((member.speaker for member in members if member.speaker), ""),
        attribute=attribute,
        value=max((member.value for member in members), key=len) if attribute else "",
        negated=bool(attribute) and any(member.negated for member in members),
        said_at=max(member.said_at for member in members),
        pinned=any(member.pinned for member in members),
        valid_from=min(filter(None, (member.valid_from for member in members)), default=None),
        valid_to=max(filter(None, ends), default=None),
        supersedes=tuple(ids),
        refines=tuple(dict.fromkeys(name for member in members for name in member.refines if name not in ids)),
        proposer=PROPOSER,
    )


def _groups(traces: Sequence[Trace]) -> Iterator[list[Trace]]:
    """Those that could be one memory at all, oldest first. What a person ratified is kept word for word."""
    found: defaultdict[tuple[str, str, str, str], list[Trace]] = defaultdict(list)
    for trace in sorted(traces, key=lambda trace: (trace.told, handle_order(trace.memory.id))):
        memory = trace.memory
        if memory.trust is not Origin.RATIFIED and len(memory.text) <= CAP:
            found[memory.type, fold(trace.about), fold(trace.by), memory.trust].append(trace)
    yield from (group for group in found.values() if len(group) > 1)


_Pair = tuple[int, int]
"""Two places in a group, the first before the second."""


def _merge_group(
    group: list[Trace],
    measure: Measure,
    attributes: Mapping[str, Holds],
    likeness: Likeness | None,
    undone: frozenset[frozenset[str]],
    night: _Night,
) -> None:
    alike = _alike(group, measure)
    worth = _worth_judging(group, alike)
    for spots in _components(len(group), worth):
        apart: dict[_Pair, Apart] = {}

        def together(pair: _Pair, apart: dict[_Pair, Apart] = apart) -> bool:
            if pair not in worth or pair in apart:
                return False
            found = kept_apart(group[pair[0]].memory, group[pair[1]].memory, attributes, likeness)
            if found is not None:
                apart[pair] = found
            return found is None

        for clique in _cliques(spots, cache(together)):
            made = _merge([group[spot] for spot in clique], clique, alike, undone)
            if isinstance(made, Merge):
                night.merges.append(made)
            elif made is not None:
                night.left_out.append(made)
        _tell_apart(group, apart, night)


def _worth_judging(group: list[Trace], alike: Iterable[_Pair]) -> set[_Pair]:
    """The alike pairs that could end in one memory: a third is like both, or one has all words of the other."""
    near: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in alike:
        near[one].add(other)
        near[other].add(one)
    found = set()
    for one, other in alike:
        a, b = telling(group[one].memory), telling(group[other].memory)
        if not near[one].isdisjoint(near[other]) or a <= b or b <= a:
            found.add((one, other))
    return found


def _tell_apart(group: list[Trace], apart: Mapping[_Pair, Apart], night: _Night) -> None:
    """What is alike and stays apart: said once, and what is revision's to say goes to a person."""
    if not apart:
        return
    names = [group[spot].memory.id for spot in sorted({spot for pair in apart for spot in pair})]
    reason = next(iter(apart.values())).reason
    night.left_out.append(LeftOut(tuple(names), "apart", f"{listed(names)} are alike and stay apart: {reason}."))
    for (one, other), why in apart.items():
        old, new = group[one].memory, group[other].memory
        replaces = why.judged is not None and why.judged.verdict is Verdict.REPLACES  # the rest was asked on arrival
        if why.judged is not None and replaces and doubt_key(new.id, old.id) not in night.doubted:
            parts = Part(new.id, new.seq), Part(old.id, old.seq)
            night.doubts.append(Conflict(*parts, why.judged.reason, dict(why.judged.signals)))


def _alike(group: list[Trace], measure: Measure) -> dict[_Pair, tuple[int, str]]:
    """The pairs that are alike, in order, with how much (millionths) and by what."""
    shared = _sharing(group)
    found: dict[_Pair, tuple[int, str]] = {}
    embedded = [spot for spot, trace in enumerate(group) if trace.vector is not None]
    vectors = [trace.vector for trace in group if trace.vector is not None]
    for one, other, cosine in near_pairs(vectors, measure.with_words):
        pair = embedded[one], embedded[other]
        if cosine >= measure.related or pair in shared:
            found[pair] = cosine, f"cosine {measure.embedder}"
    for pair, words in shared.items():
        first, second = (group[spot] for spot in pair)
        if first.vector is None or second.vector is None:
            found[pair] = words, "words in common"
        elif pair not in found and shared_front(first.memory.text, second.memory.text):
            found[pair] = words, "the occasion in common"
    return dict(sorted(found.items()))


def _sharing(group: list[Trace]) -> dict[_Pair, int]:
    """The pairs that share enough words, one of which few others have, with the share in millionths."""
    words = [telling(trace.memory) for trace in group]
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for spot, told in enumerate(words):
        for word in told:
            by_word[word].append(spot)
    pairs = {pair for spots in by_word.values() if len(spots) <= _COMMON for pair in combinations(spots, 2)}
    shares = {(one, other): in_common(words[one], words[other]) for one, other in pairs}
    return {pair: share for pair, share in shares.items() if share >= WORDS_RELATED}


def _components(size: int, alike: Iterable[_Pair]) -> list[list[int]]:
    """The spots that hang together by likeness (union–find), in order."""
    above = list(range(size))

    def root(spot: int) -> int:
        while above[spot] != spot:
            above[spot] = above[above[spot]]
            spot = above[spot]
        return spot

    for one, other in alike:
        a, b = sorted((root(one), root(other)))
        above[b] = a
    found: defaultdict[int, list[int]] = defaultdict(list)
    for spot in range(size):
        found[root(spot)].append(spot)
    return [spots for spots in found.values() if len(spots) > 1]


def _cliques(spots: Sequence[int], together: Callable[[_Pair], bool]) -> list[list[int]]:
    """Groups of which every pair may be one memory: each spot joins the first group that takes it."""
    groups: list[list[int]] = []
    for spot in spots:
        for group in groups:
            if all(together((member, spot)) for member in group):
                group.append(spot)
                break
        else:
            groups.append([spot])
    return [group for group in groups if len(group) > 1]


def _merge(
    members: list[Trace],
    spots: list[int],
    alike: Mapping[_Pair, tuple[int, str]],
    undone: frozenset[frozenset[str]],
) -> Merge | LeftOut | None:
    """The merge of a group, why it is left out, or nothing where two only resemble each other."""
    texts = [trace.memory.text for trace in members]
    if len(members) < LEAST and not (contains(texts[0], texts[1]) or contains(texts[1], texts[0])):
        return None
    text = union(texts)
    while len(text) > CAP and len(members) > LEAST:
        members, spots, texts = members[:-1], spots[:-1], texts[:-1]
        text = union(texts)
    ids = tuple(trace.memory.id for trace in members)
    if frozenset(ids) in undone:
        return LeftOut(ids, "undone", f"The merge of {listed(ids)} was undone, and is not made again.")
    if len(text) > CAP:
        reason = f"{listed(ids)} would make {len(text):,} characters, and a memory holds {CAP:,} at most."
        return LeftOut(ids, "too_long", reason)
    lost = loss(text, texts)
    if lost:
        return LeftOut(ids, "would_lose", f"{listed(ids)} were not merged: {lost}.")
    least = min(alike[pair] for pair in combinations(spots, 2))
    return Merge(
        members=tuple(Part(trace.memory.id, trace.memory.seq) for trace in members),
        text=text,
        likeness=least[0],
        measure=least[1],
        before=sum(map(count_tokens, texts)),
        after=count_tokens(text),
    )


def _fades(traces: Sequence[Trace], day: str, settings: SleepSettings) -> Iterator[Fade]:
    if not settings.forget:
        return
    for trace in traces:
        memory = trace.memory
        if memory.type is MemoryType.PROCEDURAL:
            continue
        reason = let_go(
            memory,
            settings.fading(memory.type),
            age=_days(trace.told, day),
            untouched=_days(trace.touched, day),
            uses=trace.uses,
        )
        if reason:
            yield Fade(Part(memory.id, memory.seq), reason, count_tokens(memory.text))


def _days(since: str, day: str) -> int:
    return (date.fromisoformat(day) - date.fromisoformat(since[:10])).days if since else 0
