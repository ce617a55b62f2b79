"""One sentence for each entry: what it began, in the engine's words, and the words it carries in their own voice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cicatrix.core.entries import EntryKind
from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.retention import FADED
from cicatrix.core.trust import Origin
from cicatrix.core.verdicts import Ruling
from cicatrix.interfaces.readings import action
from cicatrix.interfaces.web.views.belief import sentence_of
from cicatrix.interfaces.web.views.claims import is_the_engines
from cicatrix.interfaces.web.views.words import clip
from cicatrix.ports import Version

_LINE: Final = 160
_TITLES: Final[dict[str, str]] = {
    EntryKind.EPISODE: "{} was recorded",
    EntryKind.MEMORY_ADMITTED: "{} was learnt",
    EntryKind.MEMORY_JOINED: "{} gained evidence",
    EntryKind.MEMORY_CORRECTED: "{} was corrected",
    EntryKind.MEMORY_RATIFIED: "{} was confirmed",
    EntryKind.MEMORY_SUPERSEDED: "{} was replaced",
    EntryKind.MEMORY_SUSPENDED: "{} was suspended",
    EntryKind.MEMORY_RESUMED: "{} holds again",
    EntryKind.MEMORY_ENDED: "{} was taken back",
    EntryKind.MEMORY_MERGED: "{} was merged",
    EntryKind.MEMORY_REVIEWED: "{} was looked at again",
    EntryKind.MEMORY_RESTORED: "{} stands again as it was",
    EntryKind.DOUBT: "{} asks a person",
    EntryKind.DOUBT_SETTLED: "{} was settled",
    EntryKind.SLEEP: "{} was a night",
    EntryKind.SLEEP_UNDONE: "{} was taken back",
    EntryKind.TOMBSTONE: "{} keeps something from being learnt again",
    EntryKind.RECALL: "{} was asked and graded",
    EntryKind.USED: "{} reports what was used",
    EntryKind.QUESTION: "{} was asked of a person",
    EntryKind.QUESTION_ANSWERED: "{} was answered",
    EntryKind.IMPORT: "{} brought in a log",
    EntryKind.IMPORT_RATIFIED: "{} was confirmed",
    EntryKind.DEAD_LETTER: "{} was not learnt",
    EntryKind.ANSWER: "{} answers a task",
    EntryKind.TURN: "{} is an exchange",
    EntryKind.PROPOSAL: "{} is what a model read",
    EntryKind.DEAD_LETTER_DISMISSED: "{} was dismissed",
    EntryKind.KEY_ROTATED: "{} hands the signing key on",
    EntryKind.POLICY_DECIDED: "{} was decided on",
    EntryKind.VERDICT: "{} was judged",
    EntryKind.OUTCOME: "{} was told the end of",
    EntryKind.APPROVAL_ASKED: "{} asks a person",
    EntryKind.APPROVAL_GRANTED: "{} was granted",
    EntryKind.APPROVAL_REFUSED: "{} was refused",
    EntryKind.APPROVAL_SPENT: "{} was spent",
    EntryKind.APPROVAL_VOIDED: "{} became void",
    EntryKind.ERASURE: "{} took words out of the ledger",
    EntryKind.EMBEDDER: "{} makes vectors from here on",
}
_ACTS: Final = {
    EntryKind.MEMORY_CORRECTED,
    EntryKind.MEMORY_RATIFIED,
    EntryKind.MEMORY_SUSPENDED,
    EntryKind.MEMORY_RESUMED,
    EntryKind.MEMORY_ENDED,
    EntryKind.MEMORY_RESTORED,
    EntryKind.MEMORY_REVIEWED,
    EntryKind.POLICY_DECIDED,
}
_APPROVALS: Final = {
    EntryKind.APPROVAL_ASKED,
    EntryKind.APPROVAL_GRANTED,
    EntryKind.APPROVAL_REFUSED,
    EntryKind.APPROVAL_SPENT,
    EntryKind.APPROVAL_VOIDED,
}
_RULINGS: Final[dict[str, str]] = {
    Ruling.DENY: "was denied",
    Ruling.UNMET_PRECONDITION: "was put off",
    Ruling.REQUIRE_APPROVAL: "was put to a person",
    Ruling.ALLOW: "was permitted",
    Ruling.NO_OPINION: "was judged, and no rule speaks of it",
    Ruling.NO_ACTION: "was judged, and asks for nothing to be done",
}
_PLURALS: Final = {Kind.MEMORY: "memories"}


def kind_name(kind: Kind) -> str:
    """As people call it: ``dead letter``."""
    return kind.value.replace("_", " ")


def kind_plural(kind: Kind) -> str:
    return _PLURALS.get(kind, f"{kind_name(kind)}s")


@dataclass(frozen=True, slots=True)
class Summary:
    """``sentence`` is the engine's, without a full stop, its handles to be linked; ``words`` are what was said."""

    sentence: str
    by: str = ""  # the person who did it
    words: str = ""
    said: bool = False  # whether a person's words, or what stands on them
    erased: bool = False


