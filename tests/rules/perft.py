"""Node counts of the game tree, as chess engines count them ("perft").

A node at depth n is a sequence of n accepted moves; a game that is over has no moves. The table
perft.toml holds the counts from fixed deals, most after some moves so that rows are full and games
come to an end. The counts are the oracle's: `python -m tests.rules.perft`, from the repository's
root, works all of them out with tests/oracle, which shares nothing with the product, and prints
the table anew. That takes several minutes.
"""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ninetyeight.rules import Deal, Game, parse_move
from tests.oracle import judge
from tests.rules import deal_one

TABLE = Path(__file__).with_name("perft.toml")
Position = TypeVar("Position")


class Tree(NamedTuple):
    """A tree to count: its root, and what was counted by depth, depth 1 first."""

    code: str
    starter: int
    take_backs: bool
    moves: list[str]
    nodes: list[int]
    lost: list[int]
    won: list[int]


def read_table() -> list[Tree]:
    return [Tree(**entry) for entry in tomllib.loads(TABLE.read_text("utf-8"))["tree"]]


class Counts(NamedTuple):
    nodes: list[int]
    lost: list[int]
    won: list[int]


def count(
    root: Position,
    depth: int,
    children: Callable[[Position], Iterable[Position]],
    status: Callable[[Position], str],
    most: float = inf,
) -> Counts:
    """The nodes of each depth, and how many of them are lost and won games.

    Ends early where the next depth would probably have more than ``most`` nodes.
    """
    counts = Counts([], [], [])
    level = [root]
    for _ in range(depth):
        before = len(level)
        level = [child for position in level for child in children(position)]
        if not level:
            break
        ends = [status(position) for position in level]
        counts.nodes.append(len(level))
        counts.lost.append(ends.count("lost"))
        counts.won.append(ends.count("won"))
        if len(level) ** 2 > before * most:
            break
    return counts


def engine_counts(tree: Tree, depth: int) -> Counts:
    deal = Deal.from_code(tree.code, take_backs=tree.take_backs)
    root = deal.game().start(tree.starter)
    for move in tree.moves:
        root = root.apply(parse_move(move))

    def status(game: Game) -> str:
        return "playing" if game.outcome is None else "won" if game.outcome.won else "lost"

    return count(root, depth, lambda game: map(game.apply, list(game.legal)), status)


def oracle_request(tree: Tree) -> dict[str, Any]:
    dealt = deal_one.deal(tree.code)
    return {
        "edition": dealt.edition,
        "options": dict.fromkeys(dealt.options, True) | {"take_backs": tree.take_backs},
        "players": dealt.players,
        "starter": tree.starter,
        "deck": dealt.deck,
        "commands": dealt.commands,
        "moves": tree.moves,
    }


def oracle_counts(tree: Tree, depth: int, most: float = inf) -> Counts:
    root = judge.deal(oracle_request(tree))
    for move in tree.moves:
        root = judge.play(root, move)
    return count(
        root,
        depth,
        lambda game: [after for _, after in judge.accepted(game)],
        lambda game: game.status,
        most,
    )


def deepest(nodes: list[int], most: int) -> int:
    """The depth up to which no more than so many nodes lie; at least 1."""
    return max(1, sum(n <= most for n in nodes))


def roots() -> Iterable[Tree]:
    """Every golden game eight moves before its end, and those without options from the start."""
    from tests.golden.test_golden import noted_moves
    from tests.golden.write import GAMES

    for game in GAMES:
        moves = list(noted_moves(game.file.read_text("utf-8").splitlines()))
        tree = Tree(game.code, game.starter, game.option == "take_backs", [], [], [], [])
        if game.option is None:
            yield tree
        yield tree._replace(moves=moves[:-8])


def written(tree: Tree) -> str:
    """A tree as it stands in the table."""
    moves = textwrap.fill(
        json.dumps(tree.moves), width=96, initial_indent="moves = ", subsequent_indent="    "
    )
    lines = [
        "[[tree]]",
        f'code = "{tree.code}"',
        f"starter = {tree.starter}",
        f"take_backs = {str(tree.take_backs).lower()}",
        moves,
        f"nodes = {tree.nodes}",
        f"lost = {tree.lost}",
        f"won = {tree.won}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print("# Counted by the oracle: python -m tests.rules.perft > tests/rules/perft.toml\n")
    for root in roots():
        counts = oracle_counts(root, depth=12, most=20_000)
        print(written(root._replace(**counts._asdict())), flush=True)
