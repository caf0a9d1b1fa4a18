"""Small games and endgames of every kind, for comparing the solver with trying everything."""

from __future__ import annotations

from dataclasses import replace
from random import Random

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


@st.composite
def small_endgames(draw: st.DrawFn, *, most: int = 9) -> Game:
    """A game with an empty draw pile and few cards left, most of them with commands or on fire."""
    high = draw(st.integers(20, 26))
    players = draw(st.integers(1, 6))
    edition = Edition(
        id="small",
        low=1,
        high=high,
        rows=tuple(Row(name, name[0] == "U", (0, 0)) for name in ("U1", "U2", "D1", "D2")),
        max_players=6,
        hands=(8, 6, 5 if players <= 4 else 3),
        step=draw(st.integers(2, 5)),
        fires=frozenset({6, 9, 12, 15}),
    )
    rules = Rules.of(edition, players=players, commands=True, fire=draw(st.booleans()))
    cards = draw(st.permutations(rules.cards))
    sizes = [draw(st.integers(0, rules.hand_size)) for _ in range(players)]
    while sum(sizes) > most:
        sizes[sizes.index(max(sizes))] -= 1
    if sum(sizes) == 0:
        sizes[0] = 1
    held = cards[: sum(sizes)]
    hands = tuple(
        tuple(sorted(held[sum(sizes[:seat]) : sum(sizes[: seat + 1])])) for seat in range(players)
    )
    laid = cards[len(held) :]
    piles = [tuple(laid[row::4]) for row in range(4)]
    # Most rows have come as far as their cards can bring them.
    rows = tuple(
        tuple(sorted(pile, reverse=row >= 2)) if draw(st.integers(0, 3)) else pile
        for row, pile in enumerate(piles)
    )
    kinds = st.sampled_from([Command.SKULL, Command.SKULL, Command.THREE, *Command])
    plain = [card for card in rules.cards if card not in rules.fires]
    visible = [row[-1] for row in rows if row[-1] in plain]
    chosen = draw(st.lists(st.sampled_from(plain), max_size=8, unique=True))
    commands = {card: draw(kinds) for card in chosen}
    for card in visible:
        if commands.get(card) is Command.SKULL:  # X2: none is visible between turns
            del commands[card]
    game = Deal(rules, tuple(rules.cards), Commands(commands)).game()
    seat = draw(st.sampled_from([seat for seat in range(players) if hands[seat]]))
    return replace(game, rows=rows, hands=hands, draw=()).start(seat)


def random_endgame(random: Random, most: int) -> Game:
    """The same by chance: few seats with long hands or up to six with short ones, commands on many
    cards; some begin in the middle of a turn."""
    players = random.choice([1, 2, 3, 3, 4, 4, 5, 5, 6, 6])
    longest = 5 if players <= 4 else 3
    edition = Edition(
        id="small",
        low=1,
        high=random.randint(20, 30),
        rows=tuple(Row(name, name[0] == "U", (0, 0)) for name in ("U1", "U2", "D1", "D2")),
        max_players=6,
        hands=(8, 6, longest),
        step=random.randint(2, 6),
        fires=frozenset({6, 9, 12, 15, 18}),
    )
    rules = Rules.of(
        edition,
        players=players,
        commands=random.random() < 0.85,
        fire=random.random() < 0.5,
    )
    cards = random.sample(rules.cards, len(rules.cards))
    sizes = [random.randint(0, longest) for _ in range(players)]
    while sum(sizes) > most:
        sizes[sizes.index(max(sizes))] -= 1
    sizes[0] += sum(sizes) == 0
    held = iter(cards)
    hands = tuple(tuple(sorted(next(held) for _ in range(size))) for size in sizes)
    laid = list(held)
    rows = [tuple(laid[row::4]) for row in range(4)]
    for at in range(4):
        if random.random() < 0.4:  # it has come as far as its cards can bring it
            rows[at] = tuple(sorted(rows[at], reverse=at >= 2))
    commands: dict[int, Command] = {}
    if rules.has_commands:
        plain = [card for card in rules.cards if card not in rules.fires]
        chosen = random.sample(plain, random.randint(0, 12))
        chosen += [
            card for hand in hands for card in hand if card in plain and random.random() < 0.4
        ]
        often = [Command.SKULL, Command.THREE, Command.ONE_ROW, Command.NO_BACK, Command.STOP]
        commands = {card: random.choice([*often, *Command]) for card in chosen}
        for row in rows:
            if commands.get(row[-1]) is Command.SKULL:  # X2: none is visible between turns
                del commands[row[-1]]
    deal = Deal(rules, tuple(rules.cards), Commands(commands)).game()
    seat = random.choice([seat for seat in range(players) if hands[seat]])
    game = replace(deal, rows=tuple(rows), hands=hands, draw=()).start(seat)
    for _ in range(random.choice([0, 0, 1, 2, 4])):
        if game.outcome is None:
            then = game.apply(random.choice(list(game.legal)))
            game = game if then.outcome is not None else then
    return game
