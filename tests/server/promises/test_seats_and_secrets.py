"""Only a seat's secret moves its cards, and no secret is ever where it does not belong."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ninetyeight.server.limits import STRIKES
from ninetyeight.server.room_events import Dealt, read_room_event
from ninetyeight.server.tokens import hash_of, new_secret
from tests.server.harness import ServerProcess, serving
from tests.server.wire_client import WireClient, a_move, something_to_do

At = Callable[[str, str | None], Coroutine[Any, Any, WireClient]]


async def at(server: ServerProcess, table: str, secret: str | None) -> WireClient:
    """A client that has connected and has seen the table."""
    client = WireClient(lambda: server.url, table, secret)
    await client.connect()
    await client.shown()
    return client


async def playing(server: ServerProcess, plan: dict[str, Any]) -> list[WireClient]:
    """A table at which the first turn has begun, by seat."""
    table, secrets = server.full_table(plan)
    people = [await at(server, table, secret) for secret in secrets]
    for seat, person in enumerate(people):
        await person.do(f"ready{seat}", type="ready", ready=True)
    rng = Random(0)
    while any(p.room["phase"] != "playing" for p in people):
        for person in people:
            if (command := something_to_do(person.state or {}, rng, 0)) is not None:
                await person.command(f"begin{len(person.answers)}", **command)
            await person.ping()
    return people


async def closed_with(server: ServerProcess, table: str, first: Any) -> int | None:
    """The code with which a connection is ended whose first message is this."""
    address = f"{server.url.replace('http', 'ws', 1)}/ws/{table}"
    async with connect(address, proxy=None) as socket:
        await socket.send(first if isinstance(first, str | bytes) else json.dumps(first))
        with pytest.raises(ConnectionClosed):
            raise AssertionError(await socket.recv())
        return socket.close_code


def hello(secret: object, **more: object) -> dict[str, object]:
    return {"type": "hello", "protocol": 2, "secret": secret, **more}


def test_a_wrong_secret_opens_nothing(server: ServerProcess) -> None:
    table, secrets = server.full_table({"players": 2})
    other_table, other_secrets = server.full_table({"players": 2})

    async def knock() -> None:
        for secret in (new_secret(), other_secrets[0], secrets[0].swapcase(), hash_of(secrets[0])):
            assert await closed_with(server, table, hello(secret)) == 4001
        for nonsense in ("", "short", "x" * 65, 7, ["a"], "a b c d e f g h i j", "é" * 20):
            assert await closed_with(server, table, hello(nonsense)) in (4000, 4001)

    asyncio.run(knock())
    for secret in (new_secret(), other_secrets[0]):
        answer = server.ask("GET", f"/api/tables/{table}", secret=secret)
        assert (answer.status, answer.json["error"]["code"]) == (401, "server.wrong_secret")
    assert other_table != table


def test_a_watcher_and_another_seat_move_nothing(server: ServerProcess) -> None:
    async def try_it() -> None:
        people = await playing(server, {"players": 3})
        watcher = await at(server, people[0].table, None)
        active = next(person for person in people if person.game["my_turn"])
        move = a_move(active.state or {}, Random(1))
        before = active.number
        assert (await watcher.refused("w", **move))["code"] == "server.not_seated"
        for person in people:
            if person is not active:
                assert (await person.refused("o", **move))["code"] == "refusal.not_your_turn"
        others = [c["card"] for p in people if p is not active for c in p.game["hand"]]
        for card in others:
            stolen = {"type": "move", "move": f"{card}@U1", "after": before}
            why = await active.refused(f"steal{card}", **stolen)
            assert why["code"] == "refusal.not_in_hand"
        assert all(person.number == before for person in people)
        await active.do("mine", **move)
        for client in (*people, watcher):
            await client.close()

    asyncio.run(try_it())


def test_the_secret_of_a_freed_seat_is_worthless_and_somebody_else_may_sit_there(
    server: ServerProcess,
) -> None:
    async def free_it() -> None:
        people = await playing(server, {"players": 3, "talk": "free"})
        host, other, freed = people
        second_tab = await at(server, freed.table, freed.secret)
        assert (await other.refused("no", type="free", seat=2))["code"] == "server.host_only"
        await host.do("free", type="free", seat=2)
        await other.until(lambda: other.room["question"] is not None)
        number = other.room["question"]["number"]
        await other.do("agree", type="agree", number=number, yes=True)
        for tab in (freed, second_tab):
            await tab.gone()
            assert tab.closed_with == 4001
        assert await closed_with(server, host.table, hello(freed.secret)) == 4001
        seat = server.ask("GET", f"/api/tables/{host.table}", secret=freed.secret)
        assert seat.status == 401
        await host.until(lambda: host.room["seats"][2]["open"])
        assert host.room["seats"][2]["stand_in"] is not None
        invite = host.room["invite"]
        await other.close()  # only the host is left who can be asked
        await host.until(lambda: not (host.present or {})["seats"][1])
        sat = server.sit(host.table, invite, "Newcomer")
        assert (sat["seat"], sat["waiting"]) == (2, True)
        await host.until(lambda: host.room["question"] is not None)
        number = host.room["question"]["number"]
        await host.do("welcome", type="agree", number=number, yes=True)
        assert sat["secret"] != freed.secret
        newcomer = await at(server, host.table, sat["secret"])
        assert newcomer.room["seats"][2] == {
            "name": "Newcomer", "bot": None, "host": False, "ready": False, "stand_in": None,
            "open": False, "changed_hands": True, "hinted": False,
        }  # fmt: skip
        assert len(newcomer.game["hand"]) == newcomer.game["hand_sizes"][2] > 0
        await newcomer.do("hi", type="say", text="hello")
        # Seats are full: the invite lets nobody else in, and a wrong one never did.
        for code, status in ((invite, 409), ("0" * 12, 403)):
            body = {"invite": code, "name": "Mallory"}
            answer = server.ask("POST", f"/api/tables/{host.table}/seats", body)
            assert answer.status == status
        for client in (host, newcomer):
            await client.close()

    asyncio.run(free_it())


def test_a_move_that_waits_behind_the_freeing_of_its_seat_is_not_made(
    server: ServerProcess,
) -> None:
    """However the two arrive, nothing of the old secret's happens after the seat was freed."""

    async def race() -> None:
        for n in range(10):
            people = await playing(server, {"players": 2, "talk": "free"})
            host, freed = people
            words = [{"type": "say", "text": "still here", "id": f"{n}.{k}"} for k in range(12)]
            for k, message in enumerate(words):
                await freed.send_raw(message)
                if k == 3:
                    await host.send_raw({"type": "free", "seat": 1, "id": f"free{n}"})
            await freed.gone()
            await host.ping()
            kinds = [(e["kind"], e.get("seat")) for _, e in sorted(host.log.items())]
            after = kinds[kinds.index(("freed", 1)) :]
            assert ("said", 1) not in after
            await host.close()

    asyncio.run(race())


