"""One random game, watched closely: does an edition keep what the engine promises?

Whoever makes an edition of their own can run :func:`check_game` on it. At every position of the
game it makes sure that no card is lost or doubled, that the text form reads back, that three ways
to ask what is legal agree on every conceivable move, that no seat's view depends on what is hidden
from it, and in the end that there is one, with a result that fits the cards.

>>> from ninetyeight.rules import Rules, TINY
>>> finished = check_game(Rules.of(TINY, players=2), seed=1)
>>> finished.outcome is not None
True
"""

from __future__ import annotations

from random import Random

from ninetyeight.rules.cards import Card, Command
from ninetyeight.rules.completion import completes
from ninetyeight.rules.deals import Deal
from ninetyeight.rules.editions import Rules
from ninetyeight.rules.errors import GameError
from ninetyeight.rules.game import Game
from ninetyeight.rules.legality import is_legal
from ninetyeight.rules.moves import BACK, END, Lay, Move
from ninetyeight.rules.text import read_game, write_game
from ninetyeight.rules.view import View

#: So many cards are taken back at a whim: a game that goes to and fro never ends.
_WHIMS = 12


class CheckFailed(AssertionError):
    """A promise that was not kept, at which position, and how to see it again."""

    def __init__(self, promise: str, game: Game, seed: int) -> None:
        self.promise = promise
        self.game = game
        self.seed = seed
        options = ", ".join(game.rules.options.named()) or "no options"
        super().__init__(
            f"{promise}\n  {game.rules.edition.id}, {game.rules.players} players, {options},"
            f" seed {seed}, after {sum(map(len, game.rows))} cards:\n  {write_game(game)}"
        )


def check_game(rules: Rules, seed: int) -> Game:
    """Play one random game by ``rules`` and check it all the way; the finished game.

    The same rules and seed play the same game. CheckFailed says what does not hold.
    """
    rng = Random(f"check_game {seed}")
    game = Deal.of_bits(rules, rng.getrandbits(80)).game()
    _check_position(game, rng, seed)
    game = game.start(rng.randrange(rules.players))
    backs = 0
    # Each move but a card taken back brings the end nearer: a card is laid, or a turn is over.
    for _ in range(2 * len(rules.cards) + 4 * _WHIMS + 1):
        _check_position(game, rng, seed)
        if game.outcome is not None:
            return game
        move = _choose(game, rng, may_go_back=backs < _WHIMS)
        backs += move is BACK
        line = write_game(game)
        after = game.apply(move)
        _require(write_game(game) == line, f"{move} changed the game it was made in", game, seed)
        game = after
    raise CheckFailed("the game does not end", game, seed)


def _require(holds: bool, promise: str, game: Game, seed: int) -> None:
    if not holds:
        raise CheckFailed(promise, game, seed)


def _check_position(game: Game, rng: Random, seed: int) -> None:
    _check_cards(game, game, seed)
    _check_text(game, seed)
    _check_moves(game, seed)
    _check_views(game, rng, seed)
    _check_end(game, seed)


def _check_cards(game: Game, shown: Game, seed: int) -> None:
    """Every card of the edition lies in exactly one place (B2)."""
    everywhere: list[Card] = sorted(
        card for place in (*game.rows, *game.hands, game.draw) for card in place
    )
    _require(everywhere == list(game.rules.cards), "a card is missing or double", shown, seed)


def _check_text(game: Game, seed: int) -> None:
    line = write_game(game)
    try:
        again = read_game(line, game.rules.edition)
    except GameError as error:
        raise CheckFailed(f"the text form does not read back: {error.code}", game, seed) from error
    _require(again == game, "the text form reads back as another game", game, seed)
    _require("\n" not in line, "the text form is longer than a line", game, seed)


def _check_moves(game: Game, seed: int) -> None:
    """Iterating, asking for a refusal and the second opinion agree on every conceivable move."""
    listed = list(game.legal)
    accepted = set(listed)
    _require(len(listed) == len(accepted), "a legal move is listed twice", game, seed)
    conceivable: list[Move] = [
        Lay(card, row) for card in game.rules.cards for row in game.rules.edition.row_names
    ]
    for move in (*conceivable, END, BACK):
        _require(
            (move in accepted) == is_legal(game, move) == (game.refusal(move) is None),
            f"it is not clear whether {move} is legal",
            game,
            seed,
        )
    strange = accepted.difference(conceivable, (END, BACK))
    _require(not strange, f"no such move: {', '.join(map(str, strange))}", game, seed)


def _check_views(game: Game, rng: Random, seed: int) -> None:
    """A seat cannot tell the game from one that differs only in what is hidden from it."""
    for viewer in (*range(game.rules.players), None):
        view = View.of(game, viewer)
        twin = view.sample(rng)
        _check_cards(twin, game, seed)
        who = "a spectator" if viewer is None else f"seat {viewer + 1}"
        seen = View.of(twin, viewer)
        _require(
            seen == view and repr(seen) == repr(view),
            f"the view of {who} depends on hidden cards",
            game,
            seed,
        )
        if viewer is not None and viewer == game.seat:
            _check_own_turn(game, twin, rng, seed)


def _check_own_turn(game: Game, twin: Game, rng: Random, seed: int) -> None:
    """What is hidden changes neither what the active seat may do nor what its cards do."""
    moves = list(game.legal)
    _require(moves == list(twin.legal), "what is legal depends on hidden cards", game, seed)
    lays = [
        move
        for move in moves
        # A stop ends the turn: cards are drawn and may well differ.
        if isinstance(move, Lay) and game.commands.get(move.card) is not Command.STOP
    ]
    if lays:
        lay = rng.choice(lays)
        one, other = View.of(game.apply(lay), game.seat), View.of(twin.apply(lay), game.seat)
        _require(one == other, f"what {lay} does depends on hidden cards", game, seed)


def _check_end(game: Game, seed: int) -> None:
    outcome = game.outcome
    if outcome is None:
        _require(game.seat is None or bool(game.legal), "no move is left", game, seed)
        return
    fits = (
        game.seat is None
        and not game.legal
        and outcome.left == game.left
        and outcome.won == (outcome.reason is None)
        and not (outcome.won and game.left)
    )
    _require(fits, "the result does not fit the cards", game, seed)


def _choose(game: Game, rng: Random, *, may_go_back: bool) -> Move:
    """A move at random; mostly small steps that do not lose, or no game would get far."""
    moves = list(game.legal)
    if BACK in moves and not completes(game.turn):
        return BACK  # a dead end
    if may_go_back and rng.random() < 0.05:
        return rng.choice(moves)
    if END in moves and rng.random() < 0.7:
        return END
    edition, tops = game.rules.edition, game.tops
    lays = sorted((edition.step_of(lay, tops).by, lay) for lay in moves if isinstance(lay, Lay))
    for _, lay in lays[rng.random() < 0.2 :]:
        after = game.apply(lay)
        if after.outcome.won if after.outcome else not after.laid or completes(after.turn):
            return lay
    return moves[0]
