"""Small games of every kind, for comparing the solver with trying everything."""

from __future__ import annotations

from hypothesis import strategies as st

from ninetyeight.rules import Command, Commands, Deal, Edition, Game, Row, Rules


@st.composite
def small_games(draw: st.DrawFn, *, duties: bool) -> Game:
    """A game of up to nine cards that has not begun, or some moves later."""
    high = draw(st.integers(6, 9))
    ups = draw(st.sampled_from([(True,), (False, True), (True, True), (True, False, False)]))
    edition = Edition(
        id="small",
        low=1,
        high=high,
        rows=tuple(Row(f"{'U' if up else 'D'}{at}", up, (0, 0)) for at, up in enumerate(ups, 1)),
        max_players=3,
        hands=(4, 3, 2),
        step=draw(st.integers(2, 4)),
        fires=frozenset({3, 5}),
    )
    rules = Rules.of(
        edition,
        players=draw(st.integers(1, 3)),
        expert=draw(st.booleans()),
        short_hand=draw(st.booleans()),
        fire=duties and draw(st.booleans()),
        commands=duties and draw(st.booleans()),
    )
    deck = tuple(draw(st.permutations(rules.cards)))
    commands = Commands()
    if rules.has_commands:
        plain = [card for card in rules.cards if card not in rules.fires]
        kinds = st.dictionaries(st.sampled_from(plain), st.sampled_from(Command), max_size=5)
        commands = Commands(draw(kinds))
    game = Deal(rules, deck, commands).game()
    if draw(st.booleans()):
        return game
    game = game.start(draw(st.integers(0, rules.players - 1)))
    for _ in range(draw(st.integers(0, 4))):
        moves = list(game.legal)
        if moves:
            game = game.apply(draw(st.sampled_from(moves)))
    return game
