"""One whole game among bots: offers to start, turns, and markers between them.

There is no table here, no record and no waiting: the rules, what may be said, and the bots. Each of
them is handed its own view and nothing else. What a bot did wrong is told with the deal and the
view, so that its author can see it again: nobody here is shown more than they may know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from ninetyeight.bots.bot import Bot, BotError, make_bot
from ninetyeight.rules import (
    BACK,
    Deal,
    Lay,
    Mark,
    Marker,
    Move,
    NotationError,
    Outcome,
    Refused,
    SetupError,
    Sign,
    Strictness,
    Talk,
    View,
    parse_move,
    speakers,
)
from ninetyeight.wire.views import view_to_json

#: No turn needs more moves than this; a bot that lays and takes back for ever is stopped.
LONGEST_TURN = 500


@dataclass(frozen=True)
class MatchResult:
    """How a game among bots went. ``markers`` counts how often one was set or changed.

    ``marks`` counts the same by kind, weakest first, as :class:`~ninetyeight.rules.Marker` lists
    them.
    """

    outcome: Outcome
    starter: int
    turns: int
    tricks: int
    markers: int
    marks: tuple[int, ...]
    moves: tuple[Move, ...]
    #: Cards in the draw pile when it ended.
    draw: int


def play_match(
    deal: Deal,
    bots: Sequence[Bot | str] | str,
    *,
    talk: Strictness | str = Strictness.SILENT,
    starter: int | None = None,
) -> MatchResult:
    """Play ``deal`` to its end, one bot per seat, given itself or by its name; one name alone is
    that of all.

    Bots that were given are not closed. Without a ``starter`` the team settles it by its offers,
    which belong to the game at every strictness (B10, B10r). BotError, with deal and view, when a
    bot does something that is not accepted.
    """
    said = Talk(Strictness(talk))
    if isinstance(bots, str):
        bots = [bots] * deal.rules.players
    if len(bots) != deal.rules.players:
        raise BotError("wrong_team", n=len(bots), players=deal.rules.players)
    with ExitStack() as ours:
        team = []
        for bot in bots:
            if isinstance(bot, str) or not hasattr(bot, "move"):
                bot = make_bot(str(bot))  # BotError for what is neither a bot nor a name
                ours.callback(bot.close)
            team.append(bot)
        return _Match(deal, team, said).play(starter)


class _Match:
    """The running game; one use."""

    def __init__(self, deal: Deal, bots: Sequence[Bot], talk: Talk) -> None:
        self.deal = deal
        #: What a bot was asked about last.
        self.seen: View | None = None
        self.game = deal.game()
        self.bots = bots
        self.talk = talk
        self.turns = 0
        self.tricks = 0
        self.marks = dict.fromkeys(Marker, 0)
        self.moves: list[Move] = []

    def play(self, starter: int | None) -> MatchResult:
        try:
            return self.play_on(starter)
        except (BotError, Refused, SetupError) as error:
            view = self.seen
            if view is None or view.viewer is None:
                raise
            wrong, cause = error, error.__cause__
            if not isinstance(wrong, BotError):  # a marker, a wish or a row that there is not
                name, seat = self.bots[view.viewer].name, view.viewer + 1
                wrong, cause = BotError("not_said", bot=name, seat=seat, cause=error), error
            deal = self.deal.code or ".".join(map(str, self.deal.deck))
            told = json.dumps(view_to_json(view), separators=(",", ":"))
            raise wrong.at(deal, told) from cause

    def play_on(self, starter: int | None) -> MatchResult:
        chosen = self.settle() if starter is None else starter
        self.game = self.game.start(chosen)
        while self.game.outcome is None:
            self.turns += 1
            self.take_turn()
        return MatchResult(
            outcome=self.game.outcome,
            starter=chosen,
            turns=self.turns,
            tricks=self.tricks,
            markers=sum(self.marks.values()),
            marks=tuple(self.marks.values()),
            moves=tuple(self.moves),
            draw=len(self.game.draw),
        )

    def view(self, seat: int) -> View:
        self.seen = View.of(self.game, seat, self.talk)
        return self.seen

    def settle(self) -> int:
        """Who starts: the strongest wish, the lowest seat of equals (B10r)."""
        if len(self.bots) > 1:
            for seat, bot in enumerate(self.bots):
                self.talk = self.talk.with_offer(seat, bot.offer(self.view(seat)))
        return self.talk.settled(len(self.bots))

    def take_turn(self) -> None:
        """One seat's turn, up to the point where the next one's begins or the game ends."""
        seat = self.game.seat
        assert seat is not None
        if len(self.bots) > 1:
            self.refresh_marks()
        bot = self.bots[seat]
        for _ in range(LONGEST_TURN):
            move = self.make(seat, bot.move(self.view(seat)))
            if self.game.outcome is not None or (not self.game.laid and move is not BACK):
                return  # nothing is laid any more: the next turn has begun
        raise BotError("endless_turn", bot=bot.name, seat=seat + 1, n=LONGEST_TURN)

    def make(self, seat: int, move: Move | str) -> Move:
        """Make one move, whose turn it is, and keep count."""
        before = self.game
        try:
            move = parse_move(move)
            self.game = before.apply(move)
        except (Refused, NotationError) as refused:
            raise BotError(
                "illegal_move",
                rule=refused.rule,
                bot=self.bots[seat].name,
                seat=seat + 1,
                move=str(move),
                cause=refused,
            ) from refused
        self.moves.append(move)
        self.talk = self.talk.after_move(before, move, self.game)
        if isinstance(move, Lay):
            self.tricks += before.rules.edition.step_of(move, before.tops).trick
        return move

    # Markers.

    def refresh_marks(self) -> None:
        """Before a turn the seats may change their markers, one after the other (T8r, T11r)."""
        if self.talk.strictness is Strictness.SILENT:
            return
        for seat in speakers(self.game):
            view = self.view(seat)
            if view.talk_refusal(Sign.MARKER) is not None:
                return  # X4, T7
            self.show(seat, self.bots[seat].marks(view), view)

    def show(self, seat: int, wanted: Mapping[str, Marker], view: View) -> None:
        """Put ``seat``'s markers as it wants them and take away the others."""
        tops = dict(zip(view.rules.edition.row_names, view.tops, strict=True))
        for row, marker in view.mark_changes(wanted):
            standing = self.talk.mark(seat, row)
            if marker is None:
                self.talk = self.talk.without(seat, row)
                continue
            self.talk = self.talk.set_mark(Mark(seat, row, marker, tops[row]))
            self.marks[marker] += standing is None or standing.marker is not marker
