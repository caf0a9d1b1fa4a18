"""What a command leads to: the events it causes, or the reason why it is refused.

Pure: nothing is written and nothing has changed when this returns. Who may do what in a room is
decided here; what may be played is decided by the law when the events are folded.
"""

from __future__ import annotations

import hmac
import secrets as randomness
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from ninetyeight.bots.bot import team_mates
from ninetyeight.rules import (
    Command,
    Deal,
    GameError,
    Marker,
    Phrase,
    Sign,
    Wish,
    parse_move,
)
from ninetyeight.server.errors import ServerError
from ninetyeight.server.names import bot_seat_name, name_now, number_in
from ninetyeight.server.room_events import (
    Answered,
    Changed,
    Dealt,
    Followed,
    Freed,
    Played,
    Readied,
    Requested,
    RoomEvent,
    Sat,
    Talked,
)
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.tokens import new_invite
from ninetyeight.table import (
    Event,
    Hinted,
    Marked,
    Moved,
    Named,
    Offered,
    Phase,
    Phrased,
    Picked,
    Said,
    Started,
    StoodIn,
    advance,
)
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from ninetyeight.wire.state import MarkerWord


class Unsaid(GameError):
    """A message that was not delivered because it names a number (T1)."""

    area = "chat"


#: Events, each with the state it leads to.
Course: TypeAlias = list[tuple[RoomEvent, RoomState]]


def decide(
    state: RoomState, seat: int, command: wire.Command, here: Collection[int] = ()
) -> Course:
    """The events that ``command`` of ``seat`` causes, with all that follows from them at once.

    ``here`` are the seats of the people who are connected: they can be asked. GameError when it
    is refused. A rematch needs a second room: see :func:`follow`.
    """
    match command:
        case wire.DoReady(ready=ready):
            _before_the_deal(state)
            first: RoomEvent = Readied(seat, ready)
        case wire.DoChange(plan=plan):
            first = _change(state, seat, plan)
        case wire.DoSeatBot(seat=place, bot=bot):
            first = _seat_bot(state, seat, place, bot)
        case wire.DoFree(seat=place):
            return course_of(state, _free(state, seat, place, here))
        case wire.DoAgree(number=number, yes=yes):
            return course_of(state, _agree(state, seat, number, yes))
        case wire.DoSay(text=text, language=language):
            first = _say(state, seat, text, language)
        case wire.DoPhrase(phrase=phrase, row=row):
            first = _phrase(state, seat, Phrase(phrase), row)
        case wire.DoShow(marks=marks):
            return course_of(state, _show(state, seat, marks))
        case wire.DoHint():
            return course_of(state, _hint(state, seat))
        case _:
            first = Played(_in_the_game(state, seat, command))
    return course_of(state, [first])


def follow(state: RoomState, seat: int, room: str) -> Course:
    """The same people go on in ``room``, unless they are going on in another one already."""
    return [] if state.next is not None else course_of(state, [Followed(seat, room)])


def sit(
    state: RoomState,
    invite: str | None,
    wanted: int | None,
    name: str,
    secret_hash: str,
    here: Collection[int] = (),
) -> Course:
    """Who came by the invite link takes a free seat, the first unless one is wanted.

    Without the invite it hangs on the table's door. In a running game one of the people ``here``
    has to agree, the host only where nobody else is: until then it is only asked. Who asks once
    more with the same secret is where they were.
    """
    if state.seat_with(secret_hash) is not None:
        return []
    asked = state.question
    waiting = asked if asked is not None and asked.secret_hash == secret_hash else None
    known = invite is not None and hmac.compare_digest(invite.encode(), state.invite.encode())
    if waiting is None and not known and (invite is not None or state.door == "invite"):
        raise ServerError("wrong_invite")
    if state.phase is Phase.OVER:
        raise ServerError("no_free_seat")
    seat = _free_seat(state, wanted) if waiting is None else waiting.seat
    kept = name_now(state, name)
    others = not state.agreeing(seat).isdisjoint(here)
    asks = not known and state.door != "open"
    host = state.host is not None and (asks or (state.running and state.host in here))
    if not others and not host:
        return course_of(state, _sits(state, seat, kept, secret_hash))
    if waiting is not None and (others or waiting.host):
        return []
    if waiting is None and asked is not None:
        raise ServerError("asked_already")
    return course_of(state, [Requested(seat, None, kept, secret_hash, host=not others)])


