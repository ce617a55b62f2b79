"""Frames: which attribute a verb and what follows it fill, where code knows. What it does not know stays a statement
without an attribute, kept word for word.

Attributes are named as :mod:`cicatrix.core.attributes` lists them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation import frame_forms as forms
from cicatrix.core.observation.heads import Head
from cicatrix.core.observation.values import NAME, holder, place, points, value
from cicatrix.core.reading import grammar
from cicatrix.core.text import stem

_PREFERENCE: Final = MemoryType.PREFERENCE
_SEMANTIC: Final = MemoryType.SEMANTIC
_EPISODIC: Final = MemoryType.EPISODIC


@dataclass(frozen=True, slots=True)
class Frame:
    """``days``: how long a passing state lasts where no end is named. ``turns``: the verb tells of a change, so the
    state begins at the time it names."""

    type: MemoryType
    attribute: str = ""
    value: str = ""
    negated: bool = False
    days: int | None = None
    turns: bool = False


def framed(head: Head, *, person: bool, many: bool = False) -> Frame | None:
    """The frame of a predicate; None where it is only a remark. ``person``: it is said of somebody, as far as known;
    ``many``: of the speaker with others, who share no name, age or trade."""
    if head.verb == "be":
        return _being(head, person, many)
    if head.verb in forms.LOOKS:
        return None
    return _doing(head, person)


def _being(head: Head, person: bool, many: bool) -> Frame | None:
    rest, denied = head.rest.replace("’", "'"), head.denied
    for attribute, pattern in (("allergy", forms.ALLERGIC), ("allergy", forms.INTOLERANT), ("fear", forms.AFRAID)):
        if found := pattern.match(rest):
            return Frame(_SEMANTIC, attribute, value(found["what"]), denied)
    if found := forms.DIET.match(rest):
        return Frame(_PREFERENCE, "diet", found["what"], denied)
    if found := forms.FAN.match(rest):
        what = value(found["what"])
        return Frame(_PREFERENCE, "likes", what, denied) if what else None
    if found := forms.AVERSE.match(rest):
        return Frame(_PREFERENCE, "likes", value(found["what"]), not denied)
    if found := forms.COMFORTABLE.match(rest):
        return Frame(_PREFERENCE, "likes", value(found["what"]), denied)
    for days, pattern in forms.SICK:
        if pattern.match(rest):
            return Frame(_EPISODIC if head.tense == "past" else _SEMANTIC, "state", value(rest), denied, days=days)
    if found := forms.DIAGNOSED.match(rest):
        return Frame(_SEMANTIC, "condition", value(found["what"]), denied)
    if forms.CONDITION.match(rest):
        return Frame(_SEMANTIC, "condition", value(rest), denied)
    if numbered := _port_or_version(rest):
        return Frame(_SEMANTIC, *numbered, denied)
    if found := forms.ZONE.match(rest):
        return Frame(_SEMANTIC, "timezone", found["what"] or found["utc"], denied)
    if found := forms.DUE.match(rest):
        return Frame(_SEMANTIC, "deadline", value(found["what"]), denied)
    if found := forms.BORN.match(rest):
        what = value(found["what"])
        return Frame(_SEMANTIC, "birthday" if re.search(r"\d", what) else "birthplace", what)
    if found := forms.OWNED.match(rest):
        return Frame(_SEMANTIC, "owner", value(found["what"]), denied)
    if found := forms.BASED.match(rest):
        return Frame(_SEMANTIC, "residence" if person else "location", place(rest[found.end() :]), denied)
    if person and not many and (personal := _personal(head, rest)):
        return personal
    away = rest.removeprefix("off ")
    if person and away != rest and head.tense == "present" and forms.SOMEWHERE.match(away):
        return Frame(_EPISODIC, "trip", value(away), denied)
    if forms.REMARK.match(rest) or not rest:
        return None
    if not person and (found := forms.STATUS.match(rest)):
        return Frame(_SEMANTIC, "status", value(rest), denied)
    if not person and (when := _when(rest)):
        return Frame(_SEMANTIC, "schedule", when, denied)
    if not person and forms.LOCATED.match(rest):
        return Frame(_SEMANTIC, "location", value(rest), denied)
    return Frame(_EPISODIC if head.tense == "past" else _SEMANTIC, "", value(rest), denied)


def _when(rest: str) -> str:
    """When something is, or is to be now: "on Monday", "moved to Thursday"; empty where no time is told."""
    moved = forms.PUT_OFF.match(rest)
    found = forms.ON_TIME.match(f"on {moved['what']}" if moved else rest)
    return value(found["what"]) if found else ""


def _personal(head: Head, rest: str) -> Frame | None:
    """What only somebody can be."""
    denied = head.denied
    if found := forms.AGE.match(rest):
        return Frame(_SEMANTIC, "age", found["what"], denied)
    if found := forms.FROM.match(rest):
        return Frame(_SEMANTIC, "origin", found["what"].rstrip("."), denied)
    if found := forms.MARRIED.match(rest):
        if found["who"]:
            return Frame(_SEMANTIC, "spouse", found["who"], denied)
        return Frame(_SEMANTIC, "marital_status", found["what"], denied)
    if found := forms.JOB.match(rest):
        return Frame(_SEMANTIC, "job", found["what"], denied)
    if found := forms.FLUENT.match(rest):
        return Frame(_SEMANTIC, "speaks", found["what"], denied)
    if found := forms.GOOD_AT.match(rest):
        return Frame(_SEMANTIC, "skill", value(found["what"]), denied != (found["bad"] is not None))
    if found := forms.CALLED.match(rest):
        return Frame(_SEMANTIC, "name", value(found["what"]), denied)
    found = forms.INTRODUCED.match(rest)
    if found and not denied and head.tense == "present" and not forms.DEMONYM.search(found["what"]):
        return Frame(_SEMANTIC, "name", found["what"].rstrip("."))
    return None


def _port_or_version(rest: str, *, bare: bool = False) -> tuple[str, str] | None:
    """A port or version. ``bare``: 1.5 alone is one, as in "runs 1.5"; else it may be a measure."""
    for attribute, pattern in (("port", forms.PORT), ("version", forms.BARE_VERSION if bare else forms.VERSION)):
        if found := pattern.match(rest):
            return attribute, found["what"]
    return None


def _doing(head: Head, person: bool) -> Frame | None:
    verb, rest, denied = head.verb, head.rest.replace("’", "'"), head.denied
    what = value(rest)
    told = head.tense == "past" and not head.over  # an event, not a state
    if verb in forms.LIKES | forms.HATES and not told:
        if not what or (verb in forms.LIKES and forms.AT_HAND.match(rest)):
            return None
        return Frame(_PREFERENCE, "likes", what, denied != (verb in forms.HATES))
    if verb in forms.BEARS and denied and head.modal == "can" and what:
        return Frame(_PREFERENCE, "likes", what, True)
    if verb in forms.AVOIDS and not told:
        return Frame(_PREFERENCE, "likes", what, not denied)
    if verb in forms.FOOD and not told and not head.progressive and what:
        return Frame(_PREFERENCE, "food", what, denied)
    if found := _preferring(head, rest):
        return found
    found = (_of_somebody(head, rest) if person else None) or _having(head, rest, what) or _owning(head, rest, what)
    if found:
        if found.attribute in forms.HABITS and (head.alone or head.denied):
            return Frame(_PREFERENCE, found.attribute, found.value, found.negated)
        return found
    if verb in forms.DECIDES and what and not denied and re.match(r"(?:to|on|that|against)\b", rest):
        return Frame(_SEMANTIC, "decision", re.sub(r"^(?:to|on|that) ", "", what))
    if points(rest) or (head.verb in grammar.LIGHT and not what):
        return None
    if told or (head.perfect and head.tense == "present" and not head.progressive and not _lasts(head)):
        return Frame(_EPISODIC, "", what, denied)
    if head.tense == "future" or head.intends:
        return Frame(_EPISODIC, "plan", what, denied)
    if head.progressive and head.tense == "present" and verb in forms.TRAVELS and forms.SOMEWHERE.match(rest):
        return Frame(_EPISODIC, "trip", what, denied)
    if verb in forms.CHOOSES and (head.alone or denied) and not (head.modal or head.progressive or head.over):
        return Frame(_PREFERENCE, "", what, denied or head.over)
    return Frame(_EPISODIC if head.progressive and not _lasts(head) else _SEMANTIC, "", what, denied or head.over)


def _of_somebody(head: Head, rest: str) -> Frame | None:
    return _working(head, rest) or _living(head, rest)


def _preferring(head: Head, rest: str) -> Frame | None:
    """What somebody prefers, said without "like": an aversion, no interest, what is found dull or always avoided."""
    if head.tense == "past" and not head.over:
        return None
    if head.verb == "have" and (found := forms.AVERSION.match(rest)):
        dislikes = forms.DISLIKING.search(found["of"]) is not None
        return Frame(_PREFERENCE, "likes", value(found["what"]), dislikes != head.denied)
    if head.verb in forms.OBLIGES and (found := forms.TO_AVOID.match(rest)):
        return Frame(_PREFERENCE, "likes", value(found["what"]), not head.denied)
    if head.verb == "find" and (hard := forms.FOUND_HARD.match(rest)):
        return Frame(_PREFERENCE, "likes", value(hard["what"]), forms.DULL.search(hard["how"]) is not None)
    if head.verb == "find" and (found := forms.FOUND.match(rest)):
        return Frame(_PREFERENCE, "likes", found["what"], forms.DULL.search(found["how"]) is not None)
    if head.verb in forms.VALUES and value(rest):
        return Frame(_PREFERENCE, "", value(rest), head.denied)
    if head.verb == "believ" and (found := re.match(r"in (?P<what>.+)", rest)):
        return Frame(_PREFERENCE, "", value(found["what"]), head.denied)
    if head.verb == "want" and (head.alone or head.denied) and value(rest):
        return Frame(_PREFERENCE, "wants", value(rest), head.denied)
    best = re.match(r"best\b", rest) and head.verb in forms.verbs("learn work sleep study focus concentrate")
    return Frame(_PREFERENCE, "", value(rest)) if best else None


def _lasts(head: Head) -> bool:
    """ "since 2019", "for ten years": what goes on longer than an event."""
    return re.search(r"\b(?:since|for (?:\d|a|many|over|almost|nearly|\w+ years))\b", head.rest) is not None


def _working(head: Head, rest: str) -> Frame | None:
    verb, denied = head.verb, head.denied
    if verb == "start" and (
        found := re.match(
            r"(?:working |work |a (?:new )?job |my (?:new )?job )(?=at|for|as|with)|(?=at (?:the )?[A-Z])", rest
        )
    ):
        framed = _working(Head("work", "work", "present", rest[found.end() :], denied), rest[found.end() :])
        if framed is None or forms.LEARNS_AT.search(framed.value):
            return None
        return Frame(framed.type, framed.attribute, framed.value, denied, turns=True)
    if verb == "work" and (head.tense != "past" or head.over or head.perfect):
        if found := re.match(r"as (?:an? |the )?(?P<what>.+)", rest):
            return Frame(_SEMANTIC, "job", value(re.split(r" (?:at|for|in) ", found["what"])[0]), denied)
        who = holder(rest)
        if who and (rest.startswith(("at", "for", "with")) or who[:1].isupper()):
            return Frame(_SEMANTIC, "employer", who, denied)
    joined = re.match(rf"(?P<what>{NAME})", rest)
    if verb == "join" and joined and head.tense == "past" and not denied:
        return Frame(_SEMANTIC, "employer", joined["what"].rstrip("."), turns=True)
    if verb in ("get", "accept", "land") and (found := forms.JOB_AT.match(rest)):
        who = holder(re.sub(r"^(?:by|from)\b", "at", rest[found.end() :]))
        return Frame(_SEMANTIC, "employer", who, denied, turns=True) if who else None
    if verb in forms.GOES_TO and (found := re.match(r"to (?P<what>work|school|the office|uni(?:versity)?)\b", rest)):
        return Frame(_SEMANTIC, "commute", head.word, denied) if head.tense == "present" else None
    if verb == "speak" and (found := forms.LANGUAGES.match(rest)) and head.tense == "present":
        return Frame(_SEMANTIC, "speaks", found["what"], denied)
    if verb == "call" and (found := re.match(rf"me (?P<what>{NAME})", rest)) and head.tense == "present":
        return Frame(_SEMANTIC, "name", found["what"].rstrip("."), denied)
    if verb == "go" and (found := re.match(rf"by (?P<what>{NAME})", rest)):
        return Frame(_SEMANTIC, "name", found["what"].rstrip("."), denied)
    return None


def _living(head: Head, rest: str) -> Frame | None:
    verb = head.verb
    if verb in (stem("live"), stem("reside")) and (head.tense == "present" or head.over or head.perfect):
        where = place(rest)
        return Frame(_SEMANTIC, "residence", where, head.denied) if where else None
    if (verb in forms.MOVES and not head.intends and head.tense == "past") or (verb in forms.MOVES and head.perfect):
        found = forms.MOVES_TO.match(rest)
        where = place(f"to {rest[found.end() :]}") if found else ""
        if where:
            return Frame(_SEMANTIC, "residence", where, head.denied, turns=True)
    if verb in ("go", "turn", "become") and (found := forms.DIET.match(rest)):
        return Frame(_PREFERENCE, "diet", found["what"], head.denied, turns=True)
    if (
        verb == "turn"
        and (head.tense == "past" or head.perfect)
        and re.match(r"(?:\d{1,3}|[a-z]+)\b(?! (?:out|up|into|on|off|down|to|it)\b)", rest)
        and value(rest)
    ):
        number = value(rest).split(" ")[0]
        if (
            number.isdigit()
            or stem(number) in {str(n) for n in range(2, 13)}
            or number in ("thirteen", "forty", "fifty", "sixty", "thirty", "twenty")
        ):
            return Frame(_SEMANTIC, "age", number, turns=True)
    return None


def _having(head: Head, rest: str, what: str) -> Frame | None:
    if head.verb not in forms.HAS or (head.tense == "past" and not head.over):
        return None
    if head.verb == "keep":
        return Frame(_PREFERENCE, "diet", what, head.denied) if forms.DIET.match(rest) else None
    bare = re.sub(r"^(?:got )?(?:an? |the |some |any )?", "", rest)
    if found := forms.ALLERGY.match(rest):
        return Frame(_SEMANTIC, "allergy", value(next(filter(None, found.groups()))), head.denied)
    if forms.CONDITION.match(rest):
        return Frame(_SEMANTIC, "condition", what, head.denied)
    if forms.AILMENT.match(rest):
        return Frame(_SEMANTIC, "state", what, head.denied, days=14)
    for attribute, pattern in (("pet", forms.PETS), ("child", forms.CHILDREN), ("sibling", forms.SIBLINGS)):
        if pattern.match(bare):
            return Frame(
                _SEMANTIC,
                attribute,
                re.split(r"[.!]|, (?:and|but|which)|\s(?:and i|who)\b", bare)[0].strip(),
                head.denied,
            )
    if found := forms.APPOINTMENT.match(rest):
        return Frame(_EPISODIC, f"schedule:{found['what'].lower()}", what, head.denied)
    if re.match(r"to\b", rest):
        return Frame(_SEMANTIC, "", value(rest[2:].strip()), head.denied)
    return Frame(_SEMANTIC, "has", what, head.denied) if what else None


def _owning(head: Head, rest: str, what: str) -> Frame | None:
    """What somebody takes, uses, costs."""
    if head.tense == "past" and not head.over:
        return None
    if head.verb == "take":
        if forms.TRANSPORT.match(rest):
            return Frame(_SEMANTIC, "commute", what, head.denied)
        if found := forms.MEDICINE.match(rest):
            return Frame(_SEMANTIC, "medication", found["what"], head.denied)
    numbered = _port_or_version(re.sub(r"^(?:on|at|with) ", "", rest), bare=True)
    if numbered and head.verb in forms.verbs("run use listen serve sit have be need deploy"):
        return Frame(_SEMANTIC, *numbered, head.denied)
    if head.verb == "cost" and re.match(r"\W*\d", rest):
        return Frame(_SEMANTIC, "price", what, head.denied)
    uses = head.verb in forms.USES and what and not head.progressive and not forms.ABOUT.match(rest)
    if uses and not head.intends and head.tense != "future":
        return Frame(_SEMANTIC, "uses", what, head.denied)
    if head.verb == "follow" and (found := re.search(r"(?P<what>[\w-]+) diet\b", rest)):
        return Frame(_PREFERENCE, "diet", found["what"], head.denied)
    return None


def is_state(head: Head) -> bool:
    """Whether what somebody is or feels is a state of which the days are counted."""
    return any(pattern.match(head.rest) for _, pattern in forms.SICK)
