"""Bots from outside play whole games at the tables of a real server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ninetyeight.bots import BotError, play_match
from ninetyeight.client.errors import ClientError
from ninetyeight.client.guest import Guest
from ninetyeight.client.link import Link
from ninetyeight.client.seat import SeatClient
from ninetyeight.rules import END, Deal, Lay, Strictness, Wish, speakers
from ninetyeight.table import Marked, Moved, Record, Started, read_record, states
from ninetyeight.table.state import MOST_TAKEN_BACK
from ninetyeight.wire import messages as wire
from tests.bots.test_order_of_speaking import Asked, Listening
from tests.client.guests import PATIENCE, free_port, guest, links, play_all, run, written
from tests.server.harness import ServerProcess, serving, wait_until

FIRST_BOT = f"program:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'first_bot.py'}"


#: A line that tells of a card: who, which, where.
LAID = re.compile(r"[^:]+: (\d+)\b.* on [UD]\d, ")


def laid_in(kept: Record) -> list[Lay]:
    moves = [event.move for event in kept.events if isinstance(event, Moved)]
    return [move for move in moves if isinstance(move, Lay)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


def record(server: ServerProcess, link: Link) -> bytes:
    """The record of the game, which is there only when it is over."""
    answer = server.ask("GET", f"/api/tables/{link.table}/record", secret=link.secret)
    assert answer.status == 200, answer
    return answer.body


@pytest.mark.parametrize(
    ("edition", "players", "bots"),
    [
        ("original", 3, ("planner", FIRST_BOT)),
        ("gamefactory", 2, ("greedy",)),
        ("extreme", 4, ("planner", FIRST_BOT, "random")),
        ("gold", 3, ("greedy", "planner")),
    ],
)
def test_bots_from_outside_play_a_game_of_every_edition_to_its_end(
    server: ServerProcess, edition: str, players: int, bots: tuple[str, ...]
) -> None:
    seat, invite = links(server, {"edition": edition, "players": players})
    told: list[list[str]] = [[] for _ in range(players)]
    guests = [guest(seat, "greedy", told[0])]
    guests += [guest(invite, bot, lines) for bot, lines in zip(bots, told[1:], strict=True)]
    run(play_all(guests))
    kept = read_record(record(server, seat))
    assert kept.setup.rules.edition.id == edition
    assert kept.state.outcome is not None
    assert all(seat.bot is None for seat in kept.setup.seats)  # guests, as people are
    # Everybody was told the same: every card that was laid, and how it ended.
    cards = [str(move.card) for move in laid_in(kept)]
    for lines in told:
        assert [found[1] for line in lines if (found := LAID.match(line))] == cards
        assert lines[-1] == told[0][-1]


def test_markers_are_set_where_the_table_allows_them_and_only_there(server: ServerProcess) -> None:
    for talk, wanted in (("markers", True), ("silent", False)):
        seat, invite = links(server, {"players": 2, "talk": talk})
        lines: list[str] = []
        run(play_all([guest(seat, "planner", lines), guest(invite, "planner", [])]))
        assert any(" marks " in line for line in lines) is wanted, talk


@pytest.mark.rule("T11r", "T7r")
@pytest.mark.parametrize("code", ["original-3p-K7Q2M9XA4TWB3H8C", "extreme-4p-K7Q2M9XA4TWB3H8C"])
def test_guests_are_asked_for_their_markers_as_bots_in_an_arena_are(
    server: ServerProcess, code: str
) -> None:
    deal = Deal.from_code(code)
    arena: list[Asked] = []
    team = [Listening(arena) for _ in range(deal.rules.players)]
    match = play_match(deal, team, starter=0, talk=Strictness.MARKERS)
    plan = {"edition": deal.rules.edition.id, "players": len(team), "deal": code, "talk": "markers"}
    seat, invite = links(server, plan)
    heard: list[Asked] = []
    guests = [
        Guest(link, Listening(heard), "Guest", lambda _: None, seed=1, per_second=0)
        for link in [seat, *[invite] * (len(team) - 1)]
    ]
    run(play_all(guests))
    assert heard == arena
    moves = [e.move for e in read_record(record(server, seat)).events if isinstance(e, Moved)]
    assert tuple(moves) == match.moves


def test_a_guest_beside_bots_of_the_server_is_asked_in_its_turn(server: ServerProcess) -> None:
    opened = server.open_table(plan={"players": 3, "talk": "markers"}, bots=["planner", "planner"])
    link = Link(server.url, opened["table"], secret=opened["secret"])
    heard: list[Asked] = []
    run(play_all([Guest(link, Listening(heard), "Guest", lambda _: None, seed=1, per_second=0)]))
    kept = read_record(record(server, link))
    begun = 0  # turns before which the guest still held cards
    for state, event in zip(list(states(kept.setup, kept.events))[1:], kept.events, strict=True):
        begins = isinstance(event, Started) or (isinstance(event, Moved) and event.move is END)
        begun += begins and state.game is not None and 0 in speakers(state.game)
    assert len(heard) == begun
    asked = {laid: stands for _, laid, stands in heard}
    for state, event in zip(states(kept.setup, kept.events), kept.events, strict=False):
        # It is heard in order: who is active and speaks before it has spoken by then.
        if isinstance(event, Marked) and event.seat == 0 and state.active is not None:
            assert state.game is not None
            said = {
                (m.seat, m.row, m.marker.value, m.top or 0) for m in state.talk.marks if m.seat != 0
            }
            laid = len(kept.setup.rules.cards) - state.game.left
            assert said == {stand for stand in asked[laid] if stand[0] != 0}


def test_a_program_that_says_nothing_does_not_hold_up_the_others(server: ServerProcess) -> None:
    opened = server.open_table(plan={"players": 2, "talk": "markers"}, bots=["greedy"])
    link = Link(server.url, opened["table"], secret=opened["secret"])

    async def silent_program() -> bool:
        async with SeatClient(link) as seat:
            await seat.send(wire.DoReady, ready=True)
            asked = given = False
            async for state in seat.states():
                if state.room.phase == "agreeing" and not given:
                    await seat.send(wire.DoStart, seat=1)
                    given = True
                asked = asked or state.speaker == 0
                if state.game is not None and state.game.my_turn and state.speaker is None:
                    return asked  # the bot has played its turn, although we never spoke
        raise AssertionError("the table was closed")

    assert run(silent_program())


@pytest.mark.rule("B10r")
@pytest.mark.parametrize(("keen", "first"), [(True, 1), (False, 0)])
def test_at_a_quiet_table_a_guest_that_must_starts_and_otherwise_the_first_seat(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch, keen: bool, first: int
) -> None:
    seat, invite = links(server, {"edition": "gold", "players": 2, "fan": False})
    host, other = guest(seat, "random", []), guest(invite, "random", [])
    wish = Wish.MUST if keen else Wish.WANT
    monkeypatch.setattr(other.bot, "offer", lambda _: wish, raising=True)
    run(play_all([host, other]))
    events = read_record(record(server, seat)).events
    assert [event.seat for event in events if isinstance(event, Started)] == [first]


def test_a_bot_plays_beside_bots_of_the_server(server: ServerProcess) -> None:
    opened = server.open_table(plan={"players": 3}, bots=["greedy", "random"])
    link = Link(server.url, opened["table"], secret=opened["secret"])
    run(play_all([guest(link, "planner", [])]))
    assert record(server, link)


def test_guests_that_stay_play_the_rematch_too(server: ServerProcess) -> None:
    seat, invite = links(server, {"players": 2})
    told: tuple[list[str], list[str]] = ([], [])

    async def evening() -> None:
        team = [
            guest(seat, "greedy", told[0], follow=True),
            guest(invite, "greedy", told[1], follow=True),
        ]
        games = [asyncio.create_task(one.play()) for one in team]
        await until(lambda: all(any("rematch" in line for line in lines) for lines in told))
        answer = await asyncio.to_thread(ask_for_rematch, server, seat)
        assert answer
        await until(lambda: all(sum("seat " in line for line in lines) >= 2 for lines in told))
        await until(lambda: all(sum("Waiting" in line for line in lines) == 2 for lines in told))
        for task in games:
            task.cancel()
        await asyncio.wait(games)

    run(evening())
    for lines in told:
        assert sum("The cards are dealt." in line for line in lines) == 2


async def until(true: object) -> None:
    assert callable(true)
    while not true():
        await asyncio.sleep(0.02)


def ask_for_rematch(server: ServerProcess, link: Link) -> bool:
    """The host asks for another game, as the page would."""
    from ninetyeight.client import SeatClient
    from ninetyeight.wire.messages import DoRematch

    async def ask() -> int:
        async with SeatClient(link) as host:
            return (await host.send(DoRematch)).number

    return run(ask()) > 0


def test_the_command_plays_a_game_by_links_from_environment_and_standard_input(
    server: ServerProcess, tmp_path: Path
) -> None:
    seat, invite = links(server, {"players": 2, "options": {"short_hand": True}})
    host = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "join", "--pace", "0", "--lang", "de"],
        env={**os.environ, "NINETYEIGHT_LINK": written(seat)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        friend = subprocess.run(
            [sys.executable, "-m", "ninetyeight", "join", "-", "--pace", "0", "--bot", "greedy"],
            input=written(invite) + "\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        host.kill()
        pytest.fail(host.communicate()[0])
    said, _ = host.communicate(timeout=PATIENCE)
    assert (host.returncode, friend.returncode) == (0, 0), said + friend.stderr
    assert "Die Karten sind ausgeteilt." in said
    assert "The cards are dealt." in friend.stdout
    assert "Greedy sits down." in friend.stdout
    assert friend.stderr == ""
    for secret in (seat.secret, invite.invite):
        assert secret is not None
        assert secret not in said + friend.stdout + server.log()
    assert record(server, seat)


def test_what_is_no_link_on_the_standard_input_is_told_as_such() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "join", "-"],
        input=b"\xff\xfe\x00no link\n",
        capture_output=True,
        timeout=PATIENCE,
    )
    assert told.returncode == 2
    assert b"inside the program" not in told.stderr


def test_who_only_watches_holds_no_seat(server: ServerProcess) -> None:
    seat, _ = links(server, {"players": 2})

    async def watch() -> None:
        async with SeatClient(Link(server.url, seat.table)) as eyes:
            assert eyes.state is not None
            with pytest.raises(ClientError, match="only watch"):
                assert eyes.seat is None

    run(watch())


def test_only_a_link_that_others_can_read_is_warned_about() -> None:
    """Nobody is at that address: what is said before that is what counts."""
    link = f"http://127.0.0.1:{free_port()}/t/7k2m9xq4twb3#seat=SECRETSECRETSECRET"
    for words, warned in (([link], True), (["-"], False)):
        told = subprocess.run(
            [sys.executable, "-m", "ninetyeight", "join", *words],
            input=link + "\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert told.returncode == 1
        assert ("list of processes" in told.stderr) is warned
        assert "cannot be reached" in told.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_who_is_told_to_leave_gives_the_seat_back(
    server: ServerProcess, how: signal.Signals
) -> None:
    seat, invite = links(server, {"players": 2})
    bot = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "join", "-", "--bot", FIRST_BOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert bot.stdin is not None
    bot.stdin.write(written(invite) + "\n")
    bot.stdin.close()

    def seats() -> list[str | None]:
        seen = server.ask("GET", f"/api/tables/{seat.table}", secret=seat.secret).json
        return [place["name"] for place in seen["room"]["seats"]]

    wait_until(lambda: seats() == ["Ada", "First bot"], "the bot sits down")
    bot.send_signal(how)
    assert bot.wait(PATIENCE) == 130
    assert seats() == ["Ada", None]
    assert bot.stderr is not None
    assert bot.stdout is not None
    assert bot.stderr.read() == "The bot has left the table.\n"
    bot.stderr.close()
    bot.stdout.close()


def test_a_program_that_fails_leaves_its_seat_to_others(
    server: ServerProcess, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(
        "import sys\nsys.stdin.readline()\n"
        'print(\'{"name": "broken"}\', flush=True)\n'
        "sys.stdin.readline()\nsys.exit(3)\n"
    )
    seat, invite = links(server, {"players": 2})
    program = f"program:{sys.executable} {broken}"

    async def evening() -> None:
        host = asyncio.create_task(guest(seat, "greedy", []).play())
        with pytest.raises(BotError, match="exit code 3"):
            await guest(invite, program, []).play()
        await host  # a bot of the server plays on in its place

    run(evening())
    assert record(server, seat)


@pytest.mark.rule("B12r")
def test_a_program_that_would_lay_and_take_back_for_ever_comes_to_the_end_of_the_game(
    server: ServerProcess, tmp_path: Path
) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    legal = asked.get('view', {}).get('legal', [])\n"
        "    move = 'back' if 'back' in legal else legal[0] if legal else None\n"
        "    print(json.dumps({'name': 'endless', 'move': move, 'offer': 'must', 'marks': {}}),"
        " flush=True)\n"
    )
    plan = {"players": 2, "options": {"take_backs": True}}
    seat, invite = links(server, plan)
    program = f"program:{sys.executable} {endless}"

    async def evening() -> None:
        host = asyncio.create_task(guest(seat, "greedy", []).play())
        await guest(invite, program, []).play()
        await host

    run(evening())
    moves = [json.loads(line).get("do") for line in record(server, seat).splitlines()]
    turns = " ".join(move for move in moves if move is not None).split("end")
    assert max(turn.count("back") for turn in turns) == MOST_TAKEN_BACK
