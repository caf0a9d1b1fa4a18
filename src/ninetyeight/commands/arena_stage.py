"""Where runs of the arena are performed: results on the output, progress beside it.

Whatever happens on the way (Ctrl-C, a bot that fails, a disk that is full), what has been counted
is shown, and what was to be written is written as far as it goes.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ninetyeight.arena import (
    Batch,
    Crew,
    GameResult,
    GamesFile,
    Pairs,
    Run,
    Tally,
    compare,
    make_crew,
    play_batches,
    report,
)
from ninetyeight.arena.plots import check_plot, draw_plots
from ninetyeight.arena.runs import AUTO
from ninetyeight.arena.tables import TableFile, open_table
from ninetyeight.commands import arena_text
from ninetyeight.commands.frame import say, told_when_slow
from ninetyeight.commands.progress import NOW_AND_THEN, ProgressLine, ctrl_c_calls
from ninetyeight.fast import EXTRA, available
from ninetyeight.terminal.plain.console import wrapped


@dataclass(frozen=True)
class ArenaWishes:
    """What the person wants besides playing."""

    jobs: int | None = None
    ray: str | None = None
    as_json: bool = False
    quiet: bool = False
    out: Path | None = None
    resume: bool = False
    tables: tuple[Path, ...] = ()
    plot: Path | None = None


@dataclass
class _Act:
    """One run on the stage: what it has counted, and how long it took."""

    k: int
    run: Run
    tally: Tally = field(default_factory=Tally)
    pairs: Pairs | None = None
    continued: int = 0
    seconds: float = 0.0
    shown: bool = False
    engines: set[str] = field(default_factory=set)

    def count(self, games: Sequence[GameResult]) -> None:
        self.tally.add_all(games)
        if self.pairs is not None:
            self.pairs.add_all(games)

    def report(self) -> dict[str, Any]:
        return report(self.run, self.tally, self.seconds, self.continued, self.engines)


class ArenaStage:
    """Plays the runs and shows them; one use."""

    def __init__(self, runs: list[Run], wishes: ArenaWishes) -> None:
        self.wishes = wishes
        self.acts = [_Act(k, run) for k, run in enumerate(runs)]
        for rivals in self._rivals():
            for act in rivals:
                act.pairs = Pairs()
        self.file: GamesFile | None = None
        self.tables: list[TableFile] = []
        self.headed = False
        #: How many characters a line of a terminal has; None for a file or a pipe.
        self.width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        self.patience = _Patience()

    def perform(self) -> bool:
        """Play and show everything; False when it was interrupted."""
        if self.wishes.plot is not None:
            check_plot(self.wishes.plot)
        self._hint()
        try:
            with ExitStack() as stack:
                stack.enter_context(ctrl_c_calls(self.patience.heard))
                self._open(stack)
                return self._play_all(stack)
        except BrokenPipeError:
            raise  # nobody reads on, as in `ninetyeight arena | head`
        except OSError as error:
            error.filename = error.filename or say("arena.output")
            if total := sum(act.tally.games for act in self.acts):
                click.echo(say("arena.not_written", n=total), err=True)
            raise

    def _hint(self) -> None:
        """How to play faster, where that is to be had."""
        missed = any(act.run.suits_kernel and act.run.engine == AUTO for act in self.acts)
        if missed and not available() and not self.wishes.quiet:
            click.echo(say("arena.no_kernel", extra=EXTRA), err=True)

    def _open(self, stack: ExitStack) -> None:
        """Everything that is to be written, before hours of playing and not after."""
        runs = [act.run for act in self.acts]
        for path in self.wishes.tables:
            self.tables.append(stack.enter_context(open_table(path, runs)))
        if self.wishes.out is not None:
            self.file = GamesFile(self.wishes.out, runs, resume=self.wishes.resume)
            stack.enter_context(self.file)
            with ProgressLine(self.wishes.quiet) as line:
                if self.wishes.resume:
                    line.write(say("arena.reading", path=str(self.wishes.out)))
                self.file.read(self._take_up)

    def _play_all(self, stack: ExitStack) -> bool:
        crew: Crew | None = None
        try:
            for act in self.acts:
                if act.tally.games < act.run.games:
                    if crew is None:
                        most = max(act.run.games for act in self.acts)
                        made = make_crew(self.wishes.jobs, most=most, ray=self.wishes.ray)
                        crew = stack.enter_context(made)
                    self._play(act, crew)
                self._show(act)
        except KeyboardInterrupt:
            if not any(act.tally.games for act in self.acts):
                self._show(self.acts[0])  # an answer all the same: nothing has been counted
            self._finish()
            self._tell_interrupted()
            return False
        except Exception:  # whatever it was: what has been counted is shown
            self._finish()
            raise
        self._finish()
        return True

    def _play(self, act: _Act, crew: Crew) -> None:
        progress = _Progress(act, self.wishes.quiet)
        losses = crew.losses
        slow = told_when_slow(self.wishes.quiet or not act.run.in_kernel)
        try:
            progress.ready()
            with slow as begun:
                for batch in play_batches(act.run, crew, start=act.tally.games):
                    begun()
                    self._take(act, batch, progress)
                    if crew.losses > losses:
                        progress.clear()
                        click.echo(say("arena.worker_replaced", n=crew.losses - losses), err=True)
                        losses = crew.losses
                    progress.show()
        finally:
            if act.engines:
                act.seconds = time.monotonic() - progress.began
            progress.clear()

    def _take(self, act: _Act, batch: Batch, progress: _Progress) -> None:
        with self.patience:
            if not act.engines:  # from the first game on; making ready is left out
                progress.began = time.monotonic() - batch.seconds
            act.engines.add(batch.engine)
            self._count(act, batch.games, fresh=True)

    def _count(self, act: _Act, games: Sequence[GameResult], *, fresh: bool) -> None:
        first = act.tally.games
        act.count(games)
        if fresh and self.file is not None:
            self.file.add(act.k, first, games)
        for table in self.tables:
            table.add(act.run, first, games)

    def _take_up(self, k: int, games: Sequence[GameResult]) -> None:
        """Games that were played before."""
        self._count(self.acts[k], games, fresh=False)
        self.acts[k].continued += len(games)

    # Showing.

    def _show(self, act: _Act) -> None:
        act.shown = True
        result = act.report()
        if self.wishes.as_json:
            click.echo(json.dumps(result))
        else:
            narrow = self.width is not None and self.width < arena_text.TABLE_WIDTH
            if not self.headed:
                self._tell(arena_text.title(result))
                if not narrow:
                    self._tell(arena_text.heading())
                self.headed = True
            if narrow:
                assert self.width is not None
                self._tell(arena_text.block(result, self.width - 1))
            else:
                click.echo(arena_text.row(result))
            if len(self.acts) == 1 and act.tally.games:
                self._tell(arena_text.details(result, self.width or 80))
        sys.stdout.flush()

    def _finish(self) -> None:
        """Show what has not been shown, compare, write, and draw; the crew may still be at work."""
        for act in self.acts:
            if act.tally.games and not act.shown:
                self._show(act)
        for first, *others in self._rivals():
            for other in others:
                self._compare(first, other)
        sys.stdout.flush()
        if self.file is not None:
            self.file.sync()
        if self.wishes.plot is not None:
            reports = [act.report() for act in self.acts]
            most = max(result["games"] for result in reports)
            title = f"{arena_text.title(reports[0])}, {say('arena.plot.games', n=most)}"
            draw_plots(
                reports, self.wishes.plot, title, lambda word, **n: say(f"arena.plot.{word}", **n)
            )

    def _compare(self, first: _Act, second: _Act) -> None:
        assert first.pairs is not None
        assert second.pairs is not None
        if not (first.tally.games and second.tally.games):
            return
        result = compare((first.run, first.pairs), (second.run, second.pairs))
        if self.wishes.as_json:
            click.echo(json.dumps(result))
        else:
            self._tell(arena_text.comparison(result))

    def _tell(self, text: str) -> None:
        """Print; in a terminal, long lines are broken between words."""
        for line in text.split("\n"):
            width = self.width or len(line) + 1  # a file has room
            click.echo(line if len(line) < width else wrapped(line, width - 1))

    def _rivals(self) -> list[list[_Act]]:
        """The runs that can be compared: different teams at the same rules, on the same deals."""
        groups: dict[int, list[_Act]] = {}
        for act in self.acts:
            groups.setdefault(act.run.rules.players, []).append(act)
        return [group for group in groups.values() if len(group) > 1]

    def _tell_interrupted(self) -> None:
        played = sum(act.tally.games for act in self.acts)
        asked = sum(act.run.games for act in self.acts)
        click.echo(say("arena.interrupted", n=played, games=asked), err=True)
        if self.file is not None:
            click.echo(say("arena.go_on"), err=True)


class _Patience:
    """Inside its context Ctrl-C waits: a game is counted everywhere, or not at all."""

    def __init__(self) -> None:
        self.busy = self.asked = False

    def heard(self) -> None:
        """Ctrl-C, in or outside of the context."""
        if not self.busy:
            raise KeyboardInterrupt
        self.asked = True

    def __enter__(self) -> None:
        self.busy = True

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.busy = False
        if self.asked and kind is None:
            self.asked = False
            raise KeyboardInterrupt


#: The line of progress, and shorter ones for narrow terminals: how long still matters most.
_PROGRESS = ("progress", "progress_alone", "progress_short")


class _Progress(ProgressLine):
    """How far a run is, how fast, how long still."""

    def __init__(self, act: _Act, quiet: bool) -> None:
        super().__init__(quiet, NOW_AND_THEN)
        self.act = act
        self.began = time.monotonic()

    def ready(self) -> None:
        """Before the first games are there: the kernel may have to be compiled first."""
        if self.live:
            self.write(say("arena.preparing", team=self.act.run.name))

    def show(self) -> None:
        """Tell it, unless it was told a moment ago."""
        tally, run = self.act.tally, self.act.run
        played = tally.games - self.act.continued
        if not played or not self.due:
            return
        rate = played / (time.monotonic() - self.began)
        told = {
            "team": run.name,
            "players": run.rules.players,
            "done": tally.games,
            "games": run.games,
            "wins": tally.wins,
            "rate": arena_text.pace(rate),
            "remaining": arena_text.remaining(run.games - tally.games, rate),
        }
        self.write(*(say(f"arena.{code}", **told) for code in _PROGRESS))
