"""The façade people import: ``Memory.open(path, namespace=…)``.

Each method is one use case in a file of its own beside this one; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from cicatrix.core.episodes import Episode, JsonObject
from cicatrix.core.memories import Memory as Noun
from cicatrix.core.recall import Recall
from cicatrix.engine import (
    browse,
    diff,
    distill,
    explain,
    importing,
    playbook,
    questions,
    recall,
    record,
    remember,
    replay,
    status,
    verify,
)
from cicatrix.engine.context import Context
from cicatrix.engine.explain import Explanation
from cicatrix.engine.record import ManyRecorded
from cicatrix.engine.reports import (
    DiffReport,
    DistillReport,
    Finding,
    ImportReport,
    Recorded,
    ReplayReport,
    ReplyReport,
    StateChange,
    VerifyReport,
)
from cicatrix.ports import Clock, LedgerReader


class Memory:
    """One agent's memory: a namespace of one ledger. Safe to share between threads."""

    def __init__(self, context: Context) -> None:
        self._ctx = context

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        namespace: str,
        clock: Clock | None = None,
        read_only: bool = False,
        user: str | None = None,
    ) -> Self:
        """Open or make a database file and work in one namespace of it."""
        from cicatrix.bootstrap import open_context

        return cls(open_context(path, namespace, clock=clock, read_only=read_only, user=user))

    @property
    def context(self) -> Context:
        return self._ctx

    def close(self) -> None:
        self._ctx.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- experience in -------------------------------------------------------------------------------------------

    def record(
        self,
        *,
        task: str = "",
        action: str = "",
        outcome: str = "",
        correction: str = "",
        correction_by: str | None = None,
        actor: str = "agent",
        session: str | None = None,
        subjects: Sequence[str] = (),
        occurred_at: str | None = None,
        **fields: object,
    ) -> Recorded:
        """Seal one episode. With an operator's correction, its rules are admitted in the same transaction."""
        given = dict(
            task=task,
            action=action,
            outcome=outcome,
            correction=correction,
            correction_by=correction_by,
            actor=actor,
            session=session,
            subjects=list(subjects),
            occurred_at=occurred_at,
            **fields,
        )
        return record.record(self._ctx, given)

    def record_many(self, rows: Iterable[JsonObject], *, progress: Callable[[int], None] | None = None) -> ManyRecorded:
        """Seal episodes of the JSON Lines schema; a bad row is skipped with its reason, the others go in."""
        return record.record_many(self._ctx, rows, progress=progress)

    def import_file(
        self,
        path: str | Path,
        *,
        format: str | None = None,
        trust: str = "external",
        dry_run: bool = False,
        zone: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> ImportReport:
        """Bring in a log. External unless ``trust='human'``, which raises what people said and nothing else."""
        return importing.import_file(
            self._ctx, Path(path), format=format, trust=trust, dry_run=dry_run, zone=zone, progress=progress
        )

    # -- learning ------------------------------------------------------------------------------------------------

    def distill(self) -> DistillReport:
        """Turn the corrections of all episodes into rules that cite them. Doing it again changes nothing."""
        return distill.distill(self._ctx)

    def remember(
        self,
        text: str,
        *,
        type: str,
        evidence: Sequence[str],
        importance: float | None = None,
        pin: bool = False,
        by: str | None = None,
    ) -> remember.Remembered:
        """Propose a ready claim. It passes the same admission as everything else."""
        return remember.remember(self._ctx, text, type=type, evidence=evidence, importance=importance, pin=pin, by=by)

    def suspend(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        return status.suspend(self._ctx, id, by=by, reason=reason)

    def resume(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        return status.resume(self._ctx, id, by=by, reason=reason)

    def retire(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        return status.retire(self._ctx, id, by=by, reason=reason)

    def forget(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        return status.forget(self._ctx, id, by=by, reason=reason)

    def ratify(self, id: str, *, by: str | None = None, reason: str = "") -> StateChange:
        """A person confirms a candidate rule, a memory, or a whole import."""
        return status.ratify(self._ctx, id, by=by, reason=reason)

    # -- recall --------------------------------------------------------------------------------------------------

    def recall(
        self, query: str, *, budget: int | None = None, limit: int | None = None, at: int | str | None = None
    ) -> Recall:
        """What the mind holds on a task, under a token budget, with a grade. Recorded as ``rc-n``."""
        return recall.recall(self._ctx, query, budget=budget, limit=limit, at=at)

    def used(self, recall_id: str, handles: Sequence[str]) -> int:
        """The caller acted on these items of that recall. Returns the sequence."""
        return recall.used(self._ctx, recall_id, handles)

    def reply(self, question: str, text: str, *, by: str | None = None) -> ReplyReport:
        """A person's answer to an ASK_HUMAN question: an episode that the next recall knows."""
        return questions.reply(self._ctx, question, text, by=by)

    def replay(self, recall_id: str) -> ReplayReport:
        """Run a recorded recall again against the mind as it was, and compare."""
        return replay.replay(self._ctx, recall_id)

    # -- looking -------------------------------------------------------------------------------------------------

    def read(self) -> browse.Browser:
        """Look at episodes, rules, recalls, questions, entries. See :mod:`cicatrix.engine.browse`."""
        return browse.Browser(self._ctx)

    def explain(self, id: str, *, for_: str | None = None) -> Explanation:
        """Where a thing comes from, what happened to it, and (``for_``) where it fell out of a recall."""
        return explain.explain(self._ctx, id, for_=for_)

    def diff(self, start: int, end: int) -> DiffReport:
        """What the mind learnt, changed and let go between two sequences."""
        return diff.diff(self._ctx, start, end)

    def export_playbook(self, folder: str | Path) -> Path:
        """Write ``PLAYBOOK.md``: rules in stable order with their evidence quotes, made for git."""
        return playbook.export(self._ctx, Path(folder))

    def lint(self) -> tuple[Finding, ...]:
        return playbook.lint(self._ctx)

    def verify(self, *, deep: bool = False) -> VerifyReport:
        """Hash everything again; name the first bad entry."""
        return verify.verify(self._ctx, deep=deep)


__all__ = ["Episode", "Iterator", "LedgerReader", "Memory", "Noun"]
