"""Environments to install the package into, and whether what was installed has its page."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from urllib.request import urlopen


def installation(folder: Path) -> Path:
    """The site-packages of a new environment; only the libraries are borrowed from this one."""
    home = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (site,) = home.glob("lib/python*/site-packages")
    # The clone itself must not be found: its editable install is a path file, which is not read
    # for a folder that is merely listed in another path file.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return site


def check_that_the_page_is_served(site: Path, folder: Path) -> None:
    """Start the server that was installed there and fetch everything the page consists of."""
    python = site.parent.parent.parent / "bin" / "python"
    server = subprocess.Popen(
        [python, "-m", "ninetyeight", "serve", "--port", "0", "--log-format", "json"],
        env={"PATH": str(python.parent), "NINETYEIGHT_DATABASE": f"sqlite:///{folder}/t.db"},
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr is not None
        port = next(
            int(told[1])
            for line in server.stderr
            if (told := re.search(r'"address": "127\.0\.0\.1 port (\d+)"', line))
        )
        page = _fetch(port, "/")
        found = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert any(name.endswith(".js") for name in found)
        assert any(name.endswith(".css") for name in found)
        for name in found:
            assert _fetch(port, name)
        assert '"texts"' in _fetch(port, "/locale/fr.json")
        where = subprocess.run(
            [python, "-c", "import ninetyeight; print(ninetyeight.__file__)"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert where.startswith(str(site))
    finally:
        server.terminate()
        server.communicate(timeout=30)


def _fetch(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        body: bytes = answer.read()
    return body.decode(errors="replace")
