"""The façade people import: ``Memory.open(path, namespace=…)``.

Each method is one use case in a file of its own beside this one; nothing is decided here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from cicatrix import engine
from cicatrix.engine.conversing import Conversing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from types import TracebackType

    from cicatrix.core.actions.action import Action
    from cicatrix.core.episodes import JsonObject
    from cicatrix.core.policies.settings import GateSettings
    from cicatrix.core.recall import Recall
    from cicatrix.core.verdicts import Verdict
    from cicatrix.engine import reports
    from cicatrix.engine.approve import Decided
    from cicatrix.engine.backup import RestoreReport
    from cicatrix.engine.browse import Browser
    from cicatrix.engine.bundle import BundleReport
    from cicatrix.engine.checkpoint import CheckpointReport
    from cicatrix.engine.context import Context
    from cicatrix.engine.embedding import CaughtUp
    from cicatrix.engine.explain import Explanation
    from cicatrix.engine.guard import Guard
    from cicatrix.engine.mind import Mind
    from cicatrix.engine.observe import ManyObserved, Observation
    from cicatrix.engine.outcome import Outcome
    from cicatrix.engine.policies import Policies
    from cicatrix.engine.record import ManyRecorded
    from cicatrix.engine.remember import Remembered
    from cicatrix.engine.replay_all import LedgerReplay
    from cicatrix.engine.review import Reviewed
    from cicatrix.engine.signing import KeyReport, Rotated, SignedLog
    from cicatrix.engine.sleep import SleepReport
    from cicatrix.ports import Clock, Embedder, Model


class Memory(Conversing):
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
        embedder: Embedder | None = None,
        gate: GateSettings | None = None,
        model: Model | None = None,
    ) -> Self:
        """Open or make a database file and work in one namespace of it.

        ``user`` names the person who speaks where a call names nobody; without one such words are the agent's report.
        ``embedder`` and ``model`` are your own, ``gate`` how actions are judged; None takes what the settings name.
        """
        from cicatrix.bootstrap import open_context

        return cls(
            open_context(
                path,
                namespace,
                clock=clock,
                read_only=read_only,
                user=user,
                embedder=embedder,
                gate=gate,
                model=model,
            )
        )

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
    ) -> reports.Recorded:
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
        return engine.record.record(self._ctx, given)

    def record_many(self, rows: Iterable[JsonObject], *, progress: Callable[[int], None] | None = None) -> ManyRecorded:
        """Seal episodes of the JSON Lines schema; a bad row is skipped with its reason, the others go in."""
        return engine.record.record_many(self._ctx, rows, progress=progress)

    def observe(
        self,
        text: str,
        *,
        speaker: str = "user",
        session: str | None = None,
        subject: str | None = None,
        occurred_at: str | None = None,
    ) -> Observation:
        """Seal one turn of a conversation; what a person says in it becomes typed memories."""
        return engine.observe.observe(
            self._ctx, text, speaker=speaker, session=session, subject=subject, occurred_at=occurred_at
        )

    def observe_many(
        self, rows: Iterable[JsonObject], *, progress: Callable[[int], None] | None = None
    ) -> ManyObserved:
        """Observe turns of the JSON Lines schema; a bad row is skipped with its reason, the others go in."""
        return engine.observe.observe_many(self._ctx, rows, progress=progress)

    def import_file(
        self,
        path: str | Path,
        *,
        format: str | None = None,
        trust: str = "external",
        dry_run: bool = False,
        zone: str | None = None,
        observe: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> reports.ImportReport:
        """Bring in a log. External unless ``trust='human'``, which raises what people said and nothing else.
        ``observe``: what they say in turns becomes memories."""
        return engine.importing.import_file(
            self._ctx,
            Path(path),
            format=format,
            trust=trust,
            dry_run=dry_run,
            zone=zone,
            observe=observe,
            progress=progress,
        )

    # -- learning ------------------------------------------------------------------------------------------------

    def distill(self, *, progress: Callable[[int, int], None] | None = None) -> reports.DistillReport:
        """Turn the corrections of all episodes into rules that cite them. Doing it again changes nothing.
        ``progress`` is called with the number of corrected episodes read and of all."""
        return engine.distill.distill(self._ctx, progress=progress)

    def remember(
        self,
        text: str,
        *,
        type: str,
        evidence: Sequence[str],
        importance: float | None = None,
        pin: bool = False,
        by: str | None = None,
        subject: str = "",
        tags: Sequence[str] = (),
        valid_from: str | None = None,
        valid_to: str | None = None,
    ) -> Remembered:
        """Propose a ready claim. It passes the same admission and revision as everything else."""
        return engine.remember.remember(
            self._ctx,
            text,
            type=type,
            evidence=evidence,
            importance=importance,
            pin=pin,
            by=by,
            subject=subject,
            tags=tags,
            valid_from=valid_from,
            valid_to=valid_to,
        )

    def sleep(self, *, dry_run: bool = False) -> SleepReport:
        """Merge fragments of one thing and let weak traces go; ``dry_run`` makes the plan and writes nothing."""
        return engine.sleep.sleep(self._ctx, dry_run=dry_run)

    def correct(self, id: str, text: str, *, by: str | None = None, reason: str = "") -> reports.StateChange:
        """Replace a memory or rule with what a person says, or narrow a rule. ``id`` may be words that only it has."""
        return engine.correct.correct(self._ctx, id, text, by=by, reason=reason)

    def review(self, id: str, verdict: str, *, by: str | None = None, reason: str = "") -> Reviewed:
        """Settle a doubt (``rv-1``), or overrule the verdict with which a memory came: replaces, duplicate, refines,
        distinct."""
        return engine.review.review(self._ctx, id, verdict, by=by, reason=reason)

    def check_undo(self, target: str | int) -> None:
        """Raises NotFound or InvalidInput where there is no such entry or handle to undo."""
        engine.undo.check_target(self._ctx, target)

    def undo(self, target: str | int, *, by: str | None = None, reason: str = "") -> reports.Undone:
        """Take back the act of an entry (``42``), or the last about a handle: the former versions are sealed again."""
        return engine.undo.undo(self._ctx, target, by=by, reason=reason)

    def suspend(self, id: str, *, by: str | None = None, reason: str = "") -> reports.StateChange:
        return engine.status.suspend(self._ctx, id, by=by, reason=reason)

    def resume(self, id: str, *, by: str | None = None, reason: str = "") -> reports.StateChange:
        return engine.status.resume(self._ctx, id, by=by, reason=reason)

    def retire(self, id: str, *, by: str | None = None, reason: str = "") -> reports.StateChange:
        return engine.status.retire(self._ctx, id, by=by, reason=reason)

    def forget(self, id: str, *, by: str | None = None, reason: str = "") -> reports.StateChange:
        return engine.status.forget(self._ctx, id, by=by, reason=reason)

    def ratify(self, id: str, *, by: str | None = None, reason: str = "") -> reports.StateChange:
        """A person confirms a candidate rule, a memory, or a whole import."""
        return engine.status.ratify(self._ctx, id, by=by, reason=reason)

    # -- recall --------------------------------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        *,
        budget: int | None = None,
        limit: int | None = None,
        at: int | str | None = None,
        also: Sequence[str] = (),
    ) -> Recall:
        """What the mind holds on a task, under a token budget, with a grade. Recorded as ``rc-n``. ``also`` names
        further namespaces of the same file that are read beside this one."""
        return engine.recall.recall(self._ctx, query, budget=budget, limit=limit, at=at, also=also)

    def used(self, recall_id: str, handles: Sequence[str]) -> int:
        """The caller acted on these items of that recall. Returns the sequence."""
        return engine.recall.used(self._ctx, recall_id, handles)

    def reply(self, question: str, text: str, *, by: str | None = None) -> reports.ReplyReport:
        """A person's answer to an ASK_HUMAN question: an episode that the next recall knows. Nobody's: a report."""
        return engine.questions.reply(self._ctx, question, text, by=by)

    def replay(self, recall_id: str) -> reports.ReplayReport:
        """Run a recorded recall again against the mind as it was, and compare."""
        return engine.replay.replay(self._ctx, recall_id)

    def replay_all(self, *, progress: Callable[[int, int], None] | None = None) -> LedgerReplay:
        """Run every recorded recall again, and count how they come out."""
        return engine.replay_all.replay_all(self._ctx, progress=progress)

    def catch_up(self, *, progress: Callable[[int], None] | None = None) -> CaughtUp:
        """Make the vectors that wait: after an embedder failed, after a restore, for another model."""
        return engine.embedding.catch_up(self._ctx, progress=progress)

    # -- the gate ------------------------------------------------------------------------------------------------

    def check(
        self,
        action: Action | str,
        *,
        now: datetime | None = None,
        strict: bool | None = None,
        dry_run: bool = False,
    ) -> Verdict:
        """The gate's word on an action (or a request in words) against all rules in force, sealed as ``gd-n``.
        ``dry_run`` judges and seals nothing."""
        return engine.check.check(self._ctx, action, now=now, strict=strict, dry_run=dry_run)

    def outcome(self, id: str, state: str, *, result: str = "", recorded_by: str = "gate") -> Outcome:
        """What became of the action of a verdict: executed, failed or skipped. One that was carried out is evidence
        for rules that ask for something first."""
        return engine.outcome.outcome(self._ctx, id, state, result=result, recorded_by=recorded_by)

    def approve(self, id: str, *, by: str | None = None, reason: str = "") -> Decided:
        """A person permits exactly the call that ``ap-n`` asks for, once. Words given as ``reason`` teach."""
        return engine.approve.approve(self._ctx, id, by=by, reason=reason)

    def refuse(self, id: str, *, by: str | None = None, reason: str = "") -> Decided:
        """A person refuses it."""
        return engine.approve.refuse(self._ctx, id, by=by, reason=reason)

    @property
    def guard(self) -> Guard:
        """``@memory.guard`` on a function, sync or async: it runs only where no rule stops the call."""
        return engine.guard.Guard(self)

    def policies(self) -> Policies:
        """What the rules stop: list, lint, test, explain; and what a person decides about it: promote, withdraw, watch.
        See :mod:`cicatrix.engine.policies`."""
        return engine.policies.Policies(self._ctx)

    # -- looking -------------------------------------------------------------------------------------------------

    def read(self) -> Browser:
        """Look at episodes, rules, recalls, questions, entries. See :mod:`cicatrix.engine.browse`."""
        return engine.browse.Browser(self._ctx)

    def explain(self, id: str, *, for_: str | None = None) -> Explanation:
        """Where a thing comes from, what happened to it, and (``for_``) where it fell out of a recall."""
        return engine.explain.explain(self._ctx, id, for_=for_)

    def at(self, moment: int | str) -> Mind:
        """The mind as it was at a sequence, or at a date: ``memory.at(900).recall("…")``."""
        return engine.mind.at(self._ctx, moment)

    def diff(self, start: int | str, end: int | str) -> reports.DiffReport:
        """What the mind learnt, changed and let go between two sequences or dates."""
        return engine.diff.diff(self._ctx, start, end)

    def export_playbook(self, folder: str | Path) -> Path:
        """Write ``PLAYBOOK.md``: rules in stable order with their evidence quotes, made for git."""
        return engine.playbook.export(self._ctx, Path(folder))

    def lint(self) -> tuple[reports.Finding, ...]:
        return engine.playbook.lint(self._ctx)

    # -- proof ---------------------------------------------------------------------------------------------------

    def verify(self, *, deep: bool = False, anchor: str | Path | None = None) -> reports.VerifyReport:
        """Hash everything again, compare it with its checkpoints and a git anchor; name the first bad entry."""
        return engine.auditing.verify(self._ctx, deep=deep, anchor=Path(anchor) if anchor is not None else None)

    def checkpoint(self, *, anchor: str | Path | None = None) -> CheckpointReport:
        """Sign the ledger as it is; with ``anchor``, commit that beside the playbook in a git repository."""
        return engine.checkpoint.checkpoint(self._ctx, anchor=Path(anchor) if anchor is not None else None)

    def signing_keys(self) -> KeyReport:
        """The keys that signed this ledger, and whether it can be signed here."""
        return engine.signing.show_keys(self._ctx)

    def signed_log(self) -> SignedLog:
        """The checkpoints of this ledger whose signatures hold. Whether its entries agree, ``verify`` says."""
        with self._ctx.store.reader(self._ctx.namespace) as reader:
            return engine.signing.signed_log(self._ctx, reader)

    def rotate_signing_key(self, *, by: str | None = None, reason: str = "") -> Rotated:
        """Hand the signing key on to a new one and destroy the old one."""
        return engine.signing.rotate(self._ctx, by=by, reason=reason)

    def prove(self, seq: int) -> JsonObject:
        """A proof that entry ``seq`` is in the ledger, which the offline verifier checks alone."""
        return engine.proof.inclusion(self._ctx, seq)

    def prove_growth(self, old: int, new: int | None = None) -> JsonObject:
        """A proof that the ledger of ``old`` entries is the beginning of the later one."""
        return engine.proof.consistency(self._ctx, old, new)

    def export(self, path: str | Path, *, start: int | None = None, end: int | None = None) -> BundleReport:
        """Write a bundle that a stranger can check."""
        return engine.bundle.export_bundle(self._ctx, Path(path), start=start, end=end)

    def backup(self, path: str | Path) -> BundleReport:
        """Write the whole ledger into a file. Keys are in no backup."""
        return engine.backup.backup(self._ctx, Path(path))

    def restore(self, path: str | Path) -> RestoreReport:
        """Take a backup over, byte for byte, into this namespace, which must be empty."""
        return engine.backup.restore(self._ctx, Path(path))


__all__ = ["Memory"]
