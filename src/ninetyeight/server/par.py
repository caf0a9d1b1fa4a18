"""What bots make of a day's game, and whether it can be won at all when every card is known.

Asked in a process of its own, so that neither the work nor the memory of the solver is the
server's: ``python -m ninetyeight.server.par alone 2026-11-15`` prints the answer as JSON, and
once more when the solver has added to it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from datetime import date, timedelta

import msgspec

from ninetyeight.server.daily import Daily, today
from ninetyeight.wire.http import DailyName, Par

log = logging.getLogger("ninetyeight.rooms")

#: Seconds that the solver may take, and that the whole process may.
SOLVER_SECONDS = 5.0
PROCESS_SECONDS = 120.0


def par_of(daily: Daily) -> Par:
    """What the bots make of the deal; only a win tells whether it can be won."""
    from ninetyeight.bots import make_bot, play_match

    seats = range(daily.deal.rules.players)
    team = [make_bot("planner", daily.bot_seed + seat) for seat in seats]
    outcome = play_match(daily.deal, team, talk=daily.plan.strictness).outcome
    return Par(outcome.won, outcome.left, True if outcome.won else None)


def winnable(daily: Daily) -> bool | None:
    """Whether some line wins when every card is known; None when that was not found out."""
    from ninetyeight.solver import Status, hint, solve

    if hint() is not None:  # far too slow without the extra
        return None
    status = solve(daily.deal.game(), seconds=SOLVER_SECONDS).status
    return None if status is Status.UNKNOWN else status is Status.WON


class Pars:
    """The pars of the last two days, each worked out once, when somebody asks for it first."""

    def __init__(self) -> None:
        self._tasks: dict[Daily, asyncio.Task[Par | None]] = {}

    def ask(self, daily: Daily) -> Par | None:
        """The par, None while it is being worked out or when it could not be."""
        if not today() - timedelta(days=1) <= daily.day <= today():
            return None
        task = self._tasks.get(daily)
        if task is None:
            for old in [one for one in self._tasks if one.day < today() - timedelta(days=1)]:
                self._tasks.pop(old).cancel()
            self._tasks[daily] = asyncio.create_task(_work_out(daily), name="par")
            return None
        return task.result() if task.done() and not task.cancelled() else None

    async def stop(self) -> None:
        """Break off what is being worked out."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


async def _work_out(daily: Daily) -> Par | None:
    command = [sys.executable, "-P", "-m", __name__, daily.name, daily.day.isoformat()]
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        log.warning("no process for the par of the day")
        return None
    try:
        told, _ = await asyncio.wait_for(process.communicate(), PROCESS_SECONDS)
        return msgspec.json.decode(told.splitlines()[-1], type=Par)
    except (TimeoutError, IndexError, msgspec.DecodeError):
        log.warning("the par of the day could not be worked out")
        return None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main(name: DailyName, day: str) -> None:
    """Print the par of a day's game, and once more when the solver has added to it."""
    daily = Daily(name, date.fromisoformat(day))
    par = par_of(daily)
    # At once: where compiled code is forbidden, the solver may take this process with it.
    print(msgspec.json.encode(par).decode(), flush=True)
    if par.winnable is None:
        found = msgspec.structs.replace(par, winnable=winnable(daily))
        print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(*msgspec.convert(sys.argv[1:], tuple[DailyName, str]))
