"""The links of a table, as people copy them."""

from __future__ import annotations

import pytest

from ninetyeight.client import ClientError, Link, read_link
from ninetyeight.client.link import read_base
from ninetyeight.locale import LANGUAGES

SECRET = "s3cr3t-s3cr3t_S3CR3T"


def test_an_invite_link_is_read() -> None:
    link = read_link(" http://127.0.0.1:8098/t/0123456789ab#invite=K7Q2M9XA4TWB3H8C\n")
    assert link == Link("http://127.0.0.1:8098", "0123456789ab", invite="K7Q2M9XA4TWB3H8C")
    assert link.socket_url == "ws://127.0.0.1:8098/ws/0123456789ab"
    assert link.page == "http://127.0.0.1:8098/t/0123456789ab"


def test_a_seat_link_over_tls_is_read() -> None:
    link = read_link(f"https://Cards.Example/t/0123456789AB/#seat={SECRET}")
    assert (link.base, link.table, link.secret) == ("https://cards.example", "0123456789ab", SECRET)
    assert link.socket_url == "wss://cards.example/ws/0123456789ab"


def test_a_link_without_more_is_for_watching() -> None:
    link = read_link("http://[::1]:8098/t/0123456789ab")
    assert (link.base, link.invite, link.secret) == ("http://[::1]:8098", None, None)


def test_no_secret_shows_when_a_link_is_printed() -> None:
    for part in (f"seat={SECRET}", f"invite={SECRET}"):
        link = read_link(f"http://localhost/t/0123456789ab#{part}")
        assert SECRET not in repr(link)
        assert SECRET not in str(link)
        assert SECRET not in link.socket_url + link.page


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "link_empty"),
        ("  \n", "link_empty"),
        ("0123456789ab", "not_an_address"),
        ("ftp://host/t/0123456789ab", "not_an_address"),
        ("http:///t/0123456789ab", "not_an_address"),
        ("http://me:pass@host/t/0123456789ab", "not_an_address"),
        ("http://host:port/t/0123456789ab", "not_an_address"),
        ("http://[::1/t/0123456789ab", "not_an_address"),
        ("http://host/", "link_no_table"),
        ("http://host", "link_no_table"),
        ("http://host/t/short#invite=ABC", "link_no_table"),
        ("http://host/t/0123456789iu#invite=ABC", "link_no_table"),
        ("http://host/t/0123456789ab/replay/4", "link_no_table"),
        ("http://host/t/0123456789ab?seat=1", "link_no_table"),
        ("http://host/t/0123456789ab#invite=", "link_broken"),
        ("http://host/t/0123456789ab#seat=short", "link_broken"),
        (f"http://host/t/0123456789ab#seat={SECRET}&invite=ABC", "link_broken"),
        (f"http://host/t/0123456789ab#{SECRET}", "link_broken"),
    ],
)
def test_what_is_wrong_with_a_link_is_told_without_its_secret(text: str, code: str) -> None:
    with pytest.raises(ClientError) as caught:
        read_link(text)
    assert caught.value.code == code
    for language in LANGUAGES:
        assert SECRET not in caught.value.text(language)


def test_a_complaint_repeats_no_control_characters() -> None:
    with pytest.raises(ClientError) as caught:
        read_link("http://host/\x1b[31mred")
    assert "\x1b" not in str(caught.value)


def test_the_address_of_a_server_is_scheme_host_and_port() -> None:
    assert read_base("https://cards.example/t/xyz#seat=abc") == "https://cards.example"
