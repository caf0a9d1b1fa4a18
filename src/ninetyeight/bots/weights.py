"""What the planner fears and hopes for, in whole numbers: thousandths of an arbitrary unit.

Tuned by playing many thousands of games of the original edition with random deals, for each number
of players on its own. Only differences count. Whole numbers, because their sums are the same in
whatever order they are made.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ninetyeight.rules import Rules

#: The cost of a turn that wins the game.
WON = -(1 << 40)


class Terms(NamedTuple):
    """The terms of a position's cost at one stage of the game.

    ``out0`` to ``out3`` weigh a card elsewhere that 0, 1, 2 or 3 rows would still take (four cost
    nothing), ``hand0`` to ``hand3`` one of the own hand. ``trick`` is the worth of a card ten back
    that is still out, for each number it would win back. ``extra`` is the price of each card beyond
    the minimum while cards are drawn (below zero: it pays to get rid of cards), ``extra_late`` the
    same afterwards. ``near5`` and ``near11`` reward own cards close ahead of a row, ``back`` own
    cards that can be laid by the trick, ``room`` rows that can still take many cards.
    """

    out0: int
    out1: int
    out2: int
    out3: int
    hand0: int
    hand1: int
    hand2: int
    hand3: int
    trick: int
    extra: int
    extra_late: int
    near5: int
    near11: int
    back: int
    room: int


@dataclass(frozen=True)
class Weights:
    """How the planner thinks at one kind of table.

    ``late`` holds when no card is unseen; with every unseen card the terms move by 1/128 of the
    way to ``early``. ``nearest`` is how many cards ahead of each row are tried while cards are
    owed, and afterwards. ``beam`` is how many ways of going on are followed once nothing is owed
    any more, and after each further card. With commands or fires about it is the first of these
    after every card, beside ``owing`` ways that may not end yet.
    ``promise`` is what each own card that can be laid by the trick adds to a way's rank among
    them, and a way that ranks ``worse`` by that much than the best turn found is given up.
    ``marks`` weighs a teammate's `small`, `keep` and `keep!`. ``lasting`` is the price of each
    command that stays visible for the next seat, ``held`` that of a card with it in the own hand,
    both in the order of `Command`, ``fire`` that of a fire left for the next seat to cover.
    """

    late: Terms
    early: Terms
    beam: tuple[int, int]
    promise: int
    worse: int = 3000
    nearest: tuple[int, int] = (2, 1)
    owing: int = 10
    marks: tuple[int, int, int] = (0, 0, 0)
    lasting: tuple[int, ...] = (0, 0, 0, 300, 600, 400, 1300)
    held: tuple[int, ...] = (0, 200, 250, 350, 0, 0, 0)
    fire: int = 1200

    def at(self, unseen: int) -> Terms:
        """The terms with that many cards unseen."""
        return Terms(
            *(
                late + ((early - late) * unseen >> 7)
                for late, early in zip(self.late, self.early, strict=True)
            )
        )


SILENT: tuple[Weights, ...] = (
    Weights(
        late=Terms(16000, 2633, 287, 25, 104588, 746, 645, 257, 85, -269, 25, 54, 22, 141, 639),
        early=Terms(16000, -244, 943, 59, 70586, 564, 494, 229, -5, -120, 25, 93, 6, 1504, 11611),
        beam=(40, 40),
        promise=2945,
        worse=20000,
        nearest=(2, 2),
    ),
    Weights(
        late=Terms(16000, 1801, 233, 32, 36082, 954, 597, 237, 91, -347, -5, 69, 19, 208, 1499),
        early=Terms(16000, -149, 695, 53, 73278, 662, 438, 142, -13, -496, -5, 29, 19, 725, 12326),
        beam=(8, 5),
        promise=3240,
        worse=4000,
    ),
    Weights(
        late=Terms(16000, 1302, 163, 34, 74185, 1502, 287, 258, 73, -328, -64, 36, 22, 222, 2482),
        early=Terms(16000, -2, 543, 49, 122138, 639, 418, 167, 10, -545, -64, 33, 7, 886, 10655),
        beam=(5, 3),
        promise=2414,
    ),
    Weights(
        late=Terms(16000, 1262, 150, 28, 49788, 1618, 356, 268, 74, -167, -103, 38, 22, 164, 2201),
        early=Terms(16000, 161, 569, 54, 99076, 804, 564, 147, 2, -540, -103, 56, 8, 946, 13847),
        beam=(5, 3),
        promise=2117,
    ),
    Weights(
        late=Terms(16000, 1112, 191, 26, 59131, 1454, 343, 260, 64, -202, -138, 33, 23, 196, 1929),
        early=Terms(16000, 408, 451, 63, 197295, 1058, 468, 105, 14, -608, -138, 20, 6, 559, 14951),
        beam=(5, 3),
        promise=2884,
    ),
)


#: For 1, 2, 3, 4 and 5 players at a table with markers; alone there is nobody to read them.
MARKED: tuple[Weights, ...] = (
    SILENT[0],
    replace(
        SILENT[1],
        late=Terms(16000, 1249, 192, 42, 28281, 675, 735, 228, 73, -320, 26, 76, 17, 232, 1477),
        early=Terms(16000, 159, 450, 32, 95746, 786, 528, 101, -1, -436, 26, 17, 23, 661, 8690),
        promise=3037,
        marks=(211, 1226, 1595),
    ),
    replace(
        SILENT[2],
        late=Terms(16000, 1033, 193, 34, 95689, 1384, 268, 175, 61, -358, -56, 61, 26, 218, 2306),
        early=Terms(16000, 181, 412, 36, 116676, 1385, 526, 156, 12, -481, -56, 36, 1, 1372, 8031),
        promise=2640,
        marks=(394, 1141, 1542),
    ),
    replace(
        SILENT[3],
        late=Terms(16000, 1267, 140, 30, 32029, 1795, 409, 318, 62, -203, -78, 34, 23, 135, 2759),
        early=Terms(16000, 25, 512, 49, 106680, 856, 521, 143, 1, -607, -78, 46, 5, 976, 8716),
        promise=2091,
        marks=(277, 535, 1301),
    ),
    replace(
        SILENT[4],
        late=Terms(16000, 1220, 192, 21, 70184, 1751, 334, 271, 52, -217, -151, 30, 23, 180, 2191),
        early=Terms(16000, 395, 463, 64, 246929, 1474, 585, 105, 13, -436, -151, 17, 6, 720, 12584),
        promise=2438,
        marks=(243, 636, 1062),
    ),
)

#: With commands or fires more ways look good at first: `beam`, `worse` and `nearest` by players.
BROADER = ((40, 20000, 3), (16, 8000, 3), (8, 3000, 2), (8, 3000, 2), (8, 3000, 2))

#: How good the best first turn must be to offer a start: at most this much cost (B10r).
WISHES = ((650, "must"), (1050, "want"), (1800, "can"))


class Traits(NamedTuple):
    """What is told apart among tables: each kind has weights of its own where that pays."""

    players: int
    hand: int
    minimum: int
    commands: bool
    fires: bool
    markers: bool


def weights_for(rules: Rules, *, markers: bool) -> Weights:
    """The weights for a table: those tuned for its like, else the general ones."""
    traits = traits_of(rules, markers=markers)
    return _tuned().get(traits) or general_weights(traits)


def traits_of(rules: Rules, *, markers: bool) -> Traits:
    """What kind of table it is."""
    return Traits(
        players=rules.players,
        hand=rules.hand_size,
        minimum=rules.minimum,
        commands=rules.has_commands,
        fires=bool(rules.fires),
        markers=markers and rules.players > 1,
    )


def general_weights(traits: Traits) -> Weights:
    """The weights by the number of players alone; six play as five do."""
    place = min(traits.players, len(SILENT)) - 1
    weights = (MARKED if traits.markers else SILENT)[place]
    if traits.commands or traits.fires:
        ways, worse, nearest = BROADER[place]
        return replace(weights, beam=(ways, ways), worse=worse, nearest=(nearest, nearest))
    return weights


@cache
def _tuned() -> dict[Traits, Weights]:
    """What `tools/tune-planner` found: `tuned.toml` tells how, and what it gains."""
    with files("ninetyeight.bots").joinpath("tuned.toml").open("rb") as source:
        tables = tomllib.load(source)["table"]
    found = {}
    for table in tables:
        traits = Traits(**{name: table[name] for name in Traits._fields})
        found[traits] = replace(
            general_weights(traits),
            late=Terms(*table["late"]),
            early=Terms(*table["early"]),
            promise=table["promise"],
            marks=tuple(table["marks"]),
            lasting=tuple(table["lasting"]),
            held=tuple(table["held"]),
            fire=table["fire"],
        )
    return found
