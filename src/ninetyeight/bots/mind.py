"""A search in a process of its own, which may be slow, hang or die without harm to anybody.

On a machine that never searched before the kernel is compiled first, for a minute or two. That
goes on in the background of the mind; what is compiled is kept on disk function by function, so
that whoever ends it in between loses little. Until it is done :meth:`Mind.think` finds nothing.
The process runs at low priority: whoever lays cards, serves tables or draws pictures comes first.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from ninetyeight.bots.bot import BotError, searcher_names
from ninetyeight.bots.planner import Planner
from ninetyeight.children import CHILDREN
from ninetyeight.fast import available
from ninetyeight.rules import Deal, Mark, Marker, Rules, Strictness, Talk, View

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from ninetyeight.bots.search import Thought

#: Seconds after which people have waited long enough, by level: then the best turn found so far
#: has to do.
PATIENCE = {"quick": 3.0, "champion": 6.0, "deep": 20.0}
#: Seconds for an answer once it was asked for; without one the mind hangs, and is ended.
GRACE = 10.0
#: Seconds before a mind that died is started again, doubled with each time.
REST = 2.0
#: How low the priority of the process is (0 is usual, 19 the lowest).
NICE, LOWEST = 10, 19
#: Two kinds of tables have functions of their own: those that only count numbers, and those with
#: commands or fires. A deal of each is what the mind compiles with.
KINDS = {"plain": "original-2p-K7Q2M9XA4TWB3H8C", "duties": "extreme-2p-K7Q2M9XA4TWB3H8C"}


def kind_of(rules: Rules) -> str:
    """Which of :data:`KINDS` a table is."""
    return "duties" if rules.has_commands or rules.fires else "plain"


class Mind:
    """Thinks about one view at a time. Started when it is first needed, ended by :meth:`close`.

    With ``idle`` it thinks at the lowest priority there is: for machines where others play as well.
    """

    def __init__(self, *, idle: bool = False) -> None:
        self._idle = idle
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._ready: set[str] = set()
        self._thinking = Lock()
        self._saying = Lock()
        self._asked = 0
        self._deaths = 0
        self._rests_until = 0.0
        self._closed = False
        #: Why the last turn was not thought out: a code of the catalogue below `bots.note`.
        self.note: str | None = None

    def start(self) -> None:
        """Begin to get ready, unless that has happened."""
        with self._thinking:
            self._start()

    def ready(self, rules: Rules) -> bool:
        """True when such a table can be thought about at once."""
        with self._thinking:
            self._hear()
            return kind_of(rules) in self._ready

    def think(self, view: View, level: str, seed: int) -> Thought | None:
        """What a bot of that level and seed finds about the turn of ``view``; None where nothing
        was found, or the search is not ready. BotError when the mind has died or hangs."""
        with self._thinking:
            self._start()
            self._hear()
            if kind_of(view.rules) not in self._ready or self._pipe is None:
                self.note = (
                    "missing" if not available() else "lost" if self._deaths else "preparing"
                )
                return None
            self._asked += 1
            self._say("think", self._asked, view, level, seed)
            thought = self._answer(level)
            self.note, self._deaths = None, 0
            return thought

    def stop(self) -> None:
        """Whatever it thinks about, the best found so far will do. From another thread."""
        self._say("stop", self._asked)

    def close(self) -> None:
        """End the process."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._thinking:
            self._end()

    def _start(self) -> None:
        if self._process is not None or self._closed or not available():
            return
        if time.monotonic() < self._rests_until:
            return
        self._pipe, theirs = CHILDREN.Pipe()
        self._process = CHILDREN.Process(target=_work, args=(theirs, self._idle), daemon=True)
        self._process.start()
        theirs.close()

    def _say(self, *what: object) -> None:
        with self._saying:
            if self._pipe is not None:
                with suppress(OSError):  # it is gone, which shows where it is listened to
                    self._pipe.send(what)

    def _hear(self) -> None:
        """Take in what it says by itself: what it is ready for, or that it is gone."""
        try:
            while self._pipe is not None and self._pipe.poll():
                self._take(self._pipe.recv())
        except (EOFError, OSError):
            self._lose()

    def _take(self, said: Any) -> Any:
        kind, *rest = said
        if kind == "ready":
            self._ready.add(rest[0])
        return rest if kind == "thought" and rest[0] == self._asked else None

    def _answer(self, level: str) -> Thought | None:
        assert self._pipe is not None
        now = time.monotonic()
        hurries, ends = now + PATIENCE[level], now + PATIENCE[level] + GRACE
        try:
            while (now := time.monotonic()) < ends:
                if now >= hurries:
                    self.stop()
                    hurries = ends
                try:
                    heard = self._pipe.poll(max(0.0, min(hurries, ends) - now))
                except KeyboardInterrupt:
                    if hurries == ends:
                        raise  # it was meant for us all
                    hurries, heard = now, False  # who waits at this terminal has waited enough
                answer = self._take(self._pipe.recv()) if heard else None
                if answer is not None:
                    found: Thought | None = answer[1]
                    return found
        except (EOFError, OSError):
            self._lose()
            raise BotError("mind_died", bot=level) from None
        self._lose()
        raise BotError("mind_hangs", bot=level)

    def _lose(self) -> None:
        """It is gone, or no good: another one gets ready after a rest."""
        self._end()
        self._rests_until = time.monotonic() + REST * 2**self._deaths
        self._deaths = min(self._deaths + 1, 8)
        self.note = "lost"

    def _end(self) -> None:
        with self._saying:
            process, self._process = self._process, None
            pipe, self._pipe = self._pipe, None
        self._ready.clear()
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def _work(pipe: Connection, idle: bool) -> None:
    """The life of the process: get ready, listen, think, answer."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    # Imported here: the kernel is for this process alone.
    from ninetyeight.bots.champion import Champion, Level

    asked: SimpleQueue[Any] = SimpleQueue()
    stopped = [0]
    saying = Lock()

    def say(*what: object) -> None:
        with saying:
            pipe.send(what)

    def listen() -> None:
        while True:
            try:
                kind, *rest = pipe.recv()
            except (EOFError, OSError):
                os._exit(0)  # nobody wants to hear of it any more
            if kind == "stop":
                stopped[0] = rest[0]
            else:
                asked.put(rest)

    def get_ready() -> None:
        for kind, deal in KINDS.items():
            for view in _first_views(Deal.from_code(deal)):
                Champion(0, "quick", Level(playouts=400, candidates=8)).think(view)
            say("ready", kind)

    Thread(target=listen, daemon=True).start()
    # Beside the thinking: who plays without commands need not wait for what commands take.
    Thread(target=get_ready, daemon=True).start()
    if idle and hasattr(os, "nice"):
        # On Linux for this thread alone: getting ready goes on a little faster. The policy
        # SCHED_IDLE does less: a server that wakes up beside it waits for milliseconds.
        os.nice(LOWEST)
    minds = {level: Champion(0, level) for level in searcher_names()}
    while True:
        number, view, level, seed = asked.get()
        minds[level].seed = seed
        say("thought", number, minds[level].think(view, partial(_is_over, stopped, number)))


def _is_over(stopped: Sequence[int], number: int) -> bool:
    return stopped[0] >= number


def _first_views(deal: Deal) -> Iterator[View]:
    """The second turn of a game, in silence and with a marker: all that a search can meet."""
    game, planner = deal.game().start(0), Planner()
    while game.seat == 0:
        game = game.apply(planner.move(View.of(game, 0)))
    yield View.of(game, 1, Talk(Strictness.SILENT))
    row, top = next(
        (row, top) for row, top in zip(deal.rules.edition.row_names, game.tops, strict=True) if top
    )
    mark = Mark(0, row, Marker.KEEP, top)
    yield View.of(game, 1, Talk(Strictness.MARKERS, (mark,)))
