"""Every knob of the server: its default, its flag, its variable, and what it may be.

A setting ``bot_pace`` is the flag ``--bot-pace`` of ``ninetyeight serve`` and the variable
``NINETYEIGHT_BOT_PACE``; a flag wins over its variable. Whatever a person writes goes through
:meth:`Settings.read`, so that a bad value is told the same way wherever it came from.

>>> Settings.read({"port": "80", "proxy": "10.0.0.0/8, ::1"}, {}, database="sqlite://").proxy
('10.0.0.0/8', '::1')
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

from ninetyeight.rules.errors import GameError

#: What a variable is called: this, and the setting's name in capitals.
PREFIX = "NINETYEIGHT_"


class SettingsError(GameError):
    """A setting that cannot be used. ``setting`` among the parameters names flag and variable."""

    area = "serve"


@dataclass(frozen=True)
class Knob:
    """What may be written for a setting, and how it is shown in help.

    ``kind`` is one of ``int``, ``float``, ``bool``, ``text``, ``choice``, ``url`` and
    ``networks``. Numbers lie between ``least`` and ``most``. ``shown`` stands in help for a
    default that is no plain value: a code of the catalogue.
    """

    name: str
    kind: str
    default: Any
    least: float = 0
    most: float = math.inf
    choices: tuple[str, ...] = ()
    shown: str | None = None
    metavar: str | None = None

    @property
    def flag(self) -> str:
        """The option of ``ninetyeight serve``."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.name.upper()

    @property
    def help(self) -> str:
        """The code of its help text."""
        return f"serve.setting.{self.name}"

    @property
    def written(self) -> str:
        """How a complaint names the setting."""
        return f"{self.flag} ({self.variable})"

    def read(self, text: str) -> Any:
        """The value that ``text`` stands for; SettingsError when it cannot be used."""
        word = text.strip()
        match self.kind:
            case "int" | "float":
                return self._number(word)
            case "bool":
                return self._switch(word)
            case "choice":
                if word not in self.choices:
                    raise SettingsError(
                        "not_a_choice",
                        setting=self.written,
                        value=_short(word),
                        choices=", ".join(self.choices),
                    )
                return word
            case "url":
                return _public_url(self, word)
            case "networks":
                return tuple(_network(self, part) for part in word.split(",") if part.strip())
        if not word:
            raise SettingsError("empty", setting=self.written)
        return word

    def _number(self, word: str) -> float:
        try:
            number = int(word) if self.kind == "int" else float(word)
        except ValueError:
            code = "not_whole" if self.kind == "int" else "not_a_number"
            raise SettingsError(code, setting=self.written, value=_short(word)) from None
        if not self.least <= number <= self.most:  # also when it is not a number at all (nan)
            if math.isinf(self.most):
                raise SettingsError(
                    "too_small", setting=self.written, value=_short(word), least=f"{self.least:g}"
                )
            raise SettingsError(
                "out_of_range",
                setting=self.written,
                value=_short(word),
                least=f"{self.least:g}",
                most=f"{self.most:g}",
            )
        return number

    def _switch(self, word: str) -> bool:
        if word.lower() in ("1", "true", "yes", "on"):
            return True
        if word.lower() in ("0", "false", "no", "off"):
            return False
        raise SettingsError("not_a_switch", setting=self.written, value=_short(word))


def _knob(kind: str, default: Any = MISSING, **about: Any) -> Any:
    """A field of :class:`Settings` with what :class:`Knob` says about it."""
    told = {"kind": kind, **about}
    shown = not told.pop("secret", False)
    if "make" in told:
        return field(default_factory=told.pop("make"), repr=shown, metadata=told)
    return field(default=default, repr=shown, metadata=told)


def _default_database() -> str:
    # Imported here because the database's libraries are slow to load and help needs none of them.
    from ninetyeight.server.store import default_database_url

    return default_database_url()


