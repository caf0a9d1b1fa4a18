"""Deals: codes that give the same cards on every machine and release.

A code such as ``original-3p-K7Q2M9XA4TWB3H8C`` names the edition, the options that change the law,
the number of players and 80 random bits. The cards follow from the bits alone by the algorithm
``deal-1``, which never changes: a different algorithm would get a different name.

``deal-1``: the sixteen characters are Crockford's base 32, read as an 80-bit number; its ten bytes
(big end first) are the key. Block *i* of a stream is HMAC-SHA-256(key, label + *i* as eight bytes,
big end first), for i = 0, 1, 2 …; each block gives eight numbers of four bytes, big end first. A
number below *n* is drawn by taking the next number *x* of the stream until
x < 2³² − (2³² mod n), then x mod n. The deck starts as all cards of the edition, lowest first,
and for i = last … 1 place i is swapped with place j, j drawn below i + 1, from the stream
labelled ``deal-1/deck``. The command cards: all cards that are no fire cards in this deal, lowest
first, are shuffled the same way with the stream ``deal-1/commands``; the first four carry `stop`,
the next four `skull`, then `three`, `silence`, `no_back`, `one_row`, `draw_one`.

>>> deal = Deal.from_code("original-3p-K7Q2M9XA4TWB3H8C")
>>> deal.rules.players, deal.deck[:6]
(3, (53, 55, 10, 77, 95, 94))
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from ninetyeight.rules.cards import COMMAND_COPIES, NO_COMMANDS, Card, Command, Commands
from ninetyeight.rules.editions import LAW_OPTIONS, OptionChoices, Rules, option_choices
from ninetyeight.rules.errors import NotationError, SetupError
from ninetyeight.rules.game import Game, check_commands, check_deck

ALGORITHM = "deal-1"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U
_LOOKALIKES = str.maketrans({"I": "1", "L": "1", "O": "0"})
CHARACTERS = 16


@dataclass(frozen=True)
class Deal:
    """A deck in dealing order with its rules and commands, and the code that made it, if any.

    Whoever knows the code knows every card: treat it as a secret while the game runs.
    """

    rules: Rules
    deck: tuple[Card, ...]
    commands: Commands = NO_COMMANDS
    #: The code this deal follows from; None for a deck given card by card.
    code: str | None = None
    #: True when the table gave the commands itself, so that everybody may look them up (X11r).
    open_commands: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "commands", Commands.of(self.commands))
        check_deck(self.rules, self.deck)
        check_commands(self.rules, self.commands)

    @classmethod
    def new(cls, rules: Rules) -> Deal:
        """A fresh deal from the operating system's randomness."""
        return cls.of_bits(rules, secrets.randbits(80))

    @classmethod
    def of_bits(cls, rules: Rules, bits: int) -> Deal:
        """The deal of an 80-bit number."""
        key = bits.to_bytes(10, "big")
        deck = shuffled(rules.cards, key, "deck")
        return cls(rules, deck, draw_commands(rules, key), _write_code(rules, bits))

    @classmethod
    def from_code(cls, code: str, **table_options: Unpack[OptionChoices]) -> Deal:
        """The deal that ``code`` names; `take_backs` and `open_rows` may be given beside it."""
        rules, bits = _read_code(code, table_options)
        return cls.of_bits(rules, bits)

    def __repr__(self) -> str:
        if self.code is None or self.open_commands:
            given = f"{self.rules!r}, {self.deck}, {self.commands!r}, {self.code!r}"
            return f"Deal({given}, {self.open_commands})"
        chosen = self.rules.options.chosen().items()
        table = "".join(f", {name}={value}" for name, value in chosen if name not in LAW_OPTIONS)
        return f"Deal.from_code({self.code!r}{table})"

    def with_commands(self, commands: Mapping[Card, Command | str]) -> Deal:
        """The same cards with the table's own mapping of commands (X11r)."""
        if not self.rules.has_commands:
            raise SetupError("no_commands_here", rule="X11r", edition=self.rules.edition.id)
        return Deal(self.rules, self.deck, Commands.of(commands), self.code, open_commands=True)

    def fan(self, picks: Sequence[Sequence[int]]) -> Deal:
        """The deal after each seat picked its hand from the face-down fan.

        Place *i* of the fan is card *i* of this deck; ``picks[seat]`` are the places a seat took.
        What nobody took is the draw pile, in the fan's order.
        """
        size, players = self.rules.hand_size, self.rules.players
        taken = [place for pick in picks for place in pick]
        if len(picks) != players or any(len(pick) != size for pick in picks):
            raise SetupError("fan_wrong_count", rule="B2", players=players, hand=size)
        if len(set(taken)) != len(taken) or not set(taken) <= set(range(len(self.deck))):
            raise SetupError("fan_wrong_place", rule="B2", cards=len(self.deck))
        rest = [place for place in range(len(self.deck)) if place not in set(taken)]
        deck = tuple(self.deck[place] for place in taken + rest)
        return Deal(self.rules, deck, self.commands, None, self.open_commands)

    def game(self) -> Game:
        """The game as dealt, before anybody starts."""
        return Game.deal(self.rules, self.deck, self.commands, open_commands=self.open_commands)


def shuffled(cards: Sequence[Card], key: bytes, purpose: str) -> tuple[Card, ...]:
    """``cards`` in the order that ``deal-1`` gives for this key and purpose."""
    numbers = _numbers(key, f"{ALGORITHM}/{purpose}".encode())
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def draw_commands(rules: Rules, key: bytes) -> Commands:
    """Four cards for each command, drawn by the deal (X11r); none without commands in force."""
    if not rules.has_commands:
        return NO_COMMANDS
    plain = [card for card in rules.cards if card not in rules.fires]
    copies = min(COMMAND_COPIES, len(plain) // len(Command))
    carriers = iter(shuffled(plain, key, "commands"))
    return Commands({next(carriers): kind for kind in Command for _ in range(copies)})


def _numbers(key: bytes, label: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, label + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    fair = 2**32 - 2**32 % n  # above this the lower remainders would be favoured
    while True:
        x = next(numbers)
        if x < fair:
            return x % n


def _write_code(rules: Rules, bits: int) -> str:
    options = [name for name in LAW_OPTIONS if getattr(rules.options, name)]
    if rules.edition.commands and "commands" in options:
        options.remove("commands")  # the box has them anyway
    characters = "".join(ALPHABET[bits >> 5 * i & 31] for i in reversed(range(CHARACTERS)))
    return "-".join([rules.edition.id, *options, f"{rules.players}p", characters])


def _read_code(code: str, table_options: OptionChoices) -> tuple[Rules, int]:
    words = code.strip().split("-")
    if len(words) < 3 or not re.fullmatch(r"[0-9]{1,2}[pP]", words[-2], re.ASCII):
        raise NotationError("not_a_deal_code", text=code[:60])
    characters = words[-1].upper().translate(_LOOKALIKES)
    strange = not code.isascii() or any(c not in ALPHABET for c in characters)
    if strange or len(characters) != CHARACTERS:  # not ASCII: "ſ" in capitals would be an S
        raise NotationError("not_a_deal_code", text=code[:60])
    edition, *options = (word.lower() for word in words[:-2])
    for name in options:
        if name not in LAW_OPTIONS:
            raise SetupError("unknown_option", option=name, known=", ".join(LAW_OPTIONS))
    chosen = option_choices({**dict.fromkeys(options, True), **table_options})
    rules = Rules.of(edition, int(words[-2][:-1]), **chosen)
    bits = 0
    for character in characters:
        bits = bits << 5 | ALPHABET.index(character)
    return rules, bits
