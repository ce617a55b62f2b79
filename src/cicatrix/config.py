"""Settings: where each value comes from, in order: flag > environment > ``cicatrix.toml`` > user config > default.

``cicatrix.toml`` is read from the current folder only: a memory's scope is never guessed from a folder further up.
Nothing is read when this module is imported.
"""

from __future__ import annotations

import getpass
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cicatrix.core.attributes import Attributes
from cicatrix.core.chat import ModelRole
from cicatrix.core.ids import check_namespace
from cicatrix.core.policies.settings import GateSettings
from cicatrix.core.recall import RecallSettings
from cicatrix.core.retention import FADING, Fading
from cicatrix.core.sleep_settings import SleepSettings
from cicatrix.core.verdicts import GateMode
from cicatrix.errors import InvalidInput, InvalidTime, NamespaceMissing

Source = Literal["flag", "environment", "cicatrix.toml", "user config", "default"]
PROJECT_FILE = "cicatrix.toml"
USER_FILE = "config.toml"


@dataclass(frozen=True, slots=True)
class Setting:
    """One value and where it was found. ``where`` names the flag, variable or file."""

    name: str
    value: str
    source: Source
    where: str


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that exists: its name, its variable, its default, what it means."""

    name: str
    variable: str | None
    default: str
    meaning: str


ATTRIBUTES = "attributes."
_FILES = ("db", "gate.lexicon")
"""Settings that name a file, which lies relative to the file that sets them."""
_ROLES = {
    ModelRole.DISTILL: "draws facts and rules out of words",
    ModelRole.ARBITER: "says what a new memory is for an older one",
    ModelRole.ANSWER: "answers",
    ModelRole.REVIEW: "reviews drafts",
    ModelRole.VISION: "looks at images",
}

OPTIONS: tuple[Option, ...] = (
    Option("db", "CICATRIX_DB", "cicatrix.db", "the database file"),
    Option("namespace", "CICATRIX_NAMESPACE", "", "whose memory: acme/support. No default: scope is never guessed"),
    Option("user", None, "", "the local user, whose words corrections at a terminal are; default: the login name"),
    Option("now", "CICATRIX_NOW", "", "the clock of a call, ISO 8601; may not run behind the ledger's last entry"),
    Option("home", "CICATRIX_HOME", "", "folder of the user's own config; default: the platform's"),
    Option(
        "embedder", "CICATRIX_EMBEDDER", "auto", "what makes vectors: none, local, openai; auto: local if installed"
    ),
    Option("embed.model", "CICATRIX_EMBED_MODEL", "", "the served embedding model; default: text-embedding-3-small"),
    Option("embed.dimensions", "CICATRIX_EMBED_DIMENSIONS", "", "numbers of a served vector; default: as known"),
    Option("llm.base_url", "CICATRIX_LLM_BASE_URL", "", "address of an endpoint that speaks as OpenAI's does"),
    Option(
        "llm.model", "CICATRIX_LLM_MODEL", "", "the model for every role that names none; default: as the endpoint's"
    ),
    *(
        Option(f"llm.model_{role.value}", f"CICATRIX_LLM_MODEL_{role.value.upper()}", "", f"the model that {does}")
        for role, does in _ROLES.items()
    ),
    Option("llm.timeout", None, "60", "seconds for one whole reply of a model"),
    Option("llm.parallel", None, "4", "requests to a model at the same time"),
    *(
        Option(f"budget.tokens_per_{span}", f"CICATRIX_BUDGET_TOKENS_PER_{span.upper()}", most, meaning)
        for span, most, meaning in (
            ("call", "32000", "tokens that one call of a model may take, prompt and reply; 0: no limit"),
            ("run", "400000", "tokens that models may take while a program runs; 0: no limit"),
            ("day", "2000000", "tokens that models may take in a day (UTC), all programs of this user; 0: no limit"),
        )
    ),
    Option("log", "CICATRIX_LOG", "warning", "how much is told on stderr: debug, info, warning"),
    *(
        Option(f"recall.{item.name}", None, "" if item.default is None else str(item.default), meaning)
        for item, meaning in zip(
            fields(RecallSettings),
            (
                "tokens a recall may spend",
                "items a recall may return; empty: as many as the budget holds",
                "weight of relevance, thousandths",
                "weight of recency, thousandths",
                "weight of importance, thousandths",
                "weight of usage, thousandths",
                "least share of the query a memory must carry, millionths; 0: the calibrated default",
                "tokens of the budget kept for hard constraints that concern the query",
                "tokens of the budget that pinned memories may take, whatever is asked",
                "importance from which a memory is rescued, thousandths",
            ),
            strict=True,
        )
    ),
    Option("timezone", None, "UTC", "the zone in which rules name days and hours: Europe/Berlin"),
    Option("gate.mode", None, "enforce", "enforce; or shadow: actions are judged and recorded, and nothing is stopped"),
    Option("gate.strict", None, "off", "whether harmful actions that no rule speaks of are asked about: on or off"),
    Option("gate.approval_minutes", None, "15", "minutes for which a request for approval, and then the permit, lasts"),
    Option("gate.lexicon", None, "", "a TOML file with words of your own for acts, things and lists"),
    Option("sleep.merge", None, "on", "whether a night merges fragments of one thing: on or off"),
    Option("sleep.forget", None, "on", "whether a night lets weak traces go: on or off"),
    Option("sleep.insights", None, "on", "whether what keeps ending badly becomes candidate rules: on or off"),
    *(
        Option(f"sleep.{kind.value}_{name}", None, default, meaning.format(kind.value))
        for kind, fading in FADING.items()
        for name, default, meaning in (
            ("half_life", str(fading.half_life), "days after which half is left of a memory that is {}"),
            ("grace", str(fading.grace), "days after its last change in which none that is {} fades"),
            (
                "time_to_live",
                str(fading.time_to_live),
                "days after which one that is {} is let go, used or not; 0: never",
            ),
            ("keep", "off", "whether memories that are {} are kept for ever: on or off"),
        )
    ),
    Option(f"{ATTRIBUTES}NAME", None, "", "how many values an attribute has at a time: one or many"),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one call, each with its source."""

    values: tuple[Setting, ...]

    def item(self, name: str) -> Setting:
        return next(item for item in self.values if item.name == name)

    def get(self, name: str) -> str:
        return self.item(name).value

    @property
    def db(self) -> Path:
        return Path(self.get("db"))

    @property
    def namespace(self) -> str:
        """Raises NamespaceMissing when none is named."""
        name = self.get("namespace")
        if not name:
            raise NamespaceMissing("No namespace is named, and scope is never guessed.")
        return check_namespace(name)

    @property
    def user(self) -> str:
        return self.get("user") or _login_name()

    @property
    def recall(self) -> RecallSettings:
        given = {
            item.name.removeprefix("recall."): _whole_number(item)
            for item in self.values
            if item.name.startswith("recall.") and item.source != "default"
        }
        limit = given.pop("limit", None)
        return replace(RecallSettings(limit=limit), **{name: value or 0 for name, value in given.items()})

    @property
    def attributes(self) -> Attributes:
        """Raises InvalidInput for a value other than ``one`` and ``many``."""
        given = [item for item in self.values if item.name.startswith(ATTRIBUTES)]
        return Attributes({item.name.removeprefix(ATTRIBUTES): item.value for item in given})

    @property
    def gate(self) -> GateSettings:
        """Raises InvalidInput for a mode, a switch, a number or a zone that is none."""
        given = {item.name.removeprefix("gate."): item for item in self.values}
        mode = given["mode"]
        if mode.value not in tuple(GateMode):
            raise InvalidInput(f"{mode.name} is {mode.value!r}: enforce or shadow.", hint=f"Mend it in {mode.where}.")
        return GateSettings(
            mode=GateMode(mode.value),
            strict=_is_on(given["strict"]),
            zone=_zone(given["timezone"]),
            approval_minutes=_whole_number(given["approval_minutes"]) or 0,
            lexicon=given["lexicon"].value,
        )

    @property
    def sleep(self) -> SleepSettings:
        """Raises InvalidInput for a switch that is neither on nor off, or a number of days that is none."""
        given = {item.name.removeprefix("sleep."): item for item in self.values if item.name.startswith("sleep.")}
        fading = {
            kind.value: Fading(
                half_life=max(1, _whole_number(given[f"{kind.value}_half_life"]) or 0),
                grace=_whole_number(given[f"{kind.value}_grace"]) or 0,
                time_to_live=_whole_number(given[f"{kind.value}_time_to_live"]) or 0,
                keep=_is_on(given[f"{kind.value}_keep"]),
            )
            for kind in FADING
        }
        switches = {name: _is_on(given[name]) for name in ("merge", "forget", "insights")}
        values: dict[str, Any] = {**switches, **fading}
        return SleepSettings(**values)

    def clock(self) -> SystemClock | FixedClock:
        text = self.get("now")
        return FixedClock(_moment(text)) if text else SystemClock()


