"""One process playing games of a run, a batch at a time.

This is the seam for a faster way to play: :func:`make_player` may hand out any :class:`Player` that
gives the same games, one at a time or a batch at once, and nothing else in the arena would notice.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ninetyeight.arena.runs import Played, Run, close_all
from ninetyeight.bots.bot import Bot
from ninetyeight.bots.match import play_match
from ninetyeight.rules import Marker, Move, Strictness, View, Wish


@dataclass(frozen=True)
class Batch:
    """What one worker is given and what comes back: games ``first`` to before ``end`` of a run.

    ``games`` are in order and without gaps from ``first`` on. If they do not reach ``end``,
    ``error`` says why, or the worker was told to stop.
    """

    first: int
    end: int
    games: list[Played] = field(default_factory=list)
    seconds: float = 0.0
    error: Exception | None = None


class Player(Protocol):
    """Plays the games of one run."""

    def games(self, first: int, end: int) -> Iterator[Played]:
        """Games ``first`` to before ``end``, in order; one at a time or worked out together."""

    def close(self) -> None:
        """Called when no more games are wanted."""


def make_player(run: Run) -> Player:
    """The best player there is for this run; BotError when a bot cannot be had."""
    return TablePlayer(run)


class TablePlayer:
    """Plays by the reference rules, with any bots."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.team = run.team()

    def games(self, first: int, end: int) -> Iterator[Played]:
        """Play them one after the other."""
        return map(self.play, range(first, end))

    def play(self, i: int) -> Played:
        """Game ``i`` of the run."""
        said: Counter[Marker] = Counter()
        team: Sequence[Bot] = self.team
        if self.run.talk is not Strictness.SILENT:
            team = [_Overheard(bot, said) for bot in self.team]
        deal = self.run.deal(i)
        result = play_match(deal, team, talk=self.run.talk)
        return Played(
            won=result.outcome.won,
            reason=result.outcome.reason,
            left=result.outcome.left,
            turns=result.turns,
            tricks=result.tricks,
            markers=result.markers,
            draw=result.draw,
            starter=result.starter,
            marks=tuple(said[marker] for marker in Marker),
            deal=deal.code or "",
        )

    def close(self) -> None:
        """Let go of the bots."""
        close_all(self.team)


class _Overheard:
    """A bot whose markers are counted by kind as it sets or changes them."""

    def __init__(self, bot: Bot, said: Counter[Marker]) -> None:
        self.bot = bot
        self.said = said

    @property
    def name(self) -> str:
        return self.bot.name

    def move(self, view: View) -> Move:
        return self.bot.move(view)

    def offer(self, view: View) -> Wish | None:
        return self.bot.offer(view)

    def marks(self, view: View) -> Mapping[str, Marker]:
        wanted = self.bot.marks(view)
        assert view.viewer is not None
        for row, marker in view.mark_changes(wanted):
            standing = view.talk.mark(view.viewer, row)
            if marker is not None and (standing is None or standing.marker is not marker):
                self.said[marker] += 1
        return wanted

    def close(self) -> None:
        self.bot.close()


class Worker:
    """Plays batches one after the other; keeps its bots while the run stays the same."""

    def __init__(self) -> None:
        self._run: Run | None = None
        self._player: Player | None = None

    def play(
        self, run: Run, first: int, end: int, stopped: Callable[[], bool] = lambda: False
    ) -> Batch:
        """Play these games. An error ends the batch, and what was played before it is kept."""
        games: list[Played] = []
        began = time.perf_counter()
        try:
            player = self._player_for(run)
            began = time.perf_counter()  # starting programs says nothing about the pace
            for played in player.games(first, end):
                games.append(played)
                if stopped():
                    break
        except Exception as error:
            self.close()  # a bot that failed is of no use for the next batch
            return Batch(first, end, games, time.perf_counter() - began, error)
        return Batch(first, end, games, time.perf_counter() - began)

    def close(self) -> None:
        """Let go of the bots."""
        player, self._player, self._run = self._player, None, None
        if player is not None:
            player.close()

    def _player_for(self, run: Run) -> Player:
        if self._player is None or run != self._run:
            self.close()
            self._player = make_player(run)
            self._run = run
        return self._player