def test_everything_handed_out_is_stored_hashed_and_never_logged_or_counted(
    tmp_path: Path,
) -> None:
    """A whole evening: tables, chat, refusals, bots, a rematch; then the disk and the log."""
    chat = "xylophone <script>alert(1)</script>"

    async def evening(server: ServerProcess) -> list[str]:
        handed_out = []
        for plan in ({"players": 2, "talk": "free"}, {"players": 2, "edition": "extreme"}):
            people = await playing(server, plan)
            handed_out += [person.secret or "" for person in people]
            handed_out.append(people[0].room["invite"])
            watcher = await at(server, people[0].table, None)
            rng = Random(3)
            for turn in range(400):
                for seat, person in enumerate(people):
                    await person.ping()
                    state = person.state or {}
                    if state["room"]["phase"] == "over":
                        break
                    command = something_to_do(state, rng, 0) or {"type": "say", "text": chat}
                    await person.command(f"e{turn}.{seat}", **command)
                if people[0].room["phase"] == "over":
                    break
            assert people[0].room["phase"] == "over"
            await people[1].do("again", type="rematch")
            await people[0].ping()
            table, next_table = people[0].table, people[0].room["next"]
            for path in (table, next_table):
                for secret in (None, people[0].secret, new_secret()):
                    server.ask("GET", f"/api/tables/{path}", secret=secret)
                    server.ask("GET", f"/api/tables/{path}/steps/3?eyes=1", secret=secret)
                    server.ask("GET", f"/api/tables/{path}/record", secret=secret)
            server.ask("GET", f"/t/{table}?seat={people[0].secret}")
            await closed_with(server, table, hello(new_secret()))
            handed_out += [table, next_table]
            for client in (*people, watcher):
                for message in client.told:
                    text = json.dumps(message)
                    others = [p.secret or "?" for p in people]
                    assert not any(secret in text for secret in others)
                    assert not any(hash_of(secret) in text for secret in others)
                await client.close()
        return handed_out

    with serving(tmp_path) as server:
        handed_out = asyncio.run(evening(server))
        metrics = server.ask("GET", "/metrics").body.decode()
        bodies = [body for (body,) in server.stored("select body from events")]
        codes = [event.code for event in map(read_room_event, bodies) if isinstance(event, Dealt)]
        assert len(codes) >= 2
        server.terminate()
        assert server.wait() == 0
        secrets = [word for word in handed_out if len(word) > 12]
        assert len(secrets) == 4
        kept = server.database_bytes()
        for secret in secrets:
            assert secret.encode() not in kept
            assert hash_of(secret).encode() in kept
        log = server.log()
        assert '"route": "/api/tables/{table}"' in log
        for word in [*handed_out, *map(hash_of, secrets), "xylophone", "Ada", "Person 1"]:
            assert word not in log, word
            assert word not in metrics, word
        for code in codes:
            assert code.rpartition("-")[2] not in log
            assert code.rpartition("-")[2] not in metrics
        # No move in notation either.
        assert not re.search(r"\b\d{1,2}@[UD][12]\b", log + metrics)


