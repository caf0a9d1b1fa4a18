"""What kind of table a learner plays at: the rules and how answers are asked for and paid.

>>> settings = EnvSettings(Rules.of("original", players=3, expert=True), reward="cards")
>>> settings.rules.minimum, settings.actions
(3, 400)
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from numbers import Integral
from typing import Literal, TypeVar, get_args

from ninetyeight.envs import actions
from ninetyeight.rules import (
    LAW_OPTIONS,
    OPTION_NAMES,
    Edition,
    OptionChoices,
    Rules,
    Strictness,
    Talk,
)

#: Whether seats show markers.
TalkOption = Literal["silent", "markers"]
#: How the team is paid; see docs/envs.md.
Reward = Literal["win", "cards"]
#: What an action that is not legal does.
Illegal = Literal["raise", "lose", "refuse"]

_Word = TypeVar("_Word", bound=str | bool)


@dataclass(frozen=True)
class EnvSettings:
    """Everything about an environment that holds for all its games."""

    rules: Rules
    talk: TalkOption = "silent"
    reward: Reward = "win"
    illegal: Illegal = "raise"
    #: The seat that takes the first turn; None lets the seed draw it.
    starter: int | None = None
    #: Whether observations hold the other hands, too.
    open_hands: bool = False

    def __post_init__(self) -> None:
        _one_of("talk", self.talk, get_args(TalkOption))
        _one_of("reward", self.reward, get_args(Reward))
        _one_of("illegal", self.illegal, get_args(Illegal))
        object.__setattr__(self, "open_hands", switch("open_hands", self.open_hands))
        if self.rules.options.take_backs:
            raise ValueError(
                "no cards are taken back in an environment (B12r): leave out take_backs"
            )
        check_starter(self.rules, self.starter)

    @property
    def markers(self) -> bool:
        """True when seats show markers."""
        return self.talk == "markers"

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return actions.count_of(markers=self.markers)

    @property
    def silence(self) -> Talk:
        """Nothing said yet, at this strictness (T10r)."""
        return Talk(Strictness.MARKERS if self.markers else Strictness.SILENT)


def rules_for(env: type, edition: str | Edition, players: int, options: OptionChoices) -> Rules:
    """The rules that an environment was asked for.

    What it takes beside its own keywords are the options of the rules. Any other is a TypeError, as
    it would be without them: libraries that try out a keyword of theirs expect it in these words.
    """
    for name in options:
        if name not in OPTION_NAMES:
            own = [
                keyword.name
                for keyword in inspect.signature(env).parameters.values()
                if keyword.kind is not keyword.VAR_KEYWORD
            ]
            raise TypeError(
                f"{env.__name__}() got an unexpected keyword argument {name!r}; it takes "
                + ", ".join([*own, *LAW_OPTIONS])
            )
    return Rules.of(edition, players, **options)


def check_starter(rules: Rules, starter: int | None) -> None:
    """ValueError unless ``starter`` is a seat of the table, or None."""
    if starter is not None and starter not in range(rules.players):
        raise ValueError(f"starter={starter!r}: the seats are 0 to {rules.players - 1}, or None")


def switch(name: str, value: bool) -> bool:
    """What is on or off; ValueError for everything else: any text would count as on."""
    _one_of(name, value, (True, False))
    return bool(value)


def check_count(name: str, value: object) -> None:
    """ValueError unless ``value`` is a whole number of at least 1."""
    if not isinstance(value, Integral) or int(value) < 1:
        raise ValueError(f"{name}={value!r}: a whole number of at least 1")


def _one_of(name: str, value: _Word, known: tuple[_Word, ...]) -> None:
    if value not in known:
        choices = ", ".join(map(repr, known))
        raise ValueError(f"{name}={value!r} is not known here: choose one of {choices}")
