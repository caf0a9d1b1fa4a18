"""The rules once more, for any edition, as plainly as they can be told.

Nothing is remembered between questions: whether a turn can be completed is found by trying every
card on every row, in every order. It imports nothing of the product and is far too slow for more
than small hands; the tests compare the product with it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

Move = tuple[int, str] | str  # (card, row), "end" or "back"


@dataclass(frozen=True)
class Box:
    """What is fixed for a whole game."""

    rows: Mapping[str, bool]  # name -> ascending?
    hand_size: int
    minimum: int
    step: int = 10
    fires: frozenset[int] = frozenset()
    kinds: Mapping[int, str] | None = None
    take_backs: bool = False

    def kind(self, card: int) -> str | None:
        return (self.kinds or {}).get(card)


@dataclass(frozen=True)
class Spot:
    """One moment of a game. `story` is every card ever laid with its row, oldest first."""

    story: tuple[tuple[int, str], ...]
    hands: tuple[frozenset[int], ...]
    draw: tuple[int, ...]
    seat: int
    began: int = 0  # how long the story was when this turn began
    end: str | None = None  # "won" or the reason of the defeat

    @property
    def mine(self) -> tuple[tuple[int, str], ...]:
        """What was laid this turn."""
        return self.story[self.began :]

    @property
    def left(self) -> int:
        return len(self.draw) + sum(len(hand) for hand in self.hands)

    def top(self, row: str) -> int | None:
        on_it = [card for card, name in self.story if name == row]
        return on_it[-1] if on_it else None


def showing(box: Box, spot: Spot, kind: str) -> list[int]:
    """The visible cards with this command."""
    tops = [spot.top(row) for row in box.rows]
    return [top for top in tops if top is not None and box.kind(top) == kind]


def due(box: Box, spot: Spot) -> list[int]:
    """The visible fires that lay there when the turn began (F2, F3r)."""
    tops = [spot.top(row) for row in box.rows]
    before = [card for card, _ in spot.story[: spot.began]]
    return [top for top in tops if top in box.fires and top in before]


def asked(box: Box, spot: Spot) -> int:
    """The minimum of this turn; the draw pile does not change while a turn goes on (B5, B7)."""
    return box.minimum if spot.draw else 1


def fixed_row(box: Box, spot: Spot) -> str | None:
    """The row that `one_row` prescribes for the next card (X6, X9r)."""
    visible = showing(box, spot, "one_row")
    if not visible or not spot.mine:
        return None
    own = [row for card, row in spot.mine if card in visible]  # X9r: it counts itself
    return own[0] if own else spot.mine[0][1]


def may_lay(box: Box, spot: Spot, card: int, row: str) -> bool:
    if card not in spot.hands[spot.seat] or row not in box.rows:
        return False
    if fixed_row(box, spot) not in (None, row):
        return False
    top = spot.top(row)
    if top is None:
        return True
    if card > top if box.rows[row] else card < top:
        return True
    back = top - box.step if box.rows[row] else top + box.step
    return card == back and not showing(box, spot, "no_back")


def may_end(box: Box, spot: Spot, fires: bool = True) -> bool:
    if len(spot.mine) < asked(box, spot) or showing(box, spot, "skull"):
        return False
    if any(box.kind(card) == "three" for card, _ in spot.mine) and len(spot.mine) != 3:
        return False
    return not (fires and due(box, spot))


def put(spot: Spot, card: int, row: str) -> Spot:
    hands = tuple(hand - {card} for hand in spot.hands)
    return replace(spot, story=(*spot.story, (card, row)), hands=hands)


def broken(box: Box, spot: Spot, fires: bool = True) -> str | None:
    """The duty that the card laid last broke (X8r)."""
    stop = box.kind(spot.mine[-1][0]) == "stop"
    three = any(box.kind(card) == "three" for card, _ in spot.mine)
    if (stop or spot.left == 0) and showing(box, spot, "skull"):
        return "skull"
    if three and (len(spot.mine) > 3 or len(spot.mine) + len(spot.hands[spot.seat]) < 3):
        return "three"
    if three and stop and len(spot.mine) < 3:
        return "stop"
    if stop and fires and spot.left and due(box, spot):
        return "fire"
    return None


def lays(box: Box, spot: Spot) -> Iterator[tuple[int, str]]:
    for card in sorted(spot.hands[spot.seat]):
        for row in box.rows:
            if may_lay(box, spot, card, row):
                yield card, row


def completes(box: Box, spot: Spot, fires: bool = True) -> bool:
    """Does any sequence of lays complete the turn? (B8r, X10r)"""
    if may_end(box, spot, fires):
        return True
    for card, row in lays(box, spot):
        then = put(spot, card, row)
        if broken(box, then, fires) is not None:
            continue
        if then.left == 0 or box.kind(card) == "stop" or completes(box, then, fires):
            return True
    return False


def judged(box: Box, spot: Spot) -> Spot:
    """The same moment, over when the turn cannot be completed."""
    if completes(box, spot):
        return spot
    return replace(spot, end="fire" if completes(box, spot, fires=False) else "stuck")


def begin(box: Box, spot: Spot, seat: int) -> Spot:
    return judged(box, replace(spot, seat=seat, began=len(spot.story)))


def pass_on(box: Box, spot: Spot) -> Spot:
    """Draw, then the next seat that holds a card (B6, B7, X7)."""
    hand = spot.hands[spot.seat]
    n = 1 if showing(box, spot, "draw_one") else box.hand_size - len(hand)
    hands = list(spot.hands)
    hands[spot.seat] = hand | set(spot.draw[:n])
    spot = replace(spot, hands=tuple(hands), draw=spot.draw[n:])
    seats = [(spot.seat + i) % len(hands) for i in range(1, len(hands) + 1)]
    return begin(box, spot, next(seat for seat in seats if hands[seat]))


def moves(box: Box, spot: Spot) -> list[Move]:
    """Everything that is accepted now."""
    if spot.end is not None:
        return []
    found: list[Move] = list(lays(box, spot))
    if may_end(box, spot):
        found.append("end")
    if box.take_backs and spot.mine:
        found.append("back")
    return found


def play(box: Box, spot: Spot, move: Move) -> Spot:
    """The moment after an accepted move."""
    if move == "end":
        return pass_on(box, spot)
    if move == "back":
        card, _ = spot.story[-1]
        hands = list(spot.hands)
        hands[spot.seat] |= {card}
        return replace(spot, story=spot.story[:-1], hands=tuple(hands))
    assert isinstance(move, tuple)
    then = put(spot, *move)
    reason = broken(box, then)
    if reason is not None or then.left == 0:
        return replace(then, end=reason or "won")
    if box.kind(move[0]) == "stop":
        return pass_on(box, then)
    return then if box.take_backs else judged(box, then)
