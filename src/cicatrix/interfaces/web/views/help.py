"""The words this page uses, and what its shapes and lines mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.engine.browse import Browser


@dataclass(frozen=True, slots=True)
class Word:
    word: str
    means: str
    handle: str = ""  # an example, as it is written
    url: str = ""  # where such things are listed


@dataclass(frozen=True, slots=True)
class Sign:
    glyph: str
    name: str
    means: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    words: tuple[Word, ...]
    shapes: tuple[Sign, ...]
    marks: tuple[Sign, ...]
    keys: tuple[tuple[str, str], ...]
    namespace: str


_WORDS: Final = (
    Word("entry", "one sealed row of the ledger; its number counts every entry from the first", "#1042", "/ledger"),
    Word("episode", "something that happened: what was done, said, called, replied or read", "ep12", "/episodes"),
    Word("correction", "a person’s words in an episode on what should have been done", "ep12#correction"),
    Word("evidence", "the very words of an episode that a rule or memory stands on"),
    Word("rule", "what to do, learnt from a correction and kept word for word", "PB-03", "/playbook"),
    Word("memory", "what is so, or what somebody prefers, with its evidence", "M-7", "/memories"),
    Word("revision", "what a new memory means for an older one: duplicate, replaces, refines, distinct, uncertain"),
    Word("doubt", "two memories of which code cannot say what the newer one is for the older one", "rv-2", "/inbox"),
    Word("sleep", "a night over the memories: fragments are merged, weak traces let go", "sl-1", "/sleep"),
    Word("mind", "the rules and memories that hold at one sequence; any page can be read as of it", "@900", "/diff"),
    Word("playbook", "all rules together", "", "/playbook"),
    Word("recall", "one asking: the task, what was chosen, what was left out, and why", "rc-41", "/recalls"),
    Word("grade", "how sure a recall is: ACT, ACT_AND_FLAG, or ASK_HUMAN where memory does not know"),
    Word("question", "what memory could not answer and asks a person", "q-1", "/inbox"),
    Word("action", "what an agent wants to do: a tool with its arguments, or a request in words", "", "/actions"),
    Word(
        "policy", "the part of a rule that a machine can hold an agent to; what was not read is shown", "", "/playbook"
    ),
    Word(
        "verdict",
        "the gate’s word on an action: deny, not yet, ask a person, permitted, no opinion",
        "gd-9",
        "/actions",
    ),
    Word("approval", "a person’s permit for one exact call, once, until it runs out", "ap-3", "/inbox"),
    Word("origin", "where words came from: system, ratified, human, agent, tool or external"),
    Word("trust", "the lowest origin among the evidence; no text can raise it"),
    Word(
        "dead letter",
        "a claim that was refused, kept with its words and the reason",
        "dl-4",
        "/inbox",
    ),
    Word("tombstone", "what keeps something from being learnt again", "ts-2"),
    Word("header", "the part of an entry that is hashed and never changes; it names nobody"),
    Word("body", "the part that holds the words, and can be destroyed without breaking the rest"),
    Word("leaf", "the hash of one header"),
    Word("root", "the one hash over all leaves"),
    Word("checkpoint", "the size and the root of the ledger, signed, kept outside the database", "", "/ledger#state"),
    Word("state", "how far a proof goes: UNSIGNED, SIGNED, ANCHORED", "", "/ledger#state"),
    Word("erased", "a body that an erasure took; its header stays, and everything still verifies"),
    Word("destroyed", "a body that is missing though no erasure names it: somebody went around the ledger"),
)
_SHAPES: Final = (
    Sign("episode", "episode", "a circle"),
    Sign("correction", "correction", "a diamond"),
    Sign("rule", "rule", "a hexagon"),
    Sign("memory", "memory", "a square"),
    Sign("recall", "recall", "an eye"),
    Sign("question", "question", "a question mark"),
    Sign("action", "verdict", "a call, pointing forward"),
    Sign("deny", "denied", "an octagon with a bar; without it: not yet"),
    Sign("approval", "approval", "a circle with a tick"),
    Sign("sleep", "night", "a moon"),
    Sign("dead", "dead letter", "an envelope, crossed out"),
    Sign("entry", "entry", "a stitch on the line"),
)
_MARKS: Final = (
    Sign("retrieved", "retrieved", "found by search"),
    Sign("injected", "injected", "put before the model"),
    Sign("cited", "cited", "named by the agent as used"),
    Sign("rescued", "rescued", "kept in because it is safety-critical, although the words hardly match"),
)
_KEYS: Final = (
    ("Tab", "to the next link; what is focused has a blue ring"),
    ("Enter", "opens it; on the first stop, “Skip to content” leaves the head out"),
    ("a handle, then Enter", "in the box of the head: PB-01, ep14 or #7 leads to its page, as you type it"),
    (".json", "behind any address gives the same page as JSON"),
)


def help_page(browser: Browser) -> HelpPage:
    return HelpPage(_WORDS, _SHAPES, _MARKS, _KEYS, browser.namespace)
