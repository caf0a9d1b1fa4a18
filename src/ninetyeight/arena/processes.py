"""A crew of processes on this machine.

When one of them disappears (out of memory, killed), the others are replaced with it, and batches
that had not come back are played again. What had come back is not touched, so no game is lost and
none is counted twice.
"""

from __future__ import annotations

import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize
from typing import Self

from ninetyeight.arena.crews import TRIES
from ninetyeight.arena.playing import Batch, Errand, Worker
from ninetyeight.arena.runs import ArenaError, Run
from ninetyeight.children import CHILDREN


class Processes:
    """A crew of ``workers`` processes, started when the first batch is handed out."""

    batch_seconds = 0.25

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.depth = 3 * workers
        self.losses = 0
        self._stop = CHILDREN.Event()
        self._pool: ProcessPoolExecutor | None = None
        self._out: dict[Future[Batch], Errand] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()  # a process that is playing stops after its game
        self._let_go()

    def hand_out(self, run: Run, first: int, end: int) -> None:
        """Give these games to the next process that is free."""
        self._send(Errand(run, first, end))

    def collect(self) -> Batch:
        """Wait for a batch; see :class:`ninetyeight.arena.crews.Crew`."""
        while True:
            done, _ = wait(self._out, return_when=FIRST_COMPLETED)
            for future in done:
                if not isinstance(future.exception(), BrokenProcessPool):
                    del self._out[future]
                    return future.result()
            self._replace()

    def _send(self, errand: Errand) -> None:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, CHILDREN, _begin, (self._stop,))
        try:
            future = self._pool.submit(_play, errand.run, errand.first, errand.end)
        except BrokenProcessPool as broken:
            future = Future()  # told when it is collected, like any other loss
            future.set_exception(broken)
        self._out[future] = errand

    def _replace(self) -> None:
        """Start anew after a process has disappeared, and send what had not come back."""
        self.losses += 1
        kept: dict[Future[Batch], Errand] = {}
        lost: list[Errand] = []
        self._let_go()
        for future, errand in self._out.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                kept[future] = errand
                continue
            errand.broken += 1
            if errand.broken >= TRIES:
                raise ArenaError("process_gone")
            lost.append(errand)
        self._out = kept
        for errand in lost:
            self._send(errand)

    def _let_go(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


#: In a process of the pool: who plays there, and the sign to stop.
_worker = Worker()
_stop: Event | None = None


def _begin(stop: Event) -> None:
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems that could not hold it back
    _stop = stop
    Finalize(None, _worker.close, exitpriority=1)


def _play(run: Run, first: int, end: int) -> Batch:
    assert _stop is not None
    return _worker.play(run, first, end, _stop.is_set)
