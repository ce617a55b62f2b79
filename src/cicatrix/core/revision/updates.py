"""Updates: the new statement says, in words, that something of the old one ended, changed or was wrong.

A cue counts only beside what it is about. Three things make it strong: it names the old value and denies it; it brings
a value of the same kind; it stands at the word that the old statement is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.revision.classes import attribute_classes, of_other_classes
from cicatrix.core.revision.cues import Cue, CueKind, cues
from cicatrix.core.revision.opposites import antonyms
from cicatrix.core.revision.pair import Pair, Unit, conflicts, is_topical, units
from cicatrix.core.revision.polarity import is_negative
from cicatrix.core.revision.slot import without_time
from cicatrix.core.revision.standing import fragments, sentences
from cicatrix.core.revision.values import comparable, equal, values
from cicatrix.core.revision.verbs import base_of, finite_places
from cicatrix.core.revision.verdicts import Judged, Verdict
from cicatrix.core.revision.wording import words

ABOUT: Final = 300_000
"""The share of the old statement's topic that makes the new one be about it."""

_BEFORE: Final = regex(
    r"(?:\bfrom|\binstead of|\brather than|\bno longer|\bno more|\bstatt|\b(?:the )?old|\bthan the)"
    r"(?: (?:the|on|at|in|to|is|a|an|by|my|our)){0,2}\s*$",
    re.IGNORECASE,
)
_NOT: Final = regex(r"\b(?:not|nicht|pas|no)(?: (?:the|on|at|in|to|a|an|by|my|our|until))?\s*$", re.IGNORECASE)
_AFTER: Final = regex(
    r"^[\"')\]]*\s*(?:(?:one|number|booking|figure|rule)\s+)?(?:(?:is|are|was|were|has|have|had|did)\s+(?:been\s+"
    r"|all\s+)?"
    r"(?:too|clashing|wrong|dead|out(?= of\b|[.,;!]|$)|gone|no more|reject\w*|a mistake|a typo|replaced|renamed"
    r"|removed|dropped"
    r"|history|over"
    r"|cancel\w*|withdrawn|closed|sold|full|double-booked|expired|ended|stopped|not (?:right|correct|valid))\b"
    r"|no longer\b|as i (?:wrote|said)|bit the dust|got the|gave up)",
    re.IGNORECASE,
)
_WENT: Final = regex(
    r"^\s*(?:has |have |is |had )?(?:just )?(?:left|retired|died|quit|resigned|gone|moved "
    r"(?:away|on))\b",
    re.I,
)
_RANGE: Final = regex(r"(?:,|\b(?:everything|anything|all|things|kinds?|sorts?|rang\w+|var\w+))\s*$", re.IGNORECASE)
_TO: Final = regex(r"^[^.!?;]{0,40}?\b(?:to|over to|onto|into)\b", re.IGNORECASE)
_LEAVES: Final = regex(r"(?:resigned|retired|fired|sacked|laid off|died|passed away|quit|left)\b", re.IGNORECASE)
_LASTING: Final = regex(
    r"\b(?:(?:author|founder|creator|inventor|composer|director) of|(?:founded|created|written|composed|invented"
    r"|painted"
    r"|directed|designed|discovered|built|produced) by|born|died)\b",
    re.IGNORECASE,
)
_ENDING: Final = regex(r"\b(?:clos|end|stopp|leav|quitt|retir|cancell?|drop|remov|sell|los)ing\b", re.IGNORECASE)
_ADVERBS: Final = frozenset(("please", "just", "always", "never", "only", "now", "then", "do", "not"))
_ONLY: Final = regex(r"\b(?:only|solely|exclusively|just|nothing but|nur|seulement|solo)\b", re.IGNORECASE)
_MORE: Final = regex(r"\b(?:too|also|as well|in addition|besides|auch|aussi|también)\b", re.IGNORECASE)
_REFUSED: Final = regex(r"\b(?:not|never|nobody|hardly)(?: been| yet| really)?\s*$", re.IGNORECASE)
_HABIT: Final = regex(r"(?:stop|expire|close|end|return|replace|reject|lift)s?", re.IGNORECASE)
_BACK: Final = regex(r"\b(?:back|again|re\w+ed|won|signed|rejoined|revived|lifted|allowed|allows)\b", re.IGNORECASE)
_IN_PASSING: Final = regex(
    r"since\b.*|back|(?:got|have|has|bought|picked up|treated myself to) (?:an? |the )?(?:new|different|another)",
    re.IGNORECASE,
)
_SINCE: Final = regex(r"seit|depuis|desde|jetzt|maintenant|ahora", re.IGNORECASE)
_RETURNED: Final = regex(r"^back$|\b(?:back|home) (?:at|in|from|to)$", re.IGNORECASE)
_AWAY: Final = regex(
    r"\b(?:am|is|are|stay(?:s|ing)?|visit(?:s|ing)?|travel\w*|away|abroad|off|out|trip|holiday|leave)\b", re.IGNORECASE
)
"""Where somebody is said to be, which a return ends."""
_SPECIFIC: Final = frozenset(
    ("email", "phone", "id", "url", "clock", "date", "money", "version", "percent", "bytes", "mass")
)
_NEAR: Final = 28  # characters between a cue and what it is about


