"""A server started only to be measured: on this computer, with a database that is thrown away."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from ninetyeight.client.errors import ClientError, printable

#: What would keep one address from playing at hundreds of tables; everything else is as usual.
LIMITS_RAISED = {
    "--max-tables": "100000",
    "--max-connections": "0",
    "--connections-per-address": "0",
    "--requests-per-minute": "0",
    "--new-tables-per-hour": "0",
    "--busy-lag": "0",
    "--log-level": "warning",
}
#: Seconds for the server to start, and to stop before it is made to.
START, STOP = 60.0, 15.0

_ADDRESS = re.compile(rb"http://[^/\s]+")


@asynccontextmanager
async def own_server(settings: Mapping[str, str] = LIMITS_RAISED) -> AsyncIterator[str]:
    """Inside, a server runs; its address. ClientError when it does not start."""
    with tempfile.TemporaryDirectory(prefix="ninetyeight-load-") as folder:
        database = Path(folder, "load.db").as_posix()
        words = [
            *(sys.executable, "-m", "ninetyeight", "serve", "--lang", "en"),
            *("--host", "127.0.0.1", "--port", "0", "--database", f"sqlite:///{database}"),
            *(word for pair in settings.items() for word in pair),
        ]
        # Settings of the person's own server are not for this one.
        environ = {k: v for k, v in os.environ.items() if not k.startswith("NINETYEIGHT_")}
        complaints = Path(folder, "complaints")
        with complaints.open("wb") as stderr:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=stderr,
                env=environ,
                start_new_session=True,  # Ctrl-C is for us: the server is ended afterwards
            )
        try:
            yield await _address(process, complaints)
        finally:
            await _end(process)


async def _address(process: asyncio.subprocess.Process, complaints: Path) -> str:
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START):
            while line := await process.stdout.readline():
                found = _ADDRESS.search(line)
                if found is not None:
                    return found.group().decode()
    except TimeoutError:
        pass
    told = complaints.read_text("utf-8", "replace").strip().splitlines()
    raise ClientError("own_server", why=printable(told[-1] if told else "?"))


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(STOP):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
