"""What processors do with the bits of a number in one step, and Python has no word for that numba compiles.

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
from numba import njit, types
from numba.extending import intrinsic


def _of_mask(build: Callable[[Any, Any], Any]) -> Any:
    """An intrinsic that takes a 64-bit mask and gives a signed number, so that it mixes with other numbers."""

    @intrinsic  # type: ignore[untyped-decorator]
    def function(typingctx: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return types.int64(types.uint64), generate

    return function


ones = _of_mask(lambda builder, mask: builder.ctpop(mask))
"""How many bits are set."""

lowest = _of_mask(lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 0)))
"""The number of the lowest bit that is set; 64 if none is."""

_leading = _of_mask(lambda builder, mask: builder.ctlz(mask, ir.Constant(ir.IntType(1), 0)))


@njit(inline="always")  # type: ignore[untyped-decorator]
def highest(mask: Any) -> Any:
    """The number of the highest bit that is set; -1 if none is."""
    return 63 - _leading(mask)
