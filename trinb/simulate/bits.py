"""What processors do in one step, and Python has no word for that numba compiles.

>>> from numba import njit
>>> import numpy as np
>>> @njit
... def count(mask):
...     return ones(mask), lowest(mask), highest(mask)
>>> count(np.uint64(0b10110))
(3, 1, 4)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_WORD = ir.IntType(64)
_intrinsic: Any = intrinsic  # which has types only in newer versions of numba


def _of_mask(build: Callable[[Any, Any], Any]) -> Any:
    """An intrinsic that takes a 64-bit mask and gives a signed number, which mixes with others."""

    @_intrinsic
    def function(typingctx: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return types.int64(types.uint64), generate

    return function


ones = _of_mask(lambda builder, mask: builder.ctpop(mask))
"""How many bits are set."""

lowest = _of_mask(lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 0)))
"""The number of the lowest bit that is set; 64 if none is."""

highest = _of_mask(
    lambda builder, mask: builder.sub(_WORD(63), builder.ctlz(mask, ir.Constant(ir.IntType(1), 0)))
)
"""The number of the highest bit that is set; -1 if none is."""


def _at_four(build: Callable[[Any, Any, Any], None]) -> Any:
    """An intrinsic on four 16-bit numbers that follow one another, taken as one word.

    The first of them is the lowest part of the word, as on every processor that numba compiles for.
    """

    @_intrinsic
    def function(typingctx: Any, numbers: Any, index: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), _WORD.as_pointer())
            build(builder, place, arguments[2])
            return context.get_dummy_value()

        return types.void(numbers, types.int64, types.int64), generate

    return function


add_four = _at_four(
    lambda builder, place, word: builder.store(
        builder.add(builder.load(place, align=2), word), place, align=2
    )
)
"""Add each part of a word to one of four numbers, all at once; none of the sums may leave 0 … 65535."""

put_four = _at_four(lambda builder, place, word: builder.store(word, place, align=2))
"""Set four numbers to the parts of a word."""


@_intrinsic
def four_at(typingctx: Any, numbers: Any, index: Any) -> Any:
    """Four numbers that follow one another as one word, for `put_four`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), _WORD.as_pointer())
        return builder.load(place, align=2)

    return types.uint64(numbers, types.int64), generate
