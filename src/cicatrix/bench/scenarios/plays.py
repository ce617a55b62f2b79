"""The scenarios, one function each: a story is told to a fresh memory, and what comes of it is held against the claim.

A play calls what anybody calls (observe, sleep, recall) and returns its figure, whether the claim held, and what a
plain way of remembering makes of the same story, where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from cicatrix.bench.bm25 import PlainBM25
from cicatrix.bench.scenarios.stage import DAY_ONE, Stage
from cicatrix.bench.scenarios.stories import Changed, Conversation, Critical, Fragments, Recalled, Turn
from cicatrix.core.episodes import JsonObject
from cicatrix.core.memories import Status
from cicatrix.core.recall import ONE, Recall
from cicatrix.core.stamps import stamp
from cicatrix.core.text import count_tokens
from cicatrix.core.vectors import cosine
from cicatrix.engine.memory import Memory

SMALLER: Final = 0.94
"""Share of a conversation's tokens that its active memories do not need."""

PROMPT: Final = 182
"""Tokens of a question with what is recalled for it, where the conversation needs 480 to 544."""

MERGED: Final = 74
"""Tokens of one memory that says what three of together 93 to 103 said."""

LATER: Final = 150
"""Days after which somebody tells of a new employer."""

TIGHT: Final = 120
"""A budget that most of the notes beside a critical memory do not fit in."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one telling came to. ``plain``: whether the plain way would have done; None where there is none."""

    figure: float
    held: bool
    plain: bool | None = None
    facts: JsonObject = field(default_factory=dict)


def recalled(stage: Stage, story: Recalled) -> Told:
    """A fact is recalled after thirteen unrelated turns, in another session. Figure: its place in the answer, from 1;
    0 where it is missing. Plain: what was said in the session of the question."""
    with stage.open() as memory:
        stage.tell(memory, story.fact, *story.noise[:6], session="monday")
        stage.pass_days(1)
        stage.tell(memory, *story.noise[6:], session="tuesday")
        found = memory.recall(story.question, budget=PROMPT)
    place = next((place for place, item in enumerate(found.items, 1) if story.answer in item.text), 0)
    plain = any(story.answer in text for text in story.noise[6:])
    return Told(place, place > 0, plain, {"brief": found.brief()})


def changed(stage: Stage, story: Changed) -> Told:
    """A new employer ends the old one: nothing that was said before the change names him in the answer, and he is known
    as what was before. Figure: how many items of the answer do name him."""
    with stage.open() as memory:
        stage.tell(memory, *story.told, session="january")
        stage.pass_days(LATER)
        stage.tell(memory, *story.news, session="june")
        now, before = memory.recall(story.question), memory.recall(story.before)
    news = stamp(DAY_ONE + timedelta(days=LATER))
    leaks = sum(story.old in item.text and item.occurred_at < news for item in now.items)
    history = any(story.old in item.text and item.ended for item in before.items)
    held = story.new in now.brief() and not leaks and history
    return Told(leaks, held, facts={"brief": now.brief(), "history": history})


def shrunk(stage: Stage, story: Conversation) -> Told:
    """What is active after a night is smaller by 94 % than the 32 messages, and says all that still holds. Figure: the
    share of tokens that is saved."""
    raw = tokens_of(story.told)
    with stage.open() as memory:
        stage.tell(memory, *story.told, session="talk")
        stage.pass_days(1)
        memory.sleep()
        active = active_texts(memory)
    saved = 1 - sum(map(count_tokens, active)) / raw
    said = "\n".join(active)
    kept = all(words in said for words in story.holds) and not any(words in said for words in story.over)
    return Told(saved, saved >= SMALLER and kept, facts={"raw": raw, "active": list(active), "kept": kept})


def prompted(stage: Stage, story: Conversation) -> Told:
    """The answers are in a prompt of 182 tokens at most, question included, where the conversation so far needs about
    500. Figure: the longest prompt. Plain: the newest messages that fit in as many tokens."""
    history = [turn.text for turn in story.beginning]
    longest, held, plain, briefs = 0, True, True, []
    with stage.open() as memory:
        stage.tell(memory, *story.beginning, session="talk")
        for asked in story.asked:
            room = PROMPT - count_tokens(asked.question)
            brief = memory.recall(asked.question, budget=room).brief()
            longest = max(longest, count_tokens(brief) + count_tokens(asked.question))
            held = held and asked.answer in brief
            plain = plain and asked.answer in _newest(history, room)
            briefs.append(brief)
    return Told(
        longest, held and longest <= PROMPT, plain, {"history": tokens_of(story.beginning), "briefs": [*briefs]}
    )


def merged(stage: Stage, story: Fragments) -> Told:
    """Three fragments of one thing become one memory of 74 tokens at most. Figure: its tokens."""
    with stage.open() as memory:
        stage.tell(memory, *story.told, session="talk")
        stage.pass_days(1)
        memory.sleep()
        active = active_texts(memory)
    tokens = sum(map(count_tokens, active))
    told = sum(map(count_tokens, story.told))
    return Told(tokens, len(active) == 1 and tokens <= MERGED, facts={"told": told, "active": list(active)})


def minded(stage: Stage, story: Critical) -> Told:
    """What somebody's health hangs on is in every answer that it concerns, though twenty notes are more like the
    question. Figure: its highest cosine with a question, or 0 without an embedder. Plain: the notes by likeness."""
    highest, missing, plain = 0.0, list[str](), True
    with stage.open() as memory:
        stage.tell(memory, story.fact, session="doctor")
        stage.pass_days(30)
        stage.tell(memory, *story.crowd, session="notes")
        for question in story.questions:
            order, likeness = _by_likeness(memory, question, (story.fact, *story.crowd))
            highest = max(highest, likeness)
            plain = plain and story.word in _newest(order[::-1], TIGHT)
            missing += [
                question for budget in (None, TIGHT) if not _minds(memory.recall(question, budget=budget), story)
            ]
    return Told(highest, not missing, plain, {"missing": [*missing]})


# -- what the plays share ----------------------------------------------------------------------------------------------


def active_texts(memory: Memory) -> list[str]:
    return [noun.text for noun in memory.read().memories() if noun.status is Status.ACTIVE]


def tokens_of(turns: Sequence[Turn]) -> int:
    return sum(count_tokens(turn.text) for turn in turns)


def _newest(texts: Sequence[str], room: int) -> str:
    """The last of these texts that fit in so many tokens together."""
    kept: list[str] = []
    for text in reversed(texts):
        room -= count_tokens(text)
        if room < 0:
            break
        kept.append(text)
    return "\n".join(kept)


def _minds(found: Recall, story: Critical) -> bool:
    return any(story.word in item.text for item in found.items)


def _by_likeness(memory: Memory, question: str, texts: Sequence[str]) -> tuple[list[str], float]:
    """The texts, likest first, and how like the first of them as given is: by cosine, or without one by BM25."""
    embedder = memory.context.embedder
    if embedder is None:
        ranked = [texts[place] for place in PlainBM25(texts).rank(question)]
        return ranked, 0.0
    asked = embedder.embed([question], role="query")[0]
    likeness = [
        cosine(asked, vector) if asked is not None and vector is not None else 0
        for vector in embedder.embed(texts, role="passage")
    ]
    order = sorted(range(len(texts)), key=lambda place: (-likeness[place], place))
    return [texts[place] for place in order], likeness[0] / ONE
