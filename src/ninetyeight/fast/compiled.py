"""The one place that knows numba: its decorators, with types.

Every function of the kernel is compiled without the global lock, so that threads run side by side,
and kept on disk, so that only the first use has to wait. What is kept is tied to the sources of
this room and of the function's own: a function compiled into another one of a different file is
compiled anew when either changes, which numba by itself would not notice.

Functions that call each other in a circle must not be kept on disk (loading them crashes), so the
kernel has only functions that call themselves.
"""

from __future__ import annotations

import hashlib
import logging
import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    InTreeCacheLocator,
    UserProvidedCacheLocator,
    UserWideCacheLocator,
)
from numba.extending import intrinsic

from ninetyeight.fast.keeping import elsewhere

_F = TypeVar("_F", bound=Callable[..., Any])

#: A machine word of 64 bits without sign. Python has no type for it; the kernel does.
Word: TypeAlias = Any

#: Counting the zeros of an empty word is allowed and gives 64.
_FALSE = ir.Constant(ir.IntType(1), 0)


@cache
def _sources(room: Path) -> str:
    """A mark that changes with any source file of the kernel or of another room that uses it."""
    digest = hashlib.sha256()
    for folder in sorted({Path(__file__).parent, room}):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


class _Elsewhere(UserWideCacheLocator):
    """Where sources that lie in a folder closed to writing keep their code."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)  # type: ignore[no-untyped-call]
        folder = elsewhere() or Path()  # with none it is not asked for
        below: str = self.get_suitable_cache_subpath(file)  # type: ignore[no-untyped-call]
        self._cache_path = str(folder / below)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Any:
        """A place for the code of this function, or None."""
        if elsewhere() is None:
            return None
        return super().from_function(function, file)  # type: ignore[no-untyped-call]


class _Place(CompileResultCacheImpl):
    _locator_classes = [UserProvidedCacheLocator, InTreeCacheLocator, _Elsewhere]  # noqa: RUF012


class _RoomCache(FunctionCache):
    """What numba keeps on disk for one function, valid for these sources of its room only."""

    _impl_class = _Place

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._room = Path(function.__code__.co_filename).parent

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        mark = _sources(self._room)
        return (*super()._index_key(sig, codegen), mark)  # type: ignore[no-untyped-call]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept for these types, or None.

        A file that cannot be read is emptied: an earlier version may have left it, whose classes
        are gone, or it may be damaged. Numba would fail on it at every use.
        """
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # a pickle can fail in any way
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; where the disk is full, do without."""
        if isinstance(self._impl.locator, _Elsewhere):
            _tell(f"is compiled, once, into {elsewhere()}: its own folder is closed to writing")
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


@cache
def _tell(what: str) -> None:
    """Say it once, and only in the process that people started."""
    if multiprocessing.parent_process() is None:
        logging.getLogger("ninetyeight.fast").warning("The kernel %s.", what)


def jit(function: _F) -> _F:
    """Compile ``function`` at its first call."""
    return _compiled(function, forceinline=False)


def inlined(function: _F) -> _F:
    """The same for a small function of an inner loop: it becomes part of each of its callers."""
    return _compiled(function, forceinline=True)


def _compiled(function: _F, *, forceinline: bool) -> _F:
    # No reference counts (`_nrt`): the kernel makes no arrays, it only uses those it is given.
    njit: Any = numba.njit
    compiled = njit(
        nogil=True, boundscheck=False, error_model="numpy", _nrt=False, forceinline=forceinline
    )(function)
    try:
        compiled._cache = _RoomCache(function)
    except RuntimeError:
        _tell(
            "is compiled at every start: no folder to keep it in can be written to; the variable "
            "NUMBA_CACHE_DIR may name one"
        )
    template = compiled.get_call_template

    def without_constants(args: Any, kws: Any) -> Any:
        # Else numba compiles a function once more for every constant it is called with.
        return template(tuple(map(types.unliteral, args)), kws)

    compiled.get_call_template = without_constants
    return cast(_F, compiled)


def _count_bits(operation: str) -> Any:
    """An intrinsic: one instruction that counts bits of a word."""

    def typed(_typing: Any, word: Any) -> Any:  # noqa: ARG001 - numba counts the arguments
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            if operation == "ctpop":
                return builder.ctpop(args[0])
            return getattr(builder, operation)(args[0], _FALSE)

        return types.int64(types.uint64), generate

    return intrinsic(typed)


#: How many bits of a word are set.
ones: Callable[[Word], int] = _count_bits("ctpop")
#: How many zeros stand below the lowest set bit; 64 for none.
zeros_below: Callable[[Word], int] = _count_bits("cttz")
#: How many zeros stand above the highest set bit; 64 for none.
zeros_above: Callable[[Word], int] = _count_bits("ctlz")


@jit
def whole(word: Word) -> int:
    """A word as a number with a sign: mixing the two would make numba count in fractions."""
    return np.int64(word)  # type: ignore[return-value]
