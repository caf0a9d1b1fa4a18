"""Endgames searched to the end: questions in, moves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninetyeight.fast.layout import SEATS, Law
from ninetyeight.solver.answers import (
    BREAKERS,
    CANNOT,
    KEPT,
    MAY,
    MOVES,
    SPARE,
    UNKNOWN,
    Answers,
    are_full,
    move_over,
    new_answers,
)
from ninetyeight.solver.endgame import ask
from ninetyeight.solver.parties import gather, new_parties

if TYPE_CHECKING:
    from ninetyeight.fast.turn import Array
    from ninetyeight.solver.search import Going

#: Room for answers at first, how many times as much there is when it is full, and the most: 512 MB.
_ROOM, _ROOMIER, _MOST_ROOM = 1 << 14, 4, 1 << 25
#: Questions asked between two looks at the clock: some hundredths of a second.
_AT_ONCE = 20_000


class EndgameSearch:
    """A position whose draw pile is empty. What is known about one number of cards to be left is
    kept until another one is asked for."""

    def __init__(self, law: Law, sets: Array, nums: Array) -> None:
        self._law, self._sets, self._nums = law, sets, nums
        self._parties = new_parties()
        #: By the seats that may break a duty: how many cards may be left, and what is known.
        self._answers: dict[int, tuple[int, Answers]] = {}
        self._line: list[int] = []
        #: False when this is no endgame, or one with too many cards.
        self.open = bool(gather(law, sets, nums, self._parties))
        if self.open:
            self._ask(new_answers(_ROOM, 0, 0), 0)  # compile or load it now

    def _ask(self, answers: Answers, budget: int) -> int:
        return int(ask(self._law, self._sets, self._nums, self._parties, answers, budget))

    def ask(self, spare: int, going: Going, questions: int, *, to_win: bool) -> int:
        """Whether ``spare`` cards or fewer can be left, or the game be won: the answer after so
        many more questions at most, or as long as there is time and room."""
        everybody = int(self._parties.everybody[0])
        breakers = [0 if to_win else everybody]
        if spare == 0 and not to_win:
            # Only the last card of all can break a duty then. Asked seat by seat who lays it, all
            # others have to do everything right, and mostly that is soon found to be impossible.
            breakers = [1 << seat for seat in range(SEATS) if (everybody >> seat) & 1]
        for seats in breakers:
            answer = self._ask_about(spare, seats, going, questions)
            if answer != CANNOT:
                return answer
        return CANNOT

    def _ask_about(self, spare: int, breakers: int, going: Going, questions: int) -> int:
        asked, answers = self._answers.get(breakers, (-1, None))
        if answers is None or asked != spare:
            answers = new_answers(_ROOM, spare, breakers)
        while True:
            self._answers[breakers] = spare, answers
            answer = self._ask(answers, min(questions, _AT_ONCE))
            questions -= _AT_ONCE
            if answer == MAY:
                self._line = answers.line[: answers.figures[MOVES]].tolist()[::-1]
            if answer != UNKNOWN or questions <= 0 or not going(int(answers.figures[KEPT])):
                return answer
            if are_full(answers):
                roomier = _roomier(answers)
                if roomier is None:
                    return UNKNOWN
                answers = roomier

    def line(self) -> list[int]:
        """The moves that do what was asked for last, the answer being that it can be done."""
        return self._line


def _roomier(answers: Answers) -> Answers | None:
    """The same answers with room for more; None when there is none."""
    room = min(len(answers.known) * _ROOMIER, _MOST_ROOM)
    if room <= len(answers.known):
        return None
    try:
        roomier = new_answers(room, int(answers.figures[SPARE]), int(answers.figures[BREAKERS]))
    except MemoryError:
        return None
    move_over(answers, roomier)
    return roomier
