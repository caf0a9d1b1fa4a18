"""What the terminal says of a game that was lost by a command: which card it was, and no praise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ninetyeight.locale import LANGUAGES, Catalogue, Plural, catalogue
from tests.terminal.plain.person import Person

#: The hand is 10 33 53 55 77 82 94 95.
DEAL = "extreme-1p-K7Q2M9XA4TWB3H8C"

BROKEN = [
    ({33: "three"}, "10u1 33u1 53u1 55u1", "three_fourth", {"card": 33, "by": 55}),
    ({77: "three"}, "10u1 33u1 53u1 77u1", "three_late", {"card": 77, "n": 4}),
    ({10: "three", 33: "stop"}, "10u1 33u1", "three_stop", {"card": 10, "by": 33}),
    ({53: "skull", 55: "stop"}, "53d1 55u1", "skull_stop", {"card": 53, "row": "D1", "by": 55}),
]


def praise(words: Catalogue, left: int) -> list[str]:
    """Everything that is said of such a result where it is praised, or only consoled."""
    found = []
    for code, entry in words.section("rules.praise.extreme").items():
        if not code.endswith(".scale"):
            told = entry.of(left, words.language) if isinstance(entry, Plural) else entry
            found.append(told.format(n=left, cards=98))
    assert len(found) == 3
    return found


def playing(home: Path, commands: dict[int, str], *more: str, lang: str) -> Person:
    mapping = home / "commands.json"
    mapping.write_text(json.dumps(commands))
    args = ["--deal", DEAL, "--commands", str(mapping), "--yes", *more]
    return Person(home, *args, lang=lang)


@pytest.mark.rule("B9r", "X2", "X3")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("commands", "lays", "code", "told"), BROKEN, ids=lambda value: str(value))
def test_the_end_and_the_record_name_the_cards_and_leave_praise_out(
    tmp_path: Path,
    commands: dict[int, str],
    lays: str,
    code: str,
    told: dict[str, int | str],
    lang: str,
) -> None:
    words, left = catalogue(lang), 98 - len(lays.split())
    with playing(tmp_path, commands, lang=lang) as ada:
        ada.start()
        end = ada.type(lays)
        ada.type("quit")
    with Person(tmp_path, "show", command="records", lang=lang) as reader:
        shown = reader.text
    for text in (end, shown):
        assert words.text(f"rules.ending.{code}", **told) in text
        assert words.text("rules.praise.broken", n=left) in text
        assert not any(said in text for said in praise(words, left))


@pytest.mark.rule("X2", "X10r", "B9")
def test_a_command_that_cannot_be_obeyed_is_named_though_nobody_laid_a_card(tmp_path: Path) -> None:
    skulls = dict.fromkeys(range(2, 100), "skull")
    with playing(tmp_path, skulls, lang="en") as ada:
        end = ada.text
    assert "There was no way to lay the skull 10 and cover it in the same turn." in end
    assert any(said in end for said in praise(catalogue("en"), 98))
