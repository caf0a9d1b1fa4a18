"""Where compiled code is kept: beside the sources, or else where this user alone may write.

Imports neither numba nor numpy, so that a command can tell it before the kernel is loaded.
"""

from __future__ import annotations

import os
import stat
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple


class CodeFolder(NamedTuple):
    """A folder for compiled code, None where there is none, and whether it is the usual one."""

    folder: Path | None
    usual: bool


def kept() -> CodeFolder:
    """Where the kernel's compiled code is kept."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return CodeFolder(Path(given), usual=True)
    beside = Path(__file__).parent / "__pycache__"
    return (
        CodeFolder(beside, usual=True)
        if _writable(beside)
        else CodeFolder(elsewhere(), usual=False)
    )


@cache
def elsewhere() -> Path | None:
    """The folder for code whose sources lie where nothing can be written.

    That of the user for such things; or one among the temporary files. Code that is loaded from
    there is run, so it must be the user's own and closed to everybody else.
    """
    import platformdirs  # only needed here

    try:
        temporary = Path(tempfile.gettempdir())
    except OSError:  # there is none at all
        temporary = Path(os.devnull)
    own = f"ninetyeight-{os.getuid()}" if hasattr(os, "getuid") else "ninetyeight"
    for folder in (platformdirs.user_cache_path("ninetyeight") / "kernel", temporary / own):
        if _writable(folder) and _ours_alone(folder):
            return folder
    return None


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _ours_alone(folder: Path) -> bool:
    if not hasattr(os, "getuid"):  # Windows: both folders are the user's
        return True
    found = folder.lstat()
    others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not others
