"""A bot on a seat of a server somewhere: it gets the view of its seat, as it would at home."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, TypeAlias

from ninetyeight.bots import Bot, BotError
from ninetyeight.client.errors import Declined
from ninetyeight.client.seat import SeatClient
from ninetyeight.rules import View, Wish
from ninetyeight.wire import messages as wire
from ninetyeight.wire.state import GameSeen

#: What a server says when it cannot do it just now.
PASSING = ("server.too_many_requests", "server.store_unavailable", "server.stopping")
#: What a server says when somebody was faster.
OVERTAKEN = ("server.stale", "server.start_given", "refusal.begun")
#: No turn needs more moves than this; a bot that lays and takes back for ever is stopped.
LONGEST_TURN = 100
#: So often in a row may a server refuse what the bot does before we give up.
STRIKES = 5

Step: TypeAlias = tuple[type[wire.Asked], dict[str, Any]]


class BotPlayer:
    """Plays one seat with ``bot``, and takes at least ``pace`` seconds for each card."""

    def __init__(self, bot: Bot, *, seed: int = 0, pace: float = 0.0) -> None:
        self._bot = bot
        self._seed = seed
        self._pace = pace
        self._strikes = 0
        #: The turn before which the bot has said what it shows.
        self._shown: int | None = None
        #: The turn that the bot plays, and how many moves it has made in it.
        self._turn = (-1, 0)
        #: How many connections we have looked after; a new one may find a stand-in in our place.
        self._arrived = -1

    async def play(self, seat: SeatClient) -> wire.State:
        """Play until the game is over; the last State."""
        async for state in seat.states():
            if state.room.phase == "over":
                return state
            await self._act(seat, state)
        raise asyncio.CancelledError  # somebody closed the seat

    async def wait_for_rematch(self, seat: SeatClient) -> str | None:
        """The table on which the same people go on; None when the seat was closed."""
        async for state in seat.states():
            if state.room.next is not None:
                return state.room.next
        return None

    async def _act(self, seat: SeatClient, state: wire.State) -> None:
        """Do whatever is to be done until it is somebody else's turn."""
        while (step := await self._step(seat, state)) is not None:
            kind, fields = step
            if kind is wire.DoMove and self._pace:
                await asyncio.sleep(self._pace)
            try:
                done = await seat.send(kind, **fields)
            except Declined as refusal:
                if refusal.why.code in OVERTAKEN:
                    return  # somebody was faster: the State that tells of it is on its way
                if kind is wire.DoShow:
                    state = seat.state or state  # somebody has laid meanwhile, or talk is closed
                    continue
                if refusal.why.code not in PASSING:
                    self._strikes += 1
                if self._strikes >= STRIKES:
                    raise
                await asyncio.sleep(1.0)
                state = seat.state or state
            else:
                self._strikes = 0
                state = await seat.reached(done.number)

    async def _step(self, seat: SeatClient, state: wire.State) -> Step | None:
        """What is to be done now; None when others are to act."""
        mine = seat.seat
        place = state.room.seats[mine]
        arrived, self._arrived = self._arrived, seat.reconnects
        if arrived != seat.reconnects and place.stand_in is not None:
            return wire.DoStandIn, {"seat": mine, "bot": None}  # thank you, I am back
        if place.stand_in is not None:
            return None
        match state.room.phase:
            case "gathering":
                return None if place.ready else (wire.DoReady, {"ready": True})
            case "picking":
                return self._pick(mine, state)
            case "agreeing":
                return await self._offer(mine, state)
            case "playing":
                return await self._show(mine, state) or await self._move(state)
        return None

    def _pick(self, mine: int, state: wire.State) -> Step | None:
        fan = state.fan
        if fan is None or str(mine) in fan.taken:
            return None
        taken = {place for places in fan.taken.values() for place in places}
        free = [place for place in range(fan.cards) if place not in taken]
        places = Random(f"{self._seed}/{mine}").sample(free, fan.picks)
        return wire.DoPick, {"places": places}

    async def _offer(self, mine: int, state: wire.State) -> Step | None:
        game = state.game
        if game is None:
            return None
        if str(mine) in game.offers:
            # Everybody is ready, and this bot must start: it does so unless somebody was faster.
            keen = game.spontaneous and game.offers[str(mine)] is not None
            return (wire.DoStart, {"seat": mine}) if keen and mine in game.may_start else None
        wish = await asyncio.to_thread(self._bot.offer, view_of(game))
        if game.spontaneous and wish is not Wish.MUST:
            wish = None  # ready, and somebody else may start
        return wire.DoOffer, {"wish": None if wish is None else wish.value}

    async def _show(self, mine: int, state: wire.State) -> Step | None:
        """What the bot shows before a turn, once it is asked in the order of speaking (T11r)."""
        game = state.game
        if game is None or state.speaker != mine or self._shown == game.turn:
            return None
        self._shown = game.turn
        wanted = await asyncio.to_thread(self._bot.marks, view_of(game))
        return wire.DoShow, {"marks": {row: marker.value for row, marker in wanted.items()}}

    async def _move(self, state: wire.State) -> Step | None:
        if state.game is None or not state.game.my_turn or state.speaker is not None:
            return None
        turn, moves = self._turn
        self._turn = (state.game.turn, moves + 1 if turn == state.game.turn else 1)
        if self._turn[1] > LONGEST_TURN:
            at = state.room.seat or 0
            raise BotError("endless_turn", bot=self._bot.name, seat=at + 1, n=LONGEST_TURN)
        move = await asyncio.to_thread(self._bot.move, view_of(state.game))
        return wire.DoMove, {"move": str(move), "after": state.number}


def view_of(game: GameSeen) -> View:
    """The view that a server sent to a program on a seat, as bots take it (B11r)."""
    assert game.view is not None  # a SeatClient asks for it
    return game.view.view()