def summary(version: Version | None, seq: int) -> Summary:
    """What an entry began. Reads bodies as they are stored: a line must not fail where a noun could not be read."""
    if version is None:
        return Summary(f"#{seq} began nothing that this ledger knows of. Run `cicatrix verify`")
    body, handle = version.body, version.handle
    title = _TITLES.get(version.entry, "{} changed").format(handle)
    if body is None:
        return Summary(title, erased=True)
    match version.entry:
        case EntryKind.EPISODE:
            return _episode(body, handle)
        case (
            EntryKind.MEMORY_ADMITTED | EntryKind.MEMORY_JOINED | EntryKind.MEMORY_SUPERSEDED | EntryKind.MEMORY_MERGED
        ):
            return Summary(title + _lesson(version.entry, body), words=_line(body, "text"), said=True)
        case entry if entry in _ACTS:
            return _act(body, handle, title)
        case EntryKind.RECALL:
            return _recall(body, handle)
        case EntryKind.USED:
            used = _listed([str(name) for name in _items(body, "handles")]) or "nothing"
            return Summary(f"{handle}: {used} of what {_text(body, 'recall')} found was used")
        case EntryKind.QUESTION:
            return Summary(f"{handle} asks a person what {_text(body, 'recall')} could not answer", words=_query(body))
        case EntryKind.QUESTION_ANSWERED:
            reply = f" in {_text(body, 'episode')}" if _text(body, "episode") else ""
            return Summary(title + reply, by=_text(body, "by"), words=_query(body))
        case EntryKind.IMPORT | EntryKind.IMPORT_RATIFIED:
            return _import(version.entry, body, handle)
        case EntryKind.DEAD_LETTER:
            reason = _text(body, "reason").rstrip(".")
            return Summary(f"{title}: {reason[:1].lower()}{reason[1:]}", words=_line(body, "text"), said=True)
        case EntryKind.DOUBT | EntryKind.DOUBT_SETTLED:
            return _doubt(version.entry, body, handle)
        case EntryKind.SLEEP:
            return _night(body, handle)
        case EntryKind.VERDICT | EntryKind.OUTCOME:
            return _verdict(version.entry, body, handle)
        case entry if entry in _APPROVALS:
            return _approval(entry, body, handle, title)
        case EntryKind.SLEEP_UNDONE:
            return Summary(title, by=_text(body, "undone_by"), words=_line(body, "undone_for"), said=True)
        case EntryKind.EMBEDDER:
            return Summary(f"{title}: {_text(body, 'id')}, {body.get('dimension')} numbers each")
        case EntryKind.ANSWER | EntryKind.TURN:
            return Summary(title, words=_line(body, "task"))
        case EntryKind.PROPOSAL:
            return Summary(f"{title} in {_text(body, 'episode')}")
        case EntryKind.DEAD_LETTER_DISMISSED:
            return Summary(title, by=_text(body, "dismissed_by"), words=_line(body, "dismissed_for"))
        case _:
            return Summary(title, by=_text(body, "by"), words=_line(body, "reason"))


def _episode(body: JsonObject, handle: str) -> Summary:
    corrector = body.get("corrector")
    if _text(body, "correction"):
        name = _text(corrector, "name") if isinstance(corrector, dict) else ""
        return Summary(f"{handle} was recorded and corrected", by=name, words=_line(body, "correction"), said=True)
    said = _text(body, "origin") == Origin.HUMAN
    match _text(body, "kind"):
        case "turn":
            return Summary(f"{handle} records a turn", by=_text(body, "speaker"), words=_line(body, "text"), said=said)
        case "tool_call":
            return Summary(f"{handle} records a call of a tool", words=_line(body, "tool"))
        case "reply":
            return Summary(f"{handle} records a reply", by=_text(body, "speaker"), words=_line(body, "text"), said=said)
        case "document":
            return Summary(f"{handle} records a document", words=_line(body, "title") or _line(body, "text"))
    return Summary(f"{handle} was recorded", words=_line(body, "task") or _line(body, "action"))


def _lesson(entry: str, body: JsonObject) -> str:
    """From what a memory was learnt, or what took its place."""
    if entry in (EntryKind.MEMORY_SUPERSEDED, EntryKind.MEMORY_MERGED):
        how = "by" if entry == EntryKind.MEMORY_SUPERSEDED else "into"
        return f" {how} {_text(body, 'superseded_by')}" if _text(body, "superseded_by") else ""
    cited = [_text(item, "episode") for item in _items(body, "evidence") if isinstance(item, dict)]
    names = list(dict.fromkeys(name for name in cited if name))
    if entry == EntryKind.MEMORY_JOINED:
        names = names[-1:]
    old = _listed([str(name) for name in _items(body, "supersedes")])
    return (f" from {_listed(names)}" if names else "") + (f" and replaces {old}" if old else "")


