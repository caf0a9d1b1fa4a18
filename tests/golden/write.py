"""The golden games: one deal for every edition with every option.

`python -m tests.golden.write`, from the repository's root, writes the transcripts anew. Read the
difference before you commit it: each line that changed is a rule that changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.golden.transcript import transcript

FOLDER = Path(__file__).parent


class GoldenGame(NamedTuple):
    """What is played: the option is None for the edition as it comes; seats count from 0."""

    edition: str
    option: str | None
    code: str
    starter: int

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.edition}-{self.option or 'plain'}.txt"

    def transcript(self) -> str:
        return transcript(self.code, self.starter, self.option)


#: Chosen among sixty deals each for games in which something happens: tricks, all the commands,
#: fires that cannot be covered, games that are won.
GAMES = [
    GoldenGame(edition, option, code, starter)
    for edition, option, code, starter in [
        ("original", None, "original-1p-CQ0FK4DGQQ9MBZ6C", 0),
        ("original", "expert", "original-expert-2p-8EE6DWFET0XFNT9Y", 0),
        ("original", "short_hand", "original-short_hand-3p-WG7EE99YXK0QQ8SK", 1),
        ("original", "fire", "original-fire-4p-VSKAPS7ZH9PAHNYH", 3),
        ("original", "commands", "original-commands-5p-3EQP7V5AH1HRB7EQ", 0),
        ("original", "take_backs", "original-1p-R4VWAWWG49P7GYEN", 0),
        ("original", "open_rows", "original-2p-GKV7ZTAHT80C7X2E", 0),
        ("gamefactory", None, "gamefactory-3p-T5VNXS21BS7GKJ6G", 1),
        ("gamefactory", "expert", "gamefactory-expert-4p-Q21AG3S3G96HEEJQ", 3),
        ("gamefactory", "short_hand", "gamefactory-short_hand-5p-JCHF6RP15ZHXG5WK", 0),
        ("gamefactory", "fire", "gamefactory-fire-1p-7XE9YSKPD51X1ANH", 0),
        ("gamefactory", "commands", "gamefactory-commands-2p-CBPANB7H9K57BTX5", 1),
        ("gamefactory", "take_backs", "gamefactory-3p-D1QQWNNWTNJ9TRWQ", 1),
        ("gamefactory", "open_rows", "gamefactory-4p-33R6MH73DNVG5YQ2", 3),
        ("extreme", None, "extreme-5p-EEYHHG2EYFKXA2F1", 3),
        ("extreme", "expert", "extreme-expert-1p-FRZ13671RKC9J9FG", 0),
        ("extreme", "short_hand", "extreme-short_hand-2p-YMHM0GXZP43A6ZHK", 1),
        ("extreme", "fire", "extreme-fire-3p-VQR2DT0KD1S14R3F", 1),
        ("extreme", "commands", "extreme-4p-3BPSPFAGC2E3V1WE", 1),
        ("extreme", "take_backs", "extreme-5p-BHE11NCTX9JGQ8K0", 3),
        ("extreme", "open_rows", "extreme-1p-5GHR82ZWQ1NRD4V4", 0),
        ("gold", None, "gold-4p-NAGG7CGZGX2JZNSW", 3),
        ("gold", "expert", "gold-expert-5p-0FQ2H7674M6RPJAG", 1),
        ("gold", "short_hand", "gold-short_hand-6p-017PJ4PSGMED2RHW", 1),
        ("gold", "fire", "gold-fire-1p-RM4DCP89WV71HS86", 0),
        ("gold", "commands", "gold-commands-2p-4VJ7TM8ZGRHE9GBB", 1),
        ("gold", "take_backs", "gold-3p-F01QTGSRY87PC51T", 0),
        ("gold", "open_rows", "gold-4p-JC7SNDPCK2BS6T98", 1),
    ]
]


if __name__ == "__main__":
    for game in GAMES:
        game.file.write_text(game.transcript(), encoding="utf-8")
