"""What the index knows of one version: its words as a model would read them, and the features that score it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from cicatrix.core import scoring
from cicatrix.core.codec import decode
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.memories import RECALLABLE, Memory, MemoryType, Status
from cicatrix.core.recall import ONE
from cicatrix.core.shown import Field, correcting, shown
from cicatrix.core.text import content_stems, count_tokens, fold, stems_of, terms
from cicatrix.core.trust import Origin, lowest
from cicatrix.core.voices import ROLES, vouched
from cicatrix.ports import Version

_LONG: Final = 200
"""Characters of an episode from which an excerpt of it may be wanted."""

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
class Told:
    """How a version is put before a model: its words, what they cost, and whose they are.

    ``vouched_*`` is what holds once a person vouched for the import it came in. ``fields`` are those of an episode that
    is long or was corrected; ``corrected_by`` is the person behind its correction.
    """

    text: str
    tokens: int
    trust: Origin
    vouched_trust: Origin
    fields: tuple[Field, ...] = ()
    corrected_by: str = ""
    vouched_corrected_by: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One version, read. Shares and priors are millionths; ``born`` is hours, ``day`` an ordinal, since year 1."""

    handle: str
    kind: Kind
    number: int
    seq: int
    type: str
    noun: Episode | Memory
    terms: tuple[str, ...]
    occurred_at: str
    counted: bool  # stands in the active mind: counts in the statistics, and may be recalled
    status: str = "active"
    session: str | None = None
    speaker: str = ""
    names: tuple[str, ...] = ()  # whom it is by or about, folded
    tags: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    importance: int = 500
    half_life: int = 0  # hours; 0 for episodes, which do not fade
    born: int = 0
    day: int = 0
    is_turn: bool = False
    statement: int = 0
    questions: int = 0  # share of the sentences that ask
    asks: bool = False
    first_person: bool = False
    time_words: bool = False
    vouched_by: str | None = None  # the import whose ratification raises it
    components: dict[str, int] = field(default_factory=dict)  # its own part of relevance, before the query is known

    @property
    def prior(self) -> int:
        """What relevance it has of its own, in millionths; it counts past the floor only."""
        return sum(self.components.values())


def read_version(version: Version) -> Document | None:
    """The document of a version of a memory, rule or episode; None where the words were erased."""
    if version.body is None:
        return None
    if version.kind is Kind.EPISODE:
        return _episode(decode(Episode, version.body, seq=version.seq), version)
    return _claim(decode(Memory, version.body, seq=version.seq), version)


def _claim(memory: Memory, version: Version) -> Document:
    own = terms(memory.text)
    known = frozenset(own)
    since = _moment(memory.valid_from, version.at)
    stated = scoring.statement_size(len(known))
    return Document(
        handle=memory.id,
        kind=version.kind,
        number=parse_handle(memory.id)[1],
        seq=version.seq,
        type=memory.type.value,
        noun=memory,
        terms=own + tuple(tag for tag in memory.tags if tag not in known),
        occurred_at=memory.valid_from or version.at,
        counted=memory.status in RECALLABLE,
        status=memory.status.value,
        speaker=memory.speaker,
        names=_names(memory.speaker, memory.subject),
        tags=memory.tags,
        episodes=memory.episodes,
        importance=memory.importance,
        half_life=scoring.HALF_LIFE_DAYS[MemoryType(memory.type)] * 24,
        born=hour_of(since),
        day=since.toordinal(),
        statement=stated,
        time_words=speaks_of_time(known),
        components={
            "statement": scoring.RECIPE.statement * stated // 1000,
            "claim": scoring.RECIPE.claim * ONE // 1000,
        },
    )


def _episode(episode: Episode, version: Version) -> Document:
    is_turn, is_reply = episode.kind is EpisodeKind.TURN, episode.kind is EpisodeKind.REPLY
    searched = _searched(episode)
    found = terms(searched)
    stems, asking = _stated(searched, found)
    stated, questions = scoring.statement_size(stems), asking if is_turn else 0
    first_person = is_turn and _FIRST_PERSON.search(searched.lower()) is not None
    when = _moment(episode.occurred_at, version.at)
    recipe = scoring.RECIPE
    components = {
        "statement": recipe.statement * stated // 1000,
        "questions": recipe.questions * questions // 1000,
        "first_person": recipe.first_person * ONE // 1000 if first_person else 0,
    }
    return Document(
        handle=episode.id,
        kind=version.kind,
        number=parse_handle(episode.id)[1],
        seq=version.seq,
        type=episode.kind.value,
        noun=episode,
        terms=found,
        occurred_at=episode.occurred_at,
        counted=True,
        status=Status.ACTIVE.value,
        session=episode.session,
        speaker=episode.speaker or (episode.corrector.name if is_reply and episode.corrector else ""),
        names=_names(episode.speaker, *episode.subjects),
        born=hour_of(when),
        day=when.toordinal(),
        is_turn=is_turn,
        statement=stated,
        questions=questions,
        asks=is_turn and questions > 0,
        first_person=first_person,
        time_words=speaks_of_time(frozenset(found)),
        vouched_by=episode.source.import_id if episode.source and episode.origin is Origin.EXTERNAL else None,
        components={name: value for name, value in components.items() if value},
    )


def told(document: Document) -> Told:
    """Read when a document is handed on, and not before: most never are."""
    noun = document.noun
    if isinstance(noun, Memory):
        return Told(noun.text, count_tokens(noun.text), noun.trust, noun.trust)
    text, fields = shown(noun)
    as_vouched = vouched(noun) if document.vouched_by else noun
    return Told(
        text=text,
        tokens=count_tokens(text),
        trust=_lowest_origin(noun),
        vouched_trust=_lowest_origin(as_vouched),
        fields=fields if noun.correction or len(text) >= _LONG else (),
        corrected_by=correcting(noun),
        vouched_corrected_by=correcting(as_vouched),
    )


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


def _lowest_origin(episode: Episode) -> Origin:
    """Of all words that are shown: a tool's result is not worth more for being in an agent's report."""
    said = [episode.origin_of(name) for name in ("correction", "result") if episode.words(name)]
    own = episode.task or episode.action or episode.outcome or episode.text or episode.title or episode.tool
    return lowest([*said, episode.origin] if own or episode.resource else said)


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
    return int((moment - datetime.min.replace(tzinfo=UTC)).total_seconds() // 3600)


def _searched(episode: Episode) -> str:
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
    return datetime.min.replace(tzinfo=UTC)


def speaks_of_time(found: frozenset[str]) -> bool:
    """Whether terms name a day, a month, a year, or a stretch of them."""
    return not _TIME_TERMS.isdisjoint(found)


def is_question(sentence: str) -> bool:
    """Whether a sentence asks: by its mark, or, unmarked, by its first word and its shortness."""
    ending = sentence.rstrip(" \"')]”’»")
    if ending.endswith(("?", "？", "؟")):
        return True
    return _ASKING.match(sentence) is not None and not ending.endswith(("!", "."))
