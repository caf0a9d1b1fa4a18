"""What both front ends say: cards, rows, steps, duties, events and results, in the person's words.

Everything is told from views and public events, so nothing here can give a hidden card away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from ninetyeight.coach import Way
from ninetyeight.locale import catalogue
from ninetyeight.rules import (
    BACK,
    END,
    Card,
    Command,
    Game,
    GameError,
    Lay,
    Mark,
    Outcome,
    Rules,
    Strictness,
    Verdict,
    View,
)
from ninetyeight.table import (
    Duty,
    Event,
    Hinted,
    Marked,
    Moved,
    Named,
    Offered,
    Phrased,
    Picked,
    Said,
    Setup,
    Started,
    StoodIn,
    Summary,
    TableState,
    asked_off,
)


class Words:
    """The words of one language for one table."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = catalogue(language)

    def say(self, code: str, /, **params: object) -> str:
        """The text ``terminal.<code>``."""
        return self._texts.text(f"terminal.{code}", **params)

    def text(self, code: str, /, **params: object) -> str:
        """Any text of the catalogue, by its full code."""
        return self._texts.text(code, **params)

    def of_edition(self, rules: Rules, code: str, /, **params: object) -> str:
        """The text of ``code``, in the edition's own words where it has some."""
        return self.text(self._texts.of_edition(code, rules.edition.id), **params)

    def error(self, error: GameError) -> str:
        """What was wrong, with the rule that says so."""
        told = error.text(self.language)
        return told if error.rule is None else f"{told} ({error.rule})"

    # Cards and rows.

    def command(self, command: Command) -> str:
        """The name of a command."""
        return self.text(f"rules.command.{command.value}.name")

    def symbol(self, command: Command) -> str:
        """The sign of a command."""
        return self.text(f"rules.command.{command.value}.symbol")

    def card(self, view: View | Game, card: Card) -> str:
        """A card with what is printed on it: ``42``, ``17 (Skull)``, ``22 (Fire)``."""
        kind = view.commands.on(card)
        notes = [] if kind is None else [self.command(kind)]
        if card in view.rules.fires:
            notes.append(self.text("rules.option.fire.name"))
        return f"{card} ({', '.join(notes)})" if notes else str(card)

    def cards(self, view: View | Game, cards: Iterable[Card]) -> str:
        """Several cards in a line; a word for none."""
        return ", ".join(self.card(view, card) for card in cards) or self.say("card.none")

    def direction(self, up: bool) -> str:
        """``up`` or ``down``."""
        return self.say("row.up" if up else "row.down")

    def edition(self, rules: Rules) -> str:
        """The edition with its options: ``Extreme, Expert, Fire``."""
        on = [name for name, chosen in rules.options.law().items() if chosen]
        return ", ".join(
            [self.text(f"rules.edition.{rules.edition.id}.name"), *map(self.option, on)]
        )

    def option(self, name: str) -> str:
        """The name of an option."""
        return self.text(f"rules.option.{name}.name")

    def talk(self, strictness: Strictness) -> str:
        """The name of a table's strictness."""
        return self.text(f"rules.talk.{strictness.value}.name")

    # What a card would do, and what the turn asks for.

    def step(self, step: int, trick: bool) -> str:
        """``+3`` or ``back 10``."""
        return self.say("step.trick", n=-step) if trick else self.say("step.plain", n=step)

    def preview(self, view: View, shown: Verdict, names: Sequence[str]) -> str:
        """What one card would do on one row, in one line, and who asked to keep off it (T8r)."""
        told = self._preview(view.rules, shown)
        against = asked_off(view, shown)
        if against is None:
            return told
        mark = self.mark(against, names, against.top, ())
        return self.say("preview.against", told=told, mark=mark)

    def _preview(self, rules: Rules, shown: Verdict) -> str:
        row = shown.lay.row
        if shown.refusal is not None:
            return self.say("preview.no", row=row, why=self.error(shown.refusal))
        assert shown.step is not None
        step = self.step(shown.step, shown.trick)
        if shown.loses is not None:
            why = self.text(f"rules.reason.{shown.loses.value}")
            return self.of_edition(rules, "terminal.preview.loses", row=row, step=step, why=why)
        code = "wins" if shown.wins else "dead_end" if shown.dead_end else "fine"
        return self.of_edition(rules, f"terminal.preview.{code}", row=row, step=step)

    def duty(self, duty: Duty) -> str:
        """One thing the running turn still asks for."""
        if duty.kind == "three" and not duty.n:
            return self.say("duty.three_done")
        return self.say(f"duty.{duty.kind}", n=duty.n, row=duty.row)

    def mark(
        self, mark: Mark, names: Sequence[str], top: Card | None, shown: Sequence[Card]
    ) -> str:
        """A marker with its owner; when the row has moved on, with the card it spoke of (T8r) if
        that is among those ``shown`` of the row (B11)."""
        told = self.say(
            "mark.shown",
            name=names[mark.seat],
            marker=self.text(f"rules.marker.{mark.marker.value}.name"),
        )
        if mark.top == top:
            return told
        if mark.top is None:
            return self.say("mark.when_empty", told=told)
        if mark.top not in shown:
            return self.say("mark.when_covered", told=told)
        return self.say("mark.when", told=told, top=mark.top)

    # What happened.

    def event(self, before: TableState, event: Event, after: TableState) -> str:
        """One event as a short sentence that names who did it."""
        name = before.setup.seats[event.seat].name
        match event:
            case Picked():
                return self.say("event.picked", name=name)
            case Offered(wish=None):
                return self.say("event.no_offer", name=name)
            case Offered() if before.setup.rules.edition.spontaneous:
                return self.say("event.ready", name=name)
            case Offered(wish=wish):
                return self.say("event.offered", name=name, wish=self.text(f"rules.wish.{wish}"))
            case Started() if before.active is not None:
                other = before.setup.seats[before.active].name
                return self.say("event.started_instead", name=name, other=other)
            case Started():
                return self.say("event.started", name=name)
            case Marked():
                return self.marks(before.setup, [event])
            case Named(command=command):
                return self.say("event.named", name=name, command=self.command(command))
            case Moved():
                return f"{name}: {self.move(before, event, after)}"
            case Said(text=text):
                return self.say("event.said", name=name, text=text)
            case Hinted():
                return self.text("hint.asked", name=name)
            case Phrased(phrase=phrase, row=row):
                words = self.text(f"rules.phrase.{phrase.value}", row=row)
                return self.say("event.said", name=name, text=words)
            case StoodIn(bot=None):
                return self.say("event.back_again", name=name)
            case StoodIn(bot=bot):
                return self.say("event.stood_in", name=name, bot=bot)

    def marks(self, setup: Setup, marks: Sequence[Marked]) -> str:
        """Markers that one seat set or withdrew, in one sentence."""
        told = []
        for mark in marks:
            if mark.marker is None:
                told.append(self.say("event.mark_off", row=mark.row))
            else:
                marker = self.text(f"rules.marker.{mark.marker.value}.name")
                told.append(self.say("event.mark_on", row=mark.row, marker=marker))
        return self.say("event.marks", name=setup.seats[marks[0].seat].name, list=self.listed(told))

    def move(
        self, before: TableState, event: Moved, after: TableState, *, shown: bool = True
    ) -> str:
        """A move without its mover: ``42 on U1 (+3)``, ``ends the turn and draws 2 cards``.

        ``shown``: False for a card that is not to be told any more (B11, B12r).
        """
        if event.move is BACK:
            return self.say("move.back")
        if event.move is END:
            count = drawn(before, after)
            return self.say("move.end", n=count) if count else self.say("move.end_only")
        assert isinstance(event.move, Lay)
        told = (
            self.lay(before, event.move)
            if shown
            else self.say("move.some_card", row=event.move.row)
        )
        if before.game is not None and after.active != event.seat and after.outcome is None:
            count = drawn(before, after)
            code = "move.stopped" if count else "move.stopped_only"
            told += ", " + self.say(code, n=count)  # X1
        return told

    def lay(self, before: TableState, lay: Lay) -> str:
        """A card on a row with its step: ``42 (Skull) on U1, +3``."""
        game = before.game
        assert game is not None, "cards are laid once they are dealt"
        card = self.card(game, lay.card)
        step = self.step(*game.rules.edition.step_of(lay, game.tops))
        return self.say("move.lay", card=card, row=lay.row, step=step)

    def listed(self, parts: Iterable[str]) -> str:
        """Several things in one line, with the pauses the language writes between them."""
        return reduce(lambda told, part: self.say("pause", before=told, after=part), parts)

    # How it ended.

    def headline(self, rules: Rules, outcome: Outcome) -> str:
        """What stands above the end; an edition without winners says it in its own words."""
        return self.of_edition(rules, f"terminal.end.{'won' if outcome.won else 'lost'}")

    def praise(self, rules: Rules, outcome: Outcome) -> str:
        """What the table says to a result (B9); the mere result where praise is out of place
        (B9r)."""
        edition = rules.edition
        if outcome.broken:
            return self.text("rules.praise.broken", n=outcome.left)
        code = edition.praise_for(outcome)
        return self.text(
            f"rules.praise.{edition.id}.{code}", n=outcome.left, cards=len(edition.cards)
        )

    def verdict(self, state: TableState) -> Iterator[str]:
        """How a game ended and why, and what the table says to it."""
        outcome, rules = state.outcome, state.setup.rules
        assert outcome is not None
        yield self.headline(rules, outcome)
        if not outcome.won:
            yield self.reason(state)
        yield self.praise(rules, outcome)

    def deal(self, state: TableState) -> Iterator[str]:
        """The code of a finished game's deal, whether it was known before the game, who took over
        a seat in it, and who was given hints."""
        setup = state.setup
        if setup.deal.code is not None:
            yield self.say("end.deal", code=setup.deal.code)
        if setup.known_deal:
            yield self.say("end.known_deal")
        newcomers = ", ".join(seat.name for seat in setup.seats if seat.changed_hands)
        if newcomers:
            yield self.text("end.over.changed_hands_hint", names=newcomers)
        if state.hinted:
            hinted = self.listed(setup.seats[seat].name for seat in sorted(state.hinted))
            yield self.text("hint.played", names=hinted)

    def result(self, rules: Rules, outcome: Outcome | None) -> str:
        """A result in a few words, for a list."""
        if outcome is None:
            return self.say("result.open")
        if outcome.won:
            return self.of_edition(rules, "terminal.result.won")
        return self.text("end.over.left", n=outcome.left)

    def reason(self, state: TableState) -> str:
        """Why a game was lost, and at whose turn; empty for a game that was won."""
        ending = state.ending
        if ending is None or ending.code is None:
            return ""
        told = self.text(ending.code, **ending.params)
        if len(state.setup.seats) == 1:
            return told
        name = state.setup.seats[ending.seat].name
        return f"{told} {self.say('end.whose_turn', name=name)}"

    def numbers(self, summary: Summary) -> list[str]:
        """The numbers of a game worth telling, one a line."""
        lines = [
            self.say("end.turns", n=summary.turns),
            self.say("end.laid", n=summary.cards_laid),
            self.say("end.tricks", n=summary.tricks),
        ]
        by = summary.largest_step_by
        if by is not None:
            lines.append(self.say("end.largest", n=summary.largest_step, card=by.card, row=by.row))
        lines.append(self.say("end.run", n=summary.longest_run))
        return lines

    def bot_note(self, note: str, bot: str) -> str:
        """Why a bot does not play as it would, in one line."""
        named = {"bot": self.text(f"bots.name.{bot}"), "plays": self.text("bots.name.planner")}
        return self.text(f"bots.note.{note}", **named)

    def ways(self, ways: Sequence[Way]) -> Iterator[str]:
        """How often a suggested turn wins, and the next best one."""
        tens = [round(way.wins / 10) for way in ways]
        # Of ten where that tells enough.
        of = 10 if len(set(tens)) == len(tens) and all(0 < n < 10 for n in tens) else 100
        for place, way in enumerate(ways):
            turn = ", ".join(map(str, way.lays)) or self.text("hint.ways.end")
            code = "hint.ways.second" if place else "hint.ways.best"
            yield self.text(code, n=round(way.wins * of / 100), of=of, turn=turn)

    def resume_hint(self, path: object) -> str:
        """How to play on later."""
        return self.say("saved", command="ninetyeight play --resume", path=path)


def names_of(setup: Setup) -> tuple[str, ...]:
    """The names of all seats."""
    return tuple(seat.name for seat in setup.seats)


def drawn(before: TableState, after: TableState) -> int:
    """How many cards were drawn between the two states."""
    if before.game is None or after.game is None:
        return 0
    return len(before.game.draw) - len(after.game.draw)
