"""What the index knows of one version: its words as a model would read them, and the features that score it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from cicatrix.core import scoring
from cicatrix.core.codec import decode
from cicatrix.core.episodes import TEXT_FIELDS, Episode, EpisodeKind
from cicatrix.core.ids import Kind, parse_handle
from cicatrix.core.memories import RECALLABLE, Memory, MemoryType, Status
from cicatrix.core.recall import ONE
from cicatrix.core.shown import Field, correcting, shown
from cicatrix.core.text import content_stems, count_tokens, fold, terms
from cicatrix.core.trust import Origin, lowest
from cicatrix.core.voices import ROLES, vouched
from cicatrix.ports import Version

_LONG: Final = 200
"""Characters of an episode from which an excerpt of it may be wanted."""

_SENTENCE: Final = re.compile(r"(?<=[.!?…。！？])\s+|\n+")
_ASKING: Final = re.compile(r"(?:what|which|who|whom|whose|when|where|why|how)\b", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|our)\b", re.IGNORECASE)
_TIME_TERMS: Final = frozenset(
    content_stems(
        "yesterday today tonight tomorrow ago last next hour day week weekend month year morning evening night "
        "monday tuesday wednesday thursday friday saturday sunday january february march april june july august "
        "september october november december"
    )
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Document:
    """One version, read. Shares and priors are millionths; ``born`` is hours, ``day`` an ordinal, since year 1."""

    handle: str
    kind: Kind
    number: int
    seq: int
    type: str
    text: str
    terms: tuple[str, ...]
    trust: Origin
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
    tokens: int = 0  # estimate for its text
    fields: tuple[Field, ...] = ()  # of an episode that is long or was corrected: where they stand in the text
    corrected_by: str = ""
    vouched_corrected_by: str = ""
    vouched_by: str | None = None  # the import whose ratification raises it
    vouched_trust: Origin = Origin.EXTERNAL
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
        text=memory.text,
        tokens=count_tokens(memory.text),
        terms=own + tuple(tag for tag in memory.tags if tag not in known),
        trust=memory.trust,
        occurred_at=memory.valid_from or version.at,
        counted=memory.status in RECALLABLE,
        status=memory.status.value,
        speaker=memory.speaker,
        names=tuple(dict.fromkeys((*names_of(memory.speaker), *names_of(memory.subject)))),
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
    searched = "\n".join(_searched(episode))
    sentences = [part for part in _SENTENCE.split(searched) if part.strip()]
    told = [part for part in sentences if not is_question(part)]
    stated = scoring.statement_size(len(content_stems("\n".join(told))))
    questions = ONE - ONE * len(told) // len(sentences) if is_turn and sentences else 0
    first_person = is_turn and _FIRST_PERSON.search(searched.replace("’", "'")) is not None
    when = _moment(episode.occurred_at, version.at)
    (text, fields), found, trust = shown(episode), terms(searched), _lowest_origin(episode)
    as_vouched = vouched(episode) if episode.origin is Origin.EXTERNAL else episode
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
        text=text,
        tokens=count_tokens(text),
        fields=fields if episode.correction or len(text) >= _LONG else (),
        corrected_by=correcting(episode),
        vouched_corrected_by=correcting(as_vouched),
        terms=found,
        trust=trust,
        occurred_at=episode.occurred_at,
        counted=True,
        status=Status.ACTIVE.value,
        session=episode.session,
        speaker=episode.speaker or (episode.corrector.name if is_reply and episode.corrector else ""),
        names=tuple(dict.fromkeys((*names_of(episode.speaker), *(n for s in episode.subjects for n in names_of(s))))),
        born=hour_of(when),
        day=when.toordinal(),
        is_turn=is_turn,
        statement=stated,
        questions=questions,
        asks=is_turn and questions > 0,
        first_person=first_person,
        time_words=speaks_of_time(frozenset(found)),
        vouched_by=episode.source.import_id if episode.source and episode.origin is Origin.EXTERNAL else None,
        vouched_trust=trust if as_vouched is episode else _lowest_origin(as_vouched),
        components={name: value for name, value in components.items() if value},
    )


def _lowest_origin(episode: Episode) -> Origin:
    """Of all words that are shown: a tool's result is not worth more for being in an agent's report."""
    return lowest(episode.origin_of(name) for name in TEXT_FIELDS if episode.words(name))


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


def _searched(episode: Episode) -> list[str]:
    """The words that are searched: every field, without labels and names of speakers."""
    fields = [episode.task, episode.action, episode.outcome, episode.correction, episode.title, episode.text]
    fields += [
        episode.tool.replace("_", " "),
        episode.tool,
        episode.resource,
        *_strings(episode.arguments),
        episode.result,
    ]
    return [words for words in fields if words]


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
    return not _TIME_TERMS.isdisjoint(found) or any(len(term) == 4 and _YEAR.fullmatch(term) for term in found)


def is_question(sentence: str) -> bool:
    """Whether a sentence asks: by its mark, or, unmarked, by its first word and its shortness."""
    ending = sentence.rstrip(" \"')]”’»")
    if ending.endswith(("?", "？", "؟")):
        return True
    return _ASKING.match(sentence) is not None and not ending.endswith(("!", "."))
