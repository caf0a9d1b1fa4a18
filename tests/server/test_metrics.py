"""What is counted, by which labels, and who may read it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from ninetyeight import __version__
from ninetyeight.server.guard import protect
from ninetyeight.server.http_errors import HANDLERS
from ninetyeight.server.limits import Limits
from ninetyeight.server.metrics import Metrics, health_endpoint, metrics_endpoint
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import StoreError

PAGE = Path(__file__).parents[2] / "docs" / "server.md"


class Health:
    """A database that answers or not, and a server that stops or not."""

    fails = False
    full = False
    stops = False

    async def ping(self) -> None:
        if self.fails:
            raise OSError("no route to db.internal with password hush")

    async def check_writing(self) -> None:
        if self.full:
            raise StoreError("full", database="/hush/games.db")


def app_with(counting: Metrics, health: Health | None = None, **settings: Any) -> Starlette:
    async def table(_: Request) -> Response:
        return PlainTextResponse("seen")

    chosen = Settings(database="x", **settings)
    state = health or Health()
    app = Starlette(
        routes=[
            Route("/metrics", metrics_endpoint(counting, chosen)),
            Route(
                "/healthz", health_endpoint(state.ping, state.check_writing, lambda: state.stops)
            ),
            Route("/api/tables/{table}", table),
        ],
        exception_handlers=HANDLERS,
    )
    protect(app, chosen, Limits(chosen), counting)
    return app


def client(app: Starlette, address: str = "127.0.0.1") -> TestClient:
    return TestClient(app, base_url="http://127.0.0.1:8098", client=(address, 40000))


def samples(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(metrics.page().decode())
        for sample in family.samples
    }


def test_requests_are_counted_by_route_never_by_path() -> None:
    metrics = Metrics()
    with client(app_with(metrics)) as browser:
        for table in ("k7q2m9xa4twb", "000000000000"):
            browser.get(
                f"/api/tables/{table}?secret=hush", headers={"authorization": "Bearer hush"}
            )
        browser.get("/api/k7q2m9xa4twb/nothing")
        browser.request("K7Q2M9XA4TWB", "/api/tables/x")
    page = metrics.page().decode()
    assert "k7q2m9xa4twb" not in page.lower()
    assert "hush" not in page
    counted = samples(metrics)
    template = ("route", "/api/tables/{table}")
    key = (("method", "GET"), template, ("status", "200"))
    assert counted["ninetyeight_http_requests_total", key] == 2
    lost = (("method", "GET"), ("route", "other"), ("status", "404"))
    assert counted["ninetyeight_http_requests_total", lost] == 1
    odd = (("method", "other"), template, ("status", "405"))
    assert counted["ninetyeight_http_requests_total", odd] == 1
    assert counted["ninetyeight_http_seconds_count", (template,)] == 3


def test_labels_take_only_values_that_are_known_beforehand() -> None:
    metrics = Metrics(("move", "say"))
    for kind in ("move", "move", "say", "k7q2m9xa4twb", ""):
        metrics.message(kind)
    for code in ("refusal.too_low", "server.wrong_secret", "server.hush", "rules.B1.title", "x"):
        metrics.refused(code)
    metrics.limited("seat")
    metrics.limited("hush")
    counted = samples(metrics)
    assert counted["ninetyeight_messages_total", (("type", "move"),)] == 2
    assert counted["ninetyeight_messages_total", (("type", "other"),)] == 2
    assert counted["ninetyeight_refusals_total", (("code", "refusal.too_low"),)] == 1
    assert counted["ninetyeight_refusals_total", (("code", "other"),)] == 3
    assert counted["ninetyeight_rate_limited_total", (("limit", "seat"),)] == 1
    assert counted["ninetyeight_rate_limited_total", (("limit", "other"),)] == 1
    assert "hush" not in metrics.page().decode()


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.events.inc(3)
    assert samples(one)["ninetyeight_events_total", ()] == 3
    assert samples(other)["ninetyeight_events_total", ()] == 0


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_programs_on_this_computer_may_read(address: str) -> None:
    answer = client(app_with(Metrics()), address).get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert "ninetyeight_tables 0.0" in answer.text
    assert "process_resident_memory_bytes" in answer.text


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("192.0.2.9", {}),
        ("testclient", {}),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.5"}),
        ("127.0.0.1", {"forwarded": "for=203.0.113.5"}),
        ("127.0.0.1", {"cf-connecting-ip": "203.0.113.5"}),
        ("127.0.0.1", {"X-Forwarded-Host": "cards.example"}),
        ("127.0.0.1", {"True-Client-IP": "203.0.113.5"}),
        ("127.0.0.1", {"via": "1.1 proxy"}),
        ("127.0.0.1", {"host": "192.0.2.7:8098"}),
        ("::ffff:192.0.2.9", {}),
    ],
)
def test_others_may_not_even_through_a_proxy_that_runs_here(
    address: str, headers: dict[str, str]
) -> None:
    app = app_with(Metrics(), host="0.0.0.0")
    answer = client(app, address).get("/metrics", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "server.metrics_closed"


@pytest.mark.parametrize("behind", [{"public_url": "https://cards.example"}, {"proxy": ("::1",)}])
def test_behind_a_proxy_that_says_nothing_only_the_token_counts(behind: dict[str, Any]) -> None:
    assert client(app_with(Metrics(), **behind)).get("/metrics").status_code == 403
    asking = client(app_with(Metrics(), metrics_token="hush", **behind))
    right = {"authorization": "Bearer hush"}
    assert asking.get("/metrics", headers=right).status_code == 200


def test_with_a_token_only_the_token_counts() -> None:
    app = app_with(Metrics(), metrics_token="hush")
    for address in ("127.0.0.1", "192.0.2.9"):
        asking = client(app, address)
        assert asking.get("/metrics").status_code == 403
        wrong = {"authorization": "Bearer hushh"}
        assert asking.get("/metrics", headers=wrong).status_code == 403
        right = {"authorization": "Bearer hush"}
        assert asking.get("/metrics", headers=right).status_code == 200


def test_metrics_can_be_turned_off() -> None:
    assert client(app_with(Metrics(), metrics=False)).get("/metrics").status_code == 404


def test_health_tells_whether_it_pays_to_send_people_here() -> None:
    health = Health()
    probe = client(app_with(Metrics(), health))
    well = probe.get("/healthz")
    assert (well.status_code, well.json()) == (200, {"status": "ok", "version": __version__})
    health.fails = True
    ill = probe.get("/healthz")
    assert (ill.status_code, ill.json()["status"]) == (503, "no_database")
    assert "hush" not in ill.text
    health.fails, health.full = False, True
    full = probe.get("/healthz")
    told = {"status": "cannot_write", "reason": "full", "version": __version__}
    assert (full.status_code, full.json()) == (503, told)
    health.full, health.stops = False, True
    leaving = probe.get("/healthz")
    assert (leaving.status_code, leaving.json()["status"]) == (503, "stopping")


def test_every_metric_is_documented_and_no_other() -> None:
    names = {
        family.name
        for family in text_string_to_metric_families(Metrics().page().decode())
        if family.name.startswith("ninetyeight_")
    }
    # Families without a sample yet have no labels to show; they are declared all the same.
    names |= set(re.findall(r"# TYPE (ninetyeight_\w+?)(?:_total)? ", Metrics().page().decode()))
    told = set(re.findall(r"`(ninetyeight_[a-z_]+?)(?:_total)?`", PAGE.read_text("utf-8")))
    assert told == names
