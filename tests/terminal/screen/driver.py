"""Plays the full-screen game by its keys, and reads what is on screen."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from textual.events import Key
from textual.pilot import Pilot

from ninetyeight.bots.bot import make_bot
from ninetyeight.rules import Commands, Deal, Lay, Move, Rules, Strictness
from ninetyeight.table import RecordFile, Seat, Setup
from ninetyeight.terminal.choices import GameChoices
from ninetyeight.terminal.screen.app import GameApp
from ninetyeight.terminal.screen.before_play import FanScreen
from ninetyeight.terminal.screen.dialogs import Handover, Pick, YesNo
from ninetyeight.terminal.screen.end_screen import EndScreen
from ninetyeight.terminal.screen.table_screen import TableScreen

#: Steps to wait for something on screen before giving up: a limit for what never comes.
PATIENCE = 3_000


def screen_text(app: GameApp) -> str:
    """Everything on screen, line by line, dialogs and what shows behind them."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


class Driver:
    """A person at the keyboard."""

    def __init__(self, app: GameApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self._policy = make_bot("greedy", 0)

    @property
    def table(self) -> TableScreen:
        """The screen with the table, whatever lies over it."""
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, TableScreen))

    @property
    def text(self) -> str:
        """What is on screen now."""
        return screen_text(self.app)

    @property
    def sentence(self) -> str:
        """What is on screen as running words, without frames; of a dialog, only itself."""
        lines = self.text.splitlines()
        for dialog in self.app.screen.query(".dialog"):
            area = dialog.region
            lines = [line[area.x : area.right] for line in lines[area.y : area.bottom]]
        bare = "".join(" " if sign in "│┃╭╮╰╯─" else sign for sign in "\n".join(lines))
        return " ".join(bare.split())

    async def until(self, seen: Callable[[], object], what: str) -> None:
        """Wait until something has happened."""
        for _ in range(PATIENCE):
            if seen():
                return
            await asyncio.sleep(0.003)
        raise AssertionError(f"still waiting for {what}:\n{self.text}")

    async def until_shown(self, text: str) -> None:
        """Wait until a text stands on screen."""
        await self.until(lambda: text in self.text, repr(text))

    async def until_mine(self) -> None:
        """Wait until the person may lay, or the game is over."""
        await self.until(
            lambda: (
                isinstance(self.app.screen, TableScreen | EndScreen)
                and (isinstance(self.app.screen, EndScreen) or self.table.my_turn)
            ),
            "the person's turn",
        )

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and wait until the screen has settled."""
        for key in keys:
            await self.pilot.press(key)
            await self.until(self._calm, f"{key} to be done")
        await self.pilot.pause()

    def _calm(self) -> bool:
        """True when nothing that a key began is still under way."""
        if not self.app.is_running or not isinstance(self.app.screen, TableScreen):
            return True
        groups = {worker.group for worker in self.app.workers if worker.is_running}
        return not groups & {"people", "talk"}

    async def tap(self, key: str, seen: Callable[[], object]) -> None:
        """Press a key and wait for what it brings about: quicker than waiting for a calm screen."""
        self.app.simulate_key(key)
        await self.until(seen, f"what {key} does")

    async def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        for sign in text:
            self.app.post_message(Key("minus" if sign == "-" else sign, sign))
        await self.pilot.pause()

    async def choose(self, card: int, row: str) -> None:
        """Choose card and row by keys alone."""
        choosing = self.table.choosing
        view = self.table.session.table.view(self.table.seat)
        places = view.rules.edition.row_index
        while choosing.card != card:
            hand = view.hand
            following = hand[(hand.index(choosing.card or 0) + 1) % len(hand)]
            await self.tap("right", partial(_is, choosing, "card", following))
        while choosing.place != places[row]:
            following = ((choosing.place or 0) + 1) % len(places)
            await self.tap("down", partial(_is, choosing, "place", following))

    async def make(self, move: Move) -> None:
        """Make a move by keys; wait until the table has taken it."""
        log = self.table.session.table
        before = len(log.log)
        key = {"end": "e", "back": "b"}.get(str(move), "enter")
        if isinstance(move, Lay):
            await self.choose(move.card, move.row)
        await self.tap(
            key, lambda: len(log.log) > before or not isinstance(self.app.screen, TableScreen)
        )

    async def play(self) -> None:
        """Play the game to its end by a simple policy, answering every dialog on the way."""
        while True:
            await self.until(self._something_to_do, "something to do")
            screen = self.app.screen
            if isinstance(screen, EndScreen):
                await self.pilot.pause()
                return
            if isinstance(screen, FanScreen):
                await self.press("a", "enter")
            elif isinstance(screen, Handover | Pick):
                await self.press("enter")
            elif isinstance(screen, YesNo):
                await self.press("y")
            else:
                seat = self.table.seat
                await self.make(self._policy.move(self.table.session.table.view(seat)))

    def _something_to_do(self) -> bool:
        if self.table.conductor.lock.locked():
            return False
        return not isinstance(self.app.screen, TableScreen) or self.table.my_turn


def _is(thing: object, name: str, wanted: object) -> bool:
    return bool(getattr(thing, name) == wanted)


def seats(*names: str) -> tuple[Seat, ...]:
    """Seats by name; a name with a colon is a bot: ``Bob:greedy``."""
    return tuple(
        Seat(name.partition(":")[0], name.partition(":")[2].replace("=", ":") or None)
        for name in names
    )


def stacked(
    rules: Rules,
    hands: list[list[int]],
    *names: str,
    commands: dict[int, str] | None = None,
    talk: Strictness = Strictness.CHAT,
    draw: list[int] | None = None,
) -> Setup:
    """A set-up with these hands; the rest of the deck follows in order after ``draw``."""
    first = [card for hand in hands for card in hand] + (draw or [])
    deck = first + [card for card in rules.cards if card not in first]
    deal = Deal(rules, tuple(deck), Commands(dict(commands or {})))
    return Setup(deal, seats(*names), talk)


@asynccontextmanager
async def at_table(
    folder: Path,
    setup: Setup,
    size: tuple[int, int] = (80, 24),
    language: str = "en",
    starts: int | None = 0,
) -> AsyncIterator[Driver]:
    """A game on screen; with ``starts``, the first turn is given already."""
    record = RecordFile.create(folder / f"game-{len(list(folder.iterdir()))}.98", setup)
    if starts is not None and setup.rules.players > 1:
        record.table.start(starts)
    app = GameApp(GameChoices(language=language), record=record, ask=False, fast=True)
    try:
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.until(
                lambda: isinstance(app.screen_stack[-1], TableScreen) or len(app.screen_stack) > 2,
                "the table",
            )
            yield driver
    finally:
        app.put_away()


def limit(seconds: float = 60) -> asyncio.Timeout:
    """No test may hang the suite."""
    return asyncio.timeout(seconds)


def plain_environment(folder: Path) -> dict[str, str]:
    """An environment for a program of its own, with its games in ``folder``."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return kept | {"NINETYEIGHT_HOME": str(folder), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
