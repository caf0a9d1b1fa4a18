"""Positions that show a rule at work, made of the table's own cards.

Each :class:`Example` is a real game of the rules in force at one moment, with a few things worth
trying in it. What comes of them is for the law to say: see
:mod:`ninetyeight.handbook.answers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ninetyeight.rules import (
    BACK,
    END,
    Card,
    Command,
    Commands,
    Deal,
    Game,
    Lay,
    Mark,
    Marker,
    Move,
    Rules,
    Sign,
    Strictness,
    Talk,
    View,
)


@dataclass(frozen=True)
class Example:
    """A rule at work: a position, which of its rows and cards are drawn, and what is tried.

    ``name`` is the code of its caption, ``figures`` what the caption may mention.
    """

    rule: str
    name: str
    game: Game
    talk: Talk
    rows: tuple[str, ...] = ()
    hand: tuple[Card, ...] = ()
    moves: tuple[Move, ...] = ()
    signs: tuple[Sign, ...] = ()
    #: Codes of sentences to be said.
    words: tuple[str, ...] = ()
    #: Numbers of places to pick from the fan.
    picks: tuple[int, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)


def examples(rules: Rules, strictness: Strictness | str, *, fan: bool) -> Iterator[Example]:
    """The examples of every rule that has some at this table."""
    scene = Scene(rules, Talk(Strictness(strictness)))
    yield from _laying(scene)
    yield from _turns(scene)
    yield from _ends(scene)
    yield from _seeing(scene, fan=fan)
    yield from _talking(scene)
    if rules.has_commands:
        yield from _flashes(scene)
        yield from _lasting(scene)
    if rules.fires:
        yield from _fires(scene)


@dataclass(frozen=True)
class Scene:
    """A table to set examples on."""

    rules: Rules
    talk: Talk

    def spot(self, share: float, *offsets: int) -> Card:
        """A card about that far along the number line, from which every offset is a plain card."""
        edition = self.rules.edition
        plain = set(edition.cards) - edition.fires
        wanted = edition.low + share * (edition.high - edition.low)
        fitting = [c for c in plain if all(c + offset in plain for offset in offsets)]
        return min(fitting, key=lambda card: (abs(card - wanted), card))

    def row(self, up: bool, nth: int = 0) -> str:
        """The name of the first or another row of that direction."""
        return [row.name for row in self.rules.edition.rows if row.up is up][nth]

    def position(
        self,
        tops: Mapping[str, Card],
        hand: Sequence[Card] = (),
        laid: Sequence[Lay] = (),
        commands: Mapping[Card, Command] | None = None,
        seat: int = 0,
    ) -> Game:
        """A turn of ``seat`` that holds ``hand``, and in which ``laid`` has been laid already.

        Hands are filled up from the middle of the deck, seat 0 first; the rest is the draw pile.
        """
        rules, names = self.rules, self.rules.edition.row_names
        mine = [*(lay.card for lay in laid), *hand]
        rows = tuple((tops[name],) if name in tops else () for name in names)
        spare = self._spare({*tops.values(), *mine})
        hands = []
        for other in range(rules.players):
            held = mine if other == seat else []
            wanted = rules.hand_size - len(held)
            hands.append(tuple(sorted([*held, *spare[:wanted]])))
            spare = spare[wanted:]
        game = Game(
            rules,
            rows,
            tuple(hands),
            tuple(spare),
            seat,
            minimum=rules.minimum,
            commands=Commands(commands),
        )
        for lay in laid:
            game = game.apply(lay)
        return game

    def last_cards(self, hands: Sequence[Sequence[Card]], laid: Sequence[Lay] = ()) -> Game:
        """A turn of seat 0 when the draw pile is empty and only ``hands`` are left to lay."""
        rules, edge = self.rules, self.edge
        held = {card for hand in hands for card in hand}
        on_rows = [card for card in rules.cards if card not in held]
        low = tuple(card for card in on_rows if card <= edge)
        high = tuple(card for card in reversed(on_rows) if card > edge)
        filled = {self.row(True): low, self.row(False): high}
        rows = tuple(filled.get(name, ()) for name in rules.edition.row_names)
        sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
        game = Game(rules, rows, sorted_hands, (), 0, minimum=1)
        for lay in laid:
            game = game.apply(lay)
        return game

    @property
    def edge(self) -> Card:
        """Where the rows of :meth:`last_cards` meet."""
        return self.spot(0.55, 1, 4, 7, 9)

    def _spare(self, used: set[Card]) -> list[Card]:
        """What is left of the deck: plain cards from the middle outwards, then the fires."""
        rules = self.rules
        middle = (rules.edition.low + rules.edition.high) / 2
        rest = [card for card in rules.cards if card not in used]
        return sorted(rest, key=lambda card: (card in rules.fires, abs(card - middle), card))

    def example(self, rule: str, name: str, game: Game, *rows: str, **more: object) -> Example:
        """An example in ``game`` that draws ``rows``."""
        return Example(rule, name, game, self.talk, rows, **more)  # type: ignore[arg-type]


def _laying(scene: Scene) -> Iterator[Example]:
    """B3, B3r, B4."""
    step = scene.rules.edition.step
    for up, name, share in ((True, "up", 0.42), (False, "down", 0.62)):
        sign, row = (1 if up else -1), scene.row(up)
        near, far, behind = 3 * sign, 28 * sign, -4 * sign
        top = scene.spot(share, near, far, behind)
        cards = [top + near, top + far, top + behind]
        game = scene.position({row: top}, cards)
        tries = tuple(Lay(card, row) for card in cards)
        yield scene.example("B3", f"lay_{name}", game, row, moves=tries, figures={"top": top})
    row = scene.row(True)
    cards = [scene.spot(0.03), scene.spot(0.4)]
    game = scene.position({}, cards)
    yield scene.example("B3r", "empty", game, row, moves=tuple(Lay(card, row) for card in cards))
    for up, name, share in ((True, "up", 0.5), (False, "down", 0.55)):
        sign, row = (1 if up else -1), scene.row(up)
        back, close = -step * sign, (1 - step) * sign
        top = scene.spot(share, back, close)
        game = scene.position({row: top}, [top + back, top + close])
        told = {"top": top, "step": step}
        tries = (Lay(top + back, row), Lay(top + close, row))
        yield scene.example("B4", f"trick_{name}", game, row, moves=tries, figures=told)
    row = scene.row(True)
    top = scene.spot(0.5, -step, 1 - step)
    laid = [Lay(top - step, row)]
    game = scene.position({row: top}, [top - step + 1], laid)
    again = (Lay(top - step + 1, row),)
    told = {"top": top - step}
    yield scene.example("B4", "trick_after", game, row, moves=again, figures=told)


def _turns(scene: Scene) -> Iterator[Example]:
    """B5 or V1, B6, B7, B12r, V2: how many cards a turn and a hand have."""
    rules = scene.rules
    row, minimum = scene.row(True), rules.minimum
    top = scene.spot(0.3, 2, 4, 7)
    cards = [top + 2, top + 4, top + 7][:minimum]
    lays = [Lay(card, row) for card in cards]
    short = scene.position({row: top}, cards[-1:], lays[:-1])
    rule = "V1" if rules.options.expert else "B5"
    told = {"n": minimum - 1, "minimum": minimum}
    yield scene.example(rule, "short", short, row, moves=(END, lays[-1]), figures=told)
    enough = scene.position({row: top}, (), lays)
    yield scene.example("B6", "enough", enough, row, moves=(END,), figures={"n": minimum})
    edge = scene.edge
    others = [edge + 9, *(card for card in rules.cards if card > edge + 9)][: rules.players - 1]
    last = [[edge + 4, edge + 7], *([card] for card in others)]
    game = scene.last_cards(last, [Lay(edge + 4, row)])
    yield scene.example("B7", "last", game, row, scene.row(False), moves=(END,))
    laid = [Lay(top + 7, row)]
    game = scene.position({row: top}, [top + 2, top + 4], laid)
    yield scene.example("B12r", "take_back", game, row, moves=(BACK,), figures={"card": top + 7})
    if rules.options.short_hand:
        full = replace(rules, options=replace(rules.options, short_hand=False)).hand_size
        dealt = Deal.of_bits(rules, 0).game()
        told = {"n": rules.hand_size, "full": full}
        hand = View.of(dealt, 0).hand
        yield scene.example("V2", "short_hand", dealt, hand=hand, figures=told)


def _ends(scene: Scene) -> Iterator[Example]:
    """B8, B8r: how games are lost and won."""
    rules = scene.rules
    low, high = rules.edition.low, rules.edition.high
    ups = [row.name for row in rules.edition.rows if row.up]
    downs = [row.name for row in rules.edition.rows if not row.up]
    closed = dict.fromkeys(ups, high - 2) | dict.fromkeys(downs, low + 2)
    for nth, name in enumerate((*ups[1:], *downs[1:])):
        closed[name] += -1 - nth if name in ups else 1 + nth  # a card lies on one row only
    tops = closed | {ups[0]: high - 9}
    laid = [Lay(high - 8 + nth, ups[0]) for nth in range(rules.minimum)]
    over = scene.position(tops, (), laid, seat=rules.players - 1).end()
    hand = over.hands[0]
    names = tuple(rules.edition.row_names)
    yield scene.example("B8", "stuck", over, *names, hand=hand)
    edge = scene.edge
    game = scene.last_cards([[edge + 4], *([] for _ in range(rules.players - 1))])
    best = (Lay(edge + 4, ups[0]),)
    yield scene.example("B8", "won", game, ups[0], downs[0], moves=best)
    tops = closed | {ups[0]: high - 19}
    cards = [high - 16, high - 11, high - 4] if rules.minimum > 2 else [high - 16, high - 4]
    game = scene.position(tops, cards)
    tries = (Lay(cards[0], ups[0]), Lay(cards[-1], ups[0]))
    told = {"n": rules.minimum}
    yield scene.example(
        "B8r", "careless", game, *names, hand=tuple(cards), moves=tries, figures=told
    )


def _seeing(scene: Scene, *, fan: bool) -> Iterator[Example]:
    """B2 where hands are picked from a fan, B11."""
    rules = scene.rules
    if fan:
        dealt = Deal.of_bits(rules, 0).game()
        size = rules.hand_size
        told = {"n": size, "cards": len(rules.cards)}
        yield scene.example("B2", "fan", dealt, picks=(size, size - 1), figures=told)
    row = scene.row(True)
    top = scene.spot(0.1, 5, 13, 16)
    cards = [top + 5, top + 13, top + 16][: rules.minimum]
    game = scene.position({row: top}, (), [Lay(card, row) for card in cards])
    name = "open_rows" if rules.open_rows else "closed_rows"
    yield scene.example("B11", name, game, row, figures={"n": len(cards) + 1})


def _talking(scene: Scene) -> Iterator[Example]:
    """T1 to T8r: what may be said, and when."""
    rules = scene.rules
    up, down = scene.row(True), scene.row(False)
    top = scene.spot(0.3, 2)
    quiet = scene.position({up: top}, [top + 2])
    laying = scene.position({up: top}, (), [Lay(top + 2, up)])
    ends = scene.last_cards([[scene.edge + 4], *([] for _ in range(rules.players - 1))])
    if scene.talk.strictness is Strictness.CHAT:
        yield scene.example("T1", "number", quiet, words=("number", "decade"))
    yield scene.example("T2", "speak", quiet, words=("row", "careful"))
    if rules.has_commands:
        yield scene.example("T3", "naming", quiet, signs=(Sign.COMMAND,))
    yield scene.example("T5", "laying", laying, up, signs=(Sign.MARKER,))
    yield scene.example("T6", "phase_1", quiet, up, signs=(Sign.MARKER, Sign.CHAT))
    yield scene.example("T7", "phase_2", ends, up, signs=(Sign.MARKER, Sign.CHAT))
    others = [row.name for row in rules.edition.rows if row.name not in (up, down)]
    names = (up, down, *others)[: len(Marker)]
    marked, talk = scene.position({up: top, down: scene.spot(0.7)}), scene.talk
    for name, marker in zip(names, Marker, strict=False):
        at = marked.tops[rules.edition.row_index[name]]
        talk = talk.set_mark(Mark(0, name, marker, at))
    yield replace(scene.example("T8r", "markers", marked, *names), talk=talk)


def _flashes(scene: Scene) -> Iterator[Example]:
    """X1, X2, X3, X8r: commands that bind this turn."""
    up, down = scene.row(True), scene.row(False)
    minimum = scene.rules.minimum
    top, low = scene.spot(0.3, 2, 5, 9, 13, 16), scene.spot(0.8, -2, -5)
    tops = {up: top, down: low}
    stop = {top + 2: Command.STOP}
    game = scene.position(tops, [top + 2], commands=stop)
    yield scene.example("X1", "stop", game, up, moves=(Lay(top + 2, up),))
    aside = [Lay(low - 2, down), Lay(low - 5, down)]
    skull = {top + 2: Command.SKULL, top + 9: Command.STOP}
    game = scene.position(
        tops, [top + 5, top + 9], [*aside[: minimum - 1], Lay(top + 2, up)], commands=skull
    )
    yield scene.example("X2", "skull", game, up, moves=(END, Lay(top + 5, up)))
    game = scene.position(tops, [top + 9, top + 5], [Lay(top + 2, up)], commands=skull)
    yield scene.example("X8r", "broken", game, up, down, moves=(Lay(top + 9, down),))
    three = {top + 5: Command.THREE, top + 9: Command.STOP}
    two = [Lay(top + 2, up), Lay(top + 5, up)]
    game = scene.position(tops, [top + 9], two, commands=three)
    yield scene.example("X3", "three", game, up, moves=(END, Lay(top + 9, up)))
    game = scene.position(tops, [top + 16], [*two, Lay(top + 13, up)], commands=three)
    yield scene.example("X3", "fourth", game, up, moves=(Lay(top + 16, up),))


def _lasting(scene: Scene) -> Iterator[Example]:
    """X4 to X7: commands that hold while they are visible."""
    rules = scene.rules
    up, down = scene.row(True), scene.row(False)
    step = rules.edition.step
    top, low = scene.spot(0.4, -step, 2, 5, 9), scene.spot(0.8, -2)
    tops = {up: top, down: low}
    game = scene.position(tops, commands={low: Command.SILENCE})
    every = (Sign.MARKER, Sign.CHAT, Sign.COMMAND)
    if scene.talk.strictness is not Strictness.SILENT:  # no sign is left for the card to forbid
        yield scene.example("X4", "silence", game, down, signs=every)
    game = scene.position(tops, [top - step, top + 2], commands={low: Command.NO_BACK})
    tries = (Lay(top - step, up), Lay(top + 2, up))
    yield scene.example("X5", "no_back", game, up, down, moves=tries)
    bound = {low: Command.ONE_ROW}
    game = scene.position(tops, [low - 2, top + 5], [Lay(top + 2, up)], commands=bound)
    tries = (Lay(low - 2, down), Lay(top + 5, up))
    yield scene.example("X6", "one_row", game, up, down, moves=tries, figures={"card": top + 2})
    own = {top + 2: Command.ONE_ROW}
    game = scene.position(tops, [low - 2, top + 5], [Lay(top + 2, up)], commands=own)
    yield scene.example("X9r", "own_row", game, up, down, moves=tries, figures={"card": top + 2})
    lays = [Lay(top + offset, up) for offset in (2, 5, 9)][: rules.minimum]
    game = scene.position(tops, (), lays, commands={low: Command.DRAW_ONE})
    told = {"n": rules.minimum}
    yield scene.example("X7", "draw_one", game, up, down, moves=(END,), figures=told)


def _fires(scene: Scene) -> Iterator[Example]:
    """F1, F2, F3r."""
    rules = scene.rules
    up, down = scene.row(True), scene.row(False)
    fires = sorted(rules.fires)
    dealt = Deal.of_bits(rules, 0).game()
    yield scene.example("F1", "fires", dealt, hand=tuple(fires))
    fire = fires[(len(fires) - 1) // 2]  # below the middle: whoever is next can cover it
    low = scene.spot(0.8, -2, -5, -8)
    aside = [Lay(low - 2, down), Lay(low - 5, down), Lay(low - 8, down)]
    told = {"card": fire}
    game = scene.position({up: fire, down: low}, [fire + 2], aside[: rules.minimum])
    yield scene.example("F2", "due", game, up, moves=(END, Lay(fire + 2, up)), figures=told)
    laid = [*aside[: rules.minimum - 1], Lay(fire, up)]
    game = scene.position({up: fire - 5, down: low}, (), laid)
    yield scene.example("F3r", "fresh", game, up, moves=(END,), figures=told)