def _sits(state: RoomState, seat: int, name: str, secret_hash: str) -> list[RoomEvent]:
    events: list[RoomEvent] = [Sat(seat, name, secret_hash)]
    if state.table is not None:
        events.append(Played(StoodIn(seat, None)))
    return events


def _free_seat(state: RoomState, wanted: int | None) -> int:
    free = [seat for seat, place in enumerate(state.places) if place.free]
    if wanted is not None and not 0 <= wanted < len(state.places):
        raise ServerError("no_such_seat", seat=wanted + 1, seats=len(state.places))
    if wanted is not None and wanted not in free:
        raise ServerError("seat_taken", seat=wanted + 1)
    if not free:
        raise ServerError("no_free_seat")
    return free[0] if wanted is None else wanted


def course_of(state: RoomState, events: Sequence[RoomEvent]) -> Course:
    """The course that ``events`` take, and what follows from them without anybody's doing.

    When everybody is ready the cards are dealt; when everybody has said how much they would like
    to start, the strongest wish does, the lowest seat among equals (B10r). Refused when the law
    does not allow it.
    """
    course: Course = []

    def happen(event: RoomEvent) -> RoomState:
        before = course[-1][1] if course else state
        course.append((event, advance_room(before, event)))
        return course[-1][1]

    now = state
    for event in events:
        now = happen(event)
    if now.phase is Phase.GATHERING and all(place.ready for place in now.places):
        now = happen(Dealt(*_draw(now), randomness.randbits(32)))
    if now.phase is Phase.AGREEING and _settles_itself(now):
        assert now.table is not None
        happen(Played(Started(now.table.talk.settled(len(now.places)))))
    return course


def _settles_itself(state: RoomState) -> bool:
    """True when nobody needs to decide who starts. Where people left it to others, a bot may."""
    assert state.table is not None
    bots = state.bots()
    spontaneous = state.table.setup.rules.edition.spontaneous
    return state.table.spoken(bots) and not (spontaneous and bots)


def _draw(state: RoomState) -> tuple[str, bool]:
    chosen = state.plan.chosen_deal()
    deal = Deal.new(state.plan.rules) if chosen is None else chosen
    assert deal.code is not None
    return deal.code, chosen is not None


def check_bot_name(bot: str) -> None:
    """GameError unless it is one of our own bots: a table never starts a program."""
    if bot not in team_mates():
        raise ServerError("unknown_bot", bot=bot[:24], known=", ".join(team_mates()))


def _before_the_deal(state: RoomState) -> None:
    if state.phase is not Phase.GATHERING:
        raise ServerError("already_dealt")


def _host_only(state: RoomState, seat: int) -> None:
    if seat != state.host:
        raise ServerError("host_only")


def _known_seat(state: RoomState, place: int) -> None:
    if place >= len(state.places):
        raise ServerError("no_such_seat", seat=place + 1, seats=len(state.places))


def _change(state: RoomState, seat: int, plan: Plan) -> RoomEvent:
    _before_the_deal(state)
    _host_only(state, seat)
    plan.check()
    if any(place.person for place in state.places[plan.players :]):
        raise ServerError("seats_in_use", seats=plan.players)
    return Changed(plan)


def _seat_bot(state: RoomState, seat: int, place: int, bot: str) -> RoomEvent:
    _before_the_deal(state)
    _host_only(state, seat)
    _known_seat(state, place)
    check_bot_name(bot)
    if state.places[place].person:
        raise ServerError("seat_taken", seat=place + 1)
    return Sat(place, bot_seat_name(state, place), bot=bot)


def _free(state: RoomState, seat: int, place: int, here: Collection[int]) -> list[RoomEvent]:
    _known_seat(state, place)
    if place != seat:
        _host_only(state, seat)
    if state.phase is Phase.OVER:
        raise ServerError("game_over")
    if state.places[place].free:
        raise ServerError("seat_free", seat=place + 1)
    if state.places[place].bot is not None:
        _before_the_deal(state)  # a bot that sits at the table plays the game to its end
        return [Freed(place, seat)]
    if place == seat:
        return [Freed(place, seat)]
    if state.agreeing(place).isdisjoint(here):
        return [Freed(place, seat, new_invite())]
    asked = state.question
    if asked is None:
        return [Requested(place, seat)]
    if (asked.seat, asked.by) != (place, seat):
        raise ServerError("asked_already")
    return []


