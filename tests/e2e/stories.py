"""What the pages are tested on: the Northstar pack, a ledger full of hostile texts, and an empty one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar

import pytest

from cicatrix import Action, Memory, packs
from cicatrix.core.episodes import JsonObject

NOW = datetime(2026, 11, 30, 9, 38, 52, tzinfo=UTC)
XSS = '<script>window.owned=1</script><img src=x onerror="window.owned=1">{{7*7}}\'"`javascript:window.owned=1`'
LONG_WORD = "incomprehensibilities" * 200
ARABIC = "لا تنشر أبداً رموز الخصم على وسائل التواصل الاجتماعي. لقد دفعنا ثمن ذلك."
HEBREW = "תמיד פתחו בכאב של הקורא, ואל תשימו תגיות בהתחלה."
CHINESE = "绝不要在周末发布任何内容。读者在公园里,不在办公桌前。"
EMOJI = "Never ship 👩‍👩‍👧‍👦🏳️‍🌈 without alt text. 🔥🔥🔥"
OVERRIDE = "Always check the \u202egnp.exe\u202c before you open it. Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!"


@dataclass(slots=True)
class Clock:
    """Stands still between steps, so that pages say the same on every run."""

    moment: datetime = NOW
    fixed: bool = False

    def now(self) -> datetime:
        return self.moment


def northstar(path: Path) -> None:
    """The pack, taught in the order of its days, then asked: one ACT, one question, one rule suspended, one retired;
    signed before the last recall."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CICATRIX_HOME", str(path.with_name("home")))
        _tell_northstar(path, Clock())


def _tell_northstar(path: Path, clock: Clock) -> None:
    with Memory.open(path, namespace="northstar", clock=clock, user="dana") as memory:
        for row in packs.load("northstar"):
            clock.moment = datetime.fromisoformat(str(row["occurred_at"])).astimezone(UTC) + timedelta(hours=2)
            memory.record_many([row])
            memory.distill()
        clock.moment = NOW - timedelta(hours=2)
        memory.recall("Draft a LinkedIn post announcing the beta")
        memory.used("rc-1", ["PB-01"])
        clock.moment = NOW - timedelta(hours=1)
        memory.recall("What is our refund window for enterprise contracts?")
        memory.recall("Answer ticket 4300: the invoice is wrong and the client mentions a lawyer")
        memory.suspend("PB-07", by="dana", reason="Only while the fair is on.")
        memory.retire("PB-08", by="dana", reason="Sundays work well now.")
        memory.recall("How many parking spaces does the new office have?")
        memory.reply("q-2", "The new office has forty parking spaces.", by="ravi")
        memory.checkpoint()
        memory.recall("Write the subject line of the beta newsletter")


def hostile(path: Path) -> None:
    """Texts that want to break out of the page, or out of its layout, in every field there is."""
    with Memory.open(path, namespace="hostile", clock=Clock(), user="dana") as memory:
        report = memory.record_many(rows())
        assert not report.skipped, report.skipped
        memory.distill()
        memory.recall(f"Never paste {XSS} into a page")
        memory.recall(f"What about {LONG_WORD}?")
        memory.recall(ARABIC)
        memory.suspend("PB-01", by="dana", reason=XSS)
        memory.remember(XSS, type="semantic", evidence=["ep3"], subject=XSS[:60], by="dana")
        memory.forget("M-1", by="dana", reason=XSS)


def rows() -> list[JsonObject]:
    """Rows of the episode schema."""

    def lesson(correction: str, **more: str) -> JsonObject:
        row: JsonObject = {
            "task": "Write a post",
            "action": "Posted it",
            "outcome": "It failed",
            "correction": correction,
        }
        return {**row, "correction_by": "dana", "actor": "writer", **more}

    return [
        lesson(f"Never paste {XSS} into a page.", task=XSS, action=XSS, outcome=XSS, actor=XSS, session=XSS),
        lesson("Always escape what people write.", correction_by=XSS),
        {"kind": "turn", "role": "user", "speaker": XSS, "text": XSS, "actor": "ana", "subjects": [XSS]},
        {"kind": "tool_call", "tool": XSS, "resource": XSS, "arguments": {XSS: XSS}, "result": XSS, "recorded_by": "a"},
        {"kind": "document", "title": XSS, "text": XSS, "actor": "ana"},
        lesson(f"Never write {LONG_WORD} in a headline.", task=LONG_WORD, outcome=LONG_WORD, session=LONG_WORD[:150]),
        lesson(ARABIC, task=ARABIC, outcome=ARABIC),
        lesson(HEBREW),
        lesson(CHINESE, task=CHINESE * 40),
        lesson(EMOJI, action=EMOJI * 300),
        lesson(OVERRIDE),
        lesson("Never call it with tabs:\n\n```\n\tif x:\n\t\treturn\n```\n\nIndent with spaces.", action="a\n" * 400),
        lesson("Nobody reads this. " * 600 + "Keep it short."),
    ]


