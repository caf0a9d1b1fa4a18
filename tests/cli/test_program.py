"""The command line as people meet it: help, languages, complaints and exit codes."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ninetyeight import __version__
from ninetyeight.cli import COMMANDS, TRACEBACK, main
from ninetyeight.commands.frame import LocalizedCommand, wanted_language
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import GameError, Refused

HEAVY = (
    "textual",
    "asyncio",
    "multiprocessing",
    "sqlalchemy",
    "starlette",
    "ninetyeight.rules",
    "ninetyeight.bots",
    "ninetyeight.server",
)


def run(*words: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, list(words), env=env)


def test_help_lists_every_command() -> None:
    page = run("--help")
    assert page.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", page.output, re.MULTILINE)


def test_help_and_version_load_nothing_heavy() -> None:
    probe = (
        "import sys; from ninetyeight.cli import main\n"
        "try: main([WORD])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    for word in ("--help", "--version"):
        told = subprocess.run(
            [sys.executable, "-c", probe.replace("WORD", repr(word))],
            capture_output=True,
            text=True,
            check=True,
        )
        loaded = told.stderr.split()
        assert "click" in loaded
        assert [name for name in HEAVY if name in loaded] == []


def test_version() -> None:
    assert run("--version").output == f"ninetyeight {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_help_page_in_every_language(name: str, language: str) -> None:
    page = run("--lang", language, name, "--help")
    assert page.exit_code == 0, page.output
    assert page.output.startswith(catalogue(language).text("cli.heading.usage"))
    assert catalogue(language).text("cli.option.help") in page.output
    # A code that was shown in place of its text would look like this.
    assert not re.search(r"\b(cli|terminal|arena|serve)\.[a-z_]+\.[a-z_]+", page.output)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--lang", "de", "rules"], "de"),
        (["rules", "--lang", "fr"], "fr"),
        (["rules", "--lang=de"], "de"),
        (["rules", "--lang", "tlh"], None),
        (["rules", "--", "--lang", "de"], None),
        (["--lang"], None),
        ([], None),
    ],
)
def test_the_language_is_found_wherever_it_stands(words: list[str], wanted: str | None) -> None:
    assert wanted_language(words) == wanted


def test_the_environment_chooses_the_language_and_the_option_overrules_it() -> None:
    german = {"LANG": "de_CH.UTF-8"}
    assert "Aufruf: ninetyeight" in run("--help", env=german).output
    assert run("--lang", "fr", "--help", env=german).output.startswith("Utilisation")
    assert "Usage: ninetyeight" in run("--help", env={"LANG": "ja_JP.UTF-8"}).output


def test_one_language_does_not_rub_off_on_the_next_call() -> None:
    run("--lang", "de", "rules")
    assert run("--help").output.startswith("Usage:")


@pytest.mark.parametrize(
    ("words", "german"),
    [
        (["dela"], "Ein Kommando 'dela' gibt es nicht"),
        (["arene"], "Ein Kommando 'arene' gibt es nicht. Meintest du 'arena'?"),
        (["deal", "--nwe"], "Eine Option '--nwe' gibt es nicht. Meintest du '--new'?"),
        (["deal", "--players"], "Die Option '--players' braucht einen Wert."),
        (["deal", "--new=yes"], "Die Option '--new' nimmt keinen Wert an."),
        (["deal", "--new", "--players", "two"], "'two' ist keine ganze Zahl."),
        (["deal", "--commands", "no/such/file"], "'no/such/file' gibt es nicht."),
        (["deal", "--commands", "."], "'.' ist ein Ordner und keine Datei."),
        (["deal"], "Gib einen Kartencode an"),
        (["rules", "gold", "original"], "Unbekannte Angabe: original."),
        (["rules", "--lang", "tlh"], "'tlh' ist keines von 'en', 'de', 'fr'."),
        (["bench", "--seconds", "soon"], "'soon' ist keine Zahl."),
        (["bench", "--seconds", "0"], "liegt nicht im Bereich 0.1<=x<=3600."),
    ],
)
def test_bad_usage_is_told_in_the_chosen_language(words: list[str], german: str) -> None:
    told = run(*words, env={"LANG": "de"})
    assert told.exit_code == 2
    assert told.stdout == ""
    assert german in told.stderr
    assert told.stderr.startswith("Fehler: ")
    assert "--help“" in told.stderr  # the next step


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_input_is_one_line_with_the_rule_number(language: str) -> None:
    told = run("rules", "gold", "--players", "7", "--lang", language)
    assert told.exit_code == 2
    assert told.stderr.count("\n") == 1
    assert "B2" in told.stderr
    assert "7" in told.stderr


def with_command(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the command `play` do nothing but raise this."""

    @click.command("play", cls=LocalizedCommand)
    def command() -> None:
        raise error

    monkeypatch.setattr(type(main), "get_command", lambda *_: command)


def test_a_refusal_ends_with_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, Refused("silence", rule="X4"))
    told = run("play")
    assert told.exit_code == 2
    assert told.stderr.endswith("(rule X4)\n")


def test_ctrl_c_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, KeyboardInterrupt())
    assert run("play").exit_code == 130


def test_what_the_system_refuses_is_a_failure_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, PermissionError(13, "Permission denied", "games.98"))
    told = run("play")
    assert told.exit_code == 1
    assert told.stderr == "Error: the system refused 'games.98': Permission denied.\n"


def test_a_fault_of_ours_is_one_line_and_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, ZeroDivisionError("division\nby zero"))
    told = run("play")
    assert told.exit_code == 1
    assert "Traceback" not in told.stderr
    assert "ZeroDivisionError: division by zero" in told.stderr
    assert TRACEBACK in told.stderr
    with pytest.raises(ZeroDivisionError):
        CliRunner().invoke(main, ["play"], env={TRACEBACK: "1"}, catch_exceptions=False)


def test_a_reader_who_walks_away_hears_nothing(tmp_path: Path) -> None:
    line = f"{sys.executable} -m ninetyeight rules extreme --fire | head -n 1"
    told = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("The rules in force")
    assert told.stderr == ""


def test_an_error_that_crosses_a_process_keeps_its_words() -> None:
    error = pickle.loads(pickle.dumps(Refused("end_minimum", rule="B5", n=2)))
    assert isinstance(error, GameError)
    assert error.text("fr").endswith("pose encore 2 cartes.")


def number_options() -> list[tuple[str, str]]:
    """Every option of every command that takes a number which need not be whole."""
    found = []
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for param in command.params:
            if isinstance(param, click.Option) and isinstance(
                param.type, click.types.FloatParamType
            ):
                found.append((name, param.opts[0]))
    return found


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_what_is_no_finite_number_is_refused_by_every_option(value: str) -> None:
    options = number_options()
    assert ("solve", "--seconds") in options
    for name, opt in options:
        result = run(name, f"{opt}={value}", "--lang", "en")
        assert result.exit_code == 2, (name, opt)
        assert f"The value of '{opt}' is not right: " in result.stderr
        assert "is not a number" in result.stderr or "not in the range" in result.stderr
