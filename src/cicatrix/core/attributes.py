"""Attributes: what a memory can say of somebody or something, and whether that holds one value at a time or many.

Which attributes hold one value is a policy, not a fact: a namespace changes it in ``cicatrix.toml``
(``[attributes] residence = "many"``). An attribute that is not listed is unknown: then nobody ends anything by itself.

``favourite:tea`` is an attribute of its own under the rule of ``favourite``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, cast

from cicatrix.core.clocks import apart
from cicatrix.core.memories import Memory
from cicatrix.core.text import fold
from cicatrix.errors import InvalidInput

Holds = Literal["one", "many"]

_ONE: Final = """
address age appointment birthday boss budget capital car chief colour commute count deadline diet email employer
favourite gender headquarters height home host job language leader location manager marital_status mood name nationality
office operating_system owner partner phone pickup port position price pronouns quota rank residence role salary
schedule school seat size spouse start status supplier team time timezone title version weight workplace
"""
_MANY: Final = """
achievement allergy book child colleague condition dislikes event fear food friend goal habit has hobby instrument
interest likes medication member pet place plan project purchase relative sibling skill speaks sport task tool travel
trip uses visited wants
"""

HOLDS: Final[Mapping[str, Holds]] = {
    **dict.fromkeys(_ONE.split(), "one"),
    **dict.fromkeys(_MANY.split(), "many"),
}


_AKIN: Final = tuple(
    frozenset(line.split())
    for line in (
        "job employer role position rank office workplace company salary manager boss team schedule has status skill",
        "residence location address home origin workplace headquarters office timezone",
        "spouse partner marital_status relative",
        "birthday age",
        "likes dislikes food diet allergy favourite hobby interest drink wants uses sport",
        "plan goal wants trip travel event appointment deadline schedule project task visited",
        "name host email phone number",
        "condition medication state mood allergy status",
        "has pet car purchase uses tool",
    )
)


def are_unlike(one: str, other: str) -> bool:
    """Whether two attributes are listed, and so unlike that a value of one says nothing of the other: an age and a
    residence; of a job and an employer nobody knows."""
    first, second = one.partition(":")[0], other.partition(":")[0]
    if first == second or first not in HOLDS or second not in HOLDS:
        return False
    return not any(first in akin and second in akin for akin in _AKIN)


class Attributes(Mapping[str, Holds]):
    """The table of one namespace: what is built in, and what its settings say otherwise."""

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        """Raises InvalidInput for a value other than ``one`` and ``many``."""
        for name, value in (settings or {}).items():
            if value not in ("one", "many"):
                raise InvalidInput(
                    f"attributes.{name} is {value!r}.", hint='An attribute holds "one" value at a time, or "many".'
                )
        self._holds: dict[str, Holds] = {**HOLDS, **cast(Mapping[str, Holds], settings or {})}

    def __getitem__(self, name: str) -> Holds:
        """What an attribute holds, ``favourite:tea`` as ``favourite`` does. Raises KeyError for one not listed."""
        found = self._holds.get(name) or self._holds.get(name.partition(":")[0])
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._holds)

    def __len__(self) -> int:
        return len(self._holds)


def contend(one: Memory, other: Memory, attributes: Mapping[str, Holds]) -> bool:
    """Whether both give a value to one attribute of one subject at one time, and only one value can be."""
    if not one.attribute or one.attribute != other.attribute or attributes.get(one.attribute) != "one":
        return False
    if fold(one.subject) != fold(other.subject) or one.negated or other.negated or apart(one, other):
        return False
    return bool(one.value) and bool(other.value) and fold(one.value) != fold(other.value)
