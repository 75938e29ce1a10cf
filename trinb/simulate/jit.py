"""What compiled code is made of: its parts, and a **desk**, many arrays behind one address.

The numbers of a desk are read and written as ``desk.name[index]``.

Numba counts the references to each array that a function takes, which costs more than a short function does.
Numbers behind an address are not counted; whoever calls keeps the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model
from numba.np.numpy_support import from_dtype

_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
part: Any = njit(forceinline=True, **_OPTIONS)
"""A part of a kernel: it is merged into what calls it, so calling it costs nothing."""

apart: Any = njit(**_OPTIONS)
"""A function of a kernel that stays one, as it is called seldom."""

_intrinsic: Any = intrinsic  # which has types only in newer versions of numba, as what follows
_attributes: Any = AttributeTemplate


def desk_of(name: str, fields: Mapping[str, type[np.generic]]) -> Any:
    """A function for compiled code that gives the desk at an address: there, the addresses of its fields.

    Args:
        name: of the type.
        fields: the names of the arrays, in order, and the types of their numbers.
    """

    class DeskType(types.Type):
        def __init__(self) -> None:
            super().__init__(name)

    desk = DeskType()
    pointers = {field: types.CPointer(from_dtype(np.dtype(kind))) for field, kind in fields.items()}
    places = {field: place for place, field in enumerate(fields)}

    @register_model(DeskType)
    class _Model(models.PrimitiveModel):
        def __init__(self, manager: Any, of: Any) -> None:
            super().__init__(manager, of, ir.IntType(64).as_pointer())

    @infer_getattr
    class _Fields(_attributes):
        key = DeskType

        def generic_resolve(self, of: Any, field: str) -> Any:
            return pointers.get(field)

    @lower_getattr_generic(DeskType)
    def _field(context: Any, builder: Any, of: Any, value: Any, field: str) -> Any:
        """Where the numbers of a field begin; it never changes, so the compiler may remember it."""
        address = builder.load(builder.gep(value, [ir.Constant(ir.IntType(64), places[field])]))
        address.set_metadata("invariant.load", builder.module.add_metadata([]))
        return builder.inttoptr(address, context.get_value_type(pointers[field]))

    @_intrinsic
    def at(typingctx: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(desk))

        return desk(types.int64), generate

    return at


def compiled(function: Callable[..., Any]) -> Any:
    """A function that numba compiles when it is first called, and keeps on the disk if there is a place."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # neither the folder of trinb nor that of the user can be written
        return njit(**options)(function)


def stamp_of(*files: Path) -> int:
    """A number that changes with the code in some files, never 0.

    Numba looks only at the file of the function that it compiles, so that has to name such a number for all
    others that are merged into it.
    """
    return crc32(b"".join(path.read_bytes() for path in files)) or 1
