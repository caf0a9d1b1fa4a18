"""Endgames searched to the end: questions in, moves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninetyeight.fast.layout import Law
from ninetyeight.solver.answers import (
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
from ninetyeight.solver.parties import duty_cards, gather, new_parties

if TYPE_CHECKING:
    from ninetyeight.fast.turn import Array
    from ninetyeight.solver.search import Going

#: Room for answers at first, how many times as much there is when it is full, and the most: 512 MB.
_ROOM, _ROOMIER, _MOST_ROOM = 1 << 14, 4, 1 << 25
#: Questions asked between two looks at the clock: some hundredths of a second.
_AT_ONCE = 20_000


class EndgameSearch:
    """A position whose draw pile is empty. What is known about leaving no card is kept, and what is
    known about leaving some until another number of them is asked for."""

    def __init__(self, law: Law, sets: Array, nums: Array) -> None:
        self._law, self._sets, self._nums = law, sets, nums
        self._parties = new_parties()
        #: What is known about no card left, and about some (False, True).
        self._answers: dict[bool, Answers] = {}
        self._line: list[int] = []
        #: False when this is no endgame, or one with too many cards.
        self.open = bool(gather(law, sets, nums, self._parties))
        if self.open:
            self._ask(new_answers(_ROOM, 0), -1, 0)  # compile or load it now

    def _ask(self, answers: Answers, latest: int, budget: int) -> int:
        position = self._law, self._sets, self._nums
        return int(ask(*position, self._parties, answers, latest, budget))

    def ask(self, spare: int, going: Going, questions: int, *, to_win: bool) -> int:
        """Whether ``spare`` cards or fewer can be left, or the game be won: the answer after so
        many more questions at most, or as long as there is time and room."""
        known = self._answers.get(spare > 0)
        if known is None or known.figures[SPARE] != spare:
            self._answers[spare > 0] = new_answers(_ROOM, spare)
        cards = [-1]
        if spare == 0 and not to_win:
            cards += duty_cards(self._parties)  # if there is no win, by one of these
        for latest in cards:
            answer = self._ask_on(spare > 0, latest, going, questions)
            if answer != CANNOT:
                return answer
        return CANNOT

    def _ask_on(self, some: bool, latest: int, going: Going, questions: int) -> int:
        while True:
            answers = self._answers[some]
            answer = self._ask(answers, latest, min(questions, _AT_ONCE))
            questions -= _AT_ONCE
            if answer == MAY:
                del self._answers[some]  # its moves are not kept; whoever asks again searches again
                self._line = answers.line[: answers.figures[MOVES]].tolist()[::-1]
            if answer != UNKNOWN or questions <= 0 or not going(int(answers.figures[KEPT])):
                return answer
            if are_full(answers):
                roomier = _roomier(answers)
                if roomier is None:
                    return UNKNOWN
                self._answers[some] = roomier

    def line(self) -> list[int]:
        """The moves that do what was asked for last, the answer being that it can be done."""
        return self._line


def _roomier(answers: Answers) -> Answers | None:
    """The same answers with room for more; None when there is none."""
    room = min(len(answers.known) * _ROOMIER, _MOST_ROOM)
    if room <= len(answers.known):
        return None
    try:
        roomier = new_answers(room, int(answers.figures[SPARE]))
    except MemoryError:
        return None
    move_over(answers, roomier)
    return roomier
