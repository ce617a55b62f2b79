"""URLs by the rules that browsers follow (WHATWG), and the hosts in them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cicatrix.core.actions.call import Doubt, Unknown
from cicatrix.core.patterns import regex

_MAX: Final = 65536
_SCHEME: Final = regex(r"\s*[a-zA-Z][a-zA-Z0-9+.\-]*:")
_HOST: Final = regex(r"[^\s/@?#\\]+$")
_UNRESERVED: Final = regex("%(2[dDeE]|3[0-9]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])")
_SCP: Final = regex(r"(?:([\w.+-]+)@)?([\w.\-]+|\[[0-9a-fA-F:.]+\]):(?!//)(.*)$")
_PORTS: Final = {"ssh": "22", "ws": "80", "wss": "443", "postgres": "5432", "postgresql": "5432", "mysql": "3306"}


def canonical(url: str) -> str | Unknown:
    """The URL as it is fetched: scheme and host folded, IDNA, numeric hosts in decimal, no default port, no dots and no
    needless escapes in the path, no fragment. Unknown where it is none, and where it carries a user before the host,
    for what stands there is often meant to be taken for the host. ``git@host:path`` is the ssh URL that it stands for.
    """
    if len(url) > _MAX:
        return Unknown(Doubt.UNPARSED, f"an address of {len(url)} characters")
    return _canonical(url)


@lru_cache(maxsize=1024)
def _canonical(url: str) -> str | Unknown:
    import ada_url

    short = None if "://" in url else _SCP.match(url.strip())
    if short is not None and not _is_scheme(short[2]):
        url = f"ssh://{short[1]}@{short[2]}/{short[3].lstrip('/')}" if short[1] else f"ssh://{short[2]}/{short[3]}"
    if not _SCHEME.match(url):
        return Unknown(Doubt.UNPARSED, f"no address: {url[:80]!r}")
    try:
        parsed = ada_url.URL(url)
    except (ValueError, UnicodeError):
        return Unknown(Doubt.UNPARSED, f"an address that cannot be read: {url[:80]!r}")
    scheme = parsed.protocol.rstrip(":")
    if (parsed.username or parsed.password) and scheme in ("http", "https", "ws", "wss", "ftp"):
        return Unknown(Doubt.LOOKALIKE, f"an address with a user before the host: {parsed.hostname}")
    host = host_of(parsed.hostname) if parsed.hostname else ""
    if isinstance(host, Unknown):
        return host
    user = f"{parsed.username}@" if parsed.username else ""
    port = f":{parsed.port}" if parsed.port and parsed.port != _PORTS.get(scheme) else ""
    path = _UNRESERVED.sub(lambda match: chr(int(match[1], 16)), parsed.pathname)
    return f"{scheme}:{'//' if host or '://' in parsed.href else ''}{user}{host}{port}{path}{parsed.search}"


def host_of(text: str) -> str | Unknown:
    """The canonical host of a URL, of ``user@host:path``, of ``host:port`` or of a bare host."""
    text = text.strip()
    scheme = _SCHEME.match(text)
    if scheme is None or ("://" not in text and not _is_scheme(scheme[0].strip().rstrip(":"))):
        short = _SCP.match(text)
        text = short[2] if short is not None and not _is_scheme(short[2]) else text.partition("@")[2] or text
        return _host(text)
    url = canonical(text)
    if isinstance(url, Unknown):
        return url
    authority = url.partition("//")[2].partition("/")[0].rpartition("@")[2]
    return re.sub(r":\d+$", "", authority)


@lru_cache(maxsize=1024)
def _host(text: str) -> str | Unknown:
    import ada_url

    if not _HOST.match(text):
        return Unknown(Doubt.UNPARSED, f"no host: {text[:80]!r}")
    try:
        return str(ada_url.URL(f"http://{text}/").hostname).rstrip(".")
    except (ValueError, UnicodeError):
        return Unknown(Doubt.UNPARSED, f"a host that cannot be read: {text[:80]!r}")


def host_matches(pattern: str, host: str) -> bool:
    """Is a canonical host the pattern's, or below it? ``*.example.com`` is only what lies below."""
    below = pattern.startswith(("*.", "."))
    wanted = _host(pattern.lstrip("*."))
    if isinstance(wanted, Unknown):
        return False
    return host.endswith(f".{wanted}") or (host == wanted and not below)


def _is_scheme(word: str) -> bool:
    return word.lower() in ("http", "https", "ftp", "file", "data", "javascript", "mailto", "ssh", "ws", "wss", "about")
