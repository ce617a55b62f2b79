"""A model reads what code could not: corrections and turns of which nothing, or not all, was learnt.

What it says is a proposal. Each claim passes the same admission and revision as everything else; a rule becomes a
candidate that waits for a person. What is refused is a dead letter, and so is a reply of which nothing can be made:
``retry`` asks again. The model is asked outside of any transaction; what comes of one episode is sealed in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from cicatrix.core.admission import Admitted, AlreadyKnown, Claim, Rejected, admit
from cicatrix.core.answers import NO_USAGE
from cicatrix.core.chat import Message, ModelRole, Usage
from cicatrix.core.codec import decode, encode
from cicatrix.core.dead_letters import DeadLetter
from cicatrix.core.entries import Draft, EntryKind
from cicatrix.core.episodes import JsonValue
from cicatrix.core.ids import Kind, canonical_handle, parse_handle
from cicatrix.core.json_reply import read_reply
from cicatrix.core.known import Known
from cicatrix.core.memories import Memory, Status
from cicatrix.core.proposals import Proposal, ProposalCode, Refused, Task, claims_of, proposal_key, task_of
from cicatrix.core.redaction import redact
from cicatrix.core.trust import Origin
from cicatrix.engine.claims import DURABILITY, EpisodesOf, claims, keep_refusal, seal
from cicatrix.engine.context import Context
from cicatrix.engine.embedding import settle
from cicatrix.engine.prompts import asked, instructions
from cicatrix.engine.reports import Refusal
from cicatrix.engine.revising import revise
from cicatrix.engine.rule_revising import RulesMeet
from cicatrix.errors import InvalidInput, ModelFailed, NotFound, ReplyUnusable, StateConflict
from cicatrix.ports import LedgerWriter, Model

SHOWN = 2_000
"""Code points of a reply that a model sees again when it is to mend it, and that a dead letter keeps."""


@dataclass(slots=True)
class ProposeReport:
    """``read``: episodes that the model read in this run; ``waiting``: those it has still to read. ``stopped``: why it
    was not asked any further."""

    admitted: list[Memory] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    superseded: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    proposals: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # dead letters of replies that could not be used
    read: int = 0
    waiting: int = 0
    model: str = ""
    usage: Usage = NO_USAGE
    stopped: str = ""
    notes: tuple[str, ...] = ()
    seq: int = 0


def propose(
    ctx: Context, *, progress: Callable[[int, int], None] | None = None, again: frozenset[str] = frozenset()
) -> ProposeReport:
    """Let the model read every episode that it has not read with these instructions; of ``again``, those it has.

    A limit of tokens and an endpoint that fails stop the run and are told; what was read before stands, and what was
    not read waits for the next run. Raises InvalidInput where no model is named, ReadOnly, Busy.
    """
    model = ctx.model
    if model is None:
        raise InvalidInput(
            "No model is named.", hint="Set DASHSCOPE_API_KEY, OPENAI_API_KEY, or CICATRIX_LLM_BASE_URL; or --no-model."
        )
    before = ctx.store.data_version(ctx.namespace)
    tasks = list(_unread(ctx, again))
    report = ProposeReport(model=model.named(ModelRole.DISTILL), waiting=len(tasks))
    for done, task in enumerate(tasks, start=1):
        try:
            _read_one(ctx, model, task, report)
        except ModelFailed as failed:
            report.usage += Usage(failed.tokens, 0, estimated=True)
            report.stopped = f"{failed.message} {failed.hint}"
            break
        report.read, report.waiting = done, len(tasks) - done
        if progress is not None:
            progress(done, len(tasks))
    report.notes = settle(ctx, after=before)
    report.seq = ctx.store.data_version(ctx.namespace)
    return report


def retry(ctx: Context, id: str | None = None) -> ProposeReport:
    """Ask again for what a model's reply could not be used (``dl-3``), or for all of it. What then succeeds dismisses
    its dead letter.

    Raises NotFound, StateConflict for a dead letter of another kind, InvalidInput where no model is named.
    """
    with ctx.store.reader(ctx.namespace) as reader:
        letters = {
            version.handle: decode(DeadLetter, version.body)
            for version in reader.versions((Kind.DEAD_LETTER,))
            if version.body is not None
        }
    failed = {name: letter for name, letter in letters.items() if letter.code == ProposalCode.UNUSABLE}
    waiting = {name: letter for name, letter in failed.items() if not letter.dismissed_by}
    if id is not None:
        name = canonical_handle(id)
        if name not in letters or parse_handle(name)[0] is not Kind.DEAD_LETTER:
            raise NotFound(f"There is no dead letter {name}.", hint="`cicatrix inbox --dead-letters` lists them.")
        if name not in waiting:
            raise StateConflict(
                f"{name} is not a reply that waits to be asked for again: {letters[name].reason}",
                hint="A claim that was refused is proposed again by whoever knows more: `cicatrix remember`.",
            )
        waiting = {name: waiting[name]}
    if not waiting:
        return ProposeReport()
    return propose(ctx, again=frozenset(letter.episode for letter in waiting.values() if letter.episode))


def _unread(ctx: Context, again: frozenset[str]) -> Iterator[Task]:
    with ctx.store.reader(ctx.namespace) as reader:
        seen = EpisodesOf(reader)
        for version in reader.versions((Kind.EPISODE,)):
            if version.body is None or (again and version.handle not in again):
                continue
            task = task_of(seen.of(version))
            if task is None:
                continue
            known = reader.find(Kind.PROPOSAL, proposal_key(task.episode.id, task.prompt))
            if known is None or (version.handle in again and (known.body or {}).get("failure")):
                yield task


def _read_one(ctx: Context, model: Model, task: Task, report: ProposeReport) -> None:
    """Ask about one episode, and seal what comes of it. Raises ModelFailed where the model could not be asked."""
    proposer = f"model {report.model} {instructions(task.prompt)[1].sha256[:12]}"
    proposal = Proposal("", task.episode.id, instructions(task.prompt)[1], report.model)
    value: JsonValue = {task.schema.name: []}
    try:
        value, proposal = _asked(model, task, proposal)
    except ReplyUnusable as unusable:
        usage = Usage(unusable.tokens, 0, 2, estimated=True)
        proposal = replace(proposal, reply=redact(unusable.reply, "reply")[0], failure=unusable.fault, usage=usage)
    report.usage += proposal.usage
    with ctx.store.writer(
        ctx.namespace, now=ctx.clock.now(), durability=DURABILITY, strict_now=ctx.clock.fixed
    ) as writer:
        key = proposal_key(task.episode.id, task.prompt)
        before = writer.find(Kind.PROPOSAL, key)
        if before is not None and not (before.body or {}).get("failure"):
            return  # another process was quicker
        became = _Became(ctx, writer, task, report)
        for claim in claims_of(task, value, proposer):
            became.take(claim)
        if proposal.failure:
            reason = f"The model's reply cannot be used, nor the one that was to mend it: {proposal.failure}."
            words = proposal.reply[:SHOWN] or "(nothing)"
            code, evidence = ProposalCode.UNUSABLE, (task.whole,)
            letter = keep_refusal(ctx, writer, words, code, reason, evidence, proposer)
            became.refused.append(letter)
            report.failed.append(letter.dead_letter or "")
        report.proposals.append(_seal(ctx, writer, task, proposal, became, key))
        if before is not None and not proposal.failure:
            _dismiss(ctx, writer, task)


def _asked(model: Model, task: Task, proposal: Proposal) -> tuple[JsonValue, Proposal]:
    """The value of the reply, or of the one that mends it. Raises ReplyUnusable, ModelFailed."""
    parts = [("task", task.episode.task if task.field == "correction" else ""), ("words", task.words)]
    messages = asked(task.prompt, parts)
    usage = Usage()
    fault = ""
    for _ in range(2):
        reply = model.chat(messages, role=ModelRole.DISTILL, schema=task.schema)
        usage += reply.usage
        read = read_reply(reply.text, task.schema.body)
        said = redact(reply.text, "reply")[0]
        if read.value is not None or read.empty:
            value = read.value if read.value is not None else {task.schema.name: []}
            return value, replace(proposal, reply=said, usage=usage, is_cut=read.cut or not reply.is_whole)
        fault = read.fault
        mend = f"That cannot be used: {fault}. Reply again with JSON of the asked shape, and nothing else."
        messages = [*messages, Message("assistant", reply.text[:SHOWN]), Message("user", mend)]
    raise ReplyUnusable(
        f"{reply.model} did not keep the asked shape: {fault}.", reply=said, fault=fault, tokens=usage.total
    )


class _Became:
    """What the claims of one reply become, inside the transaction that seals them."""

    def __init__(self, ctx: Context, writer: LedgerWriter, task: Task, report: ProposeReport) -> None:
        self._ctx, self._writer, self._task, self._report = ctx, writer, task, report
        self._episodes = EpisodesOf(writer)
        self._episodes.add(task.episode)
        self.handles: list[str] = []
        self.refused: list[Refusal] = []

    def take(self, claim: Claim | Refused) -> None:
        if isinstance(claim, Refused):
            self._refuse(claim.text, claim.code, claim.reason, claim)
            return
        is_rule = self._task.prompt.startswith("distill")
        known = Known(claims(self._writer, (Kind.RULE,))) if is_rule else self._ctx.beliefs.known(self._writer)
        verdict = admit(claim, self._episodes, known, by="distill")
        if isinstance(verdict, Rejected):
            self._refuse(claim.text, verdict.code, verdict.reason, claim)
        elif isinstance(verdict, AlreadyKnown):
            return
        elif isinstance(verdict, Admitted) and is_rule:
            self._waits(verdict.memory)
        elif isinstance(verdict, Admitted):
            revised = revise(self._ctx, self._writer, verdict.memory, self._episodes, by="distill")
            self._report.superseded += revised.supersedes
            self._report.doubts += revised.doubts
            self._stored(revised.memory)
        else:
            memory = seal(self._ctx, self._writer, verdict.memory, self._episodes, EntryKind.MEMORY_JOINED)
            self._stored(memory)

    def _waits(self, rule: Memory) -> None:
        """A rule as a model reads it waits for a person, whoever's words it rests on."""
        candidate = replace(rule, id=self._writer.next_handle(Kind.RULE), status=Status.CANDIDATE)
        rules = RulesMeet(self._ctx, self._writer, self._episodes, claims(self._writer, (Kind.RULE,)))
        self._stored(rules.seal(candidate))

    def _stored(self, memory: Memory) -> None:
        self.handles.append(memory.id)
        self._report.admitted.append(memory)

    def _refuse(self, text: str, code: str, reason: str, claim: Claim | Refused) -> None:
        evidence = claim.evidence if isinstance(claim, Claim) else (claim.evidence,)
        proposer = f"model {self._report.model}"
        words = redact(text, "text")[0] or "(nothing)"
        refusal = keep_refusal(self._ctx, self._writer, words, code, reason, evidence, proposer)
        self.refused.append(refusal)
        self._report.refused.append(refusal)


