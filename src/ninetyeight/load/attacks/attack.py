"""What an attack is made of: a stream that is poured out, a question asked over and over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ninetyeight.load.ground import Ground

Doing = Callable[[Ground], Coroutine[Any, Any, None]]
Bytes = Callable[[Ground], bytes]

#: Seconds before a connection that was cut is opened again.
AGAIN = 0.1


async def nothing(_: Ground) -> None:
    """Nothing has to be prepared."""


@dataclass(frozen=True)
class Attack:
    """``go`` goes on until it is cancelled; ``prepare`` comes before anything is measured."""

    name: str
    go: Doing
    prepare: Doing = nothing


def nobody(_: Ground) -> bytes:
    """Say nothing."""
    return b""


def pour(
    opening: Bytes = nobody,
    flood: bytes = b"",
    *,
    at_once: int = 1,
    read: bool = False,
    pause: float = 0.0,
) -> Doing:
    """Open so many connections, say ``opening`` on each, then ``flood`` again and again.

    Without a flood the connections are only held. One that is cut is opened again. Answers are
    thrown away where ``read`` says so, else left with the server.
    """

    async def once(ground: Ground) -> None:
        async with ground.stream() as (reader, writer), asyncio.TaskGroup() as group:
            swallowing = group.create_task(_swallow(reader)) if read or not flood else None
            writer.write(opening(ground))
            while flood and not reader.at_eof():
                writer.write(flood)
                await writer.drain()
                await asyncio.sleep(pause)
            if swallowing is not None:
                await swallowing

    return _many(once, at_once)


def ask(question: Bytes, *, at_once: int = 1, keep: bool = True) -> Doing:
    """Ask, wait for the answer, and ask again; without ``keep`` over a new connection each time."""

    async def once(ground: Ground) -> None:
        async with ground.stream() as (reader, writer):
            while True:
                writer.write(question(ground))
                head = await reader.readuntil(b"\r\n\r\n")
                left = _length(head)
                while left > 0:
                    part = await reader.read(min(left, 65_536))
                    if not part:
                        return
                    left -= len(part)
                if not keep:
                    return

    return _many(once, at_once, AGAIN if keep else 0.0)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


def _many(once: Doing, at_once: int, again: float = AGAIN) -> Doing:
    async def over_and_over(ground: Ground) -> None:
        while not ground.over:
            # Several tasks of one connection may fail at once; it is the connection that is over.
            with suppress(OSError, EOFError, asyncio.LimitOverrunError, ExceptionGroup):
                await once(ground)
            await asyncio.sleep(again)

    async def go(ground: Ground) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(over_and_over(ground))

    return go


async def _swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(65_536):
        pass
