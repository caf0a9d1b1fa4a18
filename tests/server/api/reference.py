"""The tables of docs/api.md and docs/protocol.md, made from the code.

A test compares them with the pages; ``python -m tests.server.api.reference`` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct

from ninetyeight.locale import Plural, catalogue
from ninetyeight.server import connection, hall, room
from ninetyeight.server.api.openapi import openapi
from ninetyeight.server.api.routes import OPERATIONS
from ninetyeight.server.errors import STATUS
from ninetyeight.server.schema import WORDS, answers, document, messages
from ninetyeight.wire.http import ApiError

DOCS = Path(__file__).parents[3] / "docs"
PART = re.compile(r"(<!-- from the code: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

Schema = Mapping[str, Any]


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def table(head: Iterable[str], rows: Iterable[str]) -> list[str]:
    names = list(head)
    return [row(*names), "|" + "---|" * len(names), *rows]


def operations() -> list[str]:
    """Every operation of the HTTP API."""
    return table(
        ("request", "body", "answer", "what it does"),
        (
            row(
                f"`{one.method} {one.path}`",
                "" if one.body is None else linked(one.body.__name__),
                f"{one.status} " + ("file" if one.answer is None else linked(one.answer.__name__)),
                one.told,
            )
            for one in OPERATIONS
        ),
    )


def parameters() -> list[str]:
    """Every parameter after the question mark."""
    rows = []
    for path, methods in openapi()["paths"].items():
        for one in methods["get"].get("parameters", ()) if "get" in methods else ():
            if one["in"] == "query":
                default = one["schema"].get("default")
                shown = "" if default is None else f"`{str(default).lower()}`"
                rows.append(row(f"`{path}`", f"`{one['name']}`", value(one["schema"]), shown))
    return table(("of", "parameter", "value", "when left out"), rows)


def errors() -> list[str]:
    """Every error of the server itself."""
    texts = catalogue("en").section("server")

    def told(code: str) -> str:
        entry = texts[f"server.{code}"]
        return entry.other if isinstance(entry, Plural) else entry

    return table(
        ("code", "status", "in English"),
        (row(f"`server.{code}`", str(STATUS[code]), told(code)) for code in STATUS),
    )


def closes() -> dict[int, set[str]]:
    """Every code with which the server itself ends a WebSocket, with its names in the code."""
    found: dict[int, set[str]] = {}
    for module in (room, hall, connection):
        for name, code in vars(module).items():
            if name.startswith("CLOSE_"):
                found.setdefault(code, set()).add(name)
    return found


def sent_by_clients() -> list[str]:
    """Every message that a client sends."""
    return described([kind.__name__ for kind in messages()])


def sent_by_the_server() -> list[str]:
    """Every message that the server sends."""
    return described([kind.__name__ for kind in answers()])


def parts() -> list[str]:
    """What messages are made of."""
    whole = {kind.__name__ for kind in (*messages(), *answers())}
    return described(name for name in in_messages() if name not in whole)


def bodies() -> list[str]:
    """What is sent over HTTP and is no part of a WebSocket's message."""
    asked = [one.body for one in OPERATIONS if one.body is not None]
    sent = [one.answer for one in OPERATIONS if one.answer is not None]
    found = reached([*asked, *sent, ApiError])
    return described(name for name in found if name not in in_messages())


def in_messages() -> list[str]:
    return reached([*messages(), *answers()])


def words() -> list[str]:
    """The fixed sets of words."""
    return table(
        ("name", "words"),
        (row(name, ", ".join(f"`{w}`" for w in get_args(kind))) for name, kind in WORDS.items()),
    )


def reached(kinds: Iterable[type[Struct]]) -> list[str]:
    """The definitions that the kinds are made of, in the order of their names."""
    defs = document()["$defs"]
    found: set[str] = set()
    waiting = [kind.__name__ for kind in kinds]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r"#/\$defs/(\w+)", str(defs[name]))
    return sorted(found - set(WORDS))


def described(names: Iterable[str]) -> list[str]:
    """A piece of text for every definition: its meaning, and its fields."""
    defs = document()["$defs"]
    lines: list[str] = []
    for name in names:
        schema = defs[name]
        fields = dict(schema["properties"])
        kind = fields.pop("type", {}).get("enum")
        lines += ["", f"({anchor(name)})=", f"**`{name if kind is None else kind[0]}`**"]
        lines[-1] += f" {' '.join(schema['description'].split())}"
        if fields:
            needed = set(schema.get("required", ()))
            lines += [
                "",
                *table(
                    ("field", "value"),
                    (
                        row(f"`{field}`" + ("" if field in needed else " (optional)"), value(one))
                        for field, one in fields.items()
                    ),
                ),
            ]
    return [*lines, ""]


def anchor(name: str) -> str:
    return f"wire-{name.lower()}"


def linked(name: str) -> str:
    return f"[{name}](#{anchor(name)})" if name not in WORDS else name


def value(schema: Schema) -> str:
    """What a field may hold, in words."""
    match schema:
        case {"$ref": ref}:
            return linked(ref.rpartition("/")[2])
        case {"anyOf": kinds}:
            return " or ".join("null" if k == {"type": "null"} else value(k) for k in kinds)
        case {"enum": choices}:
            return ", ".join(f"`{choice}`" for choice in choices)
        case {"type": "array", "prefixItems": items}:
            return "list of exactly: " + ", ".join(value(item) for item in items)
        case {"type": "array", "items": items}:
            return f"list of {value(items)}"
        case {"type": "object", "additionalProperties": inner}:
            return f"object of {value(inner)}"
        case {"type": "integer"}:
            return "whole number" + bounds(schema, "minimum", "maximum")
        case {"type": "string"}:
            return "text" + bounds(schema, "minLength", "maxLength", " characters")
        case {"type": "number"}:
            return "number"
        case {"type": "boolean"}:
            return "true or false"
    return "anything"


def bounds(schema: Schema, least: str, most: str, unit: str = "") -> str:
    low, high = schema.get(least), schema.get(most)
    if low is not None and high is not None:
        return f", {low} to {high}{unit}"
    if low is not None:
        return f", at least {low}{unit}"
    return "" if high is None else f", at most {high}{unit}"


PARTS: Mapping[str, Callable[[], list[str]]] = {
    "operations": operations,
    "parameters": parameters,
    "errors": errors,
    "bodies": bodies,
    "sent_by_clients": sent_by_clients,
    "sent_by_the_server": sent_by_the_server,
    "parts": parts,
    "words": words,
}
PAGES = (DOCS / "api.md", DOCS / "protocol.md")


def renewed(page: Path) -> str:
    """The page with its tables as the code has them."""

    def part(found: re.Match[str]) -> str:
        lines = "\n".join(PARTS[found[2]]()).strip("\n")
        return f"{found[1]}\n{lines}\n\n{found[3]}"

    return PART.sub(part, page.read_text("utf-8"))


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(renewed(path), "utf-8")
