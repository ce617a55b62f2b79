"""``cicatrix init``: a settings file that names the namespace, and an empty database."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cicatrix.config import PROJECT_FILE
from cicatrix.core.episodes import JsonObject
from cicatrix.core.ids import check_namespace
from cicatrix.errors import StateConflict, StoreError
from cicatrix.interfaces.cli.session import Session

if TYPE_CHECKING:
    from cicatrix.interfaces.cli.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Initialised:
    file: str
    namespace: str
    db: str
    created: tuple[str, ...]  # what this call made; empty when everything was there

    def as_json(self) -> JsonObject:
        return {"file": self.file, "namespace": self.namespace, "db": self.db, "created": list(self.created)}

    def show(self, sheet: Sheet) -> None:
        sheet.head(self.namespace, self.file)
        sheet.line(f"Made {', '.join(self.created)}." if self.created else "Everything was there already.")
        sheet.line('Next: cicatrix record --task "…" --correction "…" --by you', indent=2)
        sheet.blank()


def initialise(call: Session, folder: Path) -> Initialised:
    """Write ``cicatrix.toml`` and make the database. Raises StateConflict when a file says something else."""
    namespace = _namespace(call)
    path = folder / PROJECT_FILE
    db = call.flags.values.get("db") or "cicatrix.db"
    created: list[str] = []
    if path.exists():
        _agree(call, path, namespace)
    else:
        text = (
            "# Cicatrix reads this file when it is called in this folder. `cicatrix config show` lists every setting.\n"
            f"namespace = {json.dumps(namespace)}\n"
            f"db = {json.dumps(db)}\n"
        )
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}.") from error
        created.append(PROJECT_FILE)
        call.reload()
    missing = not call.settings.db.exists()
    with call.open(writes=True) as memory:
        memory.read().head()
    if missing:
        created.append(str(call.settings.db))
    return Initialised(str(path), namespace, str(call.settings.db), tuple(created))


def _namespace(call: Session) -> str:
    """The one that is named; at a terminal we may ask. Raises NamespaceMissing otherwise."""
    named = call.settings.get("namespace")
    if not named and call.may_ask:
        import typer

        named = str(typer.prompt("Whose memory is this? (for example acme/support)", err=True)).strip()
        check_namespace(named)
        call.set_namespace(named)
    return check_namespace(named) if named else call.settings.namespace


def _agree(call: Session, path: Path, namespace: str) -> None:
    from cicatrix.config import load_settings

    written = load_settings({}, {}, path.parent)
    for name, wanted in (("namespace", namespace), ("db", call.flags.values.get("db"))):
        found = written.get(name)
        if wanted and found and found != wanted and Path(found) != path.parent / wanted:
            raise StateConflict(
                f"{path} says {name} = {found!r}, not {wanted!r}.",
                hint="Change the file by hand, or use the flag alone.",
            )
