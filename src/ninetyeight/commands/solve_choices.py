"""What one seat can do, with the chances by what it can see."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import click

from ninetyeight.commands.arena_text import decimal
from ninetyeight.commands.frame import folded, say, told_when_slow
from ninetyeight.commands.solve import print_json
from ninetyeight.commands.solve_one import heading, seat_name
from ninetyeight.commands.solve_question import SolveError, SolveQuestion
from ninetyeight.fast import available
from ninetyeight.rules import Refused, View
from ninetyeight.solver.expectation import Meaning, WeighedMove, WeighedMoves, best_moves

#: Positions that can be looked at in a second, compiled and by the rules: on a slow day.
_PACE, _PACE_BY_RULES = 200_000, 5_000


def show_choices(
    question: SolveQuestion, seat: int, *, seconds: float, as_json: bool, quiet: bool
) -> None:
    """List the moves of ``seat`` (from 0), the best first."""
    game = question.game
    if not 0 <= seat < game.rules.players:
        raise Refused("no_such_seat", rule="B10", seat=seat + 1, players=game.rules.players)
    if game.seat is None:
        raise SolveError("no_turn_yet", rule="B10")
    if game.seat != seat:
        raise SolveError("not_their_turn", rule="B6", seat=seat + 1, active=game.seat + 1)
    budget = max(1, round(seconds * (_PACE if available() else _PACE_BY_RULES)))
    begun = time.monotonic()
    with told_when_slow(quiet):
        found = best_moves(View.of(game, seat), budget=budget)
    if as_json:
        print_json(as_object(question, seat, found, time.monotonic() - begun))
    else:
        for line in lines(question, seat, found):
            click.echo(folded(line))


def as_object(
    question: SolveQuestion, seat: int, found: WeighedMoves, seconds: float
) -> dict[str, Any]:
    """The choices for programs; nothing in it that the seat could not know."""
    rules = question.game.rules
    return {
        "seat": seat,
        "meaning": found.meaning.value,
        "proven": found.proven,
        "choices": [
            {
                "move": str(choice.move),
                **_figure("win", choice.win),
                **_figure("left", choice.left),
                **_figure("at_least", choice.at_least),
            }
            for choice in found.choices
        ],
        "worlds": found.worlds,
        "positions": found.positions,
        "seconds": round(seconds, 3),
        "from_turn": question.from_turn,
        "edition": rules.edition.id,
        "options": rules.options.law(),
        "players": rules.players,
    }


def _figure(name: str, value: Fraction | None) -> dict[str, float | str | None]:
    """A number, and the same to the last digit as a fraction."""
    if value is None:
        return {name: None, f"{name}_fraction": None}
    return {name: round(float(value), 9), f"{name}_fraction": str(value)}


def lines(question: SolveQuestion, seat: int, found: WeighedMoves) -> Iterator[str]:
    """The choices for people."""
    yield from heading(question)
    yield ""
    yield say("solve.choices.title", name=seat_name(question, seat))
    for choice in found.choices:
        yield _line(found.meaning, choice)
    yield ""
    if found.meaning is Meaning.BOUND:
        yield say("solve.choices.hidden", worlds=found.worlds)
        yield say("solve.choices.proven" if found.proven else "solve.choices.not_proven")
    elif question.game.rules.players == 1 and question.game.draw:
        yield say("solve.choices.chance", worlds=found.worlds)
    else:
        yield say("solve.choices.known")
    if any(choice.left is None for choice in found.choices):
        yield say("solve.choices.wins_only")


def _line(meaning: Meaning, choice: WeighedMove) -> str:
    left = sure = ""
    if choice.left is not None:
        left = say("solve.choices.left", cards=decimal(float(choice.left), 2))
    if choice.at_least is not None and meaning is Meaning.BOUND:
        sure = say("solve.choices.sure", share=_percent(choice.at_least))
    return say(
        f"solve.choices.{meaning.value}",
        move=choice.move,
        win=_percent(choice.win),
        sure=sure,
        left=left,
    )


def _percent(share: Fraction) -> str:
    return decimal(100 * float(share), 1)