def denied_value(pair: Pair) -> Judged | None:
    """It names a word or value of the old statement and denies it: "not 14:10", "from 4 to 2", "webpack is out"."""
    if not pair.shared or pair.are_indefinite or _nothing_to_end(pair):
        return None
    brings = bool(conflicts(pair))
    for start, end, text, is_value in _mentions(pair):
        before, after = pair.said[:start], pair.said[end:]
        contrast = is_value and not is_negative(pair.old_text) and (_NOT.search(before) or _has_rival(pair, text))
        over = _is_over(after, pair.old_text) or (is_value and _WENT.match(after))
        if contrast or _gives_up(before, text, after, pair.old_text) or over:
            if is_value and (brings or pair.topic_share >= ABOUT):
                return Judged(Verdict.REPLACES, f"denies the old value: {text}", {"denied": text})
            if pair.topic_share >= ABOUT:
                return Judged(Verdict.REPLACES, f"denies what the old one says: {text}", {"denied": text})
            return Judged(Verdict.UNCERTAIN, f"denies a word of the old one: {text}", {"denied": text})
    return None


def changed_value(pair: Pair) -> Judged | None:
    """A value of the same kind, on the same topic, with a cue."""
    found = conflicts(pair)
    told = _cues(pair)
    if not found or not told:
        return None
    lost, brought = found[0]
    shown: dict[str, int | str] = {"cue": told[0].text, "old_value": lost.written, "new_value": brought.written}
    of_one_class = attribute_classes(pair.old_text) & attribute_classes(pair.said)
    about = pair.topic_share >= ABOUT or of_one_class or (pair.topic and pair.entities)
    if about and _meets_predicate(pair):
        return Judged(Verdict.REPLACES, f"cue {told[0].text!r} and another {lost.kind} on the same topic", shown)
    if of_other_classes(pair.old_text, pair.said):
        return None
    of_one_kind = lost.kind in _SPECIFIC and _weighs(pair, told[0])
    if pair.topic or pair.entities or of_one_kind or told[0].firm:
        return Judged(Verdict.UNCERTAIN, f"cue {told[0].text!r} and another {lost.kind}, topic unclear", shown)
    return None


def other_value(pair: Pair) -> Judged | None:
    """A value of the same kind on the same topic, and no word of a change."""
    found = conflicts(pair)
    if not found or pair.polarity_differs or pair.topic_share < 500_000:
        return None
    lost, brought = found[0]
    if not (pair.topic[1:] or pair.entities or lost.kind in _SPECIFIC):
        return None
    shown: dict[str, int | str] = {"old_value": lost.written, "new_value": brought.written}
    return Judged(Verdict.UNCERTAIN, f"another {lost.kind} on the same topic, no word of a change", shown)


def _over_in(part: str, old: str) -> bool:
    """Whether a part says of something that it is over, in words that the old statement does not have."""
    return any(_is_over(part[word.start + len(word.surface) :], old) for word in words(part))


