"""What words mean to the gate. Built once a process, and asked about one folded word after another."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from cicatrix.core.policies.lexicon import covers, fields, nouns, values, verbs
from cicatrix.core.policies.lexicon.inflection import bases, singular
from cicatrix.core.reading.grammar import table
from cicatrix.core.text import fold
from cicatrix.errors import InvalidInput

VERSION: Final = "en/1"
_SECTIONS: Final = ("verbs", "covers", "nouns", "lists", "roles", "reads")


@dataclass(frozen=True, slots=True)
class Act:
    """A verb in a row of words: ``words[start]`` is its first word, ``stop`` one past what it takes in one piece.

    ``particle`` is the place of a part that stands apart ("roll the release back"), -1 without one; ``noun`` says that
    the act is named by a noun ("a restart").
    """

    start: int
    stop: int
    families: frozenset[str]
    particle: int = -1
    noun: bool = False


class Lexicon:
    """Families of verbs, classes of nouns, closed lists, roles of fields. Never changes; ``extended`` makes another."""

    def __init__(self, extension: Mapping[str, Mapping[str, Sequence[str]]] | None = None) -> None:
        self._extension = {name: dict(words) for name, words in (extension or {}).items()}
        self.version = VERSION
        if self._extension:
            said = json.dumps(self._extension, sort_keys=True, ensure_ascii=False, default=list)
            self.version += "+" + hashlib.sha256(said.encode()).hexdigest()[:8]
        self._families: set[str] = set()
        self._acts: dict[str, set[str]] = {}
        self._named: dict[str, set[str]] = {}  # nouns that name an act
        self._phrases: dict[str, list[tuple[tuple[str, ...], str, bool]]] = {}  # first word → words, family, noun
        self._covers: dict[str, frozenset[str]] = {}
        self._classes: dict[str, str] = {}
        self._lists: dict[str, frozenset[str]] = {}
        self._list_names: dict[str, str] = {}
        self._roles: dict[str, str] = {}
        self._unspaced: list[tuple[str, str]] = []
        self._reads = frozenset(verbs.READS.split()) | self._more("reads")
        self._read_verbs()
        self._read_nouns()
        self._read_values()
        self._seen: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    @staticmethod
    def default() -> Lexicon:
        """The words that come with the product; the same object every time."""
        return _default()

    def extended(self, mapping: Mapping[str, Mapping[str, Sequence[str]]]) -> Lexicon:
        """This lexicon with a user's words: sections ``verbs covers nouns lists roles reads``, each key → words.

        Raises InvalidInput for another section or a value that is no list of words.
        """
        merged = {name: dict(words) for name, words in self._extension.items()}
        for section, entries in mapping.items():
            if section not in _SECTIONS:
                raise InvalidInput(
                    f"A lexicon has no section {section!r}.", hint=f"The sections are {', '.join(_SECTIONS)}."
                )
            for key, words in entries.items():
                if isinstance(words, str) or not all(isinstance(word, str) and word.strip() for word in words):
                    raise InvalidInput(
                        f"{section}.{key} is no list of words.", hint=f'Write {key} = ["one", "another"].'
                    )
                merged.setdefault(section, {})
                merged[section][key] = [*merged[section].get(key, ()), *words]
        return Lexicon(merged)

    # what is done

    def families(self, word: str) -> frozenset[str]:
        """Families that a word or phrase names, in any inflection, as a verb or as a noun; empty if it names none."""
        acts, named = self._look(fold(word).replace(" ", "_"))
        return acts | named

    def acts(self, word: str) -> frozenset[str]:
        """Like ``families``, of verb forms alone: ``deployment`` is no act here."""
        return self._look(fold(word).replace(" ", "_"))[0]

    def named(self, word: str) -> frozenset[str]:
        """The families that a word names as a noun: *deployment*, *refund*."""
        return self._look(fold(word).replace(" ", "_"))[1]

    def is_family(self, name: str) -> bool:
        """Whether there is a family of verbs of this name."""
        return name in self._families

    def covers(self, rule: str, call: str) -> bool:
        """Whether a rule that speaks of one family speaks of a call of another. Directed."""
        return rule == call or call in self._covers.get(rule, ())

    def covered(self, rule: str) -> frozenset[str]:
        """All families of calls that a rule of a family speaks of, itself among them."""
        return self._covers.get(rule, frozenset()) | {rule}

    def is_read(self, word: str) -> bool:
        """Whether a tool whose name begins with this word only looks."""
        return fold(word) in self._reads

    def find_acts(self, words: Sequence[str]) -> tuple[Act, ...]:
        """The verbs in a row of folded words, phrases before single words, in order; they may be of other languages."""
        found: list[Act] = []
        place = 0
        while place < len(words):
            act = self._phrase_at(words, place)
            if act is None:
                verb, named = self._look(words[place])
                if verb or named:
                    act = Act(place, place + 1, verb | named, noun=not verb)
            if act is not None:
                found.append(act)
            place = act.stop if act is not None else place + 1
        return tuple(found)

    def acts_within(self, run: str) -> tuple[tuple[int, int, str], ...]:
        """Verbs in a run without spaces (Chinese): start, stop, family; longer words first, none inside another."""
        found: list[tuple[int, int, str]] = []
        taken: set[int] = set()
        for word, family in self._unspaced:
            start = run.find(word)
            while start >= 0:
                span = range(start, start + len(word))
                same = any(first == start and last == span.stop for first, last, _ in found)
                if same or taken.isdisjoint(span):
                    found.append((start, span.stop, family))
                    taken.update(span)
                start = run.find(word, start + 1)
        return tuple(sorted(found))

    # what it is done to

    def head(self, word: str) -> str:
        """The class of a noun, folded or not; a word of no class is its own singular."""
        folded = fold(word).replace(" ", "_")
        one = singular(folded)
        return self._classes.get(folded) or self._classes.get(one) or self._german(folded) or one

    def members(self, name: str) -> frozenset[str]:
        """All words of a class of nouns; the name alone where there is no such class."""
        return frozenset(word for word, known in self._classes.items() if known == name) | {name}

    def knows(self, word: str) -> bool:
        """Whether a word stands in a class."""
        folded = fold(word).replace(" ", "_")
        return folded in self._classes or singular(folded) in self._classes or bool(self._german(folded))

    def nouns_within(self, run: str) -> tuple[tuple[int, int, str], ...]:
        """Nouns in a run without spaces: start, stop, class; longer words first, none inside another."""
        found: list[tuple[int, int, str]] = []
        taken: set[int] = set()
        for word in sorted((word for word in self._classes if not word.isascii()), key=len, reverse=True):
            start = run.find(word)
            if start >= 0 and taken.isdisjoint(range(start, start + len(word))):
                found.append((start, start + len(word), self._classes[word]))
                taken.update(range(start, start + len(word)))
        return tuple(sorted(found))

    # values and fields

    def values(self, name: str) -> frozenset[str]:
        """The folded values of a closed list, or the countries of a region; empty if there is no such list."""
        return self._lists.get(fold(name), frozenset())

    def list_named(self, phrase: str) -> str:
        """The list that a phrase names ("social media", "the EU", "weekend"); empty if none."""
        name = fold(phrase).replace(" ", "_")
        for form in (name, singular(name), name.removeprefix("public_")):
            if form in self._list_names:
                return self._list_names[form]
        plain = name.replace("_", " ")
        return plain if plain in self._lists else ""

    def place(self, word: str) -> str:
        """The country that a code, a name or a city stands for, as its English name folded; empty if unknown."""
        return self._places().get(fold(word).strip().replace(" ", "_"), "")

    def is_city(self, word: str) -> bool:
        """Whether a word names a city: a part of the country that ``place`` gives."""
        name = fold(word).strip().replace(" ", "_")
        return any(name in line.partition("|")[2].split() for line in values.COUNTRIES.splitlines() if name in line)

    def role_of(self, field_name: str) -> str:
        """The role of a field of a tool's arguments: amount, recipient, channel, user …; empty if unknown."""
        name = fold(field_name)
        if name in self._roles:
            return self._roles[name]
        for part in reversed(name.replace("-", "_").split("_")):
            if part in self._roles:
                return self._roles[part]
            if singular(part) in self._roles:
                return self._roles[singular(part)]
        return ""

    def _german(self, word: str) -> str:
        """The class of a German plural, or of a compound by its last part: ``bestelltabelle`` is a table."""
        if len(word) < 5 or not word.isalpha() or not word.isascii():
            return ""
        for ending in ("en", "n", "e", "er"):
            if word.endswith(ending) and (name := self._classes.get(word.removesuffix(ending))):
                return name
        for length in range(len(word) - 3, 5, -1):
            if word[-length:].removesuffix("n") in _GERMAN_HEADS:
                return self._classes.get(word[-length:].removesuffix("n"), "")
        return ""

    # building

    def _more(self, section: str) -> frozenset[str]:
        entries = self._extension.get(section, {})
        return frozenset(fold(word) for words in entries.values() for word in words)

    def _read_verbs(self) -> None:
        for line in verbs.VERBS.strip().replace("\n  ", " ").splitlines():
            family, _, words = line.partition(": ")
            for word in words.replace("|", " ").split():
                self._add_verb(family, word)
        for family, more in self._extension.get("verbs", {}).items():
            for word in (family, *more):
                self._add_verb(family, fold(word).replace(" ", "_"))
        self._unspaced.sort(key=lambda entry: -len(entry[0]))
        reach = {family: set(more.split()) for family, more in covers.COVERS.items()}
        for family, more in self._extension.get("covers", {}).items():
            reach.setdefault(family, set()).update(more)
        self._covers = {family: frozenset(more) for family, more in reach.items()}

    def _add_verb(self, family: str, word: str) -> None:
        self._families.add(family)
        noun = word.startswith("/")
        word = word.removeprefix("/")
        if not word.isascii():
            self._unspaced.append((word, family))
        if "_" in word:
            parts = tuple(word.split("_"))
            self._phrases.setdefault(parts[0], []).append((parts, family, noun))
        (self._named if noun else self._acts).setdefault(word, set()).add(family)

    def _read_nouns(self) -> None:
        for row in nouns.NOUNS:
            name, *more = row.split()
            for word in (name, *more):
                self._classes.setdefault(word, name)
        for name, words in self._extension.get("nouns", {}).items():
            for word in (name, *words):
                self._classes[fold(word).replace(" ", "_")] = name

    def _read_values(self) -> None:
        lists = {name: set(words.split()) for name, words in values.LISTS.items()}
        for name, words in self._extension.get("lists", {}).items():
            lists.setdefault(fold(name), set()).update(map(fold, words))
        lists |= {name: set(members.split(",")) for name, members in values.REGIONS.items()}
        self._lists = {name: frozenset(members) for name, members in lists.items()}
        self._list_names = {name.replace(" ", "_"): name for name in self._lists}
        for name, phrases in values.LIST_NAMES.items():
            self._list_names.update(dict.fromkeys(phrases.split(), name))
        for role, words in fields.ROLES.items():
            for word in words.split():
                self._roles.setdefault(word, role)
                self._roles.setdefault(singular(word), role)
        for role, more in self._extension.get("roles", {}).items():
            self._roles.update((fold(word), role) for word in more)

    @cache  # noqa: B019 (a lexicon lives as long as its process)
    def _places(self) -> dict[str, str]:
        places: dict[str, str] = {}
        for line in values.COUNTRIES.strip().replace("\n  ", " ").splitlines():
            name, _, rest = line.partition(": ")
            codes, _, cities = rest.partition("|")
            places.update(dict.fromkeys((name.replace(" ", "_"), *codes.split(), *cities.split()), name))
        return places

    def _look(self, word: str) -> tuple[frozenset[str], frozenset[str]]:
        known = self._seen.get(word)
        if known is None:
            known = self._seen[word] = self._looked(word)
        return known

    def _looked(self, word: str) -> tuple[frozenset[str], frozenset[str]]:
        forms = (word, singular(word), word.removesuffix("en"), word.removesuffix("n"), word.removesuffix("e"))
        named = next((self._named[form] for form in forms if form in self._named), ())
        first, joint, rest = word.partition("_")
        for base in bases(first):
            if base + joint + rest in self._acts:
                return frozenset(self._acts[base + joint + rest]), frozenset(named)
        return frozenset(), frozenset(named)

    def _phrase_at(self, words: Sequence[str], place: int) -> Act | None:
        """The longest phrase that begins here; its last word may stand up to five words later."""
        best: Act | None = None
        for base in dict.fromkeys(bases(words[place])):
            for parts, family, noun in self._phrases.get(base, ()):
                rest = parts[1:]
                stop = place + len(parts)
                if tuple(words[place + 1 : stop]) == rest:
                    if best is None or stop > best.stop or best.particle >= 0:
                        best = Act(place, stop, frozenset([family]), noun=noun)
                    elif stop == best.stop:
                        best = Act(place, stop, best.families | {family}, noun=noun)
                elif len(rest) == 1 and rest[0] in _PARTICLES and (best is None or best.particle >= 0):
                    apart = next(
                        (at for at in range(place + 2, min(place + 7, len(words))) if words[at] == rest[0]), -1
                    )
                    if apart >= 0:
                        families = best.families | {family} if best else frozenset([family])
                        best = Act(place, place + 1, families, apart, noun)
        return best


_PARTICLES: Final = table("back off out down up over away in on along live offline")


_GERMAN_HEADS: Final = table("tabelle datenbank rechnung bestellung zahlung datei konfiguration vertrag")


@cache
def _default() -> Lexicon:
    return Lexicon()
