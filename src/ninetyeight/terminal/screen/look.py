"""Colours: an evening and a daylight theme, and the hue that runs with a card's value.

Colour only repeats what characters already say, so that nothing is lost without it.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

EVENING = Theme(
    name="evening",
    primary="#e3a857",
    secondary="#93b8aa",
    accent="#f0cd8e",
    foreground="#efe5d3",
    background="#1a1713",
    surface="#231f19",
    panel="#302921",
    success="#a3c585",
    warning="#eabf6b",
    error="#e58670",
    dark=True,
    variables={"quiet": "#a3937a", "faint": "#5d5142", "closed": "#6b5d4a", "ink": "#1a1713"},
)

DAYLIGHT = Theme(
    name="daylight",
    primary="#8a5a12",
    secondary="#2f6657",
    accent="#6f4a10",
    foreground="#2b2419",
    background="#f7f0e2",
    surface="#efe6d3",
    panel="#e3d6bd",
    success="#3f6a1f",
    warning="#855600",
    error="#a8321c",
    dark=False,
    variables={"quiet": "#6d5f48", "faint": "#c3b496", "closed": "#a89876", "ink": "#fffaf0"},
)

THEMES = (EVENING, DAYLIGHT)

#: From low to high cards: blue over grey to amber, even in lightness, safe for colour-blind eyes.
_RAMP_EVENING = ((122, 162, 217), (160, 170, 190), (186, 180, 158), (214, 184, 112), (238, 190, 72))
_RAMP_DAYLIGHT = ((32, 82, 149), (62, 84, 120), (92, 84, 76), (122, 82, 24), (138, 76, 0))


class NoColours(LineFilter):
    """Sends no colour and no grey, as NO_COLOR asks; what is bold or reversed stays so."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text."""
        return [
            Segment(text, style and style.without_color, control)
            for text, style, control in segments
        ]


def hue(card: int, low: int, high: int, *, dark: bool = True) -> str:
    """The colour of a card as ``#rrggbb``: neighbours look akin."""
    ramp = _RAMP_EVENING if dark else _RAMP_DAYLIGHT
    span = max(1, high - low)
    at = min(max(card - low, 0), span) / span * (len(ramp) - 1)
    first = min(int(at), len(ramp) - 2)
    part = at - first
    mixed = (round(a + (b - a) * part) for a, b in zip(ramp[first], ramp[first + 1], strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)
