"""The ceiling: in what share of deals can a team that sees every card win at all?

What lies between a player and this share is information, not skill at counting.

The deals' results can be kept in a file, one line of JSON each, so that a run can be broken off and
continued: deals that are in the file already are not solved again.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ninetyeight.rules import Deal
from ninetyeight.solver.many import solve_many
from ninetyeight.solver.solution import Solution, Status


@dataclass(frozen=True)
class Solved:
    """What is kept of one deal's solution: a line of the file."""

    deal: str
    status: Status
    left: int
    fewest: bool
    starter: int | None
    seconds: float
    width: int
    #: Seconds that the search was allowed.
    limit: float

    @classmethod
    def of(cls, deal: Deal, solution: Solution, limit: float) -> Solved:
        """The line for a deal that came from a code."""
        return cls(
            deal.code or "",
            solution.status,
            solution.left,
            solution.fewest,
            solution.starter,
            round(solution.seconds, 4),
            solution.width,
            limit,
        )


@dataclass(frozen=True)
class Ceiling:
    """How many deals can be won, cannot be won, and are undecided; and how long that took."""

    won: int = 0
    hopeless: int = 0
    unknown: int = 0
    #: Seconds of each deal, shortest first.
    seconds: tuple[float, ...] = ()
    #: Cards left by the best line of each deal that was not won, with how often.
    left: tuple[tuple[int, int], ...] = ()

    @property
    def deals(self) -> int:
        return self.won + self.hopeless + self.unknown

    @classmethod
    def of(cls, solved: Iterable[Solved]) -> Ceiling:
        """Count what was solved."""
        every = list(solved)
        count = Counter(one.status for one in every)
        lost = Counter(one.left for one in every if one.status is not Status.WON)
        return cls(
            count[Status.WON],
            count[Status.HOPELESS],
            count[Status.UNKNOWN],
            tuple(sorted(one.seconds for one in every)),
            tuple(sorted(lost.items())),
        )

    def within(self, share: float) -> float:
        """Seconds within which this share of the deals was done; 0 without deals."""
        if not self.seconds:
            return 0.0
        return self.seconds[min(len(self.seconds) - 1, int(share * len(self.seconds)))]

    def figures(self) -> dict[str, Any]:
        """The figures for a table or a file."""
        return {
            "deals": self.deals,
            "won": self.won,
            "hopeless": self.hopeless,
            "unknown": self.unknown,
            "seconds_p50": self.within(0.5),
            "seconds_p99": self.within(0.99),
            "seconds_worst": self.within(1.0),
            "left": dict(self.left),
        }


def ceiling(
    deals: Iterable[Deal],
    *,
    seconds: float = 10.0,
    jobs: int | None = None,
    path: Path | None = None,
    progress: Callable[[Solved, Ceiling], bool | None] | None = None,
) -> Ceiling:
    """Solve every deal, each with up to ``seconds``, and count.

    With ``path`` results are written there as they come, and those of an earlier run are taken from
    there: only deals that are missing, or were left open with less time, are solved. ``progress``
    hears of every deal and the counts so far; when it returns False, or on Ctrl-C, what is there is
    counted.
    """
    asked = list(deals)
    known = {one.deal: one for one in _read(path)} if path is not None else {}
    done = [one for deal in asked if (one := known.get(deal.code or "")) and _stands(one, seconds)]
    solved = {one.deal for one in done}
    missing = [deal for deal in asked if deal.code not in solved]
    running = solve_many(missing, seconds=seconds, jobs=jobs)
    with contextlib.ExitStack() as stack:
        stack.callback(running.close)
        file = stack.enter_context(path.open("a")) if path is not None else None
        with contextlib.suppress(KeyboardInterrupt):
            for deal, solution in zip(missing, running, strict=False):
                one = Solved.of(deal, solution, seconds)
                done.append(one)
                if file is not None:
                    file.write(json.dumps(asdict(one)) + "\n")
                    file.flush()
                if progress is not None and progress(one, Ceiling.of(done)) is False:
                    break
    return Ceiling.of(done)


def _stands(one: Solved, seconds: float) -> bool:
    """False when more time than before might decide what was left open."""
    return one.status is not Status.UNKNOWN or one.limit >= seconds


def _read(path: Path) -> Iterator[Solved]:
    """The results in a file; a last line that was cut off is taken away."""
    if not path.exists():
        return
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        with path.open("r+b") as file:
            file.truncate(end)
    for line in whole[:end].splitlines():
        row = json.loads(line)
        yield Solved(**(row | {"status": Status(row["status"])}))
