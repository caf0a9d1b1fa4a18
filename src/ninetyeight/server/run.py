"""A server as a process: its socket, its database, uvicorn around the app, and a graceful stop.

When told to stop (SIGTERM or Ctrl-C), nobody new is let in, the app tells everybody who is there
and closes their connections, running requests are finished, the database is closed, and the
process ends with status 0. Whatever was acknowledged has been committed before, so that even a
process that is killed loses nothing.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from typing import Any

import uvicorn
from starlette.applications import Starlette

from ninetyeight import __version__
from ninetyeight.rules.errors import GameError
from ninetyeight.server.collector import start_collecting
from ninetyeight.server.http_protocol import Doorkeeper
from ninetyeight.server.limits import SPARE
from ninetyeight.server.logs import note
from ninetyeight.server.page_files import PageFiles
from ninetyeight.server.settings import Settings
from ninetyeight.wire.messages import (
    MESSAGE_BYTES,
)

_log = logging.getLogger("ninetyeight.server")

#: Seconds between pings, and to wait for the answer: how soon a dead connection is noticed.
PING_EVERY = 20.0
PING_TIMEOUT = 20.0
#: Connections that wait to be let in.
BACKLOG = 512

#: What is called once the server answers, with the port it listens on.
Ready = Callable[[int], None]


class StartError(GameError):
    """The server cannot start; the sentence says what to do about it."""

    area = "serve"


def listen(settings: Settings) -> socket.socket:
    """The socket to listen on; StartError when the address cannot be had."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError):  # the latter for what can be no name at all
        raise StartError("no_such_host", host=settings.host) from None
    family, kind, protocol, _, address = found[0]
    try:
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise StartError("cannot_listen", host=settings.host, why=error.strerror or "") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # "::" is for everybody, also for those who come by IPv4.
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind(address)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise _cannot_bind(settings, error) from None
    return listening


def _cannot_bind(settings: Settings, error: OSError) -> StartError:
    match error.errno:
        case errno.EADDRINUSE:
            return StartError("port_in_use", port=settings.port)
        case errno.EACCES | errno.EPERM:
            return StartError("port_forbidden", port=settings.port)
        case errno.EADDRNOTAVAIL:
            return StartError("not_our_address", host=settings.host)
    return StartError("cannot_listen", host=settings.host, why=error.strerror or "")


def run(settings: Settings, listening: socket.socket, ready: Ready) -> None:
    """Serve until told to stop. StartError or StoreError when it cannot begin."""
    if not PageFiles().built:
        raise StartError("page_not_built")
    _allow_many_files(settings)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listening, ready))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if find_spec("uvloop") is None:
        return None
    import uvloop

    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def _allow_many_files(settings: Settings) -> None:
    """A connection is an open file, and systems allow 1024 unless asked for more."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (settings.max_connections or 50_000) + SPARE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _serve(settings: Settings, listening: socket.socket, ready: Ready) -> None:
    # Imported here so that a port in use is told before the database's libraries are loaded.
    from ninetyeight.server.app import create_app
    from ninetyeight.server.store import Store, shown_url

    store = await Store.open(settings.database)
    try:
        app = create_app(settings, store)
        server = GracefulServer(config_of(settings, app), _stop_of(app), ready)
        shown = shown_url(settings.database)
        note(_log, "starting", version=__version__, database=shown)
        collecting = start_collecting()
        await server.serve([listening])
        collecting.cancel()
        note(_log, "stopped", signal=server.signal_name)
    finally:
        listening.close()
        await store.close()


def _stop_of(app: Starlette) -> Callable[[], Awaitable[None]]:
    """What the app wants done before connections are closed: ``app.state.stop``."""

    async def nothing() -> None:
        return

    stop: Callable[[], Awaitable[None]] = getattr(app.state, "stop", nothing)
    return stop


def config_of(settings: Settings, app: Starlette) -> uvicorn.Config:
    """How uvicorn runs here. Most of it is not what it does by itself."""
    return uvicorn.Config(
        app,
        # By itself: nothing that has a bound.
        http=partial(Doorkeeper, door=app.state.door),  # type: ignore[arg-type]
        # By itself: 16 MiB messages, compression that costs 30 KiB a connection.
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_TIMEOUT,
        # By itself: 2048, all of which are let in, or turned away, in one turn of the loop.
        backlog=BACKLOG,
        # By itself: whatever comes from this computer may say whom it speaks for.
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=list(settings.proxy),
        # By itself: open connections are waited for, for ever.
        timeout_graceful_shutdown=settings.stop_seconds,
        # By itself: its own lines, with paths and queries in them.
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
    )


class GracefulServer(uvicorn.Server):
    """uvicorn's server, with a word to the app before its connections are closed."""

    def __init__(
        self, config: uvicorn.Config, stop: Callable[[], Awaitable[None]], ready: Ready
    ) -> None:
        super().__init__(config)
        self._stop = stop
        self._ready = ready

    @property
    def signal_name(self) -> str | None:
        """The signal that ended it."""
        caught = self._captured_signals
        return signal.Signals(caught[0]).name if caught else None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        try:
            await super().startup(sockets)
        except SystemExit:
            # uvicorn leaves the process when the app's own start fails; ours tells first.
            raise StartError("app_failed") from None
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            note(_log, "listening", address=f"{host} port {port}")
            self._ready(port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody new in, let the app say good-bye, then do what uvicorn does."""
        for server in self.servers:
            server.close()
        try:
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                await self._stop()
        except TimeoutError:
            note(_log, "not everybody could be told in time", level=logging.WARNING)
        except Exception as error:  # the stop goes on whatever happens here
            note(_log, "could not tell everybody", level=logging.ERROR, error=error)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen for the signals to stop.

        uvicorn raises a signal once more when all is done, which would end the process with the
        signal's status; a server that was asked to stop and has stopped is a success.
        """
        caught = (signal.SIGINT, signal.SIGTERM)
        before: dict[int, Any] = {one: signal.signal(one, self.handle_exit) for one in caught}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def reachable_addresses() -> Sequence[str]:
    """The addresses by which other devices at home may reach this computer, the likeliest first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Sends nothing: it only asks the system which address it would speak from.
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found.append(str(one[4][0]))
    return [a for a in dict.fromkeys(found) if not a.startswith(("127.", "0."))]
