"""The API does what its OpenAPI document says: tried by schemathesis on a real server.

Every check is on. What the schema allows is never refused as unreadable (400), and what it does
not allow is never taken. A game that is over and its host's secret are known to a second run, so
that it sees more than "no such table".
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx2
import jsonschema_rs
import pytest

from ninetyeight.server.api.openapi import error_codes, openapi
from ninetyeight.server.api.operation import Operation
from ninetyeight.server.api.routes import OPERATIONS
from ninetyeight.server.errors import STATUS
from tests.server.api.playing import Guest, open_table, play_to_the_end

CONFIG = """\
[cache]
enabled = false

[checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 403, 404, 409, 422]

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 415]
"""


def try_it(client: httpx2.Client, folder: Path, config: str, *flags: str) -> str:
    """What schemathesis tells of a run, which must have found nothing."""
    (folder / "schemathesis.toml").write_text(config, "utf-8")
    address = str(client.base_url).rstrip("/")
    # From a file: an address where it found the document itself would not be tried.
    (folder / "openapi.json").write_bytes(client.get("/api/openapi.json").content)
    run = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", "schemathesis.toml"),
            *("run", "openapi.json", "--url", address),
            *("--checks", "all", "--seed", "98", "--no-color"),
            *("--generation-database", "none"),
            *flags,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-2_000:]
    return run.stdout


def test_every_operation_keeps_to_its_description(client: httpx2.Client, tmp_path: Path) -> None:
    told = try_it(client, tmp_path, CONFIG, "--max-examples", "25")
    assert f"Tested: {len(OPERATIONS)}" in told


def test_operations_on_a_real_table_keep_to_their_description(
    client: httpx2.Client, tmp_path: Path, finished: Guest
) -> None:
    known = f"""
[parameters]
"path.table" = "{finished.table}"

[auth.openapi.seat]
bearer = "{finished.secret}"
"""
    # Only what fits: a path that does not would be put right by the known table.
    chosen = ("--include-path-regex", r"/api/tables/\{table\}", "--mode", "positive")
    phases = ("--phases", "coverage,fuzzing", "--max-examples", "40")
    told = try_it(client, tmp_path, CONFIG + known, *chosen, *phases)
    assert "Tested: 4" in told


# --- the document ------------------------------------------------------------------------------


def test_the_served_document_is_the_described_one(client: httpx2.Client) -> None:
    assert client.get("/api/openapi.json").json() == openapi()


def test_every_schema_of_the_document_can_be_used() -> None:
    schemas = openapi()["components"]["schemas"]
    for name in schemas:
        whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
        jsonschema_rs.validator_for(whole)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_every_error_that_an_operation_names_is_known(operation: Operation) -> None:
    assert set(error_codes(operation)) <= set(STATUS)


def test_an_answer_has_every_field_that_is_described(client: httpx2.Client) -> None:
    # What the server sends is described whole: a client need not ask whether a field is there.
    schemas = openapi()["components"]["schemas"]
    host = open_table(client, plan={"players": 2}, bots=["greedy"], start=True)
    play_to_the_end(client, host)
    number = client.get(f"/api/tables/{host.table}").json()["number"]
    step = client.get(f"/api/tables/{host.table}/steps/{number}?eyes=1").json()
    assert (
        set(step) == set(schemas["StepSeen"]["required"]) == set(schemas["StepSeen"]["properties"])
    )
    assert set(step["game"]["end"]) == set(schemas["EndSeen"]["required"])
    assert set(step["room"]["plan"]) == set(schemas["Plan"]["required"])
