"""Every error that the code can raise has a sentence in each language, and all that it needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import pytest

from ninetyeight.locale import LANGUAGES, Plural, catalogue
from ninetyeight.rules import GameError, Refused, SetupError

PACKAGE = Path(__file__).parents[2] / "src" / "ninetyeight"
FILES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8")) for path in FILES}


@dataclass(frozen=True)
class Site:
    """One place that makes an error: its catalogue code and the parameters it hands over."""

    where: str
    code: str
    params: frozenset[str]
    #: True when further parameters come from a mapping that cannot be read off the code.
    open: bool


def error_areas() -> dict[str, str]:
    """Every subclass of GameError by name, with the area of the catalogue its texts are in."""
    areas = {"GameError": "errors"}
    classes = [
        node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    ]
    for _ in range(5):  # as deep as errors derive from each other
        for node in classes:
            for base in node.bases:
                if isinstance(base, ast.Name) and base.id in areas:
                    areas[node.name] = own_area(node) or areas[base.id]
    return areas


def own_area(node: ast.ClassDef) -> str | None:
    for line in node.body:
        match line:
            case ast.Assign(targets=[ast.Name(id="area")], value=ast.Constant(value=str(area))):
                return area
    return None


def texts_in(node: ast.expr) -> list[str]:
    """The texts an expression may have as its value; none when that cannot be read off."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return texts_in(one) + texts_in(other)
    return []


def codes_of(first: ast.expr, around: ast.AST) -> list[str]:
    """The codes an error may be made with: written there, or in a variable of that function."""
    if isinstance(first, ast.Name):
        found = []
        for node in ast.walk(around):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == first.id:
                    found += texts_in(value)
        return found
    return texts_in(first)


def keywords_of(call: ast.Call) -> tuple[frozenset[str], bool]:
    """The parameters a call hands over, and whether there are others from a mapping."""
    names = {keyword.arg for keyword in call.keywords}
    return frozenset(name for name in names if name is not None and name != "rule"), None in names


def handed_on(tree: ast.AST, around: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls of a function that makes an error with the code it is given."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name == around.name:
                yield node


def sites() -> Iterator[Site]:
    areas = error_areas()
    for path, tree in TREES.items():
        functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in areas:
                    pass
                case _:
                    continue
            if isinstance(first, ast.Attribute):
                continue  # `self.code`: an error that is made once more
            where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
            around = [f for f in functions if f.lineno <= node.lineno <= (f.end_lineno or 0)]
            given = [arg.arg for arg in around[-1].args.args] if around else []
            if isinstance(first, ast.Name) and first.id in given:
                for call in handed_on(tree, around[-1]):
                    params, _ = keywords_of(call)
                    for code in texts_in(call.args[0]):
                        yield Site(where, f"{areas[name]}.{code}", params, True)
                continue
            codes = codes_of(first, around[-1] if around else tree)
            assert codes, f"{where}: the code of this error cannot be read off; write it there"
            params, more = keywords_of(node)
            for code in codes:
                yield Site(where, f"{areas[name]}.{code}", params, more)


def choices() -> Iterator[Site]:
    """Every kind of choice, which says with its class how a word that is none of it is refused."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(
                    bases=[ast.Name(id="Choice")],
                    keywords=[ast.keyword(arg="code", value=ast.Constant(value=str(code))), *_],
                ):
                    params = frozenset({code.removeprefix("unknown_"), "known"})
                    where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                    yield Site(where, f"errors.{code}", params, False)


SITES = [*sites(), *choices()]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_errors_of_the_law_are_found() -> None:
    codes = {site.code for site in SITES}
    assert {"refusal.too_low", "refusal.too_high", "errors.not_a_move"} <= codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_sentence(language: str) -> None:
    texts = catalogue(language)
    assert [f"{site.where}: {site.code}" for site in SITES if not texts.has(site.code)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_gets_what_it_names(language: str) -> None:
    texts = catalogue(language)
    lacking = []
    for site in SITES:
        entry = texts.section(site.code).get(site.code)
        if entry is None or site.open:
            continue
        forms = [entry.one, entry.other] if isinstance(entry, Plural) else [entry]
        wanted = set().union(*map(placeholders, forms)) | ({"n"} if len(forms) > 1 else set())
        if wanted - site.params:
            lacking.append(f"{site.where}: {site.code} names {sorted(wanted - site.params)}")
    assert lacking == []


@pytest.mark.parametrize("area", ["refusal", "errors"])
def test_no_sentence_is_left_over(area: str) -> None:
    used = {site.code for site in SITES}
    assert [code for code in catalogue("en").section(area) if code not in used] == []


@pytest.mark.parametrize(
    ("error", "language", "told"),
    [
        (Refused("not_holding", rule="T3", command="no_back"), "de", "„Kein Rückwärtstrick“"),
        (Refused("not_holding", rule="T3", command="skull"), "fr", "«\u00a0Tête de mort\u00a0»"),
        (SetupError("no_commands_here", rule="X11r", edition="gold"), "en", "“Gold and grey”"),
    ],
)
def test_an_error_names_what_it_speaks_of_as_people_do(
    error: GameError, language: str, told: str
) -> None:
    assert told in error.text(language)


def test_an_error_repeats_a_name_that_nobody_knows() -> None:
    assert "“chess”" in SetupError("unknown_edition", edition="chess", known="gold").text("en")
