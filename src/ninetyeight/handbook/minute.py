"""The rules of one table in a minute: what a newcomer needs, drawn, without numbers of rules.

Each point stands for a rule and is told where that rule is in force; its words are those of
``rules.toml``, below ``minute``, and may change with the table like those of a rule. Beside the
points stand the signs that there are at this table.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from msgspec import Struct

from ninetyeight.handbook.examples import Example, Scene
from ninetyeight.handbook.told import ExampleTold, at_once, example_told
from ninetyeight.handbook.wording import Wording
from ninetyeight.locale import catalogue
from ninetyeight.rules import END, Card, Command, Lay, Mark, Marker, Rules, Strictness, Talk


class SignTold(Struct, frozen=True):
    """A drawn sign by its name, with what it is called and what it means."""

    sign: str
    name: str
    text: str


class SignsTold(Struct, frozen=True):
    """Signs that belong together."""

    title: str
    signs: list[SignTold]


class PointTold(Struct, frozen=True):
    """One thing to know: the caption of its drawing says it, ``signs`` are explained below it."""

    name: str
    title: str
    drawing: ExampleTold
    signs: list[SignTold]


class MinuteTold(Struct, frozen=True):
    """The rules of one table in a minute, in one language, and the signs there are at it."""

    language: str
    title: str
    points: list[PointTold]
    signs: list[SignsTold]


def minute_told(rules: Rules, strictness: Strictness, fan: bool, language: str) -> MinuteTold:
    """The rules of a table in a minute, as :func:`.rules_told` tells all of them."""
    return at_once(telling_minute(rules, strictness, fan, language))


def telling_minute(
    rules: Rules, strictness: Strictness, fan: bool, language: str
) -> Generator[None, None, MinuteTold]:
    """The same, a little at a time."""
    wording, texts = Wording(rules, strictness, fan, language), catalogue(language)
    yield
    points = []
    for drawing in _drawings(Scene(rules, Talk(strictness))):
        if drawing.rule in wording.numbers:
            points.append(_point(drawing, rules, wording, language))
        yield
    signs = list(_signs(rules, wording, language))
    return MinuteTold(language, texts.text("rules.minute.title"), points, signs)


def _point(drawing: Example, rules: Rules, wording: Wording, language: str) -> PointTold:
    name = drawing.name
    # T1: alone there is nobody to tell a number to.
    words = "alone" if name == "talk" and rules.players == 1 else name
    caption = wording.text(f"minute.{words}")
    if words == "talk" and "T7" in wording.numbers:
        caption += " " + catalogue(language).text("end.rules.quiet_here")
    return PointTold(
        name,
        wording.title(f"minute.{words}"),
        example_told(drawing, language, caption),
        list(_kinds(language)) if name == "commands" else [],
    )


# --- the signs -----------------------------------------------------------------------------------


def _signs(rules: Rules, wording: Wording, language: str) -> Iterator[SignsTold]:
    """The signs on cards and rows that there are at this table."""
    texts = catalogue(language)
    if "T8r" in wording.numbers and rules.players > 1:
        signs = [
            _sign(marker.value, f"rules.marker.{marker.value}", language, "sentence")
            for marker in Marker
        ]
        yield SignsTold(texts.text("rules.talk.markers.name"), signs)
    if rules.has_commands:
        signs = [_sign(c.value, f"rules.command.{c.value}", language) for c in Command]
        yield SignsTold(texts.text("rules.heading.commands"), [*_kinds(language), *signs])
    if rules.fires:
        fire = _sign("fire", "rules.option.fire", language)
        yield SignsTold(texts.text("rules.heading.fire"), [fire])


def _kinds(language: str) -> Iterator[SignTold]:
    """How long a command binds."""
    for kind in ("flash", "lasting"):
        yield _sign(kind, f"rules.command_kind.{kind}", language)


def _sign(sign: str, code: str, language: str, part: str = "text") -> SignTold:
    texts = catalogue(language)
    return SignTold(sign, texts.text(f"{code}.name"), texts.text(f"{code}.{part}"))


# --- the drawings --------------------------------------------------------------------------------


def _drawings(scene: Scene) -> Iterator[Example]:
    """The points in their order: each with the rule that it stands for, and something to see."""
    rules = scene.rules
    hop = _hop(scene)
    up, down = scene.row(True), scene.row(False)
    deck = tuple(scene.spot(share) for share in (0, 0.25, 0.5, 0.75, 1))
    yield scene.example("B1", "goal", scene.position({}), hand=deck)

    low, high = scene.spot(0.4, hop, -hop), scene.spot(0.6, -hop, hop)
    tries = [Lay(low - hop, up), Lay(low + hop, up)]
    tries += [Lay(high - hop, down), Lay(high + hop, down)]
    game = scene.position({up: low, down: high}, [lay.card for lay in tries])
    yield scene.example("B3", "rows", game, up, down, moves=tuple(tries))

    offsets = [hop * nth for nth in range(1, rules.minimum + 1)]
    start = scene.spot(0.1, *offsets)
    laid = [Lay(start + offset, up) for offset in offsets]
    # B11: drawn with open rows, or only the last of the cards would be seen.
    opened = Scene(replace(rules, options=replace(rules.options, open_rows=True)), scene.talk)
    yield scene.example("B5", "turn", opened.position({up: start}, (), laid), up, moves=(END,))

    step = rules.edition.step
    top = scene.spot(0.6, -step)
    game = scene.position({up: top}, [top - step])
    yield scene.example("B4", "trick", game, up, moves=(Lay(top - step, up),))

    yield _talk(scene)
    yield _end(scene)
    if rules.has_commands:
        kinds = (Command.STOP, Command.SKULL, Command.NO_BACK, Command.DRAW_ONE)
        spots = [scene.spot(share) for share in (0.1, 0.35, 0.6, 0.85)]
        game = scene.position({}, spots, commands=dict(zip(spots, kinds, strict=True)))
        yield scene.example("X8r", "commands", game, hand=tuple(spots))
    if rules.fires:
        fire = sorted(rules.fires)[1]
        game = scene.position({up: fire}, [fire + hop])
        yield scene.example("F2", "fire", game, up, moves=(Lay(fire + hop, up),))


def _hop(scene: Scene) -> int:
    """A step wide enough for two cards to be drawn beside each other."""
    edition = scene.rules.edition
    return max(1, (edition.high - edition.low) // 5)


def _talk(scene: Scene) -> Example:
    """Words where words are allowed, else the three markers."""
    if scene.talk.strictness is Strictness.SILENT:
        return scene.example("T1", "talk", scene.position({}))
    if scene.talk.strictness is not Strictness.MARKERS:
        # T10r: where talk is free nothing is held back.
        chat = scene.talk.strictness is Strictness.CHAT
        words = ("row", "number") if chat else ("row",)
        return scene.example("T1", "talk", scene.position({}), words=words)
    names = scene.rules.edition.row_names[: len(Marker)]
    tops = {name: scene.spot(0.25 + 0.25 * nth) for nth, name in enumerate(names)}
    talk = scene.talk
    for name, marker in zip(names, Marker, strict=False):
        talk = talk.set_mark(Mark(0, name, marker, tops[name]))
    marked = Scene(scene.rules, talk)
    return marked.example("T1", "talk", marked.position(tops), *names)


def _end(scene: Scene) -> Example:
    """Rows that are almost closed, and cards that fit on none of them."""
    edition = scene.rules.edition
    closed: dict[str, Card] = {}
    for up, end, inward in ((True, edition.high, -1), (False, edition.low, 1)):
        names = [row.name for row in edition.rows if row.up is up]
        closed |= {name: end + inward * nth for nth, name in enumerate(names)}
    cards = [scene.spot(share) for share in (0.3, 0.5, 0.7)]
    rows = (scene.row(True), scene.row(False))
    tries = tuple(Lay(card, row) for row in rows for card in cards)
    return scene.example("B8", "end", scene.position(closed, cards), *rows, moves=tries)
