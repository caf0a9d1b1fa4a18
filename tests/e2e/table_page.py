"""A person at a browser: looks at the page, clicks, types, drags; and a server to play on.

What a person *knows* is read from the messages that the page received, so that a test can choose
sensible moves; what a person *does* goes through the page alone.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

#: How long to wait for something that should happen at once, on a busy machine.
PATIENCE = 20_000
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}


class GameServer:
    """A real server in a process of its own; killed and started again as a test likes."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = 0
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, on the same port and database as before if there was a before."""
        variables = {
            "DATABASE": f"sqlite:///{self.folder}/tables.db",
            "PORT": str(self.port),
            "BOT_PACE": "0",
            "LOG_FORMAT": "json",
            "REQUESTS_PER_MINUTE": "0",
            "NEW_TABLES_PER_HOUR": "0",
            "MESSAGES_PER_SECOND": "0",
            "BUSY_LAG": "0",
            "SEARCHES": "0",  # bots that search are tried in a place of their own
        } | self._settings
        # Into a file: a pipe that nobody empties fills up, and the server would wait for ever.
        log = self.folder / "server.log"
        with log.open("ab") as told:
            before = told.tell()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ninetyeight", "serve"],
                env=os.environ | {f"NINETYEIGHT_{name}": v for name, v in variables.items()},
                stdout=subprocess.DEVNULL,
                stderr=told,
            )
        until = time.monotonic() + 30
        while True:
            said = log.read_bytes()[before:].decode()
            listening = re.search(r'"address": "127\.0\.0\.1 port (\d+)"', said)
            if listening:
                break
            if self._process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the server did not start: {said}")
            time.sleep(0.02)
        self.port = int(listening[1])

    def kill(self) -> None:
        """End the process without a warning."""
        assert self._process is not None
        self._process.kill()
        self._wait()

    def stop(self) -> None:
        """Ask the process to end, and see that it does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        self._process.wait(timeout=30)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        settings: dict[str, Any] = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}
        self.context: BrowserContext = browser.new_context(**(settings | context))
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.url = url
        self.state: dict[str, Any] | None = None
        #: Everything the page has been told, in the order it was told.
        self.news: list[dict[str, Any]] = []
        #: What went wrong in the page, and requests that left the server.
        self.faults: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", self._request)

    def _listen(self, socket: WebSocket) -> None:
        self.state = None
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "state":
            self.state = message
            self.news.extend(message["news"])

    def _console(self, message: Any) -> None:
        # A socket that breaks is told by the browser itself, and tests break sockets.
        if message.type == "error" and "WebSocket" not in message.text:
            self.faults.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, self.url.replace("http", "ws"), "data:", "blob:")):
            self.faults.append(f"a request left the server: {request.url}")

    def close(self) -> None:
        """Go home; nothing must have gone wrong on the way."""
        self.context.close()
        assert self.faults == []

    # --- what one sees

    def wait(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the state that the page got fulfils the condition."""
        until = time.monotonic() + PATIENCE / 1000
        while self.state is None or not condition(self.state):
            if time.monotonic() > until:
                shown = self.page.locator("body").inner_text()[:1000]
                raise AssertionError(
                    f"waited in vain at {self.page.url}; faults: {self.faults}; shown: {shown}; "
                    f"the last state: {str(self.state)[:1000]}"
                )
            self.page.wait_for_timeout(10)
        return self.state

    @property
    def phase(self) -> str:
        """Where the table stands."""
        return "" if self.state is None else str(self.state["room"]["phase"])

    def best(self, *, careful: bool = True) -> str:
        """A sensible move: end the turn as soon as that is allowed, else the smallest step."""
        assert self.state is not None
        game = self.state["game"]
        if game["may_end"]:
            return "end"
        choices = [
            (
                bool(told["loses"]),
                0 if told["trick"] else 1,
                5 if told["step"] is None else told["step"],
                f"{held['card']}@{told['row']}",
            )
            for held in game["hand"]
            for told in held["previews"]
            if told["refusal"] is None and not told["dead_end"]
        ]
        assert choices, "a game that is not over has a move"
        return min(choices)[-1] if careful else max(choices)[-1]

    # --- what one does

    def card(self, card: int) -> Locator:
        """A card of the own hand."""
        return self.page.locator(f'[data-card="{card}"]')

    def row(self, row: str) -> Locator:
        """A row, as something to lay on."""
        return self.page.locator(f'[data-row="{row}"]')

    def do(self, move: str, how: str = "click") -> None:
        """Make a move by hand, and wait until it has happened."""
        assert self.state is not None
        heard = len(self.news)
        seat = self.state["room"]["seat"]
        loses = self._loses(move)
        if move == "end":
            self._end(how)
        else:
            card, row = move.split("@")
            {"click": self._click, "touch": self._touch, "keys": self._keys, "drag": self._drag}[
                how
            ](int(card), row)
            if loses:
                self._confirm(how)  # X8r: the page asks before a card that loses the game
        kind = "ended" if move == "end" else "laid"
        self.wait(lambda _: (kind, seat) in [(n["kind"], n.get("seat")) for n in self.news[heard:]])

    def _confirm(self, how: str) -> None:
        confirm = self.page.get_by_role("button", name="all the same")
        confirm.wait_for()
        if how == "keys":
            self.page.keyboard.press("Tab")
            expect(confirm).to_be_focused()
            self.page.keyboard.press("Enter")
        elif how == "touch":
            confirm.tap()
        else:
            confirm.click()

    def _loses(self, move: str) -> bool:
        assert self.state is not None
        return any(
            told["loses"] is not None and f"{held['card']}@{told['row']}" == move
            for held in self.state["game"]["hand"]
            for told in held["previews"]
        )

    def _end(self, how: str) -> None:
        button = self.page.get_by_role("button", name=re.compile("^End turn"))
        if how == "keys":
            self.page.keyboard.press("e")
        elif how == "touch":
            button.tap()
        else:
            button.click()

    def _click(self, card: int, row: str) -> None:
        self.card(card).click()
        expect(self.card(card)).to_have_attribute("aria-pressed", "true")
        self.row(row).click()

    def _touch(self, card: int, row: str) -> None:
        self.card(card).tap()
        expect(self.card(card)).to_have_attribute("aria-pressed", "true")
        self.row(row).tap()

    def _keys(self, card: int, row: str) -> None:
        self.card(card).wait_for()  # a card that was drawn just now must have arrived
        for digit in str(card):
            self.page.keyboard.press(digit)
        expect(self.card(card)).to_have_attribute("aria-pressed", "true")
        assert self.state is not None
        names = [shown["name"] for shown in self.state["game"]["rows"]]
        self.page.keyboard.press("asdf"[names.index(row)])

    def _drag(self, card: int, row: str) -> None:
        start, goal = self.card(card).bounding_box(), self.row(row).bounding_box()
        assert start is not None
        assert goal is not None
        self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        self.page.mouse.down()
        goal_x, goal_y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2
        self.page.mouse.move(goal_x, goal_y, steps=8)
        self.page.mouse.up()

    # --- a table

    def open_table(self, edition: str, seats: int, bots: dict[int, str], name: str) -> None:
        """Set up a table by the form, with bots by seat number from 2, and open it."""
        self.page.goto(self.url)
        self.page.get_by_role("link", name="Set up a table").click()
        self.page.get_by_role("radio", name=edition, exact=True).check()
        self.page.get_by_role("radio", name=f"{seats} seat").check()
        self.page.get_by_role("textbox", name="You").fill(name)
        for seat, bot in bots.items():
            self.page.get_by_role("combobox", name=f"Seat {seat}").select_option(bot)
        self.page.get_by_role("button", name="Open the table").click()
        self.wait(lambda state: state["room"]["phase"] != "")

    @property
    def table(self) -> str:
        """The id of the table one is at."""
        assert self.state is not None
        return str(self.state["room"]["id"])

    @property
    def invite_link(self) -> str:
        """The link that the host sends to friends."""
        assert self.state is not None
        return f"{self.url}/t/{self.table}#invite={self.state['room']['invite']}"

    @property
    def question(self) -> Locator:
        """What the people at the table are asked just now."""
        return self.page.get_by_role("region", name="May a seat change hands?")

    def join(self, link: str, name: str) -> None:
        """Follow an invite link and sit down."""
        self.page.goto(link)
        self.page.get_by_role("textbox").first.fill(name)
        self.press("Sit down")
        self.wait(lambda state: state["room"]["seat"] is not None)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name).first.click()


def pick_a_hand(person: Person) -> None:
    """Pick from the fan by chance, again as long as somebody else takes one of the places first."""

    def picked(state: dict[str, Any]) -> bool:
        fan = state["fan"]
        return fan is None or str(state["room"]["seat"]) in fan["taken"]

    until = time.monotonic() + PATIENCE / 1000
    while not picked(person.wait(lambda _: True)):
        assert time.monotonic() < until, "somebody else is always faster"
        for name in ("Pick for me", re.compile("^Take")):
            with suppress(PlaywrightTimeoutError):  # not to be pressed, as things stand
                person.page.get_by_role("button", name=name).first.click(timeout=1_000)
        person.page.wait_for_timeout(100)


def settle(*people: Person) -> None:
    """Everybody does what is to be done before the first turn: pick a hand, offer to start."""
    for person in people:
        person.wait(lambda state: state["room"]["phase"] != "gathering")
        if person.phase == "picking":
            pick_a_hand(person)
    for person in people:
        state = person.wait(lambda state: state["room"]["phase"] not in ("gathering", "picking"))
        if state["room"]["phase"] == "agreeing":
            offer = person.page.get_by_role("group", name="Your answer").get_by_role("button")
            offer.nth(1).click()  # would like to, or lets others
    for person in people:
        person.wait(lambda state: state["room"]["phase"] in ("playing", "over"))


def play_on(people: list[Person], how: str = "click", moves: int = 400) -> int:
    """Everybody moves when it is their turn, until the game is over or so many moves are made."""
    made = 0
    while made < moves:
        people[0].page.wait_for_timeout(5)
        active = next((p for p in people if p.state and p.phase == "playing" and _mine(p)), None)
        if active is not None:
            active.do(active.best(), how)
            made += 1
        elif all(person.phase == "over" for person in people):
            return made
        else:
            people[0].wait(lambda _: any(p.phase == "over" or _mine(p) for p in people))
    return made


def _mine(person: Person) -> bool:
    return bool(person.state and person.state["game"] and person.state["game"]["my_turn"])
