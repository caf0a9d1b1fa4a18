"""Tables that play themselves at random, with everything that may happen at one."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from hypothesis import strategies as st

from ninetyeight.rules import (
    BACK,
    END,
    Command,
    Deal,
    Game,
    GameError,
    Lay,
    Marker,
    Move,
    Phrase,
    Rules,
    Strictness,
    Turn,
    Wish,
    completes,
)
from ninetyeight.table import (
    Event,
    Hinted,
    Marked,
    Moved,
    Named,
    Offered,
    Phrased,
    Picked,
    Said,
    Seat,
    Setup,
    Started,
    StoodIn,
    Table,
)

seeds = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw: st.DrawFn, editions: tuple[str, ...] = ()) -> Setup:
    """Any set-up that is possible."""
    edition = draw(
        st.sampled_from(editions or ("original", "gamefactory", "extreme", "gold", "tiny"))
    )
    options = {
        name: draw(st.booleans())
        for name in ("expert", "short_hand", "fire", "commands", "take_backs", "open_rows")
    }
    if edition == "tiny":
        options["commands"] = False
    rules = Rules.of(edition, draw(st.integers(1, 3)), **options)
    deal = Deal.of_bits(rules, draw(st.integers(0, 2**80 - 1)))
    people = tuple(Seat(f"Person {seat}") for seat in range(rules.players))
    return Setup(
        deal,
        people,
        draw(st.sampled_from(list(Strictness))),
        fan=draw(st.booleans()),
        known_deal=draw(st.booleans()),
        bot_seed=draw(st.integers(0, 1000)),
    )


def an_event(table: Table, rng: Random) -> Event:
    """Something that could happen next. Talk among it may turn out to be refused."""
    state, rules = table.state, table.setup.rules
    someone = rng.randrange(rules.players)
    if state.game is None:
        waiting = [seat for seat in range(rules.players) if seat not in state.picks]
        taken = {place for places in state.picks.values() for place in places}
        free = [place for place in range(len(rules.cards)) if place not in taken]
        return Picked(rng.choice(waiting), tuple(rng.sample(free, rules.hand_size)))
    if state.active is None:
        if rng.random() < 0.5:
            return Offered(someone, rng.choice([None, *Wish]))
        return Started(someone)
    if not state.begun and rng.random() < 0.2:
        return Started(someone)  # settled otherwise after all
    chance = rng.random()
    if chance < 0.1:
        row = rng.choice(rules.edition.row_names)
        return Marked(someone, row, rng.choice([None, *Marker]))
    if chance < 0.15:
        return Named(someone, rng.choice(list(Command)))
    if chance < 0.18:
        if rng.random() < 0.5:
            phrase = rng.choice(list(Phrase))
            rows = rules.edition.row_names
            return Phrased(someone, phrase, rng.choice(rows) if phrase.of_row else None)
        return Said(someone, rng.choice(["please nothing here", "«Gern!» 🙂", "ça va"]))
    if chance < 0.19:
        return Hinted(someone)
    if chance < 0.2:
        return StoodIn(someone, rng.choice([None, "greedy", "planner"]))
    return Moved(state.active, a_move(state.game, rng))


def a_move(game: Game, rng: Random) -> Move:
    """A legal move: mostly a small step and an early end, so that games last; seldom a blunder."""
    moves = list(game.legal)
    if rng.random() < 0.1:
        return rng.choice(moves)
    if END in moves and rng.random() < 0.7:
        return END
    lays = [move for move in moves if isinstance(move, Lay)]
    if not lays or (BACK in moves and rng.random() < 0.05):
        return rng.choice(moves)
    turn = game.turn
    kept = [lay for lay in lays if turn.broken_by(lay) is None and _goes_on(turn, lay)]
    if not kept and BACK in moves:
        return BACK  # this way leads nowhere
    return min(kept or lays, key=lambda lay: _step(game, lay))


def _goes_on(turn: Turn, lay: Lay) -> bool:
    return turn.commands.on(lay.card) is Command.STOP or completes(turn.after(lay))


def _step(game: Game, lay: Lay) -> int:
    """How far the row moves on; the first card of a row counts from where the row begins."""
    place = game.rules.edition.row_index[lay.row]
    top = game.tops[place]
    low, high = game.rules.edition.low, game.rules.edition.high
    if game.rules.ups[place]:
        return lay.card - (low if top is None else top)
    return (high if top is None else top) - lay.card


def play(table: Table, rng: Random, most: int = 10_000) -> None:
    """Let things happen at the table until the game is over, or ``most`` have been tried."""
    for _ in range(most):
        if table.over:
            return
        with suppress(GameError):
            table.submit(an_event(table, rng))


def finished(setup: Setup, seed: int) -> Table:
    """A table after a random game."""
    table = Table(setup)
    play(table, Random(seed))
    return table
