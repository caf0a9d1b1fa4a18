"""Requests are read strictly: what does not fit is refused with a code that says what it was."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import Struct
from starlette.datastructures import Headers, QueryParams
from starlette.requests import ClientDisconnect, Request

from ninetyeight.server.api.operation import BODY_BYTES
from ninetyeight.server.errors import ServerError

S = TypeVar("S", bound=Struct)

_BEARER = re.compile(r"bearer +([\w-]{16,64})", re.ASCII | re.IGNORECASE)
_JSON = re.compile(r"application/json(?:\s*;\s*charset=\"?utf-8\"?)?\s*", re.IGNORECASE)
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,8})", re.ASCII)


async def read_body(request: Request, kind: type[S]) -> S:
    """The body of a request as the struct it must be."""
    if not _JSON.fullmatch(request.headers.get("content-type", "")):
        raise ServerError("wrong_content_type")
    raw = await _read(request)
    try:
        raw.decode()
    except UnicodeDecodeError:
        raise ServerError("no_utf8") from None
    try:
        return msgspec.convert(_whole(msgspec.json.decode(raw)), kind)
    except msgspec.ValidationError as cause:
        raise ServerError("wrong_fields", why=str(cause)) from None
    except (msgspec.DecodeError, UnicodeError) as cause:
        raise ServerError("no_json", why=str(cause)) from None
    except RecursionError:
        raise ServerError("too_deep") from None


async def _read(request: Request) -> bytes:
    announced = request.headers.get("content-length", "0")
    if announced.isascii() and announced.isdecimal() and int(announced) > BODY_BYTES:
        raise ServerError("body_too_big")
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > BODY_BYTES:
                raise ServerError("body_too_big")
            parts.append(part)
    except ClientDisconnect:
        raise ServerError("no_json", why="it ended too early") from None
    return b"".join(parts)


def _whole(value: Any) -> Any:
    """With 9.0 as 9: to JSON Schema, and so to our own description, they are the same number."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_whole(part) for part in value]
        case dict():
            return {name: _whole(part) for name, part in value.items()}
    return value


def read_query(query: QueryParams, kind: type[S] | None) -> S | None:
    """The parameters after the question mark; each at most once, and none that is unknown."""
    types = {} if kind is None else _fields(kind)
    values: dict[str, Any] = {}
    for name, text in query.multi_items():
        if name not in types:
            raise ServerError("unknown_query", name=name[:40], known=", ".join(types) or "–")
        if name in values:
            raise ServerError("wrong_query", name=name, why="it is given twice")
        try:
            values[name] = read_word(text, types[name])
        except msgspec.ValidationError as cause:
            raise ServerError("wrong_query", name=name, why=str(cause)) from None
    if kind is None:
        return None
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as cause:  # something is missing
        raise ServerError("wrong_query", name="", why=str(cause)) from None


@cache
def _fields(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def read_word(text: str, kind: Any) -> Any:
    """What a word of a path or a query stands for: a whole number, ``true``, ``false``, a text.

    ValidationError when it is not of that kind.

    >>> read_word("7", int), read_word("true", bool), read_word("07", str)
    (7, True, '07')
    """
    holds = _holds(kind)
    value: Any = text
    if int in holds and _WHOLE.fullmatch(text):
        value = int(text)
    elif bool in holds and text in ("true", "false"):
        value = text == "true"
    return msgspec.convert(value, kind)


@cache
def _holds(kind: Any) -> frozenset[type]:
    """Which of the plain kinds a type allows."""
    info = msgspec.inspect.type_info(kind)
    parts = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    plain: Mapping[type, type] = {
        msgspec.inspect.IntType: int,
        msgspec.inspect.BoolType: bool,
    }
    return frozenset(plain[type(part)] for part in parts if type(part) in plain)


def read_secret(headers: Headers) -> str | None:
    """The seat's secret that comes with a request; None when a watcher asks."""
    given = headers.getlist("authorization")
    if not given:
        return None
    found = _BEARER.fullmatch(given[0].strip())
    if found is None or len(given) > 1:
        raise ServerError("wrong_authorization")
    return found[1]
