"""A client that loses its server, or is sent away, and what it does about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from ninetyeight.client import ClientError, Declined, Link, SeatClient
from ninetyeight.client import seat as seat_module
from ninetyeight.rules import Lay
from ninetyeight.table import Moved, read_record
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from ninetyeight.wire.state import RoomSeen, SeatSeen, Why
from tests.client.guests import free_port, guest, links, run
from tests.server.harness import serving

SECRET = "0123456789abcdef0123"


@pytest.mark.parametrize("gently", [False, True], ids=["kill -9", "graceful stop"])
def test_a_game_goes_on_after_the_server_was_restarted(tmp_path: Path, gently: bool) -> None:
    with serving(tmp_path, port=free_port()) as server:
        seat, invite = links(server, {"players": 2, "deal": "original-2p-K7Q2M9XA4TWB3H8C"})
        lines: list[str] = []
        # Slow enough that the game still runs when the server has stopped.
        guests = [guest(seat, "greedy", lines, pace=0.03), guest(invite, "greedy", [], pace=0.03)]

        async def evening() -> None:
            playing = [asyncio.create_task(one.play()) for one in guests]
            for cards in (5, 20):
                while sum(" on " in line for line in lines) < cards:
                    assert not any(task.done() for task in playing)
                    await asyncio.sleep(0.002)
                if gently:
                    server.terminate()
                    await asyncio.to_thread(server.wait)
                else:
                    await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
            await asyncio.gather(*playing)

        run(evening())
        assert lines.count("The connection is back.") == 2
        answer = server.ask("GET", f"/api/tables/{seat.table}/record", secret=seat.secret)
        kept = read_record(answer.body)
        assert kept.state.outcome is not None
        # Nothing lost, nothing doubled: what was told is what is written down.
        moves = [event.move for event in kept.events if isinstance(event, Moved)]
        cards = [f": {move.card} on {move.row}," for move in moves if isinstance(move, Lay)]
        told = [line for line in lines if " on " in line]
        assert len(told) == len(cards)
        assert all(card in line for card, line in zip(cards, told, strict=True))


# --- a server of a few lines, that does what a test says ----------------------------------------

Table = Callable[[ServerConnection, wire.Hello, int], Awaitable[None]]


def state(number: int) -> bytes:
    """A table where nothing has been dealt, after so many events."""
    place = SeatSeen("Ada", None, True, False, None, False, False, False)
    room = RoomSeen(
        id="0123456789ab",
        phase="gathering",
        plan=Plan(),
        take_backs=False,
        seats=[place],
        seat=0,
        host=True,
        invite="X",
        code=None,
        deal=None,
        known_deal=False,
        follows=None,
        next=None,
        question=None,
    )
    return msgspec.json.encode(wire.State(number, room, None, None, []))


@asynccontextmanager
async def table(do: Table) -> AsyncIterator[Link]:
    """Inside, a server answers every greeting and then does what ``do`` says."""
    visits = 0

    async def answer(socket: ServerConnection) -> None:
        nonlocal visits
        visits += 1
        hello = msgspec.json.decode(await socket.recv(), type=wire.Hello)
        await do(socket, hello, visits)

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Link(f"http://127.0.0.1:{port}", "0123456789ab", secret=SECRET)


async def greet(socket: ServerConnection, number: int) -> None:
    welcome = wire.Welcome(wire.PROTOCOL, "1", "0123456789ab", 0)
    await socket.send(msgspec.json.encode(welcome), text=True)
    await socket.send(state(number), text=True)


@pytest.mark.parametrize("code", [1001, 1011, 1012, 4008, 4029])
def test_a_connection_that_was_closed_is_taken_up_by_number(code: int) -> None:
    greetings: list[wire.Hello] = []

    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        greetings.append(hello)
        await greet(socket, 10 * visit)
        if visit == 1:
            await socket.close(code)
        else:
            await socket.wait_closed()

    async def visit() -> int:
        async with table(do) as link, SeatClient(link) as seat:
            return (await seat.reached(20)).number

    assert run(visit()) == 20
    assert [hello.last for hello in greetings] == [0, 10]
    assert all(hello.secret == SECRET for hello in greetings)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (1009, "sent_too_much"),
        (4000, "other_version"),
        (4001, "seat_lost"),
        (4003, "watching_closed"),
        (4004, "no_table"),
    ],
)
def test_a_connection_that_is_closed_for_good_is_not_tried_again(code: int, told: str) -> None:
    visits = []

    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        visits.append(visit)
        await greet(socket, 1)
        await socket.recv()
        await socket.close(code)

    async def visit() -> None:
        async with table(do) as link, SeatClient(link) as seat:
            with pytest.raises(ClientError) as sending:
                await seat.send(wire.DoReady, ready=True)
            assert sending.value.code == told
            with pytest.raises(ClientError) as waiting:
                async for _ in seat.states():
                    pass
            assert waiting.value.code == told

    run(visit())
    assert visits == [1]


def test_an_unanswered_command_is_sent_again_with_the_same_id() -> None:
    sent: list[bytes] = []

    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, visit)
        sent.append(await socket.recv(decode=False))
        if visit < 3:
            await socket.close(1012)  # it may have been done, or not: nobody knows
            return
        command = msgspec.json.decode(sent[-1], type=wire.DoReady)
        await socket.send(msgspec.json.encode(wire.Done(command.id, 7)), text=True)
        await socket.wait_closed()

    async def visit() -> int:
        async with table(do) as link, SeatClient(link) as seat:
            return (await seat.send(wire.DoReady, ready=True)).number

    assert run(visit()) == 7
    assert len(sent) == 3
    assert len(set(sent)) == 1


def test_a_refusal_is_told_in_the_words_of_the_catalogue() -> None:
    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, 1)
        for why in (Why("server.stale"), Why("server.new_kind_of_trouble\x07")):
            command = msgspec.json.decode(await socket.recv(), type=wire.DoReady)
            await socket.send(msgspec.json.encode(wire.Refusal(command.id, why)), text=True)
        await socket.wait_closed()

    async def visit() -> list[str]:
        told = []
        async with table(do) as link, SeatClient(link) as seat:
            for _ in range(2):
                with pytest.raises(Declined) as caught:
                    await seat.send(wire.DoReady, ready=True)
                told.append(str(caught.value))
        return told

    assert run(visit()) == [
        "Somebody has moved in the meantime. Look again, then decide.",
        "The server refused: server.new_kind_of_trouble. "
        "A newer release of this program can say why.",
    ]


def test_what_a_newer_server_says_is_passed_over() -> None:
    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, 1)
        for strange in ('{"type": "fireworks"}', "no JSON", '{"type":"state","number":"x"}'):
            await socket.send(strange)
        await socket.send(state(2), text=True)
        await socket.wait_closed()

    async def visit() -> int:
        async with table(do) as link, SeatClient(link) as seat:
            return (await seat.reached(2)).number

    assert run(visit()) == 2


def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, 1)
        await socket.recv()

    async def visit() -> None:
        async with table(do) as link:
            seat = SeatClient(link, patience=1.0)
            await seat.__aenter__()
        # The server is gone, and its port with it.
        with pytest.raises(ClientError) as caught:
            await seat.reached(2)
        assert caught.value.code == "gave_up"
        await seat.close()

    run(visit())


def test_pauses_grow_and_differ_from_client_to_client() -> None:
    def pauses() -> list[float]:
        return [pause for pause, _ in zip(seat_module.back_off(), range(12), strict=False)]

    mine, others = pauses(), pauses()
    assert mine != others
    assert all(0.2 <= pause <= 15 for pause in mine)
    assert sum(mine[6:9]) > sum(mine[:3])


def test_a_closed_seat_yields_no_more_states() -> None:
    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, 1)
        await socket.wait_closed()

    async def visit() -> list[int]:
        seen = []
        async with table(do) as link, SeatClient(link) as seat:
            async for one in seat.states():
                seen.append(one.number)
                await seat.close()
        return seen

    assert run(visit()) == [1]


def test_the_secret_is_in_no_log_however_much_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)

    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, 1)
        await socket.wait_closed()

    async def visit() -> None:
        async with table(do) as link, SeatClient(link):
            pass

    run(visit())
    ours = [record for record in caplog.records if record.name != "websockets.server"]
    assert SECRET not in "\n".join(record.getMessage() for record in ours)


def test_a_listener_that_cannot_listen_ends_the_seat_instead_of_hanging() -> None:
    async def do(socket: ServerConnection, hello: wire.Hello, visit: int) -> None:
        await greet(socket, 1)
        await socket.wait_closed()

    def hear(state: wire.State) -> None:
        raise BrokenPipeError("nobody reads on")

    async def visit() -> None:
        async with table(do) as link, SeatClient(link, hear=hear) as seat:
            async for _ in seat.states():
                pass

    with pytest.raises(BrokenPipeError, match="nobody reads on"):
        run(visit())
