"""Every way in which the cards that a seat has not seen can lie.

A *world* (a determinization) is a whole game that looks to its viewer exactly like the view: the
unseen cards shared out to the other hands and the draw pile, in an order, and the commands that are
still hidden put on cards (X11r). All worlds count alike, as they do for
:meth:`ninetyeight.rules.View.sample`; what teammates' plays and markers may say about their hands
is left out of account.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, factorial

from ninetyeight.rules import Card, Command, Game, View


def count_worlds(view: View) -> int:
    """How many worlds there are, without making them."""
    unseen = len(view.unseen)
    count = 1
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.viewer:
            count *= comb(unseen, size)
            unseen -= size
    return count * factorial(unseen) * _count_mappings(view)


def worlds(view: View) -> Iterator[Game]:
    """All worlds, each once, in an order that is always the same."""
    mappings = list(_placed(list(view.hidden_commands.items()), view.carriers))
    # A view does not say whether the table knows the mapping. Commands known of unseen cards show
    # it; without such a card teammates are taken not to know which commands the viewer holds.
    known_to_all = any(card in view.commands for card in view.unseen)
    for hands, draw in _shares(view, 0, view.unseen):
        for hidden in mappings:
            yield view.filled(hands, draw, hidden, open_commands=known_to_all)


def _shares(
    view: View, seat: int, unseen: tuple[Card, ...]
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """The hands from ``seat`` on, and the draw pile."""
    if seat == len(view.hand_sizes):
        for draw in permutations(unseen):
            yield (), draw
        return
    own = seat == view.viewer
    for hand in (view.hand,) if own else combinations(unseen, view.hand_sizes[seat]):
        rest = unseen if own else tuple(card for card in unseen if card not in hand)
        for hands, draw in _shares(view, seat + 1, rest):
            yield (hand, *hands), draw


def _count_mappings(view: View) -> int:
    free, count = len(view.carriers), 1
    for copies in view.hidden_commands.values():
        count *= comb(free, copies)
        free -= copies
    return count


def _placed(
    kinds: list[tuple[Command, int]], free: tuple[Card, ...]
) -> Iterator[dict[Card, Command]]:
    """Every way in which hidden commands can be put on unseen cards."""
    if not kinds:
        yield {}
        return
    (kind, copies), *others = kinds
    for chosen in combinations(free, copies):
        for rest in _placed(others, tuple(card for card in free if card not in chosen)):
            yield {**dict.fromkeys(chosen, kind), **rest}
