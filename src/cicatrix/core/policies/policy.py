"""A policy: the part of a rule that is enforced. It keeps what was read, where it was read, and what was not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cicatrix.core.episodes import JsonObject, JsonValue


class Effect(StrEnum):
    """What a policy does to a call that it matches. There is none that allows: what is learnt only narrows."""

    DENY = "deny"
    PRECONDITION = "precondition"
    REQUIRE_APPROVAL = "require_approval"
    NONE = "none"  # advice


class PolicyStatus(StrEnum):
    ACTIVE = "active"
    PROPOSED = "proposed"  # read in part: a person confirms it
    ADVICE = "advice"  # nothing to enforce


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that a policy speaks of; a call's thing matches when all that is said here is true of it.

    ``head`` is a noun of the lexicon ("" for any), ``mods`` words that must stand with it, ``literal`` a value compared
    whole, by the rules of its ``kind`` (``path`` segment-wise with globs, ``host`` with subdomains, ``branch table
    column id`` …). ``role`` limits it to that part of a call ("" for any).
    """

    head: str = ""
    mods: tuple[str, ...] = ()
    literal: str = ""
    kind: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One test on a call; three-valued. ``evaluator`` names the code that settles it, "" where only a person can.

    ``kind``: number, in, not_in, equals, exists, absent, prefix_path, host_in, subset, content, changed, count, words.
    ``role`` finds the value by what it is (amount, recipient, channel, time), ``pointer`` by where it stands.
    """

    kind: str
    role: str = ""
    pointer: str = ""
    op: str = ""  # gt ge lt le eq ne
    value: JsonValue = None  # a number, a text or a list of them
    unit: str = ""
    evaluator: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """When a policy holds; in the namespace's time zone unless ``zone`` names another. Empty fields limit nothing."""

    days: tuple[int, ...] = ()  # 0 is Monday
    start: str = ""  # "15:00", included
    end: str = ""  # "10:00", excluded; before ``start``: over midnight
    since: str = ""  # ISO 8601 date or moment, included
    until: str = ""  # excluded
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Except:
    """A case that a policy does not speak of: all of ``targets`` (any of them) and ``conditions`` (all) are true."""

    targets: tuple[Target, ...] = ()
    conditions: tuple[Condition, ...] = ()
    verbs: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """What must have been done first: a recorded tool call with a good outcome, or an approval by ``by``."""

    kind: str = "tool_call"  # tool_call, approval
    verbs: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()
    same: bool = False  # on the same thing that the call is about
    max_age: int = 900  # seconds
    by: str = ""
    text: str = ""  # the words that ask for it, to be shown


@dataclass(frozen=True, slots=True)
class Part:
    """Where in the text (code points) a part was read: verbs, targets, conditions, exceptions, windows, before, by."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Policy:
    effect: Effect
    status: PolicyStatus
    text: str  # the sentence that was read: the rule's words with what was said of it later
    verbs: tuple[str, ...] = ()  # families; empty: whatever is done
    targets: tuple[Target, ...] = ()  # any of them; empty: whatever it is done to
    all_of: tuple[Target, ...] = ()  # and all of these stand in the call too: where, to whom, from what
    argv: tuple[str, ...] = ()  # command words that must stand in this order: ("terraform", "apply")
    tools: tuple[str, ...] = ()  # globs on the tool's name; hand-written policies
    conditions: tuple[Condition, ...] = ()
    exceptions: tuple[Except, ...] = ()
    windows: tuple[Window, ...] = ()  # any of them; empty: always
    before: Before | None = None
    by: str = ""  # who approves, in the words of the sentence
    parts: tuple[Part, ...] = ()
    residue: tuple[str, ...] = ()  # content words that no part took
    why: tuple[str, ...] = ()  # why it is not active
    must: tuple[JsonObject, ...] = ()  # calls that it has to stop, as an Action's fields
    must_not: tuple[JsonObject, ...] = ()  # near misses that it has to spare
    lexicon: str = ""  # version of the words it was read with: "en/1+3f2a"
    compiler: str = ""  # "extractive/1", a model's name, or "hand"
    confirmed_by: str = ""  # the person who confirmed a proposed one, or wrote it
