"""Tables on a real server, and guests that come to them from outside."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from ninetyeight.bots import make_bot
from ninetyeight.client.guest import Guest
from ninetyeight.client.link import Link, read_link
from tests.server.harness import ServerProcess

T = TypeVar("T")

#: Longer than anything takes on a busy machine.
PATIENCE = 120.0


def free_port() -> int:
    """A port that was free a moment ago: a server that is started again needs its old one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def links(server: ServerProcess, plan: dict[str, Any]) -> tuple[Link, Link]:
    """A new table: the host's seat link and the invite link."""
    opened = server.open_table(plan=plan)
    page = f"{server.url}/t/{opened['table']}"
    return read_link(f"{page}#seat={opened['secret']}"), read_link(
        f"{page}#invite={opened['invite']}"
    )


def written(link: Link) -> str:
    """The link as a person has it."""
    part = f"seat={link.secret}" if link.invite is None else f"invite={link.invite}"
    return f"{link.page}#{part}"


def guest(link: Link, bot: str, lines: list[str], **about: Any) -> Guest:
    """A bot on its way to a table; what it tells goes into ``lines``."""
    playing = make_bot(bot, 1)
    name = playing.name.capitalize()
    return Guest(link, playing, name, lines.append, seed=1, per_second=0, **about)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do it, but not for ever."""

    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE):
            return await work

    return asyncio.run(bounded())


async def play_all(guests: Iterable[Guest]) -> None:
    """Let all of them play to the end."""
    team = list(guests)
    try:
        await asyncio.gather(*(one.play() for one in team))
    finally:
        for one in team:
            one.bot.close()
