"""A bot as a guest: on its way to a table, at it, perhaps at the next one, and away again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ninetyeight.bots import Bot
from ninetyeight.client.link import Link
from ninetyeight.client.news import Teller
from ninetyeight.client.player import BotPlayer
from ninetyeight.client.seat import PER_SECOND, SeatClient
from ninetyeight.locale import catalogue
from ninetyeight.wire.messages import State


@dataclass
class Guest:
    """Plays at the table of ``link``; what happens is told to ``echo``, a line at a time.

    ``wanted`` is a seat counted from 0. With ``follow`` the guest stays for rematches. A guest
    that leaves before the end gives back a seat that it took itself: nobody else could play it.
    """

    link: Link
    bot: Bot
    name: str
    echo: Callable[[str], None]
    language: str = "en"
    wanted: int | None = None
    seed: int = 0
    follow: bool = False
    pace: float = 0.0
    quiet: bool = False
    per_second: float = PER_SECOND
    _took_seat: bool = False

    def run(self) -> bool:
        """Play until it is over; False when somebody interrupted it (Ctrl-C, SIGTERM).

        The bot is closed. ClientError, Declined or BotError when it cannot go on.
        """
        try:
            asyncio.run(self._until_told())
        except (KeyboardInterrupt, asyncio.CancelledError):
            return False
        finally:
            self.bot.close()
        return True

    async def _until_told(self) -> None:
        mine = asyncio.current_task()
        assert mine is not None
        with suppress(NotImplementedError):  # Windows knows no such signal
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, mine.cancel)
        await self.play()

    async def play(self) -> None:
        """One game, or one after the other with the same people."""
        link: Link | None = self.link
        while link is not None:
            link = await self._game(link)

    async def _game(self, link: Link) -> Link | None:
        """Play at one table; the link of the next one, None when there is none."""
        teller = Teller(self.language)
        player = BotPlayer(self.bot, seed=self.seed, pace=self.pace)

        def hear(state: State) -> None:
            if not self.quiet:
                for line in teller.lines(state):
                    self.echo(line)

        async with SeatClient(
            link,
            self.name,
            wanted=self.wanted,
            hear=hear,
            connected=self._connection,
            per_second=self.per_second,
        ) as seat:
            # At the table of a rematch it is still the seat that we took.
            self._took_seat = seat.took_seat = self._took_seat or seat.took_seat
            self._say("join.seated", table=link.page, seat=seat.seat + 1)
            try:
                last = await player.play(seat)
                self.echo(teller.result(last))
                if not self.follow:
                    return None
                self._say("join.waiting")
                following = await player.wait_for_rematch(seat)
                return None if following is None else seat.link.at(following)
            except BaseException:
                self.bot.close()  # whatever it is thinking about, nobody will ask
                await seat.give_back()
                raise

    def _connection(self, stands: bool) -> None:
        self._say("join.back" if stands else "join.lost")

    def _say(self, code: str, **params: object) -> None:
        self.echo(catalogue(self.language).text(code, **params))
