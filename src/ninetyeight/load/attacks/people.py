"""What a hostile address may do with seats and tables of its own."""

from __future__ import annotations

import asyncio

from ninetyeight.load.attacks.attack import Attack, ask
from ninetyeight.load.ground import Ground
from ninetyeight.load.table import largest_step

#: What is expensive to look through for numbers, and as long as a message may be.
_DEAR = "\N{KEYCAP TEN}" * 400
#: Messages a second that a seat may send.
_RATE = 10


async def _five_seats(ground: Ground) -> None:
    await ground.sit_down(5)


async def _talk(ground: Ground) -> None:
    assert ground.table is not None
    while True:
        for seat in range(5):
            ground.table.say(seat, _DEAR)
        await asyncio.sleep(1 / _RATE)


async def _lost_game(ground: Ground) -> None:
    """A game that is over soon: every card goes as far as may be, and none is taken back (B12r)."""
    table = await ground.sit_down(2)
    table.choose = largest_step
    while table.life == "playing":
        table.tick()
        await asyncio.sleep(1 / _RATE)


def _record(ground: Ground) -> bytes:
    return ground.request(f"/api/tables/{ground.table_id}/record")


def _look_back(ground: Ground) -> bytes:
    return ground.request(f"/api/tables/{ground.table_id}/steps/5")


PEOPLE = (
    Attack("dear-chat", _talk, _five_seats),
    Attack("record", ask(_record, at_once=20), _lost_game),
    Attack("look-back", ask(_look_back, at_once=20), _lost_game),
)
