"""What one seat, or a watcher, is shown of a room: built field by field from what it may know.

Everything about the cards comes out of a :class:`~ninetyeight.server.visible.Visible`, which holds
no covered card (B11). The only places that look further are the View of a program (B11r), and the
end of a game, when all hands are turned over and the deal's code is told, with the figures of
:class:`EndSeen`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ninetyeight.rules import BACK, Ending, Mark, Refused, Sign, View
from ninetyeight.server.errors import told
from ninetyeight.server.room_state import RoomState
from ninetyeight.server.visible import Visible
from ninetyeight.table import (
    Event,
    Phase,
    TableState,
    TakenTurn,
    asked_off,
    duties,
    fire_deadline,
    in_force,
    preview,
    summarise,
    takes,
    trick_card,
)
from ninetyeight.wire import ViewSeen
from ninetyeight.wire.state import (
    CardSeen,
    DutySeen,
    EndSeen,
    FanSeen,
    GameSeen,
    Laid,
    MarkSeen,
    PreviewSeen,
    QuestionSeen,
    RoomSeen,
    RowSeen,
    SeatSeen,
    TurnSeen,
    Why,
)


@dataclass(frozen=True)
class Sight:
    """A room at one moment, ready to be shown to anybody.

    ``end`` tells how the game ended, ``code`` is the spoken code by which people may come.

    What everybody sees alike is built once. A moment of a game that is over by now is ``past``:
    every card that was laid is shown then.
    """

    state: RoomState
    end: EndSeen | None = None
    past: bool = False
    code: str | None = None

    def room(self, seat: int | None) -> RoomSeen:
        """The table around the game as ``seat`` sees it; None is a watcher."""
        state = self.state
        table = state.table
        known = table is not None and table.setup.known_deal
        shown_deal = known or state.phase is Phase.OVER
        return RoomSeen(
            id=state.id,
            phase=state.phase.value,
            plan=state.plan,
            take_backs=state.rules.options.take_backs,
            seats=self.seats,
            seat=seat,
            host=seat is not None and seat == state.host,
            invite=None if seat is None else state.invite,
            code=self.code,
            deal=table.setup.deal.code if table is not None and shown_deal else None,
            known_deal=known,
            follows=state.follows,
            next=state.next,
            question=self._question(seat),
        )

    def _question(self, seat: int | None) -> QuestionSeen | None:
        asked = self.state.question
        if asked is None or self.state.phase is Phase.OVER:
            return None
        return QuestionSeen(
            number=asked.number,
            seat=asked.seat,
            by=asked.by,
            name=asked.name,
            may_agree=seat is not None and self.state.may_agree(seat),
            may_decline=seat is not None and self.state.may_decline(seat),
        )

    @cached_property
    def seats(self) -> list[SeatSeen]:
        """The seats as everybody sees them."""
        state = self.state
        table = state.table
        stand_ins = {} if table is None else table.stand_ins
        return [
            SeatSeen(
                name=place.name,
                bot=place.bot,
                host=seat == state.host,
                ready=place.ready,
                stand_in=stand_ins.get(seat),
                open=place.free and state.phase is not Phase.OVER,
                changed_hands=table is not None and table.setup.seats[seat].changed_hands,
                hinted=table is not None and seat in table.hinted,
            )
            for seat, place in enumerate(state.places)
        ]

    def fan(self) -> FanSeen | None:
        """The face-down fan while hands are picked."""
        table = self.state.table
        if table is None or table.game is not None:
            return None
        return FanSeen(
            cards=len(table.setup.deal.deck),
            picks=table.setup.rules.hand_size,
            taken={str(seat): list(places) for seat, places in table.picks.items()},
            no_chat=_why(table.no_chat),
        )

    def game(
        self, seat: int | None, *, previews: bool = False, view: bool = False
    ) -> GameSeen | None:
        """The game as ``seat`` sees it.

        With ``previews`` it is told what its cards would do when it is its turn, with ``view``
        also what a program on that seat may know.
        """
        table = self.state.table
        if table is None or table.game is None:
            return None
        whole = ViewSeen.of(table.view(seat)) if view and seat is not None else None
        return self._game(self._visible(seat), previews, whole)

    def _game(self, visible: Visible, previews: bool, whole: ViewSeen | None) -> GameSeen:
        view = visible.view
        mine = view.my_turn
        end_refusal = view.turn.end_refusal() if mine else None
        return GameSeen(
            view=whole,
            open=visible.open,
            rows=self._rows,
            hand=_hand(view, previews and mine),
            hand_sizes=list(view.hand_sizes),
            draw=view.draw_size,
            low=view.rules.edition.low,
            high=view.rules.edition.high,
            left=view.left,
            active=view.seat,
            my_turn=mine,
            turn=self._turn_number,
            owed=view.turn.owed if mine else 0,
            duties=[DutySeen(d.kind, d.rule, d.n, d.row) for d in duties(view)],
            may_end=mine and end_refusal is None,
            end_refusal=_why(end_refusal),
            may_take_back=mine and view.refusal(BACK) is None,
            this_turn=self._this_turn,
            last_turns=self._last_turns,
            no_markers=self._closed[Sign.MARKER],
            no_chat=_why(self._table.no_chat),
            no_naming=self._closed[Sign.COMMAND],
            named=[(who, command.value) for who, command in view.talk.named],
            offers=self._offers,
            spontaneous=view.rules.edition.spontaneous,
            may_start=[] if view.viewer is None else list(self.state.may_start(view.viewer)),
            end=self.end,
        )

    @property
    def _table(self) -> TableState:
        assert self.state.table is not None
        return self.state.table

    def _visible(self, seat: int | None) -> Visible:
        return Visible.of(self.state, seat, open=self.past or self.state.open)

    @cached_property
    def _watched(self) -> Visible:
        return self._visible(None)

    @cached_property
    def _rows(self) -> list[RowSeen]:
        visible, view = self._watched, self._watched.view
        rules, burning = view.rules, view.seat
        rows = []
        for place, row in enumerate(rules.edition.rows):
            top = view.tops[place]
            reach = takes(rules, place, top)
            command = view.commands.on(top)
            deadline = fire_deadline(view, place)
            rows.append(
                RowSeen(
                    name=row.name,
                    up=row.up,
                    first=row.shows[0],
                    last=row.shows[1],
                    cards=list(view.rows[place]),
                    count=visible.counts[place],
                    top=top,
                    trick=trick_card(view, place),
                    takes=None if reach is None else list(reach),
                    marks=list(visible.marks[place]),
                    command=None if command is None else command.value,
                    flash=command is not None and command.flash,
                    in_force=in_force(view, place),
                    fire=deadline,
                    burning=deadline is not None and deadline == burning,
                )
            )
        return rows

    @property
    def _turn_number(self) -> int:
        """The number of the running turn, counted from 1; of the last one when the game is over."""
        begun = self.state.this_turn is not None
        waiting = self.state.phase is Phase.PLAYING and not begun
        return self.state.turns + waiting

    @cached_property
    def _closed(self) -> dict[Sign, Why | None]:
        """Why each way to say something is closed to everybody now; None where it is open."""
        return {sign: _why(self._watched.view.talk_refusal(sign)) for sign in Sign}

    @cached_property
    def _this_turn(self) -> TurnSeen | None:
        turn = self._watched.this_turn
        return None if turn is None else _turn_seen(turn)

    @cached_property
    def _last_turns(self) -> list[TurnSeen]:
        return [_turn_seen(turn) for turn in self._watched.last_turns]

    @cached_property
    def _offers(self) -> dict[str, str | None]:
        made = self._table.talk.offers
        return {
            str(seat): made[seat].value if seat in made else None
            for seat in sorted(self._table.answered)
        }


def end_of(table: TableState, events: Iterable[Event], seconds: int) -> EndSeen | None:
    """How the game of these events ended; None while it runs."""
    outcome, game, ending = table.outcome, table.game, table.ending
    if outcome is None or game is None or ending is None:
        return None
    summary = summarise(table.setup, events)
    by = summary.largest_step_by
    return EndSeen(
        won=outcome.won,
        reason=None if outcome.reason is None else outcome.reason.value,
        left=outcome.left,
        seat=ending.seat,
        why=_why_ended(ending),
        praise=table.setup.rules.edition.praise_for(outcome),
        hands=[list(hand) for hand in game.hands],
        commands={str(card): kind.value for card, kind in game.commands.items()},
        fires=sorted(game.rules.fires),
        turns=summary.turns,
        cards_laid=summary.cards_laid,
        tricks=summary.tricks,
        largest_step=summary.largest_step,
        largest_step_by=None if by is None else str(by),
        longest_run=summary.longest_run,
        moved=list(summary.moved),
        seconds=seconds,
    )


def _turn_seen(turn: TakenTurn) -> TurnSeen:
    return TurnSeen(
        turn.seat,
        [
            Laid(
                number=step.number,
                card=step.lay.card,
                row=step.lay.row,
                step=step.step,
                trick=step.trick,
                command=None if step.command is None else step.command.value,
            )
            for step in turn.cards
        ],
    )


def _why(refusal: Refused | None) -> Why | None:
    return None if refusal is None else told(refusal)


def _why_ended(ending: Ending) -> Why | None:
    return None if ending.code is None else Why(ending.code, ending.params, ending.rule)


def _against(mark: Mark | None) -> MarkSeen | None:
    return None if mark is None else MarkSeen(mark.seat, mark.marker.value, stale=False)


def _hand(view: View, previews: bool) -> list[CardSeen]:
    seen = []
    for card in view.hand:
        command = view.commands.on(card)
        told_rows = [
            PreviewSeen(
                row=p.lay.row,
                step=p.step,
                trick=p.trick,
                refusal=_why(p.refusal),
                loses=None if p.loses is None else p.loses.value,
                dead_end=p.dead_end,
                wins=p.wins,
                against=_against(asked_off(view, p)),
            )
            for p in (preview(view, card) if previews else ())
        ]
        seen.append(
            CardSeen(
                card,
                None if command is None else command.value,
                command is not None and command.flash,
                card in view.rules.fires,
                told_rows,
            )
        )
    return seen
