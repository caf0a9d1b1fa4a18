"""With closed rows nobody is sent the number of a covered card while the game runs (B11).

A whole game is played by people and a watcher over real sockets and HTTP, with connections that
come late or again and attempts to look back, and all that is sent is searched after each move.
Then two rooms side by side, which differ in cards that are covered by now: not one byte that is
sent from there on may differ.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from ninetyeight.rules import Card, Commands, Deal, GameError, Lay
from ninetyeight.server.room import Room
from ninetyeight.server.room_events import Dealt, Played, RoomEvent, read_room_event
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.table import Moved, Phase
from ninetyeight.wire.plan import Choices, Plan
from tests.server.harness import ServerProcess, serving
from tests.server.promises.covered import cards_told, shown_to_people
from tests.server.promises.rooms import (
    Decks,
    Ear,
    a_command,
    a_deal,
    a_plan,
    a_random_game,
    rooms_in,
    timeless,
)
from tests.server.promises.test_noninterference import check_looking_back, check_what_is_refused
from tests.server.wire_client import Message, WireClient

CLOSED = Choices(open_rows=False, take_backs=True)


class Truth(NamedTuple):
    """A room, without a server around it."""

    state: RoomState
    log: list[RoomEvent]


class Evening:
    """A table at which every seat is a person's, and whoever else wants to know its cards."""

    def __init__(self, server: ServerProcess, plan: Plan, seed: int) -> None:
        self.server = server
        self.rng = Random(seed)
        self.table, self.secrets = server.full_table(msgspec.to_builtins(plan))
        self._truth = Truth(RoomState.opened(self.table, plan, "", None), [])
        self.seated = [self._client(secret) for secret in self.secrets]
        self.program = self._client(self.secrets[0], view=True)
        self.watcher = self._client(None)
        self.asked_again = 0
        self.refused: tuple[WireClient, str, int] | None = None
        self._read: dict[WireClient, int] = {}
        self._asked = 0

    def _client(self, secret: str | None, view: bool = False) -> WireClient:
        return WireClient(lambda: self.server.url, self.table, secret, previews=not view, view=view)

    @property
    def people(self) -> list[WireClient]:
        return [*self.seated, self.watcher]

    def seat_of(self, client: WireClient) -> int | None:
        return None if client.secret is None else self.secrets.index(client.secret)

    async def begin(self) -> None:
        for client in (*self.people, self.program):
            await client.connect()
            await client.shown()
        for client in self.seated:
            await self.do(client, type="ready", ready=True)
        await self.do(self.seated[0], type="start", seat=0)

    async def do(self, client: WireClient, **command: Any) -> Message:
        """A command; everybody has heard of it when this returns."""
        self._asked += 1
        answer = await client.command(f"c{self._asked}", **command)
        if answer["type"] == "done":
            for one in (*self.people, self.program):
                await one.caught_up(answer["number"])
                await one.ping()
        return answer

    async def go_home(self) -> None:
        for client in (*self.people, self.program):
            await client.close()

    def truth(self) -> Truth:
        """The room as its log in the database has it."""
        for (body,) in self.server.stored(
            "select body from events where room_id = ? and number > ? order by number",
            self.table,
            len(self._truth.log),
        ):
            event = read_room_event(body)
            state = advance_room(self._truth.state, event)
            self._truth = Truth(state, [*self._truth.log, event])
        return self._truth

    # --- the search

    def search(self, truth: Truth) -> None:
        """Nothing that has come since the last search tells a card that is not shown now."""
        for client in self.people:
            shown = shown_to_people(truth, self.seat_of(client))
            for message in client.told[self._read.get(client, 0) :]:
                check(message, shown)
            self._read[client] = len(client.told)
            # What a page keeps shows no more than the table does.
            check({"log": list(client.log.values())}, shown)

    async def come_late(self, truth: Truth) -> None:
        """Somebody opens the page now, or comes back to it, and gets no more than the others."""
        for secret in (self.rng.choice(self.secrets), None):
            client = self._client(secret)
            await client.connect(last=self.rng.choice([0, self.rng.randint(0, truth.state.number)]))
            await client.shown()
            await client.ping()
            for message in client.told:
                check(message, shown_to_people(truth, self.seat_of(client)))
            assert client.state is not None
            assert client.state["game"]["view"] is None
            await client.close()

    def ask_over_http(self, truth: Truth) -> None:
        """The table, the past and the record, as anybody may ask for them."""
        number = self.rng.randint(1, truth.state.number)
        for seat, secret in ((0, self.secrets[0]), (None, None)):
            eyes = "" if seat is None else f"?eyes={seat}"
            for path in ("", f"/steps/{number}{eyes}", f"/steps/{truth.state.number}", "/record"):
                answer = self.server.ask("GET", f"/api/tables/{self.table}{path}", secret=secret)
                check(answer.json, shown_to_people(truth, seat))
                if path.startswith("/steps"):
                    assert (answer.status, answer.json["error"]["code"]) == (
                        409,
                        "server.rows_closed",
                    )
                if path == "/record":
                    assert answer.json["error"]["code"] == "server.game_running"

    async def try_a_covered_card(self, truth: Truth) -> None:
        """A move with a card that lies covered is answered like one with any card not in hand."""
        assert truth.state.table is not None
        game = truth.state.table.game
        assert game is not None
        assert game.seat is not None
        mover = self.seated[game.seat]
        hidden = {card for row in game.rows for card in row}
        hidden -= shown_to_people(truth, game.seat)
        for card in sorted(hidden)[:1]:
            answer = await self.do(mover, type="move", move=f"{card}@U1", after=truth.state.number)
            assert answer["why"]["code"] == "refusal.not_in_hand"
            # It names what was asked for, and nothing else.
            assert {number for _, number in cards_told(answer)} == {card}
            mover.told.remove(answer)

    async def be_refused(self, mover: WireClient, after: int) -> None:
        """Try to lay on a row that is closed to the card: the refusal names the row's top."""
        for held in mover.game["hand"]:
            for told in held["previews"]:
                if told["refusal"] is not None and "top" in told["refusal"]["params"]:
                    self.refused = (mover, f"{held['card']}@{told['row']}", after)
                    await mover.command("refused", type="move", move=self.refused[1], after=after)
                    assert "top" in mover.answers["refused"]["why"]["params"]
                    return

    async def ask_again(self) -> None:
        """The same command again, from a page that missed the answer: its top may be covered."""
        assert self.refused is not None
        mover, move, after = self.refused
        seen = len(mover.told)
        await mover.send_raw({"type": "move", "id": "refused", "move": move, "after": after})
        await mover.ping()
        (answer,) = (one for one in mover.told[seen:] if one["type"] == "refusal")
        assert answer["why"]["code"] == "server.stale"
        assert list(cards_told(answer)) == []
        self.asked_again += 1


