"""Environments for learners: PettingZoo and Gymnasium on the same law as everything else.

:mod:`~ninetyeight.envs.layout` says what an observation holds, :mod:`~ninetyeight.envs.actions`
what an action means.
"""

#: PettingZoo (AEC): every seat is an agent of its own.
TABLE_ID = "ninetyeight/Table-v0"
#: Gymnasium: one agent plays the whole team, seat by seat.
TEAM_ID = "ninetyeight/Team-v0"
#: Gymnasium: one agent plays one seat beside given bots.
SEAT_ID = "ninetyeight/Seat-v0"
