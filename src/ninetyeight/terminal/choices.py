"""What a person chooses for a game, and the set-up that follows from it.

Both front ends and the command line gather :class:`GameChoices`; only their
:meth:`~GameChoices.setup` turns them into a game, so an impossible combination gets the same
answer everywhere.

>>> chosen = choose(edition="extreme", names=["Ada"], bots=["planner", "planner"])
>>> chosen.people, chosen.bots
(('Ada',), ('planner', 'planner'))
>>> [seat.name for seat in chosen.setup().seats]
['Ada', 'Planner', 'Planner 2']
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ninetyeight.bots.bot import check_bot, usual_mate
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import (
    LAW_OPTIONS,
    Commands,
    Deal,
    GameError,
    Rules,
    SetupError,
    Strictness,
    Talk,
    find_edition,
    usual_take_backs,
)
from ninetyeight.table import Seat, Setup, records_folder
from ninetyeight.table.setup import NAME_LENGTH

#: Who sits on a seat that nobody was named for.
USUAL_BOT = usual_mate()


class ChoiceError(SetupError):
    """Choices that do not go together, or a record that is not there."""

    area = "terminal.error"


@dataclass(frozen=True)
class GameChoices:
    """What people at this terminal chose. Nothing is checked until :meth:`setup`."""

    language: str = "en"
    edition: str = "original"
    #: Names of the people, who sit before the bots.
    people: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    expert: bool = False
    short_hand: bool = False
    fire: bool = False
    commands: bool = False
    #: None for what is usual with so many people (B12r).
    take_backs: bool | None = None
    #: None for what the edition recommends (B11).
    open_rows: bool | None = None
    #: Hands picked from a face-down fan; None for what the edition does.
    fan: bool | None = None
    #: None for the edition's own strictness (T10r).
    talk: str | None = None
    #: A deal chosen by its code; None for a fresh one.
    deal: str | None = None
    #: The table's own command cards (X11r).
    mapping: Mapping[int, str] | None = None

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.people) + len(self.bots)

    @property
    def taking_back(self) -> bool:
        """Whether cards may be taken back at this table."""
        usual = usual_take_backs(len(self.people))
        return usual if self.take_backs is None else self.take_backs

    def rules(self) -> Rules:
        """The rules in force; SetupError when they do not fit together."""
        law = {name: getattr(self, name) for name in LAW_OPTIONS}
        law["commands"] = self.commands and not find_edition(self.edition).commands
        return Rules.of(
            self.edition,
            self.players,
            take_backs=self.taking_back,
            open_rows=self.open_rows,
            **law,
        )

    def setup(self) -> Setup:
        """The game to play: with a fresh deal, or with the one chosen by its code."""
        rules = self.rules()
        if self.deal is None:
            deal = Deal.new(rules)
        else:
            deal = Deal.from_code(self.deal, take_backs=self.taking_back, open_rows=self.open_rows)
            _agree(deal, rules)
        if self.mapping is not None:
            deal = deal.with_commands(Commands(self.mapping))
        talk = Talk.default(rules).strictness if self.talk is None else Strictness(self.talk)
        return Setup(
            deal,
            seats(self.people, self.bots, self.language),
            talk,
            fan=rules.edition.fan if self.fan is None else self.fan,
            known_deal=self.deal is not None,
            bot_seed=secrets.randbits(31),
        )


def _agree(deal: Deal, rules: Rules) -> None:
    """ChoiceError when a deal code and the other choices speak of different games."""
    if deal.rules != rules:
        raise ChoiceError("deal_is_other", deal=deal.code)


def from_setup(setup: Setup, language: str) -> GameChoices:
    """The choices that lead to such a game: to play another one like it."""
    options = setup.rules.options
    usual = options.take_backs == usual_take_backs(setup.people)
    mapping = dict(setup.deal.commands) if setup.deal.open_commands else None
    return GameChoices(
        language=language,
        edition=setup.rules.edition.id,
        people=tuple(seat.name for seat in setup.seats if seat.bot is None),
        bots=tuple(seat.bot for seat in setup.seats if seat.bot is not None),
        expert=options.expert,
        short_hand=options.short_hand,
        fire=options.fire,
        commands=options.commands,
        take_backs=None if usual else options.take_backs,
        open_rows=options.open_rows,
        fan=setup.fan,
        talk=setup.strictness.value,
        mapping=mapping,
    )


def seats(people: Sequence[str], bots: Sequence[str], language: str) -> tuple[Seat, ...]:
    """The seats of the table: people first, every name only once."""
    taken: set[str] = set()
    found: list[Seat] = []
    for at, name in enumerate(people, start=1):
        wanted = name.strip() or usual_name(at, language)
        found.append(Seat(_free(wanted, taken)))
    for bot in bots:
        check_bot(bot)
        name = bot.partition(":")[0].strip().capitalize()
        found.append(Seat(_free(name, taken), bot))
    return tuple(found)


def usual_name(seat: int, language: str) -> str:
    """What a person is called who gave no name."""
    return catalogue(language).text("terminal.setup.usual_name", number=seat)


def _free(name: str, taken: set[str]) -> str:
    """``name``, with a number behind it when it is taken."""
    free, count = name, 1
    while free.casefold() in taken:
        count += 1
        free = f"{name[: NAME_LENGTH - 3]} {count}"
    taken.add(free.casefold())
    return free


def choose(
    *,
    language: str = "en",
    edition: str | None = None,
    players: int | None = None,
    names: Sequence[str] = (),
    bots: Sequence[str] | None = None,
    deal: str | None = None,
    law: Mapping[str, bool] | None = None,
    **more: Any,
) -> GameChoices:
    """The choices of a command line, where most things may be left unsaid.

    With a deal code, the edition, its options and the number of players are the code's. Seats
    that nobody is named for are bots' seats, unless ``bots`` says who they are: then the rest are
    people.
    """
    on: dict[str, Any] = {name: True for name, value in (law or {}).items() if value}
    if deal is not None:
        coded = Deal.from_code(deal).rules
        _not_otherwise(deal, "edition", edition, coded.edition.id)
        _not_otherwise(deal, "players", players, coded.players)
        dealt = {name: on for name, on in coded.options.law().items() if on}
        if coded.edition.commands:
            on.pop("commands", None)
        for name in on:
            _not_otherwise(deal, name.replace("_", "-"), True, name in dealt)
        edition, players, on = coded.edition.id, coded.players, dealt
    people, fill = _seated(players, list(names), None if bots is None else list(bots), language)
    return GameChoices(
        language=language,
        edition=edition or "original",
        people=tuple(people),
        bots=tuple(fill),
        deal=deal,
        **on,
        **more,
    )


def _not_otherwise(deal: str, option: str, said: object, coded: object) -> None:
    if said is not None and said != coded:
        raise ChoiceError("deal_says_otherwise", deal=deal, option=f"--{option}")


def _seated(
    players: int | None, names: list[str], bots: list[str] | None, language: str
) -> tuple[list[str], list[str]]:
    """Who sits at the table, people and bots, for what a command line says."""
    if players is None:
        return names or [usual_name(1, language)], bots or []
    if bots is None:
        people = names or [usual_name(1, language)]
        bots = [USUAL_BOT] * (players - len(people))
    else:
        missing = players - len(names) - len(bots)
        start = len(names) + 1
        people = names + [usual_name(at, language) for at in range(start, start + missing)]
    if len(people) + len(bots) != players:
        raise ChoiceError("too_many_seated", players=players, people=len(people), bots=len(bots))
    return people, bots


# The last choice is remembered, so that the next game is one key away.


def _memory() -> Path:
    return records_folder().parent / "choices.json"


def remember(choices: GameChoices) -> None:
    """Keep these choices for the next time. A folder that cannot be written is no reason to fail:
    the game itself will say so."""
    kept = {k: v for k, v in asdict(replace(choices, deal=None)).items() if k != "deal"}
    try:
        _memory().parent.mkdir(parents=True, exist_ok=True)
        _memory().write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError:
        pass


def remembered() -> GameChoices | None:
    """The last choices, or None when there are none that make sense."""
    try:
        kept = json.loads(_memory().read_text("utf-8"))
        known = {field.name for field in fields(GameChoices)}
        kept = {name: value for name, value in kept.items() if name in known}
        for name in ("people", "bots"):
            kept[name] = tuple(map(str, kept.get(name, ())))
        if kept.get("mapping") is not None:
            kept["mapping"] = {int(card): kind for card, kind in kept["mapping"].items()}
        if kept.get("take_backs") is True:
            # B12r: it gives something away, so that a table says so anew each time.
            kept["take_backs"] = None
        choices = GameChoices(**kept)
        choices.setup()
    except (OSError, ValueError, TypeError, AttributeError, GameError):
        return None
    return choices if choices.language in LANGUAGES else None


def first_choices(language: str) -> GameChoices:
    """What a newcomer is offered: the original game with one bot beside them."""
    return GameChoices(language=language, people=(usual_name(1, language),), bots=(USUAL_BOT,))
