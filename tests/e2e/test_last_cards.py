"""The last cards of a game: who has none left is told so, and whoever listens hears the win."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from ninetyeight.bots import make_bot
from ninetyeight.rules import Deal
from ninetyeight.server.room_events import Dealt, Played, RoomEvent, Sat
from ninetyeight.server.store import Store
from ninetyeight.server.tokens import hash_of
from ninetyeight.table import play_out, states
from ninetyeight.wire.plan import Plan
from tests.e2e.table_page import GameServer, Person
from tests.e2e.test_heard_and_felt import CARD, LISTEN, WIN, hears
from tests.server.promises.rooms import Rooms

#: Two planners win this deal; the first seat is out one turn before the end.
DEAL = "original-2p-0000000000000000"
TABLE = "k7q2m9xa4twb"
SECRETS = ("a" * 32, "b" * 32)


def nearly_won() -> list[RoomEvent]:
    """The log of a table at which the first seat has no cards left and the other has one."""
    deal = Deal.from_code(DEAL)
    table = play_out(deal, [make_bot("planner", seed=seat) for seat in range(2)])
    found = next(
        at
        for at, state in enumerate(states(table.setup, table.log))
        if state.game and state.active == 1 and [len(h) for h in state.game.hands] == [0, 1]
    )
    people = [Sat(seat, name, hash_of(SECRETS[seat])) for seat, name in enumerate(("Ada", "Ben"))]
    return [*people, Dealt(DEAL, False, 0), *(Played(event) for event in table.log[:found])]


def put_into(folder: Path) -> None:
    """Put that table into the database of a server that is still to be started."""

    async def put() -> None:
        store = await Store.open(f"sqlite:///{folder}/tables.db")
        await Rooms(store).opened(TABLE, Plan(players=2), nearly_won())
        await store.close()

    # The thread of the browser has an event loop already.
    thread = Thread(target=lambda: asyncio.run(put()))
    thread.start()
    thread.join()


@pytest.mark.rule("B6")
def test_who_is_out_is_told_so_and_hears_the_others_win(browser: Browser, tmp_path: Path) -> None:
    put_into(tmp_path)
    server = GameServer(tmp_path)
    try:
        ada = Person(browser, server.url, locale="fr-FR", reduced_motion="no-preference")
        ben = Person(browser, server.url)
        ada.page.add_init_script(LISTEN)
        for person, secret in zip((ada, ben), SECRETS, strict=True):
            person.page.goto(f"{server.url}/t/{TABLE}#seat={secret}")
            person.wait(lambda state: state["game"] is not None)
        expect(
            ada.page.get_by_text("Tu n’as plus de cartes. Les autres continuent.")
        ).to_be_visible()
        ada.page.mouse.click(5, 5)
        ben.do(ben.best())
        hears(ada, WIN)
        assert ada.page.evaluate(f"played.includes({CARD})") is False
        expect(ada.page.get_by_role("heading", level=1)).to_contain_text("C’est gagné")
        for person in (ada, ben):
            person.close()
    finally:
        server.stop()
