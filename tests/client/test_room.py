"""The client knows of the server only what goes over the wire."""

from __future__ import annotations

import re
from pathlib import Path

import ninetyeight.client

NAMED = re.compile(r"from (ninetyeight\.server[\w.]*(?: import protocol as wire)?)")
FOLDER = Path(ninetyeight.client.__file__).parent


def test_of_the_server_only_messages_and_plans_are_imported() -> None:
    named = {
        name
        for file in FOLDER.glob("*.py")
        for name in re.findall(
            r"from (ninetyeight\.server[\w.]*(?: import protocol as wire)?)",
            file.read_text("utf-8"),
        )
    }
    assert named == {
        "ninetyeight.server import protocol as wire",
        "ninetyeight.server.protocol",
    }
