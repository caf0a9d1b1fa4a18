"""Many deals, solved and counted: the share that can be won at all, which no player can pass."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ninetyeight.arena import Run, wilson
from ninetyeight.commands.arena_text import decimal, pace, remaining, rules_named
from ninetyeight.commands.frame import say
from ninetyeight.commands.progress import ProgressLine
from ninetyeight.commands.solve import print_json
from ninetyeight.commands.solve_question import SolveError
from ninetyeight.rules import LAW_OPTIONS, Rules
from ninetyeight.solver import Ceiling, Solved, Status, ceiling

#: What every line of a file with solved deals begins with.
_FIRST_KEY = b'{"deal": '
#: Shares of the deals whose times are told.
QUANTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "worst": 1.0}


@dataclass(frozen=True)
class SolveWishes:
    """Which deals, under which rules, and what may be spent on them."""

    deals: int
    seconds: float = 10.0
    players: list[int] | None = None
    edition: str | None = None
    expert: bool = False
    short_hand: bool = False
    fire: bool = False
    commands: bool = False
    seed: int | None = None
    jobs: int | None = None
    out: Path | None = None
    resume: bool = False

    def runs(self) -> list[Run]:
        """The arena's runs with these deals; who would play them does not matter."""
        options = {name: getattr(self, name) for name in LAW_OPTIONS}
        seed = 1 if self.seed is None else self.seed
        every = [Rules.of(self.edition or "original", n, **options) for n in self.players or [3]]
        return [
            Run(rules, ("greedy",) * rules.players, games=self.deals, seed=seed) for rules in every
        ]


def solve_many(wishes: SolveWishes, *, as_json: bool, quiet: bool) -> bool:
    """Solve, count and show, one number of players after the other; False when interrupted."""
    runs = wishes.runs()
    _check_file(wishes)
    for run in runs:
        begun = time.monotonic()
        progress = _Progress(run, quiet)
        try:
            found = _solved(wishes, run, progress)
        except OSError:
            if progress.found.deals:
                _show(summary(wishes, run, progress.found, time.monotonic() - begun), as_json)
                click.echo(say("solve.many.not_written", n=progress.found.deals), err=True)
            raise
        _show(summary(wishes, run, found, time.monotonic() - begun), as_json)
        if found.deals < wishes.deals:
            click.echo(say("solve.many.interrupted", n=found.deals, deals=wishes.deals), err=True)
            if wishes.out is not None:
                click.echo(say("arena.go_on"), err=True)
            return False
    return True


def _solved(wishes: SolveWishes, run: Run, progress: _Progress) -> Ceiling:
    try:
        return ceiling(
            (run.deal(i) for i in range(wishes.deals)),
            seconds=wishes.seconds,
            jobs=wishes.jobs,
            path=wishes.out,
            progress=progress.told,
        )
    except (ValueError, KeyError, TypeError) as strange:
        if wishes.out is None or not wishes.resume:
            raise
        why = " ".join(str(strange).split())
        raise SolveError("out_foreign", path=str(wishes.out), why=why) from strange
    finally:
        progress.clear()


def _show(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(summary_lines(answer)))
    sys.stdout.flush()


def _check_file(wishes: SolveWishes) -> None:
    """A file that is to be continued must hold solved deals: nothing else is touched."""
    path = wishes.out
    if path is None:
        if wishes.resume:
            raise SolveError("continue_what")
    elif path.exists():
        if not wishes.resume:
            raise SolveError("out_exists", path=str(path))
        with path.open("rb") as file:
            head = file.read(len(_FIRST_KEY))
        if head != _FIRST_KEY[: len(head)]:
            why = head.decode("utf-8", errors="replace")
            raise SolveError("out_foreign", path=str(path), why=why)


def summary(wishes: SolveWishes, run: Run, found: Ceiling, seconds: float) -> dict[str, Any]:
    """What the deals say, for programs."""
    counts = {
        Status.WON: found.won,
        Status.HOPELESS: found.hopeless,
        Status.UNKNOWN: found.unknown,
    }
    shares: dict[str, Any] = {}
    for status, count in counts.items():
        low, high = wilson(count, found.deals)
        shares[status.value] = count
        shares[f"{status.value}_share"] = round(count / found.deals, 6) if found.deals else 0.0
        shares[f"{status.value}_ci95"] = [round(low, 6), round(high, 6)]
    return {
        "edition": run.rules.edition.id,
        "options": run.options,
        "players": run.rules.players,
        "seed": run.seed,
        "deals": found.deals,
        "deals_asked": wishes.deals,
        **shares,
        "left": {str(left): count for left, count in found.left},
        "seconds_limit": wishes.seconds,
        "seconds_each": {name: found.within(share) for name, share in QUANTILES.items()},
        "seconds": round(seconds, 2),
    }


def _title(edition: str, options: dict[str, bool], players: int) -> str:
    return say("solve.title", rules=rules_named(edition, options), n=players)


def summary_lines(answer: dict[str, Any]) -> list[str]:
    """What the deals say, for people."""
    title = _title(answer["edition"], answer["options"], answer["players"])
    lines = [say("solve.many.title", title=title, seed=answer["seed"], deals=answer["deals"])]
    for status in Status:
        low, high = (decimal(100 * end, 2) for end in answer[f"{status.value}_ci95"])
        lines.append(
            say(
                f"solve.many.{status.value}",
                count=answer[status.value],
                share=decimal(100 * answer[f"{status.value}_share"], 2),
                low=low,
                high=high,
            )
        )
    if answer["left"]:
        counts = ", ".join(f"{left}: {count}" for left, count in answer["left"].items())
        lines.append(say("solve.many.left", counts=counts))
    times = {name: decimal(value, 2) for name, value in answer["seconds_each"].items()}
    lines.append(say("solve.many.times", **times))
    return lines


class _Progress(ProgressLine):
    """How far it is, how fast, how long still."""

    def __init__(self, run: Run, quiet: bool) -> None:
        super().__init__(quiet)
        self.run = run
        self.found = Ceiling()
        self.begun = time.monotonic()
        self.fresh = 0

    def told(self, _: Solved, found: Ceiling) -> None:
        """One more deal is done."""
        self.fresh += 1
        self.found = found
        if not self.due:
            return
        rate = self.fresh / (time.monotonic() - self.begun)
        self.write(
            say(
                "solve.many.progress",
                done=found.deals,
                deals=self.run.games,
                title=_title(self.run.rules.edition.id, self.run.options, self.run.rules.players),
                won=found.won,
                hopeless=found.hopeless,
                unknown=found.unknown,
                rate=pace(rate),
                remaining=remaining(self.run.games - found.deals, rate),
            )
        )
