"""The OpenAPI document of the API, made from its operations and the structs they use."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Struct

from ninetyeight import __version__
from ninetyeight.server.api.operation import Operation
from ninetyeight.server.api.routes import OPERATIONS
from ninetyeight.server.errors import STATUS
from ninetyeight.server.schema import definitions
from ninetyeight.wire.http import ApiError

Document: TypeAlias = dict[str, Any]

VERSION = "3.1.0"
SCHEMAS = "#/components/schemas/{name}"
#: Codes that any operation may answer with, and those of operations that take a body or a secret.
ALWAYS = ("too_many_requests", "stopping", "store_unavailable", "outcome_unknown")
WITH_QUERY = ("unknown_query", "wrong_query")
WITH_BODY = (
    "no_utf8",
    "no_json",
    "too_deep",
    "wrong_fields",
    "wrong_content_type",
    "body_too_big",
    "wrong_origin",
)
WITH_SECRET = ("wrong_authorization", "wrong_secret")

_ABOUT = """\
Tables, records, deals, results and rules. A table is played over the WebSocket at `/ws/TABLE`; \
`/api/protocol.json` describes its messages. Every error is an `ApiError` with a code that is \
listed in the documentation. The secret of a seat is sent as a bearer token, never in an address."""


@cache
def openapi() -> Document:
    """The whole document."""
    paths: dict[str, Document] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": VERSION,
        "info": {
            "title": "ninetyeight",
            "version": __version__,
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret of a seat. Without it one is a watcher.",
                }
            },
        },
    }


def error_codes(operation: Operation) -> tuple[str, ...]:
    """The codes of every error of the server itself that the operation can answer with."""
    codes = (*operation.errors, *WITH_QUERY, *ALWAYS)
    if operation.body is not None:
        codes += WITH_BODY
    if operation.takes_secret:
        codes += WITH_SECRET
    return codes


def _schemas() -> dict[str, Document]:
    asked = [one.body for one in OPERATIONS if one.body is not None]
    sent = [one.answer for one in OPERATIONS if one.answer is not None]
    return definitions(dict.fromkeys(asked), dict.fromkeys([*sent, ApiError]), SCHEMAS)


def _ref(name: str) -> Document:
    return {"$ref": SCHEMAS.format(name=name)}


def _described(operation: Operation) -> Document:
    told: Document = {
        "operationId": operation.id,
        "summary": operation.told,
        "responses": {str(operation.status): _good(operation), **_errors(operation)},
    }
    parameters = [*_path_parameters(operation), *_query_parameters(operation.query)]
    if parameters:
        told["parameters"] = parameters
    if operation.body is not None:
        told["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _ref(operation.body.__name__)}},
        }
    if operation.takes_secret:
        told["security"] = [{}, {"seat": []}]
    return told


def _good(operation: Operation) -> Document:
    schema: Document = {"type": "object"}
    if operation.answer is not None:
        schema = _ref(operation.answer.__name__)
    elif operation.media_type != "application/json":
        schema = {"type": "string"}
    told: Document = {
        "description": operation.told,
        "content": {operation.media_type: {"schema": schema}},
    }
    if operation.status == 201:
        told["headers"] = {"Location": _header("Where the table is.", "string", required=True)}
    if operation.media_type != "application/json":
        told["headers"] = {
            "Content-Disposition": _header("The name of the file.", "string", required=True)
        }
    if operation.links:
        told["links"] = {
            name: {"operationId": name, **link} for name, link in operation.links.items()
        }
    return told


def _header(meaning: str, kind: str, *, required: bool = False) -> Document:
    return {"description": meaning, "required": required, "schema": {"type": kind}}


def _errors(operation: Operation) -> Document:
    by_status: dict[int, list[str]] = {}
    for code in error_codes(operation):
        by_status.setdefault(STATUS[code], []).append(f"`server.{code}`")
    if operation.params:  # a path that no operation has: what varies in it does not fit
        by_status.setdefault(404, []).append("`server.no_such_page`")
    if operation.unfit is not None:
        by_status.setdefault(operation.unfit, []).append("a code of the law, such as `errors.…`")
    return {str(status): _error(status, by_status[status]) for status in sorted(by_status)}


def _error(status: int, codes: list[str]) -> Document:
    told: Document = {
        "description": ", ".join(dict.fromkeys(codes)),
        "content": {"application/json": {"schema": _ref(ApiError.__name__)}},
    }
    if status == 401:
        told["headers"] = {
            "WWW-Authenticate": _header("How to say who one is.", "string", required=True)
        }
    if status == 429:
        told["headers"] = {"Retry-After": _header("Seconds to wait.", "integer")}
    return told


def _path_parameters(operation: Operation) -> list[Document]:
    return [
        {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(kind)}
        for name, kind in operation.params.items()
    ]


def _query_parameters(query: type[Struct] | None) -> list[Document]:
    if query is None:
        return []
    types = get_type_hints(query, include_extras=True)
    return [
        {
            "name": field.name,
            "in": "query",
            "required": field.default is NODEFAULT,
            "schema": _of_word(types[field.name], field.default),
        }
        for field in msgspec.structs.fields(query)
    ]


def _of_word(kind: Any, default: Any) -> Document:
    """The schema of a query parameter. No word stands for null: one leaves the parameter out."""
    schema: Document = dict(msgspec.json.schema(kind))
    if "anyOf" in schema:
        [schema] = [part for part in schema["anyOf"] if part != {"type": "null"}]
    if default not in (None, UNSET, NODEFAULT):
        schema = {**schema, "default": default}
    return schema
