"""Every number a card can carry is found, in every spelling; ordinary words never are.

The spellings are written out here again, from each language's own rules, and share nothing with
the filter's tables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetyeight.chat import find_number

LANGUAGES = ("en", "de", "fr")
NUMBERS = range(2, 101)

EN = [
    "_",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
EN_TENS = ["_", "_", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
DE = [
    "_",
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
DE_TENS = [
    "_",
    "_",
    "zwanzig",
    "dreißig",
    "vierzig",
    "fünfzig",
    "sechzig",
    "siebzig",
    "achtzig",
    "neunzig",
]
FR = [
    "_",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
FR_TENS = [
    "_",
    "_",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "soixante",
    "quatre-vingt",
    "quatre-vingt",
]


def english(n: int) -> str:
    if n == 100:
        return "one hundred"
    return EN[n] if n < 20 else EN_TENS[n // 10] + (f"-{EN[n % 10]}" if n % 10 else "")


def german(n: int) -> str:
    if n == 100:
        return "hundert"
    unit = "ein" if n % 10 == 1 else DE[n % 10]
    return DE[n] if n < 20 else (f"{unit}und" if n % 10 else "") + DE_TENS[n // 10]


def french(n: int) -> str:
    if n == 100:
        return "cent"
    if n < 20:
        return FR[n]
    rest = n % 20 if n >= 60 else n % 10
    link = "-et-" if rest in (1, 11) and n < 80 else "-"
    return FR_TENS[n // 10] + (link + FR[rest] if rest else "s" if n == 80 else "")


def swiss(n: int) -> str:
    tens = {7: "septante", 8: "huitante", 9: "nonante"}
    if n // 10 not in tens:
        return french(n)
    return tens[n // 10] + (f"{'-et-' if n % 10 == 1 else '-'}{FR[n % 10]}" if n % 10 else "")


def german_ordinal(n: int) -> str:
    odd = {3: "dritte", 7: "siebte", 8: "achte"}
    return odd.get(n, german(n) + ("te" if n < 20 else "ste"))


def french_ordinal(n: int) -> str:
    word = french(n)
    if word.endswith("cinq"):
        return word + "uième"
    if word.endswith("neuf"):
        return word[:-1] + "vième"
    return (word[:-1] if word.endswith("e") or n == 80 else word) + "ième"


def english_ordinal(n: int) -> str:
    odd = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
           "nine": "ninth", "twelve": "twelfth"}  # fmt: skip
    head, _, last = english(n).rpartition("-")
    last = odd.get(last, last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return f"{head}-{last}" if head else last


WORDS: dict[str, Callable[[int], str]] = {
    "english": english, "german": german, "french": french, "swiss": swiss,
}  # fmt: skip


def roman(n: int) -> str:
    tens = ["_", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC", "C"]
    units = ["_", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    return (tens[n // 10] + units[n % 10]).replace("_", "")


def spellings(word: str) -> Iterator[str]:
    """The ways to write a number word that people have tried."""
    yield from (word, word.upper(), word.title(), f"({word})", f"{word}!", f"my card is {word}")
    yield from (word.replace("-", gap) for gap in (" ", "", "_", "–", "\u2011", " - "))
    bare = word.replace("-", "").replace(" ", "")
    yield from (gap.join(bare) for gap in ("-", " ", ".", "\u200b", "\u00ad", " - "))
    yield word.replace("ü", "ue").replace("ö", "oe").replace("ß", "ss")
    yield "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    yield word.translate(str.maketrans("aeopcxi", "аеорсхі"))  # Cyrillic
    yield word.translate(str.maketrans("eios", "3105"))
    yield "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in word)
    yield "".join(c * 3 if c in "aeiou" else c for c in word)
    yield word + word[-1] * 3


def missed(phrases: Iterator[str]) -> list[tuple[str, str]]:
    return [
        (language, phrase)
        for phrase in phrases
        for language in LANGUAGES
        if find_number(phrase, language) is None
    ]


#: Number words of one language that are everyday words of another.
ELSEWHERE = {("en", "elf"), ("en", "seize"), ("en", "cent"), ("de", "cent")}


@pytest.mark.rule("T1")
@pytest.mark.parametrize("name", WORDS)
def test_every_number_word_is_found_in_every_spelling(name: str) -> None:
    home = {"english": "en", "german": "de"}.get(name, "fr")
    for n in NUMBERS:
        for phrase in spellings(WORDS[name](n)):
            assert find_number(phrase, home), phrase


@pytest.mark.rule("T1")
@pytest.mark.parametrize("name", WORDS)
def test_every_number_word_is_found_at_any_table(name: str) -> None:
    plain = missed(WORDS[name](n) for n in NUMBERS)
    assert set(plain) <= ELSEWHERE


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("language", "ordinal"),
    [("en", english_ordinal), ("de", german_ordinal), ("fr", french_ordinal)],
)
def test_every_ordinal_from_the_third_is_found(
    language: str, ordinal: Callable[[int], str]
) -> None:
    articles = {"en": "the", "de": "die", "fr": "la"}
    for n in range(3, 100):
        phrase = f"{articles[language]} {ordinal(n)}"
        assert find_number(phrase, language), phrase


@pytest.mark.rule("T1")
def test_digits_are_found_in_every_script_and_dress() -> None:
    zeros = [chr(c) for c in range(0x110000) if unicodedata.decimal(chr(c), None) == 0]
    assert len(zeros) > 50
    for zero in zeros:
        assert missed("".join(chr(ord(zero) + int(d)) for d in str(n)) for n in (4, 42, 97)) == []
    for n in NUMBERS:
        text = str(n)
        assert missed(gap.join(text) for gap in ("", " ", "-", ".", "\ufe0f\u20e3", "\u200b")) == []


@pytest.mark.rule("T1")
def test_roman_numerals_are_found() -> None:
    # A single letter is only a numeral where one is announced; `C` and small `xl` are letters.
    for n in NUMBERS:
        assert missed(iter([f"card {roman(n)}"])) == [] or n == 100
        if len(roman(n)) > 2:
            assert missed(iter([roman(n), roman(n).lower()])) == []
            assert missed(iter([f"MCM{roman(n)}", f"mm{roman(n)}".lower()])) == [] or n == 100


@pytest.mark.rule("T1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_that_changed_places_hide_no_number(language: str) -> None:
    word = {"en": english, "de": german, "fr": french}[language]
    plain = " ".join(word(n) for n in NUMBERS).replace("ß", "ss").replace("vingts", "vingt")
    for part in {part for part in re.split("[- ]", plain) if len(part) > 5}:
        for at in range(1, len(part) - 1):
            swapped = part[:at] + part[at + 1] + part[at] + part[at + 2 :]
            assert find_number(swapped, language) or swapped == "quarte", swapped


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        *(("en", f"in the {where}{tens[:-1]}ies") for where in ("", "high ", "low ", "mid-")
          for tens in EN_TENS[2:]),
        *(("de", f"{where} {tens}") for where in ("Mitte", "Anfang", "Ende", "um die")
          for tens in DE_TENS[2:]),
        *(("de", f"in den {tens.capitalize()}ern") for tens in DE_TENS[2:]),
        *(("de", f"die {tens.capitalize()}erkarte") for tens in DE_TENS[2:]),
        *(("fr", f"la {stem}aine") for stem in
          ["diz", "douz", "quinz", "vingt", "trent", "quarant", "cinquant", "soixant"]),
    ],
)  # fmt: skip
def test_decades_are_found(language: str, phrase: str) -> None:
    assert find_number(phrase, language)


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("language", "count", "label"),
    [
        ("en", "{} cards", "card {}"),
        ("de", "{} Karten", "Karte {}"),
        ("fr", "{} cartes", "carte {}"),
    ],
)
def test_cards_may_be_counted_but_not_named(language: str, count: str, label: str) -> None:
    word = {"en": english, "de": german, "fr": french}[language]
    for n in NUMBERS:
        for number in (word(n), str(n)):
            assert find_number(count.format(number), language) is None, number
            assert find_number(label.format(number), language), number


@given(st.text(), st.sampled_from(LANGUAGES))
def test_any_text_at_all_gets_an_answer(text: str, language: str) -> None:
    found = find_number(text, language)
    assert found is None or "\n" not in found.text


@given(st.integers(0, 10**6), st.text(alphabet=" abcxyz,.!-", max_size=8))
def test_digits_at_the_end_of_a_message_are_always_found(n: int, before: str) -> None:
    assert find_number(f"{before}? {n}", "en")
