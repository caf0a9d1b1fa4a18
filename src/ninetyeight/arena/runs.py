"""Playing many games: which deals, by whom, and on how many processes.

Game *i* of a run is fixed by the run's seed and *i* alone, and results come in the order of *i*. So
a run gives the same figures on one process as on sixty-four, and a longer run begins with the games
of a shorter one.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize

from ninetyeight.bots.bot import TIME_LIMIT, Bot, check_bot, make_bot
from ninetyeight.bots.match import play_match
from ninetyeight.rules import Deal, GameError, Reason, Rules, Strictness

#: Games that a process plays before it reports.
_CHUNK = 16


class ArenaError(GameError):
    """A run that cannot be made, or one that was broken off."""

    area = "arena"


@dataclass(frozen=True)
class Run:
    """A question to the arena. ``seats`` names one bot per seat.

    ArenaError or BotError when it makes no sense; nothing is played by asking.
    """

    rules: Rules
    seats: tuple[str, ...]
    talk: Strictness = Strictness.SILENT
    games: int = 1000
    seed: int = 1
    #: Seconds a program has for each answer.
    time_limit: float = TIME_LIMIT

    def __post_init__(self) -> None:
        if len(self.seats) != self.rules.players:
            raise ArenaError("wrong_seats", n=len(self.seats), players=self.rules.players)
        if self.games < 1:
            raise ArenaError("no_games", games=self.games)
        for spec in self.seats:
            check_bot(spec)

    def deal(self, i: int) -> Deal:
        """The deal of game ``i``, from 0: the same on every machine."""
        digest = hashlib.sha256(f"ninetyeight/arena/{self.seed}/{i}".encode()).digest()
        return Deal.of_bits(self.rules, int.from_bytes(digest[:10], "big"))

    def team(self) -> list[Bot]:
        """The bots, one per seat; whoever asks must close them."""
        found: list[Bot] = []
        try:
            for spec in self.seats:
                found.append(make_bot(spec, self.seed, time_limit=self.time_limit))
        except BaseException:
            close_all(found)
            raise
        return found


@dataclass(frozen=True, slots=True)
class Played:
    """What one game adds to the statistics."""

    won: bool
    reason: Reason | None
    left: int
    turns: int
    tricks: int
    markers: int
    #: Cards in the draw pile when the game ended.
    draw: int


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_run(run: Run, jobs: int | None = None) -> Iterator[Played]:
    """Play the run and give its games in order, on ``jobs`` processes (None: all cores).

    Stops cleanly when it is closed or interrupted. What went wrong in a process is raised here:
    BotError for a bot, ArenaError when a process disappeared; the games given so far stand.
    """
    wanted = min(jobs or cores(), run.games)
    if wanted == 1:
        team = run.team()
        try:
            for i in range(run.games):
                yield play_one(run, i, team)
        finally:
            close_all(team)
    else:
        yield from _on_processes(run, wanted)


def play_one(run: Run, i: int, team: list[Bot]) -> Played:
    """Game ``i`` of the run."""
    result = play_match(run.deal(i), team, talk=run.talk)
    outcome = result.outcome
    return Played(
        won=outcome.won,
        reason=outcome.reason,
        left=outcome.left,
        turns=result.turns,
        tricks=result.tricks,
        markers=result.markers,
        draw=result.draw,
    )


def close_all(team: list[Bot]) -> None:
    """Let go of every bot."""
    for bot in team:
        bot.close()


# Processes.


def _on_processes(run: Run, jobs: int) -> Iterator[Played]:
    # Fresh processes rather than forks: a fork copies locks that other threads may hold.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    chunk = min(_CHUNK, -(-run.games // jobs))
    starts = iter(range(0, run.games, chunk))
    waiting: deque[Future[list[Played]]] = deque()
    pool = ProcessPoolExecutor(jobs, context, _begin, (run, stop))
    try:
        while True:
            while len(waiting) < 3 * jobs and (first := next(starts, None)) is not None:
                with _deaf_children():
                    work = pool.submit(_play_some, first, min(first + chunk, run.games))
                waiting.append(work)
            if not waiting:
                return
            yield from waiting.popleft().result()
    except BrokenProcessPool as broken:
        raise ArenaError("process_gone") from broken
    finally:
        stop.set()  # a process that is playing stops after its game
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C: it is for the process that gave the work.

    It is held back here, not lost: it arrives when this is over.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


#: In a process of the pool: the run, the sign to stop, and the bots once they are needed.
_run: Run | None = None
_stop: Event | None = None
_team: list[Bot] = []


def _begin(run: Run, stop: Event) -> None:
    global _run, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems that could not hold it back
    _run, _stop = run, stop
    Finalize(None, close_all, (_team,), exitpriority=1)


def _play_some(first: int, end: int) -> list[Played]:
    assert _run is not None
    assert _stop is not None
    if not _team:
        _team.extend(_run.team())  # here and not in _begin, so that an error reaches the person
    found: list[Played] = []
    for i in range(first, end):
        if _stop.is_set():
            break
        found.append(play_one(_run, i, _team))
    return found
