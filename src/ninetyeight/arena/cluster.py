"""A crew on a Ray cluster: one that is there already, or one started on this machine for the run.

Every batch is one task whose result is its games, all of them or none. When the worker that plays
it disappears, the task is given out again; so no game is lost and none is counted twice.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from ninetyeight.arena.crews import TRIES
from ninetyeight.arena.playing import Batch, Worker
from ninetyeight.arena.runs import ArenaError, Run

if TYPE_CHECKING:
    import ray


@dataclass
class _Errand:
    """A batch that is out, and how often its worker has disappeared."""

    run: Run
    first: int
    end: int
    broken: int = 0


class Cluster:
    """The workers of a Ray cluster, at most ``jobs`` of them at a time (None: all its cores)."""

    batch_seconds = 1.0

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._ray = _connect(address, jobs)
        there = int(self._ray.cluster_resources().get("CPU", 1))
        self.workers = max(1, min(jobs or there, there))
        # With fewer jobs than cores, what is out is also what is played at a time.
        self.depth = self.workers if jobs is not None and jobs < there else 2 * self.workers
        self.losses = 0
        # Ray would try again by itself, but silently; we want to be able to tell.
        self._task: Any = self._ray.remote(max_retries=0)(_play)
        self._out: dict[Any, _Errand] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Tasks that are still out end with it. Cancelling them first made Ray itself crash now and
        # then, when a cancelled worker answered while we were already leaving.
        self._ray.shutdown()

    def hand_out(self, run: Run, first: int, end: int) -> None:
        """Give these games to the next worker that is free."""
        self._send(_Errand(run, first, end))

    def collect(self) -> Batch:
        """Wait for a batch; see :class:`ninetyeight.arena.crews.Crew`."""
        errors = self._ray.exceptions
        while True:
            (reference,), _ = self._ray.wait(list(self._out), num_returns=1)
            errand = self._out.pop(reference)
            try:
                batch: Batch = self._ray.get(reference)
            except errors.RayTaskError as error:
                raise _task_error(error) from error
            except errors.RuntimeEnvSetupError as error:
                raise ArenaError("ray_worker", detail=_first_line(error)) from error
            except errors.RayError as error:
                self.losses += 1
                errand.broken += 1
                if errand.broken >= TRIES:
                    raise ArenaError("worker_gone", n=TRIES, detail=_first_line(error)) from error
                self._send(errand)
            else:
                return batch

    def _send(self, errand: _Errand) -> None:
        self._out[self._task.remote(errand.run, errand.first, errand.end)] = errand


def _connect(address: str, jobs: int | None) -> Any:
    """Ray, connected and quiet: programs may read our output."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    # Ray would write about a lost worker to the output, between our lines; we tell it ourselves.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
    try:
        import ray
    except ImportError as missing:
        raise ArenaError("ray_missing") from missing
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address:
            _knock(address)
            ray.init(address=address, **quiet)
        else:
            ray.init(
                address="local",
                num_cpus=jobs,
                include_dashboard=False,
                # Whoever reaches a Ray cluster can run programs on it: keep ours to ourselves.
                _node_ip_address="127.0.0.1",
                **quiet,
            )
    except Exception as error:  # Ray raises many kinds: no such host, no such cluster, version …
        raise ArenaError(
            "ray_unreachable", address=address or "local", detail=_first_line(error)
        ) from error
    return ray


def _knock(address: str) -> None:
    """OSError when nobody answers there: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _task_error(error: ray.exceptions.RayTaskError) -> ArenaError:
    """Why a task could not even begin: most likely the worker's machine lacks this package."""
    return ArenaError("ray_worker", detail=_first_line(getattr(error, "cause", None) or error))


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0][:200] if lines else type(error).__name__


#: In a worker of the cluster: who plays there.
_worker = Worker()


def _play(run: Run, first: int, end: int) -> Batch:
    return _worker.play(run, first, end)
