"""What a person reads when a bot cannot join, in three languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.locale import LANGUAGES, catalogue
from tests.client.guests import free_port, links, written
from tests.server.harness import ServerProcess, serving

each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


def complaint(*words: str, language: str, status: int) -> str:
    told = CliRunner().invoke(main, ["join", "--lang", language, *words])
    assert told.exit_code == status, told.output
    lines = told.output.strip().splitlines()
    return lines[-1].partition(" ")[2]


def text(language: str, code: str, **params: object) -> str:
    return catalogue(language).text(code, **params)


@each_language
def test_a_text_that_is_no_link(language: str) -> None:
    said = complaint("hello", language=language, status=2)
    assert said.endswith(text(language, "join.not_an_address"))


@each_language
def test_a_link_that_is_only_for_watching(server: ServerProcess, language: str) -> None:
    seat, _ = links(server, {"players": 2})
    said = complaint(seat.page, language=language, status=2)
    assert said.endswith(text(language, "join.link_watch_only"))


@each_language
def test_a_bot_that_there_is_not(server: ServerProcess, language: str) -> None:
    _, invite = links(server, {"players": 2})
    said = complaint(written(invite), "--bot", "deepmind", language=language, status=2)
    known = "random, greedy, planner, quick, champion, deep"
    assert said.endswith(text(language, "bots.unknown_bot", bot="deepmind", known=known))


@each_language
def test_a_program_that_cannot_be_started_takes_no_seat(
    server: ServerProcess, language: str
) -> None:
    seat, invite = links(server, {"players": 2})
    complaint(written(invite), "--bot", "program:./nothing-here", language=language, status=1)
    seen = server.ask("GET", f"/api/tables/{seat.table}", secret=seat.secret).json
    assert seen["room"]["seats"][1]["open"]


@each_language
def test_a_table_with_every_seat_taken(server: ServerProcess, language: str) -> None:
    _, invite = links(server, {"players": 1})
    said = complaint(written(invite), language=language, status=1)
    assert said.endswith(text(language, "server.no_free_seat"))


@each_language
def test_a_seat_that_is_taken_and_one_that_there_is_not(
    server: ServerProcess, language: str
) -> None:
    _, invite = links(server, {"players": 2})
    said = complaint(written(invite), "--seat", "1", language=language, status=1)
    assert said.endswith(text(language, "server.seat_taken", seat=1))
    said = complaint(written(invite), "--seat", "7", language=language, status=1)
    assert said.endswith(text(language, "server.no_such_seat", seat=7, seats=2))


@each_language
def test_an_invite_of_another_table(server: ServerProcess, language: str) -> None:
    seat, _ = links(server, {"players": 2})
    _, other = links(server, {"players": 2})
    said = complaint(f"{seat.page}#invite={other.invite}", language=language, status=1)
    assert said.endswith(text(language, "server.wrong_invite"))


@each_language
def test_a_secret_of_no_seat(server: ServerProcess, language: str) -> None:
    seat, _ = links(server, {"players": 2})
    said = complaint(f"{seat.page}#seat=0123456789abcdef0123", language=language, status=1)
    assert said.endswith(text(language, "join.seat_lost"))


@each_language
def test_a_table_that_there_is_not(server: ServerProcess, language: str) -> None:
    base = f"{server.url}/t/zzzzzzzzzzzz"
    said = complaint(f"{base}#invite=ABCDEFGH", language=language, status=1)
    assert said.endswith(text(language, "server.no_such_table"))
    said = complaint(f"{base}#seat=0123456789abcdef0123", language=language, status=1)
    assert said.endswith(text(language, "join.no_table"))


@each_language
@pytest.mark.parametrize("part", ["invite=ABCDEFGH", "seat=0123456789abcdef0123"])
def test_a_server_that_does_not_run(language: str, part: str) -> None:
    base = f"http://127.0.0.1:{free_port()}"
    said = complaint(f"{base}/t/zzzzzzzzzzzz#{part}", language=language, status=1)
    before, _, after = text(language, "join.unreachable", address=base, why="|").partition("|")
    assert before in said
    assert said.endswith(after)


def test_no_link_at_all() -> None:
    told = CliRunner().invoke(main, ["join"])
    assert told.exit_code == 2
    assert "LINK" in told.output
    told = CliRunner().invoke(main, ["join", "-"], input="\n")
    assert told.exit_code == 2
    assert text("en", "join.link_empty") in told.output


@each_language
def test_the_help_page_says_how_to_keep_a_link_out_of_sight(language: str) -> None:
    for name in ("join", "load"):
        told = CliRunner().invoke(main, [name, "--help", "--lang", language])
        assert told.exit_code == 0
        assert f"{name}." not in told.output  # every code has become a text
    page = CliRunner().invoke(main, ["join", "--help", "--lang", language]).output
    assert "NINETYEIGHT_LINK" in page
