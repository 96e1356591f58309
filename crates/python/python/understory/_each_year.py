"""A function of the user's own that changes the trees before each year."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

EachYear = Callable[[int, Dict[str, Any]], Optional[Mapping]]
"""Called with the year that is about to begin and the living trees, as columns; gives what is to change of them, or None."""

_NEW = ("vigour", "dbh_cm", "height_m")
_KEYS = ("dies", "cause") + _NEW


def name_of(function: EachYear) -> str:
    """What the manifest calls it."""
    if not callable(function):
        raise TypeError(f"`each_year` is a function, but this is of type {type(function).__name__}")
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{getattr(function, '__module__', None) or type(function).__module__}.{name}"


def caller(function: EachYear) -> Callable[..., Any]:
    """What the compiled part calls: with a year, the names of the species and columns as bytes."""

    def call(year: int, names: Tuple[str, ...], *columns: bytes) -> Optional[Tuple[Any, ...]]:
        tree, species, x_m, y_m, age_yr, dbh_cm, height_m, vigour = (
            np.frombuffer(column, dtype) for column, dtype in zip(columns, ("u8", "u2", "f8", "f8", "u2", "f8", "f8", "f8"))
        )
        trees = {
            "tree": tree,
            "species": np.array(names)[species],
            "x_m": x_m,
            "y_m": y_m,
            "age_yr": age_yr,
            "dbh_cm": dbh_cm,
            "height_m": height_m,
            "vigour": vigour,
        }
        return _checked(function(year, trees), trees)

    return call


def _checked(given: Any, trees: Dict[str, Any]) -> Optional[Tuple[Any, ...]]:
    """The trees that change: their numbers, which of them die, of what, and new columns; None where nothing changes."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise TypeError(f"`each_year` gives None or a dict of columns, not {type(given).__name__}")
    unknown = [str(key) for key in given if key not in _KEYS]
    if unknown:
        raise ValueError(f"`each_year` gave `{'`, `'.join(unknown)}`; what may change is `{'`, `'.join(_KEYS)}`")
    count = len(trees["tree"])
    dies = np.zeros(count, bool) if given.get("dies") is None else _column("dies", given["dies"], count)
    if dies.dtype != bool:
        raise TypeError(f"`dies` of `each_year` is True for each tree that dies, otherwise False, not {dies.dtype}")
    cause = given.get("cause", "intrinsic")
    if not isinstance(cause, str):
        raise TypeError(f"`cause` of `each_year` is one text for all that die, not {type(cause).__name__}")
    new = {}
    for key in _NEW:
        if given.get(key) is not None:
            column = _column(key, given[key], count)
            if column.dtype.kind not in "fiu":
                raise TypeError(f"`{key}` of `each_year` has to be numbers, not {column.dtype}")
            new[key] = column.astype("f8")
            wrong = np.flatnonzero(~np.isfinite(new[key]))
            if len(wrong):
                tree = trees["tree"][wrong[0]]
                raise ValueError(f"`{key}` of `each_year` is {new[key][wrong[0]]} for tree {tree}, at place {wrong[0]}")
    if "dbh_cm" in new or "height_m" in new:
        # A size is both.
        new = {**{key: trees[key] for key in ("dbh_cm", "height_m")}, **new}
    changed = dies.copy()
    for key, column in new.items():
        changed |= column != trees[key]
    if not changed.any():
        return None
    chosen = [new[key][changed].tobytes() if key in new else None for key in _NEW]
    return (trees["tree"][changed].tobytes(), dies[changed].tobytes(), cause, *chosen)


def refuse_masked(name: str, array: Any) -> None:
    """Refuses masked values, whose numbers mean nothing."""
    if np.ma.is_masked(array):
        masked = np.argwhere(np.ma.getmaskarray(array))
        place = ", ".join(map(str, masked[0]))
        raise ValueError(f"{name} is masked at [{place}] and {len(masked) - 1} more places; leave these out or fill them")


def _column(key: str, column: Any, count: int) -> Any:
    refuse_masked(f"`{key}` of `each_year`", column)
    column = np.asarray(column)
    if column.shape != (count,):
        raise ValueError(f"`{key}` of `each_year` has the shape {column.shape}; there are {count} trees, so it has to be ({count},)")
    return column