def no_longer_only(pair: Pair) -> Judged | None:
    """The old statement allows one thing only, and the new one tells of more."""
    only = _ONLY.search(pair.old_text)
    if not only or pair.topic_share < 500_000 or _ONLY.search(pair.said) or not _MORE.search(pair.said):
        return None
    return Judged(Verdict.UNCERTAIN, f"{only[0].lower()!r} one thing, and another too", {"cue": only[0]})


def retracted(pair: Pair) -> Judged | None:
    """What was said is taken back: "disregard", "scrap what I said"."""
    told = _cues(pair, CueKind.RETRACTED)
    if not told or not pair.topic:
        return None
    verdict = Verdict.REPLACES if pair.topic_share >= ABOUT else Verdict.UNCERTAIN
    return Judged(verdict, f"taken back: {told[0].text}", {"cue": told[0].text})


def ended(pair: Pair) -> Judged | None:
    """What the old statement is about is said to be over, or the other way round."""
    for cue in () if pair.are_indefinite or _nothing_to_end(pair) else _cues(pair, CueKind.ENDED):
        if _RETURNED.search(cue.text) and not _AWAY.search(pair.old_text):
            continue
        beside = _beside(pair, cue)
        topical = [unit for unit in beside if is_topical(unit, pair.old_subject)]
        shown: dict[str, int | str] = {"cue": cue.text, "topic": " ".join(unit.text for unit in beside)}
        leaves = _LEAVES.match(cue.text) is not None and not (pair.entities or pair.new_subject.who == "self")
        if topical and pair.topic_share >= ABOUT and _meets_predicate(pair, names=True) and not leaves:
            return Judged(Verdict.REPLACES, f"ended: {cue.text} … {topical[0].text}", shown)
        gives_up_name = any(unit.capital and unit.place > 0 for unit in beside) and not leaves
        if gives_up_name and pair.speaks_of_self and pair.new_subject.who == "self" and _meets_predicate(pair):
            return Judged(Verdict.REPLACES, f"ended: {cue.text} {beside[-1].text}", shown)
        if (beside and _weighs(pair, cue)) or (pair.topic and cue.firm):
            return Judged(Verdict.UNCERTAIN, f"cue {cue.text!r}, what ended is unclear", shown)
        if pair.entities and cue.firm:
            return Judged(Verdict.UNCERTAIN, f"cue {cue.text!r} about {min(pair.entities)}", shown)
    return None


def resumed(pair: Pair) -> Judged | None:
    """What was over is back."""
    told = [cue for cue in _cues(pair, CueKind.CHANGED) if _BACK.search(cue.text)]
    if not told or not (pair.topic or pair.entities) or not _is_over_already(pair):
        return None
    return Judged(Verdict.UNCERTAIN, f"it was over, and {told[0].text!r}", {"cue": told[0].text})


def ended_too(pair: Pair) -> Judged | None:
    """Both tell of the end of the same."""
    told = _cues(pair, CueKind.ENDED)
    if not told or pair.topic_share < 500_000 or conflicts(pair) or not _is_over_already(pair):
        return None
    return Judged(Verdict.REFINES, f"both tell of the end: {told[0].text}", {"cue": told[0].text})


def corrected(pair: Pair) -> Judged | None:
    """A correction, and what it corrects."""
    told = _cues(pair, CueKind.CORRECTED)
    if not told:
        return None
    shown: dict[str, int | str] = {"cue": told[0].text}
    near = _near_identical(pair)
    if near:
        return Judged(Verdict.REPLACES, f"correction of {near[0]} to {near[1]}", shown)
    if antonyms(pair) and pair.old_share >= 400_000:
        return Judged(Verdict.REPLACES, "correction to the opposite", shown)
    if (pair.topic or pair.entities) and told[0].firm:
        return Judged(Verdict.UNCERTAIN, f"correction {told[0].text!r}, its target is unclear", shown)
    return None


