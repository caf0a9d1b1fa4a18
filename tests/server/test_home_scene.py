"""What the home page draws before anybody plays is a real turn: what a server would have said.

``python -m tests.server.test_home_scene`` writes it anew.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from tests.server.promises.rooms import rooms_in

SCENE = Path(__file__).parents[2] / "web" / "src" / "home" / "scene.json"

DEAL = "original-1p-SVFWQXA42YP4JTRN"
BEFORE = """
96@D1 89@D1 end 84@D1 10@U1 end 12@U1 23@U1 end 25@U1 77@D1 end 34@U1 37@U1 end 4@U2 8@U2 end
39@U1 46@U1 end 36@U1 74@D1 end 93@D2 65@D1 end 58@D1 55@D1 end
"""
#: The turn that is shown: a backwards trick, then a small step.
TURN = ("26@U1", "54@D1", "end")


#: What is drawn of it.
PARTS = ("low", "high", "rows", "hand", "hand_sizes", "end")


async def shown(folder: Path) -> list[dict[str, Any]]:
    """The turn from its beginning to its end, as its player sees it, as far as it is drawn."""
    frames = []
    async with rooms_in(folder) as rooms:
        room = await rooms.dealt("scene", Plan("original", 1), DEAL, hashes=["0" * 64])
        moves = BEFORE.split()
        for at, move in enumerate([*moves, *TURN, None]):
            if at >= len(moves):
                seen = msgspec.to_builtins(room.sight.game(0, previews=True))
                frames.append({part: seen[part] for part in PARTS})
            if move is not None:
                await room.command(0, wire.DoMove(f"m{at}", move, room.number))
    return frames


def test_the_scene_at_home_is_a_turn_of_a_real_game(tmp_path: Path) -> None:
    told = asyncio.run(shown(tmp_path))
    assert json.loads(SCENE.read_text(encoding="utf-8")) == told


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(shown(Path(folder)))
    SCENE.write_text(json.dumps(told, separators=(",", ":")) + "\n", encoding="utf-8")
