"""What follows from a value slot, from a role, and from an attribute that observation has read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from cicatrix.core.patterns import regex
from cicatrix.core.revision.guards import another_subject
from cicatrix.core.revision.occasions import is_dated_event
from cicatrix.core.revision.opposites import antonyms
from cicatrix.core.revision.pair import Pair
from cicatrix.core.revision.polarity import is_negative
from cicatrix.core.revision.slot import Holds, Slot, ValueType, find_slot, same_role
from cicatrix.core.revision.standing import fragments
from cicatrix.core.revision.verdicts import Judged, Verdict
from cicatrix.core.revision.wording import plain, same_words

HoldsMany = Mapping[str, Literal["one", "many"]]

_COUNTED: Final = regex(r"\d+ (?P<what>.+)")


def known_attribute(pair: Pair, attributes: HoldsMany) -> Judged | None:
    """Both tell the same attribute of the same subject, as observation has read them."""
    old, new = pair.old, pair.new
    if not (old.attribute and old.attribute == new.attribute and old.value and new.value):
        return None
    if (new.negated and not old.negated) or another_subject(pair):
        return None
    shown: dict[str, int | str] = {
        "rule": "known_attribute",
        "attribute": old.attribute,
        "old_value": old.value,
        "new_value": new.value,
    }
    holds = attributes.get(old.attribute)
    if same_words(old.value, new.value) or _count_the_same(old.value, new.value):
        return None
    if holds == "one" and old.negated and not new.negated:
        return Judged(Verdict.REPLACES, f"the {old.attribute} that was only denied before", shown)
    if old.negated != new.negated:
        return None
    if holds == "one" and not old.negated:
        return Judged(Verdict.REPLACES, f"another value of {old.attribute}, which holds one", shown)
    if holds == "many":
        return Judged(Verdict.DISTINCT, f"another value of {old.attribute}, which holds many", shown)
    return None


def _count_the_same(one: str, other: str) -> bool:
    """Whether two values tell how many of one thing there are: then a slot has one number, whatever else it holds."""
    a, b = (_COUNTED.match(plain(value)) for value in (one, other))
    return a is not None and b is not None and same_words(a["what"], b["what"])


def one_slot(pair: Pair) -> Judged | None:
    """One value slot that holds one value, and another value in it; or two dated events."""
    judged = _slotted(pair)
    return judged if judged is not None and (judged.verdict is Verdict.REPLACES or _are_dated(pair)) else None


def unclear_slot(pair: Pair) -> Judged | None:
    """One value slot of which nobody knows how many values it holds."""
    return _slotted(pair)


def _slotted(pair: Pair) -> Judged | None:
    for fragment in fragments(pair.said):
        if is_negative(fragment) != is_negative(pair.old_text):
            continue
        slot = find_slot(pair.old_text, fragment)
        judged = None if slot is None else _of_slot(pair, slot)
        if slot is not None and judged is not None:
            shown: dict[str, int | str] = {"frame": slot.frame, "old_value": slot.old, "new_value": slot.new}
            return Judged(judged.verdict, judged.reason, shown)
    return None


def _are_dated(pair: Pair) -> bool:
    return is_dated_event(pair.old_text) and is_dated_event(pair.said)


def another_holder(pair: Pair) -> Judged | None:
    """One role, which one can hold, and two holders."""
    if any(same_role(pair.old_text, sentence) for sentence in fragments(pair.said)):
        return Judged(Verdict.REPLACES, "the same role, another holder")
    return None


def _of_slot(pair: Pair, slot: Slot) -> Judged | None:
    why = f"one slot, {slot.holds}, {slot.type}"
    kinds = {match.relation for match in pair.matches} & {"near", "under", "above"}
    if kinds and not pair.old_only and not pair.new_only and not pair.values_differ:
        return None
    if _are_dated(pair):
        return Judged(Verdict.DISTINCT, "two dated events")
    figure = slot.type is ValueType.FIGURE
    if slot.holds is Holds.DEFINITE or (slot.holds is Holds.ONE and slot.type is not ValueType.WORD):
        return Judged(Verdict.REPLACES, why)
    if figure and slot.holds is not Holds.MANY:
        return Judged(Verdict.REPLACES, why)
    if figure and slot.definite_subject and _is_count(slot):
        return Judged(Verdict.REPLACES, f"{why}, a count")
    if slot.holds is Holds.MANY:
        return Judged(Verdict.DISTINCT, "one slot of an attribute that holds many")
    if antonyms(pair):
        return Judged(Verdict.REPLACES, "one slot, opposite values")
    if slot.type is not ValueType.WORD or slot.holds is Holds.ONE or pair.alike >= 700_000:
        return Judged(Verdict.UNCERTAIN, why)
    return None


def _is_count(slot: Slot) -> bool:
    """Whether a number of things is told: "has 40 seats" / "has 32 seats"."""
    one, two = slot.old.split(), slot.new.split()
    return len(one) > 1 and len(one) == len(two) and one[0].isdigit() and two[0].isdigit() and one[1:] == two[1:]
