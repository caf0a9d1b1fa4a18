"""Which card and which row a person has chosen, by arrows, digits or mouse."""

from __future__ import annotations

from collections.abc import Sequence

from ninetyeight.rules import Card, Verdict, View
from ninetyeight.table import preview


class Choosing:
    """The chosen card and row of the running turn.

    The row follows the card to where it costs least, until the person chooses a row themselves;
    that choice holds until a card is laid.
    """

    def __init__(self) -> None:
        self.card: Card | None = None
        self.place: int | None = None
        self.previews: tuple[Verdict, ...] = ()
        self._own_row = False
        self._view: View | None = None
        self._typed = ""

    def follow(self, view: View) -> None:
        """Fit the choice to the table as it stands now."""
        laid_more = self._view is not None and self._view.laid != view.laid
        before = self._view.hand if self._view is not None else ()
        self._view = view
        if laid_more or not view.my_turn:
            self._own_row = False
        if not view.my_turn or not view.hand:
            self.card, self.place, self.previews = None, None, ()
            return
        if self.card not in view.hand:
            self.card = _nearest(view.hand, before, self.card)
        self._look()

    def _look(self) -> None:
        view = self._view
        if view is None or self.card is None:
            return
        self.previews = preview(view, self.card)
        if not self._own_row:
            self.place = best_place(self.previews)

    def step_card(self, by: int) -> None:
        """The next card to the left or right; the hand is a ring."""
        self._typed = ""
        if self._view is not None and self.card is not None:
            hand = self._view.hand
            self.take(hand[(hand.index(self.card) + by) % len(hand)])

    def take(self, card: Card) -> None:
        """Choose this card of the hand."""
        if self._view is not None and self._view.my_turn and card in self._view.hand:
            self.card = card
            self._look()

    def step_row(self, by: int) -> None:
        """The next row up or down."""
        if self.previews:
            self.row(((self.place or 0) + by) % len(self.previews))

    def row(self, place: int) -> None:
        """Choose this row."""
        self._typed = ""
        if self.previews and 0 <= place < len(self.previews):
            self.place = place
            self._own_row = True

    def digit(self, digit: str) -> None:
        """A typed digit: two that make a card of the hand choose it; else 1 to 4 is a row.

        A single digit that is no row takes the next card that begins with it.
        """
        if self._view is None or self.card is None:
            return
        hand = self._view.hand
        typed, self._typed = self._typed + digit, digit
        if len(typed) == 2 and int(typed) in hand:
            self.take(int(typed))
            self._own_row = False
            self._look()
            return
        place = int(digit) - 1
        if 0 <= place < len(self.previews):
            self.place, self._own_row = place, True
            return
        begins = [card for card in hand if f"{card:02}".startswith(digit)]
        if begins:
            self.take(begins[0])


def best_place(previews: Sequence[Verdict]) -> int:
    """The row where the card costs least without losing; the first when no row takes it."""

    def cost(place: int) -> tuple[bool, bool, int]:
        shown = previews[place]
        assert shown.step is not None
        return shown.loses is not None, shown.dead_end, shown.step

    takers = [place for place, shown in enumerate(previews) if shown.refusal is None]
    return min(takers, key=cost, default=0)


def _nearest(hand: Sequence[Card], before: Sequence[Card], gone: Card | None) -> Card:
    """The card that now lies where the chosen one lay."""
    at = before.index(gone) if gone in before else 0
    return hand[min(at, len(hand) - 1)]
