"""The labelled corpus: phrases that must pass and phrases that must not.

A file `corpus/<language>.tsv` has a line `label<TAB>phrase` for each. The label is `ok`, `blocked`
or, for what passes only where commands are in force (T3), `commands`. Headings begin a part:
phrases the filter was tuned on, phrases that were written before it first ran and never tuned on,
and phrases by three people, one after the other, who had not written the filter. A heading may also
name the border that its phrases lie on both sides of.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ninetyeight.chat import find_number

FOLDER = Path(__file__).parent / "corpus"
LANGUAGES = ("en", "de", "fr")
PARTS = TUNED, HELD_OUT, ANOTHER_HAND, LATER_HAND, FIFTH_HAND = (
    "tuned on",
    "held out",
    "another hand",
    "a later hand",
    "a fifth hand",
)
#: Talk in general, then the borders: row names, a card's neighbours (T1), names of commands (T3).
BORDERS = GENERAL, ROWS, NEIGHBOURS, COMMANDS = "", "rows", "neighbours", "commands"


@dataclass(frozen=True)
class Phrase:
    part: str
    border: str
    label: str
    text: str

    def blocked(self, commands: bool) -> bool:
        """Whether it must not pass, at a table with commands or without."""
        return self.label == "blocked" or (self.label == "commands" and not commands)


@dataclass(frozen=True)
class Score:
    """How well the filter did; its wrong answers by name."""

    phrases: int
    recall: float
    precision: float
    missed: list[str]
    wronged: list[str]


def phrases(language: str) -> list[Phrase]:
    part, border, found = "", "", []
    for line in (FOLDER / f"{language}.tsv").read_text("utf-8").split("\n"):
        if line.startswith("# "):
            part, _, border = line.removeprefix("# ").partition(": ")
        elif line:
            label, text = line.split("\t")
            assert label in ("ok", "blocked", "commands"), line
            found.append(Phrase(part, border, label, text))
    return found


def score(language: str, part: str, border: str = GENERAL, commands: bool = False) -> Score:
    asked = [p for p in phrases(language) if (p.part, p.border) == (part, border)]
    stopped = {p.text for p in asked if find_number(p.text, language, commands=commands)}
    blocked = {p.text for p in asked if p.blocked(commands)}
    right = len(blocked & stopped)
    return Score(
        len(asked),
        right / len(blocked),
        right / len(stopped),
        [p.text for p in asked if p.text in blocked - stopped],
        [p.text for p in asked if p.text in stopped - blocked],
    )


if __name__ == "__main__":
    for language in LANGUAGES:
        for border in BORDERS:
            for commands in (False, True) if border == COMMANDS else (False,):
                for part in PARTS:
                    was = score(language, part, border, commands)
                    where = border or "general"
                    if border == COMMANDS:
                        where += " in force" if commands else " not in force"
                    print(
                        f"{language}, {where}, {part}: {was.phrases} phrases, "
                        f"recall {was.recall:.1%}, precision {was.precision:.1%}"
                    )
                    for text in was.missed:
                        print("  missed:", text)
                    for text in was.wronged:
                        print("  wronged:", text)
