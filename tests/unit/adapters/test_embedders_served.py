"""A served embedding model, behind a real server that answers as the test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from cicatrix.adapters.embedders.choice import choose
from cicatrix.adapters.embedders.local import LocalEmbedder
from cicatrix.adapters.embedders.pieces import MOST
from cicatrix.adapters.embedders.served import BATCH, ServedEmbedder
from cicatrix.core.vectors import cosine, quantize
from cicatrix.errors import EmbedderFailed, InvalidInput

DIMENSION = 8
KEY = "sk-test-not-a-key"

Answer = tuple[int, object]
"""Status and JSON; text as it is."""


@dataclass
class Server:
    """What it was asked, and what it answers: by default a vector for each text, from its letters."""

    address: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answer: Callable[[dict[str, Any]], Answer] = lambda body: (200, vectors(body["input"]))

    @property
    def sizes(self) -> list[int]:
        return [len(body["input"]) for body in self.asked]


def vector(text: str) -> list[float]:
    return [1.0 + sum(1 for char in text if ord(char) % DIMENSION == place) for place in range(DIMENSION)]


def vectors(texts: list[str]) -> object:
    data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(texts)]
    return {"object": "list", "model": "m", "data": data[::-1], "usage": {"prompt_tokens": 1, "total_tokens": 1}}


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(body)
            state.headers.append({name.lower(): value for name, value in self.headers.items()})
            status, reply = state.answer(body)
            content = reply.encode() if isinstance(reply, str) else json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("retry-after-ms", "1")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on stderr."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.address = f"http://127.0.0.1:{http.server_address[1]}/v1"
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    yield state
    http.shutdown()
    http.server_close()
    thread.join()


@pytest.fixture
def embedder(server: Server) -> ServedEmbedder:
    return ServedEmbedder(base_url=server.address, api_key=KEY, model="house-model", dimension=DIMENSION, timeout=10)


def refusing(is_refused: Callable[[str], bool], status: int) -> Callable[[dict[str, Any]], Answer]:
    def answer(body: dict[str, Any]) -> Answer:
        if any(map(is_refused, body["input"])):
            return status, {"error": {"message": "maximum context length exceeded"}}
        return 200, vectors(body["input"])

    return answer


# -- what is asked ----------------------------------------------------------------------------------------------------


def test_texts_become_vectors_in_their_order(server: Server, embedder: ServedEmbedder) -> None:
    texts = [f"text {number}" * (number + 1) for number in range(BATCH + 3)]
    assert embedder.embed(texts, role="passage") == [quantize(vector(text)) for text in texts]
    assert server.sizes == [BATCH, 3]
    assert server.asked[0]["model"] == "house-model"
    assert server.asked[0]["encoding_format"] == "float"
    assert "dimensions" not in server.asked[0]
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert embedder.embed([], role="query") == []


def test_a_model_that_can_shorten_its_vectors_is_asked_to(server: Server) -> None:
    embedder = ServedEmbedder(
        base_url=server.address, api_key=KEY, model="text-embedding-v4", dimension=DIMENSION, timeout=10
    )
    embedder.embed(["one"], role="passage")
    assert server.asked[0]["dimensions"] == DIMENSION


def test_a_model_is_another_behind_another_address_or_of_another_size() -> None:
    def model(**given: object) -> object:
        named: dict[str, Any] = {"base_url": "http://one/v1", "api_key": "", "model": "bge-m3", **given}
        return ServedEmbedder(**named).model

    assert model() == model(api_key="other") == model(base_url="http://one/v1/")
    assert len({model(), model(base_url="http://two/v1"), model(dimension=512), model(model="nomic-embed-text")}) == 4


def test_of_an_unknown_model_the_size_must_be_told() -> None:
    with pytest.raises(InvalidInput, match="house-model"):
        ServedEmbedder(base_url="http://one/v1", api_key="", model="house-model")


# -- texts that are too long ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 413, 422, 500])
def test_a_text_that_is_too_long_goes_in_pieces(server: Server, embedder: ServedEmbedder, status: int) -> None:
    long = "filler " * 400
    server.answer = refusing(lambda text: len(text) > 1_000, status)
    short, pieces, last = embedder.embed(["short", long, "last"], role="passage")
    assert (short, last) == (quantize(vector("short")), quantize(vector("last")))
    assert pieces is not None
    assert cosine(pieces, quantize(vector(long))) > 990_000


def test_of_a_very_long_text_the_two_ends_are_asked_for(server: Server, embedder: ServedEmbedder) -> None:
    text = "begin " + "filler " * 40_000 + "end"
    assert embedder.embed([text], role="passage")[0] is not None
    sent = [piece for body in server.asked for piece in body["input"]]
    assert sent[0].startswith("begin")
    assert sent[-1].endswith("end")
    assert MOST <= sum(map(len, sent)) <= MOST + 1


def test_a_text_that_is_refused_in_any_size_waits_alone(server: Server, embedder: ServedEmbedder) -> None:
    server.answer = refusing(lambda text: "bad" in text, 400)
    assert embedder.embed(["good one", "a bad one", "another"], role="passage") == [
        quantize(vector("good one")),
        None,
        quantize(vector("another")),
    ]


# -- servers that fail ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_failure_is_tried_again(server: Server, embedder: ServedEmbedder, status: int) -> None:
    failures = [status]
    server.answer = lambda body: (failures.pop(), {}) if failures else (200, vectors(body["input"]))
    assert embedder.embed(["one"], role="passage") == [quantize(vector("one"))]
    assert len(server.asked) == 2


def test_a_question_is_not_asked_twice(server: Server, embedder: ServedEmbedder) -> None:
    server.answer = lambda body: (503, {})
    with pytest.raises(EmbedderFailed, match="answered 503"):
        embedder.embed(["one"], role="query")
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((500, {"error": {"message": "boom"}}), "answered 500 to house-model"),
        ((401, {"error": {"message": "no such key"}}), "answered 401"),
        ((404, {"error": {"message": "no such model"}}), "no such model"),
        ((429, {}), "answered 429"),
        ((200, "no JSON"), "nonsense"),
        ((200, {"data": None}), "nonsense"),
        ((200, {"data": []}), "0 vectors to 2 texts"),
        ((200, {"data": [{"index": 0, "embedding": [1.0] * DIMENSION}] * 2}), "1 vectors to 2 texts"),
        ((200, {"data": [{"index": n, "embedding": [1.0] * 3} for n in range(2)]}), "vectors of 3 numbers"),
        ((200, {"data": [{"index": n, "embedding": [0.0] * DIMENSION} for n in range(2)]}), "a vector that is none"),
        ((200, {"data": [{"index": n, "embedding": ["x"] * DIMENSION} for n in range(2)]}), "nonsense"),
    ],
)
def test_what_is_no_answer_is_an_error(server: Server, embedder: ServedEmbedder, answer: Answer, told: str) -> None:
    server.answer = lambda body: answer
    with pytest.raises(EmbedderFailed, match=told) as caught:
        embedder.embed(["one", "two"], role="passage")
    assert KEY not in str(caught.value)
    assert len(server.asked) <= 8, "a server that is down is not asked for ever"


def test_a_server_that_is_not_there_is_an_error() -> None:
    embedder = ServedEmbedder(
        base_url="http://user:secret@127.0.0.1:1/v1", api_key=KEY, model="m", dimension=DIMENSION, retries=0
    )
    with pytest.raises(EmbedderFailed, match=r"127\.0\.0\.1:1 cannot be reached") as caught:
        embedder.embed(["one"], role="passage")
    assert "secret" not in str(caught.value)


# -- which one the settings mean --------------------------------------------------------------------------------------


def served(env: dict[str, str], *, base_url: str = "", model: str = "", dimensions: str = "") -> ServedEmbedder:
    found = choose("openai", base_url=base_url, model=model, dimensions=dimensions, env=env)
    assert isinstance(found, ServedEmbedder)
    return found


def test_a_key_alone_sends_nothing_anywhere() -> None:
    env = {"OPENAI_API_KEY": KEY, "DASHSCOPE_API_KEY": KEY, "CICATRIX_LLM_API_KEY": KEY}
    assert choose("none", base_url="", model="", dimensions="", env=env) is None
    assert isinstance(choose("auto", base_url="", model="", dimensions="", env=env), LocalEmbedder)


def test_the_key_says_which_service_is_meant() -> None:
    studio = served({"DASHSCOPE_API_KEY": KEY})
    assert (studio.model.id, studio.model.dimension) == ("text-embedding-v4", 256)
    assert studio.address == "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"
    openai = served({"OPENAI_API_KEY": KEY, "DASHSCOPE_API_KEY": ""})
    assert (openai.model.id, openai.address) == ("text-embedding-3-small", "https://api.openai.com/v1")
    ollama = served({"DASHSCOPE_API_KEY": KEY}, base_url="http://127.0.0.1:11434/v1", model="nomic-embed-text:latest")
    assert (ollama.model.dimension, ollama.address) == (768, "http://127.0.0.1:11434/v1")
    assert served({"CICATRIX_LLM_API_KEY": KEY}, dimensions="512").model.dimension == 512


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("openai", {}, "neither an address nor a key"),
        ("openai", {"base_url": "http://one/v1", "dimensions": "many"}, "embed.dimensions"),
        ("word2vec", {}, "no embedder 'word2vec'"),
    ],
)
def test_what_cannot_be_meant_is_refused(name: str, given: dict[str, str], told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        choose(name, **{"base_url": "", "model": "", "dimensions": "", **given}, env={})
