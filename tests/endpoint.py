"""A real endpoint that speaks as OpenAI's does, on loopback, and a proxy in front of it that breaks what it passes on.

Nothing here sleeps: a reply that is "late" is held until whoever waits for it has gone away.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

Body = dict[str, Any]
Answer = Callable[[Body], "str | tuple[int, Body]"]
"""The words of a reply to a request, or a status with its JSON."""

FAULTS: Final = (
    "drop",  # the connection ends before anything came
    "cut",  # it ends in the middle of the body
    "late",  # nothing comes
    "drip",  # headers come, and then nothing
    "429",
    "429 for long",
    "500",
    "503",
    "no json",
    "html",
    "bytes",  # that are no UTF-8
    "empty",
    "no choices",
    "wrong types",
    "null",
    "list",
    "endless",
)


@dataclass
class Endpoint:
    """What it was asked, and how it answers."""

    answer: Answer
    address: str = ""
    asked: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    counts: bool = True  # whether it says how many tokens a reply took


class _Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def send(self, status: int, content: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def hold(self) -> None:
        """Until the other end has gone away."""
        self.close_connection = True
        with suppress(OSError):
            while self.connection.recv(1024):
                pass


@contextmanager
def _serving(handler: type[_Quiet]) -> Iterator[str]:
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    http.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that goes away is what is tested
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"127.0.0.1:{http.server_address[1]}"
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


@contextmanager
def serving(answer: Answer) -> Iterator[Endpoint]:
    """An endpoint that answers every request with the words that ``answer`` gives, streamed where it is asked to."""
    state = Endpoint(answer)

    class Handler(_Quiet):
        def do_POST(self) -> None:
            asked = json.loads(self.body())
            state.asked.append(asked)
            state.headers.append({name.lower(): value for name, value in self.headers.items()})
            said = state.answer(asked)
            if not isinstance(said, str):
                self.send(said[0], json.dumps(said[1]).encode())
            elif asked.get("stream"):
                self.send(200, streamed(said, asked, counts=state.counts), "text/event-stream")
            else:
                self.send(200, json.dumps(whole(said, asked, counts=state.counts)).encode())

    with _serving(Handler) as address:
        state.address = f"http://{address}/v1"
        yield state


@dataclass
class Proxy:
    """``faults`` are what becomes of the next requests, one each; None passes one on as it is."""

    address: str = ""
    faults: list[str | None] = field(default_factory=list)
    injected: list[str] = field(default_factory=list)


@contextmanager
def breaking(endpoint: Endpoint) -> Iterator[Proxy]:
    """A proxy in front of an endpoint."""
    state = Proxy()
    host = endpoint.address.removeprefix("http://").removesuffix("/v1")

    class Handler(_Quiet):
        def do_POST(self) -> None:
            body = self.body()
            fault = state.faults.pop(0) if state.faults else None
            upstream = HTTPConnection(host, timeout=10)
            upstream.request("POST", self.path, body, dict(self.headers.items()))
            reply = upstream.getresponse()
            content, kind = reply.read(), reply.headers["Content-Type"]
            upstream.close()
            if fault is None:
                self.send(reply.status, content, kind)
                return
            state.injected.append(fault)
            self.close_connection = True
            self.broken(fault, content, kind)

        def broken(self, fault: str, content: bytes, kind: str) -> None:
            streams = kind == "text/event-stream"
            match fault:
                case "drop":
                    return
                case "late":
                    self.hold()
                case "cut" | "drip":
                    self.send_response(200)
                    self.send_header("Content-Type", kind)
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content[: len(content) // 2 if fault == "cut" else 0])
                    if fault == "drip":
                        self.hold()
                case "429":
                    self.send(429, b'{"error": {"message": "slow down"}}', retry_after="1")
                case "429 for long":
                    self.send(429, b'{"error": {"message": "come back tomorrow"}}', retry_after="86400")
                case "500" | "503":
                    self.send(int(fault), b'{"error": {"message": "something broke"}}')
                case "html":
                    self.send(200, b"<html><body>Please log in</body></html>", "text/html")
                case "empty":
                    self.send(200, b"", kind)
                case "endless":
                    self.send_response(200)
                    self.send_header("Content-Type", kind)
                    self.end_headers()
                    piece = _event(_chunk("again and again ")) if streams else b" " * 65_536
                    with suppress(OSError):
                        while True:
                            self.wfile.write(piece)
                case _:
                    odd = {
                        "no json": b"{choices: what?",
                        "bytes": b'{"choices": [{"message": {"content": "\xff\xfe\xff"}}]}',
                        "no choices": b'{"id": "x", "object": "chat.completion"}',
                        "wrong types": b'{"choices": {"message": 7}, "usage": "much"}',
                        "null": b"null",
                        "list": b"[1, 2]",
                    }[fault]
                    self.send(200, b"data: " + odd + b"\n\n" if streams else odd, kind)

    with _serving(Handler) as address:
        state.address = f"http://{address}/v1"
        yield state


def whole(text: str, asked: Body, *, counts: bool = True) -> Body:
    reply: Body = {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 0,
        "model": asked["model"],
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
    }
    if asked.get("logprobs"):
        reply["choices"][0]["logprobs"] = {
            "content": [{"token": text, "logprob": -0.1, "top_logprobs": [{"token": text, "logprob": -0.1}]}]
        }
    return reply | ({"usage": used(asked, text)} if counts else {})


def used(asked: Body, text: str) -> Body:
    prompt = sum(len(message["content"].split()) for message in asked["messages"])
    return {"prompt_tokens": prompt, "completion_tokens": len(text.split()), "total_tokens": prompt + len(text.split())}


def streamed(text: str, asked: Body, *, counts: bool = True) -> bytes:
    """Seven characters a piece, so that citations are cut anywhere."""
    pieces = [_chunk(text[at : at + 7]) for at in range(0, len(text), 7)]
    last = _chunk("") | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    wants = counts and asked.get("stream_options", {}).get("include_usage")
    tail = [_chunk("") | {"choices": [], "usage": used(asked, text)}] if wants else []
    return b"".join(map(_event, [*pieces, last, *tail])) + b"data: [DONE]\n\n"


def _chunk(text: str) -> Body:
    return {
        "id": "chat-1",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}],
    }


def _event(chunk: Body) -> bytes:
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"
