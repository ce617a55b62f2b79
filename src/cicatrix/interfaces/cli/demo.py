"""``cicatrix demo``: the whole idea in a few steps, on a ledger that comes with the package."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix.core.episodes import JsonObject, JsonValue
from cicatrix.core.ids import Kind
from cicatrix.core.intake import content_key, take
from cicatrix.core.memories import Memory as Rule
from cicatrix.core.memories import Status
from cicatrix.core.recall import Grade
from cicatrix.errors import VerificationFailed
from cicatrix.interfaces import shapes
from cicatrix.interfaces.cli import demo_actions, demo_beliefs, show, tampering
from cicatrix.interfaces.cli.demo_beliefs import Beliefs
from cicatrix.interfaces.cli.text import counted

if TYPE_CHECKING:
    from cicatrix.core.recall import Recall
    from cicatrix.core.verdicts import Verdict
    from cicatrix.engine.memory import Memory
    from cicatrix.engine.reports import VerifyReport
    from cicatrix.interfaces.cli.session import Session
    from cicatrix.interfaces.cli.sheet import Sheet
    from cicatrix.packs import Pack


@dataclass(frozen=True, slots=True)
class Story:
    """What the demonstration found, step by step."""

    pack: Pack
    namespace: str
    episodes: int
    new: int  # episodes that this call recorded; 0 the second time
    rules: tuple[Rule, ...]
    beliefs: Beliefs
    recalls: tuple[Recall, ...]
    verdicts: tuple[Verdict, ...]
    verified: VerifyReport
    tamper: tampering.Detected

    @property
    def rules_without_evidence(self) -> int:
        return sum(not rule.evidence for rule in self.rules)

    def as_json(self) -> JsonObject:
        recalls: list[JsonValue] = [
            {
                "query": found.query,
                "grade": found.grade.value,
                "items": [shapes.item(item) for item in found.items],
                "id": found.id,
                "reason": found.reason,
                "question": found.question,
            }
            for found in self.recalls
        ]
        return {
            "episodes": self.episodes,
            "rules": len(self.rules),
            "rules_without_evidence": self.rules_without_evidence,
            **self.beliefs.as_json(),
            "recalls": recalls,
            "actions": [demo_actions.as_json(verdict) for verdict in self.verdicts],
            "verified": self.verified.ok,
            "entries": self.verified.entries,
            "root": self.verified.root,
            "tamper": {"seq": self.tamper.seq, "reason": self.tamper.reason, "changed": self.tamper.changed},
            "recorded": self.new,
            "namespace": self.namespace,
        }


def play(call: Session, pack_name: str, *, serve_at: tuple[str, int] | None) -> int:
    """Tell the story; then serve the page, unless told not to. Returns the exit code."""
    from cicatrix import packs

    pack = packs.about(pack_name)
    call.default_namespace(pack.namespace)
    with call.open(writes=True) as memory:
        story = _live(memory, call.settings.db, pack)
        call.out.data(story.as_json(), lambda sheet: tell(sheet, story))
        if not story.verified.ok or not story.tamper.found:
            return VerificationFailed.exit_code
        if serve_at is not None:
            from cicatrix.interfaces.cli.serving import serve_page

            serve_page(call, memory, *serve_at)
    return 0


def _live(memory: Memory, path: Path, pack: Pack) -> Story:
    new = _load(memory, pack)
    memory.distill()
    if pack.observed:
        memory.sleep()
    recalls = tuple(memory.recall(asked.query) for asked in pack.demo)
    verdicts = demo_actions.judged(memory, pack)
    with memory.read().snapshot() as read:
        episodes = read.count(Kind.EPISODE)
        rules = tuple(rule for rule in read.rules() if rule.status is Status.ACTIVE)
        beliefs = demo_beliefs.beliefs_in(read)
        victim = next((read.episode(noun.episodes[0]).seq for noun in (*rules, *beliefs.active)), 1)
    return Story(
        pack=pack,
        namespace=memory.context.namespace,
        episodes=episodes,
        new=new,
        rules=rules,
        beliefs=beliefs,
        recalls=recalls,
        verdicts=verdicts,
        verified=memory.verify(),
        tamper=tampering.show_detection(memory, path, victim),
    )


def _load(memory: Memory, pack: Pack) -> int:
    """Record the episodes of the pack that are not there yet, and say how many were new."""
    from cicatrix import packs

    with memory.read().snapshot() as read:
        known = {content_key(episode) for episode in read.episodes(limit=read.count(Kind.EPISODE) or 1)}
    rows = [row for row in packs.load(pack.name) if content_key(take(row).episode) not in known]
    new = 0
    for turns, each in groupby(rows, lambda row: pack.observed and row.get("kind") == "turn"):
        part = list(each)
        new += len(memory.observe_many(part).observations) if turns else memory.record_many(part).recorded
    return new


# -- telling it ----------------------------------------------------------------------------------------------------


def tell(sheet: Sheet, story: Story) -> None:
    sheet.blank()
    sheet.line(("Cicatrix", "bold"), ("   a memory that an agent can defend", "meta"))
    sheet.blank()

    sheet.step(1, "Experience", f"{counted(story.episodes, 'episode')} of {story.pack.title}")
    sheet.line(story.pack.story, indent=6)
    sheet.line((f"kept in the namespace {story.namespace}", "meta"), indent=6)
    sheet.blank()

    missing = story.rules_without_evidence + story.beliefs.without_evidence
    proof = "none without evidence" if not missing else f"{missing} WITHOUT EVIDENCE"
    learnt = [
        counted(len(found), *names)
        for found, names in ((story.rules, ("rule",)), (story.beliefs.active, ("memory", "memories")))
        if found
    ]
    sheet.step(2, "Learning", f"{' and '.join(learnt)}, {proof}")
    sheet.entries(
        [(rule.id, rule.text, f"learnt in {', '.join(rule.episodes)}") for rule in story.rules]
        + demo_beliefs.rows(story.beliefs),
        indent=6,
    )
    sheet.blank()

    demo_beliefs.tell(sheet, story.beliefs, 3)
    first = 3 + demo_beliefs.told_steps(story.beliefs)
    for place, found in enumerate(story.recalls, first):
        _tell_recall(sheet, place, found)

    place = first + len(story.recalls)
    for number, verdict in enumerate(story.verdicts, place):
        demo_actions.tell(sheet, number, verdict)
    place += len(story.verdicts)
    proven = "ledger verified" if story.verified.ok else "THE LEDGER DOES NOT VERIFY"
    sheet.step(place, "Proof", f"{proven}: {counted(story.verified.entries, 'entry', 'entries')} hash to what they say")
    sheet.line((f"root {story.verified.root}", "meta"), indent=6)
    sheet.blank()

    sheet.step(place + 1, "Tampering", f"in a copy, one byte of entry #{story.tamper.target} was changed")
    found_it = f"detected: #{story.tamper.seq} ({story.tamper.kind}): {story.tamper.reason}"
    sheet.line(("╰─ ", "scar"), found_it if story.tamper.found else "NOT DETECTED: this is a defect", indent=6)
    sheet.blank()
    if shown := (*story.rules, *(new for _, new in story.beliefs.replaced)):
        sheet.line(("Next: ", "meta"), sheet.call(f"explain {shown[0].id}"))
        sheet.blank()


def _tell_recall(sheet: Sheet, place: int, found: Recall) -> None:
    asks = found.grade is Grade.ASK_HUMAN
    sheet.step(place, "Not knowing" if asks else "Recall", f"“{found.query}”")
    best = found.items[0] if found.items and not asks else None
    named = f"   {best.id} learnt in {', '.join(best.episodes)}" if best is not None and best.episodes else ""
    sheet.line((f"{show.MARKS[found.grade]} {found.grade.value}", "grade"), named, indent=6)
    sheet.line((found.reason, "meta"), indent=6)
    if best is not None:
        sheet.entry(best.id, best.text, indent=6)
        for span, words in zip(best.evidence, best.quotes, strict=True):
            sheet.quote(span.episode, words, indent=13)
    for item in found.items:
        if item.rescued and item is not best:
            sheet.entry(item.id, item.text, aside="rescued: too important to be missed", indent=6)
    if found.question:
        answer = sheet.call(f'reply {found.question} "…" --by NAME')
        sheet.line((f"{found.question} waits for a person: {answer}", "meta"), indent=6)
    sheet.blank()
