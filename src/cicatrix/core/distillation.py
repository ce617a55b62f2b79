"""From corrections to rules, without a model.

Each correction is read sentence by sentence (:mod:`cicatrix.core.rules`); each lesson becomes a claim whose text is its
own evidence, and passes admission. Lessons are taken in the order in which they were taught (episode, then place), one
at a time, so it makes no difference whether a ledger is distilled after each episode, in parts or at once, nor how
often. The text of a rule is the first wording that stands by itself; a text once stored stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cicatrix.core import rules
from cicatrix.core.admission import AlreadyKnown, Claim, Joined, Rejected, Seconded, founded, judge, seconded
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import cite, quote
from cicatrix.core.ids import handle_order
from cicatrix.core.known import Known
from cicatrix.core.memories import Evidence, Memory, MemoryType
from cicatrix.core.reading import english
from cicatrix.core.reading.verdicts import REASONS, Code
from cicatrix.core.support import says_the_same

PROPOSER: Final = "extractive/1"
BY: Final = "distill"


@dataclass(frozen=True, slots=True)
class Unlearnt:
    """Words of a correction that became no rule."""

    evidence: Evidence
    text: str
    code: str
    reason: str


@dataclass(slots=True)
class Outcome:
    """``admitted`` and ``joined`` hold the newest version of each rule that the run touched, by handle."""

    admitted: dict[str, Memory] = field(default_factory=dict)
    joined: dict[str, Memory] = field(default_factory=dict)
    refused: list[Unlearnt] = field(default_factory=list)
    unchanged: int = 0  # lessons that were known already
    episodes: int = 0  # episodes in which a person taught something


def teaching_field(episode: Episode) -> str | None:
    """The field in which a person says what should have been done; None when there is none."""
    if episode.correction:
        return "correction"
    return "text" if episode.kind is EpisodeKind.REPLY and episode.text else None


def lessons(episode: Episode) -> Iterator[tuple[Evidence, Code]]:
    """Every piece of what was taught in an episode, with what it was read as."""
    name = teaching_field(episode)
    if name is not None:
        for piece in rules.read(episode.words(name)):
            yield cite(episode, name, piece.start, piece.end), piece.code


def distill(
    taught: Iterable[Episode],
    episodes: Mapping[str, Episode],
    known: Known,
    new_handle: Callable[[], str],
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Learn from ``taught``. ``episodes`` finds any episode of the namespace; ``known`` is brought up to date.
    ``progress`` is called with the number of episodes read and of all."""
    run = _Run(episodes, known, new_handle)
    ordered = sorted(taught, key=lambda episode: handle_order(episode.id))
    for done, episode in enumerate(ordered, start=1):
        run.read(episode)
        if progress is not None:
            progress(done, len(ordered))
    return run.finish()


class _Run:
    """One run. What the episodes add to a rule is gathered, and its new version made once, at the end: a rule that
    thousands of episodes second is not copied thousands of times."""

    def __init__(self, episodes: Mapping[str, Episode], known: Known, new_handle: Callable[[], str]) -> None:
        self._episodes = episodes
        self._known = known
        self._new_handle = new_handle
        self._outcome = Outcome()
        self._gathered: dict[str, list[Seconded]] = {}

    def read(self, episode: Episode) -> None:
        if teaching_field(episode) is None:
            return
        self._outcome.episodes += 1
        for span, code in lessons(episode):
            text = quote(episode, span) or ""
            relaxed = self._known.relaxed_by(text, span) if code is Code.PERMISSION else None
            if code is Code.LESSON or relaxed is not None:
                self._learn(Claim(text, MemoryType.PROCEDURAL, (span,), PROPOSER))
            elif self._known.is_learnt(span):  # a person narrowed a rule with it
                self._outcome.unchanged += 1
            else:
                self._outcome.refused.append(Unlearnt(span, text, code, REASONS[code]))

    def finish(self) -> Outcome:
        for name, additions in self._gathered.items():
            rule = self._known.get(name)
            assert rule is not None
            self._store(seconded(rule, additions, self._episodes, BY))
        return self._outcome

    def _learn(self, claim: Claim) -> None:
        verdict = judge(claim, self._episodes, self._known, by=BY)
        if isinstance(verdict, Rejected):
            self._outcome.refused.append(Unlearnt(claim.evidence[0], claim.text, verdict.code, verdict.reason))
        elif isinstance(verdict, AlreadyKnown):
            self._outcome.unchanged += 1
        elif isinstance(verdict, Seconded):
            self._gathered.setdefault(verdict.memory.id, []).append(verdict)
            self._known.note(verdict.memory.id, verdict.fresh)
            self._clear(verdict.memory, claim.text)
        elif isinstance(verdict, Joined):
            self._gathered.pop(verdict.memory.id, None)  # it stands on better authority from here on
            self._store(verdict.memory)
            self._clear(verdict.memory, claim.text)
        else:
            rule = replace(verdict.memory, id=self._new_handle())
            self._outcome.admitted[rule.id] = rule
            self._known.put(rule)

    def _store(self, rule: Memory) -> None:
        """A new version; of a rule that this run made or changed before, in the place of that one."""
        made, changed = self._outcome.admitted.get(rule.id), self._outcome.joined.get(rule.id)
        if made is not None:
            rule = replace(rule, version=1, change=made.change)
            self._outcome.admitted[rule.id] = rule
        else:
            if changed is not None:
                reason = " ".join(dict.fromkeys([changed.change.reason, rule.change.reason]))
                rule = replace(rule, version=changed.version, change=replace(rule.change, reason=reason))
            self._outcome.joined[rule.id] = rule
        self._known.put(rule)

    def _clear(self, rule: Memory, words: str) -> None:
        """A rule that is not stored yet takes a wording that stands by itself in the place of one that points back, if
        all its evidence says that too."""
        rule = self._outcome.admitted.get(rule.id, rule)
        if rule.id not in self._outcome.admitted or not english.leans(rule.text) or english.leans(words):
            return
        spans = [*rule.evidence, *(span for added in self._gathered.get(rule.id, ()) for span in added.fresh)]
        if any(says_the_same(words, quote(self._episodes[span.episode], span) or "").lack for span in spans):
            return
        clearer = founded(replace(rule, text=words), self._episodes, weigh=True)
        self._outcome.admitted[rule.id] = clearer
        self._known.put(clearer)
