"""Many deals solved side by side, one process for each core."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing.synchronize import Event

from ninetyeight.children import CHILDREN
from ninetyeight.rules import Deal
from ninetyeight.solver.solution import Progress, Solution
from ninetyeight.solver.solving import solve

#: Deals handed out ahead for each process.
_AHEAD = 4


def solve_many(
    deals: Iterable[Deal], *, seconds: float = 10.0, jobs: int | None = None
) -> Generator[Solution, None, None]:
    """The solutions of ``deals`` in their order, each with up to ``seconds`` of search.

    ``jobs`` is how many are solved at a time; by default one for each core. Closing the generator
    stops the searches that are under way.
    """
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        for deal in deals:
            yield solve(deal.game(), seconds=seconds)
        return
    coming = iter(deals)
    first = next(coming, None)
    if first is None:
        return
    solve(first.game(), width=1)  # what has to be compiled is compiled once, not in every process
    coming = chain([first], coming)
    stop = CHILDREN.Event()
    out: deque[Future[Solution]] = deque()
    with ProcessPoolExecutor(jobs, CHILDREN, _begin, (stop, first)) as pool:
        try:
            for deal in islice(coming, _AHEAD * jobs):
                out.append(pool.submit(_solve, deal, seconds))
            while out:
                yield out.popleft().result()
                for deal in islice(coming, 1):
                    out.append(pool.submit(_solve, deal, seconds))
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


#: In a process of the pool: the sign to stop.
_stop: Event | None = None


def _begin(stop: Event, deal: Deal) -> None:
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be held back
    _stop = stop
    solve(deal.game(), width=1)  # load what was compiled before the clock runs


def _solve(deal: Deal, seconds: float) -> Solution:
    return solve(deal.game(), seconds=seconds, progress=_wanted)


def _wanted(_: Progress) -> bool:
    return _stop is None or not _stop.is_set()
