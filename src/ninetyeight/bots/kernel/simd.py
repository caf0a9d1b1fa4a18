"""SIMD: positions are weighed with eight numbers at once, by vector instructions in LLVM IR.

An entry is eight sets of 32 bits, the *lanes* (:mod:`ninetyeight.bots.kernel.outlook`), written as
four words of 64. To weigh four entries is to count, lane by lane, what lies in at least one, two,
three and in all four of them, and to add the counts up, each times its weight. numba has no words
for vectors; LLVM has, on every machine, and makes the best of what is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

#: Sets in an entry.
LANES = 8
#: The lanes that are unseen cards; the others are cards in hand.
_UNSEEN = 4
#: The lane of the own cards that the trick can be played with.
_TRICKS = 7
#: A sum of weights stays within 32 bits when none is larger than this.
HEAVIEST = 1 << 22

_WORD = ir.IntType(64)
_LANE = ir.IntType(32)
_VECTOR = ir.VectorType(_LANE, LANES)
_BYTES = 32


def rows_of_lanes(rows: int, kind: type[np.generic]) -> NDArray[Any]:
    """Zeros, as many bytes in a row as an entry has, no row on two cache lines."""
    width = _BYTES // np.dtype(kind).itemsize
    room = np.zeros((rows + 1) * width, kind)
    start = (-room.ctypes.data % _BYTES) // room.itemsize
    return room[start : start + rows * width].reshape(rows, width)


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
            return insert(build.module, kind, f"llvm.{name}.v8i32")

        nothing = ir.Constant(_VECTOR, ir.Undefined)
        held = build.trunc(args[6], _LANE)
        first = build.insert_element(nothing, held, _LANE(0))
        spread = ir.Constant(ir.VectorType(_LANE, LANES), [_LANE(0)] * LANES)
        unseen = [_LANE(-1 if lane < _UNSEEN else 0) for lane in range(LANES)]
        counted = build.or_(
            build.shuffle_vector(first, nothing, spread), ir.Constant(_VECTOR, unseen)
        )

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
        total = build.mul(counts[0], vector(1, _WORD(0)))
        for at in range(1, len(counts)):
            total = build.add(total, build.mul(counts[at], vector(1, _WORD(at))))
        weight = build.call(intrinsic_of(_LANE, "vector.reduce.add"), [total])
        tricks = build.extract_element(counts[0], _LANE(_TRICKS))
        both_wide = [build.sext(weight, _WORD), build.zext(tricks, _WORD)]
        return context.make_tuple(build, signature.return_type, both_wide)

    place = types.int64
    pair: Any = types.UniTuple
    return pair(place, 2)(entries, weights, place, place, place, place, place), generate


#: ``weigh(entries, weights, a, b, c, d, held)``: the weight of four entries, own cards being those
#: of ``held`` only, and how many of these can be laid by the trick.
weigh: Callable[..., tuple[int, int]] = intrinsic(_weigh)
