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
from cicatrix.core.admission import AlreadyKnown, Claim, Joined, Rejected, admit, founded
from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.evidence import cite, quote
from cicatrix.core.ids import handle_order
from cicatrix.core.known import Known
from cicatrix.core.memories import Evidence, Memory, MemoryType
from cicatrix.core.reading import english
from cicatrix.core.reading.verdicts import REASONS, Code
from cicatrix.core.support import says_the_same

PROPOSER: Final = "extractive/1"


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
    taught: Iterable[Episode], episodes: Mapping[str, Episode], known: Known, new_handle: Callable[[], str]
) -> Outcome:
    """Learn from ``taught``. ``episodes`` finds any episode of the namespace; ``known`` is brought up to date."""
    outcome = Outcome()
    for episode in sorted(taught, key=lambda episode: handle_order(episode.id)):
        if teaching_field(episode) is None:
            continue
        outcome.episodes += 1
        for span, code in lessons(episode):
            text = quote(episode, span) or ""
            if code is Code.LESSON:
                _learn(Claim(text, MemoryType.PROCEDURAL, (span,), PROPOSER), episodes, known, new_handle, outcome)
            else:
                outcome.refused.append(Unlearnt(span, text, code, REASONS[code]))
    return outcome


def _learn(
    claim: Claim, episodes: Mapping[str, Episode], known: Known, new_handle: Callable[[], str], outcome: Outcome
) -> None:
    verdict = admit(claim, episodes, known)
    if isinstance(verdict, Rejected):
        outcome.refused.append(Unlearnt(claim.evidence[0], claim.text, verdict.code, verdict.reason))
    elif isinstance(verdict, AlreadyKnown):
        outcome.unchanged += 1
    elif isinstance(verdict, Joined):
        rule = verdict.memory
        if rule.id in outcome.admitted:
            rule = replace(_clearest(rule, claim.text, episodes), version=1, change=outcome.admitted[rule.id].change)
            outcome.admitted[rule.id] = rule
        else:
            before = outcome.joined.get(rule.id)
            if before is not None:  # one sealed version for all that this run adds
                reason = " ".join(dict.fromkeys([before.change.reason, rule.change.reason]))
                rule = replace(rule, version=before.version, change=replace(rule.change, reason=reason))
            outcome.joined[rule.id] = rule
        known.put(rule)
    else:
        rule = replace(verdict.memory, id=new_handle())
        outcome.admitted[rule.id] = rule
        known.put(rule)


def _clearest(rule: Memory, words: str, episodes: Mapping[str, Episode]) -> Memory:
    """A rule that is not stored yet takes a wording that stands by itself in the place of one that points back, if all
    its evidence says that too."""
    if not english.leans(rule.text) or english.leans(words):
        return rule
    quotes = [quote(episodes[span.episode], span) or "" for span in rule.evidence]
    if any(says_the_same(words, said).lack for said in quotes):
        return rule
    return founded(replace(rule, text=words), episodes, weigh=True)