class SystemClock:
    """The machine's clock, in UTC."""

    fixed = False

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still: ``--now``."""

    moment: datetime
    fixed = True

    def now(self) -> datetime:
        return self.moment


def load_settings(
    flags: Mapping[str, str | None], env: Mapping[str, str], folder: Path, user_folder: Path | None = None
) -> Settings:
    """Resolve every option. Empty strings and None count as not given. Raises InvalidInput for a broken file."""
    home = flags.get("home") or env.get("CICATRIX_HOME")
    user_file = Path(home) / USER_FILE if home else (user_folder or _user_folder()) / USER_FILE
    project_file = folder / PROJECT_FILE
    project, user = _read_settings(project_file), _read_settings(user_file)
    found: list[Setting] = []
    own = sorted(name for name in {**project, **user} if name.startswith(ATTRIBUTES))
    listed = [option for option in OPTIONS if not option.name.startswith(ATTRIBUTES)]
    for option in (*listed, *(Option(name, None, "", "") for name in own)):
        name = option.name
        if value := flags.get(name):
            found.append(Setting(name, value, "flag", f"--{name}"))
        elif option.variable and (value := env.get(option.variable)):
            found.append(Setting(name, value, "environment", option.variable))
        elif name in project:
            value = str(folder / project[name]) if name in _FILES else project[name]
            found.append(Setting(name, value, "cicatrix.toml", str(project_file)))
        elif name in user:
            value = str(user_file.parent / user[name]) if name in _FILES else user[name]
            found.append(Setting(name, value, "user config", str(user_file)))
        else:
            found.append(Setting(name, option.default, "default", ""))
    return Settings(tuple(found))


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file. Raises FileNotFoundError, InvalidInput for one that cannot be read."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", hint="Check its permissions.") from error
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} is no valid TOML: {error}.", hint="Mend the file or move it away.") from error


def _read_settings(path: Path) -> dict[str, str]:
    """Flat ``name``, ``recall.name`` and ``attributes.name`` values of a settings file; empty when there is none."""
    try:
        data = read_toml(path)
    except FileNotFoundError:
        return {}
    known = {option.name for option in OPTIONS}
    flat: dict[str, str] = {}
    for name, value in data.items():
        inner = cast(dict[str, object], value) if isinstance(value, dict) else None
        pairs = {f"{name}.{key}": item for key, item in inner.items()} if inner is not None else {name: value}
        for full, item in pairs.items():
            if full not in known and not full.startswith(ATTRIBUTES):
                raise InvalidInput(
                    f"{path} sets {full!r}, which is no setting.", hint="`cicatrix config show` lists all settings."
                )
            if isinstance(item, bool) or not isinstance(item, (str, int)):
                raise InvalidInput(f"{path}: {full} must be a string or a whole number.", hint="Mend the value.")
            flat[full] = str(item)
    return flat


def _whole_number(item: Setting) -> int | None:
    if not item.value and item.name == "recall.limit":
        return None
    if not item.value.isdecimal():
        raise InvalidInput(
            f"{item.name} is {item.value!r}, not a whole number.",
            hint=f"Mend it in {item.where}; it must be 0 or more.",
        )
    return int(item.value)


def _is_on(item: Setting) -> bool:
    if item.value not in ("on", "off"):
        raise InvalidInput(f"{item.name} is {item.value!r}: on or off.", hint=f"Mend it in {item.where}.")
    return item.value == "on"


def _zone(item: Setting) -> str:
    try:
        ZoneInfo(item.value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(
            f"{item.name} is {item.value!r}, which nobody here knows as a zone.",
            hint=f"Mend it in {item.where}: Europe/Berlin, America/New_York, UTC.",
        ) from error
    return item.value


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidTime(f"{text!r} is no time.") from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "local"


def home_folder(env: Mapping[str, str]) -> Path:
    """The folder of the user's own config and keys: CICATRIX_HOME, else the platform's."""
    home = env.get("CICATRIX_HOME")
    return Path(home) if home else _user_folder()


def _user_folder() -> Path:
    from platformdirs import user_config_path  # only when no home is named: keeps start-up light

    return user_config_path("cicatrix", appauthor=False)
