"""The game tree has exactly as many nodes as the oracle counted, per edition and option."""

import pytest

from ninetyeight.rules import EDITIONS, LAW_OPTIONS
from tests.oracle import judge
from tests.rules.perft import (
    Counts,
    Tree,
    deepest,
    engine_counts,
    oracle_counts,
    oracle_request,
    read_table,
)

TREES = read_table()
every_tree = pytest.mark.parametrize(
    "tree", TREES, ids=[f"{tree.code[:-17]}-after-{len(tree.moves)}" for tree in TREES]
)


def stored(tree: Tree, depth: int) -> Counts:
    return Counts(tree.nodes[:depth], tree.lost[:depth], tree.won[:depth])


@every_tree
def test_the_engine_counts_what_is_stored(tree: Tree) -> None:
    depth = deepest(tree.nodes, 3_000)
    assert engine_counts(tree, depth) == stored(tree, depth)


@every_tree
def test_the_oracle_counts_what_is_stored_near_the_root(tree: Tree) -> None:
    depth = deepest(tree.nodes, 250)
    assert oracle_counts(tree, depth) == stored(tree, depth)
    assert len(judge.answer(oracle_request(tree))["legal"]) == tree.nodes[0]


@pytest.mark.soak
@every_tree
def test_the_engine_counts_what_is_stored_at_every_depth(tree: Tree) -> None:
    assert engine_counts(tree, len(tree.nodes)) == stored(tree, len(tree.nodes))


def test_the_table_covers_every_edition_option_and_end() -> None:
    editions = {tree.code.split("-")[0] for tree in TREES}
    options = {word for tree in TREES for word in tree.code.split("-")[1:-2]}
    assert (editions, options) == (set(EDITIONS), set(LAW_OPTIONS))
    assert any(tree.take_backs for tree in TREES)
    assert sum(sum(tree.lost) for tree in TREES) > 1000
    assert sum(sum(tree.won) for tree in TREES) > 100
