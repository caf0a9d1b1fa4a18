"""Environments for learners: PettingZoo and Gymnasium on the same law as everything else.

Importing this package registers them; ``pettingzoo.make("aec", TABLE_ID)`` and
``gymnasium.make(TEAM_ID)`` work from then on. PettingZoo is needed for its own environment only.
:mod:`~ninetyeight.envs.layout` says what an observation holds, :mod:`~ninetyeight.envs.actions`
what an action means.
"""

from __future__ import annotations

from importlib.util import find_spec

#: What to install for the environments, as pip spells it.
EXTRA = "ninetyeight[envs]"

#: PettingZoo (AEC): every seat is an agent of its own.
TABLE_ID = "ninetyeight/Table-v0"
#: Gymnasium: one agent plays the whole team, seat by seat.
TEAM_ID = "ninetyeight/Team-v0"
#: Gymnasium: one agent plays one seat beside given bots.
SEAT_ID = "ninetyeight/Seat-v0"


def _register() -> None:
    """Make the environments known to both libraries; once is enough."""
    import gymnasium

    for name, entry, vector in (
        (TEAM_ID, "ninetyeight.envs.team:TeamEnv", "ninetyeight.envs.vector:TeamVectorEnv"),
        (SEAT_ID, "ninetyeight.envs.seat:SeatEnv", None),
    ):
        if name not in gymnasium.registry:
            gymnasium.register(name, entry, vector_entry_point=vector)
    if find_spec("pettingzoo") is None:
        return
    import pettingzoo

    # PettingZoo before 1.27 makes nothing by name.
    if TABLE_ID not in getattr(pettingzoo, "aec_registry", (TABLE_ID,)):
        pettingzoo.register("aec", TABLE_ID, "ninetyeight.envs.table:TableEnv")


if find_spec("gymnasium") is None:
    raise ModuleNotFoundError(f"The environments need gymnasium: pip install '{EXTRA}'")
_register()
