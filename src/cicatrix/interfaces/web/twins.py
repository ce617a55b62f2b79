"""Each page as JSON, under the keys that all interfaces share (:mod:`cicatrix.interfaces.shapes`)."""

from __future__ import annotations

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import handle_order
from cicatrix.core.recall import ONE
from cicatrix.core.recall_record import Chosen
from cicatrix.engine.browse import Browser
from cicatrix.interfaces import gate_shapes, nights, shapes
from cicatrix.interfaces.web.views.action import ActionPage, ActionsPage
from cicatrix.interfaces.web.views.entry import EntryPage, content_of, header_of
from cicatrix.interfaces.web.views.episode import EpisodePage
from cicatrix.interfaces.web.views.front import FrontPage
from cicatrix.interfaces.web.views.gone import Gone
from cicatrix.interfaces.web.views.help import HelpPage
from cicatrix.interfaces.web.views.inbox import DoubtPage
from cicatrix.interfaces.web.views.ledger import LedgerPage, Stitch
from cicatrix.interfaces.web.views.lists import (
    EpisodesPage,
    QuestionLine,
    QuestionsPage,
    RecallLine,
    RecallsPage,
)
from cicatrix.interfaces.web.views.memories import MemoriesPage
from cicatrix.interfaces.web.views.night import NightPage, NightsPage
from cicatrix.interfaces.web.views.playbook import PlaybookPage
from cicatrix.interfaces.web.views.playground import PlaygroundPage
from cicatrix.interfaces.web.views.recall import RecallPage
from cicatrix.interfaces.web.views.rule import RulePage


def front(view: FrontPage) -> JsonObject:
    return {
        "namespace": view.namespace,
        "counts": {name: count for count, name, _ in view.tally},
        "recalls": [_recall_line(line) for line in view.recalls],
    }


def playbook(browser: Browser, view: PlaybookPage) -> JsonObject:
    wanted = {line.id for line in view.lines}
    rules = [rule for rule in browser.rules() if rule.id in wanted]
    return {
        "rules": [shapes.memory(rule, browser.quote) for rule in rules],
        "matching": view.matching,
        "next": view.later or None,
    }


def memories(browser: Browser, view: MemoriesPage) -> JsonObject:
    shown = sorted(view.shown, key=lambda noun: handle_order(noun.id))
    return {
        "memories": [shapes.memory(noun, browser.quote) for noun in shown],
        "matching": view.matching,
        "next": view.later or None,
    }


def claim(browser: Browser, view: RulePage) -> JsonObject:
    uses: list[JsonValue] = [
        {"recall": use.recall, "query": use.query, "mark": use.mark, "detail": use.detail, "grade": use.grade}
        for use in view.usage.uses
    ]
    return {
        **shapes.memory(view.noun, browser.quote),
        "chain": shapes.chain(browser.chain(view.noun)),
        "history": [shapes.memory_version(version, browser.quote) for version in browser.history(view.noun.id)],
        "used_in": uses,
        "marks": dict[str, JsonValue](view.usage.counts.items()),
    }


def episodes(view: EpisodesPage) -> JsonObject:
    lines: list[JsonValue] = [
        {
            "id": line.id,
            "kind": line.kind,
            "words": line.words,
            "correction": line.correction or None,
            "taught": list(line.taught),
            "occurred_at": line.at.iso if line.at else None,
        }
        for line in view.lines
    ]
    return {"episodes": lines, "total": view.total, "next": view.older or None}


def episode(view: EpisodePage) -> JsonObject:
    return {**shapes.episode(view.episode, view.taught), "leaf": view.leaf}


def recalls(view: RecallsPage) -> JsonObject:
    return {"recalls": [_recall_line(line) for line in view.lines], "total": view.total, "next": view.older or None}


def recall(browser: Browser, view: RecallPage) -> JsonObject:
    """The recall as it was sealed, with the words that its handles stood for."""
    record = view.record
    words = {line.id: line.text for line in view.lines} | {out.id: out.text for out in (*view.left_out, *view.as_rules)}
    return {
        "id": record.id,
        "query": record.query,
        "grade": record.grade.value,
        "reason": record.reason,
        "question": record.question,
        "items": [
            *(_item(browser, item, record.mind, words[item.handle]) for item in record.chosen),
            *(
                _item(browser.beside(part.came_to.namespace), item, part.came_to.mind, text)
                for part, there in zip(record.beside, view.elsewhere, strict=True)
                for item, (_, text, *_) in zip(part.chosen, there.lines, strict=True)
            ),
        ],
        "rejected": [{**shapes.rejected(out), "text": words[out.id]} for out in record.rejected],
        "rejected_counts": dict[str, JsonValue](record.rejected_counts.items()),
        "also": [shapes.beside(part.came_to) for part in record.beside],
        "budget": {"limit": view.budget, "spent": record.spent},
        "matched": record.matched,
        "tags": list(record.tags),
        "unknown": list(record.unknown),
        "mind": record.mind,
        "now": record.now,
        "algorithm": record.algorithm,
        "seq": record.seq,
    }