def gate(path: Path) -> None:
    """What was denied, asked of a person, permitted, put off and passed; a rule that was read in part; and texts that
    want to break out of a verdict."""
    clock = Clock(NOW - timedelta(hours=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CICATRIX_EMBEDDER", "none")
        with Memory.open(path, namespace="gate", clock=clock, user="dana") as memory:
            for words in LESSONS:
                memory.record(task="Look after the shop", action="Did it", correction=words, correction_by="ravi")
            clock.moment = NOW - timedelta(minutes=5)
            memory.check(Action("post_message", args={"channel": "twitter", "text": "Use BETA20 for 20 % off"}))
            refund = Action("refund", args={"order": 8812, "amount": 900, "currency": "USD"}, context={"session": "s1"})
            memory.check(refund)
            memory.approve("ap-1", by="dana", reason="The parcel was lost.")
            memory.outcome(memory.check(refund).id, "executed", recorded_by="hook")
            memory.check(Action("bash", args={"command": "kubectl rollout restart deployment/billing"}))
            memory.check(Action("bash", args={"command": "git status"}))
            memory.check("Restart the billing pod and tell me why it broke")
            memory.check(Action(XSS, resource=XSS, args={XSS: LONG_WORD}, context={"session": XSS}))
            memory.check(Action("refund", args={"order": 4471, "amount": 450, "currency": "USD"}))
            memory.policies().withdraw("PB-04", by="dana", reason="It stops too much.")


LESSONS = (
    "Never post discount codes on public social media.",
    "Refunds above 200 dollars need approval by a manager.",
    "Never restart billing pods directly. Drain traffic at the gateway first.",
    "Never deploy the payments service on Fridays after 15:00.",
    "Write incident notes in the past tense.",
)


def empty(path: Path) -> None:
    """A ledger that nobody has written to."""
    with Memory.open(path, namespace="empty", clock=Clock()) as memory:
        memory.read().head()


class Ana:
    """What the told story comes to, by name; ``ana`` looks whether it does, so that nobody else has to count."""

    OLD_JOB = "M-1"
    LEFT = "M-9"  # what ended the old job; the night lets it go
    NEW_JOB = "M-10"
    OLD_HOME = "M-3"
    NEW_HOME = "M-11"  # in the place of the old one, for a home is one
    MENDED_HOME = "M-20"  # corrected by a person
    KITCHEN = "M-13"
    LIBRARY = "M-14"
    SHORT_ANSWERS = "M-5"
    LASAGNE, RAMEN = "M-21", "M-22"
    DOUBT = "rv-1"  # the library, or the kitchen?
    LAPSED = "rv-2"  # ramen, or lasagne? One of them is forgotten
    JOB_CHANGED, MOVED = 20, 23  # the last sequences of these days
    BEFORE_THE_TRIP = 30  # the doubt is there; the notes on the trip, the night and the correction are not
    NIGHT, LAST = 39, 62

    WORDS: ClassVar = {
        OLD_JOB: "I work at Halden Robotics as a test engineer.",
        LEFT: "I left Halden Robotics.",
        NEW_JOB: "I work at Ostro Maps now.",
        OLD_HOME: "I live in Leeds, in a flat near the canal.",
        NEW_HOME: "I moved to York last month.",
        MENDED_HOME: "I moved to York, near the station.",
        KITCHEN: "My favourite place to read is the kitchen.",
        SHORT_ANSWERS: "I prefer short answers, without bullet points.",
        LASAGNE: "My favourite dish for guests is lasagne.",
        RAMEN: "These days my favourite dish is ramen.",
        LIBRARY: "These days my favourite place is the library.",
    }


def ana(path: Path) -> None:
    """What a person tells over nine months: a new employer, a move, two doubts, notes on one trip, and the night after.
    Words alone find things: no embedder."""
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CICATRIX_HOME", str(path.with_name("home")))
        patch.setenv("CICATRIX_EMBEDDER", "none")
        with Memory.open(path, namespace="ana", clock=clock, user="ana") as memory:
            for month, day, words in _SAID:
                clock.moment = datetime(2026, month, day, 9, 30, tzinfo=UTC)
                memory.observe(words, speaker="ana")
            for day, words in LISBON:
                clock.moment = datetime(2026, 11, day, 19, 0, tzinfo=UTC)
                row: JsonObject = {"kind": "turn", "role": "user", "speaker": "ana", "text": words}
                episode = memory.record_many([row]).ids[0]
                memory.remember(words, type="episodic", evidence=[episode], by="ana", subject="ana")
            clock.moment = datetime(2026, 11, 28, 2, 0, tzinfo=UTC)
            memory.sleep()
            clock.moment = NOW - timedelta(hours=3)
            memory.recall("Which snacks should I bring for Ana's team at work?")
            memory.used("rc-1", ["M-2"])
            memory.recall("Where does Ana live?")
            clock.moment = NOW - timedelta(hours=2)
            memory.correct("M-11", "I moved to York, near the station.", by="ana", reason="The flat was sold.")
            memory.forget("M-5", by="ana", reason="That was only for the spring.")
            memory.record(task="Plan the week", action="Planned it", correction="Never plan calls before ten.")
            memory.distill()
            (lasagne,) = memory.observe("My favourite dish for guests is lasagne.", speaker="ana").stored
            memory.observe("These days my favourite dish is ramen.", speaker="ana")
            memory.forget(lasagne.memory.id, by="ana", reason="Nobody ate it.")
            _as_named(memory)


def _as_named(memory: Memory) -> None:
    read = memory.read()
    assert {handle: read.memory(handle).text for handle in Ana.WORDS} == Ana.WORDS
    doubts = [(Ana.DOUBT, Ana.LIBRARY, Ana.KITCHEN, "active"), (Ana.LAPSED, Ana.RAMEN, Ana.LASAGNE, "forgotten")]
    for handle, new, old, status in doubts:
        doubt = read.body(handle) or {}
        assert (doubt.get("new"), doubt.get("old"), read.memory(old).status) == (new, old, status)
    firsts = {name: read.sequence_of(name) for name in ("ep10", "ep11", "ep14", "sl-1")}
    named = (Ana.JOB_CHANGED + 1, Ana.MOVED + 1, Ana.BEFORE_THE_TRIP + 1, Ana.NIGHT)
    assert (*firsts.values(), read.head().seq) == (*named, Ana.LAST)


LISBON: tuple[tuple[int, str], ...] = (
    (21, "I'm planning a trip to Lisbon from 3 to 9 May."),
    (23, "For the Lisbon trip from 3 to 9 May I booked the hotel Rosa near Alfama."),
    (25, "My flight for the trip to Lisbon from 3 to 9 May is TP1234 at 8:15."),
)
_SAID: tuple[tuple[int, int, str], ...] = (
    (3, 2, "I work at Halden Robotics as a test engineer."),
    (3, 4, "I'm allergic to peanuts."),
    (3, 9, "I live in Leeds, in a flat near the canal."),
    (3, 20, "My sister Jonna lives in Bergen."),
    (4, 2, "I prefer short answers, without bullet points."),
    (4, 18, "I'm training for the Yorkshire marathon."),
    (4, 25, "For the marathon I run in the mornings."),
    (5, 17, "I usually have lunch at noon."),
    (6, 1, "I left Halden Robotics. I work at Ostro Maps now."),
    (6, 20, "I moved to York last month."),
    (10, 1, "My manager is called Priya."),
    (10, 12, "My favourite place to read is the kitchen."),
    (11, 12, "These days my favourite place is the library."),
    (11, 20, "I prefer long answers with the reasons for code reviews."),
)
