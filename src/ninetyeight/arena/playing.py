"""One process playing games of a run, a batch at a time.

Whoever plays, the games are the same: by the reference rules with any bots, or by the compiled
kernel where it is installed and knows the team.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ninetyeight.arena.runs import KERNEL, REFERENCE, GameResult, Run, close_all
from ninetyeight.bots.match import play_match


@dataclass(frozen=True)
class Batch:
    """What one worker is given and what comes back: games ``first`` to before ``end`` of a run.

    ``games`` are in order and without gaps from ``first`` on. If they do not reach ``end``,
    ``error`` says why, or the worker was told to stop.
    """

    first: int
    end: int
    games: Sequence[GameResult] = field(default_factory=list)
    seconds: float = 0.0
    error: Exception | None = None
    #: Who played: one of `KERNEL` and `REFERENCE`.
    engine: str = REFERENCE


@dataclass
class Errand:
    """A batch that is out, and how often its worker has disappeared."""

    run: Run
    first: int
    end: int
    broken: int = 0


class RunPlayer(Protocol):
    """Plays the games of one run by the reference rules or another way that gives the same."""

    def play(self, first: int, end: int, stopped: Callable[[], bool]) -> Batch:
        """Play these games. An error ends the batch, and what was played before it is kept."""

    def close(self) -> None:
        """Called when no more games are wanted."""


def make_player(run: Run) -> RunPlayer:
    """The best player there is for this run; BotError when a bot cannot be had."""
    if run.engine == KERNEL or run.in_kernel:
        from ninetyeight.arena.kernel_games import KernelPlayer

        return KernelPlayer(run)
    return TablePlayer(run)


class TablePlayer:
    """Plays by the reference rules, with any bots."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.team = run.team()

    def play(self, first: int, end: int, stopped: Callable[[], bool]) -> Batch:
        """Play them one after the other."""
        games: list[GameResult] = []
        try:
            for i in range(first, end):
                games.append(self.game(i))
                if stopped():
                    break
        except Exception as error:
            return Batch(first, end, games, error=error)
        return Batch(first, end, games)

    def game(self, i: int) -> GameResult:
        """Game ``i`` of the run."""
        deal = self.run.deal(i)
        result = play_match(deal, self.team, talk=self.run.talk)
        return GameResult(
            won=result.outcome.won,
            reason=result.outcome.reason,
            left=result.outcome.left,
            turns=result.turns,
            tricks=result.tricks,
            markers=result.markers,
            draw=result.draw,
            starter=result.starter,
            marks=result.marks,
            deal=deal.code or "",
            moves=" ".join(map(str, result.moves)) if self.run.moves else "",
        )

    def close(self) -> None:
        """Let go of the bots."""
        close_all(self.team)


class Worker:
    """Plays batches one after the other; keeps its bots while the run stays the same."""

    def __init__(self) -> None:
        self._run: Run | None = None
        self._player: RunPlayer | None = None

    def play(
        self, run: Run, first: int, end: int, stopped: Callable[[], bool] = lambda: False
    ) -> Batch:
        """Play these games. An error ends the batch, and what was played before it is kept."""
        began = time.perf_counter()
        try:
            player = self._player_for(run)
            began = time.perf_counter()  # making ready says nothing about the pace
            batch = player.play(first, end, stopped)
        except Exception as error:
            batch = Batch(first, end, error=error)
        if batch.error is not None:
            self.close()  # a bot that failed is of no use for the next batch
        return replace(batch, seconds=time.perf_counter() - began)

    def close(self) -> None:
        """Let go of the bots."""
        player, self._player, self._run = self._player, None, None
        if player is not None:
            player.close()

    def _player_for(self, run: Run) -> RunPlayer:
        if self._player is None or run != self._run:
            self.close()
            self._player = make_player(run)
            self._run = run
        return self._player
