"""Orders in English: whether a clause is an imperative, told by its first words alone."""

from __future__ import annotations

from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.reading import english_forms as form
from cicatrix.core.reading import grammar as g

_WORD: Final = regex(r"[^\W_][\w'-]*|[,:;]|\s[-–—]+\s|—")
BREAKS: Final = frozenset(",:;-–—")
_ORDER: Final = g.table("don't dont stop quit avoid let's lets")
BEFORE_VERB: Final = _ORDER | g.ADVERBS | BREAKS | g.table("do not")
_JOINTS: Final = g.table("and so but then instead please or next time")
WITH_A_CLAUSE: Final = g.table(
    "check verify confirm ensure make assume say tell remember note let have watch see help keep mind believe think",
    "consider know expect",
)


def words_of(text: str) -> list[str]:
    """Words in small letters and the marks at which a clause may begin."""
    return [found[0].casefold().strip() for found in _WORD.finditer(text)]


def orders(words: list[str]) -> bool:
    """Whether the sentence, or a clause after its condition, topic or complaint, is an imperative or a plain no."""
    for first in [0, *(place + 1 for place, word in enumerate(words) if word in BREAKS)]:
        start = first
        while start < len(words) and words[start] in _JOINTS:
            start += 1
        if imperative(words, start, inner=start > 0):
            return True
        if first and words[first - 1] == ":" and words[first : first + 1] == ["no"]:
            return True
    if not words or not form.CONDITION.fullmatch(words[0]):
        return False
    # "When in doubt ask the editor", without a comma: a verb after some words, followed by its object.
    return any(
        words[place] in g.VERBS and words[place - 1] not in g.NOT_VERBS and words[place + 1] in g.DETERMINERS
        for place in range(3, len(words) - 1)
    )


def imperative(words: list[str], start: int, inner: bool = False) -> bool:
    """Whether an order begins at a word; ``inner``: inside a sentence, where an unknown word is no verb."""
    place = start
    while place < len(words) and words[place] in g.ADVERBS:
        place += 1
    if place >= len(words):
        return False
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    if word in _ORDER:
        return True
    if word == "do":
        return following not in ("you", "we", "they", "i")
    if place > start and words[place - 1] == "never" and word not in g.NOT_VERBS:
        return True
    if (word == "thank" and following == "you") or _is_compound(words, place):
        return False
    if word in g.VERBS or ("-" in word and word.split("-")[-1] in g.VERBS):
        return following not in g.AUXILIARIES
    if inner or word in g.NOT_VERBS or word.endswith(("s", "ed", "ing", "ly")) or not word.isalpha():
        return False
    return following in g.DETERMINERS - {"no", "his", "her"}


def _is_compound(words: list[str], place: int) -> bool:
    """Whether a verb-like word only opens a noun: "Open rates were down", "Test results have come"."""
    word, *after = words[place : place + 3]
    if len(after) < 2 or word in WITH_A_CLAUSE or after[0] in g.DETERMINERS | g.NOT_VERBS | g.AUXILIARIES:
        return False
    return after[1] in g.AUXILIARIES and not after[0].startswith(("wh", "any", "every", "some")) and after[0].isalpha()
