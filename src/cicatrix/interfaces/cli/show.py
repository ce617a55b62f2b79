"""How nouns and receipts look on a terminal. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cicatrix.core.chat import ModelRole
from cicatrix.core.episodes import TEXT_FIELDS, Episode, EpisodeKind
from cicatrix.core.memories import Memory, Status
from cicatrix.core.recall import ONE, Grade, Recall, Rejected, RejectReason
from cicatrix.core.trust import Origin
from cicatrix.interfaces.cli import proofs
from cicatrix.interfaces.cli.text import counted, shortened

if TYPE_CHECKING:
    from cicatrix.adapters.models.choice import Chosen
    from cicatrix.config import Settings
    from cicatrix.engine.browse import MemoryVersion
    from cicatrix.engine.explain import Explanation, Step
    from cicatrix.engine.mind import Mind
    from cicatrix.engine.replay_all import LedgerReplay
    from cicatrix.engine.reports import DiffLine, DiffReport, Finding, ReplayReport, StateChange, VerifyReport
    from cicatrix.interfaces.cli.doctor import Examination
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.interfaces.shapes import Quote

MARKS = {Grade.ACT: "●", Grade.ACT_AND_FLAG: "◐", Grade.ASK_HUMAN: "○"}
_LEFT_OUT_SHOWN = 6
_LEFT_OUT = {
    RejectReason.BELOW_FLOOR: "with too little in common",
    RejectReason.OVER_BUDGET: "beyond the budget",
    RejectReason.OVER_LIMIT: "beyond the limit",
    RejectReason.SUPERSEDED: "replaced",
    RejectReason.RETIRED: "retired",
    RejectReason.FORGOTTEN: "forgotten",
    RejectReason.MERGED: "merged into another",
    RejectReason.EXPIRED: "over",
    RejectReason.NOT_ACTIVE: "not in force",
    RejectReason.OUT_OF_WINDOW: "out of its time",
    RejectReason.UNTRUSTED_SHARE: "beyond the share of external words",
    RejectReason.SAME_TEXT: "said already",
    RejectReason.SHOWN_AS_MEMORY: "given as what it taught",
}
"""Reasons in words that follow a number, and stand alone."""


# -- rules, memories, episodes -------------------------------------------------------------------------------------


def memory(sheet: Sheet, noun: Memory, quote: Quote) -> None:
    """One rule or memory hanging above its evidence."""
    standing = "" if noun.status is Status.ACTIVE else noun.status.value
    sheet.entry(noun.id, (noun.text, "bold"), aside=standing)
    for words in noun.exceptions:
        sheet.line(("later  ", "meta"), (f"“{words}”", "voice"), indent=9)
    for span in noun.evidence:
        sheet.quote(span.episode, quote(span))


def playbook(sheet: Sheet, rules: Sequence[Memory], quote: Quote) -> None:
    if not rules:
        sheet.line(
            f"No rules yet. They come from corrections: {sheet.call('record --correction …')}, or a log of them."
        )
        return
    sheet.head("The playbook", counted(len(rules), "rule"))
    for rule in rules:
        memory(sheet, rule, quote)
        sheet.blank()


def memories(sheet: Sheet, found: Sequence[Memory]) -> None:
    if not found:
        sheet.line(f"No memories. The rules are in the playbook: {sheet.call('playbook show')}")
        return
    rows = [
        [noun.id, shortened(noun.text), noun.type.value, noun.status.value, ", ".join(noun.episodes)] for noun in found
    ]
    sheet.table(["id", "memory", "type", "status", "learnt in"], rows)


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
    sheet.blank()
    sheet.facts(
        [
            ("answered by" if noun.kind is EpisodeKind.REPLY else "corrected by", _corrector(noun)),
            ("actor", f"{noun.actor} ({noun.origin.value})"),
            ("session", noun.session or ""),
            ("taught", ", ".join(taught)),
            ("redacted", ", ".join(f"{found.kind} in {found.field}" for found in noun.redactions)),
            ("imported", f"{noun.source.import_id}, {noun.source.where}" if noun.source else ""),
        ]
    )
    sheet.blank()


def _corrector(noun: Episode) -> str:
    """Whose words these are. In a log that nobody stands behind, a name is what the log says and nothing more."""
    if noun.corrector is None:
        return ""
    standing = "as the log says" if noun.origin is Origin.EXTERNAL else noun.corrector.role
    return f"{noun.corrector.name}, {standing}"


def episodes(sheet: Sheet, found: Sequence[Episode], limit: int) -> None:
    if not found:
        sheet.line(f"No episodes yet: {sheet.call('record …')} or {sheet.call('import …')}")
        return
    rows = [[noun.id, shortened(_gist(noun), 70), _taught_by(noun), noun.occurred_at[:10]] for noun in found]
    sheet.table(["id", "episode", "kind", "when"], rows)
    if len(found) == limit:
        sheet.line((f"Earlier ones: {sheet.call(f'episode list --before {found[-1].seq}')}", "meta"))


def _taught_by(noun: Episode) -> str:
    """The kind of an episode, and who put it right."""
    if noun.corrector is None:
        return noun.kind.value if not noun.correction else f"{noun.kind.value}, corrected by nobody named"
    verb = "by" if noun.kind is EpisodeKind.REPLY else "corrected by"
    return f"{noun.kind.value}, {verb} {noun.corrector.name}"


def _gist(noun: Episode) -> str:
    return next((noun.words(name) for name in ("task", "text", "title", "tool") if noun.words(name)), noun.correction)


# -- recall --------------------------------------------------------------------------------------------------------


def grade_line(sheet: Sheet, found: Recall) -> None:
    sheet.line((f"{MARKS[found.grade]} {found.grade.value}", "grade"), f"   {found.reason}")


def recall(sheet: Sheet, found: Recall) -> None:
    sheet.head(f"“{found.query}”", f"{found.id} · {found.spent} of {found.settings.budget} tokens")
    grade_line(sheet, found)
    if found.question:
        answer = sheet.call(f'reply {found.question} "…" --by NAME')
        sheet.line(f"{found.question} asks a person. Answer it: {answer}", indent=4)
    sheet.blank()
    for item in found.items:
        marks = "".join(
            (
                f" · {item.ended}" if item.ended else "",
                " · rescued" if item.rescued else "",
                " · excerpt" if item.excerpt else "",
            )
        )
        elsewhere = f" · {item.namespace}" if item.namespace != found.namespace else ""
        sheet.entry(item.id, item.text, aside=f"{item.score / ONE:.2f} · {item.tokens} tokens{marks}{elsewhere}")
        quotes = item.quotes or (None,) * len(item.evidence)
        for span, words in zip(item.evidence, quotes, strict=True):
            sheet.quote(span.episode, words or None)
        sheet.blank()
    _left_out(sheet, found)
    for part in found.beside:
        if part.rejected_counts:
            sheet.line((f"Of {part.namespace}, left out: {_counts(part.rejected_counts)}", "meta"))
    if found.degraded:
        sheet.line((found.degraded, "meta"))
    if found.reason_unrecorded:
        sheet.line((f"Not recorded: {found.reason_unrecorded}", "meta"))


def _left_out(sheet: Sheet, found: Recall) -> None:
    """What was found and not given, but for episodes that stand there as the rule they taught."""
    left = [out for out in found.rejected if out.reason is not RejectReason.SHOWN_AS_MEMORY]
    counts = {name: number for name, number in found.rejected_counts.items() if name != RejectReason.SHOWN_AS_MEMORY}
    if not counts:
        return
    sheet.line((f"Left out: {_counts(counts)}", "meta"))
    for out in left[:_LEFT_OUT_SHOWN]:
        sheet.entry(out.id, (_why_left(out), "meta"), indent=4)
    if left:
        sheet.line((f"Why? {sheet.call(f'explain {left[0].id} --for {found.id}')}", "meta"))
    sheet.blank()


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {_LEFT_OUT[RejectReason(name)]}" for name, number in sorted(counts.items()))


def _why_left(out: Rejected) -> str:
    return f"{_LEFT_OUT[out.reason]}: it {out.detail}" if out.detail else _LEFT_OUT[out.reason]


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
    rung = proofs.state(report.state, report.signed_to, report.entries)
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
    verdicts = f" and {whole.verdicts:,} verdicts" if whole.verdicts else ""
    sheet.head(f"{whole.recalls:,} recalls{verdicts} replayed")
    sheet.facts([(word, f"{count:,}") for word, count in counts], indent=4)
    for report in whole.others:
        replayed(sheet, report)


def explanation(sheet: Sheet, found: Explanation) -> None:
    sheet.head(f"{found.id}  {found.kind.replace('_', ' ')}")
    sheet.line((found.text, "bold"))
    for span in found.evidence:
        sheet.quote(span.episode, span.quote, indent=4)
    if found.facts:
        sheet.blank()
        sheet.facts(found.facts)
    if found.why_not:
        sheet.blank()
        sheet.line(found.why_not)
    if len(found.history) > 1 or any(step.reason or step.status for step in found.history):
        sheet.blank()
        sheet.line(("History", "meta"))
        for step in found.history:
            sheet.entry(f"#{step.seq}", _step(step), aside=step.at[:10], indent=4)
            if step.reason:
                sheet.line((step.reason, "meta"), indent=13)
    _uses(sheet, found)
    sheet.blank()


def _step(step: Step) -> str:
    done = f"{step.act} by {step.by}" if step.by else step.act
    return f"{done} → {step.status}" if step.status not in ("", step.act) else done


def _uses(sheet: Sheet, found: Explanation) -> None:
    """The recalls that met it, and what each did with it."""
    if not found.used_in:
        return
    sheet.blank()
    sheet.line(("Recalls that found it", "meta"))
    for use in found.used_in[:_LEFT_OUT_SHOWN]:
        done = "given to the agent" if use.injected else "left out"
        sheet.entry(use.recall, f"{done}, and acted on" if use.cited else done, indent=4)
    if len(found.used_in) > _LEFT_OUT_SHOWN:
        sheet.line((f"… and {len(found.used_in) - _LEFT_OUT_SHOWN:,} more; --json names them", "meta"), indent=4)


def difference(sheet: Sheet, report: DiffReport) -> None:
    sheet.head("What the mind learnt", f"#{report.start} … #{report.end}")
    parts: Sequence[tuple[str, Sequence[DiffLine]]] = (
        ("learnt", report.added),
        ("changed", report.changed),
        ("let go", report.ended),
        ("learnt and let go in between", report.passed),
        ("waiting for a person", report.waiting),
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


def mind(sheet: Sheet, found: Mind) -> None:
    rules, memories = found.rules(), found.memories()
    sheet.head(f"The mind @{found.seq}", found.time[:16].replace("T", " "))
    held = (counted(len(rules), "rule"), counted(len(memories), "memory", "memories"))
    sheet.line((f"{held[0]} and {held[1]}", "bold"), f" from {counted(found.episodes(), 'episode')}")
    for noun in (*rules, *memories)[:_LEFT_OUT_SHOWN]:
        sheet.entry(noun.id, shortened(noun.text), indent=4)
    more = len(rules) + len(memories) - _LEFT_OUT_SHOWN
    if more > 0:
        sheet.line((f"… and {more:,} more", "meta"), indent=4)
    sheet.line((f"Ask it: {sheet.call(f'at {found.seq} recall …')}", "meta"))
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
    if change.supersedes:
        sheet.line((f"over: {', '.join(change.supersedes)}", "meta"), indent=9)
    for doubt in change.doubts:
        sheet.line((f"→ {sheet.call(f'explain {doubt}')}: which of two rules holds?", "meta"), indent=9)
    for note in change.notes:
        sheet.line(note, indent=9)
    if change.notes:
        sheet.line(
            (f"→ {sheet.call(f'policy test {change.id}')}, or say it better: correct {change.id}", "meta"), indent=9
        )


def settings(sheet: Sheet, found: Settings, endpoint: Chosen | None) -> None:
    rows = [
        [item.name, item.value or (found.user if item.name == "user" else "–"), _source(item.source, item.where)]
        for item in found.values
    ]
    sheet.table(["setting", "value", "from"], rows)
    if endpoint is None:
        sheet.line("No model: the environment and the settings name no endpoint. Everything works without one.")
        return
    key = f", with the key of {endpoint.key_from}" if endpoint.key_from else ", without a key"
    sheet.line(f"Models at {endpoint.base_url} (from {endpoint.where}{key})")
    roles = [[role.value, endpoint.models.get(role, "none"), endpoint.models_from.get(role, "–")] for role in ModelRole]
    sheet.table(["role", "model", "from"], roles)


def _source(source: str, where: str) -> str:
    return f"{source}: {where}" if where and where != source else source


def examination(sheet: Sheet, found: Examination) -> None:
    sheet.head("Doctor")
    sheet.facts(found.facts)
    sheet.blank()
    findings(sheet, found.findings, "Everything else")
    sheet.blank()
