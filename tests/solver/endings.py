"""Small endgames, and a second opinion on them: everything tried out, nothing remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from hypothesis import assume
from hypothesis import strategies as st

from ninetyeight.rules import (
    TINY,
    Command,
    Commands,
    Game,
    Move,
    Rules,
    View,
    completes,
)

#: Chance to win, and cards left on average, as less than nothing: the larger the better.
Value = tuple[Fraction, Fraction]


@st.composite
def endings(
    draw: st.DrawFn,
    players: int,
    cards: int,
    *,
    pile: int = 0,
    hidden_commands: bool = False,
) -> Game:
    """A small game near its end: at most ``cards`` to lay, up to ``pile`` of them to be drawn.

    Commands, if there are any, are known to the whole table unless they are to be hidden.
    """
    fire, expert = draw(st.booleans()), draw(st.booleans())
    commanded = hidden_commands or draw(st.booleans())
    rules = Rules.of(TINY, players, fire=fire, commands=commanded, expert=expert)
    order = draw(st.permutations(rules.cards))
    stock = draw(st.integers(0, pile))
    sizes = [draw(st.integers(0, min(rules.hand_size, cards - 1))) for _ in range(players)]
    assume(sum(sizes) and sum(sizes) + stock <= cards)
    hands, at = [], 0
    for size in sizes:
        hands.append(tuple(sorted(order[at : at + size])))
        at += size
    draw_pile, laid = order[at : at + stock], order[at + stock :]
    cut = draw(st.integers(1, len(laid) - 1))
    seat = draw(st.sampled_from([seat for seat, hand in enumerate(hands) if hand]))
    kinds: dict[int, Command] = {}
    if commanded:
        tops = {laid[cut - 1], laid[-1]}
        for card in order:
            carries = card in tops or card in order[: at + stock] or draw(st.booleans())
            if card in rules.fires and hidden_commands:
                continue  # X11r: only a table's own mapping has commands on fire cards
            if carries and draw(st.booleans()):
                kinds[card] = draw(st.sampled_from(list(Command)))
    game = Game(
        rules=rules,
        rows=(tuple(laid[:cut]), tuple(laid[cut:])),
        hands=tuple(hands),
        draw=tuple(draw_pile),
        seat=seat,
        minimum=rules.minimum if stock else 1,
        commands=Commands(kinds),
        open_commands=bool(kinds) and not hidden_commands,
    )
    assume(completes(game.turn))
    return game


def known_value(game: Game) -> Value:
    """What a team can reach that sees every card."""
    if game.outcome is not None:
        return Fraction(game.outcome.won), Fraction(-game.outcome.left)
    return max(known_value(game.apply(move)) for move in game.legal)


def blind_value(games: list[Game]) -> Value:
    """What a seat alone can reach that cannot tell ``games`` apart: summed up over them."""
    if games[0].outcome is not None:
        left = Fraction(sum(game.outcome.left for game in games if game.outcome is not None))
        return Fraction(len(games) * games[0].outcome.won), -left
    return max(blind_value_of(games, move) for move in games[0].legal)


def blind_value_of(games: list[Game], move: Move) -> Value:
    """The same once ``move`` has been made; then the seat sees what it has drawn."""
    seen: dict[Hashable, list[Game]] = defaultdict(list)
    for game in games:
        then = game.apply(move)
        seen[then.hands, then.tops, then.outcome].append(then)
    values = [blind_value(group) for group in seen.values()]
    return sum((won for won, _ in values), Fraction()), sum(
        (left for _, left in values), Fraction()
    )


def all_orders(game: Game) -> list[Game]:
    """The game with its draw pile in every order."""
    return [replace(game, draw=order) for order in permutations(game.draw)]


def all_distributions(game: Game, viewer: int) -> Iterator[Game]:
    """The game with everything that ``viewer`` has not seen in every order, also equal ones."""
    hidden = View.of(game, viewer).unseen
    for order in permutations(hidden):
        cards = iter(order)
        hands = tuple(
            hand if seat == viewer else tuple(sorted(next(cards) for _ in hand))
            for seat, hand in enumerate(game.hands)
        )
        yield replace(game, hands=hands, draw=tuple(cards))
