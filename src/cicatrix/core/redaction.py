"""Secrets go before anything is hashed: what is sealed for good must hold nobody's credentials.

A placeholder says what stood there, ``[redacted:api_key]``, and a Redaction where: the field, and the place of the
placeholder in the *stored* text, in code points. In arguments of a tool ``field`` is a path as in JSON Pointer
(``arguments/headers/Authorization``; ``~1`` for ``/``, ``~0`` for ``~``), with ``#`` at its end for the key itself.
Redacting twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Final

from cicatrix.core.episodes import Episode, JsonObject, JsonValue, Redaction
from cicatrix.core.secrets.cards import payment_cards
from cicatrix.core.secrets.places import placed_secrets, secret_under
from cicatrix.core.secrets.shapes import SecretKind, Span, shaped_secrets

_SHORTEST: Final = 10
"""Code points of the shortest text in which a secret can show: ``pwd=hunter``, and of a password in an address."""
_PRIORITY = {kind: place for place, kind in enumerate(SecretKind)}


def redact(text: str, field: str) -> tuple[str, tuple[Redaction, ...]]:
    """The text with a placeholder for every secret, and where the placeholders stand. Linear in its length."""
    if len(text) < _SHORTEST:
        return text, ()
    spans = _merged(chain(shaped_secrets(text), placed_secrets(text), payment_cards(text)))
    if not spans:
        return text, ()
    parts: list[str] = []
    redactions: list[Redaction] = []
    read = written = 0
    for span in spans:
        mark = placeholder(span.kind)
        parts += (text[read : span.start], mark)
        written += span.start - read
        redactions.append(Redaction(field, written, written + len(mark), span.kind.value))
        written += len(mark)
        read = span.end
    parts.append(text[read:])
    return "".join(parts), tuple(redactions)


def redact_episode(episode: Episode) -> Episode:
    """The same episode without secrets in any field that a caller fills, and with the places of all placeholders."""
    marks: list[Redaction] = []

    def clean(text: str, field: str) -> str:
        stored, found = redact(text, field)
        marks.extend(found)
        return stored

    corrector, source = episode.corrector, episode.source
    arguments, found = redact_object(episode.arguments, "arguments")
    marks.extend(found)
    cleaned = replace(
        episode,
        task=clean(episode.task, "task"),
        action=clean(episode.action, "action"),
        outcome=clean(episode.outcome, "outcome"),
        correction=clean(episode.correction, "correction"),
        text=clean(episode.text, "text"),
        title=clean(episode.title, "title"),
        tool=clean(episode.tool, "tool"),
        resource=clean(episode.resource, "resource"),
        result=clean(episode.result, "result"),
        arguments=arguments,
        actor=clean(episode.actor, "actor"),
        session=None if episode.session is None else clean(episode.session, "session"),
        speaker=clean(episode.speaker, "speaker"),
        role=clean(episode.role, "role"),
        recorded_by=clean(episode.recorded_by, "recorded_by"),
        subjects=tuple(clean(name, f"subjects/{place}") for place, name in enumerate(episode.subjects)),
        corrector=None if corrector is None else replace(corrector, name=clean(corrector.name, "correction_by")),
        source=None if source is None else replace(source, where=clean(source.where, "external_id")),
    )
    return replace(cleaned, redactions=tuple(marks)) if marks else episode


def redact_json(value: JsonValue, field: str) -> tuple[JsonValue, tuple[Redaction, ...]]:
    """The same for every string in a JSON value, its keys too; a value under ``password`` goes whole."""
    found: list[Redaction] = []
    clean = _walk(value, field, found)
    return clean, tuple(found)


def redact_object(value: JsonObject, field: str) -> tuple[JsonObject, tuple[Redaction, ...]]:
    clean, redactions = redact_json(value, field)
    assert isinstance(clean, dict)
    return clean, redactions


def placeholder(kind: SecretKind) -> str:
    return f"[redacted:{kind.value}]"


def _walk(value: JsonValue, path: str, found: list[Redaction]) -> JsonValue:
    if isinstance(value, str):
        clean, redactions = redact(value, path)
        found.extend(redactions)
        return clean
    if isinstance(value, list):
        return [_walk(item, f"{path}/{place}", found) for place, item in enumerate(value)]
    if isinstance(value, dict):
        return _walk_object(value, path, found)
    return value


def _walk_object(value: JsonObject, path: str, found: list[Redaction]) -> JsonObject:
    clean: JsonObject = {}
    for key, item in value.items():
        name, redactions = redact(key, "")
        while name != key and name in clean:
            name += "+"  # two secrets as keys of one object: both values stay
        below = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
        found.extend(Redaction(f"{below}#", mark.start, mark.end, mark.kind) for mark in redactions)
        kind = secret_under(key, _as_text(item))
        if kind is None:
            clean[name] = _walk(item, below, found)
        else:
            mark = placeholder(kind)
            clean[name] = mark
            found.append(Redaction(below, 0, len(mark), kind.value))
    return clean


def _as_text(value: JsonValue) -> str:
    """What could be a secret under a telling key: a text or a number."""
    if isinstance(value, str):
        return value
    return "" if value is None or isinstance(value, (bool, list, dict)) else str(value)


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans become one, named by the most telling kind."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda found: (found.start, -found.end)):
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            kind = min(last.kind, span.kind, key=_PRIORITY.__getitem__)
            merged[-1] = Span(last.start, max(last.end, span.end), kind)
        else:
            merged.append(span)
    return merged
