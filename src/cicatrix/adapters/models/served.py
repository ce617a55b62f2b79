"""A model behind an address that speaks as OpenAI's endpoint does.

Every attempt is paid for before it is sent (:mod:`.meter`) and settled whatever becomes of it. Busy and broken servers
are asked again (:mod:`.patience`); once words were handed on, a stream that breaks is an error, for they cannot be
taken back.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from cicatrix.adapters.models.choice import Chosen
from cicatrix.adapters.models.meter import Meter
from cicatrix.adapters.services import MODEL_STUDIO, OPENAI
from cicatrix.core.chat import Message, ModelRole, Reply, Schema, TokenChance, Usage
from cicatrix.core.redaction import redact
from cicatrix.core.text import count_tokens
from cicatrix.errors import ModelFailed

if TYPE_CHECKING:
    from openai import OpenAI

    from cicatrix.adapters.models.patience import Patience

MOST: Final = {
    ModelRole.DISTILL: 2_000,
    ModelRole.ARBITER: 400,
    ModelRole.ANSWER: 1_500,
    ModelRole.REVIEW: 1_000,
    ModelRole.VISION: 1_000,
}
"""Tokens of a reply, where the caller says nothing."""

_PER_MESSAGE: Final = 8  # tokens around each message
_AGAIN: Final = frozenset({408, 409, 425, 429})  # and all of 5xx
_TOO_MUCH_ASKED: Final = frozenset({400, 422, 501})
"""Statuses with which servers refuse a request for a schema, log-probabilities or a usage that they cannot give."""


class ServedModel:
    """A Model. The client is made when the first message goes; ``timeout`` in seconds, of a whole reply."""

    def __init__(
        self,
        chosen: Chosen,
        meter: Meter,
        *,
        timeout: float = 60.0,
        parallel: int = 4,
        patience: Patience | None = None,
    ) -> None:
        self._chosen = chosen
        self._meter = meter
        self._timeout = timeout
        self._patience = patience
        self._places = threading.BoundedSemaphore(parallel)
        self._lock = threading.Lock()
        self._client: OpenAI | None = None
        self._plain: set[str] = set()  # models that take messages and nothing beside them

    def named(self, role: ModelRole) -> str:
        return self._chosen.model(role)

    def chat(
        self,
        messages: Sequence[Message],
        *,
        role: ModelRole,
        schema: Schema | None = None,
        on_text: Callable[[str], None] | None = None,
        logprobs: int = 0,
        most: int = 0,
    ) -> Reply:
        """As the port says."""
        name = self.named(role)
        prompt = sum(count_tokens(message.text) + _PER_MESSAGE for message in messages)
        room = self._meter.room(prompt, most or MOST[role])
        asked = _Asked(name, tuple(messages), prompt, room, schema, logprobs, on_text)
        with self._places:
            return self._until_it_comes(asked)

    def _until_it_comes(self, asked: _Asked) -> Reply:
        patience = self._patient()
        spent, tried, plain = Usage(), 0, asked.name in self._plain
        while True:
            tried += 1
            try:
                reply = self._paid(asked, plain=plain)
            except _Broken as broken:
                spent += broken.usage
                if broken.status in _TOO_MUCH_ASKED and not plain:
                    plain, tried = True, tried - 1
                    continue
                pause = patience.pause(tried, broken.headers) if broken.again else None
                if pause is None:
                    tries = f" after {tried} tries" if tried > 1 else ""
                    raise ModelFailed(f"{self._where} {broken.why}{tries}.", tokens=spent.total) from None
                patience.sleep(pause)
                continue
            if plain:
                self._plain.add(asked.name)
            return replace(reply, usage=spent + reply.usage)

    def _paid(self, asked: _Asked, *, plain: bool) -> Reply:
        """One attempt, reserved and settled. Raises _Broken."""
        reserved = asked.prompt + asked.room
        self._meter.reserve(reserved)
        came = _Came(asked)
        try:
            reply = self._once(asked, came, plain=plain)
        except _Broken as broken:
            self._meter.settle(reserved, broken.usage)
            raise
        except BaseException:
            self._meter.settle(reserved, came.usage())
            raise
        self._meter.settle(reserved, reply.usage)
        return reply

    def _once(self, asked: _Asked, came: _Came, *, plain: bool) -> Reply:
        import httpx2
        import openai

        request = self._request(asked, plain=plain)
        try:
            if asked.on_text is None:
                return _whole(asked, self._connected().chat.completions.create(**request))
            with self._connected().chat.completions.create(stream=True, **request) as stream:
                for chunk in stream:
                    came.take(chunk)
            return came.reply()
        except openai.APIStatusError as error:
            status = error.status_code
            usage = came.usage() if status >= 500 else Usage(calls=1)
            again = status in _AGAIN or status >= 500
            raise _Broken(
                f"answered {status}{self._said(error.message)}", usage, again, status, error.response.headers
            ) from None
        except (openai.APITimeoutError, httpx2.TimeoutException):
            raise came.broken("gave no whole reply in time") from None
        except (openai.APIConnectionError, httpx2.HTTPError, httpx2.StreamError):
            raise came.broken("cannot be reached, or broke off") from None
        except openai.OpenAIError as error:
            raise came.broken(f"reported an error{self._said(str(error))}") from None
        except (json.JSONDecodeError, UnicodeError, AttributeError, TypeError, ValueError, LookupError) as error:
            if came.failed_outside:
                raise
            raise came.broken(f"answered nonsense ({type(error).__name__})") from None

    def _request(self, asked: _Asked, *, plain: bool) -> dict[str, Any]:
        at_openai = self._chosen.base_url == OPENAI
        request: dict[str, Any] = {
            "model": asked.name,
            "messages": [{"role": message.role, "content": message.text} for message in asked.messages],
            "max_completion_tokens" if at_openai else "max_tokens": asked.room,
        }
        if plain:
            return request
        request["temperature"] = 0
        if asked.schema is not None:
            held = {"name": asked.schema.name, "schema": asked.schema.body}
            request["response_format"] = {"type": "json_schema", "json_schema": held}
        if asked.logprobs:
            request |= {"logprobs": True, "top_logprobs": asked.logprobs}
        if asked.on_text is not None:
            request["stream_options"] = {"include_usage": True}
        if self._chosen.base_url == MODEL_STUDIO:
            request["extra_body"] = {"enable_thinking": False}  # it does not go together with a schema
        return request

    @property
    def _where(self) -> str:
        """The server's name as it may be told: without a user or a password that stands in its address."""
        return urlsplit(self._chosen.base_url).netloc.rpartition("@")[2] or "The model"

    def _said(self, message: str) -> str:
        """What a server says, in one short line, without the key or anybody's secrets in it."""
        said = " ".join(message.split())
        if self._chosen.key:
            said = said.replace(self._chosen.key, "[redacted:api_key]")
        return f": {redact(said, 'message')[0][:200]}" if said else ""

    def _patient(self) -> Patience:
        from cicatrix.adapters.models.patience import Patience

        return self._patience or Patience()

    def _connected(self) -> OpenAI:
        from openai import OpenAI

        from cicatrix.adapters.models.patience import Bounded

        with self._lock:
            if self._client is None:
                self._client = OpenAI(
                    base_url=self._chosen.base_url,
                    api_key=self._chosen.key or "none",
                    max_retries=0,
                    http_client=Bounded(self._timeout),
                )
            return self._client


