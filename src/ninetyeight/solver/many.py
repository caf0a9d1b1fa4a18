"""Many deals solved side by side, one process for each core."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice

from ninetyeight.rules import Deal
from ninetyeight.solver.solution import Solution
from ninetyeight.solver.solving import solve


def solve_many(
    deals: Iterable[Deal], *, seconds: float = 10.0, jobs: int | None = None
) -> Generator[Solution, None, None]:
    """The solutions of ``deals`` in their order, each with up to ``seconds`` of search.

    ``jobs`` is how many are solved at a time; by default one for each core.
    """
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        for deal in deals:
            yield solve(deal.game(), seconds=seconds)
        return
    # Fresh processes rather than forks: a fork copies locks that other threads may hold.
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[Solution]] = deque()
    more = iter(deals)
    with ProcessPoolExecutor(jobs, context, _begin) as pool:
        try:
            for deal in islice(more, 4 * jobs):
                waiting.append(pool.submit(_solve, deal, seconds))
            while waiting:
                yield waiting.popleft().result()
                for deal in islice(more, 1):
                    waiting.append(pool.submit(_solve, deal, seconds))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gave the work


def _solve(deal: Deal, seconds: float) -> Solution:
    return solve(deal.game(), seconds=seconds)
