"""An episode as it is put before a model: its fields in reading order, each behind a label, and where they stand.

The words of a field stand in it as they are stored, so that a place in the shown text is a place in the episode.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from cicatrix.core.episodes import Episode, EpisodeKind
from cicatrix.core.trust import Origin, rank

RESULT_SHOWN: Final = 300
"""Characters of a tool's result that are put before a model; all of it is searched."""

ASKED: Final = "Asked: "
"""How the question begins that a reply is shown with."""


class Field(NamedTuple):
    """Words in a shown text: ``text[start:end]``, with their label from ``line`` on.

    ``name`` is the field of the episode whose words they are, from its beginning on; empty for what cannot be cited,
    as a call with its arguments.
    """

    name: str
    line: int
    start: int
    end: int


class Shown(NamedTuple):
    """``fields`` stand one after the other in ``text``, each on a line of its own."""

    text: str
    fields: tuple[Field, ...]


def shown(episode: Episode) -> Shown:
    """An episode whole, but for a tool's long result."""
    parts, end = _parts(episode), 0
    fields: list[Field] = []
    for name, label, words in parts:
        start = end + len(label)
        stored = min(len(words), RESULT_SHOWN) if name == "result" else len(words)
        fields.append(Field(name, end, start, start + stored))
        end = start + len(words) + 1
    return Shown("\n".join([f"{label}{words}" for _, label, words in parts]), tuple(fields))


def correcting(episode: Episode) -> str:
    """Who stands behind the correction, where that is a person and nobody has to vouch for the log; else empty."""
    if not episode.correction or episode.corrector is None or rank(episode.corrector_origin) < rank(Origin.HUMAN):
        return ""
    return episode.corrector.name


def _parts(episode: Episode) -> list[tuple[str, str, str]]:
    """Field, label and words of all that is said."""
    corrected = f"Correction by {episode.corrector.name}: " if episode.corrector else "Correction: "
    if episode.kind is EpisodeKind.EXPERIENCE:
        said = [
            ("task", "Task: ", episode.task),
            ("action", "Action: ", episode.action),
            ("outcome", "Outcome: ", episode.outcome),
            ("correction", corrected, episode.correction),
        ]
        return [part for part in said if part[2]]
    if episode.kind is EpisodeKind.TOOL_CALL:
        arguments = json.dumps(episode.arguments, ensure_ascii=False, sort_keys=True) if episode.arguments else ""
        call = " ".join(filter(None, (episode.tool, episode.resource, arguments)))
        said = [
            ("outcome", "Outcome: ", episode.outcome),
            ("result", "Result: ", _shortened(episode.result)),
            ("correction", corrected, episode.correction),
        ]
        return [("", "", call), *(part for part in said if part[2])]
    if episode.kind is EpisodeKind.DOCUMENT:
        return [part for part in (("title", "", episode.title), ("text", "", episode.text)) if part[2]]
    speaker = episode.speaker or episode.role or (episode.corrector.name if episode.corrector else "")
    said = [("text", f"{speaker}: " if speaker else "", episode.text)]
    if episode.kind is EpisodeKind.REPLY and episode.task:
        said.insert(0, ("task", ASKED, episode.task))
    return said


def _shortened(result: str) -> str:
    if len(result) <= RESULT_SHOWN:
        return result
    return f"{result[:RESULT_SHOWN]} … ({len(result) - RESULT_SHOWN} characters more)"
