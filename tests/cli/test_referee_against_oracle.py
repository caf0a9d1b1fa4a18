"""The referee against a second, independent implementation, on random games of every kind.

A thousand here; `python -m tests.oracle.soak --games 20000` plays as many as you like.
"""

from __future__ import annotations

import json
import random

import pytest

from tests.oracle.compare import differences, shortened
from tests.oracle.random_games import random_request

CHUNKS, GAMES = 40, 25


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_referee_and_oracle_agree(chunk: int) -> None:
    rng = random.Random(f"make test/{chunk}")
    for _ in range(GAMES):
        request = random_request(rng)
        if differences(request):
            least = shortened(request)
            pytest.fail("\n".join([json.dumps(least), *differences(least)]))
