"""The page's files and texts as a browser gets them."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.server.http_errors import HANDLERS
from ninetyeight.server.page_files import PageFiles, page_texts

#: The page's own source.
SOURCE = Path(__file__).parents[2] / "web" / "src"
ASKED = re.compile(r"""\bt\(\s*(?:"([^"]+)"|`([^`]+)`)""")
SCRIPT = "const greeting = 'good evening';\n" * 50


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>ninetyeight</title>")
    (page / "manifest.webmanifest").write_text('{"name": "ninetyeight"}')
    (page / "icon.svg").write_text("<svg/>")
    (page / "icon.png").write_bytes(b"\x89PNG" + bytes(range(256)) * 4)
    (page / ".hidden").write_text("hush")
    (page / "assets" / "index-Ab12.js").write_text(SCRIPT)
    (page / "assets" / "index-Ab12.css").write_text("body { margin: 0 }")
    (tmp_path / "secret.txt").write_text("hush")
    return page


def browser(folder: Path) -> TestClient:
    app = Starlette(routes=PageFiles(folder).routes(), exception_handlers=HANDLERS)
    return TestClient(app, base_url="http://127.0.0.1:8098", headers={"accept-encoding": ""})


@pytest.mark.parametrize(
    "path", ["/", "/t/k7q2m9xa4twb", "/t/k7q2m9xa4twb/replay/7?eyes=1", "/t/whatever"]
)
def test_every_address_of_the_app_is_the_page(folder: Path, path: str) -> None:
    answer = browser(folder).get(path)
    assert answer.status_code == 200
    assert "<title>ninetyeight</title>" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_the_page_is_not_sent_again_while_it_is_the_same(folder: Path) -> None:
    client = browser(folder)
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": f'"other", W/{tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    (folder / "index.html").write_text("<!doctype html><title>new</title>")
    assert browser(folder).get("/", headers={"if-none-match": tag}).status_code == 200


def test_files_named_by_their_content_are_kept_for_a_year(folder: Path) -> None:
    answer = browser(folder).get("/assets/index-Ab12.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon.svg", "image/svg+xml"),
        ("/icon.png", "image/png"),
        ("/assets/index-Ab12.css", "text/css; charset=utf-8"),
    ],
)
def test_files_are_sent_as_what_they_are(folder: Path, path: str, kind: str) -> None:
    answer = browser(folder).get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("*", True),
        ("br", False),
        ("gzip;q=0", False),
        ("", False),
    ],
)
def test_texts_travel_compressed_to_those_who_take_it(
    folder: Path, accepted: str, packed: bool
) -> None:
    client = browser(folder)
    with client.stream(
        "GET", "/assets/index-Ab12.js", headers={"accept-encoding": accepted}
    ) as answer:
        raw = b"".join(answer.iter_raw())
    assert ("content-encoding" in answer.headers) is packed
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(raw)
    assert (gzip.decompress(raw) if packed else raw) == SCRIPT.encode()
    if packed:
        assert len(raw) < len(SCRIPT) / 5


def test_pictures_are_not_compressed_twice(folder: Path) -> None:
    answer = browser(folder).get("/icon.png", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/.hidden",
        "/assets/",
        "/assets",
        "/index-Ab12.js",
        "/nothing",
        "/locale/../../secret.json",
        "/locale/xx.json",
    ],
)
def test_nothing_but_the_pages_own_files_can_be_had(folder: Path, path: str) -> None:
    client = browser(folder)
    request = client.build_request("GET", "http://127.0.0.1:8098/")
    request.url = request.url.copy_with(raw_path=path.encode())
    answer = client.send(request)
    assert answer.status_code == 404
    assert "hush" not in answer.text
    assert answer.json()["error"]["code"] == "server.no_such_page"


def test_a_folder_without_a_page_says_what_to_do(tmp_path: Path) -> None:
    assert not PageFiles(tmp_path / "nowhere").built
    client = browser(tmp_path / "nowhere")
    for accepted, word in (("de-CH,de;q=0.9", "gebaut"), ("fr", "construite"), ("tlh", "built")):
        answer = client.get("/", headers={"accept-language": accepted})
        assert answer.status_code == 503
        assert word in answer.text
        assert "make page" in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_gets_the_texts_it_uses_and_no_more(folder: Path, language: str) -> None:
    answer = browser(folder).get(f"/locale/{language}.json")
    assert answer.headers["cache-control"] == "no-cache"
    told: dict[str, Any] = json.loads(answer.content)
    assert told["language"] == language
    texts = told["texts"]
    assert texts["refusal.too_low"] == catalogue(language).section("refusal")["refusal.too_low"]
    for name in (
        "rules.edition.original.name",
        "rules.option.fire.name",
        "rules.command.stop.symbol",
        "rules.talk.silent.name",
        "rules.marker.keep.name",
        "server.wrong_host",
        "chat.number",
    ):
        assert name in texts or any(code.startswith(name.rpartition(".")[0]) for code in texts), (
            name
        )
    areas = {code.partition(".")[0] for code in texts}
    assert not areas & {"cli", "terminal", "screen", "arena", "serve", "store"}
    assert "rules.B1.text" not in texts
    plurals = [text for text in texts.values() if not isinstance(text, str)]
    assert plurals
    assert all(set(text) == {"one", "other"} for text in plurals)


def test_every_text_that_the_page_asks_for_by_its_code_is_among_those_it_gets() -> None:
    texts = json.loads(page_texts("en"))["texts"]
    asked = {
        code
        for path in (*SOURCE.rglob("*.ts"), *SOURCE.rglob("*.svelte"))
        for code in map("".join, ASKED.findall(path.read_text("utf-8")))
    }
    assert len(asked) > 400
    for code in asked:
        parts = map(re.escape, re.split(r"\$\{[^}]*\}", code))  # `rules.wish.${wish}`
        known = re.compile(r"[\w.+!]+".join(parts))
        assert any(known.fullmatch(text) for text in texts), code


def test_the_texts_of_a_language_fit_into_the_first_load() -> None:
    for language in LANGUAGES:
        assert len(gzip.compress(page_texts(language), 9)) < 40_000