def test_a_page_of_somebody_else_is_refused(server: ServerProcess) -> None:
    table, secrets = server.full_table({"players": 1})
    address = f"{server.url.replace('http', 'ws', 1)}/ws/{table}"

    async def come_from(origin: str) -> int | None:
        try:
            async with connect(address, origin=origin, proxy=None) as socket:  # type: ignore[arg-type]
                await socket.send(json.dumps(hello(secrets[0])))
                return json.loads(await socket.recv())["seat"]  # type: ignore[no-any-return]
        except InvalidStatus as refused:
            body = refused.response.body or b"{}"
            assert json.loads(body)["error"]["code"] == "server.wrong_origin"
            return refused.response.status_code

    async def come() -> None:
        assert await come_from(server.url) == 0
        for origin in ("http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1", "null"):
            assert await come_from(origin) == 403

    asyncio.run(come())
    headers = {"Origin": "http://evil.example"}
    answer = server.ask("POST", "/api/tables", {"name": "Eve"}, headers=headers)
    assert (answer.status, answer.json["error"]["code"]) == (403, "server.wrong_origin")


@pytest.mark.parametrize("path", ["/", "/t/0123456789ab", "/api/editions", "/nothing", "/healthz"])
def test_every_answer_carries_a_policy_without_anything_unsafe(
    server: ServerProcess, path: str
) -> None:
    headers = server.ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


# --- how much one may ask for


def test_a_connection_that_asks_too_much_is_told_then_ended(tmp_path: Path) -> None:
    async def pester(server: ServerProcess) -> None:
        table, secrets = server.full_table({"players": 2, "talk": "free"})
        loud, calm = [await at(server, table, secret) for secret in secrets]
        await loud.do("first", type="say", text="hello")
        for n in range(160):
            if not loud.open:
                break
            try:
                await loud.send_raw({"type": "say", "text": "la", "id": f"la{n}"})
            except ConnectionClosed:
                break
        await loud.gone()
        assert loud.closed_with == 4029
        codes = {a["why"]["code"] for a in loud.answers.values() if a["type"] == "refusal"}
        assert codes == {"server.too_many_requests"}
        done = [id for id, a in loud.answers.items() if a["type"] == "done"]
        assert 1 <= len(done) < 60
        # Who refused nothing is not punished, and the table goes on.
        await calm.do("calm", type="say", text="quiet now")
        await calm.ping()
        said = [e for e in calm.log.values() if e["kind"] == "said" and e["seat"] == 0]
        assert len(said) == len(done)
        await calm.close()

    with serving(tmp_path, messages_per_second=1, message_burst=10) as server:
        asyncio.run(pester(server))
        assert server.metric("ninetyeight_rate_limited_total") >= STRIKES


def test_two_tabs_of_one_seat_share_the_seats_limit(tmp_path: Path) -> None:
    async def two_tabs(server: ServerProcess) -> None:
        table, secrets = server.full_table({"players": 1})
        tabs = [await at(server, table, secrets[0]) for _ in range(4)]
        answers = []
        for n in range(12):
            for k, tab in enumerate(tabs):
                answers.append(await tab.command(f"{k}.{n}", type="ready", ready=False))
        refused = [a["why"]["code"] for a in answers if a["type"] == "refusal"]
        assert set(refused) == {"server.too_many_requests"}
        assert len(answers) - len(refused) < 40
        for tab in tabs:
            await tab.close()

    # Each tab alone stays within what one connection may send.
    with serving(tmp_path, messages_per_second=0.01, message_burst=20) as server:
        asyncio.run(two_tabs(server))


def test_an_address_may_have_so_many_connections_and_requests_and_tables(tmp_path: Path) -> None:
    async def crowd(server: ServerProcess, table: str) -> None:
        people = [await at(server, table, None) for _ in range(3)]
        fourth = WireClient(lambda: server.url, table, None)
        with pytest.raises(InvalidStatus) as refused:
            await fourth.connect()
        assert refused.value.response.status_code == 503
        body = json.loads(refused.value.response.body or b"{}")
        assert body["error"]["code"] == "server.too_many_connections"
        await people[0].close()
        await people[1].until(lambda: (people[1].present or {}).get("watchers") == 2)
        await fourth.connect()
        for client in (*people[1:], fourth):
            await client.close()

    with serving(
        tmp_path, connections_per_address=3, new_tables_per_hour=2, requests_per_minute=60
    ) as server:
        opened = server.open_table()
        asyncio.run(crowd(server, opened["table"]))
        server.open_table()
        answer = server.ask("POST", "/api/tables", {"name": "Ada"})
        assert (answer.status, answer.json["error"]["code"]) == (429, "server.too_many_requests")
        codes = [server.ask("GET", "/api/editions").status for _ in range(80)]
        assert 429 in codes
        assert set(codes) == {200, 429}