def _seal(ctx: Context, writer: LedgerWriter, task: Task, proposal: Proposal, became: _Became, key: str) -> str:
    known = writer.find(Kind.PROPOSAL, key)
    proposal = replace(
        proposal,
        id=known.handle if known is not None else writer.next_handle(Kind.PROPOSAL),
        became=tuple(dict.fromkeys(became.handles)),
        refused=tuple(refusal.dead_letter for refusal in became.refused if refusal.dead_letter),
    )
    writer.append(
        Draft(
            entry=EntryKind.PROPOSAL,
            kind=Kind.PROPOSAL,
            handle=proposal.id,
            body=encode(proposal),
            actor=ctx.user,
            origin=Origin.AGENT,
            parents=(task.episode.seq,),
            subjects=task.episode.subjects,
            key=key,
        )
    )
    return proposal.id


def _dismiss(ctx: Context, writer: LedgerWriter, task: Task) -> None:
    """The replies that could not be used are done with: one that could has come."""
    for version in list(writer.versions((Kind.DEAD_LETTER,))):
        letter = decode(DeadLetter, version.body) if version.body is not None else None
        if letter is None or letter.dismissed_by or letter.code != ProposalCode.UNUSABLE:
            continue
        if letter.episode != task.episode.id:
            continue
        done = replace(
            letter, dismissed_by=ctx.user, dismissed_for="The model was asked again, and its reply was used."
        )
        writer.append(
            Draft(
                entry=EntryKind.DEAD_LETTER_DISMISSED,
                kind=Kind.DEAD_LETTER,
                handle=version.handle,
                body=encode(done),
                actor=ctx.user,
                origin=Origin.AGENT,
                parents=(version.seq,),
                key=version.key,
            )
        )
