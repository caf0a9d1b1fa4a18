"""Settings: flags and variables agree, bad values are told plainly, nothing is undocumented."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.commands.home import settings_at_home
from ninetyeight.locale import LANGUAGES
from ninetyeight.server.settings import Knob, Settings, SettingsError, knobs

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "server.md"
DEPLOY = ROOT / "examples" / "deploy"
KNOBS = {knob.name: knob for knob in knobs()}

#: Variables of the program that are no settings of the server.
OTHERS = {"NINETYEIGHT_HOME", "NINETYEIGHT_LANG", "NINETYEIGHT_TRACEBACK"}

each_knob = pytest.mark.parametrize("knob", KNOBS.values(), ids=lambda knob: knob.name)


def read(said: Mapping[str, str | bool | None], **environ: str) -> Settings:
    return Settings.read(said, environ, database="sqlite:///games.db")


# --- where values come from ----------------------------------------------------------------------


def test_a_flag_wins_over_its_variable() -> None:
    assert read({}, NINETYEIGHT_PORT="81").port == 81
    assert read({"port": "82"}, NINETYEIGHT_PORT="81").port == 82
    assert read({"metrics": False}, NINETYEIGHT_METRICS="on").metrics is False


def test_what_nobody_says_is_the_default() -> None:
    settings = read(dict.fromkeys(KNOBS))
    assert (settings.host, settings.port, settings.proxy) == ("127.0.0.1", 8098, ())
    assert settings.keep_days is None


def test_a_variable_set_to_nothing_counts_as_unset() -> None:
    assert read({}, NINETYEIGHT_PORT="", NINETYEIGHT_PUBLIC_URL=" ").port == 8098


def test_the_default_database_is_asked_for_only_when_none_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))
    assert Settings().database == f"sqlite:///{tmp_path}/games.db"
    given = Settings.read({"database": "postgresql://localhost/games"}, {})
    assert given.database == "postgresql://localhost/games"


@pytest.mark.parametrize("word", ["1", "true", "YES", "on"])
def test_a_switch_can_be_turned_on_by_a_variable(word: str) -> None:
    assert read({}, NINETYEIGHT_OPEN_BROWSER=word).open_browser is True


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.7", False),
        ("box.example", False),
    ],
)
def test_a_server_is_local_when_only_this_computer_reaches_it(host: str, local: bool) -> None:
    assert Settings(host=host, database="x").local is local


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://Cards.Example", "https://cards.example"),
        ("https://cards.example:443/", "https://cards.example"),
        ("http://192.0.2.7:8098", "http://192.0.2.7:8098"),
        ("http://[2001:db8::1]:80/", "http://[2001:db8::1]"),
    ],
)
def test_a_public_address_is_kept_as_browsers_write_an_origin(written: str, kept: str) -> None:
    assert read({"public_url": written}).public_url == kept


def test_proxies_are_addresses_and_networks() -> None:
    assert read({"proxy": " 127.0.0.1, 10.0.0.0/8 ,2001:db8::1,"}).proxy == (
        "127.0.0.1",
        "10.0.0.0/8",
        "2001:db8::1",
    )


def test_secrets_are_not_shown() -> None:
    settings = Settings(database="postgresql://ada:pass@db/games", metrics_token="hush")
    assert "pass" not in repr(settings)
    assert "hush" not in repr(settings)


# --- what cannot be used -------------------------------------------------------------------------

BAD = [
    ("port", "x", "not_whole"),
    ("port", "80.5", "not_whole"),
    ("port", "65536", "out_of_range"),
    ("port", "-1", "out_of_range"),
    ("bot_pace", "slow", "not_a_number"),
    ("bot_pace", "nan", "out_of_range"),
    ("bot_pace", "inf", "out_of_range"),
    ("max_tables", "0", "too_small"),
    ("keep_days", "0", "too_small"),
    ("messages_per_second", "-1", "too_small"),
    ("metrics", "perhaps", "not_a_switch"),
    ("log_level", "loud", "not_a_choice"),
    ("log_format", "xml", "not_a_choice"),
    ("host", " ", "empty"),
    ("public_url", "cards.example", "not_a_url"),
    ("public_url", "ftp://cards.example", "not_a_url"),
    ("public_url", "https://ada:pw@cards.example", "not_a_url"),
    ("public_url", "https://cards.example:99999", "not_a_url"),
    ("public_url", "https://cards.example/games", "url_with_path"),
    ("public_url", "https://cards.example/?x=1", "url_with_path"),
    ("proxy", "127.0.0.1,nginx", "not_an_address"),
    ("proxy", "10.0.0.1/8", "not_an_address"),
]


@pytest.mark.parametrize(("name", "value", "code"), BAD)
def test_a_bad_value_is_refused_by_the_name_of_its_setting(
    name: str, value: str, code: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        read({name: value})
    assert refused.value.code == code
    for language in LANGUAGES:
        told = refused.value.text(language)
        assert KNOBS[name].flag in told
        assert KNOBS[name].variable in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_variable_ends_the_command_in_one_line(language: str) -> None:
    told = CliRunner().invoke(
        main, ["serve", "--lang", language], env={"NINETYEIGHT_REQUESTS_PER_MINUTE": "many"}
    )
    assert told.exit_code == 2
    assert told.stderr.count("\n") == 1
    assert "--requests-per-minute (NINETYEIGHT_REQUESTS_PER_MINUTE)" in told.stderr
    assert "many" in told.stderr


def test_a_long_or_strange_value_does_not_flood_the_complaint() -> None:
    with pytest.raises(SettingsError) as refused:
        read({"port": "9" * 5000 + "\x1b[2J"})
    assert len(str(refused.value)) < 200
    assert "\x1b" not in str(refused.value)


# --- help and documentation ----------------------------------------------------------------------


@each_knob
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_every_flag_with_its_variable(knob: Knob, language: str) -> None:
    page = CliRunner().invoke(main, ["serve", "--help", "--lang", language]).output
    assert re.search(rf"(?m)^  {re.escape(knob.flag)}\b", page)
    assert knob.variable in page
    assert "serve." not in page


def rows() -> dict[str, list[str]]:
    """The table of settings in the documentation, by flag."""
    found = {}
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `--"):
            found[cells[0].strip("`")] = cells
    return found


@each_knob
def test_every_setting_is_documented_with_its_variable_and_default(knob: Knob) -> None:
    assert knob.flag in rows(), f"{knob.flag} is missing in the table of docs/server.md"
    _, variable, default, told = rows()[knob.flag]
    assert variable == f"`{knob.variable}`"
    assert len(told) > 10
    match knob.default:
        case bool():
            assert default == ("on" if knob.default else "off")
        case int() | float():
            assert default == f"`{knob.default:g}`"
        case str():
            assert default == f"`{knob.default}`"


def test_no_setting_is_documented_that_does_not_exist() -> None:
    assert set(rows()) == {knob.flag for knob in KNOBS.values()}
    named = set(re.findall(r"\bNINETYEIGHT_[A-Z_]+\b", PAGE.read_text("utf-8")))
    assert named - OTHERS == {knob.variable for knob in KNOBS.values()}


def test_the_samples_for_operators_use_settings_that_exist() -> None:
    files = [path for path in DEPLOY.rglob("*") if path.is_file()]
    assert files
    variables = {knob.variable for knob in KNOBS.values()} | OTHERS
    for path in files:
        named = set(re.findall(r"\bNINETYEIGHT_[A-Z_]+\b", path.read_text("utf-8")))
        assert named <= variables, path.name


def test_at_home_nobody_is_turned_away_because_the_computer_is_busy() -> None:
    """Other programs make a computer late; a server for others says how late it may be."""
    usual = settings_at_home({}, lan=True, browser=None, port=None)
    assert (usual.busy_lag, usual.log_level, usual.host) == (0.0, "warning", "0.0.0.0")
    told = {"NINETYEIGHT_BUSY_LAG": "0.5", "NINETYEIGHT_LOG_LEVEL": "debug"}
    chosen = settings_at_home(told, lan=False, browser=None, port="81")
    assert (chosen.busy_lag, chosen.log_level, chosen.port) == (0.5, "debug", 81)
    assert read({}).busy_lag > 0
