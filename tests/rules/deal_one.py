"""The algorithm `deal-1` once more, written from its description in docs/deals.md alone.

It imports nothing of the product. `python -m tests.rules.deal_one CODE ...`, from the repository's
root, prints test vectors as they stand in deal_vectors.json.
"""

from __future__ import annotations

import hmac
import json
import sys
import textwrap
from typing import Any, NamedTuple

CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOWEST_AND_HIGHEST = {
    "original": (2, 99),
    "gamefactory": (2, 99),
    "extreme": (2, 99),
    "gold": (1, 99),
    "tiny": (1, 20),
}
FIRES = {"tiny": {6, 12}}
KINDS = ["stop", "skull", "three", "silence", "no_back", "one_row", "draw_one"]


class Dealt(NamedTuple):
    edition: str
    options: list[str]
    players: int
    deck: list[int]
    commands: dict[str, str]


class Stream:
    """Numbers of 32 bits from a key and a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key, self.label = key, label.encode()
        self.block = 0
        self.waiting: list[int] = []

    def next(self) -> int:
        if not self.waiting:
            counter = self.block.to_bytes(8, byteorder="big")
            digest = hmac.digest(self.key, self.label + counter, "sha256")
            self.waiting = [int(digest[4 * i : 4 * i + 4].hex(), 16) for i in range(8)]
            self.block += 1
        return self.waiting.pop(0)

    def below(self, n: int) -> int:
        while True:
            x = self.next()
            if x < 4294967296 - 4294967296 % n:
                return x % n


def shuffle(cards: list[int], stream: Stream) -> list[int]:
    cards = cards.copy()
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deal(code: str) -> Dealt:
    """What a code written in its usual form deals."""
    edition, *options, players, characters = code.split("-")
    number = 0
    for character in characters:
        number = 32 * number + CHARACTERS.index(character)
    key = number.to_bytes(10, byteorder="big")
    low, high = LOWEST_AND_HIGHEST[edition]
    cards = list(range(low, high + 1))
    deck = shuffle(cards, Stream(key, "deal-1/deck"))
    commands: dict[str, str] = {}
    if edition == "extreme" or "commands" in options:
        fires = FIRES.get(edition, {22, 33, 44, 55, 66, 77}) if "fire" in options else set()
        plain = [card for card in cards if card not in fires]
        each = min(4, len(plain) // 7)
        order = shuffle(plain, Stream(key, "deal-1/commands"))
        carriers = [(order[at], KINDS[at // each]) for at in range(7 * each)]
        commands = {str(card): kind for card, kind in sorted(carriers)}
    return Dealt(edition, options, int(players.removesuffix("p")), deck, commands)


def vectors(codes: list[str]) -> str:
    """The vectors of these codes as JSON, in lines that fit a page."""
    blocks = []
    for code in codes:
        parts: dict[str, Any] = {"code": code, **deal(code)._asdict()}
        lines = ",\n".join(
            textwrap.fill(
                f"{json.dumps(name)}: {json.dumps(part)}",
                width=92,
                initial_indent="    ",
                subsequent_indent="      ",
                break_on_hyphens=False,
            )
            for name, part in parts.items()
        )
        blocks.append(f"  {{\n{lines}\n  }}")
    return "[\n" + ",\n".join(blocks) + "\n]\n"


if __name__ == "__main__":
    sys.stdout.write(vectors(sys.argv[1:]))
