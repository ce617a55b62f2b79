"""A bundle of 100,000 entries is verified in 15 seconds of the processor (in the soak); a tenth of it in a tenth."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from tests.contract.drafts import draft
from tests.verifier.conftest import SOAK
from tests.verifier.ledgers import NS, open_memory

from cicatrix.core.ids import Kind
from verifier import cicatrix_verify as verifier

ENTRIES, SECONDS = (100_000, 15.0) if SOAK else (10_000, 1.5)
BODY = {"kind": "experience", "task": "Answer the ticket about the invoice of last month", "outcome": "Solved. " * 20}


@pytest.mark.slow
def test_a_long_ledger_is_verified_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CICATRIX_HOME", str(tmp_path / "home"))
    with open_memory(tmp_path) as memory:
        ctx = memory.context
        for _ in range(ENTRIES // 1_000):
            with ctx.store.writer(NS, now=ctx.clock.now(), durability="full") as writer:
                for _ in range(1_000):
                    writer.append(draft(Kind.EPISODE, writer.next_handle(Kind.EPISODE), {**BODY}))
            if writer.head().seq % 5_000 == 0:
                memory.checkpoint()
        assert memory.export(tmp_path / "long.bundle").entries == ENTRIES
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-I", verifier.__file__, tmp_path / "long.bundle"], capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (done.returncode, done.stdout[:3]) == (0, "OK:")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{ENTRIES:,} entries verified in {seconds:.2f} s of the processor")  # noqa: T201
    assert seconds < SECONDS
