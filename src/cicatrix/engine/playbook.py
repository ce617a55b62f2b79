"""The playbook: all rules with the words that taught them; as data, as one Markdown file for git, and looked over."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cicatrix.core.evidence import quote
from cicatrix.core.ids import Kind, handle_order
from cicatrix.core.memories import Memory, Status
from cicatrix.core.moments import to_utc
from cicatrix.core.playbook_markdown import PlaybookRule, Quoted, render
from cicatrix.core.polarity import contradict, sentences
from cicatrix.core.reading.signature import signature
from cicatrix.core.support import needed
from cicatrix.core.wording import words_of
from cicatrix.engine.claims import EpisodesOf, claims
from cicatrix.engine.context import Context
from cicatrix.engine.reports import Finding
from cicatrix.errors import StoreError
from cicatrix.ports import LedgerReader

FILE = "PLAYBOOK.md"
_ALIKE = 0.6  # share of all stems of two rules that both have, from which they look like one lesson


def show(ctx: Context, *, at: int | None = None) -> tuple[PlaybookRule, ...]:
    """All rules in order of their handles, whatever their status, with their evidence in words."""
    with ctx.store.reader(ctx.namespace) as reader:
        return _rules(reader, at)


def export(ctx: Context, folder: Path) -> Path:
    """Write ``PLAYBOOK.md`` into a folder (made if it is not there). The file is whole or as it was: never half."""
    text = render(ctx.namespace, show(ctx))
    target = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if target.is_file() and target.read_bytes() == text.encode():
            return target
        _replace(target, text.encode())
    except OSError as error:
        raise StoreError(
            f"{target} could not be written: {error.strerror or error}.",
            hint="Name a folder that you may write to; the file was left as it was.",
        ) from error
    return target


def lint(ctx: Context) -> tuple[Finding, ...]:
    """What somebody should look at, by handle; empty when all is well."""
    found = [*_evidence_findings(ctx), *_pair_findings(ctx)]
    return tuple(sorted(found, key=lambda finding: handle_order(finding.id)))


def _rules(reader: LedgerReader, at: int | None) -> tuple[PlaybookRule, ...]:
    episodes = EpisodesOf(reader)
    rules = sorted(claims(reader, (Kind.RULE,), at=at), key=lambda rule: handle_order(rule.id))
    return tuple(PlaybookRule(rule, tuple(_quoted(rule, episodes)), _tags(rule, episodes)) for rule in rules)


def _tags(rule: Memory, episodes: EpisodesOf) -> tuple[str, ...]:
    """The rule's tags as the words that it or its episodes' tasks have for them."""
    tasks = [episode.task for name in rule.episodes if (episode := episodes.get(name)) is not None]
    text = " ".join([rule.text, *tasks])
    return tuple(words_of(text, (tag,))[0].lower() for tag in rule.tags)


def _quoted(rule: Memory, episodes: EpisodesOf) -> Iterator[Quoted]:
    for span in rule.evidence:
        episode = episodes.get(span.episode)
        if episode is None:
            yield Quoted(span.episode, span.field, None, "", "")
            continue
        corrector = episode.corrector.name if episode.corrector is not None else ""
        who = corrector if span.field == "correction" else corrector or episode.speaker or episode.actor
        yield Quoted(span.episode, span.field, quote(episode, span), who, episode.occurred_at)


def _replace(target: Path, content: bytes) -> None:
    """Write beside the file and move over it, so that a reader or a crash never meets half of it."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _evidence_findings(ctx: Context) -> Iterator[Finding]:
    now = ctx.clock.now()
    for item in show(ctx):
        rule = item.rule
        if rule.status is Status.CANDIDATE:
            yield Finding(
                rule.id,
                "warning",
                f"It waits for a person, at trust {rule.trust.value}.",
                f"`cicatrix ratify {rule.id} --by NAME`, or `cicatrix retire {rule.id}`.",
            )
        if rule.status is not Status.ACTIVE:
            continue
        if any(quoted.words is None for quoted in item.evidence) or not item.evidence:
            yield Finding(rule.id, "error", "Words that it cites are gone.", "Retire it, or teach it again.")
        if len(rule.tags) < 2:
            yield Finding(
                rule.id,
                "warning",
                "It has fewer than two tags, so a task can hardly be recognised as its business.",
                "Say it again with the thing it is about, in an episode with a task.",
            )
        for name, moment in (("review", rule.review_by), ("validity", rule.valid_to)):
            if moment and to_utc(moment) < now:
                yield Finding(
                    rule.id, "warning", f"Its {name} date, {moment}, is past.", "Confirm, correct or retire it."
                )


def _pair_findings(ctx: Context) -> Iterator[Finding]:
    with ctx.store.reader(ctx.namespace) as reader:
        active = [rule for rule in claims(reader, (Kind.RULE,)) if rule.status is Status.ACTIVE]
    for first, second in _neighbours(sorted(active, key=lambda rule: handle_order(rule.id))):
        if first.id in second.refines or second.id in first.refines:
            continue
        if contradict(first.text, second.text):
            yield Finding(
                second.id,
                "warning",
                f"It and {first.id} cannot both be followed.",
                f"Retire or suspend one: `cicatrix explain {first.id}`, `cicatrix explain {second.id}`.",
            )
        elif _alike(first, second):
            yield Finding(
                second.id,
                "note",
                f"It says nearly the same as {first.id}.",
                "If it is one lesson, retire the one that says it worse.",
            )


def _neighbours(rules: list[Memory]) -> Iterator[tuple[Memory, Memory]]:
    """Pairs in which a sentence of one shares most of its stems with a sentence of the other.

    Found through the rarest stems of the shorter sentence: if it shares :func:`~.support.needed` of its ``n`` stems,
    one of any ``n - needed + 1`` is shared.
    """
    said = [
        (number, signature(sentence).stems) for number, rule in enumerate(rules) for sentence in sentences(rule.text)
    ]
    by_stem: defaultdict[str, list[int]] = defaultdict(list)
    for place, (_, stems) in enumerate(said):
        for term in stems:
            by_stem[term].append(place)
    pairs: set[tuple[int, int]] = set()
    for number, stems in said:
        rarest = sorted(stems, key=lambda term: (len(by_stem[term]), term))
        for place in {place for term in rarest[: len(stems) - needed(len(stems)) + 1] for place in by_stem[term]}:
            other, theirs = said[place]
            if other != number and len(stems & theirs) >= needed(len(stems)):
                pairs.add((min(number, other), max(number, other)))
    for first, second in sorted(pairs):
        yield rules[first], rules[second]


def _alike(first: Memory, second: Memory) -> bool:
    one, other = signature(first.text), signature(second.text)
    if one.numbers != other.numbers or one.names != other.names:
        return False
    return len(one.stems & other.stems) >= _ALIKE * len(one.stems | other.stems)
