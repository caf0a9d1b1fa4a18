"""The page as it was built: it asks nobody else for anything and needs no inline code."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "src" / "ninetyeight" / "server" / "page"


class Tags(HTMLParser):
    """Collects the tags of a page, and the text inside its scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        # The parser hands out what is inside a script or a style in one piece.
        if self.cdata_elem is not None:
            self.inline += data.strip()


@pytest.fixture(scope="module")
def page() -> Tags:
    if not (PAGE / "index.html").exists():
        pytest.fail("the page has not been built yet: run `make page`")
    tags = Tags()
    tags.feed((PAGE / "index.html").read_text("utf-8"))
    return tags


def test_the_page_has_no_inline_script_and_no_inline_style(page: Tags) -> None:
    assert page.inline == ""
    attributes = {name for _, attrs in page.tags for name in attrs}
    assert [name for name in attributes if name == "style" or name.startswith("on")] == []


def test_everything_the_page_names_is_a_file_beside_it(page: Tags) -> None:
    named = [
        value
        for tag, attrs in page.tags
        for name, value in attrs.items()
        if value and name in {"src", "href"} and tag != "a"
    ]
    assert any(re.fullmatch(r"/assets/[\w.-]+\.js", value) for value in named)
    assert [value for value in named if not (PAGE / value.removeprefix("/")).is_file()] == []


def test_assets_are_named_after_their_content_so_that_browsers_may_keep_them() -> None:
    names = [path.name for path in (PAGE / "assets").iterdir()]
    assert names
    assert [name for name in names if not re.search(r"-[\w-]{8}\.\w+$", name)] == []


def test_whoever_wrote_what_is_bundled_is_named_with_the_licence() -> None:
    text = (PAGE / "licences.md").read_text("utf-8")
    assert "svelte" in text
    assert "MIT" in text
