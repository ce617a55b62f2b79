"""Where secrets stand: ``password = …``, ``Authorization: …``, "my password is …", a value under ``api_key``.

The place alone proves nothing ("password: required", ``token: str``, ``secret = os.environ["X"]``): the value must also
look like no word of a language, no identifier and no expression of a program.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.secrets.shapes import SecretKind, Span, is_stand_in

_PASSWORDS: Final = ("password", "passwd", "passphrase", "passcode", "pwd")
_PASSWORDS_ELSEWHERE: Final = (
    "passwort",
    "kennwort",
    "contraseña",
    "mot de passe",
    "senha",
    "密码",
    "密碼",
    "パスワード",
    "пароль",
)
_KEYS: Final = ("secret", "secretkey", "secretaccesskey", "apikey", "accountkey", "privatekey", "clientsecret")
_TOKENS: Final = ("apitoken", "accesstoken", "authtoken", "refreshtoken", "sessiontoken", "bearertoken")
_SIGNS: Final = ("passw", "passphrase", "passcode", "pwd", "secret", "token", "key", *_PASSWORDS_ELSEWHERE)


def placed_secrets(text: str) -> Iterator[Span]:
    """Secrets that show by the words before them, in no order; spans may overlap."""
    lower = text.lower()
    if "bearer" in lower or "authorization" in lower:
        yield from _headers(text)
    if any(sign in lower for sign in _SIGNS):
        yield from _assignments(text)
        yield from _beside(text)
    elif "credential" in lower:
        yield from _beside(text)


def secret_under(key: str, value: str) -> SecretKind | None:
    """Whether a whole value is a secret because of the key it stands under, in the arguments of a tool."""
    name = "".join(letter for letter in key.lower() if letter.isalnum())
    bare = value.strip()
    if not bare or is_stand_in(bare):
        return None
    if name in ("authorization", "proxyauthorization"):
        return SecretKind.BEARER
    if name in ("cookie", "setcookie"):
        return SecretKind.COOKIE if "=" in bare else None
    if name.endswith(_PASSWORDS):
        sentence = " " in bare and len(bare) > 64
        return None if sentence or _is_expression(bare) else SecretKind.PASSWORD
    if name.endswith(_KEYS + _TOKENS) and _is_key(bare, 8):
        return SecretKind.API_KEY
    return None


# -- headers -----------------------------------------------------------------------------------------------------------

_HEADERS: Final = (
    regex(
        r"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|apikey)\s{1,3})?([^\s\"',;]{8,4000})",
        re.IGNORECASE,
    ),
    regex(r"(?<![A-Za-z])bearer\s{1,3}([A-Za-z0-9._~+/=-]{12,4000})", re.IGNORECASE),
)


def _headers(text: str) -> Iterator[Span]:
    for pattern in _HEADERS:
        for found in pattern.finditer(text):
            if _is_key(found[1], 8) and not is_stand_in(found[1]):
                yield Span(found.start(1), found.end(1), SecretKind.BEARER)


# -- assignments -------------------------------------------------------------------------------------------------------

_NAME = regex(
    rf"(?P<password>{'|'.join(_PASSWORDS + _PASSWORDS_ELSEWHERE)})"
    r"|(?P<key>(?:api|access|secret|private|account|subscription|encryption|signing)[ _-]?key|client[ _-]?secret"
    r"|(?:api|access|auth|refresh|session|bearer)[ _-]?token|secret|(?P<token>token))",
    re.IGNORECASE,
)
_VALUE = regex(
    r"\\?[\"']?(?:\s{0,3}(?:=>|:=|[:=：])|\s{1,3}(?P<verb>is|was|to|ist|es|est|é)\s)\s{0,3}"
    r"(?P<quote>\\?[\"'`]?)(?P<value>[^\s\"'`<>]{1,256})",
    re.IGNORECASE,
)
_PAGING = regex(r"(?:page|next|prev|previous|continuation|continue|sync|cursor|max|min)[ _-]?$", re.IGNORECASE)
_NEXT_PAIR = regex(r"[&;,|](?=[A-Za-z_-]{1,40}[=:])|[,;]$|\)[;,]?$")
_LONG: Final = 64
"""Within a value longer than this no further names are looked for; it keeps hostile text from costing its square."""
_PUNCTUATION: Final = ".,;:)]}…。，\\"
_ALGORITHMS: Final = frozenset(
    {"sha1", "sha-1", "sha256", "sha-256", "sha512", "sha-512", "bcrypt", "argon2", "argon2i", "argon2id", "pbkdf2"}
    | {"scrypt", "oauth2", "base64", "ed25519", "aes256", "aes-256", "aes-128", "rs256", "hs256", "es256", "oauth2.0"}
)


def _assignments(text: str) -> Iterator[Span]:
    passed = 0
    for name in _NAME.finditer(text):
        found = _VALUE.match(text, name.end()) if name.start() >= passed else None
        if found is None:
            continue
        value = _cleaned(found["value"], quoted=bool(found["quote"]))
        if len(value) > _LONG:
            passed = found.start("value") + len(value)
        if is_stand_in(value) or _is_expression(value) or value.lower() in _ALGORITHMS:
            continue
        if name["password"]:
            kind, strong = SecretKind.PASSWORD, _is_password(value, spoken=bool(found["verb"]))
        else:
            paging = _PAGING.search(text, max(0, name.start() - 14), name.start())
            kind, strong = (
                SecretKind.API_KEY,
                not paging and _is_key(value, 16 if name["token"] or found["verb"] else 8),
            )
        if strong:
            yield Span(found.start("value"), found.start("value") + len(value), kind)


def _cleaned(value: str, *, quoted: bool) -> str:
    """The value without the punctuation of the sentence, the list or the query string it stands in."""
    if quoted:
        return value.rstrip("\\")
    cut = _NEXT_PAIR.search(value)
    return (value[: cut.start()] if cut else value).rstrip(_PUNCTUATION)


# -- beside a telling word ---------------------------------------------------------------------------------------------

_FOLLOWS = regex(
    r"(?P<name>\b(?:password|passwd|passphrase|passcode|pwd|passwort|kennwort|contraseña|secret|token"
    r"|(?:api|access|secret|private|account)[ _-]key))"
    r"[\"']?\s{1,3}[\"'`(]?(?P<value>[^\s\"'`<>]{8,256})",
    re.IGNORECASE,
)
_RANDOM = regex(r"(?<![A-Za-z0-9+/=_.:@-])[A-Za-z0-9+/_-]{30,512}={0,2}(?![A-Za-z0-9+/_@-]|\.[A-Za-z0-9])")
_TELLING = regex(
    r"password|passwd|passphrase|passwort|kennwort|secret|token|credential|(?:api|access|private|aws|account)[ _-]?key"
    r"|\[redacted:|\bAKIA|\bASIA",
    re.IGNORECASE,
)
_AROUND: Final = 100
"""Code points before a random-looking token in which a telling word is looked for; after it, half of them."""


def _beside(text: str) -> Iterator[Span]:
    """Secrets that stand beside a telling word with nothing between ("secret wJalr…"), and long random-looking tokens
    not far from one, wherever the words went ("key id and secret: …, …")."""
    for found in _FOLLOWS.finditer(text):
        value = _cleaned(found["value"], quoted=False)
        if is_stand_in(value) or _is_expression(value) or value.lower() in _ALGORITHMS:
            continue
        if found["name"].lower().startswith(("passw", "passp", "passc", "pwd", "kenn", "contra")):
            kind, strong = SecretKind.PASSWORD, _is_password(value, spoken=True) and _is_hard(value)
        else:
            words = re.search("[a-z]{7}", value) is not None
            kind, strong = SecretKind.API_KEY, not words and _is_key(value, 16) and _is_hard(value)
        if strong:
            yield Span(found.start("value"), found.start("value") + len(value), kind)
    for found in _RANDOM.finditer(text):
        if not _looks_random(found[0]):
            continue
        around = _TELLING.search(text, max(0, found.start() - _AROUND), found.start()) or _TELLING.search(
            text, found.end(), found.end() + _AROUND // 2
        )
        if around is not None:
            yield Span(found.start(), found.end(), SecretKind.API_KEY)


def _is_hard(value: str) -> bool:
    """Letters and digits, and large beside small letters or a sign that words do not hold."""
    mixed = any(letter.isupper() for letter in value) and any(letter.islower() for letter in value)
    signs = any(letter in "!@#$%^&*+?~=|" for letter in value.rstrip("!?"))
    return any(letter.isdigit() for letter in value) and any(letter.isalpha() for letter in value) and (mixed or signs)


def _looks_random(value: str) -> bool:
    """Large and small letters and digits, no run that could be a word, and at least 4.2 bits a character (Shannon)."""
    kinds = (str.isupper, str.islower, str.isdigit)
    if not all(any(kind(letter) for letter in value) for kind in kinds) or re.search("[a-z]{7}", value):
        return False
    shares = [value.count(letter) / len(value) for letter in set(value)]
    return -sum(share * math.log2(share) for share in shares) >= _BITS


_BITS: Final = 4.2


_ADDRESS = regex(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")
_MEASURE = regex(r"[0-9]+[-+ ]?[A-Za-z]{2,}(?:-[A-Za-z]+)*|[A-Za-z]+[-+:]?[0-9]?")


def _is_password(value: str, *, spoken: bool) -> bool:
    """Six characters or more that are no words: a letter with a digit or a hard sign; written, six digits too."""
    if not 6 <= len(value) <= 200:
        return False
    if value.isdigit():
        return not spoken
    if _ADDRESS.fullmatch(value) or (spoken and _MEASURE.fullmatch(value)):
        return False
    letters = any(letter.isalpha() for letter in value)
    digits = any(letter.isdigit() for letter in value)
    signs = any(letter in "!@#$%^&*+?~=|" for letter in value.rstrip("!?"))
    return letters and (digits or signs)


def _is_key(value: str, least: int) -> bool:
    """Long and varied enough, and no chain of words and numbers (``ORD-2024-17``, ``app-config-2``, ``BETA20``)."""
    if not least <= len(value) or len(set(value)) < 6:
        return False
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", value) if part]
    return any(_is_mixed(part) for part in parts)


def _is_mixed(part: str) -> bool:
    """Letters and digits in one run, more than a word with a number behind it (``version2``)."""
    if not any(letter.isdigit() for letter in part) or not any(letter.isalpha() for letter in part):
        return False
    return not re.fullmatch(r"[A-Za-z]{1,12}[0-9]{1,8}", part)


_CALL = regex(r"[A-Za-z_][A-Za-z0-9_.]{0,80}[(\[]")
_PATH = regex(r"[A-Za-z_]+(?:\.[A-Za-z_][A-Za-z0-9_]*)+|(?:~|\.{1,2})?/.*|[A-Za-z]:\\.*", re.DOTALL)


def _is_expression(value: str) -> bool:
    """Code or a path, not a value: a call, an index, an attribute, a literal of a list, ``/home/ana``."""
    return value.startswith(("(", "[", "{", "//")) or bool(_CALL.match(value) or _PATH.fullmatch(value))
