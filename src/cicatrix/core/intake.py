"""Intake: from what somebody hands in to an episode that may be sealed.

One mapping in the episode schema becomes one Episode without id and time of record, which the engine stamps::

    kind            experience (when none is given) | turn | tool_call | reply | document
    experience      task, action, outcome, correction: at least one of them
    turn            text, role, speaker
    tool_call       tool, resource, arguments, result, outcome
    reply           text, question
    document        text, title
    all kinds       actor, session, subjects, occurred_at, zone, recorded_by, external_id,
                    correction and correction_by (not of documents); ``by`` is short for correction_by

Every field may stand on every kind, so that nothing is lost; the list says what each is for. A key outside the
schema is left out and *named* in the notes. Origin is stamped from the caller and the role (core/voices.py): one that
is given is left out like any other claim about itself. Secrets go before anything else sees the text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import Final, Literal

from cicatrix.core.codec import encode
from cicatrix.core.episodes import TEXT_FIELDS, Episode, EpisodeKind, Source
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.moments import ZoneNames, is_twice, no_names, read_moment, read_zone
from cicatrix.core.redaction import redact, redact_episode
from cicatrix.core.trust import Corrector, Origin
from cicatrix.core.values import check_name, check_object, check_text
from cicatrix.core.voices import ROLES, spoken_origin
from cicatrix.errors import InvalidInput

Trust = Literal["caller", "external", "human"]
"""How far the hand-over is trusted: ``caller`` is somebody recording here and now, the others are imports."""

MAX_SUBJECTS: Final = 100

_NAMES: Final = ("actor", "session", "speaker", "role", "recorded_by")
_NEEDS: Final[dict[EpisodeKind, tuple[str, ...]]] = {
    EpisodeKind.EXPERIENCE: ("task", "action", "outcome", "correction"),
    EpisodeKind.TURN: ("text",),
    EpisodeKind.TOOL_CALL: ("tool",),
    EpisodeKind.REPLY: ("text",),
    EpisodeKind.DOCUMENT: ("text",),
}
_STAMPED: Final = frozenset(
    {"id", "seq", "origin", "recorded_at", "occurred_at_given", "source", "redactions", "trust"}
)
_KNOWN: Final = frozenset(
    {
        "kind",
        "arguments",
        "subjects",
        "occurred_at",
        "zone",
        "correction_by",
        "by",
        "corrector",
        "question",
        "external_id",
    }
    | set(_NAMES)
    | set(TEXT_FIELDS)
)
_DEFAULT_ACTOR: Final = "agent"


@dataclass(frozen=True, slots=True)
class Taken:
    """An episode that may be sealed: ``id`` and ``recorded_at`` are empty, ``occurred_at`` too if none was given.

    ``notes`` say what was left out or read otherwise than it was given; they name no content. ``untimed``: the time
    that was given is only that of an earlier record, as an episode shows it that had none of its own.
    """

    episode: Episode
    notes: tuple[str, ...]
    untimed: bool = False


def take(
    given: Mapping[str, object], *, trust: Trust = "caller", zone: tzinfo = UTC, named: ZoneNames = no_names
) -> Taken:
    """Check one mapping and make an episode of it. ``zone`` is for times that name none; ``named`` knows zones by name.

    Raises InvalidInput, InvalidText or InvalidTime, naming the field; nothing is repaired by guessing.
    """
    present = {_key(key): value for key, value in given.items() if value is not None and value not in ("", (), [], {})}
    notes = _stray_keys(present)
    kind = _kind(present)
    texts: dict[str, str] = {name: _text(present[name], name, notes) for name in TEXT_FIELDS if name in present}
    names: dict[str, str] = {name: check_name(present[name], name) for name in _NAMES if name in present}
    _require_content(kind, texts)
    corrector = _corrector(kind, present, bool(texts.get("correction")), notes)
    role = _role(kind, names, notes)
    origin = spoken_origin(kind, role, person_named=corrector is not None)
    arguments, large = check_object(present.get("arguments", {}), "arguments")
    if large:
        notes.append("integers beyond 2^53 in arguments, where JSON loses digits, were kept as text")
    moment = None
    if "occurred_at" in present:
        written_zone = read_zone(check_text(present["zone"], "zone"), named) if "zone" in present else zone
        moment = read_moment(present["occurred_at"], zone=written_zone)
        if moment.assumed_zone:
            notes.append(f"occurred_at names no zone and was taken as {written_zone}")
            if is_twice(moment, written_zone):
                notes.append(
                    f"in {written_zone} this time came twice, as the clocks were set back: the first was taken"
                )
    elif "zone" in present:
        notes.append("zone was left out: there is no time that it could be of")
    episode = Episode(
        id="",
        kind=kind,
        actor=_actor(kind, names, role, corrector),
        origin=Origin.EXTERNAL if trust == "external" else origin,
        occurred_at=moment.text if moment else "",
        recorded_at="",
        occurred_at_given=moment.given if moment else "",
        session=names.get("session"),
        corrector=corrector,
        role=role,
        speaker=names.get("speaker", ""),
        arguments=arguments,
        recorded_by=names.get("recorded_by", ""),
        question=_question(present),
        subjects=_subjects(present.get("subjects", ())),
        source=Source("", check_name(present["external_id"], "external_id"), "") if "external_id" in present else None,
        task=texts.get("task", ""),
        action=texts.get("action", ""),
        outcome=texts.get("outcome", ""),
        correction=texts.get("correction", ""),
        text=texts.get("text", ""),
        title=texts.get("title", ""),
        tool=texts.get("tool", ""),
        resource=texts.get("resource", ""),
        result=texts.get("result", ""),
    )
    clean = redact_episode(episode)
    notes += [f"a secret in {mark.field.split('/')[0]} was redacted: {mark.kind}" for mark in clean.redactions]
    untimed = moment is None or present["occurred_at"] == present.get("recorded_at")
    return Taken(clean, tuple(dict.fromkeys(notes)), untimed)


def content_key(episode: Episode, locator: str = "", *, untimed: bool = False) -> str:
    """What makes the same row the same: its words and times after redaction, and where its log says it stands.

    Who vouches for it, when it was recorded and how its time was spelt do not count: the same file imported again, or
    with another trust, or after it was recorded by hand, is known. 40 hex digits of SHA-256.
    """
    if untimed or episode.occurred_at == episode.recorded_at:
        episode = replace(episode, occurred_at="")
    bare = replace(
        episode, id="", recorded_at="", origin=Origin.EXTERNAL, source=None, redactions=(), occurred_at_given=""
    )
    body = encode(bare)
    text = json.dumps([locator, body], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:40]


# -- the parts ---------------------------------------------------------------------------------------------------------


def _key(key: object) -> str:
    return check_text(key, "a key of the episode", limit=200)


def _stray_keys(present: Mapping[str, object]) -> list[str]:
    notes: list[str] = []
    for key in present:
        if key in _STAMPED:
            notes.append(f"{key} is stamped by the engine; the one given was left out")
        elif key not in _KNOWN:
            notes.append(f"the key {redact(key, key)[0]!r} is not in the episode schema and was left out")
    return notes


def _kind(present: Mapping[str, object]) -> EpisodeKind:
    value = present.get("kind", EpisodeKind.EXPERIENCE.value)
    try:
        return EpisodeKind(check_text(value, "kind"))
    except ValueError:
        kinds = ", ".join(EpisodeKind)
        raise InvalidInput(f"There is no kind of episode {value!r}.", hint=f"The kinds are {kinds}.") from None


def _text(value: object, name: str, notes: list[str]) -> str:
    if name == "result" and not isinstance(value, str):
        notes.append("result was no text and was kept as its JSON")
        checked, _ = check_object({"result": value}, "result")
        return json.dumps(checked["result"], ensure_ascii=False)
    return check_text(value, name)


def _require_content(kind: EpisodeKind, texts: Mapping[str, str]) -> None:
    needed = _NEEDS[kind]
    if any(texts.get(name, "").strip() for name in needed):
        return
    wanted = needed[0] if len(needed) == 1 else f"at least one of {', '.join(needed)}"
    there = [name for name in texts if texts[name].strip()]
    hint = f"Give {wanted}."
    if kind is EpisodeKind.EXPERIENCE and "text" in there:
        hint = "For something that was said give kind 'turn', for something written 'document'."
    raise InvalidInput(f"The {kind} has nothing to record: it needs {wanted}.", hint=hint)


def _corrector(kind: EpisodeKind, present: Mapping[str, object], corrected: bool, notes: list[str]) -> Corrector | None:
    names = {check_name(present[key], key) for key in ("correction_by", "by") if key in present}
    stored = present.get("corrector")  # as an episode shows it
    if isinstance(stored, Mapping) and stored.get("role") == "operator":
        names.add(check_name(stored.get("name"), "corrector/name"))
    elif stored is not None:
        notes.append("corrector is stamped by the engine; name the person in correction_by")
    if len(names) > 1:
        raise InvalidInput("by and correction_by name different people.", hint="Give one of them.")
    name = next((name for name in names if name.strip()), None)
    if corrected and kind is EpisodeKind.DOCUMENT:
        raise InvalidInput(
            "A document has no correction.", hint="Record the correction as an experience that names the document."
        )
    if corrected or kind is EpisodeKind.REPLY:
        if name is None:
            what = "reply" if kind is EpisodeKind.REPLY else "correction"
            notes.append(f"nobody is named for the {what} (by): it counts as the agent's report")
            return None
        return Corrector(name, "operator")
    if name is not None:
        notes.append("by was left out: there is no correction that it could be of")
    return None


def _role(kind: EpisodeKind, names: Mapping[str, str], notes: list[str]) -> str:
    role = names.get("role", "")
    if kind is not EpisodeKind.TURN:
        return role
    if not role and names.get("speaker", "").casefold() in ROLES:
        return names["speaker"]
    if role.casefold() not in ROLES:
        what = f"the role {redact(role, 'role')[0]!r} is unknown" if role else "the turn has no role"
        notes.append(f"{what}: it counts as the agent's report")
    return role


def _actor(kind: EpisodeKind, names: Mapping[str, str], role: str, corrector: Corrector | None) -> str:
    """Who did it. A turn is its speaker's and a reply the replier's, unless somebody else is named."""
    actor = names.get("actor", _DEFAULT_ACTOR)
    if actor != _DEFAULT_ACTOR:
        return actor
    if kind is EpisodeKind.TURN:
        return names.get("speaker") or role or actor
    if kind is EpisodeKind.REPLY and corrector is not None:
        return corrector.name
    return actor


def _question(present: Mapping[str, object]) -> str | None:
    if "question" not in present:
        return None
    handle = canonical_handle(check_name(present["question"], "question"))
    if parse_handle(handle)[0] is not Kind.QUESTION:
        raise InvalidInput(f"{handle} is no question.", hint="Questions are q-1, q-2 and so on.")
    return handle


def _subjects(value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise InvalidInput("subjects has to be a list of names.", hint='For one subject: ["user:ana"].')
    if len(value) > MAX_SUBJECTS:
        raise InvalidInput(f"The episode has {len(value)} subjects; at most {MAX_SUBJECTS} are taken.")
    names = (check_name(item, f"subjects/{place}") for place, item in enumerate(value))
    return tuple(dict.fromkeys(name for name in names if name.strip()))
