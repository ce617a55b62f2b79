"""Answers and turns in the JSON in which they leave the house on every interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cicatrix.core.episodes import JsonObject
from cicatrix.interfaces import shapes

if TYPE_CHECKING:
    from cicatrix.core.answers import Answer
    from cicatrix.core.chat import Usage
    from cicatrix.core.citing import Citation, Unsupported
    from cicatrix.engine.proposing import ProposeReport
    from cicatrix.interfaces.shapes import Quote


def answer(noun: Answer) -> JsonObject:
    return {
        "id": noun.id or None,
        "text": noun.text,
        "citations": [citation(cited) for cited in noun.citations],
        "unsupported": [unsupported(each) for each in noun.unsupported],
        "recall": noun.recall,
        "grade": noun.grade.value if noun.grade else None,
        "verdict": noun.verdict,
        "effect": noun.effect.value if noun.effect else None,
        "model": noun.model,
        "review": noun.review,
        "task": noun.task,
        "memory": noun.memory,
        "note": noun.note or None,
        "whole": noun.is_whole,
        "injected": [each.handle for each in noun.put],
        "prompt": {"name": noun.prompt.name, "sha256": noun.prompt.sha256} if noun.prompt else None,
        "usage": usage(noun.usage),
        "seq": noun.seq,
        "durability": "full",
    }


def turn(noun: Answer) -> JsonObject:
    """An answer, with what became of the message."""
    return {
        **answer(noun),
        "session": noun.session,
        "episode": noun.episode,
        "learnt": list(noun.learnt),
        "ended": list(noun.ended),
    }


def citation(cited: Citation) -> JsonObject:
    return {
        "rule": cited.rule,
        "episodes": list(cited.episodes),
        "valid": cited.valid,
        "reason": cited.reason or None,
        "trust": cited.trust.value if cited.trust else None,
    }


def unsupported(each: Unsupported) -> JsonObject:
    return {"text": each.text, "rule": each.rule, "reason": each.reason}


def proposed(report: ProposeReport, quote: Quote) -> JsonObject:
    """What a model read, what came of it, and what did not."""
    return {
        "model": report.model or None,
        "read": report.read,
        "waiting": report.waiting,
        "admitted": [shapes.memory(noun, quote) for noun in report.admitted],
        "refused": [shapes.refusal(item) for item in report.refused],
        "superseded": list(report.superseded),
        "doubts": list(report.doubts),
        "proposals": list(report.proposals),
        "failed": list(report.failed),
        "stopped": report.stopped or None,
        "usage": usage(report.usage),
        "notes": list(report.notes),
        "seq": report.seq,
        "durability": "full",
    }


def usage(noun: Usage) -> JsonObject:
    """In tokens. ``calls`` are the requests that were sent, failed ones too."""
    return {
        "prompt": noun.prompt,
        "completion": noun.completion,
        "calls": noun.calls,
        "estimated": noun.estimated,
    }
