"""The program that talks to Ray for :mod:`ninetyeight.arena.cluster`.

Ray ends the process that uses it when the head of the cluster disappears. So that process is this
one and not the one that counts. It takes batches on its standard input and hands in on its standard
output what became of them, both as pickles; when its input ends, so does it.

Every batch is one task whose result is its games, all of them or none. When the worker that plays
it disappears, the task is given out again; so no game is lost and none is counted twice.
"""

from __future__ import annotations

import os
import pickle
import queue
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from ninetyeight.arena.crews import TRIES
from ninetyeight.arena.playing import Batch, Errand, Worker
from ninetyeight.arena.runs import ArenaError, Run

if TYPE_CHECKING:
    import ray


@dataclass(frozen=True)
class There:
    """The agent's first word: the cluster is there and has so many cores."""

    cores: int


@dataclass(frozen=True)
class Lost:
    """A worker has disappeared; its batch is played again."""


#: What the agent hands in: an error ends it.
Answer = There | Batch | Lost | ArenaError


class Agent:
    """Gives errands to the workers of a cluster and hands in what they bring."""

    def __init__(self, address: str, jobs: int | None, hand_in: Callable[[Answer], None]) -> None:
        self._hand_in = hand_in
        self._ray = _connect(address, jobs)
        # Ray would try again by itself, but silently; we want to be able to tell.
        self._task: Any = self._ray.remote(max_retries=0)(_play)
        self._out: dict[Any, Errand] = {}
        hand_in(There(int(self._ray.cluster_resources().get("CPU", 1))))

    def serve(self, errands: queue.SimpleQueue[Errand | None]) -> None:
        """Until None comes. Tasks that are still out then end with the connection."""
        while True:
            try:
                errand = errands.get(block=not self._out)
            except queue.Empty:
                self._collect()
            else:
                if errand is None:
                    break
                self._send(errand)
        # Cancelling tasks first made Ray itself crash now and then, when a cancelled worker
        # answered while we were already leaving.
        self._ray.shutdown()

    def _send(self, errand: Errand) -> None:
        self._out[self._task.remote(errand.run, errand.first, errand.end)] = errand

    def _collect(self) -> None:
        """Hand in a batch if one comes soon."""
        errors = self._ray.exceptions
        done, _ = self._ray.wait(list(self._out), num_returns=1, timeout=0.05)
        for reference in done:
            errand = self._out.pop(reference)
            try:
                batch: Batch = self._ray.get(reference)
            except errors.RayTaskError as error:
                raise _task_error(error) from error
            except errors.RuntimeEnvSetupError as error:
                raise ArenaError("ray_worker", detail=_first_line(error)) from error
            except errors.RayError as error:
                self._hand_in(Lost())
                errand.broken += 1
                if errand.broken >= TRIES:
                    raise ArenaError("worker_gone", n=TRIES, detail=_first_line(error)) from error
                self._send(errand)
            else:
                self._hand_in(batch)


def _connect(address: str, jobs: int | None) -> Any:
    """Ray, connected and quiet."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    import ray

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


def _listen(given: BinaryIO, errands: queue.SimpleQueue[Errand | None]) -> None:
    """Take errands until nobody gives any more, for whatever reason."""
    try:
        while True:
            errands.put(pickle.load(given))
    except (EOFError, OSError, pickle.UnpicklingError):
        errands.put(None)


def main() -> None:
    """Serve the process that started this one; it says what it wants as two words."""
    # Whatever else writes to the output must not come between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def hand_in(answer: Answer) -> None:
        pickle.dump(answer, answers)
        answers.flush()

    address, jobs = sys.argv[1], int(sys.argv[2]) or None
    errands: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, errands), daemon=True).start()
    try:
        Agent(address, jobs, hand_in).serve(errands)
    except ArenaError as error:
        hand_in(error)
    except BrokenPipeError:
        pass  # nobody wants to know any more


if __name__ == "__main__":
    # Under its own name, because tasks and answers are told by the name of their module.
    from ninetyeight.arena import ray_agent

    ray_agent.main()
