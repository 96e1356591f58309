"""A table: columns that numpy, pandas, polars, pyarrow and DuckDB can take."""

from __future__ import annotations

import difflib
import html
from typing import TYPE_CHECKING, Any, Dict, List, Optional

import numpy as np

if TYPE_CHECKING:
    from . import _understory

ROWS_SHOWN = 10
WIDTH_SHOWN = 100


class Table:
    """A table of results. `len(table)` are its rows.

    `table["dbh_cm"]` is a column as a numpy array: whole numbers as int64, all others as float64, where NaN stands for an
    undefined value (also among whole numbers, which then are float64), text as objects.

    Libraries that know the Arrow PyCapsule interface take the table over without a copy: `polars.DataFrame(table)`,
    `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)`, and DuckDB by the name of the variable. Undefined values are
    null there.
    """

    def __init__(self, raw: "_understory.Table") -> None:
        self._raw = raw
        self._columns = {name: (unit, about) for name, unit, about in raw.columns()}

    @property
    def columns(self) -> List[str]:
        """Names of the columns, in the order of the file."""
        return list(self._columns)

    @property
    def units(self) -> Dict[str, str]:
        """The unit of each column that has one, such as `m² per ha`."""
        return {name: unit for name, (unit, _) in self._columns.items() if unit}

    @property
    def meanings(self) -> Dict[str, str]:
        """What each column holds, in words."""
        return {name: about for name, (_, about) in self._columns.items() if about}

    def keys(self) -> List[str]:
        """The same as `columns`, so that `dict(table)` has all columns as numpy arrays."""
        return self.columns

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._columns:
            raise KeyError(unknown("column", name, self._columns))
        kind, values = self._raw.column(name)
        if kind == "object":
            array = np.empty(len(values), dtype=object)
            array[:] = values
            return array
        return np.frombuffer(values, dtype=kind)

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`; NaN stands for an undefined value."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        return pandas.DataFrame({name: self[name] for name in self._columns}, copy=False)

    def to_polars(self) -> Any:
        """The table as a `polars.DataFrame`, without a copy of its numbers; null stands for an undefined value."""
        import polars

        return polars.DataFrame(self)

    def __arrow_c_schema__(self) -> object:
        return self._raw.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self._raw.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        rows = [self.columns, *self._raw.rows(0, ROWS_SHOWN)]
        columns = [[cell.rjust(max(map(len, column))) for cell in column] for column in zip(*rows)]
        shown = next((n for n in range(len(columns), 1, -1) if sum(len(column[0]) + 2 for column in columns[:n]) <= WIDTH_SHOWN), 1)
        lines = ["  ".join(cells) for cells in zip(*columns[:shown])]
        return "\n".join([*lines, f"[{len(self)} rows, {len(columns)} columns]"])

    def _repr_html_(self) -> str:
        def row(cells: List[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        def head(name: str, unit: str, about: str) -> str:
            unit = f"<br><small>{html.escape(unit)}</small>" if unit else ""
            return f'<th title="{html.escape(about)}">{html.escape(name)}{unit}</th>'

        heads = "".join(head(name, *told) for name, told in self._columns.items())
        rows = "".join(row(cells, "td") for cells in self._raw.rows(0, ROWS_SHOWN))
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table><p>{len(self)} rows</p>"


def unknown(what: str, name: object, known: Any) -> str:
    """What is said of a name that nothing has, with the nearest one."""
    near = difflib.get_close_matches(str(name), list(map(str, known)), n=1)
    hint = f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(map(repr, known))
    return f"there is no {what} {name!r}; {hint}"
