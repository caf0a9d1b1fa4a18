"""No numbered rule without a test that names it, and no test that names a rule we do not have."""

from pathlib import Path

from tests.numbered import named_by_tests, named_in, numbered_rules

SOURCE = '''
import pytest

@pytest.mark.rule("B4", "X5")
@pytest.mark.parametrize("card", [1])
def test_a_trick(card): ...

@pytest.mark.rule("B9")
def helper(): ...

@pytest.mark.other("T1")
def test_something_else(): ...

def test_without_a_number():
    """B12r is spoken of here, but not named."""

class TestAll:
    @pytest.mark.rule("V1")
    def test_inside(self): ...
'''


def test_the_catalogue_numbers_its_rules() -> None:
    numbers = numbered_rules()
    assert numbers, "the list of rules is empty"
    assert {"B1", "B12r", "V2", "T10r", "X12r", "F3r"} <= set(numbers)
    assert len(numbers) == len(set(numbers)) >= 44


def test_every_numbered_rule_has_a_test_that_names_it() -> None:
    numbers, named = numbered_rules(), named_by_tests()
    assert numbers, "the list of rules is empty"
    assert [number for number in numbers if number not in named] == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    numbers = set(numbered_rules())
    strange = {number: tests for number, tests in named_by_tests().items() if number not in numbers}
    assert strange == {}


def test_a_rule_is_named_by_the_marker_of_a_test_and_by_nothing_else() -> None:
    assert list(named_in(SOURCE)) == [
        ("B4", "test_a_trick"),
        ("X5", "test_a_trick"),
        ("V1", "test_inside"),
    ]


def test_a_rule_without_a_test_would_be_missed(tmp_path: Path) -> None:
    catalogue = tmp_path / "rules.toml"
    catalogue.write_text('[B4]\ntitle = "x"\n[B99]\ntitle = "y"\n[heading]\nall = "z"\n', "utf-8")
    (tmp_path / "test_some.py").write_text(SOURCE, "utf-8")
    named = named_by_tests(tmp_path)
    assert [n for n in numbered_rules(catalogue) if n not in named] == ["B99"]
