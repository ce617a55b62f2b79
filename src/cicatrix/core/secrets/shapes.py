"""What a secret looks like: shapes that only credentials have.

A vendor's prefix before a run of random letters, a PEM frame, a signed token, a password inside an address. Where the
shape says nothing, the place does: core/secrets/places.py. Payment cards: core/secrets/cards.py.

Not secrets, and left alone by all three: hashes, commit ids, UUIDs, order numbers, discount codes, and account
numbers that are printed on invoices (IBAN). Names and addresses of people are no secrets either; erasure is for them.

Every pattern is linear in the length of the text: repetitions are bounded, or stand behind a look-behind that forbids
starting inside the run they would read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cicatrix.core.patterns import regex


class SecretKind(StrEnum):
    """The word in the placeholder. Where two finds overlap, the one that stands first here names the secret."""

    PRIVATE_KEY = "private_key"
    AWS_KEY = "aws_key"
    GOOGLE_KEY = "google_key"
    GITHUB_TOKEN = "github_token"  # noqa: S105 - the name of a kind
    GITLAB_TOKEN = "gitlab_token"  # noqa: S105
    SLACK_TOKEN = "slack_token"  # noqa: S105
    STRIPE_KEY = "stripe_key"
    JWT = "jwt"
    API_KEY = "api_key"
    BEARER = "bearer_token"
    COOKIE = "cookie"
    PASSWORD = "password"  # noqa: S105
    CREDIT_CARD = "credit_card"


@dataclass(frozen=True, slots=True)
class Span:
    """A secret at ``text[start:end]``: the secret itself, never the words around it."""

    start: int
    end: int
    kind: SecretKind


def shaped_secrets(text: str) -> Iterator[Span]:
    """Secrets that show by their shape alone, in no order; spans may overlap."""
    lower = text.lower()
    for shape in dict.fromkeys([shape for sign, shape in _SIGNS if sign in lower]):
        for found in shape.pattern.finditer(text):
            if shape.accept is None or shape.accept(found[shape.group]):
                yield Span(found.start(shape.group), found.end(shape.group), shape.kind)
    if "private key" in lower:
        yield from _private_keys(text)


def is_stand_in(value: str) -> bool:
    """A value that stands for a secret and is none: ``${PASSWORD}``, ``<token>``, ``****``, ``your-api-key``."""
    lower = value.lower()
    if lower in _STAND_INS or lower.startswith(_TEMPLATE_STARTS) or _TEMPLATE.fullmatch(value):
        return True
    core = lower.strip("[](){}\"'")
    return len(set(core)) <= 1 or set(core) <= set("x*.-_•…")


_STAND_INS: Final = frozenset(
    {"password", "passwd", "pass", "pwd", "secret", "token", "key", "string", "str", "required", "optional", "none"}
    | {"null", "nil", "true", "false", "undefined", "empty", "hidden", "masked", "redacted", "removed", "unknown"}
    | {"example", "placeholder"}
)
_TEMPLATE_STARTS: Final = ("[redacted", "your", "my_", "my-", "<", "${", "{{", "$(", "%(", "$env", "env.", "os.")
_TEMPLATE = regex(r"\$[A-Za-z_][A-Za-z0-9_]*|%[A-Za-z0-9_]+%|\{[A-Za-z_][A-Za-z0-9_.]*\}")


@dataclass(frozen=True, slots=True)
class _Shape:
    kind: SecretKind
    signs: tuple[str, ...]  # lower case; a text without any of them is not searched
    pattern: re.Pattern[str]
    group: int = 0
    accept: Callable[[str], bool] | None = None


def _token(
    kind: SecretKind, prefix: str, rest: str, *signs: str, accept: Callable[[str], bool] | None = None
) -> _Shape:
    """A prefix that starts a run of token characters, and what follows it. ``signs``: where the prefix is a pattern."""
    pattern = regex(rf"(?<![A-Za-z0-9_+-])(?:{prefix}){rest}(?![A-Za-z0-9])")
    return _Shape(kind, signs or (prefix.lower(),), pattern, accept=accept)


def _is_random(token: str) -> bool:
    """No identifier made of words: a digit and both cases, or long and with several digits."""
    digits = sum(letter.isdigit() for letter in token)
    if not digits:
        return False
    both = any(letter.isupper() for letter in token) and any(letter.islower() for letter in token)
    return both or (digits >= 4 and len(token) >= 24)


def _has_digit(token: str) -> bool:
    return any(letter.isdigit() for letter in token)


def _is_varied(token: str) -> bool:
    return len(set(token)) > 10


_K = SecretKind
_SHAPES: Final = (
    _Shape(_K.AWS_KEY, ("akia", "asia"), regex(r"(?<![A-Za-z0-9/+_])A(?:KI|SI)A[A-Z2-7]{16}(?![A-Za-z0-9/+])")),
    _token(_K.GOOGLE_KEY, "AIza", r"[A-Za-z0-9_-]{35}"),
    _token(_K.GOOGLE_KEY, r"ya29\.", r"[A-Za-z0-9_-]{20,}", "ya29."),
    _token(_K.GOOGLE_KEY, "GOCSPX-", r"[A-Za-z0-9_-]{20,}"),
    _token(_K.GITHUB_TOKEN, "gh[pousr]_", r"[A-Za-z0-9]{30,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token(_K.GITHUB_TOKEN, "github_pat_", r"[A-Za-z0-9_]{22,}"),
    _token(_K.GITLAB_TOKEN, "gl(?:pat|ptt|dt|rt)-", r"[A-Za-z0-9_-]{20,}", "glpat", "glptt", "gldt", "glrt"),
    _token(_K.SLACK_TOKEN, "xox[abeoprs]-", r"[A-Za-z0-9-]{10,}", "xox", accept=_has_digit),
    _token(_K.SLACK_TOKEN, "xapp-", r"[A-Za-z0-9-]{20,}"),
    _Shape(
        _K.SLACK_TOKEN,
        ("hooks.slack.com/",),
        regex(r"hooks\.slack\.com/(?:services|workflows)/([A-Za-z0-9/_-]{20,200})"),
        group=1,
    ),
    _token(_K.STRIPE_KEY, "[rs]k_(?:live|test)_", r"[A-Za-z0-9]{16,}", "k_live_", "k_test_"),
    _token(_K.STRIPE_KEY, "whsec_", r"[A-Za-z0-9+/=]{20,}"),
    _token(_K.API_KEY, "sk-", r"[A-Za-z0-9_-]{20,}", accept=_is_random),
    _token(_K.API_KEY, "npm_", r"[A-Za-z0-9]{30,}"),
    _token(_K.API_KEY, "pypi-", r"[A-Za-z0-9_-]{50,}"),
    _token(_K.API_KEY, "hf_", r"[A-Za-z0-9]{30,}", accept=_is_varied),
    _token(_K.API_KEY, r"SG\.", r"[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}", "sg."),
    _token(_K.API_KEY, "do[opr]_v1_", r"[0-9a-f]{64}", "_v1_"),
    _token(_K.API_KEY, "shp(?:at|ca|pa|ss)_", r"[0-9a-fA-F]{32}", "shp"),
    _token(_K.API_KEY, r"hv[bs]\.", r"[A-Za-z0-9_-]{20,}", "hvs.", "hvb.", accept=_is_random),
    _token(_K.API_KEY, "gsk_|xai-|pplx-|r8_", r"[A-Za-z0-9]{30,}", "gsk_", "xai-", "pplx-", "r8_", accept=_is_random),
    _token(_K.API_KEY, "lin_api_|ATATT3", r"[A-Za-z0-9_=-]{30,}", "lin_api_", "atatt3", accept=_is_random),
    _token(_K.API_KEY, "AGE-SECRET-KEY-1", r"[0-9A-Z]{50,}"),
    _Shape(_K.API_KEY, (":aa",), regex(r"(?<![A-Za-z0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])")),
    _token(_K.JWT, "eyJ", r"[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    _Shape(
        _K.PASSWORD,
        ("://",),
        regex(r"://[^\s:@/?#\"'<>]{0,100}:([^\s@/\"'<>]{3,200})@(?=[A-Za-z0-9\[])"),
        group=1,
        accept=lambda value: not is_stand_in(value),
    ),
)

_PEM = regex(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PEM_END = regex(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = regex(r"(?:(?:\s|\\[nr]){0,8}[A-Za-z0-9+/=]{20,8000}){0,400}(?:(?:\s|\\[nr]){1,2}[A-Za-z0-9+/=]{1,19}\Z)?")
_LONGEST_PEM: Final = 20_000


def _private_keys(text: str) -> Iterator[Span]:
    """Whole PEM blocks; of one that was cut off, as many lines as look like its body."""
    ends = list(_PEM_END.finditer(text))
    place = reached = 0
    for begin in _PEM.finditer(text):
        if begin.start() < reached:
            continue
        while place < len(ends) and ends[place].start() < begin.end():
            place += 1
        if place < len(ends) and ends[place].end() - begin.start() <= _LONGEST_PEM:
            reached = ends[place].end()
        else:
            body = _PEM_BODY.match(text, begin.end())
            reached = body.end() if body else begin.end()
        yield Span(begin.start(), reached, SecretKind.PRIVATE_KEY)


_SIGNS: Final = tuple((sign, shape) for shape in _SHAPES for sign in shape.signs)
"""One list for all shapes: most texts hold no sign at all, and every text that is recorded is looked through."""