@dataclass(frozen=True, slots=True)
class _Asked:
    name: str
    messages: tuple[Message, ...]
    prompt: int  # tokens, estimated
    room: int  # tokens for the reply
    schema: Schema | None
    logprobs: int
    on_text: Callable[[str], None] | None


class _Broken(Exception):
    """An attempt without a whole reply."""

    def __init__(
        self, why: str, usage: Usage, again: bool, status: int = 0, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(why)
        self.why = why
        self.usage = usage
        self.again = again
        self.status = status
        self.headers = headers or {}


class _Came:
    """What came of a reply so far."""

    def __init__(self, asked: _Asked) -> None:
        self._asked = asked
        self._parts: list[str] = []
        self._size = 0
        self._usage: Usage | None = None
        self._finish = ""
        self._chances: list[TokenChance] = []
        self.failed_outside = False  # in the hands of whoever takes the words

    def take(self, chunk: Any) -> None:
        """One piece of a stream. Raises _Broken for a stream that goes on past all it may say."""
        if chunk.usage is not None:
            self._usage = _counted(chunk.usage)
        for choice in (chunk.choices or [])[:1]:
            self._finish = choice.finish_reason or self._finish
            self._chances += _chances(choice.logprobs)
            text = _clean(choice.delta.content or "") if choice.delta is not None else ""
            if not text:
                continue
            self._parts.append(text)
            self._size += count_tokens(text)
            if self._size > 2 * self._asked.room + 200:
                raise self.broken("does not end")
            if self._asked.on_text is not None:
                self.failed_outside = True
                self._asked.on_text(text)
                self.failed_outside = False

    def reply(self) -> Reply:
        """Raises _Broken for a stream that stopped before its end."""
        if not self._finish:
            raise self.broken("broke off in the middle")
        _check_finish(self._asked, self._finish, self.usage())
        return Reply(
            "".join(self._parts), self._asked.name, self.usage(), self._finish != "length", tuple(self._chances)
        )

    def usage(self) -> Usage:
        """As the server counted it, else as it is estimated: the prompt was read, as far as anybody here can know."""
        return self._usage or Usage(self._asked.prompt, self._size, 1, estimated=True)

    def broken(self, why: str) -> _Broken:
        return _Broken(why, self.usage(), again=not self._parts)


def _whole(asked: _Asked, reply: Any) -> Reply:
    """A reply that came in one piece. Raises _Broken, and whatever nonsense raises when it is read."""
    choice = reply.choices[0]
    text = _clean(choice.message.content or "")
    usage = _counted(reply.usage) or Usage(asked.prompt, count_tokens(text), 1, estimated=True)
    finish = choice.finish_reason or "stop"
    _check_finish(asked, finish, usage)
    return Reply(text, asked.name, usage, finish != "length", tuple(_chances(choice.logprobs)))


def _check_finish(asked: _Asked, finish: str, usage: Usage) -> None:
    if finish == "content_filter":
        raise _Broken(f"gave no reply of {asked.name}: its filter held it back", usage, again=False)


def _counted(usage: Any) -> Usage | None:
    """The server's figures, where they are figures."""
    if usage is None:
        return None
    prompt, completion = usage.prompt_tokens, usage.completion_tokens
    if not all(type(figure) is int and figure >= 0 for figure in (prompt, completion)):
        return None
    return Usage(prompt, completion, 1)


def _chances(logprobs: Any) -> list[TokenChance]:
    """Log-probabilities as far as they are there: servers that have none leave them out."""
    try:
        return [
            TokenChance(each.token, tuple((other.token, float(other.logprob)) for other in each.top_logprobs))
            for each in logprobs.content or ()
        ]
    except (AttributeError, TypeError, ValueError):
        return []


def _clean(text: str) -> str:
    """Valid Unicode: surrogates that make a pair become its character, lone ones the sign for what cannot be read."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
