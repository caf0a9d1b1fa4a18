"""What is to be solved: a deal by its code, a record before any turn, a game in one line."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace

from ninetyeight.rules import Deal, Game, GameError, Refused, read_game
from ninetyeight.table import Record, RecordError, Replay, find_file, read_record, states
from ninetyeight.terminal.words import names_of

#: Read from standard input.
STDIN = "-"
_CODE = re.compile(r"[A-Za-z_-]+-[0-9]{1,2}[pP]-[0-9A-Za-z]+", re.ASCII)


class SolveError(GameError):
    """Something that cannot be solved as it was asked."""

    area = "solve.error"


@dataclass(frozen=True)
class SolveQuestion:
    """A position to be solved. Its game has begun, unless any seat may take the first turn."""

    game: Game
    #: The code of the deal, where it has one.
    deal: str | None = None
    #: Names of the seats, where they have any.
    names: tuple[str, ...] | None = None
    from_turn: int | None = None

    def started_by(self, seat: int) -> SolveQuestion:
        """The same with ``seat`` (from 0) taking the first turn (B10)."""
        settled, players = self.game.seat, self.game.rules.players
        if settled is None:
            if not 0 <= seat < players:  # told as people count
                raise Refused("no_such_seat", rule="B10", seat=seat + 1, players=players)
            return replace(self, game=self.game.start(seat))
        if settled != seat:
            raise SolveError("starter_settled", rule="B10", seat=settled + 1)
        return self


def find_question(what: str, from_turn: int | None, *, unfinished: bool) -> SolveQuestion:
    """The position that ``what`` names; a GameError that says what is wrong with it otherwise."""
    if what == STDIN:
        content = sys.stdin.buffer.read()
        if content.lstrip().startswith(b"{"):
            return _of_record(read_record(content), from_turn, unfinished)
        what = content.decode("utf-8", errors="replace").strip()
    if " " in what.strip():
        return _only_deal(SolveQuestion(_playing(read_game(what))), from_turn)
    if _CODE.fullmatch(what.strip()) and not _is_record(what):
        deal = Deal.from_code(what)
        return _only_deal(SolveQuestion(_begun(deal.game()), deal.code), from_turn)
    try:
        path = find_file(what)
    except RecordError as missing:
        if what == "latest":
            raise
        raise SolveError("neither", text=what[:80], folder=missing.params["folder"]) from missing
    return _of_record(read_record(path.read_bytes()), from_turn, unfinished)


def _is_record(name: str) -> bool:
    """True when there is a record of that name, which may look like a code of a deal."""
    try:
        find_file(name)
    except RecordError:
        return False
    return True


def _only_deal(question: SolveQuestion, from_turn: int | None) -> SolveQuestion:
    if from_turn is not None:
        raise SolveError("turn_without_record")
    return question


def _begun(game: Game) -> Game:
    return game.start(0) if game.rules.players == 1 else game  # B10: no choice to make


def _playing(game: Game) -> Game:
    if game.outcome is not None:
        raise SolveError("over")
    return game


def _of_record(record: Record, from_turn: int | None, unfinished: bool) -> SolveQuestion:
    if record.state.outcome is None and not unfinished:
        raise SolveError("unfinished")
    setup = record.setup
    names, code = names_of(setup), None if setup.fan else setup.deal.code
    if from_turn is not None:
        replay = Replay(record)
        if not 1 <= from_turn <= replay.turns:
            raise SolveError("no_such_turn" if replay.turns else "no_turns", n=replay.turns)
        game = replay.before(from_turn).game
        assert game is not None, "turns are taken with cards in hand"
        return SolveQuestion(game, code, names, from_turn)
    for state in states(setup, record.events):
        if state.game is not None:
            # The hands are dealt, or picked from the fan: nobody has laid a card.
            return SolveQuestion(_playing(state.game), code, names)
    raise SolveError("still_picking")
