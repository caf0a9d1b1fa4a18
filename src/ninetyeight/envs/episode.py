"""One game as environments play it: who is asked, what may be answered, what it is worth.

The environments of PettingZoo and Gymnasium only dress this up. The law is that of
:mod:`ninetyeight.rules`; here is added the order in which seats are asked: before each turn every
seat with cards says what it shows, at a table with markers, then the turn is played card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs import actions
from ninetyeight.envs.encoder import Encoder, Observation
from ninetyeight.envs.settings import EnvSettings
from ninetyeight.rules import (
    Deal,
    Game,
    Lay,
    Mark,
    Marker,
    Move,
    Refused,
    Rules,
    Sign,
    Talk,
    View,
    parse_move,
    speakers,
)

#: Beside the reasons of the rules: the game ended with an action that was not legal.
ILLEGAL = "illegal"


class IllegalAction(ValueError):
    """An action that the mask does not allow, where the environment was told to raise."""


@dataclass(frozen=True)
class EpisodeResult:
    """How a game ended; ``reason`` is a word of the rules' `Reason`, `illegal`, or None if won."""

    won: bool
    left: int
    reason: str | None


class Episode:
    """A running game; one use."""

    def __init__(self, settings: EnvSettings, encoder: Encoder, deal: Deal, starter: int) -> None:
        check_deal(settings.rules, deal)
        self.settings = settings
        self.encoder = encoder
        self.deal = deal
        self.starter = starter
        self.game: Game = deal.game().start(starter)
        self.talk: Talk = settings.silence
        #: Seats that have yet to say what they show before this turn, next first.
        self.speakers: list[int] = []
        #: Why the last action was not made, where illegal ones are refused.
        self.refused: str | None = None
        self._illegal = False
        self._begin_turn()

    # What can be seen.

    @property
    def seat(self) -> int | None:
        """The seat that is asked for its next action; None when the game is over."""
        if self._illegal:
            return None
        return self.speakers[0] if self.speakers else self.game.seat

    @property
    def result(self) -> EpisodeResult | None:
        """How it ended, or None while it goes on."""
        if self._illegal:
            return EpisodeResult(False, self.game.left, ILLEGAL)
        end = self.game.outcome
        if end is None:
            return None
        return EpisodeResult(end.won, end.left, None if end.reason is None else end.reason.value)

    def view(self, seat: int) -> View:
        """What ``seat`` may know."""
        return View.of(self.game, seat, self.talk)

    def observe(self, seat: int, encoder: Encoder | None = None) -> Observation:
        """What ``seat`` may know, as an observation; by another encoder than the episode's own,
        also with the other hands."""
        encoder = encoder or self.encoder
        others: list[tuple[int, ...]] = []
        if encoder.open_hands:
            others = [*self.game.hands[seat + 1 :], *self.game.hands[:seat]]
        speaking = bool(self.speakers) and not self._illegal
        return encoder.encode(self.view(seat), speaking=speaking, other_hands=others)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that ``seat`` may take now; all 0 when it is not asked."""
        if seat != self.seat:
            return np.zeros(self.settings.actions, np.int8)
        rules = self.settings.rules
        if self.speakers:
            return actions.show_mask(rules)
        return actions.lay_mask(rules, self.game.legal, markers=self.settings.markers)

    def ending(self) -> dict[str, Any]:
        """What may be told once the game is over, and nothing before."""
        result = self.result
        if result is None:
            return {}
        told = {"won": result.won, "left": result.left, "reason": result.reason}
        return told | {"deal": self.deal.code, "starter": self.starter}

    # What is done.

    def act(self, action: int) -> float:
        """Take the asked seat's action; what it earns the whole team.

        IllegalAction when it is not legal and the settings say so; nothing has changed then.
        """
        seat = self.seat
        if seat is None:
            raise IllegalAction("the game is over: reset the environment to play another")
        self.refused = why = self._why_not(int(action))
        if why is not None:
            if self.settings.illegal == "raise":
                raise IllegalAction(f"action {action} of seat {seat} is not legal: {why}")
            self._illegal = self.settings.illegal == "lose"  # B1: one team, it loses together
            return 0.0
        if self.speakers:
            self.show(seat, actions.shown(self.settings.rules, int(action)))
            return 0.0
        move = actions.move_of(self.settings.rules, int(action))
        assert move is not None
        return self.make(move)

    def show(self, seat: int, marks: Mapping[str, Marker | str]) -> None:
        """Let the first of the speakers show these markers and no others (T8r)."""
        assert self.speakers[:1] == [seat]
        del self.speakers[0]
        for row, top in zip(self.settings.rules.edition.row_names, self.game.tops, strict=True):
            self.talk = self.talk.without(seat, row)
            if row in marks:
                self.talk = self.talk.set_mark(Mark(seat, row, Marker(marks[row]), top))

    def make(self, move: Move | str) -> float:
        """Make a move of the active seat; what it earns. Refused when it is not accepted."""
        move = parse_move(move)
        seat = self.game.seat
        if seat is None or self.speakers:
            raise Refused("not_your_turn", rule="B6")
        before, self.game = self.game, self.game.apply(move)
        self.talk = self.talk.after_move(before, move, self.game)
        earned = 0.0
        if isinstance(move, Lay) and self.settings.reward == "cards":
            earned += 1 / len(self.settings.rules.cards)
        if self.game.outcome is not None:
            return earned + self.game.outcome.won
        if not self.game.laid:
            self._begin_turn()  # nothing is laid any more: the next turn has begun
        return earned

    def _begin_turn(self) -> None:
        """Ask the seats for their markers, where the rules let them speak (T5-T7, X4, T11r)."""
        seats = speakers(self.game) if self.settings.markers else ()
        if seats and self.view(seats[0]).talk_refusal(Sign.MARKER) is None:
            self.speakers = list(seats)

    def _why_not(self, action: int) -> str | None:
        """Why the asked seat may not take this action, in words, or None when it may."""
        rules = self.settings.rules
        if not 0 <= action < self.settings.actions:
            return f"the actions are 0 to {self.settings.actions - 1}"
        if self.speakers:
            legal = actions.show_mask(rules)[action]
            return None if legal else "the seats are saying what they show before the turn (T8r)"
        if action >= actions.LAYS:
            return "markers are said before a turn (T8r)"
        move = actions.move_of(rules, action)
        if move is None:
            return f"the rows are {', '.join(rules.edition.row_names)} (B1)"
        refusal = self.game.refusal(move)
        return None if refusal is None else f"{refusal} ({refusal.rule})"


def check_deal(rules: Rules, deal: Deal) -> None:
    """ValueError unless ``deal`` is for a table with these rules."""
    if _law(deal.rules) != _law(rules):
        raise ValueError(
            f"the deal {deal.code or 'given'} is for other rules than this environment's: make the "
            "environment with the same edition, options and players"
        )


def _law(rules: Rules) -> tuple[object, ...]:
    """What must be the same for a deal to be played: all but how a table is run."""
    edition = rules.edition
    return edition, rules.players, rules.minimum, rules.hand_size, rules.fires, rules.has_commands