def check(message: Any, shown: set[Card]) -> None:
    told = list(cards_told(message))
    assert [(field, card) for field, card in told if card not in shown] == []


async def play_and_search(evening: Evening) -> None:
    await evening.begin()
    rng = evening.rng
    while True:
        truth = evening.truth()
        table = truth.state.table
        assert table is not None
        if truth.state.phase is Phase.OVER:
            await evening.go_home()
            return
        assert table.active is not None
        assert table.game is not None
        evening.search(truth)
        assert evening.program.state is not None
        whole = evening.program.game["view"]["rows"]
        assert list(whole.values()) == [list(row) for row in table.game.rows]  # B11r
        if rng.random() < 0.15:
            await evening.come_late(truth)
            evening.ask_over_http(truth)
        if rng.random() < 0.15:
            await evening.try_a_covered_card(truth)
        mover = evening.seated[table.active]
        if evening.refused is None and len(truth.log) > 30:
            await evening.be_refused(mover, truth.state.number)
        elif evening.refused is not None and evening.refused[2] + 15 < truth.state.number:
            await evening.ask_again()
        if rng.random() < 0.2:
            row = rng.choice(mover.game["rows"])["name"]
            marker = rng.choice([None, "small", "keep", "keep!"])
            await evening.do(rng.choice(evening.seated), type="mark", row=row, marker=marker)
            continue
        if mover.game["may_take_back"] and rng.random() < 0.15:
            move = "back"
        elif mover.game["may_end"]:
            move = "end"
        else:
            move = careful(mover.game)
        answer = await evening.do(mover, type="move", move=move, after=mover.number)
        assert answer["type"] == "done"


