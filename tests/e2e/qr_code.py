"""What a phone's camera would read in a QR code: written from the standard (ISO/IEC 18004), apart
from the page's own way of drawing one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce

from playwright.sync_api import Locator

#: By version, for the lowest of the four levels of correction: check words per block, and blocks.
BLOCKS = {1: (7, 1), 2: (10, 1), 3: (15, 1), 4: (20, 1), 5: (26, 1), 6: (18, 2), 7: (20, 2),
          8: (24, 2), 9: (30, 2)}  # fmt: skip
MIDDLES = {1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38],
           8: [6, 24, 42], 9: [6, 26, 46]}  # fmt: skip
MASKS: list[Callable[[int, int], int]] = [
    lambda row, column: (row + column) % 2,
    lambda row, _: row % 2,
    lambda _, column: column % 3,
    lambda row, column: (row + column) % 3,
    lambda row, column: (row // 2 + column // 3) % 2,
    lambda row, column: row * column % 2 + row * column % 3,
    lambda row, column: (row * column % 2 + row * column % 3) % 2,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2,
]
#: Where the format stands around the first eye, from its highest bit, as row and column.
FORMAT = [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8), (5, 8), (4, 8),
          (3, 8), (2, 8), (1, 8), (0, 8)]  # fmt: skip


def read(picture: Locator) -> str:
    """The text in the code that a page shows."""
    drawn = picture.locator("path").get_attribute("d") or ""
    spots = [(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)]
    return text_of(set(spots), max(max(spot) for spot in spots) + 1)


def text_of(dark: set[tuple[int, int]], size: int) -> str:
    """The text in a code of which these modules are dark, as row and column."""
    version = (size - 17) // 4
    form = number_of([spot in dark for spot in FORMAT]) ^ 0b101010000010010
    assert rest_of(form, 0b10100110111, 10) == 0, "the format is damaged"
    assert form >> 13 == 0b01, "another level than the lowest"
    mask = MASKS[form >> 10 & 0b111]
    bits = [
        ((row, column) in dark) ^ (mask(row, column) == 0) for row, column in way(version, size)
    ]
    words = [number_of(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    data = [bit for word in untangled(words, version) for bit in f"{word:08b}"]
    assert data[:4] == list("0100"), "not written in bytes"
    length = int("".join(data[4:12]), 2)
    bytes_ = [int("".join(data[at : at + 8]), 2) for at in range(12, 12 + 8 * length, 8)]
    return bytes(bytes_).decode()


def number_of(bits: list[bool]) -> int:
    return reduce(lambda number, bit: number * 2 + bit, bits, 0)


def rest_of(value: int, divisor: int, degree: int) -> int:
    for bit in range(value.bit_length() - 1, degree - 1, -1):
        if value >> bit & 1:
            value ^= divisor << bit - degree
    return value


def fixed(version: int, size: int) -> set[tuple[int, int]]:
    """The modules that hold no data: eyes, format, lines, and the version where it is told."""
    found = {(row, column) for row in range(9) for column in range(9)}
    found |= {(row, size - 1 - column) for row in range(9) for column in range(8)}
    found |= {(size - 1 - row, column) for row in range(8) for column in range(9)}
    found |= {(6, at) for at in range(size)} | {(at, 6) for at in range(size)}
    places = MIDDLES[version]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for row, column in {(y, x) for y in places for x in places} - corners:
        found |= {(row + y, column + x) for y in range(-2, 3) for x in range(-2, 3)}
    if version >= 7:
        told = {(row, size - 11 + column) for row in range(6) for column in range(3)}
        found |= told | {(column, row) for row, column in told}
    return found


def way(version: int, size: int) -> list[tuple[int, int]]:
    """The modules with data, in pairs of columns from the right, upwards and downwards in turn."""
    held = fixed(version, size)
    rights = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    found = []
    for turn, right in enumerate(rights):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        found += [(row, column) for row in rows for column in (right, right - 1)]
    return [spot for spot in found if spot not in held]


def untangled(words: list[int], version: int) -> list[int]:
    """The words with data, when every block has been found to be undamaged."""
    checks, blocks = BLOCKS[version]
    room = len(words) - checks * blocks
    lengths = [room // blocks + (at >= blocks - room % blocks) for at in range(blocks)]
    data: list[list[int]] = [[] for _ in lengths]
    at = 0
    for place in range(max(lengths)):
        for block, length in enumerate(lengths):
            if place < length:
                data[block].append(words[at])
                at += 1
    for block, told in enumerate(data):
        whole = told + words[at + block :: blocks]
        for root in range(checks):
            worth = reduce(lambda sum_, word: times(sum_, power(root)) ^ word, whole, 0)
            assert worth == 0, "a block is damaged"
    return [word for told in data for word in told]


def times(one: int, other: int) -> int:
    """A product among the 256 values that the check words are made of."""
    return rest_of(reduce(lambda sum_, bit: sum_ ^ (one << bit if other >> bit & 1 else 0),
                          range(8), 0), 0b100011101, 8)  # fmt: skip


def power(exponent: int) -> int:
    return reduce(lambda value, _: times(value, 2), range(exponent), 1)
