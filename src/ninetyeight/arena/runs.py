"""A run: which deals are played, by whom; and what one game adds to the statistics.

Game *i* of a run is fixed by the run's seed and *i* alone. So a run gives the same figures however
and wherever it is played, a longer run begins with the games of a shorter one, and two teams with
the same seed play the same deals.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ninetyeight import __version__
from ninetyeight.bots import kernel
from ninetyeight.bots.bot import TIME_LIMIT, Bot, check_bot, make_bot
from ninetyeight.fast import EXTRA, available
from ninetyeight.rules import Deal, GameError, Reason, Rules, Strictness
from ninetyeight.rules.editions import whole

if TYPE_CHECKING:
    from ninetyeight.bots.kernel.team import Team

#: Who plays: the compiled kernel where it can, or what somebody insists on.
ENGINES = AUTO, KERNEL, REFERENCE = ("auto", "kernel", "reference")


#: A program with a name of its own in the results.
_NAMED = re.compile(r"([^\s=,:]{1,40})=(program:.*)", re.DOTALL)


def called(spec: str) -> tuple[str, str]:
    """What a bot is called in results, and the bot itself.

    >>> called("mine=program:./mybot --fast"), called("planner")
    (('mine', 'program:./mybot --fast'), ('planner', 'planner'))
    """
    found = _NAMED.fullmatch(spec.strip())
    return (found[1], found[2]) if found else (spec, spec)


class ArenaError(GameError):
    """A run that cannot be made, or one that was broken off."""

    area = "arena"


@dataclass(frozen=True)
class Run:
    """A question to the arena. ``seats`` names one bot per seat, or one that sits at all of them.

    ArenaError or BotError when it makes no sense; nothing is played by asking.
    """

    rules: Rules
    seats: tuple[str, ...]
    talk: Strictness = Strictness.SILENT
    games: int = 1000
    seed: int = 1
    #: Seconds a program has for each answer.
    time_limit: float = TIME_LIMIT
    #: One of :data:`ENGINES`. The games are the same whoever plays them.
    engine: str = AUTO
    #: The file to which what programs are asked and answer is added.
    log: Path | None = None
    #: Whether the moves of every game are kept, so that it can be replayed.
    moves: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "talk", Strictness(self.talk))
        alike = isinstance(self.seats, str)
        given = (self.seats,) * self.rules.players if alike else self.seats
        seats = tuple(str(spec).strip() for spec in given)
        object.__setattr__(self, "seats", seats)
        if len(self.seats) != self.rules.players:
            raise ArenaError("wrong_seats", n=len(self.seats), players=self.rules.players)
        games, seed = whole(self.games), whole(self.seed)
        if games is None or games < 1:
            raise ArenaError("no_games", games=repr(self.games))
        if seed is None:  # deals follow from how it is written
            raise ArenaError("no_seed", seed=repr(self.seed))
        object.__setattr__(self, "games", games)
        object.__setattr__(self, "seed", seed)
        for spec in self.seats:
            check_bot(called(spec)[1])
        if self.engine not in ENGINES:
            raise ArenaError("unknown_engine", engine=self.engine, known=", ".join(ENGINES))
        if self.engine == KERNEL and self.suits_kernel and not available():
            raise ArenaError("kernel_missing", extra=EXTRA)
        if self.engine == KERNEL and not self.in_kernel:
            raise ArenaError("kernel_cannot", team=self.name)

    @property
    def suits_kernel(self) -> bool:
        """True for a team that the compiled kernel could play, were it installed."""
        whole = len(set(self.seats)) == 1
        return whole and kernel.knows(self.seats[0], self.talk)

    @property
    def in_kernel(self) -> bool:
        """True when the compiled kernel can play this run here, and nobody asked for another."""
        wanted = self.engine != REFERENCE and self.suits_kernel
        return wanted and self.kernel_team() is not None

    def kernel_team(self) -> Team | None:
        """The team as the compiled kernel has it, if it can be had here."""
        return kernel.team_of(self.rules, self.seats[0], self.talk)

    @property
    def name(self) -> str:
        """The bot that plays, or for a mixed team all of them with commas between."""
        names = [called(spec)[0] for spec in self.seats]
        return names[0] if len(set(self.seats)) == 1 else ",".join(names)

    @property
    def options(self) -> dict[str, bool]:
        """The switches of the law and how they stand."""
        return self.rules.options.law()

    @property
    def prefix(self) -> str:
        """What stands before the number of a game in the text that its deal follows from."""
        return f"ninetyeight/arena/{self.seed}/"

    def bits(self, i: int) -> int:
        """The 80 bits behind the deal of game ``i``."""
        digest = hashlib.sha256(f"{self.prefix}{i}".encode()).digest()
        return int.from_bytes(digest[:10], "big")

    def deal(self, i: int) -> Deal:
        """The deal of game ``i``, from 0: the same on every machine."""
        return Deal.of_bits(self.rules, self.bits(i))

    def team(self) -> list[Bot]:
        """The bots, one per seat; whoever asks must close them."""
        found: list[Bot] = []
        try:
            for spec in self.seats:
                bot = called(spec)[1]
                found.append(make_bot(bot, self.seed, time_limit=self.time_limit, log=self.log))
        except BaseException:
            close_all(found)
            raise
        return found

    def identity(self) -> dict[str, Any]:
        """All that the result of a game hangs on: runs with equal identities play equal games.

        The number of games is left out, because a longer run begins with those of a shorter one,
        and so is the engine, because both play the same; the version is in, because a later release
        may play better.
        """
        kept = {"moves": True} if self.moves else {}
        return {
            "edition": self.rules.edition.id,
            "options": self.options,
            "players": self.rules.players,
            "seats": [called(spec)[1] for spec in self.seats],
            "talk": self.talk.value,
            "seed": self.seed,
            "version": __version__,
            **kept,
        }


@dataclass(frozen=True, slots=True)
class GameResult:
    """What one game adds to the statistics."""

    won: bool
    reason: Reason | None
    left: int
    turns: int
    tricks: int
    #: How often a marker was set or changed.
    markers: int
    #: Cards in the draw pile when the game ended.
    draw: int
    #: The seat that started, from 0.
    starter: int = 0
    #: ``markers`` by kind, weakest first, as :class:`ninetyeight.rules.Marker` lists them.
    marks: tuple[int, ...] = (0, 0, 0)
    #: The code of its deal.
    deal: str = ""
    #: Its moves in the usual notation, if they were to be kept.
    moves: str = ""


def close_all(team: list[Bot]) -> None:
    """Let go of every bot."""
    for bot in team:
        bot.close()