def careful(game: Message) -> str:
    """The lay that moves its row the least, and loses nothing if there is such a one."""
    first = {row["name"]: row["first"] for row in game["rows"]}
    lays = []
    for held in game["hand"]:
        for told in held["previews"]:
            if told["refusal"] is None:
                card, row, step = held["card"], told["row"], told["step"]
                far = abs(card - first[row]) if step is None else step
                lays.append((bool(told["loses"] or told["dead_end"]), far, card, row))
    *_, card, row = min(lays, default=(0, ""))
    return f"{card}@{row}" if row else "back"


@pytest.mark.rule("B11", "B11r")
@pytest.mark.parametrize(("edition", "players"), [("original", 3), ("extreme", 2)])
def test_nothing_that_people_are_sent_in_a_running_game_tells_a_covered_card(
    tmp_path: Path, edition: str, players: int
) -> None:
    plan = Plan(edition=edition, players=players, options=CLOSED, talk="markers+chat")
    plan = replace(plan, deal=a_deal(plan.rules, Random(players)).code)
    with serving(tmp_path) as server:
        evening = Evening(server, plan, seed=players)
        asyncio.run(play_and_search(evening))
        check_the_end(evening)
        assert not re.search(r"\b\d{1,2}@[UD][12]\b", server.log())


def check_the_end(evening: Evening) -> None:
    """After the end everything is open, but for what was taken back."""
    truth = evening.truth()
    laid: dict[int, Lay] = {}
    gone: list[int] = []
    for number, event in enumerate(truth.log, start=1):
        match event:
            case Played(Moved(move=Lay() as lay)):
                laid[number] = lay
            case Played(Moved(move=move)) if str(move) == "back":
                gone.append(laid.popitem()[0])
    assert gone, "nothing was taken back: the test is worth nothing"
    assert len(laid) > 24, "hardly anything was covered: the test is worth nothing"
    assert evening.asked_again > 5
    for client in evening.people:
        told = {n: e.get("card") for n, e in client.log.items() if e["kind"] == "laid"}
        assert told == {**dict.fromkeys(gone), **{n: lay.card for n, lay in laid.items()}}
        assert all("card" not in e for e in client.log.values() if e["kind"] == "took_back")
        assert client.game["open"]
        assert truth.state.table is not None
        assert truth.state.table.game is not None
        assert [row["cards"] for row in client.game["rows"]] == [
            list(row) for row in truth.state.table.game.rows
        ]
    for number in (min(laid), max(laid)):
        path = f"/api/tables/{evening.table}/steps/{number}?eyes=0"
        assert evening.server.ask("GET", path).status == 200


# --- two rooms that differ in what is covered by now ----------------------------------------------


def what_people_see(state: RoomState, viewer: int | None) -> tuple[object, ...]:
    """All that tells two running games with closed rows apart for the eyes of a person."""
    assert state.table is not None
    view = state.table.view(viewer)
    return (
        state.phase,
        *(view.tops, view.hand, view.hand_sizes, view.draw_size, view.seat, view.minimum),
        *(tuple(map(len, view.rows)), view.talk.named, view.talk.offers),
        [(mark.seat, mark.row, mark.marker) for mark in view.talk.marks],
        [mark.top in view.tops for mark in view.talk.marks],
        *(state.this_turn, state.last_turns),
    )


