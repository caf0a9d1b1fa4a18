"""What a hostile address may do with WebSockets; a table's address is all it has to know."""

from __future__ import annotations

import random

from ninetyeight.load.attacks.attack import Attack, ask, pour
from ninetyeight.load.ground import Ground, frame

_PING, _PONG, _TEXT, _FIRST_PART, _PART = 0x89, 0x8A, 0x81, 0x01, 0x00
_NOISE = random.Random(98).randbytes(4_096)


def _watch(ground: Ground) -> bytes:
    return ground.watching(ground.others)


def _watch_in_parts(ground: Ground) -> bytes:
    return ground.watching(ground.others) + frame(_FIRST_PART)


def _shake_hands(ground: Ground) -> bytes:
    return ground.watching(ground.others).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"


SOCKETS = (
    Attack("pings", pour(_watch, frame(_PING) * 5_000)),
    Attack("pings-read", pour(_watch, frame(_PING) * 5_000, at_once=20, read=True)),
    Attack("pongs", pour(_watch, frame(_PONG) * 5_000, at_once=20, read=True)),
    Attack("empty-parts", pour(_watch_in_parts, frame(_PART) * 5_000, at_once=20, read=True)),
    Attack("garbage", pour(_watch, frame(_TEXT, b"{}") * 1_000, at_once=20, read=True)),
    Attack("noise", pour(_watch, _NOISE, at_once=20, read=True)),
    Attack("never-reading", pour(_watch, frame(_TEXT, b'{"type":"ping"}'), at_once=100, pause=1.0)),
    Attack("handshakes", ask(_shake_hands, at_once=50, keep=False)),
)
