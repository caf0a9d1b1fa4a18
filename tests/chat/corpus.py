"""The labelled corpus: phrases that must pass and phrases that must not.

A file `corpus/<language>.tsv` has a line `label<TAB>phrase` for each, in two parts: those the
filter was tuned on, and those that were written before it first ran and never tuned on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ninetyeight.chat import find_number

FOLDER = Path(__file__).parent / "corpus"
TUNED, HELD_OUT = "tuned on", "held out"


@dataclass(frozen=True)
class Phrase:
    part: str
    blocked: bool
    text: str


@dataclass(frozen=True)
class Score:
    """How well the filter did; its wrong answers by name."""

    phrases: int
    recall: float
    precision: float
    missed: list[str]
    wronged: list[str]


def phrases(language: str) -> list[Phrase]:
    part, found = "", []
    for line in (FOLDER / f"{language}.tsv").read_text("utf-8").split("\n"):
        if line.startswith("# "):
            part = line.removeprefix("# ")
        elif line:
            label, text = line.split("\t")
            assert label in ("ok", "blocked"), line
            found.append(Phrase(part, label == "blocked", text))
    return found


def score(language: str, part: str) -> Score:
    asked = [phrase for phrase in phrases(language) if phrase.part == part]
    stopped = {phrase.text for phrase in asked if find_number(phrase.text, language)}
    missed = [phrase.text for phrase in asked if phrase.blocked and phrase.text not in stopped]
    wronged = [phrase.text for phrase in asked if not phrase.blocked and phrase.text in stopped]
    right = sum(phrase.blocked for phrase in asked) - len(missed)
    return Score(
        len(asked),
        right / (right + len(missed)),
        right / (right + len(wronged)),
        missed,
        wronged,
    )


if __name__ == "__main__":
    for language in ("en", "de", "fr"):
        for part in (TUNED, HELD_OUT):
            was = score(language, part)
            print(
                f"{language}, {part}: {was.phrases} phrases, "
                f"recall {was.recall:.1%}, precision {was.precision:.1%}"
            )
            for text in was.missed:
                print("  missed:", text)
            for text in was.wronged:
                print("  wronged:", text)