def changed(pair: Pair) -> Judged | None:
    """A change of the same attribute, or of the same topic."""
    told = _cues(pair, CueKind.CHANGED, CueKind.ENDED, CueKind.RETRACTED)
    if not told or pair.are_indefinite or _is_restated(pair):
        return None
    shown: dict[str, int | str] = {"cue": told[0].text}
    foreign = [cue for cue in told if cue.foreign]
    if foreign and pair.keeps_names and all(_SINCE.fullmatch(cue.text) for cue in told):
        return None
    of_other_language = bool(foreign and finite_places(words(pair.old_text)))
    shared = attribute_classes(pair.old_text) & attribute_classes(pair.said)
    if shared and pair.new_only and not of_other_language:
        attribute = min(shared)
        return Judged(
            Verdict.REPLACES, f"cue {told[0].text!r} and the attribute {attribute}", shown | {"class": attribute}
        )
    if foreign and (pair.shared or shared):
        about = pair.shared[0].old.text if pair.shared else min(shared)
        return Judged(Verdict.UNCERTAIN, f"cue {foreign[0].text!r} and {about}", shown)
    strong = [cue for cue in told if cue.firm]
    if strong and pair.topic and _are_orders(pair):
        labelled = strong[0].start == 0 and _first(pair.old_text) == _first(pair.said)
        verdict = Verdict.REPLACES if labelled else Verdict.UNCERTAIN
        return Judged(verdict, f"cue {strong[0].text!r}, and an order about {pair.topic[0].old.text}", shown)
    weighty = [cue for cue in told if (cue.firm or pair.topic_share >= 500_000) and _weighs(pair, cue)]
    if pair.topic_share >= ABOUT and weighty:
        topic = pair.topic[0].old.text
        return Judged(Verdict.UNCERTAIN, f"cue {weighty[0].text!r} and the topic {topic}", shown)
    return None


def _cues(pair: Pair, *kinds: CueKind) -> list[Cue]:
    """Cues of the new statement whose words the old one does not have."""
    known = {word.stem for word in words(pair.old_text)}
    return [
        cue
        for cue in cues(pair.said)
        if (not kinds or cue.kind in kinds)
        and not _is_known(cue.text, known)
        and not _REFUSED.search(pair.said[: cue.start])
        and (cue.start == 0 or not cue.text[0].isupper() or _opens(pair.said, cue.start))
    ]


def _weighs(pair: Pair, cue: Cue) -> bool:
    """Whether a cue and a word beside it are worth a question. "Since", "finally", "new", "back" stand in every other
    sentence of a chat: where no attribute was read they count only beside two words of one topic."""
    if pair.old.attribute or pair.new.attribute or len(pair.topic) > 1:
        return True
    return _IN_PASSING.fullmatch(cue.text) is None and (cue.firm or cue.kind is not CueKind.CHANGED)


def _nothing_to_end(pair: Pair) -> bool:
    """Whether no end can be news: the old statement tells of one itself, or of what nobody's end changes."""
    if conflicts(pair):
        return False
    return _is_over_already(pair) or _LASTING.search(pair.old_text) is not None or _is_restated(pair)


def _is_restated(pair: Pair) -> bool:
    """Whether a part of the new statement says all of the old one again, and no word of an end."""
    old = {match.old.place for match in pair.shared}
    if len(old) < len(pair.old_units):
        return False
    wanted = {match.new.stem for match in pair.shared}
    for part in fragments(pair.said):
        ends = any(cue.kind is CueKind.ENDED for cue in cues(part)) or _over_in(part, pair.old_text)
        ends = ends or any(
            _gives_up(part[: unit.start], unit.text, part[unit.start + len(unit.text) :], pair.old_text)
            for unit in units(part)
            if unit.stem in wanted
        )
        if not ends and is_negative(part) == is_negative(pair.old_text) and wanted <= {u.stem for u in units(part)}:
            return True
    return False


def _is_over_already(pair: Pair) -> bool:
    told = sentences(pair.old_text)
    negative = len(told) == 1 and is_negative(pair.old_text)
    ends = any(cue.kind is CueKind.ENDED and not _HABIT.fullmatch(cue.text) for cue in cues(pair.old_text))
    return negative or ends or _ENDING.search(pair.old_text) is not None


def _meets_predicate(pair: Pair, *, names: bool = False) -> bool:
    """Whether the new statement takes up what the old one says of its subject, where it says so with a noun (or a
    name)."""
    sentence = words(pair.old_text)
    places = finite_places(sentence)
    start = sentence[places[0]].start if places else 0
    nouns = [
        unit
        for unit in pair.old_units
        if unit.start >= start and not base_of(unit.text) and _is_noun(pair, unit, names)
    ]
    met = {match.old.place for match in pair.shared}
    return not nouns or any(unit.place in met for unit in nouns)


