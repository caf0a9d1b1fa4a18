"""The convention by which our bots set and read markers (T8r), within the limits of T9r.

What a card says about a row depends on how far ahead of the row's top it lies: the next number and
the card of the backwards trick say `keep!`, a card within three `keep`, a card within seven
`small`. For each row a seat shows the strongest thing that one of its cards says.

A marker must never give a card away. So a class that fewer than two cards outside the rows belong
to is merged into the next weaker one, and says nothing when there is no weaker one. And because
the rows that a seat does *not* mark speak too, markers are left out until all of them together,
with the size of the hand, leave every single card in doubt.

>>> rules = Rules.of("original", players=3)
>>> rows = ((21, 30), (20, 50), (), ())
>>> {marker.value: sorted(cards) for marker, cards in meanings(rules, rows)["U2"].items()}
{'keep!': [40, 51], 'keep': [52, 53], 'small': [54, 55, 56, 57]}
>>> {marker.value: sorted(cards) for marker, cards in meanings(rules, rows)["U1"].items()}
{'keep': [31, 32, 33], 'small': [34, 35, 36, 37]}

On the other row the card ten back is laid already: `keep!` could only mean one card, so it is not
said there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ninetyeight.rules import Card, Marker, Rules, View

#: How far ahead of the top a card may lie to say `keep` and `small`.
KEEP_WITHIN = 3
SMALL_WITHIN = 7

_STRONGEST_FIRST = (Marker.HARD, Marker.KEEP, Marker.SMALL)
_STRENGTH = {marker: strength for strength, marker in enumerate(Marker, start=1)}

#: For one row: which cards each marker may stand for.
Meaning = Mapping[Marker, frozenset[Card]]


def marks_for(view: View) -> dict[str, Marker]:
    """The markers that the viewer's hand calls for, as far as they give no card away (T9r)."""
    if view.viewer is None or not view.hand or len(view.hand_sizes) == 1:
        return {}
    said = meanings(view.rules, view.rows)
    hand = frozenset(view.hand)
    wanted: dict[str, Marker] = {}
    for row, meaning in said.items():
        strongest = next((marker for marker, cards in meaning.items() if cards & hand), None)
        if strongest is not None:
            wanted[row] = strongest
    if not wanted:
        return {}
    unlaid = unlaid_cards(view.rules, view.rows)
    return next(
        part for part in _parts(wanted) if not gives_away(said, unlaid, part, len(view.hand))
    )


def compatible_cards(
    rules: Rules, rows: Sequence[Sequence[Card]], row: str, marker: Marker | str
) -> frozenset[Card]:
    """The cards one of which a seat must hold that shows ``marker`` on ``row`` as it stands now.

    Computed from what everybody sees. Either none, when the convention never shows that marker
    there, or at least two (T9r). A reader may leave out the cards of its own hand. Refused when
    there is no such row.
    """
    rules.edition.place_of(row)
    return meanings(rules, rows).get(row, {}).get(Marker(marker), frozenset())


def meanings(rules: Rules, rows: Sequence[Sequence[Card]]) -> dict[str, Meaning]:
    """What each marker may stand for on each row that has a top, strongest marker first."""
    unlaid = unlaid_cards(rules, rows)
    return {
        row.name: _meaning(cards[-1], 1 if row.up else -1, rules.edition.step, unlaid)
        for row, cards in zip(rules.edition.rows, rows, strict=True)
        if cards  # an empty row takes any card: there is nothing to keep
    }


def unlaid_cards(rules: Rules, rows: Sequence[Sequence[Card]]) -> frozenset[Card]:
    """The cards that lie on no row, wherever they are."""
    return frozenset(rules.cards).difference(*rows)


def _meaning(top: Card, ahead: int, step: int, unlaid: frozenset[Card]) -> Meaning:
    """The cards of each marker on one row; ``ahead`` is 1 for an ascending row, else −1."""
    raw = {
        Marker.HARD: (top + ahead, top - ahead * step),
        Marker.KEEP: tuple(top + ahead * d for d in range(2, KEEP_WITHIN + 1)),
        Marker.SMALL: tuple(top + ahead * d for d in range(KEEP_WITHIN + 1, SMALL_WITHIN + 1)),
    }
    found: dict[Marker, frozenset[Card]] = {}
    carried: frozenset[Card] = frozenset()
    for marker in _STRONGEST_FIRST:
        cards = unlaid.intersection(raw[marker]) | carried
        if len(cards) >= 2:
            found[marker] = cards
            carried = frozenset()
        else:
            carried = cards  # T9r: too few to hide among; they say the next weaker thing
    return found


def gives_away(
    said: Mapping[str, Meaning],
    unlaid: frozenset[Card],
    marks: Mapping[str, Marker],
    hand_size: int,
) -> bool:
    """True when whoever sees exactly ``marks`` could name a card of the hand behind them (T9r).

    That is when one card lies in every hand of that size which calls for these markers, no more
    and no fewer. Showing nothing counts as giving nothing away.
    """
    if not marks:
        return False
    possible = set(unlaid)
    for row, meaning in said.items():
        shown = _STRENGTH[marks[row]] if row in marks else 0
        for marker, cards in meaning.items():
            if _STRENGTH[marker] > shown:
                possible -= cards  # such a card would have called for a stronger marker
    grounds = [said[row].get(marker, frozenset()) & possible for row, marker in marks.items()]
    if len(possible) <= hand_size or any(len(cards) < 2 for cards in grounds):
        return True
    if len(grounds) <= hand_size:
        return False  # avoid any one card: another ground for each row, filled up at will
    candidates = sorted(frozenset().union(*grounds))
    hands = [
        set(hand)
        for hand in combinations(candidates, hand_size)
        if all(cards.intersection(hand) for cards in grounds)
    ]
    return not hands or bool(set.intersection(*hands))


def _parts(marks: Mapping[str, Marker]) -> Iterator[dict[str, Marker]]:
    """All, then less and less of ``marks``, down to nothing; the strongest parts first."""
    parts = [
        dict(part) for size in range(len(marks) + 1) for part in combinations(marks.items(), size)
    ]
    parts.sort(key=lambda part: -sum(_STRENGTH[marker] for marker in part.values()))
    yield from parts
