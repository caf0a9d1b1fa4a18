"""Before the first turn: taking a hand from the face-down fan, and who starts (B2, B10, B10r)."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import SystemRandom
from typing import TYPE_CHECKING

from ninetyeight.rules import Wish
from ninetyeight.table import Phase
from ninetyeight.terminal.plain.table_lines import hand_line
from ninetyeight.terminal.plain.typed import says

if TYPE_CHECKING:
    from ninetyeight.terminal.plain.game import PlainGame


def pick(game: PlainGame) -> None:
    """A person takes a hand from the face-down fan, or lets chance take it."""
    seat = game.session.waiting_for()
    assert seat is not None
    state = game.session.table.state
    size, cards = state.setup.rules.hand_size, len(state.setup.deal.deck)
    free = state.free_places
    taken = sorted({*range(cards)} - {*free})
    say = game.words.say
    game.console.say(say("fan.explain", name=game.names[seat], n=size, cards=cards))
    if taken:
        listed = ", ".join(str(place + 1) for place in taken)
        game.console.say(say("fan.taken", places=listed))
    while True:
        typed = game.ask(say("fan.ask", n=size))
        numbers = typed.replace(",", " ").split()
        if not numbers:
            places = tuple(SystemRandom().sample(free, size))
        elif all(number.isascii() and number.isdigit() for number in numbers):
            places = tuple(int(number[:4]) - 1 for number in numbers)
        else:
            game.console.say(say("fan.numbers", n=size))
            continue
        if game.done(lambda picked=places: game.session.table.pick(seat, picked)):  # type: ignore[misc]
            return


def agree(game: PlainGame) -> None:
    """Everybody says how much they would like to start; then the team settles it (B10r)."""
    say, session = game.words.say, game.session
    unheard = [seat for seat in session.people if seat not in session.table.state.answered]
    if unheard:
        game.console.say(say("start.how"), *_wishes_told(game))
    for seat in unheard:
        _offer(game, seat)
    game.look_away()
    talk = session.table.state.talk
    game.console.say(say("start.offers"))
    for seat, name in enumerate(game.names):
        wish = talk.offers.get(seat)
        told = say("start.no_wish") if wish is None else game.words.text(f"rules.wish.{wish}")
        game.console.say(say("start.offer", number=seat + 1, name=name, wish=told))
    first = talk.settled(len(game.names))
    while True:
        typed = game.ask(say("start.ask", name=game.names[first]))
        chosen = game.seat_called(typed) if typed else first
        if chosen is None:
            game.console.say(say("start.who", names=", ".join(game.names)))
        elif game.done(lambda seat=chosen: session.settle(seat)):  # type: ignore[misc]
            return


def _wishes_told(game: PlainGame) -> Iterator[str]:
    """What each answer means, by the word that is typed."""
    say = game.words.say
    for typed, meant in (*((wish.value, wish.value) for wish in Wish), ("no", "none")):
        word = say(f"typed.{typed}").split()[0]
        yield say("start.means", word=word, means=game.words.text(f"rules.wish_means.{meant}"))


def _offer(game: PlainGame, seat: int) -> None:
    game.hand_over(seat)
    view = game.session.table.view(seat)
    say = game.words.say
    game.console.say(hand_line(game.words, view))
    while True:
        typed = game.ask(say("start.wish", name=game.names[seat]))
        wish: Wish | None = next(
            (w for w in Wish if says(typed, w.value, game.words.language)), None
        )
        unwilling = not typed or says(typed, "no", game.words.language)
        if wish is None and not unwilling:
            game.console.say(say("start.wishes"))
        elif game.done(lambda said=wish: game.session.table.offer(seat, said)):  # type: ignore[misc]
            return


def get_ready(game: PlainGame) -> None:
    """Everybody shows that they are ready; then whoever feels like it starts (B10r).

    Who sits here alone shows it with the answer.
    """
    say, session = game.words.say, game.session
    for seat in session.people:
        while game.shared and seat not in session.table.state.answered:
            game.hand_over(seat)
            game.console.say(hand_line(game.words, session.table.view(seat)))
            game.ask(say("start.ready", name=game.names[seat]))
            game.done(lambda seat=seat: session.table.offer(seat, Wish.CAN))  # type: ignore[misc]
    game.look_away()
    people = [game.names[seat] for seat in session.people]
    if not game.shared:
        game.console.say(hand_line(game.words, session.table.view(session.people[0])))
    while session.phase is Phase.AGREEING:
        typed = game.ask(say("start.whoever" if game.shared else "start.alone", name=people[0]))
        chosen = game.seat_called(typed)
        if not game.shared and says(typed, "yes", game.words.language):
            chosen = session.people[0]
        if not typed or says(typed, "no", game.words.language):
            if game.done(session.leave_to_others):
                return
        elif chosen in session.people:
            game.done(lambda seat=chosen: session.start_here(seat))  # type: ignore[misc]
        else:
            game.console.say(say("start.who", names=", ".join(people)))