def _has_rival(pair: Pair, text: str) -> bool:
    """Whether a value stands in a part that says no, and another of its kind in one that does not: "not on Tuesday, we
    can do Thursday"."""
    refused = [part for part in fragments(pair.said) if text in part and is_negative(part)]
    named = [value for value in values(pair.old_text) if value.written.strip(" .,") == text.strip(" .,")]
    if not refused or not named:
        return False
    others = [value for part in fragments(pair.said) if not is_negative(part) for value in values(part)]
    return any(comparable(old, other) and not equal(old, other) for old in named for other in others)


def _is_noun(pair: Pair, unit: Unit, names: bool) -> bool:
    return is_topical(unit, pair.old_subject) or (names and unit.value is None and unit.text in pair.old_subject.names)


def _is_over(after: str, old: str) -> bool:
    """Whether what follows a word says that it is over, and the old statement does not."""
    found = _AFTER.match(after)
    return found is not None and found[0].strip().casefold() not in old.casefold()


def _gives_up(before: str, text: str, after: str, old: str) -> bool:
    """Whether "from … to", "instead of", "no longer" leave a word behind; the old one does not say it so itself."""
    found = _BEFORE.search(before)
    if found is None or f"{found[0]}{text}".casefold() in old.casefold():
        return False
    if _RANGE.search(before[: found.start()]):  # "all kinds of dances, from ballet to hip-hop"
        return False
    return not found[0].lower().startswith("from") or _TO.match(after) is not None


def _are_orders(pair: Pair) -> bool:
    """Whether both open with a verb in its base form, as orders do."""
    first = [_first(pair.old_text), _first(pair.said)]
    return all(word and base_of(word) == word for word in first)


def _first(text: str) -> str:
    """The first word behind a label ("Final: …") that is no adverb."""
    return next((word.low for word in words(without_time(text)) if word.low not in _ADVERBS), "")


def _is_known(text: str, known: set[str]) -> bool:
    content = [word.stem for word in words(text) if word.content]
    return bool(content) and all(stem in known for stem in content)


def _opens(text: str, start: int) -> bool:
    return re.search(r"[.!?:;,\"]\s*$", text[:start]) is not None


def _mentions(pair: Pair) -> Iterable[tuple[int, int, str, bool]]:
    """Where the new statement names values and predicate words of the old one."""
    for value in values(pair.said):
        if any(comparable(value, other) and equal(value, other) for other in values(pair.old_text)):
            yield value.start, value.end, value.written, True
    for match in pair.shared:
        if match.old.value is None:
            named = match.old.text in pair.old_subject.names or match.old.capital
            if named or is_topical(match.old, pair.old_subject):
                is_value = named and match.old.place > 0
                for unit in pair.new_units:
                    if unit.stem == match.new.stem:
                        yield unit.start, unit.start + len(unit.text), unit.text, is_value


def _beside(pair: Pair, cue: Cue) -> list[Unit]:
    """The shared words and names that stand at a cue: in its clause, close to it."""
    start = max((pair.said.rfind(mark, 0, cue.start) for mark in ".!?;,"), default=-1) + 1
    ends = [place for mark in ".!?;," if (place := pair.said.find(mark, cue.end)) >= 0]
    end = min(ends, default=len(pair.said))
    near = []
    for match in pair.shared:
        place = match.new.start
        if start <= place < end and not match.new.text.startswith(cue.text.lower()):
            distance = place - cue.end if place >= cue.end else cue.start - place - len(match.new.text)
            if distance <= (_NEAR if cue.firm else _NEAR // 2):
                near.append(match.old)
    return near


def _near_identical(pair: Pair) -> tuple[str, str] | None:
    """A name or identifier of each that differ in a letter or two, or in the order of figures."""
    for one in pair.old_only:
        for two in pair.new_only:
            named = (one.value is not None and two.value is not None) or (one.capital and two.capital)
            if named and SequenceMatcher(None, one.text, two.text).ratio() >= 0.75:
                return one.text, two.text
    return None
