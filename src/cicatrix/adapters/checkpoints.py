"""Checkpoints in files: ``DATABASE.checkpoints/NAMESPACE/N.note``, with the first public key beside them.

They lie outside the database, so that they can be copied, committed and kept where its writer cannot reach. A note is
written once and never changed.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from cicatrix.errors import StoreError

_FIRST_KEY: Final = "first.key"
_DIGITS: Final = 12


class CheckpointFiles:
    """A CheckpointFolder beside one database file."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._folder = database.with_name(database.name + ".checkpoints")

    def settle(self) -> None:
        # Commits of recalls are synced only when the log is moved into the file. Whatever process wrote the log, one
        # sync of it covers them all; the file itself was synced before its log was cut.
        for path in (self._database.with_name(self._database.name + "-wal"), self._database.parent):
            try:
                descriptor = os.open(path, os.O_RDONLY)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise StoreError(f"{path} cannot be synced: {error.strerror}.") from error
            try:
                os.fsync(descriptor)
            except OSError as error:
                raise StoreError(f"{path} cannot be synced: {error.strerror}.") from error
            finally:
                os.close(descriptor)

    def notes(self, namespace: str) -> list[tuple[str, bytes]]:
        folder = self._of(namespace)
        try:
            paths = sorted(folder.glob("*.note"))
            return [(str(path), path.read_bytes()) for path in paths]
        except OSError as error:
            raise StoreError(f"{folder} cannot be read: {error.strerror}.") from error

    def keep(self, namespace: str, size: int, note: bytes) -> Path:
        return self._write(self._of(namespace) / f"{size:0{_DIGITS}d}.note", note)

    def first_key(self, namespace: str) -> str | None:
        try:
            return (self._of(namespace) / _FIRST_KEY).read_text(encoding="utf-8").rstrip("\n")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(f"{self._of(namespace) / _FIRST_KEY} cannot be read: {error}.") from error

    def keep_first_key(self, namespace: str, key: str) -> None:
        self._write(self._of(namespace) / _FIRST_KEY, f"{key}\n".encode())

    def _of(self, namespace: str) -> Path:
        return self._folder / namespace.replace("/", "~")

    def _write(self, path: Path, content: bytes) -> Path:
        """Write beside the place and link it there: a file appears whole, and one that is there is not replaced."""
        import tempfile  # with all that it brings along, for a file that is seldom written

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(name, 0o644)
                with contextlib.suppress(FileExistsError):
                    os.link(name, path)
            finally:
                Path(name).unlink(missing_ok=True)
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise StoreError(
                f"{path} cannot be written: {error.strerror}.",
                hint="Make room, or the folder writable; nothing was kept.",
            ) from error
        return path
