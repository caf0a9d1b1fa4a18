"""The JSON Schema of everything that goes over the wire, made from the structs themselves.

``python -m ninetyeight.server.schema`` prints one document with a definition for every message of
the WebSocket protocol and every value of the HTTP API. The page's types are generated from it.

What a client sends and what the server sends are described apart: a client may leave out a field
that has a default, the server always sends it (unless its struct leaves defaults out, as
:class:`~ninetyeight.wire.state.Happened` does). A struct that goes both ways has two
definitions: ``Plan`` as the server sends it, ``PlanAsked`` as a client may.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct

from ninetyeight.handbook import MinuteTold, RulesTold
from ninetyeight.wire import http, plan, state
from ninetyeight.wire import messages as wire

Schema: TypeAlias = dict[str, Any]

#: Where a definition is referred to; OpenAPI keeps them elsewhere.
DEFS = "#/$defs/{name}"
#: After the name of a definition that holds for what a client sends only.
ASKED = "Asked"
#: Sets of words that get a definition of their own, so that the page's types have their names.
WORDS: Mapping[str, object] = {
    "StrictnessWord": plan.StrictnessWord,
    "DoorWord": plan.DoorWord,
    "Language": wire.Language,
    "MarkerWord": state.MarkerWord,
    "WishWord": state.WishWord,
    "PhraseWord": state.PhraseWord,
    "CommandWord": state.CommandWord,
}


def messages() -> tuple[type[Struct], ...]:
    """Every message that a client may send over the WebSocket."""
    return get_args(wire.Message)


def answers() -> tuple[type[Struct], ...]:
    """Every message that the server sends over the WebSocket."""
    return get_args(wire.Answer)


def structs_of(module: ModuleType, base: type[Struct]) -> tuple[type[Struct], ...]:
    """The structs of a module that are built on ``base``, in the order they stand there."""
    return tuple(
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base) and value is not base
    )


def definitions(
    asked: Iterable[type[Struct]], sent: Iterable[type[Struct]], template: str = DEFS
) -> dict[str, Schema]:
    """The definitions of ``asked`` (read from clients) and ``sent`` (by the server), by name.

    References between them follow ``template``. Where the two directions differ for a struct,
    the one that clients send has :data:`ASKED` after its name.
    """
    incoming, outgoing = _components(asked), _components(sent)
    structs = {kind.__name__: kind for kind in _reached(sent)}
    for name, schema in outgoing.items():
        if not structs[name].__struct_config__.omit_defaults:
            _always_there(schema)
    # What holds a struct that differs, differs as well: its references are other ones.
    both = incoming.keys() & outgoing.keys()
    apart = {name for name in both if incoming[name] != outgoing[name]}
    while more := {n for n in both - apart if _refers_to(incoming[n], apart)}:
        apart |= more
    renamed = {name: f"{name}{ASKED}" for name in apart}
    found = {
        renamed.get(name, name): _titled(_referring(schema, renamed), renamed.get(name, name))
        for name, schema in incoming.items()
    }
    found |= outgoing
    found |= {name: _words(name) for name in WORDS}
    by_words = {frozenset(get_args(words)): name for name, words in WORDS.items()}
    return {
        name: schema if name in WORDS else _finished(schema, by_words, template)
        for name, schema in sorted(found.items())
    }


@cache
def document() -> Schema:
    """The one JSON Schema document: every definition, and what may be said in which direction."""
    requests = structs_of(http, http.Request)
    bodies: tuple[type[Struct], ...] = (
        *structs_of(http, http.Answered),
        state.StepSeen,
        RulesTold,
        MinuteTold,
    )
    found = definitions((*messages(), *requests), (*answers(), *bodies))
    commands = get_args(wire.Command)
    others = [kind.__name__ for kind in messages() if kind not in commands]
    found |= {
        "Command": _union("Command", _names(commands), "Every command of the protocol."),
        "Message": _union(
            "Message", [*others, "Command"], "Every message that a client sends over the WebSocket."
        ),
        "Answer": _union(
            "Answer", _names(answers()), "Every message that the server sends over the WebSocket."
        ),
        "HttpRequest": _union("HttpRequest", _names(requests), "Every body of an HTTP request."),
        "HttpAnswer": _union("HttpAnswer", _names(bodies), "Every JSON body of an HTTP answer."),
    }
    roots = ("Message", "Answer", "HttpRequest", "HttpAnswer")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_union("Wire", roots, "Everything that page and server send each other."),
        "$defs": dict(sorted(found.items())),
    }


def _components(kinds: Iterable[type[Struct]]) -> dict[str, Schema]:
    _, found = msgspec.json.schema_components(
        list(kinds), schema_hook=_anything, ref_template="{name}"
    )
    return {name: dict(schema) for name, schema in found.items()}


def _anything(kind: type) -> Schema:
    if kind is object:
        return {}
    raise NotImplementedError(f"{kind} has no JSON form")


def _reached(kinds: Iterable[type[Struct]]) -> set[type[Struct]]:
    """The structs and all that they hold."""
    found: set[type[Struct]] = set()

    def visit(kind: msgspec.inspect.Type) -> None:
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls in found:
                return
            found.add(kind.cls)
        for value in (getattr(kind, name) for name in kind.__struct_fields__):
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, msgspec.inspect.Field):
                    visit(inner.type)
                elif isinstance(inner, msgspec.inspect.Type):
                    visit(inner)

    for kind in msgspec.inspect.multi_type_info(list(kinds)):
        visit(kind)
    return found


def _always_there(schema: Schema) -> None:
    schema["required"] = list(schema["properties"])
    for field in schema["properties"].values():
        field.pop("default", None)


def _names(kinds: Iterable[type[Struct]]) -> list[str]:
    return [kind.__name__ for kind in kinds]


def _union(name: str, parts: Iterable[str], meaning: str) -> Schema:
    refs = [{"$ref": DEFS.format(name=part)} for part in parts]
    return {"title": name, "description": meaning, "anyOf": refs}


def _words(name: str) -> Schema:
    return {"title": name, "enum": list(get_args(WORDS[name]))}


def _titled(schema: Schema, name: str) -> Schema:
    return {**schema, "title": name}


def _changed(value: Any, change: Callable[[Schema], Schema]) -> Any:
    """The schema with ``change`` made to every object in it, the innermost first."""
    if isinstance(value, list):
        return [_changed(inner, change) for inner in value]
    if isinstance(value, dict):
        return change({key: _changed(inner, change) for key, inner in value.items()})
    return value


def _refers_to(schema: Schema, names: set[str]) -> bool:
    seen: list[str] = []

    def look(part: Schema) -> Schema:
        if isinstance(part.get("$ref"), str):
            seen.append(part["$ref"])
        return part

    _changed(schema, look)
    return not names.isdisjoint(seen)


def _referring(schema: Schema, renamed: Mapping[str, str]) -> Schema:
    def rename(part: Schema) -> Schema:
        ref = str(part.get("$ref"))
        return {**part, "$ref": renamed[ref]} if ref in renamed else part

    changed: Schema = _changed(schema, rename)
    return changed


def _finished(schema: Schema, by_words: Mapping[frozenset[str], str], template: str) -> Schema:
    def finish(part: Schema) -> Schema:
        if isinstance(part.get("description"), str):
            part["description"] = _plain_words(part["description"])
        if isinstance(part.get("enum"), list):
            name = by_words.get(frozenset(part["enum"]))
            if name is not None:
                part = {"$ref": name}
        if isinstance(part.get("$ref"), str):
            # Nothing beside it, such as a default: generators would take it for another type.
            return {"$ref": template.format(name=part["$ref"])}
        return part

    changed: Schema = _changed(schema, finish)
    return changed


def _plain_words(docstring: str) -> str:
    """A docstring without the marks of its markup."""
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", inspect.cleandoc(docstring))
    return re.sub(r"\bNone\b", "null", text.replace("``", "`"))


if __name__ == "__main__":
    print(json.dumps(document(), ensure_ascii=False, indent=1))
