"""The product's referee against the oracle: where do their answers to one request differ?"""

from __future__ import annotations

from typing import Any

from ninetyeight.referee import answer as referee_answer

from .judge import answer as oracle_answer

# A turn may break several conditions when it is ended; which of them a refusal names is free.
# For each rule the oracle names, those the product may name in its place.
SAME_MEANING = {
    "B5": {"B5", "B7", "V1", "X3"},
    "X2": {"X2", "X3"},
}


def differences(request: dict[str, Any]) -> list[str]:
    """One line for each field in which the two answers to ``request`` differ."""
    ours, theirs = referee_answer(request), oracle_answer(request)
    if "error" in ours and "error" in theirs:
        return []  # each in its own words
    found = [
        f"{name}: referee {ours.get(name)!r}, oracle {theirs.get(name)!r}"
        for name in sorted(ours.keys() | theirs.keys())
        if name != "refused" and ours.get(name, ...) != theirs.get(name, ...)
    ]
    if not _same_refusal(ours.get("refused"), theirs.get("refused")):
        found.append(f"refused: referee {ours.get('refused')}, oracle {theirs.get('refused')}")
    return found


def _same_refusal(ours: dict[str, Any] | None, theirs: dict[str, Any] | None) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    if (ours["at"], ours["move"]) != (theirs["at"], theirs["move"]):
        return False
    may_say = {theirs["rule"]}
    if theirs["move"] == "end":
        may_say |= SAME_MEANING.get(theirs["rule"], set())
    return ours["rule"] in may_say and bool(ours["message"])


def shortened(request: dict[str, Any]) -> dict[str, Any]:
    """The same request with as few moves as still make a difference."""
    for count in range(len(request["moves"])):
        shorter = {**request, "moves": request["moves"][:count]}
        if differences(shorter):
            return shorter
    return request
