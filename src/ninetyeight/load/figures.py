"""What a load run counts, and the report that is made of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Figures:
    """Everything counted by one client process; those of several can be added up.

    Times are in seconds. A lay's time goes from the moment it is sent to the moment at which the
    last client of its table has the State that tells of it; an answer's to the mover's Done.
    """

    everybody: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    #: How late the client's own event loop was, looked at a hundred times a second.
    lag: list[float] = field(default_factory=list)
    lays: int = 0
    ends: int = 0
    #: Moves that were due while the one before had not reached everybody.
    late: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    reconnects: int = 0
    games_over: int = 0
    tables_replaced: int = 0
    states: int = 0
    bytes: int = 0
    cpu: float = 0.0

    @property
    def moves(self) -> int:
        """Moves that everybody has seen."""
        return self.lays + self.ends

    def add(self, other: Figures) -> None:
        """Count another process's figures in."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, dict):
                for code, n in value.items():
                    mine[code] = mine.get(code, 0) + n
            elif isinstance(value, list):
                mine.extend(value)
            else:
                setattr(self, name, mine + value)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals[code] = self.refusals.get(code, 0) + 1


def spread(times: Sequence[float]) -> dict[str, float] | None:
    """Percentiles in milliseconds; None when there is nothing to tell."""
    if not times:
        return None
    ordered = sorted(times)

    def at(share: float) -> float:
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)

    return {
        "p50": at(0.50),
        "p90": at(0.90),
        "p99": at(0.99),
        "max": round(1000 * ordered[-1], 2),
        "mean": round(1000 * sum(ordered) / len(ordered), 2),
    }


@dataclass(frozen=True)
class ServerLook:
    """A server at one moment: its processor time, memory and events, where they can be known."""

    cpu: float | None = None
    rss: float | None = None
    events: float | None = None


_METRIC = re.compile(rb"^(\w+) ([0-9.e+]+)$", re.MULTILINE)


def look_at(page: bytes) -> ServerLook:
    """The look that a page of metrics gives; of an empty one nothing is known."""
    found = {name.decode(): float(value) for name, value in _METRIC.findall(page)}
    rss, events = (
        found.get(name) for name in ("process_resident_memory_bytes", "ninetyeight_events_total")
    )
    return ServerLook(found.get("process_cpu_seconds_total"), rss, events)


def difference(later: float | None, earlier: float | None) -> float | None:
    """How much there is more; None when one of the two is not known."""
    return None if later is None or earlier is None else later - earlier


def report_of(
    plan: dict[str, Any],
    figures: Figures,
    seconds: float,
    *,
    opening: float,
    idle: dict[str, Any] | None,
    looks: tuple[ServerLook, ServerLook],
    thinking: dict[str, Any] | None = None,
    finished: bool,
) -> dict[str, Any]:
    """The whole report, as ``--json`` prints it."""
    before, after = looks
    cpu = difference(after.cpu, before.cpu)
    events = difference(after.events, before.events)
    moves = figures.moves
    return {
        **plan,
        "finished": finished,
        "measured_seconds": round(seconds, 2),
        "opening_seconds": round(opening, 2),
        "moves": moves,
        "lays": figures.lays,
        "ends": figures.ends,
        "late": figures.late,
        "moves_per_second": round(moves / seconds, 1) if seconds else 0.0,
        "everybody_ms": spread(figures.everybody),
        "answer_ms": spread(figures.answers),
        "refusals": dict(sorted(figures.refusals.items())),
        "connections_lost": figures.lost,
        "reconnects": figures.reconnects,
        "games_over": figures.games_over,
        "tables_replaced": figures.tables_replaced,
        "states_received": figures.states,
        "megabytes_received": round(figures.bytes / 1e6, 1),
        "client": {
            "lag_ms": spread(figures.lag),
            "cpu_seconds": round(figures.cpu, 2),
        },
        "server": {
            "cpu_seconds": None if cpu is None else round(cpu, 2),
            "cpu_share": None if cpu is None or not seconds else round(cpu / seconds, 3),
            "cpu_ms_per_move": None if cpu is None or not moves else round(1000 * cpu / moves, 3),
            "rss_mib": None if after.rss is None else round(after.rss / 2**20, 1),
            "events_committed": None if events is None else int(events),
        },
        "idle": idle,
        "thinking": thinking,
    }


def thinking_of(
    tables: int, alone: Figures, beside: Figures, searches: dict[str, int]
) -> dict[str, Any]:
    """What bots that think at so many other tables change for those that are measured: ``alone`` is
    what they counted before and after."""
    before, after = spread(alone.everybody), spread(beside.everybody)
    times = None if before is None or after is None else round(after["p99"] / before["p99"], 2)
    return {
        "tables": tables,
        "everybody_ms": after,
        "p99_times": times,
        "late": beside.late,
        "searches": searches,
    }
