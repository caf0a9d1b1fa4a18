"""What the law answers to a move, a sign or a word in a given position, as data and in words.

The drawn examples of the rules page are made of these answers: every one is asked of the law, none
is written down, so that an example cannot contradict the rules it explains.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ninetyeight.locale import catalogue
from ninetyeight.rules import (
    BACK,
    END,
    Card,
    Game,
    Lay,
    Mark,
    Move,
    Refused,
    Sign,
    Strictness,
    Talk,
    Verdict,
    View,
)
from ninetyeight.table.preview import takes, trick_card

Does: TypeAlias = Literal[
    "lay", "end", "back", "marker", "chat", "command", "say", "pick", "explain"
]
VerdictWord: TypeAlias = Literal["fine", "refused", "loses", "dead_end", "wins", "ends"]


class CardTold(Struct, frozen=True):
    """A card with what is printed on it."""

    card: int
    command: str | None
    fire: bool


class MarkerTold(Struct, frozen=True):
    """A marker on a row, with its name."""

    marker: str
    name: str


class RowTold(Struct, frozen=True):
    """A row of an example, before anything is tried.

    ``cards`` are those that people are shown, the top last; ``count`` is how many lie there.
    ``takes`` is the open part of the number line as [lowest, highest], None when it is closed;
    ``trick`` the card that would be a backwards trick. ``burning``: its fire is due in this turn.
    """

    name: str
    up: bool
    first: int
    last: int
    cards: list[CardTold]
    count: int
    takes: list[int] | None
    trick: int | None
    burning: bool
    marks: list[MarkerTold]


class AnswerTold(Struct, frozen=True):
    """What the law says when something is tried in the example's position.

    ``does`` is what is tried, ``move`` its notation or words. ``code`` and ``rule`` are those of
    the refusal or the reason of the defeat. ``text`` tells the whole answer in one line.
    """

    does: Does
    move: str
    verdict: VerdictWord
    text: str
    card: CardTold | None = None
    row: str | None = None
    step: int | None = None
    trick: bool = False
    drawn: int = 0
    code: str | None = None
    rule: str | None = None


def card_told(game: Game, card: Card) -> CardTold:
    """A card as it is printed."""
    command = game.commands.on(card)
    return CardTold(card, None if command is None else command.value, card in game.rules.fires)


def row_told(game: Game, name: str, marks: tuple[Mark, ...], language: str) -> RowTold:
    """The row of that name as it lies, as people are shown it (B11)."""
    rules = game.rules
    place = rules.edition.row_index[name]
    row, top = rules.edition.rows[place], game.tops[place]
    ahead, view = takes(rules, place, top), View.of(game, None)
    running = game.seat is not None
    return RowTold(
        name=name,
        up=row.up,
        first=row.shows[0],
        last=row.shows[1],
        cards=[card_told(game, card) for card in view.shown_rows()[place]],
        count=len(game.rows[place]),
        takes=None if ahead is None else list(ahead),
        trick=trick_card(view, place),
        burning=running and place in game.turn.due_fires,  # F2
        marks=[
            MarkerTold(
                mark.marker.value,
                catalogue(language).text(f"rules.marker.{mark.marker.value}.name"),
            )
            for mark in marks
            if mark.row == name
        ],
    )


def answer_to_move(game: Game, move: Move, language: str) -> AnswerTold:
    """What the law answers to ``move`` in ``game``."""
    if isinstance(move, Lay):
        return _lay(game, move, language)
    refusal = game.refusal(move)
    does: Does = "end" if move is END else "back"
    if refusal is not None:
        return _refused(does, str(move), refusal, language)
    if move is BACK:
        last = game.laid[-1]
        text = _say(language, "back.fine", card=_named(game, last.card, language), row=last.row)
        return AnswerTold(does, str(move), "fine", text, card=card_told(game, last.card))
    drawn = len(game.draw) - len(game.apply(move).draw)
    text = _say(language, "end.drawn", n=drawn) if drawn else _say(language, "end.fine")
    return AnswerTold(does, str(move), "ends", text, drawn=drawn)


def _lay(game: Game, lay: Lay, language: str) -> AnswerTold:
    assert game.seat is not None
    shown = game.turn.judge(lay)
    verdict, code, rule, drawn = _judged(game, shown)
    said: dict[str, object] = {"card": _named(game, lay.card, language), "row": lay.row}
    texts = catalogue(language)
    if shown.refusal is not None:
        said["why"] = shown.refusal.text(language)
    elif shown.loses is not None:
        said["why"] = texts.text(f"rules.reason.{shown.loses.value}")
    if verdict == "fine":
        place = game.rules.edition.row_index[lay.row]
        kind = "first" if game.tops[place] is None else "trick" if shown.trick else "step"
        text = _say(language, f"lay.{kind}", n=abs(shown.step or 0), **said)
    elif verdict == "ends" and not drawn:
        text = _say(language, "lay.ends_plain", **said)
    else:
        own = texts.of_edition(f"end.answer.lay.{verdict}", game.rules.edition.id)
        text = texts.text(own, n=drawn, **said)
    return AnswerTold(
        does="lay",
        move=str(lay),
        verdict=verdict,
        text=text,
        card=card_told(game, lay.card),
        row=lay.row,
        step=shown.step,
        trick=shown.trick,
        drawn=drawn,
        code=code,
        rule=rule,
    )


def _judged(game: Game, shown: Verdict) -> tuple[VerdictWord, str | None, str | None, int]:
    """The verdict on a lay, with its code, its rule and how many cards are drawn after it."""
    if shown.refusal is not None:
        return "refused", shown.refusal.message_code, shown.refusal.rule, 0
    if shown.loses is not None:
        return "loses", f"rules.reason.{shown.loses.value}", None, 0
    if shown.wins:
        return "wins", None, None, 0
    if shown.dead_end:
        return "dead_end", None, None, 0
    if not shown.stops:
        return "fine", None, None, 0
    return "ends", None, None, len(game.draw) - len(game.apply(shown.lay).draw)  # X1


def answer_to_sign(game: Game, talk: Talk, sign: Sign | str, language: str) -> AnswerTold:
    """Whether ``sign`` may be given now."""
    sign = Sign(sign)
    name = _say(language, f"sign.{sign.value}")
    refusal = View.of(game, None, talk).talk_refusal(sign)
    if refusal is None:
        text = _say(language, "sign.fine", sign=name)
        return AnswerTold(sign.value, sign.value, "fine", text)
    return _refused(sign.value, sign.value, refusal, language, "sign", sign=name)


def answer_to_words(game: Game, talk: Talk, words: str, language: str) -> AnswerTold:
    """Whether a sentence is delivered: chat must be open (T10r) and name no number (T1)."""
    refusal = View.of(game, None, talk).talk_refusal(Sign.CHAT)
    if refusal is not None:
        return _refused("say", words, refusal, language, "said", text=words)
    from ninetyeight.chat import find_number  # here, because whoever plays does without its tables

    rules = game.rules
    if talk.strictness is Strictness.CHAT and find_number(
        words, language, rows=rules.edition.row_names, commands=rules.has_commands
    ):
        text = _say(language, "said.number", text=words)
        return AnswerTold("say", words, "refused", text, code="chat.number", rule="T1")
    return AnswerTold("say", words, "fine", _say(language, "said.fine", text=words))


def answer_to_pick(count: int, refusal: Refused | None, language: str) -> AnswerTold:
    """Whether so many places of the fan make a hand."""
    if refusal is None:
        return AnswerTold("pick", str(count), "fine", _say(language, "pick.fine", n=count))
    return _refused("pick", str(count), refusal, language, n=count)


def marker_explained(mark: Mark, language: str) -> AnswerTold:
    """What a marker says, in its own words (T8r)."""
    texts, code = catalogue(language), f"rules.marker.{mark.marker.value}"
    name, sentence = texts.text(f"{code}.name"), texts.text(f"{code}.sentence")
    text = _say(language, "marker", row=mark.row, name=name, sentence=sentence)
    return AnswerTold("explain", mark.marker.value, "fine", text, row=mark.row)


def _refused(
    does: Does,
    move: str,
    refusal: Refused,
    language: str,
    code: str | None = None,
    **params: object,
) -> AnswerTold:
    text = _say(language, f"{code or does}.refused", why=refusal.text(language), **params)
    return AnswerTold(does, move, "refused", text, code=refusal.message_code, rule=refusal.rule)


def _say(language: str, code: str, /, **params: object) -> str:
    return catalogue(language).text(f"end.answer.{code}", **params)


def _named(game: Game, card: Card, language: str) -> str:
    """A card with its command or fire: ``42``, ``17 (Skull)``."""
    texts, told = catalogue(language), card_told(game, card)
    if told.command is not None:
        return f"{card} ({texts.text(f'rules.command.{told.command}.name')})"
    return f"{card} ({texts.text('rules.option.fire.name')})" if told.fire else str(card)
