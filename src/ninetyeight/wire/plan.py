"""A plan: how a table is to be set up, as a host chooses it and the wire carries it.

A plan becomes the law's own :class:`~ninetyeight.rules.Rules` and
:class:`~ninetyeight.table.Setup`; whether it fits is for them to say.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ninetyeight.rules import (
    EDITIONS,
    Deal,
    Rules,
    SetupError,
    Strictness,
    Talk,
    usual_take_backs,
)

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
StrictnessWord: TypeAlias = Literal["silent", "markers", "markers+chat", "free"]
DoorWord: TypeAlias = Literal["open", "ask", "invite"]


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the law, each its own switch; ``open_rows`` None is as the edition has it.

    ``take_backs`` None is on where one person plays, alone or beside bots, and off where several
    people sit at the table when the cards are dealt (B12r).
    """

    expert: bool = False
    short_hand: bool = False
    fire: bool = False
    commands: bool = False
    take_backs: bool | None = None
    open_rows: bool | None = None


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is set up.

    ``talk`` and ``fan`` None are as the edition has them. ``deal`` chooses the cards by their
    code; it must fit the rest of the plan. ``watchers`` lets people watch by the table's address,
    ``hints`` lets those who play ask for hints. ``door`` is what that address does for who watches
    while a seat is free: they may sit down, or ask to, or need the invite, as they do where nobody
    may watch.
    """

    edition: Annotated[str, Meta(max_length=20)] = "original"
    players: Annotated[int, Meta(ge=1, le=10)] = 1
    options: Choices = Choices()
    talk: StrictnessWord | None = None
    fan: bool | None = None
    deal: Annotated[str, Meta(max_length=80)] | None = None
    watchers: bool = True
    door: DoorWord = "open"
    hints: bool = True

    @property
    def rules(self) -> Rules:
        """The rules in force where a person sits on every seat."""
        return self.rules_with(self.players)

    def rules_with(self, people: int) -> Rules:
        """The rules in force with so many people at the table.

        SetupError when the plan does not fit together.
        """
        if self.edition not in EDITIONS:
            raise SetupError("unknown_edition", edition=self.edition, known=", ".join(EDITIONS))
        chosen = self.options
        usual = usual_take_backs(people)
        return Rules.of(
            self.edition,
            self.players,
            expert=chosen.expert,
            short_hand=chosen.short_hand,
            fire=chosen.fire,
            commands=chosen.commands,
            take_backs=usual if chosen.take_backs is None else chosen.take_backs,
            open_rows=chosen.open_rows,
        )

    @property
    def strictness(self) -> Strictness:
        """How strictly talk is kept (T10r)."""
        return Talk.default(self.rules).strictness if self.talk is None else Strictness(self.talk)

    @property
    def picks_from_fan(self) -> bool:
        """True when hands are picked from a face-down fan."""
        return self.rules.edition.fan if self.fan is None else self.fan

    def chosen_deal(self) -> Deal | None:
        """The deal the plan names, None when the server is to draw one.

        GameError when the code is none, or names another edition, options or number of seats.
        """
        rules = self.rules
        if self.deal is None:
            return None
        return deal_for(rules, self.deal)

    def check(self) -> None:
        """GameError unless a table can be set up like this."""
        self.chosen_deal()


def deal_for(rules: Rules, code: str) -> Deal:
    """The deal of ``code`` under ``rules``; SetupError when the code is of another game."""
    coded = Deal.from_code(
        code, take_backs=rules.options.take_backs, open_rows=rules.options.open_rows
    )
    same = (
        coded.rules.edition == rules.edition
        and coded.rules.players == rules.players
        and coded.rules.options.expert == rules.options.expert
        and coded.rules.options.short_hand == rules.options.short_hand
        and coded.rules.fires == rules.fires
        and coded.rules.has_commands == rules.has_commands
    )
    if not same:
        raise SetupError("deal_of_another_game", deal=code.strip()[:80])
    return coded
