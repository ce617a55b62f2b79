"""Signing keys in files: one line each, mode 0600, in a folder of the user's own, never beside or in a database.

The line is ``PRIVATE+KEY+name+id+base64(0x01, seed)``, as other tools for signed notes write it; the file is named
after the log and the id of its key.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cicatrix.core.notes import ED25519, KEY_SIZE, VerifierKey
from cicatrix.errors import NotFound, StoreError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_MARK: Final = "PRIVATE+KEY+"
_FIELDS: Final = 4  # before the last: the mark's two, the name, the id


class KeyFiles:
    """A SigningKeys over a folder, which is made when the first key is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def held(self, origin: str) -> tuple[VerifierKey, ...]:
        stem = f"{_slug(origin)}."
        try:
            paths = sorted(path for path in self._folder.iterdir() if path.name.startswith(stem))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be read: {error.strerror}.") from error
        found: list[VerifierKey] = []
        for path in paths:
            # One that cannot sign is none; who asks to sign with it is told why.
            with contextlib.suppress(StoreError):
                found.append(_public(origin, self._private(path)))
        return tuple(key for key in found if self._path(key) in paths)

    def make(self, origin: str) -> VerifierKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        private = Ed25519PrivateKey.generate()
        key = _public(origin, private)
        encoded = base64.b64encode(ED25519 + private.private_bytes_raw()).decode()
        path = self._path(key)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(f"{_MARK}{origin}+{key.id.hex()}+{encoded}\n")
                file.flush()
                os.fsync(file.fileno())
            _sync_folder(self._folder)
        except OSError as error:
            raise StoreError(
                f"A signing key cannot be kept in {self._folder}: {error.strerror}.",
                hint="Make the folder writable to you alone, or name another with CICATRIX_HOME.",
            ) from error
        return key

    def sign(self, key: VerifierKey, text: str) -> bytes:
        path = self._path(key)
        if not path.exists():
            raise NotFound(
                f"The private half of key {key.id.hex()} of {key.name} is not in {self._folder}.",
                hint="Sign where the key is kept, or bring its file here; CICATRIX_HOME names the folder.",
            )
        return self._private(path).sign(text.encode())

    def drop(self, key: VerifierKey) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._path(key).unlink()

    def holds(self, key: VerifierKey, text: str, signature: bytes) -> bool:
        return _holds(key.public, text, signature)

    def _path(self, key: VerifierKey) -> Path:
        return self._folder / f"{_slug(key.name)}.{key.id.hex()}.key"

    def _private(self, path: Path) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        try:
            if path.stat().st_mode & _OTHERS:
                raise StoreError(
                    f"{path} can be read by others, so it proves nothing any more.",
                    hint=f"Nobody else may ever have read it? Then: chmod 600 {path}. Otherwise rotate the key.",
                )
            line = path.read_text(encoding="ascii").rstrip("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(f"{path} cannot be read: {error}.") from error
        try:
            raw = base64.b64decode(line.split("+", _FIELDS)[-1], validate=True)  # base64 may hold a plus too
        except (binascii.Error, ValueError):
            raw = b""
        if not line.startswith(_MARK) or len(raw) != KEY_SIZE + 1 or raw[:1] != ED25519:
            raise StoreError(f"{path} holds no signing key.", hint="Bring the file back from a copy of it.")
        return Ed25519PrivateKey.from_private_bytes(raw[1:])


def _public(origin: str, private: Ed25519PrivateKey) -> VerifierKey:
    return VerifierKey(origin, private.public_key().public_bytes_raw())


def _slug(origin: str) -> str:
    """``~`` stands in no namespace, so two logs never share a file."""
    return origin.replace("/", "~")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@lru_cache(maxsize=4_096)
def _holds(public: bytes, text: str, signature: bytes) -> bool:
    """Kept, because a page asks of every checkpoint again: the same three always give the same answer."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
