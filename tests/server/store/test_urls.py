"""The addresses of databases that people write."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.engine import URL

from ninetyeight.server.store import StoreError, default_database_url, shown_url
from ninetyeight.server.store.urls import read_url


def test_three_slashes_are_a_file_beside_and_four_a_full_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_url("sqlite:///games.db").path == tmp_path / "games.db"
    assert read_url("sqlite:////srv/games.db").path == Path("/srv/games.db")
    assert read_url("sqlite:///~/games.db").path == Path("~/games.db").expanduser()


@pytest.mark.parametrize("odd", ["a b.db", "100%.db", "#1.db", "ü&=@:.db"])
def test_a_file_may_have_any_name(odd: str) -> None:
    assert read_url(f"sqlite:////srv/{odd}").path == Path("/srv") / odd


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ada:secret@db.example:5433/games", "postgresql://ada@db.example:5433/games"),
        ("postgres://ada:secret@db.example/games", "postgresql://ada@db.example/games"),
        ("postgresql+asyncpg://h/games?password=secret", "postgresql://h/games"),
        ("postgresql://u:p%40secret@[::1]:5/g?sslmode=require", "postgresql://u@[::1]:5/g"),
        ("postgresql:///games?host=/run/postgresql", "postgresql:///games"),
    ],
)
def test_an_address_is_shown_without_password_and_options(url: str, shown: str) -> None:
    assert shown_url(url) == shown
    assert read_url(url).url.drivername == "postgresql+asyncpg"
    assert "secret" not in repr(read_url(url))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///x.db?mode=ro",
        "sqlite:////srv/",
        "mysql://u:secret@h/d",
        "postgresql://u:secret@h",
        "postgresql://u:sec@ret@h/d",
        "postgresql://u:secret@h:secret/d",
        "POSTGRESQL://u:secret@h/d",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        read_url(url)
    assert refused.value.code == "bad_url"
    assert "sec" not in str(refused.value)


@given(st.text(min_size=1), st.text(min_size=6))
def test_no_password_is_ever_shown(user: str, password: str) -> None:
    unlikely = f"Zq9{password}x7Y"
    url = URL.create("postgresql", user, unlikely, "h", 5432, "d").render_as_string(
        hide_password=False
    )
    assert unlikely not in shown_url(url)
    assert read_url(url).url.password == unlikely


def test_without_an_address_the_database_is_in_the_users_data_folder(tmp_path: Path) -> None:
    assert default_database_url({"NINETYEIGHT_DATABASE": "sqlite:///x.db"}) == "sqlite:///x.db"
    home = {"NINETYEIGHT_HOME": str(tmp_path)}
    assert read_url(default_database_url(home)).path == tmp_path / "games.db"
    ours = read_url(default_database_url({})).path
    assert ours is not None
    assert (ours.name, ours.parent.name) == ("games.db", "ninetyeight")
