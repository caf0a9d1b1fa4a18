"""Games to try bots on: every edition with every mix of options, half played."""

from collections.abc import Iterator
from itertools import product
from random import Random

from ninetyeight.rules import EDITIONS, LAW_OPTIONS, TINY, Deal, Game, Rules

EVERY_EDITION = (*EDITIONS.values(), TINY)


def every_rules(take_backs: tuple[bool, ...] = (False, True)) -> Iterator[Rules]:
    """All editions × options, the number of players going round."""
    players = 0
    for edition in EVERY_EDITION:
        for switches in product((False, True), repeat=len(LAW_OPTIONS)):
            for back in take_backs:
                players = players % edition.max_players + 1
                options = dict(zip(LAW_OPTIONS, switches, strict=True))
                rules = Rules.of(edition, players, take_backs=back, **options)
                if rules.minimum <= rules.hand_size:  # else the first turn is lost as it begins
                    yield rules


def random_deal(rules: Rules, rng: Random) -> Deal:
    return Deal.of_bits(rules, rng.getrandbits(80))


def random_position(rules: Rules, rng: Random) -> Game:
    """A game in the middle, where somebody lays; played by small steps, so that it lasts."""
    while True:
        game = random_deal(rules, rng).game().start(rng.randrange(rules.players))
        for _ in range(rng.randrange(60)):
            if game.outcome is not None:
                break
            moves = list(game.legal)
            rng.shuffle(moves)
            lays = sorted(moves, key=lambda move: _jump(game, move))
            game = game.apply(lays[0] if rng.random() < 0.8 else moves[0])
        if game.outcome is None:
            return game


def _jump(game: Game, move: object) -> int:
    card = getattr(move, "card", None)
    if card is None:
        return -1 if str(move) == "end" else 100
    top = game.tops[game.rules.edition.row_index[getattr(move, "row", "")]]
    return 30 if top is None else abs(card - top)
