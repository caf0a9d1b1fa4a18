"""What `make dist` builds carries everything a player needs: nobody who installs it needs Node."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.installed import check_that_the_page_is_served, installation

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "ninetyeight"
PAGE = PACKAGE / "server" / "page"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive of this tree and the wheel made from that archive."""
    if not (PAGE / "index.html").exists():
        pytest.fail("the page has not been built yet: run `make page`")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def in_wheel(built: Path) -> set[str]:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def in_archive(built: Path) -> set[str]:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        return {member.name.partition("/")[2] for member in opened if member.isfile()}


def below(folder: Path) -> set[str]:
    """The files in a folder of the package, named as in a wheel."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(PACKAGE.parent).as_posix() for path in files if path.suffix != ".pyc"}


@pytest.mark.parametrize("folder", ["server/page", "server/migrations", "locale"])
def test_the_wheel_carries_every_file_of(folder: str, in_wheel: set[str]) -> None:
    expected = below(PACKAGE / folder)
    assert expected
    assert expected - in_wheel == set()


def test_the_wheel_carries_the_page_with_its_script(in_wheel: set[str]) -> None:
    assert "ninetyeight/server/page/index.html" in in_wheel
    assets = [name for name in in_wheel if name.startswith("ninetyeight/server/page/assets/")]
    assert any(name.endswith(".js") for name in assets)


def test_the_wheel_carries_every_module_and_the_mark_that_they_are_typed(
    in_wheel: set[str],
) -> None:
    modules = {
        path.relative_to(PACKAGE.parent).as_posix() for path in sorted(PACKAGE.rglob("*.py"))
    }
    assert modules - in_wheel == set()
    assert "ninetyeight/py.typed" in in_wheel


def test_the_wheel_carries_no_sources_of_the_page_and_nothing_to_build_it_with(
    in_wheel: set[str],
) -> None:
    odd = (".svelte", ".ts", ".map")
    assert [name for name in in_wheel if name.endswith(odd) or "node_modules" in name] == []


def test_the_source_archive_carries_the_page_and_its_sources_but_not_what_tools_left(
    in_archive: set[str],
) -> None:
    assert "src/ninetyeight/server/page/index.html" in in_archive
    assert {"web/package.json", "web/package-lock.json", "web/.npmrc"} <= in_archive
    assert {"Makefile", "constraints.txt", "tools/npm"} <= in_archive
    left = ("node_modules/", ".venv/", "__pycache__/", "build/")
    assert [name for name in in_archive if any(part in name for part in left)] == []


def test_an_installed_wheel_serves_the_whole_page_without_node(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    site = installation(tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    check_that_the_page_is_served(site, tmp_path)
