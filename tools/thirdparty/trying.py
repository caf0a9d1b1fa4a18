"""One thing after the other is tried, and it is told how each went, as lines of JSON."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable

Try = Callable[[], str | None]

_tries: list[tuple[str, Try]] = []


def tried(what: str) -> Callable[[Try], Try]:
    """Have a function tried under this name; it raises what goes wrong, and may give a remark."""

    def add(function: Try) -> Try:
        _tries.append((what, function))
        return function

    return add


def run() -> None:
    """Try everything, each even if another failed."""
    for what, function in _tries:
        try:
            remark, works = function() or "", True
        except Exception as error:  # whatever a library raises is the answer
            traceback.print_exc()
            (first, *_) = str(error).splitlines() or [""]
            remark, works = f"{type(error).__name__}: {first[:160]}", False
        print(json.dumps({"what": what, "works": works, "remark": remark}), flush=True)
    sys.stdout.flush()
