"""A folder in a git repository as an anchor: what is committed and pushed there, the ledger's owner cannot take back.

Only the files that are handed over are committed; whatever else is staged or changed in the repository stays as it is.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cicatrix.errors import InvalidInput, StoreError

_STEERING: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY")
"""Set for hooks of another repository; they would lead every command there."""


class GitAnchor:
    """An Anchor. Raises InvalidInput when the folder is in no work tree, StoreError when there is no git."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if not folder.is_dir():
            raise InvalidInput(f"{folder} is no folder.", hint=f"Make it a repository: git init {folder}")
        done = self._git("rev-parse", "--is-inside-work-tree")
        if done.returncode or done.stdout.strip() != b"true":
            raise InvalidInput(
                f"{folder} is in no git repository.",
                hint=f"Make it one (git init {folder}), or name a folder of one that you push.",
            )

    def keep(self, files: Mapping[str, bytes], message: str) -> str | None:
        names = sorted(files)
        for name in names:
            try:
                (self._folder / name).write_bytes(files[name])
            except OSError as error:
                raise StoreError(f"{self._folder / name} cannot be written: {error.strerror}.") from error
        self._run("add", "--force", "--", *names)
        if self._known(names):
            return None
        self._run("commit", "--quiet", "--only", "--message", message, "--", *names)
        return self._run("rev-parse", "HEAD").decode().strip()

    def all(self, name: str) -> list[tuple[str, bytes]]:
        listed = self._git("log", "--format=%H", "--", name)
        if listed.returncode:  # a repository without a commit
            return []
        commits = listed.stdout.decode().split()
        found: list[tuple[str, bytes]] = []
        for commit in commits:
            shown = self._git("show", f"{commit}:./{name}")
            if shown.returncode == 0:  # not one that took the file away
                found.append((commit, shown.stdout))
        return found

    def _known(self, names: list[str]) -> bool:
        """Whether the last commit holds these files just as they are."""
        if self._git("rev-parse", "--verify", "--quiet", "HEAD").returncode:
            return False
        return self._git("diff", "--quiet", "HEAD", "--", *names).returncode == 0

    def _run(self, *arguments: str) -> bytes:
        done = self._git(*arguments)
        if done.returncode:
            said = (done.stderr or done.stdout).decode(errors="replace").strip() or f"exit code {done.returncode}"
            raise StoreError(
                f"git {arguments[0]} failed in {self._folder}: {said}",
                hint="Mend that in the repository and anchor again; the checkpoint itself is kept.",
            )
        return done.stdout

    def _git(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        environment = {name: value for name, value in os.environ.items() if name not in _STEERING}
        environment |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
        try:
            return subprocess.run(  # noqa: S603  the words are ours, and no shell reads them
                ["git", "-C", str(self._folder), *arguments],  # noqa: S607  the user's own git
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            raise StoreError("There is no git on this machine.", hint="Install git, or anchor by hand.") from None