def _item(browser: Browser, item: Chosen, mind: int, text: str) -> JsonObject:
    is_claim = not item.handle.startswith("ep")
    noun = browser.memory(item.handle, at=mind or None) if is_claim and text else None
    return {
        "id": item.handle,
        "type": noun.type.value if noun else "episode",
        "text": noun.text if noun else text,
        "score": item.score / ONE,
        "components": {name: value / ONE for name, value in item.components.items()},
        "rescued": item.rescued,
        "tokens": item.tokens,
        "namespace": browser.namespace,
        "evidence": shapes.evidence(noun.evidence, browser.quote) if noun else [],
        "seq": item.begun,
        "excerpt": shapes.plain(item.excerpt),
    }


def _recall_line(line: RecallLine) -> JsonObject:
    return {
        "id": line.id,
        "query": line.query,
        "grade": line.grade,
        "items": [*line.chosen],
        "now": line.at.iso if line.at else None,
        "seq": line.seq,
    }


def questions(view: QuestionsPage) -> JsonObject:
    return {"questions": [question(line) for line in (*view.open, *view.answered)], "next": view.older or None}


def question(line: QuestionLine) -> JsonObject:
    return {
        "id": line.id,
        "query": line.query,
        "reason": line.reason,
        "recall": line.recall,
        "state": "open" if line.open else "answered",
        "episode": line.episode,
        "by": line.by or None,
    }


def doubt(view: DoubtPage) -> JsonObject:
    noun = view.doubt
    settled: JsonObject = {"verdict": noun.verdict or None, "by": noun.by or None, "why": noun.why or None}
    return {**shapes.doubt(noun, view.new, view.old), **settled}


def actions(view: ActionsPage) -> JsonObject:
    lines: list[JsonValue] = [
        {
            "id": line.id,
            "call": line.call,
            "effect": line.effect,
            "rules": list(line.rules),
            "approval": line.approval,
            "outcome": line.outcome,
            "now": line.at.iso if line.at else None,
        }
        for line in view.lines
    ]
    return {"actions": lines, "total": view.total, "next": view.older or None}


def action(view: ActionPage) -> JsonObject:
    return {**gate_shapes.verdict(view.verdict), "told": view.told}


def tried(view: PlaygroundPage) -> JsonObject:
    """What the gate would say; ``sealed`` is false, for nothing was."""
    return {"verdict": action(view.judged) if view.judged else None, "problem": view.problem or None, "sealed": False}


def sleep(view: NightsPage) -> JsonObject:
    return {"nights": [nights.night(noun) for noun in view.nights], "total": view.total, "next": view.older or None}


def night(view: NightPage) -> JsonObject:
    """A night as it was sealed, or a plan as ``cicatrix sleep --dry-run --json`` tells it."""
    if view.report is not None:
        return nights.slept(view.report)
    assert view.noun is not None
    return nights.night(view.noun)


def gone(view: Gone) -> JsonObject:
    return {
        "id": view.id,
        "state": "erased" if view.erasure else "destroyed",
        "erased_by": view.erasure,
        "erased_at": view.erased.iso if view.erased else None,
        "versions": list(view.versions),
        "seq": view.seq,
    }


def ledger(view: LedgerPage) -> JsonObject:
    points: list[JsonValue] = [
        {"size": point.size, "root": point.root, "file": point.file, "key": point.key, "fault": point.fault or None}
        for point in view.checkpoints
    ]
    return {
        "namespace": view.namespace,
        "total": view.total,
        "state": view.seal.name,
        "signed_to": view.seal.signed_to,
        "fault": view.seal.problem or None,
        "checkpoints": points,
        "checkpoint_count": view.checkpoint_count,
        "entries": [_stitch(line) for line in view.lines],
        "next": view.older or None,
    }


def _stitch(line: Stitch) -> JsonObject:
    return {
        "seq": line.seq,
        "handle": line.handle,
        "kind": line.entry,
        "at": line.at.iso if line.at else None,
        "erased": line.summary.erased,
        "leaf": line.leaf,
        "summary": line.summary.sentence,
        "words": line.summary.words or None,
        "fault": line.fault or None,
    }


def entry(view: EntryPage) -> JsonObject:
    """``proof`` is the one that the offline verifier reads from ``/ledger/N/proof.json``."""
    return {
        "seq": view.seq,
        "handle": view.handle,
        "kind": view.kind,
        "at": view.at_iso,
        "origin": view.origin,
        "parents": list(view.parents),
        "ended_by": view.ended or None,
        "erased": view.body == "erased",
        "erased_by": view.erasure,
        "header": header_of(view),
        "leaf": view.leaf,
        "chain": view.chain,
        "salt": view.salt,
        "body": content_of(view),
        "body_holds": None if view.body == "erased" else view.body == "holds",
        "state": view.proving.state,
        "fault": view.fault or view.proving.fault or None,
        "proof": view.proving.proof,
    }


def words(view: HelpPage) -> JsonObject:
    return {
        "words": [{"word": item.word, "means": item.means, "handle": item.handle or None} for item in view.words],
    }
