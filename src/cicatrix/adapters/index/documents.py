"""What the index reads in one version: the terms that find it, and the features that score it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from cicatrix.adapters.index.columns import Flag
from cicatrix.core import scoring
from cicatrix.core.clocks import is_history
from cicatrix.core.codec import decode
from cicatrix.core.domains import BINDING, domains_of
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.memories import RECALLABLE, Memory, MemoryType, Status
from cicatrix.core.recall import ONE, RecallSettings
from cicatrix.core.shown import shown
from cicatrix.core.sought import mark
from cicatrix.core.text import content_stems, count_tokens, fold, stems_of, terms
from cicatrix.core.voices import ROLES
from cicatrix.ports import Version

TOLD: Final = "="
"""Prefix of the postings of an attribute of somebody: the memories that tell it."""
DOMAIN: Final = "~"
"""Prefix of the postings of a domain of life: the preferences that concern it."""
BOUND: Final = "!"
"""Prefix of the postings of those among them that bind whatever is asked for in that domain."""

CRITICAL: Final = RecallSettings().rescue_importance
"""Thousandths of importance from which a memory is left to the rescue floor."""

_BEGINNING: Final = datetime.min.replace(tzinfo=UTC)
_SENTENCE: Final = re.compile(r"(?<=[.!?…。！？])\s+|\n+")
_ASKING: Final = re.compile(r"(?:what|which|who|whom|whose|when|where|why|how)\b", re.IGNORECASE)
_ASKS_LATER: Final = re.compile(rf"[.!…。！\n]\s*{_ASKING.pattern}", re.IGNORECASE)  # with no question mark before it
_FIRST_PERSON: Final = re.compile(r"\b(?:i|my|we|our)\b")  # of small letters; "I'm" has a boundary too
_TIME_TERMS: Final = frozenset(
    content_stems(
        "yesterday today tonight tomorrow ago last next hour day week weekend month year morning evening night "
        "monday tuesday wednesday thursday friday saturday sunday january february march april june july august "
        "september october november december"
    )
).union(map(str, range(1900, 2100)))


@dataclass(frozen=True, slots=True)
class Document:
    """What is kept of a version, as whole numbers, once its terms are posted. ``questions`` is a share in millionths;
    ``born`` is hours, ``day`` an ordinal, since year 1."""

    handle: str
    kind: Kind
    number: int
    seq: int
    terms: tuple[str, ...]
    tokens: int  # of the words that are put before a model
    flags: int  # of Flag
    status: Status = Status.ACTIVE
    session: str | None = None
    speaker: str = ""
    names: tuple[str, ...] = ()  # whom it is by or about, folded
    tags: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()  # of a memory: what attribute of whom it tells, what domains it concerns
    successor: int = 0  # number of the memory or rule that took its place
    episodes: tuple[str, ...] = ()
    importance: int = 500
    half_life: int = 0  # hours; 0 for episodes, which do not fade
    born: int = 0
    day: int = 0
    statement: int = 0  # different stems in what does not ask
    questions: int = 0  # share of the sentences that ask
    is_turn: bool = False
    inherited_uses: int = 0  # of the memories that it was merged from

    @property
    def asks(self) -> bool:
        return self.is_turn and self.questions > 0


def read_version(version: Version, number: int) -> Document | None:
    """The document of a version of a memory, rule or episode with this number; None where the words were erased."""
    if version.body is None:
        return None
    if version.kind is Kind.EPISODE:
        return _episode(decode(Episode, version.body, seq=version.seq), version, number)
    return _claim(decode(Memory, version.body, seq=version.seq), version, number)


def _claim(memory: Memory, version: Version, number: int) -> Document:
    told = memory.told
    own = terms(told)
    known = frozenset(own)
    found = own
    if memory.tags or memory.attribute:
        # "Call me Bob" is found by the word for what it tells: a name.
        beside = dict.fromkeys(
            (*(stem for tag in memory.tags for stem in tag.split()), *content_stems(memory.attribute.replace("_", " ")))
        )
        found += tuple(term for term in beside if term not in known)
    since = _moment(memory.valid_from, memory.said_at, version.at)  # a merge or an undo makes nothing younger
    flags = Flag.CLAIM
    if memory.status in RECALLABLE:
        flags |= Flag.COUNTED
        flags |= Flag.PINNED if memory.pinned else 0
    if speaks_of_time(known):
        flags |= Flag.TIME_WORDS
    return Document(
        handle=memory.id,
        kind=version.kind,
        number=number,
        seq=version.seq,
        terms=found,
        tokens=count_tokens(told),
        flags=flags,
        status=memory.status,
        speaker=memory.speaker,
        names=_names(memory.speaker, "" if known.issuperset(content_stems(memory.subject)) else memory.subject),
        tags=memory.tags,
        marks=tuple(marks_of(memory, own)),
        successor=_successor(memory),
        episodes=memory.episodes,
        importance=memory.importance,
        half_life=scoring.HALF_LIFE_DAYS[memory.type] * 24,
        born=hour_of(since),
        day=since.toordinal(),
        statement=len(known),
        inherited_uses=memory.inherited_uses,
    )


def marks_of(memory: Memory, own: tuple[str, ...]) -> Iterator[str]:
    """How a memory is filed beside its words, which are its ``own``: by what it tells of whom, and a standing
    preference by its domains."""
    if memory.attribute and not is_history(memory):
        yield f"{TOLD}{mark(memory.attribute, memory.subject)}"
    binds = memory.attribute in BINDING
    if memory.importance < CRITICAL and (binds or memory.type is MemoryType.PREFERENCE):
        for domain in domains_of((*own, *content_stems(memory.attribute))):
            yield f"{DOMAIN}{domain}"
            if binds:
                yield f"{BOUND}{domain}"


def _successor(memory: Memory) -> int:
    """Of the same kind, which is the only kind that takes its place."""
    if memory.superseded_by is None:
        return 0
    kind, number = parse_handle(memory.superseded_by)
    return number if kind is memory.kind else 0


def _episode(episode: Episode, version: Version, number: int) -> Document:
    is_turn = episode.kind is EpisodeKind.TURN
    text = searched(episode)
    found = terms(text)
    stems, asking = _stated(text, found)
    questions = asking if is_turn else 0
    flags = Flag.COUNTED
    if questions == ONE:
        flags |= Flag.ONLY_ASKS
    if is_turn and _FIRST_PERSON.search(text.lower()) is not None:
        flags |= Flag.FIRST_PERSON
    if speaks_of_time(frozenset(found)):
        flags |= Flag.TIME_WORDS
    when = _moment(episode.occurred_at, version.at)
    return Document(
        handle=episode.id,
        kind=version.kind,
        number=number,
        seq=version.seq,
        terms=found,
        tokens=count_tokens(shown(episode).text),
        flags=flags,
        session=episode.session,
        speaker=speaker_of(episode),
        names=_names(episode.speaker, *episode.subjects),
        born=hour_of(when),
        day=when.toordinal(),
        statement=stems,
        questions=questions,
        is_turn=is_turn,
    )


def speaker_of(episode: Episode) -> str:
    """Who speaks in it; in a reply, who gave it."""
    is_reply = episode.kind is EpisodeKind.REPLY
    return episode.speaker or (episode.corrector.name if is_reply and episode.corrector else "")


def _stated(text: str, found: tuple[str, ...]) -> tuple[int, int]:
    """How many different stems the sentences have that do not ask, as far as it makes a difference, and the share of
    those that do. ``found`` are the terms of the text.
    """
    if text.isascii() and not _may_ask(text):
        return len(set(found)), 0
    sentences = [part for part in _SENTENCE.split(text) if part.strip()]
    stating = [part for part in sentences if not is_question(part)]
    stems: set[str] = set()
    for sentence in stating:
        stems.update(stems_of(sentence))
        if len(stems) >= scoring.STATEMENT_FULL:
            break
    return len(stems), ONE - ONE * len(stating) // len(sentences) if sentences else 0


def _may_ask(text: str) -> bool:
    """False only where no sentence is a question."""
    return "?" in text or _ASKING.match(text.lstrip()) is not None or _ASKS_LATER.search(text) is not None


def _names(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for name in names if name for part in names_of(name)))


@lru_cache(maxsize=4096)
def names_of(name: str) -> tuple[str, ...]:
    """How a query may name this speaker or subject: in full, or by the first word. Roles are no names."""
    folded = " ".join(re.findall(r"[^\W_]+(?:'[^\W_]+)*", fold(name.rsplit(":", 1)[-1])))
    if not folded or folded in ROLES:
        return ()
    first = folded.split()[0]
    return (folded, first) if first != folded and len(first) > 2 else (folded,)


def hour_of(moment: datetime) -> int:
    """Whole hours in UTC since the first day of the calendar."""
    since = moment - _BEGINNING
    return since.days * 24 + since.seconds // 3600


def searched(episode: Episode) -> str:
    """The words that are searched: every field, without labels and names of speakers."""
    fields = [episode.task, episode.action, episode.outcome, episode.correction, episode.title, episode.text]
    if episode.tool or episode.resource or episode.arguments:
        fields += [episode.tool.replace("_", " "), episode.tool, episode.resource, *_strings(episode.arguments)]
    return "\n".join(filter(None, [*fields, episode.result]))


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [word for key, item in value.items() for word in (str(key), *_strings(item))]
    if isinstance(value, (list, tuple)):
        return [word for item in value for word in _strings(item)]
    return [str(value)] if isinstance(value, (str, int, float)) and not isinstance(value, bool) else []


def _moment(*texts: str | None) -> datetime:
    """The first of these that can be read, in its own zone, or UTC where it names none."""
    for text in filter(None, texts):
        try:
            when = datetime.fromisoformat(text)
        except ValueError:
            continue
        return when if when.tzinfo else when.replace(tzinfo=UTC)
    return _BEGINNING


def speaks_of_time(found: frozenset[str]) -> bool:
    """Whether terms name a day, a month, a year, or a stretch of them."""
    return not _TIME_TERMS.isdisjoint(found)


def is_question(sentence: str) -> bool:
    """Whether a sentence asks: by its mark, or, unmarked, by its first word and its shortness."""
    ending = sentence.rstrip(" \"')]”’»")
    if ending.endswith(("?", "？", "؟")):
        return True
    return _ASKING.match(sentence) is not None and not ending.endswith(("!", "."))
