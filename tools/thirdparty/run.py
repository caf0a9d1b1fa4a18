#!/usr/bin/env python3
"""Try the environments in other people's libraries, each in an environment of its own.

    make thirdparty                       # all of them; takes a while, 2 GB on disk at a time
    make thirdparty ARGS="rllib sb3"      # some of them
    make thirdparty ARGS="--write"        # and put what was found into docs/envs.md

Every library is installed with the versions below beside this package, as somebody would who uses
it, and what is in try_….py runs there. The environment is removed afterwards. Torch is pinned for
all, so that a small build for processors alone can be put in place of the large one (`pip config`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "envs.md"
BEGIN, END = "<!-- libraries: begin", "<!-- libraries: end -->"

TORCH = "torch==2.13.0"
#: For each library: its name, what to install, and whose versions to tell beside its own.
LIBRARIES = {
    "sb3": ("Stable-Baselines3", ["stable-baselines3==2.9.2", "sb3-contrib==2.9.2", "moviepy>=2"]),
    "torchrl": ("TorchRL", ["torchrl==0.14.1"]),
    "tianshou": ("Tianshou", ["tianshou==2.0.1"]),
    "rllib": ("RLlib", ["ray[rllib]==2.60.0"]),
}
VERSIONS = "from importlib.metadata import version as v; print(v('gymnasium'), v('pettingzoo'))"
WORDS = {True: "works", False: "fails"}


def installed(name: str, folder: Path) -> Path:
    """Install a library beside this package into the folder; the Python that has both."""
    title, wanted = LIBRARIES[name]
    print(f"{title}: installing …", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--no-input", TORCH, *wanted]
        + [f"{ROOT}[envs,fast]"],
        check=True,
        env=os.environ | {"NINETYEIGHT_WITHOUT_PAGE": "1"},
    )
    return python


def tried(name: str, python: Path) -> list[str]:
    """Try everything: rows of the table."""
    title, wanted = LIBRARIES[name]
    versions = subprocess.run(
        [python, "-c", VERSIONS], check=True, capture_output=True, text=True
    ).stdout.split()
    print(f"{title}: trying …", file=sys.stderr, flush=True)
    # One thread: these networks are too small to share, and threads that wait take time too.
    done = subprocess.run(
        [python, "-W", "ignore", HERE / f"try_{name}.py"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    library = f"{title} {wanted[0].partition('==')[2]}"
    rows = []
    for line in done.stdout.splitlines():
        if line.startswith('{"what"'):
            found = json.loads(line)
            words = [library, " / ".join(versions), found["what"]]
            remark = f": {found['remark']}" if found["remark"] else ""
            rows.append(f"| {' | '.join(words)} | {WORDS[found['works']]}{remark} |")
    if not rows:
        raise SystemExit(f"{title}: nothing was tried")
    return rows


def main(words: list[str]) -> None:
    """The command line."""
    names = [word for word in words if word != "--write"] or list(LIBRARIES)
    unknown = [name for name in names if name not in LIBRARIES]
    if unknown or ("--write" in words and set(names) != set(LIBRARIES)):
        raise SystemExit(f"Choose from {', '.join(LIBRARIES)}; --write goes with all of them.")
    rows = ["| library | Gymnasium / PettingZoo | what was tried | result |", "|---|---|---|---|"]
    for name in names:
        with tempfile.TemporaryDirectory(prefix="ninetyeight-") as folder:
            rows += tried(name, installed(name, Path(folder)))
    table = "\n".join(rows)
    print(table)
    if "--write" in words:
        page = PAGE.read_text("utf-8")
        first = page.index("\n", page.index(BEGIN)) + 1
        PAGE.write_text(f"{page[:first]}\n{table}\n\n{page[page.index(END) :]}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
