"""`ninetyeight chatcheck` answers every line, whatever it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ninetyeight.chat import find_number
from ninetyeight.locale import LANGUAGES, catalogue


def answers(language: str, lines: bytes, *options: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "chatcheck", "--lang", language, *options],
        input=lines,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode("utf-8").splitlines()


def test_each_line_gets_an_answer_in_order() -> None:
    told = answers("de", b"hallo\ndie Vierzig\n\nnoch zwei Karten\r\n42")
    assert told == ["ok", "blocked Vierzig", "ok", "ok", "blocked 42"]


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ((), "blocked"),
        (("--edition", "gold"), "blocked"),
        (("--edition", "extreme"), "ok"),
        (("--commands",), "ok"),
        (("--edition", "gold", "--commands"), "ok"),
    ],
)
def test_phrases_are_asked_as_at_the_table_described(options: tuple[str, ...], named: str) -> None:
    told = answers("en", b"exactly three\ntwo stops\nU1\nexactly four\n", *options)
    assert [line.split()[0] for line in told] == [named, named, "ok", "blocked"]


def test_odd_lines_are_answered_too() -> None:
    odd = [b"\xff\xfe\x00", b"f\xfcnf", b"a" * 300_000, b"4 " * 50_000, b"\x00", "\u202e".encode()]
    told = answers("de", b"\n".join(odd) + b"\n")
    assert [line.split()[0] for line in told] == ["ok", "blocked", "ok", "blocked", "ok", "ok"]


def test_an_answer_comes_before_the_next_line_is_read() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "chatcheck", "--lang", "fr"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for phrase, answer in ((b"bonjour\n", b"ok\n"), (b"septante\n", b"blocked septante\n")):
            asked.stdin.write(phrase)
            asked.stdin.flush()
            assert asked.stdout.readline() == answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sender_is_told_which_words_it_was(language: str) -> None:
    found = find_number("soixante-dix", language)
    assert found is not None
    assert "soixante-dix" in catalogue(language).text("chat.number", found=found.text)


def test_a_language_without_number_words_is_refused() -> None:
    with pytest.raises(ValueError, match="'it'"):
        find_number("quaranta", "it")
