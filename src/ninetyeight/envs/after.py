"""What a seat knows once it has moved, before it draws and before anybody else does anything.

Here for views, one by one; :mod:`ninetyeight.envs.afterstates` does the same for all games of a
vector environment at once.

>>> from ninetyeight.rules import Deal, Lay
>>> view = View.of(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(0), 0)
>>> then = after(view, Lay(10, "U1"))
>>> then.hand, then.tops, then.seat, then.hand_sizes
((53, 55, 77, 82, 94, 95), (10, None, None, None), 0, (6, 7))
"""

from __future__ import annotations

from dataclasses import replace

from ninetyeight.rules import Command, Lay, Move, View, silenced


def after(view: View, move: Move) -> View:
    """The viewer's own view after its ``move``, which must be accepted.

    When the move ends the turn, by itself or by a `stop` (X1), it is nobody's turn.
    """
    if not isinstance(move, Lay):
        return replace(view, seat=None)
    rows, sizes = list(view.rows), list(view.hand_sizes)
    place, seat = view.rules.edition.row_index[move.row], view.viewer
    assert seat is not None, "a spectator does not move"
    rows[place] = (*rows[place], move.card)
    sizes[seat] -= 1
    silence = silenced(view.commands, (row[-1] if row else None for row in rows))
    talk = view.talk.after_lay(seat, move.row)
    return replace(
        view,
        rows=tuple(rows),
        hand=tuple(card for card in view.hand if card != move.card),
        hand_sizes=tuple(sizes),
        laid=(*view.laid, move),
        talk=talk.standing(view.rules, sizes, silence=silence, draw_size=view.draw_size),
        seat=None if view.commands.on(move.card) is Command.STOP else seat,
    )
