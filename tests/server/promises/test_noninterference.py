"""Nobody receives what they may not know.

Two rooms are played side by side in which everything is the same but for what one viewer cannot
know: which cards lie in other hands and in the draw pile, the commands on them, the deal's code,
the bots' seed, others' secrets, for a watcher the invite. Not one byte that this viewer is sent
may differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from ninetyeight.rules import BACK, END, Card, Command, Commands, Deal, GameError, Lay, Rules
from ninetyeight.server.decisions import decide
from ninetyeight.server.room import Room, refusal_message
from ninetyeight.server.room_events import Dealt, Played
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.seen import Sight
from ninetyeight.table import Moved, Phase
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Choices, Plan
from tests.server.promises.covered import shown_to_people
from tests.server.promises.rooms import (
    Decks,
    Ear,
    a_command,
    a_deal,
    a_plan,
    a_random_game,
    looked_back,
    rooms_in,
    timeless,
)

ID = "0123456789ab"


def seen_by(room: Room, viewer: int | None) -> set[Card]:
    """Every card that ``viewer`` has ever seen: laid cards, also those taken back, and the own."""
    state = RoomState.opened(room.id, room.first_plan, room.state.invite, None)
    seen: set[Card] = set()
    for event in room.log:
        state = advance_room(state, event)
        match event:
            case Played(Moved(move=Lay() as lay)):
                seen.add(lay.card)
        table = state.table
        if viewer is not None and table is not None and table.game is not None:
            seen.update(table.game.hands[viewer])
    return seen


def twin_of(room: Room, viewer: int | None, rng: Random, decks: Decks) -> str | None:
    """The code of a deal in which all that ``viewer`` has not seen lies elsewhere.

    Everything that happened in ``room`` must be possible with it, or there is nothing to compare.
    """
    table = room.state.table
    assert table is not None
    deal, seen = table.setup.deal, seen_by(room, viewer)
    hidden = [card for card in deal.deck if card not in seen]
    for _ in range(30):
        order = list(hidden)
        rng.shuffle(order)
        swap = dict(zip(hidden, order, strict=True))
        code = a_deal(deal.rules, rng).code
        assert code is not None
        decks[code] = Deal(
            deal.rules,
            tuple(swap.get(card, card) for card in deal.deck),
            Commands({swap.get(card, card): kind for card, kind in deal.commands.items()}),
            code,
        )
        if _is_possible(room, code):
            return code
    return None


def _is_possible(room: Room, code: str) -> bool:
    state = RoomState.opened(room.id, room.first_plan, room.state.invite, None)
    try:
        for event in room.log:
            if isinstance(event, Dealt):
                event = Dealt(code, False, 0)
            state = advance_room(state, event)
    except GameError:
        return False  # a hidden hand would have been stuck, which everybody would have seen
    return state.phase is room.state.phase


async def check_twins(folder: Path, seed: int, decks: Decks) -> bool:
    """Play a game and its twin for one viewer; False when there is no twin to compare with."""
    rng = Random(seed)
    plan = a_plan(rng)
    viewer = rng.choice([None, *range(plan.players)])
    mine, theirs = [f"{seat}" * 64 for seat in range(9)], [f"{seat}x" * 32 for seat in range(9)]
    if viewer is not None:
        theirs[viewer] = mine[viewer]
    code = a_deal(plan.rules, rng).code
    assert code is not None
    async with rooms_in(folder / "one") as first, rooms_in(folder / "other") as second:
        draft = await first.dealt("draft", plan, code, hashes=mine)
        game = await a_random_game(draft, rng, rng.choice([3, 20, 60, 120]))
        twin = twin_of(draft, viewer, rng, decks) if draft.state.running else None
        if twin is None:
            return False
        one = await first.dealt(ID, plan, code, hashes=mine, invite="secret-invite")
        invite = "other-invite!" if viewer is None else "secret-invite"
        other = await second.dealt(ID, plan, twin, hashes=theirs, invite=invite, bot_seed=99)
        ears = [Ear(one, viewer), Ear(other, viewer)]
        one.enter(ears[0], 0)
        other.enter(ears[1], 0)
        for seat, command in game:
            assert await one.command(seat, command) == await other.command(seat, command)
            if rng.random() < 0.1:
                check_looking_back(one, other, viewer, rng)
                check_what_is_refused(one, other, viewer, rng)
        assert len(ears[0].messages) == len(game) + 2
        assert [timeless(m) for m in ears[0].messages] == [timeless(m) for m in ears[1].messages]
        check_looking_back(one, other, viewer, rng)
        check_what_is_refused(one, other, viewer, rng)
        assert one.state.table is not None
        assert other.state.table is not None
        if len(one.state.table.setup.rules.cards) - len(seen_by(one, viewer)) > 10:
            assert one.state.table.setup.deal.deck != other.state.table.setup.deal.deck
    return True


def check_looking_back(one: Room, other: Room, viewer: int | None, rng: Random) -> None:
    for number in {one.number, rng.randint(1, one.number)}:
        told = [looked_back(room, number, viewer) for room in (one, other)]
        assert timeless(told[0]) == timeless(told[1])


def check_what_is_refused(one: Room, other: Room, viewer: int | None, rng: Random) -> None:
    """Whatever the viewer tries is answered alike, and a lay leads to the same sight."""
    if viewer is None:
        return
    for command in everything_to_try(one, rng):
        answers = [_answer(room, viewer, command) for room in (one, other)]
        assert answers[0] == answers[1], command


def _answer(room: Room, viewer: int, command: wire.Command) -> bytes:
    try:
        course = decide(room.state, viewer, command)
    except GameError as refusal:
        return refusal_message(command.id, refusal)
    after = course[-1][1]
    table = after.table
    assert table is not None
    drew = isinstance(command, wire.DoMove) and room.state.this_turn is not None
    if drew and after.this_turn is None:
        return b"a new turn"  # cards were drawn, or somebody is stuck: that is told to everybody
    if table.game is None or table.game.seat != viewer:
        return b"done"
    return msgspec.json.encode(Sight(after).game(viewer, previews=True))


def everything_to_try(room: Room, rng: Random) -> Iterator[wire.Command]:
    rules = room.state.plan.rules
    moves = [f"{card}@{row}" for card in rules.cards for row in rules.edition.row_names]
    for move in [*rng.sample(moves, 25), str(END), str(BACK), "1000@U1", "5@X", "nonsense"]:
        yield wire.DoMove("m", move, room.number)
    for kind in Command:
        yield wire.DoName("n", kind.value)
    for row in (*rules.edition.row_names, "Q"):
        yield wire.DoMark("k", row, rng.choice([None, "small", "keep", "keep!"]))
    for seat in range(rules.players + 1):
        yield wire.DoFree("f", seat)
        yield wire.DoStart("s", seat)
        yield wire.DoStandIn("i", seat, rng.choice([None, "greedy", "nobody"]))
        yield wire.DoSeatBot("b", seat, "greedy")
    yield wire.DoOffer("o", "must")
    yield wire.DoPick("p", list(range(rules.hand_size)))
    yield wire.DoPick("p", [0, 0])
    yield wire.DoSay("y", "well")
    yield wire.DoSay("y", "forty-two")
    yield wire.DoReady("r", True)
    yield wire.DoChange("c", Plan())


@pytest.mark.parametrize("seed", range(4))
def test_what_differs_only_in_hidden_things_is_told_in_the_same_bytes(
    tmp_path: Path, decks: Decks, seed: int
) -> None:
    async def many() -> list[bool]:
        return [await check_twins(tmp_path / f"{n}", 1000 * seed + n, decks) for n in range(20)]

    compared = asyncio.run(many())
    assert sum(compared) >= len(compared) // 2


def cards_in(thing: object, key: str = "") -> Iterator[int]:
    """Every number in a message that stands where a card may stand."""
    if isinstance(thing, Mapping):
        for name, value in thing.items():
            if name in ("plan", "fan"):
                continue
            if key == "commands" and str(name).isdigit():
                yield int(name)
            yield from cards_in(value, key if name.startswith(("U", "D")) else name)
    elif isinstance(thing, list):
        for one in thing:
            yield from cards_in(one, key)
    elif key in ("card", "cards", "hand", "hands", "rows", "top") and isinstance(thing, int):
        yield thing
    elif key in ("laid", "move", "largest_step_by") and isinstance(thing, str):
        yield int(thing.partition("@")[0])


@pytest.mark.parametrize("seed", range(3))
def test_no_message_of_a_running_game_holds_a_card_or_a_secret_of_somebody_else(
    tmp_path: Path, seed: int
) -> None:
    async def one_game(n: int) -> None:
        rng = Random(f"scan {seed} {n}")
        plan = a_plan(rng)
        deal = a_deal(plan.rules, rng)
        assert deal.code is not None
        hashes = [f"{rng.getrandbits(256):064x}" for _ in range(plan.players)]
        async with rooms_in(tmp_path / f"{n}") as rooms:
            room = await rooms.dealt(
                ID, plan, deal.code, hashes=hashes, invite="the-invite", bot_seed=987654321
            )
            ears = [
                Ear(room, seat, view=view)
                for seat in (None, *range(plan.players))
                for view in (False, True)
            ]
            for ear in ears:
                room.enter(ear, 0)
            known = {ear: seen_by(room, ear.seat) for ear in ears}
            for at in range(150):
                seat, command = a_command(room.state, rng, f"c{at}", room.number)
                with suppress(GameError):
                    await room.command(seat, command)
                if not room.state.running:
                    break
                for ear in ears:
                    if ear.view and ear.seat is not None:
                        _note(known[ear], room, ear.seat)  # B11r: a program may remember
                    else:
                        known[ear] = shown_to_people(room, ear.seat)
                    for message in ear.messages:
                        check_message(message, ear.seat, known[ear], deal, hashes)
                    ear.messages.clear()
                    if rng.random() < 0.05:
                        known[ear] |= seen_by(room, ear.seat)  # in hand, or open then
                        told = looked_back(room, rng.randint(1, room.number), ear.seat)
                        check_message(told, ear.seat, known[ear], deal, hashes)

    async def many() -> None:
        for n in range(8):
            await one_game(n)

    asyncio.run(many())


def _note(known: set[Card], room: Room, seat: int | None) -> None:
    table = room.state.table
    assert table is not None
    if table.game is not None:
        known.update(*table.game.rows)
        if seat is not None:
            known.update(table.game.hands[seat])


def check_message(
    message: bytes, seat: int | None, known: set[Card], deal: Deal, hashes: list[str]
) -> None:
    assert deal.code is not None
    secrets = [deal.code.rpartition("-")[2], "987654321", *hashes]
    if seat is None:
        secrets.append("the-invite")
    assert [secret for secret in secrets if secret.encode() in message] == []
    assert set(cards_in(msgspec.json.decode(message))) <= known


def test_the_deal_is_told_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async def play() -> None:
        rng = Random(5)
        plan = Plan(players=2)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt(ID, plan, code, hashes=["a" * 64, "b" * 64])
            ears = [Ear(room, seat) for seat in (0, 1, None)]
            for ear in ears:
                room.enter(ear, 0)
            await a_random_game(room, rng, 1000)
            assert room.state.phase is Phase.OVER
            for ear in ears:
                *running, last = ear.messages
                assert code.encode() in last
                assert not any(code.encode() in message for message in running)
            for number in range(1, room.number):
                assert code.encode() not in looked_back(room, number, 0)

    asyncio.run(play())


def test_a_seat_is_told_the_invite_and_a_watcher_is_not(tmp_path: Path) -> None:
    async def look() -> None:
        async with rooms_in(tmp_path) as rooms:
            code = a_deal(Rules.of("original", 1), Random(1)).code
            assert code is not None
            plan = Plan(options=Choices(open_rows=True))
            room = await rooms.dealt(ID, plan, code, hashes=["a" * 64], invite="the-invite")
            seated, watching = Ear(room, 0), Ear(room, None)
            room.enter(seated, 0)
            room.enter(watching, 0)
            assert any(b"the-invite" in message for message in seated.messages)
            assert not any(b"the-invite" in message for message in watching.messages)
            # Whoever looks back with somebody's eyes need not be that somebody.
            assert b"the-invite" not in looked_back(room, room.number, 0)

    asyncio.run(look())
