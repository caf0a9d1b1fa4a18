"""A siege: for each attack what others feel in quiet, during it and after it, and its report."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from ninetyeight.client.errors import ClientError, Declined
from ninetyeight.client.http import Server
from ninetyeight.load.attacks import ATTACKS
from ninetyeight.load.canary import MARK_EVERY, Canary, Felt
from ninetyeight.load.crew import Apart
from ninetyeight.load.figures import spread
from ninetyeight.load.ground import Ground
from ninetyeight.load.own_server import own_server

#: Seconds in which the server is left alone before each attack.
QUIET = 5.0
#: The bounds: others' usual time as a multiple of the quiet one, memory above the quiet one, and
#: seconds until both hold again after the attack.
SLOWER = 3.0
MEMORY = 100 * 2**20
RECOVERY = 10.0
#: Marks in a row whose middle one must be as quick as usual for the server to have recovered.
IN_A_ROW = 5
#: Seconds after which nobody waits for a recovery any more.
GIVE_UP = 30.0
#: How far the attacker steps back, so that it is the server that slows others, not its processor.
NICE = 10

#: Told beside the run: which attack, which phase of it, and how many seconds are left of it.
SiegeProgress = Callable[[str, str, int], None]


@dataclass(frozen=True)
class Siege:
    """What is to be run, for how long each, and against which server; None is one of its own."""

    attacks: tuple[str, ...]
    seconds: float
    base: str | None = None


class Attacker:
    """Does one attack step by step, in a process of its own."""

    def __init__(self, name: str, base: str, source: str, others: str, seconds: float) -> None:
        self._attack = ATTACKS[name]
        self._ground = Ground(Server(base, source), others)
        self._seconds = seconds
        self._stopped = asyncio.Event()
        if hasattr(os, "nice"):
            os.nice(NICE)

    def stop(self) -> None:
        """Attack no longer."""
        self._stopped.set()

    async def prepare(self) -> None:
        """Get ready."""
        await self._attack.prepare(self._ground)

    async def go(self) -> int:
        """Attack; how many connections it took."""
        attacking = asyncio.create_task(self._attack.go(self._ground))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await self._stopped.wait()
        self._ground.over = True
        attacking.cancel()
        await asyncio.wait({attacking})
        return self._ground.connections

    async def close(self) -> None:
        """Leave."""
        self._ground.leave()


async def lay_siege(siege: Siege, progress: SiegeProgress) -> dict[str, Any]:
    """The report of all attacks, one after another, each against a fresh server if it is ours."""
    mine = asyncio.current_task()
    assert mine is not None
    # Cancelled, so that what was started is ended.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, mine.cancel)
    found = []
    for name in siege.attacks:
        progress(name, "prepare", 0)
        # Each comes from an address of its own: none is held to account for the one before.
        source = f"127.0.98.{1 + list(ATTACKS).index(name)}"
        async with _server(siege.base) as base:
            found.append(await _one(name, base, source, siege.seconds, progress))
    return {
        "seconds": siege.seconds,
        "own_server": siege.base is None,
        "bounds": {"slower": SLOWER, "memory_mib": MEMORY / 2**20, "recovery_seconds": RECOVERY},
        "attacks": found,
        "held": all(one["held"] for one in found),
    }


@asynccontextmanager
async def _server(base: str | None) -> AsyncIterator[str]:
    """The server to attack: that one, or one of our own with the settings it has by itself."""
    if base is not None:
        yield base
        return
    async with own_server({"--log-level": "warning"}) as own:
        yield own


async def _one(
    name: str, base: str, source: str, seconds: float, progress: SiegeProgress
) -> dict[str, Any]:
    canary = await Canary.settle(Server(base))
    attacker = Apart(partial(Attacker, name, base, source, canary.id, seconds))
    try:
        try:
            await attacker.do("prepare")
        except (ClientError, Declined) as error:
            raise ClientError("attack_not_ready", attack=name, why=error.text()) from error
        canary.turn_page()
        progress(name, "quiet", round(QUIET))
        await asyncio.sleep(QUIET)
        quiet = canary.turn_page()
        progress(name, "attack", round(seconds))
        connections = await attacker.do("go")
        during = canary.turn_page()
        progress(name, "after", round(RECOVERY))
        recovery = await _recovery(canary, quiet)
        return _told(name, (quiet, during, canary.turn_page()), recovery, connections, canary.lost)
    finally:
        canary.close()
        await attacker.end()


async def _recovery(canary: Canary, quiet: Felt) -> float | None:
    """Seconds until others feel nothing any more; None when that did not come."""
    began = time.perf_counter()
    canary.arrived.clear()
    usual = SLOWER * _middle(quiet.marks)
    while (waited := time.perf_counter() - began) < GIVE_UP:
        last = canary.arrived[-IN_A_ROW:]
        felt = canary.felt
        if (
            len(last) == IN_A_ROW
            and _middle([took for _, took in last]) <= usual
            and canary.waiting < MARK_EVERY
            and felt.memory
            and felt.memory[-1] <= _most(quiet.memory) + MEMORY
        ):
            return max(0.0, last[0][0] - began)
        await asyncio.sleep(0.05 if waited < 1 else 0.2)
    return None


def _told(
    name: str, phases: tuple[Felt, Felt, Felt], recovery: float | None, connections: int, lost: int
) -> dict[str, Any]:
    """One attack, as ``--json`` prints it."""
    quiet, during, after = phases
    slower = _middle(during.marks) / _middle(quiet.marks)
    # Not to be had at all while the server answers nobody.
    looked = during.memory + after.memory
    more = _most(looked) - _most(quiet.memory) if looked else float("inf")
    recovered = recovery is not None and recovery <= RECOVERY
    told = {
        "attack": name,
        "connections": connections,
        "quiet_ms": spread(quiet.marks),
        "during_ms": spread(during.marks),
        "after_ms": spread(after.marks),
        "slower": round(slower, 2),
        "quiet_mib": round(_most(quiet.memory) / 2**20, 1),
        "more_mib": round(more / 2**20, 1) if looked else None,
        "recovery_seconds": None if recovery is None else round(recovery, 2),
        "core_share": _share(during.cpu),
        "visits": during.visits + after.visits,
        "turned_away": during.turned_away + after.turned_away,
        "refused": during.refused + after.refused,
        "cut_off": lost,
    }
    open_to_others = not (told["turned_away"] or told["refused"])
    held = slower <= SLOWER and more <= MEMORY and recovered and open_to_others
    return {**told, "held": held}


def _share(looks: list[tuple[float, float]]) -> float | None:
    """How much of a core the server used between the first look and the last."""
    if len(looks) < 2:
        return None
    (began, before), (ended, after) = looks[0], looks[-1]
    return round((after - before) / (ended - began), 2)


def _middle(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] if times else float("inf")


def _most(sizes: list[float]) -> float:
    return max(sizes, default=0.0)