def _agree(state: RoomState, seat: int, number: int, yes: bool) -> list[RoomEvent]:
    asked = state.question
    if asked is None or asked.number != number or state.phase is Phase.OVER:
        raise ServerError("not_asked")
    may = state.may_agree(seat) if yes else state.may_decline(seat)
    if not may:
        raise ServerError("not_yours_to_answer")
    if not yes:
        return [Answered(seat, False, new_invite() if asked.by is None else None)]
    if asked.by is not None:
        return [Answered(seat, True), Freed(asked.seat, asked.by, new_invite())]
    assert asked.name is not None
    assert asked.secret_hash is not None
    return [Answered(seat, True), *_sits(state, asked.seat, asked.name, asked.secret_hash)]


def _say(state: RoomState, seat: int, text: str, language: str) -> RoomEvent:
    said = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not state.running:
        if not said:
            raise ServerError("nothing_said")
        return Talked(seat, said)
    found = number_in(state, said, language)
    if found is not None:
        raise Unsaid("number", rule="T1", found=found)
    return Played(Said(seat, said))


def _phrase(state: RoomState, seat: int, phrase: Phrase, row: str | None) -> RoomEvent:
    if state.running:
        return Played(Phrased(seat, phrase, row))
    if phrase.of_row or row is not None:
        raise ServerError("not_dealt" if state.table is None else "game_over")
    return Talked(seat, None, phrase)


def _show(state: RoomState, seat: int, marks: Mapping[str, MarkerWord]) -> list[RoomEvent]:
    """What makes the seat show these markers and no others."""
    if state.table is None:
        raise ServerError("not_dealt")
    view = state.table.view(seat)
    refusal = view.talk_refusal(Sign.MARKER)
    if refusal is not None:
        raise refusal
    wanted = {row: Marker(word) for row, word in marks.items()}
    return [Played(Marked(seat, row, marker)) for row, marker in view.mark_changes(wanted)]


def _hint(state: RoomState, seat: int) -> list[RoomEvent]:
    """That the seat is given a hint, which happens once however many it asks for."""
    if state.table is None:
        raise ServerError("not_dealt")
    if not state.plan.hints:
        raise ServerError("hints_off")
    event = Hinted(seat)
    advance(state.table, event)
    return [] if seat in state.table.hinted else [Played(event)]


def _in_the_game(state: RoomState, seat: int, command: wire.Command) -> Event:
    if state.table is None:
        raise ServerError("not_dealt")
    match command:
        case wire.DoMove(move=move):
            return Moved(seat, parse_move(move))
        case wire.DoOffer():
            return _offer(state, seat, command)
        case wire.DoStart():
            return _start(state, seat, command)
        case wire.DoPick(places=places):
            return Picked(seat, tuple(places))
        case wire.DoMark(row=row, marker=marker):
            return Marked(seat, row, None if marker is None else Marker(marker))
        case wire.DoName(command=name):
            return Named(seat, Command(name))
        case wire.DoStandIn():
            return _stand_in(state, seat, command)
    raise ValueError(command)  # no other command is about the game


def _offer(state: RoomState, seat: int, command: wire.DoOffer) -> Event:
    assert state.table is not None
    wish = None if command.wish is None else Wish(command.wish)
    if wish is not None and state.table.setup.rules.edition.spontaneous:
        wish = Wish.CAN  # ready is ready: here nobody says how much they would like to (B10r)
    return Offered(seat, wish)


def _start(state: RoomState, seat: int, command: wire.DoStart) -> Event:
    _known_seat(state, command.seat)
    table, event = state.table, Started(command.seat)
    assert table is not None
    advance(table, event)  # too late is too late, whoever asks
    if command.seat in state.may_start(seat):
        return event
    if table.active is not None:
        raise ServerError("start_given", rule="B10r", name=state.places[table.active].name)
    if not table.setup.rules.edition.spontaneous:
        raise ServerError("host_only")
    if command.seat != seat:
        raise ServerError("start_for_oneself", rule="B10r")
    waiting = [p.name or "…" for at, p in enumerate(state.places) if at not in table.answered]
    raise ServerError("not_all_ready", rule="B10r", names=", ".join(waiting))


def _stand_in(state: RoomState, seat: int, command: wire.DoStandIn) -> Event:
    _known_seat(state, command.seat)
    if command.seat != seat:
        _host_only(state, seat)
    if not state.running:
        raise ServerError("game_over")
    if command.bot is None:
        if state.places[command.seat].free:
            raise ServerError("nobody_there", seat=command.seat + 1)
    else:
        check_bot_name(command.bot)
    return StoodIn(command.seat, command.bot)
