"""The page's files and texts, read once and kept in memory with their compressed form.

A request is looked up in a table of names, so that no path a client writes ever reaches the disk.
Files under ``assets/`` carry a hash of their content in their name and never change; everything
else is asked for anew each time and answered with 304 while it is the same.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninetyeight.locale import LANGUAGES, Plural, catalogue
from ninetyeight.server.http_errors import error_answer

#: Where the built page lies, in a clone after ``make page`` and in an installed package.
PAGE = Path(__file__).parent / "page"
INDEX = "index.html"

#: Addresses that the page itself makes sense of.
PAGE_ADDRESSES = ("/", "/mine", "/t/{rest:path}")

#: The texts that the page uses: whole areas, and parts of the rules' area.
PAGE_TEXTS = (
    "page",
    "board",
    "hint",
    "end",
    "refusal",
    "errors",
    "server",
    "chat",
    "bots.name",
    "bots.about",
    "bots.note",
    "rules.edition",
    "rules.option",
    "rules.command",
    "rules.command_kind",
    "rules.talk",
    "rules.marker",
    "rules.phrase",
    "rules.markers",
    "rules.minute.title",
    "rules.wish",
    "rules.wish_means",
    "rules.reason",
    "rules.ending",
    "rules.praise",
)

_FOR_EVER = "public, max-age=31536000, immutable"
_EACH_TIME = "no-cache"

# Named here because what the machine's own tables say differs from one to the next.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
_PACKED_ALREADY = (".png", ".webp", ".woff", ".woff2")
#: Below this, compressing saves less than its header costs.
WORTH_PACKING = 256


@dataclass(frozen=True)
class Kept:
    """A file in memory, ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    cache: str
    tag: str

    @classmethod
    def of(cls, body: bytes, kind: str, cache: str, *, pack: bool = True) -> Kept:
        """The file with this content; compressed too where that makes it smaller."""
        packed = None
        if pack and len(body) >= WORTH_PACKING:
            packed = gzip.compress(body, 9, mtime=0)
            if len(packed) >= len(body):
                packed = None
        return cls(body, packed, kind, cache, hashlib.sha256(body).hexdigest()[:20])

    def answer(self, request: Request) -> Response:
        """The response to ``request``: the file, or 304 when it is what the client has."""
        packed = self.packed is not None and takes_gzip(request)
        # One tag for each form: they are different bytes.
        tag = f'"{self.tag}{"-gz" if packed else ""}"'
        headers = {"cache-control": self.cache, "etag": tag}
        if self.packed is not None:
            headers["vary"] = "accept-encoding"
        if tag in _tags(request):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        headers["content-type"] = self.kind
        body = self.packed if packed and self.packed is not None else self.body
        return Response(body, headers=headers)


def takes_gzip(request: Request) -> bool:
    """True when whoever asks can read what is compressed."""
    for part in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _tags(request: Request) -> set[str]:
    given = request.headers.get("if-none-match", "")
    return {tag.strip().removeprefix("W/") for tag in given.split(",") if tag.strip()}


class PageFiles:
    """The built page: its files by name, and the texts of each language."""

    def __init__(self, folder: Path | None = None) -> None:
        self._files = dict(_read(PAGE if folder is None else folder))

    @property
    def built(self) -> bool:
        """True when there is a page to show."""
        return INDEX in self._files

    @cached_property
    def texts(self) -> dict[str, Kept]:
        """The texts for the page, by language."""
        return {
            language: Kept.of(page_texts(language), "application/json", _EACH_TIME)
            for language in LANGUAGES
        }

    def routes(self) -> list[Route]:
        """The routes of the page, to stand after all others."""
        return [
            *(Route(path, self._page) for path in PAGE_ADDRESSES),
            Route("/locale/{language}.json", self._text),
            Route("/assets/{file}", self._asset),
            Route("/{file:path}", self._root_file),
        ]

    async def _page(self, request: Request) -> Response:
        kept = self._files.get(INDEX)
        return kept.answer(request) if kept is not None else _not_built(request)

    async def _asset(self, request: Request) -> Response:
        return self._file(request, f"assets/{request.path_params['file']}")

    async def _root_file(self, request: Request) -> Response:
        found = self._file(request, request.path_params["file"])
        index = self._files.get(INDEX)
        if found.status_code == 404 and index is not None and _is_for_people(request):
            # The page itself tells people that there is nothing here, in their language.
            found = index.answer(request)
            if found.status_code == 200:
                found.status_code = 404
        return found

    async def _text(self, request: Request) -> Response:
        kept = self.texts.get(request.path_params["language"])
        return kept.answer(request) if kept is not None else error_answer("no_such_page")

    def _file(self, request: Request, name: str) -> Response:
        kept = self._files.get(name)
        return kept.answer(request) if kept is not None else error_answer("no_such_page")


def _read(folder: Path) -> Iterable[tuple[str, Kept]]:
    """Every file of the page with its name as an address has it."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not any(part.startswith(".") for part in name.split("/")):
            suffix = path.suffix.lower()
            guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            cache = _FOR_EVER if name.startswith("assets/") else _EACH_TIME
            pack = suffix not in _PACKED_ALREADY
            yield name, Kept.of(path.read_bytes(), _TYPES.get(suffix, guessed), cache, pack=pack)


def page_texts(language: str) -> bytes:
    """The texts that the page uses, as JSON: ``{"language": …, "texts": {code: text}}``.

    A plural is an object with ``one`` and ``other``.
    """
    chosen = catalogue(language)
    texts = {
        code: entry._asdict() if isinstance(entry, Plural) else entry
        for part in PAGE_TEXTS
        for code, entry in chosen.section(part).items()
    }
    told = {"language": language, "texts": texts}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _is_for_people(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _not_built(request: Request) -> Response:
    """What stands in place of the page in a clone whose page was never built."""
    return Response(
        catalogue(_wanted_language(request)).text("serve.page_not_built") + "\n",
        503,
        {"cache-control": "no-store"},
        media_type="text/plain; charset=utf-8",
    )


def _wanted_language(request: Request) -> str:
    for part in request.headers.get("accept-language", "").split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]