def _act(body: JsonObject, handle: str, title: str) -> Summary:
    change = body.get("change")
    if not isinstance(change, dict):
        return Summary(title)
    act = _text(change, "act")
    ends = {
        "retired": "was retired",
        "forgotten": "was forgotten",
        FADED: "was let go in a night",
        "promoted": "stops calls from here on",
        "withdrawn": "stops nothing from here on",
        "watching": "only watches from here on",
    }
    sentence = f"{handle} {ends[act]}" if act in ends else title
    if is_the_engines(act, _text(change, "by")):
        return Summary(sentence, words=_line(body, "text"), said=True)
    reason = _line(change, "reason")
    return Summary(sentence, by=_text(change, "by"), words=reason or _line(body, "text"), said=True)


def _doubt(entry: str, body: JsonObject, handle: str) -> Summary:
    new, old = _text(body, "new"), _text(body, "old")
    if entry == EntryKind.DOUBT:
        return Summary(f"{handle} asks a person what {new} is for {old}", words=_line(body, "reason"))
    verdict = _text(body, "verdict")
    sentence = f"{handle} was settled: {sentence_of(verdict, new, old)}" if verdict else f"{handle} is open again"
    return Summary(sentence, by=_text(body, "by"), words=_line(body, "why"), said=True)


def _night(body: JsonObject, handle: str) -> Summary:
    """What a night came to, in figures."""
    merges = [item for item in _items(body, "merges") if isinstance(item, dict)]
    members = sum(len(_items(merge, "members")) for merge in merges)
    fades, asked = len(_items(body, "fades")), len(_items(body, "doubts")) + len(_items(body, "insights"))
    parts = [
        f"{members} memories became {len(merges)}" if merges else "",
        f"{fades} let go" if fades else "",
        f"{asked} asked" if asked else "",
    ]
    return Summary(f"{handle} was a night: {_listed([part for part in parts if part]) or 'nothing changed'}")


def _verdict(entry: str, body: JsonObject, handle: str) -> Summary:
    """What the gate said of a call, or what became of it; the call as it was named."""
    if entry == EntryKind.OUTCOME:
        return Summary(f"{handle} was {_text(body, 'outcome')}", words=_call(body))
    rules = [_text(rule, "id") for rule in _items(body, "rules") if isinstance(rule, dict) and not rule.get("shadow")]
    by = f" by {_listed(rules)}" if rules else ""
    return Summary(f"{handle} {_RULINGS.get(_text(body, 'effect'), 'was judged')}{by}", words=_call(body))


def _call(body: JsonObject) -> str:
    given = body.get("given")
    return clip(action(given), _LINE) if isinstance(given, dict) and given else _line(body, "name")


def _approval(entry: str, body: JsonObject, handle: str, title: str) -> Summary:
    match entry:
        case EntryKind.APPROVAL_ASKED:
            return Summary(f"{title} about {_text(body, 'verdict')}")
        case EntryKind.APPROVAL_SPENT:
            return Summary(f"{title} on {_text(body, 'spent_on')}")
        case EntryKind.APPROVAL_VOIDED:
            return Summary(f"{handle} became void: {_text(body, 'reason')}")
    return Summary(title, by=_text(body, "by"), words=_line(body, "reason"), said=True)


def _recall(body: JsonObject, handle: str) -> Summary:
    parts = [body, *(part for part in _items(body, "beside") if isinstance(part, dict))]
    count = sum(len(_items(part, "chosen")) for part in parts)
    chosen = "nothing" if not count else f"{count} memory" if count == 1 else f"{count} memories"
    return Summary(f"{handle} found {chosen} and was graded {_text(body, 'grade')}", words=_query(body))


def _import(entry: str, body: JsonObject, handle: str) -> Summary:
    if entry == EntryKind.IMPORT_RATIFIED:
        return Summary(f"{handle} was confirmed", by=_text(body, "by"), words=_line(body, "file"))
    count = body.get("imported", 0)
    return Summary(f"{handle} brought in {count} episode{'' if count == 1 else 's'}", words=_line(body, "file"))


def _query(body: JsonObject) -> str:
    return _line(body, "query")


def _text(body: JsonObject, name: str) -> str:
    value = body.get(name)
    return value if isinstance(value, str) else ""


def _line(body: JsonObject, name: str) -> str:
    return clip(_text(body, name), _LINE)


def _items(body: JsonObject, name: str) -> list[JsonValue]:
    value = body.get(name)
    return value if isinstance(value, list) else []


def _listed(names: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; of more than four only the first three and how many more."""
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    return " and ".join(", ".join(names).rsplit(", ", 1)) if names else ""
