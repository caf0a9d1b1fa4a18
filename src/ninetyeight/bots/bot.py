"""What a bot is, and how to get one by name.

>>> make_bot("greedy", seed=1).name
'greedy'
>>> bot_names()
('random', 'greedy', 'planner')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from ninetyeight.bots.markers import marks_for
from ninetyeight.fast import EXTRA, available
from ninetyeight.rules import GameError, Marker, Move, View, Wish

#: Before the command of a program that plays: ``program:./mybot --fast``.
PROGRAM = "program:"
#: Before the playouts of a search of any effort: ``search:500``.
SEARCH = "search:"
#: Seconds a program has for each answer, unless somebody says otherwise.
TIME_LIMIT = 10.0


class Bot(Protocol):
    """A player. It gets the view of its seat and answers; it never sees a game.

    The bots of this package answer by their seed and the view alone: the same view gets the same
    answer, whatever came before and wherever the hidden cards lie.
    """

    @property
    def name(self) -> str:
        """What the bot is called at the table."""

    def move(self, view: View) -> Move:
        """The next move of its turn. Asked only when ``view.my_turn``."""

    def offer(self, view: View) -> Wish | None:
        """How much it would like to start, asked before the first turn (B10r)."""

    def marks(self, view: View) -> Mapping[str, Marker]:
        """All the markers it wants to show now, by row (T8r).

        Asked before each turn while markers are allowed (T11r); a row that is not named has its
        marker withdrawn.
        """

    def close(self) -> None:
        """Called when the bot is no longer needed. Closing twice does no harm."""


class OwnBot:
    """What the bots of this package have in common: a seed, markers by the common convention, and
    nothing to let go of."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def marks(self, view: View) -> Mapping[str, Marker]:
        """What the common convention says of its hand."""
        return marks_for(view)

    def close(self) -> None:
        """Nothing to let go of."""


class BotError(GameError):
    """A bot that is not there, or one that did not do what a bot must."""

    area = "bots"
    named = frozenset()  # a program's command is no command of the game

    def at(self, deal: str, view: str) -> BotError:
        """The same with the deal and the view in which it happened, for the author of the bot.

        Both tell hidden cards: this is for games among bots, never for a table with people.
        """
        return BotError(self.code, rule=self.rule, **self.params | {"deal": deal, "view": view})

    def text(self, language: str = "en") -> str:
        told = super().text(language)
        if "view" not in self.params:
            return told
        again = BotError("seen_again", deal=self.params["deal"], view=self.params["view"])
        return f"{told}\n{GameError.text(again, language)}"


#: Our own bots, weakest first.
_BOTS = ("random", "greedy", "planner")
#: Those that search, each harder than the one before (:data:`ninetyeight.bots.champion.LEVELS`).
_SEARCHERS = ("quick", "champion", "deep")
#: A search of any effort, up to ten million playouts.
_EFFORT = re.compile(SEARCH + "[1-9][0-9]{0,6}", re.ASCII)


def bot_names() -> tuple[str, ...]:
    """Names of our own bots that play at once and everywhere, weakest first."""
    return _BOTS


def searcher_names() -> tuple[str, ...]:
    """Names of our own bots that think a while and need the compiled kernel, weakest first."""
    return _SEARCHERS


def team_mates() -> tuple[str, ...]:
    """Who of our own bots can sit at a table of people on this machine, weakest first."""
    return (*_BOTS, *(_SEARCHERS if available() else ()))


def usual_mate() -> str:
    """Who sits there, and gives hints, where nobody was chosen: the strongest that people do not
    wait for."""
    return "champion" if available() else "planner"


def make_bot(
    spec: str, seed: int = 0, *, time_limit: float = TIME_LIMIT, log: Path | None = None
) -> Bot:
    """The bot that ``spec`` names: one of :func:`bot_names` or :func:`searcher_names`,
    ``search:PLAYOUTS`` for one that searches with so many a turn, or ``program:COMMAND``.

    A program is started at once; ``time_limit`` is the seconds it has for each answer, and what is
    said to it and by it is added to the file ``log``. BotError when there is no such bot, it needs
    the kernel, or the program cannot be started.
    """
    check_bot(spec)
    wanted = spec.strip()
    if wanted.startswith(PROGRAM):
        from ninetyeight.bots.program import ProgramBot

        return ProgramBot(wanted.removeprefix(PROGRAM), seed, time_limit=time_limit, log=log)
    return _own_bot(wanted, seed)


def _own_bot(name: str, seed: int) -> Bot:
    """One of our own; its module is imported only now."""
    if name in _SEARCHERS or name.startswith(SEARCH):
        if not available():
            raise BotError("needs_kernel", bot=name, extra=EXTRA)
        from ninetyeight.bots.champion import LEVELS, Champion, Level

        level = LEVELS.get(name) or Level.of(int(name.removeprefix(SEARCH)))
        return Champion(seed, name, level)
    if name == "planner":
        from ninetyeight.bots.planner import Planner

        return Planner(seed)
    from ninetyeight.bots.simple import GreedyBot, RandomBot

    return GreedyBot(seed) if name == "greedy" else RandomBot(seed)


def check_bot(spec: str) -> None:
    """BotError unless ``spec`` names a bot. Starts nothing."""
    wanted = str(spec).strip()
    if wanted in _BOTS or wanted in _SEARCHERS or wanted.startswith(PROGRAM):
        return
    if not _EFFORT.fullmatch(wanted):
        known = ", ".join((*_BOTS, *_SEARCHERS))
        raise BotError("unknown_bot", bot=wanted[:60], known=known)
