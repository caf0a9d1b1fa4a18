"""Games for Hypothesis: any edition and options, at any stage, with rare situations made common."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from ninetyeight.rules import (
    BACK,
    EDITIONS,
    END,
    TINY,
    Command,
    Commands,
    Edition,
    Game,
    Lay,
    Move,
    Options,
    Row,
    Rules,
)

#: A game of its own in ten lines: nine cards, two rows, hands of three or two, a trick of three.
NINE = Edition(
    id="nine",
    low=1,
    high=9,
    rows=(Row("U1", True, (0, 9)), Row("D1", False, (10, 1))),
    max_players=3,
    hands=(3, 2, 2),
    step=3,
    fires=frozenset({4, 6}),
)
ANY_EDITION = (*EDITIONS.values(), TINY, NINE)


@st.composite
def all_rules(draw: st.DrawFn, editions: tuple[Edition, ...] = ANY_EDITION) -> Rules:
    """Rules of any edition with any options for any number of players."""
    edition = draw(st.sampled_from(editions))
    options = Options(
        expert=draw(st.booleans()),
        short_hand=draw(st.booleans()),
        fire=draw(st.booleans()),
        commands=draw(st.booleans()),
        take_backs=draw(st.booleans()),
        open_rows=draw(st.sampled_from([None, False, True])),
    )
    return Rules(edition, options, draw(st.integers(1, edition.max_players)))


@st.composite
def mappings(draw: st.DrawFn, rules: Rules) -> Commands:
    """Commands on some cards or on many, of all kinds or of two that get in each other's way."""
    if not rules.has_commands:
        return Commands()
    return mapping(rules, Random(draw(st.integers(0, 2**32))))


def mapping(rules: Rules, rng: Random) -> Commands:
    kinds = rng.sample(list(Command), rng.choice([1, 2, 2, 3, 3, 4, 7]))
    share = rng.choice([0.1, 0.3, 0.6, 1.0])
    return Commands({card: rng.choice(kinds) for card in rules.cards if rng.random() < share})


@st.composite
def dealt(draw: st.DrawFn, editions: tuple[Edition, ...] = ANY_EDITION) -> Game:
    """A game before the first turn."""
    rules = draw(all_rules(editions))
    deck = list(rules.cards)
    Random(draw(st.integers(0, 2**32))).shuffle(deck)
    commands = draw(mappings(rules))
    return Game.deal(rules, deck, commands, open_commands=bool(commands) and draw(st.booleans()))


@st.composite
def games(draw: st.DrawFn, editions: tuple[Edition, ...] = ANY_EDITION) -> Game:
    """A game at any stage: before the start, in mid-turn, between turns, won or lost."""
    game = draw(dealt(editions))
    moves = draw(st.one_of(st.integers(0, 12), st.integers(0, 200)))
    if moves:
        game = game.start(draw(st.integers(0, game.rules.players - 1)))
        game = play_on(game, Random(draw(st.integers(0, 2**32))), moves)
    return game


@st.composite
def endgames(draw: st.DrawFn, most: int = 5) -> tuple[Game, int]:
    """Late in a game, few cards in hands and draw pile, rows nearly full; the seat to go on."""
    rules = draw(all_rules())
    return endgame(rules, draw(mappings(rules)), Random(draw(st.integers(0, 2**32))), most)


def endgame(rules: Rules, commands: Commands, rng: Random, most: int) -> tuple[Game, int]:
    """A late position at random, with few ways to go on.

    The cards under the tops lie as they come: nothing in a turn asks for them.
    """
    spread = rng.choice([0.1, 0.25, 1.0])  # how near the rows are to their ends
    cards = list(rules.cards)
    tops: list[int] = []
    for up in rules.ups:
        cards.sort(reverse=up)
        special = [card for card in cards if card in commands or card in rules.fires]
        chosen = special if special and rng.random() < 0.5 else cards
        top = chosen[int(rng.random() * spread * len(chosen))]
        cards.remove(top)
        tops.append(top)
    rng.shuffle(cards)
    cards.sort(key=lambda card: (card in commands or card in rules.fires) and rng.random() < 0.3)
    hands = []
    for _ in range(rules.players):
        size = rng.randint(1, min(most, rules.hand_size))
        hands.append(tuple(sorted(cards.pop() for _ in range(size))))
    pile = rng.choice([0, 0, 1, 5])
    rows: list[tuple[int, ...]] = [(top,) for top in tops]
    rows[0] = (*cards[pile:], tops[0])
    waiting = Game(rules, tuple(rows), tuple(hands), tuple(cards[:pile]), commands=commands)
    return waiting, rng.randrange(rules.players)


def play_on(game: Game, rng: Random, moves: int) -> Game:
    """The game some moves later, mostly with small steps; earlier when it is over."""
    for _ in range(moves):
        if game.outcome is not None:
            break
        game = game.apply(choose(game, rng))
    return game


def choose(game: Game, rng: Random) -> Move:
    """Any legal move now and then, else to end the turn or one of the smallest steps."""
    moves = list(game.legal)
    if rng.random() < 0.1:
        return rng.choice(moves)
    if END in moves and rng.random() < 0.6:
        return END
    lays = [move for move in moves if isinstance(move, Lay)]
    if not lays:
        return BACK if BACK in moves else END
    return min(lays, key=lambda lay: (step(game, lay) + rng.randrange(3), lay))


def step(game: Game, lay: Lay) -> int:
    """How far a card takes its row towards the end; below zero for a backwards trick."""
    place = game.rules.edition.row_index[lay.row]
    row, cards = game.rows[place], game.rules.cards
    if game.rules.ups[place]:
        return lay.card - (row[-1] if row else cards[0])
    return (row[-1] if row else cards[-1]) - lay.card
