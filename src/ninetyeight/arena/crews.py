"""Playing a whole run: batches go out to a crew, and games come back in the order of their number.

Whoever plays, the games are the same: a batch is only a range of numbers, and nothing is given on
before all games below it. So what has been counted at any moment is the beginning of the run, and
not the games that happened to be quick.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol, Self

from ninetyeight.arena.playing import Batch, Worker
from ninetyeight.arena.runs import REFERENCE, ArenaError, GameResult, Run
from ninetyeight.fast import available
from ninetyeight.rules.editions import whole

#: A batch whose worker disappeared so often is not tried again.
TRIES = 3
#: No batch is larger than this, however fast games are.
_LARGEST = 100_000


class Crew(AbstractContextManager["Crew"], Protocol):
    """Those who play. Closed when the context ends."""

    @property
    def workers(self) -> int:
        """How many play at the same time."""

    @property
    def depth(self) -> int:
        """How many batches should be out so that nobody waits."""

    @property
    def batch_seconds(self) -> float:
        """How long a batch should take: long enough to be worth sending, short enough to watch."""

    @property
    def losses(self) -> int:
        """How many times a worker has disappeared and its batch was given to another."""

    def hand_out(self, run: Run, first: int, end: int) -> None:
        """Have games ``first`` to before ``end`` played."""

    def collect(self) -> Batch:
        """Wait for any batch that is out. ArenaError when it cannot be had.

        A batch whose worker disappeared is played again by another, :data:`TRIES` times at most.
        """


class Alone:
    """A crew of one: this process."""

    workers = 1
    depth = 1
    batch_seconds = 0.1
    losses = 0

    def __init__(self) -> None:
        self._worker = Worker()
        self._waiting: deque[tuple[Run, int, int]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()

    def hand_out(self, run: Run, first: int, end: int) -> None:
        """Remember what to play."""
        self._waiting.append((run, first, end))

    def collect(self) -> Batch:
        """Play the batch that has waited longest."""
        return self._worker.play(*self._waiting.popleft())


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_crew(jobs: int | None = None, *, most: int | None = None, ray: str | None = None) -> Crew:
    """A crew of ``jobs`` processes on this machine (None: one for each core), at most ``most``.

    With ``ray`` it is a Ray cluster, which is there anyway: the one at that address, or for an
    empty text one that is started here and ended with the crew. ArenaError when it cannot be had.
    """
    if jobs is not None and (whole(jobs) or 0) < 1:
        raise ArenaError("no_jobs", jobs=repr(jobs))
    if ray is not None:
        from ninetyeight.arena.cluster import Cluster

        return Cluster(ray, jobs)
    wanted = jobs or cores()
    wanted = wanted if most is None else min(wanted, most)
    if wanted == 1:
        return Alone()
    from ninetyeight.arena.processes import Processes

    return Processes(wanted)


def play_run(
    run: Run,
    jobs: int | None = None,
    *,
    crew: Crew | None = None,
    start: int = 0,
    batch: int | None = None,
) -> Iterator[GameResult]:
    """Play the run from game ``start`` on and give its games in order.

    By ``crew``, or else on ``jobs`` processes (None: all cores). ``batch`` fixes how many games a
    worker gets at once; by default it follows their pace. Results depend on neither.

    Stops cleanly when it is closed or interrupted. What went wrong is raised here: BotError for a
    bot, ArenaError when workers disappear; the games given so far stand.
    """
    if crew is not None:
        for done in play_batches(run, crew, start=start, batch=batch):
            yield from done.games
    elif start < run.games:
        with make_crew(jobs, most=run.games - start) as own:
            for done in play_batches(run, own, start=start, batch=batch):
                yield from done.games


def play_batches(
    run: Run, crew: Crew, *, start: int = 0, batch: int | None = None
) -> Iterator[Batch]:
    """The same a batch at a time, in order and without gaps: for those who count many at once."""
    if not available():
        run = replace(run, engine=REFERENCE)  # what another machine's kernel gives needs numpy here
    return _Schedule(run, crew, start, batch).batches()


class _Schedule:
    """Which batch is next, and which have come back before their time; one use."""

    def __init__(self, run: Run, crew: Crew, start: int, batch: int | None) -> None:
        self.run = run
        self.crew = crew
        self.fixed = batch
        #: The first game that has not been handed out, and the first that has not been given on.
        self.next = self.due = start
        self.early: dict[int, Batch] = {}
        self.played = 0
        self.seconds = 0.0

    def batches(self) -> Iterator[Batch]:
        out = 0
        while self.due < self.run.games:
            # Batches that wait for an earlier one count too: memory stays bounded.
            while out + len(self.early) < self.crew.depth and self.next < self.run.games:
                end = self.next + self.size()
                self.crew.hand_out(self.run, self.next, end)
                self.next = end
                out += 1
            batch = self.crew.collect()
            out -= 1
            self.played += len(batch.games)
            self.seconds += batch.seconds
            self.early[batch.first] = batch
            while (ready := self.early.pop(self.due, None)) is not None:
                self.due += len(ready.games)
                yield ready
                if ready.error is not None:
                    raise ready.error
                if self.due < ready.end:
                    raise ArenaError("process_gone")  # never so unless a worker broke its promise

    def size(self) -> int:
        """How many games the next batch has."""
        rest = self.run.games - self.next
        if self.fixed is not None:
            return min(self.fixed, rest)
        if self.played == 0:
            return 1  # nothing is known about their pace yet
        pace = self.played / max(self.seconds, 1e-6)
        wanted = max(1, int(min(pace * self.crew.batch_seconds, _LARGEST)))
        if self.crew.workers == 1:
            return min(wanted, rest)
        # Towards the end batches get smaller, so that all workers finish together; but not so small
        # that sending them takes longer than playing.
        fair = max(rest // (2 * self.crew.workers), wanted // 10, 1)
        return min(wanted, fair, rest)
