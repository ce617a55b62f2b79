"""How nouns and receipts look on a terminal. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cicatrix.core.episodes import TEXT_FIELDS, Episode
from cicatrix.core.memories import Memory, Status
from cicatrix.core.recall import ONE, Grade, Recall
from cicatrix.core.trust import Origin
from cicatrix.interfaces.cli import proofs
from cicatrix.interfaces.cli.text import counted, shortened

if TYPE_CHECKING:
    from cicatrix.config import Settings
    from cicatrix.engine.browse import MemoryVersion
    from cicatrix.engine.explain import Explanation
    from cicatrix.engine.replay_all import LedgerReplay
    from cicatrix.engine.reports import DiffLine, DiffReport, Finding, ReplayReport, StateChange, VerifyReport
    from cicatrix.interfaces.cli.doctor import Examination
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.shapes import Quote

MARKS = {Grade.ACT: "●", Grade.ACT_AND_FLAG: "◐", Grade.ASK_HUMAN: "○"}
_LEFT_OUT_SHOWN = 6


# -- rules, memories, episodes -------------------------------------------------------------------------------------


def memory(sheet: Sheet, noun: Memory, quote: Quote) -> None:
    """One rule or memory hanging above its evidence."""
    standing = "" if noun.status is Status.ACTIVE else noun.status.value
    sheet.entry(noun.id, (noun.text, "bold"), aside=standing)
    for span in noun.evidence:
        sheet.quote(span.episode, quote(span))


def playbook(sheet: Sheet, rules: Sequence[Memory], quote: Quote) -> None:
    if not rules:
        sheet.line("No rules yet. They come from corrections: cicatrix record --correction …, then cicatrix distill.")
        return
    sheet.head("The playbook", counted(len(rules), "rule"))
    for rule in rules:
        memory(sheet, rule, quote)
        sheet.blank()


def memories(sheet: Sheet, found: Sequence[Memory]) -> None:
    if not found:
        sheet.line("No memories. The rules are in the playbook: cicatrix playbook show.")
        return
    rows = [
        [noun.id, shortened(noun.text), noun.type.value, noun.status.value, ", ".join(noun.episodes)] for noun in found
    ]
    sheet.table(["", "memory", "type", "status", "learnt in"], rows)


def history(sheet: Sheet, versions: Sequence[MemoryVersion]) -> None:
    for found in versions:
        noun, change = found.noun, found.noun.change
        until = "" if found.end is None else f" … #{found.end}"
        sheet.entry(
            f"#{found.seq}{until}",
            (f"{change.act} by {change.by}", "bold"),
            f"   {noun.status.value}",
            aside=found.at[:16].replace("T", " "),
        )
        sheet.line(noun.text, indent=9)
        if change.reason:
            sheet.line((f"“{change.reason}”", "voice"), indent=9)


def episode(sheet: Sheet, noun: Episode, taught: Sequence[str]) -> None:
    sheet.head(f"{noun.id}  {noun.kind.value}", f"#{noun.seq} · {noun.occurred_at}")
    said = TEXT_FIELDS if noun.origin is Origin.HUMAN else ("correction",)
    sheet.facts([(name, noun.words(name)) for name in TEXT_FIELDS], voice=said)
    corrector = noun.corrector
    sheet.blank()
    sheet.facts(
        [
            ("corrected by", f"{corrector.name}, {corrector.role}" if corrector else ""),
            ("actor", f"{noun.actor} ({noun.origin.value})"),
            ("session", noun.session or ""),
            ("taught", ", ".join(taught)),
            ("redacted", ", ".join(f"{found.kind} in {found.field}" for found in noun.redactions)),
            ("imported", f"{noun.source.import_id}, {noun.source.where}" if noun.source else ""),
        ]
    )
    sheet.blank()


def episodes(sheet: Sheet, found: Sequence[Episode], limit: int) -> None:
    if not found:
        sheet.line("No episodes yet: cicatrix record …, cicatrix import …, or cicatrix demo.")
        return
    rows = [[noun.id, shortened(_gist(noun), 70), noun.kind.value, noun.occurred_at[:10]] for noun in found]
    sheet.table(["", "episode", "kind", "when"], rows)
    if len(found) == limit:
        sheet.line((f"The page before: cicatrix episode list --before {found[-1].seq}", "meta"))


def _gist(noun: Episode) -> str:
    return next((noun.words(name) for name in ("task", "text", "title", "tool") if noun.words(name)), noun.correction)


# -- recall --------------------------------------------------------------------------------------------------------


def grade_line(sheet: Sheet, found: Recall) -> None:
    sheet.line((f"{MARKS[found.grade]} {found.grade.value}", "grade"), f"   {found.reason}")


def recall(sheet: Sheet, found: Recall) -> None:
    sheet.head(f"“{found.query}”", f"{found.id} · {found.spent} of {found.settings.budget} tokens")
    grade_line(sheet, found)
    if found.question:
        sheet.line(f'{found.question} asks a person. Answer it: cicatrix reply {found.question} "…"', indent=4)
    sheet.blank()
    for item in found.items:
        marks = " · rescued" if item.rescued else ""
        sheet.entry(item.id, item.text, aside=f"{item.score / ONE:.2f} · {item.tokens} tokens{marks}")
        quotes = item.quotes or (None,) * len(item.evidence)
        for span, words in zip(item.evidence, quotes, strict=True):
            sheet.quote(span.episode, words or None)
        sheet.blank()
    _left_out(sheet, found)
    if found.reason_unrecorded:
        sheet.line((f"Not recorded: {found.reason_unrecorded}", "meta"))


def _left_out(sheet: Sheet, found: Recall) -> None:
    total = sum(found.rejected_counts.values())
    if not total:
        return
    counts = ", ".join(
        f"{number} {reason.replace('_', ' ')}" for reason, number in sorted(found.rejected_counts.items())
    )
    sheet.line((f"Left out: {counts}", "meta"))
    for left in found.rejected[:_LEFT_OUT_SHOWN]:
        sheet.line((f"{left.id}  {left.reason.value.replace('_', ' ')}  {left.detail}".rstrip(), "meta"), indent=4)
    if found.rejected:
        sheet.line((f"Why? cicatrix explain {found.rejected[0].id} --for {found.id}", "meta"))
    sheet.blank()


def brief(sheet: Sheet, found: Recall) -> None:
    """Only what an agent is given: no wrapping, no colour."""
    sheet.verbatim(found.brief())


# -- proof ---------------------------------------------------------------------------------------------------------


def verified(sheet: Sheet, report: VerifyReport) -> None:
    if report.ok:
        sheet.line(("● ", "grade"), f"Verified: {counted(report.entries, 'entry', 'entries')} hash to what they say.")
    elif report.first_bad:
        bad = report.first_bad
        sheet.line(("○ ", "grade"), (f"Not what was sealed: entry #{bad.seq} ({bad.kind}): {bad.reason}", "bold"))
        sheet.line("Everything before it holds. Do not write to this file; restore a backup that verifies.", indent=4)
    else:
        sheet.line(("○ ", "grade"), ("Not what was sealed.", "bold"))
    erased = counted(report.erased, "body", "bodies") + " erased" if report.erased else ""
    rung = proofs.state(report.state, report.signed_to, report.entries) if report.signed_to else report.state
    sheet.facts([("root", report.root), ("state", rung), ("erased", erased)], indent=4)
    sheet.line((f"checked: {', '.join(report.checked)}", "meta"), indent=4)


def broken(sheet: Sheet, message: str) -> None:
    sheet.line(("○ ", "grade"), (message, "bold"))
    sheet.line("It cannot be read entry by entry. Restore a backup that verifies.", indent=4)


def replayed(sheet: Sheet, report: ReplayReport) -> None:
    words = {
        "identical": "the same answer, byte for byte",
        "differs": "a different answer: this is a defect",
        "erased": "some of its words were erased since",
        "algorithm_changed": "recorded by another version of the algorithm",
    }
    sheet.entry(report.id, (report.outcome.replace("_", " "), "bold"), f"   {words.get(report.outcome, '')}")
    for difference_ in report.differences:
        sheet.line(f"· {difference_}", indent=9)


def replayed_all(sheet: Sheet, whole: LedgerReplay) -> None:
    counts = [("identical", whole.identical), ("differs", whole.differs), ("erased", whole.erased)]
    counts.append(("algorithm changed", whole.algorithm_changed))
    sheet.head(f"{whole.recalls:,} recalls replayed")
    sheet.facts([(word, f"{count:,}") for word, count in counts], indent=4)
    for report in whole.others:
        replayed(sheet, report)


def explanation(sheet: Sheet, found: Explanation) -> None:
    sheet.head(f"{found.id}  {found.kind}")
    sheet.line((found.text, "bold"))
    for span in found.evidence:
        sheet.quote(span.episode, span.quote, indent=4)
    if found.why_not:
        sheet.blank()
        sheet.line(found.why_not)
    if found.history:
        sheet.blank()
        rows = [
            [f"#{step.seq}", step.act, step.by, step.status, step.at[:10], shortened(step.reason, 40)]
            for step in found.history
        ]
        sheet.table(["", "what", "by", "then", "when", "why"], rows)
    if found.used_in:
        rows = [
            [use.recall, _mark(use.retrieved), _mark(use.injected), _mark(use.cited)]
            for use in found.used_in[:_LEFT_OUT_SHOWN]
        ]
        sheet.table(["", "retrieved", "injected", "cited"], rows)
        if len(found.used_in) > _LEFT_OUT_SHOWN:
            sheet.line((f"… and {len(found.used_in) - _LEFT_OUT_SHOWN:,} more recalls; --json names them", "meta"))
    sheet.blank()


def _mark(yes: bool) -> str:
    return "●" if yes else "–"


def difference(sheet: Sheet, report: DiffReport) -> None:
    sheet.head("What the mind learnt", f"#{report.start} … #{report.end}")
    parts: Sequence[tuple[str, Sequence[DiffLine]]] = (
        ("learnt", report.added),
        ("changed", report.changed),
        ("let go", report.ended),
    )
    if not any(lines for _, lines in parts):
        sheet.line("Nothing learnt, changed or let go.")
    for title, lines in parts:
        for line in lines:
            sheet.entry(line.id, line.text, aside=f"{title}: {line.act} at #{line.seq}")
            if line.before and line.before != line.text:
                sheet.line(("before  ", "meta"), line.before, indent=9)
            for source, words in line.evidence:
                sheet.quote(source, words)
    sheet.blank()


def findings(sheet: Sheet, found: Iterable[Finding], subject: str) -> None:
    listed = list(found)
    if not listed:
        sheet.line(("● ", "grade"), f"{subject}: nothing to say.")
    for item in listed:
        sheet.entry(item.level, (item.message, "bold" if item.level == "error" else ""), aside=item.id)
        if item.hint:
            sheet.line(f"→ {item.hint}", indent=9)


# -- changes and settings ------------------------------------------------------------------------------------------


def state_change(sheet: Sheet, change: StateChange) -> None:
    newer = f", superseded by {change.superseded_by}" if change.superseded_by else ""
    sheet.entry(change.id, (change.status, "bold"), newer, aside=f"#{change.seq}")


def settings(sheet: Sheet, found: Settings) -> None:
    rows = [
        [item.name, item.value or (found.user if item.name == "user" else "–"), _source(item.source, item.where)]
        for item in found.values
    ]
    sheet.table(["setting", "value", "from"], rows)


def _source(source: str, where: str) -> str:
    return f"{source}: {where}" if where and where != source else source


def examination(sheet: Sheet, found: Examination) -> None:
    sheet.head("Doctor")
    sheet.facts(found.facts)
    sheet.blank()
    findings(sheet, found.findings, "Everything else")
    sheet.blank()
