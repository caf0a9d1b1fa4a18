"""Three languages, one catalogue: same files, codes, plural shapes and placeholders.

Every file under ``locale`` is looked at, whoever added it.
"""

from __future__ import annotations

import re
import string
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import ninetyeight.locale
from ninetyeight.locale import LANGUAGES, Entry, Plural
from ninetyeight.locale.catalogue import read_area

FOLDER = Path(ninetyeight.locale.__file__).parent
FILES = sorted(FOLDER.glob("*/*.toml"))
AREAS = sorted({file.name for file in FILES})
OTHERS = tuple(language for language in LANGUAGES if language != "en")

#: No-break space: in Latin-1, so every terminal font has it, and one column wide everywhere.
NO_BREAK = "\u00a0"

each_area = pytest.mark.parametrize("area", AREAS)
each_file = pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.name}")


def forms(entry: Entry) -> tuple[str, ...]:
    return tuple(entry) if isinstance(entry, Plural) else (entry,)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def all_placeholders(entry: Entry) -> set[str]:
    # A plural's `one` may say "one card" where `other` says "{n} cards": only the sum must agree.
    return set().union(*(placeholders(form) for form in forms(entry)))


def prose(text: str) -> str:
    """The text without placeholders and without what is typed, not said.

    That is `code in backticks`, the keys of JSON, and the word that names a program as a bot.
    """
    bare = re.sub(r'`[^`]*`|"[^"]*":|\bprogram:\S*', "`", text)
    parts = string.Formatter().parse(bare)
    return "".join(literal + ("0" if name is not None else "") for literal, name, _, _ in parts)


def texts(file: Path) -> Mapping[str, Entry]:
    return read_area(file)


def test_there_are_texts_to_look_at() -> None:
    assert {file.parent.name for file in FILES} == set(LANGUAGES)
    assert "rules.toml" in AREAS


def test_every_language_has_the_same_files() -> None:
    by_language = {
        language: sorted(file.name for file in FILES if file.parent.name == language)
        for language in LANGUAGES
    }
    assert by_language == dict.fromkeys(LANGUAGES, AREAS)


@each_area
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_codes_in_the_same_order(area: str, language: str) -> None:
    assert list(texts(FOLDER / language / area)) == list(texts(FOLDER / "en" / area))


@each_area
@pytest.mark.parametrize("language", OTHERS)
def test_plurals_and_placeholders_agree(area: str, language: str) -> None:
    english, other = texts(FOLDER / "en" / area), texts(FOLDER / language / area)
    for code in english.keys() & other.keys():
        assert type(other[code]) is type(english[code]), code
        assert all_placeholders(other[code]) == all_placeholders(english[code]), code


@each_file
def test_no_text_is_empty_or_untidy(file: Path) -> None:
    for code, entry in texts(file).items():
        for form in forms(entry):
            assert form.strip(), code
            assert form == form.strip(), f"{code}: space at an end"
            assert "  " not in form or "\n" in form, f"{code}: two spaces"
            assert unicodedata.normalize("NFC", form) == form, f"{code}: decomposed letters"
            assert not re.search(r"[\u200b-\u200f\u2028-\u202e\ufeff]", form), (
                f"{code}: hidden sign"
            )


@each_file
def test_placeholders_are_plain_names(file: Path) -> None:
    for code, entry in texts(file).items():
        for name in all_placeholders(entry):
            assert name.isidentifier(), f"{code}: {{{name}}}"


