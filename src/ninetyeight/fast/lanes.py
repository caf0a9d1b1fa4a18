"""Eight words at once: how positions are weighed, as one instruction after another on vectors.

An entry is eight words of 64 bits, the *lanes* (see :mod:`ninetyeight.fast.outlook`): the first six
are sets, the seventh is a number. To weigh four entries is to count, lane by lane, what lies in at
least one, two, three and in all four of them, and to add the counts up, each times its weight.
numba has no words for vectors; LLVM has, on every machine, and makes the best of what is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

#: Words in an entry.
LANES = 8
#: The lanes that are sets of all unseen cards; the next four are sets of cards in hand.
_UNSEEN = 2
_SETS = 6
#: The lane of the own cards that the trick can be played with, and the lane that is a number.
_TRICKS = 5
_NUMBER = 6

_WORD = ir.IntType(64)
_AT = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, LANES)
_BYTES = 64


def rows_of_lanes(rows: int, kind: type[np.generic]) -> NDArray[Any]:
    """Zeros, eight in a row, each row on a cache line of its own."""
    room = np.zeros((rows + 1) * LANES, kind)
    start = (-room.ctypes.data % _BYTES) // room.itemsize
    return room[start : start + rows * LANES].reshape(rows, LANES)


def _lanes(chosen: range) -> Any:
    """All bits of the chosen lanes."""
    bits = [ir.Constant(_WORD, -1 if lane in chosen else 0) for lane in range(LANES)]
    return ir.Constant(_VECTOR, bits)


def _weigh(_t: Any, entries: Any, weights: Any, _a: Any, _b: Any, _c: Any, _d: Any, _e: Any) -> Any:
    def generate(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def vector(array: int, at: Any) -> Any:
            data = context.make_array(signature.args[array])(context, build, args[array]).data
            start = build.bitcast(data, _VECTOR.as_pointer())
            loaded = build.load(build.gep(start, [at]))
            loaded.align = _BYTES
            return loaded

        def intrinsic_of(result: Any, name: str) -> Any:
            kind = ir.FunctionType(result, [_VECTOR])
            insert: Any = cgutils.get_or_insert_function
            return insert(build.module, kind, f"llvm.{name}.v8i64")

        nothing = ir.Constant(_VECTOR, ir.Undefined)
        first = build.insert_element(nothing, args[6], _AT(0))
        spread = ir.Constant(ir.VectorType(_AT, LANES), [_AT(0)] * LANES)
        counted = build.shuffle_vector(first, nothing, spread)
        counted = build.or_(counted, _lanes(range(_UNSEEN)))
        counted = build.and_(counted, _lanes(range(_SETS)))

        def count(cards: Any) -> Any:
            return build.call(intrinsic_of(_VECTOR, "ctpop"), [build.and_(cards, counted)])

        one, two, three, four = (vector(0, args[place]) for place in range(2, 6))
        either, both = build.or_(one, two), build.and_(one, two)
        other, others = build.or_(three, four), build.and_(three, four)
        # In at least one of the four entries, in at least two, in at least three, in all.
        counts = (
            count(build.or_(either, other)),
            count(build.or_(build.or_(both, others), build.and_(either, other))),
            count(build.or_(build.and_(both, other), build.and_(either, others))),
            count(build.and_(both, others)),
        )
        total = build.and_(
            build.add(build.add(one, two), build.add(three, four)),
            _lanes(range(_NUMBER, LANES - 1)),
        )
        for at, found in enumerate(counts):
            total = build.add(total, build.mul(found, vector(1, _WORD(at))))
        weight = build.call(intrinsic_of(_WORD, "vector.reduce.add"), [total])
        tricks = build.extract_element(counts[0], _AT(_TRICKS))
        return context.make_tuple(build, signature.return_type, [weight, tricks])

    place = types.int64
    pair: Any = types.UniTuple
    return pair(place, 2)(entries, weights, place, place, place, place, place), generate


#: ``weigh(entries, weights, a, b, c, d, held)``: the weight of four entries, own cards being those
#: of ``held`` only, and how many of these can be laid by the trick.
weigh: Callable[..., tuple[int, int]] = intrinsic(_weigh)
