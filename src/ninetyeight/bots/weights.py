"""What the planner fears and hopes for, in numbers.

Tuned by playing many thousands of games of the original edition against random deals, for each
number of players on its own. The unit is arbitrary; only differences count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ninetyeight.rules import Command


@dataclass(frozen=True)
class Weights:
    """The terms of a position's cost.

    ``out`` and ``hand`` weigh a card that 0, 1, 2 or 3 rows would still take (four or more cost
    nothing), for cards elsewhere and for the own hand. ``room`` is the worth of a row that can
    still take many cards, ``trick`` that of a card ten back which is still out, for each number
    it would win back. ``near5`` and ``near11`` reward own cards close ahead of a row. ``extra``
    is the price of each card beyond the minimum while cards are drawn (below zero: it pays to get
    rid of cards), ``extra_late`` the same afterwards. ``beam`` is how many ways of going on are
    followed. ``marks`` weighs a teammate's `small`, `keep` and `keep!`.
    """

    out: tuple[float, float, float, float]
    hand: tuple[float, float, float, float]
    trick: float
    extra: float
    extra_late: float
    near5: float
    near11: float
    room: float
    beam: int
    marks: tuple[float, float, float] = (0.0, 0.0, 0.0)


SILENT: tuple[Weights, ...] = (
    Weights(
        (16, 1.5, 0.36, 0.06), (48, 1.5, 0.60, 0.22), 0.050, -0.24, 0.27, 0.080, 0.035, 0.34, 20
    ),
    Weights(
        (16, 2.1, 0.39, 0.10), (44, 2.0, 0.75, 0.23), 0.033, -0.26, 0.20, 0.085, 0.037, 0.22, 20
    ),
    Weights(
        (16, 1.2, 0.32, 0.09), (44, 2.05, 0.46, 0.21), 0.044, -0.25, 0.20, 0.070, 0.037, 0.26, 10
    ),
    Weights(
        (16, 1.5, 0.33, 0.09), (40, 2.1, 0.45, 0.22), 0.044, -0.22, 0.16, 0.075, 0.045, 0.21, 10
    ),
    Weights(
        (16, 1.55, 0.35, 0.09), (41, 1.95, 0.46, 0.22), 0.042, -0.25, 0.165, 0.065, 0.042, 0.235, 10
    ),
)
#: For 1, 2, 3, 4 and 5 players at a table with markers; alone there is nobody to read them.
MARKED: tuple[Weights, ...] = (
    SILENT[0],
    replace(SILENT[1], extra=-0.25, extra_late=0.20, marks=(0.20, 1.05, 1.05)),
    replace(SILENT[2], extra=-0.31, extra_late=0.10, marks=(0.33, 0.8, 1.0)),
    replace(SILENT[3], extra=-0.29, extra_late=0.16, marks=(0.25, 0.7, 1.1)),
    replace(SILENT[4], extra=-0.29, extra_late=0.165, marks=(0.30, 0.7, 1.1)),
)

#: The price of a lasting command that stays visible when the turn ends.
LASTING: dict[Command, float] = {
    Command.NO_BACK: 0.6,
    Command.ONE_ROW: 0.4,
    Command.DRAW_ONE: 1.3,
    Command.SILENCE: 0.3,
}
#: The price of a command card that stays in the own hand.
HELD: dict[Command, float] = {
    Command.SKULL: 0.2,
    Command.THREE: 0.25,
    Command.SILENCE: 0.35,
}
#: The price of a fire left for the next seat to cover.
FIRE = 1.2

#: How good the best first turn must be to offer a start: at most this much cost (B10r).
WISHES = ((0.65, "must"), (1.05, "want"), (1.8, "can"))


def weights_for(players: int, *, markers: bool) -> Weights:
    """The weights for that many players; six play as five do."""
    return (MARKED if markers else SILENT)[min(players, len(SILENT)) - 1]
