"""One agent plays one seat beside given bots: the Gymnasium environment ``ninetyeight/Seat-v0``.

The agent sits at seat 0; its partners follow clockwise. A partner is the name of a bot
(``"greedy"``, ``"planner"``, ``"program:./mybot"``), an object with the method ``move(view)``, or
simply a function from a view to a move, which may be given as its text. Partners that also have
``marks(view)`` show markers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeAlias, Unpack, runtime_checkable

from ninetyeight.bots import make_bot
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.one_agent import OneAgentEnv
from ninetyeight.envs.settings import EnvSettings, Illegal, Reward, TalkOption, rules_for
from ninetyeight.rules import Edition, GameError, Marker, Move, OptionChoices, View


@runtime_checkable
class Mover(Protocol):
    """Whatever can say its next move. Every bot of the package can."""

    def move(self, view: View) -> Move | str:
        """The next move of its turn. Asked only when ``view.my_turn``."""


#: How a partner may be given.
Partner: TypeAlias = str | Mover | Callable[[View], Move | str]

AGENT = 0


class SeatEnv(OneAgentEnv):
    """The agent answers for seat 0; its partners' moves happen inside `reset` and `step`."""

    def __init__(
        self,
        edition: str | Edition = "original",
        players: int = 3,
        *,
        partners: Partner | Sequence[Partner] = "greedy",
        talk: TalkOption = "silent",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        starter: int | None = None,
        flat: bool = False,
        scaled: bool = False,
        render_mode: str | None = None,
        **options: Unpack[OptionChoices],
    ) -> None:
        settings = EnvSettings(
            rules_for(type(self), edition, players, options),
            talk=talk,
            reward=reward,
            illegal=illegal,
            starter=starter,
        )
        if players < 2:
            raise ValueError("a seat beside others needs at least 2 players; alone, play Team-v0")
        super().__init__(settings, flat=flat, scaled=scaled, render_mode=render_mode)
        self._partners = _seated(partners, players - 1)

    def play_others(self, episode: Episode) -> float:
        """Let the partners answer until the agent is asked or the game is over."""
        earned = 0.0
        while (seat := episode.seat) is not None and seat != AGENT:
            partner, view = self._partners[seat - 1], episode.view(seat)
            if episode.speakers:
                marks = partner.marks(view)
                with _named(f"the partner at seat {seat} showed {marks}"):
                    episode.show(seat, marks)
                continue
            move = partner.move(view)
            with _named(f"the partner at seat {seat} made the move {move}"):
                earned += episode.make(move)
        return earned

    def close(self) -> None:
        """Let the partners go."""
        for partner in self._partners:
            partner.close()


@contextmanager
def _named(deed: str) -> Iterator[None]:
    """What the rules refuse is told with whoever did it."""
    try:
        yield
    except GameError as refused:
        rule = "" if refused.rule is None else f" ({refused.rule})"
        raise ValueError(f"{deed}, which is refused: {refused}{rule}") from refused


class _Seated:
    """A partner at its seat, however it was given."""

    def __init__(self, given: Partner, seat: int) -> None:
        self._bot = make_bot(given, seed=seat) if isinstance(given, str) else given
        if not isinstance(self._bot, Mover) and not callable(self._bot):
            raise ValueError(
                f"{given!r} is no partner: give the name of a bot, an object with move(view), or a "
                "function from a view to a move"
            )

    def move(self, view: View) -> Move | str:
        return self._bot.move(view) if isinstance(self._bot, Mover) else self._bot(view)

    def marks(self, view: View) -> Mapping[str, Marker]:
        said: Callable[[View], Mapping[str, Marker]] | None = getattr(self._bot, "marks", None)
        return {} if said is None else said(view)

    def close(self) -> None:
        closing: Callable[[], None] | None = getattr(self._bot, "close", None)
        if closing is not None:
            closing()


def _seated(partners: Partner | Sequence[Partner], seats: int) -> list[_Seated]:
    """One partner for each seat after the agent's; a single one given sits on all of them."""
    given: Sequence[Partner]
    if isinstance(partners, Sequence) and not isinstance(partners, str):
        given = partners
    else:
        given = [partners] * seats
    if len(given) != seats:
        raise ValueError(f"{len(given)} partners were given for {seats} seats beside the agent")
    return [_Seated(partner, seat) for seat, partner in enumerate(given, start=1)]