def keys(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        yield key
        if isinstance(value, dict):
            yield from keys(value)


@each_file
def test_no_part_of_a_code_has_a_dot_or_a_space(file: Path) -> None:
    # A quoted key with a dot in it would look like two parts of a code.
    for key in keys(tomllib.loads(file.read_text(encoding="utf-8"))):
        assert re.fullmatch(r"[A-Za-z0-9_+!-]+", key), key


@each_file
def test_a_table_with_one_and_other_has_nothing_else(file: Path) -> None:
    # `one` and `other` beside other keys is a plural somebody broke.
    ends = {code.rpartition(".")[2] for code in texts(file)}
    assert not ends & {"one", "other"}


@each_area
def test_a_plural_shows_its_number(area: str) -> None:
    for language in LANGUAGES:
        for code, entry in texts(FOLDER / language / area).items():
            if isinstance(entry, Plural):
                assert "n" in placeholders(entry.other), f"{language} {code}"


#: Words that really are the same in two languages, or no words at all.
SAME = re.compile(
    r"rules\.(command|command_kind)\.\w+\.symbol"
    r"|rules\.edition\.(original|gamefactory|extreme)\.name"
    r"|rules\.(X1|V1|X4)\.title|rules\.option\.expert\.name"
    r"|rules\.command\.(stop|silence)\.name"
)


@each_area
def test_no_sentence_was_left_untranslated(area: str) -> None:
    by_language = {language: texts(FOLDER / language / area) for language in LANGUAGES}
    for code, english in by_language["en"].items():
        said = {language: by_language[language].get(code, "") for language in LANGUAGES}
        words = [prose(form) for form in forms(english)]
        # One or two words may coincide; a sentence never does.
        if SAME.fullmatch(code) or all(len(re.findall(r"[^\W\d]{2,}", w)) < 3 for w in words):
            continue
        assert len(set(said.values())) == len(LANGUAGES), code


def test_the_rules_differ_in_every_text() -> None:
    by_language = [texts(FOLDER / language / "rules.toml") for language in LANGUAGES]
    for code, english in by_language[0].items():
        if not SAME.fullmatch(code):
            others = [area[code] for area in by_language[1:]]
            assert english not in others, code
            assert others[0] != others[1], code


# --- one word for one thing --------------------------------------------------------------------

#: What a text does not say, because another word stands for the thing everywhere.
UNSAID = {
    # "is not a", "leave out", "something other than".
    "en": r"(?<!here )\bis no (?!longer\b)|\b[Ll]eave \S+ away\b|\belse than\b",
    # Spiel; Karten and Kartencode; Zugstapel; zu Ende spielen; freihalten; jemand anders;
    # Festlegung; leg, wähl, prüf, …
    "de": r"\bPartien?\b|\bVerteilung|\bSpielcode|\bNachziehstapel|[Vv]ollend|\bfreilass"
    r"|\bSchweigen-|[Jj]emand anderes\b|\bKlarstellung"
    r"|\b(Lege|Wähle|Prüfe|Schreibe|Setze|Decke|Drücke|Schicke|Schließe)\b",
    # consigne, unless it is a sequence; terminer; recouvrir; afficher.
    "fr": r"(?<!dans l’)(?<!seul )\bordres?\b(?! croissant)(?! de la pioche)|\bachev|\b[Cc]ouvre\b"
    r"|\b[Ii]mprimer? (un|les)\b",
}


@each_file
def test_one_word_stands_for_one_thing(file: Path) -> None:
    for code, entry in texts(file).items():
        # What people may type is as wide as it can be.
        if not code.startswith("terminal.typed."):
            for form in forms(entry):
                found = re.search(UNSAID[file.parent.name], form)
                assert found is None, f"{code}: {form[max(0, found.start() - 12) :]!r}"


# --- typography --------------------------------------------------------------------------------

FRENCH = [file for file in FILES if file.parent.name == "fr"]
GERMAN = [file for file in FILES if file.parent.name == "de"]
each_french = pytest.mark.parametrize("file", FRENCH, ids=lambda f: f.name)
each_german = pytest.mark.parametrize("file", GERMAN, ids=lambda f: f.name)

#: A sign that wants a space before it, and has something else than a no-break space there.
#: Signs may follow each other (?!), and a colon inside a word (12:30, a://b) is no punctuation.
LOOSE = re.compile(rf"(?<![{NO_BREAK}?!;:])[;!?»]|(?<!{NO_BREAK}):(?![\w/])")


def loose_signs(text: str) -> list[str]:
    bare = prose(text)
    found = [bare[max(0, m.start() - 12) : m.end()] for m in LOOSE.finditer(bare)]
    found += [m.group() for m in re.finditer(rf"«(?!{NO_BREAK})..?", bare)]
    # Exactly one no-break space: neither doubled nor beside an ordinary one, nor the narrow kind.
    found += re.findall(rf".?(?:[{NO_BREAK} ]{NO_BREAK}|{NO_BREAK} |\u202f)", bare)
    # An ellipsis at the end belongs to its word.
    found += re.findall(rf".[{NO_BREAK} ]…$", bare)
    return found


@each_french
def test_french_signs_keep_their_no_break_space(file: Path) -> None:
    for code, entry in texts(file).items():
        for form in forms(entry):
            assert not loose_signs(form), f"{code}: {loose_signs(form)}"


@pytest.mark.parametrize(
    "wrong",
    [
        "Vraiment ?",
        "Vraiment?",
        "Non : oui",
        "« oui »",
        "«\u00a0oui »",
        "Oui\u202f!",
        "a; b",
        "un …",
    ],
)
def test_the_french_check_sees_a_loose_sign(wrong: str) -> None:
    assert loose_signs(wrong)


@pytest.mark.parametrize(
    "right",
    [
        "Vraiment\u00a0?",
        "Quoi\u00a0?!",
        "à 12:30",
        "«\u00a0oui\u00a0»",
        "{n:>2} cartes",
        "`a: b!`",
        'x {{"17": 3}}',
    ],
)
def test_the_french_check_leaves_good_text_alone(right: str) -> None:
    assert not loose_signs(right)


@each_french
def test_french_apostrophes_are_curly(file: Path) -> None:
    for code, entry in texts(file).items():
        for form in forms(entry):
            assert not re.search(r"\w'\w", prose(form)), code


@each_german
def test_german_speaks_to_you_as_a_friend(file: Path) -> None:
    for code, entry in texts(file).items():
        for form in forms(entry):
            # "Sie" within a sentence is the formal you; at its start it may be "she" or "they".
            assert not re.search(r"[\w,;] (Sie|Ihnen|Ihre?[mnrs]?)\b", form), code