def covered_twin(room: Room, viewer: int | None, rng: Random, decks: Decks) -> list[RoomEvent]:
    """What happened, with a covered card and one that this viewer does not know exchanged.

    Empty when no two cards can change places without anybody seeing it.
    """
    table = room.state.table
    assert table is not None
    assert table.game is not None
    shown = shown_to_people(room, viewer)
    laid = {card for row in table.game.rows for card in row}
    covered, unknown = sorted(laid - shown), sorted(set(table.setup.rules.cards) - laid - shown)
    for _ in range(20 if covered and unknown else 0):
        one, other = rng.choice(covered), rng.choice(unknown)
        swap = {one: other, other: one}
        deal = table.setup.deal
        code = a_deal(deal.rules, rng).code
        assert code is not None
        decks[code] = Deal(
            deal.rules,
            tuple(swap.get(card, card) for card in deal.deck),
            Commands({swap.get(card, card): kind for card, kind in deal.commands.items()}),
            code,
        )
        state = RoomState.opened(room.id, room.first_plan, room.state.invite, None)
        log = [swapped(event, swap, code) for event in room.log]
        with suppress(GameError):  # it could not have happened with that card
            for event in log:
                state = advance_room(state, event)
            if what_people_see(state, viewer) == what_people_see(room.state, viewer):
                return log
    return []


def swapped(event: RoomEvent, swap: dict[Card, Card], code: str) -> RoomEvent:
    match event:
        case Dealt():
            return Dealt(code, False, 0)
        case Played(Moved(seat, Lay(card, row))):
            return Played(Moved(seat, Lay(swap.get(card, card), row)))
    return event


async def check_covered_twins(folder: Path, seed: int, decks: Decks) -> int:
    """How many messages of two such rooms were compared."""
    rng = Random(seed)
    plan = a_plan(rng)
    plan = replace(plan, options=replace(plan.options, open_rows=False))
    viewer = rng.choice([None, *range(plan.players)])
    hashes = [f"{seat}" * 64 for seat in range(plan.players)]
    code = a_deal(plan.rules, rng).code
    assert code is not None
    async with rooms_in(folder / "one") as first, rooms_in(folder / "other") as second:
        draft = await first.dealt("draft", plan, code, hashes=hashes)
        await a_random_game(draft, rng, rng.choice([30, 60, 120]))
        if not draft.state.running:
            return 0
        log = covered_twin(draft, viewer, rng, decks)
        if not log:
            return 0
        one = await first.opened("0123456789ab", plan, draft.log)
        other = await second.opened("0123456789ab", plan, log)
        pairs = [(Ear(one, viewer), Ear(other, viewer)) for _ in range(2)]
        for ears, last in zip(pairs, (0, rng.randint(0, one.number)), strict=True):
            one.enter(ears[0], last)
            other.enter(ears[1], last)
        check_looking_back(one, other, viewer, rng)
        check_what_is_refused(one, other, viewer, rng)
        for at in range(30):
            seat, command = a_command(one.state, rng, f"on{at}", one.number)
            for room in (one, other):
                with suppress(GameError):
                    await room.command(seat, command)
            seen = [what_people_see(room.state, viewer) for room in (one, other)]
            if seen[0] != seen[1] or not one.state.running:
                break  # one of the two cards has come to light
            check_looking_back(one, other, viewer, rng)
            for ears in pairs:
                told = [[timeless(message) for message in ear.messages] for ear in ears]
                assert told[0] == told[1]
        return len(pairs[0][0].messages)


@pytest.mark.rule("B11")
@pytest.mark.parametrize("seed", range(4))
def test_games_that_differ_only_in_covered_cards_are_told_in_the_same_bytes(
    tmp_path: Path, decks: Decks, seed: int
) -> None:
    async def many() -> list[int]:
        return [
            await check_covered_twins(tmp_path / f"{n}", 1000 * seed + n, decks) for n in range(8)
        ]

    compared = asyncio.run(many())
    assert sum(count > 3 for count in compared) >= 2
