"""One position, solved: the line turn by turn, and what is proven about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click

from ninetyeight.commands.arena_text import decimal, rules_named
from ninetyeight.commands.frame import folded, say, told_when_slow
from ninetyeight.commands.progress import ProgressLine, ctrl_c_calls
from ninetyeight.commands.solve import print_json
from ninetyeight.commands.solve_question import SolveQuestion
from ninetyeight.rules import BACK, Game, Lay, write_game
from ninetyeight.solver import Progress, Solution, Status, hint, solve
from ninetyeight.solver.replay import without_take_backs


def solve_one(
    question: SolveQuestion, *, seconds: float, width: int | None, as_json: bool, quiet: bool
) -> bool:
    """Solve and show; False when it was interrupted."""
    if hint() is not None and not quiet:
        click.echo(say("solve.slow", extra=hint()), err=True)
    with (
        told_when_slow(quiet) as loaded,
        _Watch(quiet, loaded) as watch,
        ctrl_c_calls(watch.heard),
    ):
        solution = solve(question.game, seconds=seconds, width=width, progress=watch.told)
    if as_json:
        print_json(as_object(question, solution))
    else:
        for line in lines(question, solution):
            click.echo(folded(line))
    if solution.interrupted:
        click.echo(say("solve.interrupted"), err=True)
    return not solution.interrupted


def as_object(question: SolveQuestion, solution: Solution) -> dict[str, Any]:
    """The answer for programs."""
    rules = question.game.rules
    started = _started(question, solution)
    return {
        "status": solution.status.value,
        "left": solution.left,
        "moves": [str(move) for move in solution.moves],
        "starter": started.seat,
        "seconds": round(solution.seconds, 3),
        "proven": solution.status is not Status.UNKNOWN,
        "fewest": solution.fewest,
        "proof": solution.proof.value,
        "interrupted": solution.interrupted,
        "exhausted": solution.exhausted,
        "deal": question.deal,
        "from_turn": question.from_turn,
        "edition": rules.edition.id,
        "options": rules.options.law(),
        "players": rules.players,
        "position": write_game(started),
    }


def lines(question: SolveQuestion, solution: Solution) -> Iterator[str]:
    """The answer for people."""
    yield from heading(question)
    yield ""
    if solution.moves:
        yield from _turns(question, solution)
        yield ""
    yield from _verdict(solution)


def heading(question: SolveQuestion) -> Iterator[str]:
    """What is being looked at."""
    rules = question.game.rules
    named = rules_named(rules.edition.id, rules.options.law())
    yield say("solve.title", rules=named, n=rules.players)
    if question.deal is not None:
        yield say("cli.deal.code", code=question.deal)
    if question.from_turn is not None:
        yield say("solve.from_turn", turn=question.from_turn)


def _started(question: SolveQuestion, solution: Solution) -> Game:
    game = question.game
    return game if solution.starter is None else game.start(solution.starter)


def _turns(question: SolveQuestion, solution: Solution) -> Iterator[str]:
    """The line, one turn a line."""
    game, seat = _started(question, solution), _started(question, solution).seat
    number, told = question.from_turn or 1, list[str]()
    for move in solution.moves:
        if move is BACK:
            told.append(say("solve.back", card=game.laid[-1].card))
            game = game.back()
            continue
        game = without_take_backs(game)
        if isinstance(move, Lay):
            told.append(_told(game, move))
        game = game.apply(move)
        if not game.laid or game.outcome is not None:
            yield _turn(question, number, seat, told)
            number, seat, told = number + 1, game.seat, []


def _turn(question: SolveQuestion, number: int, seat: int | None, told: list[str]) -> str:
    assert seat is not None
    if question.game.rules.players == 1:
        return say("solve.turn", n=number, moves=", ".join(told))
    name = seat_name(question, seat)
    return say("solve.turn_of", n=number, name=name, moves=", ".join(told))


def seat_name(question: SolveQuestion, seat: int) -> str:
    """Who sits there: a name where the record has one."""
    return say("solve.seat", seat=seat + 1) if question.names is None else question.names[seat]


def _told(game: Game, lay: Lay) -> str:
    """A lay in notation, with a word where it is a backwards trick (B4)."""
    trick = game.rules.edition.step_of(lay, game.tops).trick
    return say("solve.trick", move=lay) if trick else str(lay)


def _verdict(solution: Solution) -> Iterator[str]:
    if solution.status is Status.WON:
        yield say("solve.won")
    elif solution.status is Status.HOPELESS:
        yield say("solve.hopeless")
        if solution.left:
            yield say("solve.fewest" if solution.fewest else "solve.best", n=solution.left)
        else:
            yield say("solve.broken")
    else:
        yield say("solve.unknown", n=solution.left) if solution.left else say("solve.nearly")
    if not (solution.won or solution.fewest or solution.interrupted):
        yield say("solve.exhausted" if solution.exhausted else "solve.try_longer", n=solution.width)
    yield say("solve.took", seconds=decimal(solution.seconds, 2))


def _progress_told(progress: Progress) -> str:
    seconds = decimal(progress.seconds)
    if not progress.width:
        n = progress.dead_ends
        return say("solve.searching", dead_ends=n, left=progress.left, seconds=seconds)
    return say(
        "solve.progress",
        width=progress.width,
        laid=progress.laid,
        cards=progress.cards,
        left=progress.left,
        seconds=seconds,
    )


class _Watch(ProgressLine):
    """Shows how the search goes, and hears Ctrl-C: then the search gives its best so far."""

    def __init__(self, quiet: bool, loaded: Callable[[], None]) -> None:
        super().__init__(quiet)
        self.loaded = loaded
        self.asked = False

    def heard(self) -> None:
        """Ctrl-C: once to stop with what there is, twice to leave at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def told(self, progress: Progress) -> bool:
        """The search's question whether to go on."""
        self.loaded()
        if self.due:
            self.write(_progress_told(progress))
        return not self.asked
