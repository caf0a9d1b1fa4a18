"""A crew on a Ray cluster: one that is there already, or one started on this machine for the run.

Ray itself is used by a program of its own, :mod:`ninetyeight.arena.ray_agent`: when the cluster's
head disappears, Ray ends the process that uses it, and what has been counted must outlive that.
"""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from typing import Self

from ninetyeight.arena.playing import Batch, Errand
from ninetyeight.arena.ray_agent import Answer, Lost, There
from ninetyeight.arena.runs import ArenaError, Run

#: Seconds that the agent has to leave the cluster before it is ended.
_LEAVING = 30


class Cluster:
    """The workers of a Ray cluster, at most ``jobs`` of them at a time (None: all its cores)."""

    batch_seconds = 1.0

    def __init__(self, address: str, jobs: int | None = None) -> None:
        if find_spec("ray") is None:
            raise ArenaError("ray_missing")
        self.losses = 0
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the crew
        self._agent = subprocess.Popen(
            [sys.executable, "-m", "ninetyeight.arena.ray_agent", address, str(jobs or 0)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            start_new_session=True,  # Ctrl-C is for us
        )
        try:
            there = self._answer()
            assert isinstance(there, There)
        except BaseException:
            self.__exit__()
            raise
        self.workers = max(1, min(jobs or there.cores, there.cores))
        # With fewer jobs than cores, what is out is also what is played at a time.
        few = jobs is not None and jobs < there.cores
        self.depth = self.workers if few else 2 * self.workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._agent.stdin is not None
        assert self._agent.stdout is not None
        with suppress(OSError):  # it may be gone, and something may still be on its way
            self._agent.stdin.close()  # nothing more to do: it leaves the cluster
        self._agent.stdout.close()
        try:
            self._agent.wait(_LEAVING)
        except subprocess.TimeoutExpired:
            self._agent.kill()
            self._agent.wait()
        self._said.close()

    def hand_out(self, run: Run, first: int, end: int) -> None:
        """Give these games to the next worker that is free."""
        assert self._agent.stdin is not None
        with suppress(BrokenPipeError):  # told when it is collected, like any other loss
            pickle.dump(Errand(run, first, end), self._agent.stdin)
            self._agent.stdin.flush()

    def collect(self) -> Batch:
        """Wait for a batch; see :class:`ninetyeight.arena.crews.Crew`."""
        while True:
            answer = self._answer()
            if isinstance(answer, Batch):
                return answer
            assert isinstance(answer, Lost)
            self.losses += 1

    def _answer(self) -> Answer:
        """What the agent hands in next; ArenaError when that is one, or when the agent is gone."""
        assert self._agent.stdout is not None
        try:
            answer: Answer = pickle.load(self._agent.stdout)
        except (EOFError, pickle.UnpicklingError) as gone:
            raise ArenaError("cluster_gone", detail=self._last_words()) from gone
        if isinstance(answer, ArenaError):
            raise answer
        return answer

    def _last_words(self) -> str:
        """What Ray wrote last, without the time and place of its log."""
        self._agent.wait(_LEAVING)
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").split("\n")
        told = [line.strip() for line in lines if line.strip()] or [
            f"exit code {self._agent.returncode}"
        ]
        words = re.sub(r"^\[[^]]*\]\s*(?:\S+:\d+:\s*)?", "", told[-1])
        return words.split(". ")[0][:120]
