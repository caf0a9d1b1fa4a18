"""Keeping to a pace, so that no server has to slow us down."""

from __future__ import annotations

import asyncio
import time


class Throttle:
    """``burst`` at once, then ``rate`` a second; a rate of 0 does not limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._full_at = 0.0

    async def wait(self) -> None:
        """Return when it is time for the next one."""
        if not self._rate:
            return
        now = time.monotonic()
        self._full_at = max(self._full_at, now) + 1 / self._rate
        early = self._full_at - now - self._burst / self._rate
        if early > 0:
            await asyncio.sleep(early)
