"""Positions for the tests: a table laid out as told, and the same position for the naive rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ninetyeight.rules import Commands, Edition, Game, Rules, parse_move
from tests.rules import naive


def table(
    *hands: Sequence[int],
    draw: Sequence[int] | None = None,
    edition: str | Edition = "original",
    commands: Mapping[int, str] | None = None,
    options: Sequence[str] = (),
    seat: int = 0,
    tops: Mapping[str, int] | None = None,
    **named_tops: int,
) -> Game:
    """A game at the start of the turn of ``seat``, each seat holding its hand.

    ``U1=47`` and so on, or ``tops``, are the visible tops. Every card not named lies in the draw
    pile; with ``draw`` given it lies hidden under the top of the first row that has one.
    """
    rules = Rules.of(edition, len(hands), **dict.fromkeys(options, True))
    tops = {**(tops or {}), **named_tops}
    used = {card for hand in hands for card in hand} | set(tops.values()) | set(draw or ())
    rest = [card for card in rules.cards if card not in used]
    under = [] if draw is None else rest
    rows: list[tuple[int, ...]] = []
    for name in rules.edition.row_names:
        if name in tops:
            rows.append((*under, tops[name]))
            under = []
        else:
            rows.append(())
    assert not under, "there is no top to hide the laid cards under"
    dealt = Game(
        rules=rules,
        rows=tuple(rows),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        draw=tuple(rest if draw is None else draw),
        commands=Commands(commands or {}),
    )
    return dealt.start(seat)


def lay(game: Game, *lays: tuple[int, str]) -> Game:
    """The game after these cards were laid, one after the other."""
    for card, row in lays:
        game = game.lay(card, row)
    return game


def legal(game: Game) -> set[str]:
    """The moves accepted now, as texts."""
    return {str(move) for move in game.legal}


def reason(game: Game) -> str:
    """`playing`, `won`, or why the game was lost."""
    if game.outcome is None:
        return "playing"
    return "won" if game.outcome.reason is None else game.outcome.reason.value


def refused(game: Game, move: str) -> str | None:
    """`code rule` of the refusal that a move meets; None when it is accepted."""
    answer = game.refusal(parse_move(move))
    return None if answer is None else f"{answer.code} {answer.rule}"


def plain(game: Game) -> tuple[naive.Box, naive.Spot]:
    """The same position for the naive rules.

    Which card was laid when is told row by row for earlier turns: that is all the same to the
    rules, because the first card of a turn comes after every card of earlier turns.
    """
    rules = game.rules
    names = rules.edition.row_names
    box = naive.Box(
        rows={row.name: row.up for row in rules.edition.rows},
        hand_size=rules.hand_size,
        minimum=rules.minimum,
        step=rules.edition.step,
        fires=rules.fires,
        kinds={card: kind.value for card, kind in game.commands.items()},
        take_backs=rules.options.take_backs,
    )
    mine = [(card, row) for card, row in game.laid]
    earlier = [
        (card, name)
        for name, row in zip(names, game.rows, strict=True)
        for card in row
        if (card, name) not in mine
    ]
    spot = naive.Spot(
        story=(*earlier, *mine),
        hands=tuple(frozenset(hand) for hand in game.hands),
        draw=game.draw,
        seat=0 if game.seat is None else game.seat,
        began=len(earlier),
        end=None if game.outcome is None else reason(game),
    )
    return box, spot
