"""HTTP as far as a client of our API needs it: JSON there, JSON back, over a kept connection."""

from __future__ import annotations

import asyncio
import ssl
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from ninetyeight import __version__
from ninetyeight.client.errors import ClientError, Declined
from ninetyeight.wire.state import Why

T = TypeVar("T")

#: Seconds for one answer, connecting included.
PATIENCE = 20.0
#: No answer of the API is longer.
LONGEST = 4 * 1024 * 1024


class _Refused(msgspec.Struct):
    error: Why


class Server:
    """A server by its address, and the own address to speak from where there is a choice."""

    def __init__(self, base: str, source: str | None = None) -> None:
        parts = urlsplit(base)
        secure = parts.scheme == "https"
        self.base = base
        self.host = parts.netloc
        self.address = (parts.hostname or "", parts.port or (443 if secure else 80))
        self.tls = ssl.create_default_context() if secure else None
        self.source = None if source is None else (source, 0)

    def http(self) -> Http:
        """A connection for requests."""
        return Http(self)


class Http:
    """A connection to one server, opened when it is first used and kept for the next request."""

    def __init__(self, server: Server) -> None:
        self.base = server.base
        self._server = server
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Http:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the connection go."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def post(self, path: str, body: object, answer: type[T]) -> T:
        """Send ``body`` as JSON and read the answer.

        Declined when the server refuses, ClientError when it cannot be reached or is none of ours.
        Never sent twice: whether a request that got no answer was done is not known.
        """
        status, told = await self.ask("POST", path, msgspec.json.encode(body))
        if status >= 400:
            raise refused(status, told)
        try:
            return msgspec.json.decode(told, type=answer)
        except msgspec.DecodeError as cause:
            raise ClientError("not_our_server", address=self.base) from cause

    async def get(self, path: str) -> bytes | None:
        """What is at ``path``; None when there is nothing for us."""
        status, told = await self.ask("GET", path)
        return told if status == 200 else None

    async def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """Send one request; the status and body of its answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._exchange(method, path, body)
        except TimeoutError:
            self.close()
            raise ClientError("no_answer", address=self.base) from None
        except (OSError, EOFError) as cause:
            self.close()
            raise ClientError("unreachable", address=self.base, why=reason(cause)) from cause
        except (ValueError, LookupError) as cause:
            self.close()
            raise ClientError("not_our_server", address=self.base) from cause
        except BaseException:
            self.close()
            raise

    async def _exchange(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        if self._streams is not None and self._streams[0].at_eof():
            self.close()  # the server has not kept it
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                *self._server.address, ssl=self._server.tls, local_addr=self._server.source
            )
        reader, writer = self._streams
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self._server.host}",
            f"User-Agent: ninetyeight/{__version__}",
            "Accept: application/json",
        ]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        head = "\r\n".join([*lines, "", ""]).encode("ascii")
        writer.write(head + (body or b""))
        await writer.drain()
        return await self._answer(reader)

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        version, status, *_ = first.split(" ")
        if not version.startswith("HTTP/1."):
            raise ValueError(version)
        headers = {
            name.strip().lower(): value.strip()
            for name, colon, value in (line.partition(":") for line in lines)
            if colon
        }
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = await _chunks(reader)
        elif "content-length" in headers:
            length = int(headers["content-length"])
            if not 0 <= length <= LONGEST:
                raise ValueError(length)
            body = await reader.readexactly(length)
        else:
            body = await reader.read(LONGEST)
            headers["connection"] = "close"
        if headers.get("connection", "").lower() == "close":
            self.close()
        return int(status), body


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while size := int((await reader.readline()).partition(b";")[0], 16):
        if not 0 < size <= LONGEST - len(body):
            raise ValueError(size)
        body += await reader.readexactly(size)
        await reader.readline()
    while (await reader.readline()).strip():
        pass  # trailers
    return bytes(body)


def refused(status: int, body: bytes) -> Declined | ClientError:
    """What an answer that is no success says, in the server's words where it has some."""
    try:
        return Declined(msgspec.json.decode(body, type=_Refused).error)
    except msgspec.DecodeError:
        return ClientError("status", status=status)


def reason(cause: BaseException) -> str:
    """Why the system could not connect, in its own words."""
    return getattr(cause, "strerror", None) or type(cause).__name__
