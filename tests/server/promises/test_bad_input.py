"""Whatever is sent is answered with a documented code, and the table goes on."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.server.harness import ServerProcess
from tests.server.promises.documented import documented
from tests.server.promises.test_seats_and_secrets import at, playing
from tests.server.wire_client import a_move

NOT_READABLE = "server.no_message"
NOT_MINE = "refusal.not_in_hand"
NOT_KNOWN = "server.wrong_message"


def masked(opcode: Opcode, data: bytes) -> bytes:
    return Frame(opcode, data).serialize(mask=True, extensions=[])


#: What is sent, and the code that answers it.
GARBAGE: list[tuple[Any, str]] = [
    (b"\x00\xff\x00binary", NOT_READABLE),
    (b'{"type":"ping"}', NOT_READABLE),
    ("", NOT_READABLE),
    ("ping", NOT_READABLE),
    ("{", NOT_READABLE),
    ('{"type":"ping"}}', NOT_READABLE),
    ('{"type":"ping",}', NOT_READABLE),
    ("\ufeff{}", NOT_READABLE),
    ("\0", NOT_READABLE),
    ("[" * 4000 + "]" * 4000, NOT_KNOWN),
    ('{"a":' * 1300 + "1" + "}" * 1300, NOT_READABLE),
    ('{"type":"say","id":"1","text":NaN}', NOT_READABLE),
    ('{"type":"say","id":"1","text":Infinity}', NOT_READABLE),
    (r'{"type":"say","id":"1","text":"\ud800"}', NOT_READABLE),
    (r'{"type":"say","id":"1","text":"\udc00\ud800"}', NOT_READABLE),
    ("null", NOT_KNOWN),
    ("[]", NOT_KNOWN),
    ("17", NOT_KNOWN),
    ('"ping"', NOT_KNOWN),
    ("{}", NOT_KNOWN),
    ('{"type":null}', NOT_KNOWN),
    ('{"type":"nothing"}', NOT_KNOWN),
    ('{"type":["ping"]}', NOT_KNOWN),
    ('{"type":"ping","more":1}', NOT_KNOWN),
    ('{"type":"state","id":"1"}', NOT_KNOWN),
    ('{"type":"done","id":"1","number":1}', NOT_KNOWN),
    ('{"type":"say","text":"no id"}', NOT_KNOWN),
    ('{"type":"say","id":"","text":"x"}', NOT_KNOWN),
    ('{"type":"say","id":"' + "x" * 41 + '","text":"x"}', NOT_KNOWN),
    ('{"type":"say","id":"a b","text":"x"}', NOT_KNOWN),
    ('{"type":"say","id":7,"text":"x"}', NOT_KNOWN),
    ('{"type":"say","id":"1","text":""}', NOT_KNOWN),
    ('{"type":"say","id":"1","text":"' + "x" * 401 + '"}', NOT_KNOWN),
    ('{"type":"say","id":"1","text":"x","language":"xx"}', NOT_KNOWN),
    ('{"type":"say","id":"1","text":"x","seat":1}', NOT_KNOWN),
    ('{"type":"move","id":"1","move":"5@U1"}', NOT_KNOWN),
    ('{"type":"move","id":"1","move":"5@U1","after":-1}', NOT_KNOWN),
    ('{"type":"move","id":"1","move":"5@U1","after":1.5}', NOT_KNOWN),
    ('{"type":"move","id":"1","move":5,"after":1}', NOT_KNOWN),
    ('{"type":"move","id":"1","move":"5@U1@U1@U1@U1","after":1}', NOT_KNOWN),
    ('{"type":"pick","id":"1","places":[1e3]}', NOT_KNOWN),
    ('{"type":"pick","id":"1","places":[-1]}', NOT_KNOWN),
    ('{"type":"pick","id":"1","places":' + json.dumps([1] * 13) + "}", NOT_KNOWN),
    ('{"type":"mark","id":"1","row":"U1","marker":"huge"}', NOT_KNOWN),
    ('{"type":"mark","id":"1","row":"ABCDE","marker":null}', NOT_KNOWN),
    ('{"type":"name","id":"1","command":"fly"}', NOT_KNOWN),
    ('{"type":"free","id":"1","seat":10}', NOT_KNOWN),
    ('{"type":"free","id":"1","seat":true}', NOT_KNOWN),
    ('{"type":"change","id":"1","plan":{"players":11}}', NOT_KNOWN),
    ('{"type":"change","id":"1","plan":{"watchers":"yes"}}', NOT_KNOWN),
    ('{"type":"change","id":"1","plan":{"options":{"cheat":true}}}', NOT_KNOWN),
    ('{"type":"hello","protocol":2}', "server.hello_again"),
    ('{"type":"move","id":"a","move":"U1@5","after":99}', "errors.not_a_move"),
    ('{"type":"move","id":"b","move":"1000@U1","after":99}', NOT_MINE),
    ('{"type":"mark","id":"c","row":"X9","marker":"keep"}', "refusal.no_such_row"),
    ('{"type":"pick","id":"d","places":[0,1]}', "refusal.no_fan"),
    ('{"type":"offer","id":"e","wish":"must"}', "refusal.already_started"),
    ('{"type":"start","id":"f","seat":9}', "server.no_such_seat"),
    ('{"type":"free","id":"g","seat":9}', "server.no_such_seat"),
    ('{"type":"stand_in","id":"h","seat":9,"bot":null}', "server.no_such_seat"),
    ('{"type":"stand_in","id":"i","seat":0,"bot":"rm -rf /"}', "server.unknown_bot"),
    ('{"type":"seat_bot","id":"j","seat":1,"bot":"greedy"}', "server.already_dealt"),
    ('{"type":"ready","id":"k","ready":true}', "server.already_dealt"),
    ('{"type":"change","id":"l","plan":{}}', "server.already_dealt"),
    ('{"type":"rematch","id":"m"}', "server.game_running"),
    ('{"type":"name","id":"n","command":"stop"}', "refusal.no_commands"),
]


def test_every_kind_of_garbage_gets_its_code_and_the_table_goes_on(server: ServerProcess) -> None:
    async def send_it() -> None:
        host, other = await playing(server, {"players": 2, "talk": "free"})
        before = other.number
        for garbage, code in GARBAGE:
            answer = await host.request(garbage)
            assert answer["type"] == "refusal", (garbage, answer)
            assert answer["why"]["code"] == code, (garbage, answer)
            assert documented(code)
        assert other.number == host.number == before
        await host.do("well", type="say", text="all well")
        await other.until(lambda: other.number == before + 1)
        for client in (host, other):
            await client.close()

    asyncio.run(send_it())


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (masked(Opcode.TEXT, b'{"type":"ping","x":"' + b"x" * 8192 + b'"}'), 1009),
        (masked(Opcode.BINARY, b"x" * 8193), 1009),
        (masked(Opcode.TEXT, b"\xff\xfe\xfd"), 1007),
        (masked(Opcode.TEXT, b"\xed\xa0\x80"), 1007),
        (masked(Opcode.CONT, b"nothing before"), 1002),
        (b"\xc9\x80\0\0\0\0", 1002),  # a ping with a reserved bit
        (b"\xa1\x82\0\0\0\0{}", 1002),  # a text with another
        (b"\x83\x80\0\0\0\0", 1002),  # a kind of frame that there is not
        (b"\x81\x02{}", 1002),  # not masked, as only servers may send
    ],
    ids=["long", "binary", "utf8", "surrogate", "nothing", "bit1", "bit2", "kind", "unmasked"],
)
def test_frames_that_break_the_protocol_end_only_their_own_connection(
    server: ServerProcess, frame: bytes, code: int
) -> None:
    async def send_it() -> None:
        host, other = await playing(server, {"players": 2, "talk": "free"})
        assert host.socket is not None
        transport = host.socket.transport
        transport.write(frame)
        await host.gone()
        assert host.closed_with == code
        await other.do("well", type="say", text="all well")
        await host.connect()
        await host.until(lambda: host.number == other.number)
        for client in (host, other):
            await client.close()

    asyncio.run(send_it())


def test_pings_and_pongs_and_pieces_of_messages_do_no_harm(server: ServerProcess) -> None:
    async def send_it() -> None:
        host, other = await playing(server, {"players": 2, "talk": "free"})
        assert host.socket is not None
        await (await host.socket.ping(b"are you there"))
        await host.socket.pong(b"nobody asked")
        await host.socket.send(['{"type":"say",', '"id":"pieces",', '"text":"in pieces"}'])
        await host.until(lambda: host.answers.get("pieces", {}).get("type") == "done")
        for client in (host, other):
            await client.close()

    asyncio.run(send_it())


def test_a_message_of_8_kib_passes_and_one_byte_more_does_not(server: ServerProcess) -> None:
    async def send_it() -> None:
        for length, passes in ((8192, True), (8193, False)):
            client = await at(server, server.open_table()["table"], None)
            await client.ping()
            message = '{"type":"ping"}'.ljust(length)
            if passes:
                assert (await client.request(message))["type"] == "pong"
                await client.close()
            else:
                await client.send_raw(message)
                await client.gone()
                assert client.closed_with == 1009

    asyncio.run(send_it())


@pytest.mark.parametrize(
    "first",
    [
        b"binary", "", "{}", "null", '{"type":"ping"}', '{"type":"hello"}',
        '{"type":"hello","protocol":1}', '{"type":"hello","protocol":"2"}',
        '{"type":"hello","protocol":2,"more":0}', '{"type":"hello","protocol":2,"last":-1}',
        '{"type":"say","id":"1","text":"hi"}',
    ],
)  # fmt: skip
def test_a_bad_first_message_ends_the_connection_with_4000(
    server: ServerProcess, first: str | bytes
) -> None:
    table = server.open_table()["table"]

    async def knock() -> int | None:
        address = f"{server.url.replace('http', 'ws', 1)}/ws/{table}"
        async with connect(address, proxy=None) as socket:
            await socket.send(first)
            with pytest.raises(ConnectionClosed):
                raise AssertionError(await socket.recv())
            return socket.close_code

    assert asyncio.run(knock()) == 4000


@pytest.mark.parametrize(
    "table", ["000000000000", "x", "..", "%00", "a" * 3000, "'%20or%201=1--", "%F0%9F%82%A1"]
)
def test_a_table_that_is_not_there_is_told_so(server: ServerProcess, table: str) -> None:
    async def knock() -> int | None:
        address = f"{server.url.replace('http', 'ws', 1)}/ws/{table}"
        async with connect(address, proxy=None) as socket:
            await socket.send('{"type":"hello","protocol":2}')
            with pytest.raises(ConnectionClosed):
                raise AssertionError(await socket.recv())
            return socket.close_code

    assert asyncio.run(knock()) == 4004


EVIL = [
    "Robert'); DROP TABLE rooms;--",
    "<img src=x onerror=x>",
    "a\u202eb\u2066c",
    "tab\there\nand\r\nthere",
    "nul\0l",
    "\x1b[31mred",
    "é" * 24,
    "👩‍👩‍👧‍👦",
    "{name} %s ${x}",
]


@pytest.mark.parametrize("name", EVIL)
def test_names_are_cleaned_and_kept_as_text(server: ServerProcess, name: str) -> None:
    opened = server.open_table(name=name[:24], plan={"players": 2, "talk": "free"})
    seen = server.ask("GET", f"/api/tables/{opened['table']}").json["room"]
    kept = seen["seats"][0]["name"]
    assert kept.isprintable()
    assert 1 <= len(kept) <= 24
    assert kept == kept.strip()
    plain = " ".join("".join(c if c.isprintable() else " " for c in name[:24]).split())
    assert kept == plain
    assert server.stored("select count(*) from rooms")[0][0] > 0


@pytest.mark.parametrize(
    "name", ["", " ", "\n\t", "\u202e", "x" * 25, "y" * 10_000, 5, True, ["a"]]
)
def test_names_that_cannot_be_shown_are_refused(server: ServerProcess, name: object) -> None:
    answer = server.ask("POST", "/api/tables", {"name": name})
    assert answer.status in (400, 422)
    assert answer.json["error"]["code"] in ("server.no_name", "server.wrong_fields")


@pytest.mark.parametrize("text", EVIL)
def test_chat_is_cleaned_and_delivered_as_text(server: ServerProcess, text: str) -> None:
    async def say() -> None:
        table, secrets = server.full_table({"players": 2})
        speaker, listener = [await at(server, table, secret) for secret in secrets]
        number = await speaker.do("say", type="say", text=text)
        await listener.caught_up(number)
        heard = listener.log[number]["text"]
        assert heard == " ".join("".join(c if c.isprintable() else " " for c in text).split())
        for client in (speaker, listener):
            await client.close()

    asyncio.run(say())


def test_moves_after_the_end_and_out_of_turn_are_refused(server: ServerProcess) -> None:
    async def play_out() -> None:
        people = await playing(server, {"players": 2})
        rng = Random(8)
        for n in range(500):
            for person in people:
                await person.ping()
            over = people[0].room["phase"] == "over"
            if over:
                break
            active = next(p for p in people if p.game["my_turn"])
            idle = next(p for p in people if p is not active)
            if n % 20 == 0:
                for move in ("end", "back", "50@U1"):
                    early = {"type": "move", "move": move, "after": idle.number}
                    why = await idle.refused(f"early{n}{move}", **early)
                    assert why["code"] == "refusal.not_your_turn"
            await active.do(f"m{n}", **a_move(active.state or {}, rng))
        assert people[0].room["phase"] == "over"
        end = people[0].number
        for move in ("end", "back", "50@U1"):
            late = {"type": "move", "move": move, "after": end}
            assert (await people[0].refused(f"late{move}", **late))["code"] == "refusal.game_over"
        for command in (
            {"type": "mark", "row": "U1", "marker": "keep"},
            {"type": "free", "seat": 1},
            {"type": "stand_in", "seat": 1, "bot": "greedy"},
        ):
            why = await people[0].refused(f"late{command['type']}", **command)
            assert why["code"] in ("refusal.game_over", "server.game_over")
        assert people[0].number == end
        # Talk is free again once the game is over, numbers and all.
        await people[0].do("bye", type="say", text="42 would have been better")
        for person in people:
            await person.close()

    asyncio.run(play_out())
