"""A few questions before a game. Enter accepts what stands in brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from ninetyeight.bots.bot import check_bot, team_mates
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import (
    EDITIONS,
    LAW_OPTIONS,
    Deal,
    GameError,
    Strictness,
    usual_take_backs,
)
from ninetyeight.table import Seat, records_folder, unfinished
from ninetyeight.terminal.choices import USUAL_BOT, GameChoices, remembered, usual_name
from ninetyeight.terminal.plain.console import Console, Leave
from ninetyeight.terminal.plain.typed import plain, says
from ninetyeight.terminal.words import Words, names_of

_Found = TypeVar("_Found")


def offer_resume(console: Console, words: Words) -> Path | None:
    """The newest game that was left unfinished, if the person wants to play on."""
    newest = next(unfinished(records_folder()), None)
    if newest is None:
        return None
    path, record = newest
    when = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
    console.say(
        words.say(
            "resume.found",
            edition=words.edition(record.setup.rules),
            names=", ".join(names_of(record.setup)),
            when=f"{when:%Y-%m-%d %H:%M}",
        )
    )
    return path if _yes(console, words, "resume.ask") else None


def ask_choices(console: Console, words: Words, offered: GameChoices) -> GameChoices:
    """What the people want to play. A combination that is impossible is explained and asked
    again."""
    if remembered() is not None:
        console.say(*summary_lines(words, offered))
        if _yes(console, words, "setup.like_last_time"):
            return offered
    while True:
        chosen, words = _questions(console, words, offered)
        try:
            chosen.setup()
        except GameError as trouble:
            console.say(words.error(trouble))
            continue
        return chosen


def summary_lines(words: Words, choices: GameChoices) -> list[str]:
    """The choices in two lines."""
    return [
        words.say("setup.last_time", edition=words.edition(choices.rules())),
        words.say("opening.seats", names=", ".join((*choices.people, *choices.bots))),
    ]


def _yes(console: Console, words: Words, code: str) -> bool:
    """A question whose answer is yes unless somebody says no."""
    while True:
        answer = console.ask(words.say(code) + " ")
        if not answer.strip() or says(answer, "yes", words.language):
            return True
        if says(answer, "no", words.language):
            return False
        if says(answer, "quit", words.language):
            raise Leave
        console.say(words.say("yes_or_no"))


def _questions(console: Console, words: Words, offered: GameChoices) -> tuple[GameChoices, Words]:
    """All questions, one after the other; the answers, and the words of the language chosen."""
    language = _ask(
        console, words, "setup.language", words.language, lambda t: _one_of(t, LANGUAGES)
    )
    if language != words.language:
        if offered.people == (usual_name(1, words.language),):
            offered = replace(offered, people=(usual_name(1, language),))
        words = Words(language)
    for number, edition in enumerate(EDITIONS, start=1):
        name = words.text(f"rules.edition.{edition}.name")
        blurb = words.text(f"rules.edition.{edition}.blurb")
        console.say(words.say("setup.edition_line", number=number, name=name, blurb=blurb))
    edition = _ask(
        console, words, "setup.edition", offered.edition, lambda t: _one_of(t, tuple(EDITIONS))
    )
    people = _ask(console, words, "setup.people", ", ".join(offered.people), _names)
    bots = _ask(
        console,
        words,
        "setup.bots",
        ", ".join(offered.bots) or words.say("setup.none"),
        lambda t: _bots(t, words),
        known=", ".join(team_mates()),
    )
    law = _ask(
        console,
        words,
        "setup.options",
        ", ".join(words.option(name) for name in LAW_OPTIONS if getattr(offered, name))
        or words.say("setup.none"),
        lambda t: _options(t, words),
        known=", ".join(map(words.option, LAW_OPTIONS)),
    )
    chosen = replace(
        offered, language=language, edition=edition, people=people, bots=bots, deal=None, **law
    )
    if edition != offered.edition:
        chosen = replace(chosen, open_rows=None, fan=None, talk=None)
    if chosen.mapping is not None and not (chosen.commands or EDITIONS[edition].commands):
        chosen = replace(chosen, mapping=None)
    chosen = replace(chosen, take_backs=_take_backs(console, words, chosen))
    if chosen.players > 1:
        chosen = replace(chosen, talk=_talk(console, words, chosen))
    deal = _ask(console, words, "setup.deal", words.say("setup.new_deal"), _deal)
    if deal is None:
        return chosen, words
    return _as_dealt(chosen, deal), words


def _ask(
    console: Console,
    words: Words,
    code: str,
    offered: str,
    read: Callable[[str], _Found],
    **params: object,
) -> _Found:
    """One question, asked until the answer can be read. Enter is as good as typing the offer."""
    while True:
        typed = console.ask(words.say(code, offered=offered, **params) + " ").strip()
        if says(typed, "quit", words.language):
            raise Leave
        try:
            return read(typed or offered)
        except GameError as trouble:
            console.say(words.error(trouble))
        except ValueError as unclear:
            console.say(words.say("setup.unclear", known=str(unclear)))


def _one_of(typed: str, known: tuple[str, ...]) -> str:
    """One of ``known`` by its name, the beginning of its name, or its number in the list."""
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:3]) <= len(known):
        return known[int(typed) - 1]
    found = [word for word in known if word.startswith(typed.casefold())]
    if len(found) != 1 and typed.casefold() not in known:
        raise ValueError(", ".join(known))
    return typed.casefold() if typed.casefold() in known else found[0]


def _parts(typed: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]", typed) if part.strip()]


def _names(typed: str) -> tuple[str, ...]:
    return tuple(Seat(name).name for name in _parts(typed))


def _nothing(typed: str, words: Words) -> bool:
    none = plain(words.say("setup.none"))
    return plain(typed) in (none, "0", "-", "none") or says(typed, "no", words.language)


def _bots(typed: str, words: Words) -> tuple[str, ...]:
    """Bots by name, or how many of the usual kind."""
    if _nothing(typed, words):
        return ()
    if typed.isascii() and typed.isdigit():
        return (USUAL_BOT,) * min(int(typed[:3]), 9)
    for bot in _parts(typed):
        check_bot(bot)
    return tuple(_parts(typed))


def _options(typed: str, words: Words) -> dict[str, Any]:
    """The options that were named, by their id or their name."""
    if _nothing(typed, words):
        return dict.fromkeys(LAW_OPTIONS, False)
    called = {
        plain(word): name
        for name in LAW_OPTIONS
        for word in (name, name.replace("_", " "), words.option(name))
    }
    named = [plain(part) for part in _parts(typed)]
    if any(part not in called for part in named):
        raise ValueError(", ".join(map(words.option, LAW_OPTIONS)))
    return {name: name in {called[part] for part in named} for name in LAW_OPTIONS}


def _take_backs(console: Console, words: Words, chosen: GameChoices) -> bool | None:
    """Whether cards may be taken back; asked where several people sit, with what it gives away
    (B12r). None is what is usual."""
    if usual_take_backs(len(chosen.people)):
        return False if chosen.take_backs is False else None
    answers = {answer: words.say(f"typed.{answer}").split()[0] for answer in ("yes", "no")}
    console.say(words.text("rules.option.take_backs.tells"))
    offered = answers["yes" if chosen.taking_back else "no"]
    known = ", ".join(answers.values())

    def read(typed: str) -> bool | None:
        if says(typed, "yes", words.language):
            return True
        if says(typed, "no", words.language):
            return None
        raise ValueError(known)

    return _ask(console, words, "setup.take_backs", offered, read)


def _talk(console: Console, words: Words, chosen: GameChoices) -> str:
    known = tuple(strictness.value for strictness in Strictness)
    usual = chosen.talk or ("markers" if EDITIONS[chosen.edition].quiet else "markers+chat")
    return _ask(
        console, words, "setup.talk", usual, lambda t: _one_of(t, known), known=", ".join(known)
    )


def _deal(typed: str) -> Deal | None:
    """A deal by its code; anything without a hyphen and a digit is no code but a "no"."""
    return Deal.from_code(typed) if "-" in typed else None


def _as_dealt(chosen: GameChoices, deal: Deal) -> GameChoices:
    """The choices with edition, options and seats as the deal's code says."""
    people = chosen.people[: deal.rules.players]
    bots = (*chosen.bots, *(USUAL_BOT,) * deal.rules.players)[: deal.rules.players - len(people)]
    law: dict[str, Any] = deal.rules.options.law()
    return replace(
        chosen, deal=deal.code, edition=deal.rules.edition.id, people=people, bots=bots, **law
    )
