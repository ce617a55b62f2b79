"""Plain BM25, the floor that recall is measured against: k1 .9, b .4, a short stop list, Snowball stems, no context."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Final, Protocol, cast

K1: Final = 0.9
B: Final = 0.4
STOP_WORDS: Final = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "in", "into", "is", "it", "its", "no"}
    | {"not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was"}
    | {"were", "will", "with"}
)
_WORD: Final = re.compile(r"[a-z0-9]+")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 (the library's name)


@cache
def _stemmer() -> _Stemmer:
    """Snowball itself, without the irregular forms and other spellings that the product adds."""
    return cast(_Stemmer, import_module("Stemmer").Stemmer("english"))


def tokens(text: str) -> list[str]:
    stemmer = _stemmer()
    return [stemmer.stemWord(word) for word in _WORD.findall(text.lower()) if word not in STOP_WORDS]


class PlainBM25:
    """Ranks a fixed list of texts. Ties by place in the list."""

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [Counter(tokens(text)) for text in texts]
        lengths = [sum(words.values()) for words in counted]
        average = sum(lengths) / len(lengths) if lengths else 1.0
        self._size = len(texts)
        self._postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, (words, length) in enumerate(zip(counted, lengths, strict=True)):
            norm = K1 * (1 - B + B * length / average)
            for word, count in words.items():
                self._postings[word].append((place, count * (K1 + 1) / (count + norm)))

    def rank(self, query: str) -> list[int]:
        """Places of the texts that share a word with the query, best first."""
        return [place for place, _ in self.scored(query)]

    def best(self, query: str) -> int | None:
        """The first of them."""
        return next(iter(self.rank(query)), None)

    def scored(self, query: str) -> list[tuple[int, float]]:
        """The same with their scores."""
        scores: defaultdict[int, float] = defaultdict(float)
        for word in dict.fromkeys(tokens(query)):
            having = self._postings.get(word, [])
            idf = math.log(1 + (self._size - len(having) + 0.5) / (len(having) + 0.5))
            for place, impact in having:
                scores[place] += idf * impact
        return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
