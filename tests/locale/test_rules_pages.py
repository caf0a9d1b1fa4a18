"""The rules pages of the documentation are made of the catalogue, with each edition's figures."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ninetyeight.handbook import in_force, is_ruling, rule_numbers
from ninetyeight.rules.editions import EDITIONS, Rules

DOCS = Path(__file__).parents[2] / "docs"

CONF = """
import sys
sys.path.insert(0, {ext!r})
project = "rules"
extensions = ["myst_parser", "rules_pages"]
html_theme = "basic"
nitpicky = True
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The built pages by name, as HTML; a warning of the build is an error."""
    source = tmp_path_factory.mktemp("rules-docs")
    shutil.copytree(DOCS / "rules", source, dirs_exist_ok=True)
    (source / "conf.py").write_text(CONF.format(ext=str(DOCS / "_ext")), encoding="utf-8")
    built = source / "built"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(source), str(built)]
    # Whoever runs this may have another language set; the pages are in English all the same.
    environ = {**os.environ, "NINETYEIGHT_LANG": "de"}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, check=False)
    assert done.returncode == 0, done.stderr
    return {file.stem: file.read_text(encoding="utf-8") for file in built.glob("*.html")}


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_every_rule_is_an_anchor_on_the_numbered_page(pages: dict[str, str]) -> None:
    anchors = re.findall(r'<section id="rule-([^"]+)"', pages["numbered"])
    assert anchors == [number.lower() for number in rule_numbers()]


def test_every_rule_says_whether_it_is_the_rulebooks_or_ours(pages: dict[str, str]) -> None:
    found = re.findall(
        r'<section id="rule-([^"]+)">.*?<p><em>(Rulebook|Ruling)[^<]*\.</em>',
        pages["numbered"],
        re.DOTALL,
    )
    assert found == [
        (number.lower(), "Ruling" if is_ruling(number) else "Rulebook") for number in rule_numbers()
    ]


def test_the_numbered_page_names_figures_that_differ(pages: dict[str, str]) -> None:
    text = words(pages["numbered"])
    assert "98 (Gold and grey: 99) cards" in text
    assert "1→99 (Game Factory: 2→100)" in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_page_holds_the_rules_in_force_and_no_others(
    pages: dict[str, str], edition: str
) -> None:
    terms = re.findall(r"<dt>.*?</dt>", pages[edition], re.DOTALL)
    listed = [words(term).split(" · ")[0] for term in terms if " · " in term]
    assert tuple(listed) == in_force(Rules.of(edition))
    # What stands below the rules tells of the switches that a table may add.
    plain = words(pages["original"]).lower().partition("options ")[0]
    assert not re.findall("draw one|stop card|a command", plain)
    assert "a stop card that was lawfully laid" in words(pages["extreme"])


def test_the_numbered_page_has_every_note_and_the_words_of_every_table(
    pages: dict[str, str],
) -> None:
    text = words(pages["numbered"])
    assert "a stop card that was lawfully laid" in text
    assert "Silent: How much may be said is a table option" in text
    assert "Open rows: The rows lie open at this table" in text
    assert "face down as a fan" in words(pages["gold"])
    assert "face down as a fan" not in words(pages["original"])


def test_an_edition_page_has_the_editions_figures(pages: dict[str, str]) -> None:
    assert "Each number from 1 to 99 is in the deck once, 99 cards" in words(pages["gold"])
    assert "Each number from 2 to 99 is in the deck once, 98 cards" in words(pages["original"])
    assert "2→100" in words(pages["gamefactory"])
    assert "Fewer than 15 left: good." in words(pages["gold"])
    assert "Fewer than 15" not in words(pages["original"])


def test_rule_numbers_in_a_text_are_links(pages: dict[str, str]) -> None:
    assert 'href="numbered.html#rule-b12r"' in pages["original"]
    assert 'href="#rule-x7"' in pages["numbered"]
