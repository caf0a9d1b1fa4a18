"""Games that are lost in every way there is, with what is told of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ninetyeight.rules import Ending, Game
from tests.rules.positions import lay, table

#: Nothing goes on U2, D1 and D2 but what is said.
CLOSED = {"U2": 99, "D1": 2, "D2": 3}
OTHER = [60, 61]


@dataclass(frozen=True)
class Case:
    """A game that is lost: the hands, what lies there, what seat 1 lays, and what is told."""

    name: str
    reason: str
    told: Ending
    hand: Sequence[int]
    others: Sequence[Sequence[int]] = ()
    commands: dict[int, str] = field(default_factory=dict)
    tops: dict[str, int] = field(default_factory=dict)
    lays: Sequence[tuple[int, str]] = ()
    last: bool = False  # the draw pile is empty
    options: Sequence[str] = ()

    def game(self, edition: str) -> Game:
        begun = table(
            self.hand,
            *self.others,
            edition=edition,
            options=["commands", "fire", *self.options],
            commands=self.commands,
            tops=self.tops,
            draw=[] if self.last else None,
        )
        return lay(begun, *self.lays)


def ending(code: str, rule: str, **told: int | str) -> Ending:
    return Ending(0, f"rules.ending.{code}", rule, **told)  # type: ignore[arg-type]


IN_A_ROW = [(10, "U1"), (11, "U1"), (12, "U1"), (13, "U1")]
HAND = [9, 10, 11, 12, 13, 14]

BROKEN = [
    # X2: a skull is visible when the turn ends.
    Case(
        "a stop under a skull",
        "skull",
        ending("skull_stop", "X2", card=10, row="U1", by=11),
        HAND,
        commands={10: "skull", 11: "stop"},
        lays=[(10, "U1"), (11, "U2")],
    ),
    Case(
        "a stop as the very last card, under a skull",
        "skull",
        ending("skull_stop", "X2", card=60, row="U1", by=61),
        [60, 61],
        commands={60: "skull", 61: "stop"},
        tops={"U1": 50},
        lays=[(60, "U1"), (61, "U2")],
        last=True,
    ),
    Case(
        "the very last card on another row than the skull",
        "skull",
        ending("skull_last", "X2", card=60, row="U1", by=61),
        [60, 61],
        commands={60: "skull"},
        tops={"U1": 50},
        lays=[(60, "U1"), (61, "U2")],
        last=True,
    ),
    Case(
        "a skull as the very last card",
        "skull",
        ending("skull_itself", "X2", card=61, row="U1"),
        [60, 61],
        commands={61: "skull"},
        tops={"U1": 50},
        lays=[(60, "U1"), (61, "U1")],
        last=True,
    ),
    # X3: exactly three.
    Case(
        "a fourth card after three",
        "three",
        ending("three_fourth", "X3", card=11, by=13),
        HAND,
        commands={11: "three"},
        lays=IN_A_ROW,
    ),
    Case(
        "a second three as the fourth card",
        "three",
        ending("three_fourth", "X3", card=11, by=13),
        HAND,
        commands={11: "three", 13: "three"},
        lays=IN_A_ROW,
    ),
    Case(
        "three as the fourth card",
        "three",
        ending("three_late", "X3", card=13, n=4),
        HAND,
        commands={13: "three"},
        lays=IN_A_ROW,
    ),
    Case(
        "three as the fifth card",
        "three",
        ending("three_late", "X3", card=14, n=5),
        HAND,
        commands={14: "three"},
        lays=[*IN_A_ROW, (14, "U1")],
    ),
    Case(
        "three with two cards in hand",
        "three",
        ending("three_short", "X3", card=90, n=2),
        [90, 91],
        [OTHER],
        commands={90: "three"},
        tops={"U1": 50},
        lays=[(90, "D1")],
        last=True,
    ),
    Case(
        "three as the very last card",
        "three",
        ending("three_short", "X3", card=91, n=2),
        [90, 91],
        commands={91: "three"},
        tops={"U1": 50},
        lays=[(90, "U1"), (91, "U1")],
        last=True,
    ),
    Case(
        "a stop as the second card after three",
        "stop",
        ending("three_stop", "X3", card=11, by=12),
        HAND,
        commands={11: "three", 12: "stop"},
        lays=[(11, "U1"), (12, "U1")],
    ),
    Case(
        "the first of several duties is the one that is told",
        "skull",
        ending("skull_stop", "X2", card=9, row="U1", by=11),
        HAND,
        commands={9: "skull", 10: "three", 11: "stop"},
        lays=[(9, "U1"), (10, "U2"), (11, "D1")],
    ),
    # F2: fires.
    Case(
        "a stop under a due fire",
        "fire",
        ending("fire_stop", "F2", card=22, row="U1", by=40),
        [40, 23, 60],
        [[70, 71]],
        commands={40: "stop"},
        tops={"U1": 22},
        lays=[(40, "U2")],
    ),
    Case(
        "a fire that no card covers",
        "fire",
        ending("fire", "F2", card=22, row="D1"),
        [50, 99, 96, 88, 87],
        [OTHER],
        tops={"U1": 97, "U2": 98, "D1": 22, "D2": 3},
    ),
    Case(
        "of two fires the one that no card covers",
        "fire",
        ending("fire", "F2", card=77, row="D1"),
        [80, 81, 82],
        [[50]],
        tops={"U1": 22, "D1": 77},
    ),
    Case(
        "a fire whose only card was laid elsewhere",
        "fire",
        ending("fire", "F2", card=77, row="D1"),
        [23, 76, 81],
        [[50]],
        tops={"U1": 22, "D1": 77},
        lays=[(23, "U1"), (81, "U2"), (76, "D2")],
    ),
    Case(
        "two fires and no card for either",
        "fire",
        ending("fires", "F2", n=2),
        [40, 41, 42],
        [[50]],
        tops={"U1": 77, "D1": 22},
    ),
]

#: The turn could not be completed; reason `stuck` (B8, X10r).
STUCK = [
    Case(
        "two cards, one of them a three",
        "stuck",
        ending("three_short", "X3", card=91, n=2),
        [90, 91],
        [OTHER],
        commands={91: "three"},
        tops={"U1": 50},
    ),
    Case(
        "a three as the very last card of all",
        "stuck",
        ending("three_short", "X3", card=91, n=1),
        [91],
        commands={91: "three"},
        tops={"U1": 50},
        last=True,
    ),
    Case(
        "three, and no third card fits",
        "stuck",
        ending("stuck_three", "X3", card=95),
        [94, 95, 20],
        [OTHER],
        commands={95: "three"},
        tops={"U1": 93, **CLOSED},
    ),
    Case(
        "three was laid, and one more card is all that fits",
        "stuck",
        ending("stuck_three", "X3", card=95),
        [94, 95, 96, 20],
        [OTHER],
        commands={95: "three"},
        tops={"U1": 93, **CLOSED},
        lays=[(95, "U1")],
    ),
    Case(
        "a skull, and nothing covers it",
        "stuck",
        ending("stuck_skull_in_hand", "X2", card=95),
        [94, 95, 20],
        [OTHER],
        commands={95: "skull"},
        tops={"U1": 93, **CLOSED},
    ),
    Case(
        "a skull as the last card of a hand",
        "stuck",
        ending("stuck_skull_in_hand", "X2", card=60),
        [60],
        [[70, 71]],
        commands={60: "skull"},
        tops={"U1": 50},
        last=True,
    ),
    Case(
        "a skull was laid, and nothing covers it",
        "stuck",
        ending("stuck_skull", "X2", card=99, row="U1"),
        [50, 51, 99],
        [OTHER],
        commands={99: "skull"},
        tops={"U1": 49},
        lays=[(99, "U1")],
    ),
    Case(
        "a skull and a three, both needed",
        "stuck",
        ending("stuck_commands", "X10r"),
        [2, 99],
        [OTHER],
        commands={99: "skull", 2: "three"},
        tops={"U1": 98, "U2": 97, "D1": 3, "D2": 4},
    ),
    Case(
        "a skull and a fire, both needed",
        "stuck",
        ending("stuck_commands_and_fire", "X10r"),
        [98, 99],
        [OTHER],
        commands={99: "skull"},
        tops={"U1": 97, "U2": 96, "D1": 3, "D2": 22},
    ),
    Case(
        "no command is to blame",
        "stuck",
        ending("stuck_one", "B8", card=94, row="U1", n=2),
        [94, 20, 21],
        [OTHER],
        commands={20: "skull", 21: "three"},
        tops={"U1": 93, **CLOSED},
    ),
    Case(
        "no card fits",
        "stuck",
        ending("stuck_none", "B8", n=2),
        [20, 21, 22],
        [OTHER],
        tops={"U1": 93, **CLOSED},
    ),
    Case(
        "no card fits, the draw pile being empty",
        "stuck",
        ending("stuck_none", "B8", n=1),
        [20, 21],
        [OTHER],
        tops={"U1": 93, **CLOSED},
        last=True,
    ),
    Case(
        "a careless first card, and no second one fits",
        "stuck",
        ending("stuck_none", "B8", n=1),
        [94, 98, 20],
        [OTHER],
        tops={"U1": 93, **CLOSED},
        lays=[(98, "U1")],
    ),
    Case(
        "two fit in expert, and three are asked for",
        "stuck",
        ending("stuck_two", "V1", card=94, row="U1", by=98, n=3),
        [94, 98, 20],
        [OTHER],
        tops={"U1": 93, **CLOSED},
        options=("expert",),
    ),
    Case(
        "the second of two may only fit after a backwards trick",
        "stuck",
        ending("stuck_two", "V1", card=83, row="U1", by=84, n=3),
        [20, 83, 84],
        [OTHER],
        tops={"U1": 93, **CLOSED},
        options=("expert",),
    ),
]
