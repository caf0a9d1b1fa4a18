"""The attacks, by name. Each is what one hostile address may do; none needs a secret of others."""

from __future__ import annotations

from ninetyeight.load.attacks.attack import Attack
from ninetyeight.load.attacks.http import HTTP
from ninetyeight.load.attacks.people import PEOPLE
from ninetyeight.load.attacks.sockets import SOCKETS

#: Every attack there is, in the order in which they are told and run.
ATTACKS: dict[str, Attack] = {one.name: one for one in (*HTTP, *SOCKETS, *PEOPLE)}

__all__ = ["ATTACKS", "Attack"]
