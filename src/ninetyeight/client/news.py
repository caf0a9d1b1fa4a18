"""What happens at a table, in plain lines in the person's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ninetyeight.client.errors import printable
from ninetyeight.locale import catalogue
from ninetyeight.wire import messages as wire
from ninetyeight.wire.state import Happened, Why

#: The name at each seat at one moment.
_Names: TypeAlias = Mapping[int, str | None]


class Teller:
    """Makes lines of the news of one table, each once."""

    def __init__(self, language: str) -> None:
        self._texts = catalogue(language)
        self._told = 0

    def lines(self, state: wire.State) -> list[str]:
        """What ``state`` tells that was not told yet."""
        news = [one for one in state.news if one.number > self._told]
        self._told = max(self._told, state.number)
        names = {seat: place.name for seat, place in enumerate(state.room.seats)}
        told: list[list[str]] = []
        for one in reversed(news):  # from the names that hold now to those that held then
            if one.kind == "freed" and one.seat is not None:
                names[one.seat] = one.name
            line = self._line(one, names)
            if one.kind == "sat" and one.seat is not None:
                names[one.seat] = None
            told.append([] if line is None else [line])
            if one.hushed:
                told[-1].append(self._texts.text("rules.markers.off"))
        return [line for lines in reversed(told) for line in lines]

    def _line(self, one: Happened, names: _Names) -> str | None:
        name = self._name(names, one.seat, one.name)
        say = self._texts.text
        match one.kind:
            case "sat" if one.changed_hands:
                return say("join.event.took_over", name=name)
            case "freed" if one.by is not None:
                other = self._name(names, one.by)
                return say("join.event.removed", name=name, other=other)
            case "sat" | "freed" | "ready" | "dealt" | "changed" | "rematch":
                if one.kind == "ready" and not one.ready:
                    return None
                return say(f"join.event.{one.kind}", name=name)
            case "started" if one.instead is not None:
                other = self._name(names, one.instead)
                return say("terminal.event.started_instead", name=name, other=other)
            case "picked" | "started":
                return say(f"terminal.event.{one.kind}", name=name)
            case "offered" if one.wish is None:
                return say("terminal.event.no_offer", name=name)
            case "offered":
                return say("terminal.event.offered", name=name, wish=say(f"rules.wish.{one.wish}"))
            case "laid" if one.card is None:
                return say("join.event.laid", name=name, row=one.row)
            case "laid":
                return say("join.event.move", name=name, move=self._lay(one))
            case "took_back":
                return say("join.event.took_back", name=name, row=one.row)
            case "ended":
                code = "end" if one.drawn else "end_only"
                move = say(f"terminal.move.{code}", n=one.drawn)
                return say("join.event.move", name=name, move=move)
            case "marked":
                return say("terminal.event.marks", name=name, list=self._mark(one))
            case "named":
                command = say(f"rules.command.{one.command}.name")
                return say("terminal.event.named", name=name, command=command)
            case "said" if one.phrase is not None:
                code = f"rules.phrase.{one.phrase}"
                if not self._texts.has(code):
                    return None  # one of a newer server
                return say("terminal.event.said", name=name, text=say(code, row=one.row))
            case "said":
                return say("terminal.event.said", name=name, text=printable(one.text or ""))
            case "hinted":
                return say("hint.asked", name=name)
            case "stood_in" if one.bot is None:
                return say("terminal.event.back_again", name=name)
            case "stood_in":
                return say("terminal.event.stood_in", name=name, bot=printable(one.bot or ""))
        return None

    def _name(self, names: _Names, seat: int | None, name: str | None = None) -> str:
        """``name``, or who sat at ``seat`` when ``names`` held."""
        if name is None and seat is not None:
            name = names.get(seat)
        if name is not None:
            return printable(name, 40)
        return self._texts.text("join.seat", seat=0 if seat is None else seat + 1)

    def _lay(self, one: Happened) -> str:
        say = self._texts.text
        far = one.step or 0
        step = (
            say("terminal.step.trick", n=-far) if one.trick else say("terminal.step.plain", n=far)
        )
        card = str(one.card)
        if one.command is not None:
            card = f"{card} ({say(f'rules.command.{one.command}.name')})"
        return say("terminal.move.lay", card=card, row=one.row, step=step)

    def _mark(self, one: Happened) -> str:
        if one.marker is None:
            return self._texts.text("terminal.event.mark_off", row=one.row)
        marker = self._texts.text(f"rules.marker.{one.marker}.name")
        return self._texts.text("terminal.event.mark_on", row=one.row, marker=marker)

    def result(self, state: wire.State) -> str:
        """How the game ended (B9)."""
        end = None if state.game is None else state.game.end
        if end is None or state.game is None:
            return self._texts.text("join.over")
        edition = state.room.plan.edition
        code = "broken" if end.praise == "broken" else f"{edition}.{end.praise}"
        cards = state.game.high - state.game.low + 1
        result = self._texts.text(f"rules.praise.{code}", n=end.left, cards=cards)
        return result if end.why is None else f"{self._why(end.why)} {result}"

    def _why(self, why: Why) -> str:
        """Why the game was lost, where this release knows the words."""
        try:
            return printable(self._texts.text(why.code, **why.params))
        except KeyError:
            return self._texts.text("join.over")
