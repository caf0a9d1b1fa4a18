"""A whole game as a person would note it down at the table, played by a simple fixed player."""

from __future__ import annotations

from collections.abc import Iterator

from ninetyeight.rules import (
    BACK,
    END,
    Card,
    Command,
    Deal,
    Game,
    Lay,
    Move,
    Turn,
    View,
    completes,
    is_trick,
)


def transcript(code: str, starter: int, option: str | None) -> str:
    """The game of a deal code, turn by turn, from the first card to the result.

    With take-backs on, every fourth turn begins with a card that is taken back at once.
    """
    table_option = {option: True} if option in ("take_backs", "open_rows") else {}
    deal = Deal.from_code(code, **table_option)
    game = deal.game().start(starter)
    lines = list(heading(deal, option, starter))
    number = 0
    move: Move | None = None
    hesitant = False  # the first card of this turn will be taken back
    while game.outcome is None:
        if not game.laid and move is not BACK:
            number += 1
            hesitant = game.rules.options.take_backs and number % 4 == 0
            lines += ["", *turn_heading(game, number)]
        if hesitant and game.laid:
            move, hesitant = BACK, False
        else:
            move = choose(game)
        after = game.apply(move)
        lines += told(game, move, after)
        game = after
    lines += ["", *result(game)]
    return "\n".join(lines) + "\n"


# The player


def choose(game: Game) -> Move:
    """The smallest step that leaves the turn in order; ends it when only large steps are left."""
    turn = game.turn
    lays = sorted((step(game, lay), lay) for lay in turn.lays() if in_order(turn, lay))
    if turn.may_end and not (lays and lays[0][0] <= 2):
        return END
    return lays[0][1]


def in_order(turn: Turn, lay: Lay) -> bool:
    """True when the lay breaks no duty and the turn can still be completed after it."""
    if turn.broken_by(lay) is not None:
        return False
    after = turn.after(lay)
    over = not after.hand and not after.elsewhere
    return over or turn.commands.get(lay.card) is Command.STOP or completes(after)


def step(game: Game, lay: Lay) -> int:
    """How far the card takes its row towards the end; below zero for a backwards trick."""
    place = game.rules.edition.row_index[lay.row]
    row, cards = game.rows[place], game.rules.cards
    if game.rules.ups[place]:
        return lay.card - (row[-1] if row else cards[0] - 1)
    return (row[-1] if row else cards[-1] + 1) - lay.card


# What is noted down


def heading(deal: Deal, option: str | None, starter: int) -> Iterator[str]:
    rules = deal.rules
    players = "1 player" if rules.players == 1 else f"{rules.players} players"
    yield f"Edition {rules.edition.id}, {option or 'no option'}, {players}"
    yield f"Deal {deal.code}, seat {starter + 1} starts"
    yield f"Hands of {rules.hand_size}, at least {rules.minimum} cards a turn"
    if rules.fires:
        yield f"Fire: {numbers(sorted(rules.fires))}"
    for kind in Command if deal.commands else ():
        carriers = [card for card, its in deal.commands.items() if its is kind]
        yield f"{kind.value}: {numbers(carriers)}"


def turn_heading(game: Game, number: int) -> Iterator[str]:
    assert game.seat is not None
    hand = numbers(game.hands[game.seat])
    yield f"Turn {number}: seat {game.seat + 1} holds {hand}; draw pile {len(game.draw)}"
    shown = View.of(game, game.seat).shown_rows()
    names = game.rules.edition.row_names
    rows = [f"  {name} {numbers(row) or '-'}" for name, row in zip(names, shown, strict=True)]
    yield from rows if game.rules.open_rows else [" ".join(rows)]


def told(game: Game, move: Move, after: Game) -> Iterator[str]:
    assert game.seat is not None
    drawn = f"draws {drawn_cards(game, after) or 'nothing'}"
    if isinstance(move, Lay):
        place = game.rules.edition.row_index[move.row]
        step_back = game.rules.edition.step
        trick = is_trick(game.tops[place], move.card, game.rules.ups[place], step_back)
        yield (
            f"  lays {move.card} on {move.row}"
            + (", backwards" if trick else "")
            + (", fire" if move.card in game.rules.fires else "")
            + (f", {kind.value}" if (kind := game.commands.get(move.card)) else "")
        )
        if not after.laid:
            yield f"  the turn is over; {drawn}"
    elif move is END:
        yield f"  ends the turn; {drawn}"
    else:
        yield "  takes it back"


def drawn_cards(game: Game, after: Game) -> str:
    """The cards that left the draw pile, in the order of drawing."""
    return numbers(game.draw[: len(game.draw) - len(after.draw)])


def result(game: Game) -> Iterator[str]:
    outcome = game.outcome
    assert outcome is not None
    why = "every card is laid" if outcome.reason is None else outcome.reason.value
    yield f"{'Won' if outcome.won else 'Lost'}: {why}"
    praise = game.rules.edition.praise_for(outcome)
    yield f"Cards left: {outcome.left} ({praise})"
    for seat, hand in enumerate(game.hands, 1):
        yield f"Seat {seat} holds {numbers(hand) or 'nothing'}"
    yield f"Draw pile: {len(game.draw)}"
    for name, row in zip(game.rules.edition.row_names, game.rows, strict=True):
        yield f"{name}: {numbers(row)}"


def numbers(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, cards))
