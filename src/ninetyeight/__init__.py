"""An open, independent implementation of a cooperative card game with four rows.

What most programs need is offered here; each name is imported when it is first asked for. The law
is in :mod:`ninetyeight.rules`; everything else in this package is its client.

>>> import ninetyeight
>>> game = ninetyeight.Deal.from_code("original-3p-K7Q2M9XA4TWB3H8C").game().start(0)
>>> bot = ninetyeight.make_bot("planner")
>>> game.apply(bot.move(ninetyeight.View.of(game, 0))).left
97
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ninetyeight.arena import ArenaResult as ArenaResult
    from ninetyeight.arena import arena as arena
    from ninetyeight.bots import Bot as Bot
    from ninetyeight.bots import make_bot as make_bot
    from ninetyeight.bots import play_match as play_match
    from ninetyeight.rules import BACK as BACK
    from ninetyeight.rules import END as END
    from ninetyeight.rules import Deal as Deal
    from ninetyeight.rules import Game as Game
    from ninetyeight.rules import GameError as GameError
    from ninetyeight.rules import Lay as Lay
    from ninetyeight.rules import Move as Move
    from ninetyeight.rules import Rules as Rules
    from ninetyeight.rules import View as View
    from ninetyeight.rules import read_game as read_game
    from ninetyeight.rules import write_game as write_game
    from ninetyeight.solver import Solution as Solution
    from ninetyeight.solver import solve as solve

#: The room that each name comes from. A room that is called `arena` can itself be called.
_ROOMS = {
    "arena": ("ArenaResult", "arena"),
    "bots": ("Bot", "make_bot", "play_match"),
    "rules": (
        "BACK", "END", "Deal", "Game", "GameError", "Lay", "Move", "Rules", "View", "read_game",
        "write_game",
    ),
    "solver": ("Solution", "solve"),
}  # fmt: skip
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "BACK",
    "END",
    "ArenaResult",
    "Bot",
    "Deal",
    "Game",
    "GameError",
    "Lay",
    "Move",
    "Rules",
    "Solution",
    "View",
    "__version__",
    "arena",
    "make_bot",
    "play_match",
    "read_game",
    "solve",
    "write_game",
]


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = import_module(f"{__name__}.{_ROOM_OF[name]}")
    return globals().setdefault(name, getattr(room, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
