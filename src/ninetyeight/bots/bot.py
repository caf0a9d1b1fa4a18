"""What a bot is, and how to get one by name.

>>> make_bot("greedy", seed=1).name
'greedy'
>>> bot_names()
('random', 'greedy', 'planner')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from ninetyeight.fast import EXTRA, available
from ninetyeight.rules import GameError, Marker, Move, View, Wish

#: Before the command of a program that plays: ``program:./mybot --fast``.
PROGRAM = "program:"
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


def _random(seed: int) -> Bot:
    from ninetyeight.bots.simple import RandomBot

    return RandomBot(seed)


def _greedy(seed: int) -> Bot:
    from ninetyeight.bots.simple import GreedyBot

    return GreedyBot(seed)


def _planner(seed: int) -> Bot:
    from ninetyeight.bots.planner import Planner

    return Planner(seed)


def _searcher(name: str) -> Callable[[int], Bot]:
    def made(seed: int) -> Bot:
        if not available():
            raise BotError("needs_kernel", bot=name, extra=EXTRA)
        from ninetyeight.bots.champion import Champion

        return Champion(seed, name)

    return made


#: Our own bots, weakest first; each is imported when it is first asked for.
_BOTS: Mapping[str, Callable[[int], Bot]] = {
    "random": _random,
    "greedy": _greedy,
    "planner": _planner,
}
#: Those that search, each harder than the one before (:data:`ninetyeight.bots.champion.LEVELS`).
_SEARCHERS: Mapping[str, Callable[[int], Bot]] = {
    name: _searcher(name) for name in ("quick", "champion", "deep")
}


def bot_names() -> tuple[str, ...]:
    """Names of our own bots that play at once and everywhere, weakest first."""
    return tuple(_BOTS)


def searcher_names() -> tuple[str, ...]:
    """Names of our own bots that think a while and need the compiled kernel, weakest first."""
    return tuple(_SEARCHERS)


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
    """The bot that ``spec`` names: one of :func:`bot_names` or :func:`searcher_names`, or
    ``program:COMMAND``.

    A program is started at once; ``time_limit`` is the seconds it has for each answer, and what is
    said to it and by it is added to the file ``log``. BotError when there is no such bot, it needs
    the kernel, or the program cannot be started.
    """
    check_bot(spec)
    wanted = spec.strip()
    if wanted.startswith(PROGRAM):
        from ninetyeight.bots.program import ProgramBot

        return ProgramBot(wanted.removeprefix(PROGRAM), seed, time_limit=time_limit, log=log)
    return (_BOTS.get(wanted) or _SEARCHERS[wanted])(seed)


def check_bot(spec: str) -> None:
    """BotError unless ``spec`` names a bot. Starts nothing."""
    wanted = str(spec).strip()
    if wanted not in _BOTS and wanted not in _SEARCHERS and not wanted.startswith(PROGRAM):
        known = ", ".join((*_BOTS, *_SEARCHERS))
        raise BotError("unknown_bot", bot=wanted[:60], known=known)
