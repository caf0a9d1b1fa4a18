"""Games from a seed: the same deal and the same first seat on every machine.

They are read off the raw words of NumPy's bit generator, whose streams never change, and the cards
follow from the deal's 80 bits alone; so a seed means the same games in every release.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.settings import EnvSettings, check_starter
from ninetyeight.rules import Deal

#: What `reset` understands among its options.
RESET_OPTIONS = ("deal", "starter")
#: So many drawn deals in a row that are over at once mean that the rules leave no game to play.
TRIES = 1000


def new_episode(
    settings: EnvSettings,
    encoder: Encoder,
    random: np.random.Generator,
    options: Mapping[str, Any] | None,
) -> Episode:
    """A game that has begun: that of ``options``, else the next one the generator gives.

    ``options["deal"]`` is a deal or its code, ``options["starter"]`` the seat that begins. A drawn
    deal whose first seat cannot even complete its first turn is skipped.
    """
    wanted = options or {}
    check_starter(settings.rules, wanted.get("starter"))
    given = None if wanted.get("deal") is None else as_deal(wanted["deal"])
    for _ in range(TRIES):
        high, low, first = (int(word) for word in random.bit_generator.random_raw(3))
        starter = wanted.get("starter", settings.starter)
        if starter is None:
            starter = first % settings.rules.players
        deal = given or Deal.of_bits(settings.rules, high << 16 | low >> 48)
        episode = Episode(settings, encoder, deal, starter)
        if episode.result is None:
            return episode
        if given is not None:
            raise ValueError(
                f"the deal {deal.code or 'given'} is over before a card is laid: seat {starter} "
                "cannot complete the first turn (B8); choose another deal or starter"
            )
    raise ValueError(
        f"of {TRIES} deals none could be begun: with these rules no first turn can be completed "
        "(B8); choose other options"
    )


def check_reset_options(
    options: Mapping[str, Any] | None, names: Sequence[str] = RESET_OPTIONS
) -> None:
    """ValueError for an option that `reset` does not know."""
    for name in options or {}:
        if name not in names:
            known = ", ".join(map(repr, names))
            raise ValueError(f"reset knows no option {name!r}; it knows {known}")


def as_deal(deal: object) -> Deal:
    """The deal itself, or the one of that code; ValueError or NotationError for what is neither."""
    if isinstance(deal, Deal):
        return deal
    if isinstance(deal, str):
        return Deal.from_code(deal)
    raise ValueError(f"deal must be a deal code or a Deal, not {type(deal).__name__}")
