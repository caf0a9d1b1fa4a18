"""A table as a picture, for videos and for libraries that ask for one: drawn with NumPy alone.

It shows what the text of :mod:`~ninetyeight.envs.plain_text` says. All pictures have the same size.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.episode import Episode, EpisodeResult
from ninetyeight.envs.plain_text import headline, row_words, told_episode
from ninetyeight.rules import View

#: What `render` gives: a text, a picture, or nothing where it is printed or not wanted.
Rendered: TypeAlias = str | NDArray[np.uint8] | None

#: Height, width and colours; even, as codecs for videos want it.
SHAPE = (400, 720, 3)

Colour: TypeAlias = tuple[int, int, int]
_CLOTH: Colour = (32, 74, 66)
_CARD: Colour = (250, 248, 240)
_INK: Colour = (24, 28, 30)
_PALE: Colour = (214, 226, 220)
_UP: Colour = (86, 180, 233)
_DOWN: Colour = (230, 159, 0)

_MARGIN = 20
#: From one card to the next, on the table and in the hand of up to twelve cards.
_ROW_STEP, _HAND_STEP = 170, 57


def rendered(episode: Episode, seat: int, mode: str | None) -> Rendered:
    """A running or finished game as ``seat`` sees it, in one of the render modes."""
    if mode == "ansi":
        return told_episode(episode, seat)
    if mode == "rgb_array":
        speaking = bool(episode.speakers)
        return picture(episode.view(seat), speaking=speaking, result=episode.result)
    return None


def picture(
    view: View, *, speaking: bool = False, result: EpisodeResult | None = None
) -> NDArray[np.uint8]:
    """What the viewer sees, as rows of pixels in red, green and blue."""
    sheet = np.full(SHAPE, _CLOTH, np.uint8)
    for line, text in enumerate(headline(view, speaking, result).split("; ")):
        _write(sheet, _MARGIN, 16 + 24 * line, text, 2, _PALE)
    for place, (row, top) in enumerate(zip(view.rules.edition.rows, view.tops, strict=True)):
        left = _MARGIN + place * _ROW_STEP
        _write(sheet, left, 80, row.name, 3, _UP if row.up else _DOWN)
        _arrow(sheet, left + 50, 80, row.up)
        _card(sheet, left, 112, (110, 96), "" if top is None else str(top), 6)
        for line, words in enumerate(row_words(view, row.name, top)[:3]):
            _write(sheet, left, 216 + 16 * line, words[:20], 1, _PALE)
    others = [
        f"seat {seat}: {size}" for seat, size in enumerate(view.hand_sizes) if seat != view.viewer
    ]
    _write(sheet, _MARGIN, 270, "  ".join(others), 2, _PALE)
    _write(sheet, _MARGIN, 302, f"seat {view.viewer}", 2, _PALE)
    for place, card in enumerate(view.hand):
        _card(sheet, _MARGIN + place * _HAND_STEP, 324, (50, 40), str(card), 3)
        if card in view.commands:
            word = view.commands[card].value
            _write(sheet, _MARGIN + place * _HAND_STEP, 370, word[:9], 1, _PALE)
    return sheet


def _card(
    sheet: NDArray[np.uint8], left: int, top: int, size: tuple[int, int], number: str, scale: int
) -> None:
    """A card with its number in the middle; the place for one where there is none."""
    width, height = size
    sheet[top : top + height, left : left + width] = _PALE if not number else _CARD
    if not number:
        sheet[top + 2 : top + height - 2, left + 2 : left + width - 2] = _CLOTH
    across = (6 * len(number) - 1) * scale
    _write(
        sheet, left + (width - across) // 2, top + (height - 7 * scale) // 2, number, scale, _INK
    )


def _arrow(sheet: NDArray[np.uint8], left: int, top: int, up: bool) -> None:
    """A triangle that points where the numbers go."""
    for line in range(20):
        half = (line if up else 19 - line) // 2
        sheet[top + line, left + 10 - half : left + 11 + half] = _UP if up else _DOWN


def _write(
    sheet: NDArray[np.uint8], left: int, top: int, text: str, scale: int, colour: Colour
) -> None:
    """A line of text; what lies beyond the right edge is cut off."""
    for place, letter in enumerate(text.upper()):
        dots = LETTERS.get(letter)
        at = left + 6 * scale * place
        if dots is not None and at + 5 * scale <= sheet.shape[1]:
            dots = dots.repeat(scale, 0).repeat(scale, 1)
            sheet[top : top + 7 * scale, at : at + 5 * scale][dots] = colour


def _drawn(letters: str, art: str) -> dict[str, NDArray[np.bool_]]:
    """Letters that are drawn side by side."""
    dots = np.array([list(line) for line in art.split("\n")[1:-1]]) == "#"
    return {letter: dots[:, 6 * place : 6 * place + 5] for place, letter in enumerate(letters)}


#: All that can be written, as grids of dots.
LETTERS = (
    _drawn(
        "0123456789AB",
        """
.###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###. .###. ####.
#...# .##.. #...# #...# ..##. #.... #.... ....# #...# #...# #...# #...#
#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...# #...# #...#
#.#.# ..#.. ...#. ..##. #..#. ....# ####. ...#. .###. .#### ##### ####.
##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....# #...# #...#
#...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ....# #...# #...#
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .###. #...# ####.
""",
    )
    | _drawn(
        "CDEFGHIJKLMN",
        """
.###. ####. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...#
#...# #...# #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## ##..#
#.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# #.#.#
#.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #..##
#.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #...#
#...# #...# #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #...#
.###. ####. ##### #.... .###. #...# .###. .##.. #...# ##### #...# #...#
""",
    )
    | _drawn(
        "OPQRSTUVWXYZ",
        """
.###. ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# #####
#...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....#
#...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#.
#...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..
#...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#...
#...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #....
.###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. #####
""",
    )
    | _drawn(
        ":,!()-_?./",
        """
..... ..... ..#.. ...#. .#... ..... ..... .###. ..... ....#
..#.. ..... ..#.. ..#.. ..#.. ..... ..... #...# ..... ....#
..#.. ..... ..#.. .#... ...#. ..... ..... ....# ..... ...#.
..... ..... ..#.. .#... ...#. .###. ..... ...#. ..... ..#..
..#.. ..#.. ..#.. .#... ...#. ..... ..... ..#.. ..... .#...
..#.. ..#.. ..... ..#.. ..#.. ..... ..... ..... .##.. #....
..... .#... ..#.. ...#. .#... ..... ##### ..#.. .##.. #....
""",
    )
)