@dataclass(frozen=True)
class Settings:
    """How a server runs. Limits that are 0 do not limit.

    ``open_browser`` and ``log_format`` None are as the circumstances suggest: only the bare
    command opens the browser; lines are JSON when nobody watches them in a terminal.
    """

    host: str = _knob("text", "127.0.0.1", metavar="serve.metavar.host")
    port: int = _knob("int", 8098, most=65535, metavar="serve.metavar.port")
    database: str = _knob(
        "text",
        make=_default_database,
        secret=True,  # it may hold a password
        shown="serve.default.database",
        metavar="URL",
    )
    public_url: str | None = _knob("url", None, metavar="URL")
    proxy: tuple[str, ...] = _knob(
        "networks", (), shown="serve.default.none", metavar="serve.metavar.addresses"
    )
    bot_pace: float = _knob("float", 0.7, most=60, metavar="serve.metavar.seconds")
    searches: int | None = _knob("int", None, shown="serve.default.searches", metavar="N")
    max_tables: int = _knob("int", 5_000, least=1, metavar="N")
    max_connections: int = _knob("int", 5_000, metavar="N")
    connections_per_address: int = _knob("int", 100, metavar="N")
    messages_per_second: float = _knob("float", 10.0, metavar="N")
    message_burst: int = _knob("int", 40, least=1, metavar="N")
    requests_per_minute: int = _knob("int", 600, metavar="N")
    new_tables_per_hour: int = _knob("int", 60, metavar="N")
    busy_lag: float = _knob("float", 0.03, most=60, metavar="serve.metavar.seconds")
    idle_minutes: float = _knob("float", 30.0, metavar="serve.metavar.minutes")
    keep_days: int | None = _knob(
        "int", None, least=1, shown="serve.default.forever", metavar="serve.metavar.days"
    )
    stop_seconds: int = _knob("int", 5, least=1, most=600, metavar="serve.metavar.seconds")
    log_level: str = _knob("choice", "info", choices=("debug", "info", "warning", "error"))
    log_format: str | None = _knob(
        "choice", None, choices=("text", "json"), shown="serve.default.log_format"
    )
    metrics: bool = _knob("bool", True)
    metrics_token: str | None = _knob("text", None, secret=True, metavar="serve.metavar.token")
    open_browser: bool | None = _knob("bool", None, shown="serve.default.open_browser")

    @classmethod
    def read(
        cls,
        said: Mapping[str, str | bool | None],
        environ: Mapping[str, str],
        **fixed: Any,
    ) -> Settings:
        """Settings from what was said on a command line and what the environment holds.

        ``said`` has texts, or True and False for switches; None is unsaid. A variable that is set
        to nothing counts as unset. ``fixed`` values are taken as they are. SettingsError for the
        first value that cannot be used.
        """
        values: dict[str, Any] = {}
        for knob in knobs():
            if knob.name in fixed:
                continue
            word = said.get(knob.name)
            if word is None:
                word = environ.get(knob.variable, "").strip() or None
            if word is not None:
                values[knob.name] = knob.read(word) if isinstance(word, str) else word
        return cls(**values, **fixed)

    @property
    def local(self) -> bool:
        """True when only programs on this computer can connect."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def knobs() -> tuple[Knob, ...]:
    """Every setting there is, in the order in which help shows them."""
    return tuple(_as_knob(one) for one in fields(Settings))


def _as_knob(one: Field[Any]) -> Knob:
    default = None if one.default is MISSING else one.default
    return Knob(name=one.name, default=default, **one.metadata)


def _public_url(knob: Knob, word: str) -> str:
    """An address without path, as browsers write an origin: ``https://cards.example``."""
    try:
        parts = urlsplit(word)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise SettingsError("not_a_url", setting=knob.written, value=_short(word)) from None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise SettingsError("not_a_url", setting=knob.written, value=_short(word))
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise SettingsError("url_with_path", setting=knob.written, value=_short(word))
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + ("" if port in (None, usual) else f":{port}")


def _network(knob: Knob, part: str) -> str:
    """One address or network, as uvicorn takes it."""
    word = part.strip()
    try:
        if "/" in word:
            return str(ipaddress.ip_network(word))
        return str(ipaddress.ip_address(word))
    except ValueError:
        raise SettingsError("not_an_address", setting=knob.written, value=_short(word)) from None


def _short(word: str) -> str:
    """A value as a complaint repeats it: printable, and no longer than a line."""
    bare = "".join(c if c.isprintable() else " " for c in word)
    return bare if len(bare) <= 60 else bare[:59] + "…"
