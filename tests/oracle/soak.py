"""Many random games, judged by the referee and by the oracle, until they differ.

`python -m tests.oracle.soak --games 20000 --seed 1 --jobs 2`, from the repository's root.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from typing import Any

from .compare import differences, shortened
from .random_games import random_request

CHUNK = 50

Fault = tuple[dict[str, Any], list[str]]


def judge_chunk(seed: str) -> list[Fault]:
    """The requests of one chunk on which the two differ, each with how."""
    rng = random.Random(seed)
    faults = []
    for _ in range(CHUNK):
        request = random_request(rng)
        if differences(request):
            least = shortened(request)
            faults.append((least, differences(least)))
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="how many games (20000)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds give other games (1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at work (1)")
    wanted = parser.parse_args()
    seeds = [f"{wanted.seed}/{chunk}" for chunk in range(-(-wanted.games // CHUNK))]
    began, done, faults = time.monotonic(), 0, list[Fault]()
    with multiprocessing.get_context("spawn").Pool(wanted.jobs) as pool:
        for found in pool.imap_unordered(judge_chunk, seeds):
            done += CHUNK
            faults += found
            spent = time.monotonic() - began
            print(f"\r{done} games, {len(faults)} differ, {spent:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    if not faults:
        print(f"{done} games with seed {wanted.seed}: referee and oracle agree on all of them.")
        return 0
    request, how = min(faults, key=lambda fault: len(fault[0]["moves"]))
    print(f"{len(faults)} of {done} games differ. The shortest request, then how they differ:")
    print(json.dumps(request))
    print("\n".join(how))
    return 1


if __name__ == "__main__":
    sys.exit(main())
