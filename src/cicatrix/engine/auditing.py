"""Verify with everything that is known from outside the database: the checkpoints beside it, and a git anchor.

The ledger by itself can only show that it is consistent (engine/verify.py). A checkpoint shows that it is what was
signed; an anchor, that it is what was committed where its owner could not rewrite it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cicatrix.core.ids import Kind
from cicatrix.engine.checkpoint import anchored, roots_at
from cicatrix.engine.context import Context
from cicatrix.engine.reports import BadEntry, VerifyReport
from cicatrix.engine.signing import signed_log
from cicatrix.engine.verify import verify_namespace
from cicatrix.errors import VerificationFailed


def verify(ctx: Context, *, deep: bool = False, anchor: Path | None = None) -> VerifyReport:
    """Verify the namespace, its checkpoints, and with ``anchor`` every checkpoint that was committed there.

    Damage is reported, never raised. Raises InvalidInput for an anchor that is no repository, Refused for one without
    a checkpoint.
    """
    report = verify_namespace(ctx.store, ctx.namespace, deep=deep)
    if not report.ok:
        return report
    try:
        report = _with_checkpoints(ctx, report)
        if anchor is not None and report.ok:
            found = anchored(ctx, anchor)
            if found.rewritten:
                return _unsigned(report, found.size + 1, found.rewritten)
            told = f"every checkpoint committed in {anchor}, the longest at #{found.size} in {found.commit[:12]}"
            report = replace(report, state="ANCHORED", anchored_to=found.size, checked=(*report.checked, told))
    except VerificationFailed as error:
        return _unsigned(report, 1, error.message)
    return report


def _unsigned(report: VerifyReport, seq: int, reason: str) -> VerifyReport:
    """What a report is worth when a checkpoint speaks against the log from this entry on."""
    return replace(
        report, ok=False, state="UNSIGNED", signed_to=0, key="", first_bad=BadEntry(seq, "checkpoint", reason)
    )


def _with_checkpoints(ctx: Context, report: VerifyReport) -> VerifyReport:
    """Compare the log with each checkpoint that lies beside the database."""
    with ctx.store.reader(ctx.namespace) as reader:
        log = signed_log(ctx, reader)
        points = [signed.checkpoint for signed in log.checkpoints]
        roots = roots_at(reader, {point.size for point in points}) if points else {}
        rotations = reader.count(Kind.SIGNING_KEY)
    signed_to = 0
    for point in points:
        if roots.get(point.size) != point.root:
            reason = (
                f"the log was cut off: a checkpoint covers entries up to #{point.size}"
                if point.size not in roots
                else f"entries up to #{point.size} are not those that were signed: the log was rewritten"
            )
            bad = BadEntry(signed_to + 1, "checkpoint", reason)
            return replace(report, ok=False, first_bad=bad, signed_to=signed_to)
        signed_to = point.size
    if not points:
        return report
    told = f"{len(points)} checkpoints, the last at #{signed_to}"
    if rotations:
        told += (
            f"; the signing key handed on {rotations} times" if rotations > 1 else "; the signing key handed on once"
        )
    key = str(log.chain.at(signed_to))
    return replace(report, state="SIGNED", signed_to=signed_to, key=key, checked=(*report.checked, told))
