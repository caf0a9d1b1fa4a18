"""What a seat can tell of its own moves: whether they lose at once.

The law of a turn hangs on nothing hidden, so a bot judges its lays exactly (X8r). Whether the seat
after it is stuck is as a rule hidden; it can be told only when the draw pile is empty and one hand
is left whose cards must be all that are unseen.
"""

from __future__ import annotations

from ninetyeight.rules import BACK, Command, Lay, Move, Turn, View, completes


def loses(view: View, move: Move) -> bool:
    """True when the viewer can tell that ``move``, which must be accepted, loses at once.

    A lay after which the turn cannot be completed counts as losing with take-backs on, too: all
    that would be left is to take it back.
    """
    if move is BACK:
        return False
    turn = view.turn
    if not isinstance(move, Lay):
        return _next_seat_stuck(view, turn)
    if lay_loses(turn, move):
        return True
    if view.draw or view.commands.get(move.card) is not Command.STOP:
        return False
    return view.left > 1 and _next_seat_stuck(view, turn.after(move))


def lay_loses(turn: Turn, lay: Lay) -> bool:
    """True when ``lay`` breaks a duty or leaves a turn that cannot be completed (B8r, X8r)."""
    commands = turn.commands
    if not commands:
        if len(turn.laid) + 1 >= turn.minimum and not turn.due_fires:
            return False  # the ordinary case: the turn may be ended after it
    elif turn.broken_by(lay) is not None:
        return True
    if len(turn.hand) == 1 and turn.elsewhere == 0:
        return False  # that was the very last card
    if commands.get(lay.card) is Command.STOP:
        return False  # X1: the turn is over, all duties met
    return not completes(turn.after(lay))


def _next_seat_stuck(view: View, turn: Turn) -> bool:
    """True when, with ``turn`` ended, the viewer knows that the next seat cannot complete its own.

    Never guessed: False while the next hand, or a command on it, is hidden.
    """
    if view.draw or view.hidden_commands:
        return False
    others = [seat for seat, size in enumerate(view.hand_sizes) if size and seat != view.viewer]
    if len(others) > 1:
        return False
    hand, elsewhere = (view.unseen, len(turn.hand)) if others else (turn.hand, 0)
    following = Turn(view.rules, view.commands, turn.tops, hand, (), 1, elsewhere)  # B7
    return not completes(following)
