"""A mind of the past: which sequence is meant, and what the clock said there."""

from __future__ import annotations

from datetime import datetime, timedelta

from cicatrix.core.entries import read_header
from cicatrix.core.moments import read_moment, to_utc
from cicatrix.engine.context import Context
from cicatrix.errors import InvalidInput, InvalidTime
from cicatrix.ports import LedgerReader


def sequence_of(reader: LedgerReader, at: int | str) -> int:
    """The sequence that ``at`` means: ``1042``, ``"#1042"``, ``"@1042"``, a moment, or a day (its end, in UTC)."""
    head = reader.head().seq
    text = str(at).strip()
    number = text.lstrip("#@")
    if not is_date(at):
        if not 0 <= int(number) <= head:
            raise InvalidInput(
                f"There is no mind @{number}: the last entry of {reader.namespace} is #{head}.",
                hint=f"Name a sequence from 0 to {head}, or a date.",
            )
        return int(number)
    try:
        moment = read_moment(text, field="at").utc
    except InvalidTime as error:
        raise InvalidTime(f"{text!r} is neither a sequence nor a date.", hint=error.hint) from None
    if len(text) == len("2026-11-30"):
        moment += timedelta(days=1, microseconds=-1)
    return reader.sequence_at(moment)


def is_date(at: int | str) -> bool:
    """Whether ``at`` names a moment and no sequence."""
    number = str(at).strip().lstrip("#@")
    return isinstance(at, bool) or not (number.isascii() and number.removeprefix("-").isdigit() and len(number) < 20)


def mind_at(reader: LedgerReader, at: int | str) -> int:
    """The same for a mind that is asked. Raises InvalidInput for a time before the first entry, when there was none."""
    seq = sequence_of(reader, at)
    if not seq and reader.head().seq and not str(at).strip().lstrip("#@").isdigit():
        first = read_header(next(iter(reader.entries(1, 2))).header).at[:10]
        raise InvalidInput(
            f"There was no mind on {at}: the first entry of {reader.namespace} is of {first}.",
            hint=f"Name {first} or a later date, or a sequence.",
        )
    return seq


def clock_of(ctx: Context, reader: LedgerReader, mind: int | None) -> datetime:
    """The clock of the recall: now, never behind the ledger; for a past mind the time of its last entry."""
    if mind:
        sealed = next(iter(reader.entries(mind, mind + 1)))
        return to_utc(read_header(sealed.header).at)
    now, last = ctx.clock.now(), reader.head().at
    return max(now, to_utc(last)) if last and not ctx.clock.fixed else now
