"""Dialogues between two people over many sessions, in the layout of LoCoMo.

A sample has ``sample_id`` and ``conversation``: ``session_1``, ``session_2`` … are lists of turns (``speaker``,
``dia_id``, ``text``), ``session_1_date_time`` says when the session was. Each turn becomes an episode:

- role ``user``: both speakers are people. The speaker is also the subject, so that an erasure reaches every turn.
- A picture is known by its caption only; it stands at the end of the text: ``Look at this! [shares a photo of a dog]``.
- ``session`` is ``conv-26/session_1``. All turns of a session happened at its time; their order is that of sealing.
- ``source.where`` is ``conv-26 D1:3``: sample and ``dia_id``, by which a question's evidence finds its episode.

Not read: ``qa``, summaries, observations and the addresses of pictures. They are what others made of the dialogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cicatrix.adapters.importers.files import read_whole
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.errors import InvalidInput
from cicatrix.ports import Importer, ImportRow, ImportSkip

_SESSION = re.compile(r"session_([0-9]{1,6})", re.ASCII)


def sniff(_path: Path, head: bytes) -> bool:
    return b'"dia_id"' in head or (b'"conversation"' in head and b'"session_1"' in head)


def read(path: Path) -> Iterator[ImportRow | ImportSkip]:
    """Raises InvalidInput when the file holds no sample."""
    whole = read_whole(path)
    samples = whole if isinstance(whole, list) else [whole]
    if not any(isinstance(sample, dict) and "conversation" in sample for sample in samples):
        raise InvalidInput(f"{path.name} holds no sample with a conversation.", hint="See the formats of `import`.")
    for place, sample in enumerate(samples, start=1):
        conversation = sample.get("conversation") if isinstance(sample, dict) else None
        if not isinstance(sample, dict) or not isinstance(conversation, dict):
            yield ImportSkip(f"sample {place}", "it has no conversation")
            continue
        name = sample.get("sample_id")
        yield from _conversation(str(name) if isinstance(name, (str, int)) else f"sample-{place}", conversation)


def _conversation(sample: str, conversation: JsonObject) -> Iterator[ImportRow | ImportSkip]:
    numbers = sorted(int(found[1]) for key in conversation if (found := _SESSION.fullmatch(key)))
    for number in numbers:
        session = f"session_{number}"
        turns = conversation[session]
        if not isinstance(turns, list):
            yield ImportSkip(f"{sample} {session}", "it is no list of turns")
            continue
        when = conversation.get(f"{session}_date_time")
        for place, turn in enumerate(turns, start=1):
            yield _turn(sample, session, place, when, turn)


def _turn(sample: str, session: str, place: int, when: JsonValue, turn: JsonValue) -> ImportRow | ImportSkip:
    if not isinstance(turn, dict):
        return ImportSkip(f"{sample} {session}, turn {place}", "it is no object")
    dia_id = turn.get("dia_id")
    where = f"{sample} {dia_id}" if isinstance(dia_id, str) and dia_id else f"{sample} {session}, turn {place}"
    text, caption, speaker = turn.get("text"), turn.get("blip_caption"), turn.get("speaker")
    if not isinstance(text, str) or not isinstance(speaker, str):
        return ImportSkip(where, "its text or its speaker is missing")
    if isinstance(caption, str) and caption.strip():
        text = f"{text} [shares {caption}]" if text else f"[shares {caption}]"
    fields: JsonObject = {
        "kind": "turn",
        "role": "user",
        "speaker": speaker,
        "subjects": [speaker],
        "text": text,
        "session": f"{sample}/{session}",
        "occurred_at": when,
    }
    return ImportRow(fields, where, where)


IMPORTER = Importer("locomo", sniff, read)
