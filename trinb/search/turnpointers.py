"""A desk for compiled code: many arrays behind one address, read and written as ``desk.name[index]``.

Numba counts the references to each array that a function takes, which costs more than a short function does.
Numbers behind an address are not counted; whoever calls keeps the arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model
from numba.np.numpy_support import from_dtype

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
