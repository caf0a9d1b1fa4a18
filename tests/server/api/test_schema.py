"""The JSON Schema is that of the messages which are really sent, in both directions."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import httpx2
import jsonschema_rs
import msgspec
import pytest
from msgspec import Struct

from ninetyeight.server.schema import answers, document, messages
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from tests.server.api.playing import Guest, command, open_table, play_to_the_end

BASES = {"Incoming", "Outgoing", "Asked"}


def checker(name: str) -> jsonschema_rs.Validator:
    whole = document()
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


def test_the_schema_can_be_printed_and_is_the_served_one(client: httpx2.Client) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "ninetyeight.server.schema"],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads(printed.stdout) == document() == client.get("/api/protocol.json").json()


def test_every_message_and_all_it_is_made_of_is_in_the_schema() -> None:
    structs = {
        name
        for name, kind in vars(wire).items()
        if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == wire.__name__
    }
    assert structs - BASES <= set(document()["$defs"])


def test_the_bases_of_messages_are_no_messages() -> None:
    assert not BASES & set(document()["$defs"])


def test_every_definition_is_a_schema_by_itself() -> None:
    for name in document()["$defs"]:
        checker(name)


@pytest.mark.parametrize("plan", [{"players": 2}, {"edition": "gold", "players": 2}])
def test_everything_heard_in_a_whole_game_fits_the_schema(
    client: httpx2.Client, plan: dict[str, Any]
) -> None:
    host = open_table(client, plan=plan, bots=["greedy"], start=True)
    answer = checker("Answer")
    heard = play_to_the_end(client, host)
    for message in heard:
        answer.validate(message)
    assert {"welcome", "state", "done"} <= {message["type"] for message in heard}


def test_refusals_and_presence_fit_the_schema(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 2})
    asked: list[dict[str, Any]] = [
        {"type": "move", "move": "42@U1", "after": 0},
        {"type": "ready", "ready": True},
        {"type": "nonsense"},
    ]
    heard = command(client, host, *asked)
    for message in heard:
        checker("Answer").validate(message)
    assert [m["why"]["code"] for m in heard if m["type"] == "refusal"] == [
        "server.not_dealt",
        "server.wrong_message",
    ]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "protocol": 2},
        {"type": "hello", "protocol": 2, "secret": "x" * 22, "last": 7, "previews": False},
        {"type": "move", "id": "a", "move": "end", "after": 3},
        {"type": "change", "id": "a", "plan": {}},
        {"type": "change", "id": "a", "plan": {"options": {"fire": True}}},
        {"type": "stand_in", "id": "a", "seat": 0, "bot": None},
        {"type": "hello"},
        {"type": "hello", "protocol": 2, "secret": "short"},
        {"type": "move", "id": "", "move": "end", "after": 3},
        {"type": "move", "id": "two words", "move": "end", "after": 3},
        {"type": "move", "id": "a", "move": "end"},
        {"type": "move", "id": "a", "move": "end", "after": 3, "seat": 1},
        {"type": "offer", "id": "a", "wish": "may"},
        {"type": "start", "id": "a", "seat": 10},
        {"type": "pick", "id": "a", "places": [201]},
        {"type": "teleport", "id": "a"},
        {"id": "a"},
    ],
)
def test_the_schema_and_the_decoder_agree_on_what_a_client_may_send(
    message: dict[str, Any],
) -> None:
    decoder = msgspec.json.Decoder(wire.Message)
    try:
        decoder.decode(json.dumps(message))
        taken = True
    except msgspec.ValidationError:
        taken = False
    assert checker("Message").is_valid(message) == taken


def test_a_client_may_leave_out_what_the_server_always_sends() -> None:
    defs = document()["$defs"]
    assert not defs["PlanAsked"].get("required")
    assert set(defs["Plan"]["required"]) == set(Plan.__struct_fields__)
    assert set(defs["Why"]["required"]) == {"code", "params", "rule"}


def test_an_event_leaves_out_what_it_has_nothing_to_tell_about() -> None:
    assert set(document()["$defs"]["Happened"]["required"]) == {"number", "at", "kind"}


def test_messages_and_answers_are_told_apart_by_their_type() -> None:
    defs = document()["$defs"]
    for kinds in (messages(), answers()):
        types = [defs[kind.__name__]["properties"]["type"]["enum"][0] for kind in kinds]
        assert len(set(types)) == len(types)


def test_step_of_a_replay_fits_the_schema(client: httpx2.Client, finished: Guest) -> None:
    step = checker("StepSeen")
    numbers = client.get(f"/api/tables/{finished.table}/steps/1").json()["steps"]
    for number in numbers[::10]:
        for eyes in ("", "?eyes=0", "?eyes=1"):
            step.validate(client.get(f"/api/tables/{finished.table}/steps/{number}{eyes}").json())
