"""The terminal and the page list the same rules, in the same words, for the same table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import httpx2
import msgspec
import pytest
from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.handbook import RulesTold
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, Deal, Rules, Strictness
from ninetyeight.table import Seat, Setup
from ninetyeight.terminal.plain.rules_in_force import rules_lines
from ninetyeight.terminal.screen.pages import rules_text
from ninetyeight.terminal.words import Words
from tests.server.api.serving import served

SWITCHES = {
    "expert": ("--expert", None),
    "short_hand": ("--short-hand", None),
    "fire": ("--fire", None),
    "commands": ("--with-commands", None),
    "take_backs": ("--take-backs", "--no-take-backs"),
    "open_rows": ("--open-rows", "--tops-only"),
    "fan": ("--fan", "--no-fan"),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with served(tmp_path_factory.mktemp("rules")) as client:
        yield client


def squeezed(text: str) -> str:
    """The text without blanks and line breaks, which depend on how wide the terminal is."""
    return "".join(text.split())


def printed(edition: str, players: int, talk: str, on: dict[str, bool], language: str) -> str:
    """What `ninetyeight rules` prints for this table."""
    words = ["rules", edition, "--players", str(players), "--talk", talk, "--lang", language]
    words += [word for name, yes in on.items() if (word := SWITCHES[name][not yes]) is not None]
    done = CliRunner().invoke(main, words, env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return done.output


def on_the_page(
    client: httpx2.Client, edition: str, players: int, talk: str, on: dict[str, bool], language: str
) -> RulesTold:
    """What the page gets for this table."""
    options = {name: str(yes).lower() for name, yes in on.items()}
    query = {"edition": edition, "players": str(players), "talk": talk, "lang": language, **options}
    answer = client.get("/api/rules", params=query)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=RulesTold)


def as_it_must_be_printed(told: RulesTold) -> str:
    lines = [told.title, *told.above]
    for section in told.sections:
        lines += [section.title, *section.intro]
        for entry in section.entries:
            lines += [entry.number, entry.title, f"[{entry.mark}]", entry.text, entry.note or ""]
    return squeezed("".join(lines))


def without_rulers(text: str) -> str:
    return squeezed("\n".join(line for line in text.splitlines() if set(line) - set("=-")))


@pytest.mark.parametrize("fan", [False, True], ids=["dealt", "fan"])
@pytest.mark.parametrize("talk", [strictness.value for strictness in Strictness])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_terminal_prints_the_rules_of_the_page(
    client: httpx2.Client, edition: str, talk: str, fan: bool
) -> None:
    """With every set of options that change the law; what else there is takes turns."""
    for nth, chosen in enumerate(product((False, True), repeat=len(LAW_OPTIONS))):
        on = dict(zip(LAW_OPTIONS, chosen, strict=True))
        on |= {"fan": fan, "take_backs": nth % 2 == 0, "open_rows": nth % 4 < 2}
        table = (edition, 1 + nth % 5, talk, on, LANGUAGES[nth % len(LANGUAGES)])
        told = on_the_page(client, *table)
        assert without_rulers(printed(*table)) == as_it_must_be_printed(told), table


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_nobody_chose_is_the_same_as_well(client: httpx2.Client, edition: str) -> None:
    told = on_the_page(client, edition, 1, "markers", {}, "en")
    assert without_rulers(printed(edition, 1, "markers", {}, "en")) == as_it_must_be_printed(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("talk", Strictness)
@pytest.mark.parametrize("edition", EDITIONS)
def test_both_modes_of_the_terminal_show_them_at_the_table(
    client: httpx2.Client, edition: str, talk: Strictness, language: str
) -> None:
    fan = edition == "gold"
    rules = Rules.of(edition, 2, fire=True)
    setup = Setup(Deal.new(rules), (Seat("Ada"), Seat("Ben")), talk, fan=fan)
    on = {"fire": True, "fan": fan, "take_backs": False}
    told = on_the_page(client, edition, 2, talk, on, language)
    words = Words(language)
    lines = list(rules_lines(words, setup))
    entries = [entry for section in told.sections for entry in section.entries]
    for entry in entries:
        (line,) = [line for line in lines if line.startswith(f"{entry.number} ")]
        assert entry.title in line
        assert line.endswith(f"{entry.text} {entry.note}" if entry.note else entry.text)
    assert sum("]. " in line for line in lines) == len(entries)
    assert as_it_must_be_printed(told) in without_rulers(rules_text(words, setup, 80))


@pytest.mark.parametrize(
    ("language", "marker"), [("en", "marker"), ("de", "marker"), ("fr", "marqueur")]
)
def test_the_help_of_a_silent_table_has_no_word_about_markers(language: str, marker: str) -> None:
    setups = [
        Setup(Deal.new(Rules.of("original", 2)), (Seat("Ada"), Seat("Ben")), talk)
        for talk in (Strictness.SILENT, Strictness.MARKERS)
    ]
    words = Words(language)
    silent, marking = (rules_text(words, setup, 80).lower() for setup in setups)
    assert marker not in silent
    assert marker in marking
    assert marker not in " ".join(rules_lines(words, setups[0])).lower()
