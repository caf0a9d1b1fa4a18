"""The state of a table: a fold of its events, and nothing else (event sourcing).

``advance(state, event)`` is the only way from one state to the next; it asks the law and raises
:class:`~ninetyeight.rules.Refused` when the event is not allowed. Replaying the same events from
the same setup always gives the same state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from ninetyeight.rules import (
    BACK,
    Command,
    Ending,
    Game,
    Lay,
    Mark,
    Outcome,
    Refused,
    Rules,
    Sign,
    Strictness,
    Talk,
    View,
    completes,
    how_it_ended,
    talk_refusal,
)
from ninetyeight.table.events import (
    Event,
    Hinted,
    Marked,
    Moved,
    Named,
    Offered,
    Phrased,
    Picked,
    Said,
    Started,
    StoodIn,
)
from ninetyeight.table.setup import Setup

#: The longest thing that can be said at once.
SAID_LENGTH = 400
#: Cards that may be taken back in one turn (B12r): three whole hands and more, but not for ever.
MOST_TAKEN_BACK = 30


class Phase(StrEnum):
    """Where a table stands. While people GATHER nothing is dealt, and there is no state yet."""

    GATHERING = "gathering"
    PICKING = "picking"
    AGREEING = "agreeing"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True)
class TableState:
    """One moment at a table. ``game`` is None while hands are still being picked from the fan."""

    setup: Setup
    game: Game | None
    talk: Talk
    picks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    #: Bots that play for a person just now, by seat.
    stand_ins: Mapping[int, str] = field(default_factory=dict)
    #: Seats that have said how much they would like to start, or shown that they are ready (B10r).
    answered: frozenset[int] = frozenset()
    #: True once a card has been laid, also when it was taken back: then the start stands (B10r).
    begun: bool = False
    #: How many cards have been taken back in the running turn (B12r).
    taken_back: int = 0
    #: Seats that were given a hint.
    hinted: frozenset[int] = frozenset()

    @classmethod
    def initial(cls, setup: Setup) -> TableState:
        """The table before anything has happened. Solo begins at once: no choice to make (B10)."""
        game = None if setup.fan else _begin(_deal_out(setup, {}))
        return cls(setup, game, Talk(setup.strictness))

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.game is None:
            return Phase.PICKING
        if self.game.outcome is not None:
            return Phase.OVER
        return Phase.AGREEING if self.game.seat is None else Phase.PLAYING

    @property
    def outcome(self) -> Outcome | None:
        """The game's outcome; None while it has not ended."""
        return None if self.game is None else self.game.outcome

    @property
    def ending(self) -> Ending | None:
        """How the game ended, for people; None while it has not."""
        if self.game is None or self.game.outcome is None:
            return None
        return how_it_ended(self.game)

    @property
    def active(self) -> int | None:
        """The seat whose turn it is; None before the start and after the end."""
        return None if self.game is None else self.game.seat

    @property
    def free_places(self) -> list[int]:
        """The places of the face-down fan from which nobody has picked a card yet."""
        taken = {place for places in self.picks.values() for place in places}
        return [place for place in range(len(self.setup.deal.deck)) if place not in taken]

    def spoken(self, bots: Collection[int] = ()) -> bool:
        """True when nothing is left to be said about who starts (B10r).

        That is when everybody has answered. Where whoever feels like it starts, the people must
        all have left it to others besides; ``bots`` are the seats where nobody else sits.
        """
        willing = self.talk.offers.keys() - set(bots)
        spontaneous = self.setup.rules.edition.spontaneous
        everybody = len(self.answered) == self.setup.rules.players
        return everybody and not (spontaneous and willing)

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know now; None is a spectator. Refused while hands are picked."""
        return View.of(self._dealt(), seat, self.talk)

    @property
    def no_chat(self) -> Refused | None:
        """Why nothing may be said in words now, or None when it may."""
        if self.outcome is not None:
            return None
        if self.game is not None:
            return self.view(None).talk_refusal(Sign.CHAT)
        # Hands are being picked: the table's own strictness holds already (T10r).
        return talk_refusal(
            self.setup.rules, self.talk, Sign.CHAT, silence=False, laying=False, draw_size=1
        )

    def _dealt(self) -> Game:
        if self.game is None:
            raise Refused("still_picking", rule="B2")
        return self.game


def advance(state: TableState, event: Event) -> TableState:
    """The state after ``event``; raises Refused when the rules do not allow it."""
    state.setup.rules.check_seat(event.seat)
    match event:
        case Picked():
            return _picked(state, event)
        case Offered():
            return _offered(state, event)
        case Started():
            return _started(state, event)
        case Moved():
            return _moved(state, event)
        case Marked():
            return _marked(state, event)
        case Named():
            return _named(state, event)
        case Said():
            return _said(state, event)
        case Phrased():
            return _phrased(state, event)
        case StoodIn():
            return _stood_in(state, event)
        case Hinted():
            return _hinted(state, event)


def hushed(before: TableState, after: TableState) -> bool:
    """T7r: True when markers stood and what happened in between ended talk and took them off."""
    if after.game is None or after.outcome is not None:
        return False
    return bool(before.talk.marks) and not after.talk.marks and after.talk.has_ended(after.game)


def fold(setup: Setup, events: Iterable[Event]) -> TableState:
    """The state that ``events`` lead to."""
    state = TableState.initial(setup)
    for event in events:
        state = advance(state, event)
    return state


def states(setup: Setup, events: Iterable[Event]) -> Iterator[TableState]:
    """Every state on the way, the initial one first: for stepping through a game."""
    state = TableState.initial(setup)
    yield state
    for event in events:
        state = advance(state, event)
        yield state


def _deal_out(setup: Setup, picks: Mapping[int, tuple[int, ...]]) -> Game:
    """The cards as they lie before the first turn: dealt, or picked from the fan (B2)."""
    deal = setup.deal.fan([picks[seat] for seat in sorted(picks)]) if setup.fan else setup.deal
    return deal.game()


def _begin(game: Game) -> Game:
    return game.start(0) if game.rules.players == 1 else game


def _picked(state: TableState, event: Picked) -> TableState:
    if state.game is not None:
        raise Refused("no_fan", rule="B2")
    if event.seat in state.picks:
        raise Refused("picked_already", rule="B2")
    size = state.setup.rules.hand_size
    fresh = set(event.places) & set(state.free_places)
    if len(event.places) != size or len(fresh) != size:
        raise Refused("wrong_pick", rule="B2", n=size)
    picks = {**state.picks, event.seat: event.places}
    game = None
    if len(picks) == state.setup.rules.players:
        game = _begin(_deal_out(state.setup, picks))
    return replace(state, picks=picks, game=game)


def _offered(state: TableState, event: Offered) -> TableState:
    game = state._dealt()
    if game.seat is not None or game.outcome is not None:
        raise Refused("already_started", rule="B10")
    talk = state.talk.with_offer(event.seat, event.wish)
    return replace(state, talk=talk, answered=state.answered | {event.seat})


def _started(state: TableState, event: Started) -> TableState:
    """B10r: until the first card, the first turn may be given to somebody else."""
    game = state._dealt()
    if state.begun and game.outcome is None:
        raise Refused("begun", rule="B10r")
    if game.seat not in (None, event.seat):
        game = _deal_out(state.setup, state.picks)  # as it was: nobody has laid or drawn a card
    return replace(state, game=game.start(event.seat))


def _moved(state: TableState, event: Moved) -> TableState:
    game = state._dealt()
    if game.seat is not None and game.seat != event.seat:
        raise Refused("not_your_turn", rule="B6")
    rules = state.setup.rules
    if event.move is BACK and rules.options.take_backs and not game.rules.options.take_backs:
        if state.taken_back >= MOST_TAKEN_BACK:
            raise Refused("enough_taken_back", rule="B12r", n=MOST_TAKEN_BACK)
        raise Refused("back_is_talk", rule="B12r")
    after = game.apply(event.move)
    taken_back = state.taken_back + (event.move is BACK)
    if event.move is not BACK and not after.laid:
        taken_back = 0  # the turn is over; X1: a stop ends it by itself
    if rules.options.take_backs:
        stay = _cards_stay(state.setup, after, taken_back)
        rules = _without_take_backs(rules) if stay else rules
        after = after if after.rules is rules else replace(after, rules=rules)
    begun = state.begun or isinstance(event.move, Lay)
    talk = state.talk.after_move(game, event.move, after)
    return replace(state, game=after, talk=talk, begun=begun, taken_back=taken_back)


def _cards_stay(setup: Setup, game: Game, taken_back: int) -> bool:
    """B12r: True when enough was taken back in this turn, and while a lay and a take-back would be
    a way to talk: at a table of several people under a silence card, when one would be visible
    again, and when `gold` plays in silence (T7).

    Meanwhile the game goes on as at a table without take-backs, so that whoever asks it what may
    be done now hears the same. Only what was laid into a dead end comes back: a turn that can
    neither be completed nor undone would never end.
    """
    if game.seat is None:
        return False
    if taken_back >= MOST_TAKEN_BACK:
        return completes(game.turn)
    if setup.people < 2:
        return False
    seen = set(game.tops)
    if game.laid:
        row = game.rows[game.rules.edition.row_index[game.laid[-1].row]]
        seen.update(row[-2:-1])  # what the last card covers
    free = setup.strictness is Strictness.FREE
    quiet = setup.rules.edition.quiet and not free and not game.draw
    silent = any(game.commands.on(card) is Command.SILENCE for card in seen)
    return (quiet or silent) and completes(game.turn)


@lru_cache(maxsize=64)
def _without_take_backs(rules: Rules) -> Rules:
    return replace(rules, options=replace(rules.options, take_backs=False))


def _marked(state: TableState, event: Marked) -> TableState:
    game = state._dealt()
    place = game.rules.edition.place_of(event.row)
    _allowed(state, event.seat, Sign.MARKER)
    if event.marker is None:
        return replace(state, talk=state.talk.without(event.seat, event.row))
    mark = Mark(event.seat, event.row, event.marker, game.tops[place])
    return replace(state, talk=state.talk.set_mark(mark))


def _named(state: TableState, event: Named) -> TableState:
    game = state._dealt()
    _allowed(state, event.seat, Sign.COMMAND)
    held = sum(game.commands.on(card) is event.command for card in game.hands[event.seat])
    if not held:
        raise Refused("not_holding", rule="T3", command=event.command.value)
    if state.talk.named.count((event.seat, event.command)) >= held:
        return state  # said before: everybody knows
    return replace(state, talk=state.talk.with_named(event.seat, event.command))


def _said(state: TableState, event: Said) -> TableState:
    if not event.text.strip() or len(event.text) > SAID_LENGTH or not event.text.isprintable():
        raise Refused("unsayable", rule="T2", n=SAID_LENGTH)
    return _heard(state)


def _phrased(state: TableState, event: Phrased) -> TableState:
    rows = state.setup.rules.edition.row_names
    if event.row not in (rows if event.phrase.of_row else (None,)):
        raise Refused("phrase_row", rule="T2", known=", ".join(rows))
    return _heard(state)


def _heard(state: TableState) -> TableState:
    """Words change nothing, but are heard only where they are allowed."""
    if state.no_chat is not None:
        raise state.no_chat
    return state


def _stood_in(state: TableState, event: StoodIn) -> TableState:
    if state.setup.seats[event.seat].bot is not None:
        raise Refused("seat_of_a_bot", seat=event.seat + 1)
    others = {seat: bot for seat, bot in state.stand_ins.items() if seat != event.seat}
    if event.bot is not None:
        others[event.seat] = event.bot
    return replace(state, stand_ins=others)


def _hinted(state: TableState, event: Hinted) -> TableState:
    if state.outcome is not None:
        raise Refused("game_over", rule="B8")
    if state._dealt().seat != event.seat:
        raise Refused("not_your_turn", rule="B6")  # a hint is about the running turn
    return replace(state, hinted=state.hinted | {event.seat})


def _allowed(state: TableState, seat: int, sign: Sign) -> None:
    if state.outcome is not None:
        raise Refused("game_over", rule="B8")
    refusal = state.view(seat).talk_refusal(sign)
    if refusal is not None:
        raise refusal
