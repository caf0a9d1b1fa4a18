"""The app: rooms, WebSocket, HTTP API and page behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ninetyeight.server.api.routes import api_routes
from ninetyeight.server.connection import Connection
from ninetyeight.server.guard import protect
from ninetyeight.server.hall import Hall
from ninetyeight.server.http_errors import HANDLERS
from ninetyeight.server.http_protocol import Door
from ninetyeight.server.limits import Limits
from ninetyeight.server.metrics import Metrics, health_endpoint, metrics_endpoint
from ninetyeight.server.page_files import PageFiles
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import Store
from ninetyeight.wire import messages as wire


def create_app(settings: Settings, store: Store) -> Starlette:
    """The server as an ASGI app. The store is open already and is closed by whoever opened it.

    ``app.state.stop`` tells all clients that the server stops and ends their connections.
    """
    metrics = Metrics(_message_types())
    limits = Limits(settings)
    hall = Hall(store, settings, metrics)

    async def socket(websocket: WebSocket) -> None:
        connection = Connection(websocket, hall, limits, metrics)
        await connection.run(websocket.path_params["table"])

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        hall.start()
        yield
        await hall.stop()

    routes: list[BaseRoute] = [
        Route("/healthz", health_endpoint(store.ping, store.check_writing, lambda: hall.stopping)),
        Route("/metrics", metrics_endpoint(metrics, settings)),
        WebSocketRoute("/ws/{table}", socket),
        *api_routes(hall, limits, metrics),
        *PageFiles().routes(),
    ]
    app = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=lifespan)
    app.state.stop = hall.stop
    app.state.hall = hall
    app.state.door = Door(settings, limits, metrics)
    protect(app, settings, limits, metrics)
    return app


def _message_types() -> list[str]:
    messages = [*get_args(wire.Message)]
    return [str(message.__struct_config__.tag) for message in messages]
