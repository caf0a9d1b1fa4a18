"""What a hostile address may do with connections and requests."""

from __future__ import annotations

from itertools import cycle, product

from ninetyeight.load.attacks.attack import Attack, ask, pour
from ninetyeight.load.ground import Ground
from ninetyeight.rules import EDITIONS, LAW_OPTIONS

_REQUEST = b"GET /api/rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_BODY = '{"name":"Load","plan":{"players":4}}'
#: The rules of ever other tables, so that each has to be told anew.
_TABLES = cycle(
    f"/api/rules?lang={lang}&players={players}&edition={edition}"
    + "".join(f"&{name}={str(on).lower()}" for name, on in zip(LAW_OPTIONS, chosen, strict=True))
    for chosen in product((True, False), repeat=len(LAW_OPTIONS))
    for lang, players, edition in product(("en", "de", "fr"), (5, 3), EDITIONS)
)


def _half_a_request(ground: Ground) -> bytes:
    return ground.request("/")[:-2]


def _half_a_header(ground: Ground) -> bytes:
    return _half_a_request(ground) + b"X-Endless: "


def _chunked(ground: Ground) -> bytes:
    return ground.request("/api/tables", "Transfer-Encoding: chunked", method="POST")


def _endless_body(ground: Ground) -> bytes:
    return ground.request("/api/tables", "Content-Length: 1000000000000", method="POST")


def _trailers(ground: Ground) -> bytes:
    return _chunked(ground) + b"0\r\n"


def _unread(ground: Ground) -> bytes:
    return 50 * ground.request("/api/openapi.json")


def _health(ground: Ground) -> bytes:
    return ground.request("/healthz")


def _rules(ground: Ground) -> bytes:
    return ground.request(next(_TABLES))


def _new_table(ground: Ground) -> bytes:
    headers = ("Content-Type: application/json", f"Content-Length: {len(_BODY)}")
    return ground.request("/api/tables", *headers, method="POST") + _BODY.encode()


HTTP = (
    Attack("pipelining", pour(flood=_REQUEST * 1000)),
    Attack("pipelining-read", pour(flood=_REQUEST * 1000, at_once=20, read=True)),
    Attack("endless-header", pour(_half_a_header, b"x" * 65_536, read=True)),
    Attack("many-headers", pour(_half_a_request, b"a: b\r\n" * 10_000, read=True)),
    Attack("trailers", pour(_trailers, b"a: b\r\n" * 10_000, read=True)),
    Attack("endless-body", pour(_endless_body, b"x" * 65_536, at_once=5, read=True)),
    Attack("chunks", pour(_chunked, b"1\r\nx\r\n" * 10_000, at_once=5, read=True)),
    Attack("idle", pour(at_once=1_500)),
    Attack("slow-header", pour(_half_a_header, b"x", at_once=1_500, read=True, pause=1.0)),
    Attack("unread-answers", pour(_unread, at_once=500, flood=b"\r\n", pause=1.0)),
    Attack("connects", ask(_health, at_once=50, keep=False)),
    Attack("requests", ask(_health, at_once=100)),
    Attack("rules", ask(_rules, at_once=100)),
    Attack("new-tables", ask(_new_table, at_once=20)),
)
