"""The client knows of the server only what goes over the wire."""

from __future__ import annotations

import ast
from pathlib import Path

import ninetyeight.client

FOLDER = Path(ninetyeight.client.__file__).parent


def taken_from_the_server(file: Path) -> set[str]:
    """The modules of the server that a file imports, however it words the import."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "ninetyeight.server":
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
    return {name for name in names if name.startswith("ninetyeight.server")}


def test_of_the_server_only_what_goes_over_the_wire_is_imported() -> None:
    named = {name for file in FOLDER.rglob("*.py") for name in taken_from_the_server(file)}
    assert named == {"ninetyeight.server.protocol", "ninetyeight.server.shown"}
