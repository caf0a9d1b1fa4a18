"""The law: every rule of every edition, as pure immutable values. Standard library only."""

from ninetyeight.rules.cards import NO_COMMANDS, Card, Command, Commands, Row, fits, is_trick
from ninetyeight.rules.check import CheckFailed, check_game
from ninetyeight.rules.completion import completes, why_stuck
from ninetyeight.rules.deals import Deal
from ninetyeight.rules.editions import (
    EDITIONS,
    LAW_OPTIONS,
    MOST_WITH_TAKE_BACKS,
    OPTION_NAMES,
    TINY,
    Edition,
    OptionChoices,
    Options,
    Rules,
    Step,
    find_edition,
    option_choices,
    usual_take_backs,
)
from ninetyeight.rules.ending import Ending, how_it_ended
from ninetyeight.rules.errors import GameError, NotationError, Refused, SetupError
from ninetyeight.rules.game import Game, Legal
from ninetyeight.rules.legality import is_legal
from ninetyeight.rules.moves import BACK, END, Lay, Move, parse_move
from ninetyeight.rules.outcome import Outcome, Reason
from ninetyeight.rules.talk import (
    Mark,
    Marker,
    Phrase,
    Sign,
    Strictness,
    Talk,
    Wish,
    silenced,
    speakers,
    talk_refusal,
)
from ninetyeight.rules.text import read_game, write_game
from ninetyeight.rules.turn import Turn, Verdict
from ninetyeight.rules.view import View

__all__ = [
    "BACK",
    "EDITIONS",
    "END",
    "LAW_OPTIONS",
    "MOST_WITH_TAKE_BACKS",
    "NO_COMMANDS",
    "OPTION_NAMES",
    "TINY",
    "Card",
    "CheckFailed",
    "Command",
    "Commands",
    "Deal",
    "Edition",
    "Ending",
    "Game",
    "GameError",
    "Lay",
    "Legal",
    "Mark",
    "Marker",
    "Move",
    "NotationError",
    "OptionChoices",
    "Options",
    "Outcome",
    "Phrase",
    "Reason",
    "Refused",
    "Row",
    "Rules",
    "SetupError",
    "Sign",
    "Step",
    "Strictness",
    "Talk",
    "Turn",
    "Verdict",
    "View",
    "Wish",
    "check_game",
    "completes",
    "find_edition",
    "fits",
    "how_it_ended",
    "is_legal",
    "is_trick",
    "option_choices",
    "parse_move",
    "read_game",
    "silenced",
    "speakers",
    "talk_refusal",
    "usual_take_backs",
    "why_stuck",
    "write_game",
]
